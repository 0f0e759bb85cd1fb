// Where a memory lies, in Node: in the user's data folder, a folder for each project, or in a file that the caller names; as in the native
// host (`host-native/src/records/place.rs`).
//
// Folders are for the user alone, and links are refused. Not here: the file itself.

import { existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, parse, resolve } from "node:path";

import { failure } from "../errors.js";
import { dataFolder } from "../store/home.js";
import { unless } from "../system.js";
import { findId, findOrMakeId } from "./project.js";

/** Where a memory is to be kept: for the project that this folder belongs to, or in this file. */
export type Place = { root: string } | { file: string };

/** The files of a memory. */
export interface Files {
  /** The redb file. */
  store: string;
  /** The lock of one turn. */
  lock: string;
  /** A counter that a writer which cannot see readers makes odd for its turn. */
  turn: string;
  /** Batches of writers that found the lock held. */
  spool: string;
  /** Which backups were made of it, and where: the command line notes them. */
  backups: string;
  /** What was lost when it was salvaged. */
  losses: string;
  /** Where the file is kept as it was at some moment. */
  kept(moment: string): string;
}

/** The files of a memory that is to be read; undefined if the project has none. */
export function findFiles(place: Place): Files | undefined {
  if ("file" in place) return filesOf(place.file);
  const id = findId(place.root, isKept);
  return id === undefined ? undefined : filesOf(storeOf(id));
}

/** The same for writing: folder and id are made if there are none. */
export function makeFiles(place: Place): Files {
  const files = filesOf("file" in place ? place.file : storeOf(findOrMakeId(place.root, isKept)));
  for (const folder of [dirname(files.store), files.spool]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  if ("root" in place) noteRoot(dirname(files.store), place.root);
  return files;
}

/** Refuses what is no ordinary file: a link, a device, a pipe. */
export function checkFiles({ store, lock, turn, backups, losses }: Files): void {
  for (const path of [store, lock, turn, backups, losses]) {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined || found.isFile()) continue;
    throw failure("io", undefined, `${path} is a link or no ordinary file: remove it, or name another`);
  }
}

function filesOf(file: string): Files {
  const store = resolve(file);
  const { dir, name } = parse(store);
  const beside = (ending: string) => join(dir, `${name}.${ending}`);
  const [lock, turn, spool, backups, losses] = ["lock", "turn", "spool", "backups", "losses"].map(beside) as [string, string, string, string, string];
  return { store, lock, turn, spool, backups, losses, kept: (moment) => beside(`${moment}.redb`) };
}

function storeOf(id: string): string {
  return join(dataFolder(), "projects", id, "memory.redb");
}

function isKept(id: string): boolean {
  return existsSync(storeOf(id));
}

/** Notes where a project was used last, for people who look for a memory. */
function noteRoot(folder: string, root: string): void {
  const file = join(folder, "root");
  if (unless("ENOENT", () => readFileSync(file, "utf8")) !== root) writeFileSync(file, root);
}
