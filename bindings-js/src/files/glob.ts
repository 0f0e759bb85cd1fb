// The patterns of `.gitignore`: one line, and whether it fits a path.
//
// No regular expressions: a star goes back to where it began at most once a letter, so no pattern can take long.

type Token = { kind: "letter"; letter: string } | { kind: "any" } | { kind: "star" } | { kind: "set"; isNegated: boolean; ranges: [string, string][] };
/** A part of a path, or `**` for any number of them. */
type Part = readonly Token[] | "**";

/** A line that means something. */
export interface Pattern {
  isNegated: boolean;
  /** Fits folders alone. */
  isOfFolders: boolean;
  parts: readonly Part[];
}

/** Reads a line; none for comments, empty lines and what git does not understand. */
export function readPattern(line: string): Pattern | undefined {
  let rest = line.endsWith("\\ ") ? line : line.trimEnd();
  if (rest === "" || rest.startsWith("#")) return undefined;
  const isNegated = rest.startsWith("!");
  if (isNegated) rest = rest.slice(1);
  const isOfFolders = rest.endsWith("/");
  if (isOfFolders) rest = rest.slice(0, -1);
  const isAnchored = rest.includes("/");
  if (rest.startsWith("/")) rest = rest.slice(1);
  if (rest === "") return undefined;
  const words = rest.split("/");
  const parts: Part[] = isAnchored ? [] : ["**"];
  for (const word of words) {
    const part = word === "**" && (isAnchored || words.length > 1) ? "**" : readPart(word);
    if (part === undefined) return undefined;
    parts.push(part);
  }
  return { isNegated, isOfFolders, parts };
}

/** Whether a pattern fits the parts of a path, without looking at what kind of thing stands there. */
export function fits(pattern: Pattern, path: readonly string[]): boolean {
  const { parts } = pattern;
  // What follows `a/**` must have a part of its own.
  const last = parts.length - 1;
  return matches(
    parts,
    path,
    (part) => part === "**",
    (part, word) => part !== "**" && fitsPart(part, word),
    (place) => place === last && last > 0,
  );
}

function fitsPart(part: readonly Token[], word: string): boolean {
  return matches(part, [...word], (token) => token.kind === "star", fitsLetter, () => false);
}

function fitsLetter(token: Token, letter: string): boolean {
  switch (token.kind) {
    case "letter":
      return token.letter === letter;
    case "set":
      return token.ranges.some(([from, to]) => from <= letter && letter <= to) !== token.isNegated;
    default:
      return true;
  }
}

/** Matches a list with stars against another one, going back only to the last star. */
function matches<P, T>(
  pattern: readonly P[],
  items: readonly T[],
  isStar: (p: P) => boolean,
  fitsOne: (p: P, item: T) => boolean,
  needsOne: (place: number) => boolean,
): boolean {
  let [place, item] = [0, 0];
  let [star, from] = [-1, 0];
  while (item < items.length || place < pattern.length) {
    const one = pattern[place];
    if (place < pattern.length && isStar(one as P)) {
      [star, from] = [place, needsOne(place) ? item + 1 : item];
      if (from > items.length) return false;
      [place, item] = [place + 1, from];
    } else if (place < pattern.length && item < items.length && fitsOne(one as P, items[item] as T)) {
      place++;
      item++;
    } else if (star >= 0 && from < items.length) {
      from++;
      [place, item] = [star + 1, from];
    } else {
      return false;
    }
  }
  return true;
}

/** Reads one part of a pattern; none where a bracket or an escape has no end. */
function readPart(word: string): Token[] | undefined {
  const letters = [...word];
  const tokens: Token[] = [];
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at] as string;
    if (letter === "*") {
      if (tokens.at(-1)?.kind !== "star") tokens.push({ kind: "star" });
    } else if (letter === "?") {
      tokens.push({ kind: "any" });
    } else if (letter === "[") {
      const set = readSet(letters, at + 1);
      if (set === undefined) return undefined;
      tokens.push(set.token);
      at = set.end;
    } else if (letter === "\\") {
      const escaped = letters[++at];
      if (escaped === undefined) return undefined;
      tokens.push({ kind: "letter", letter: escaped });
    } else {
      tokens.push({ kind: "letter", letter });
    }
  }
  return tokens;
}

/** Reads a set of letters from behind its bracket on; `end` is where the closing one stands. */
function readSet(letters: readonly string[], start: number): { token: Token; end: number } | undefined {
  const isNegated = letters[start] === "!" || letters[start] === "^";
  const first = isNegated ? start + 1 : start;
  const ranges: [string, string][] = [];
  for (let at = first; at < letters.length; at++) {
    if (letters[at] === "]" && at > first) return { token: { kind: "set", isNegated, ranges }, end: at };
    if (letters[at] === "\\") at++;
    const from = letters[at];
    if (from === undefined) return undefined;
    const isRange = letters[at + 1] === "-" && letters[at + 2] !== undefined && letters[at + 2] !== "]";
    if (isRange) at += letters[at + 2] === "\\" ? 3 : 2;
    const to = letters[at];
    if (to === undefined) return undefined;
    ranges.push([from, to]);
  }
  return undefined;
}
