// Generated from wit/ by `cargo xtask glue`; the gate compares. Integers of 64 bits are `bigint`, bytes are `Uint8Array`; in
// what programs are shown, which must be JSON, they are `number` and digits of hexadecimals.

import type { MessageFormat, Pushed } from "./window.js";

/** Bytes of a text, in UTF-8. */
export interface ByteRange {
  start: bigint;
  /** The byte after the last one. */
  end: bigint;
}

/** What pushing messages did, and where they stand. */
export interface PushedText {
  pushed: Pushed;
  /** Where each message stands in the JSON. */
  messages: ByteRange[];
}

/**
 * A window whose caller has its whole conversation as one text of JSON, a list of messages or a request: each message is read once,
 * and what is not edited is passed on by its bytes.
 *
 * The window is that of `window`. What is pushed here tells where the messages stand; by that its caller knows which bytes of a longer
 * conversation are new, and where those are that an edit replaces.
 */
export interface WindowTextCalls {
  /** As `window.push-messages`, and says where the messages stand. */
  pushText(format: MessageFormat, messages: string, first: number, now: bigint): PushedText;
  /**
   * Where the edits that `prune` gave last are made in a text, in their order: what stands there is replaced, or goes where there
   * is no replacement. What comes of it is what `window.edit-messages` gives. `messages`: where each of them stands in the text, from
   * the first on. None: of some part it is not known where it stands, as it was pushed in another form.
   */
  editRanges(messages: ByteRange[]): ByteRange[] | undefined;
}
