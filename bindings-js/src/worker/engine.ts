// The page's side: an engine that forwards every call to the worker that has the memory.
//
// If a worker dies, waiting calls are rejected. If everything is in files, nothing is lost, and the next call starts another worker.

import type { DiskOpening } from "../disk.js";
import type { Engine } from "../engine.js";
import { createError } from "../errors.js";
import { type FileSource, type Listing, textFiles } from "../files/files.js";
import { listFrom } from "../files/given.js";
import { Scope } from "../files/scope.js";
import type { Extent } from "../index/extent.js";
import type { IndexOptions } from "../index/options.js";
import type { Indexed } from "../index/report.js";
import type { Purpose, ToolAnswer } from "../generated/types.js";
import type { QuestionName, Questions } from "../questions.js";
import type { StepName, Steps } from "../records/steps.js";
import type { CalledTool } from "../tools/run.js";
import { Link, type PageSupplies, type RequestListeners, type Thread } from "./link.js";
import { type Opening, type EngineRequest, type WireIndexed, reportFromWire } from "./messages.js";

/** The most attempts to open a store that a dead worker had open: the system releases its file a moment after the worker's end. */
const MAX_TRIES = 50;
/** The milliseconds between two attempts. */
const PAUSE = 100;

/** The inputs with which an engine starts its workers. */
export interface WorkerStart {
  /** Starts a worker. */
  worker: () => Thread;
  /** Whether another worker may be started after one died: `worker` can be called again, and everything is in the store. */
  mayRestart: boolean;
  /** The source of files for the worker; undefined if it reads the files itself. */
  files?: FileSource | undefined;
  module?: PageSupplies["module"];
  opening: Opening | DiskOpening;
  /** How many milliseconds the worker may be silent during a call. Default: `DEADLINE` of `link.ts`. */
  deadline?: number | undefined;
}

/** Forwards calls to a worker. After its death, the next call starts another worker, if everything is in the store. */
export class WorkerEngine implements Engine {
  readonly #start: WorkerStart;
  #link: Link;
  #restarted: Promise<Link> | undefined;
  #closing: Promise<void> | undefined;

  protected constructor(start: WorkerStart) {
    this.#start = start;
    this.#link = this.#begin();
  }

  /** Starts a worker, and returns the engine once the worker has opened its store. */
  static async open(start: WorkerStart): Promise<WorkerEngine> {
    return new WorkerEngine(start).ready();
  }

  protected get isClosed(): boolean {
    return this.#closing !== undefined;
  }

  /** Waits until the worker has opened its store, and returns the engine. If that fails, ends the worker. */
  protected async ready(): Promise<this> {
    try {
      await this.#link.opened;
    } catch (error) {
      // The caller does not get the engine, so it could not end its worker.
      this.#link.end(closed());
      throw error;
    }
    return this;
  }

  get purpose(): Purpose {
    return this.#start.opening.purpose;
  }

  get nChanged(): number | undefined {
    return this.#link.nChanged;
  }

  ask<N extends QuestionName>(name: N, given: Questions[N][0], signal?: AbortSignal): Promise<Questions[N][1]> {
    return this.#request({ kind: "ask", name, given }, { signal }) as Promise<Questions[N][1]>;
  }

  callTool(called: CalledTool, signal?: AbortSignal): Promise<Pick<ToolAnswer, "text" | "fault">> {
    return this.#request({ kind: "tool", called }, { signal }) as Promise<Pick<ToolAnswer, "text" | "fault">>;
  }

  async index({ paths, wait, onProgress, signal }: IndexOptions): Promise<Indexed> {
    if (this.#start.files !== undefined) Scope.below(paths);
    const request: EngineRequest = { kind: "index", paths, wait, progress: onProgress !== undefined };
    return reportFromWire((await this.#request(request, { signal, onProgress })) as WireIndexed);
  }

  extent(signal?: AbortSignal): Promise<Extent> {
    return this.#request({ kind: "extent" }, { signal }) as Promise<Extent>;
  }

  async list(signal?: AbortSignal): Promise<Listing> {
    if (this.#closing !== undefined) throw closed();
    const { files } = this.#start;
    return files === undefined ? ((await this.#request({ kind: "list" }, { signal })) as Listing) : listFrom(files, Scope.all(), this.#link.bounds, signal);
  }

  change<N extends StepName>(name: N, given: Steps[N][0], signal?: AbortSignal): Promise<Steps[N][1]> {
    return this.#request({ kind: "change", name, given }, { signal }) as Promise<Steps[N][1]>;
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    // A worker that is being started has to answer earlier calls first.
    await this.#restarted?.catch(() => undefined);
    try {
      if (this.#link.ended === undefined) await this.#link.request({ kind: "close" });
    } finally {
      this.#link.end(closed());
    }
  }

  async #request(request: EngineRequest, listeners: RequestListeners): Promise<unknown> {
    if (this.#closing !== undefined) throw closed();
    const mustRestart = this.#link.ended !== undefined && this.#start.mayRestart;
    const link = mustRestart ? await (this.#restarted ??= this.#restart()) : this.#link;
    return link.request(request, listeners);
  }

  async #restart(): Promise<Link> {
    try {
      for (let tries = 1; ; tries++) {
        const link = this.#begin({ ...this.#start.opening, rebuild: false });
        const failure = await link.opened.then(() => undefined, (error) => error);
        if (failure === undefined) return (this.#link = link);
        link.end(failure);
        if (failure.code !== "locked" || tries === MAX_TRIES) throw failure;
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
      }
    } finally {
      this.#restarted = undefined;
    }
  }

  #begin(opening = this.#start.opening): Link {
    const { worker, files = textFiles(new Map()), module, deadline } = this.#start;
    return new Link(worker(), { files, module }, opening, deadline);
  }
}

function closed() {
  return createError("closed", undefined, "the memory is closed");
}
