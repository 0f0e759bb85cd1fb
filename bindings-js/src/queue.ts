// One call at a time: the calls of a memory run one after another, in order.

/** A queue of calls. */
export class Queue {
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Runs a call when those before it have ended. If the signal fires while it waits, it is removed from the queue. If it fires later,
   * the caller is released at once and the call runs on; a call that `stops` by itself is awaited.
   */
  run<T>(call: () => Promise<T>, signal?: AbortSignal, stops = false): Promise<T> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const before = this.#last;
    const turn = before.then(() => {
      signal?.throwIfAborted();
      return call();
    });
    this.#last = turn.catch(() => undefined);
    return signal === undefined ? turn : Promise.race([turn, whenAborted(signal, stops ? before : turn)]);
  }
}

/** Awaits a result until the signal fires; a later result is ignored. */
export function orAborted<T>(what: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return what;
  what.catch(() => undefined);
  return signal.aborted ? Promise.reject(signal.reason) : Promise.race([what, whenAborted(signal, what)]);
}

/** Rejects if the signal fires before a promise settles; the listener is removed afterwards. */
function whenAborted(signal: AbortSignal, end: Promise<unknown>): Promise<never> {
  return new Promise((_, reject) => {
    const leave = () => reject(signal.reason);
    signal.addEventListener("abort", leave, { once: true });
    end.catch(() => undefined).finally(() => signal.removeEventListener("abort", leave));
  });
}
