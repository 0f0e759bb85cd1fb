// The rows of a store: all of them, to copy it, or those of a damaged one that can be read, as in the native host
// (`host-native/src/records/salvage.rs`).
//
// Not here: which rows are whole, which the component says, and what becomes of the files.

import type { Row, RowPage, Store } from "../store/store.js";

/** Bytes of rows that are read and taken in at once: at most 70,000 rows, of which a call of the component takes 100,000. */
const MOST_BYTES = 2 << 20;
/** Ends every key. */
const END = Uint8Array.of(0xff, 0xff);

/** Takes some rows into a new store. */
export type Fill = (store: Store, rows: Row[]) => Promise<void>;

/** What can be read of a store. */
export interface Readable {
  pages: Row[][];
  /** These are all rows. */
  isWhole: boolean;
}

/**
 * Copies all rows of a store into one that is new, as they are; the last commit gives it the generation. Between two pages others have
 * their turn: a worker that is asked for a sign of life meanwhile gives it.
 */
export async function copyRows(from: Store, to: Store): Promise<void> {
  const toGeneration = from.generation();
  for (let [start, isLast] = [new Uint8Array(), false]; !isLast; ) {
    const { rows, complete } = from.range(start, END, MOST_BYTES);
    start = behind(rows);
    isLast = complete || rows.length === 0;
    to.commit({ fromGeneration: 0n, toGeneration: isLast ? toGeneration : 0n, puts: rows, deletes: [], scanned: [], meta: [] });
    if (!isLast) await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Reads what can be read of a store. `open` opens it, and again after each fault, which may close it. */
export function readable(open: () => Store): Readable {
  const found: Readable = { pages: [], isWhole: true };
  const reader = new Reader(open);
  for (let [start, mostBytes] = [new Uint8Array(), MOST_BYTES]; ; ) {
    const page = reader.range(start, mostBytes);
    if (page !== undefined) {
      if (page.rows.length > 0) found.pages.push(page.rows);
      if (page.complete || page.rows.length === 0) break;
      start = behind(page.rows);
    } else {
      found.isWhole = false;
      // Ever less up to the damage, and then on behind it.
      mostBytes = mostBytes > 1 ? mostBytes >> 1 : MOST_BYTES;
      const next = mostBytes < MOST_BYTES ? start : nextReadable(reader, start);
      if (next === undefined) break;
      start = next;
    }
  }
  reader.close();
  return found;
}

/** The nearest key behind a place that cannot be read, from which something can. */
function nextReadable(reader: Reader, place: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  for (let length = place.length; length > 0; length--) {
    const probe = Uint8Array.from(place.subarray(0, length));
    const last = probe[length - 1] as number;
    probe[length - 1] = last + 1;
    if (last < 0xff && reader.range(probe, 1) !== undefined) return probe;
  }
  return undefined;
}

/** The first key behind these rows. */
function behind(rows: readonly Row[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.of(...(rows.at(-1)?.key ?? []), 0);
}

/** A store that is opened anew after each fault. */
class Reader {
  readonly #open: () => Store;
  #store: Store | undefined;

  constructor(open: () => Store) {
    this.#open = open;
  }

  /** Rows from a key on; undefined if they cannot be read. */
  range(start: Uint8Array, mostBytes: number): RowPage | undefined {
    try {
      const { rows, complete } = (this.#store ??= this.#open()).range(start, END, mostBytes);
      return { rows: rows.map(({ key, value }) => ({ key: key.slice(), value: value.slice() })), complete };
    } catch {
      this.close();
      return undefined;
    }
  }

  close(): void {
    try {
      this.#store?.close();
    } catch {
      // What is left of it is of no use.
    }
    this.#store = undefined;
  }
}
