// The index of a folder as a cache, in Node: read at any time, written by one run at a time, and rebuilt whenever it is damaged, foreign or
// of another release. As in the native host (`host-native/src/store/own.rs`).
//
// The lock is held only during a run, so that other processes can write between the runs of a watch. Not here: what a run writes.

import { existsSync, renameSync, rmSync } from "node:fs";

import { type ErrorCode, ScrubjayError, createError, invalidError } from "../errors.js";
import { equalBytes } from "../files/bytes.js";
import { removeFile } from "../files/ours.js";
import { INDEX_MARK } from "../generated/mark.js";
import type { Purpose } from "../generated/types.js";
import { isUnclosed, openFile, withFileErrors } from "./file.js";
import { type Lock, isFree, takeLock, untilFree, waitForLock } from "./lock.js";
import { MemoryStore } from "./memory.js";
import { ModuleStore } from "./module.js";
import { type IndexFiles, placeToRead, placeToWrite, prepareFolder } from "./place.js";
import { ReadingStore } from "./reading.js";
import { META_STAMP, forget, isKnownStamp, newStamp } from "./stamps.js";
import type { Begun, Remade, RunOptions, Store } from "./store.js";
import { META_EXCLUDE, META_MARK } from "./store.js";
import { Turns, TurningStore } from "./turns.js";

/** The most attempts to roll back the changes of a dead writer, which other processes may be doing too. */
const MAX_TRIES = 1_000;

/** Options for the next run on an index. */
export interface NextRunOptions {
  /** Whether the run verifies every page first, as it always does after a crash. */
  check?: boolean;
  /** Whether the run rebuilds the index from nothing. */
  rebuild?: boolean;
}

/** Options for opening a folder's index while another process is writing it. */
export interface WriterWaitOptions {
  /** How many milliseconds to wait for another writer. Default: not at all. */
  wait?: number | undefined;
  /** Whether to open for reading, instead of failing, if the other writer is not done by then. */
  orRead?: boolean | undefined;
}

/** Waits for another writer as the options say, and returns the purpose for which to open the index. Throws `locked`. */
export async function waitForPurpose(root: string, purpose: Purpose, { wait, orRead = false }: WriterWaitOptions): Promise<Purpose> {
  if (wait !== undefined && !(typeof wait === "number" && wait >= 0)) throw invalidError("wait", "not a number of milliseconds");
  if (typeof orRead !== "boolean") throw invalidError("orRead", "not true or false");
  if (purpose === "reading" || (wait === undefined && !orRead)) return purpose;
  const lockedError = await untilFree(placeToWrite(root).lock, wait ?? 0);
  if (lockedError !== undefined && !orRead) throw lockedError;
  return lockedError === undefined ? purpose : "reading";
}

/** Opens the index of a folder for reading, concurrently with a writer. */
export function openDiskReader(module: WebAssembly.Module, root: string): ReadingStore {
  return readerOf(module, placeToRead(root));
}

function readerOf(module: WebAssembly.Module, place: IndexFiles): ReadingStore {
  const open = () => {
    rollBack(module, place);
    return withFileErrors(place.folder, () => openFile(place.store, "read"));
  };
  const checkStamp = (stamp: Uint8Array | undefined) => {
    if (isKnownStamp(stamp)) return;
    throw createError("foreign", { path: place.store }, `the index ${place.store} was not made by this user; an index run makes it again`);
  };
  return new ReadingStore(module, open, checkStamp);
}

/** Rolls back uncommitted changes of a dead writer, if there are any. Only one process does so; others wait for it. */
function rollBack(module: WebAssembly.Module, place: IndexFiles): void {
  const isBroken = () => isUnclosed(place.store) && isFree(place.lock);
  for (let tries = 1; withFileErrors(place.folder, isBroken); tries++) {
    try {
      withFileErrors(place.folder, () => recover(module, place));
    } catch (error) {
      const code = error instanceof ScrubjayError ? error.code : undefined;
      // If the folder is not writable, the last commit is read as beside a living writer.
      if (code === "read_only") return;
      if (code !== "locked" || tries === MAX_TRIES) throw error;
    }
  }
}

function recover(module: WebAssembly.Module, place: IndexFiles): void {
  const lock = takeLock(place.lock);
  try {
    const turns = new Turns(place.turns);
    new TurningStore(module, openFile(place.store, "write"), turns, true).close();
    turns.end();
  } finally {
    lock.release();
  }
}

/** The open store and the lock of a run. */
interface Run {
  place: IndexFiles;
  lock: Lock;
  turns: Turns;
  store: Store;
}

/** The index of a folder, opened for writing. Outside of runs it is only read. */
export class OwnIndex implements Store {
  readonly #module: WebAssembly.Module;
  readonly #root: string;
  #options: NextRunOptions;
  #place: IndexFiles;
  #reader: Store | undefined;
  #run: Run | undefined;
  #isClosed = false;

  constructor(module: WebAssembly.Module, root: string, options: NextRunOptions = {}) {
    this.#module = module;
    this.#root = root;
    this.#options = options;
    this.#place = placeToRead(root);
  }

  readonly generation = () => this.#store().generation();
  readonly get: Store["get"] = (keys) => this.#store().get(keys);
  readonly range: Store["range"] = (start, end, maxBytes) => this.#store().range(start, end, maxBytes);
  readonly scanned: Store["scanned"] = () => this.#store().scanned();
  readonly meta: Store["meta"] = (name) => this.#store().meta(name);
  readonly commit: Store["commit"] = (change) => this.#runStore().commit(change);
  readonly compact = () => this.#runStore().compact();

  /** The stamp of the index, which changes when it is rebuilt. */
  identity(): string {
    const store = this.#store();
    return store.identity?.() ?? String(store.meta(META_STAMP));
  }

  async begin({ wait, signal, waiting }: RunOptions): Promise<Begun> {
    const place = placeToWrite(this.#root);
    withFileErrors(place.folder, () => prepareFolder(place));
    const lock = await waitForLock(place.lock, wait, waiting, signal).catch((error: unknown) => withFileErrors(place.folder, () => rethrow(error)));
    try {
      this.#dropReader();
      return withFileErrors(place.folder, () => this.#begin(place, lock));
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  #begin(place: IndexFiles, lock: Lock): Begun {
    if (this.#isClosed) throw closed();
    // A new index that a killed writer had not completed.
    silently(() => rmSync(draftOf(place), { force: true }));
    const turns = new Turns(place.turns);
    const isThere = existsSync(place.store);
    const wasChecked = this.#options.check === true || lock.afterCrash || (isThere && isUnclosed(place.store));
    let remade: Remade | undefined;
    let store: Store | undefined;
    // Read only after `isUnclosed`: opening a reader rolls back the changes of a dead writer, so that the file no longer shows them.
    const exclude = isThere ? this.#storedPatterns(place) : undefined;
    if (isThere) {
      remade = this.#options.rebuild === true ? "asked" : this.#remakeReason(place);
      if (remade === undefined) [store, remade] = this.#open(place, turns, wasChecked);
    }
    store ??= this.#make(place, turns);
    this.#run = { place, lock, turns, store };
    this.#place = place;
    this.#options = {};
    return { remade, wasChecked: wasChecked && remade === undefined, exclude };
  }

  makeAgain(): void {
    const run = this.#run;
    if (run === undefined) throw closed();
    silently(() => run.store.close());
    run.store = withFileErrors(run.place.folder, () => this.#make(run.place, run.turns));
  }

  /** Ends the run: closes the store, then admits readers, then releases the lock for the next writer. */
  end(): void {
    const run = this.#run;
    if (run === undefined) return;
    this.#run = undefined;
    try {
      run.store.close();
      run.turns.end();
    } finally {
      run.lock.release();
    }
  }

  close(): void {
    this.#isClosed = true;
    this.end();
    this.#dropReader();
  }

  /** Why an index must be rebuilt; undefined if it need not be. Changes nothing. */
  #remakeReason(place: IndexFiles): Remade | undefined {
    let reader: Store | undefined;
    try {
      reader = readerOf(this.#module, place);
      const mark = reader.meta(META_MARK);
      return mark !== undefined && !equalBytes(mark, INDEX_MARK) ? "release" : undefined;
    } catch (error) {
      return reasonOf(error);
    } finally {
      reader?.close();
    }
  }

  /** The stored patterns of excluded files; undefined if there are none, or the index cannot be read or is not this user's. */
  #storedPatterns(place: IndexFiles): Uint8Array | undefined {
    return silently(() => {
      const reader = readerOf(this.#module, place);
      try {
        return reader.meta(META_EXCLUDE)?.slice();
      } finally {
        reader.close();
      }
    });
  }

  #open(place: IndexFiles, turns: Turns, check: boolean): [Store | undefined, Remade | undefined] {
    try {
      return [new TurningStore(this.#module, openFile(place.store, "write"), turns, check), undefined];
    } catch (error) {
      return [undefined, reasonOf(error)];
    }
  }

  /** Replaces the index by an empty one, atomically: it is created under another name first. */
  #make(place: IndexFiles, turns: Turns): Store {
    const formerStamp = existsSync(place.store) ? stampOf(this.#module, place) : undefined;
    const draft = draftOf(place);
    removeFile(draft);
    const store = new ModuleStore(this.#module, openFile(draft, "create"), { create: true });
    try {
      const meta: [string, Uint8Array][] = [[META_STAMP, newStamp(this.#root)]];
      store.commit({ fromGeneration: 0n, toGeneration: 0n, puts: [], deletes: [], scanned: [], meta });
    } finally {
      store.close();
    }
    renameSync(draft, place.store);
    forget(formerStamp, this.#root);
    return new TurningStore(this.#module, openFile(place.store, "write"), turns, false);
  }

  #store(): Store {
    if (this.#isClosed) throw closed();
    if (this.#run !== undefined) return this.#run.store;
    // Before the first run there is no index to read.
    if (this.#options.rebuild === true) return (this.#reader ??= new MemoryStore());
    if (this.#reader instanceof MemoryStore && existsSync(this.#place.store)) this.#reader = undefined;
    if (this.#reader === undefined && !existsSync(this.#place.store)) this.#reader = new MemoryStore();
    return (this.#reader ??= readerOf(this.#module, this.#place));
  }

  #runStore(): Store {
    if (this.#run === undefined) throw createError("read_only", undefined, "the index is written by runs only");
    return this.#run.store;
  }

  #dropReader(): void {
    this.#reader?.close();
    this.#reader = undefined;
  }
}

/** The path of a new index until it is complete. */
function draftOf({ store }: IndexFiles): string {
  return `${store}.new`;
}

/** The errors for which an index is rebuilt, each with the reason that is reported. */
const REASONS = new Map<ErrorCode, Remade>([
  ["foreign", "foreign"],
  ["damaged", "damaged"],
  // The file contains no store.
  ["not_indexed", "damaged"],
  ["older_format", "release"],
  ["newer_format", "release"],
]);

function reasonOf(error: unknown): Remade {
  const reason = error instanceof ScrubjayError ? REASONS.get(error.code) : undefined;
  if (reason === undefined) throw error;
  return reason;
}

/** The stamp of an index that is being replaced; undefined if it cannot be read. */
function stampOf(module: WebAssembly.Module, place: IndexFiles): Uint8Array | undefined {
  return silently(() => {
    const reader = new ReadingStore(module, () => openFile(place.store, "read"));
    try {
      return reader.meta(META_STAMP);
    } finally {
      reader.close();
    }
  });
}

function silently<T>(operation: () => T): T | undefined {
  try {
    return operation();
  } catch {
    // It does not matter if the old index is damaged: it is replaced.
    return undefined;
  }
}

function rethrow(error: unknown): never {
  throw error;
}

function closed(): ScrubjayError {
  return createError("closed", undefined, "the store is closed");
}
