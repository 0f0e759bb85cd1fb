// Opens a file in Node as the handle of a store.

import { closeSync, fdatasyncSync, fstatSync, ftruncateSync, readSync, statSync, statfsSync, writeSync } from "node:fs";

import { ScrubjayError, createError } from "../errors.js";
import { createOurs, openOurs } from "../files/ours.js";
import { undefinedOnError } from "../system.js";
import { fileRefusal } from "./error.js";
import type { FileHandle } from "./handle.js";

/** The handle of a file on a disk that other processes may write or replace. */
export interface DiskFile extends FileHandle {
  /** Reads the first bytes of the file past all caches, so that writes of other processes are visible. Returns how many were read. */
  readFront(buffer: Uint8Array): number;
  /** Whether the path now refers to another file, or to none. */
  isReplaced(): boolean;
}

/**
 * Opens a file for reading, or for writing too; `create` creates it if it is missing, for this user alone. Throws `link` for anything but an
 * ordinary file, or the system's error.
 */
export function openFile(path: string, how: "read" | "write" | "create"): DiskFile {
  const fd = openDescriptor(path, how);
  const { dev, ino } = fstatSync(fd);
  return {
    getSize: () => fstatSync(fd).size,
    read: (buffer, { at }) => readSync(fd, buffer, 0, buffer.length, at),
    write: (buffer, { at }) => writeSync(fd, buffer, 0, buffer.length, at),
    truncate: (newSize) => ftruncateSync(fd, newSize),
    flush: () => fdatasyncSync(fd),
    close: () => closeSync(fd),
    readFront: isOnLocalDisk(path) ? (buffer) => readStart(fd, buffer) : (buffer) => readAnew(path, buffer),
    isReplaced: () => {
      const current = statSync(path, { throwIfNoEntry: false });
      return current?.dev !== dev || current.ino !== ino;
    },
  };
}

/** The offset of the byte of flags in redb's file. */
const STATE_OFFSET = 9;
/** The flag that means that the file needs recovery. */
const UNCLOSED_BIT = 2;

/** Whether the last writer of a store has not closed its file: it died, or still has the file open. */
export function isUnclosed(path: string): boolean {
  const file = openFile(path, "read");
  try {
    const state = new Uint8Array(1);
    file.read(state, { at: STATE_OFFSET });
    return ((state[0] ?? 0) & UNCLOSED_BIT) !== 0;
  } finally {
    file.close();
  }
}

/** The magic numbers on Linux of local file systems: ext4, XFS, Btrfs, F2FS, tmpfs, overlay. */
const LOCAL_DISK_TYPES = new Set([0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x01021994, 0x794c7630]);

/** Whether a file is on a local disk, where other processes see writes at once; over a network, one may see them only when it opens the file again. */
function isOnLocalDisk(path: string): boolean {
  try {
    return LOCAL_DISK_TYPES.has(statfsSync(path).type);
  } catch {
    return false;
  }
}

function readStart(fd: number, buffer: Uint8Array): number {
  return readSync(fd, buffer, 0, buffer.length, 0);
}

function readAnew(path: string, buffer: Uint8Array): number {
  const fd = openOurs(path, "read");
  try {
    return readStart(fd, buffer);
  } finally {
    closeSync(fd);
  }
}

function openDescriptor(path: string, how: "read" | "write" | "create"): number {
  if (how === "create") return undefinedOnError("ENOENT", () => openOurs(path, "write")) ?? createOurs(path);
  return openOurs(path, how);
}

/** Runs a function on files in a store's folder. Errors of the system are thrown as errors of the store. */
export function withFileErrors<T>(folder: string, operation: () => T): T {
  try {
    return operation();
  } catch (error) {
    if (error instanceof ScrubjayError) throw error;
    if ((error as NodeJS.ErrnoException).code === "ENOENT") throw createError("not_indexed", { path: folder }, `no store at ${folder}`, { cause: error });
    throw fileRefusal(error);
  }
}
