// Records conversations that agents had, from their messages.

import { type InvalidError, type ScrubjayError, invalid } from "../errors.js";
import type { MessageFormat } from "../generated/types.js";
import { type Cancel, options } from "../options.js";
import { COUNTS, type NewEvent, type RecordedEach } from "../records/events.js";
import { Capture, type Captured, type Metadata } from "./capture.js";
import { partsOf } from "./conversation.js";

const FORMATS: readonly MessageFormat[] = ["anthropic", "openai_chat", "openai_responses", "langchain", "ai_sdk"];
/** Events of one batch: it stays under the limit of its bytes also where JSON writes each byte as six. */
const MAX_EVENTS = 32;

/** What has records: a memory, or records. */
export interface Remembering {
  recordEach(events: readonly NewEvent[], given?: Cancel): Promise<RecordedEach>;
}

/** Whose conversation is told. */
export interface MessagesOptions extends Cancel {
  /** Whose messages they are: `anthropic`, `openai_chat`, `openai_responses`, `langchain` or `ai_sdk`. */
  format: MessageFormat;
  /** The conversation's name. One that records may not have as a session, as with slashes, is told a little differently. */
  session: string;
  /** Members of each record. Default: none. */
  metadata?: Metadata | undefined;
}

/** What became of what messages say. */
export interface RecordedMessages {
  /** Records that were added. */
  nAdded: number;
  /** Events that were recorded before, or were forgotten since: they were not added. One that was told otherwise before stays so. */
  nKnown: number;
  /** Records that are durable beside the store, because another process has its turn. */
  nWaiting: number;
  /** Why events were left out, each alone. */
  refused: ScrubjayError[];
}

/**
 * Records what the messages of a conversation say, each once, however often and by whomever it is told: turns of the user and of the
 * assistant, calls of tools with how they ended, and files that calls name. Prompts of a program are not recorded. Who speaks is an agent,
 * as its program hands on what a user said; what a tool gave is a tool's. Long outputs and arguments are kept in part.
 */
export async function recordMessages(memory: Remembering, messages: readonly unknown[], given: MessagesOptions): Promise<RecordedMessages> {
  checkMemory(memory);
  const { format, session, metadata, signal } = options(given, ["format", "session", "metadata"]);
  if (!Array.isArray(messages)) throw invalid("messages", "not a list");
  if (format === undefined || !FORMATS.includes(format)) throw invalid("format", `it is one of ${FORMATS.join(", ")}`);
  if (metadata !== undefined && (typeof metadata !== "object" || metadata === null || Array.isArray(metadata))) throw invalid("metadata", "not an object");
  const capture = new Capture(checkedSession(session), metadata);
  return recordEach(memory, await capture.events(partsOf(messages, format)), { signal });
}

export function checkMemory(memory: Remembering): void {
  if (typeof memory?.recordEach !== "function") throw invalid("memory", "neither a memory nor records");
}

export function checkedSession(session: unknown): string {
  if (typeof session !== "string" || session === "") throw invalid("session", "a text that is not empty");
  return session;
}

/** Records events, each alone. */
export async function recordEach(memory: Remembering, events: readonly Captured[], given?: Cancel): Promise<RecordedMessages> {
  const recorded: RecordedMessages = { nAdded: 0, nKnown: 0, nWaiting: 0, refused: [] };
  for (let at = 0; at < events.length; at += MAX_EVENTS) {
    const { taken, refused } = await memory.recordEach(timed(events.slice(at, at + MAX_EVENTS)), given);
    for (const { state } of taken) recorded[COUNTS[state]] += 1;
    for (const { error } of refused) {
      if (isToldBefore(error)) recorded.nKnown += 1;
      else recorded.refused.push(error);
    }
  }
  return recorded;
}

/** The first millisecond since 1970 that no event has that was recorded here. */
let nextTime = 0;

/** Events with their times: each is later than whatever was recorded here before, so that their order is kept. */
function timed(events: readonly Captured[]): Captured[] {
  const first = Math.max(nextTime, Date.now());
  nextTime = first + events.length;
  return events.map((event, at) => ({ time: first + at, ...event }));
}

/** Told before, by somebody who knew more or less of it. */
function isToldBefore(error: ScrubjayError): boolean {
  return error.code === "invalid" && (error as InvalidError).details.argument === "eventId";
}
