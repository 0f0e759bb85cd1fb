// The writer's lock, in Node: the owner of the lock file, by the protocol of the native host (`host-native/src/store/lock.rs`).
//
// The first writer creates the file, exclusively, with its identity in it. The lock of a process that died is taken over only
// if its death is proved; never after a timeout. Otherwise the error names the holder and a person decides.

import { closeSync, linkSync, openSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from "node:fs";

import { type ScrubjayError, failure } from "../errors.js";
import { unless } from "../system.js";
import type { Holder } from "./error.js";
import { isProvablyDead, thisProcess } from "./system.js";

/** The lock, held until released. */
export interface Lock {
  /** The last owner died while it held the lock. */
  afterCrash: boolean;
  /**
   * Sets whether readers that lock the store's file are admitted: JavaScript cannot see their locks, so none may read during a write.
   * Initially none are. Throws a `ScrubjayError` if another process owns the lock by now.
   */
  admit(readers: boolean): void;
  /** Releases the lock. Further calls do nothing. */
  release(): void;
}

/** Tells readers of the native host to stay away, because JavaScript cannot see their file locks. */
const ALONE = "readers=none\n";

/**
 * A random id of a turn, since one process may hold a lock twice. A reader that finds another turn than before may have read pages
 * that were overwritten.
 */
const newTurn = () => `turn=${byChance()}\n`;

/** Takes the lock. Throws a `ScrubjayError` that names the holder, or the system's error. */
export function takeLock(path: string): Lock {
  const holder = thisProcess();
  if (create(path, holder)) return held(path, holder, false);
  const found = read(path);
  if (found === undefined || !isProvablyDead(found)) throw locked(path, found);
  if (!takeOver(path, found, holder)) throw locked(path, read(path));
  return held(path, holder, true);
}

function held(path: string, holder: Holder, afterCrash: boolean): Lock {
  let [isHeld, admits, turn] = [true, false, newTurn()];
  const giveBack = () => {
    // Another thread of this process may hold it by now, under the same identity.
    if (isHeld) release(path, holder);
    isHeld = false;
  };
  const admit = (readers: boolean) => {
    if (readers === admits) return;
    const found = read(path);
    const isOurs = found === undefined ? create(path, holder) : lines(found) === lines(holder);
    if (!isOurs) throw locked(path, read(path));
    if (!readers) turn = newTurn();
    replace(path, holder, (readers ? "" : ALONE) + turn);
    admits = readers;
  };
  return { afterCrash, admit, release: giveBack };
}

function locked(path: string, holder: Holder | undefined): ScrubjayError {
  if (holder === undefined) return failure("locked", { path, holder }, `the store is locked by ${path}`);
  const by = `process ${holder.pid} on ${holder.host || "this machine"}`;
  const message = `the store is being written by ${by}; if it cannot be running any more, remove ${path}`;
  return failure("locked", { path, holder }, message);
}

/** Releases the lock, unless a person removed it and another process took it. */
function release(path: string, holder: Holder): void {
  const found = read(path);
  if (found !== undefined && lines(found) === lines(holder)) rmSync(path, { force: true });
}

let nDrafts = 0;

/** The name of a draft next to a lock. Each thread has its own counter: a random number prevents collisions. */
function draftOf(path: string, { pid, started }: Holder): string {
  return `${path}.${pid}.${started}.${nDrafts++}.${byChance()}`;
}

function byChance(): string {
  return Math.random().toString(36).slice(2);
}

/** Replaces the content of the lock file atomically. */
function replace(path: string, holder: Holder, more: string): void {
  const draft = draftOf(path, holder);
  try {
    writeFileSync(draft, lines(holder) + more);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Creates the lock file atomically. False if it exists. */
function create(path: string, holder: Holder): boolean {
  const draft = draftOf(path, holder);
  try {
    writeFileSync(draft, lines(holder) + ALONE);
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    // A file system without links, or without space: the file is created first and filled afterwards.
    return createInPlace(path, holder);
  } finally {
    rmSync(draft, { force: true });
  }
}

function createInPlace(path: string, holder: Holder): boolean {
  const fd = unless("EEXIST", () => openSync(path, "wx"));
  if (fd === undefined) return false;
  try {
    writeFileSync(fd, lines(holder) + ALONE);
  } catch (error) {
    // A lock without a holder could be resolved only by a person.
    unlinkSync(path);
    throw error;
  } finally {
    closeSync(fd);
  }
  return true;
}

/** Replaces a dead process's lock by a new one. A second lock file keeps two processes from doing so at once. */
function takeOver(path: string, dead: Holder, holder: Holder): boolean {
  const guard = `${path}.takeover`;
  const isGuarded = createInPlace(guard, holder) || (clear(guard, holder) && createInPlace(guard, holder));
  if (!isGuarded) return false;
  try {
    const found = read(path);
    if (found !== undefined && lines(found) === lines(dead)) unlinkSync(path);
    return create(path, holder);
  } finally {
    unlinkSync(guard);
  }
}

/**
 * Removes the guard of a take-over whose process died during it. It is moved aside before it is checked again, so that of
 * two processes that find it dead only one removes it; a live one that was moved by mistake is moved back.
 */
function clear(guard: string, { pid, started }: Holder): boolean {
  if (!isDead(guard)) return false;
  const aside = `${guard}.dead.${pid}.${started}`;
  if (!unless("ENOENT", () => (renameSync(guard, aside), true))) return true;
  if (!isDead(aside)) {
    renameSync(aside, guard);
    return false;
  }
  unlinkSync(aside);
  return true;
}

/** Whether a lock file was left by a process that died while it held the lock. */
export function isDead(path: string): boolean {
  const found = read(path);
  return found !== undefined && isProvablyDead(found);
}

/** The holder that a lock file names; undefined if the file is missing or invalid. */
function read(path: string): Holder | undefined {
  const text = unless("ENOENT", () => readFileSync(path, "utf8"));
  if (text === undefined) return undefined;
  const field = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(text)?.[1];
  const [host, boot, pid, started] = [field("host"), field("boot"), field("pid"), field("started")];
  if (host === undefined || boot === undefined || !/^\d+$/.test(pid ?? "") || !/^\d+$/.test(started ?? "")) return undefined;
  return { host, boot, pid: Number(pid), started: Number(started) };
}

function lines({ host, boot, pid, started }: Holder): string {
  return `host=${host}\nboot=${boot}\npid=${pid}\nstarted=${started}\n`;
}
