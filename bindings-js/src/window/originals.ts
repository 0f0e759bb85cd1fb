// Which conversation stands behind messages that were fitted, for libraries that give the result of one step to the next as its messages.
//
// Promises that nothing is lost by going through `fit` any number of times: what left whole comes back to its place, once, and what is
// given beside it stays where it is. Not here: what is pruned.

import type { PlacedMessages } from "./changes.js";

/** The originals that a message stands for. */
interface Stood {
  own: object;
  /** The message's original, and those around it that left whole, in order. */
  run: readonly object[];
}
/** The messages of a result. */
type Result = ReadonlyMap<object, Stood>;

/** Maps messages that were edited to the originals that they stand for. */
export class Originals {
  /** The newest result of each message that was edited: one that was not is the caller's own, and may stand in any list. */
  readonly #results = new WeakMap<object, Result>();

  /** Keeps what messages were fitted to. */
  keep(messages: readonly object[], { messages: fitted, places }: PlacedMessages<object>): void {
    const owns = places.map((place) => messages[place] as object);
    const ends = places.map((place, at) => (at + 1 < places.length ? place + 1 : messages.length));
    const runs = ends.map((end, at) => messages.slice(ends[at - 1] ?? 0, end));
    const result = new Map(fitted.map((message, at) => [message, { own: owns[at] as object, run: runs[at] as object[] }]));
    fitted.forEach((message, at) => {
      if (message !== owns[at]) this.#results.set(message, result);
    });
  }

  /** The conversation behind messages of which some may be what others were fitted to. */
  of(messages: readonly object[]): object[] {
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

  /** The result that the messages continue: of those that share edited messages with them, the one that shares the most. */
  #resultOf(messages: readonly object[]): Result | undefined {
    const results = new Set(messages.map((message) => this.#results.get(message)).filter((result) => result !== undefined));
    const nThere = (result: Result) => messages.filter((message) => result.has(message)).length;
    return [...results].sort((one, other) => nThere(other) - nThere(one))[0];
  }
}
