// The store of a folder, in Node: the native host's own file, behind the native host's own lock.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { StoreError } from "./error.js";
import { openFile } from "./file.js";
import type { FileHandle } from "./handle.js";
import { takeLock } from "./lock.js";
import { type OpenOptions, openStore } from "./module.js";
import type { Store } from "./store.js";

/** Opens the store of a folder; nobody else can until it is closed. `input` is the store's WebAssembly module. */
export async function openDiskStore(
  input: BufferSource | WebAssembly.Module,
  root: string,
  options: OpenOptions = {},
): Promise<Store> {
  const folder = join(root, ".scrubjay");
  if (options.create) saying(folder, () => prepare(folder));
  const lock = saying(folder, () => takeLock(join(folder, "store.lock")));
  try {
    const handle = saying(folder, () => openFile(join(folder, "store.redb"), options.create ?? false));
    const check = options.check === true || lock.afterCrash;
    return await openStore(input, releasing(handle, lock.release), { ...options, check });
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Makes the store's folder, which git is told to ignore. */
function prepare(folder: string): void {
  if (mkdirSync(folder, { recursive: true }) !== undefined) writeFileSync(join(folder, ".gitignore"), "*\n");
}

/** A handle whose closing gives the lock back. */
function releasing(handle: FileHandle, release: () => void): FileHandle {
  return {
    ...handle,
    close: () => {
      try {
        handle.close();
      } finally {
        release();
      }
    },
  };
}

/** What the system refuses, as a refusal of the store. */
function saying<T>(folder: string, operation: () => T): T {
  try {
    return operation();
  } catch (error) {
    if (error instanceof StoreError) throw error;
    switch ((error as NodeJS.ErrnoException).code) {
      case "ENOENT":
        throw new StoreError("missing", `no store at ${folder}`, { path: folder, cause: error });
      case "ENOSPC":
      case "EDQUOT":
        throw new StoreError("full", "no space is left for the store", { cause: error });
      case "EACCES":
      case "EPERM":
      case "EROFS":
        throw new StoreError("read-only", "the store may not be written", { cause: error });
      default:
        throw new StoreError("io", "the store cannot be reached", { cause: error });
    }
  }
}
