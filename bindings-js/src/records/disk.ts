// Records in a file on disk, in Node, which any number of processes in any language write in turn.
//
// JavaScript can neither see nor take the file locks of redb's readers. It holds the lock file for reads as well as writes, opens the
// store for one turn, and makes a counter odd before its first write and even after its last (`host-native/src/records/file.rs` expects
// that). Not here: the lock file, and the batches of other writers.

import { closeSync, existsSync, lstatSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";

import { OtherProjectError, ScrubjayError, createError } from "../errors.js";
import { bytesOfOurs, createOurs, linkOurs, removeFile, replaceOurs, textOfOurs, writeOurs } from "../files/ours.js";
import type { Module } from "../shapes.js";
import { withReadAhead } from "../store/ahead.js";
import { fileRefusal } from "../store/error.js";
import { isUnclosed, openFile } from "../store/file.js";
import { ModuleStore, verifyFile } from "../store/module.js";
import type { Commit, Store } from "../store/store.js";
import { MAX_TEXT } from "../store/system.js";
import { findLeftovers, removeDeadDrafts, removeLeftovers } from "./erase.js";
import { type BatchSpool, type ErasedFiles, type RecordsStorage, type ReportSalvage, type StoreTurn, VerificationCache, type VerifyScope, damageOf, emptyTurn } from "./keeping.js";
import { type Release, tryLock, uniquePath, waitForLock } from "./lock.js";
import { parseSalvages, withSalvage } from "./losses.js";
import type { Damage, Salvage } from "./mending.js";
import { type Files, type Place, checkFiles, findFiles, makeFiles } from "./place.js";
import { Registry } from "./registry.js";
import { type FillStore, type OpenDamaged, DamagedFile, copyRows } from "./salvage.js";
import { isEmpty, putBatches, syncFolder, waitingBatches } from "./spool.js";

/** The most bytes that are read of the list of losses: as in the native host. */
const MAX_LOSSES = 16 << 20;

/** Keeps records in the file of a project, or in one that the caller named. */
export class DiskRecordsStorage implements RecordsStorage {
  readonly #module: () => Promise<Module>;
  readonly #place: Place;
  readonly #registry: Registry;
  /** The id of the project that the folder last belonged to; undefined before the first look-up. */
  #project: string | undefined;
  readonly #verified = new VerificationCache();

  /** `module` loads the WebAssembly module that implements stores. */
  constructor(module: () => Promise<Module>, place: Place) {
    this.#module = module;
    this.#place = place;
    this.#registry = new Registry(module);
  }

  async #find(): Promise<Files | undefined> {
    const files = await findFiles(this.#place, this.#registry, this.#project);
    this.#project = files?.project;
    return files;
  }

  begin(signal?: AbortSignal, look: VerifyScope = "short"): Promise<StoreTurn> {
    return translateErrors(async () => {
      const module = await this.#module();
      const files = await this.#find();
      if (files === undefined) return emptyTurn();
      if (!existsSync(files.store) && isEmpty(files.spool)) {
        return { ...emptyTurn(), erase: () => translateErrors(() => eraseLeftovers(files)), wouldErase: () => translateErrors(async () => findLeftovers(files)) };
      }
      checkFiles(files);
      return turnAt(module, files, await waitForLock(files.lock, signal), () => this.#verify(module, files, look));
    });
  }

  tryBegin(): Promise<StoreTurn | BatchSpool> {
    return translateErrors(async () => {
      const module = await this.#module();
      const files = await makeFiles(this.#place, this.#registry, this.#project);
      checkFiles(files);
      const release = tryLock(files.lock);
      if (release !== undefined) return turnAt(module, files, release, () => this.#verify(module, files, "short"));
      return { put: (batches) => translateErrorsNow(() => putBatches(files.spool, batches)), nBytes: () => sizeOf(files.store) };
    });
  }

  #verify(module: Module, { store }: Files, look: VerifyScope): void {
    const { dev, ino, size } = statSync(store);
    this.#verified.verify(store, `${dev}:${ino}`, size, look, () => verifyFile(module as WebAssembly.Module, openFile(store, "read")));
  }

  verify(signal?: AbortSignal): Promise<Damage | undefined> {
    return this.#withLock((module, files) => {
      const damage = damageOf(() => this.#verify(module, files, "now"));
      return damage && { path: files.store, how: damage.message };
    }, signal);
  }

  salvage(fill: FillStore, report: ReportSalvage): Promise<Salvage | undefined> {
    return this.#withLock(async (module, files) => {
      const damage = damageOf(() => this.#verify(module, files, "now"));
      if (damage === undefined) return undefined;
      const open: OpenDamaged = (mode) => new ModuleStore(module as WebAssembly.Module, openFile(files.store, "read"), mode);
      const keptPath = files.kept(`damaged-${Date.now()}`);
      const damagedFile = new DamagedFile(open, statSync(files.store).size);
      try {
        return await makeStore(module, files.store, async (store) => {
          const salvage = report(keptPath, await damagedFile.fill(store, fill, damage));
          damagedFile.close();
          // Noted before the damaged file is replaced: if the process dies in between, a loss is reported that did not happen.
          noteSalvage(files.losses, salvage);
          // A file of this name exists at any moment.
          linkOurs(files.store, keptPath);
          return salvage;
        });
      } finally {
        damagedFile.close();
      }
    });
  }

  async losses(): Promise<Salvage[]> {
    return translateErrors(async () => {
      const files = await this.#find();
      return files === undefined ? [] : parseSalvages(bytesOfOurs(files.losses, MAX_LOSSES) ?? new Uint8Array());
    });
  }

  async sawLosses(signal?: AbortSignal): Promise<boolean> {
    const wasThere = this.#withLock((_, { losses }) => {
      const isThere = existsSync(losses);
      removeFile(losses);
      return isThere;
    }, signal);
    return (await wasThere) ?? false;
  }

  /** Runs a function on the files while holding the lock; undefined if there is no store. */
  #withLock<T>(operation: (module: Module, files: Files) => T | Promise<T>, signal?: AbortSignal): Promise<T | undefined> {
    return translateErrors(async () => {
      const module = await this.#module();
      const files = await this.#find();
      if (files === undefined || !existsSync(files.store)) return undefined;
      checkFiles(files);
      const release = await waitForLock(files.lock, signal);
      try {
        return await operation(module, files);
      } finally {
        release();
      }
    });
  }
}

/** Adds a salvage to the list of losses, atomically. */
function noteSalvage(list: string, salvage: Salvage): void {
  replaceOurs(list, uniquePath(list, "draft"), withSalvage(bytesOfOurs(list, MAX_LOSSES) ?? new Uint8Array(), salvage), writeOurs);
}

/**
 * The bytes on disk that a file occupies, which may be fewer than its length; on Windows, which does not provide them,
 * its length. 0 if missing.
 */
function sizeOf(path: string): number {
  const status = statSync(path, { throwIfNoEntry: false });
  return status === undefined ? 0 : process.platform === "win32" ? status.size : status.blocks * 512;
}

/** Opens the store for a turn of the lock's holder. `release` is called when the turn ends. */
async function turnAt(module: Module, files: Files, release: Release, verify: () => void): Promise<StoreTurn> {
  let counter: Counter | undefined;
  try {
    removeDeadDrafts(files);
    const turns = (counter = new Counter(files.turn));
    if (!existsSync(files.store)) await makeStore(module, files.store, () => undefined);
    verify();
    // Opening writes if a native process has the file open, or its last writer died.
    if (isUnclosed(files.store)) turns.begin();
    const store = new TurnStore(module, files.store, turns);
    claimStore(files, store);
    const end = () => {
      try {
        // Commits are durable already. If closing fails, the file is next opened as after a crash.
        quietly(() => store.close());
      } finally {
        finish(turns, release);
      }
    };
    const keep = (moment: string) => translateErrors(async () => {
      const name = files.kept(moment);
      if (lstatSync(name, { throwIfNoEntry: false }) === undefined) await makeStore(module, name, (copy) => copyRows(store, copy));
    });
    const erase = () => translateErrors(async () => {
      const draft = uniquePath(files.store, "erased");
      try {
        await makeStore(module, draft, (copy) => copyRows(store, copy));
        store.close();
        renameSync(draft, files.store);
      } finally {
        removeFile(draft);
      }
      syncFolder(dirname(files.store));
      return { ...removeLeftovers(files), rewritten: [files.store] };
    });
    const wouldErase = () => translateErrors(async () => ({ ...findLeftovers(files), rewritten: [files.store] }));
    const waiting = (maxBytes: number, limit: number) => translateErrorsNow(() => waitingBatches(files.spool, maxBytes, limit));
    return { store, nBytes: () => sizeOf(files.store), keep, erase, wouldErase, waitingBatches: waiting, end };
  } catch (error) {
    finish(counter, release);
    throw error;
  }
}

/** Claims a store that has no project for the project of its files. Throws `other_project` if it belongs to another one. */
function claimStore({ project, store: path }: Files, store: TurnStore): void {
  if (project === undefined) return;
  try {
    if (!store.claim(project, false)) store.claim(project, true);
  } catch (error) {
    quietly(() => store.close());
    if (!(error instanceof OtherProjectError)) throw error;
    const { found } = error.details;
    const message = `${path} is the memory of the project ${found}, and lies in the place of that of ${project}; put its own there, or use the other one by \`scrubjay memory restore\` or \`scrubjay memory attach ${found}\``;
    throw createError("other_project", { path, project, found }, message);
  }
}

/** Removes leftover files of a memory whose own file does not exist. */
async function eraseLeftovers(files: Files): Promise<ErasedFiles> {
  if (!existsSync(dirname(files.store))) return emptyTurn().erase();
  const release = await waitForLock(files.lock);
  try {
    return removeLeftovers(files);
  } finally {
    release();
  }
}

/** Ends a turn: makes the counter even, and releases the lock. If the counter cannot be written, the next holder makes it even. */
function finish(counter: Counter | undefined, release: Release): void {
  quietly(() => counter?.end());
  quietly(release);
}

function quietly(call: () => void): void {
  try {
    call();
  } catch {}
}

/** The file that counts turns in which JavaScript wrote. The number is odd during such a turn. */
class Counter {
  readonly #path: string;
  /** The odd number of this turn, or of one whose process died; undefined if nothing was written. */
  #oddTurn: number | undefined;
  readonly #foundTurn: number;

  constructor(path: string) {
    this.#path = path;
    const text = textOfOurs(path, MAX_TEXT)?.trim() ?? "";
    this.#foundTurn = /^\d+$/.test(text) ? Number(text) : 0;
    if (this.#foundTurn % 2 === 1) this.#oddTurn = this.#foundTurn;
  }

  begin(): void {
    if (this.#oddTurn !== undefined) return;
    this.#write(this.#foundTurn + 1);
    this.#oddTurn = this.#foundTurn + 1;
  }

  end(): void {
    if (this.#oddTurn !== undefined) this.#write(this.#oddTurn + 1);
  }

  #write(turn: number): void {
    replaceOurs(this.#path, uniquePath(this.#path, "draft"), String(turn));
  }
}

/** The store of one turn, which makes the counter odd before the first write. */
class TurnStore extends ModuleStore {
  readonly #turns: Counter;
  readonly #path: string;

  constructor(module: Module, path: string, turns: Counter) {
    super(module as WebAssembly.Module, withReadAhead(openFile(path, "write")));
    this.#turns = turns;
    this.#path = path;
  }

  identity(): string {
    const { dev, ino } = translateErrorsNow(() => statSync(this.#path));
    return `${dev}:${ino}`;
  }

  override commit(change: Commit): void {
    translateErrorsNow(() => this.#turns.begin());
    super.commit(change);
  }

  override compact(): void {
    translateErrorsNow(() => this.#turns.begin());
    super.compact();
  }

  override claim(project: string, write: boolean): boolean {
    if (write) translateErrorsNow(() => this.#turns.begin());
    return super.claim(project, write);
  }
}

/** Creates and fills a store under a draft's name, then renames it, so that a process that dies leaves no incomplete store. */
async function makeStore<T>(module: Module, path: string, fill: (store: Store) => T | Promise<T>): Promise<T> {
  const draft = uniquePath(path, "draft");
  try {
    closeSync(createOurs(draft));
    const store = new ModuleStore(module as WebAssembly.Module, openFile(draft, "write"), { create: true });
    let result: T;
    try {
      result = await fill(store);
    } finally {
      store.close();
    }
    renameSync(draft, path);
    syncFolder(dirname(path));
    return result;
  } catch (error) {
    removeFile(draft);
    throw error;
  }
}

/** Runs a function, and converts errors of the system to those of this package. */
async function translateErrors<T>(what: () => Promise<T>): Promise<T> {
  try {
    return await what();
  } catch (error) {
    throw toScrubjayError(error);
  }
}

function translateErrorsNow<T>(what: () => T): T {
  try {
    return what();
  } catch (error) {
    throw toScrubjayError(error);
  }
}

/** Converts an error of the system to one of this package. Returns anything else unchanged: a signal's reason may be any value. */
function toScrubjayError(error: unknown): unknown {
  const isSystemError = typeof (error as NodeJS.ErrnoException)?.syscall === "string";
  return isSystemError && !(error instanceof ScrubjayError) ? fileRefusal(error) : error;
}
