// The lock of a memory's file, in Node: the process that created the lock file holds it, as in the native host
// (`host-native/src/records/lock.rs`).
//
// The file is created with its contents, so that it always names its holder. If it names a dead process, one of an earlier boot, or
// none, it is taken over. Of a holder on another machine or in another process namespace it is unknown whether it lives.

import { linkSync, renameSync } from "node:fs";

import { type ScrubjayError, createError } from "../errors.js";
import { removeFile, textOfOurs, writeOursUnsynced } from "../files/ours.js";
import { undefinedOnError } from "../system.js";
import { MAX_TEXT, fromLines, lifeOf, thisProcess, toLines } from "../store/system.js";

/** How many milliseconds to wait for a holder of which it is unknown whether it lives. A commit takes about one. */
const PATIENCE = 200;
/** How many milliseconds to wait for a living holder, which may be copying the file. */
const MAX_WAIT = 10_000;
/** The milliseconds between two attempts. */
const PAUSE = 1;

export type Release = () => void;

/** Takes the lock if it is free or its holder is dead, and returns its release; otherwise undefined. */
export function tryLock(path: string): Release | undefined {
  if (create(path)) return () => removeFile(path);
  const holderText = textOf(path);
  const isTaken = holderText !== undefined && isDead(holderText) && takeOver(path, holderText) && create(path);
  return isTaken ? () => removeFile(path) : undefined;
}

/** Waits for the lock, and returns its release. After too long, throws a `ScrubjayError` that names the holder. */
export async function waitForLock(path: string, signal?: AbortSignal): Promise<Release> {
  for (const began = performance.now(); ; ) {
    const release = tryLock(path);
    if (release !== undefined) return release;
    const waited = performance.now() - began;
    if (waited > PATIENCE && (waited > MAX_WAIT || !mayEnd(path))) throw lockedError(path);
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    signal?.throwIfAborted();
  }
}

let nNames = 0;

/** A path beside `path` that is unique among calls, threads and processes. A random part distinguishes threads, as each has its own counter. */
export function uniquePath(path: string, label: string): string {
  const { pid, started } = thisProcess();
  return `${path}.${label}.${pid}.${started}.${nNames++}.${Math.random().toString(36).slice(2)}`;
}

/** Whether waiting may help: the lock names no holder, or one that lives or is dead. False if it is unknown whether the holder lives. */
function mayEnd(path: string): boolean {
  const holder = fromLines(textOf(path) ?? "");
  return holder === undefined || lifeOf(holder) !== "unknown";
}

function lockedError(path: string): ScrubjayError {
  const holder = fromLines(textOf(path) ?? "");
  const holderName = holder === undefined ? "another process" : `process ${holder.pid} on ${holder.host || "this machine"}`;
  return createError("locked", { path, holder, judged: mayEnd(path) }, `the memory is being written by ${holderName}; if it cannot be running any more, remove ${path}`);
}

/** Creates the lock file with its contents. False if it exists. */
function create(path: string): boolean {
  const [draft, text] = [uniquePath(path, "draft"), toLines(thisProcess())];
  writeOursUnsynced(draft, text);
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    // For a file system without hard links. A process that dies in between leaves an empty file, which counts as that of a dead process.
    return undefinedOnError("EEXIST", () => (writeOursUnsynced(path, text), true)) ?? false;
  } finally {
    removeFile(draft);
  }
}

/** Whether the text of a lock names no process, or a dead one. */
function isDead(text: string): boolean {
  const holder = fromLines(text);
  return holder === undefined || lifeOf(holder) === "dead";
}

/**
 * Removes the lock of a dead process. A second lock file guards this, because between reading and removing, a living process may have taken
 * the lock. False if another process holds the guard, or the lock has changed.
 */
function takeOver(path: string, deadText: string): boolean {
  const guard = `${path}.takeover`;
  if (!create(guard)) {
    // The guard's process has died meanwhile.
    const holderText = textOf(guard);
    if (holderText !== undefined && isDead(holderText)) removeDeadGuard(guard, holderText);
    return false;
  }
  try {
    const isUnchanged = textOf(path) === deadText;
    if (isUnchanged) removeFile(path);
    return isUnchanged;
  } finally {
    removeFile(guard);
  }
}

/** Moves a dead process's guard aside and checks it again. If a living process had taken it meanwhile, moves it back. */
function removeDeadGuard(guard: string, deadText: string): void {
  const aside = uniquePath(guard, "dead");
  if (!undefinedOnError("ENOENT", () => (renameSync(guard, aside), true))) return;
  if (textOf(aside) === deadText) removeFile(aside);
  else renameSync(aside, guard);
}

function textOf(path: string): string | undefined {
  // Files not written by Scrubjay may be large: the beginning suffices.
  return textOfOurs(path, MAX_TEXT);
}
