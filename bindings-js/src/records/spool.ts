// The spool: batches of writers that found the lock held, in Node. Each is a file, which the next holder of the lock adds to the store, as in
// the native host (`host-native/src/records/spool.rs`).
//
// A batch is durable once `putBatches` returns: written, synced, renamed, and the folder synced. The component computes its checksum.

import { closeSync, existsSync, fsyncSync, lstatSync, openSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";

import { createError } from "../errors.js";
import { bytesOfOurs, checkOnlyFolder, removeFile, writeOurs } from "../files/ours.js";
import { lifeOf, thisProcess } from "../store/system.js";
import { undefinedOnError } from "../system.js";
import type { SpooledBatch, WaitingBatch } from "./keeping.js";
import { uniquePath } from "./lock.js";

/** The file name extension of a complete batch. */
const BATCH_ENDING = ".batch";
/** The file name extension of a refused batch. */
const REFUSED_ENDING = ".refused";
/** The file name extension of a batch that is being written. */
const DRAFT_ENDING = ".draft";
/**
 * The most attempts to write a draft. A process that erases on another machine cannot see that the draft's writer
 * lives, and removes the draft.
 */
const MAX_TRIES = 3;
/** The most bytes of a batch: 8 MiB of text, and the other members of up to 1,000 notes. */
const MAX_BYTES = 32 << 20;
/** The digits to which times in file names are padded, so that names sort by time. */
const N_DIGITS = 32;

let nBatches = 0;

/** Writes batches into the spool's folder. They are durable when this returns, and sort by their time. */
export function putBatches(folder: string, batches: readonly Uint8Array[]): SpooledBatch[] {
  const names = batches.map((batch) => {
    const nanoseconds = BigInt(Date.now()) * 1_000_000n + BigInt(nBatches++ % 1_000_000);
    const name = uniquePath(join(folder, nanoseconds.toString(16).padStart(N_DIGITS, "0")), "of");
    writeBatch(name, batch);
    return name;
  });
  syncFolder(folder);
  return names.map((name) => ({ name, state: () => stateOf(name) }));
}

function writeBatch(name: string, batch: Uint8Array): void {
  for (let tries = 1; ; tries++) {
    writeOurs(name + DRAFT_ENDING, batch);
    if (undefinedOnError("ENOENT", () => (renameSync(name + DRAFT_ENDING, name + BATCH_ENDING), true))) return;
    if (tries === MAX_TRIES) throw createError("io", undefined, `${name + DRAFT_ENDING} was removed while it was written`);
  }
}

/** Files that may contain events but are no waiting batches: refused batches, and drafts of dead writers. */
export function leftoverFiles(folder: string): string[] {
  const names = namesIn(folder);
  const isLeftover = (name: string) => name.endsWith(REFUSED_ENDING) || (name.endsWith(DRAFT_ENDING) && !isBeingWritten(name));
  return names.filter(isLeftover).map((name) => join(folder, name)).filter((path) => lstatSync(path, { throwIfNoEntry: false })?.isFile());
}

/** Removes drafts of dead writers. A draft that cannot be removed is ignored: it does no harm. */
export function removeDrafts(folder: string): void {
  for (const name of namesIn(folder)) {
    if (!name.endsWith(DRAFT_ENDING) || isBeingWritten(name)) continue;
    try {
      removeFile(join(folder, name));
    } catch {
      // The next draft may be removable.
    }
  }
}

/** Whether the process in a draft's name may still be writing it. */
function isBeingWritten(name: string): boolean {
  const [pid, started] = /\.of\.(\d+)\.(\d+)\./.exec(name)?.slice(1) ?? [];
  return pid !== undefined && lifeOf({ ...thisProcess(), pid: Number(pid), started: Number(started) }) !== "dead";
}

/** The waiting batches, oldest first, up to `maxBytes` and `limit`, but at least one if there is any. */
export function waitingBatches(folder: string, maxBytes: number, limit: number): WaitingBatch[] {
  const waiting: WaitingBatch[] = [];
  let nBytes = 0;
  for (const name of waitingNames(folder)) {
    if (waiting.length === limit) break;
    const batch = bytesOfOurs(name + BATCH_ENDING, MAX_BYTES);
    if (batch === undefined) continue;
    nBytes += batch.length;
    if (nBytes > maxBytes && waiting.length > 0) break;
    waiting.push({ name, batch, acknowledge: (isTaken) => (isTaken ? removeFile(name + BATCH_ENDING) : renameSync(name + BATCH_ENDING, name + REFUSED_ENDING)) });
  }
  return waiting;
}

export function isEmpty(folder: string): boolean {
  return waitingNames(folder).next().done === true;
}

function stateOf(name: string): ReturnType<SpooledBatch["state"]> {
  if (existsSync(name + BATCH_ENDING)) return "waiting";
  return existsSync(name + REFUSED_ENDING) ? "refused" : "taken";
}

/** Yields the paths of complete batches without their extension. Anything not written by a host is skipped: links, pipes, huge files. */
function* waitingNames(folder: string): Generator<string> {
  for (const name of namesIn(folder).filter((name) => name.endsWith(BATCH_ENDING)).sort()) {
    const path = join(folder, name);
    const status = lstatSync(path, { throwIfNoEntry: false });
    if (status?.isFile() && status.size <= MAX_BYTES) yield path.slice(0, -BATCH_ENDING.length);
  }
}

/** The names in a folder; empty if it does not exist. Throws if the folder is a link. */
function namesIn(folder: string): string[] {
  checkOnlyFolder(folder);
  return undefinedOnError("ENOENT", () => readdirSync(folder)) ?? [];
}

/** Syncs a folder, so that renames in it are durable. Does nothing on Windows, which cannot open folders and needs no sync. */
export function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const fd = openSync(folder, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
