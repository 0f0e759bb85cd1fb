// The store of a folder, in Node: the native host's own file, behind the native host's own lock.

import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { readingAhead } from "./ahead.js";
import { StoreError } from "./error.js";
import { isUnclosed, openFile, saying } from "./file.js";
import { releasing } from "./handle.js";
import { isLeft, takeLock } from "./lock.js";
import { type OpenOptions, openAtOnce } from "./module.js";
import { ReadingStore } from "./reading.js";
import type { Store } from "./store.js";
import { TurningStore } from "./turns.js";

const FILE = "store.redb";
/** What a store is called that was put aside. */
const SET_ASIDE = "set-aside.redb";
const LOCK = "store.lock";
/** How often a lock is looked at that somebody else is taking over, which takes some calls of the system. */
const MOST_TRIES = 1_000;

/** A store that this process alone writes. */
export interface OwnStore {
  store: Store;
  /** Every page was verified: it was asked for, or the last owner died. */
  wasChecked: boolean;
}

/** How the store of a folder is opened. */
export interface DiskOptions extends OpenOptions {
  /** Puts the store aside that is there, as `set-aside.redb`, and makes a new one. */
  rebuild?: boolean;
}

/** Opens the store of a folder to write it; nobody else can until it is closed. `module` is the store's own. */
export function openDiskStore(module: WebAssembly.Module, root: string, options: DiskOptions = {}): OwnStore {
  const folder = join(root, ".scrubjay");
  if (options.create) saying(folder, () => prepare(folder));
  const lock = saying(folder, () => takeLock(join(folder, LOCK)));
  try {
    if (options.rebuild) saying(folder, () => setAside(folder));
    const handle = saying(folder, () => openFile(join(folder, FILE), options.create ? "create" : "write"));
    const check = options.check === true || lock.afterCrash;
    const store = openAtOnce(module, readingAhead(releasing(handle, lock.release)), { ...options, check });
    const admit = (readers: boolean) => saying(folder, () => lock.admit(readers));
    return { store: new TurningStore(store, handle, { ...lock, admit }), wasChecked: check };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Opens the store of a folder to read it, beside whoever writes. */
export function openDiskReader(module: WebAssembly.Module, root: string): Store {
  const folder = join(root, ".scrubjay");
  return new ReadingStore(module, () => {
    rollBack(module, root, folder);
    return saying(folder, () => openFile(join(folder, FILE), "read"));
  });
}

/**
 * What a dead writer had not committed is rolled back by the first who finds it; the others read beside that one. One that died
 * between two turns left nothing to roll back.
 */
function rollBack(module: WebAssembly.Module, root: string, folder: string): void {
  const isBroken = () => isLeft(join(folder, LOCK)) && isUnclosed(join(folder, FILE));
  for (let tries = 1; saying(folder, isBroken); tries++) {
    try {
      openDiskStore(module, root).store.close();
    } catch (error) {
      if (!(error instanceof StoreError && error.code === "locked") || tries === MOST_TRIES) throw error;
    }
  }
}

/** Makes the store's folder, which git is told to ignore. */
function prepare(folder: string): void {
  try {
    // Not with those above it: where these may not be written, Node would say that they are not there.
    mkdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return;
    throw error;
  }
  writeFileSync(join(folder, ".gitignore"), "*\n");
}

function setAside(folder: string): void {
  try {
    renameSync(join(folder, FILE), join(folder, SET_ASIDE));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
