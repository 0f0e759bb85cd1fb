// Where records are kept, and whose turn it is: what a page, a disk and memory have in common.
//
// A change reads what it depends on and commits in one turn, in which nobody else writes. Not here: the records themselves.

import { type ScrubjayError, isOfDamage } from "../errors.js";
import { MemoryStore } from "../store/memory.js";
import type { Store } from "../store/store.js";
import type { Damage, ReadExtent, Salvage } from "./mending.js";
import type { Fill } from "./salvage.js";

/** A place for records. */
export interface Keeping {
  /** Waits for a turn. Nothing is made: without a store, the turn has an empty one that nothing is kept of. A store that is damaged is
   * refused: a short one is verified once, any one where `look` says so. */
  begin(signal?: AbortSignal, look?: Look): Promise<StoreTurn>;
  /** Begins a turn at once, and makes the store if there is none; if somebody else has the turn, what only adds can wait aside. */
  tryBegin(): Promise<StoreTurn | Aside>;
  /** Verifies every page of the store, in a turn of its own; undefined if it is whole, or there is none. */
  verify(signal?: AbortSignal): Promise<Damage | undefined>;
  /** Makes the store anew, in a turn of its own, of what can be read of a damaged one, and notes what was lost; undefined if it is whole,
   * because another process was quicker. One of which nothing can be read is refused, and stays as it is. */
  salvage(fill: Fill, told: ReportSalvage): Promise<Salvage | undefined>;
  /** What was lost whenever the store was salvaged, oldest first, until a person has seen it. */
  losses(): Promise<Salvage[]>;
  /** Takes away what is noted of losses; whether anything was. */
  sawLosses(signal?: AbortSignal): Promise<boolean>;
}

/** How much of a store is verified before it is used: a short one once, or any one now. */
export type Look = "short" | "now";

/** The longest file that is verified by whoever opens it, in bytes: as in the native host. */
const SHORT = 4 << 20;

/** Remembers which files were verified. */
export class Verified {
  readonly #files = new Map<string, string>();

  /** Verifies a file that nobody writes meanwhile, unless that was done before; `identity` distinguishes it from others of its name. */
  verify(path: string, identity: string, nBytes: number, look: Look, verify: () => void): void {
    const isKnown = look !== "now" && this.#files.get(path) === identity;
    if (isKnown || (look === "short" && nBytes > SHORT)) return;
    this.#files.delete(path);
    verify();
    this.#files.set(path, identity);
  }
}

/** Reports and notes a salvage, from the file that was kept and how much of it was read. */
export type ReportSalvage = (kept: string, read: ReadExtent) => Salvage;

/** The damage for which `verify` refuses a file; undefined if it is whole. */
export function damageOf(verify: () => void): ScrubjayError<"damaged"> | undefined {
  try {
    verify();
    return undefined;
  } catch (error) {
    if (isOfDamage(error)) return error;
    throw error;
  }
}

/** A turn: the store is this caller's alone until the end, which is reached whatever happens. */
export interface StoreTurn extends Sized {
  store: Store;
  /** Keeps the store as it is beside it, under a name with this moment, unless something has this name. */
  keep(moment: string): void | Promise<void>;
  /** What waits to be taken in, the oldest first, up to so many bytes and batches; at least one, if there is any. */
  waiting(maxBytes: number, limit: number): WaitingBatch[];
  /** Writes the file anew, without what was deleted in it, and removes what else may hold that. Only `end` follows. */
  erase(): Reach | Promise<Reach>;
  /** The files that `erase` would reach. It changes none. */
  wouldErase(): Reach | Promise<Reach>;
  end(): void;
}

/** The files that erasing reached. */
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
export interface WaitingBatch {
  name: string;
  batch: Uint8Array;
  /** Removes it, once it is in the store; or sets it aside for good, if it was refused. */
  acknowledge(isTaken: boolean): void;
}

/** A place that takes room on the disk. */
export interface Sized {
  /** The bytes of the file. */
  nBytes(): number;
}

/** Where batches wait durably for whoever has the next turn. */
export interface Aside extends Sized {
  put(batches: readonly Uint8Array[]): PutBatch[];
}

/** A batch that was put aside. */
export interface PutBatch {
  name: string;
  state(): "waiting" | "taken" | "refused";
}

/** Nowhere: the records last as long as the page or the process. */
export class Nowhere implements Keeping {
  readonly #turn = emptyTurn();

  async begin(): Promise<StoreTurn> {
    return this.#turn;
  }

  async tryBegin(): Promise<StoreTurn> {
    return this.#turn;
  }

  async verify(): Promise<undefined> {}

  async salvage(): Promise<undefined> {}

  async losses(): Promise<Salvage[]> {
    return [];
  }

  async sawLosses(): Promise<boolean> {
    return false;
  }
}

/** A turn with an empty store in memory. */
export function emptyTurn(): StoreTurn {
  const erase = () => ({ rewritten: [], removed: [], backups: [] });
  return { store: new MemoryStore(), nBytes: () => 0, keep: () => undefined, waiting: () => [], erase, wouldErase: erase, end: () => undefined };
}
