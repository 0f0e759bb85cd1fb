// The paths of a folder's index, in Node: in its `.scrubjay`, or in the user's cache folder if the folder is not writable.
//
// Links at these paths are refused, as in the native host (`host-native/src/store/place.rs`), so that a cloned repository cannot lead to
// other files. Not here: whether the index is trusted.

import { createHash } from "node:crypto";
import { accessSync, constants, existsSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

import { bytesOfOurs, checkOnlyFile, checkOnlyFolders, makeFolders, removeFile, writeOurs } from "../files/ours.js";
import { undefinedOnError } from "../system.js";
import { cacheFolder } from "./home.js";

/** Names of files of earlier releases, which are removed. */
const FORMER_FILES = ["store.redb", "store.lock", "set-aside.redb", "store.redb.new"];
/** The bytes of the hash of a project folder's path from which the name of its folder in the cache is made. */
const N_NAME = 16;

/** The paths of an index's files. */
export interface IndexFiles {
  folder: string;
  /** The project's folder, or the user's folder for caches. */
  base: string;
  /** The names of the nested folders from `base` to `folder`, none of which may be a link. */
  below: string[];
  store: string;
  /** The native host's lock; that of JavaScript lies beside it. */
  lock: string;
  /** The file of turns, by which a writer that cannot see readers announces that it is writing. */
  turns: string;
}

/** The place from which to read a folder's index: the cache, if it has an index and the folder's own is missing, or is older and not writable. */
export function placeToRead(root: string): IndexFiles {
  const ownPlace = ownPlaceOf(root);
  const cachedPlace = cachedPlaceOf(root);
  if (!existsSync(cachedPlace.store)) return ownPlace;
  const writtenAt = (place: IndexFiles) => statSync(place.store, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const isOlder = () => writtenAt(ownPlace) < writtenAt(cachedPlace) && !mayBeWritten(ownPlace, root);
  return !existsSync(ownPlace.store) || isOlder() ? cachedPlace : ownPlace;
}

/** The place to which to write a folder's index. */
export function placeToWrite(root: string): IndexFiles {
  const ownPlace = ownPlaceOf(root);
  return mayBeWritten(ownPlace, root) ? ownPlace : cachedPlaceOf(root);
}

/** Creates the folder of an index, hides it from git, and removes files of earlier releases. */
export function prepareFolder({ folder, base, below }: IndexFiles): void {
  makeFolders(base, ...below);
  hideFromGit(folder);
  for (const name of FORMER_FILES) {
    try {
      rmSync(join(folder, name), { force: true });
    } catch {
      // Files that cannot be removed do no harm.
    }
  }
}

/** Writes a `.gitignore` into a folder, so that git ignores the folder. An existing one is kept, unless it is empty. */
export function hideFromGit(folder: string): void {
  const rules = join(folder, ".gitignore");
  // An empty file is left if the disk was full when it was written.
  if ((bytesOfOurs(rules, 1)?.length ?? 0) > 0) return;
  removeFile(rules);
  undefinedOnError("EEXIST", () => writeOurs(rules, "*\n", 0o666));
}

/** The path of JavaScript's lock file beside that of the native host. */
export function lockBeside(lock: string): string {
  return `${lock}.js`;
}

/** The paths of an index in a folder. Throws `link` if a link or a special file is at one of them. */
function filesIn(base: string, ...below: string[]): IndexFiles {
  checkOnlyFolders(base, ...below);
  const folder = join(base, ...below);
  const place = { folder, base, below, store: join(folder, "index.redb"), lock: join(folder, "index.lock"), turns: join(folder, "index.turn") };
  for (const file of [place.store, place.lock, lockBeside(place.lock), place.turns]) checkOnlyFile(file);
  return place;
}

function ownPlaceOf(root: string): IndexFiles {
  return filesIn(root, ".scrubjay");
}

function cachedPlaceOf(root: string): IndexFiles {
  const name = createHash("sha256").update(root).digest().subarray(0, N_NAME).toString("hex");
  return filesIn(cacheFolder(), "indexes", name);
}

/** Whether this user may write an index at a place. */
function mayBeWritten({ folder, store, lock }: IndexFiles, root: string): boolean {
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
