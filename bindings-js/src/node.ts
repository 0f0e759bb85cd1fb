// The entry point for Node: a folder on disk.

import { type DiskOpening, diskEngine } from "./disk.js";
import { invalidError } from "./errors.js";
import { folderPath, rootOf } from "./files/disk.js";
import type { Purpose } from "./generated/types.js";
import { PLATFORM, readFromDisk, moduleOf, storeModule } from "./installed.js";
import { Memory } from "./memory.js";
import { type Files, type PrivateStoreOptions, type RebuildOption, checkCommonOptions, fileSourceOf, mustRebuild, storeFromOption } from "./open.js";
import { known } from "./options.js";
import { type ModuleInput, type Modules, giveCore, setModuleLocation, urlBelow } from "./platform.js";
import { withUserConfig } from "./records/config.js";
import { DiskRecordsStorage } from "./records/disk.js";
import { MemoryRecordsStorage } from "./records/keeping.js";
import { type MemoryOptions, RULES, type RuleOptions, checkMemoryOptions, ownerOf, rulesOf } from "./records/notes.js";
import { namesOf } from "./records/project.js";
import { type OwnerOptions, type Records, recordsIn } from "./records/records.js";
import { waitForPurpose } from "./store/own.js";
import type { Store } from "./store/store.js";
import { openThreads } from "./threaded.js";
import { deadlineOf } from "./worker/patience.js";

export * from "./exports.js";

/** Options of opening a memory: of a folder, or of other files. */
export interface OpenOptions extends RebuildOption {
  /**
   * The folder to index. Its index is shared with the command line, in `.scrubjay/`, or in the user's cache folder if the folder is not
   * writable. It is locked only during a run, which waits for other processes' runs. It is a cache: a run rebuilds it if it is
   * damaged, of another release, or not this user's; with `rebuild`, always.
   */
  root?: string | URL | undefined;
  /** Instead of a folder: texts by their paths, files with paths, or any other source of files. */
  files?: Files | undefined;
  /** The store, instead of the folder's own; without a folder, the default is a store in memory. */
  store?: "memory" | Store | undefined;
  /**
   * The file of records. By default it is in the user's data folder, shared by all worktrees of the project; without a folder,
   * or with the store `memory`, records are in memory. Any number of processes may write it.
   */
  memory?: string | MemoryOptions | undefined;
  /**
   * `writing`, the default, can index and answer questions. `reading` needs a store that was indexed, and can be used concurrently
   * with a writer.
   */
  purpose?: Purpose | undefined;
  /** Whether the next run verifies every page of the folder's index, reads every row, and rebuilds damaged ones. Default: false. */
  check?: boolean | undefined;
  /** Whether a question about code first indexes files that changed, if there are at most 500. Default: false. */
  fresh?: boolean | undefined;
  /**
   * Excludes files and folders by patterns as in a `.gitignore` of the folder, without negation. They take precedence over all ignore
   * files. The next run stores them with the index, replacing the stored ones, and they apply to every later run, of any
   * process; an empty list removes them. Default: the stored patterns.
   */
  exclude?: readonly string[] | undefined;
  /**
   * How many milliseconds opening and each run wait for another process that is writing the folder's index; then they fail as
   * `locked`. Default: opening does not wait, because questions need not, and a run waits for ten minutes.
   */
  wait?: number | undefined;
  /** Whether to open for reading, instead of failing, if another process is still writing; see `purpose` of the memory. Default: false. */
  orRead?: boolean | undefined;
  /**
   * Whether the memory runs in threads of its own: one answers questions, and one makes index runs. During a run, questions are
   * answered from what was committed. If a thread dies, its calls fail as `component`, and the next call starts another. Default: false.
   */
  thread?: boolean | undefined;
  /** With `thread`: how many milliseconds a call of the component may take before its thread is ended. Default: 60,000. */
  deadline?: number | undefined;
}

const NODE_OPTIONS = ["root", "files", "store", "memory", "rebuild", "wait", "orRead", "thread", "deadline"] as const;

/** The options of `openRecords`: who owns the records, how they are kept, and in which file. */
export interface RecordsOptions extends OwnerOptions, RuleOptions {
  /** The file, which is created with the first record. By default records are in memory. */
  file?: string | undefined;
}

/**
 * Loads the core module: `input`, if given (a path, a URL, a response, bytes, or a compiled module), instead of the
 * package's own. `modules` is the location of the package's modules, if they are not next to its scripts: a folder, a
 * URL, or a function from names to modules.
 */
export async function init(input?: ModuleInput, modules?: Modules): Promise<void> {
  if (modules !== undefined) setModuleLocation(isAddress(modules) ? (name) => readFromDisk(urlBelow(modules, name)) : modules);
  if (input !== undefined) giveCore(readFromDisk(input));
  await PLATFORM.core();
}

function isAddress(modules: Modules): modules is string | URL {
  return typeof modules === "string" || modules instanceof URL;
}

/** Always throws: only browsers have an origin private file system. */
export async function openPrivateStore(_name: string, _options?: PrivateStoreOptions): Promise<Store> {
  throw invalidError("openPrivateStore", "only pages have private files; give open a root");
}

/**
 * Opens the memory of a folder, or of the caller's files. With `thread` it runs in threads of its own. Otherwise calls run in this thread,
 * where nothing can interrupt them: they have no deadline.
 *
 * @example
 * ```ts
 * const memory = await open({ root: ".", fresh: true });
 * const { steps } = await memory.graph.callers("Session.get");
 * await memory.remember("the tests want Node 20");
 * const { hits } = await memory.recall("which node do the tests want");
 * await memory.close();
 * ```
 */
export async function open(options: OpenOptions): Promise<Memory> {
  const { purpose, check, fresh, exclude } = checkCommonOptions(options, NODE_OPTIONS);
  const { root, files, store, thread = false, deadline } = options;
  const { file, owner, given: ruleOptions } = checkMemoryOptions(options.memory);
  const rebuild = mustRebuild(options, purpose, store);
  if ((root === undefined) === (files === undefined)) throw invalidError("root", "give either a root or files");
  if (typeof thread !== "boolean") throw invalidError("thread", "not true or false");
  if (deadline !== undefined && !thread) throw invalidError("deadline", "only a thread of its own can be ended: say thread: true");
  if (file !== undefined) checkedFileName(file, "memory");
  // Invalid settings are refused here, before a thread reads the user's own.
  rulesOf(ruleOptions);
  const callerParts = { files: files === undefined ? undefined : fileSourceOf(files), store: storeFromOption(store) };
  if (thread && typeof store === "object") throw invalidError("store", "a store of the caller's stays in the caller's thread: leave out thread");
  const folder = root === undefined ? undefined : rootOf(root);
  const opening: DiskOpening = {
    root: folder,
    isInMemory: store !== undefined,
    memory: file,
    owner: { ...owner, roots: root === undefined || folder === undefined ? [] : namesOf(folderPath(root), folder) },
    rules: ruleOptions,
    purpose: folder === undefined || store !== undefined ? purpose : await waitForPurpose(folder, purpose, options),
    check,
    rebuild,
    fresh,
    exclude,
    wait: options.wait,
  };
  if (!thread) return new Memory(await diskEngine({ platform: PLATFORM, storeModule }, opening, callerParts));
  return new Memory(await openThreads({ opening, files: callerParts.files, module: moduleOf, deadline: deadlineOf(deadline) }));
}

/**
 * Opens records without a project: in a file, which any number of processes may write, or, without a file, in memory.
 *
 * @example
 * ```ts
 * const records = await openRecords({ file: "memory.redb" });
 * await records.record({ kind: "turn", conversation: "c", text: "Mend the shelf." });
 * const { entries } = await records.log({ when: "yesterday" });
 * await records.close();
 * ```
 */
export async function openRecords(options: RecordsOptions = {}): Promise<Records> {
  known(options, ["file", "owner", ...RULES]);
  const { file, owner, ...ruleOptions } = options;
  const rules = rulesOf(ruleOptions);
  if (file === undefined) return recordsIn(PLATFORM, new MemoryRecordsStorage(), ownerOf(owner), rules);
  return recordsIn(PLATFORM, new DiskRecordsStorage(storeModule, { file: checkedFileName(file, "file") }), ownerOf(owner), () => rulesOf(withUserConfig(ruleOptions)));
}

function checkedFileName(file: string, option: string): string {
  if (typeof file !== "string" || file === "") throw invalidError(option, "not the path of a file");
  return file;
}
