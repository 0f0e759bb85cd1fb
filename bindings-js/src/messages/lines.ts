// Writes a conversation as lines of JSON for `captureLines`: one about the conversation, and one for each message in its library's format.
//
// Not here: what is recorded of a message, which the component decides (`core/src/capture/messages.rs`).

import type { MessageFormat } from "../generated/types.js";
import { toJson } from "../options.js";
import { offeredToolNames } from "../tools/made.js";

/** Metadata that is added to every record of a conversation. */
export type Metadata = Readonly<Record<string, unknown>>;

/** The conversation that the lines belong to. */
export interface Head {
  format: MessageFormat;
  session: string;
  /** The session of the agent that started this one. */
  parent?: string | undefined;
  metadata?: Metadata | undefined;
}

/** Facts about a message besides its content. */
export interface MessageFacts {
  /** How many milliseconds each call took, by its id, for the calls whose results the message contains. */
  durations?: Readonly<Record<string, number>>;
}

/** The first line of a conversation, before its messages. */
export function headLine(head: Head): string {
  return line({ conversation: { ...head, own_tools: offeredToolNames() } });
}

/** The line of a message; empty for `undefined`. */
export function messageLine(message: unknown, facts: MessageFacts = {}): string {
  return message === undefined ? "" : line({ message, ...facts });
}

/** The length in UTF-16 units up to which every line is written unchanged. */
const MAX_LINE = 1 << 20;
/** The length in UTF-16 units to which each text of a longer line is shortened. The component records less of a text anyway. */
const MAX_TEXT = 128 << 10;

function line(content: object): string {
  const json = toJson(content, "messages");
  // Shortening could cut off the end of a private section. Only the component can remove such sections, so the line stays whole.
  const isWhole = json.length <= MAX_LINE || /private/i.test(json);
  return `${isWhole ? json : JSON.stringify(JSON.parse(json, withoutMiddle))}\n`;
}

/** Shortens long texts, such as encoded images, which would make the line too long. A reviver for `JSON.parse`. */
function withoutMiddle(_name: string, value: unknown): unknown {
  if (typeof value !== "string" || value.length <= MAX_TEXT) return value;
  return `${value.slice(0, MAX_TEXT / 2)}…${value.slice(-MAX_TEXT / 2)}`;
}
