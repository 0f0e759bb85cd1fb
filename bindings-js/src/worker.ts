// The entry point for pages that must stay responsive: a worker owns the memory, and the page awaits its answers.

import type { Keeping, OpenOptions as Plain } from "./open.js";
import { manner, rebuilds, source, storeName } from "./open.js";
import { failure, invalid } from "./errors.js";
import { Memory } from "./memory.js";
import { WorkerEngine } from "./worker/engine.js";

export * from "./exports.js";

/** What to open. */
export interface OpenOptions extends Plain, Keeping {
  /** A worker that runs `scrubjay/worker-thread`, or a function that starts one, if the page creates its own; terminated by `close`. */
  worker?: Worker | (() => Worker) | undefined;
  /**
   * The name of a store in the origin private file system, which persists after the page is closed: `project/store.redb`. By
   * default nothing persists. One page at a time: another one is refused with `locked`. `rebuild` renames the previous store: it
   * appends `.set-aside` to its name.
   */
  store?: string | undefined;
  /** The base URL of the package's modules, if they are not next to its scripts: as `init` takes it in the other entry points. */
  modules?: string | URL | undefined;
  /**
   * The milliseconds that a call of the component may take; the default is 60,000. The worker is then ended, which fails pending calls
   * with `component`.
   */
  deadline?: number | undefined;
}

/**
 * Opens a memory in a worker. If the worker dies, pending calls fail with `component`. The next call starts another worker, which
 * continues from the store; without a store, or if the caller passed the worker itself, every call fails: open again.
 */
export async function open(options: OpenOptions): Promise<Memory> {
  const { purpose, check } = manner(options, ["files", "store", "worker", "modules", "rebuild", "deadline"]);
  const { store, worker, deadline } = options;
  if (deadline !== undefined && !(Number.isFinite(deadline) && deadline > 0)) throw invalid("deadline", "not a number of milliseconds");
  const modules = options.modules === undefined ? undefined : absolute(options.modules);
  if (store !== undefined) storeName(store);
  const rebuild = rebuilds(options, purpose, store);
  const isWorker = worker === undefined || typeof worker === "function" || typeof worker?.postMessage === "function";
  if (!isWorker) throw invalid("worker", "neither a worker nor a function");
  const files = source(options.files);
  if (worker === undefined && typeof Worker !== "function") throw failure("load", undefined, "there are no workers here: use the entry `scrubjay` itself");
  // The URL is written out in full, so that bundlers find the script and include it.
  const own = () => new Worker(new URL("./worker/thread.js", import.meta.url), { type: "module" });
  const start = typeof worker === "function" ? worker : () => worker ?? own();
  const again = store !== undefined && (worker === undefined || typeof worker === "function");
  return new Memory(await WorkerEngine.open({ worker: start, again, files, deadline, opening: { store, purpose, check, rebuild, modules } }));
}

/** The base URL of a worker may differ from the page's. */
function absolute(modules: string | URL): string {
  if (typeof modules !== "string" && !(modules instanceof URL)) throw invalid("modules", "not an address");
  try {
    return new URL(modules, globalThis.document?.baseURI ?? location.href).href;
  } catch (cause) {
    throw invalid("modules", "not an address", { cause });
  }
}
