// One call at a time: calls of a memory wait for each other in their order.

/** A line of calls. */
export class Queue {
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Runs a call when those before it have ended. A signal that fires while it waits takes it out of the line. One that fires later
   * lets its caller go at once, and the call be; one that `stops` by itself is waited for.
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

/** What is waited for, until the signal fires: what comes later is nobody's. */
export function orAborted<T>(what: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return what;
  what.catch(() => undefined);
  return signal.aborted ? Promise.reject(signal.reason) : Promise.race([what, whenAborted(signal, what)]);
}

/** Rejects when the signal fires before the end of something; nothing is left listening after that. */
function whenAborted(signal: AbortSignal, end: Promise<unknown>): Promise<never> {
  return new Promise((_, reject) => {
    const leave = () => reject(signal.reason);
    signal.addEventListener("abort", leave, { once: true });
    end.catch(() => undefined).finally(() => signal.removeEventListener("abort", leave));
  });
}
