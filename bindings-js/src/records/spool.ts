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
import { unique } from "./lock.js";

/** The file name extension of a complete batch. */
const WHOLE = ".batch";
/** The file name extension of a refused batch. */
const REFUSED = ".refused";
/** The file name extension of a batch that is being written. */
const DRAFT = ".draft";
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
    const name = unique(join(folder, nanoseconds.toString(16).padStart(N_DIGITS, "0")), "of");
    write(name, batch);
    return name;
  });
  syncFolder(folder);
  return names.map((name) => ({ name, state: () => stateOf(name) }));
}

function write(name: string, batch: Uint8Array): void {
  for (let tries = 1; ; tries++) {
    writeOurs(name + DRAFT, batch);
    if (undefinedOnError("ENOENT", () => (renameSync(name + DRAFT, name + WHOLE), true))) return;
    if (tries === MAX_TRIES) throw createError("io", undefined, `${name + DRAFT} was removed while it was written`);
  }
}

/** Files that may contain events but are no waiting batches: refused batches, and drafts of dead writers. */
export function leftoverFiles(folder: string): string[] {
  const names = namesIn(folder);
  const isLeft = (name: string) => name.endsWith(REFUSED) || (name.endsWith(DRAFT) && !isBeingWritten(name));
  return names.filter(isLeft).map((name) => join(folder, name)).filter((path) => lstatSync(path, { throwIfNoEntry: false })?.isFile());
}

/** Removes drafts of dead writers. A draft that cannot be removed is ignored: it does no harm. */
export function removeDrafts(folder: string): void {
  for (const name of namesIn(folder)) {
    if (!name.endsWith(DRAFT) || isBeingWritten(name)) continue;
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
  const found: WaitingBatch[] = [];
  let nBytes = 0;
  for (const name of listed(folder)) {
    if (found.length === limit) break;
    const batch = bytesOfOurs(name + WHOLE, MAX_BYTES);
    if (batch === undefined) continue;
    nBytes += batch.length;
    if (nBytes > maxBytes && found.length > 0) break;
    found.push({ name, batch, acknowledge: (isTaken) => (isTaken ? removeFile(name + WHOLE) : renameSync(name + WHOLE, name + REFUSED)) });
  }
  return found;
}

export function isEmpty(folder: string): boolean {
  return listed(folder).next().done === true;
}

function stateOf(name: string): ReturnType<SpooledBatch["state"]> {
  if (existsSync(name + WHOLE)) return "waiting";
  return existsSync(name + REFUSED) ? "refused" : "taken";
}

/** Yields the paths of complete batches without their extension. Anything not written by a host is skipped: links, pipes, huge files. */
function* listed(folder: string): Generator<string> {
  for (const name of namesIn(folder).filter((name) => name.endsWith(WHOLE)).sort()) {
    const path = join(folder, name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found?.isFile() && found.size <= MAX_BYTES) yield path.slice(0, -WHOLE.length);
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
