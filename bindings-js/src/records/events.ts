// Events that a program records: objects, which become lines of JSON in the form of the interface.

import type { Engine } from "../engine.js";
import { type ScrubjayError, createError, invalidError, errorOfRefusal } from "../errors.js";
import type {
  Anchor,
  Decision,
  Adoption,
  Delivery,
  Event,
  Exports,
  FileTouch,
  Lesson,
  Origin,
  Packed,
  PackedLines,
  ProfileValue,
  StrategyPlan,
  StrategyUse,
  TaskStep,
  Thought,
  ToolCall,
  Turn,
  WorkingValue,
} from "../generated/types.js";
import { type Cancel, options, toJson } from "../options.js";
import type { Lines, Remembered } from "./steps.js";

/** The name of the counter that each state of an event increments. */
export const COUNTS = { added: "nAdded", known: "nKnown", adopted: "nKnown", waiting: "nWaiting" } as const satisfies Record<Remembered["state"], string>;
/** The most events of one call, which is one batch of the component. */
const MAX_EVENTS = 1_000;

/** The members of `T`; only those named by `N` are required. */
type Some<T, N extends keyof T> = Pick<T, N> & { [M in Exclude<keyof T, N>]?: T[M] | undefined };

/** The members of an event that describe the situation in which it happened. */
export const SITUATION = ["session", "branch", "commit", "task"] as const satisfies readonly (keyof Event)[];

/** The situation of an event; members that were not given are empty. */
export function situationOf(given: Pick<EventMembers, (typeof SITUATION)[number]>): Pick<Event, (typeof SITUATION)[number]> {
  return Object.fromEntries(SITUATION.map((name) => [name, given[name] ?? ""])) as Pick<Event, (typeof SITUATION)[number]>;
}

/** Members that every event may have. */
export interface EventMembers {
  /**
   * A unique id of the event, 1 to 256 bytes: an event with a known id is not added again. Default: a random
   * id.
   */
  eventId?: string | undefined;
  /** When it happened, at most a day in the future: milliseconds since 1970, a Date, or an ISO 8601 text. Default: now. */
  time?: number | string | Date | undefined;
  /** The channel that it belongs to, at most 128 bytes. Default: "", which means `_global`. */
  channel?: string | undefined;
  /**
   * Who said it. An event is not more trusted than the `speaker` with which the memory was opened: in the order person,
   * agent, tool, imported, an earlier origin is replaced by `speaker`. Default: agent.
   */
  origin?: Origin | undefined;
  /** The session in which it happened, at most 128 bytes, without slashes. Default: "", none. */
  session?: string | undefined;
  /** The branch of the repository that was checked out when it happened, at most 255 bytes. Default: "", none. */
  branch?: string | undefined;
  /** The commit that was checked out when it happened, in 40 or 64 hex digits as git writes them. Default: "", none. */
  commit?: string | undefined;
  /** The task for which it happened, at most 128 bytes. Default: "", none. */
  task?: string | undefined;
  /** The ids of records that it was derived from, at most 100. It is trusted at most as far as the least trusted of them. Default: []. */
  parents?: readonly string[] | undefined;
  /** The places in the code that it refers to, at most 100. Default: []. */
  anchors?: readonly Some<Anchor, "path">[] | undefined;
  /**
   * Any JSON object of at most 16,384 bytes and 32 members, nested at most 16 deep. Questions can filter by members that are texts, numbers or
   * booleans of at most 256 bytes. Default: none.
   */
  metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** The members of an event that depend on its kind. The default of `success` is true for a touched file, and unknown for a tool call. */
export type EventKinds =
  | { kind?: "note" | undefined; text: string }
  /** A turn of a conversation. Its role is `user` by default. */
  | ({ kind: "turn" } & Some<Turn, "conversation" | "text">)
  /** A tool call. Its parameters are any JSON. */
  | ({ kind: "tool_call"; parameters?: unknown } & Some<Omit<ToolCall, "parameters">, "tool">)
  | ({ kind: "file_touch" } & Some<FileTouch, "path" | "operation">)
  /** A task is active by default. */
  | ({ kind: "task_step" } & Some<TaskStep, never>)
  | ({ kind: "strategy" } & Some<StrategyPlan, "description">)
  | ({ kind: "strategy_use" } & StrategyUse)
  /** A value of working memory. It expires after an hour by default. */
  | ({ kind: "working_value" } & Some<WorkingValue, "conversation" | "key" | "value">)
  | ({ kind: "profile_value" } & ProfileValue)
  /** A decision. It is accepted by default. */
  | ({ kind: "decision" } & Some<Decision, "title" | "choice">)
  | ({ kind: "lesson" } & Some<Lesson, "topic" | "text">)
  | ({ kind: "thought" } & Thought)
  | ({ kind: "delivery" } & Some<Delivery, "moment" | "why">)
  | ({ kind: "adoption" } & Adoption);

/** An event to record: the members of its kind, and those that every event may have. */
export type NewEvent = EventMembers & EventKinds;

/** Records events with an engine, all or none, and returns the outcome of each. */
export async function record(engine: Engine, events: NewEvent | readonly NewEvent[], given: Cancel | undefined): Promise<Remembered[]> {
  const { signal } = options(given);
  const lines = linesOf(events);
  return lines.nLines === 0 ? [] : engine.change("record", lines, signal);
}

/** The outcome of events that are accepted or refused singly. */
export interface RecordedEach {
  /** The outcome of each accepted event, in order. */
  taken: Remembered[];
  /** The refused events, by their number from 1 on, and why. */
  refused: { event: number; error: ScrubjayError }[];
}

/** Records events with an engine. A refused event does not keep the other ones out. */
export async function recordEach(engine: Engine, events: readonly NewEvent[], given: Cancel | undefined): Promise<RecordedEach> {
  const { signal } = options(given);
  const lines = linesOf(events);
  if (lines.nLines === 0) return { taken: [], refused: [] };
  const { taken, refused } = await engine.change("recordEach", lines, signal);
  return { taken, refused: refused.map(({ line, error }) => ({ event: line, error: errorOfRefusal(error) })) };
}

function linesOf(events: NewEvent | readonly NewEvent[]): Lines {
  const list = (Array.isArray(events) ? events : [events]) as readonly NewEvent[];
  const excess = { what: "events in a batch", actual: list.length, limit: MAX_EVENTS };
  if (excess.actual > excess.limit) throw createError("too_large", excess, `${excess.actual} ${excess.what} (at most ${excess.limit})`);
  const lines = list.map((event, place) => lineOf(event, place + 1)).join("\n");
  return { lines, nLines: list.length, entropy: crypto.getRandomValues(new Uint8Array(16)) };
}

/** Has the component check events and pack them into a batch, unless they are packed already. */
export function packEvents({ records }: Exports, input: Event | Lines | Packed, now: bigint): PackedLines {
  if ("batch" in input) return { packed: input, refused: [] };
  return "lines" in input ? records.packLines(input.lines, now, input.entropy, false) : { packed: records.pack([input], now), refused: [] };
}

/** The packed events. Throws the error of the first refused one, if any. */
export function packedOrThrow({ packed, refused: [first] }: PackedLines): Packed {
  if (first !== undefined) throw withEventNumber(errorOfRefusal(first.error), first.line);
  return packed;
}

/** Writes an event as a line of JSON, with its members' names in snake case. Nested names are the caller's own, or single words. */
function lineOf(event: NewEvent, number: number): string {
  if (typeof event !== "object" || event === null || Array.isArray(event)) throw withEventNumber(invalidError("events", "not an object"), number);
  const members = Object.entries(event).map(([name, value]) => [inSnakeCase(name), value]);
  try {
    return toJson(Object.fromEntries(members), "events");
  } catch (error) {
    throw withEventNumber(error as ScrubjayError, number);
  }
}

function inSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** An error whose message names the event it is about, by its number from 1 on. */
function withEventNumber({ code, details, message, cause }: ScrubjayError, number: number): ScrubjayError {
  return createError(code, details as never, `event ${number}: ${message}`, { cause });
}
