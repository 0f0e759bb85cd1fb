// Collects the effects of several changes, to commit them together.

import { bytesAsLetters } from "../files/bytes.js";
import { encodeEntry, type Entry } from "../files/entry.js";
import type { Effects, Row } from "../generated/types.js";
import type { Commit } from "../store/store.js";

/** The content of the next commit. A later change of a row replaces an earlier one. */
export class Pending {
  readonly fromGeneration: bigint;
  toGeneration: bigint;
  /** The bytes of the keys and values of all rows that were put, including those replaced since. */
  nBytes = 0;
  readonly #rows = new Map<string, { key: Uint8Array; value: Uint8Array | undefined }>();
  readonly #scanned = new Map<string, Uint8Array | undefined>();
  readonly #meta = new Map<string, Uint8Array>();

  constructor(generation: bigint) {
    this.fromGeneration = generation;
    this.toGeneration = generation;
  }

  /** Adds the effects of a change. False if their generation does not follow the pending one. */
  add(effects: Effects): boolean {
    if (effects.fromGeneration !== this.toGeneration) return false;
    this.toGeneration = effects.toGeneration;
    for (const key of effects.deletes) this.#rows.set(bytesAsLetters(key), { key, value: undefined });
    for (const row of effects.puts) this.#put(row);
    return true;
  }

  /** Sets the scan entry of a file. Undefined removes it. */
  remember(path: string, entry: Entry | undefined): void {
    this.#scanned.set(path, entry === undefined ? undefined : encodeEntry(entry));
  }

  setMeta(name: string, value: Uint8Array): void {
    this.#meta.set(name, value);
  }

  /** Whether a commit would change nothing. */
  get isEmpty(): boolean {
    return this.fromGeneration === this.toGeneration && this.#rows.size === 0 && this.#scanned.size === 0 && this.#meta.size === 0;
  }

  /** The content as the argument of `Store.commit`. */
  commit(): Commit {
    const rows = [...this.#rows.values()];
    return {
      fromGeneration: this.fromGeneration,
      toGeneration: this.toGeneration,
      puts: rows.filter((row): row is Row => row.value !== undefined),
      deletes: rows.flatMap(({ key, value }) => (value === undefined ? [key] : [])),
      scanned: [...this.#scanned],
      meta: [...this.#meta],
    };
  }

  #put(row: Row): void {
    this.nBytes += row.key.length + row.value.length;
    this.#rows.set(bytesAsLetters(row.key), row);
  }
}
