// The patterns of `.gitignore`: parsing a line, and matching a path.
//
// As in git, patterns and paths are compared byte by byte: a text here has one character for each byte of UTF-8 (`asBytes`), so that
// `?` and a set stand for one byte of a non-ASCII character. No regular expressions: matching backtracks only to the last star, and counts
// its steps, so that its time is bounded. `host-native/src/files/glob.rs` does the same.

/** The longest line that is a rule: no system takes a longer path. */
export const MOST_LINE = 4_096;

/** The steps that may still be taken. */
export interface Steps {
  left: number;
}

/** A byte; any byte but a slash; one of a set; `*`; `**` at an end; `**` with the slash after it, which may match nothing. */
type Token = { kind: "byte"; byte: string } | { kind: "set"; bytes: ReadonlySet<string> } | { kind: "any" | "star" | "everything" | "folders" };

/** A parsed line. */
export interface Pattern {
  isNegated: boolean;
  /** Matches only folders. */
  isOfFolders: boolean;
  /** Compared with the last component of a path, at any depth, instead of the whole path. */
  isOfNames: boolean;
  /** The fast path for most lines: a literal text, or a star and a suffix. */
  is?: { text: string } | { end: string };
  tokens: readonly Token[];
}

const ASCII = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, place) => String.fromCharCode(from + place));
const among = (expression: RegExp) => new Set(ASCII(0, 0x7f).filter((byte) => expression.test(byte)));
/** The members of character classes: only ASCII, and for `space` four characters. */
const CLASSES: Readonly<Record<string, ReadonlySet<string>>> = {
  alnum: among(/[0-9A-Za-z]/),
  alpha: among(/[A-Za-z]/),
  blank: among(/[ \t]/),
  cntrl: among(/[^ -~]/),
  digit: among(/[0-9]/),
  graph: among(/[!-~]/),
  lower: among(/[a-z]/),
  print: among(/[ -~]/),
  punct: among(/[!-/:-@[-`{-~]/),
  space: among(/[ \t\n\r]/),
  upper: among(/[A-Z]/),
  xdigit: among(/[0-9A-Fa-f]/),
};

/** The bytes of UTF-8, each as one character. */
export function asBytes(text: string | Uint8Array): string {
  if (typeof text !== "string") return lettersOf(text);
  return /[^\t-~]/.test(text) ? lettersOf(new TextEncoder().encode(text)) : text;
}

/** The most arguments of one call, for which every engine has room. */
const MOST_ARGUMENTS = 8_192;

function lettersOf(bytes: Uint8Array): string {
  let letters = "";
  for (let at = 0; at < bytes.length; at += MOST_ARGUMENTS) letters += String.fromCharCode(...bytes.subarray(at, at + MOST_ARGUMENTS));
  return letters;
}

/** Converts ASCII letters to lower case. */
export function inSmall(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/**
 * Parses a line of at most `MOST_LINE` bytes; undefined for comments, empty lines and patterns that match nothing. If case is ignored, paths must be passed in
 * lower case.
 */
export function readPattern(line: string, isCaseIgnored: boolean): Pattern | undefined {
  if (line.startsWith("#")) return undefined;
  let rest = withoutSpaces((line.endsWith("\r") ? line.slice(0, -1) : line).split("\0", 1)[0] as string);
  const isNegated = rest.startsWith("!");
  if (isNegated) rest = rest.slice(1);
  const isOfFolders = rest.endsWith("/");
  if (isOfFolders) rest = rest.slice(0, -1);
  const isOfNames = !rest.includes("/");
  if (rest.startsWith("/")) rest = rest.slice(1);
  const tokens = readTokens(rest, !isOfNames, isCaseIgnored);
  if (rest === "" || tokens === undefined) return undefined;
  const is = plainly(isCaseIgnored ? inSmall(rest) : rest, isOfNames);
  return { isNegated, isOfFolders, isOfNames, tokens, ...(is === undefined ? {} : { is }) };
}

/**
 * Whether a pattern matches a path of bytes, regardless of whether it is a file or a folder. Takes the steps it needs from those left; with
 * none left the answer means nothing.
 */
export function fits({ isOfNames, is, tokens }: Pattern, path: string, steps: Steps): boolean {
  const text = isOfNames ? path.slice(path.lastIndexOf("/") + 1) : path;
  steps.left = Math.max(steps.left - 1, 0);
  if (is === undefined) return matches(tokens, text, steps);
  return "text" in is ? is.text === text : text.endsWith(is.end);
}

/** Removes trailing spaces, unless escaped; trailing tabs count. */
function withoutSpaces(line: string): string {
  let end = line.length;
  while (line[end - 1] === " ") end--;
  let slashes = end;
  while (line[slashes - 1] === "\\") slashes--;
  return line.slice(0, (end - slashes) % 2 === 1 ? end + 1 : end);
}

/** The simple form of a pattern that needs no tokens. */
function plainly(pattern: string, isOfNames: boolean): Pattern["is"] {
  const isPlain = (text: string) => !/[*?[\\]/.test(text);
  if (isPlain(pattern)) return { text: pattern };
  return isOfNames && pattern.startsWith("*") && isPlain(pattern.slice(1)) ? { end: pattern.slice(1) } : undefined;
}

/** Matches a text, backtracking to the last `*` before the next slash, otherwise to the last `**`. */
function matches(tokens: readonly Token[], text: string, steps: Steps): boolean {
  let [place, at] = [0, 0];
  /** The index of a star, and the offset at which what follows it was tried last. */
  let star: { place: number; at: number } | undefined;
  let stars: { place: number; at: number; isOfFolders: boolean } | undefined;
  while (place < tokens.length || at < text.length) {
    if (steps.left === 0) return false;
    steps.left--;
    const token = tokens[place];
    if (token?.kind === "star") {
      star = { place: ++place, at };
    } else if (token?.kind === "everything" || token?.kind === "folders") {
      [star, stars] = [undefined, { place: ++place, at, isOfFolders: token.kind === "folders" }];
    } else if (token !== undefined && at < text.length && fitsByte(token, text[at] as string)) {
      place++;
      at++;
    } else if (star !== undefined && star.at < text.length && text[star.at] !== "/") {
      [place, at] = [star.place, ++star.at];
    } else if (stars !== undefined && stars.at < text.length) {
      const slash = text.indexOf("/", stars.at);
      if (stars.isOfFolders && slash < 0) return false;
      stars.at = stars.isOfFolders ? slash + 1 : stars.at + 1;
      [star, place, at] = [undefined, stars.place, stars.at];
    } else {
      return false;
    }
  }
  return true;
}

/** One object for each byte, because a file of rules may have a million of them. */
const BYTES: readonly Token[] = ASCII(0, 0xff).map((byte) => ({ kind: "byte", byte }));

function byteToken(byte: string): Token {
  return BYTES[byte.charCodeAt(0)] as Token;
}

function fitsByte(token: Token, byte: string): boolean {
  switch (token.kind) {
    case "byte":
      return token.byte === byte;
    case "set":
      return byte !== "/" && token.bytes.has(byte);
    default:
      return byte !== "/";
  }
}

/** Parses a pattern; undefined if it matches nothing, as with an unclosed bracket or escape. */
function readTokens(pattern: string, isOfPaths: boolean, isCaseIgnored: boolean): Token[] | undefined {
  const tokens: Token[] = [];
  /** The index of the first special character: two stars there need no slash before them. */
  const first = pattern.search(/[*?[\\]/);
  for (let at = 0; at < pattern.length; at++) {
    const letter = pattern[at] as string;
    if (letter === "*") {
      const start = at;
      while (pattern[at + 1] === "*") at++;
      const isFree = isOfPaths && at > start && (start === first || pattern[start - 1] === "/");
      if (isFree && pattern[at + 1] === "/") {
        tokens.push({ kind: "folders" });
        at++;
      } else {
        tokens.push({ kind: isFree && /^(\\\/|$)/.test(pattern.slice(at + 1)) ? "everything" : "star" });
      }
    } else if (letter === "?") {
      tokens.push({ kind: "any" });
    } else if (letter === "[") {
      const set = readSet(pattern, at + 1, isCaseIgnored);
      if (set === undefined) return undefined;
      tokens.push({ kind: "set", bytes: set.bytes });
      at = set.end;
    } else {
      // As in git, an escaped character matches as written: an escaped capital letter matches nothing if case is ignored.
      const byte = letter === "\\" ? pattern[++at] : isCaseIgnored ? inSmall(letter) : letter;
      if (byte === undefined) return undefined;
      tokens.push(byteToken(byte));
    }
  }
  return tokens;
}

/** Parses a set from after its opening bracket; `end` is the index of the closing one. */
function readSet(pattern: string, start: number, isCaseIgnored: boolean): { bytes: ReadonlySet<string>; end: number } | undefined {
  const isNegated = pattern[start] === "!" || pattern[start] === "^";
  const first = isNegated ? start + 1 : start;
  const bytes = new Set<string>();
  /** The possible start of a range. */
  let before: string | undefined;
  for (let at = first; at < pattern.length; at++) {
    const letter = pattern[at] as string;
    if (letter === "]" && at > first) return { bytes: isNegated ? others(bytes) : bytes, end: at };
    const next = pattern[at + 1];
    if (letter === "-" && before !== undefined && next !== undefined && next !== "]") {
      at += next === "\\" ? 2 : 1;
      const to = pattern[at];
      if (to === undefined) return undefined;
      // A range matches in either case; a single capital letter of a set, like an escaped one, matches nothing.
      const range = ASCII(before.charCodeAt(0), to.charCodeAt(0));
      for (const byte of range) bytes.add(byte).add(isCaseIgnored ? inSmall(byte) : byte);
      before = undefined;
    } else if (letter === "[" && next === ":" && /^[^\]]*:\]/.test(pattern.slice(at + 2))) {
      const end = pattern.indexOf("]", at + 2);
      const name = pattern.slice(at + 2, end - 1);
      const members = CLASSES[isCaseIgnored && name === "upper" ? "lower" : name];
      if (members === undefined) return undefined;
      for (const byte of members) bytes.add(byte);
      before = undefined;
      at = end;
    } else {
      before = letter === "\\" ? pattern[++at] : letter;
      if (before === undefined) return undefined;
      bytes.add(before);
    }
  }
  return undefined;
}

/** The complement of a set of bytes. */
function others(bytes: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(ASCII(0, 0xff).filter((byte) => !bytes.has(byte)));
}
