// Transcripts of agents' sessions, taken in from their text: what a page or an extension has instead of `scrubjay capture`.
//
// Not here: what a line says (the component), and where harnesses keep their files (the command line).

import type { Engine } from "../engine.js";
import { type ScrubjayError, invalid, refusal } from "../errors.js";
import type { Harness } from "../generated/types.js";
import { type Cancel, options } from "../options.js";
import { COUNTS } from "./events.js";

/** The most bytes in one call, as the interface has it. */
const MAX_BYTES = 16 << 20;

/** Whose lines they are, and where they go on. */
export interface CaptureOptions extends Cancel {
  /** The harness that wrote them. Default: the first lines tell. */
  harness?: Harness | undefined;
  /** The folder of the project when they were written, absolute: paths below it are the project's. Default: where the session began. */
  folder?: string | undefined;
  /** The state that the previous call returned, for lines that follow. Default: "", they are the first ones. */
  state?: string | undefined;
}

/** The outcome of capturing lines of a transcript. */
export interface CapturedLines {
  /** Events that were recorded. */
  nAdded: number;
  /** Events that were known, in these words or others. */
  nKnown: number;
  /** Events that are durable beside the store, because another process has its turn. */
  nWaiting: number;
  /** Lines of types that are not known. */
  nUnknown: number;
  /** Lines that were left out, from 1 on, and why: of each call of the component the first 100. */
  refused: { line: number; error: ScrubjayError }[];
  /** Bytes of UTF-8 that were read: where to go on, as the last line may be half of one that is being written. */
  nBytes: number;
  /** To be given with the lines that follow: hexadecimal. */
  state: string;
  /** The session of the newest line; empty: none said so. */
  session: string;
  /** The folder in which the session began; empty: it is not said. */
  folder: string;
}

/** Has an engine take in lines, a batch after the other. */
export async function captureLines(engine: Engine, lines: string, given: CaptureOptions | undefined): Promise<CapturedLines> {
  const { harness, folder = "", state = "", signal } = options(given, ["harness", "folder", "state"]);
  if (typeof lines !== "string") throw invalid("lines", "no text");
  if (typeof state !== "string" || !/^(?:[0-9a-f]{2})*$/.test(state)) throw invalid("state", "not one that this memory gave");
  const bytes = new TextEncoder().encode(lines);
  const all: CapturedLines = { nAdded: 0, nKnown: 0, nWaiting: 0, nUnknown: 0, refused: [], nBytes: 0, state, session: "", folder: "" };
  for (let nLines = 0; all.nBytes < bytes.length; ) {
    const piece = new TextDecoder().decode(bytes.subarray(all.nBytes, endOf(bytes, all.nBytes)));
    const read = await engine.change("captureLines", { lines: piece, harness, folder, state: bytesOf(all.state) }, signal);
    for (const one of read.taken) all[COUNTS[one.state]] += 1;
    for (const { line, error } of read.refused) all.refused.push({ line: nLines + line, error: refusal(error) });
    all.nUnknown += read.nUnknown;
    all.nBytes += read.nBytes;
    nLines += read.nLines;
    [all.state, all.session, all.folder] = [textOf(read.state), read.session, read.folder];
    if (read.nBytes === 0) break;
  }
  return all;
}

/** A state as text, so that every answer is JSON, and back. */
function textOf(state: Uint8Array): string {
  return Array.from(state, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function bytesOf(state: string): Uint8Array {
  return Uint8Array.from(state.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

/** Where a piece ends that one call takes: behind a line, where there is one. */
function endOf(bytes: Uint8Array, from: number): number {
  const end = from + MAX_BYTES;
  if (end >= bytes.length) return bytes.length;
  const line = bytes.lastIndexOf(10, end - 1);
  return line > from ? line + 1 : end;
}
