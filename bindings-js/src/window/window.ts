// A conversation under a budget: the object that `openWindow` returns.
//
// The caller keeps its messages; `fit` pushes new ones to the component, and returns the messages to send. All calls are synchronous, in
// this thread. Not here: deciding what is pruned (the component).

import { createError, invalidError } from "../errors.js";
import type { Explanation, LearningPage, MessageFormat, RecoveredWindow, Restored, SnapshotComparison, SnapshotOfWindow, SnapshotPage, VisibleItem, WindowOpened } from "../generated/types.js";
import { numbers } from "../numbers.js";
import { known } from "../options.js";
import { KnownMessages, type PlacedMessages, copyMessages } from "./changes.js";
import type { WindowGuest } from "./guest.js";
import { type Edit, type Part, type PrunedParts, type PushedParts, itemsOf, prunedParts } from "./parts.js";
import { type FitOptions, type Fitted, N_LEARNINGS, N_SNAPSHOTS, type Standing, fittedOf, pruneFunction, relevances, timeOf, tokensToBigInt } from "./options.js";

/** The value of a reply. A window without a store never requests data. */
function answerOf<T>(reply: { kind: "done"; value: T } | { kind: "ask" }): T {
  if (reply.kind === "ask") throw createError("component", undefined, "the component asked for rows that no store has");
  return reply.value;
}

/** A conversation under a budget. */
export class Window {
  readonly #guest: WindowGuest;
  readonly #clock: () => number;
  readonly #known: KnownMessages;
  #lastFit: Fitted | undefined;

  /** Created by `openWindow`. */
  constructor(guest: WindowGuest, clock: () => number, isImmutable: boolean) {
    [this.#guest, this.#clock, this.#known] = [guest, clock, new KnownMessages(isImmutable)];
  }

  /** The result of opening: whether the window was known, and how many prunes and pruned parts it had. */
  get opened(): WindowOpened {
    return this.#guest.opened;
  }

  /** The result of the last `fit`; undefined before the first. */
  get last(): Fitted | undefined {
    return this.#lastFit;
  }

  /**
   * Returns the messages to send: pruned if the budget demands it, or if a cold prompt cache makes it cheap. Call it with the whole
   * conversation before each request. The caller's messages are never changed, and unpruned ones are the same objects in the result.
   * Changed messages are detected, unless `immutable` is set. Messages have the form of their format, or a `toJSON` that returns it.
   * If the budget cannot be met, throws a `FloorError` with the least possible tokens, unless `onFloor` is `send`.
   */
  fit<M>(messages: readonly M[], format: MessageFormat, options?: FitOptions): M[] {
    return this.fitWithPlaces(messages, format, options).messages;
  }

  /**
   * Like `fit`, but also returns the index that each message of the result has in the given list: if messages are pruned as a whole, the
   * result is shorter.
   */
  fitWithPlaces<M>(messages: readonly M[], format: MessageFormat, options?: FitOptions): PlacedMessages<M> {
    const prune = pruneFunction(options);
    if (!Array.isArray(messages)) throw invalidError("messages", "not a list");
    const nPushed = this.#push(messages, format);
    const now = this.#now();
    const pruned = this.#guest.change((window) => answerOf(window[prune](now, undefined)), ({ nPruned }) => nPruned > 0);
    this.#lastFit = fittedOf(pruned, nPushed);
    return this.#known.apply(messages, pruned.edits);
  }

  /** Pushes new and changed messages to the component, and returns how many. */
  #push(messages: readonly unknown[], format: MessageFormat): number {
    const { pushed } = this.#guest;
    const isOtherFormat = format !== this.#guest.format && pushed.length > 0;
    const nSame = this.#known.firstChanged(isOtherFormat ? [] : pushed, messages);
    if (nSame === messages.length && nSame === pushed.length) return 0;
    if (messages.length === 0) {
      this.#guest.clear();
      return 0;
    }
    // If messages were removed from the end, the last remaining one is pushed again, by which the component notices.
    const first = Math.min(nSame, messages.length - 1);
    const copies = copyMessages(messages, first);
    this.#guest.push(format, copies, first, this.#now());
    return copies.length;
  }

  /**
   * Pushes the parts of messages of no known format: new ones, or replacements from a pushed message on. Afterwards `prune` returns the
   * edits. After a `component` error all parts must be pushed again.
   */
  push(items: readonly Part[]): PushedParts {
    const newItems = itemsOf(items, this.#now());
    return numbers(this.#guest.callPushingParts((window) => window.push(newItems)));
  }

  /** Pushes messages as the JSON of a list, whose first message has the index `first` in the conversation, or of a whole request. */
  pushMessages(format: MessageFormat, messages: string, first = 0): PushedParts {
    return numbers(this.#guest.callPushingParts((window) => window.pushMessages(format, messages, first, this.#now())));
  }

  /** Prunes pushed messages if the budget demands it or a cold prompt cache makes it cheap. Returns all current edits in any case. */
  prune(options?: FitOptions): PrunedParts {
    const [prune, now] = [pruneFunction(options), this.#now()];
    return prunedParts(this.#guest.change((window) => answerOf(window[prune](now, undefined)), ({ nPruned }) => nPruned > 0));
  }

  /** Applies edits to the JSON of messages. The text of everything else stays the same. */
  editMessages(messages: string, edits: readonly Edit[], first = 0): string {
    return this.#guest.call((window) => window.editMessages(messages, first, edits as Edit[]));
  }

  /** Returns the content of a part, pruned or not: its text, and the JSON of its value. The conversation is not changed. */
  restore(id: string): Restored {
    return this.#guest.call((window) => answerOf(window.restore(id, this.#now(), undefined)));
  }

  /** Corrects the estimate of tokens by the provider's count: all input tokens of the request last fitted, including cached ones. */
  reportUsage(inputTokens: number): void {
    const tokens = tokensToBigInt(inputTokens);
    this.#guest.call((window) => window.reportUsage(tokens));
  }

  /** Returns the state of the window for the option `saved`: prunes, snapshots and restorable bodies, but not the messages. */
  save(): Uint8Array {
    return this.#guest.call((window) => window.save());
  }

  /**
   * The newest part that is this text, or prepared code that has it as a piece. Undefined unless the edited
   * conversation still shows the part.
   */
  alreadyVisible(text: string): VisibleItem | undefined {
    return this.#guest.call((window) => window.alreadyVisible(text));
  }

  /** Sets the relevance of parts as judged by the caller, 0 to 1 by id, for at most 10,000 parts. Unknown ids are ignored. */
  setRelevance(relevance: Readonly<Record<string, number>>): void {
    const list = relevances(relevance);
    this.#guest.call((window) => window.setRelevance(list));
  }

  /** Pins parts, so that they are never pruned, or unpins them. */
  pin(ids: readonly string[], isPinned = true): void {
    this.#guest.change((window) => answerOf(window.pin(ids as string[], isPinned, this.#now(), undefined)));
  }

  /** Sets the task that the conversation is about from now on; empty for none. Makes a snapshot. */
  setTask(task: string): void {
    this.#guest.change((window) => answerOf(window.setTask(task, this.#now(), undefined)));
  }

  /** Makes a snapshot of the window's parts and their values. */
  snapshot(): void {
    this.#guest.change((window) => answerOf(window.snapshot(this.#now(), undefined)));
  }

  /** Ends the window for good: nothing of it can be restored. */
  end(): void {
    this.#guest.change((window) => answerOf(window.end(this.#now(), undefined)));
    this.#guest.clear();
    this.#known.forget(0);
  }

  /** The current status of the window, such as its tokens and prunes. */
  status(): Standing {
    return numbers(this.#guest.call((window) => window.status()));
  }

  /** Snapshots, newest first: at most `limit`, 1 to 100, only those with a number below `before`. Default: the newest 20. */
  snapshots(options: { limit?: number | undefined; before?: number | undefined } = {}): SnapshotPage {
    known(options, ["limit", "before"]);
    const { limit = N_SNAPSHOTS, before = 0 } = options;
    return this.#guest.call((window) => answerOf(window.snapshots(limit, before, undefined)));
  }

  /**
   * What the newest snapshot that judged a part says of it: its value, the factors of the value, and its fate.
   * Undefined if none judged it.
   */
  explain(id: string): Explanation | undefined {
    return this.#guest.call((window) => answerOf(window.explain(id, undefined))).explanation;
  }

  /** The snapshot with a number, or that of the newest prune; undefined if there is none. */
  findSnapshot(number?: number): SnapshotOfWindow | undefined {
    return this.#guest.call((window) => answerOf(window.findSnapshot(number, undefined))).snapshots[0];
  }

  /** Simulates a prune with another budget: returns the snapshot that it would make, with the number 0. Changes nothing. */
  whatIf(maxTokens: number): SnapshotOfWindow {
    return this.#guest.call((window) => window.whatIf(maxTokens, this.#now()));
  }

  /** Compares two snapshots by number: parts that are in only one of them, or pruned in only one. Default of `newer`: the newest. */
  compareSnapshots(older: number, newer?: number): SnapshotComparison {
    return this.#guest.call((window) => answerOf(window.compareSnapshots(older, newer, undefined)));
  }

  /** Returns the edits of the original messages as of a snapshot. Changes nothing. */
  recoverSnapshot(number: number): RecoveredWindow {
    return this.#guest.call((window) => answerOf(window.recoverSnapshot(number, undefined)));
  }

  /** Learnings from pruned parts, newest first, at most `limit`, 1 to 1,000. Default: 100. */
  learnings(options: { limit?: number | undefined } = {}): LearningPage {
    known(options, ["limit"]);
    const { limit = N_LEARNINGS } = options;
    return this.#guest.call((window) => answerOf(window.learnings(limit, undefined)));
  }

  #now(): bigint {
    return timeOf(this.#clock);
  }
}
