// What was lost when a memory was salvaged: a small file beside it, a line of JSON for each time, as in the native host
// (`host-native/src/records/losses.rs`), whose `memory status` tells it until a person has seen it.
//
// It has ids, kinds, times and the names of windows and sessions, and nothing that was said. Not here: how files are written.

import type { Salvage } from "./notes.js";

/** The most salvages that are noted, the most losses of one that are named, and the most bytes that are read: as in the native host. */
const MOST = 10;
const MOST_NAMED = 1_000;
const MOST_BYTES = 16 << 20;

/** The lines with one more. What is no line of it is left out. */
export function withSalvage(bytes: Uint8Array, salvage: Salvage): string {
  const known = new TextDecoder().decode(bytes.subarray(0, MOST_BYTES)).split("\n").filter(isLine);
  return [...known, line(salvage)].slice(-MOST).map((one) => `${one}\n`).join("");
}

function line({ kept, time, nRecords, nDamaged, nUnread, isOlder, lost, nLost }: Salvage): string {
  const named = lost.slice(0, MOST_NAMED).map(({ kind, id, time, tenant }) => ({ kind, id, time: time ?? null, tenant }));
  const counts = { n_records: nRecords, n_damaged: nDamaged, n_unread: nUnread ?? null, is_older: isOlder, n_lost: nLost };
  return JSON.stringify({ time, kept, ...counts, lost: named });
}

function isLine(text: string): boolean {
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
}
