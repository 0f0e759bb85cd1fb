// One call at a time: the calls of a memory run one after another, in order.

/** Runs calls in the order in which they came. A call that fails does not hold up the next one. */
export class Queue {
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Runs a call after the earlier ones. If the signal fires while the call is queued, the call is not made. If it fires
   * later, the promise is rejected at once while the call continues; with `stops`, the call reacts to the signal itself
   * and is awaited.
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

/** Awaits a result. If the signal fires first, rejects with its reason. */
export function rejectOnAbort<T>(what: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return what;
  what.catch(() => undefined);
  return signal.aborted ? Promise.reject(signal.reason) : Promise.race([what, whenAborted(signal, what)]);
}

/**
 * A promise that rejects if the signal fires before `end` settles. Once `end` settles, the signal's listener is
 * removed.
 */
function whenAborted(signal: AbortSignal, end: Promise<unknown>): Promise<never> {
  return new Promise((_, reject) => {
    const leave = () => reject(signal.reason);
    signal.addEventListener("abort", leave, { once: true });
    end.catch(() => undefined).finally(() => signal.removeEventListener("abort", leave));
  });
}
