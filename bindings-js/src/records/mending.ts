// Types about damage to the file of records: what is damaged, what could be read, and what is lost.
//
// `repair`, and a change of records that meets damage, mend the file first. A read that meets damage is refused as `damaged`. Not here: reading
// a damaged file, and replacing it.

import type { Salvaged } from "../generated/types.js";

/** Damage that was found in the file of records. */
export interface Damage {
  /** The file: its path, or its name in the private file system of a page. */
  path: string;
  /** The damage in words. */
  how: string;
}

/** An item of a damaged memory that could not be saved. */
export interface Loss {
  /**
   * The kind of the item: the kind of a record, or `record` if unknown; `window`, `pruned`, `body` or `snapshot` of a window; `session`,
   * `session_entries` or `session_version` of a session's context.
   */
  kind: string;
  /** The id of the record, or the name of the window or session. */
  id: string;
  /** The time of a record, in milliseconds since 1970; undefined for anything else. */
  time: number | undefined;
  /** The tenant that it belongs to. */
  tenant: string;
}

/** The outcome of salvaging a damaged memory into a new file. */
export interface Salvage {
  /** The damaged file, which was kept: its path, or its name in the private file system of a page. */
  kept: string;
  /** When it was salvaged, in milliseconds since 1970. */
  time: number;
  /** The number of records in the new file. */
  nRecords: number;
  /** Rows that were read but are damaged. */
  nDamaged: number;
  /** Rows that could not be read; undefined if unknown, in which case tombstones of forgotten records may be among them. */
  nUnread: number | undefined;
  /** Whether the last commit could not be read, so that the new file is the memory before its last change. */
  isOlder: boolean;
  /** The missing items that are known by id or name, oldest first; in `losses`, only the first 1,000. */
  lost: Loss[];
  /** How many tombstones of forgotten records are lost. An import or a backup may bring these records back. */
  nTombstonesLost: number;
  /** The number of all missing items: those in `lost`, records known only from counts, and `nTombstonesLost`. */
  nLost: number;
}

/** How much of a damaged file was read. */
export type ReadExtent = Pick<Salvage, "nUnread" | "isOlder">;

/** Counts the outcome while the rows of a damaged store are copied. */
export class Tally {
  #nRecords = 0;
  #nDamaged = 0;
  #nMissing = 0;
  #nTombstonesMissing = 0;
  /** Losses by tenant and id; those without a time also by kind. */
  readonly #lost = new Map<string, Loss>();

  add({ nRecords, nDamaged, nMissing, nTombstonesMissing, lost }: Salvaged): void {
    this.#nRecords += nRecords;
    this.#nDamaged += nDamaged;
    this.#nMissing += Number(nMissing);
    this.#nTombstonesMissing += Number(nTombstonesMissing);
    for (const loss of lost) {
      const key = JSON.stringify([loss.time === undefined ? loss.kind : "", loss.tenant, loss.id]);
      const knownLoss = this.#lost.get(key);
      const time = loss.time === undefined ? undefined : Number(loss.time);
      if (knownLoss === undefined || knownLoss.kind === "record") this.#lost.set(key, { ...loss, time });
    }
  }

  outcome(kept: string, read: ReadExtent): Salvage {
    const lost = [...this.#lost.values()].sort((one, other) => (one.time ?? -1) - (other.time ?? -1) || (one.id < other.id ? -1 : 1));
    // Learnings of windows are not counted by the memory.
    const nCounted = lost.filter(({ time, kind }) => time !== undefined && kind !== "learning").length;
    const nTombstonesLost = this.#nTombstonesMissing;
    const nLost = lost.length + Math.max(0, this.#nMissing - nCounted) + nTombstonesLost;
    return { kept, time: Date.now(), nRecords: this.#nRecords, nDamaged: this.#nDamaged, ...read, lost, nTombstonesLost, nLost };
  }
}
