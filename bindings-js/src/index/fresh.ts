// Answers that are about the files as they are now: what changed since the last run is taken in before a question is asked, where that
// takes a moment; as on the command line (`host-native/src/cli/fresh.rs`).

import { ScrubjayError } from "../errors.js";
import { comparePaths } from "../files/paths.js";
import { type Bounding, isChanged, toNote } from "./bounds.js";
import { extentOf } from "./extent.js";
import type { IndexOptions, Indexing } from "./options.js";
import { changedFiles } from "./plan.js";
import type { Indexed } from "./report.js";

/** So many changed files are read before a question is answered: a fraction of a second. */
const MAX_AWAITED = 500;
/** How many milliseconds a question waits for another process that writes: a run over a few files takes less. */
const PATIENCE = 250;

/** How fresh a memory is, and how it is made so. */
export class Freshness {
  readonly #parts: Indexing;
  readonly #bounding: Bounding;
  readonly #index: (options: IndexOptions) => Promise<Indexed>;
  #looked = Number.NEGATIVE_INFINITY;
  #nChanged: number | undefined;

  constructor(parts: Indexing, bounding: Bounding, index: (options: IndexOptions) => Promise<Indexed>) {
    this.#parts = parts;
    this.#bounding = bounding;
    this.#index = index;
  }

  /** Files that have changed and are not in the answers; undefined before a look, and where the index is not whole. */
  get nChanged(): number | undefined {
    return this.#nChanged;
  }

  /** Takes in what changed, unless that would take long. Who asked before the last look is served by it. */
  async renew(asked: number, signal: AbortSignal | undefined): Promise<void> {
    if (asked < this.#looked) return;
    // What was never indexed, or not to its end, is told of by its extent.
    if (extentOf(this.#parts.store) !== "whole") {
      this.#nChanged = undefined;
      return;
    }
    const looked = performance.now();
    const bounds = await this.#bounding.now();
    const isStored = !isChanged(toNote(this.#parts.store, bounds, undefined));
    const paths = await changedFiles(this.#parts, bounds, signal);
    this.#looked = looked;
    this.#nChanged = paths.length;
    if ((paths.length === 0 && isStored) || paths.length > MAX_AWAITED || this.#parts.purpose === "reading") return;
    try {
      await this.#index({ paths: paths.sort(comparePaths), wait: PATIENCE, signal });
      this.#nChanged = 0;
    } catch (error) {
      signal?.throwIfAborted();
      // The answer is from the index as it is, and the number of files says so.
      if (!(error instanceof ScrubjayError)) throw error;
    }
  }
}
