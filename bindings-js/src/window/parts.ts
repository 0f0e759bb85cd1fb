// A conversation in parts, for programs whose messages have none of the known formats.

import { invalidError } from "../errors.js";
import { isWellFormed } from "../files/bytes.js";
import { BODY_FORM, ITEM_KIND } from "../generated/cases.js";
import type { BodyForm, ItemKind, NewItem, Pruned, Pushed } from "../generated/types.js";
import { type Numbers, numbers } from "../numbers.js";
import { known } from "../options.js";

/** A part of a message: a text, a call, a result, a thought or a medium. */
export interface Part {
  kind: ItemKind;
  /** The index of its message in the caller's list, from 0; must not decrease from part to part. */
  message: number;
  /** The text that the model reads; for a tool call, the JSON of its arguments. */
  text: string;
  /** The JSON pointer of its value in the message. Default: the message itself. */
  pointer?: string | undefined;
  /** The JSON of its value. Default: derived from `text`, which the forms `text` and `object_text` write as a JSON string. */
  original?: string | undefined;
  /** How its stub is written once it is pruned. Default: the stub's text unchanged. */
  form?: BodyForm | undefined;
  /** The number of the model's response, the same for all parts of a response. Default: the index of its message. */
  response?: number | undefined;
  /** The tool of a call or a result. */
  tool?: string | undefined;
  /** The id that joins a call with its result. */
  callId?: string | undefined;
  /** Whether the tool failed. Default: false. */
  isError?: boolean | undefined;
  /** The exact number of tokens. Default: estimated. */
  tokens?: number | undefined;
  /** The task that it belongs to. */
  task?: string | undefined;
  /** Whether it is never pruned. Default: false. */
  isPinned?: boolean | undefined;
  /** Its relevance as judged by the caller, 0 to 1. Default: 1. */
  relevance?: number | undefined;
  /** Ids of parts that this one depends on. */
  dependencies?: readonly string[] | undefined;
  /** When it was said, in milliseconds since 1970. Default: now. */
  time?: number | undefined;
  /** The places of the code that it quotes, for its stub and `learnings`. Default: those named in a text from `prepare`. */
  places?: readonly CodePlace[] | undefined;
}

/** Lines of a file that a part quotes; the whole file if no lines are given. */
export interface CodePlace {
  path: string;
  /** The number of the first line, from 1 on. Default: 0, for the whole file. */
  firstLine?: number | undefined;
  /** The number of the last line, inclusive. Default: `firstLine`. */
  lastLine?: number | undefined;
}

/** The result of pushing parts, with 64-bit integers as numbers. */
export type PushedParts = Numbers<Pushed>;

/** An edit of the caller's messages. */
export type { Edit } from "../generated/types.js";

const NAMES = [
  "kind", "message", "text", "pointer", "original", "form", "response", "tool", "callId", "isError", "tokens", "task", "isPinned", "relevance",
  "dependencies", "time", "places",
] as const satisfies readonly (keyof Part)[];

/** Checks and converts parts for the component. Throws `invalid` for the first invalid one, before any is pushed. */
export function itemsOf(parts: readonly Part[], now: bigint): NewItem[] {
  if (!Array.isArray(parts)) throw invalidError("items", "not a list");
  return parts.map((part: Part) => {
    known(part, NAMES);
    const { kind, message, text, time, tokens, form = "plain", response = message, isError = false, isPinned = false, relevance = 1 } = part;
    const { pointer = "", original = "", tool = "", callId = "", task = "", dependencies = [], places = [] } = part;
    check("kind", ITEM_KIND.includes(kind));
    check("form", BODY_FORM.includes(form));
    check("dependencies", Array.isArray(dependencies));
    const texts = { text, pointer, original, tool, callId, task };
    for (const [name, value] of [...Object.entries(texts), ...dependencies.map((id) => ["dependencies", id] as const)]) {
      check(name, typeof value === "string" && isWellFormed(value));
    }
    for (const [name, value] of Object.entries({ message, response, tokens: tokens ?? 0 })) check(name, Number.isInteger(value) && value >>> 0 === value);
    for (const [name, value] of Object.entries({ isError, isPinned })) check(name, typeof value === "boolean");
    check("relevance", typeof relevance === "number");
    check("time", time === undefined || Number.isSafeInteger(time));
    const itemTime = time === undefined ? now : BigInt(time);
    const otherMembers = { dependencies: [...dependencies], time: itemTime, places: placesOf(places) };
    return { ...texts, kind, message, form, response, isError, tokens, isPinned, relevance, ...otherMembers };
  });
}

function placesOf(places: readonly CodePlace[]): NewItem["places"] {
  check("places", Array.isArray(places));
  return places.map((place: CodePlace) => {
    known(place, ["path", "firstLine", "lastLine"] as const satisfies readonly (keyof CodePlace)[]);
    const { path, firstLine = 0, lastLine = firstLine } = place;
    check("places", typeof path === "string" && isWellFormed(path) && [firstLine, lastLine].every((line) => Number.isInteger(line) && line >>> 0 === line));
    return { path, firstLine, lastLine };
  });
}

function check(name: string, holds: boolean): void {
  if (!holds) throw invalidError(name, "not what a part may have there");
}

/** The result of a prune, with all current edits. */
export type PrunedParts = Numbers<Omit<Pruned, "effects">>;

/** Converts the component's result of a prune: removes the rows to commit. */
export function prunedParts({ effects: _, ...pruned }: Pruned): PrunedParts {
  return numbers(pruned);
}
