// The rules of `.gitignore` and `.scrubjayignore` files: which files of a folder are ignored.
//
// A rule in a nearer folder takes precedence over one farther up, and a later line over an earlier one; a rule of `.scrubjayignore` over
// any of git's, and the caller's patterns over both. Ignoring case affects only ASCII letters.
// Not here: finding the files of rules, and parsing lines.

import { Candidates, CandidateSet } from "./candidates.js";
import { MAX_LINE, type Pattern, type Steps, asBytes, fits, lowerCaseAscii, readPattern } from "./glob.js";

/**
 * The most rules that apply in one folder, for each kind of file: the inherited ones and its own. Ten times as many as any known project
 * has.
 */
const MAX_RULES = 10_000;
/**
 * The most bytes of a file of rules, and of all rules of one kind that apply in one folder: room for 10,000 rules of a
 * hundred bytes each.
 */
export const MAX_RULE_BYTES = 1 << 20;
/**
 * The most steps to decide about one path; a step is a look-up, a comparison with a rule, or a compared byte. Rules
 * that name files or endings take few steps, however many there are; a thousand rules of only stars and sets take half
 * of the limit. The limit takes less than a tenth of a millisecond, so that rules cannot make a walk of 100,000 files
 * take ten seconds.
 */
const MAX_STEPS = 8_000;
/** The most rules of a file that are compared one after the other. With more, looking them up in `Candidates` is faster. */
const MAX_COMPARED = 32;
/** Reused by every look-up, to allocate nothing per path. */
const REUSED_SET = new CandidateSet();

/** The names of files and folders that are never listed. */
export const NEVER_LISTED: ReadonlySet<string> = new Set([".git", ".scrubjay"]);

/** The names of files with rules for their folder. `.scrubjayignore` has the syntax of `.gitignore`, and may re-include what git ignores. */
export const RULE_FILES = [".gitignore", ".scrubjayignore"] as const;
export type RuleFile = (typeof RULE_FILES)[number];
/** The source of rules: a kind of file, or the caller. */
type RuleKind = RuleFile | "exclude";
/** The sources of rules; the first one with a matching rule decides. */
const BY_PRECEDENCE = ["exclude", ".scrubjayignore", ".gitignore"] as const satisfies readonly RuleKind[];

/** The rules of one file, with the folder from which they apply. */
interface Level {
  /** The length in bytes of the folder's path with its final slash: the prefix that is removed from a path. */
  nBelow: number;
  /** For a folder above the root, the path from it to the root: the prefix that is added to a path. */
  lead: string;
  patterns: readonly Pattern[];
  /** An index of the rules; undefined if there are at most `MAX_COMPARED`. */
  candidates: Candidates | undefined;
  /** The number of these rules and of all inherited rules of the same kind. */
  nRules: number;
  /** The bytes of the lines of these rules and of the inherited ones. */
  nBytes: number;
}

/** Which rules of a file do not apply, because a limit was exceeded. */
export interface LeftOut {
  /** How many rules of the file apply, if the limit for one folder was exceeded; otherwise undefined. */
  nApplied: number | undefined;
  /** The number of lines that are too long to be a rule. */
  nLong: number;
  /** Whether the file is larger than `MAX_RULE_BYTES`; then only its beginning is read. */
  isCut: boolean;
}

/** The message about a file whose rules do not all apply; undefined if they do. */
export function leftOutInWords({ nApplied, nLong, isCut }: LeftOut): string | undefined {
  if (nApplied !== undefined) return `only the first ${nApplied} of its rules hold: with those above it, 10,000, or 1 MiB, are the most`;
  if (isCut) return "only the rules of its first MiB hold";
  return nLong > 0 ? `${nLong} of its lines are longer than a path can be, and do not hold` : undefined;
}

/** Why a path is omitted if `MAX_STEPS` was exceeded. It is not listed, because the rules may be meant to hide secrets. */
export const UNDECIDED = "the ignore rules take too long to decide about it";

/** The rules that apply in a folder: its own and those of the folders above it. */
export class Rules {
  readonly #levels: Readonly<Record<RuleKind, readonly Level[]>>;
  readonly #isCaseIgnored: boolean;

  private constructor(levels: Readonly<Record<RuleKind, readonly Level[]>>, isCaseIgnored: boolean) {
    this.#levels = levels;
    this.#isCaseIgnored = isCaseIgnored;
  }

  /** Only the caller's patterns, which take precedence over all files. `isCaseIgnored` applies to all rules, including later ones. */
  static none(isCaseIgnored = false, exclude: readonly string[] = []): Rules {
    return new Rules({ ".gitignore": [], ".scrubjayignore": [], exclude: [] }, isCaseIgnored).#withLines("exclude", "", exclude.join("\n"));
  }

  /**
   * Adds the rules of a file in the folder `below`: empty, or a path that ends with `/`. They take precedence over the previous ones.
   * For a folder above the root, `lead` is the path from there to the root, ending with `/`. `tell` is called if not all rules apply.
   */
  with(file: RuleFile, below: string, text: string | Uint8Array, lead = "", tell?: (leftOut: LeftOut) => void): Rules {
    return this.#withLines(file, below, text, lead, tell);
  }

  #withLines(file: RuleKind, below: string, text: string | Uint8Array, lead = "", tell?: (leftOut: LeftOut) => void): Rules {
    let { nRules, nBytes } = this.#levels[file][0] ?? { nRules: 0, nBytes: 0 };
    const { bytes, isCut } = beginning(asBytes(text));
    const leftOut: LeftOut = { nApplied: undefined, nLong: 0, isCut };
    const patterns: Pattern[] = [];
    for (const line of linesOf(bytes)) {
      const isLong = line.length > MAX_LINE;
      if (isLong && !line.startsWith("#")) leftOut.nLong++;
      const pattern = isLong ? undefined : readPattern(line, this.#isCaseIgnored);
      if (pattern === undefined) continue;
      if (nRules === MAX_RULES || nBytes + line.length > MAX_RULE_BYTES) {
        leftOut.nApplied = patterns.length;
        break;
      }
      nRules++;
      nBytes += line.length;
      patterns.push(pattern);
    }
    if (leftOutInWords(leftOut) !== undefined) tell?.(leftOut);
    if (patterns.length === 0) return this;
    const candidates = patterns.length > MAX_COMPARED ? new Candidates(patterns) : undefined;
    const leadBytes = this.#isCaseIgnored ? lowerCaseAscii(asBytes(lead)) : asBytes(lead);
    const level = { nBelow: asBytes(below).length, lead: leadBytes, patterns, candidates, nRules, nBytes };
    return this.#with(file, [level, ...this.#levels[file]]);
  }

  /** The rules in a nested repository: the `.gitignore` rules of the outer repository are replaced by `users`, the user's own. */
  inside(users: Rules): Rules {
    return this.#with(".gitignore", users.#levels[".gitignore"]);
  }

  /**
   * Whether a path is ignored, given that no folder above it is; undefined if deciding takes more than
   * `MAX_STEPS`.
   */
  ignores(path: string, isFolder: boolean): boolean | undefined {
    const steps = { left: MAX_STEPS };
    const bytes = this.#isCaseIgnored ? lowerCaseAscii(asBytes(path)) : asBytes(path);
    const name = bytes.slice(bytes.lastIndexOf("/") + 1);
    for (const file of BY_PRECEDENCE) {
      const isIgnored = this.#decision(file, name, bytes, isFolder, steps);
      if (steps.left === 0) return undefined;
      if (isIgnored !== undefined) return isIgnored;
    }
    return false;
  }

  /**
   * Whether a path or any folder above it is ignored; undefined if deciding about one of them takes more than `MAX_STEPS`.
   */
  ignoresBelow(path: string, isFolder: boolean): boolean | undefined {
    for (let end = path.indexOf("/"); end >= 0; end = path.indexOf("/", end + 1)) {
      const isIgnored = this.ignores(path.slice(0, end), true);
      if (isIgnored !== false) return isIgnored;
    }
    return this.ignores(path, isFolder);
  }

  /** Whether the rules of one kind ignore a path; undefined if no rule matches, or no steps are left. */
  #decision(file: RuleKind, name: string, path: string, isFolder: boolean, steps: Steps): boolean | undefined {
    for (const { nBelow, lead, patterns, candidates } of this.#levels[file]) {
      const compared = lead + path.slice(nBelow);
      spend(steps, 1);
      let lastTextRule = -1;
      if (candidates !== undefined) {
        REUSED_SET.clear(patterns.length);
        lastTextRule = candidates.find(name, compared, isFolder, REUSED_SET, steps);
      }
      const candidateBefore = (rule: number) => (candidates === undefined ? rule - 1 : REUSED_SET.lastBefore(rule));
      let rule = candidateBefore(patterns.length);
      for (; steps.left > 0 && rule > lastTextRule; rule = candidateBefore(rule)) {
        const pattern = patterns[rule] as Pattern;
        if ((isFolder || !pattern.matchesOnlyFolders) && fits(pattern, name, compared, steps)) break;
      }
      if (steps.left === 0) return undefined;
      const matchedPattern = patterns[Math.max(rule, lastTextRule)];
      if (matchedPattern !== undefined) return !matchedPattern.isNegated;
    }
    return undefined;
  }

  #with(file: RuleKind, levels: readonly Level[]): Rules {
    return new Rules({ ...this.#levels, [file]: levels }, this.#isCaseIgnored);
  }
}

function spend(steps: Steps, n: number): void {
  steps.left = Math.max(steps.left - n, 0);
}

/** Yields the lines of a text lazily, as most of a long file may never be needed. */
function* linesOf(bytes: string): Generator<string> {
  for (let [at, end] = [0, 0]; end >= 0; at = end + 1) {
    end = bytes.indexOf("\n", at);
    yield end < 0 ? bytes.slice(at) : bytes.slice(at, end);
  }
}

/** The first `MAX_RULE_BYTES` of a file of rules, without a byte order mark and, if it is cut, without the last, incomplete line. */
function beginning(bytes: string): { bytes: string; isCut: boolean } {
  const isCut = bytes.length > MAX_RULE_BYTES;
  const uncutBytes = isCut ? bytes.slice(0, bytes.lastIndexOf("\n", MAX_RULE_BYTES - 1) + 1) : bytes;
  return { bytes: uncutBytes.startsWith("\xef\xbb\xbf") ? uncutBytes.slice(3) : uncutBytes, isCut };
}
