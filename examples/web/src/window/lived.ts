// The page's side of the worker: one task at a time, a newer one ends the one before it.

import type { Life, Rules, Session } from "./life.js";
import type { Answered, Asked } from "./protocol.js";
import type { Row } from "./rows.js";

/** How a task ended. */
export type Ended = { kind: "lived"; life: Life; session: Session | undefined } | { kind: "compared" } | { kind: "stopped" } | { kind: "failed"; sentence: string };

/** A task without its number. */
type Task = { kind: "open"; file: Blob; name: string; policy: Rules["policy"] } | { kind: "live"; rules: Rules } | { kind: "compare"; rules: Rules[] };

/** Gives tasks to the worker. */
export class Liver {
  #worker: Worker | undefined;
  readonly #progress: (stage: string, nDone: number, nOf: number) => void;
  readonly #compared: (row: Row) => void;
  #task = 0;
  #end: ((ended: Ended) => void) | undefined;

  /** `compared` takes the rows of a comparison, one by one. */
  constructor(progress: (stage: string, nDone: number, nOf: number) => void, compared: (row: Row) => void) {
    [this.#progress, this.#compared] = [progress, compared];
  }

  /** Runs a task; the one before it is stopped. */
  async run(task: Task): Promise<Ended> {
    this.stop();
    this.#task += 1;
    this.#worker ??= this.#begin();
    this.#worker.postMessage({ ...task, task: this.#task } satisfies Asked);
    return new Promise((resolve) => (this.#end = resolve));
  }

  /** Has the task end soon. */
  stop(): void {
    if (this.#end === undefined) return;
    this.#worker?.postMessage({ kind: "stop", task: this.#task } satisfies Asked);
    this.#finish({ kind: "stopped" });
  }

  /** A worker; one that failed, also because it cannot be loaded, gives way to another one with the next task. */
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
    const end = this.#end;
    this.#end = undefined;
    end?.(ended);
  }
}
