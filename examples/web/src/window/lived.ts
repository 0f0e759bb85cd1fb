// The page's side of the worker: one task at a time, a newer one ends the one before it.

import type { Life, Rules, Session } from "./life.js";
import type { Answered, Asked } from "./protocol.js";

/** How a task ended. */
export type Ended = { kind: "lived"; life: Life; session: Session | undefined } | { kind: "stopped" } | { kind: "failed"; sentence: string };

/** A task without its number. */
type Task = { kind: "open"; file: Blob; name: string; policy: Rules["policy"] } | { kind: "live"; rules: Rules };

/** Gives tasks to the worker. */
export class Liver {
  readonly #worker = new Worker("window-worker.js", { type: "module" });
  readonly #progress: (stage: string, nDone: number, nOf: number) => void;
  #task = 0;
  #end: ((ended: Ended) => void) | undefined;

  constructor(progress: (stage: string, nDone: number, nOf: number) => void) {
    this.#progress = progress;
    this.#worker.addEventListener("message", ({ data }: MessageEvent<Answered>) => this.#take(data));
    this.#worker.addEventListener("error", () => this.#finish({ kind: "failed", sentence: "The worker that reads sessions has stopped. Load the page again." }));
  }

  /** Runs a task; the one before it is stopped. */
  async run(task: Task): Promise<Ended> {
    this.stop();
    this.#task += 1;
    this.#worker.postMessage({ ...task, task: this.#task } satisfies Asked);
    return new Promise((resolve) => (this.#end = resolve));
  }

  /** Has the task end soon. */
  stop(): void {
    if (this.#end === undefined) return;
    this.#worker.postMessage({ kind: "stop", task: this.#task } satisfies Asked);
    this.#finish({ kind: "stopped" });
  }

  #take(answer: Answered): void {
    if (answer.task !== this.#task || this.#end === undefined) return;
    if (answer.kind === "progress") this.#progress(answer.stage, answer.nDone, answer.nOf);
    else this.#finish(answer);
  }

  #finish(ended: Ended): void {
    const end = this.#end;
    this.#end = undefined;
    end?.(ended);
  }
}
