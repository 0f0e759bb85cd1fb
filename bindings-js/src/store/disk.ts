// The store of a folder, in Node: the native host's own file, behind the native host's own lock.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { readingAhead } from "./ahead.js";
import { openFile, saying } from "./file.js";
import { releasing } from "./handle.js";
import { allowReading, takeLock } from "./lock.js";
import { type OpenOptions, openAtOnce } from "./module.js";
import { ReadingStore } from "./reading.js";
import type { Store } from "./store.js";

const FILE = "store.redb";
const LOCK = "store.lock";

/** A store that this process alone writes. */
export interface OwnStore {
  store: Store;
  /** Every page was verified: it was asked for, or the last owner died. */
  wasChecked: boolean;
}

/** Opens the store of a folder to write it; nobody else can until it is closed. `module` is the store's own. */
export function openDiskStore(module: WebAssembly.Module, root: string, options: OpenOptions = {}): OwnStore {
  const folder = join(root, ".scrubjay");
  if (options.create) saying(folder, () => prepare(folder));
  const lock = saying(folder, () => takeLock(join(folder, LOCK)));
  try {
    const handle = saying(folder, () => openFile(join(folder, FILE), options.create ? "create" : "write"));
    const check = options.check === true || lock.afterCrash;
    return { store: openAtOnce(module, readingAhead(releasing(handle, lock.release)), { ...options, check }), wasChecked: check };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Opens the store of a folder to read it, beside whoever writes. */
export function openDiskReader(module: WebAssembly.Module, root: string): Store {
  const folder = join(root, ".scrubjay");
  return new ReadingStore(module, () => {
    // What a dead writer had not committed is rolled back first.
    if (saying(folder, () => allowReading(join(folder, LOCK))) === "after-crash") openDiskStore(module, root).store.close();
    return saying(folder, () => openFile(join(folder, FILE), "read"));
  });
}

/** Makes the store's folder, which git is told to ignore. */
function prepare(folder: string): void {
  if (mkdirSync(folder, { recursive: true }) !== undefined) writeFileSync(join(folder, ".gitignore"), "*\n");
}
