// A memory of code: the object that `open` returns.
//
// Omitted arguments have the defaults of the command line. Not here: how questions are answered; changes of records
// (`records/recording.ts`).

import { type ContextInWindow, type ContextOptions, context, contextIn } from "./context.js";
import type { Engine } from "./engine.js";
import { invalidError } from "./errors.js";
import { MemoryQuestions } from "./generated/questions.js";
import { Graph } from "./graph.js";
import type { DamagedRow, MessageFormat, Prepared, Purpose } from "./generated/types.js";
import { checkTexts } from "./files/scope.js";
import type { Extent } from "./index/extent.js";
import type { IndexOptions } from "./index/options.js";
import type { Indexed } from "./index/report.js";
import { type WatchOptions, type Watched, watch } from "./index/watch.js";
import { type Cancel, options } from "./options.js";
import { type FileNoteOptions, remember } from "./records/notes.js";
import type { Remembered } from "./records/steps.js";
import type { KeptWindow } from "./window/kept.js";
import type { Window } from "./window/window.js";

/** Throws `invalid` if `wait` is given and no number of milliseconds. */
function checkWait(wait: unknown): void {
  if (wait !== undefined && !(typeof wait === "number" && wait >= 0)) throw invalidError("wait", "not a number of milliseconds");
}

/** Options of `callTool`. */
export interface CallToolOptions extends Cancel {
  /** A prefix for the names of tools in the answer. Default: "". */
  prefix?: string | undefined;
  /** The names of the tools that the answer may advise, without the prefix. Default: []. */
  names?: readonly string[] | undefined;
}

/**
 * A project's code and the records about it. Calls about code are carried out one at a time, in order, and so are calls about records.
 * With `thread`, questions about code do not wait for runs.
 */
export class Memory extends MemoryQuestions {
  /** Questions about the code graph. */
  readonly graph: Graph;
  readonly #engine: Engine;

  /** Created by `open`. */
  constructor(engine: Engine) {
    super(engine);
    this.#engine = engine;
    this.graph = new Graph(engine);
  }

  /** The purpose that the memory was opened for. With `orRead` it may be `reading` although `writing` was asked for. */
  get purpose(): Purpose {
    return this.#engine.purpose;
  }

  /**
   * With `fresh`: how many changed files the last answer does not include, because there were too many, another process was writing,
   * or the memory was opened for reading.
   * Undefined without `fresh`, before the first question, and if the index is incomplete, which `extent` says.
   */
  get nChanged(): number | undefined {
    return this.#engine.nChanged;
  }

  /**
   * Indexes the files that changed since the last run, or only those in `paths`, and completes a run that was
   * cancelled. Returns a report.
   */
  async index(given?: IndexOptions): Promise<Indexed> {
    const wanted = options(given, ["paths", "onProgress", "wait"]);
    if (!["undefined", "function"].includes(typeof wanted.onProgress)) throw invalidError("onProgress", "not a function");
    checkWait(wanted.wait);
    checkTexts(wanted.paths);
    return this.#engine.index(wanted);
  }

  /**
   * Indexes the files, and again after each change, until the loop over the iterator ends: `for await (const watched of …)`. Ends
   * without an error when the signal is aborted. Files are polled, and compared by size and modification time: if a source gives no times,
   * only changes of paths and sizes are detected.
   */
  watch(given?: WatchOptions): AsyncGenerator<Watched, void, undefined> {
    const wanted = options(given, ["onProgress", "wait"]);
    checkWait(wanted.wait);
    return watch(this.#engine, wanted);
  }

  /** Whether answers cover none, some or all of the files: during a run, or after one that was interrupted, only some. */
  async extent(given?: Cancel): Promise<Extent> {
    return this.#engine.extent(options(given).signal);
  }

  /**
   * Records a note of 1 to 65,536 bytes about this project. It is durable once the promise resolves. If 1,000 events already wait to be
   * stored, it is refused as `too_large`.
   */
  async remember(text: string, given?: FileNoteOptions): Promise<Remembered> {
    return remember(this.#engine, text, given, true);
  }

  /**
   * The context of a task: the code that it needs, as from `prepare`, followed by related records, as from `remind`: similar past work and
   * its errors, matching notes, open tasks, and the user's preferences.
   */
  async context(task: string, given?: ContextOptions): Promise<Prepared> {
    return context(this, task, given);
  }

  /**
   * The context of a task, as from `context`, for a conversation in a window. `messages` is the whole conversation, the
   * new message last; it is pushed and pruned to the budget, as by `fit`. Pieces of context whose text is still visible
   * as a part of the conversation are left out, up to 1,000 of them.
   */
  async contextIn<M>(window: Window | KeptWindow, messages: readonly M[], format: MessageFormat, task: string, given?: ContextOptions): Promise<ContextInWindow<M>> {
    return contextIn(this, window, messages, format, task, given);
  }

  /**
   * Answers a call of a tool for agents with a text for a model. `given` is an object with the tool's arguments. The
   * answer names only the tools of the options, each with the prefix. An error that a model can correct with another
   * call (a wrong argument, an ambiguous or unknown name) is returned as a text that begins with `error:`; any other
   * error is thrown. `restore` always returns such a text, because the memory does not know the window: `tools` with
   * the option `window` gives the tool that works.
   */
  async callTool(tool: string, given: unknown, wanted?: CallToolOptions): Promise<string> {
    const { prefix = "", names = [], signal } = options(wanted, ["prefix", "names"]);
    const { text } = await this.#engine.callTool({ tool, given: JSON.stringify(given ?? null), offer: { prefix, names: [...names] } }, signal);
    return text.replace(/\n$/, "");
  }

  /** Rows that could not be read, so that answers so far lack them. `open` with `check` and then `index` rebuild them. */
  async damaged(given?: Cancel): Promise<DamagedRow[]> {
    return this.#engine.ask("memory.damaged", undefined, options(given).signal);
  }
}
