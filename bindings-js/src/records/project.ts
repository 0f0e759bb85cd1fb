// The paths by which a project's folder is known, in Node; as in the native host (`host-native/src/records/project.rs`).

import { realpathSync } from "node:fs";
import { basename, isAbsolute, relative, resolve, sep } from "node:path";

import { projectOf } from "../files/git.js";

/**
 * The paths of a project's folder: as given, as the shell has it, with links resolved, and, for a worktree, the path of its main
 * checkout.
 */
export function namesOf(given: string, root: string): string[] {
  const repository = projectOf(root);
  const checkout = repository !== undefined && basename(repository.git) === ".git" ? [repository.root] : [];
  return [...new Set([resolve(given), ...shellNames(root), root, ...checkout])];
}

/** The path by which the shell knows a folder that is the working folder or above it, with links unresolved; empty if unknown. */
function shellNames(root: string): string[] {
  const shellFolder = process.env["PWD"];
  if (shellFolder === undefined || !isAbsolute(shellFolder)) return [];
  try {
    const below = relative(root, realpathSync.native(shellFolder));
    if (isAbsolute(below) || below.split(sep)[0] === "..") return [];
    const namedRoot = resolve(shellFolder, ...below.split(sep).filter((part) => part !== "").map(() => ".."));
    return realpathSync.native(namedRoot) === root ? [namedRoot] : [];
  } catch {
    return [];
  }
}
