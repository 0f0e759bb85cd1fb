// Patterns by which a caller excludes files and folders. They take precedence over all ignore files: a `.scrubjayignore` cannot re-include.
//
// Patterns have the syntax of a `.gitignore` in the root folder, without negation, as in the native host
// (`host-native/src/files/exclude.rs`). Not here: where they are stored.

import { createError, invalidError } from "../errors.js";
import { decodeText, isWellFormed } from "./bytes.js";
import { MAX_LINE, asBytes, matchesNothing, readPattern } from "./glob.js";
import { MAX_RULE_BYTES } from "./rules.js";

/** The most patterns: more than a person writes. A program that lists single files should filter its own source instead. */
const MAX_PATTERNS = 1_000;

/** Checks and copies the patterns that a caller gave; undefined if none were given. Throws `invalid`. */
export function excludeOf(given: unknown): readonly string[] | undefined {
  if (given === undefined) return undefined;
  const why = Array.isArray(given) ? whyInvalid(given) : "not a list";
  if (why !== undefined) throw invalidError("exclude", why);
  return [...(given as string[])];
}

/** The stored form of the patterns: separated by line ends, which no pattern contains. */
export function encodeExclude(patterns: readonly string[]): Uint8Array {
  return new TextEncoder().encode(patterns.join("\n"));
}

/** Decodes what `encodeExclude` wrote. Throws `damaged` if the bytes are no list of valid patterns. */
export function decodeExclude(bytes: Uint8Array): readonly string[] {
  const text = decodeText(bytes);
  const patterns = text === "" ? [] : text?.split("\n");
  if (patterns !== undefined && whyInvalid(patterns) === undefined) return patterns;
  throw createError("damaged", undefined, "the store is damaged: the patterns that exclude files cannot be read");
}

/** Why a list of patterns is refused; undefined if it is valid. */
function whyInvalid(patterns: readonly unknown[]): string | undefined {
  if (patterns.length > MAX_PATTERNS) return `${MAX_PATTERNS} patterns are the most`;
  let nBytes = 0;
  for (const pattern of patterns) {
    if (typeof pattern !== "string") return "not a list of texts";
    if (!isWellFormed(pattern)) return "one holds half of a surrogate pair";
    const why = patternFault(pattern);
    if (why !== undefined) return `${JSON.stringify(pattern)} ${why}`;
    nBytes += asBytes(pattern).length + 1;
  }
  return nBytes > MAX_RULE_BYTES ? "all of them together take more than 1 MiB" : undefined;
}

function patternFault(pattern: string): string | undefined {
  if (pattern === "") return "is empty";
  if (/[\n\r\0]/.test(pattern)) return "holds a line end or NUL";
  const line = asBytes(pattern);
  if (line.length > MAX_LINE) return "is longer than a path can be";
  const parsed = readPattern(line, false);
  if (parsed === undefined || matchesNothing(parsed)) return "matches nothing";
  return parsed.isNegated ? "brings files back, and patterns here only exclude: leave the `!` out" : undefined;
}
