// The option `fresh`: before a question, files that changed since the last run are indexed, if there are few of them. As on the command line
// (`cli/src/index/fresh.rs`).

import { ScrubjayError } from "../errors.js";
import { comparePaths } from "../files/paths.js";
import type { BoundsSource } from "./bounds.js";
import { extentOf } from "./extent.js";
import type { IndexOptions, Indexing } from "./options.js";
import { changedFiles } from "./plan.js";
import type { Indexed } from "./report.js";

/** The most changed files that are indexed before a question is answered, which takes a fraction of a second. */
const MAX_AWAITED = 500;
/** How many milliseconds a question waits for another process that is writing: a run over a few files takes less. */
const MAX_RUN_WAIT = 250;

/** Keeps a memory up to date with its files, and counts the changed files that are not indexed yet. */
export class Freshness {
  readonly #parts: Indexing;
  readonly #boundsSource: BoundsSource;
  readonly #index: (options: IndexOptions) => Promise<Indexed>;
  /** When files were last compared with the index, by `performance.now`. */
  #lastLookAt = Number.NEGATIVE_INFINITY;
  #nChanged: number | undefined;

  constructor(parts: Indexing, boundsSource: BoundsSource, index: (options: IndexOptions) => Promise<Indexed>) {
    this.#parts = parts;
    this.#boundsSource = boundsSource;
    this.#index = index;
  }

  /** The number of changed files that are not indexed; undefined before the first look, and if the index is incomplete. */
  get nChanged(): number | undefined {
    return this.#nChanged;
  }

  /**
   * Indexes changed files, unless there are more than `MAX_AWAITED`, the index is incomplete, or the memory is only
   * read. If the run fails with an error of this package, the question is answered from the index as it is. Does
   * nothing if the files were compared after the question was asked (`askedAt`, by `performance.now`).
   */
  async renew(askedAt: number, signal: AbortSignal | undefined): Promise<void> {
    if (askedAt < this.#lastLookAt) return;
    // If the index is incomplete, `extent` says so.
    if (extentOf(this.#parts.store) !== "whole") {
      this.#nChanged = undefined;
      return;
    }
    const lookedAt = performance.now();
    const { bounds, isChanged } = await this.#boundsSource.current();
    const paths = await changedFiles(this.#parts, bounds, signal);
    this.#lastLookAt = lookedAt;
    this.#nChanged = paths.length;
    if ((paths.length === 0 && !isChanged) || paths.length > MAX_AWAITED || this.#parts.purpose === "reading") return;
    try {
      await this.#index({ paths: paths.sort(comparePaths), wait: MAX_RUN_WAIT, signal });
      this.#nChanged = 0;
    } catch (error) {
      signal?.throwIfAborted();
      // The answer comes from the index as it is, and `nChanged` says what is missing.
      if (!(error instanceof ScrubjayError)) throw error;
    }
  }
}
