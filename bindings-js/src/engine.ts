// What stands behind a memory: here, an instance of the component in this very thread; elsewhere, a worker that has one.

import { ask } from "./ask.js";
import { ScrubjayError, failure } from "./errors.js";
import type { FileSource, Listing } from "./files/files.js";
import { listFrom } from "./files/given.js";
import { Scope } from "./files/scope.js";
import { Spans } from "./files/spans.js";
import type { Purpose } from "./generated/types.js";
import { type Extent, extentOf } from "./index/extent.js";
import type { Indexed, Progress } from "./index/report.js";
import { runIndex } from "./index/run.js";
import { Live, MOST_TRIES } from "./live.js";
import type { Platform } from "./platform.js";
import { CALLS, type QuestionName, type Questions } from "./questions.js";
import { Queue } from "./queue.js";
import { storing } from "./store/fault.js";
import type { Store } from "./store/store.js";

/** How often a question is asked whose store is written meanwhile: a commit alters it three times, some milliseconds apart. */
const MOST_STALE = 20;

/** How an index run is followed and stopped. */
export interface IndexOptions {
  /**
   * Only these files and folders: what an editor has just written, or a watcher hinted at. Their paths are those that answers have; in
   * Node whole ones too.
   * Everything else is taken to be as it was, and the report counts only what lies there. All where it is left out.
   * The first run after `check`, or of another release than the last one, is a run of all.
   */
  paths?: readonly string[] | undefined;
  /** Told how far the work is, often. */
  onProgress?: ((progress: Progress) => void) | undefined;
  /** Stops it; what was taken in until then stays, and the next run goes on from there. */
  signal?: AbortSignal | undefined;
}

/** Answers questions, takes files in. */
export interface Engine {
  ask<N extends QuestionName>(name: N, question: Questions[N][0], signal?: AbortSignal): Promise<Questions[N][1]>;
  index(options: IndexOptions): Promise<Indexed>;
  /** How much of the files the store answers for. */
  extent(signal?: AbortSignal): Promise<Extent>;
  /** The files as they are now. */
  list(signal?: AbortSignal): Promise<Listing>;
  close(): Promise<void>;
}

/** What a memory in this thread is made of. */
export interface Parts {
  platform: Platform;
  files: FileSource;
  /** The path that answers have for one that is hinted at, where the files' source takes several for one file. */
  named?: ((path: string) => string) | undefined;
  store: Store;
  purpose: Purpose;
  /** The next index run reads every row, and makes those again that are damaged. */
  mend?: boolean | undefined;
}

/** An engine in this thread. */
export class LocalEngine implements Engine {
  readonly #parts: Parts;
  readonly #live: Live;
  readonly #queue = new Queue();
  #closing: Promise<void> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#live = new Live(() => parts.platform.core());
  }

  ask<N extends QuestionName>(name: N, question: Questions[N][0], signal?: AbortSignal): Promise<Questions[N][1]> {
    return this.#run(() => this.#ask(name, question, signal), signal);
  }

  index(options: IndexOptions): Promise<Indexed> {
    return this.#run(() => this.#index(options), options.signal, true);
  }

  extent(signal?: AbortSignal): Promise<Extent> {
    return this.#run(() => again(async () => extentOf(this.#parts.store)), signal);
  }

  async list(signal?: AbortSignal): Promise<Listing> {
    if (this.#closing !== undefined) throw failure("closed", undefined, "the memory is closed");
    return listFrom(this.#parts.files, Scope.all(), signal);
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#queue.run(async () => storing(() => this.#parts.store.close())));
  }

  /** One call after the other. One that `stops` by itself keeps what it did, and is waited for. */
  async #run<T>(call: () => Promise<T>, signal: AbortSignal | undefined, stops = false): Promise<T> {
    if (this.#closing !== undefined) throw failure("closed", undefined, "the memory is closed");
    return this.#queue.run(call, signal, stops);
  }

  /** A run, after which the store rests, however it ended. */
  async #index(options: IndexOptions): Promise<Indexed> {
    const { store } = this.#parts;
    try {
      return await runIndex(this.#parts, this.#live, options);
    } finally {
      // What was committed is committed: a store that cannot rest says so when it is written or closed.
      try {
        store.rest?.();
      } catch {}
    }
  }

  /** Asks, and asks again where the store was written meanwhile or the component stopped. */
  async #ask<N extends QuestionName>(name: N, question: Questions[N][0], signal?: AbortSignal): Promise<Questions[N][1]> {
    const { store, files, platform } = this.#parts;
    return again(async () => {
      const sources = { store, spans: new Spans(files, platform) };
      const opened = await this.#live.at(sources, "reading");
      try {
        const { instance } = opened;
        return await ask(instance, sources, (exports, resumed) => CALLS[name](exports, question, resumed), signal);
      } finally {
        this.#live.keep(opened);
      }
    });
  }
}

/** Does something as often as it is worth it. */
async function again<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await call();
    } catch (error) {
      if (!isWorthAnotherTry(error, tries)) throw error;
    }
  }
}

/** Whether a question is asked again that failed so often. */
function isWorthAnotherTry(error: unknown, tries: number): boolean {
  const code = error instanceof ScrubjayError ? error.code : undefined;
  return (code === "component" && tries < MOST_TRIES) || (code === "stale" && tries < MOST_STALE);
}
