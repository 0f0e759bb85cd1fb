// An index run: the files of the source are compared with the stored entries, and changes go through the component into the store.
//
// A run without changes starts no component, and reads only files whose size and time do not rule out a change. If a run is cancelled, killed
// or refused, the next one completes the store to exactly what a fresh index would contain. Not here: the meaning of rows.

import type { Sources } from "../ask.js";
import { createError } from "../errors.js";
import { equalBytes } from "../files/bytes.js";
import { type Fate, MAX_RETRIES, newEntry } from "../files/entry.js";
import type { Bounds } from "../files/files.js";
import { listFrom } from "../files/given.js";
import { Scope } from "../files/scope.js";
import { Spans } from "../files/spans.js";
import { SKIP_REASON } from "../generated/cases.js";
import { INDEX_MARK } from "../generated/mark.js";
import type { Change, Language, SkipReason, Verdict } from "../generated/types.js";
import { type BoundsSource, MAX_NAMED, changedMetaValues } from "./bounds.js";
import type { IndexOptions, Indexing } from "./options.js";
import type { Live } from "../live.js";
import { pause } from "../platform.js";
import { generationOf, withStoreErrors } from "../store/fault.js";
import { META_MARK } from "../store/store.js";
import { type ChangedFile, Plan } from "./plan.js";
import { Reader } from "./read.js";
import { type Indexed, failedBefore } from "./report.js";
import { UnreadEndings } from "./unread.js";
import { META_TO_LINK, Writer } from "./writer.js";

/** The most entries in one call of `admit`. */
const MAX_ENTRIES = 100_000;
/** The largest file size that the interface can express. */
const MAX_SIZE = 0xffff_ffff;

/** Indexes all files in the scope that are new, changed or damaged, and removes deleted ones. */
export async function runIndex(parts: Indexing, live: Live, boundsSource: BoundsSource, options: IndexOptions): Promise<Indexed> {
  const { bounds, isChanged } = await boundsSource.current();
  return new Run(parts, live, bounds, isChanged, options).carryOut();
}

class Run {
  readonly #parts: Indexing;
  readonly #live: Live;
  readonly #bounds: Bounds;
  readonly #options: IndexOptions;
  readonly #writer: Writer;
  readonly #isSameEngine: boolean;
  /** Whether every row is read, and rebuilt if damaged. */
  readonly #mends: boolean;
  readonly #scope: Scope;
  /** When the run began: nanoseconds since 1970. */
  readonly #startedAt = BigInt(Date.now()) * 1_000_000n;
  readonly #report: Indexed;
  /** How many retries are left, by path, for files that failed before, if they fail again in this run. */
  #retriesLeft: ReadonlyMap<string, number> = new Map();
  /** Counts of the files whose language is not supported. */
  #unread = new UnreadEndings();

  constructor(parts: Indexing, live: Live, bounds: Bounds, isBoundedAnew: boolean, options: IndexOptions) {
    const { store, files, platform, mends = false, shownPath } = parts;
    this.#parts = parts;
    this.#live = live;
    this.#bounds = bounds;
    this.#options = options;
    const sources: Sources = { store, spans: new Spans(files, platform) };
    const generation = generationOf(store);
    const [mark, mustLink] = withStoreErrors(() => [store.meta(META_MARK), store.meta(META_TO_LINK)] as const);
    this.#writer = new Writer(live, sources, generation, mustLink?.[0] === 1);
    this.#isSameEngine = mark !== undefined && equalBytes(mark, INDEX_MARK);
    if (!this.#isSameEngine) this.#writer.setMark(INDEX_MARK);
    this.#mends = mends;
    const hintedScope = Scope.below(options.paths, shownPath);
    // If another release made the rows, all are rebuilt. If the excluded files differ, all files are listed.
    this.#scope = this.#isSameEngine && !mends && !isBoundedAnew ? hintedScope : Scope.all();
    this.#report = { nSame: 0, nRead: 0, nBytes: 0, nRemoved: 0, skipped: {}, nNotUtf8: 0, installed: [], nInstalled: 0, exclude: [...bounds.exclude], problems: [], failedBefore: [], nDamaged: 0, generation: Number(generation) };
  }

  async carryOut(): Promise<Indexed> {
    const plan = await this.#plan();
    this.#retriesLeft = plan.retriesLeft;
    this.#unread = plan.unread;
    for (const [path, entry] of plan.entries) this.#writer.remember(path, entry);
    for (const [reason, count] of plan.skipped) this.#count(SKIP_REASON[reason] ?? "language", count);
    if (!plan.isIdle || this.#writer.mustLink || this.#mends) await this.#carryOutPlan(plan);
    if (this.#scope.paths === undefined) await this.#writer.tellUnread(this.#unread, this.#mends);
    this.#writer.commit();
    this.#parts.mends = false;
    const generation = Number(this.#writer.generation);
    if (generation !== this.#report.generation) withStoreErrors(() => this.#parts.store.compact());
    this.#report.failedBefore = plan.failed.map(({ found, failure }) => failedBefore(found.path, failure));
    this.#report.nNotUtf8 = plan.nNotUtf8;
    this.#report.nSame = plan.unchanged.length;
    this.#report.problems = [...this.#report.problems, ...this.#writer.problems];
    this.#report.generation = generation;
    return this.#report;
  }

  /** Indexes files that changed or have damaged rows, removes deleted ones, and links all. */
  async #carryOutPlan(plan: Plan): Promise<void> {
    const damaged = await this.#writer.damagedRows();
    this.#report.nDamaged = damaged.length;
    plan.readAgain(new Set(damaged.flatMap(({ path }) => path ?? []).filter((path) => this.#scope.holds(path))));
    if (this.#mends) plan.retryFailed();
    await this.#remove(plan.deleted);
    await this.#read(plan.changed);
    await this.#link();
  }

  async #plan(): Promise<Plan> {
    const { files, platform } = this.#parts;
    const listing = await listFrom(files, this.#scope, this.#bounds, this.#options.signal);
    const { installed = [] } = listing;
    this.#report.installed = installed.slice(0, MAX_NAMED);
    this.#report.nInstalled = installed.length;
    const coversAllFiles = this.#scope.paths === undefined;
    for (const [name, value] of changedMetaValues(this.#parts.store, this.#bounds, coversAllFiles ? listing : undefined)) this.#writer.setMeta(name, value);
    for (const { path, why, isNotUnicode } of listing.unreachable) {
      this.#report.problems.push({ path, kind: isNotUnicode ? "not_unicode" : "unreadable", why });
    }
    this.#options.onProgress?.({ stage: "walked", nFiles: listing.files.length });
    await this.#pause();
    const entries = withStoreErrors(() => this.#parts.store.scanned()).filter(([path]) => this.#scope.holds(path));
    const plan = new Plan(listing, entries, this.#isSameEngine);
    await plan.compareHashes(files, platform, this.#startedAt, () => this.#pause(), this.#options.signal);
    return plan;
  }

  async #remove(deletedPaths: readonly string[]): Promise<void> {
    for (const path of deletedPaths) await this.#writer.push({ path, change: { kind: "removed", value: path }, entry: undefined, isStored: true });
    this.#report.nRemoved = deletedPaths.length;
    await this.#writer.apply();
  }

  /** Asks the component which of the changed files it wants, indexes those, and skips the others. */
  async #read(changed: readonly ChangedFile[]): Promise<void> {
    if (changed.length === 0) return;
    const { languages, verdicts } = await this.#admit(changed);
    const reader = new Reader(this.#parts.files, this.#parts.platform, languages, this.#options.signal);
    const jobs: { changed: ChangedFile; language: string }[] = [];
    for (const [place, verdict] of verdicts.entries()) {
      const file = changed[place] as ChangedFile;
      if (verdict.kind === "skip") await this.#skip(file, verdict.value);
      else if (!reader.knows(verdict.value)) await this.#skip(file, "language");
      else jobs.push({ changed: file, language: verdict.value });
    }
    try {
      for (const job of jobs) await this.#readOne(reader, job.changed, job.language, jobs.length);
    } catch (error) {
      // What was indexed before a cancellation is committed.
      if (this.#options.signal?.aborted) await this.#flush();
      throw error;
    }
    await this.#flush();
  }

  async #flush(): Promise<void> {
    await this.#writer.apply();
    this.#writer.commit();
  }

  async #admit(changed: readonly ChangedFile[]): Promise<{ languages: Language[]; verdicts: Verdict[] }> {
    const instance = await this.#live.newEmptyInstance();
    const languages = instance.call((exports) => exports.graph.languages());
    const entries = changed.map(({ found }) => ({ path: found.path, size: Math.min(found.size, MAX_SIZE) }));
    let verdicts: Verdict[] = [];
    for (let from = 0; from < entries.length; from += MAX_ENTRIES) {
      const chunk = entries.slice(from, from + MAX_ENTRIES);
      verdicts = verdicts.concat(instance.call((exports) => exports.graph.admit(chunk)));
    }
    if (verdicts.length !== changed.length) throw createError("component", undefined, "not one verdict for each entry");
    return { languages, verdicts };
  }

  async #readOne(reader: Reader, changed: ChangedFile, language: string, nOf: number): Promise<void> {
    const { found } = changed;
    const outcome = await reader.read(found.path, language);
    let wasBatchApplied = false;
    if (outcome.kind === "parsed") {
      const entry = newEntry(found, { kind: "indexed", hash: outcome.file.hash }, this.#startedAt);
      if (outcome.file.cutShort) {
        const why = "it has too many tokens or levels to be parsed as a whole";
        this.#report.problems.push({ path: found.path, kind: "cut_short", why });
      }
      const change: Change = { kind: "parsed", value: outcome.file };
      wasBatchApplied = await this.#writer.push({ path: found.path, change, entry, isStored: changed.isStored });
    } else {
      // A fresh index would have no rows of a file that was deleted or is not text. In all other cases the stored rows are kept.
      if (outcome.kind === "gone") await this.#leaveOut(changed, undefined);
      if (outcome.kind === "not_utf8") await this.#leaveOut(changed, { kind: "not_utf8", hash: outcome.hash });
      if (outcome.kind === "timed_out") {
        const triesLeft = this.#retriesLeft.get(found.path) ?? MAX_RETRIES;
        const fate: Fate = { kind: "failed", hash: outcome.hash, failure: "timed_out", hasRows: changed.isStored, triesLeft };
        this.#writer.remember(found.path, newEntry(found, fate, this.#startedAt));
      }
      this.#report.problems.push({ path: found.path, kind: outcome.kind, why: outcome.why });
    }
    this.#report.nRead += 1;
    this.#report.nBytes += found.size;
    this.#options.onProgress?.({ stage: "read", nFiles: this.#report.nRead, nOf, nBytes: this.#report.nBytes });
    if (wasBatchApplied) await this.#pause();
    else this.#options.signal?.throwIfAborted();
  }

  async #skip(changed: ChangedFile, reason: SkipReason): Promise<void> {
    this.#count(reason, 1);
    if (reason === "language") this.#unread.count(changed.found.path);
    await this.#leaveOut(changed, { kind: "skipped", reason: SKIP_REASON.indexOf(reason) });
  }

  /** Removes all rows of a file, and stores its entry with this fate; undefined: removes the entry too. */
  async #leaveOut(changed: ChangedFile, fate: Fate | undefined): Promise<void> {
    const { path } = changed.found;
    const entry = fate === undefined ? undefined : newEntry(changed.found, fate, this.#startedAt);
    if (changed.isStored) await this.#writer.push({ path, change: { kind: "removed", value: path }, entry, isStored: true });
    else this.#writer.remember(path, entry);
  }

  async #link(): Promise<void> {
    for (;;) {
      const nLeft = await this.#writer.link();
      if (nLeft === 0) return;
      this.#options.onProgress?.({ stage: "linking", nLeft });
      try {
        await this.#pause();
      } catch (reason) {
        this.#writer.commit();
        throw reason;
      }
    }
  }

  /** Yields to the event loop, and throws if the caller cancelled. */
  async #pause(): Promise<void> {
    await pause();
    this.#options.signal?.throwIfAborted();
  }

  #count(reason: SkipReason, count: number): void {
    this.#report.skipped[reason] = (this.#report.skipped[reason] ?? 0) + count;
  }
}
