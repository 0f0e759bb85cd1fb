// A store in memory, which lasts as long as the page or the process.

import type { Commit, Row, RowPage, Store } from "./store.js";
import { bytesAsLetters } from "../files/bytes.js";
import { comparePaths } from "../files/paths.js";
import { conflictError } from "./error.js";

/** A store in memory, which lasts as long as the page or the process. */
export class MemoryStore implements Store {
  #generation = 0n;
  /** Rows by their keys, as strings with one character for each byte, which sort as the bytes do. */
  readonly #rows = new Map<string, Row>();
  /** The keys in order; undefined until they are sorted. */
  #order: string[] | undefined;
  readonly #scanned = new Map<string, Uint8Array>();
  readonly #meta = new Map<string, Uint8Array>();

  generation(): bigint {
    return this.#generation;
  }

  get(keys: readonly Uint8Array[]): Row[] {
    return keys.flatMap((key) => this.#rows.get(bytesAsLetters(key)) ?? []);
  }

  range(start: Uint8Array, end: Uint8Array, maxBytes: number): RowPage {
    const order = (this.#order ??= [...this.#rows.keys()].sort());
    const endLetters = bytesAsLetters(end);
    const page: RowPage = { rows: [], complete: true };
    let nBytes = 0;
    for (let place = firstFrom(order, bytesAsLetters(start)); place < order.length; place++) {
      const key = order[place] as string;
      if (key >= endLetters) break;
      const row = this.#rows.get(key) as Row;
      nBytes += row.key.length + row.value.length;
      if (nBytes > maxBytes && page.rows.length > 0) return { ...page, complete: false };
      page.rows.push(row);
    }
    return page;
  }

  scanned(): [string, Uint8Array][] {
    return [...this.#scanned].sort(([a], [b]) => comparePaths(a, b));
  }

  meta(name: string): Uint8Array | undefined {
    return this.#meta.get(name);
  }

  commit(change: Commit): void {
    if (change.fromGeneration !== this.#generation) {
      throw conflictError(change.fromGeneration, this.#generation);
    }
    for (const key of change.deletes) if (this.#rows.delete(bytesAsLetters(key))) this.#order = undefined;
    for (const row of change.puts) this.#put(row);
    for (const [path, entry] of change.scanned) {
      if (entry === undefined) this.#scanned.delete(path);
      else this.#scanned.set(path, entry);
    }
    for (const [name, value] of change.meta) this.#meta.set(name, value);
    this.#generation = change.toGeneration;
  }

  compact(): void {}

  close(): void {}

  #put(row: Row): void {
    const key = bytesAsLetters(row.key);
    if (!this.#rows.has(key)) this.#order = undefined;
    this.#rows.set(key, row);
  }
}

/** The index of the first key that is not before `start`. */
function firstFrom(order: readonly string[], start: string): number {
  let [low, high] = [0, order.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((order[middle] as string) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}
