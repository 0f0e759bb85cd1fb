// Reads a store concurrently with its writer, in Node.
//
// JavaScript cannot take the locks by which a writer sees its readers, so the writer may reuse pages that are still being read.
// Reads are therefore validated afterwards: a page of a commit is overwritten only after the next commit is complete, and every
// commit changes the file's first bytes. If these are unchanged, everything read in between is of one commit. Otherwise the read
// fails as `stale`, and the question is asked again. Not here: who may write.

import { type ScrubjayError, createError } from "../errors.js";
import { equalBytes } from "../files/bytes.js";
import { type AheadHandle, withReadAhead } from "./ahead.js";
import type { DiskFile } from "./file.js";
import { ModuleStore } from "./module.js";
import { META_STAMP } from "./stamps.js";
import type { Store } from "./store.js";

/** The size in bytes of redb's header at the start of the file, which every commit changes. */
const HEAD_BYTES = 320;
/** The most attempts to open a store if it is changed meanwhile. An attempt takes a fraction of the time of a commit. */
const MAX_LOOKS = 100;

const headBuffer = new Uint8Array(HEAD_BYTES);

/** A store on disk that another process may be writing. */
export class ReadingStore implements Store {
  readonly #module: WebAssembly.Module;
  readonly #open: () => DiskFile;
  readonly #checkStamp: (stamp: Uint8Array | undefined) => void;
  #file: DiskFile | undefined;
  #aheadHandle: AheadHandle | undefined;
  #store: Store | undefined;
  /** The header of the file when the store was opened, with the generation and identity read then. */
  #snapshot: { head: Uint8Array; generation: bigint; identity: string } | undefined;
  #isClosed = false;

  /**
   * `open` opens the store's file; it is called again after the file was replaced, or a read failed. `checkStamp` throws if a store with this stamp
   * must not be read.
   */
  constructor(module: WebAssembly.Module, open: () => DiskFile, checkStamp: (stamp: Uint8Array | undefined) => void = () => undefined) {
    this.#module = module;
    this.#open = open;
    this.#checkStamp = checkStamp;
    this.generation();
  }

  generation(): bigint {
    if (this.#isClosed) throw createError("closed", undefined, "the store is closed");
    for (let looks = 0; looks < MAX_LOOKS; looks++) {
      const file = this.#current();
      if (this.#snapshot !== undefined && equalBytes(headOf(file), this.#snapshot.head)) return this.#snapshot.generation;
      const head = headOf(file).slice();
      this.#aheadHandle?.forget();
      const result = this.#readUnchanged(file, head, () => {
        const store = this.#storeIn(file);
        return { generation: store.generation(), stamp: store.meta(META_STAMP) };
      });
      if (result === undefined) continue;
      const { generation, stamp } = result.answer;
      this.#trust(stamp);
      this.#snapshot = { head, generation, identity: String(stamp) };
      return generation;
    }
    throw overtaken();
  }

  readonly get: Store["get"] = (keys) => this.#read((store) => store.get(keys));
  readonly range: Store["range"] = (start, end, maxBytes) => this.#read((store) => store.range(start, end, maxBytes));
  readonly scanned: Store["scanned"] = () => this.#read((store) => store.scanned());
  readonly meta: Store["meta"] = (name) => this.#read((store) => store.meta(name));

  identity(): string {
    return this.#snapshot?.identity ?? "";
  }

  commit(): void {
    throw createError("read_only", undefined, "the store is open for reading");
  }

  compact(): void {}

  close(): void {
    this.#isClosed = true;
    this.#drop();
  }

  /** Throws, and closes the file, if a store with this stamp must not be read. */
  #trust(stamp: Uint8Array | undefined): void {
    try {
      this.#checkStamp(stamp);
    } catch (error) {
      this.#drop();
      throw error;
    }
  }

  /** Reads from the commit whose generation was last returned. Throws `stale` if there is a newer one. */
  #read<T>(read: (store: Store) => T): T {
    const [file, store, snapshot] = [this.#file, this.#store, this.#snapshot];
    if (this.#isClosed) throw createError("closed", undefined, "the store is closed");
    if (file === undefined || store === undefined || snapshot === undefined) throw overtaken();
    const result = this.#readUnchanged(file, snapshot.head, () => read(store));
    if (result === undefined) throw overtaken();
    return result.answer;
  }

  /** Reads, and returns the result; undefined if a commit was made meanwhile, after which both results and errors are meaningless. */
  #readUnchanged<T>(file: DiskFile, head: Uint8Array, read: () => T): { answer: T } | undefined {
    try {
      const answer = read();
      return equalBytes(headOf(file), head) ? { answer } : undefined;
    } catch (error) {
      const isTorn = !equalBytes(headOf(file), head);
      // An error makes the reader unusable.
      this.#drop();
      if (isTorn) return undefined;
      throw error;
    }
  }

  #current(): DiskFile {
    if (this.#file?.isReplaced()) this.#drop();
    return (this.#file ??= this.#open());
  }

  /** Opens the store in a file. Closing the store leaves the file open, to examine it once more after an error. */
  #storeIn(file: DiskFile): Store {
    this.#aheadHandle ??= withReadAhead({ ...file, close: () => undefined });
    return (this.#store ??= new ModuleStore(this.#module, this.#aheadHandle, "beside"));
  }

  #drop(): void {
    this.#file?.close();
    this.#file = this.#aheadHandle = this.#store = this.#snapshot = undefined;
  }
}

/** Reads the header of a file, into a buffer that the next call overwrites. */
export function headOf(file: DiskFile): Uint8Array {
  return headBuffer.subarray(0, file.readFront(headBuffer));
}

function overtaken(): ScrubjayError {
  return createError("stale", undefined, "the store was written while it was being read");
}
