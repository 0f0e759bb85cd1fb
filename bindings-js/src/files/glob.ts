// The patterns of `.gitignore`: parsing a line, and matching a path.
//
// As in git, patterns and paths are compared byte by byte: a text here has one character for each byte of UTF-8 (`asBytes`), so that
// `?` and a set stand for one byte of a non-ASCII character. No regular expressions: matching backtracks only to the last star, and counts
// its steps, so that its time is bounded. `host-native/src/files/glob.rs` does the same.

import { bytesAsLetters } from "./bytes.js";

/** The most bytes of a line that is a rule: no system takes a longer path. */
export const MAX_LINE = 4_096;

/** A budget of steps, shared by all comparisons for one path. */
export interface Steps {
  /** How many steps may still be taken; at 0, results are meaningless. */
  left: number;
}

/**
 * A compiled pattern. Tokens are numbers, which take little memory: a file of rules may have a million. A token is the value of a byte;
 * `ANY`, any byte but a slash; `STAR`, `*`; `EVERYTHING`, `**` at the end; `FOLDERS`, `**` and a slash, which may match nothing; or, from
 * `FIRST_SET` on, a set.
 */
interface Tokens {
  codes: readonly number[];
  /** The length in bytes of the shortest matching text. */
  nMin: number;
  /** The sets, each with a 1 at the index of every byte in it. */
  sets: readonly Uint8Array[];
}

/** A pattern that matches nothing: its token is no byte. */
const NOTHING: Tokens = { codes: [-1], nMin: 1, sets: [] };
const ANY = 256;
const STAR = 257;
const EVERYTHING = 258;
const FOLDERS = 259;
const FIRST_SET = 260;
const SLASH = 0x2f;

/** A parsed line of an ignore file. */
export interface Pattern {
  isNegated: boolean;
  /** Whether the line ended with a slash. */
  matchesOnlyFolders: boolean;
  /** Whether it is compared with the last component of a path instead of the whole path. */
  matchesOnlyNames: boolean;
  /** The form of most lines, which is matched without tokens: an exact text, or a star and a suffix. Undefined for others. */
  simple?: { text: string } | { end: string };
  /** A prefix of every matching text; may be empty. */
  lead: string;
  /** Compiles the pattern when it is first needed: most lines of a long file never are. */
  tokens: () => Tokens;
}

/** The characters with a special meaning in a pattern. */
const SPECIAL = /[*?[\\]/;

const charactersFrom = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, place) => String.fromCharCode(from + place));
const asciiMatching = (expression: RegExp) => new Set(charactersFrom(0, 0x7f).filter((byte) => expression.test(byte)));
/** The members of the character classes of POSIX: only ASCII, and for `space` four characters. */
const CLASSES: Readonly<Record<string, ReadonlySet<string>>> = {
  alnum: asciiMatching(/[0-9A-Za-z]/),
  alpha: asciiMatching(/[A-Za-z]/),
  blank: asciiMatching(/[ \t]/),
  cntrl: asciiMatching(/[^ -~]/),
  digit: asciiMatching(/[0-9]/),
  graph: asciiMatching(/[!-~]/),
  lower: asciiMatching(/[a-z]/),
  print: asciiMatching(/[ -~]/),
  punct: asciiMatching(/[!-/:-@[-`{-~]/),
  space: asciiMatching(/[ \t\n\r]/),
  upper: asciiMatching(/[A-Z]/),
  xdigit: asciiMatching(/[0-9A-Fa-f]/),
};

/** The UTF-8 of a text, each byte as one character. */
export function asBytes(text: string | Uint8Array): string {
  const decoded = typeof text === "string" ? text : new TextDecoder().decode(text);
  // The fast path for ASCII: converting letter by letter takes twenty times as long.
  if (!/[^\t-~]/.test(decoded)) return decoded;
  return bytesAsLetters(typeof text === "string" ? new TextEncoder().encode(text) : text);
}

/** Converts ASCII letters to lower case. All others stay unchanged, as in git when it ignores case. */
export function lowerCaseAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/**
 * Parses a line of at most `MAX_LINE` bytes; undefined for comments, and for lines without a pattern: nothing but
 * spaces, a `!`, or one or two slashes. If `isCaseIgnored`, the pattern must be matched against paths in lower case.
 */
export function readPattern(line: string, isCaseIgnored: boolean): Pattern | undefined {
  if (line.startsWith("#")) return undefined;
  let patternText = withoutSpaces((line.endsWith("\r") ? line.slice(0, -1) : line).split("\0", 1)[0] as string);
  const isNegated = patternText.startsWith("!");
  if (isNegated) patternText = patternText.slice(1);
  const matchesOnlyFolders = patternText.endsWith("/");
  if (matchesOnlyFolders) patternText = patternText.slice(0, -1);
  const matchesOnlyNames = !patternText.includes("/");
  if (patternText.startsWith("/")) patternText = patternText.slice(1);
  if (patternText === "") return undefined;
  let parsedTokens: Tokens | undefined;
  const tokens = () => (parsedTokens ??= readTokens(patternText, !matchesOnlyNames, isCaseIgnored) ?? NOTHING);
  const text = isCaseIgnored ? lowerCaseAscii(patternText) : patternText;
  const simple = simpleForm(text, matchesOnlyNames);
  const lead = text.slice(0, Math.max(text.search(SPECIAL), 0));
  return { isNegated, matchesOnlyFolders, matchesOnlyNames, lead, tokens, ...(simple === undefined ? {} : { simple }) };
}

/** Whether a pattern matches nothing: a set in it does not end or has an unknown class, or an escape is its last character. */
export function matchesNothing({ simple, tokens }: Pattern): boolean {
  return simple === undefined && tokens() === NOTHING;
}

/**
 * Whether a pattern matches a path (as bytes), whose last component is `name`. `matchesOnlyFolders` is not considered. Takes steps from the budget;
 * if none are left, the result is meaningless.
 */
export function fits({ matchesOnlyNames, simple, lead, tokens }: Pattern, name: string, path: string, steps: Steps): boolean {
  const text = matchesOnlyNames ? name : path;
  steps.left = Math.max(steps.left - 1, 0);
  if (simple === undefined) return tokens().nMin <= text.length && text.startsWith(lead) && matches(tokens(), text, steps);
  return "text" in simple ? simple.text === text : text.endsWith(simple.end);
}

/** The pieces that every text matching a pattern contains, in order; none is empty. */
export function* literalsOf({ simple, tokens }: Pattern): Generator<string> {
  const codes = simple === undefined ? tokens().codes : [];
  let literal = simple === undefined ? "" : "text" in simple ? simple.text : simple.end;
  for (const code of codes) {
    if (code >= 0 && code < ANY) {
      literal += String.fromCharCode(code);
    } else if (literal !== "") {
      yield literal;
      literal = "";
    }
  }
  if (literal !== "") yield literal;
}

/** Removes trailing spaces, unless they are escaped. Trailing tabs are kept. */
function withoutSpaces(line: string): string {
  let end = line.length;
  while (line[end - 1] === " ") end--;
  let slashes = end;
  while (line[slashes - 1] === "\\") slashes--;
  return line.slice(0, (end - slashes) % 2 === 1 ? end + 1 : end);
}

/** The form of a pattern that is matched without tokens; undefined if it needs tokens. */
function simpleForm(pattern: string, matchesOnlyNames: boolean): Pattern["simple"] {
  const isPlain = (text: string) => !SPECIAL.test(text);
  if (isPlain(pattern)) return { text: pattern };
  return matchesOnlyNames && pattern.startsWith("*") && isPlain(pattern.slice(1)) ? { end: pattern.slice(1) } : undefined;
}

/** Whether tokens match a text. Backtracks to the last `*` within a component, otherwise to the last `**`. */
function matches({ codes, sets }: Tokens, text: string, steps: Steps): boolean {
  let [place, at, stepsLeft] = [0, 0, steps.left];
  /** The index after the last `*`, or -1; and the offset in the text at which the tokens from that index were tried last. */
  let [star, starAt] = [-1, 0];
  let [stars, starsAt, isOfFolders] = [-1, 0, false];
  while (stepsLeft > 0 && (place < codes.length || at < text.length)) {
    stepsLeft--;
    const code = place < codes.length ? (codes[place] as number) : -1;
    if (code === STAR) {
      [star, starAt] = [++place, at];
    } else if (code === EVERYTHING || code === FOLDERS) {
      [star, stars, starsAt, isOfFolders] = [-1, ++place, at, code === FOLDERS];
    } else if (code >= 0 && at < text.length && fitsByte(code, text.charCodeAt(at), sets)) {
      place++;
      at++;
    } else if (star >= 0 && starAt < text.length && text.charCodeAt(starAt) !== SLASH) {
      [place, at] = [star, ++starAt];
    } else if (stars >= 0 && starsAt < text.length) {
      const slash = isOfFolders ? text.indexOf("/", starsAt) : starsAt;
      if (slash < 0) break;
      starsAt = slash + 1;
      [star, place, at] = [-1, stars, starsAt];
    } else {
      break;
    }
  }
  steps.left = stepsLeft;
  return place >= codes.length && at >= text.length;
}

function fitsByte(code: number, byte: number, sets: readonly Uint8Array[]): boolean {
  if (code < ANY) return code === byte;
  return byte !== SLASH && (code === ANY || sets[code - FIRST_SET]?.[byte] === 1);
}

/** Parses a pattern; undefined if it matches nothing, as with an unclosed bracket or escape. */
function readTokens(pattern: string, isOfPaths: boolean, isCaseIgnored: boolean): Tokens | undefined {
  const codes: number[] = [];
  const sets: Uint8Array[] = [];
  /** The index of the first special character: two stars there need no slash before them. */
  const first = pattern.search(SPECIAL);
  for (let at = 0; at < pattern.length; at++) {
    const letter = pattern[at] as string;
    if (letter === "*") {
      const start = at;
      while (pattern[at + 1] === "*") at++;
      const isDoubleStar = isOfPaths && at > start && (start === first || pattern[start - 1] === "/");
      if (isDoubleStar && pattern[at + 1] === "/") {
        codes.push(FOLDERS);
        at++;
      } else {
        codes.push(isDoubleStar && (at + 1 === pattern.length || pattern.startsWith("\\/", at + 1)) ? EVERYTHING : STAR);
      }
    } else if (letter === "?") {
      codes.push(ANY);
    } else if (letter === "[") {
      const set = readSet(pattern, at + 1, isCaseIgnored);
      if (set === undefined) return undefined;
      codes.push(FIRST_SET + sets.length);
      sets.push(set.bytes);
      at = set.end;
    } else {
      // As in git, an escaped character matches as written: an escaped capital letter matches nothing if case is ignored.
      const byte = letter === "\\" ? pattern[++at] : isCaseIgnored ? lowerCaseAscii(letter) : letter;
      if (byte === undefined) return undefined;
      codes.push(byte.charCodeAt(0));
    }
  }
  const nMin = codes.filter((code) => code <= ANY || code >= FIRST_SET).length;
  return { codes, nMin, sets };
}

/**
 * Parses a set from after its opening bracket; `end` is the index of the closing one. Undefined if it does not end, or
 * has an unknown class.
 */
function readSet(pattern: string, start: number, isCaseIgnored: boolean): { bytes: Uint8Array; end: number } | undefined {
  const isNegated = pattern[start] === "!" || pattern[start] === "^";
  const first = isNegated ? start + 1 : start;
  const bytes = new Uint8Array(256);
  const add = (byte: string) => (bytes[byte.charCodeAt(0)] = 1);
  /** The last character of the set, with which `-` would begin a range. Undefined: there is none. */
  let rangeStart: string | undefined;
  for (let at = first; at < pattern.length; at++) {
    const letter = pattern[at] as string;
    if (letter === "]" && at > first) return { bytes: isNegated ? bytes.map((is) => 1 - is) : bytes, end: at };
    const next = pattern[at + 1];
    if (letter === "-" && rangeStart !== undefined && next !== undefined && next !== "]") {
      at += next === "\\" ? 2 : 1;
      const rangeEnd = pattern[at];
      if (rangeEnd === undefined) return undefined;
      // A range matches in either case; a single capital letter of a set, like an escaped one, matches nothing.
      for (let code = rangeStart.charCodeAt(0); code <= rangeEnd.charCodeAt(0); code++) {
        bytes[code] = 1;
        if (isCaseIgnored) add(lowerCaseAscii(String.fromCharCode(code)));
      }
      rangeStart = undefined;
    } else if (letter === "[" && next === ":" && /^[^\]]*:\]/.test(pattern.slice(at + 2))) {
      const end = pattern.indexOf("]", at + 2);
      const name = pattern.slice(at + 2, end - 1);
      const members = CLASSES[isCaseIgnored && name === "upper" ? "lower" : name];
      if (members === undefined) return undefined;
      for (const byte of members) add(byte);
      rangeStart = undefined;
      at = end;
    } else {
      rangeStart = letter === "\\" ? pattern[++at] : letter;
      if (rangeStart === undefined) return undefined;
      add(rangeStart);
    }
  }
  return undefined;
}
