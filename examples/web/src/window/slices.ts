// Divides long work into slices. Between them the thread is free to report progress and to receive the order to stop.

/** Thrown by `pause` after `stop` was called. */
export class Stopped extends Error {}

/** The most milliseconds of a slice: half the time after which people notice a late frame. */
const SLICE = 25;

/** The slices of one task. */
export class Slices {
  #isStopped = false;
  #since = performance.now();
  readonly #report: (stage: string, nDone: number, nOf: number) => void;

  constructor(report: (stage: string, nDone: number, nOf: number) => void) {
    this.#report = report;
  }

  /** Makes the next `pause` throw. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Called often by the work: if the slice is over, reports progress and yields to the event loop. Throws `Stopped`. */
  async pause(stage: string, nDone: number, nOf: number): Promise<void> {
    if (performance.now() - this.#since >= SLICE) {
      this.#report(stage, nDone, nOf);
      await new Promise((resolve) => setTimeout(resolve));
      this.#since = performance.now();
    }
    if (this.#isStopped) throw new Stopped("it was stopped");
  }
}
