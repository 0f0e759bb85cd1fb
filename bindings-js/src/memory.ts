/// <reference lib="esnext.disposable" preserve="true" />
// A memory of code: what a program holds after `open`.
//
// Every argument that is left out has the default of the command line. Not here: how answers come about.

import type { Engine, IndexOptions } from "./engine.js";
import { invalid } from "./errors.js";
import { Graph } from "./graph.js";
import type { DamagedRow, MemoryStatus, Prepared } from "./generated/types.js";
import { texts } from "./files/scope.js";
import type { Extent } from "./index/extent.js";
import type { Indexed } from "./index/report.js";
import { type WatchOptions, type Watched, watch } from "./index/watch.js";
import { jsonable } from "./json.js";
import { type Cancel, options } from "./options.js";

/** What `prepare` takes beside the task. */
export interface PrepareOptions extends Cancel {
  /** Tokens that the pieces may take together: 64 to 1,000,000, and 8,000 where it is left out. */
  budget?: number | undefined;
  /** Paths in hand (open in an editor, just changed): a leaning, not a filter. At most 100. */
  focus?: string[] | undefined;
}

/** A memory. One call is carried out at a time; the others wait in their order. */
export class Memory {
  /** Questions about the code. */
  readonly graph: Graph;
  readonly #engine: Engine;

  /** Made by `open`. */
  constructor(engine: Engine) {
    this.#engine = engine;
    this.graph = new Graph(engine);
  }

  /** Takes in every change of the files since the last run. A run that was stopped is completed by the next one. */
  async index(given?: IndexOptions): Promise<Indexed> {
    const wanted = options(given);
    if (!["undefined", "function"].includes(typeof wanted.onProgress)) throw invalid("onProgress", "not a function");
    texts(wanted.paths);
    return jsonable(await this.#engine.index(wanted));
  }

  /**
   * Takes in the files, and again after each change, for as long as its answers are asked for: `for await (const watched of …)`. Ends
   * quietly when the signal fires. Files are listed again and again, and looked at by size and time: a source that gives no times is
   * seen to change where sizes do.
   */
  watch(given?: WatchOptions): AsyncGenerator<Watched, void, undefined> {
    return watch(this.#engine, options(given));
  }

  /** The code that a task needs, inside a token budget, each piece with its reasons. */
  async prepare(task: string, given?: PrepareOptions): Promise<Prepared> {
    const { budget = 8000, focus = [], signal } = options(given);
    return this.#engine.ask("recall.prepare", { task, budget, focus }, signal);
  }

  /** How the memory stands. */
  async status(given?: Cancel): Promise<MemoryStatus> {
    return jsonable(await this.#engine.ask("memory.status", undefined, options(given).signal));
  }

  /** How much of the files the answers are about: a run that goes on elsewhere, or was cut short, leaves a part. */
  async extent(given?: Cancel): Promise<Extent> {
    return this.#engine.extent(options(given).signal);
  }

  /** Rows that could not be read, and that the answers so far were given without; `open` with `check` and `index` make them again. */
  async damaged(given?: Cancel): Promise<DamagedRow[]> {
    return this.#engine.ask("memory.damaged", undefined, options(given).signal);
  }

  /** Lets go of the store, when the calls before have ended. A second call waits for the same. */
  async close(): Promise<void> {
    await this.#engine.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
