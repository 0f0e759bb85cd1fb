// The lock of an index, in Node: one process at a time may write, in any language, by the protocol of `host-native/src/store/lock.rs`.
//
// JavaScript cannot take file locks of the operating system. It creates a file beside that of the native host, exclusively, which
// contains its identity, and then checks for a living native writer. The lock of a dead process, of an earlier boot, or without a
// holder is dead; for another machine or container that is unknown. Not here: whether a process lives.

import { linkSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import { type Holder, ScrubjayError, createError, isLocked } from "../errors.js";
import { textOfOurs, writeOurs } from "../files/ours.js";
import { undefinedOnError } from "../system.js";
import { lockBeside } from "./place.js";
import { type Life, MAX_TEXT, fromLines, lifeOf, thisProcess, toLines } from "./system.js";

/** A lock that this process holds until `release` is called. */
export interface Lock {
  holder: Holder;
  /** Whether the last holder died while it held the lock. */
  afterCrash: boolean;
  /** Releases the lock. Further calls do nothing. */
  release(): void;
}

/** The most attempts to take the lock of a dead holder: another process may take it first. */
const MAX_TRIES = 10;
/**
 * The milliseconds between two attempts of a waiting writer. Up to as many are added at random, so that writers do not
 * collide.
 */
const PAUSE = 30;

/** Takes the lock. Throws a `ScrubjayError` that names the holder, or the system's error. */
export function takeLock(path: string): Lock {
  const [holder, file] = [thisProcess(), lockBeside(path)];
  const afterCrash = createOverDead(file, holder);
  const lock = { holder, afterCrash, release: releaseFunction(file, holder) };
  try {
    const nativeHolder = read(path);
    const life = nativeHolder === undefined ? "dead" : lifeOf(nativeHolder);
    if (life !== "dead") throw lockedError(path, nativeHolder, life);
    removeDrafts(file);
  } catch (error) {
    lock.release();
    throw error;
  }
  return lock;
}

/** Takes the lock once its holder is done, or throws `locked` after `wait` milliseconds; at once if it is unknown whether the holder lives. */
export async function waitForLock(path: string, wait: number, tell: (pid: number) => void, signal?: AbortSignal): Promise<Lock> {
  for (const end = performance.now() + wait; ; ) {
    try {
      return takeLock(path);
    } catch (error) {
      const mayWait = error instanceof ScrubjayError && isLocked(error) && error.details.judged;
      if (!mayWait || performance.now() >= end) throw error;
      tell(error.details.holder?.pid ?? 0);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE * (1 + Math.random())));
    signal?.throwIfAborted();
  }
}

/** Waits until the lock is free, at most `wait` milliseconds. Returns the error if it is still held then, and at once if
 * nobody knows whether the holder lives. Takes nothing. */
export async function untilFree(path: string, wait: number): Promise<ScrubjayError | undefined> {
  for (const end = performance.now() + wait; ; ) {
    const heldBy = heldError(path);
    if (heldBy === undefined || !heldBy.details.judged || performance.now() >= end) return heldBy;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

function heldError(path: string): ScrubjayError<"locked"> | undefined {
  for (const file of [path, lockBeside(path)]) {
    const holder = read(file);
    const life = holder === undefined ? "dead" : lifeOf(holder);
    if (life !== "dead") return lockedError(file, holder, life);
  }
  return undefined;
}

/** Whether no process that may be alive holds the lock. */
export function isFree(path: string): boolean {
  return heldError(path) === undefined;
}

/** Creates the lock file, and removes files of dead holders first. Returns whether there were any. */
function createOverDead(file: string, holder: Holder): boolean {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    if (create(file, holder)) return tries > 0;
    const holderNow = read(file);
    const life = holderNow === undefined ? "dead" : lifeOf(holderNow);
    if (life !== "dead") throw lockedError(file, holderNow, life);
    removeDead(file, holder);
  }
  throw lockedError(file, read(file), "alive");
}

function releaseFunction(file: string, holder: Holder): () => void {
  let isHeld = true;
  return () => {
    // Another thread of this process, which has the same identity, may hold the lock by now.
    const found = isHeld ? read(file) : undefined;
    isHeld = false;
    if (found !== undefined && toLines(found) === toLines(holder)) rmSync(file, { force: true });
  };
}

function lockedError(path: string, holder: Holder | undefined, life: Life): ScrubjayError<"locked"> {
  const holderName = holder === undefined ? "another process" : `process ${holder.pid} on ${holder.host || "this machine"}`;
  const judged = life !== "unknown";
  const advice = judged ? "" : `; it cannot be seen from here: if it cannot be running any more, remove ${path}`;
  return createError("locked", { path, holder, judged }, `the index is being written by ${holderName}${advice}`);
}

/** A path for a draft beside a lock file, unique by process and a random number, which distinguishes threads. */
function draftOf(path: string, { pid, started }: Holder): string {
  return `${path}.${pid}.${started}.${Math.random().toString(36).slice(2)}`;
}

/** Creates the lock file atomically, with its content synced to the disk. False if it exists. */
function create(file: string, holder: Holder): boolean {
  const draft = draftOf(file, holder);
  try {
    writeHolder(draft, holder);
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
    // Another process holds the lock, or held it and removed the draft.
    if (code === "EEXIST" || code === "ENOENT") return false;
    // The file system has no hard links: the file is created first and filled afterwards.
    if (code === "EPERM" || code === "ENOTSUP" || code === "ENOSYS" || code === "EOPNOTSUPP") return createInPlace(file, holder);
    throw error;
  }
}

/** Removes drafts beside a lock file, left by killed processes. The caller holds the lock, so the draft of a living process is useless too. */
function removeDrafts(file: string): void {
  const start = `${basename(file)}.`;
  for (const name of readdirSync(dirname(file))) if (name.startsWith(start)) rmSync(join(dirname(file), name), { force: true });
}

/**
 * Creates the lock file and fills it. True if it still exists afterwards: another process may remove the empty file, taking it for a dead
 * lock.
 */
function createInPlace(file: string, holder: Holder): boolean {
  if (undefinedOnError("EEXIST", () => (writeHolder(file, holder), true)) === undefined) return false;
  const found = read(file);
  return found !== undefined && toLines(found) === toLines(holder);
}

function writeHolder(file: string, holder: Holder): void {
  writeOurs(file, toLines(holder));
}

/**
 * Removes the lock file of a dead holder. It is moved aside and checked again, so that of two processes that find it dead only one removes
 * it. If a living process has taken it meanwhile, it is moved back.
 */
function removeDead(file: string, holder: Holder): void {
  const aside = draftOf(`${file}.dead`, holder);
  if (!undefinedOnError("ENOENT", () => (renameSync(file, aside), true))) return;
  const found = read(aside);
  if (found === undefined || lifeOf(found) === "dead") rmSync(aside, { force: true });
  else renameSync(aside, file);
}

/** The holder that a lock's file names; undefined if the file is missing or names none. */
function read(file: string): Holder | undefined {
  // Files not written by Scrubjay may be large: the beginning suffices.
  const text = textOfOurs(file, MAX_TEXT);
  return text === undefined ? undefined : fromLines(text);
}
