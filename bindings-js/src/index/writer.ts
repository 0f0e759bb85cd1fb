// The writing side of an index run: batches go into the component, and what it returns is gathered into commits.
//
// Entries of files are committed with the rows they promise. When the component stops, what it returned before is committed, a
// new instance is opened from there, and the batch is tried again in halves until the one file that stops it is alone; after
// three tries that file is refused. When linking stops, files are linked one at a time, and the one that stops it is set aside.
// Not here: where the files come from.

import type { Sources } from "../ask.js";
import { ScrubjayError, failure, refusal } from "../errors.js";
import { type Entry, type Failure, decodeEntry } from "../files/entry.js";
import { OutOfMemory } from "../guest/guest.js";
import type { Change, DamagedRow, Effects, Exports } from "../generated/types.js";
import { type Live, MOST_TRIES, type Opened } from "../live.js";
import { storing } from "../store/fault.js";
import { Pending } from "./pending.js";
import type { Problem } from "./report.js";

/** Which component made the rows. */
export const MARK_MAKER = "maker";
/** `[1]` while files are not linked. */
export const MARK_UNSETTLED = "unsettled";

/** A batch is handed over when it has this many files or this much text. */
const BATCH_FILES = 64;
const BATCH_LETTERS = 1 << 20;
/** Bytes of rows that are gathered before they are committed. */
const COMMIT_BYTES = 8 << 20;
/** Milliseconds that a kill may cost: after them there is a commit, however few the rows. */
const COMMIT_AFTER = 2_000;
/** Files that one call of `settle` links: some tens of milliseconds. */
const SLICE = 256;

/** A change, and what to remember of its file once it is made. */
export interface Item {
  path: string;
  change: Change;
  entry: Entry | undefined;
  /** Rows of an earlier state of it are stored. */
  stored: boolean;
}

/** The pending work of a run. */
export class Writer {
  /** Files in the store are not linked yet, or not all are made by this component. */
  unsettled: boolean;
  /** What the store says of that. */
  #recorded: boolean;
  /** Files that were not taken, and why. */
  readonly problems: Problem[] = [];
  readonly #live: Live;
  readonly #sources: Sources;
  /** So many files are linked one at a time, because a call for several stopped. */
  #nSingly = 0;
  /** Files in a row for whose links no memory was to be had. */
  #nShort = 0;
  #batch: Item[] = [];
  #nLetters = 0;
  #pending: Pending;
  /** When the last commit ended, or else the run began. */
  #committed = performance.now();

  constructor(live: Live, sources: Sources, generation: bigint, unsettled: boolean) {
    this.#live = live;
    this.#sources = sources;
    this.#pending = new Pending(generation);
    this.unsettled = unsettled;
    this.#recorded = unsettled;
  }

  /** Notes which component makes the rows from here on: until it has made all of them the store is not whole. */
  madeBy(maker: Uint8Array): void {
    this.unsettled = true;
    this.#pending.mark(MARK_MAKER, maker);
  }

  /** Remembers a file, or forgets it, with the next commit. */
  remember(path: string, entry: Entry | undefined): void {
    this.#pending.remember(path, entry);
  }

  /** Adds a change, and what to remember of its file when it is made. True where a batch was handed over. */
  async push(item: Item): Promise<boolean> {
    const { change } = item;
    if (change.tag === "parsed") this.#nLetters += change.val.text.length;
    this.#batch.push(item);
    if (this.#batch.length < BATCH_FILES && this.#nLetters < BATCH_LETTERS) return false;
    await this.apply();
    return true;
  }

  /** Hands over what was pushed. */
  async apply(): Promise<void> {
    const left = [this.#batch];
    this.#batch = [];
    this.#nLetters = 0;
    for (let tries = 1; left.length > 0; ) {
      const batch = left.pop() as Item[];
      if (batch.length === 0) continue;
      try {
        this.#gather(await this.#applyOnce(batch), batch);
        tries = 1;
      } catch (error) {
        if (!isStop(error)) throw error;
        if (batch.length > 1) {
          const half = batch.length >>> 1;
          left.push(batch.slice(half), batch.slice(0, half));
        } else if (tries++ < MOST_TRIES) {
          left.push(batch);
        } else {
          for (const item of batch) {
            // What found no memory may find some in another run.
            if (!(error instanceof OutOfMemory)) this.#rememberFailure(item, "trap");
            this.problems.push({ path: item.path, kind: "component", why: error.message });
          }
          tries = 1;
        }
      }
    }
    if (this.#isDue) this.commit();
  }

  /** Links some of the files that are not linked yet; says how many are left. */
  async settle(): Promise<number> {
    for (let tries = 1; ; ) {
      const mostFiles = this.#nSingly === 0 ? SLICE : 1;
      // Where it stops while it opens, no file is to blame.
      this.#live.keep(await this.#opened());
      try {
        const { effects, nUnsettled } = await this.#change((exports) => exports.memory.settle(mostFiles));
        this.#nSingly = Math.max(this.#nSingly - 1, 0);
        this.#nShort = 0;
        this.#gather(effects, []);
        this.unsettled = nUnsettled !== 0;
        if (!this.unsettled || this.#isDue) this.commit();
        return nUnsettled;
      } catch (error) {
        if (!isStop(error)) throw error;
        if (mostFiles > 1) {
          this.#nSingly = SLICE;
        } else if (tries++ === MOST_TRIES) {
          await this.#setAside(error);
          tries = 1;
        }
      }
    }
  }

  /** Gives up the links of the file that linking stopped at. Where there is no memory for one after the other, they are not to blame. */
  async #setAside(error: ScrubjayError<"component">): Promise<void> {
    const isShort = error instanceof OutOfMemory;
    this.#nShort = isShort ? this.#nShort + 1 : 0;
    if (this.#nShort === MOST_TRIES) throw error;
    const { effects, path } = await this.#change((exports) => exports.memory.setAside());
    this.#gather(effects, []);
    if (path !== undefined) {
      const bytes = storing(() => this.#sources.store.scanned()).find(([known]) => known === path)?.[1];
      const entry = bytes === undefined ? undefined : decodeEntry(bytes);
      // What found no memory may find some in another run.
      if (!isShort) this.#rememberFailure({ path, entry, stored: true }, "unlinked");
      else if (entry !== undefined) this.remember(path, { ...entry, fate: { kind: "stale" } });
      this.problems.push({ path, kind: "unlinked", why: error.message });
    }
    this.commit();
  }

  /** Rows of the store that are damaged. */
  async damaged(): Promise<DamagedRow[]> {
    const opened = await this.#opened();
    try {
      return opened.instance.call((exports) => exports.memory.damaged());
    } finally {
      this.#live.keep(opened);
    }
  }

  /** Commits everything that is pending. */
  commit(): void {
    if (this.#pending.isEmpty && this.unsettled === this.#recorded) return;
    this.#pending.mark(MARK_UNSETTLED, Uint8Array.of(Number(this.unsettled)));
    const pending = this.#pending;
    // After an error the instance is ahead of the store. It holds no generation that the store has, so nothing will use it.
    this.#pending = new Pending(pending.from);
    storing(() => this.#sources.store.commit(pending.commit()));
    this.#pending = new Pending(pending.to);
    this.#recorded = this.unsettled;
    this.#committed = performance.now();
  }

  get #isDue(): boolean {
    return this.#pending.nBytes >= COMMIT_BYTES || performance.now() - this.#committed >= COMMIT_AFTER;
  }

  /** The generation of the store after the last commit. */
  get generation(): bigint {
    return this.#pending.from;
  }

  async #applyOnce(batch: readonly Item[]): Promise<Effects> {
    const changes = batch.map(({ change }) => change);
    const entropy = crypto.getRandomValues(new Uint8Array(16));
    const now = BigInt(Date.now());
    const { effects } = await this.#change((exports) => ({ effects: exports.memory.apply(changes, now, entropy) }));
    return effects;
  }

  /** Calls what changes the instance, and notes its new generation. */
  async #change<T extends { effects: Effects }>(what: (exports: Exports) => T): Promise<T> {
    const opened = await this.#opened();
    try {
      const result = opened.instance.call(what);
      opened.generation = result.effects.toGeneration;
      return result;
    } finally {
      this.#live.keep(opened);
    }
  }

  /** The instance at the generation of what is pending; or else what is pending is committed and a new one opened from there. */
  async #opened(): Promise<Opened> {
    const opened = this.#live.take(this.#pending.to, "writing");
    if (opened !== undefined) return opened;
    this.commit();
    return this.#live.at(this.#sources, "writing");
  }

  /** Adds what the component returned to what will be committed next. */
  #gather(effects: Effects, batch: readonly Item[]): void {
    if (!this.#pending.add(effects)) throw failure("component", undefined, "the component left out a generation");
    this.unsettled = true;
    const refused = new Map(effects.refused.map(({ path, error }) => [path, error.tag]));
    for (const item of batch) {
      const why = refused.get(item.path);
      if (why === undefined) this.remember(item.path, item.entry);
      // What is too much for the memory as it is may fit another time.
      else if (why !== "full") this.#rememberFailure(item, "refused");
    }
    for (const { path, error: why } of effects.refused) {
      const error = refusal(why);
      this.problems.push({ path, kind: "refused", why: error.message, error });
    }
  }

  /** Remembers that a file failed, by the hash of its bytes: nobody tries it again before it changes. */
  #rememberFailure({ path, entry, stored }: Omit<Item, "change">, failure: Failure): void {
    if (entry?.fate.kind !== "indexed") return;
    this.remember(path, { ...entry, fate: { kind: "failed", hash: entry.fate.hash, failure, hasRows: stored } });
  }
}

function isStop(error: unknown): error is ScrubjayError<"component"> {
  return error instanceof ScrubjayError && error.code === "component";
}
