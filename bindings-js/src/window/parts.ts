// A conversation in parts, for programs whose messages have none of the known formats: what may be left out of a part has a default.

import { invalid } from "../errors.js";
import { isWellFormed } from "../files/bytes.js";
import { BODY_FORM, ITEM_KIND } from "../generated/cases.js";
import type { BodyForm, ItemKind, NewItem, Pruned, Pushed } from "../generated/types.js";
import { type Numbers, numbers } from "../numbers.js";
import { known } from "../options.js";

/** A part of a message. */
export interface Part {
  kind: ItemKind;
  /** The place of its message in the caller's list, from 0; it never decreases from part to part. */
  message: number;
  /** The text that the model reads; of a call, the JSON of its arguments. */
  text: string;
  /** Where in the message its value stands: a JSON pointer. Default: the message itself. */
  pointer?: string | undefined;
  /** The JSON of its value where that does not follow from `text`. Default: the text, for the forms `text` and `object_text` as a JSON string. */
  original?: string | undefined;
  /** How it is written once it is pruned. Default: the stub as it is. */
  form?: BodyForm | undefined;
  /** The number of the model's response, the same for all its parts. Default: the number of its message. */
  response?: number | undefined;
  /** The tool of a call or a result. */
  tool?: string | undefined;
  /** The id that joins a call with its result. */
  callId?: string | undefined;
  /** The tool failed. */
  isError?: boolean | undefined;
  /** The exact tokens, where they were counted. */
  tokens?: number | undefined;
  /** The task that it belongs to. */
  task?: string | undefined;
  /** It is never pruned. */
  isPinned?: boolean | undefined;
  /** How relevant something else holds it, 0 to 1. Default: 1. */
  relevance?: number | undefined;
  /** Ids of parts that this one depends on. */
  dependencies?: readonly string[] | undefined;
  /** When it was said, in milliseconds since 1970. Default: now. */
  time?: number | undefined;
  /** Where the code stands that it quotes: once it is pruned, its stub and `learnings` name it. Default: where the text is that of `prepare`, what that names. */
  places?: readonly CodePlace[] | undefined;
}

/** Lines of a file. Default: all. */
export interface CodePlace {
  path: string;
  /** From 1 on. */
  firstLine?: number | undefined;
  lastLine?: number | undefined;
}

/** The outcome of pushing. */
export type PushedParts = Numbers<Pushed>;

/** A change of the caller's messages as they were pushed. */
export type { Edit } from "../generated/types.js";

const NAMES = [
  "kind", "message", "text", "pointer", "original", "form", "response", "tool", "callId", "isError", "tokens", "task", "isPinned", "relevance",
  "dependencies", "time", "places",
] as const satisfies readonly (keyof Part)[];

/** Converts parts to those of the component. All are checked before the component is called, which would otherwise keep a part of them. */
export function itemsOf(parts: readonly Part[], now: bigint): NewItem[] {
  if (!Array.isArray(parts)) throw invalid("items", "not a list");
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
    const said = time === undefined ? now : BigInt(time);
    const rest = { dependencies: [...dependencies], time: said, places: placesOf(places) };
    return { ...texts, kind, message, form, response, isError, tokens, isPinned, relevance, ...rest };
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
  if (!holds) throw invalid(name, "not what a part may have there");
}

/** The outcome of a prune, with all edits. */
export type PrunedParts = Numbers<Omit<Pruned, "effects">>;

/** The same, without rows. */
export function prunedParts({ effects: _, ...pruned }: Pruned): PrunedParts {
  return numbers(pruned);
}
