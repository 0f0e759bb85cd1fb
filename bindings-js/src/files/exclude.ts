// Patterns by which a caller leaves files and folders out, above all rules that files hold: what a `.scrubjayignore` brings back stays out.
//
// They have the syntax of a `.gitignore` in the folder itself, and only exclude. As in the native host (`host-native/src/files/exclude.rs`).
// Not here: where they are kept.

import { failure, invalid } from "../errors.js";
import { decodeText, isWellFormed } from "./bytes.js";
import { MAX_LINE, asBytes, matchesNothing, readPattern } from "./glob.js";
import { MAX_RULE_BYTES } from "./rules.js";

/** The most patterns: a person writes some, and a program that lists files one by one means another thing. */
const MAX_PATTERNS = 1_000;

/** Checks patterns that a caller gives, and copies them. */
export function excludeOf(given: unknown): readonly string[] | undefined {
  if (given === undefined) return undefined;
  const why = Array.isArray(given) ? fault(given) : "not a list";
  if (why !== undefined) throw invalid("exclude", why);
  return [...(given as string[])];
}

/** The patterns as they are kept. */
export function encodeExclude(patterns: readonly string[]): Uint8Array {
  return new TextEncoder().encode(patterns.join("\n"));
}

/** Decodes what `encodeExclude` wrote; throws for anything else. */
export function decodeExclude(bytes: Uint8Array): readonly string[] {
  const text = decodeText(bytes);
  const patterns = text === "" ? [] : text?.split("\n");
  if (patterns !== undefined && fault(patterns) === undefined) return patterns;
  throw failure("damaged", undefined, "the store is damaged: the patterns that exclude files cannot be read");
}

/** Why a list is none of patterns that exclude. */
function fault(patterns: readonly unknown[]): string | undefined {
  if (patterns.length > MAX_PATTERNS) return `${MAX_PATTERNS} patterns are the most`;
  let nBytes = 0;
  for (const pattern of patterns) {
    if (typeof pattern !== "string") return "not a list of texts";
    if (!isWellFormed(pattern)) return "one holds half of a surrogate pair";
    const why = patternFault(pattern);
    if (why !== undefined) return `${JSON.stringify(pattern)} ${why}`;
    nBytes += asBytes(pattern).length;
  }
  return nBytes > MAX_RULE_BYTES ? "all of them together take more than 1 MiB" : undefined;
}

function patternFault(pattern: string): string | undefined {
  if (pattern === "") return "is empty";
  if (/[\n\r\0]/.test(pattern)) return "is more than a line";
  const line = asBytes(pattern);
  if (line.length > MAX_LINE) return "is longer than a path can be";
  const read = readPattern(line, false);
  if (read === undefined || matchesNothing(read)) return "matches nothing";
  return read.isNegated ? "brings files back, and patterns here only exclude: leave the `!` out" : undefined;
}
