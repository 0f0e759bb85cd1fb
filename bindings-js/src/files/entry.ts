// Scan entries: what the last run stored of each file, so that a run reads only files whose size and time do not rule out a change.
//
// A file's entry is committed to the store together with its rows, in the format that every host writes.
// Not here: walking, hashing, and which files the component accepts.

import type { FoundFile } from "./files.js";

/** The state of a file after a run. */
export type Fate =
  /** Its facts are stored, from content with this hash. */
  | { kind: "indexed"; hash: Uint8Array }
  /** Its content, with this hash, is not UTF-8. No rows of it are stored. */
  | { kind: "not_utf8"; hash: Uint8Array }
  /** The component skips it, for the reason with this number. */
  | { kind: "skipped"; reason: number }
  /** Rows of it are stored, and must be rebuilt. */
  | { kind: "stale" }
  /**
   * Its content, with this hash, could not be indexed or linked. It is retried when it changes, and before that in `triesLeft` later
   * runs. `hasRows`: rows of an earlier state are stored, or, if only linking failed, of this state.
   */
  | { kind: "failed"; hash: Uint8Array; failure: Failure; hasRows: boolean; triesLeft: number };

/**
 * How many later runs retry a file whose parsing took too long. A retry helps if the machine was busy; a file that always takes too long
 * must not slow down every run.
 */
export const MAX_RETRIES = 2;

/**
 * Why a file failed: the component refused it, exceeded its deadline or trapped (`trap`), parsing timed out, or linking failed repeatedly
 * (`quarantined`).
 */
export type Failure = "refused" | "deadline" | "trap" | "timed_out" | "quarantined";

/** The size, time and outcome of a file at its last run. */
export interface Entry {
  /** Bytes. */
  size: bigint;
  /** Nanoseconds since 1970. */
  modified: bigint;
  /**
   * Whether its time is unknown, or so shortly before the scan that a later change may have the same time. Then only
   * the hash shows a change.
   */
  racy: boolean;
  fate: Fate;
}

/** The result of comparing a file with its entry: unchanged; undecided until its hash is compared; changed. */
export type Comparison = "same" | "doubtful" | "changed";

/** The greatest lag of a file system's clock with fine resolution, in nanoseconds. */
const FINE_CLOCK = 20_000_000n;
/** The coarsest resolution of a file system's times, in nanoseconds; such times have no fraction of a second. */
const COARSE_CLOCK = 2_000_000_000n;
const KINDS = ["indexed", "not_utf8", "skipped", "stale", "failed"] as const;
const FAILURES: readonly Failure[] = ["refused", "deadline", "trap", "timed_out", "quarantined"];
const HASH_BYTES = 32;
const HEAD_BYTES = 18;

/** Creates the entry of a file in a run that began at `scanned`, in nanoseconds since 1970. */
export function newEntry(found: FoundFile, fate: Fate, scanned: bigint): Entry {
  const modified = found.modified ?? 0n;
  const clock = modified % 1_000_000_000n === 0n ? COARSE_CLOCK : FINE_CLOCK;
  const racy = found.modified === undefined || modified + clock >= scanned;
  return { size: BigInt(found.size), modified, racy, fate };
}

/** Compares a stored entry with the file found on disk, by size and time. */
export function compare(entry: Entry, found: FoundFile): Comparison {
  if (entry.size !== BigInt(found.size)) return "changed";
  // The component decides by path and size alone whether to skip a file.
  if (entry.fate.kind === "skipped") return "same";
  if (entry.fate.kind === "stale") return "changed";
  return entry.modified === (found.modified ?? 0n) && !entry.racy ? "same" : "doubtful";
}

/** Whether the store has rows of the file. */
export function hasRows(entry: Entry): boolean {
  const { fate } = entry;
  return fate.kind === "indexed" || fate.kind === "stale" || (fate.kind === "failed" && fate.hasRows);
}

/** The stored form: size, time, flags, then the hash or the reason. */
export function encodeEntry(entry: Entry): Uint8Array {
  const fateBytes = encodeFate(entry.fate);
  const bytes = new Uint8Array(HEAD_BYTES + fateBytes.length);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, entry.size, true);
  view.setBigInt64(8, entry.modified, true);
  bytes[16] = Number(entry.racy);
  bytes[17] = KINDS.indexOf(entry.fate.kind);
  bytes.set(fateBytes, HEAD_BYTES);
  return bytes;
}

function encodeFate(fate: Fate): ArrayLike<number> {
  switch (fate.kind) {
    case "indexed":
    case "not_utf8":
      return fate.hash;
    case "skipped":
      return [fate.reason];
    case "stale":
      return [];
    case "failed":
      return [FAILURES.indexOf(fate.failure), Number(fate.hasRows), fate.triesLeft, ...fate.hash];
  }
}

/** Decodes what `encodeEntry` wrote; undefined for anything else, so that the file counts as changed. */
export function decodeEntry(bytes: Uint8Array): Entry | undefined {
  if (bytes.length < HEAD_BYTES) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const fate = decodeFate(view.getUint8(17), bytes.slice(HEAD_BYTES));
  if (fate === undefined) return undefined;
  return { size: view.getBigUint64(0, true), modified: view.getBigInt64(8, true), racy: view.getUint8(16) !== 0, fate };
}

function decodeFate(kind: number, fateBytes: Uint8Array): Fate | undefined {
  const firstByte = fateBytes[0];
  switch (KINDS[kind]) {
    case "indexed":
      return fateBytes.length === HASH_BYTES ? { kind: "indexed", hash: fateBytes } : undefined;
    case "not_utf8":
      return fateBytes.length === HASH_BYTES ? { kind: "not_utf8", hash: fateBytes } : undefined;
    case "skipped":
      return firstByte === undefined ? undefined : { kind: "skipped", reason: firstByte };
    case "stale":
      return { kind: "stale" };
    case "failed": {
      const failure = FAILURES[firstByte ?? FAILURES.length];
      const hash = fateBytes.subarray(3);
      if (failure === undefined || hash.length !== HASH_BYTES) return undefined;
      return { kind: "failed", hash, failure, hasRows: fateBytes[1] !== 0, triesLeft: Math.min(fateBytes[2] ?? 0, MAX_RETRIES) };
    }
    default:
      return undefined;
  }
}
