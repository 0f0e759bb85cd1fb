// Which project a folder belongs to, in Node: 128 random bits, in git's folder, which all worktrees share and no clone copies, or else in
// `.scrubjay`; the same as in the native host (`host-native/src/records/project.rs`).
//
// Where nothing may be written the id follows from the folder's path. Nothing that a repository contains leads to another project's id.

import { createHash, randomBytes } from "node:crypto";
import { closeSync, fsyncSync, linkSync, lstatSync, mkdirSync, openSync, readFileSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

import { unless } from "../system.js";
import { remove, unique } from "./lock.js";

/** The id's file in git's folder, and in ours. */
const IN_GIT = "scrubjay-id";
const OURS = ".scrubjay";
/** The most bytes of a file that names a folder or an id. */
const MOST_BYTES = 4_096;
/** The bytes of an id. */
const N_BYTES = 16;

/** The id of the project that a folder belongs to, if it has one. `isKept` says whether a memory is kept under an id. */
export function findId(root: string, isKept: (id: string) => boolean): string | undefined {
  for (const file of idFiles(root)) {
    const id = read(file)?.trim();
    if (id !== undefined && /^[0-9a-f]{32}$/.test(id)) return id;
  }
  const byPath = idOfPath(root);
  return isKept(byPath) ? byPath : undefined;
}

/** The same, which is made if there is none. */
export function findOrMakeId(root: string, isKept: (id: string) => boolean): string {
  const found = findId(root, isKept);
  if (found !== undefined) return found;
  const id = randomBytes(N_BYTES).toString("hex");
  try {
    write(root, id);
    return findId(root, isKept) ?? id;
  } catch (error) {
    if (!["EACCES", "EPERM", "EROFS"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    return idOfPath(root);
  }
}

/** Writes the id, unless another process has just done so: whole or not at all, and the first one stays. */
function write(root: string, id: string): void {
  const [file] = idFiles(root) as [string];
  const folder = dirname(file);
  if (folder.endsWith(sep + OURS) && unless("EEXIST", () => (mkdirSync(folder), true))) writeFileSync(join(folder, ".gitignore"), "*\n");
  const draft = unique(file, "draft");
  try {
    const fd = openSync(draft, "wx");
    try {
      writeFileSync(fd, `${id}\n`);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    linkSync(draft, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Only a file system without links is left for the last one.
    if (code === "EPERM" || code === "ENOTSUP" || code === "ENOSYS" || code === "EOPNOTSUPP") writeFileSync(file, `${id}\n`);
    else if (code !== "EEXIST") throw error;
  } finally {
    remove(draft);
  }
}

function idOfPath(root: string): string {
  return createHash("sha256").update(root).digest().subarray(0, N_BYTES).toString("hex");
}

/**
 * The folder of a project under each of its names: as it is given, as the shell names it, without links, and where a worktree belongs to a
 * checkout, that one.
 */
export function namesOf(given: string, root: string): string[] {
  const git = statSync(join(root, ".git"), { throwIfNoEntry: false })?.isFile() === true ? gitFolder(root) : undefined;
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
  const git = gitFolder(root);
  const top = above(root).find((folder) => statSync(join(folder, OURS), { throwIfNoEntry: false })?.isDirectory()) ?? root;
  return [...(git === undefined ? [] : [join(git, IN_GIT)]), join(top, OURS, "id")];
}

/** A folder and those above it. */
function above(folder: string): string[] {
  const next = dirname(folder);
  return next === folder ? [folder] : [folder, ...above(next)];
}

/** The folder that all worktrees of the repository around a folder share. */
function gitFolder(root: string): string | undefined {
  const entry = above(root).map((folder) => join(folder, ".git")).find((entry) => lstatSync(entry, { throwIfNoEntry: false }));
  if (entry === undefined || lstatSync(entry).isDirectory()) return entry;
  // A worktree's or submodule's: a file that names a folder, which must name it in turn. Anybody can write the first.
  const named = read(entry)?.trim();
  if (!named?.startsWith("gitdir:")) return undefined;
  const folder = real(resolve(dirname(entry), named.slice("gitdir:".length).trim()));
  if (folder === undefined) return undefined;
  const back = read(join(folder, "gitdir"))?.trim();
  if (back !== undefined && real(back) === entry) {
    const common = read(join(folder, "commondir"))?.trim();
    return common === undefined ? undefined : real(resolve(folder, common));
  }
  const isSubmodule = above(dirname(dirname(entry))).some((outer) => folder.startsWith(join(outer, ".git", "modules") + sep));
  return isSubmodule ? folder : undefined;
}

function real(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

/** A short text, if there is an ordinary file of this name. */
function read(path: string): string | undefined {
  const found = unless("ENOTDIR", () => lstatSync(path, { throwIfNoEntry: false }));
  return found?.isFile() && found.size <= MOST_BYTES ? readFileSync(path, "utf8") : undefined;
}
