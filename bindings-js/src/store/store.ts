// The interface of a store. A store keeps bytes and never interprets them.
//
// Calls are synchronous, like the component's: a store on disk is opened and closed asynchronously, but never read so.
// The rows of `get` and `range` are passed on immediately, so they may be in memory that the next call reuses.
// Not here: who may write, and what the rows mean.

import type { Row, RowPage } from "../generated/types.js";

export type { Row, RowPage };

/** The content of one atomic commit. */
export interface Commit {
  /** The generation that the store must be at. */
  fromGeneration: bigint;
  /** The generation after the commit. */
  toGeneration: bigint;
  puts: Row[];
  deletes: Uint8Array[];
  /** Entries of files by their paths; undefined removes an entry. */
  scanned: [path: string, entry: Uint8Array | undefined][];
  /** Meta values to set. */
  meta: [name: string, value: Uint8Array][];
}

/** The name of the meta value that says what made the rows. */
export const META_MARK = "mark";
/** The name of the meta value with the patterns by which files are excluded: it goes on in an index that is made again. */
export const META_EXCLUDE = "exclude";

/** Why an index was made again from nothing: it was asked for, it was not made by this user, was damaged, or made by another release. */
export type Remade = "asked" | "foreign" | "damaged" | "release";

/** How a run begins. */
export interface RunOptions {
  /** The milliseconds to wait for another process that writes. */
  wait: number;
  signal?: AbortSignal | undefined;
  /** Called while it waits, with the number of that process; 0 if it did not say. */
  waiting(pid: number): void;
}

/** The state in which a run begins. */
export interface Begun {
  remade: Remade | undefined;
  /** Every page was verified, because the caller asked for it or the last writer died. */
  wasChecked: boolean;
  /** What excludes files in the index that is there, if it can be read: it goes on in one that is made again. */
  exclude?: Uint8Array | undefined;
}

/** A key-value store for rows. */
export interface Store {
  /** The number of commits so far. */
  generation(): bigint;
  /** The rows with these keys; keys without a row are omitted. */
  get(keys: readonly Uint8Array[]): Row[];
  /**
   * Rows from `start` (inclusive) to `end` (exclusive) in key order, up to `maxBytes` of keys and values
   * together, but at least one.
   */
  range(start: Uint8Array, end: Uint8Array, maxBytes: number): RowPage;
  /** The entry of each file, sorted by path, bytewise. */
  scanned(): [path: string, entry: Uint8Array][];
  /** A meta value that the host set. */
  meta(name: string): Uint8Array | undefined;
  /**
   * Commits a change durably and atomically. Throws an error whose `code` is `conflict` if the store is not at the generation
   * that the change is based on; after any error nothing has changed.
   */
  commit(change: Commit): void;
  /** Reclaims the space of deleted rows, if that is worth the effort. */
  compact(): void;
  /** Called before a run: a store that others may write too excludes them. */
  begin?(options: RunOptions): Promise<Begun>;
  /** Called during a run whose store is damaged: makes it empty. */
  makeAgain?(): void;
  /** Called after a run that began. */
  end?(): void;
  /** The identity of the store, which differs once it was made again, as its generations start anew then. */
  identity?(): string;
  /** Closes the store. */
  close(): void;
}
