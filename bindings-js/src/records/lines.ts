// Export, import and merge: whole memories as lines of JSON, also those of another server, and the records of a kind as a table.
//
// The component writes and reads the lines (`episodes.export-lines`, `export-csv`, `records.pack-import`, `pack-reference`). Not
// here: their content.

import type { Engine } from "../engine.js";
import { type ScrubjayError, createError, invalidError, errorOfRefusal } from "../errors.js";
import type { EventKind } from "../generated/types.js";
import { type Cancel, options } from "../options.js";
import { COUNTS } from "./events.js";
import type { ExportedLines, LineFormat } from "./steps.js";

/** The most lines of a batch: a limit of the interface. */
const MAX_LINES = 1_000;
/** The most UTF-16 units of a batch, each of which takes up to three bytes; a batch may have 8 MiB. */
const MAX_LETTERS = 2 << 20;
/** The most bytes of a line: a limit of the interface. A line with more UTF-16 units has more bytes too. */
const MAX_LINE = 1 << 20;
/** The most UTF-16 units of a too long line that are skipped. If its end is not found by then, the text is refused as `too_large`. */
const MAX_LEFT_OUT = 16 << 20;

/** The most records that one look-up asks about, as it loads all records derived from them too. */
const MAX_KNOWN = 100;

/** Exported lines: one text, or successive pieces of it, cut anywhere, as from a file's stream. */
export type LinesOfText = string | Iterable<string> | AsyncIterable<string>;

/** Options of merging: how far the incoming records are trusted. */
export interface MergeOptions extends Cancel {
  /**
   * Whether the records are the caller's own: they keep their origin and trust, even if they were imported as untrusted before. Only allowed
   * if `owner.speaker` or `speaker` is "person". Default: false, all records get the origin `imported`, and are untrusted.
   */
  mine?: boolean | undefined;
}

/** The format of the lines, and how far their records are trusted. */
export interface ImportOptions extends MergeOptions {
  /** Default: "jsonl". */
  format?: LineFormat | undefined;
}

/** How many imported records were added, known or waiting, and which lines were refused. */
export interface Imported {
  /** Records that were added. */
  nAdded: number;
  /** Records that were known or forgotten here already, and were not added; those of `nAdopted` included. */
  nKnown: number;
  /** Known records that had been imported as untrusted, and were adopted as the importer's own. */
  nAdopted: number;
  /** Records that are stored durably outside the store, until the process that is writing it is done. */
  nWaiting: number;
  /** Lines that were left out, by their number from 1 on, and why. */
  refused: { line: number; error: ScrubjayError }[];
  /** Whether the text has a valid trailer, so that nothing was cut off or changed. True for lines of another server, which have no trailer. */
  isWhole: boolean;
}

/** An object whose records can be exported: a memory, or records. */
export interface Exporting {
  exportLines(given?: Cancel): AsyncGenerator<string, number, undefined>;
}

/** How many of the other memory's records were added, known or forgotten here, and which were refused. */
export interface Merged {
  /** Records that were added. */
  nAdded: number;
  /** Records that were known already; those of `nAdopted` included. */
  nKnown: number;
  /** Known records that had been imported as untrusted, and were adopted as the importer's own. */
  nAdopted: number;
  /** Records that were forgotten here, and were not added. */
  nForgotten: number;
  /** Records that are stored durably outside the store, until the process that is writing it is done. */
  nWaiting: number;
  /** Records that were refused, by their number from 1 on, and why. */
  refused: { line: number; error: ScrubjayError }[];
  /** Damaged records of the other memory, which could not be read. */
  nDamaged: number;
}

/** Yields all records as pieces of text. Returns how many were left out, because their rows are damaged. */
export async function* exportLines(engine: Engine, given: Cancel | undefined): AsyncGenerator<string, number, undefined> {
  const { signal } = options(given);
  return yield* slices(engine, signal, (after, isDamaged) => engine.ask("episodes.exportLines", { after, isDamaged }, signal));
}

/** Yields the records of a kind as pieces of a CSV table. Returns how many records were left out, because their rows are damaged. */
export async function* exportCsv(engine: Engine, kind: EventKind, given: Cancel | undefined): AsyncGenerator<string, number, undefined> {
  const { signal } = options(given);
  return yield* slices(engine, signal, (after) => engine.ask("episodes.exportCsv", { kind, after }, signal));
}

/** Asks for the slice that begins after a cursor. `isDamaged`: records that cannot be counted may be missing. */
type AskForSlice = (after: string, isDamaged: boolean) => Promise<{ text: string; nDamaged: number; next: string }>;

/** Yields slices until the last one. Throws `damaged` for a damaged memory. If it was mended between two slices, counts at least one loss. */
async function* slices(engine: Engine, signal: AbortSignal | undefined, ask: AskForSlice): AsyncGenerator<string, number, undefined> {
  const lastMendTime = async () => (await engine.change("losses", undefined, signal)).at(-1)?.time;
  const timeBefore = await lastMendTime();
  const isMended = (time: number | undefined) => time !== undefined && time !== timeBefore;
  let [nDamaged, isDamaged] = [0, false];
  for (let after = ""; ; ) {
    const slice = await ask(after, isDamaged);
    if (!isDamaged && isMended(await lastMendTime())) {
      isDamaged = true;
      continue;
    }
    nDamaged += slice.nDamaged;
    if (slice.text !== "") yield slice.text;
    if (slice.next === "") return isDamaged ? Math.max(nDamaged, 1) : nDamaged;
    after = slice.next;
  }
}

/** Imports lines with an engine, one batch after the other. */
export async function importLines(engine: Engine, lines: LinesOfText, given: ImportOptions | undefined): Promise<Imported> {
  const { format = "jsonl", mine, signal } = options(given, ["format", "mine"]);
  if (format !== "jsonl" && format !== "mcp") throw invalidError("format", "neither jsonl nor mcp");
  const importOptions = { format, isMine: isMine(mine) };
  // The whole file is verified, and mended if needed, before anything is added.
  await engine.change("repair", undefined, signal);
  return importBatches(engine, lines, importOptions, signal);
}

/** Adds the records of another memory with an engine. */
export async function merge(engine: Engine, other: Exporting, given: MergeOptions | undefined): Promise<Merged> {
  const { mine, signal } = options(given, ["mine"]);
  if (typeof other?.exportLines !== "function") throw invalidError("other", "neither a memory nor records");
  let [nDamaged, nForgotten] = [0, 0];
  const lines = async function* () {
    const otherLines = other.exportLines({ signal });
    // Both files are verified first. The other one is refused if it is damaged, and this one mended.
    let next = await otherLines.next();
    await engine.change("repair", undefined, signal);
    for (; next.done !== true; next = await otherLines.next()) yield next.value;
    nDamaged = next.value;
  };
  const countForgotten = async (ids: string[]) => {
    for (let at = 0; at < ids.length; at += MAX_KNOWN) {
      const preview = await engine.change("forget", { chosen: { ids: ids.slice(at, at + MAX_KNOWN) }, dryRun: true }, signal);
      nForgotten += preview.receipts.filter(({ fate }) => fate === "already_forgotten").length;
    }
  };
  const { isWhole: _, ...merged } = await importBatches(engine, lines(), { format: "jsonl", isMine: isMine(mine) }, signal, countForgotten);
  return { ...merged, nKnown: merged.nKnown - nForgotten, nForgotten, nDamaged };
}

function isMine(mine: unknown = false): boolean {
  if (typeof mine !== "boolean") throw invalidError("mine", "not true or false");
  return mine;
}

/** Imports lines. `onKnown` is called with the ids of records that were known or forgotten here. */
async function importBatches(
  engine: Engine,
  lines: LinesOfText,
  importOptions: Pick<ExportedLines, "format" | "isMine">,
  signal: AbortSignal | undefined,
  onKnown: (ids: string[]) => Promise<void> = async () => undefined,
): Promise<Imported> {
  const imported: Imported = { nAdded: 0, nKnown: 0, nAdopted: 0, nWaiting: 0, refused: [], isWhole: false };
  let [state, nLines] = ["", 0];
  for await (const batch of batches(piecesOf(lines))) {
    const { taken, refused, state: next, isWhole } = await engine.change("importLines", { lines: batch.join("\n"), state, ...importOptions }, signal);
    for (const one of taken) imported[COUNTS[one.state]] += 1;
    imported.nAdopted += taken.filter((one) => one.state === "adopted").length;
    await onKnown(taken.filter((one) => one.state === "known").map((one) => one.id));
    for (const { line, error } of refused) imported.refused.push({ line: nLines + line, error: errorOfRefusal(error) });
    [state, imported.isWhole, nLines] = [next, isWhole, nLines + batch.length];
  }
  return imported;
}

function piecesOf(lines: LinesOfText): Iterable<string> | AsyncIterable<string> {
  if (typeof lines === "string") return [lines];
  const isIterable = typeof lines === "object" && lines !== null && (Symbol.iterator in lines || Symbol.asyncIterator in lines);
  if (!isIterable) throw invalidError("lines", "neither a text nor texts one after the other");
  return lines;
}

/** Yields batches of whole lines, each for one call. */
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

/** Yields lines without their line ends; the last line may lack one. */
async function* linesOf(pieces: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  let [lineStart, nLeftOut] = ["", 0];
  for await (const piece of pieces) {
    if (typeof piece !== "string") throw invalidError("lines", "not a text among them");
    const [first = "", ...moreLines] = piece.split("\n");
    lineStart += first;
    for (const next of moreLines) {
      yield cutLine(lineStart);
      [lineStart, nLeftOut] = [next, 0];
    }
    nLeftOut += Math.max(0, lineStart.length - MAX_LINE - 1);
    lineStart = cutLine(lineStart);
    const excess = { what: "letters without an end of a line", actual: nLeftOut, limit: MAX_LEFT_OUT };
    if (excess.actual > excess.limit) throw createError("too_large", excess, `${excess.actual} ${excess.what} (at most ${excess.limit})`);
  }
  if (lineStart !== "") yield lineStart;
}

/** Replaces a line that is too long by a shorter one, which the component refuses for the same reason. */
function cutLine(line: string): string {
  return line.length > MAX_LINE ? "?".repeat(MAX_LINE + 1) : line;
}
