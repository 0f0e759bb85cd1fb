// Where the index of a folder lies, in Node: in its `.scrubjay`, or in the user's cache folder if nothing may be written there.
//
// A link in the place of the folder or of a file is refused, as in the native host (`host-native/src/store/place.rs`), so nothing that a
// repository brings along leads elsewhere. Not here: whether the index is believed.

import { createHash } from "node:crypto";
import { type Stats, accessSync, constants, existsSync, lstatSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { failure } from "../errors.js";
import { cacheFolder } from "./home.js";

/** What earlier releases kept there, which no release reads any more. */
const FORMER = ["store.redb", "store.lock", "set-aside.redb", "store.redb.new"];
/** The bytes of the hash of a folder's path that name its folder in the cache. */
const N_NAME = 16;

/** The files of an index. */
export interface Place {
  folder: string;
  store: string;
  /** The native host's lock; that of JavaScript lies beside it. */
  lock: string;
  /** Where a writer that cannot see readers says when it writes. */
  turns: string;
}

/** Where the index of a folder is to be read: the one that was written last, if it may lie in both places. */
export function placeToRead(root: string): Place {
  const own = inside(root);
  const cached = cachedOf(root);
  if (!existsSync(cached.store)) return own;
  const written = (place: Place) => statSync(place.store, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const isOlder = () => written(own) < written(cached) && !mayBeWritten(own, root);
  return !existsSync(own.store) || isOlder() ? cached : own;
}

/** Where the index of a folder is to be written. */
export function placeToWrite(root: string): Place {
  const own = inside(root);
  return mayBeWritten(own, root) ? own : cachedOf(root);
}

/** Makes the folder, which git is told to leave alone, and removes what earlier releases left there. */
export function prepare({ folder }: Place): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const rules = join(folder, ".gitignore");
  // It is empty if there was no room when it was written.
  if ((statSync(rules, { throwIfNoEntry: false })?.size ?? 0) === 0) writeFileSync(rules, "*\n");
  for (const name of FORMER) rmSync(join(folder, name), { force: true });
}

/** The file of a lock that JavaScript takes. */
export function beside(lock: string): string {
  return `${lock}.js`;
}

function at(folder: string): Place {
  return { folder, store: join(folder, "index.redb"), lock: join(folder, "index.lock"), turns: join(folder, "index.turn") };
}

function inside(root: string): Place {
  const place = at(join(root, ".scrubjay"));
  refuse(place.folder, (found) => found.isDirectory());
  for (const file of [place.store, place.lock, beside(place.lock), place.turns]) refuse(file, (found) => found.isFile());
  return place;
}

function cachedOf(root: string): Place {
  const name = createHash("sha256").update(root).digest().subarray(0, N_NAME).toString("hex");
  return at(join(cacheFolder(), "indexes", name));
}

/** Fails if something other than what is expected has this name; nothing is followed to find out. */
function refuse(path: string, isExpected: (found: Stats) => boolean): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || isExpected(found)) return;
  throw failure("link", { path }, `${path} is a link or no plain file, and is not followed: remove it`);
}

/** Whether this user may write the index there. */
function mayBeWritten({ folder, store, lock }: Place, root: string): boolean {
  if (!existsSync(folder)) return mayWrite(root);
  return mayWrite(folder) && [store, lock].every((file) => !existsSync(file) || mayWrite(file));
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
