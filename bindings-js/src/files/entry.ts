// What the last run knew of each file, so that a run with nothing changed reads no file at all.
//
// One entry a file, kept in the store beside the rows and committed with them, in the form that every host writes.
// Not here: walking, hashing, and what the component thinks of a file.

import type { FoundFile } from "./files.js";

/** What became of a file. */
export type Fate =
  /** Its facts are stored, made from bytes with this hash. */
  | { kind: "indexed"; hash: Uint8Array }
  /** It is not UTF-8, at this hash. Nothing of it is stored. */
  | { kind: "not-utf8"; hash: Uint8Array }
  /** The component does not want it, for the reason with this number. */
  | { kind: "skipped"; reason: number }
  /** Rows of it are stored, and must be made again. */
  | { kind: "stale" };

/** What is remembered of a file. */
export interface Entry {
  /** Bytes. */
  size: bigint;
  /** Nanoseconds since 1970. */
  modified: bigint;
  /** It was changed so shortly before it was looked at that a later change may bear the same time: only its hash can tell. */
  racy: boolean;
  fate: Fate;
}

/** As it was; only its hash can tell; new or of another size. */
export type Comparison = "same" | "doubtful" | "changed";

/** Coarse clocks of file systems lag behind by up to this, in nanoseconds. */
const FINE_CLOCK = 20_000_000n;
/** Some file systems count in steps of two seconds; their times have no fraction. */
const COARSE_CLOCK = 2_000_000_000n;
const KINDS = ["indexed", "not-utf8", "skipped", "stale"] as const;
const HEAD = 18;

/** The entry of a file that is read in a run that began at `scanned`. */
export function newEntry(found: FoundFile, fate: Fate, scanned: bigint): Entry {
  const modified = found.modified ?? 0n;
  const clock = modified % 1_000_000_000n === 0n ? COARSE_CLOCK : FINE_CLOCK;
  const racy = found.modified === undefined || modified + clock >= scanned;
  return { size: BigInt(found.size), modified, racy, fate };
}

/** Compares what is remembered with what was found. */
export function compare(entry: Entry, found: FoundFile): Comparison {
  if (entry.size !== BigInt(found.size)) return "changed";
  // The component judges by path and size alone.
  if (entry.fate.kind === "skipped") return "same";
  if (entry.fate.kind === "stale") return "changed";
  return entry.modified === (found.modified ?? 0n) && !entry.racy ? "same" : "doubtful";
}

/** The store holds rows of the file. */
export function hasRows(entry: Entry): boolean {
  return entry.fate.kind === "indexed" || entry.fate.kind === "stale";
}

/** As stored: size, time, flags, then the hash or the reason. */
export function encodeEntry(entry: Entry): Uint8Array {
  const rest = "hash" in entry.fate ? entry.fate.hash : "reason" in entry.fate ? [entry.fate.reason] : [];
  const bytes = new Uint8Array(HEAD + rest.length);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, entry.size, true);
  view.setBigInt64(8, entry.modified, true);
  bytes[16] = Number(entry.racy);
  bytes[17] = KINDS.indexOf(entry.fate.kind);
  bytes.set(rest, HEAD);
  return bytes;
}

/** Reads what `encodeEntry` wrote; none for anything else, which makes the file count as new. */
export function decodeEntry(bytes: Uint8Array): Entry | undefined {
  if (bytes.length < HEAD) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const fate = decodeFate(view.getUint8(17), bytes.slice(HEAD));
  if (fate === undefined) return undefined;
  return { size: view.getBigUint64(0, true), modified: view.getBigInt64(8, true), racy: view.getUint8(16) !== 0, fate };
}

function decodeFate(kind: number, rest: Uint8Array): Fate | undefined {
  const reason = rest[0];
  switch (KINDS[kind]) {
    case "indexed":
      return rest.length === 32 ? { kind: "indexed", hash: rest } : undefined;
    case "not-utf8":
      return rest.length === 32 ? { kind: "not-utf8", hash: rest } : undefined;
    case "skipped":
      return reason === undefined ? undefined : { kind: "skipped", reason };
    case "stale":
      return { kind: "stale" };
    default:
      return undefined;
  }
}
