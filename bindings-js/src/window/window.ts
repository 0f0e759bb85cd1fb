// A conversation under a budget: the object that `openWindow` returns.
//
// The caller keeps its messages; `fit` pushes what is new, and gives them back as they are to be sent. Nothing is waited for: every call
// is made in this thread. Not here: who decides what is pruned (the component).

import { failure, invalid } from "../errors.js";
import type { Explanation, LearningPage, MessageFormat, RecoveredWindow, Restored, SnapshotComparison, SnapshotOfWindow, SnapshotPage, VisibleItem, WindowOpened } from "../generated/types.js";
import { numbers } from "../numbers.js";
import { known } from "../options.js";
import { KnownMessages, type PlacedMessages, copies } from "./changes.js";
import type { WindowGuest } from "./guest.js";
import { type Edit, type Part, type PrunedParts, type PushedParts, itemsOf, prunedParts } from "./parts.js";
import { type FitOptions, type Fitted, N_LEARNINGS, N_SNAPSHOTS, type Standing, fitted, pruning, relevances, timeOf, tokensOf } from "./options.js";

/** What of a reply is no question: a window without a store never asks. */
function done<T>(reply: { tag: "done"; val: T } | { tag: "ask" }): T {
  if (reply.tag === "ask") throw failure("component", undefined, "the component asked for rows that no store has");
  return reply.val;
}

/** A conversation under a budget. */
export class Window {
  readonly #guest: WindowGuest;
  readonly #clock: () => number;
  readonly #known: KnownMessages;
  #last: Fitted | undefined;

  /** Created by `openWindow`. */
  constructor(guest: WindowGuest, clock: () => number, isImmutable: boolean) {
    [this.#guest, this.#clock, this.#known] = [guest, clock, new KnownMessages(isImmutable)];
  }

  /** The result of opening: the prunes of a window that was saved. */
  get opened(): WindowOpened {
    return this.#guest.opened;
  }

  /** The result of the last `fit`. */
  get last(): Fitted | undefined {
    return this.#last;
  }

  /**
   * The messages as they are to be sent: pruned where the budget demands it, or where a cold prompt cache makes it cheap. Called with
   * the whole conversation before each request. The caller's messages are never changed, and what is not pruned is the same object in
   * the result; a message that was changed since it was last fitted is noticed, except where `immutable` says that none is. Messages
   * are what their format has, or objects whose `toJSON` gives that. Where the most tokens cannot be met, `FloorError` names what could
   * be, unless `onFloor` says that what stays is sent.
   */
  fit<M>(messages: readonly M[], format: MessageFormat, options?: FitOptions): M[] {
    return this.fitWithPlaces(messages, format, options).messages;
  }

  /**
   * As `fit`, for who has to know which message of the result is which of the given ones: where messages leave whole, the result is
   * shorter, and a message stands at another place in it.
   */
  fitWithPlaces<M>(messages: readonly M[], format: MessageFormat, options?: FitOptions): PlacedMessages<M> {
    const prune = pruning(options);
    if (!Array.isArray(messages)) throw invalid("messages", "not a list");
    const nPushed = this.#push(messages, format);
    const now = this.#now();
    const pruned = this.#guest.change((window) => done(window[prune](now, undefined)), ({ nPruned }) => nPruned > 0);
    this.#last = fitted(pruned, nPushed);
    return this.#known.apply(messages, pruned.edits);
  }

  /** Pushes what the component does not have; gives how many messages that were. */
  #push(messages: readonly unknown[], format: MessageFormat): number {
    const { pushed } = this.#guest;
    const isOther = format !== this.#guest.format && pushed.length > 0;
    const same = this.#known.firstChanged(isOther ? [] : pushed, messages);
    if (same === messages.length && same === pushed.length) return 0;
    if (messages.length === 0) {
      this.#guest.clear();
      return 0;
    }
    // That messages are gone from the end is known by those before them.
    const first = Math.min(same, messages.length - 1);
    const made = copies(messages, first);
    this.#guest.push(format, made, first, this.#now());
    return made.length;
  }

  /**
   * For messages of no known format: takes their parts in, new ones, or from a message on that was pushed before. After it, `prune` gives
   * the edits. Where the component fails, the parts are to be pushed again.
   */
  push(items: readonly Part[]): PushedParts {
    const made = itemsOf(items, this.#now());
    return numbers(this.#guest.pushOwn((window) => window.push(made)));
  }

  /** The same for the JSON of a list of messages, of which the first has the number `first`, or of a request. */
  pushMessages(format: MessageFormat, messages: string, first = 0): PushedParts {
    return numbers(this.#guest.pushOwn((window) => window.pushMessages(format, messages, first, this.#now())));
  }

  /** Prunes what was pushed, where the budget demands it or a cold prompt cache makes it cheap; all edits in any case. */
  prune(options?: FitOptions): PrunedParts {
    const [prune, now] = [pruning(options), this.#now()];
    return prunedParts(this.#guest.change((window) => done(window[prune](now, undefined)), ({ nPruned }) => nPruned > 0));
  }

  /** The JSON of messages with edits made: what is not edited keeps its letters. */
  editMessages(messages: string, edits: readonly Edit[], first = 0): string {
    return this.#guest.call((window) => window.editMessages(messages, first, edits as Edit[]));
  }

  /** The content of a part, pruned or not: its text, and the JSON of its value. To have it back in the conversation, append it. */
  restore(id: string): Restored {
    return this.#guest.call((window) => done(window.restore(id, this.#now(), undefined)));
  }

  /** Holds the total to what the provider counted: the input tokens of the request that was fitted last, cached ones included. */
  reportUsage(inputTokens: number): void {
    const tokens = tokensOf(inputTokens);
    this.#guest.call((window) => window.reportUsage(tokens));
  }

  /** All that the window keeps, for `openWindow`: prunes, snapshots, what can be restored. Not the messages, which are fitted again. */
  save(): Uint8Array {
    return this.#guest.call((window) => window.save());
  }

  /** The newest part whose text is this, as long as it can be read in the conversation as it is edited. */
  alreadyVisible(text: string): VisibleItem | undefined {
    return this.#guest.call((window) => window.alreadyVisible(text));
  }

  /** How relevant something else holds parts, by their ids, 0 to 1: at most 10,000. Unknown ids are ignored. */
  setRelevance(relevance: Readonly<Record<string, number>>): void {
    const list = relevances(relevance);
    this.#guest.call((window) => window.setRelevance(list));
  }

  /** Pins parts, which then never leave, or lets go of them. */
  pin(ids: readonly string[], isPinned = true): void {
    this.#guest.change((window) => done(window.pin(ids as string[], isPinned, this.#now(), undefined)));
  }

  /** Says which task the conversation is about from now on; empty: none. Makes a snapshot. */
  setTask(task: string): void {
    this.#guest.change((window) => done(window.setTask(task, this.#now(), undefined)));
  }

  /** Makes a snapshot. */
  snapshot(): void {
    this.#guest.change((window) => done(window.snapshot(this.#now(), undefined)));
  }

  /** Ends the window: nothing of it can be restored. */
  end(): void {
    this.#guest.change((window) => done(window.end(this.#now(), undefined)));
    this.#guest.clear();
    this.#known.forget(0);
  }

  /** How the window stands. */
  status(): Standing {
    return numbers(this.#guest.call((window) => window.status()));
  }

  /** Snapshots, newest first: up to `limit`, 1 to 100, before a number. Default: the newest 20. */
  snapshots(options: { limit?: number | undefined; before?: number | undefined } = {}): SnapshotPage {
    known(options, ["limit", "before"]);
    const { limit = N_SNAPSHOTS, before = 0 } = options;
    return this.#guest.call((window) => done(window.snapshots(limit, before, undefined)));
  }

  /** The judgement of a part in the newest snapshot that has one: its value, what that consists of, and what became of it. */
  explain(id: string): Explanation | undefined {
    return this.#guest.call((window) => done(window.explain(id, undefined))).explanation;
  }

  /** The snapshot of a number, or of the newest prune. */
  findSnapshot(number?: number): SnapshotOfWindow | undefined {
    return this.#guest.call((window) => done(window.findSnapshot(number, undefined))).snapshots[0];
  }

  /** What a prune would do now if the most tokens were these, as the snapshot that it would make, with the number 0. Nothing is changed. */
  whatIf(maxTokens: number): SnapshotOfWindow {
    return this.#guest.call((window) => window.whatIf(maxTokens, this.#now()));
  }

  /** Which parts left or came between two snapshots; without a second number the newest one. */
  compareSnapshots(older: number, newer?: number): SnapshotComparison {
    return this.#guest.call((window) => done(window.compareSnapshots(older, newer, undefined)));
  }

  /** The edits as they were at a snapshot, of the messages as they were given. The window stays as it is. */
  recoverSnapshot(number: number): RecoveredWindow {
    return this.#guest.call((window) => done(window.recoverSnapshot(number, undefined)));
  }

  /** What the parts taught that were pruned, newest first, up to `limit`, 1 to 1,000. Default: 100. */
  learnings(options: { limit?: number | undefined } = {}): LearningPage {
    known(options, ["limit"]);
    const { limit = N_LEARNINGS } = options;
    return this.#guest.call((window) => done(window.learnings(limit, undefined)));
  }

  #now(): bigint {
    return timeOf(this.#clock);
  }
}
