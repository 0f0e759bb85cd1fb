// Generated from wit/ by `cargo xtask glue`; the gate compares. Integers of 64 bits are `bigint`, bytes are `Uint8Array`; in
// what programs are shown, which must be JSON, they are `number` and digits of hexadecimals.

import type { MessageFormat, Pushed } from "./window.js";

/** A range of bytes of a text in UTF-8. */
export interface ByteRange {
  start: bigint;
  /** The byte after the last one. */
  end: bigint;
}

/** The result of pushing messages, with their byte ranges. */
export interface PushedText {
  pushed: Pushed;
  /** The byte range of each message in the JSON. */
  messages: ByteRange[];
}

/**
 * Pushes and edits a conversation that the caller has as one text of JSON: a list of messages, or a request. Each message is
 * read once, and what is not edited keeps its bytes.
 *
 * The window is that of the interface `window`. `push-text` returns the byte ranges of the messages. From these, the caller
 * knows which bytes of a longer conversation are new; `edit-ranges` takes them to say which bytes the edits replace.
 */
export interface WindowTextCalls {
  /** As `window.push-messages`; also returns the byte ranges of the messages. */
  pushText(format: MessageFormat, messages: string, first: number, now: bigint): PushedText;
  /**
   * The byte ranges of a text at which the edits of the last `prune` are made, in the order of the edits. The caller replaces
   * each range, or removes it if its edit has no replacement; the text is then what `window.edit-messages` gives. `messages` are
   * the byte ranges of all messages in the text, from the first on. None: the range of an edited part is not known, as when the
   * part was pushed by `window.push`.
   */
  editRanges(messages: ByteRange[]): ByteRange[] | undefined;
}
