// The words by which a call is matched with earlier parts: lines, paths, and names in code.
//
// A model that writes such a word into a call has seen it before. The number that a tool puts before a line is ignored.

import type { Part } from "./life.js";

/** The fewest characters of a line that counts: a model can write a shorter one without having seen it. */
const SHORTEST_LINE = 12;
/** The names of arguments with the text that an edit replaces; and of those with what is read, searched or run. */
const REPLACED = /^old_?(?:string|str|text)$/i;
const LOOKED_FOR = /^(?:\w*path|files?|patterns?|query|regex|glob|command|cmd|symbol)$/i;
/** The first line of a patch: one text with edits of several files, with a mark before each line. */
const PATCH = /^\*\*\* Begin Patch/;
/** The number that a tool puts before a line. */
const NUMBER = /^\s*\d+[→\t:]/;
/** The last two names of a path. */
const PATHS = /[\w.-]+\/[\w-]*\.[\w.-]*\w/g;
const NAMES = /[A-Za-z]\w{5,}/g;
/** The boundary of two words within a name, as in `aB` or `a_b`. Names without one do not count. */
const WORD_BOUNDARY = /[a-z][A-Z]|[A-Za-z\d]_[A-Za-z\d]/;

/** The words that a call takes from the conversation: paths and names that it reads, searches or runs, and lines that it replaces. */
export function wordsTaken(text: string): Set<string> {
  return new Set(
    [...strings(parsed(text))].flatMap(([name, value]) => {
      if (PATCH.test(value)) return lines(value.split("\n").flatMap((line) => (/^[- ]/.test(line) ? [line.slice(1)] : [])));
      if (REPLACED.test(name)) return lines(value.split("\n"));
      return LOOKED_FOR.test(name) ? names(value) : [];
    }),
  );
}

/** The words of a part: of a call, those of its arguments. */
export function wordsHeld({ kind }: Part, text: string): Set<string> {
  const texts = kind === "call" ? [...strings(parsed(text))].map(([, value]) => value) : [text];
  return new Set(texts.flatMap(wordsIn));
}

/** The words of a text: its lines, paths, and names in code. */
export function wordsIn(text: string): string[] {
  return [...lines(text.split("\n")), ...names(text)];
}

function lines(texts: readonly string[]): string[] {
  return texts.map((line) => line.replace(NUMBER, "").trim()).filter((line) => line.length >= SHORTEST_LINE);
}

function names(text: string): string[] {
  return [...(text.match(PATHS) ?? []), ...(text.match(NAMES) ?? []).filter((name) => WORD_BOUNDARY.test(name))];
}

/** The arguments of a call as JSON; a text that is no JSON stays a text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Yields the texts in arguments, each with the name of the nearest member that contains it. */
function* strings(value: unknown, name = ""): Generator<[string, string]> {
  if (typeof value === "string") yield [name, value];
  else if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) yield* strings(inner, Array.isArray(value) ? name : key);
  }
}
