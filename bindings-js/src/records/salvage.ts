// The rows of a store: all of them, to copy it, or those of a damaged one that can be read, as in the native host
// (`store/src/remains.rs`): those to which its trees lead, and those of pages to which nothing does any more (`store/src/leaves.rs`).
//
// Nothing that the pages of a damaged file say is believed, and what is read is bounded by its length. Not here: which rows are whole,
// which the component says, and what becomes of the files.

import { ScrubjayError } from "../errors.js";
import type { SalvagePart } from "../generated/types.js";
import type { Row, RowPage, Store } from "../store/store.js";
import type { Read } from "./mending.js";

/** Bytes of rows that are read and taken in at once: at most 70,000 rows, of which a call of the component takes 100,000. */
const MAX_BYTES = 2 << 20;
/** No row is longer. */
const MAX_ROW = 16 << 20;
/** The most looks behind damage, and the most reads that end an instance of the store: another one takes a millisecond or two. */
const MAX_LOOKS = 4_000;
const MAX_FAULTS = 2_000;
/** The most bytes of a key that tell where damage ends. */
const MAX_KEY = 320;
/** Ends every key. */
const END = Uint8Array.of(0xff, 0xff);

/** What is looked for, in this order. */
const PARTS: readonly SalvagePart[] = ["forgotten", "kept", "lost"];

/** Takes some rows into a new store, scattered where nothing leads to them; how many it has written. */
export type Fill = (store: Store, part: SalvagePart, isScattered: boolean, rows: Row[]) => Promise<number>;

/**
 * Copies all rows of a store into one that is new, as they are; the last commit gives it the generation. Between two pages others have
 * their turn: a worker that is asked for a sign of life meanwhile gives it.
 */
export async function copyRows(from: Store, to: Store): Promise<void> {
  const toGeneration = from.generation();
  for (let [start, isLast] = [new Uint8Array(), false]; !isLast; ) {
    const { rows, complete } = from.range(start, END, MAX_BYTES);
    start = behind(rows);
    isLast = complete || rows.length === 0;
    to.commit({ fromGeneration: 0n, toGeneration: isLast ? toGeneration : 0n, puts: rows, deletes: [], scanned: [], meta: [] });
    if (!isLast) await new Promise((resolve) => setTimeout(resolve));
  }
}

/** A damaged store, which is read as far as that goes: see `ModuleStore`. */
export interface DamagedStore {
  stated(): number | undefined;
  remaining(start: Uint8Array, skip: number, maxBytes: number): RowPage;
  leaves(): RowPage;
  close(): void;
}

/** Opens a damaged file in one of these ways. */
export type OpenDamaged = (mode: "remains" | "older" | "leaves") => DamagedStore;

/** Reads what is readable of a damaged file. */
export class DamagedFile {
  readonly #open: OpenDamaged;
  /** Undefined where no tree can be read. */
  readonly #trees: Remains | undefined;

  constructor(open: OpenDamaged, nBytes: number) {
    this.#open = open;
    this.#trees = Remains.of(open, nBytes);
  }

  /** Hands all rows over, for each part. Throws the damage where nothing of them was of any use. */
  async fill(store: Store, fill: Fill, damage: Error): Promise<Read> {
    const read: Read = { nUnread: undefined, isOlder: this.#trees?.isOlder ?? false };
    let [nRead, nWritten] = [0, 0];
    for (const part of PARTS) {
      const take = async (rows: Row[], isScattered: boolean) => {
        nRead += rows.length;
        const usable = rows.filter(({ key, value }) => key.length + value.length <= MAX_ROW);
        if (usable.length > 0) nWritten += await fill(store, part, isScattered, usable);
      };
      const nUnread = await this.#trees?.each((rows) => take(rows, false));
      // Where nothing else is left, all that they name is named.
      const isScattered = part === "kept" || this.#trees !== undefined;
      read.nUnread = (await this.#eachScattered((rows) => take(rows, isScattered))) ? nUnread : undefined;
      // A file may be long and blank.
      if (nRead === 0) break;
    }
    if (nWritten === 0 && this.#trees === undefined) throw damage;
    return read;
  }

  /** Hands over the rows of every page; whether these are all. */
  async #eachScattered(take: (rows: Row[]) => Promise<void>): Promise<boolean> {
    const leaves = this.#open("leaves");
    try {
      for (;;) {
        const { rows, complete } = leaves.leaves();
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

/** Rows that can be read: those from a key on, behind the first ones. */
interface Found {
  start: Uint8Array;
  skip: number;
  maxBytes: number;
}

/** The rows to which trees of a damaged file lead, to be handed over several times. */
class Remains {
  readonly #reader: Reader;
  readonly isOlder: boolean;
  readonly #nStated: number | undefined;
  /** Where damage lies is found out once, page by page, and what was found is read again without a fault. */
  readonly #search: Generator<Row[]>;
  readonly #found: Found[] = [];

  private constructor(reader: Reader, isOlder: boolean, nBytes: number) {
    [this.#reader, this.isOlder, this.#nStated] = [reader, isOlder, reader.stated()];
    this.#search = this.#searched(2 * nBytes + MAX_BYTES);
  }

  /** `open` opens the file, of so many bytes, and again after each fault, which closes it; undefined if nothing can be read. */
  static of(open: OpenDamaged, nBytes: number): Remains | undefined {
    for (const mode of ["remains", "older"] as const) {
      const remains = new Remains(new Reader(() => open(mode)), mode === "older", nBytes);
      const { done } = remains.#pages().next();
      if (done !== true || (mode === "remains" && remains.#nStated === 0)) return remains;
      remains.close();
    }
    return undefined;
  }

  /** Hands all rows over; how many could not be read, or undefined where that cannot be told. */
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
    for (const { start, skip, maxBytes } of [...this.#found]) yield this.#reader.remaining(start, skip, maxBytes)?.rows ?? [];
    for (let next = this.#search.next(); next.done !== true; next = this.#search.next()) yield next.value;
  }

  /** Rows of so many bytes at most, which are more than a file of this length has. */
  *#searched(maxInAll: number): Generator<Row[]> {
    const reader = this.#reader;
    let left = maxInAll;
    for (let [start, last, skip, maxBytes] = [new Uint8Array(), new Uint8Array(), 0, MAX_BYTES]; ; ) {
      const page = reader.remaining(start, skip, maxBytes);
      if (page !== undefined) {
        this.#found.push({ start, skip, maxBytes });
        skip += page.rows.length;
        left -= page.rows.reduce((sum, { key, value }) => sum + key.length + value.length, 0);
        last = behind(page.rows);
        if (page.rows.length > 0) yield page.rows;
        if (page.complete || page.rows.length === 0 || left <= 0) return;
      } else if (maxBytes > 1) {
        // Ever less up to the damage, and then on behind it.
        maxBytes = Math.max(1, maxBytes >> 3);
      } else {
        const next = reader.behind(skip === 0 ? start : last);
        if (next === undefined) return;
        [start, last, skip, maxBytes] = [next, next, 0, MAX_BYTES];
      }
    }
  }
}

/** The first key behind these rows. */
function behind(rows: readonly Row[]): Uint8Array<ArrayBuffer> {
  const key = rows.at(-1)?.key ?? new Uint8Array();
  // Damage makes keys that are longer than a list of arguments.
  const next = new Uint8Array(key.length + 1);
  next.set(key);
  return next;
}

/** A damaged file that is opened anew after each fault which ends its instance. */
class Reader {
  readonly #open: () => DamagedStore;
  #store: DamagedStore | undefined;
  #nLooks = 0;
  #nFaults = 0;

  constructor(open: () => DamagedStore) {
    this.#open = open;
  }

  stated(): number | undefined {
    try {
      return (this.#store = this.#open()).stated();
    } catch {
      return undefined;
    }
  }

  /** Rows from a key on, without the first ones; undefined if they cannot be read. */
  remaining(start: Uint8Array, skip: number, maxBytes: number): RowPage | undefined {
    try {
      return (this.#store ??= this.#open()).remaining(start, skip, maxBytes);
    } catch (error) {
      // What was refused, and did not end the instance, is no fault of the next read.
      const isRefused = error instanceof ScrubjayError && error.code === "damaged" && error.cause === undefined;
      if (!isRefused) {
        this.#nFaults += 1;
        this.close();
      }
      return undefined;
    }
  }

  /** The nearest key behind a place that cannot be read, from which something can: found byte by byte. */
  behind(place: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
    let found: Uint8Array<ArrayBuffer> | undefined;
    for (const prefix: number[] = []; prefix.length < Math.min(MAX_KEY, place.length + 16); ) {
      let [low, high] = [0, 256];
      while (low < high) {
        if (++this.#nLooks > MAX_LOOKS || this.#nFaults > MAX_FAULTS) return undefined;
        const middle = (low + high) >> 1;
        const key = Uint8Array.of(...prefix, middle);
        if (isAfter(key, place) && this.remaining(key, 0, 1) !== undefined) high = middle;
        else low = middle + 1;
      }
      if (high < 256) found = Uint8Array.of(...prefix, high);
      if (high === 0) return found;
      prefix.push(high - 1);
    }
    return found;
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

/** Whether a key comes behind another one. */
function isAfter(key: Uint8Array, other: Uint8Array): boolean {
  const at = key.findIndex((byte, at) => byte !== other[at]);
  return at >= 0 && (at >= other.length || (key[at] as number) > (other[at] as number));
}
