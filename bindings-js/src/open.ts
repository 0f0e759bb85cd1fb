// Opens a memory outside Node, on any platform that loads the modules.

import { invalidError } from "./errors.js";
import { isWellFormed } from "./files/bytes.js";
import { excludeOf } from "./files/exclude.js";
import { type FileSource, type PathAndFile, type Texts, givenFiles, textFiles } from "./files/files.js";
import { folderFiles } from "./files/folder.js";
import type { Purpose } from "./generated/types.js";
import { LocalEngine } from "./local.js";
import { Memory } from "./memory.js";
import { known } from "./options.js";
import type { Platform } from "./platform.js";
import type { RecordsEngine } from "./records/engine.js";
import type { FolderHandle } from "./shapes.js";
import { MemoryStore } from "./store/memory.js";
import type { Store } from "./store/store.js";

/** Sources of files: texts by path, files with paths, the handle of a folder, or any other source. */
export type Files = Texts | readonly PathAndFile[] | FolderHandle | FileSource;

/** The options that `open` has on every platform. */
interface CommonOptions {
  /** `writing`, the default, can index and answer questions; `reading` only answers them. */
  purpose?: Purpose | undefined;
  /** Whether the next index run reads every row, and rebuilds damaged ones. Default: false. */
  check?: boolean | undefined;
  /**
   * Whether a question about code first indexes files that changed since the last run, if they are at most 500 and no other process is
   * writing; otherwise `nChanged` of the memory counts them. A memory that was opened for reading only counts. Default: false.
   */
  fresh?: boolean | undefined;
  /**
   * Excludes files and folders by patterns as in a `.gitignore` of the folder, without negation. They take precedence over all ignore
   * files. The next run stores them with the index, replacing the stored ones, and they apply to every later run; an empty list
   * removes them. Default: the stored patterns.
   */
  exclude?: readonly string[] | undefined;
}

/** What becomes of a persistent index that already exists. */
export interface RebuildOption {
  /** Whether to begin with a new index instead of the existing one, for example if that is damaged or of another release. Default: false. */
  rebuild?: boolean | undefined;
}

/** The options of `open` outside Node, where files come from the caller. */
export interface OpenOptions extends CommonOptions {
  files: Files;
}

/** The options of `open` for a memory in the thread of its caller. */
export interface OpenHereOptions extends OpenOptions {
  /** The caller's store; the default, `memory`, lasts as long as the page or worker. */
  store?: "memory" | Store | undefined;
}

/** Opens a memory in this thread, with these records. `names` are the allowed options besides those of every memory. */
export async function openHere<T extends OpenHereOptions>(
  platform: Platform,
  options: T,
  records: RecordsEngine,
  names: readonly (keyof T & string)[],
): Promise<Memory> {
  if (options !== null && typeof options === "object" && "root" in options && options.root !== undefined) {
    throw invalidError("root", "only Node reaches folders by a path; give files");
  }
  const { purpose, check, fresh, exclude } = checkCommonOptions(options, ["files", "store", ...names]);
  const store = storeFromOption(options.store) ?? new MemoryStore();
  return new Memory(new LocalEngine({ platform, files: fileSourceOf(options.files), store, records, purpose, mends: check, fresh, exclude }));
}

/** A new store for `memory`, or the caller's own; undefined if none was passed. Throws `invalid` for anything else. */
export function storeFromOption(store: OpenHereOptions["store"]): Store | undefined {
  if (store === "memory") return new MemoryStore();
  return store === undefined ? undefined : checkStore(store);
}

/** Throws `invalid` if an object lacks a method of a store; otherwise returns it. */
function checkStore(store: Store): Store {
  const missingMethod = STORE_METHODS.find((name) => typeof store?.[name] !== "function");
  if (missingMethod !== undefined) throw invalidError("store", `not a store: it has no ${missingMethod}`);
  return store;
}

const STORE_METHODS = ["generation", "get", "range", "scanned", "meta", "commit", "compact", "close"] as const;

/** Checks the name of a store in the origin private file system: names of folders and finally of a file, separated by `/`. */
export function storeName(name: unknown): string {
  if (typeof name !== "string") throw invalidError("store", "not the name of a store");
  const isStoreName = isWellFormed(name) && name.split("/").every((part) => !["", ".", ".."].includes(part));
  if (!isStoreName) throw invalidError("store", `${JSON.stringify(name)} cannot be the name of a file`);
  return name;
}

/** What `openPrivateStore` does with an existing store, and with a missing one. */
export interface PrivateStoreOptions extends RebuildOption {
  /** Whether to verify every page first. Default: false. */
  check?: boolean | undefined;
  /** Whether to create a missing store; otherwise it is refused as `not_indexed`. Default: true. */
  create?: boolean | undefined;
}

/** Checks the option `rebuild`, and returns whether to set the existing store aside. */
export function mustRebuild({ rebuild = false }: RebuildOption, purpose: Purpose, store: unknown): boolean {
  if (typeof rebuild !== "boolean") throw invalidError("rebuild", "not true or false");
  if (rebuild && purpose === "reading") throw invalidError("rebuild", "who reads changes nothing");
  if (rebuild && typeof store === "object") throw invalidError("rebuild", "a store of the caller's is the caller's to make anew");
  return rebuild;
}

/** The options of `CommonOptions`, checked and completed with defaults. */
interface CheckedOptions {
  purpose: Purpose;
  check: boolean;
  fresh: boolean;
  exclude: readonly string[] | undefined;
}

/** Checks the options that every memory has. `names` are the allowed options besides those. */
export function checkCommonOptions<T extends CommonOptions>(options: T, names: readonly (keyof T & string)[]): CheckedOptions {
  known(options, [...names, "purpose", "check", "fresh", "exclude"]);
  const { purpose = "writing", check = false, fresh = false } = options;
  if (purpose !== "writing" && purpose !== "reading") throw invalidError("purpose", "neither writing nor reading");
  if (typeof check !== "boolean") throw invalidError("check", "not true or false");
  if (typeof fresh !== "boolean") throw invalidError("fresh", "not true or false");
  const exclude = excludeOf(options.exclude);
  if (exclude !== undefined && purpose === "reading") throw invalidError("exclude", "who reads changes nothing");
  return { purpose, check, fresh, exclude };
}

/** Converts the option `files` to a source. Throws `invalid` for an unknown kind. */
export function fileSourceOf(files: Files): FileSource {
  if (files instanceof Map) return textFiles(files as Texts);
  if (Array.isArray(files)) return givenFiles(files as readonly PathAndFile[]);
  if (typeof FileSystemDirectoryHandle !== "undefined" && files instanceof FileSystemDirectoryHandle) return folderFiles(files as FolderHandle);
  const source = files as Partial<FileSource> | undefined;
  if (typeof source?.list === "function" && typeof source.read === "function") return source as FileSource;
  throw invalidError("files", "neither a Map, nor a list of files, nor a folder's handle, nor a source with list and read");
}

/** SHA-256. Throws `invalid` on an insecure page, where browsers offer no hashing. */
export async function hashInBrowser(bytes: Uint8Array): Promise<Uint8Array> {
  if (globalThis.crypto?.subtle === undefined) throw invalidError("page", "hashing needs a secure page: https, or localhost");
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes as BufferSource));
}
