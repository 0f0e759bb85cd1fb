// Whole memories as lines: out of one and into another, also out of another server's; and the records of a kind as a table.
//
// Lines are what the component writes and reads (`episodes.export-lines`, `export-csv`, `records.pack-import`, `pack-reference`). Not
// here: what a line says.

import type { Engine } from "../engine.js";
import { type ScrubjayError, failure, invalid, refusal } from "../errors.js";
import type { EventKind } from "../generated/types.js";
import { type Cancel, options } from "../options.js";
import { COUNTS } from "./events.js";
import type { LineFormat, Piece } from "./steps.js";

/** The most lines of a batch, as the interface has it. */
const MAX_LINES = 1_000;
/** The most letters of a batch: as many bytes or up to three times as many, and a batch has at most 8 MiB. */
const MAX_LETTERS = 2 << 20;
/** The longest line in bytes, as the interface has it: what has no lines at all is not gathered in memory. */
const MAX_LINE = 1 << 20;
/** The letters of one line that are passed over: what goes on after so many has no lines. */
const MAX_LEFT_OUT = 16 << 20;

/** Records that are looked up at once: all that was derived from those which are there is loaded with them. */
const MAX_KNOWN = 100;

/** Exported lines, in pieces that are cut anywhere: a text, or texts one after the other, as a file's stream gives them. */
export type LinesOfText = string | Iterable<string> | AsyncIterable<string>;

/** Whose word the records are that come in. */
export interface MergeOptions extends Cancel {
  /**
   * The records are your own: who spoke, and how far each is trusted, is as it was, also of what was imported before. Only a person says
   * so: `owner.speaker` or `speaker` is "person". Default: false, all of them come from an import, untrusted.
   */
  mine?: boolean | undefined;
}

/** How lines are imported. */
export interface ImportOptions extends MergeOptions {
  /** Default: "jsonl". */
  format?: LineFormat | undefined;
}

/** The outcome of importing lines. */
export interface Imported {
  /** Records that were added. */
  nAdded: number;
  /** Records that were known, or were forgotten here: they were not added. */
  nKnown: number;
  /** Known records that were imported before, untrusted, and are the importer's own from now on. */
  nAdopted: number;
  /** Records that are durable beside the store, because another process has its turn. */
  nWaiting: number;
  /** Lines that were left out, from 1 on, and why. */
  refused: { line: number; error: ScrubjayError }[];
  /** The trailer was read, and the lines before it are as they were written; true for lines of a server, which have none. */
  isWhole: boolean;
}

/** What has records to be merged: a memory, or records. */
export interface Exporting {
  exportLines(given?: Cancel): AsyncGenerator<string, number, undefined>;
}

/** The outcome of merging another memory's records. */
export interface Merged {
  /** Records that are new here. */
  nAdded: number;
  /** Records that were here already. */
  nKnown: number;
  /** Known records that were imported before, untrusted, and are the importer's own from now on. */
  nAdopted: number;
  /** Records that were forgotten here, and stay so. */
  nForgotten: number;
  /** Records that are durable beside the store, because another process has its turn. */
  nWaiting: number;
  /** Records that were refused, by their place among all, from 1 on, and why. */
  refused: { line: number; error: ScrubjayError }[];
  /** Records of the other memory that cannot be read. */
  nDamaged: number;
}

/** All records as pieces of text; at the end, how many were left out, because their rows are damaged. */
export async function* exportLines(engine: Engine, given: Cancel | undefined): AsyncGenerator<string, number, undefined> {
  const { signal } = options(given);
  return yield* slices(engine, signal, (after, isDamaged) => engine.ask("episodes.exportLines", { after, isDamaged }, signal));
}

/** The records of a kind as pieces of a table; at the end, how many were left out, because their rows are damaged. */
export async function* exportCsv(engine: Engine, kind: EventKind, given: Cancel | undefined): AsyncGenerator<string, number, undefined> {
  const { signal } = options(given);
  return yield* slices(engine, signal, (after) => engine.ask("episodes.exportCsv", { kind, after }, signal));
}

/** How a slice is asked for: where it begins, and whether records may be missing that cannot be counted. */
type AskForSlice = (after: string, isDamaged: boolean) => Promise<{ text: string; nDamaged: number; next: string }>;

/** A damaged memory is refused. One that is mended between two slices has lost what none of them can count: one record at least is told. */
async function* slices(engine: Engine, signal: AbortSignal | undefined, ask: AskForSlice): AsyncGenerator<string, number, undefined> {
  const mended = async () => (await engine.change("losses", undefined, signal)).at(-1)?.time;
  const before = await mended();
  const isMended = (time: number | undefined) => time !== undefined && time !== before;
  let [nDamaged, isDamaged] = [0, false];
  for (let after = ""; ; ) {
    const slice = await ask(after, isDamaged);
    if (!isDamaged && isMended(await mended())) {
      isDamaged = true;
      continue;
    }
    nDamaged += slice.nDamaged;
    if (slice.text !== "") yield slice.text;
    if (slice.next === "") return isDamaged ? Math.max(nDamaged, 1) : nDamaged;
    after = slice.next;
  }
}

/** Has an engine take in exported lines, a batch after the other. */
export async function importLines(engine: Engine, lines: LinesOfText, given: ImportOptions | undefined): Promise<Imported> {
  const { format = "jsonl", mine, signal } = options(given, ["format", "mine"]);
  if (format !== "jsonl" && format !== "mcp") throw invalid("format", "neither jsonl nor mcp");
  const how = { format, isMine: isMine(mine) };
  // All of the file is looked at before anything is added, and mended.
  await engine.change("repair", undefined, signal);
  return takenIn(engine, lines, how, signal);
}

/** Has an engine take in the records of another memory. */
export async function merge(engine: Engine, other: Exporting, given: MergeOptions | undefined): Promise<Merged> {
  const { mine, signal } = options(given, ["mine"]);
  if (typeof other?.exportLines !== "function") throw invalid("other", "neither a memory nor records");
  let [nDamaged, nForgotten] = [0, 0];
  const lines = async function* () {
    const exported = other.exportLines({ signal });
    // Both are looked at before anything is taken: that one is refused where it is damaged, and this one mended.
    let next = await exported.next();
    await engine.change("repair", undefined, signal);
    for (; next.done !== true; next = await exported.next()) yield next.value;
    nDamaged = next.value;
  };
  const forgotten = async (ids: string[]) => {
    for (let at = 0; at < ids.length; at += MAX_KNOWN) {
      const would = await engine.change("forget", { chosen: { ids: ids.slice(at, at + MAX_KNOWN) }, dryRun: true }, signal);
      nForgotten += would.receipts.filter(({ fate }) => fate === "already_forgotten").length;
    }
  };
  const { isWhole: _, ...merged } = await takenIn(engine, lines(), { format: "jsonl", isMine: isMine(mine) }, signal, forgotten);
  return { ...merged, nKnown: merged.nKnown - nForgotten, nForgotten, nDamaged };
}

function isMine(mine: unknown = false): boolean {
  if (typeof mine !== "boolean") throw invalid("mine", "not true or false");
  return mine;
}

/** Takes in lines; `onKnown` is told of records that were known or forgotten here. */
async function takenIn(
  engine: Engine,
  lines: LinesOfText,
  how: Pick<Piece, "format" | "isMine">,
  signal: AbortSignal | undefined,
  onKnown: (ids: string[]) => Promise<void> = async () => undefined,
): Promise<Imported> {
  const imported: Imported = { nAdded: 0, nKnown: 0, nAdopted: 0, nWaiting: 0, refused: [], isWhole: false };
  let [state, nLines] = ["", 0];
  for await (const batch of batches(piecesOf(lines))) {
    const { taken, refused, state: next, isWhole } = await engine.change("importLines", { lines: batch.join("\n"), state, ...how }, signal);
    for (const one of taken) imported[COUNTS[one.state]] += 1;
    imported.nAdopted += taken.filter((one) => one.state === "adopted").length;
    await onKnown(taken.filter((one) => one.state === "known").map((one) => one.id));
    for (const { line, error } of refused) imported.refused.push({ line: nLines + line, error: refusal(error) });
    [state, imported.isWhole, nLines] = [next, isWhole, nLines + batch.length];
  }
  return imported;
}

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
    if (batch.length === MAX_LINES || (batch.length > 0 && nLetters + line.length > MAX_LETTERS)) {
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
  let [begun, nLeftOut] = ["", 0];
  for await (const piece of pieces) {
    if (typeof piece !== "string") throw invalid("lines", "not a text among them");
    const [first = "", ...more] = piece.split("\n");
    begun += first;
    for (const next of more) {
      yield bounded(begun);
      [begun, nLeftOut] = [next, 0];
    }
    nLeftOut += Math.max(0, begun.length - MAX_LINE - 1);
    begun = bounded(begun);
    const over = { what: "letters without an end of a line", actual: nLeftOut, limit: MAX_LEFT_OUT };
    if (over.actual > over.limit) throw failure("too_large", over, `${over.actual} ${over.what} (at most ${over.limit})`);
  }
  if (begun !== "") yield begun;
}

/** The line; for one that is too long stands another one, which is refused for the same. */
function bounded(line: string): string {
  return line.length > MAX_LINE ? "?".repeat(MAX_LINE + 1) : line;
}
