// Whole memories as lines: out of one and into another.
//
// Lines are what the component writes and reads (`episodes.export-lines`, `records.pack-import`). Not here: what a line says.

import type { Engine } from "../engine.js";
import { type ScrubjayError, failure, invalid, refusal } from "../errors.js";
import type { RefusedLine as Refused } from "../generated/types.js";
import { type Cancel, options } from "../options.js";
import type { Remembered } from "./notes.js";

/** The most lines of a batch, as the interface has it. */
const MOST_LINES = 1_000;
/** The most letters of a batch: as many bytes or up to three times as many, and a batch has at most 8 MiB. */
const MOST_LETTERS = 2 << 20;
/** The longest line, in letters, so that what has no lines at all is not gathered in memory: a record's line has less than 0.5 MiB. */
const MOST_LINE = 1 << 20;

/** Exported lines, in pieces that are cut anywhere: a text, or texts one after the other, as a file's stream gives them. */
export type LinesOfText = string | Iterable<string> | AsyncIterable<string>;

/** What a batch of exported lines became. */
export interface ImportedBatch {
  /** One for each event, in their order. */
  taken: Remembered[];
  /** What was left out, by its line in the batch. */
  refused: Refused[];
  /** To be given with the lines that follow. */
  state: string;
  isWhole: boolean;
}

/** What became of exported lines. */
export interface Imported {
  /** Records that were added. */
  nAdded: number;
  /** Records that were known, or were forgotten here: they were not added. */
  nKnown: number;
  /** Records that are durable beside the store, because another process has its turn. */
  nWaiting: number;
  /** Lines that were left out, from 1 on, and why. */
  refused: { line: number; error: ScrubjayError }[];
  /** The trailer was read, and the lines before it are as they were written. */
  isWhole: boolean;
}

/** All records as pieces of text; at the end, how many were left out, because their rows are damaged. */
export async function* exportLines(engine: Engine, given: Cancel | undefined): AsyncGenerator<string, number, undefined> {
  const { signal } = options(given);
  let nDamaged = 0;
  for (let after = ""; ; ) {
    const slice = await engine.ask("episodes.exportLines", { after }, signal);
    nDamaged += slice.nDamaged;
    yield slice.text;
    if (slice.next === "") return nDamaged;
    after = slice.next;
  }
}

/** Has an engine take in exported lines, a batch after the other. */
export async function importLines(engine: Engine, lines: LinesOfText, given: Cancel | undefined): Promise<Imported> {
  const { signal } = options(given);
  const imported: Imported = { nAdded: 0, nKnown: 0, nWaiting: 0, refused: [], isWhole: false };
  let [state, nLines] = ["", 0];
  for await (const batch of batches(piecesOf(lines))) {
    const { taken, refused, state: next, isWhole } = await engine.importLines({ lines: batch.join("\n"), state }, signal);
    for (const one of taken) imported[COUNTS[one.state]] += 1;
    imported.refused.push(...refused.map(({ line, error }) => ({ line: nLines + line, error: refusal(error) })));
    [state, imported.isWhole, nLines] = [next, isWhole, nLines + batch.length];
  }
  return imported;
}

const COUNTS = { added: "nAdded", known: "nKnown", waiting: "nWaiting" } as const satisfies Record<Remembered["state"], keyof Imported>;

function piecesOf(lines: LinesOfText): Iterable<string> | AsyncIterable<string> {
  if (typeof lines === "string") return [lines];
  const isIterable = typeof lines === "object" && lines !== null && (Symbol.iterator in lines || Symbol.asyncIterator in lines);
  if (!isIterable) throw invalid("lines", "neither a text nor texts one after the other");
  return lines;
}

/** Whole lines, as many as one call takes. */
async function* batches(pieces: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string[], void, undefined> {
  let [batch, nLetters]: [string[], number] = [[], 0];
  for await (const line of linesOf(pieces)) {
    if (batch.length === MOST_LINES || (batch.length > 0 && nLetters + line.length > MOST_LETTERS)) {
      yield batch;
      [batch, nLetters] = [[], 0];
    }
    batch.push(line);
    nLetters += line.length;
  }
  if (batch.length > 0) yield batch;
}

/** Lines without their ends; the last one may lack its own. */
async function* linesOf(pieces: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  let begun = "";
  for await (const piece of pieces) {
    if (typeof piece !== "string") throw invalid("lines", "not a text among them");
    const [first = "", ...more] = piece.split("\n");
    begun += first;
    for (const next of more) {
      yield checked(begun);
      begun = next;
    }
    checked(begun);
  }
  if (begun !== "") yield begun;
}

function checked(line: string): string {
  const limit = { what: "letters in a line", actual: line.length, most: MOST_LINE };
  if (limit.actual > limit.most) throw failure("too-large", limit, `${limit.actual} ${limit.what}, and ${limit.most} is the most`);
  return line;
}
