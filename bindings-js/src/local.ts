// An engine in this thread: an instance of the component, and the store of the index.

import { ask } from "./ask.js";
import type { Engine } from "./engine.js";
import { ScrubjayError, createError, invalidError } from "./errors.js";
import { type Listing, UNBOUNDED } from "./files/files.js";
import { placeOf, withPathsInside } from "./files/inside.js";
import { Scope } from "./files/scope.js";
import { Spans } from "./files/spans.js";
import { listFrom, readFrom } from "./files/given.js";
import type { Anchor, Purpose, ToolAnswer } from "./generated/types.js";
import type { Instance } from "./guest/guest.js";
import { BoundsSource } from "./index/bounds.js";
import { type Extent, extentOf } from "./index/extent.js";
import { Freshness } from "./index/fresh.js";
import type { IndexOptions, Indexing } from "./index/options.js";
import type { Indexed } from "./index/report.js";
import { runIndex } from "./index/run.js";
import { Live, MAX_TRIES } from "./live.js";
import { CALLS, type QuestionName, type Questions } from "./questions.js";
import { Queue } from "./queue.js";
import type { RecordsEngine } from "./records/engine.js";
import { remember } from "./records/notes.js";
import type { RecordInput, StepName, Steps } from "./records/steps.js";
import { identityOf, withStoreErrors } from "./store/fault.js";
import type { Begun, Store } from "./store/store.js";
import { type CalledTool, type ToolHost, runTool } from "./tools/run.js";

/** The prefixes of questions about records. */
const RECORD_PREFIXES = ["records.", "episodes.", "recall.", "session.", "delivery."];
/** The prefixes of questions that depend on the content of files. */
const CODE_PREFIXES = ["graph.", "prepare."];

/** The most attempts at a question if the store is written meanwhile. A commit changes the store three times, milliseconds apart. */
const MAX_STALE_TRIES = 20;

/** How many milliseconds a run waits for another process's run. The first run on a large repository takes minutes. */
const MAX_WAIT = 600_000;

/** The parts that a memory in this thread consists of. */
export interface LocalParts extends Indexing {
  /** The records, which have a store of their own. */
  records: RecordsEngine;
  /** Whether a question about code first indexes files that changed, if they are few. */
  fresh?: boolean | undefined;
  /** How many milliseconds a run waits for another writer if its options do not say. */
  wait?: number | undefined;
}

/** Carries out calls about code in this thread, one at a time. Calls about records have a queue of their own. */
export class LocalEngine implements Engine {
  readonly #parts: LocalParts;
  readonly #live: Live;
  readonly #boundsSource: BoundsSource;
  readonly #queue = new Queue();
  readonly #freshness: Freshness | undefined;
  /** An instance for calls that need no memory. */
  #spareInstance: Instance | undefined;
  #closing: Promise<void> | undefined;

  constructor(parts: LocalParts) {
    this.#parts = parts;
    this.#live = new Live(() => parts.platform.core());
    this.#boundsSource = new BoundsSource(parts.store, this.#live, parts.purpose === "reading" ? undefined : parts.exclude);
    if (parts.fresh) this.#freshness = new Freshness(parts, this.#boundsSource, (options) => this.#index(options));
  }

  get purpose(): Purpose {
    return this.#parts.purpose;
  }

  get nChanged(): number | undefined {
    return this.#freshness?.nChanged;
  }

  async ask<N extends QuestionName>(name: N, given: Questions[N][0], signal?: AbortSignal): Promise<Questions[N][1]> {
    const question = withPathsInside(name, given, this.#parts.shownPath);
    if (RECORD_PREFIXES.some((begin) => name.startsWith(begin))) return this.#parts.records.ask(name, question, signal);
    const askedAt = performance.now();
    return this.#run(async () => {
      if (CODE_PREFIXES.some((begin) => name.startsWith(begin))) await this.#freshness?.renew(askedAt, signal);
      return this.#ask(name, question, signal);
    }, signal);
  }

  async callTool(called: CalledTool, signal?: AbortSignal): Promise<Pick<ToolAnswer, "text" | "fault">> {
    const instance = this.#spareInstance?.isUsable ? this.#spareInstance : (this.#spareInstance = await this.#live.newEmptyInstance());
    const host: ToolHost = {
      ask: (name, question) => this.ask(name, question as never, signal),
      place: (typed) => placeOf(typed, this.#parts.shownPath),
      extent: () => this.extent(signal),
      remember: ({ text, at, channel }) => remember(this, text, { at, channel, origin: "agent", signal }, true),
      update: ({ id, text }) => this.change("records.update", { id, says: { text, metadata: "" } }, signal),
      forget: (id) => this.change("forget", { chosen: { ids: [id] }, dryRun: false }, signal),
      restore: () => Promise.reject(invalidError("tool", "`restore` is a tool of a window: `tools` with the option `window` gives it")),
    };
    return runTool(instance, host, called);
  }

  index(options: IndexOptions): Promise<Indexed> {
    return this.#run(() => this.#index(options), options.signal, true);
  }

  extent(signal?: AbortSignal): Promise<Extent> {
    return this.#run(() => retrying(async () => extentOf(this.#parts.store)), signal);
  }

  async list(signal?: AbortSignal): Promise<Listing> {
    if (this.#closing !== undefined) throw createError("closed", undefined, "the memory is closed");
    // If the store cannot be read, the next run rebuilds it.
    const { bounds } = await this.#boundsSource.current().catch(() => ({ bounds: UNBOUNDED }));
    return listFrom(this.#parts.files, Scope.all(), bounds, signal);
  }

  async change<N extends StepName>(name: N, given: Steps[N][0], signal?: AbortSignal): Promise<Steps[N][1]> {
    const stepInput = name === "record" ? await this.#withAnchors(given as RecordInput) : given;
    return this.#parts.records.change(name, stepInput as Steps[N][0], signal);
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    const recordsClosed = this.#parts.records.close();
    await this.#queue.run(async () => withStoreErrors(() => this.#parts.store.close()));
    await recordsClosed;
  }

  /** Adds to an event the anchors of the files that it refers to, with their current hashes. */
  async #withAnchors(input: RecordInput): Promise<RecordInput> {
    if ("lines" in input || input.at.length === 0) return input;
    const anchors = await Promise.all(input.at.map((path) => this.#anchor(path)));
    return { event: { ...input.event, anchors }, at: [] };
  }

  /** The anchor of a file's current content. If it cannot be read, the hash is empty. */
  async #anchor(callerPath: string): Promise<Anchor> {
    const { files, shownPath, platform } = this.#parts;
    const path = shownPath === undefined ? callerPath : shownPath(callerPath);
    const bytes = await readFrom(files, path).catch(() => undefined);
    const hash = bytes instanceof Uint8Array ? await platform.hash(bytes) : [];
    return { path, symbol: "", hash: Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join(""), commit: "" };
  }

  /** Queues a call. A call with `stopsItself` reacts to the signal itself, and is awaited after a cancellation. */
  async #run<T>(call: () => Promise<T>, signal: AbortSignal | undefined, stopsItself = false): Promise<T> {
    if (this.#closing !== undefined) throw createError("closed", undefined, "the memory is closed");
    return this.#queue.run(call, signal, stopsItself);
  }

  /** Makes an index run. If the store supports it, other writers are excluded meanwhile. */
  async #index(options: IndexOptions): Promise<Indexed> {
    const { store, purpose } = this.#parts;
    if (purpose === "reading") throw createError("read_only", undefined, "the memory was opened for reading");
    const { wait = this.#parts.wait ?? MAX_WAIT, signal, onProgress } = options;
    const begun = await store.begin?.({ wait, signal, waiting: (pid) => onProgress?.({ stage: "waiting", pid }) });
    try {
      if (begun?.exclude !== undefined) this.#boundsSource.keepStoredPatterns(begun.exclude);
      if (begun?.wasChecked) this.#parts.mends = true;
      this.#live.dropUnless(identityOf(store));
      const indexed = await runIndex(this.#parts, this.#live, this.#boundsSource, options).catch((error: unknown) => this.#runAgain(error, begun, options));
      this.#boundsSource.forgetCallerPatterns();
      return begun?.remade === undefined ? indexed : { ...indexed, remade: begun.remade };
    } finally {
      // Commits are durable already. If closing fails, the next opening reports it.
      try {
        store.end?.();
      } catch {}
    }
  }

  /**
   * Rebuilds the store and runs once more, if the run found the store damaged, the store can be rebuilt, and it was not
   * rebuilt when the run began. Otherwise rethrows the error.
   */
  async #runAgain(error: unknown, begun: Begun | undefined, options: IndexOptions): Promise<Indexed> {
    const { store } = this.#parts;
    const canRebuild = error instanceof ScrubjayError && error.code === "damaged" && begun !== undefined && begun.remade === undefined;
    if (!canRebuild || store.makeAgain === undefined) throw error;
    store.makeAgain();
    this.#live.dropUnless(identityOf(store));
    this.#parts.mends = false;
    return { ...(await runIndex(this.#parts, this.#live, this.#boundsSource, options)), remade: "damaged" };
  }

  /** Asks a question. Retries if the store was written meanwhile or the component trapped. */
  async #ask<N extends QuestionName>(name: N, question: Questions[N][0], signal?: AbortSignal): Promise<Questions[N][1]> {
    const { store, files, platform } = this.#parts;
    return retrying(async () => {
      const sources = { store, spans: new Spans(files, platform) };
      const opened = await this.#live.open(sources, "reading");
      try {
        const { instance } = opened;
        return await ask(instance, sources, (exports, resumed) => CALLS[name](exports, question, resumed), signal);
      } catch (error) {
        throw explainedIfPartial(error, store);
      } finally {
        this.#live.keep(opened);
      }
    });
  }
}

/** Adds to the error for an unknown name that the index is incomplete, if it is. Returns all other errors unchanged. */
function explainedIfPartial(error: unknown, store: Store): unknown {
  if (!(error instanceof ScrubjayError) || error.code !== "unknown" || extentOf(store) !== "part") return error;
  const { details, message } = error as ScrubjayError<"unknown">;
  return createError("unknown", details, `${message}; only a part of the files is indexed: index() completes it`, { cause: error });
}

/** Makes a call, and repeats it if it fails with an error that may pass. */
async function retrying<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await call();
    } catch (error) {
      if (!isWorthAnotherTry(error, tries)) throw error;
    }
  }
}

/** Whether a question that failed this many times is worth a retry. */
function isWorthAnotherTry(error: unknown, tries: number): boolean {
  const code = error instanceof ScrubjayError ? error.code : undefined;
  return (code === "component" && tries < MAX_TRIES) || (code === "stale" && tries < MAX_STALE_TRIES);
}
