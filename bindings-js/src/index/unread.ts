// Files whose language is not read: how many there are of each ending, for the component to name their languages.

import { comparePaths } from "../files/paths.js";
import type { EndingCount } from "../generated/types.js";

/** The name of the meta value with the counts that the component was told last. */
export const META_UNREAD = "unread";
/** The longest ending that is counted, in bytes: those of languages are shorter. */
const MAX_BYTES = 12;
/** The most endings that the component takes. */
const MAX_ENDINGS = 100_000;

/** Counts of files by their endings. */
export class Unread {
  readonly #counts = new Map<string, number>();

  /** Counts a file that was skipped for its language. */
  count(path: string): void {
    const name = path.slice(path.lastIndexOf("/") + 1);
    const dot = name.lastIndexOf(".");
    const ending = name.slice(dot + 1);
    const nBytes = new TextEncoder().encode(ending).length;
    if (dot < 0 || nBytes === 0 || nBytes > MAX_BYTES) return;
    const lower = ending.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
    this.#counts.set(lower, (this.#counts.get(lower) ?? 0) + 1);
  }

  /** The counts as they are kept, to notice when they differ. */
  encode(): Uint8Array {
    return new TextEncoder().encode(this.#sorted().map(({ ending, nFiles }) => `${ending} ${nFiles}\n`).join(""));
  }

  /** The counts as the component takes them. */
  counts(): EndingCount[] {
    return this.#sorted().slice(0, MAX_ENDINGS);
  }

  #sorted(): EndingCount[] {
    const counts = [...this.#counts].map(([ending, nFiles]) => ({ ending, nFiles }));
    return counts.sort((one, other) => comparePaths(one.ending, other.ending));
  }
}
