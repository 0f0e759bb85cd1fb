// Where the index of a folder lies, in Node: in its `.scrubjay`, or in the user's cache folder if nothing may be written there.
//
// A link in the place of the folder or of a file is refused, as in the native host (`host-native/src/store/place.rs`), so nothing that a
// repository brings along leads elsewhere. Not here: whether the index is believed.

import { createHash } from "node:crypto";
import { accessSync, constants, existsSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

import { bytesOfOurs, makeFolders, onlyFile, onlyFolders, remove, writeOurs } from "../files/ours.js";
import { unless } from "../system.js";
import { cacheFolder } from "./home.js";

/** Files of earlier releases that no release reads any more. */
const FORMER = ["store.redb", "store.lock", "set-aside.redb", "store.redb.new"];
/** The bytes of the hash of a folder's path that name its folder in the cache. */
const N_NAME = 16;

/** The files of an index. */
export interface Place {
  folder: string;
  /** The project's folder, or the user's for caches, and the way from there, which no link leads. */
  base: string;
  below: string[];
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
export function prepare({ folder, base, below }: Place): void {
  makeFolders(base, ...below);
  hideFromGit(folder);
  for (const name of FORMER) {
    try {
      rmSync(join(folder, name), { force: true });
    } catch {
      // What stays is in nobody's way.
    }
  }
}

/** Tells git to leave our folder in a project alone. What a person wrote there stays. */
export function hideFromGit(folder: string): void {
  const rules = join(folder, ".gitignore");
  // It is empty if there was no room when it was written.
  if ((bytesOfOurs(rules, 1)?.length ?? 0) > 0) return;
  remove(rules);
  unless("EEXIST", () => writeOurs(rules, "*\n", 0o666));
}

/** The file of a lock that JavaScript takes. */
export function beside(lock: string): string {
  return `${lock}.js`;
}

/** The files of an index; throws for a link, or what is no file or folder, in the place of one of them. */
function at(base: string, ...below: string[]): Place {
  onlyFolders(base, ...below);
  const folder = join(base, ...below);
  const place = { folder, base, below, store: join(folder, "index.redb"), lock: join(folder, "index.lock"), turns: join(folder, "index.turn") };
  for (const file of [place.store, place.lock, beside(place.lock), place.turns]) onlyFile(file);
  return place;
}

function inside(root: string): Place {
  return at(root, ".scrubjay");
}

function cachedOf(root: string): Place {
  const name = createHash("sha256").update(root).digest().subarray(0, N_NAME).toString("hex");
  return at(cacheFolder(), "indexes", name);
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
