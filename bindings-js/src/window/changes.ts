// What of a conversation is new, and the edits of a prune made in it.
//
// Not here: the component.

import { invalid } from "../errors.js";
import type { Edit } from "../generated/types.js";
import { GONE, edited } from "./edit.js";
import { type Json, plain, same } from "./json.js";

/** Copies messages; throws `invalid` for a value that is no message. */
export function copies(messages: readonly unknown[], first: number): Json[] {
  return Array.from({ length: messages.length - first }, (_, at) => {
    const copy = plain(messages[first + at]);
    if (copy === undefined) throw invalid("messages", `message ${first + at} is nothing that JSON has`);
    return copy;
  });
}

/** Messages with edits made: of each, its place in the list that was given. The two lists have equal lengths. */
export interface PlacedMessages<M> {
  messages: M[];
  places: number[];
}

/** An edited message, and its edits. */
interface Made {
  message: unknown;
  edits: readonly Edit[];
  result: unknown;
}

/** Messages as they were given and edited, kept for the next request: what nobody changed is the same object there. */
export class KnownMessages {
  readonly #isImmutable: boolean;
  /** Messages that were pushed as they are, if their caller changes none in place. */
  readonly #given: unknown[] = [];
  #made = new Map<number, Made>();

  constructor(isImmutable: boolean) {
    this.#isImmutable = isImmutable;
  }

  /**
   * The first message that is not as it was pushed; the number of messages that both have, if all of those are. Those from there on are
   * forgotten.
   */
  firstChanged(pushed: readonly Json[], messages: readonly unknown[]): number {
    const n = Math.min(pushed.length, messages.length);
    let at = 0;
    for (; at < n; at++) {
      if (at < this.#given.length && this.#given[at] === messages[at]) continue;
      if (!same(pushed[at], messages[at])) break;
      if (this.#isImmutable) this.#given[at] = messages[at];
    }
    this.forget(at);
    return at;
  }

  /** Forgets those from a number on. */
  forget(first: number): void {
    this.#given.splice(first);
    for (const at of this.#made.keys()) if (at >= first) this.#made.delete(at);
  }

  /** The messages with edits made: one that left whole is not among them. */
  apply<M>(messages: readonly M[], edits: readonly Edit[]): PlacedMessages<M> {
    const results: (M | typeof GONE)[] = messages.slice();
    const made = new Map<number, Made>();
    for (let from = 0; from < edits.length; ) {
      const at = (edits[from] as Edit).message;
      let to = from + 1;
      while (to < edits.length && (edits[to] as Edit).message === at) to++;
      const one = this.#of(at, messages[at], edits.slice(from, to));
      made.set(at, one);
      results[at] = one.result as M | typeof GONE;
      from = to;
    }
    this.#made = made;
    const places = Array.from(results.keys()).filter((at) => results[at] !== GONE);
    return { messages: places.map((at) => results[at] as M), places };
  }

  #of(at: number, message: unknown, edits: readonly Edit[]): Made {
    const before = this.#made.get(at);
    const isKnown = before?.message === message && before?.edits.length === edits.length && before.edits.every((edit, n) => isSame(edit, edits[n]));
    return isKnown ? before : { message, edits, result: edited(message, edits) };
  }
}

function isSame(edit: Edit, other: Edit | undefined): boolean {
  return edit.pointer === other?.pointer && edit.replacement === other.replacement;
}
