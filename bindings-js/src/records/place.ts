// The paths of a memory's files, in Node: in the user's data folder, which has a folder for each project, or beside a file that the caller
// names. As in the native host (`host-native/src/records/place.rs`).
//
// Folders are accessible to the user alone, and links are refused. Not here: reading and writing the files.

import { basename, dirname, join, parse, resolve } from "node:path";

import { checkOnlyFile, checkOnlyFolder, checkOnlyFolders, makeFolders } from "../files/ours.js";
import { dataFolder } from "../store/home.js";
import { PROJECTS, type Registry, noteRoot } from "./registry.js";

/** The place of a memory: that of the project that a folder belongs to, or a file. */
export type Place = { root: string } | { file: string };

/** The paths of a memory's files. */
export interface Files {
  /** The id of the memory's project; undefined for a file without one. */
  project: string | undefined;
  /** The redb file with the rows. */
  store: string;
  /** The lock file: its text names the process that holds the lock. */
  lock: string;
  /** The counter file: its number is odd while a writer that cannot see redb's readers, such as JavaScript, is writing. */
  turn: string;
  /** The folder for batches of writers that found the lock held. */
  spool: string;
  /** The list of backups, which the command line writes. */
  backups: string;
  /** The list of losses: a line of JSON for each salvage. */
  losses: string;
  /** The path for a copy of the store, beside it, with `moment` in its name, such as a format or a time. */
  kept(moment: string): string;
}

/** Finds the files of a memory for reading; undefined if its folder belongs to no project yet. `guessedId`: the project's id at the last look-up. */
export async function findFiles(place: Place, registry: Registry, guessedId?: string): Promise<Files | undefined> {
  if ("file" in place) return filesOf(place.file);
  const id = await registry.find(place.root, guessedId);
  return id === undefined ? undefined : filesOf(storeOf(id), id);
}

/** Finds the files of a memory for writing, and creates the project's id and folder if needed. `guessedId`: the id at the last look-up. */
export async function makeFiles(place: Place, registry: Registry, guessedId?: string): Promise<Files> {
  const id = "file" in place ? undefined : await registry.findOrMake(place.root, guessedId);
  if (id !== undefined) makeFolders(dataFolder(), PROJECTS, id);
  const files = "file" in place ? filesOf(place.file) : filesOf(storeOf(id as string), id);
  makeFolders(dirname(files.store), basename(files.spool));
  if ("root" in place) noteRoot(dirname(files.store), place.root);
  return files;
}

/** Throws `link` if at the path of a file is something else, such as a link, a device or a pipe. */
export function checkFiles({ store, lock, turn, spool, backups, losses }: Files): void {
  checkOnlyFolder(spool);
  for (const path of [store, lock, turn, backups, losses]) checkOnlyFile(path);
}

function filesOf(file: string, project?: string): Files {
  const store = resolve(file);
  const { dir, name } = parse(store);
  const fileBeside = (ending: string) => join(dir, `${name}.${ending}`);
  const [lock, turn, spool, backups, losses] = ["lock", "turn", "spool", "backups", "losses"].map(fileBeside) as [string, string, string, string, string];
  return { project, store, lock, turn, spool, backups, losses, kept: (moment) => fileBeside(`${moment}.redb`) };
}

/** The path of a project's store. Throws if a folder on the path from the data folder is a link. */
function storeOf(id: string): string {
  checkOnlyFolders(dataFolder(), PROJECTS, id);
  return join(dataFolder(), PROJECTS, id, "memory.redb");
}
