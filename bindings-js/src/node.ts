// The entry for Node: a folder on disk.

import { readFileSync } from "node:fs";

import { LocalEngine } from "./engine.js";
import { type ErrorCode, ScrubjayError, failure, invalid } from "./errors.js";
import { diskFiles } from "./files/disk.js";
import type { Purpose } from "./generated/types.js";
import { LANGUAGES } from "./languages.js";
import { Memory } from "./memory.js";
import { type Files, type Keeping, type PrivateStoreOptions, manner, openHere, ownStore, rebuilds } from "./open.js";
import { type ModuleInput, type Modules, type Platform, below, coreModule, giveCore, lookIn, moduleNamed, why } from "./platform.js";
import type { Module } from "./shapes.js";
import { type DiskOptions, openDiskReader, openDiskStore } from "./store/disk.js";
import { storing } from "./store/fault.js";
import type { Store } from "./store/store.js";

export * from "./exports.js";

/** What to open: a folder, or files from elsewhere. */
export interface OpenOptions extends Keeping {
  /**
   * The folder to remember. Its store is the command line's own, in `.scrubjay/`; one writer at a time, others are refused as `locked`,
   * and any number of readers, but for the length of an index run. What `rebuild` puts aside is `.scrubjay/set-aside.redb`.
   */
  root?: string | URL | undefined;
  /** In the place of a folder: texts by their paths, files with paths, or any other source of files. */
  files?: Files | undefined;
  /** Where rows are kept, in the place of the folder's own store; files that lie in no folder are kept in memory. */
  store?: "memory" | Store | undefined;
  /**
   * `writing`, which indexes and answers, where it is left out. `reading` needs a store that was indexed, and answers beside
   * whoever writes it.
   */
  purpose?: Purpose | undefined;
  /** Verify every page of the folder's store first; the next index run looks at every row, and makes those of files again that are damaged. */
  check?: boolean | undefined;
}

/**
 * Uses this core module instead of the package's own: a path, a URL, a response, bytes, or a compiled module; and says where all the
 * others lie, where they are not beside the package's scripts: a folder, a URL, or what gives each by its name.
 */
export async function init(input?: ModuleInput, modules?: Modules): Promise<void> {
  if (modules !== undefined) lookIn(isPlace(modules) ? (name) => fromDisk(below(modules, name)) : modules);
  if (input !== undefined) giveCore(fromDisk(input));
  await PLATFORM.core();
}

function isPlace(modules: Modules): modules is string | URL {
  return typeof modules === "string" || modules instanceof URL;
}

/** What lies on a disk is read; the rest is fetched. */
async function fromDisk(input: ModuleInput): Promise<ModuleInput> {
  if (typeof input !== "string" && !(input instanceof URL)) return input;
  const scheme = /^(https?|data|blob|file):/i.exec(String(input))?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== "file") return input;
  return readFileSync(scheme === "file" ? new URL(input) : input);
}

/** Refuses: the private files of an origin are a page's. */
export async function openPrivateStore(_name: string, _options?: PrivateStoreOptions): Promise<Store> {
  throw invalid("openPrivateStore", "only pages have private files; give open a root");
}

/** Opens the memory of a folder, or of the files that the caller gives. */
export async function open(options: OpenOptions): Promise<Memory> {
  const { purpose, check } = manner(options);
  const { root, files, store } = options;
  const rebuild = rebuilds(options, purpose, store);
  if ((root === undefined) === (files === undefined)) throw invalid("root", "give either a root or files");
  if (root === undefined) return openHere(PLATFORM, { files: files as Files, store, purpose, check });
  const disk = diskFiles(root);
  // Compiled while the store is opened. Whoever needs it is told where that fails.
  PLATFORM.core().catch(() => undefined);
  const { rows, mend } = await rowsOf(disk.root, ownStore(store), purpose, { create: true, check, rebuild });
  return new Memory(new LocalEngine({ platform: PLATFORM, files: disk, named: disk.named, store: rows, purpose, mend }));
}

/** Where the rows are kept, and whether all of them are to be looked at. */
async function rowsOf(root: string, own: Store | undefined, purpose: Purpose, options: DiskOptions): Promise<{ rows: Store; mend: boolean }> {
  if (own !== undefined) return { rows: own, mend: options.check === true };
  // Nothing can be done before it is there, and to wait for another thread takes longer than to compile it here.
  const module = await load("store/store.wasm", (bytes) => new WebAssembly.Module(bytes));
  try {
    return storing(() => {
      if (purpose === "reading") return { rows: openDiskReader(module, root), mend: false };
      const { store, wasChecked } = openDiskStore(module, root, options);
      return { rows: store, mend: wasChecked };
    });
  } catch (error) {
    if (error instanceof ScrubjayError && UNUSABLE.has(error.code)) error.message += "; `rebuild: true` puts it aside, as .scrubjay/set-aside.redb, and begins a new one";
    throw error;
  }
}

/** What is wrong with a store that only a new one in its place mends for certain. */
const UNUSABLE = new Set<ErrorCode>(["damaged", "older-format", "newer-format"]);

const PLATFORM: Platform = {
  core: () => coreModule(() => load("scrubjay.wasm")),
  parser: (language) => (LANGUAGES.has(language) ? load(`parsers/${language}.wasm`) : undefined),
  hash: async (bytes) => (await (crypto ??= import("node:crypto"))).createHash("sha256").update(bytes).digest(),
};

/** Most questions need no hash: what they do not load they do not wait for. */
let crypto: Promise<typeof import("node:crypto")> | undefined;

type Compile = (bytes: BufferSource) => Promise<Module> | Module;

function load(name: string, compile: Compile = WebAssembly.compile): Promise<Module> {
  return moduleNamed(name, async () => {
    try {
      return await compile(readFileSync(new URL(`./${name}`, import.meta.url)));
    } catch (cause) {
      throw failure("load", undefined, `${name} cannot be loaded: ${why(cause)}`, { cause });
    }
  });
}
