// Opening a memory outside Node, whatever loads the modules.

import { LocalEngine } from "./engine.js";
import { invalid } from "./errors.js";
import { isWellFormed } from "./files/bytes.js";
import { type FileSource, type PathAndFile, type Texts, givenFiles, textFiles } from "./files/files.js";
import { folderFiles } from "./files/folder.js";
import type { Purpose } from "./generated/types.js";
import { Memory } from "./memory.js";
import type { Platform } from "./platform.js";
import type { FolderHandle } from "./shapes.js";
import { MemoryStore } from "./store/memory.js";
import type { Store } from "./store/store.js";

/** Where files may come from: texts by path, files with paths, the handle of a folder, or any other source. */
export type Files = Texts | readonly PathAndFile[] | FolderHandle | FileSource;

/** How a memory is opened. */
interface Manner {
  /** `writing`, which indexes and answers, where it is left out. */
  purpose?: Purpose | undefined;
  /** The next index run looks at every row, and makes those of files again that are damaged. */
  check?: boolean | undefined;
}

/** How a store is opened that stays when the memory is closed. */
export interface Keeping {
  /** Puts the store aside that is there, and begins a new one: what to do about one that is damaged, or of another release. */
  rebuild?: boolean | undefined;
}

/** What to open. */
export interface OpenOptions extends Manner {
  files: Files;
}

/** What to open in this very thread. */
export interface OpenHereOptions extends OpenOptions {
  /** A store of the caller's; `memory`, as where it is left out: one that lasts as long as the page or worker. */
  store?: "memory" | Store | undefined;
}

/** Opens a memory in this thread. */
export async function openHere(platform: Platform, options: OpenHereOptions): Promise<Memory> {
  const { purpose, check } = manner(options);
  if ("root" in options && options.root !== undefined) throw invalid("root", "only Node reaches folders by a path; give files");
  const store = ownStore(options.store) ?? new MemoryStore();
  return new Memory(new LocalEngine({ platform, files: source(options.files), store, purpose, mend: check }));
}

/** The caller's store; none where nothing is said of it. */
export function ownStore(store: OpenHereOptions["store"]): Store | undefined {
  if (store === "memory") return new MemoryStore();
  return store === undefined ? undefined : usable(store);
}

/** A store, or a refusal. */
function usable(store: Store): Store {
  const lacks = STORE.find((name) => typeof store?.[name] !== "function");
  if (lacks !== undefined) throw invalid("store", `not a store: it has no ${lacks}`);
  return store;
}

const STORE = ["generation", "get", "range", "scanned", "mark", "commit", "compact", "close"] as const;

/** The name of a store in a page's private files, or a refusal: names of folders and at last of a file, with `/` between them. */
export function storeName(name: unknown): string {
  if (typeof name !== "string") throw invalid("store", "not the name of a store");
  const isName = isWellFormed(name) && name.split("/").every((part) => !["", ".", ".."].includes(part));
  if (!isName) throw invalid("store", `${JSON.stringify(name)} cannot be the name of a file`);
  return name;
}

/** How a store in a page's private files is opened. */
export interface PrivateStoreOptions extends Keeping {
  /** Verifies every page first. */
  check?: boolean | undefined;
  /** Makes the store where there is none, as where this is left out; else that is refused as `not-indexed`. */
  create?: boolean | undefined;
}

/** Whether the store that is there is put aside, or a refusal. */
export function rebuilds({ rebuild = false }: Keeping, purpose: Purpose, store: unknown): boolean {
  if (typeof rebuild !== "boolean") throw invalid("rebuild", "not true or false");
  if (rebuild && purpose === "reading") throw invalid("rebuild", "who reads changes nothing");
  if (rebuild && typeof store === "object") throw invalid("rebuild", "a store of the caller's is the caller's to make anew");
  return rebuild;
}

/** How a memory is opened, or a refusal. */
export function manner(options: Manner): { purpose: Purpose; check: boolean } {
  if (typeof options !== "object" || options === null) throw invalid("options", "not an object");
  const { purpose = "writing", check = false } = options;
  if (purpose !== "writing" && purpose !== "reading") throw invalid("purpose", "neither writing nor reading");
  if (typeof check !== "boolean") throw invalid("check", "not true or false");
  return { purpose, check };
}

/** Files of whatever kind as a source. */
export function source(files: Files): FileSource {
  if (files instanceof Map) return textFiles(files as Texts);
  if (Array.isArray(files)) return givenFiles(files as readonly PathAndFile[]);
  if (typeof FileSystemDirectoryHandle !== "undefined" && files instanceof FileSystemDirectoryHandle) return folderFiles(files as FolderHandle);
  const given = files as Partial<FileSource> | undefined;
  if (typeof given?.list === "function" && typeof given.read === "function") return given as FileSource;
  throw invalid("files", "neither a Map, nor a list of files, nor a folder's handle, nor a source with list and read");
}

/** SHA-256 as the browser does it. */
export async function hashInBrowser(bytes: Uint8Array): Promise<Uint8Array> {
  if (globalThis.crypto?.subtle === undefined) throw invalid("page", "hashing needs a secure page: https, or localhost");
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes as BufferSource));
}
