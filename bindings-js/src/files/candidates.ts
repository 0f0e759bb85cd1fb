// An index of ignore rules: finds the few rules of a file that can match a path, among thousands.
//
// A rule without wildcards matches exactly one text, and is looked up by that text. Any other rule is looked up by a piece of up to three
// bytes that every matching text contains: of its longest pieces, the one that the fewest rules share. `host-native/src/files/candidates.rs`
// finds the same rules in as many steps. Not here: whether a rule does match.

import { type Pattern, type Steps, literalsOf } from "./glob.js";

/**
 * The length of a piece in bytes. A rule whose literals are shorter gets a shorter piece, although nearly every path
 * contains it.
 */
const MAX_PIECE_BYTES = 3;

/** The rules of one file that can match a path. A bit set: `lastBefore` walks it backwards in file order, and adding a rule twice is harmless. */
export class CandidateSet {
  #words = new Uint32Array(0);
  #nWords = 0;

  /** Empties the set and makes room for this many rules. */
  clear(nRules: number): void {
    this.#nWords = Math.ceil(nRules / 32);
    if (this.#words.length < this.#nWords) this.#words = new Uint32Array(this.#nWords);
    else this.#words.fill(0, 0, this.#nWords);
  }

  add(rule: number): void {
    this.#words[rule >>> 5]! |= 1 << (rule & 31);
  }

  /** The last rule in the set before this one; -1 if there is none. */
  lastBefore(rule: number): number {
    let at = (rule - 1) >> 5;
    if (at < 0) return -1;
    let word = this.#words[at]! & (0xffffffff >>> (31 - ((rule - 1) & 31)));
    while (word === 0) {
      if (--at < 0) return -1;
      word = this.#words[at]!;
    }
    return at * 32 + 31 - Math.clz32(word);
  }
}

/** The rules of a file, indexed by text that a path must contain. A rule is identified by its index in the file. */
export class Candidates {
  readonly #nameRules: PathPartRules;
  readonly #pathRules: PathPartRules;

  constructor(patterns: readonly Pattern[]) {
    this.#nameRules = new PathPartRules(patterns, true);
    this.#pathRules = new PathPartRules(patterns, false);
  }

  /**
   * Returns the last rule without wildcards that matches, or -1, and adds all other rules that can match to `candidates`. Takes a step for each
   * look-up and each added rule; if no steps are left, the result is incomplete.
   */
  find(name: string, path: string, isFolder: boolean, candidates: CandidateSet, steps: Steps): number {
    const lastTextRule = Math.max(this.#nameRules.lastTextRule(name, isFolder, steps), this.#pathRules.lastTextRule(path, isFolder, steps));
    this.#nameRules.add(name, candidates, steps);
    this.#pathRules.add(path, candidates, steps);
    return lastTextRule;
  }
}

/** The indexes of two rules for one text: the last of all, and the last that is not for folders alone. -1: there is none. */
interface LastRules {
  ofAll: number;
  ofFiles: number;
}

/** The rules that are compared with the same part of a path: either its last component, or the whole path. */
class PathPartRules {
  /** For each text, the last rules that match only this text. */
  readonly #lastByText = new Map<string, LastRules>();
  /** The rules with wildcards, in file order. */
  readonly #patternRules: number[] = [];
  /** For each piece, the rules with wildcards that are looked up by it. */
  readonly #byPiece = new Map<number, number[]>();
  /** The rules without any literal, which can always match. */
  readonly #rulesWithoutPiece: number[] = [];
  /** The lengths in bytes of the pieces in `#byPiece`, ascending. */
  readonly #sizes: readonly number[];

  constructor(patterns: readonly Pattern[], matchesOnlyNames: boolean) {
    const nRulesWith = new Map<number, number>();
    for (const [rule, pattern] of patterns.entries()) {
      if (pattern.matchesOnlyNames !== matchesOnlyNames) continue;
      if (pattern.simple !== undefined && "text" in pattern.simple) {
        const former = this.#lastByText.get(pattern.simple.text);
        this.#lastByText.set(pattern.simple.text, { ofAll: rule, ofFiles: pattern.matchesOnlyFolders ? (former?.ofFiles ?? -1) : rule });
      } else {
        this.#patternRules.push(rule);
        for (const piece of piecesOf(pattern)) nRulesWith.set(piece, (nRulesWith.get(piece) ?? 0) + 1);
      }
    }
    const sizes = new Set<number>();
    for (const rule of this.#patternRules) {
      let [bestPiece, nBest] = [0, 0];
      for (const piece of piecesOf(patterns[rule] as Pattern)) {
        const n = nRulesWith.get(piece) ?? 0;
        const [size, bestSize] = [sizeOf(piece), sizeOf(bestPiece)];
        if (size > bestSize || (size === bestSize && n < nBest)) [bestPiece, nBest] = [piece, n];
      }
      const rules = bestPiece === 0 ? this.#rulesWithoutPiece : this.#byPiece.get(bestPiece);
      if (rules === undefined) this.#byPiece.set(bestPiece, [rule]);
      else rules.push(rule);
      if (bestPiece !== 0) sizes.add(sizeOf(bestPiece));
    }
    this.#sizes = [...sizes].sort();
  }

  lastTextRule(text: string, isFolder: boolean, steps: Steps): number {
    if (this.#lastByText.size === 0) return -1;
    spend(steps, 1);
    const last = this.#lastByText.get(text);
    return last === undefined ? -1 : isFolder ? last.ofAll : last.ofFiles;
  }

  /** Adds the rules with wildcards that can match a text; all of them if that is less work than looking them up. */
  add(text: string, found: CandidateSet, steps: Steps): void {
    const nPieces = this.#sizes.reduce((n, size) => n + Math.max(text.length + 1 - size, 0), 0);
    if (this.#patternRules.length <= nPieces) return add(this.#patternRules, found, steps);
    spend(steps, nPieces);
    for (const size of this.#sizes) {
      for (let at = 0; at + size <= text.length; at++) {
        const rules = this.#byPiece.get(pieceAt(text, at, size));
        if (rules !== undefined) add(rules, found, steps);
      }
    }
    add(this.#rulesWithoutPiece, found, steps);
  }
}

function add(rules: readonly number[], found: CandidateSet, steps: Steps): void {
  spend(steps, rules.length);
  if (steps.left > 0) for (const rule of rules) found.add(rule);
}

function spend(steps: Steps, n: number): void {
  steps.left = Math.max(steps.left - n, 0);
}

/** The pieces of each literal of a pattern: all substrings of three bytes, or the whole of a shorter literal. */
function* piecesOf(pattern: Pattern): Generator<number> {
  for (const literal of literalsOf(pattern)) {
    const size = Math.min(literal.length, MAX_PIECE_BYTES);
    for (let at = 0; at + size <= literal.length; at++) yield pieceAt(literal, at, size);
  }
}

/** A piece of a text as a number: its up to three bytes, and its length in the bits above. */
function pieceAt(text: string, at: number, size: number): number {
  let piece = size;
  for (let end = at + size; at < end; at++) piece = piece * 256 + text.charCodeAt(at);
  return piece;
}

function sizeOf(piece: number): number {
  return piece >= 1 << 24 ? 3 : piece >= 1 << 16 ? 2 : piece >= 1 << 8 ? 1 : 0;
}
