// Who has the turn at a memory's file, in Node: whoever created its lock file, as in the native host (`host-native/src/records/lock.rs`).
//
// The file is created with its contents, so that it always names its holder. One that names a dead process, one of an earlier boot, or
// nobody, is taken over; only a holder of another machine or process namespace cannot be judged. Not here: what to do while it is held.

import { linkSync, renameSync } from "node:fs";

import { type ScrubjayError, failure } from "../errors.js";
import { noteOurs, remove, textOfOurs } from "../files/ours.js";
import { unless } from "../system.js";
import { MAX_TEXT, fromLines, lifeOf, thisProcess, toLines } from "../store/system.js";

/** How long a lock is waited for whose holder cannot be judged: a commit takes about a millisecond. */
const PATIENCE = 200;
/** How long a living holder is waited for: it may be copying the file. */
const MAX_WAIT = 10_000;
/** The time between two looks, in milliseconds. */
const PAUSE = 1;

/** Gives a lock back. */
export type Release = () => void;

/** Takes the lock if it is free or its holder is dead. */
export function tryLock(path: string): Release | undefined {
  if (create(path)) return () => remove(path);
  const found = textOf(path);
  const isTaken = found !== undefined && isDead(found) && takeOver(path, found) && create(path);
  return isTaken ? () => remove(path) : undefined;
}

/** Waits for the lock. Throws a `ScrubjayError` that names the holder. */
export async function waitForLock(path: string, signal?: AbortSignal): Promise<Release> {
  for (const began = performance.now(); ; ) {
    const release = tryLock(path);
    if (release !== undefined) return release;
    const waited = performance.now() - began;
    if (waited > PATIENCE && (waited > MAX_WAIT || !mayEnd(path))) throw locked(path);
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    signal?.throwIfAborted();
  }
}

let nNames = 0;

/** A path beside `path` that no other call, thread or process is given: the random part tells threads apart, as each has its own counter. */
export function unique(path: string, what: string): string {
  const { pid, started } = thisProcess();
  return `${path}.${what}.${pid}.${started}.${nNames++}.${Math.random().toString(36).slice(2)}`;
}

/** Whether the holder is known to live, or has just let go. */
function mayEnd(path: string): boolean {
  const holder = fromLines(textOf(path) ?? "");
  return holder === undefined || lifeOf(holder) !== "unknown";
}

function locked(path: string): ScrubjayError {
  const holder = fromLines(textOf(path) ?? "");
  const by = holder === undefined ? "another process" : `process ${holder.pid} on ${holder.host || "this machine"}`;
  return failure("locked", { path, holder, judged: mayEnd(path) }, `the memory is being written by ${by}; if it cannot be running any more, remove ${path}`);
}

/** Creates the lock file with its contents. False if it exists. */
function create(path: string): boolean {
  const [draft, text] = [unique(path, "draft"), toLines(thisProcess())];
  noteOurs(draft, text);
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    // For a file system without links. A process that dies in between leaves an empty file, which is that of a dead one.
    return unless("EEXIST", () => (noteOurs(path, text), true)) ?? false;
  } finally {
    remove(draft);
  }
}

/** Whether a lock names nobody, or a process that is dead. */
function isDead(text: string): boolean {
  const holder = fromLines(text);
  return holder === undefined || lifeOf(holder) === "dead";
}

/**
 * Removes the lock of a dead process. Only who holds a second file may do so, because between looking and removing the lock may have become
 * that of a living one. False if another process is at it.
 */
function takeOver(path: string, dead: string): boolean {
  const guard = `${path}.takeover`;
  if (!create(guard)) {
    // Its process died in this very moment; what it moved aside is found dead again, or was put back.
    const found = textOf(guard);
    if (found !== undefined && isDead(found)) clear(guard, found);
    return false;
  }
  try {
    const isStill = textOf(path) === dead;
    if (isStill) remove(path);
    return isStill;
  } finally {
    remove(guard);
  }
}

/** Moves a dead guard aside, looks at it again, and puts a living one that was moved by mistake back. */
function clear(guard: string, dead: string): void {
  const aside = unique(guard, "dead");
  if (!unless("ENOENT", () => (renameSync(guard, aside), true))) return;
  if (textOf(aside) === dead) remove(aside);
  else renameSync(aside, guard);
}

function textOf(path: string): string | undefined {
  // Of one that none of us wrote the beginning is enough.
  return textOfOurs(path, MAX_TEXT);
}
