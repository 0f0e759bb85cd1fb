// The interface of storage for records, implemented for disks, for pages, and in memory.
//
// A change reads what it depends on and commits in one turn, during which no other process writes. Not here: the records themselves.

import { type ScrubjayError, isDamageError } from "../errors.js";
import { MemoryStore } from "../store/memory.js";
import type { Store } from "../store/store.js";
import type { Damage, ReadExtent, Salvage } from "./mending.js";
import type { FillStore } from "./salvage.js";

/** Where an engine keeps records. Of all processes, only one has a turn at a time. */
export interface RecordsStorage {
  /** Waits for a turn. Creates nothing: if there is no store, the turn has an empty one in memory. Throws `damaged` if the store is
   * damaged: a short store is verified at its first turn, and a store of any size if `look` is `now`. */
  begin(signal?: AbortSignal, look?: VerifyScope): Promise<StoreTurn>;
  /** Begins a turn, and creates a missing store. If another process has the turn, may return a spool for batches instead of waiting. */
  tryBegin(): Promise<StoreTurn | BatchSpool>;
  /** Verifies every page of the store, in a turn of its own. Returns the damage; undefined if the store is whole or missing. */
  verify(signal?: AbortSignal): Promise<Damage | undefined>;
  /**
   * Replaces a damaged store by one with all readable rows, in a turn of its own, and lists what was lost. Undefined if
   * the store is missing, or is whole, as after another process has salvaged it. Throws `damaged` and changes nothing
   * if nothing can be read.
   */
  salvage(fill: FillStore, told: ReportSalvage): Promise<Salvage | undefined>;
  /** The salvages of the store, oldest first, since the last `sawLosses`. */
  losses(): Promise<Salvage[]>;
  /** Clears the list of losses. Returns whether there were any. */
  sawLosses(signal?: AbortSignal): Promise<boolean>;
}

/** Which stores are verified before they are used: `short`, short ones that were not verified yet; `now`, any, even if it was verified before. */
export type VerifyScope = "short" | "now";

/** The size in bytes up to which a file counts as short: as in the native host. */
const SHORT_BYTES = 4 << 20;

/** Remembers which files were verified, so that turns with `short` verify a file once. */
export class VerificationCache {
  readonly #files = new Map<string, string>();

  /** Verifies a file: with `now` in any case, with `short` if it has at most `SHORT_BYTES` and was not verified before. `identity` tells files
   * with the same path apart. The caller holds the lock. */
  verify(path: string, identity: string, nBytes: number, look: VerifyScope, verify: () => void): void {
    const isKnown = look !== "now" && this.#files.get(path) === identity;
    if (isKnown || (look === "short" && nBytes > SHORT_BYTES)) return;
    this.#files.delete(path);
    verify();
    this.#files.set(path, identity);
  }
}

/** Makes the report of a salvage, from the name of the kept damaged file and how much of it was read. */
export type ReportSalvage = (kept: string, read: ReadExtent) => Salvage;

/** The `damaged` error that `verify` throws; undefined if it throws none. */
export function damageOf(verify: () => void): ScrubjayError<"damaged"> | undefined {
  try {
    verify();
    return undefined;
  } catch (error) {
    if (isDamageError(error)) return error;
    throw error;
  }
}

/** A turn: exclusive use of the store until `end` is called, which the caller must do whatever happens. */
export interface StoreTurn extends Sized {
  store: Store;
  /** Copies the store to a file beside it whose name contains `moment`, unless that exists. */
  keep(moment: string): void | Promise<void>;
  /** The waiting batches, oldest first, up to `maxBytes` and `limit`, but at least one if there is any. */
  waitingBatches(maxBytes: number, limit: number): WaitingBatch[];
  /** Rewrites the file without deleted rows, and removes other files that may contain them. Afterwards only `end` may be called. */
  erase(): ErasedFiles | Promise<ErasedFiles>;
  /** The files that `erase` would change. Changes nothing. */
  wouldErase(): ErasedFiles | Promise<ErasedFiles>;
  /** Closes the store, and lets the next writer begin. */
  end(): void;
}

/** The files that erasing changed, and those that it cannot change. */
export interface ErasedFiles {
  /** Files that were rewritten without what was erased. */
  rewritten: string[];
  /** Files that were removed: copies, damaged files, drafts, and refused batches. */
  removed: string[];
  /** Backups of the memory, oldest first. They are not changed, and may contain what was erased. */
  backups: Backup[];
}

/** A backup that was made of a memory. */
export interface Backup {
  /** The path that the command line noted when it made the backup. */
  path: string;
  /** When it was made, in milliseconds since 1970. */
  time: number;
  /** Whether the file still exists. */
  isThere: boolean;
}

/** A batch in the spool that waits to be added to the store. */
export interface WaitingBatch {
  name: string;
  batch: Uint8Array;
  /** Ends the wait: removes the batch if it is now in the store (`isTaken`), or marks it as refused. */
  acknowledge(isTaken: boolean): void;
}

/** Storage that occupies space on the disk. */
export interface Sized {
  /** The size of the file of records in bytes. */
  nBytes(): number;
}

/** A spool: stores batches durably, for the process with the next turn to add to the store. */
export interface BatchSpool extends Sized {
  /** Writes batches durably, in this order. Returns once all are synced to the disk. */
  put(batches: readonly Uint8Array[]): SpooledBatch[];
}

/** A batch that was written to the spool. */
export interface SpooledBatch {
  name: string;
  /** Whether the batch still waits, was added to the store, or was refused. */
  state(): "waiting" | "taken" | "refused";
}

/** Storage in memory: the records last as long as the page or the process. */
export class MemoryRecordsStorage implements RecordsStorage {
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
  return { store: new MemoryStore(), nBytes: () => 0, keep: () => undefined, waitingBatches: () => [], erase, wouldErase: erase, end: () => undefined };
}
