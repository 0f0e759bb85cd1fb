// Counts the files whose language is not supported, by file name extension, for the component to name their languages.

import { comparePaths } from "../files/paths.js";
import type { EndingCount } from "../generated/types.js";

/** The name of the meta value with the counts that the component was last told. */
export const META_UNREAD = "unread";
/** The longest extension that is counted, in bytes: those of languages are shorter. */
const MAX_BYTES = 12;
/** The most extensions that the component accepts. */
const MAX_ENDINGS = 100_000;

/** Counts files by their file name extension, in lower case. Files without an extension are not counted. */
export class UnreadEndings {
  readonly #counts = new Map<string, number>();

  /** Counts a file that was skipped because of its language. */
  count(path: string): void {
    const name = path.slice(path.lastIndexOf("/") + 1);
    const dot = name.lastIndexOf(".");
    const ending = name.slice(dot + 1);
    const nBytes = new TextEncoder().encode(ending).length;
    if (dot < 0 || nBytes === 0 || nBytes > MAX_BYTES) return;
    const lowerEnding = ending.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
    this.#counts.set(lowerEnding, (this.#counts.get(lowerEnding) ?? 0) + 1);
  }

  /** The counts as lines, sorted, to be stored and compared by the next run. */
  encode(): Uint8Array {
    return new TextEncoder().encode(this.#sorted().map(({ ending, nFiles }) => `${ending} ${nFiles}\n`).join(""));
  }

  /** Sorted by extension; the first `MAX_ENDINGS`. */
  counts(): EndingCount[] {
    return this.#sorted().slice(0, MAX_ENDINGS);
  }

  #sorted(): EndingCount[] {
    const counts = [...this.#counts].map(([ending, nFiles]) => ({ ending, nFiles }));
    return counts.sort((one, other) => comparePaths(one.ending, other.ending));
  }
}
