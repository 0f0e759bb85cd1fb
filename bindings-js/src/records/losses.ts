// The list of losses: a file beside a memory with a line of JSON for each salvage, as in the native host
// (`host-native/src/records/losses.rs`), whose `memory status` shows the list until a person has seen it.
//
// It contains ids, kinds, times and the names of windows and sessions, and no recorded text. Not here: writing the file.

import type { Loss, Salvage } from "./mending.js";

/** The most salvages in the list: as in the native host. */
const MAX_SALVAGES = 10;
/** The most losses that are listed for one salvage: as in the native host. */
const MAX_NAMED = 1_000;
/** The most bytes that are read of the list: as in the native host. */
const MAX_BYTES = 16 << 20;

/** The text of the list with one more salvage. Invalid lines are dropped, and the oldest salvages if there are more than `MAX_SALVAGES`. */
export function withSalvage(bytes: Uint8Array, salvage: Salvage): string {
  return [...parseSalvages(bytes), salvage].slice(-MAX_SALVAGES).map((one) => `${lineOf(one)}\n`).join("");
}

/** The salvages in the list, oldest first. Invalid lines are skipped. */
export function parseSalvages(bytes: Uint8Array): Salvage[] {
  return new TextDecoder().decode(bytes.subarray(0, MAX_BYTES)).split("\n").flatMap((text) => salvageOf(text) ?? []);
}

function lineOf({ kept, time, nRecords, nDamaged, nUnread, isOlder, lost, nTombstonesLost, nLost }: Salvage): string {
  const namedLosses = lost.slice(0, MAX_NAMED).map(({ kind, id, time, tenant }) => ({ kind, id, time: time ?? null, tenant }));
  const rowCounts = { n_records: nRecords, n_damaged: nDamaged, n_unread: nUnread ?? null, is_older: isOlder };
  const counts = { ...rowCounts, n_tombstones_lost: nTombstonesLost, n_lost: nLost };
  return JSON.stringify({ time, kept, ...counts, lost: namedLosses });
}

function salvageOf(text: string): Salvage | undefined {
  const { kept, time, lost, n_records, n_damaged, n_unread, is_older, n_tombstones_lost, n_lost } = membersOf(text);
  const [nRecords, nDamaged, nLost] = [n_records, n_damaged, n_lost];
  const areNumbers = isNumber(time) && isNumber(nRecords) && isNumber(nDamaged) && isNumber(nLost);
  if (!areNumbers || typeof kept !== "string" || typeof is_older !== "boolean" || !Array.isArray(lost)) return undefined;
  const nUnread = isNumber(n_unread) ? n_unread : undefined;
  const nTombstonesLost = isNumber(n_tombstones_lost) ? n_tombstones_lost : 0;
  const losses = lost.flatMap((one) => lossOf(one) ?? []);
  return { kept, time, nRecords, nDamaged, nUnread, isOlder: is_older, lost: losses, nTombstonesLost, nLost };
}

function lossOf(value: unknown): Loss | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { kind, id, tenant, time } = value as Record<string, unknown>;
  if (typeof kind !== "string" || typeof id !== "string" || typeof tenant !== "string") return undefined;
  return { kind, id, time: isNumber(time) ? time : undefined, tenant };
}

function membersOf(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

function isNumber(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
