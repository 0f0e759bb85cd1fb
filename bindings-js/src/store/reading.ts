// A store that is read beside whoever writes it, in Node.
//
// JavaScript cannot take the locks by which a writer sees its readers, so the writer may use pages again that are still being read.
// What was read is therefore judged afterwards: a page of a commit is written over no sooner than the next commit stands, and
// every commit alters the file's first bytes. Where these are as they were, all that was read in between is of one commit; else it
// is thrown away, as `overtaken`, and the question is asked again. Not here: who may write.

import { equalBytes } from "../files/bytes.js";
import { type AheadHandle, readingAhead } from "./ahead.js";
import { StoreError } from "./error.js";
import type { DiskFile } from "./file.js";
import { openAtOnce } from "./module.js";
import type { Row, RowPage, Store } from "./store.js";

/** Bytes at the front of the file that every commit alters: redb's header. */
const HEAD = 320;
/** How often a store is looked at that is altered meanwhile. A look takes a fraction of a commit. */
const MOST_LOOKS = 100;

const front = new Uint8Array(HEAD);

/** A store on a disk. */
export class ReadingStore implements Store {
  readonly #module: WebAssembly.Module;
  readonly #open: () => DiskFile;
  #file: DiskFile | undefined;
  #ahead: AheadHandle | undefined;
  #store: Store | undefined;
  /** The front of the file when the store was looked at, and the generation then. */
  #seen: { head: Uint8Array; generation: bigint } | undefined;
  #isClosed = false;

  /** `open` gives the store's file, also after another one took its place. */
  constructor(module: WebAssembly.Module, open: () => DiskFile) {
    this.#module = module;
    this.#open = open;
    this.generation();
  }

  generation(): bigint {
    if (this.#isClosed) throw new StoreError("closed", "the store is closed");
    for (let looks = 0; looks < MOST_LOOKS; looks++) {
      const file = this.#current();
      if (this.#seen !== undefined && equalBytes(headOf(file), this.#seen.head)) return this.#seen.generation;
      const head = headOf(file).slice();
      this.#ahead?.forget();
      const read = this.#judged(file, head, () => this.#storeIn(file).generation());
      if (read === undefined) continue;
      this.#seen = { head, generation: read.answer };
      return read.answer;
    }
    throw overtaken();
  }

  get(keys: readonly Uint8Array[]): Row[] {
    return this.#read((store) => store.get(keys));
  }

  range(start: Uint8Array, end: Uint8Array, mostBytes: number): RowPage {
    return this.#read((store) => store.range(start, end, mostBytes));
  }

  scanned(): [string, Uint8Array][] {
    return this.#read((store) => store.scanned());
  }

  mark(name: string): Uint8Array | undefined {
    return this.#read((store) => store.mark(name));
  }

  commit(): void {
    throw new StoreError("read-only", "the store is open for reading");
  }

  compact(): void {}

  close(): void {
    this.#isClosed = true;
    this.#drop();
  }

  /** Reads what is as it was when the generation was asked for. */
  #read<T>(read: (store: Store) => T): T {
    const [file, store, seen] = [this.#file, this.#store, this.#seen];
    if (this.#isClosed) throw new StoreError("closed", "the store is closed");
    if (file === undefined || store === undefined || seen === undefined) throw overtaken();
    const whole = this.#judged(file, seen.head, () => read(store));
    if (whole === undefined) throw overtaken();
    return whole.answer;
  }

  /** What was read, unless a commit came in between: pages that are being written may look like anything, damage too. */
  #judged<T>(file: DiskFile, head: Uint8Array, read: () => T): { answer: T } | undefined {
    try {
      const answer = read();
      return equalBytes(headOf(file), head) ? { answer } : undefined;
    } catch (error) {
      const isTorn = !equalBytes(headOf(file), head);
      // After an error its reader is of no more use.
      this.#drop();
      if (isTorn) return undefined;
      throw error;
    }
  }

  #current(): DiskFile {
    if (this.#file?.isReplaced()) this.#drop();
    return (this.#file ??= this.#open());
  }

  /** The reader closes nothing: the file is looked at once more where it fails. */
  #storeIn(file: DiskFile): Store {
    this.#ahead ??= readingAhead({ ...file, close: () => undefined });
    return (this.#store ??= openAtOnce(this.#module, this.#ahead, "beside"));
  }

  #drop(): void {
    this.#file?.close();
    this.#file = this.#ahead = this.#store = this.#seen = undefined;
  }
}

/** The front of a file, until it is asked for the next time: each question looks, and finds nothing new. */
export function headOf(file: DiskFile): Uint8Array {
  return front.subarray(0, file.readFront(front));
}

function overtaken(): StoreError {
  return new StoreError("overtaken", "the store was written while it was being read");
}
