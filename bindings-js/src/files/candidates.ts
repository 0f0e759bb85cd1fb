// Which rules of a file can match a path, so that of thousands of rules only a few are compared with it.
//
// A rule without a star or the like matches one text alone, and is looked up by it. Any other one is looked up by a piece of up to three
// bytes that every text it matches has in it: of its pieces the one that the fewest rules have. `host-native/src/files/candidates.rs` finds
// the same rules, in as many steps. Not here: whether a rule does match.

import { type Pattern, type Steps, literalsOf } from "./glob.js";

/** The longest piece, in bytes. Shorter ones, of rules that have no more, are found in nearly every path. */
const PIECE = 3;

/** Rules of a file that can match a path: a bit for each, so that they need not be sorted and one may be found twice. */
export class Found {
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

  /** The last rule before this one that was found; -1 if there is none. */
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

/** The rules of a file, by what a path must have in it. Rules are named by their places in the file. */
export class Candidates {
  readonly #ofNames: Side;
  readonly #ofPaths: Side;

  constructor(patterns: readonly Pattern[]) {
    this.#ofNames = new Side(patterns, true);
    this.#ofPaths = new Side(patterns, false);
  }

  /**
   * Gives the last rule that matches this text and nothing else, or -1, and finds those that can match. Takes a step for each look-up and
   * each rule that is found; with none left the answer means nothing.
   */
  find(name: string, path: string, isFolder: boolean, found: Found, steps: Steps): number {
    const whole = Math.max(this.#ofNames.whole(name, isFolder, steps), this.#ofPaths.whole(path, isFolder, steps));
    this.#ofNames.add(name, found, steps);
    this.#ofPaths.add(path, found, steps);
    return whole;
  }
}

/** The place of the last of several rules: of all rules, and of those that are not limited to folders; -1 if there is none. */
interface Last {
  ofAll: number;
  ofFiles: number;
}

/** The rules that are compared with one kind of text: the last component of a path, or the whole of it. */
class Side {
  /** For a text, the last rules that match nothing else. */
  readonly #whole = new Map<string, Last>();
  /** All other rules, in their order. */
  readonly #others: number[] = [];
  /** For each piece, the other rules that are looked up by it. */
  readonly #byPiece = new Map<number, number[]>();
  /** The other rules without a piece, which are always compared. */
  readonly #always: number[] = [];
  /** The sizes of the pieces that rules are looked up by. */
  readonly #sizes: readonly number[];

  constructor(patterns: readonly Pattern[], isOfNames: boolean) {
    const nWith = new Map<number, number>();
    for (const [rule, pattern] of patterns.entries()) {
      if (pattern.isOfNames !== isOfNames) continue;
      if (pattern.is !== undefined && "text" in pattern.is) {
        const known = this.#whole.get(pattern.is.text);
        this.#whole.set(pattern.is.text, { ofAll: rule, ofFiles: pattern.isOfFolders ? (known?.ofFiles ?? -1) : rule });
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
    take(steps, 1);
    const last = this.#whole.get(text);
    return last === undefined ? -1 : isFolder ? last.ofAll : last.ofFiles;
  }

  /** Adds the other rules that can match a text; all of them where that is less work than looking them up. */
  add(text: string, found: Found, steps: Steps): void {
    const nPieces = this.#sizes.reduce((n, size) => n + Math.max(text.length + 1 - size, 0), 0);
    if (this.#others.length <= nPieces) return add(this.#others, found, steps);
    take(steps, nPieces);
    for (const size of this.#sizes) {
      for (let at = 0; at + size <= text.length; at++) {
        const rules = this.#byPiece.get(pieceAt(text, at, size));
        if (rules !== undefined) add(rules, found, steps);
      }
    }
    add(this.#always, found, steps);
  }
}

function add(rules: readonly number[], found: Found, steps: Steps): void {
  take(steps, rules.length);
  if (steps.left > 0) for (const rule of rules) found.add(rule);
}

function take(steps: Steps, n: number): void {
  steps.left = Math.max(steps.left - n, 0);
}

/** The longest pieces of each literal of a pattern. */
function* piecesOf(pattern: Pattern): Generator<number> {
  for (const literal of literalsOf(pattern)) {
    const size = Math.min(literal.length, PIECE);
    for (let at = 0; at + size <= literal.length; at++) yield pieceAt(literal, at, size);
  }
}

/** Up to three bytes, and above them how many. */
function pieceAt(text: string, at: number, size: number): number {
  let piece = size;
  for (let end = at + size; at < end; at++) piece = piece * 256 + text.charCodeAt(at);
  return piece;
}

function sizeOf(piece: number): number {
  return piece >= 1 << 24 ? 3 : piece >= 1 << 16 ? 2 : piece >= 1 << 8 ? 1 : 0;
}
