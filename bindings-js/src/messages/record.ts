// Records conversations that agents had, from their messages.

import { type ScrubjayError, invalid } from "../errors.js";
import type { MessageFormat } from "../generated/types.js";
import { type Cancel, options } from "../options.js";
import type { CaptureOptions, CapturedLines } from "../records/capture.js";
import { type Metadata, headLine, messageLine } from "./lines.js";

const FORMATS: readonly MessageFormat[] = ["anthropic", "openai_chat", "openai_responses", "langchain", "ai_sdk"];

/** An object that records: a memory, or records. */
export interface Remembering {
  captureLines(lines: string, given?: CaptureOptions): Promise<CapturedLines>;
}

/** The conversation whose messages are recorded, and their format. */
export interface MessagesOptions extends Cancel {
  /** The format of the messages: `anthropic`, `openai_chat`, `openai_responses`, `langchain` or `ai_sdk`. */
  format: MessageFormat;
  /** The conversation's name. One that records may not have as a session, as with slashes, is told a little differently. */
  session: string;
  /** Members of each record: at most 16 KiB as JSON. Default: none. */
  metadata?: Metadata | undefined;
}

/** The outcome of recording messages. */
export interface RecordedMessages {
  /** Records that were added. */
  nAdded: number;
  /** Events that were recorded before, or were forgotten since: they were not added. One that was told otherwise before stays so. */
  nKnown: number;
  /** Records that are durable beside the store, because another process has its turn. */
  nWaiting: number;
  /** Why events were left out, each alone: of each call of the component the first 100. */
  refused: ScrubjayError[];
}

/**
 * Records what the messages of a conversation say, each once, however often and by whomever it is told: turns of the user and of the
 * assistant, calls of tools with how they ended, and files that calls name, as `captureLines` reads them of a transcript. Prompts of a
 * program are not recorded, nor is what a tool of this memory gave that was made in this process. Who speaks is an agent, as its
 * program hands on what a user said. Long outputs and arguments are kept in part.
 */
export async function recordMessages(memory: Remembering, messages: readonly unknown[], given: MessagesOptions): Promise<RecordedMessages> {
  checkMemory(memory);
  const { format, session, metadata, signal } = options(given, ["format", "session", "metadata"]);
  if (!Array.isArray(messages)) throw invalid("messages", "not a list");
  if (format === undefined || !FORMATS.includes(format)) throw invalid("format", `it is one of ${FORMATS.join(", ")}`);
  if (metadata !== undefined && (typeof metadata !== "object" || metadata === null || Array.isArray(metadata))) throw invalid("metadata", "not an object");
  const head = headLine({ format, session: checkedSession(session), metadata });
  const lines = messages.map((message) => messageLine(message));
  const { nAdded, nKnown, nWaiting, refused } = await memory.captureLines(head + lines.join(""), { harness: "messages", signal });
  return { nAdded, nKnown, nWaiting, refused: refused.map(({ error }) => error) };
}

export function checkMemory(memory: Remembering): void {
  if (typeof memory?.captureLines !== "function") throw invalid("memory", "neither a memory nor records");
}

export function checkedSession(session: unknown): string {
  if (typeof session !== "string" || session === "") throw invalid("session", "a text that is not empty");
  return session;
}
