// Long work in slices: between them the thread is free, so that progress is seen and a stop is heard.

/** Somebody had the work stopped. */
export class Stopped extends Error {}

/** How long a slice may take, in milliseconds: half of a frame that is seen as late, so that drawing comes between. */
const SLICE = 25;

/** One piece of work. */
export class Slices {
  #isStopped = false;
  #since = performance.now();
  readonly #report: (stage: string, nDone: number, nOf: number) => void;

  constructor(report: (stage: string, nDone: number, nOf: number) => void) {
    this.#report = report;
  }

  /** Has the work end at its next pause. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Called often; pauses where a slice is over. Throws `Stopped`. */
  async pause(stage: string, nDone: number, nOf: number): Promise<void> {
    if (performance.now() - this.#since >= SLICE) {
      this.#report(stage, nDone, nOf);
      await new Promise((resolve) => setTimeout(resolve));
      this.#since = performance.now();
    }
    if (this.#isStopped) throw new Stopped("it was stopped");
  }
}
