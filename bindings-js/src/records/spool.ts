// Batches of writers that found the lock held, in Node: a file for each, taken in by whoever holds the lock next, as in the native host
// (`host-native/src/records/spool.rs`).
//
// A batch is durable once `put` returns: written, synced, renamed, and the folder synced. Its checksum is the component's.

import { closeSync, existsSync, fsyncSync, lstatSync, openSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";

import { failure } from "../errors.js";
import { bytesOfOurs, onlyFolder, remove, writeOurs } from "../files/ours.js";
import { lifeOf, thisProcess } from "../store/system.js";
import { unless } from "../system.js";
import type { Put, Waiting } from "./keeping.js";
import { unique } from "./lock.js";

/** The ending of a batch that is whole, and of one that was refused. */
const WHOLE = ".batch";
const REFUSED = ".refused";
/** The ending of a batch that is being written. */
const DRAFT = ".draft";
/** How often a draft is written: who erases on another machine cannot see that its writer lives, and removes it. */
const MAX_TRIES = 3;
/** The longest batch: 8 MiB of text, and the rest of up to 1,000 notes. */
const MAX_BYTES = 32 << 20;
/** The digits of a time in nanoseconds, so that the order of names is that of times. */
const N_DIGITS = 32;

let nBatches = 0;

/** Writes batches. */
export function put(folder: string, batches: readonly Uint8Array[]): Put[] {
  const names = batches.map((batch) => {
    const nanoseconds = BigInt(Date.now()) * 1_000_000n + BigInt(nBatches++ % 1_000_000);
    const name = unique(join(folder, nanoseconds.toString(16).padStart(N_DIGITS, "0")), "of");
    write(name, batch);
    return name;
  });
  sync(folder);
  return names.map((name) => ({ name, state: () => stateOf(name) }));
}

function write(name: string, batch: Uint8Array): void {
  for (let tries = 1; ; tries++) {
    writeOurs(name + DRAFT, batch);
    if (unless("ENOENT", () => (renameSync(name + DRAFT, name + WHOLE), true))) return;
    if (tries === MAX_TRIES) throw failure("io", undefined, `${name + DRAFT} was removed while it was written`);
  }
}

/** Files that may hold the text of a batch but do not wait: refused batches, and drafts whose writer is dead. */
export function left(folder: string): string[] {
  const names = namesIn(folder);
  const isLeft = (name: string) => name.endsWith(REFUSED) || (name.endsWith(DRAFT) && !isBeingWritten(name));
  return names.filter(isLeft).map((name) => join(folder, name)).filter((path) => lstatSync(path, { throwIfNoEntry: false })?.isFile());
}

/** Removes drafts whose writer is dead. What cannot be removed is in nobody's way. */
export function removeDrafts(folder: string): void {
  for (const name of namesIn(folder)) {
    if (!name.endsWith(DRAFT) || isBeingWritten(name)) continue;
    try {
      remove(join(folder, name));
    } catch {
      // The next one may.
    }
  }
}

/** Whether the process that a draft is named after may be writing it. */
function isBeingWritten(name: string): boolean {
  const [pid, started] = /\.of\.(\d+)\.(\d+)\./.exec(name)?.slice(1) ?? [];
  return pid !== undefined && lifeOf({ ...thisProcess(), pid: Number(pid), started: Number(started) }) !== "dead";
}

/** The batches that wait, the oldest first, up to so many bytes and batches; at least one. */
export function waiting(folder: string, maxBytes: number, limit: number): Waiting[] {
  const found: Waiting[] = [];
  let nBytes = 0;
  for (const name of listed(folder)) {
    if (found.length === limit) break;
    const batch = bytesOfOurs(name + WHOLE, MAX_BYTES);
    if (batch === undefined) continue;
    nBytes += batch.length;
    if (nBytes > maxBytes && found.length > 0) break;
    found.push({ name, batch, acknowledge: (isTaken) => (isTaken ? remove(name + WHOLE) : renameSync(name + WHOLE, name + REFUSED)) });
  }
  return found;
}

/** Whether no batch waits. */
export function isEmpty(folder: string): boolean {
  return listed(folder).next().done === true;
}

function stateOf(name: string): ReturnType<Put["state"]> {
  if (existsSync(name + WHOLE)) return "waiting";
  return existsSync(name + REFUSED) ? "refused" : "taken";
}

/** The batches in a folder, without the ending. Nothing else than what is written here is read: no link, no pipe, nothing huge. */
function* listed(folder: string): Generator<string> {
  for (const name of namesIn(folder).filter((name) => name.endsWith(WHOLE)).sort()) {
    const path = join(folder, name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found?.isFile() && found.size <= MAX_BYTES) yield path.slice(0, -WHOLE.length);
  }
}

/** The names in a folder that no link leads to. */
function namesIn(folder: string): string[] {
  onlyFolder(folder);
  return unless("ENOENT", () => readdirSync(folder)) ?? [];
}

/** Makes the names in a folder durable. Windows, which cannot open folders, does so by itself. */
export function sync(folder: string): void {
  if (process.platform === "win32") return;
  const fd = openSync(folder, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
