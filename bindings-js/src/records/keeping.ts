// Where records are kept, and whose turn it is: what a page, a disk and memory have in common.
//
// A change reads what it depends on and commits in one turn, in which nobody else writes. Not here: the records themselves.

import { MemoryStore } from "../store/memory.js";
import type { Store } from "../store/store.js";
import type { Fill } from "./salvage.js";

/** A place for records. */
export interface Keeping {
  /** Waits for a turn. Nothing is made: without a store, the turn has an empty one that nothing is kept of. */
  begin(signal?: AbortSignal): Promise<Turn>;
  /** Begins a turn at once, and makes the store if there is none; if somebody else has the turn, what only adds can wait aside. */
  tryBegin(): Promise<Turn | Aside>;
  /** Makes the store anew, in a turn of its own, of what can be read of a damaged one; undefined if nothing can. */
  salvage(fill: Fill): Promise<Replaced | undefined>;
}

/** A store that was damaged. */
export interface Replaced {
  /** The damaged file; undefined if there is no damage any more, because another process was quicker. */
  kept: string | undefined;
}

/** A turn: the store is this caller's alone until the end, which is reached whatever happens. */
export interface Turn extends Sized {
  store: Store;
  /** Keeps the store as it is beside it, under a name with this moment, unless something has this name. */
  keep(moment: string): void | Promise<void>;
  /** What waits to be taken in, the oldest first, up to so many bytes and batches; at least one, if there is any. */
  waiting(mostBytes: number, most: number): Waiting[];
  /** Writes the file anew, without what was deleted in it, and removes what else may hold that. Only `end` follows. */
  erase(): Reach | Promise<Reach>;
  /** Which files `erase` would reach. It changes none. */
  wouldErase(): Reach | Promise<Reach>;
  end(): void;
}

/** Which files erasing reached. */
export interface Reach {
  /** Files that were written anew. */
  rewritten: string[];
  /** Files that were removed: copies, damaged files, drafts, and batches that were refused. */
  removed: string[];
  /** Backups that were made of the memory, oldest first. They are not touched, and may hold what was erased. */
  backups: Backup[];
}

/** A backup that was made of a memory. */
export interface Backup {
  /** Where it was written. */
  path: string;
  /** When, in milliseconds since 1970. */
  time: number;
  /** Whether there still is a file. */
  isThere: boolean;
}

/** A batch that waits. */
export interface Waiting {
  name: string;
  batch: Uint8Array;
  /** Removes it, once it is in the store; or sets it aside for good, if it was refused. */
  settle(isTaken: boolean): void;
}

/** What takes room. */
export interface Sized {
  /** The bytes of the file. */
  nBytes(): number;
}

/** Where batches wait durably for whoever has the next turn. */
export interface Aside extends Sized {
  put(batches: readonly Uint8Array[]): Put[];
}

/** A batch that was put aside. */
export interface Put {
  name: string;
  state(): "waiting" | "taken" | "refused";
}

/** Nowhere: the records last as long as the page or the process. */
export class Nowhere implements Keeping {
  readonly #turn = emptyTurn();

  async begin(): Promise<Turn> {
    return this.#turn;
  }

  async tryBegin(): Promise<Turn> {
    return this.#turn;
  }

  async salvage(): Promise<undefined> {}
}

/** A turn with an empty store in memory. */
export function emptyTurn(): Turn {
  const erase = () => ({ rewritten: [], removed: [], backups: [] });
  return { store: new MemoryStore(), nBytes: () => 0, keep: () => undefined, waiting: () => [], erase, wouldErase: erase, end: () => undefined };
}
