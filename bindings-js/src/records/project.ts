// Which project a folder belongs to, in Node: 128 random bits, in git's folder, which all worktrees share and no clone copies, or else in
// `.scrubjay`; the same as in the native host (`host-native/src/records/project.rs`).
//
// Where nothing may be written the id follows from the folder's path. Nothing that a repository contains leads to another project's id.

import { createHash, randomBytes } from "node:crypto";
import { linkSync, lstatSync, mkdirSync, realpathSync, renameSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

import { failure } from "../errors.js";
import { repositoryOf } from "../files/git.js";
import { bytesOfOurs, onlyFolder, remove, writeOurs } from "../files/ours.js";
import { hideFromGit } from "../store/place.js";
import { unless } from "../system.js";
import { removeDraftsOf } from "./drafts.js";
import { unique } from "./lock.js";
import { reach } from "./reach.js";

/** The id's file in git's folder, and in ours. */
const IN_GIT = "scrubjay-id";
const OURS = ".scrubjay";
/** More bytes than an id has; a file that has as many says none. */
const MAX_BYTES = 4_096;
/** The bytes of an id. */
const N_BYTES = 16;

/** Those memories that are kept. */
export interface KeptProjects {
  /** Whether one is kept under an id. */
  has(id: string): boolean;
  /** Their ids, and where each was used last, if that is known. */
  roots(): [id: string, root: string | undefined][];
}

/** Whether a text is an id. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}

/** The id of the project that a folder belongs to, if it has one. Throws if a file says none where one may be lost. */
export function findId(root: string, kept: KeptProjects): string | undefined {
  for (const file of idFiles(root)) {
    const said = saidIn(file);
    if (said === undefined) continue;
    if (isId(said)) return said;
    const known = usedWith(file, kept);
    if (said !== "" || known.length > 0) throw lost(file, known);
  }
  const byPath = idOfPath(root);
  return kept.has(byPath) ? byPath : undefined;
}

/** The same, which is made if there is none. */
export function findOrMakeId(root: string, kept: KeptProjects): string {
  const found = findId(root, kept);
  if (found !== undefined) return found;
  const id = randomBytes(N_BYTES).toString("hex");
  try {
    write(root, id);
    return findId(root, kept) ?? id;
  } catch (error) {
    if (!["EACCES", "EPERM", "EROFS"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    return idOfPath(root);
  }
}

/** What a file with an id says, which may be nothing; undefined if there is no file. */
function saidIn(file: string): string | undefined {
  // `.git` and `.scrubjay` may have been brought along.
  onlyFolder(dirname(file));
  const bytes = bytesOfOurs(file, MAX_BYTES);
  if (bytes === undefined) return undefined;
  return bytes.length < MAX_BYTES ? new TextDecoder().decode(bytes).trim() : "too long";
}

/** The ids of the memories that were used last in a folder whose id stands in this file. */
function usedWith(file: string, kept: KeptProjects): string[] {
  return kept.roots().flatMap(([id, root]) => (root !== undefined && idFiles(root).includes(file) ? [id] : []));
}

function lost(path: string, known: string[]) {
  const attach = known.map((id) => `\`scrubjay memory attach ${id}\``).join(" or ");
  const advice = attach === "" ? `find it with \`scrubjay memory list\`, or remove ${path} for a new one` : `it was used here: ${attach}`;
  return failure("no_id", { path, known }, `${path} does not say which memory is this project's; ${advice}`);
}

/** Writes the id, unless another process has just done so: whole or not at all, and the first one stays. */
function write(root: string, id: string): void {
  const [file] = idFiles(root) as [string];
  const folder = dirname(file);
  if (folder.endsWith(sep + OURS)) {
    if (unless("EEXIST", () => (mkdirSync(folder), true))) hideFromGit(folder);
    else onlyFolder(folder);
  }
  removeDraftsOf(file);
  removeEmpty(file);
  const draft = unique(file, "draft");
  try {
    writeOurs(draft, `${id}\n`, 0o666);
    linkSync(draft, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Only a file system without links is left for the last one.
    if (code === "EPERM" || code === "ENOTSUP" || code === "ENOSYS" || code === "EOPNOTSUPP") writeOurs(file, `${id}\n`, 0o666);
    else if (code !== "EEXIST") throw error;
  } finally {
    remove(draft);
  }
}

/**
 * Removes a file that is empty. It is moved aside before it is looked at again, because another process may have done the same and written
 * its id meanwhile, which is put back.
 */
function removeEmpty(file: string): void {
  if (saidIn(file) !== "") return;
  const aside = unique(file, "empty");
  if (!unless("ENOENT", () => (renameSync(file, aside), true))) return;
  if (saidIn(aside) !== "") unless("EEXIST", () => linkSync(aside, file));
  remove(aside);
}

function idOfPath(root: string): string {
  return createHash("sha256").update(root).digest().subarray(0, N_BYTES).toString("hex");
}

/**
 * The folder of a project under each of its names: as it is given, as the shell names it, without links, and where a worktree belongs to a
 * checkout, that one.
 */
export function namesOf(given: string, root: string): string[] {
  const git = lstatSync(join(root, ".git"), { throwIfNoEntry: false })?.isFile() === true ? repositoryOf(root) : undefined;
  const checkout = git !== undefined && basename(git) === ".git" ? [dirname(git)] : [];
  return [...new Set([resolve(given), ...inShell(root), root, ...checkout])];
}

/** A folder above the working folder by the name that the shell has for it, which may lead through links. */
function inShell(root: string): string[] {
  const here = process.env["PWD"];
  if (here === undefined || !isAbsolute(here)) return [];
  try {
    const below = relative(root, realpathSync.native(here));
    if (isAbsolute(below) || below.split(sep)[0] === "..") return [];
    const named = resolve(here, ...below.split(sep).filter((part) => part !== "").map(() => ".."));
    return realpathSync.native(named) === root ? [named] : [];
  } catch {
    return [];
  }
}

/** Where the id may stand: first where a new one is written. */
function idFiles(root: string): string[] {
  const reached = reach(root);
  const last = reached.at(-1);
  const repository = last === undefined ? undefined : repositoryOf(last);
  const top = reached.find(hasOurs) ?? root;
  return [...(repository === undefined ? [] : [join(repository, IN_GIT)]), join(top, OURS, "id")];
}

function hasOurs(folder: string): boolean {
  return lstatSync(join(folder, OURS), { throwIfNoEntry: false })?.isDirectory() ?? false;
}
