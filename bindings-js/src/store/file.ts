// A file of Node's as the handle that a store is kept in.

import { closeSync, fdatasyncSync, fstatSync, ftruncateSync, openSync, readSync, statSync, statfsSync, writeSync } from "node:fs";

import { StoreError, fileRefusal } from "./error.js";
import type { FileHandle } from "./handle.js";

/** A file on a disk. */
export interface DiskFile extends FileHandle {
  /** Reads the first bytes as they are now, whoever wrote them; how many there were. */
  readFront(buffer: Uint8Array): number;
  /** Another file has its name by now, or none. */
  isReplaced(): boolean;
}

/** Opens a file to read it, or to write it too; `create` makes it where it is missing. Throws what the system says. */
export function openFile(path: string, how: "read" | "write" | "create"): DiskFile {
  const fd = opened(path, how);
  const { dev, ino } = fstatSync(fd);
  return {
    getSize: () => fstatSync(fd).size,
    read: (buffer, { at }) => readSync(fd, buffer, 0, buffer.length, at),
    write: (buffer, { at }) => writeSync(fd, buffer, 0, buffer.length, at),
    truncate: (newSize) => ftruncateSync(fd, newSize),
    flush: () => fdatasyncSync(fd),
    close: () => closeSync(fd),
    readFront: isOnOwnDisk(path) ? (buffer) => readAt(fd, buffer) : (buffer) => readAnew(path, buffer),
    isReplaced: () => {
      const there = statSync(path, { throwIfNoEntry: false });
      return there?.dev !== dev || there.ino !== ino;
    },
  };
}

/** Where redb's file says whether it is in order, and the bit that says it is not. */
const STATE = 9;
const UNCLOSED = 2;

/** Whoever wrote a store last has not closed its file. */
export function isUnclosed(path: string): boolean {
  const file = openFile(path, "read");
  try {
    const state = new Uint8Array(1);
    file.read(state, { at: STATE });
    return ((state[0] ?? 0) & UNCLOSED) !== 0;
  } finally {
    file.close();
  }
}

/** File systems of a machine's own disks, by the numbers of Linux: ext4, XFS, Btrfs, F2FS, tmpfs, overlay. */
const OWN_DISKS = new Set([0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x01021994, 0x794c7630]);

/** Every write is seen as soon as it is done; over a network, only by who opens the file after it. */
function isOnOwnDisk(path: string): boolean {
  try {
    return OWN_DISKS.has(statfsSync(path).type);
  } catch {
    return false;
  }
}

function readAt(fd: number, buffer: Uint8Array): number {
  return readSync(fd, buffer, 0, buffer.length, 0);
}

function readAnew(path: string, buffer: Uint8Array): number {
  const fd = openSync(path, "r");
  try {
    return readAt(fd, buffer);
  } finally {
    closeSync(fd);
  }
}

function opened(path: string, how: "read" | "write" | "create"): number {
  if (how === "read") return openSync(path, "r");
  try {
    return openSync(path, "r+");
  } catch (error) {
    if (how !== "create" || (error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return openSync(path, "wx+");
  }
}

/** Does something with the files in a store's folder; what the system refuses is a refusal of the store. */
export function saying<T>(folder: string, operation: () => T): T {
  try {
    return operation();
  } catch (error) {
    if (error instanceof StoreError) throw error;
    if ((error as NodeJS.ErrnoException).code === "ENOENT") throw new StoreError("missing", `no store at ${folder}`, { path: folder, cause: error });
    throw fileRefusal(error);
  }
}
