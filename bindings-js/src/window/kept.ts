// A window that is stored in a memory's file, in Node: what it prunes is durable before messages are returned, and other processes can
// continue it.
//
// Each call is a turn of the store. If a change was not committed, or another process has changed the window, the instance is dropped: a
// new one is opened from the store, and the messages are pushed to it again. Not here: turns (`records/`).

import { type Reply, type Sources, ask } from "../ask.js";
import { ScrubjayError, invalidError } from "../errors.js";
import { bindWindows } from "../generated/windows.js";
import type { Effects, Explanation, LearningPage, MessageFormat, Pushed, RecoveredWindow, Restored, Resumed, SnapshotComparison, SnapshotOfWindow, SnapshotPage, VisibleItem, WindowCalls, WindowOpened, WindowOwner, WindowSettings } from "../generated/types.js";
import { Running } from "../guest/running.js";
import { numbers } from "../numbers.js";
import { known } from "../options.js";
import { Queue } from "../queue.js";
import type { TurnPurpose, RecordsEngine } from "../records/engine.js";
import type { Module } from "../shapes.js";
import { generationOf } from "../store/fault.js";
import { KnownMessages, type PlacedMessages, copyMessages } from "./changes.js";
import { slices } from "./guest.js";
import type { Json } from "./json.js";
import { type FitOptions, type Fitted, N_LEARNINGS, N_SNAPSHOTS, type Standing, fittedOf, pruneFunction, relevances, timeOf, tokensToBigInt } from "./options.js";
import { type Edit, type Part, type PrunedParts, type PushedParts, itemsOf, prunedParts } from "./parts.js";

/** The most attempts at a call that traps. */
const MAX_TRAPS = 3;
/** The most attempts at a change if other processes change the window meanwhile. */
const MAX_TRIES = 10;

type WindowExports = { readonly window: WindowCalls };
type DirectPush = (window: WindowCalls) => Pushed;
type Question<T> = (window: WindowCalls, resumed: Resumed | undefined) => Reply<T>;

export interface KeptWindowSetup {
  module: Module;
  records: RecordsEngine;
  owner: WindowOwner;
  settings: WindowSettings;
  now: () => number;
  isImmutable: boolean;
}

/** A conversation under a budget, stored in a memory's file. */
export class KeptWindow {
  readonly #setup: KeptWindowSetup;
  readonly #known: KnownMessages;
  /** Runs one call at a time, because a change may take two turns of the store. */
  readonly #queue = new Queue();
  #running: Running<WindowExports> | undefined;
  /** Whether the instance has made a change that is not committed. */
  #isAhead = false;
  #opened: WindowOpened = { nPrunes: 0, nPruned: 0, isKnown: false };
  #pushed: Json[] = [];
  #format: MessageFormat = "anthropic";
  /** The caller's direct pushes, which are repeated for each new instance. */
  #directPushes: DirectPush[] = [];
  #lastFit: Fitted | undefined;

  /** Created by `openWindow`. */
  constructor(setup: KeptWindowSetup) {
    [this.#setup, this.#known] = [setup, new KnownMessages(setup.isImmutable)];
  }

  /** The result of the last opening: the prunes of earlier use that it found in the store. */
  get opened(): WindowOpened {
    return this.#opened;
  }

  /** The result of the last `fit`; undefined before the first. */
  get last(): Fitted | undefined {
    return this.#lastFit;
  }

  /** Opens the window for changes. Otherwise the first call opens it. */
  async open(): Promise<void> {
    await this.#read(async () => undefined, "changing");
  }

  /** Like `Window.fit`, asynchronously. */
  async fit<M>(messages: readonly M[], format: MessageFormat, options?: FitOptions): Promise<M[]> {
    return (await this.fitWithPlaces(messages, format, options)).messages;
  }

  /** Like `Window.fitWithPlaces`, asynchronously. */
  async fitWithPlaces<M>(messages: readonly M[], format: MessageFormat, options?: FitOptions): Promise<PlacedMessages<M>> {
    const prune = pruneFunction(options);
    if (!Array.isArray(messages)) throw invalidError("messages", "not a list");
    if (messages.length === 0 || this.#directPushes.length > 0) this.#forget();
    const now = this.#now();
    let nPushed = 0;
    const push = (running: Running<WindowExports>) => {
      nPushed = this.#push(running, messages, format, now);
    };
    const pruned = await this.#change((window, resumed) => window[prune](now, resumed), push);
    this.#lastFit = fittedOf(pruned, nPushed);
    return this.#known.apply(messages, pruned.edits);
  }

  /**
   * Like `Window.push`, asynchronously. Replaces messages that were fitted before. The parts are kept until the window is closed, to be pushed
   * again if another process changed the window.
   */
  async push(items: readonly Part[]): Promise<PushedParts> {
    const newItems = itemsOf(items, this.#now());
    return this.#pushDirectly((window) => window.push(newItems));
  }

  /** Like `Window.pushMessages`, asynchronously. */
  async pushMessages(format: MessageFormat, messages: string, first = 0): Promise<PushedParts> {
    const now = this.#now();
    return this.#pushDirectly((window) => window.pushMessages(format, messages, first, now));
  }

  /** Like `Window.prune`, asynchronously. What was pruned is durable before the edits are returned. */
  async prune(): Promise<PrunedParts> {
    const now = this.#now();
    return prunedParts(await this.#change((window, resumed) => window.prune(now, resumed)));
  }

  /** Like `Window.editMessages`, asynchronously. */
  async editMessages(messages: string, edits: readonly Edit[], first = 0): Promise<string> {
    return this.#read(async (running) => running.call(({ window }) => window.editMessages(messages, first, edits as Edit[])));
  }

  /** Like `Window.restore`, asynchronously. */
  async restore(id: string): Promise<Restored> {
    const now = this.#now();
    return this.#ask((window, resumed) => window.restore(id, now, resumed));
  }

  /** Like `Window.reportUsage`, asynchronously. */
  async reportUsage(inputTokens: number): Promise<void> {
    const tokens = tokensToBigInt(inputTokens);
    await this.#read(async (running) => running.call(({ window }) => window.reportUsage(tokens)));
  }

  /** Like `Window.alreadyVisible`, asynchronously. */
  async alreadyVisible(text: string): Promise<VisibleItem | undefined> {
    return this.#read(async (running) => running.call(({ window }) => window.alreadyVisible(text)));
  }

  /** Like `Window.setRelevance`, asynchronously. */
  async setRelevance(relevance: Readonly<Record<string, number>>): Promise<void> {
    const list = relevances(relevance);
    await this.#read(async (running) => running.call(({ window }) => window.setRelevance(list)));
  }

  /** Like `Window.pin`, asynchronously. */
  async pin(ids: readonly string[], isPinned = true): Promise<void> {
    const now = this.#now();
    await this.#change((window, resumed) => window.pin(ids as string[], isPinned, now, resumed));
  }

  /** Like `Window.setTask`, asynchronously. */
  async setTask(task: string): Promise<void> {
    const now = this.#now();
    await this.#change((window, resumed) => window.setTask(task, now, resumed));
  }

  /** Like `Window.snapshot`, asynchronously. */
  async snapshot(): Promise<void> {
    const now = this.#now();
    await this.#change((window, resumed) => window.snapshot(now, resumed));
  }

  /** Ends the window for good: nothing of it can be restored. Its learnings stay in the store. */
  async end(): Promise<void> {
    const now = this.#now();
    await this.#change((window, resumed) => window.end(now, resumed));
    this.#forget();
  }

  /** The current status of the window, such as its tokens and prunes. */
  async status(): Promise<Standing> {
    return numbers(await this.#read(async (running) => running.call(({ window }) => window.status())));
  }

  /** Like `Window.snapshots`, asynchronously. */
  async snapshots(options: { limit?: number | undefined; before?: number | undefined } = {}): Promise<SnapshotPage> {
    known(options, ["limit", "before"]);
    const { limit = N_SNAPSHOTS, before = 0 } = options;
    return await this.#ask((window, resumed) => window.snapshots(limit, before, resumed));
  }

  /** Like `Window.explain`, asynchronously. */
  async explain(id: string): Promise<Explanation | undefined> {
    return (await this.#ask((window, resumed) => window.explain(id, resumed))).explanation;
  }

  /** Like `Window.findSnapshot`, asynchronously. */
  async findSnapshot(number?: number): Promise<SnapshotOfWindow | undefined> {
    return (await this.#ask((window, resumed) => window.findSnapshot(number, resumed))).snapshots[0];
  }

  /** Like `Window.whatIf`, asynchronously. */
  async whatIf(maxTokens: number): Promise<SnapshotOfWindow> {
    const now = this.#now();
    return await this.#read(async (running) => running.call(({ window }) => window.whatIf(maxTokens, now)));
  }

  /** Like `Window.compareSnapshots`, asynchronously. */
  async compareSnapshots(older: number, newer?: number): Promise<SnapshotComparison> {
    return await this.#ask((window, resumed) => window.compareSnapshots(older, newer, resumed));
  }

  /** Like `Window.recoverSnapshot`, asynchronously. */
  async recoverSnapshot(number: number): Promise<RecoveredWindow> {
    return await this.#ask((window, resumed) => window.recoverSnapshot(number, resumed));
  }

  /** Like `Window.learnings`, asynchronously. */
  async learnings(options: { limit?: number | undefined } = {}): Promise<LearningPage> {
    known(options, ["limit"]);
    const { limit = N_LEARNINGS } = options;
    return await this.#ask((window, resumed) => window.learnings(limit, resumed));
  }

  /** Closes the window, after the earlier calls. */
  async close(): Promise<void> {
    await this.#queue.run(() => this.#setup.records.close());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #ask<T>(question: Question<T>): Promise<T> {
    return this.#read((running, sources) => ask(running, sources, ({ window }, resumed) => question(window, resumed)));
  }

  #read<T>(operation: (running: Running<WindowExports>, sources: Sources) => Promise<T>, purpose: TurnPurpose = "reading"): Promise<T> {
    return this.#queuedWithRetries(() => this.#setup.records.turn(async (sources) => operation(await this.#readyInstance(sources), sources), purpose));
  }

  /** Makes a change, and commits it before returning its answer. The first change that writes creates the store. */
  #change<T extends { effects: Effects }>(question: Question<T>, prepare: (running: Running<WindowExports>) => void = () => undefined): Promise<T> {
    const attempt = (earlier?: T) =>
      this.#setup.records.turn(async (sources, commit) => {
        const isStillValid = earlier !== undefined && this.#isAhead && generationOf(sources.store) === earlier.effects.fromGeneration;
        const done = isStillValid ? earlier : await this.#askPrepared(sources, question, prepare);
        const { puts, deletes } = done.effects;
        // If committing fails, the instance is ahead of the store, and the next call drops it.
        this.#isAhead = puts.length + deletes.length > 0;
        if (this.#isAhead && commit !== undefined) {
          await commit(done.effects);
          this.#isAhead = false;
        }
        return { done, isKept: !this.#isAhead };
      }, earlier === undefined ? "changing" : "making");
    return this.#queuedWithRetries(async () => {
      const firstOutcome = await attempt();
      return firstOutcome.isKept ? firstOutcome.done : (await attempt(firstOutcome.done)).done;
    });
  }

  async #askPrepared<T>(sources: Sources, question: Question<T>, prepare: (running: Running<WindowExports>) => void): Promise<T> {
    const running = await this.#readyInstance(sources);
    prepare(running);
    return ask(running, sources, ({ window }, resumed) => question(window, resumed));
  }

  /** Queues a call. If it traps, or another process has changed the window, retries it in a new instance. */
  #queuedWithRetries<T>(operation: () => Promise<T>): Promise<T> {
    return this.#queue.run(() => this.#withRetries(operation));
  }

  async #withRetries<T>(operation: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await operation();
      } catch (error) {
        const code = error instanceof ScrubjayError ? error.code : undefined;
        const isRetryable = code === "conflict" || code === "component" || code === "stale";
        if (isRetryable || this.#running?.isUsable !== true) this.#drop();
        if (!isRetryable || tries === (code === "conflict" ? MAX_TRIES : MAX_TRAPS)) throw error;
      }
    }
  }

  /** The instance at the store's generation, with all messages pushed; opens a new one if needed. */
  async #readyInstance(sources: Sources): Promise<Running<WindowExports>> {
    const { module, owner, records, settings } = this.#setup;
    const generation = generationOf(sources.store);
    if (this.#isAhead) this.#drop();
    if (this.#running !== undefined) {
      this.#running.call(({ window }) => window.at(generation));
      return this.#running;
    }
    const running = new Running<WindowExports>(module, bindWindows);
    this.#opened = await ask(running, sources, ({ window }, resumed) => window.open(owner, settings, records.secrets, generation, resumed));
    for (const { from, json } of slices(this.#pushed)) {
      running.call(({ window }) => window.pushMessages(this.#format, json, from, this.#now()));
    }
    for (const directPush of this.#directPushes) running.call(({ window }) => directPush(window));
    this.#running = running;
    return running;
  }

  async #pushDirectly(push: DirectPush): Promise<PushedParts> {
    if (this.#pushed.length > 0) this.#forget();
    const pushed = await this.#read(async (running) => running.call(({ window }) => push(window)));
    this.#directPushes.push(push);
    return numbers(pushed);
  }

  #drop(): void {
    this.#running = undefined;
    this.#isAhead = false;
  }

  /** Forgets all messages and directly pushed parts, and drops the instance that has them. */
  #forget(): void {
    this.#pushed = [];
    this.#directPushes = [];
    this.#known.forget(0);
    this.#drop();
  }

  #push(running: Running<WindowExports>, messages: readonly unknown[], format: MessageFormat, now: bigint): number {
    const nSame = this.#known.firstChanged(format === this.#format ? this.#pushed : [], messages);
    if (nSame === messages.length && nSame === this.#pushed.length) return 0;
    // If messages were removed from the end, the last remaining one is pushed again, by which the component notices.
    const first = Math.min(nSame, messages.length - 1);
    const copies = copyMessages(messages, first);
    for (const { from, to, json } of slices(copies)) {
      running.call(({ window }) => window.pushMessages(format, json, first + from, now));
      this.#format = format;
      this.#pushed = [...this.#pushed.slice(0, first + from), ...copies.slice(from, to)];
    }
    return copies.length;
  }

  #now(): bigint {
    return timeOf(this.#setup.now);
  }
}
