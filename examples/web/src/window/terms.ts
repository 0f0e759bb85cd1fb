// The words by which parts of a conversation are known again: lines, paths, and names of code.
//
// A model that writes one of them into a call has seen it. A line is the same with and without the number that a tool put before it.

import type { Part } from "./life.js";

/** A shorter line is written without looking. */
const SHORTEST_LINE = 12;
/** Arguments with what an edit replaces, and those with what is read, searched or run. */
const REPLACED = /^old_?(?:string|str|text)$/i;
const LOOKED_FOR = /^(?:\w*path|files?|patterns?|query|regex|glob|command|cmd|symbol)$/i;
/** An edit of several files in one text, with a mark before each line. */
const PATCH = /^\*\*\* Begin Patch/;
/** The number that a tool puts before a line. */
const NUMBER = /^\s*\d+[→\t:]/;
/** The last two names of a path; a name of code with several words in it. */
const PATHS = /[\w.-]+\/[\w-]*\.[\w.-]*\w/g;
const NAMES = /[A-Za-z]\w{5,}/g;
const IS_OF_CODE = /[a-z][A-Z]|[A-Za-z\d]_[A-Za-z\d]/;

/** What a call takes: paths and names that it reads, searches or runs, and lines that it replaces. */
export function wordsTaken(text: string): Set<string> {
  return new Set(
    [...strings(parsed(text))].flatMap(([name, value]) => {
      if (PATCH.test(value)) return lines(value.split("\n").flatMap((line) => (/^[- ]/.test(line) ? [line.slice(1)] : [])));
      if (REPLACED.test(name)) return lines(value.split("\n"));
      return LOOKED_FOR.test(name) ? names(value) : [];
    }),
  );
}

/** What a part holds. */
export function wordsHeld({ kind }: Part, text: string): Set<string> {
  const texts = kind === "call" ? [...strings(parsed(text))].map(([, value]) => value) : [text];
  return new Set(texts.flatMap(wordsIn));
}

/** What stands in a text. */
export function wordsIn(text: string): string[] {
  return [...lines(text.split("\n")), ...names(text)];
}

function lines(some: readonly string[]): string[] {
  return some.map((line) => line.replace(NUMBER, "").trim()).filter((line) => line.length >= SHORTEST_LINE);
}

function names(text: string): string[] {
  return [...(text.match(PATHS) ?? []), ...(text.match(NAMES) ?? []).filter((name) => IS_OF_CODE.test(name))];
}

/** A call's arguments; a text that is no JSON is its only one. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The texts in arguments, each with the name of the argument that it is in. */
function* strings(value: unknown, name = ""): Generator<[string, string]> {
  if (typeof value === "string") yield [name, value];
  else if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) yield* strings(inner, Array.isArray(value) ? name : key);
  }
}
