// One call at a time: the calls of a memory run one after another, in order.

/** Runs calls in the order in which they came. A call that fails does not hold up the next one. */
export class Queue {
  #lastTurn: Promise<unknown> = Promise.resolve();

  /**
   * Runs a call after the earlier ones. If the signal fires while the call is queued, the call is not made. If it fires
   * later, the promise is rejected at once while the call continues; with `stopsItself`, the call reacts to the signal itself
   * and is awaited.
   */
  run<T>(call: () => Promise<T>, signal?: AbortSignal, stopsItself = false): Promise<T> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const turnBefore = this.#lastTurn;
    const turn = turnBefore.then(() => {
      signal?.throwIfAborted();
      return call();
    });
    this.#lastTurn = turn.catch(() => undefined);
    return signal === undefined ? turn : Promise.race([turn, whenAborted(signal, stopsItself ? turnBefore : turn)]);
  }
}

/** Awaits a result. If the signal fires first, rejects with its reason. */
export function rejectOnAbort<T>(result: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return result;
  result.catch(() => undefined);
  return signal.aborted ? Promise.reject(signal.reason) : Promise.race([result, whenAborted(signal, result)]);
}

/**
 * A promise that rejects if the signal fires before `finished` settles. Once `finished` settles, the signal's listener is
 * removed.
 */
function whenAborted(signal: AbortSignal, finished: Promise<unknown>): Promise<never> {
  return new Promise((_, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    finished.catch(() => undefined).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
