// A memory in threads of its own, in Node: the program's thread never waits for it.
//
// One thread answers questions. Another one is started for index runs, so that questions are answered meanwhile. It ends if there was no run
// for a while, to free its memory. Not here: what the threads do.

import { Worker as NodeWorker } from "node:worker_threads";

import type { DiskOpening } from "./disk.js";
import { createError } from "./errors.js";
import type { FileSource } from "./files/files.js";
import type { IndexOptions } from "./index/options.js";
import type { Indexed } from "./index/report.js";
import type { Module } from "./shapes.js";
import { WorkerEngine, type WorkerStart } from "./worker/engine.js";
import type { Thread } from "./worker/link.js";

/** After how many milliseconds without a run the thread for runs is ended. */
const MAX_IDLE = 10_000;

export interface ThreadOptions {
  opening: DiskOpening;
  /** The caller's files; undefined if there is a folder. */
  files: FileSource | undefined;
  module(name: string): Promise<Module>;
  deadline: number | undefined;
}

/**
 * Opens a memory in a thread of its own. A memory that writes a folder's index on disk gets two: one for questions, and
 * one for runs.
 */
export async function openThreads({ opening, files, module, deadline }: ThreadOptions): Promise<WorkerEngine> {
  const script = await scriptOf();
  const isOnDisk = opening.root !== undefined && !opening.isInMemory;
  const start = { worker: () => new NodeThread(script), mayRestart: isOnDisk, files, module, deadline, opening };
  if (!isOnDisk || opening.purpose === "reading") return WorkerEngine.open(start);
  return ThreadsEngine.start(start, opening);
}

/** The thread for questions about a folder's memory, and the thread for its runs, which is started on demand. */
class ThreadsEngine extends WorkerEngine {
  readonly #start: WorkerStart;
  /** The options for the next thread for runs, without those that apply only once, such as `rebuild`. */
  #opening: DiskOpening;
  #runner: Promise<WorkerEngine> | undefined;
  #nRuns = 0;
  #idle: NodeJS.Timeout | undefined;

  private constructor(start: WorkerStart, opening: DiskOpening) {
    super({ ...start, opening: { ...opening, check: false, rebuild: false } });
    [this.#start, this.#opening] = [start, opening];
  }

  static async start(start: WorkerStart, opening: DiskOpening): Promise<ThreadsEngine> {
    return new ThreadsEngine(start, opening).ready();
  }

  override async index(options: IndexOptions): Promise<Indexed> {
    if (this.isClosed) return super.index(options);
    clearTimeout(this.#idle);
    this.#nRuns += 1;
    try {
      const runner = (this.#runner ??= WorkerEngine.open({ ...this.#start, opening: this.#opening }));
      runner.catch(() => (this.#runner = undefined));
      const indexed = await (await runner).index(options);
      // The run has stored the patterns. If another process stores others later, those apply.
      this.#opening = { ...this.#opening, check: false, rebuild: false, exclude: undefined };
      return indexed;
    } finally {
      this.#nRuns -= 1;
      if (this.#nRuns === 0) this.#idle = setTimeout(() => void this.#endRunner(), MAX_IDLE).unref();
    }
  }

  override async close(): Promise<void> {
    await Promise.all([super.close(), this.#endRunner()]);
  }

  async #endRunner(): Promise<void> {
    clearTimeout(this.#idle);
    const runner = this.#runner;
    this.#runner = undefined;
    await (await runner?.catch(() => undefined))?.close();
  }
}

/** Gives a thread of Node the interface of a page's worker. An idle thread does not keep the program alive. */
class NodeThread implements Thread {
  readonly #thread: NodeWorker;
  onmessage: Thread["onmessage"] = null;
  onerror: Thread["onerror"] = null;
  onmessageerror: Thread["onmessageerror"] = null;

  constructor(script: string) {
    // Without this, the thread would inherit the program's arguments for Node, such as `--input-type`.
    this.#thread = new NodeWorker(script, { eval: true, name: "scrubjay", execArgv: [] });
    const reportError = (message: string | undefined) => this.onerror?.call(this as never, { message } as ErrorEvent);
    this.#thread.on("message", (data) => this.onmessage?.call(this as never, { data } as MessageEvent));
    this.#thread.on("messageerror", () => this.onmessageerror?.call(this as never, {} as MessageEvent));
    this.#thread.on("error", (error) => reportError(error.message));
    this.#thread.on("exit", (code) => reportError(`it ended with ${code}`));
  }

  postMessage(message: unknown): void {
    this.#thread.postMessage(message);
  }

  hold(isAwaited: boolean): void {
    if (isAwaited) this.#thread.ref();
    else this.#thread.unref();
  }

  terminate(): void {
    void this.#thread.terminate();
  }
}

/** Loads the script of a thread as a text. It is embedded in a script, so that every bundler includes it. */
async function scriptOf(): Promise<string> {
  try {
    return (await import("./inline/node-thread.js")).default;
  } catch (cause) {
    throw createError("load", undefined, "the script of the thread was not carried along: leave scrubjay out of the bundle (docs/guide/javascript.md)", { cause });
  }
}
