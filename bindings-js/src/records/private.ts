// Records in the origin private file system, which any number of pages and workers write in turn. During a turn a worker holds the Web Lock
// of the file's name, for which others wait, and has the file open. Works in dedicated workers only.

import { storeModule } from "../beside.js";
import { ScrubjayError } from "../errors.js";
import { storeName } from "../open.js";
import { ModuleStore, verifyFile } from "../store/module.js";
import type { FileHandle } from "../store/handle.js";
import { hasPrivateFile, lockPrivateFile, makePrivateFile, openHeldFile, privateFilesBeside, removePrivateFile } from "../store/opfs.js";
import { type ErasedFiles, MemoryRecordsStorage, type RecordsStorage, type ReportSalvage, type StoreTurn, VerificationCache, type VerifyScope, damageOf, emptyTurn } from "./keeping.js";
import { isLeftover } from "./leftovers.js";
import { parseSalvages, withSalvage } from "./losses.js";
import type { Damage, Salvage } from "./mending.js";
import { type FillStore, type OpenDamaged, DamagedFile, copyRows } from "./salvage.js";

/** Options of opening an existing file whose lock is held. */
const OPEN_EXISTING = { create: false, waits: true };
/** The size in bytes of the buffer for copying. */
const PIECE_BYTES = 1 << 20;

/** Keeps records in the file of this name; if undefined, in memory. */
export function privateRecordsStorage(name: string | undefined): RecordsStorage {
  return name === undefined ? new MemoryRecordsStorage() : new PrivateRecordsStorage(storeName(name));
}

/** Keeps records in a file of the origin private file system. */
class PrivateRecordsStorage implements RecordsStorage {
  readonly #name: string;
  readonly #verified = new VerificationCache();

  constructor(name: string) {
    this.#name = name;
  }

  async begin(signal?: AbortSignal, look: VerifyScope = "short"): Promise<StoreTurn> {
    try {
      return await this.#begin(false, look, signal);
    } catch (error) {
      if (error instanceof ScrubjayError && error.code === "not_indexed") return { ...emptyTurn(), erase: () => this.#eraseLeftovers(), wouldErase: () => this.#wouldErase([]) };
      throw error;
    }
  }

  tryBegin(): Promise<StoreTurn> {
    return this.#begin(true, "short");
  }

  async #begin(create: boolean, look: VerifyScope, signal?: AbortSignal): Promise<StoreTurn> {
    const module = (await storeModule()) as WebAssembly.Module;
    const release = await lockPrivateFile(this.#name, { create, waits: true, signal });
    const { file, store } = await this.#openStore(module, create, look).catch((error: unknown) => {
      release();
      throw error;
    });
    const end = () => {
      try {
        store.close();
      } catch {
        // The commits are durable: the file is opened as after a crash.
      } finally {
        release();
      }
    };
    const erase = async () => {
      await makePrivateFile(this.#name, async (handle) => {
        await fillStore(module, handle, (copy) => copyRows(store, copy));
        // An open file cannot be replaced, so it is closed first.
        store.close();
      });
      return { rewritten: [this.#name], removed: await this.#removeLeftovers(), backups: [] };
    };
    const keep = async (moment: string) => {
      const name = this.#keptName(moment);
      if (await hasPrivateFile(name)) return;
      const copying = makePrivateFile(name, (handle) => fillStore(module, handle, (copy) => copyRows(store, copy)));
      await copying.catch((error: unknown) => {
        // If there is no space for the copy, nobody could free any in a browser, and recording matters more.
        if (!(error instanceof ScrubjayError && error.code === "disk_full")) throw error;
      });
    };
    return { store, nBytes: () => file.getSize(), keep, waitingBatches: () => [], erase, wouldErase: () => this.#wouldErase([this.#name]), end };
  }

  async #openStore(module: WebAssembly.Module, create: boolean, look: VerifyScope): Promise<{ file: FileHandle; store: ModuleStore }> {
    const file = await openHeldFile(this.#name, { create, waits: true });
    // A file that is being created is known to be new.
    if (file.getSize() > 0) this.#verify(module, file, look);
    return { file, store: new ModuleStore(module, file, { create }) };
  }

  /** Removes leftover files of a memory whose own file does not exist. */
  async #eraseLeftovers(): Promise<ErasedFiles> {
    const release = await lockPrivateFile(this.#name, { create: false, waits: true });
    try {
      return { rewritten: [], removed: await this.#removeLeftovers(), backups: [] };
    } finally {
      release();
    }
  }

  async #wouldErase(rewritten: string[]): Promise<ErasedFiles> {
    return { rewritten, removed: await this.#leftovers(), backups: [] };
  }

  /** Removes copies, damaged files and drafts beside the file. The caller holds the lock. */
  async #removeLeftovers(): Promise<string[]> {
    const removed = await this.#leftovers();
    for (const path of removed) await removePrivateFile(path);
    return removed;
  }

  async #leftovers(): Promise<string[]> {
    const folder = this.#name.slice(0, this.#name.lastIndexOf("/") + 1);
    const [name, stem] = [this.#name.slice(folder.length), this.#name.slice(folder.length).replace(/\.redb$/, "")];
    // Unlike on disk, a draft's name does not contain its process.
    const isOurs = (found: string) => isLeftover(`${found}.`, name, stem) || isLeftover(found, name, stem);
    return (await privateFilesBeside(this.#name)).filter(isOurs).map((found) => folder + found).sort();
  }

  /** Verifies a file whose lock is held. Closes the file if it is damaged. */
  #verify(module: WebAssembly.Module, file: FileHandle, look: VerifyScope): void {
    try {
      this.#verified.verify(this.#name, "", file.getSize(), look, () => verifyFile(module, { ...file, close: () => undefined }));
    } catch (error) {
      file.close();
      throw error;
    }
  }

  verify(signal?: AbortSignal): Promise<Damage | undefined> {
    return this.#withLock(async (module) => {
      const damage = await this.#damage(module);
      return damage && { path: this.#name, how: damage.message };
    }, signal);
  }

  salvage(fill: FillStore, report: ReportSalvage): Promise<Salvage | undefined> {
    return this.#withLock(async (module) => {
      const damage = await this.#damage(module);
      if (damage === undefined) return undefined;
      const kept = this.#keptName(`damaged-${Date.now()}`);
      try {
        // An open file cannot be replaced, so it is closed first.
        await this.#copyTo(kept);
        return await this.#replaceStore(module, kept, damage, fill, report);
      } catch (error) {
        await removePrivateFile(kept).catch(() => undefined);
        throw error;
      }
    });
  }

  /** Replaces the damaged file, of which the copy `kept` exists, by a store with its readable rows, and notes what was lost. */
  async #replaceStore(module: WebAssembly.Module, kept: string, damage: Error, fill: FillStore, report: ReportSalvage): Promise<Salvage> {
    const damagedHandle = await openHeldFile(kept, OPEN_EXISTING);
    try {
      const open: OpenDamaged = (mode) => new ModuleStore(module, { ...damagedHandle, close: () => undefined }, mode);
      const damagedFile = new DamagedFile(open, damagedHandle.getSize());
      return await makePrivateFile(this.#name, (handle) => fillStore(module, handle, async (store) => {
        const salvage = report(kept, await damagedFile.fill(store, fill, damage));
        await this.#noteSalvage(salvage);
        return salvage;
      })).finally(() => damagedFile.close());
    } finally {
      damagedHandle.close();
    }
  }

  async #damage(module: WebAssembly.Module): Promise<ScrubjayError | undefined> {
    const file = await openHeldFile(this.#name, OPEN_EXISTING);
    try {
      return damageOf(() => this.#verify(module, file, "now"));
    } finally {
      file.close();
    }
  }

  async #copyTo(name: string): Promise<void> {
    const file = await openHeldFile(this.#name, OPEN_EXISTING);
    await makePrivateFile(name, (to) => copyBytes(file, to)).finally(() => file.close());
  }

  async losses(): Promise<Salvage[]> {
    return parseSalvages(await this.#listOfLosses());
  }

  async sawLosses(signal?: AbortSignal): Promise<boolean> {
    const wasThere = this.#withLock(async () => {
      const isThere = await hasPrivateFile(this.#lossesPath);
      await removePrivateFile(this.#lossesPath);
      return isThere;
    }, signal);
    return (await wasThere) ?? false;
  }

  /** Runs a function while holding the lock; undefined if there is no store. */
  async #withLock<T>(operation: (module: WebAssembly.Module) => Promise<T>, signal?: AbortSignal): Promise<T | undefined> {
    const module = (await storeModule()) as WebAssembly.Module;
    if (!(await hasPrivateFile(this.#name))) return undefined;
    const release = await lockPrivateFile(this.#name, { create: false, waits: true, signal });
    try {
      return await operation(module);
    } finally {
      release();
    }
  }

  /** Adds a salvage to the list of losses, atomically. */
  async #noteSalvage(salvage: Salvage): Promise<void> {
    const noted = await this.#listOfLosses();
    await makePrivateFile(this.#lossesPath, (handle) => {
      handle.write(new TextEncoder().encode(withSalvage(noted, salvage)), { at: 0 });
      handle.flush();
      handle.close();
    });
  }

  /** The bytes of the list of losses; empty if there is none. */
  async #listOfLosses(): Promise<Uint8Array> {
    if (!(await hasPrivateFile(this.#lossesPath))) return new Uint8Array();
    const file = await openHeldFile(this.#lossesPath, OPEN_EXISTING);
    try {
      const bytes = new Uint8Array(file.getSize());
      file.read(bytes, { at: 0 });
      return bytes;
    } finally {
      file.close();
    }
  }

  get #lossesPath(): string {
    return this.#name.replace(/(?:\.redb)?$/, ".losses");
  }

  #keptName(moment: string): string {
    return this.#name.replace(/(?:\.redb)?$/, `.${moment}.redb`);
  }
}

/** Creates a store in a file, fills and closes it. Returns what `fill` returned. */
async function fillStore<T>(module: WebAssembly.Module, handle: FileHandle, fill: (store: ModuleStore) => T | Promise<T>): Promise<T> {
  const store = new ModuleStore(module, handle, { create: true });
  try {
    return await fill(store);
  } finally {
    store.close();
  }
}

function copyBytes(from: FileHandle, to: FileHandle): void {
  try {
    const size = from.getSize();
    const bytes = new Uint8Array(Math.min(size, PIECE_BYTES));
    for (let at = 0; at < size; ) {
      const read = bytes.subarray(0, from.read(bytes, { at }));
      if (read.length === 0) break;
      for (let n = 0; n < read.length; ) n += to.write(read.subarray(n), { at: at + n });
      at += read.length;
    }
    to.flush();
  } finally {
    to.close();
  }
}
