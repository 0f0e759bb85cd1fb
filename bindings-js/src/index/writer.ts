// The writing side of an index run: passes batches of files to the component, and collects its effects into commits.
//
// Entries of files are committed with their rows. If the component traps, its earlier effects are committed, a new instance is
// opened, and the batch is retried in halves until the file that causes the trap is isolated; after three attempts that file
// is left out. If linking traps, files are linked one at a time, and the file that causes the trap is quarantined.
// Not here: where the files come from.

import type { Sources } from "../ask.js";
import { ScrubjayError, createError, errorOfRefusal } from "../errors.js";
import { equalBytes } from "../files/bytes.js";
import { type Entry, type Failure, decodeEntry } from "../files/entry.js";
import { OutOfMemory } from "../guest/guest.js";
import type { Change, DamagedRow, Effects, Exports } from "../generated/types.js";
import { type Live, MAX_TRIES, type Opened } from "../live.js";
import { withStoreErrors } from "../store/fault.js";
import { Pending } from "./pending.js";
import { META_MARK } from "../store/store.js";
import type { Problem } from "./report.js";
import { META_UNREAD, type UnreadEndings } from "./unread.js";

/** The name of the meta value that is `[1]` while files in the store are not linked. */
export const META_TO_LINK = "to-link";

/** The number of files, and of UTF-16 units of text, at which a batch is passed to the component. */
const BATCH_FILES = 64;
const BATCH_LETTERS = 1 << 20;
/** The pending bytes of rows at which a commit is made. */
const COMMIT_BYTES = 8 << 20;
/** The milliseconds after which a batch or a slice is followed by a commit, however few the rows, so that a kill loses little work. */
const COMMIT_AFTER = 2_000;
/** The most files that one call of `link` links, which takes some tens of milliseconds. */
const LINK_SLICE = 256;

/** A change of one file for the component, and the entry to commit with it. */
export interface ReadFile {
  path: string;
  change: Change;
  entry: Entry | undefined;
  /** Whether the store has rows of an earlier state of the file. */
  isStored: boolean;
}

/** Passes the changes of one run to the component, and commits their effects. */
export class Writer {
  /** Whether files in the store are not linked yet, or some have rows made by another release. */
  mustLink: boolean;
  /** The value of `mustLink` in the store. */
  #storedMustLink: boolean;
  /** Files that were not indexed or not linked, and why. */
  readonly problems: Problem[] = [];
  readonly #live: Live;
  readonly #sources: Sources;
  /** How many files are still to be linked one at a time, after a call for several trapped. */
  #nToLinkSingly = 0;
  /** The number of consecutive files whose linking ran out of memory. */
  #nOutOfMemory = 0;
  #batch: ReadFile[] = [];
  #nLetters = 0;
  #pending: Pending;
  /** When the last commit was made or the run began, by `performance.now`. */
  #committedAt = performance.now();

  constructor(live: Live, sources: Sources, generation: bigint, mustLink: boolean) {
    this.#live = live;
    this.#sources = sources;
    this.#pending = new Pending(generation);
    this.mustLink = mustLink;
    this.#storedMustLink = mustLink;
  }

  /** Stores the mark of the release that makes the rows from now on. The store counts as incomplete until the run has rebuilt all rows. */
  setMark(mark: Uint8Array): void {
    this.mustLink = true;
    this.#pending.setMeta(META_MARK, mark);
  }

  /** Stores or removes the entry of a file, with the next commit. */
  remember(path: string, entry: Entry | undefined): void {
    this.#pending.remember(path, entry);
  }

  /** Adds a change and the entry of its file. True if this passed a batch to the component. */
  async push(file: ReadFile): Promise<boolean> {
    const { change } = file;
    if (change.kind === "parsed") this.#nLetters += change.value.text.length;
    this.#batch.push(file);
    if (this.#batch.length < BATCH_FILES && this.#nLetters < BATCH_LETTERS) return false;
    await this.apply();
    return true;
  }

  /** Passes all pushed changes to the component. Halves a batch that traps, until the file that causes the trap is alone. */
  async apply(): Promise<void> {
    const batchesLeft = [this.#batch];
    this.#batch = [];
    this.#nLetters = 0;
    for (let tries = 1; batchesLeft.length > 0; ) {
      const batch = batchesLeft.pop() as ReadFile[];
      if (batch.length === 0) continue;
      try {
        this.#addEffects(await this.#applyOnce(batch), batch);
        tries = 1;
      } catch (error) {
        if (!isTrap(error)) throw error;
        if (batch.length > 1) {
          const half = batch.length >>> 1;
          batchesLeft.push(batch.slice(half), batch.slice(0, half));
        } else if (tries++ < MAX_TRIES) {
          batchesLeft.push(batch);
        } else {
          for (const file of batch) {
            // A file that exhausted memory may succeed in another run.
            if (!(error instanceof OutOfMemory)) this.#rememberFailure(file, "trap");
            this.problems.push({ path: file.path, kind: "component", why: error.message });
          }
          tries = 1;
        }
      }
    }
    if (this.#isDue) this.commit();
  }

  /** Links some of the files that are not linked yet; returns how many are left. */
  async link(): Promise<number> {
    for (let tries = 1; ; ) {
      const maxFiles = this.#nToLinkSingly === 0 ? LINK_SLICE : 1;
      // Opened outside the `try`: a trap while opening is not caused by a file.
      this.#live.keep(await this.#open());
      try {
        const { effects, nToLink } = await this.#change((exports) => exports.memory.link(maxFiles));
        this.#nToLinkSingly = Math.max(this.#nToLinkSingly - 1, 0);
        this.#nOutOfMemory = 0;
        this.#addEffects(effects, []);
        this.mustLink = nToLink !== 0;
        if (!this.mustLink || this.#isDue) this.commit();
        return nToLink;
      } catch (error) {
        if (!isTrap(error)) throw error;
        if (maxFiles > 1) {
          this.#nToLinkSingly = LINK_SLICE;
        } else if (tries++ === MAX_TRIES) {
          await this.#quarantine(error);
          tries = 1;
        }
      }
    }
  }

  /**
   * Passes the counts of unsupported files to the component, if they differ from the last ones that it got, or if the
   * run `mends`. The first run always passes them: so the component knows that a run has ended.
   */
  async tellUnread(unread: UnreadEndings, mends: boolean): Promise<void> {
    const storedEndings = withStoreErrors(() => this.#sources.store.meta(META_UNREAD));
    const encodedEndings = unread.encode();
    if (storedEndings !== undefined && equalBytes(encodedEndings, storedEndings) && !mends) return;
    const { mustLink } = this;
    const { effects } = await this.#change((exports) => ({ effects: exports.memory.tellUnread(unread.counts()) }));
    this.#addEffects(effects, []);
    this.mustLink = mustLink;
    this.#pending.setMeta(META_UNREAD, encodedEndings);
  }

  /** Sets a meta value of the host with the next commit. */
  setMeta(name: string, value: Uint8Array): void {
    this.#pending.setMeta(name, value);
  }

  /** Quarantines the file whose linking trapped. Rethrows if several files in a row exhausted memory, as then the files are not the cause. */
  async #quarantine(error: ScrubjayError<"component">): Promise<void> {
    const isOutOfMemory = error instanceof OutOfMemory;
    this.#nOutOfMemory = isOutOfMemory ? this.#nOutOfMemory + 1 : 0;
    if (this.#nOutOfMemory === MAX_TRIES) throw error;
    const { effects, path } = await this.#change((exports) => exports.memory.quarantine());
    this.#addEffects(effects, []);
    if (path !== undefined) {
      const bytes = withStoreErrors(() => this.#sources.store.scanned()).find(([known]) => known === path)?.[1];
      const entry = bytes === undefined ? undefined : decodeEntry(bytes);
      // A file that exhausted memory may succeed in another run.
      if (!isOutOfMemory) this.#rememberFailure({ path, entry, isStored: true }, "quarantined");
      else if (entry !== undefined) this.remember(path, { ...entry, fate: { kind: "stale" } });
      this.problems.push({ path, kind: "quarantined", why: error.message });
    }
    this.commit();
  }

  async damagedRows(): Promise<DamagedRow[]> {
    const opened = await this.#open();
    try {
      return opened.instance.call((exports) => exports.memory.damaged());
    } finally {
      this.#live.keep(opened);
    }
  }

  /** Commits all pending effects and entries in one transaction. Throws if another process has written. */
  commit(): void {
    if (this.#pending.isEmpty && this.mustLink === this.#storedMustLink) return;
    this.#pending.setMeta(META_TO_LINK, Uint8Array.of(Number(this.mustLink)));
    const pending = this.#pending;
    // After a failed commit the instance is ahead of the store. The store never reaches its generation, so it is not used again.
    this.#pending = new Pending(pending.fromGeneration);
    withStoreErrors(() => this.#sources.store.commit(pending.commit()));
    this.#pending = new Pending(pending.toGeneration);
    this.#storedMustLink = this.mustLink;
    this.#committedAt = performance.now();
  }

  get #isDue(): boolean {
    return this.#pending.nBytes >= COMMIT_BYTES || performance.now() - this.#committedAt >= COMMIT_AFTER;
  }

  /** The generation of the store after the last commit. */
  get generation(): bigint {
    return this.#pending.fromGeneration;
  }

  async #applyOnce(batch: readonly ReadFile[]): Promise<Effects> {
    const changes = batch.map(({ change }) => change);
    const entropy = crypto.getRandomValues(new Uint8Array(16));
    const now = BigInt(Date.now());
    const { effects } = await this.#change((exports) => ({ effects: exports.memory.apply(changes, now, entropy) }));
    return effects;
  }

  /** Makes a call of the component that changes its instance, and records the instance's new generation. */
  async #change<T extends { effects: Effects }>(operation: (exports: Exports) => T): Promise<T> {
    const opened = await this.#open();
    try {
      const result = opened.instance.call(operation);
      opened.generation = result.effects.toGeneration;
      return result;
    } finally {
      this.#live.keep(opened);
    }
  }

  /** The instance at the pending generation. If there is none, commits what is pending, and opens a new instance from the store. */
  async #open(): Promise<Opened> {
    const opened = this.#live.take(this.#pending.toGeneration, "writing");
    if (opened !== undefined) return opened;
    this.commit();
    return this.#live.open(this.#sources, "writing");
  }

  /** Adds the effects of a batch to the next commit, and reports refused files. */
  #addEffects(effects: Effects, batch: readonly ReadFile[]): void {
    if (!this.#pending.add(effects)) throw createError("component", undefined, "the component left out a generation");
    this.mustLink = true;
    const refused = new Map(effects.refused.map(({ path, error }) => [path, error.kind]));
    for (const file of batch) {
      const why = refused.get(file.path);
      if (why === undefined) this.remember(file.path, file.entry);
      // If the memory is full, the same file may succeed in another run.
      else if (why !== "full") this.#rememberFailure(file, "refused");
    }
    for (const { path, error: why } of effects.refused) {
      const error = errorOfRefusal(why);
      this.problems.push({ path, kind: "refused", why: error.message, error });
    }
  }

  /**
   * Marks a file as failed, with the content hash of its entry. Ordinary runs do not retry it until it changes, because
   * it would fail again. Does nothing without an entry of an indexed file.
   */
  #rememberFailure({ path, entry, isStored }: Omit<ReadFile, "change">, failure: Failure): void {
    if (entry?.fate.kind !== "indexed") return;
    this.remember(path, { ...entry, fate: { kind: "failed", hash: entry.fate.hash, failure, hasRows: isStored, triesLeft: 0 } });
  }
}

function isTrap(error: unknown): error is ScrubjayError<"component"> {
  return error instanceof ScrubjayError && error.code === "component";
}
