// Damage of the file that records are kept in: what is wrong with it, what could be read, and what is lost.
//
// Who changes the records mends it first, and so does whoever asks for that; who reads them does not, and is refused. Not here: how a
// damaged file is read, and what becomes of it.

import type { Salvaged } from "../generated/types.js";

/** The damage of the file of records. */
export interface Damage {
  /** The file: its path, or its name in the private file system of a page. */
  path: string;
  /** The damage that was found. */
  how: string;
}

/** Something that a damaged memory had, and that could not be saved. */
export interface Loss {
  /**
   * What it is: the kind of a record, or `record` where that is not known; `window`, `pruned`, `body` or `snapshot` of a window; `session`,
   * `session_entries` or `session_version` of a session's context.
   */
  kind: string;
  /** The id of the record, or the name of the window or session. */
  id: string;
  /** When it happened, in milliseconds since 1970; of a record alone. */
  time: number | undefined;
  /** The tenant that it belongs to. */
  tenant: string;
}

/** The outcome of salvaging a damaged memory: the rest is in a new file. */
export interface Salvage {
  /** The damaged file, which is kept: its path, or its name in the private file system of a page. */
  kept: string;
  /** When it was salvaged, in milliseconds since 1970. */
  time: number;
  /** Records that are in the new one. */
  nRecords: number;
  /** Rows that were read and are not whole. */
  nDamaged: number;
  /** Rows that could not be read; undefined where that cannot be told: that records were forgotten may then stand among them too. */
  nUnread: number | undefined;
  /** Nothing of the last commit could be read: the new one is as the memory was before its last change. */
  isOlder: boolean;
  /** What is missing, as far as something names it, oldest first; of a salvage that was noted, the first 1,000. */
  lost: Loss[];
  /** How many forgotten records are no longer known to be: an import or a backup may bring them back. */
  nTombstonesLost: number;
  /** How much is missing: what is named, the records that the memory counted and nothing names, and those tombstones. */
  nLost: number;
}

/** How much of a damaged file was read. */
export type Read = Pick<Salvage, "nUnread" | "isOlder">;

/** Counts while the rows of a damaged store are taken in. */
export class Tally {
  #nRecords = 0;
  #nDamaged = 0;
  #nMissing = 0;
  #nTombstonesMissing = 0;
  /** Losses by kind, tenant and id. */
  readonly #lost = new Map<string, Loss>();

  add({ nRecords, nDamaged, nMissing, nTombstonesMissing, lost }: Salvaged): void {
    this.#nRecords += nRecords;
    this.#nDamaged += nDamaged;
    this.#nMissing += Number(nMissing);
    this.#nTombstonesMissing += Number(nTombstonesMissing);
    for (const one of lost) {
      const key = JSON.stringify([one.time === undefined ? one.kind : "", one.tenant, one.id]);
      const known = this.#lost.get(key);
      const time = one.time === undefined ? undefined : Number(one.time);
      if (known === undefined || known.kind === "record") this.#lost.set(key, { ...one, time });
    }
  }

  told(kept: string, read: Read): Salvage {
    const lost = [...this.#lost.values()].sort((one, other) => (one.time ?? -1) - (other.time ?? -1) || (one.id < other.id ? -1 : 1));
    // What a window learnt is in no count.
    const nCounted = lost.filter(({ time, kind }) => time !== undefined && kind !== "learning").length;
    const nTombstonesLost = this.#nTombstonesMissing;
    const nLost = lost.length + Math.max(0, this.#nMissing - nCounted) + nTombstonesLost;
    return { kept, time: Date.now(), nRecords: this.#nRecords, nDamaged: this.#nDamaged, ...read, lost, nTombstonesLost, nLost };
  }
}
