// The entry point for Node: a folder on disk.

import { type DiskOpening, diskEngine } from "./disk.js";
import { invalid } from "./errors.js";
import { pathOf, rootOf } from "./files/disk.js";
import type { Purpose } from "./generated/types.js";
import { PLATFORM, fromDisk, moduleOf, storeModule } from "./installed.js";
import { Memory } from "./memory.js";
import { type Files, type Keeping, type PrivateStoreOptions, manner, ownStore, rebuilds, source } from "./open.js";
import { known } from "./options.js";
import { type ModuleInput, type Modules, below, giveCore, lookIn } from "./platform.js";
import { withUsers } from "./records/config.js";
import { DiskKeeping } from "./records/disk.js";
import { Nowhere } from "./records/keeping.js";
import { type MemoryOptions, RULES, type RuleOptions, memoryOf, ownerOf, rulesOf } from "./records/notes.js";
import { namesOf } from "./records/project.js";
import { type OwnerOptions, type Records, recordsIn } from "./records/records.js";
import { granted } from "./store/own.js";
import type { Store } from "./store/store.js";
import { openThreads } from "./threaded.js";
import { deadlineOf } from "./worker/patience.js";

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
  /** As elsewhere: a question about the code first takes in what little has changed. Default: false. */
  fresh?: boolean | undefined;
  /**
   * Leaves out files and folders by these patterns, written as in a `.gitignore` of the folder: they only exclude, and take precedence over
   * all rules of files. The next run stores them with the index, in the place of those that are stored, and they hold for every later one,
   * whoever makes it; an empty list lifts them. Default: those that are stored.
   */
  exclude?: readonly string[] | undefined;
  /**
   * So many milliseconds another process that writes the folder's index is waited for: by opening, which then fails as `locked`, and by
   * each run. Default: opening waits for nobody, because who only asks need not, and a run for ten minutes.
   */
  wait?: number | undefined;
  /** If another process is still writing then, opens for reading instead of failing: `purpose` of the memory says so. Default: false. */
  orRead?: boolean | undefined;
  /**
   * Runs the memory in threads of its own, so that this one goes on: one that answers, and one for index runs, beside which questions are
   * answered from what was committed. One that dies fails its calls as `component`, and the next call starts another one. Default: false.
   */
  thread?: boolean | undefined;
  /** With `thread`: the milliseconds that a call of the component may take, before its thread is ended. Default: 60,000. */
  deadline?: number | undefined;
}

const OPTIONS = ["root", "files", "store", "memory", "rebuild", "wait", "orRead", "thread", "deadline"] as const;

/** Options of opening records. */
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
 * Opens the memory of a folder, or of the caller's files. With `thread` it runs in threads of its own. Otherwise a call runs in this thread,
 * where nothing can interrupt it: it has no deadline.
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
  const { purpose, check, fresh, exclude } = manner(options, OPTIONS);
  const { root, files, store, thread = false, deadline } = options;
  const { file, owner, given } = memoryOf(options.memory);
  const rebuild = rebuilds(options, purpose, store);
  if ((root === undefined) === (files === undefined)) throw invalid("root", "give either a root or files");
  if (typeof thread !== "boolean") throw invalid("thread", "not true or false");
  if (deadline !== undefined && !thread) throw invalid("deadline", "only a thread of its own can be ended: say thread: true");
  if (file !== undefined) fileName(file, "memory");
  // Refused here, before a thread reads the user's own settings too.
  rulesOf(given);
  const own = { files: files === undefined ? undefined : source(files), store: ownStore(store) };
  if (thread && typeof store === "object") throw invalid("store", "a store of the caller's stays in the caller's thread: leave out thread");
  const folder = root === undefined ? undefined : rootOf(root);
  const opening: DiskOpening = {
    root: folder,
    isUnkept: store !== undefined,
    memory: file,
    owner: { ...owner, roots: root === undefined || folder === undefined ? [] : namesOf(pathOf(root), folder) },
    rules: given,
    purpose: folder === undefined || store !== undefined ? purpose : await granted(folder, purpose, options),
    check,
    rebuild,
    fresh,
    exclude,
    wait: options.wait,
  };
  if (!thread) return new Memory(await diskEngine({ platform: PLATFORM, storeModule }, opening, own));
  return new Memory(await openThreads({ opening, files: own.files, module: moduleOf, deadline: deadlineOf(deadline) }));
}

/**
 * Opens records without a project: in a file, which any number of processes may write, or without one in memory.
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
  const { file, owner, ...given } = options;
  const rules = rulesOf(given);
  if (file === undefined) return recordsIn(PLATFORM, new Nowhere(), ownerOf(owner), rules);
  return recordsIn(PLATFORM, new DiskKeeping(storeModule, { file: fileName(file, "file") }), ownerOf(owner), () => rulesOf(withUsers(given)));
}

function fileName(file: string, option: string): string {
  if (typeof file !== "string" || file === "") throw invalid(option, "not the path of a file");
  return file;
}
