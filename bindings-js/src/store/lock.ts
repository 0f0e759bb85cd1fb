// Who may write an index, in Node: one process at a time, in whatever language, by the protocol of `host-native/src/store/lock.rs`.
//
// JavaScript has no call for the operating system's lock: it creates a file beside that of the native host, exclusively, with its
// identity in it, and then looks for a living native writer. A lock of a process that is gone, of an earlier boot, or without a holder in
// it is dead; one of another machine or container cannot be judged. Not here: that judgement.

import { linkSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import { type Holder, ScrubjayError, failure, isLocked } from "../errors.js";
import { textOfOurs, writeOurs } from "../files/ours.js";
import { unless } from "../system.js";
import { beside } from "./place.js";
import { type Life, MAX_TEXT, fromLines, lifeOf, thisProcess, toLines } from "./system.js";

/** The lock, held until released. */
export interface Lock {
  holder: Holder;
  /** The last owner died while it held the lock. */
  afterCrash: boolean;
  /** Releases the lock. Further calls do nothing. */
  release(): void;
}

/** Attempts to take a lock that dead owners left, each of which somebody else may take first. */
const MAX_TRIES = 10;
/** How often a waiting writer tries again, in milliseconds; as much again is added by chance, so that two are not in step. */
const PAUSE = 30;

/** Takes the lock. Throws a `ScrubjayError` that names the holder, or the system's error. */
export function takeLock(path: string): Lock {
  const [holder, file] = [thisProcess(), beside(path)];
  const afterCrash = createOver(file, holder);
  const lock = { holder, afterCrash, release: releasing(file, holder) };
  try {
    const native = read(path);
    const life = native === undefined ? "dead" : lifeOf(native);
    if (life !== "dead") throw locked(path, native, life);
    removeDrafts(file);
  } catch (error) {
    lock.release();
    throw error;
  }
  return lock;
}

/** Takes the lock as soon as its holder is done, for so many milliseconds at most. A holder that cannot be judged is not waited for. */
export async function waitForLock(path: string, wait: number, tell: (pid: number) => void, signal?: AbortSignal): Promise<Lock> {
  for (const end = performance.now() + wait; ; ) {
    try {
      return takeLock(path);
    } catch (error) {
      const isWorthIt = error instanceof ScrubjayError && isLocked(error) && error.details.judged;
      if (!isWorthIt || performance.now() >= end) throw error;
      tell(error.details.holder?.pid ?? 0);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE * (1 + Math.random())));
    signal?.throwIfAborted();
  }
}

/** Waits until nobody holds the lock, for so many milliseconds at most; the refusal that then still holds, if any does. Nothing is taken. */
export async function untilFree(path: string, wait: number): Promise<ScrubjayError | undefined> {
  for (const end = performance.now() + wait; ; ) {
    const refused = heldBy(path);
    if (refused === undefined || !refused.details.judged || performance.now() >= end) return refused;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

function heldBy(path: string): ScrubjayError<"locked"> | undefined {
  for (const file of [path, beside(path)]) {
    const holder = read(file);
    const life = holder === undefined ? "dead" : lifeOf(holder);
    if (life !== "dead") return locked(file, holder, life);
  }
  return undefined;
}

/** Whether no process that may be alive holds the lock. */
export function isFree(path: string): boolean {
  return heldBy(path) === undefined;
}

/** Creates the lock's file, in the place of those that dead owners left: whether there were any. */
function createOver(file: string, holder: Holder): boolean {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    if (create(file, holder)) return tries > 0;
    const found = read(file);
    const life = found === undefined ? "dead" : lifeOf(found);
    if (life !== "dead") throw locked(file, found, life);
    removeDead(file, holder);
  }
  throw locked(file, read(file), "alive");
}

function releasing(file: string, holder: Holder): () => void {
  let isHeld = true;
  return () => {
    // Another thread of this process may hold it by now, under the same identity.
    const found = isHeld ? read(file) : undefined;
    isHeld = false;
    if (found !== undefined && toLines(found) === toLines(holder)) rmSync(file, { force: true });
  };
}

function locked(path: string, holder: Holder | undefined, life: Life): ScrubjayError<"locked"> {
  const by = holder === undefined ? "another process" : `process ${holder.pid} on ${holder.host || "this machine"}`;
  const judged = life !== "unknown";
  const advice = judged ? "" : `; it cannot be seen from here: if it cannot be running any more, remove ${path}`;
  return failure("locked", { path, holder, judged }, `the index is being written by ${by}${advice}`);
}

/** The name of a draft next to a lock. A random number keeps threads apart. */
function draftOf(path: string, { pid, started }: Holder): string {
  return `${path}.${pid}.${started}.${Math.random().toString(36).slice(2)}`;
}

/** Creates the lock's file atomically, with its content on the disk. False if it exists. */
function create(file: string, holder: Holder): boolean {
  const draft = draftOf(file, holder);
  try {
    fill(draft, holder);
    return link(draft, file, holder);
  } finally {
    rmSync(draft, { force: true });
  }
}

function link(draft: string, file: string, holder: Holder): boolean {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Somebody else has the lock, or had it and removed the draft.
    if (code === "EEXIST" || code === "ENOENT") return false;
    // Only a file system without links is left: the file is created first and filled afterwards.
    if (code === "EPERM" || code === "ENOTSUP" || code === "ENOSYS" || code === "EOPNOTSUPP") return createInPlace(file, holder);
    throw error;
  }
}

/** Removes drafts, which processes leave that are killed while they take the lock; who is about to take it is refused anyway. */
function removeDrafts(file: string): void {
  const start = `${basename(file)}.`;
  for (const name of readdirSync(dirname(file))) if (name.startsWith(start)) rmSync(join(dirname(file), name), { force: true });
}

/**
 * Creates the file and fills it. Another process may take the empty file for a dead lock, so it counts only if it is still there once
 * filled.
 */
function createInPlace(file: string, holder: Holder): boolean {
  if (unless("EEXIST", () => (fill(file, holder), true)) === undefined) return false;
  const found = read(file);
  return found !== undefined && toLines(found) === toLines(holder);
}

function fill(file: string, holder: Holder): void {
  writeOurs(file, toLines(holder));
}

/**
 * Removes the lock of a dead owner. It is moved aside before it is looked at again, so that of two processes that find it dead only
 * one removes it; a live one that was moved by mistake is put back.
 */
function removeDead(file: string, holder: Holder): void {
  const aside = draftOf(`${file}.dead`, holder);
  if (!unless("ENOENT", () => (renameSync(file, aside), true))) return;
  const found = read(aside);
  if (found === undefined || lifeOf(found) === "dead") rmSync(aside, { force: true });
  else renameSync(aside, file);
}

/** The holder that a lock's file names; undefined if the file is missing or names none. */
function read(file: string): Holder | undefined {
  // Of one that none of us wrote the beginning is enough.
  const text = textOfOurs(file, MAX_TEXT);
  return text === undefined ? undefined : fromLines(text);
}
