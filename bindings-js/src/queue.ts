// One call at a time: calls of a memory wait for each other in their order.

/** A line of calls. */
export class Queue {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs a call when those before it have ended. A signal that fires while it waits takes it out of the line. */
  run<T>(call: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const turn = this.#last.then(() => {
      signal?.throwIfAborted();
      return call();
    });
    this.#last = turn.catch(() => undefined);
    return signal === undefined ? turn : Promise.race([turn, whenAborted(signal, turn)]);
  }
}

/** Rejects when the signal fires; nothing is left listening once the call has ended. */
function whenAborted(signal: AbortSignal, turn: Promise<unknown>): Promise<never> {
  return new Promise((_, reject) => {
    const leave = () => reject(signal.reason);
    signal.addEventListener("abort", leave, { once: true });
    turn.catch(() => undefined).finally(() => signal.removeEventListener("abort", leave));
  });
}
