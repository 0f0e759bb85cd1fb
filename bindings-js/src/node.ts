// The entry point for Node: a folder on disk.

import { LocalEngine } from "./engine.js";
import { invalid } from "./errors.js";
import { diskFiles } from "./files/disk.js";
import type { Purpose } from "./generated/types.js";
import { PLATFORM, fromDisk, storeModule } from "./installed.js";
import { Memory } from "./memory.js";
import { withUsers } from "./records/config.js";
import { DiskKeeping } from "./records/disk.js";
import { RecordsEngine } from "./records/engine.js";
import { Nowhere } from "./records/keeping.js";
import { type MemoryOptions, OWN, RULES, type RuleOptions, memoryOf, ownerOf, rulesOf } from "./records/notes.js";
import { type OwnerOptions, type Records, recordsIn } from "./records/records.js";
import { known } from "./options.js";
import { type Files, type Keeping, type PrivateStoreOptions, manner, openHere, ownStore, rebuilds } from "./open.js";
import { type ModuleInput, type Modules, below, giveCore, lookIn } from "./platform.js";
import { OwnIndex, type OwnOptions, openDiskReader } from "./store/own.js";
import { storing } from "./store/fault.js";
import type { Store } from "./store/store.js";

export * from "./exports.js";

/** What to open: a folder, or files from elsewhere. */
export interface OpenOptions extends Keeping {
  /**
   * The folder to index. Its index is the same as the command line's, in `.scrubjay/`, or in the user's cache folder where nothing may be
   * written there. It is locked only during a run, which waits for that of another process. It is a cache: a run makes one again that is
   * damaged, of another release, or not this user's, and `rebuild` has it do so anyway.
   */
  root?: string | URL | undefined;
  /** Instead of a folder: texts by their paths, files with paths, or any other source of files. */
  files?: Files | undefined;
  /** The store, instead of the folder's own; without a folder, the default is a store in memory. */
  store?: "memory" | Store | undefined;
  /**
   * The file of what is remembered. By default it lies in the user's data folder, shared by all worktrees of the project; without a folder,
   * or with the store `memory`, nothing is kept. Any number of processes may write it.
   */
  memory?: string | MemoryOptions | undefined;
  /**
   * `writing`, the default, can index and answer questions. `reading` needs a store that was indexed, and can be used concurrently
   * with a writer.
   */
  purpose?: Purpose | undefined;
  /** The next run verifies every page of the folder's index first; it reads every row, and rebuilds those of files that are damaged. */
  check?: boolean | undefined;
}

/** Which records to open. */
export interface RecordsOptions extends OwnerOptions, RuleOptions {
  /** The file, which is made with the first record. By default nothing is kept. */
  file?: string | undefined;
}

/**
 * Uses this core module instead of the package's own: a path, a URL, a response, bytes, or a compiled module. `modules` gives the
 * location of all the others, if they are not next to the package's scripts: a folder, a URL, or a function from names to modules.
 */
export async function init(input?: ModuleInput, modules?: Modules): Promise<void> {
  if (modules !== undefined) lookIn(isPlace(modules) ? (name) => fromDisk(below(modules, name)) : modules);
  if (input !== undefined) giveCore(fromDisk(input));
  await PLATFORM.core();
}

function isPlace(modules: Modules): modules is string | URL {
  return typeof modules === "string" || modules instanceof URL;
}

/** Always refused: only browsers have an origin private file system. */
export async function openPrivateStore(_name: string, _options?: PrivateStoreOptions): Promise<Store> {
  throw invalid("openPrivateStore", "only pages have private files; give open a root");
}

/**
 * Opens the memory of a folder, or of the caller's files. A call runs in this thread, where nothing can interrupt it: it has no deadline. A
 * program that must not wait runs its memory in a worker of its own, which it can end; the store stays whole.
 */
export async function open(options: OpenOptions): Promise<Memory> {
  const { purpose, check } = manner(options, ["root", "files", "store", "memory", "rebuild"]);
  const { root, files, store } = options;
  const { file, given } = memoryOf(options.memory);
  const rules = () => rulesOf(withUsers(given));
  const named = file === undefined ? undefined : recordsAt(file, "memory");
  const rebuild = rebuilds(options, purpose, store);
  if ((root === undefined) === (files === undefined)) throw invalid("root", "give either a root or files");
  if (root === undefined) return openHere(PLATFORM, { files: files as Files, store, purpose, check }, named, named === undefined ? rulesOf(given) : rules);
  const disk = diskFiles(root);
  // Compiled while the store is opened. If that fails, the first use reports it.
  PLATFORM.core().catch(() => undefined);
  const rows = ownStore(store) ?? (await indexOf(disk.root, purpose, { check, rebuild }));
  const mend = store !== undefined && check;
  const kept = named ?? (store === "memory" ? new Nowhere() : new DiskKeeping(storeModule, { root: disk.root }));
  const records = new RecordsEngine(PLATFORM, kept, OWN, kept instanceof Nowhere ? rulesOf(given) : rules);
  return new Memory(new LocalEngine({ platform: PLATFORM, files: disk, named: disk.named, store: rows, records, purpose, mend }));
}

/** Opens records without a project: in a file, which any number of processes may write, or without one in memory. */
export async function openRecords(options: RecordsOptions = {}): Promise<Records> {
  known(options, ["file", "owner", ...RULES]);
  const { file, owner, ...given } = options;
  const rules = rulesOf(given);
  if (file === undefined) return recordsIn(PLATFORM, new Nowhere(), ownerOf(owner), rules);
  return recordsIn(PLATFORM, recordsAt(file, "file"), ownerOf(owner), () => rulesOf(withUsers(given)));
}

function recordsAt(file: string, option: string): DiskKeeping {
  if (typeof file !== "string" || file === "") throw invalid(option, "not the path of a file");
  return new DiskKeeping(storeModule, { file });
}

/** Opens the index of a folder. */
async function indexOf(root: string, purpose: Purpose, options: OwnOptions): Promise<Store> {
  // Nothing can be done before it is loaded, and compiling on another thread takes longer than compiling it here.
  const module = await storeModule();
  return storing(() => (purpose === "reading" ? openDiskReader(module, root) : new OwnIndex(module, root, options)));
}
