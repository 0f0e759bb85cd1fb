// Leftover files beside a memory's file that may contain forgotten records, in Node: finds and removes them, and lists backups.
//
// The same files and the same list of backups as in the native host (`host-native/src/records/leftovers.rs`, `backups.rs`). Not here: the
// memory's file itself, and its lock.

import { lstatSync, readdirSync, realpathSync } from "node:fs";
import { basename, dirname, join, parse } from "node:path";

import { removeFile, textOfOurs } from "../files/ours.js";
import { undefinedOnError } from "../system.js";
import { removeDraftsOf } from "./drafts.js";
import type { Backup, ErasedFiles } from "./keeping.js";
import { isLeftover } from "./leftovers.js";
import type { Files } from "./place.js";
import { leftoverFiles, removeDrafts, syncFolder } from "./spool.js";

/** The most backups in the list: as in the native host. */
const MAX_BACKUPS = 100;
/** The most bytes that are read of the list: as in the native host. */
const MAX_BYTES = 2 << 20;

/** Removes all leftover files of a memory, durably. The caller holds the lock, so that no process is writing one of them. */
export function removeLeftovers(files: Files): ErasedFiles {
  const erased = findLeftovers(files);
  erased.removed.forEach(removeFile);
  for (const folder of [dirname(files.store), files.spool]) undefinedOnError("ENOENT", () => syncFolder(folder));
  return erased;
}

/** Removes drafts of dead processes beside a memory and in its spool. */
export function removeDeadDrafts({ store, spool }: Files): void {
  removeDraftsOf(store);
  removeDrafts(spool);
}

/** Lists the leftover files that `removeLeftovers` would remove, and the backups. Changes nothing. */
export function findLeftovers(files: Files): ErasedFiles {
  const backups = notedBackups(files.backups);
  const backupPaths = new Set(backups.map(({ path }) => path));
  const removed = leftovers(files).filter((path) => !backupPaths.has(path) && !backupPaths.has(realpathSync(path)));
  return { rewritten: [], removed, backups };
}

function leftovers({ store, spool }: Files): string[] {
  const [folder, name] = [dirname(store), basename(store)];
  const names = undefinedOnError("ENOENT", () => readdirSync(folder)) ?? [];
  const ownLeftovers = names.filter((found) => isLeftover(found, name, parse(store).name)).map((found) => join(folder, found));
  return [...leftoverFiles(spool), ...ownLeftovers.filter((path) => lstatSync(path, { throwIfNoEntry: false })?.isFile())].sort();
}

/** The backups that the command line has noted, oldest first. */
function notedBackups(list: string): Backup[] {
  const text = textOfOurs(list, MAX_BYTES) ?? "";
  const backups = text.split("\n").flatMap((line) => {
    const [time, path] = /^(\d+) (.+)$/.exec(line)?.slice(1) ?? [];
    return time === undefined || path === undefined ? [] : [backup(Number(time), unescaped(path))];
  });
  return backups.slice(-MAX_BACKUPS);
}

function backup(time: number, path: string): Backup {
  return { path, time, isThere: lstatSync(path, { throwIfNoEntry: false }) !== undefined };
}

/** Decodes the percent-encoding of a path; returns it unchanged if that is not valid UTF-8. */
function unescaped(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
