// Finds the messages of a conversation that are new or changed, and applies the edits of a prune.
//
// Not here: the component.

import { invalidError } from "../errors.js";
import type { Edit } from "../generated/types.js";
import { REMOVED, editMessage } from "./edit.js";
import { type Json, copyJson, equalsCopy } from "./json.js";

/** Copies the messages from the index `first` on as JSON. Throws `invalid` for a value that JSON cannot represent. */
export function copyMessages(messages: readonly unknown[], first: number): Json[] {
  return Array.from({ length: messages.length - first }, (_, at) => {
    const copy = copyJson(messages[first + at]);
    if (copy === undefined) throw invalidError("messages", `message ${first + at} is nothing that JSON has`);
    return copy;
  });
}

/** Edited messages, and the index of each in the caller's list. Both lists have the same length. */
export interface PlacedMessages<M> {
  messages: M[];
  places: number[];
}

/** A message with the edits that were applied to it, and the result. */
interface EditedMessage {
  message: unknown;
  edits: readonly Edit[];
  result: unknown;
}

/** Remembers messages and their edited forms, so that unchanged ones are the same objects in the next request. */
export class KnownMessages {
  readonly #isImmutable: boolean;
  /** The pushed message objects, only if the caller changes none in place. */
  readonly #knownMessages: unknown[] = [];
  #editedMessages = new Map<number, EditedMessage>();

  constructor(isImmutable: boolean) {
    this.#isImmutable = isImmutable;
  }

  /**
   * The index of the first message that differs from the pushed one; the length of the shorter list if none differs. Forgets the messages from
   * there on.
   */
  firstChanged(pushed: readonly Json[], messages: readonly unknown[]): number {
    const n = Math.min(pushed.length, messages.length);
    let at = 0;
    for (; at < n; at++) {
      if (at < this.#knownMessages.length && this.#knownMessages[at] === messages[at]) continue;
      if (!equalsCopy(pushed[at], messages[at])) break;
      if (this.#isImmutable) this.#knownMessages[at] = messages[at];
    }
    this.forget(at);
    return at;
  }

  /** Forgets the messages from an index on. */
  forget(first: number): void {
    this.#knownMessages.splice(first);
    for (const at of this.#editedMessages.keys()) if (at >= first) this.#editedMessages.delete(at);
  }

  /** Applies edits to messages. A message that was pruned as a whole is left out. */
  apply<M>(messages: readonly M[], edits: readonly Edit[]): PlacedMessages<M> {
    const results: (M | typeof REMOVED)[] = messages.slice();
    const editedMessages = new Map<number, EditedMessage>();
    for (let from = 0; from < edits.length; ) {
      const at = (edits[from] as Edit).message;
      let to = from + 1;
      while (to < edits.length && (edits[to] as Edit).message === at) to++;
      const edited = this.#edited(at, messages[at], edits.slice(from, to));
      editedMessages.set(at, edited);
      results[at] = edited.result as M | typeof REMOVED;
      from = to;
    }
    this.#editedMessages = editedMessages;
    const places = Array.from(results.keys()).filter((at) => results[at] !== REMOVED);
    return { messages: places.map((at) => results[at] as M), places };
  }

  #edited(at: number, message: unknown, edits: readonly Edit[]): EditedMessage {
    const earlier = this.#editedMessages.get(at);
    const isKnown = earlier?.message === message && earlier?.edits.length === edits.length && earlier.edits.every((edit, n) => isSame(edit, edits[n]));
    return isKnown ? earlier : { message, edits, result: editMessage(message, edits) };
  }
}

function isSame(edit: Edit, other: Edit | undefined): boolean {
  return edit.pointer === other?.pointer && edit.replacement === other.replacement;
}
