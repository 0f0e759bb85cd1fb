// A conversation as the lines that a memory reads: whose it is, and each message, in the format that its library has.
//
// Not here: what a message says and what of it is recorded, which is the component's (`core/src/capture/messages.rs`).

import type { MessageFormat } from "../generated/types.js";
import { jsonOf } from "../options.js";
import { toolsMadeHere } from "../tools/made.js";

/** A member that every record of a conversation has. */
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
export interface Beside {
  /** How many milliseconds each call took whose result it has. */
  durations?: Readonly<Record<string, number>>;
}

/** The line before all messages. */
export function headLine(head: Head): string {
  return line({ conversation: { ...head, own_tools: toolsMadeHere() } });
}

/** The line of a message; empty for `undefined`. */
export function messageLine(message: unknown, beside: Beside = {}): string {
  return message === undefined ? "" : line({ message, ...beside });
}

/** The longest line that is written as it is, and of a longer one the longest text, in UTF-16 units: of a text less is kept. */
const MAX_LINE = 1 << 20;
const MAX_TEXT = 128 << 10;

function line(told: object): string {
  const json = jsonOf(told, "messages");
  // Of a private part that ends elsewhere nothing may be left out but by who knows where.
  const isWhole = json.length <= MAX_LINE || /private/i.test(json);
  return `${isWhole ? json : JSON.stringify(JSON.parse(json, withoutMiddle))}\n`;
}

/** An image as text says nothing, and would make its message longer than a line may be. */
function withoutMiddle(_name: string, value: unknown): unknown {
  if (typeof value !== "string" || value.length <= MAX_TEXT) return value;
  return `${value.slice(0, MAX_TEXT / 2)}…${value.slice(-MAX_TEXT / 2)}`;
}
