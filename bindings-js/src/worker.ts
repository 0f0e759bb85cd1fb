// The entry point for pages that must stay responsive: a worker has the memory, and the page awaits its answers.

import type { OpenOptions as Plain, RebuildOption } from "./open.js";
import { checkCommonOptions, fileSourceOf, mustRebuild, storeName } from "./open.js";
import { createError, invalidError } from "./errors.js";
import { Memory } from "./memory.js";
import { type FileSource, textFiles } from "./files/files.js";
import { known } from "./options.js";
import { type MemoryOptions, RULES, type RuleOptions, checkMemoryOptions, ownerOf, rulesOf } from "./records/notes.js";
import { type OwnerOptions, Records } from "./records/records.js";
import { WorkerEngine } from "./worker/engine.js";
import type { Opening } from "./worker/messages.js";
import { deadlineOf } from "./worker/patience.js";

export * from "./exports.js";

interface StartOptions {
  /** A worker that runs `scrubjay/worker-thread`, or a function that starts one. `close` terminates it. Default: the package's own. */
  worker?: Worker | (() => Worker) | undefined;
  /** The base URL of the package's modules, if they are not next to its scripts: as `init` takes it in the other entry points. */
  modules?: string | URL | undefined;
  /**
   * How many milliseconds a call of the component may take. After that the worker is ended, and pending calls fail with
   * `component`. Default: 60,000.
   */
  deadline?: number | undefined;
}

/** The options of `open`: the files to index, where the index and the records are stored, and the worker. */
export interface OpenOptions extends Plain, RebuildOption, StartOptions {
  /**
   * The name of a store in the origin private file system, which persists after the page is closed: `project/store.redb`. By
   * default nothing persists. Only one page at a time can open it; others are refused as `locked`. `rebuild` renames the previous store
   * by appending `.set-aside`.
   */
  store?: string | undefined;
  /**
   * The name of a file in the origin private file system for records, which any number of pages may write. By default it is beside the store,
   * with the store's name and `.memory.redb` instead of `.redb`; without a store, records are in memory.
   */
  memory?: string | MemoryOptions | undefined;
}

/** The options of `openRecords`: who owns the records, how they are kept, in which file, and the worker. */
export interface RecordsOptions extends OwnerOptions, RuleOptions, StartOptions {
  /** The name of a file in the origin private file system, which any number of pages may write. By default records are in memory. */
  file?: string | undefined;
}

/**
 * Opens a memory in a worker. If the worker dies, pending calls fail with `component`. The next call starts another worker, which
 * continues from the store; without a store, or if the caller passed the worker itself, every call fails: open again.
 */
export async function open(options: OpenOptions): Promise<Memory> {
  const { purpose, check, fresh, exclude } = checkCommonOptions(options, ["files", "store", "memory", "worker", "modules", "rebuild", "deadline"]);
  const { store } = options;
  const { file: memory = store?.replace?.(/(?:\.redb)?$/, ".memory.redb"), owner, rules } = checkMemoryOptions(options.memory);
  if (store !== undefined) storeName(store);
  if (memory !== undefined) storeName(memory);
  if (memory !== undefined && memory === store) throw invalidError("memory", "the store has this name, which may be made again at any time");
  const rebuild = mustRebuild(options, purpose, store);
  return new Memory(await startEngine(options, fileSourceOf(options.files), { store, memory, rules, owner, purpose, check, fresh, exclude, rebuild }, store !== undefined));
}

/** Opens records without a project in a worker. If the worker dies, the same happens as with `open`. */
export async function openRecords(options: RecordsOptions = {}): Promise<Records> {
  known(options, ["file", "owner", ...RULES, "worker", "modules", "deadline"]);
  const { file: memory, owner } = options;
  if (memory !== undefined) storeName(memory);
  const opening = { store: undefined, memory, rules: rulesOf(options), owner: ownerOf(owner), purpose: "reading", check: false, fresh: false, exclude: undefined, rebuild: false } as const;
  return new Records(await startEngine(options, textFiles(new Map()), opening, memory !== undefined));
}

/**
 * Starts a worker, and opens an engine in it. `isKept`: whether everything is in files, so that another worker can
 * continue.
 */
async function startEngine(starting: StartOptions, files: FileSource, opening: Omit<Opening, "modules">, isKept: boolean): Promise<WorkerEngine> {
  const { worker } = starting;
  const deadline = deadlineOf(starting.deadline);
  const modules = starting.modules === undefined ? undefined : absoluteUrl(starting.modules);
  const isValidWorker = worker === undefined || typeof worker === "function" || typeof worker?.postMessage === "function";
  if (!isValidWorker) throw invalidError("worker", "neither a worker nor a function");
  if (worker === undefined && typeof Worker !== "function") throw createError("load", undefined, "there are no workers here: in Node say open({ root, thread: true }) of scrubjay itself, elsewhere give `worker`");
  // The URL is written out in full, so that bundlers find the script and include it.
  const startOwn = () => new Worker(new URL("./worker/thread.js", import.meta.url), { type: "module" });
  const startWorker = typeof worker === "function" ? worker : () => worker ?? startOwn();
  const mayRestart = isKept && (worker === undefined || typeof worker === "function");
  return WorkerEngine.open({ worker: startWorker, mayRestart, files, deadline, opening: { ...opening, modules } });
}

/** Makes a URL absolute with the page's base URL, from which the worker's may differ. */
function absoluteUrl(modules: string | URL): string {
  if (typeof modules !== "string" && !(modules instanceof URL)) throw invalidError("modules", "not an address");
  try {
    return new URL(modules, globalThis.document?.baseURI ?? location.href).href;
  } catch (cause) {
    throw invalidError("modules", "not an address", { cause });
  }
}
