// How long a worker may be silent while a call waits: what no call of the component takes, as it cannot be interrupted otherwise.
//
// Time is counted in ticks of this page's own clock: a machine that slept, or a page in the background, has missed some, and does not
// take its own sleep for the worker's. Not here: what becomes of the worker.

import { invalid } from "../errors.js";

/** Checks a deadline of the caller's. */
export function deadlineOf(given: number | undefined): number | undefined {
  if (given !== undefined && !(Number.isFinite(given) && given > 0)) throw invalid("deadline", "not a number of milliseconds");
  return given;
}

/** The ticks of a deadline. */
const N_TICKS = 30;

/** Looks after one worker. */
export class Patience {
  readonly #tick: number;
  readonly #ask: () => void;
  readonly #lose: () => void;
  #timer: ReturnType<typeof setInterval> | undefined;
  #nSilent = 0;

  /** The deadline in milliseconds, how the worker is asked for a sign of life, and what happens when none came. */
  constructor(deadline: number, ask: () => void, lose: () => void) {
    this.#tick = deadline / N_TICKS;
    this.#ask = ask;
    this.#lose = lose;
  }

  /** A call waits. */
  begin(): void {
    if (this.#timer !== undefined) return;
    this.#nSilent = 0;
    this.#timer = setInterval(() => this.#look(), this.#tick);
  }

  /** The worker said something. */
  heard(): void {
    this.#nSilent = 0;
  }

  /** No call waits any more. */
  end(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #look(): void {
    if (this.#nSilent === 0) this.#ask();
    if (this.#nSilent++ < N_TICKS) return;
    this.end();
    this.#lose();
  }
}
