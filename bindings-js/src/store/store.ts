// What a place for rows must do. A store keeps bytes and never looks inside.
//
// Calls are synchronous, as the component's are: a store that lies on a disk is opened and closed asynchronously, never read so.
// The rows of `get` and `range` are asked for to be handed on at once, so they may lie in memory that the next call uses again.
// Not here: who may write, and what the rows mean.

import type { Row, RowPage } from "../generated/types.js";

export type { Row, RowPage };

/** Everything that becomes true in one moment. */
export interface Commit {
  /** The generation that the store must be at. */
  fromGeneration: bigint;
  /** The generation that it will be at. */
  toGeneration: bigint;
  puts: Row[];
  deletes: Uint8Array[];
  /** What to remember of files by their paths, or to forget. */
  scanned: [path: string, entry: Uint8Array | undefined][];
  /** Marks to set. */
  marks: [name: string, value: Uint8Array][];
}

/** A place that rows are kept in. */
export interface Store {
  /** How many times the rows have been written. */
  generation(): bigint;
  /** The rows with these keys; keys without a row are left out. */
  get(keys: readonly Uint8Array[]): Row[];
  /**
   * Rows from `start` (included) to `end` (not included) in key order, stopping before the one that would pass `mostBytes` of
   * keys and values together; one at least is given.
   */
  range(start: Uint8Array, end: Uint8Array, mostBytes: number): RowPage;
  /** What is remembered of each file, sorted by path, byte by byte. */
  scanned(): [path: string, entry: Uint8Array][];
  /** A mark that the host set. */
  mark(name: string): Uint8Array | undefined;
  /**
   * Makes a change, durably and whole. Throws an error whose `code` is `conflict` where the store is not at the generation
   * that the change began from; after any error nothing has changed.
   */
  commit(change: Commit): void;
  /** Gives back the space of what was deleted, where that is worth the effort. */
  compact(): void;
  /** Told when a run has ended: a store that keeps others away while it is written may let them in. */
  rest?(): void;
  /** Ends the use of the store. */
  close(): void;
}
