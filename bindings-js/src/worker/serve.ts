// The side of a worker or thread: has the memory, and answers requests.
//
// Not here: opening the memory, which differs between pages and Node.

import { type FileSource, type Listing, UNBOUNDED } from "../files/files.js";
import type { Progress } from "../index/report.js";
import type { LocalEngine } from "../local.js";
import type { Module } from "../shapes.js";
import { storeFault } from "../store/fault.js";
import { type Begin, type FileAnswer, type FileRequest, type Opening, type Request, type Response, type EngineRequest, type FileQuestion, errorFromWire, reportToWire, errorToWire } from "./messages.js";

/** A message to a worker. */
export type Incoming<O extends object = Opening> = Begin<O> | Request | FileAnswer;

/** The files and modules that the worker can request from the page or program. */
export interface WorkerSupplies {
  files: FileSource;
  /** Requests a module of the package by its name. */
  module(name: string): Promise<Module>;
}

/** How a worker sends messages, and opens its memory. */
export interface WorkerBindings<O extends object> {
  post(message: Response): void;
  open(opening: Begin<O>, sent: WorkerSupplies): Promise<LocalEngine>;
}

/** Opens one memory, and answers the page's requests for it. */
export class Server<O extends object = Opening> {
  readonly #bindings: WorkerBindings<O>;
  readonly #running = new Map<number, AbortController>();
  readonly #waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  #nRequests = 0;
  #engine: LocalEngine | undefined;

  constructor(bindings: WorkerBindings<O>) {
    this.#bindings = bindings;
  }

  receive(message: Incoming<O>): void {
    switch (message.kind) {
      case "begin":
        void this.#begin(message as Begin<O>);
        return;
      case "ping":
        this.#bindings.post({ kind: "pong" });
        return;
      case "abort":
        this.#running.get(message.id)?.abort();
        return;
      case "files":
        this.#waiting.get(message.id)?.resolve(message.value);
        this.#waiting.delete(message.id);
        return;
      case "no_files":
        this.#waiting.get(message.id)?.reject(errorFromWire(message.error));
        this.#waiting.delete(message.id);
        return;
      default:
        void this.#carryOut(message as { id: number } & EngineRequest);
    }
  }

  async #begin(opening: Begin<O>): Promise<void> {
    const files: FileSource = {
      list: (paths, bounds = UNBOUNDED) => this.#fetch({ kind: "list", paths, bounds }) as Promise<Listing>,
      read: (path) => this.#fetch({ kind: "read", path }) as Promise<Uint8Array | undefined>,
    };
    const module = (name: string) => this.#fetch({ kind: "module", name }) as Promise<Module>;
    try {
      this.#engine = await this.#bindings.open(opening, { files, module });
      this.#done(0, undefined);
    } catch (error) {
      this.#bindings.post({ kind: "failed", id: 0, error: errorToWire(storeFault(error)) });
    }
  }

  #fetch(question: FileQuestion): Promise<unknown> {
    const id = ++this.#nRequests;
    const request: FileRequest = { id, ...question };
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#bindings.post({ kind: "files", request });
    });
  }

  #done(id: number, value: unknown): void {
    this.#bindings.post({ kind: "done", id, value, nChanged: this.#engine?.nChanged });
  }

  async #carryOut(request: { id: number } & EngineRequest): Promise<void> {
    const { id } = request;
    const controller = new AbortController();
    this.#running.set(id, controller);
    try {
      this.#done(id, await this.#answer(request, controller.signal));
    } catch (error) {
      this.#bindings.post({ kind: "failed", id, error: errorToWire(error) });
    } finally {
      this.#running.delete(id);
    }
  }

  async #answer(request: { id: number } & EngineRequest, signal: AbortSignal): Promise<unknown> {
    const [{ id }, engine] = [request, this.#engine];
    if (engine === undefined) throw new Error("a request came before the store was named");
    switch (request.kind) {
      case "ask":
        return engine.ask(request.name, request.given as never, signal);
      case "tool":
        return engine.callTool(request.called, signal);
      case "index": {
        const onProgress = request.progress ? (progress: Progress) => this.#bindings.post({ kind: "progress", id, progress }) : undefined;
        return reportToWire(await engine.index({ paths: request.paths, wait: request.wait, signal, onProgress }));
      }
      case "extent":
        return engine.extent(signal);
      case "list":
        return engine.list(signal);
      case "change":
        return engine.change(request.name, request.given as never, signal);
      case "close":
        return engine.close();
    }
  }
}
