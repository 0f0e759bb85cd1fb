// A store in Node that is written in turns: for a run, others stay away; between runs they read.
//
// Whoever reads through redb's own locks is not seen by JavaScript, which may write over what is being read. The lock says so for as
// long as a turn lasts, and before it is said otherwise the file is put in order as if it were closed. Not here: readers in
// JavaScript, which judge for themselves what they read.

import type { Lock } from "./lock.js";
import type { OpenStore } from "./module.js";
import type { Commit, Row, RowPage, Store } from "./store.js";

/** A store that its owner alone writes. */
export class TurningStore implements Store {
  readonly #store: OpenStore;
  readonly #lock: Lock;

  /** The lock admits nobody yet. */
  constructor(store: OpenStore, lock: Lock) {
    this.#store = store;
    this.#lock = lock;
    this.rest();
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
    this.#lock.admit(false);
    this.#store.commit(change);
  }

  compact(): void {
    this.#lock.admit(false);
    this.#store.compact();
  }

  rest(): void {
    this.#store.putInOrder();
    try {
      this.#lock.admit(true);
    } catch {
      // Nothing is lost: readers stay away until a later turn ends, and the next one finds out what is wrong.
    }
  }

  close(): void {
    this.#store.close();
  }
}
