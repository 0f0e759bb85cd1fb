// The interface of a store. A store keeps bytes and never interprets them.
//
// Calls are synchronous, like the component's; only opening a store may be asynchronous.
// The rows of `get` and `range` are used immediately, so they may be in memory that the next call reuses.
// Not here: who may write, and what the rows mean.

import type { Row, RowPage } from "../generated/types.js";

export type { Row, RowPage };

/** The content of one atomic commit. */
export interface Commit {
  /** The generation that the store must be at. */
  fromGeneration: bigint;
  /** The generation after the commit: equal to the one before, or greater by any number. */
  toGeneration: bigint;
  puts: Row[];
  deletes: Uint8Array[];
  /** Entries of files by their paths; undefined removes an entry. */
  scanned: [path: string, entry: Uint8Array | undefined][];
  /** Meta values to set; others stay. */
  meta: [name: string, value: Uint8Array][];
}

/** The name of the meta value that identifies the release that made the rows. */
export const META_MARK = "mark";
/** The name of the meta value with the patterns by which files are excluded. A rebuilt index takes it over. */
export const META_EXCLUDE = "exclude";

/** Why an index was rebuilt from nothing: the caller asked for it, it was made by another user, damaged, or made by another release. */
export type Remade = "asked" | "foreign" | "damaged" | "release";

/** How a run waits for another writer of the store. */
export interface RunOptions {
  /** How many milliseconds to wait for another process that is writing. */
  wait: number;
  signal?: AbortSignal | undefined;
  /** Called while waiting, with the process id of the writer; 0 if unknown. */
  waiting(pid: number): void;
}

/** The state of a store at the beginning of a run. */
export interface Begun {
  /** Why the index was just rebuilt; undefined if it was not. */
  remade: Remade | undefined;
  /** Whether every page was verified, because the caller asked for it or the last writer died. */
  wasChecked: boolean;
  /** The stored patterns of excluded files, for a rebuilt index to take over; undefined if there are none or they cannot be read. */
  exclude?: Uint8Array | undefined;
}

/** Keeps rows, scan entries and meta values, all at one generation. A program may implement it. */
export interface Store {
  /** The number of changes so far; one commit may contain several. 0 for a new store. */
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
  /** A meta value; undefined if no commit set it. */
  meta(name: string): Uint8Array | undefined;
  /**
   * Commits a change durably and atomically. Throws an error whose `code` is `conflict` if the store is not at the generation
   * that the change is based on; after any error nothing has changed.
   */
  commit(change: Commit): void;
  /** Reclaims the space of deleted rows, if that is worth the effort. */
  compact(): void;
  /** Called before a run. A store that several processes may write excludes the others until `end`. */
  begin?(options: RunOptions): Promise<Begun>;
  /** Called during a run if the store is damaged. Replaces it by an empty one. */
  makeAgain?(): void;
  /** Called after a run for which `begin` succeeded. */
  end?(): void;
  /** The identity of the store, which changes when it is rebuilt, because its generations start anew. */
  identity?(): string;
  /** Called when the memory is closed. No method is called afterwards. */
  close(): void;
}
