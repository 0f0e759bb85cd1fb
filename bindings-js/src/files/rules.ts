// The rules of `.gitignore` and `.scrubjayignore` files: which files of a folder are ignored.
//
// A rule nearer to a file takes precedence over one farther away, and a later line over an earlier one; a rule of `.scrubjayignore` over
// any of git's. Ignoring case affects only ASCII letters.
// Not here: finding the files that hold rules, and parsing lines.

import { type Pattern, asBytes, fits, inSmall, readPattern } from "./glob.js";

/** The names of folders that are never walked. */
export const NEVER: ReadonlySet<string> = new Set([".git", ".scrubjay"]);

/** The files that hold rules for their folder. Ours has the syntax of git's, and may re-include what git ignores. */
export const RULE_FILES = [".gitignore", ".scrubjayignore"] as const;
/** The name of such a file. */
export type RuleFile = (typeof RULE_FILES)[number];

/** The rules of one file. */
interface Level {
  /** The file's folder: the prefix that is removed from a path; empty, or ending with `/`. */
  below: string;
  /** For a folder above the root, the path from it to the root: the prefix that is added to a path. */
  lead: string;
  /** The last line first. */
  patterns: readonly Pattern[];
}

/** The rules that apply in a folder: its own and those of the folders above it. */
export class Rules {
  readonly #levels: Readonly<Record<RuleFile, readonly Level[]>>;
  readonly #isCaseIgnored: boolean;

  private constructor(levels: Readonly<Record<RuleFile, readonly Level[]>>, isCaseIgnored: boolean) {
    this.#levels = levels;
    this.#isCaseIgnored = isCaseIgnored;
  }

  /** No rules; those added later ignore case or not. */
  static none(isCaseIgnored = false): Rules {
    return new Rules({ ".gitignore": [], ".scrubjayignore": [] }, isCaseIgnored);
  }

  /**
   * Adds the rules of a file in the folder `below`: empty, or a path that ends with `/`. They take precedence over the previous ones.
   * For a folder above the root, `lead` is the path from there to the root, ending with `/`.
   */
  with(file: RuleFile, below: string, text: string, lead = ""): Rules {
    const lines = asBytes(text.replace(/^\ufeff/, "")).split("\n");
    const patterns = lines.flatMap((line) => readPattern(line, this.#isCaseIgnored) ?? []).reverse();
    return patterns.length === 0 ? this : this.#with(file, [{ below, lead, patterns }, ...this.#levels[file]]);
  }

  /** The rules in a nested repository: without the outer one's, but with those of the same user. */
  inside(users: Rules): Rules {
    return this.#with(".gitignore", users.#levels[".gitignore"]);
  }

  /** Whether the file or folder is ignored, in a folder that has these rules. */
  ignores(path: string, isFolder: boolean): boolean {
    return this.#says(".scrubjayignore", path, isFolder) ?? this.#says(".gitignore", path, isFolder) ?? false;
  }

  /** The decision of one kind of rule file; undefined if no rule matches. */
  #says(file: RuleFile, path: string, isFolder: boolean): boolean | undefined {
    for (const { below, lead, patterns } of this.#levels[file]) {
      const bytes = asBytes(lead + path.slice(below.length));
      const compared = this.#isCaseIgnored ? inSmall(bytes) : bytes;
      const rule = patterns.find((pattern) => (isFolder || !pattern.isOfFolders) && fits(pattern, compared));
      if (rule !== undefined) return !rule.isNegated;
    }
    return undefined;
  }
  #with(file: RuleFile, levels: readonly Level[]): Rules {
    return new Rules({ ...this.#levels, [file]: levels }, this.#isCaseIgnored);
  }
}
