// The store of a folder, in Node: the native host's own file, behind the native host's own lock.

import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { ScrubjayError } from "../errors.js";
import { unless } from "../system.js";
import { isUnclosed, openFile, saying } from "./file.js";
import { isDead, takeLock } from "./lock.js";
import type { OpenOptions } from "./module.js";
import { ReadingStore } from "./reading.js";
import type { Store } from "./store.js";
import { TurningStore } from "./turns.js";

const FILE = "store.redb";
/** The name of a store that was set aside. */
const SET_ASIDE = "set-aside.redb";
const LOCK = "store.lock";
/** Attempts to read a lock while another process takes it over, which takes a few system calls. */
const MOST_TRIES = 1_000;

/** A store that only this process writes. */
export interface OwnStore {
  store: Store;
  /** Every page was verified, because the caller requested it or the last owner died. */
  wasChecked: boolean;
}

/** How the store of a folder is opened. */
export interface DiskOptions extends OpenOptions {
  /** Sets the existing store aside, as `set-aside.redb`, and creates a new one. */
  rebuild?: boolean;
}

/** Opens the store of a folder for writing; no other process can until it is closed. `module` is the store's module. */
export function openDiskStore(module: WebAssembly.Module, root: string, options: DiskOptions = {}): OwnStore {
  const folder = join(root, ".scrubjay");
  if (options.create) saying(folder, () => prepare(folder));
  const lock = saying(folder, () => takeLock(join(folder, LOCK)));
  try {
    if (options.rebuild) saying(folder, () => unless("ENOENT", () => renameSync(join(folder, FILE), join(folder, SET_ASIDE))));
    const handle = saying(folder, () => openFile(join(folder, FILE), options.create ? "create" : "write"));
    const check = options.check === true || lock.afterCrash;
    const admit = (readers: boolean) => saying(folder, () => lock.admit(readers));
    return { store: new TurningStore(module, handle, { ...lock, admit }, { ...options, check }), wasChecked: check };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Opens the store of a folder for reading, concurrently with a writer. */
export function openDiskReader(module: WebAssembly.Module, root: string): Store {
  const folder = join(root, ".scrubjay");
  return new ReadingStore(module, () => {
    rollBack(module, root, folder);
    return saying(folder, () => openFile(join(folder, FILE), "read"));
  });
}

/**
 * The first process to find it rolls back what a dead writer had not committed; others read meanwhile. A writer that died
 * between two turns left nothing to roll back.
 */
function rollBack(module: WebAssembly.Module, root: string, folder: string): void {
  const isBroken = () => isDead(join(folder, LOCK)) && isUnclosed(join(folder, FILE));
  for (let tries = 1; saying(folder, isBroken); tries++) {
    try {
      openDiskStore(module, root).store.close();
    } catch (error) {
      if (!(error instanceof ScrubjayError && error.code === "locked") || tries === MOST_TRIES) throw error;
    }
  }
}

/** Creates the store's folder, with a `.gitignore` so that git ignores it. */
function prepare(folder: string): void {
  unless("EEXIST", () => {
    // Not recursively: if the folders above are not writable, Node would report them as missing.
    mkdirSync(folder);
    writeFileSync(join(folder, ".gitignore"), "*\n");
  });
}
