// Records conversations of agents from their messages.

import { type ScrubjayError, invalidError } from "../errors.js";
import type { MessageFormat } from "../generated/types.js";
import { type Cancel, options } from "../options.js";
import type { CaptureOptions, CapturedLines } from "../records/capture.js";
import { type Metadata, headLine, messageLine } from "./lines.js";

const FORMATS: readonly MessageFormat[] = ["anthropic", "openai_chat", "openai_responses", "langchain", "ai_sdk"];

/** An object with `captureLines`: a memory, or records. */
export interface Remembering {
  captureLines(lines: string, given?: CaptureOptions): Promise<CapturedLines>;
}

/** The format of the messages, and the conversation that they belong to. */
export interface MessagesOptions extends Cancel {
  /** The format of the messages: `anthropic`, `openai_chat`, `openai_responses`, `langchain` or `ai_sdk`. */
  format: MessageFormat;
  /** The conversation's name, which becomes the session. A name that is no valid session, as with slashes, is changed and ends with a hash. */
  session: string;
  /** Metadata of each record: an object of at most 16 KiB as JSON. Default: none. */
  metadata?: Metadata | undefined;
}

/** How many events of the messages were added, known or waiting, and why others were left out. */
export interface RecordedMessages {
  /** Records that were added. */
  nAdded: number;
  /** Events that were known or forgotten already, and were not added. If one is now different, the first version stays. */
  nKnown: number;
  /** Records that are stored durably outside the store, until the process that is writing it is done. */
  nWaiting: number;
  /** Why single events were left out: the first 100 for each call of the component. */
  refused: ScrubjayError[];
}

/**
 * Records a conversation from its messages: turns of the user and of the assistant, tool calls with their outcome, and files that calls
 * name, as `captureLines` does for a transcript. Each is recorded once, even if messages are passed again. System prompts are not
 * recorded, nor are results of Scrubjay's tools that were made in this process. The origin of all records is an agent, because the
 * program passes on what a user said. Long outputs and arguments are shortened.
 */
export async function recordMessages(memory: Remembering, messages: readonly unknown[], given: MessagesOptions): Promise<RecordedMessages> {
  checkMemory(memory);
  const { format, session, metadata, signal } = options(given, ["format", "session", "metadata"]);
  if (!Array.isArray(messages)) throw invalidError("messages", "not a list");
  if (format === undefined || !FORMATS.includes(format)) throw invalidError("format", `it is one of ${FORMATS.join(", ")}`);
  if (metadata !== undefined && (typeof metadata !== "object" || metadata === null || Array.isArray(metadata))) throw invalidError("metadata", "not an object");
  const head = headLine({ format, session: checkedSession(session), metadata });
  const lines = messages.map((message) => messageLine(message));
  const { nAdded, nKnown, nWaiting, refused } = await memory.captureLines(head + lines.join(""), { harness: "messages", signal });
  return { nAdded, nKnown, nWaiting, refused: refused.map(({ error }) => error) };
}

export function checkMemory(memory: Remembering): void {
  if (typeof memory?.captureLines !== "function") throw invalidError("memory", "neither a memory nor records");
}

export function checkedSession(session: unknown): string {
  if (typeof session !== "string" || session === "") throw invalidError("session", "not a text, or an empty one");
  return session;
}
