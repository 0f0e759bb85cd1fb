// The work of an index run, computed from two sorted lists: the files found, and the stored entries.
//
// Not here: carrying it out.

import { equalBytes } from "../files/bytes.js";
import { type Entry, type Failure, type Fate, compare, decodeEntry, hasRows, newEntry } from "../files/entry.js";
import type { Bounds, FileSource, FoundFile, Listing } from "../files/files.js";
import { listFrom, readFrom } from "../files/given.js";
import { comparePaths, isBelow } from "../files/paths.js";
import { Scope } from "../files/scope.js";
import { SKIP_REASON } from "../generated/cases.js";
import { INDEX_MARK } from "../generated/mark.js";
import type { Indexing } from "./options.js";
import type { Platform } from "../platform.js";
import { withStoreErrors } from "../store/fault.js";
import { META_MARK } from "../store/store.js";
import { UnreadEndings } from "./unread.js";

/** A file that is new, changed, or must be read again. */
export interface ChangedFile {
  found: FoundFile;
  /** Whether the store has rows of it. */
  isStored: boolean;
}

/** Sorts the files of a run into those to read, those to remove, and those to leave alone. */
export class Plan {
  /** Unchanged files that are indexed or not UTF-8. */
  unchanged: FoundFile[] = [];
  /** The number of unchanged files that the component skips, by the number of the reason. */
  readonly skipped = new Map<number, number>();
  /** The unchanged skipped files whose language is not supported. */
  readonly unread = new UnreadEndings();
  /** The number of unchanged files that are not UTF-8. */
  nNotUtf8 = 0;
  /** Unchanged files that failed before and have no retries left. */
  failed: { found: FoundFile; failure: Failure; isStored: boolean }[] = [];
  /** Files that failed before and are retried, by path: how many further retries are left if they fail again. */
  readonly retriesLeft = new Map<string, number>();
  /** Files to read and index, sorted by path. */
  changed: ChangedFile[] = [];
  /** The paths of deleted files with rows in the store, sorted. */
  deleted: string[] = [];
  /** Entries to store, or to remove if undefined. The run sets them before it changes any rows. */
  readonly entries: [path: string, entry: Entry | undefined][] = [];
  readonly #listing: Listing;
  #doubtful: { found: FoundFile; entry: Entry }[] = [];

  /** Compares the listed files with `entries`, sorted by path. If another release made the entries, every file counts as changed. */
  constructor(listing: Listing, entries: readonly [string, Uint8Array][], isSameEngine: boolean) {
    this.#listing = listing;
    const files = [...listing.files].sort((a, b) => comparePaths(a.path, b.path));
    let nextFile = 0;
    for (const [path, bytes] of entries) {
      for (; nextFile < files.length && comparePaths((files[nextFile] as FoundFile).path, path) < 0; nextFile++) this.#add(files[nextFile] as FoundFile);
      const entry = decodeEntry(bytes);
      const found = files[nextFile]?.path === path ? files[nextFile++] : undefined;
      if (found !== undefined && isSameEngine) this.#compare(found, entry);
      else if (found !== undefined) this.#addStale(found, entry);
      // Below an unreachable folder it is unknown whether the file was deleted.
      else if (this.#isOutOfReach(path)) this.#keepUnreachable(path, entry, isSameEngine);
      else if (entry !== undefined && !hasRows(entry)) this.entries.push([path, undefined]);
      else this.deleted.push(path);
    }
    for (; nextFile < files.length; nextFile++) this.#add(files[nextFile] as FoundFile);
  }

  /** Decides by their hashes which of the doubtful files have changed. `beforeEach` is called before each, and may throw; the signal cancels reading. */
  async compareHashes(files: FileSource, platform: Platform, scanned: bigint, beforeEach: () => Promise<void>, signal?: AbortSignal): Promise<void> {
    for (const { found, entry } of this.#doubtful) {
      await beforeEach();
      const hash = "hash" in entry.fate ? entry.fate.hash : undefined;
      const currentHash = await hashOf(found.path, files, platform, signal);
      if (hash !== undefined && currentHash !== undefined && equalBytes(hash, currentHash)) {
        this.#keep(found, entry.fate);
        this.entries.push([found.path, newEntry(found, entry.fate, scanned)]);
      } else {
        this.changed.push({ found, isStored: hasRows(entry) });
      }
    }
    this.#doubtful = [];
    this.#sort();
  }

  /** Plans to read unchanged files again, because their rows are damaged. Damaged rows of deleted files are removed. */
  readAgain(paths: ReadonlySet<string>): void {
    const knownPaths = new Set([...this.#listing.files.map(({ path }) => path), ...this.deleted]);
    this.deleted = [...this.deleted, ...[...paths].filter((path) => !knownPaths.has(path) && !this.#isOutOfReach(path))].sort(comparePaths);
    for (const found of this.unchanged.filter(({ path }) => paths.has(path))) this.changed.push({ found, isStored: true });
    this.unchanged = this.unchanged.filter(({ path }) => !paths.has(path));
    // For other failures the stored rows are of an earlier state.
    const isQuarantined = ({ found, failure }: { found: FoundFile; failure: Failure }): boolean => failure === "quarantined" && paths.has(found.path);
    this.changed = [...this.changed, ...this.failed.filter(isQuarantined)];
    this.failed = this.failed.filter((failed) => !isQuarantined(failed));
    this.#sort();
  }

  /** Plans to read again all files that failed before. */
  retryFailed(): void {
    for (const { found, isStored } of this.failed) this.changed.push({ found, isStored });
    this.failed = [];
    this.#sort();
  }

  /** Whether there is nothing to do for the component. */
  get isIdle(): boolean {
    return this.changed.length === 0 && this.deleted.length === 0;
  }

  #add(found: FoundFile): void {
    this.changed.push({ found, isStored: false });
  }

  #compare(found: FoundFile, entry: Entry | undefined): void {
    const comparison = entry === undefined ? "changed" : compare(entry, found);
    if (entry === undefined || comparison === "changed") {
      this.changed.push({ found, isStored: entry === undefined || hasRows(entry) });
    } else if (comparison === "doubtful") {
      this.#doubtful.push({ found, entry });
    } else if (entry.fate.kind === "skipped") {
      this.skipped.set(entry.fate.reason, (this.skipped.get(entry.fate.reason) ?? 0) + 1);
      if (SKIP_REASON[entry.fate.reason] === "language") this.unread.count(found.path);
    } else {
      this.#keep(found, entry.fate);
    }
  }

  #keep(found: FoundFile, fate: Fate): void {
    if (fate.kind === "failed" && fate.triesLeft > 0) {
      this.retriesLeft.set(found.path, fate.triesLeft - 1);
      this.changed.push({ found, isStored: fate.hasRows });
      return;
    }
    if (fate.kind === "failed") {
      this.failed.push({ found, failure: fate.failure, isStored: fate.hasRows });
      return;
    }
    if (fate.kind === "not_utf8") this.nNotUtf8 += 1;
    this.unchanged.push(found);
  }

  #addStale(found: FoundFile, entry: Entry | undefined): void {
    this.entries.push([found.path, staleEntry(entry)]);
    this.changed.push({ found, isStored: entry === undefined || hasRows(entry) });
  }

  #isOutOfReach(path: string): boolean {
    return this.#listing.unreachable.some((folder) => isBelow(path, folder.path));
  }

  /** Keeps the rows of an unreachable file. Rows made by another release are marked, to be rebuilt once the file can be read. */
  #keepUnreachable(path: string, entry: Entry | undefined, isSameEngine: boolean): void {
    if (entry !== undefined && !isSameEngine) this.entries.push([path, staleEntry(entry)]);
  }

  #sort(): void {
    this.changed.sort((a, b) => comparePaths(a.found.path, b.found.path));
  }
}

/**
 * The paths of files that were changed or deleted since the last run. Files that only the next run would retry are left out, as that may
 * take seconds.
 */
export async function changedFiles({ files, store, platform }: Indexing, bounds: Bounds, signal?: AbortSignal): Promise<string[]> {
  const listing = await listFrom(files, Scope.all(), bounds, signal);
  const { entries, mark } = withStoreErrors(() => ({ entries: store.scanned(), mark: store.meta(META_MARK) }));
  const plan = new Plan(listing, entries, mark !== undefined && equalBytes(mark, INDEX_MARK));
  const stopIfAborted = async () => signal?.throwIfAborted();
  await plan.compareHashes(files, platform, BigInt(Date.now()) * 1_000_000n, stopIfAborted, signal);
  const changed = plan.changed.map(({ found }) => found.path).filter((path) => !plan.retriesLeft.has(path));
  return [...changed, ...plan.deleted];
}

/** An entry that marks a file's rows as obsolete; undefined if the given entry is missing, or says that there are no rows. */
function staleEntry(entry: Entry | undefined): Entry | undefined {
  return entry !== undefined && hasRows(entry) ? { ...entry, fate: { kind: "stale" } } : undefined;
}

async function hashOf(path: string, files: FileSource, platform: Platform, signal: AbortSignal | undefined): Promise<Uint8Array | undefined> {
  const bytes = await readFrom(files, path, signal).catch(() => undefined);
  signal?.throwIfAborted();
  return bytes instanceof Uint8Array ? platform.hash(bytes) : undefined;
}
