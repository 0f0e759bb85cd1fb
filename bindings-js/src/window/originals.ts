// Maps fitted messages back to the original conversation, for libraries that pass the result of one step to the next.
//
// However often messages pass through `fit`, nothing is lost: a message that was pruned as a whole returns to its place, once, and added
// messages stay where they are. Not here: what is pruned.

import type { PlacedMessages } from "./changes.js";

/** The original messages that a fitted message stands for. */
interface FittedMessage {
  original: object;
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
    const originals = places.map((place) => messages[place] as object);
    const runEnds = places.map((place, at) => (at + 1 < places.length ? place + 1 : messages.length));
    const runs = runEnds.map((end, at) => messages.slice(runEnds[at - 1] ?? 0, end));
    const result = new Map(fitted.map((message, at) => [message, { original: originals[at] as object, run: runs[at] as object[] }]));
    fitted.forEach((message, at) => {
      if (message !== originals[at]) this.#results.set(message, result);
    });
  }

  /** The original conversation for a list in which some messages may be fitted ones. */
  originalsOf(messages: readonly object[]): object[] {
    const result = this.#resultOf(messages);
    if (result === undefined) return [...messages];
    const present = new Set(messages);
    const originals: object[] = [];
    for (const message of messages) {
      const { original, run } = result.get(message) ?? { original: message, run: [message] };
      const restored = run.filter((one) => one === original || !present.has(one));
      restored.forEach((one) => present.add(one));
      originals.push(...restored);
    }
    return originals;
  }

  /** The result that the messages continue: the one with the most edited messages in common; undefined if there is none. */
  #resultOf(messages: readonly object[]): Result | undefined {
    const results = new Set(messages.map((message) => this.#results.get(message)).filter((result) => result !== undefined));
    const nPresent = (result: Result) => messages.filter((message) => result.has(message)).length;
    return [...results].sort((one, other) => nPresent(other) - nPresent(one))[0];
  }
}
