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

/** The rules of one file that can match a path. A bit set: `before` walks it backwards in file order, and adding a rule twice is harmless. */
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
  before(rule: number): number {
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
  readonly #ofNames: PathPartRules;
  readonly #ofPaths: PathPartRules;

  constructor(patterns: readonly Pattern[]) {
    this.#ofNames = new PathPartRules(patterns, true);
    this.#ofPaths = new PathPartRules(patterns, false);
  }

  /**
   * Returns the last rule without wildcards that matches, or -1, and adds all other rules that can match to `found`. Takes a step for each
   * look-up and each added rule; if no steps are left, the result is incomplete.
   */
  find(name: string, path: string, isFolder: boolean, found: CandidateSet, steps: Steps): number {
    const whole = Math.max(this.#ofNames.whole(name, isFolder, steps), this.#ofPaths.whole(path, isFolder, steps));
    this.#ofNames.add(name, found, steps);
    this.#ofPaths.add(path, found, steps);
    return whole;
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
  readonly #whole = new Map<string, LastRules>();
  /** The rules with wildcards, in file order. */
  readonly #others: number[] = [];
  /** For each piece, the rules with wildcards that are looked up by it. */
  readonly #byPiece = new Map<number, number[]>();
  /** The rules without any literal, which can always match. */
  readonly #always: number[] = [];
  /** The lengths in bytes of the pieces in `#byPiece`, ascending. */
  readonly #sizes: readonly number[];

  constructor(patterns: readonly Pattern[], matchesOnlyNames: boolean) {
    const nWith = new Map<number, number>();
    for (const [rule, pattern] of patterns.entries()) {
      if (pattern.matchesOnlyNames !== matchesOnlyNames) continue;
      if (pattern.simple !== undefined && "text" in pattern.simple) {
        const known = this.#whole.get(pattern.simple.text);
        this.#whole.set(pattern.simple.text, { ofAll: rule, ofFiles: pattern.matchesOnlyFolders ? (known?.ofFiles ?? -1) : rule });
      } else {
        this.#others.push(rule);
        for (const piece of piecesOf(pattern)) nWith.set(piece, (nWith.get(piece) ?? 0) + 1);
      }
    }
    const sizes = new Set<number>();
    for (const rule of this.#others) {
      let [best, nBest] = [0, 0];
      for (const piece of piecesOf(patterns[rule] as Pattern)) {
        const n = nWith.get(piece) ?? 0;
        const [size, known] = [sizeOf(piece), sizeOf(best)];
        if (size > known || (size === known && n < nBest)) [best, nBest] = [piece, n];
      }
      const rules = best === 0 ? this.#always : this.#byPiece.get(best);
      if (rules === undefined) this.#byPiece.set(best, [rule]);
      else rules.push(rule);
      if (best !== 0) sizes.add(sizeOf(best));
    }
    this.#sizes = [...sizes].sort();
  }

  whole(text: string, isFolder: boolean, steps: Steps): number {
    if (this.#whole.size === 0) return -1;
    spend(steps, 1);
    const last = this.#whole.get(text);
    return last === undefined ? -1 : isFolder ? last.ofAll : last.ofFiles;
  }

  /** Adds the rules with wildcards that can match a text; all of them if that is less work than looking them up. */
  add(text: string, found: CandidateSet, steps: Steps): void {
    const nPieces = this.#sizes.reduce((n, size) => n + Math.max(text.length + 1 - size, 0), 0);
    if (this.#others.length <= nPieces) return add(this.#others, found, steps);
    spend(steps, nPieces);
    for (const size of this.#sizes) {
      for (let at = 0; at + size <= text.length; at++) {
        const rules = this.#byPiece.get(pieceAt(text, at, size));
        if (rules !== undefined) add(rules, found, steps);
      }
    }
    add(this.#always, found, steps);
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
