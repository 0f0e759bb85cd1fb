// The page's side: an engine that passes everything on to the worker that owns the memory, and reads files for it.

import type { Engine, IndexOptions } from "../engine.js";
import { failure, invalid } from "../errors.js";
import type { FileSource } from "../files/files.js";
import type { Indexed, Progress } from "../index/report.js";
import type { QuestionName, Questions } from "../questions.js";
import { type Begin, type FileAnswer, type FileRequest, type Request, type Response, fromWire } from "./messages.js";

interface Pending {
  resolve(value: unknown): void;
  reject(error: unknown): void;
  onProgress?: ((progress: Progress) => void) | undefined;
}

type Wanted = { kind: "ask"; name: QuestionName; question: unknown } | { kind: "index"; paths: readonly string[] | undefined; progress: boolean } | { kind: "close" };

/** An engine in a worker. */
export class WorkerEngine implements Engine {
  readonly #worker: Worker;
  readonly #files: FileSource;
  readonly #pending = new Map<number, Pending>();
  readonly #ready: Promise<void>;
  #gone: Error | undefined;
  #nRequests = 0;

  constructor(worker: Worker, files: FileSource, begin: Begin) {
    this.#worker = worker;
    this.#files = files;
    this.#ready = new Promise((resolve, reject) => {
      this.#pending.set(0, { resolve: () => resolve(), reject });
    });
    // It is waited for in `ready`; a page that does not wait is told by its first call.
    this.#ready.catch(() => undefined);
    worker.onmessage = ({ data }: MessageEvent<Response>) => this.#take(data);
    worker.onerror = (event) => this.#end(failure("guest", undefined, `the worker stopped: ${event.message ?? "it cannot be loaded"}`));
    worker.onmessageerror = () => this.#end(failure("guest", undefined, "the worker sent what cannot be read"));
    worker.postMessage(begin);
  }

  /** Resolves once the worker has opened its store. */
  ready(): Promise<void> {
    return this.#ready;
  }

  ask<N extends QuestionName>(name: N, question: Questions[N][0], signal?: AbortSignal): Promise<Questions[N][1]> {
    return this.#request({ kind: "ask", name, question }, signal) as Promise<Questions[N][1]>;
  }

  async index({ paths, onProgress, signal }: IndexOptions): Promise<Indexed> {
    const wanted: Wanted = { kind: "index", paths, progress: onProgress !== undefined };
    const indexed = (await this.#request(wanted, signal, onProgress)) as Indexed;
    return { ...indexed, problems: indexed.problems.map((problem) => ({ ...problem, error: fromWire(problem.error) })) };
  }

  async close(): Promise<void> {
    if (this.#gone !== undefined) return;
    await this.#request({ kind: "close" });
    this.#end(failure("closed", undefined, "the memory is closed"));
  }

  #request(wanted: Wanted, signal?: AbortSignal, onProgress?: (progress: Progress) => void): Promise<unknown> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.#gone !== undefined) return Promise.reject(this.#gone);
    const id = ++this.#nRequests;
    const request = { id, ...wanted } as Request;
    const answered = new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject, onProgress });
      this.#send(request, id);
    });
    if (signal === undefined) return answered;
    const leave = () => {
      this.#worker.postMessage({ id, kind: "abort" } satisfies Request);
      this.#pending.get(id)?.reject(signal.reason);
      this.#pending.delete(id);
    };
    signal.addEventListener("abort", leave, { once: true });
    return answered.finally(() => signal.removeEventListener("abort", leave));
  }

  #send(request: Request, id: number): void {
    try {
      this.#worker.postMessage(request);
    } catch (cause) {
      this.#pending.get(id)?.reject(invalid("question", "holds what cannot be handed to a worker", { cause }));
      this.#pending.delete(id);
    }
  }

  #take(response: Response): void {
    switch (response.kind) {
      case "done":
        return this.#settle(response.id, (pending) => pending.resolve(response.value));
      case "failed":
        return this.#settle(response.id, (pending) => pending.reject(fromWire(response.error)));
      case "progress":
        return this.#pending.get(response.id)?.onProgress?.(response.progress);
      case "files":
        void this.#read(response.request);
    }
  }

  #settle(id: number, how: (pending: Pending) => void): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (pending !== undefined) how(pending);
  }

  async #read(request: FileRequest): Promise<void> {
    let answer: FileAnswer;
    try {
      const value = request.kind === "list" ? await this.#files.list(request.paths) : await this.#files.read(request.path);
      answer = { kind: "files", id: request.id, value };
    } catch (error) {
      answer = { kind: "no-files", id: request.id, why: String(error) };
    }
    this.#worker.postMessage(answer);
  }

  /** Nothing more will come from the worker. */
  #end(error: Error): void {
    this.#gone = error;
    this.#worker.terminate();
    for (const pending of this.#pending.values()) pending.reject(error);
    this.#pending.clear();
  }
}
