// What is left of what was forgotten beside a memory's file, in Node: found and removed; and backups that a person made, which are named.
//
// The files and the list of backups are the native host's too (`host-native/src/records/leftovers.rs`, `backups.rs`). Not here: the
// memory's file itself, and whose turn it is.

import { lstatSync, readdirSync, realpathSync } from "node:fs";
import { basename, dirname, join, parse } from "node:path";

import { remove, textOfOurs } from "../files/ours.js";
import { unless } from "../system.js";
import { removeDraftsOf } from "./drafts.js";
import type { Backup, Reach } from "./keeping.js";
import { isLeft } from "./leftovers.js";
import type { Files } from "./place.js";
import { left, removeDrafts, sync } from "./spool.js";

/** The most backups that are noted, and the most bytes that are read of their list: as in the native host. */
const MAX = 100;
const MAX_BYTES = 2 << 20;

/** Removes what is left beside a memory, durably. The caller holds the lock, so that nobody is making one of its files. */
export function removeLeft(files: Files): Reach {
  const reach = findLeft(files);
  reach.removed.forEach(remove);
  for (const folder of [dirname(files.store), files.spool]) unless("ENOENT", () => sync(folder));
  return reach;
}

/** Removes drafts and batches that processes left beside a memory when they died. */
export function removeOfDead({ store, spool }: Files): void {
  removeDraftsOf(store);
  removeDrafts(spool);
}

/** Lists the leftovers beside a memory that would be removed, and the backups that a person made. */
export function findLeft(files: Files): Reach {
  const backups = noted(files.backups);
  const theirs = new Set(backups.map(({ path }) => path));
  const removed = leftovers(files).filter((path) => !theirs.has(path) && !theirs.has(realpathSync(path)));
  return { rewritten: [], removed, backups };
}

function leftovers({ store, spool }: Files): string[] {
  const [folder, name] = [dirname(store), basename(store)];
  const names = unless("ENOENT", () => readdirSync(folder)) ?? [];
  const own = names.filter((found) => isLeft(found, name, parse(store).name)).map((found) => join(folder, found));
  return [...left(spool), ...own.filter((path) => lstatSync(path, { throwIfNoEntry: false })?.isFile())].sort();
}

/** The backups that the command line has noted, oldest first. */
function noted(list: string): Backup[] {
  const text = textOfOurs(list, MAX_BYTES) ?? "";
  const backups = text.split("\n").flatMap((line) => {
    const [time, path] = /^(\d+) (.+)$/.exec(line)?.slice(1) ?? [];
    return time === undefined || path === undefined ? [] : [backup(Number(time), unescaped(path))];
  });
  return backups.slice(-MAX);
}

function backup(time: number, path: string): Backup {
  return { path, time, isThere: lstatSync(path, { throwIfNoEntry: false }) !== undefined };
}

/** A path that has bytes written as in an address; as it stands where these are no text. */
function unescaped(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
