// Records transcripts of agents' sessions from their text, for pages and extensions, which cannot run `scrubjay capture`.
//
// Not here: reading a line (the component), and finding the files of harnesses (the command line).

import type { Engine } from "../engine.js";
import { type ScrubjayError, invalidError, errorOfRefusal } from "../errors.js";
import type { Harness } from "../generated/types.js";
import { type Cancel, options } from "../options.js";
import { COUNTS } from "./events.js";

/** The most bytes in one call: a limit of the interface. */
const MAX_BYTES = 16 << 20;

/** Who wrote the lines and where, and the state after the lines before them. */
export interface CaptureOptions extends Cancel {
  /** The harness that wrote the lines. Default: recognized by the first lines. */
  harness?: Harness | undefined;
  /** The absolute path that the project's folder had when the lines were written. Default: the folder in which the session began. */
  folder?: string | undefined;
  /** The state that the previous call returned, if these lines follow its lines. Default: "", for the first lines. */
  state?: string | undefined;
}

/** The outcome of capturing lines of a transcript. */
export interface CapturedLines {
  /** Events that were recorded. */
  nAdded: number;
  /** Events that were known already, and were not added. */
  nKnown: number;
  /** Events that are stored durably outside the store, until the process that is writing it is done. */
  nWaiting: number;
  /** Lines of an unknown type, which were skipped. */
  nUnknown: number;
  /** Lines that were left out, by their number from 1 on, and why: the first 100 for each call of the component. */
  refused: { line: number; error: ScrubjayError }[];
  /** How many bytes of UTF-8 were read. Continue there: an incomplete last line, which may still be being written, is not read. */
  nBytes: number;
  /** The state to pass with the following lines: hexadecimal. */
  state: string;
  /** The session of the newest line that names one; empty if none does. */
  session: string;
  /** The folder in which the session began; empty if unknown. */
  folder: string;
}

/** Captures lines with an engine, one batch after the other. */
export async function captureLines(engine: Engine, lines: string, given: CaptureOptions | undefined): Promise<CapturedLines> {
  const { harness, folder = "", state = "", signal } = options(given, ["harness", "folder", "state"]);
  if (typeof lines !== "string") throw invalidError("lines", "no text");
  if (typeof state !== "string" || !/^(?:[0-9a-f]{2})*$/.test(state)) throw invalidError("state", "not one that this memory gave");
  const bytes = new TextEncoder().encode(lines);
  const total: CapturedLines = { nAdded: 0, nKnown: 0, nWaiting: 0, nUnknown: 0, refused: [], nBytes: 0, state, session: "", folder: "" };
  for (let nLines = 0; total.nBytes < bytes.length; ) {
    const piece = new TextDecoder().decode(bytes.subarray(total.nBytes, endOf(bytes, total.nBytes)));
    const captured = await engine.change("captureLines", { lines: piece, harness, folder, state: bytesOf(total.state) }, signal);
    for (const one of captured.taken) total[COUNTS[one.state]] += 1;
    for (const { line, error } of captured.refused) total.refused.push({ line: nLines + line, error: errorOfRefusal(error) });
    total.nUnknown += captured.nUnknown;
    total.nBytes += captured.nBytes;
    nLines += captured.nLines;
    [total.state, total.session, total.folder] = [textOf(captured.state), captured.session, captured.folder];
    if (captured.nBytes === 0) break;
  }
  return total;
}

/** Encodes a state in hexadecimal, so that answers are JSON. */
function textOf(state: Uint8Array): string {
  return Array.from(state, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function bytesOf(state: string): Uint8Array {
  return Uint8Array.from(state.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

/** The end of the next piece for one call: after the last line end within `MAX_BYTES`, if there is one. */
function endOf(bytes: Uint8Array, from: number): number {
  const end = from + MAX_BYTES;
  if (end >= bytes.length) return bytes.length;
  const line = bytes.lastIndexOf(10, end - 1);
  return line > from ? line + 1 : end;
}
