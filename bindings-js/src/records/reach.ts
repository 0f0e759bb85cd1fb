// How far up from a folder its project may reach, in Node, as in the native host (`host-native/src/store/reach.rs`), held to the same table
// (`tests/reach.json`).

import { lstatSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, sep } from "node:path";

/**
 * A folder and those above it, as far as its project may reach: the first one with an entry `.git` is the last, and neither the home folder
 * nor what is above it nor the top of a disk is one, unless the search begins there.
 */
export function reach(from: string, home = homeFolder()): string[] {
  const reached = [from];
  for (let folder = from; !hasGit(folder); ) {
    folder = dirname(folder);
    if (isTooWide(folder, home)) break;
    reached.push(folder);
  }
  return reached;
}

function isTooWide(folder: string, home: string | undefined): boolean {
  return folder === dirname(folder) || folder === home || home?.startsWith(folder + sep) === true;
}

function hasGit(folder: string): boolean {
  return lstatSync(join(folder, ".git"), { throwIfNoEntry: false }) !== undefined;
}

function homeFolder(): string | undefined {
  try {
    return realpathSync.native(homedir());
  } catch {
    return undefined;
  }
}
