// Where a memory lies, in Node: in the user's data folder, a folder for each project, or in a file that the caller names; as in the native
// host (`host-native/src/records/place.rs`).
//
// Folders are for the user alone, and links are refused. Not here: the file itself.

import { existsSync, lstatSync, readdirSync } from "node:fs";
import { basename, dirname, join, parse, resolve } from "node:path";

import { makeFolders, onlyFile, onlyFolder, onlyFolders, replaceOurs, textOfOurs } from "../files/ours.js";
import { dataFolder } from "../store/home.js";
import { unless } from "../system.js";
import { unique } from "./lock.js";
import { type KeptProjects, findId, findOrMakeId, isId } from "./project.js";

/** The folder of all projects in the user's data folder, and the file there that says where a project was used last. */
const PROJECTS = "projects";
const ROOT = "root";
/** More bytes than a path has. */
const MAX_PATH = 16 << 10;

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
  const id = findId(place.root, KEPT);
  return id === undefined ? undefined : filesOf(storeOf(id));
}

/** The same for writing: folder and id are made if there are none. */
export function makeFiles(place: Place): Files {
  const id = "file" in place ? undefined : findOrMakeId(place.root, KEPT);
  if (id !== undefined) makeFolders(dataFolder(), PROJECTS, id);
  const files = filesOf("file" in place ? place.file : storeOf(id as string));
  makeFolders(dirname(files.store), basename(files.spool));
  if ("root" in place) noteRoot(dirname(files.store), place.root);
  return files;
}

/** Refuses what is no ordinary file: a link, a device, a pipe. */
export function checkFiles({ store, lock, turn, spool, backups, losses }: Files): void {
  onlyFolder(spool);
  for (const path of [store, lock, turn, backups, losses]) onlyFile(path);
}

function filesOf(file: string): Files {
  const store = resolve(file);
  const { dir, name } = parse(store);
  const beside = (ending: string) => join(dir, `${name}.${ending}`);
  const [lock, turn, spool, backups, losses] = ["lock", "turn", "spool", "backups", "losses"].map(beside) as [string, string, string, string, string];
  return { store, lock, turn, spool, backups, losses, kept: (moment) => beside(`${moment}.redb`) };
}

/** The store of a project, to which no link leads from the data folder. */
function storeOf(id: string): string {
  onlyFolders(dataFolder(), PROJECTS, id);
  return join(dataFolder(), PROJECTS, id, "memory.redb");
}

/** The memories in the user's data folder. */
const KEPT: KeptProjects = {
  has: (id) => existsSync(storeOf(id)),
  roots: () => {
    onlyFolders(dataFolder(), PROJECTS);
    const folder = join(dataFolder(), PROJECTS);
    const ids = (unless("ENOENT", () => readdirSync(folder)) ?? []).filter(isId).sort();
    const isThere = (id: string) => lstatSync(join(folder, id)).isDirectory() && existsSync(join(folder, id, "memory.redb"));
    return ids.filter(isThere).map((id) => [id, knownRoot(join(folder, id, ROOT))]);
  },
};

/** Notes where a project was used last, for people who look for a memory. */
function noteRoot(folder: string, root: string): void {
  const file = join(folder, ROOT);
  if (knownRoot(file) !== root) replaceOurs(file, unique(file, "draft"), root);
}

/** Where a project was used last; undefined if that is not known, or something else is in the note's place. */
function knownRoot(file: string): string | undefined {
  try {
    return textOfOurs(file, MAX_PATH);
  } catch {
    return undefined;
  }
}
