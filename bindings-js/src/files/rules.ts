// The rules of `.gitignore` files: which files of a folder git would not look at.
//
// A rule nearer to a file wins over one farther away, and a later line over an earlier one. Not here: finding the files that
// hold rules, and what one line means.

import { type Pattern, fits, readPattern } from "./glob.js";

/** The names of folders that are never looked at. */
export const NEVER: ReadonlySet<string> = new Set([".git", ".scrubjay"]);

/** The rules of one file. */
interface Level {
  /** The folder that it stands in: what is cut off the front of a path; empty, or ending with `/`. */
  below: string;
  /** The way from the folder that it stands in to the root, where it stands above: what is put before a path. */
  lead: string;
  /** The last line first. */
  patterns: readonly Pattern[];
}

/** The rules that hold in a folder: its own and those of the folders above it. */
export class Rules {
  readonly #levels: readonly Level[];

  private constructor(levels: readonly Level[]) {
    this.#levels = levels;
  }

  /** No rules at all. */
  static none(): Rules {
    return new Rules([]);
  }

  /**
   * With the rules of a file that stands in the folder `below`: empty, or a path that ends with `/`. They go before those known.
   * Where it stands above the root, `lead` is the way from there to the root, ending with `/`.
   */
  with(below: string, text: string, lead = ""): Rules {
    const patterns = text.split("\n").flatMap((line) => readPattern(line) ?? []);
    return new Rules([{ below, lead, patterns: patterns.reverse() }, ...this.#levels]);
  }

  /** Whether git would leave out the file or folder, in a folder that has these rules. */
  ignores(path: string, isFolder: boolean): boolean {
    for (const { below, lead, patterns } of this.#levels) {
      const parts = (lead + path.slice(below.length)).split("/");
      const rule = patterns.find((pattern) => (isFolder || !pattern.isOfFolders) && fits(pattern, parts));
      if (rule !== undefined) return !rule.isNegated;
    }
    return false;
  }
}
