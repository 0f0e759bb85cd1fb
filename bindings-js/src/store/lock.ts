// Who may write, in Node: the owner of the lock file, by the protocol of the native host (`host-native/src/store/lock.rs`).
//
// Whoever writes first creates the file, exclusively, and names itself in it. The lock of a process that died is taken over only
// where its death is proved; never because time has passed. Otherwise the holder is named and a person decides.

import { closeSync, linkSync, openSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from "node:fs";

import { type Holder, StoreError } from "./error.js";
import { isProvablyDead, thisProcess } from "./system.js";

/** The lock, held until released. */
export interface Lock {
  /** The last owner died while it held the lock. */
  afterCrash: boolean;
  /**
   * Says whether those may read who leave marks on the file: JavaScript cannot see them, so none may while it writes. None may at
   * first. Throws a `StoreError` where the lock is another one's by now.
   */
  admit(readers: boolean): void;
  /** Gives it back. Calling it again does nothing. */
  release(): void;
}

/** Readers of the native host leave marks on the file that JavaScript cannot see, so they are told to stay away. */
const ALONE = "readers=none\n";

/**
 * The name of a turn, drawn by chance, since one process may hold a lock twice. A reader that finds another turn than before was
 * written over unseen.
 */
const newTurn = () => `turn=${byChance()}\n`;

/** Takes the lock. Throws a `StoreError` that names the holder, or what the system says. */
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
    // Another thread of this process may hold it by now, under the same names.
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

/** Whether the store was left by a process that died while it held it. */
export function isLeft(path: string): boolean {
  return isDead(path);
}

function locked(path: string, holder: Holder | undefined): StoreError {
  if (holder === undefined) return new StoreError("locked", `the store is locked by ${path}`, { path });
  const by = `process ${holder.pid} on ${holder.host || "this machine"}`;
  const message = `the store is being written by ${by}; if it cannot be running any more, remove ${path}`;
  return new StoreError("locked", message, { path, holder });
}

/** A lock that a person removed may be somebody else's by now. */
function release(path: string, holder: Holder): void {
  const found = read(path);
  if (found !== undefined && lines(found) === lines(holder)) rmSync(path, { force: true });
}

let nDrafts = 0;

/** A name beside a lock's. Threads count theirs apart: a number drawn by chance keeps them from meeting. */
function draftOf(path: string, { pid, started }: Holder): string {
  return `${path}.${pid}.${started}.${nDrafts++}.${byChance()}`;
}

function byChance(): string {
  return Math.random().toString(36).slice(2);
}

/** Has the lock file say something else, whole at once. */
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

/** Creates the lock file, whole at once. False where there is one. */
function create(path: string, holder: Holder): boolean {
  const draft = draftOf(path, holder);
  try {
    writeFileSync(draft, lines(holder) + ALONE);
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (code(error) === "EEXIST") return false;
    // A file system without links, or without room: the file is created first and filled then.
    return createInPlace(path, holder);
  } finally {
    rmSync(draft, { force: true });
  }
}

function createInPlace(path: string, holder: Holder): boolean {
  let fd: number;
  try {
    fd = openSync(path, "wx");
  } catch (error) {
    if (code(error) === "EEXIST") return false;
    throw error;
  }
  try {
    writeFileSync(fd, lines(holder) + ALONE);
  } catch (error) {
    // A lock that names nobody would be left to a person.
    unlinkSync(path);
    throw error;
  } finally {
    closeSync(fd);
  }
  return true;
}

/** Puts a new lock in the place of a dead one. A second lock file keeps two processes from doing so at once. */
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
 * Removes the guard of a take-over whose process died in the middle of it. It is moved aside before it is judged again, so that of
 * two who find it dead one alone removes it; a living one that was moved by mistake is put back.
 */
function clear(guard: string, { pid, started }: Holder): boolean {
  if (!isDead(guard)) return false;
  const aside = `${guard}.dead.${pid}.${started}`;
  try {
    renameSync(guard, aside);
  } catch (error) {
    if (code(error) === "ENOENT") return true;
    throw error;
  }
  if (!isDead(aside)) {
    renameSync(aside, guard);
    return false;
  }
  unlinkSync(aside);
  return true;
}

function isDead(path: string): boolean {
  const found = read(path);
  return found !== undefined && isProvablyDead(found);
}

/** The holder that a lock file names; none where the file is gone or says nothing of the kind. */
function read(path: string): Holder | undefined {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (code(error) === "ENOENT") return undefined;
    throw error;
  }
  const field = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(text)?.[1];
  const [host, boot, pid, started] = [field("host"), field("boot"), field("pid"), field("started")];
  if (host === undefined || boot === undefined || !/^\d+$/.test(pid ?? "") || !/^\d+$/.test(started ?? "")) return undefined;
  return { host, boot, pid: Number(pid), started: BigInt(started ?? 0) };
}

function lines({ host, boot, pid, started }: Holder): string {
  return `host=${host}\nboot=${boot}\npid=${pid}\nstarted=${started}\n`;
}

function code(error: unknown): unknown {
  return (error as { code?: unknown } | undefined)?.code;
}
