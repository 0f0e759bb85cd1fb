// The names that a project's folder has, in Node; as in the native host (`host-native/src/records/project.rs`).

import { realpathSync } from "node:fs";
import { basename, isAbsolute, relative, resolve, sep } from "node:path";

import { projectOf } from "../files/git.js";

/**
 * The folder of a project under each of its names: as it is given, as the shell names it, without links, and where a worktree belongs to a
 * checkout, that one.
 */
export function namesOf(given: string, root: string): string[] {
  const repository = projectOf(root);
  const checkout = repository !== undefined && basename(repository.git) === ".git" ? [repository.root] : [];
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
