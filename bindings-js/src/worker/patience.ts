// A watchdog for a worker: detects a call of the component that exceeds its deadline, as such a call can only be interrupted by ending the
// worker.
//
// Time is counted in ticks of this page's timer. Ticks are missed while the machine sleeps or the page is in the background, so that this
// does not count as the worker's silence. Not here: ending the worker.

import { invalidError } from "../errors.js";

/** Checks and returns the caller's option `deadline`. Throws `invalid` if it is no positive number of milliseconds. */
export function deadlineOf(given: number | undefined): number | undefined {
  if (given !== undefined && !(Number.isFinite(given) && given > 0)) throw invalidError("deadline", "not a number of milliseconds");
  return given;
}

/** How many ticks a deadline is divided into. */
const N_TICKS = 30;

/** Watches one worker while calls are pending. */
export class Watchdog {
  readonly #tick: number;
  readonly #ping: () => void;
  readonly #onDeadline: () => void;
  #timer: ReturnType<typeof setInterval> | undefined;
  #nSilentTicks = 0;

  /** `deadline`: in milliseconds. `ping` pings the worker; `onDeadline` is called if it was silent for the deadline. */
  constructor(deadline: number, ping: () => void, onDeadline: () => void) {
    this.#tick = deadline / N_TICKS;
    this.#ping = ping;
    this.#onDeadline = onDeadline;
  }

  /** Starts watching, because a call is pending. */
  begin(): void {
    if (this.#timer !== undefined) return;
    this.#nSilentTicks = 0;
    this.#timer = setInterval(() => this.#look(), this.#tick);
  }

  /** Called for every message of the worker: restarts the deadline. */
  restart(): void {
    this.#nSilentTicks = 0;
  }

  /** Stops watching, because no call is pending. */
  end(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #look(): void {
    if (this.#nSilentTicks === 0) this.#ping();
    if (this.#nSilentTicks++ < N_TICKS) return;
    this.end();
    this.#onDeadline();
  }
}
