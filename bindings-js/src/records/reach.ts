// Which of the folders above a folder may be its project, in Node, as in the native host (`host-native/src/store/reach.rs`). Both are tested
// with the same tables (`tests/reach.json`, `tests/system_folders.json`).

import { lstatSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, sep } from "node:path";

/** Folders of the operating system, which are no projects. Folders below them may be. */
const SYSTEM_FOLDERS = new Set([
  "/bin", "/boot", "/dev", "/etc", "/lib", "/lib32", "/lib64", "/libx32", "/proc", "/run", "/sbin", "/sys", "/usr", "/usr/bin",
  "/usr/include", "/usr/lib", "/usr/lib64", "/usr/libexec", "/usr/local", "/usr/local/bin", "/usr/local/lib", "/usr/sbin", "/usr/share",
  "/var", "/var/lib", "/var/log", "/Applications", "/Library", "/System", "/private",
]);
/** Prefixes of virtual file systems, in which nothing is a project. */
const VIRTUAL_PREFIXES = ["/proc/", "/sys/"];
/** Environment variables that contain folders of the operating system on Windows. */
const VARIABLES = ["SystemRoot", "ProgramData", "ProgramFiles", "ProgramFiles(x86)"];

/**
 * A folder and those above it that may be its project's, nearest first. The given folder is always the first, and the
 * first one with an entry `.git` is the last. The search stops before the home folder, a folder above that, a folder of
 * the operating system, or the top of a disk.
 */
export function possibleProjectFolders(from: string, home = homeFolder()): string[] {
  const folders = [from];
  for (let folder = from; !hasGit(folder); ) {
    folder = dirname(folder);
    if (isTooWide(folder, home)) break;
    folders.push(folder);
  }
  return folders;
}

function isTooWide(folder: string, home: string | undefined): boolean {
  return isSystemFolder(folder) || folder === home || home?.startsWith(folder + sep) === true;
}

/** Whether a folder is the top of a disk, or belongs to the operating system, so that it is no project. */
export function isSystemFolder(folder: string): boolean {
  const isVariableFolder = () => VARIABLES.some((name) => process.env[name]?.toLowerCase() === folder.toLowerCase());
  return (
    folder === dirname(folder) || SYSTEM_FOLDERS.has(folder) || VIRTUAL_PREFIXES.some((one) => folder.startsWith(one)) || (process.platform === "win32" && isVariableFolder())
  );
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
