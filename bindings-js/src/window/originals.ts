// Maps fitted messages back to the original conversation, for libraries that pass the result of one step to the next.
//
// However often messages pass through `fit`, nothing is lost: a message that was pruned as a whole returns to its place, once, and added
// messages stay where they are. Not here: what is pruned.

import type { PlacedMessages } from "./changes.js";

/** The original messages that a fitted message stands for. */
interface FittedMessage {
  own: object;
  /** The message's original, and the adjacent ones that were pruned as a whole, in order. */
  run: readonly object[];
}
/** The messages of one result of `fit`, with their originals. */
type Result = ReadonlyMap<object, FittedMessage>;

/** Maps fitted messages to their originals. */
export class Originals {
  /** The newest result that contains each edited message. Unedited ones are the caller's own objects, which may be in any list. */
  readonly #results = new WeakMap<object, Result>();

  /** Remembers the result of fitting messages. */
  keep(messages: readonly object[], { messages: fitted, places }: PlacedMessages<object>): void {
    const owns = places.map((place) => messages[place] as object);
    const ends = places.map((place, at) => (at + 1 < places.length ? place + 1 : messages.length));
    const runs = ends.map((end, at) => messages.slice(ends[at - 1] ?? 0, end));
    const result = new Map(fitted.map((message, at) => [message, { own: owns[at] as object, run: runs[at] as object[] }]));
    fitted.forEach((message, at) => {
      if (message !== owns[at]) this.#results.set(message, result);
    });
  }

  /** The original conversation for a list in which some messages may be fitted ones. */
  originalsOf(messages: readonly object[]): object[] {
    const result = this.#resultOf(messages);
    if (result === undefined) return [...messages];
    const there = new Set(messages);
    const originals: object[] = [];
    for (const message of messages) {
      const { own, run } = result.get(message) ?? { own: message, run: [message] };
      const back = run.filter((one) => one === own || !there.has(one));
      back.forEach((one) => there.add(one));
      originals.push(...back);
    }
    return originals;
  }

  /** The result that the messages continue: the one with the most edited messages in common; undefined if there is none. */
  #resultOf(messages: readonly object[]): Result | undefined {
    const results = new Set(messages.map((message) => this.#results.get(message)).filter((result) => result !== undefined));
    const nThere = (result: Result) => messages.filter((message) => result.has(message)).length;
    return [...results].sort((one, other) => nThere(other) - nThere(one))[0];
  }
}
