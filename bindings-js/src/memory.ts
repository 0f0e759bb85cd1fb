// A memory of code: the object that `open` returns.
//
// Arguments that are left out have the defaults of the command line. Not here: how questions are answered; what becomes of records
// (`records/recording.ts`).

import { type ContextInWindow, type ContextOptions, context, contextIn } from "./context.js";
import type { Engine } from "./engine.js";
import { invalid } from "./errors.js";
import { MemoryQuestions } from "./generated/questions.js";
import { Graph } from "./graph.js";
import type { DamagedRow, MessageFormat, Prepared, Purpose } from "./generated/types.js";
import { texts } from "./files/scope.js";
import type { Extent } from "./index/extent.js";
import type { IndexOptions } from "./index/options.js";
import type { Indexed } from "./index/report.js";
import { type WatchOptions, type Watched, watch } from "./index/watch.js";
import { type Cancel, options } from "./options.js";
import { type FileNoteOptions, remember } from "./records/notes.js";
import type { Remembered } from "./records/steps.js";
import type { KeptWindow } from "./window/kept.js";
import type { Window } from "./window/window.js";

/** Checks a number of milliseconds. */
function positive(wait: unknown): void {
  if (wait !== undefined && !(typeof wait === "number" && wait >= 0)) throw invalid("wait", "not a number of milliseconds");
}

/** A memory. Calls are carried out one at a time, in order. */
export class Memory extends MemoryQuestions {
  /** Questions about the code. */
  readonly graph: Graph;
  readonly #engine: Engine;

  /** Created by `open`. */
  constructor(engine: Engine) {
    super(engine);
    this.#engine = engine;
    this.graph = new Graph(engine);
  }

  /** What the memory was opened for: with `orRead` this may be `reading` although it was to be `writing`. */
  get purpose(): Purpose {
    return this.#engine.purpose;
  }

  /**
   * With `fresh`: how many files had changed that the last answer does not know of, because they were too many, or another process was
   * writing; 0 if it knew of all. Undefined where nobody looked: without `fresh`, before the first question, and where the index was
   * never made to its end, which `extent` says.
   */
  get nChanged(): number | undefined {
    return this.#engine.nChanged;
  }

  /** Indexes every change of the files since the last run. A run that was cancelled is completed by the next one. */
  async index(given?: IndexOptions): Promise<Indexed> {
    const wanted = options(given, ["paths", "onProgress", "wait"]);
    if (!["undefined", "function"].includes(typeof wanted.onProgress)) throw invalid("onProgress", "not a function");
    positive(wanted.wait);
    texts(wanted.paths);
    return this.#engine.index(wanted);
  }

  /**
   * Indexes the files, and again after each change, for as long as the iterator is consumed: `for await (const watched of …)`. Ends
   * without an error when the signal is aborted. Files are polled, by size and modification time: if a source gives no times,
   * only changes of size are detected.
   */
  watch(given?: WatchOptions): AsyncGenerator<Watched, void, undefined> {
    const wanted = options(given, ["onProgress", "wait"]);
    positive(wanted.wait);
    return watch(this.#engine, wanted);
  }

  /** How much of the files the answers cover: during a run, or after one that was cut short, only a part. */
  async extent(given?: Cancel): Promise<Extent> {
    return this.#engine.extent(options(given).signal);
  }

  /**
   * Remembers a note of 1 to 65,536 bytes about this project. It is durable once the promise resolves. Where 1,000 events wait to be
   * stored, more are refused as `too_large`.
   */
  async remember(text: string, given?: FileNoteOptions): Promise<Remembered> {
    return remember(this.#engine, text, given, true);
  }

  /**
   * The code that a task needs, as by `prepare`, and behind it what was recorded that the task calls to mind, as by `remind`: past work
   * like it with what went wrong, notes that fit, open tasks, what is kept of the user.
   */
  async context(task: string, given?: ContextOptions): Promise<Prepared> {
    return context(this, task, given);
  }

  /**
   * The same for a conversation that is kept in a window, whose last message is the new one. Its messages are pushed and pruned where they
   * pass the budget, as by `fit`; and of what the task needs, pieces are left out whose text still stands in it as a part of its own.
   */
  async contextIn<M>(window: Window | KeptWindow, messages: readonly M[], format: MessageFormat, task: string, given?: ContextOptions): Promise<ContextInWindow<M>> {
    return contextIn(this, window, messages, format, task, given);
  }

  /** Rows that could not be read, and that answers so far left out; `open` with `check` and then `index` rebuild them. */
  async damaged(given?: Cancel): Promise<DamagedRow[]> {
    return this.#engine.ask("memory.damaged", undefined, options(given).signal);
  }
}
