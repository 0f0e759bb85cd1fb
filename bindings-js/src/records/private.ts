// Records in the origin private file system, which any number of pages and workers write in turn: who has the turn has the name's Web
// Lock, for which others wait, and has the file open. Works in dedicated workers only.

import { storeModule } from "../beside.js";
import { ScrubjayError } from "../errors.js";
import { storeName } from "../open.js";
import { ModuleStore } from "../store/module.js";
import type { FileHandle } from "../store/handle.js";
import { hasPrivateFile, lockPrivateFile, makePrivateFile, openHeldFile, privateFilesBeside, removePrivateFile } from "../store/opfs.js";
import { type Keeping, Nowhere, type Reach, type Replaced, type Turn, emptyTurn } from "./keeping.js";
import { isLeft } from "./leftovers.js";
import { type Fill, type Readable, copyRows, readable } from "./salvage.js";

/** Bytes of a file that are copied at once. */
const PIECE = 1 << 20;

/** Records in the file of this name; without one nowhere. */
export function keepingOf(name: string | undefined): Keeping {
  return name === undefined ? new Nowhere() : new PrivateKeeping(storeName(name));
}

/** Records in a file. */
class PrivateKeeping implements Keeping {
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  async begin(signal?: AbortSignal): Promise<Turn> {
    try {
      return await this.#begin(false, signal);
    } catch (error) {
      if (error instanceof ScrubjayError && error.code === "not-indexed") return { ...emptyTurn(), erase: () => this.#eraseLeft(), wouldErase: () => this.#wouldErase([]) };
      throw error;
    }
  }

  tryBegin(): Promise<Turn> {
    return this.#begin(true);
  }

  async #begin(create: boolean, signal?: AbortSignal): Promise<Turn> {
    const module = (await storeModule()) as WebAssembly.Module;
    const release = await lockPrivateFile(this.#name, { create, waits: true, signal });
    const { file, store } = await this.#opened(module, create).catch((error: unknown) => {
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
        await filled(module, handle, (copy) => copyRows(store, copy));
        // No file takes the place of one that is open.
        store.close();
      });
      return { rewritten: [this.#name], removed: await this.#removeLeft(), backups: [] };
    };
    const keep = async (moment: string) => {
      const name = this.#kept(moment);
      if (await hasPrivateFile(name)) return;
      const copied = makePrivateFile(name, (handle) => filled(module, handle, (copy) => copyRows(store, copy)));
      await copied.catch((error: unknown) => {
        // A browser has no room that could be made for it, and notes matter more.
        if (!(error instanceof ScrubjayError && error.code === "disk-full")) throw error;
      });
    };
    return { store, nBytes: () => file.getSize(), keep, waiting: () => [], erase, wouldErase: () => this.#wouldErase([this.#name]), end };
  }

  async #opened(module: WebAssembly.Module, create: boolean): Promise<{ file: FileHandle; store: ModuleStore }> {
    const file = await openHeldFile(this.#name, { create, waits: true });
    return { file, store: new ModuleStore(module, file, { create }) };
  }

  /** What is left beside a file that is not there. */
  async #eraseLeft(): Promise<Reach> {
    const release = await lockPrivateFile(this.#name, { create: false, waits: true });
    try {
      return { rewritten: [], removed: await this.#removeLeft(), backups: [] };
    } finally {
      release();
    }
  }

  async #wouldErase(rewritten: string[]): Promise<Reach> {
    return { rewritten, removed: await this.#left(), backups: [] };
  }

  /** Removes copies, damaged files and drafts beside the file, whose lock is held. */
  async #removeLeft(): Promise<string[]> {
    const removed = await this.#left();
    for (const path of removed) await removePrivateFile(path);
    return removed;
  }

  async #left(): Promise<string[]> {
    const folder = this.#name.slice(0, this.#name.lastIndexOf("/") + 1);
    const [name, stem] = [this.#name.slice(folder.length), this.#name.slice(folder.length).replace(/\.redb$/, "")];
    // A draft has the name of its file and this ending; elsewhere also the name of its writer.
    const isOurs = (found: string) => isLeft(`${found}.`, name, stem) || isLeft(found, name, stem);
    return (await privateFilesBeside(this.#name)).filter(isOurs).map((found) => folder + found).sort();
  }

  async salvage(fill: Fill): Promise<Replaced | undefined> {
    const module = (await storeModule()) as WebAssembly.Module;
    const release = await lockPrivateFile(this.#name, { create: false, waits: true });
    const kept = this.#kept(`damaged-${Date.now()}`);
    let isReplaced = false;
    try {
      const { pages, isWhole } = await this.#read(module, kept);
      if (isWhole) return { kept: undefined };
      if (pages.length === 0) return undefined;
      await makePrivateFile(this.#name, (handle) => filled(module, handle, async (store) => {
        for (const rows of pages) await fill(store, rows);
      }));
      isReplaced = true;
      return { kept };
    } finally {
      if (!isReplaced) await removePrivateFile(kept).catch(() => undefined);
      release();
    }
  }

  /** What can be read of the file, whose lock is held. Reading may write: it is copied first, as it is. */
  async #read(module: WebAssembly.Module, copy: string): Promise<Readable> {
    const file = await openHeldFile(this.#name, { create: false, waits: true });
    try {
      await makePrivateFile(copy, (to) => copyBytes(file, to));
      return readable(() => new ModuleStore(module, { ...file, close: () => undefined }));
    } finally {
      file.close();
    }
  }

  #kept(moment: string): string {
    return this.#name.replace(/(?:\.redb)?$/, `.${moment}.redb`);
  }
}

/** Makes a store in a file, fills and closes it. */
async function filled(module: WebAssembly.Module, handle: FileHandle, fill: (store: ModuleStore) => void | Promise<void>): Promise<void> {
  const store = new ModuleStore(module, handle, { create: true });
  try {
    await fill(store);
  } finally {
    store.close();
  }
}

function copyBytes(from: FileHandle, to: FileHandle): void {
  try {
    const size = from.getSize();
    const bytes = new Uint8Array(Math.min(size, PIECE));
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
