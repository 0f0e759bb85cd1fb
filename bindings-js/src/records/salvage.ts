// Reads rows of a store: all of them, to copy it, or the readable ones of a damaged store, as in the native host: rows reachable through
// its trees (`store/src/remains.rs`), and rows of all other pages (`store/src/leaves.rs`).
//
// The content of a damaged file's pages is not trusted, and reading is bounded by the file's length. Not here: deciding which rows are
// valid (the component), and replacing files.

import { ScrubjayError } from "../errors.js";
import type { SalvagePart } from "../generated/types.js";
import type { Row, RowPage, Store } from "../store/store.js";
import type { ReadExtent } from "./mending.js";

/** The bytes of rows that are read and copied at once. These are at most 70,000 rows; a call of the component accepts 100,000. */
const MAX_BYTES = 2 << 20;
/** The most bytes of a row. Longer rows of a damaged file are left out. */
const MAX_ROW = 16 << 20;
/** The most searches for readable rows behind damage. */
const MAX_LOOKS = 4_000;
/** The most reads that trap an instance of the store. Opening another one takes a millisecond or two. */
const MAX_FAULTS = 2_000;
/** The most bytes of a key that are searched for the end of damage. */
const MAX_KEY = 320;
/** A key that is greater than every key of a row. */
const END = Uint8Array.of(0xff, 0xff);

/** The parts of the salvage, in order. */
const PARTS: readonly SalvagePart[] = ["forgotten", "kept", "lost"];

/**
 * Copies valid rows into a new store, and returns how many. `isScattered`: the rows come from pages that no tree leads
 * to. If no tree can be read, it is true only in the part `kept`.
 */
export type FillStore = (store: Store, part: SalvagePart, isScattered: boolean, rows: Row[]) => Promise<number>;

/**
 * Copies all rows of a store unchanged into a new one; the last commit sets its generation. Yields to the event loop between pages, so that
 * a worker can answer pings meanwhile.
 */
export async function copyRows(from: Store, to: Store): Promise<void> {
  const toGeneration = from.generation();
  for (let [start, isLast] = [new Uint8Array(), false]; !isLast; ) {
    const { rows, complete } = from.range(start, END, MAX_BYTES);
    start = keyAfter(rows);
    isLast = complete || rows.length === 0;
    to.commit({ fromGeneration: 0n, toGeneration: isLast ? toGeneration : 0n, puts: rows, deletes: [], scanned: [], meta: [] });
    if (!isLast) await new Promise((resolve) => setTimeout(resolve));
  }
}

/** A damaged store that is opened to salvage its rows: see `ModuleStore`. */
export interface DamagedStore {
  nStatedRows(): number | undefined;
  readRemaining(start: Uint8Array, skip: number, maxBytes: number): RowPage;
  readLeaves(): RowPage;
  close(): void;
}

/** Opens a damaged file in one of the salvage modes of `ModuleStore`. */
export type OpenDamaged = (mode: "remains" | "older" | "leaves") => DamagedStore;

/** Reads the readable rows of a damaged file. */
export class DamagedFile {
  readonly #open: OpenDamaged;
  /** The rows reachable through the trees; undefined if no tree can be read. */
  readonly #trees: Remains | undefined;

  constructor(open: OpenDamaged, nBytes: number) {
    this.#open = open;
    this.#trees = Remains.of(open, nBytes);
  }

  /** Passes the readable rows to `fill`, once for each part. Throws `damage` if no tree can be read and no row was written. */
  async fill(store: Store, fill: FillStore, damage: Error): Promise<ReadExtent> {
    const read: ReadExtent = { nUnread: undefined, isOlder: this.#trees?.isOlder ?? false };
    let [nRead, nWritten] = [0, 0];
    for (const part of PARTS) {
      const takeRows = async (rows: Row[], isScattered: boolean) => {
        nRead += rows.length;
        const usableRows = rows.filter(({ key, value }) => key.length + value.length <= MAX_ROW);
        if (usableRows.length > 0) nWritten += await fill(store, part, isScattered, usableRows);
      };
      const nUnread = await this.#trees?.each((rows) => takeRows(rows, false));
      // If nothing else is readable, losses are reported for everything that the scattered rows name.
      const isScattered = part === "kept" || this.#trees !== undefined;
      read.nUnread = (await this.#eachScattered((rows) => takeRows(rows, isScattered))) ? nUnread : undefined;
      // A file may have many empty pages.
      if (nRead === 0) break;
    }
    if (nWritten === 0 && this.#trees === undefined) throw damage;
    return read;
  }

  /** Passes the rows of every page to `take`. Returns whether all pages were read. */
  async #eachScattered(take: (rows: Row[]) => Promise<void>): Promise<boolean> {
    const leaves = this.#open("leaves");
    try {
      for (;;) {
        const { rows, complete } = leaves.readLeaves();
        await take(rows);
        if (rows.length === 0) return complete;
      }
    } finally {
      leaves.close();
    }
  }

  close(): void {
    this.#trees?.close();
  }
}

/** A readable range of rows: the arguments with which to read it again. */
interface RowRange {
  start: Uint8Array;
  skip: number;
  maxBytes: number;
}

/** The rows reachable through a damaged file's trees. They can be read several times. */
class Remains {
  readonly #reader: Reader;
  readonly isOlder: boolean;
  readonly #nStated: number | undefined;
  /** The search for readable ranges, made once; later reads use the ranges found, and meet no damage. */
  readonly #search: Generator<Row[]>;
  readonly #foundRanges: RowRange[] = [];

  private constructor(reader: Reader, isOlder: boolean, nBytes: number) {
    [this.#reader, this.isOlder, this.#nStated] = [reader, isOlder, reader.nStatedRows()];
    this.#search = this.#searchRows(2 * nBytes + MAX_BYTES);
  }

  /** Opens the trees of a file of `nBytes`; undefined if they cannot be read. `open` is called again after each fault, which closes the file. */
  static of(open: OpenDamaged, nBytes: number): Remains | undefined {
    for (const mode of ["remains", "older"] as const) {
      const remains = new Remains(new Reader(() => open(mode)), mode === "older", nBytes);
      const { done } = remains.#pages().next();
      if (done !== true || (mode === "remains" && remains.#nStated === 0)) return remains;
      remains.close();
    }
    return undefined;
  }

  /** Passes all readable rows to `take`. Returns how many rows could not be read; undefined if unknown. */
  async each(take: (rows: Row[]) => Promise<void>): Promise<number | undefined> {
    let nRows = 0;
    for (const rows of this.#pages()) {
      nRows += rows.length;
      await take(rows);
    }
    return this.#nStated === undefined ? undefined : Math.max(0, this.#nStated - nRows);
  }

  close(): void {
    this.#reader.close();
  }

  *#pages(): Generator<Row[]> {
    for (const { start, skip, maxBytes } of [...this.#foundRanges]) yield this.#reader.remaining(start, skip, maxBytes)?.rows ?? [];
    for (let next = this.#search.next(); next.done !== true; next = this.#search.next()) yield next.value;
  }

  /** Searches the file for readable rows, at most `maxInAll` bytes of them: more than a valid file of this length has. */
  *#searchRows(maxInAll: number): Generator<Row[]> {
    const reader = this.#reader;
    let bytesLeft = maxInAll;
    for (let [start, last, skip, maxBytes] = [new Uint8Array(), new Uint8Array(), 0, MAX_BYTES]; ; ) {
      const page = reader.remaining(start, skip, maxBytes);
      if (page !== undefined) {
        this.#foundRanges.push({ start, skip, maxBytes });
        skip += page.rows.length;
        bytesLeft -= page.rows.reduce((sum, { key, value }) => sum + key.length + value.length, 0);
        last = keyAfter(page.rows);
        if (page.rows.length > 0) yield page.rows;
        if (page.complete || page.rows.length === 0 || bytesLeft <= 0) return;
      } else if (maxBytes > 1) {
        // Reads ever smaller pages up to the damage, and then continues behind it.
        maxBytes = Math.max(1, maxBytes >> 3);
      } else {
        const next = reader.findKeyAfter(skip === 0 ? start : last);
        if (next === undefined) return;
        [start, last, skip, maxBytes] = [next, next, 0, MAX_BYTES];
      }
    }
  }
}

/** The first possible key after these rows. */
function keyAfter(rows: readonly Row[]): Uint8Array<ArrayBuffer> {
  const key = rows.at(-1)?.key ?? new Uint8Array();
  // Damaged keys may be too long to be spread as arguments.
  const next = new Uint8Array(key.length + 1);
  next.set(key);
  return next;
}

/** Reads a damaged file, and opens it again after each trap. */
class Reader {
  readonly #open: () => DamagedStore;
  #store: DamagedStore | undefined;
  #nLooks = 0;
  #nFaults = 0;

  constructor(open: () => DamagedStore) {
    this.#open = open;
  }

  nStatedRows(): number | undefined {
    try {
      return (this.#store = this.#open()).nStatedRows();
    } catch {
      return undefined;
    }
  }

  /** Rows from the key `start` on, without the first `skip` ones; undefined if they cannot be read. */
  remaining(start: Uint8Array, skip: number, maxBytes: number): RowPage | undefined {
    try {
      return (this.#store ??= this.#open()).readRemaining(start, skip, maxBytes);
    } catch (error) {
      // A refusal without a trap leaves the instance usable for the next read.
      const isRefused = error instanceof ScrubjayError && error.code === "damaged" && error.cause === undefined;
      if (!isRefused) {
        this.#nFaults += 1;
        this.close();
      }
      return undefined;
    }
  }

  /**
   * Searches, byte by byte, for the nearest key after an unreadable one from which rows can be read; undefined if there is none, or the search
   * reaches a limit.
   */
  findKeyAfter(place: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
    let foundKey: Uint8Array<ArrayBuffer> | undefined;
    for (const prefix: number[] = []; prefix.length < Math.min(MAX_KEY, place.length + 16); ) {
      let [low, high] = [0, 256];
      while (low < high) {
        if (++this.#nLooks > MAX_LOOKS || this.#nFaults > MAX_FAULTS) return undefined;
        const middle = (low + high) >> 1;
        const key = Uint8Array.of(...prefix, middle);
        if (isAfter(key, place) && this.remaining(key, 0, 1) !== undefined) high = middle;
        else low = middle + 1;
      }
      if (high < 256) foundKey = Uint8Array.of(...prefix, high);
      if (high === 0) return foundKey;
      prefix.push(high - 1);
    }
    return foundKey;
  }

  close(): void {
    try {
      this.#store?.close();
    } catch {
      // The instance is not used again.
    }
    this.#store = undefined;
  }
}

/** Whether a key is greater than another one. */
function isAfter(key: Uint8Array, otherKey: Uint8Array): boolean {
  const at = key.findIndex((byte, at) => byte !== otherKey[at]);
  return at >= 0 && (at >= otherKey.length || (key[at] as number) > (otherKey[at] as number));
}
