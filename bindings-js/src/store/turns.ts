// A store in Node that is written in turns: for a run, others stay away; between runs they read.
//
// Whoever reads through redb's own locks is not seen by JavaScript, which may write over what is being read. The lock says so for as
// long as a turn lasts, and before it is said otherwise the file is put in order as if it were closed. Not here: readers in
// JavaScript, which judge for themselves what they read.

import { equalBytes } from "../files/bytes.js";
import { StoreError } from "./error.js";
import type { DiskFile } from "./file.js";
import type { Lock } from "./lock.js";
import type { OpenStore } from "./module.js";
import { headOf } from "./reading.js";
import type { Commit, Row, RowPage, Store } from "./store.js";

/** A store that its owner alone writes. */
export class TurningStore implements Store {
  readonly #store: OpenStore;
  readonly #file: DiskFile;
  readonly #lock: Lock;
  /** The front of the file when the last turn ended; none in a turn. */
  #left: Uint8Array | undefined;

  /** The lock admits nobody yet. */
  constructor(store: OpenStore, file: DiskFile, lock: Lock) {
    this.#store = store;
    this.#file = file;
    this.#lock = lock;
    try {
      this.rest();
    } catch (error) {
      this.close();
      throw error;
    }
  }

  generation(): bigint {
    return this.#store.generation();
  }

  get(keys: readonly Uint8Array[]): Row[] {
    return this.#store.get(keys);
  }

  range(start: Uint8Array, end: Uint8Array, mostBytes: number): RowPage {
    return this.#store.range(start, end, mostBytes);
  }

  scanned(): [string, Uint8Array][] {
    return this.#store.scanned();
  }

  mark(name: string): Uint8Array | undefined {
    return this.#store.mark(name);
  }

  commit(change: Commit): void {
    this.#begin();
    this.#store.commit(change);
  }

  compact(): void {
    this.#begin();
    this.#store.compact();
  }

  rest(): void {
    this.#store.putInOrder();
    this.#left ??= headOf(this.#file).slice();
    try {
      this.#lock.admit(true);
    } catch {
      // Nothing is lost: readers stay away until a later turn ends, and the next one finds out what is wrong.
    }
  }

  close(): void {
    this.#store.close();
  }

  /** Begins a turn, unless it has begun. */
  #begin(): void {
    this.#lock.admit(false);
    if (this.#left === undefined) return;
    // One that is closed says so.
    this.#store.generation();
    // A person may have removed the lock, and another one written: what is known of the pages is not so any more.
    if (this.#file.isReplaced() || !equalBytes(headOf(this.#file), this.#left)) {
      throw new StoreError("conflict", "somebody else wrote the store while its lock was gone: close it, and open it anew");
    }
    this.#left = undefined;
  }
}
