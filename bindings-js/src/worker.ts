// The entry for pages that must stay quick: a worker owns the memory, and the page awaits its answers.

import type { Keeping, OpenOptions as Plain } from "./open.js";
import { manner, rebuilds, source, storeName } from "./open.js";
import { invalid } from "./errors.js";
import { Memory } from "./memory.js";
import { WorkerEngine } from "./worker/engine.js";

export * from "./exports.js";

/** What to open. */
export interface OpenOptions extends Plain, Keeping {
  /** A worker that runs `scrubjay/worker-thread`, or what starts one, where the page makes its own; ended by `close`. */
  worker?: Worker | (() => Worker) | undefined;
  /**
   * The name of a store in the private files of the page's origin, which stays when the page goes: `project/store.redb`. Where it
   * is left out, nothing stays. One page at a time: another one is refused with `locked`. What `rebuild` puts aside has `.set-aside`
   * behind its name.
   */
  store?: string | undefined;
  /** The address that the package's modules are below, where they are not beside its scripts: as `init` takes it elsewhere. */
  modules?: string | URL | undefined;
}

/**
 * Opens a memory in a worker. Where the worker dies, the calls that wait fail with `component`. The next call starts another one, which
 * goes on from the store; where there is none, or the worker was given and not started here, every call fails: open again.
 */
export async function open(options: OpenOptions): Promise<Memory> {
  const { purpose, check } = manner(options);
  const { store, worker } = options;
  const modules = options.modules === undefined ? undefined : absolute(options.modules);
  if (store !== undefined) storeName(store);
  const rebuild = rebuilds(options, purpose, store);
  const isWorker = worker === undefined || typeof worker === "function" || typeof worker?.postMessage === "function";
  if (!isWorker) throw invalid("worker", "neither a worker nor a function");
  const files = source(options.files);
  // The address stands as a whole, so that bundlers find the script and carry it along.
  const own = () => new Worker(new URL("./worker/thread.js", import.meta.url), { type: "module" });
  const start = typeof worker === "function" ? worker : () => worker ?? own();
  const again = store !== undefined && (worker === undefined || typeof worker === "function");
  return new Memory(await WorkerEngine.open({ worker: start, again, files, opening: { store, purpose, check, rebuild, modules } }));
}

/** A worker's own address may be another one than the page's. */
function absolute(modules: string | URL): string {
  if (typeof modules !== "string" && !(modules instanceof URL)) throw invalid("modules", "not an address");
  try {
    return new URL(modules, globalThis.document?.baseURI ?? location.href).href;
  } catch (cause) {
    throw invalid("modules", "not an address", { cause });
  }
}
