// The page's side of the worker: runs one task at a time. A new task stops the one before it.

import type { Life, Rules, Session } from "./life.js";
import type { Answered, Asked } from "./protocol.js";
import type { Row } from "./rows.js";

/** The ending of a task. `session` is undefined unless the task opened one. */
export type Ended = { kind: "lived"; life: Life; session: Session | undefined } | { kind: "compared" } | { kind: "stopped" } | { kind: "failed"; sentence: string };

/** A task for the worker, before it gets its number. */
type Task = { kind: "open"; file: Blob; name: string; policy: Rules["policy"] } | { kind: "live"; rules: Rules } | { kind: "compare"; rules: Rules[] };

/** Runs tasks in a worker, which it starts with the first task. */
export class Replayer {
  #worker: Worker | undefined;
  readonly #progress: (stage: string, nDone: number, nOf: number) => void;
  readonly #compared: (row: Row) => void;
  #task = 0;
  #end: ((ended: Ended) => void) | undefined;

  /** `compared` is called with each row of a comparison. */
  constructor(progress: (stage: string, nDone: number, nOf: number) => void, compared: (row: Row) => void) {
    [this.#progress, this.#compared] = [progress, compared];
  }

  /** Stops the current task, and runs this one. Never rejects: errors are endings too. */
  async run(task: Task): Promise<Ended> {
    this.stop();
    this.#task += 1;
    this.#worker ??= this.#begin();
    this.#worker.postMessage({ ...task, task: this.#task } satisfies Asked);
    return new Promise((resolve) => (this.#end = resolve));
  }

  /** Ends the current task as `stopped`, at once for its caller and soon for the worker. */
  stop(): void {
    if (this.#end === undefined) return;
    this.#worker?.postMessage({ kind: "stop", task: this.#task } satisfies Asked);
    this.#finish({ kind: "stopped" });
  }

  /** Starts a worker. If it fails, or cannot be loaded, the next task starts another one. */
  #begin(): Worker {
    const worker = new Worker("window-worker.js", { type: "module" });
    worker.addEventListener("message", ({ data }: MessageEvent<Answered>) => this.#take(data));
    worker.addEventListener("error", () => {
      worker.terminate();
      this.#worker = undefined;
      this.#finish({ kind: "failed", sentence: "The page’s worker has stopped, or cannot be loaded. Open the session again." });
    });
    return worker;
  }

  #take(answer: Answered): void {
    if (answer.task !== this.#task || this.#end === undefined) return;
    if (answer.kind === "progress") this.#progress(answer.stage, answer.nDone, answer.nOf);
    else if (answer.kind === "row") this.#compared(answer.row);
    else this.#finish(answer);
  }

  #finish(ended: Ended): void {
    const resolveTask = this.#end;
    this.#end = undefined;
    resolveTask?.(ended);
  }
}
