// The connection to one worker, from its start to its end: sends it requests, and answers its requests for files.
//
// The worker's end is detected whatever the cause: it holds a lock while it lives, for which the page waits. A worker that is silent for too
// long during a call is ended.
// Not here: starting another worker.

import { type ScrubjayError, createError, invalidError } from "../errors.js";
import { type Bounds, type FileSource, type Listing, UNBOUNDED } from "../files/files.js";
import { listFrom } from "../files/given.js";
import { Scope } from "../files/scope.js";
import type { Progress } from "../index/report.js";
import type { Module } from "../shapes.js";
import { type Begin, type FileAnswer, type FileRequest, type Request, type Response, type EngineRequest, errorFromWire, errorToWire } from "./messages.js";
import { Watchdog } from "./patience.js";

/** The default of `deadline`, in milliseconds: twice that of the native host. The longest known call takes less than a second. */
const DEADLINE = 60_000;

/** A worker of a page, or an object with the same interface. */
export type Thread = Pick<Worker, "onmessage" | "onerror" | "onmessageerror" | "postMessage" | "terminate"> & {
  /** Sets whether the program stays alive for the thread. */
  hold?(isAwaited: boolean): void;
};

/** The files and modules that a worker can request from the page. */
export interface PageSupplies {
  files: FileSource;
  /** Loads a module of the package by its name; undefined if the worker loads modules itself. */
  module?: ((name: string) => Promise<Module>) | undefined;
}

/** The callbacks of a request that is not answered yet. */
interface Pending {
  resolve(value: unknown): void;
  reject(error: unknown): void;
  onProgress?: ((progress: Progress) => void) | undefined;
}

/** The caller's signal and progress listener for a request. */
export interface RequestListeners {
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
}

/** The connection to a worker that has a memory. */
export class Link {
  /** Resolves once the worker has opened its store. */
  readonly opened: Promise<void>;
  readonly #worker: Thread;
  readonly #supplies: PageSupplies;
  readonly #pending = new Map<number, Pending>();
  readonly #watchdog: Watchdog;
  #ended: ScrubjayError | undefined;
  #nRequests = 0;
  #nChanged: number | undefined;
  #bounds = UNBOUNDED;

  constructor(worker: Thread, supplies: PageSupplies, opening: object, deadline = DEADLINE) {
    this.#worker = worker;
    this.#supplies = supplies;
    const onDeadline = () => this.end(stoppedError(`a call took it more than ${deadline / 1_000} seconds`));
    this.#watchdog = new Watchdog(deadline, () => worker.postMessage({ kind: "ping" } satisfies Request), onDeadline);
    this.opened = new Promise((resolve, reject) => {
      this.#pending.set(0, { resolve: () => resolve(), reject });
    });
    // A rejection without a caller would count as unhandled. The first request gets the error too.
    this.opened.catch(() => undefined);
    const life = `scrubjay worker ${crypto.getRandomValues(new Uint32Array(4)).join("-")}`;
    let isHeard = false;
    worker.onmessage = ({ data }: MessageEvent<Response>) => {
      isHeard = true;
      this.#watchdog.restart();
      if (data.kind !== "alive") this.#take(data);
      // A wrapper script may send this for a lock of its own. If this lock were requested before the worker holds it, it would be granted at once.
      else if (data.life === life) this.#watch(life);
    };
    // If the worker has not sent any message, its script could not be loaded, of which browsers give no details.
    const isUnloadable = () => !isHeard && worker.hold === undefined;
    worker.onerror = ({ message }) => this.end(isUnloadable() ? unloadableError(message) : stoppedError(message ?? "for no reason that is told"));
    worker.onmessageerror = () => this.end(stoppedError("it sent what cannot be read"));
    worker.postMessage({ kind: "begin", life, ...opening } satisfies Begin<object>);
  }

  /** Why the worker has ended; undefined while it lives. */
  get ended(): ScrubjayError | undefined {
    return this.#ended;
  }

  /** The bounds with which the worker last listed files. */
  get bounds(): Bounds {
    return this.#bounds;
  }

  /** `nChanged` of the worker's memory when the last call was answered. */
  get nChanged(): number | undefined {
    return this.#nChanged;
  }

  /** Sends a request to the worker, and returns its answer. */
  request(wanted: EngineRequest, { signal, onProgress }: RequestListeners = {}): Promise<unknown> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.#ended !== undefined) return Promise.reject(this.#ended);
    const id = ++this.#nRequests;
    const request = { id, ...wanted } as Request;
    const answer = new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject, onProgress });
      this.#worker.hold?.(true);
      this.#watchdog.begin();
      this.#send(request, id);
    });
    if (signal === undefined) return answer;
    const onAbort = () => this.#giveUp(id, signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    return answer.finally(() => signal.removeEventListener("abort", onAbort));
  }

  /** Ends the worker. Pending requests are rejected with `why`. */
  end(why: ScrubjayError): void {
    if (this.#ended !== undefined) return;
    this.#ended = why;
    this.#watchdog.end();
    this.#worker.terminate();
    for (const pending of this.#pending.values()) pending.reject(why);
    this.#pending.clear();
  }

  /** Waits for the lock named `life`, which the worker holds while it lives, to detect its end. */
  #watch(life: string): void {
    void navigator.locks.request(life, () => this.end(stoppedError("it was ended, or ran out of memory")));
  }

  #send(request: Request, id: number): void {
    try {
      this.#worker.postMessage(request);
    } catch (cause) {
      const error = invalidError(unclonableName(request), "holds what cannot be handed to a worker", { cause });
      this.#settle(id, (pending) => pending.reject(error));
    }
  }

  #take(response: Exclude<Response, { kind: "alive" }>): void {
    switch (response.kind) {
      case "done":
        this.#nChanged = response.nChanged;
        return this.#settle(response.id, (pending) => pending.resolve(response.value));
      case "failed":
        return this.#settle(response.id, (pending) => pending.reject(errorFromWire(response.error)));
      case "progress":
        return this.#tell(response.id, response.progress);
      case "files":
        void this.#read(response.request);
        return;
      case "pong":
    }
  }

  #giveUp(id: number, reason: unknown): void {
    this.#worker.postMessage({ id, kind: "abort" } satisfies Request);
    this.#settle(id, (pending) => pending.reject(reason));
  }

  /** Calls the progress listener of a request. If it throws, the request is given up, as without a worker. */
  #tell(id: number, progress: Progress): void {
    try {
      this.#pending.get(id)?.onProgress?.(progress);
    } catch (error) {
      this.#giveUp(id, error);
    }
  }

  #settle(id: number, settle: (pending: Pending) => void): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (this.#pending.size === 0) {
      this.#watchdog.end();
      this.#worker.hold?.(false);
    }
    if (pending !== undefined) settle(pending);
  }

  async #read(request: FileRequest): Promise<void> {
    const { id } = request;
    try {
      const value = await this.#supply(request);
      // A value that cannot be cloned throws here; the worker still gets an answer.
      this.#worker.postMessage({ kind: "files", id, value } satisfies FileAnswer);
    } catch (error) {
      const isUnclonable = error instanceof DOMException && error.name === "DataCloneError";
      const refused = isUnclonable ? invalidError("files", "hold what cannot be handed to a worker") : error;
      this.#worker.postMessage({ kind: "no_files", id, error: errorToWire(refused) } satisfies FileAnswer);
    }
  }

  async #supply(request: FileRequest): Promise<Listing | Uint8Array | Module | undefined> {
    const { files, module } = this.#supplies;
    switch (request.kind) {
      case "list":
        this.#bounds = request.bounds;
        return listFrom(files, Scope.below(request.paths), request.bounds);
      case "read":
        return files.read(request.path);
      case "module":
        return module?.(request.name);
    }
  }
}

/** The name of the first of a request's arguments that cannot be cloned. */
function unclonableName(request: Request): string {
  const given = "given" in request ? request.given : undefined;
  if (typeof given !== "object" || given === null) return "path";
  const [name] = Object.entries(given).find(([, value]) => !isClonable(value)) ?? ["question"];
  return name;
}

function isClonable(value: unknown): boolean {
  try {
    structuredClone(value);
    return true;
  } catch {
    return false;
  }
}

function stoppedError(why: string): ScrubjayError {
  return createError("component", undefined, `the worker stopped: ${why}`);
}

/** The error for a page's worker that never sent a message, mostly because its script was not bundled. */
function unloadableError(why: string | undefined): ScrubjayError {
  const advice = "where a bundler did not carry it along, give `worker` a script of yours that imports scrubjay/worker-thread (docs/guide/javascript.md)";
  return createError("load", undefined, `the worker's script cannot be loaded${why ? `: ${why}` : ""}; ${advice}`);
}
