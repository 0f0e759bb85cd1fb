// The rules of `.gitignore` files and of our own: which files of a folder are not looked at.
//
// A rule nearer to a file wins over one farther away, and a later line over an earlier one; a rule of ours wins over any of git's.
// Where case is ignored, rules and paths are compared in small letters, which git does to those of ASCII alone.
// Not here: finding the files that hold rules, and what one line means.

import { type Pattern, fits, readPattern } from "./glob.js";

/** The names of folders that are never looked at. */
export const NEVER: ReadonlySet<string> = new Set([".git", ".scrubjay"]);

/** The files that hold rules for the folder they stand in. Ours has the form of git's, and may bring back what git ignores. */
export const RULE_FILES = [".gitignore", ".scrubjayignore"] as const;
/** The name of such a file. */
export type RuleFile = (typeof RULE_FILES)[number];

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
  readonly #levels: Readonly<Record<RuleFile, readonly Level[]>>;
  readonly #isCaseIgnored: boolean;

  private constructor(levels: Readonly<Record<RuleFile, readonly Level[]>>, isCaseIgnored: boolean) {
    this.#levels = levels;
    this.#isCaseIgnored = isCaseIgnored;
  }

  /** No rules at all; those that come later hold in either case, or as they are spelled. */
  static none(isCaseIgnored = false): Rules {
    return new Rules({ ".gitignore": [], ".scrubjayignore": [] }, isCaseIgnored);
  }

  /**
   * With the rules of a file that stands in the folder `below`: empty, or a path that ends with `/`. They go before those known.
   * Where it stands above the root, `lead` is the way from there to the root, ending with `/`.
   */
  with(file: RuleFile, below: string, text: string, lead = ""): Rules {
    const lines = this.#compared(text.replace(/^\ufeff/, "")).split("\n");
    const patterns = lines.flatMap((line) => readPattern(line) ?? []).reverse();
    return patterns.length === 0 ? this : this.#with(file, [{ below, lead, patterns }, ...this.#levels[file]]);
  }

  /** In a repository inside another one, which knows nothing of the outer one's rules but has those of the same user. */
  inside(users: Rules): Rules {
    return this.#with(".gitignore", users.#levels[".gitignore"]);
  }

  /** Whether the file or folder is left out, in a folder that has these rules. */
  ignores(path: string, isFolder: boolean): boolean {
    return this.#says(".scrubjayignore", path, isFolder) ?? this.#says(".gitignore", path, isFolder) ?? false;
  }

  /** What one kind of file says; none where it says nothing. */
  #says(file: RuleFile, path: string, isFolder: boolean): boolean | undefined {
    for (const { below, lead, patterns } of this.#levels[file]) {
      const parts = this.#compared(lead + path.slice(below.length)).split("/");
      const rule = patterns.find((pattern) => (isFolder || !pattern.isOfFolders) && fits(pattern, parts));
      if (rule !== undefined) return !rule.isNegated;
    }
    return undefined;
  }
  #with(file: RuleFile, levels: readonly Level[]): Rules {
    return new Rules({ ...this.#levels, [file]: levels }, this.#isCaseIgnored);
  }

  #compared(text: string): string {
    return this.#isCaseIgnored ? text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : text;
  }
}
