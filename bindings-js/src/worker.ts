// The entry for pages that must stay quick: a worker owns the memory, and the page awaits its answers.

import type { OpenOptions as Plain } from "./open.js";
import { checked, source } from "./open.js";
import { invalid } from "./errors.js";
import { Memory } from "./memory.js";
import { WorkerEngine } from "./worker/engine.js";

export * from "./exports.js";

/** What to open. */
export interface OpenOptions extends Plain {
  /** A worker that runs `scrubjay/worker-thread`, where the page makes its own; ended by `close`. */
  worker?: Worker | undefined;
  /**
   * The name of a store in the private files of the page's origin, which stays when the page goes: `project/store.redb`. Where it
   * is left out, nothing stays. One page at a time: another one is refused with `locked`.
   */
  store?: string | undefined;
}

/** Opens a memory in a worker. Where the worker dies, every call fails with `guest`; open again, and what was stored is there. */
export async function open(options: OpenOptions): Promise<Memory> {
  if (typeof options !== "object" || options === null) throw invalid("options", "not an object");
  const { store, purpose = "writing" } = options;
  if (store !== undefined && typeof store !== "string") throw invalid("store", "not the name of a store");
  checked(purpose);
  const files = source(options.files);
  // The address stands as a whole, so that bundlers find the script and carry it along.
  const worker = options.worker ?? new Worker(new URL("./worker/thread.js", import.meta.url), { type: "module" });
  const engine = new WorkerEngine(worker, files, { kind: "begin", store, purpose });
  await engine.ready();
  return new Memory(engine);
}
