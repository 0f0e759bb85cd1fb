// Where a memory lies, in Node: in the user's data folder, a folder for each project, or in a file that the caller names; as in the native
// host (`host-native/src/records/place.rs`).
//
// Folders are for the user alone, and links are refused. Not here: the file itself.

import { basename, dirname, join, parse, resolve } from "node:path";

import { makeFolders, onlyFile, onlyFolder, onlyFolders } from "../files/ours.js";
import { dataFolder } from "../store/home.js";
import { PROJECTS, type Registry, noteRoot } from "./registry.js";

/** Where a memory is to be kept: for the project that this folder belongs to, or in this file. */
export type Place = { root: string } | { file: string };

/** The files of a memory. */
export interface Files {
  /** The id of the memory's project; undefined for a file without one. */
  project: string | undefined;
  /** The redb file. */
  store: string;
  /** The lock of one turn. */
  lock: string;
  /** A counter that a writer which cannot see readers makes odd for its turn. */
  turn: string;
  /** Batches of writers that found the lock held. */
  spool: string;
  /** The list of its backups, and where they are: the command line notes them. */
  backups: string;
  /** The list of what was lost when it was salvaged. */
  losses: string;
  /** Where the file is kept as it was at some moment. */
  kept(moment: string): string;
}

/** The files of a memory that is to be read; undefined if the project has none. `guess` is whose it was before. */
export async function findFiles(place: Place, registry: Registry, guess?: string): Promise<Files | undefined> {
  if ("file" in place) return filesOf(place.file);
  const id = await registry.find(place.root, guess);
  return id === undefined ? undefined : filesOf(storeOf(id), id);
}

/** The same for writing: folder and id are made if there are none. */
export async function makeFiles(place: Place, registry: Registry, guess?: string): Promise<Files> {
  const id = "file" in place ? undefined : await registry.findOrMake(place.root, guess);
  if (id !== undefined) makeFolders(dataFolder(), PROJECTS, id);
  const files = "file" in place ? filesOf(place.file) : filesOf(storeOf(id as string), id);
  makeFolders(dirname(files.store), basename(files.spool));
  if ("root" in place) noteRoot(dirname(files.store), place.root);
  return files;
}

/** Refuses what is no ordinary file: a link, a device, a pipe. */
export function checkFiles({ store, lock, turn, spool, backups, losses }: Files): void {
  onlyFolder(spool);
  for (const path of [store, lock, turn, backups, losses]) onlyFile(path);
}

function filesOf(file: string, project?: string): Files {
  const store = resolve(file);
  const { dir, name } = parse(store);
  const beside = (ending: string) => join(dir, `${name}.${ending}`);
  const [lock, turn, spool, backups, losses] = ["lock", "turn", "spool", "backups", "losses"].map(beside) as [string, string, string, string, string];
  return { project, store, lock, turn, spool, backups, losses, kept: (moment) => beside(`${moment}.redb`) };
}

/** The store of a project, to which no link leads from the data folder. */
function storeOf(id: string): string {
  onlyFolders(dataFolder(), PROJECTS, id);
  return join(dataFolder(), PROJECTS, id, "memory.redb");
}
