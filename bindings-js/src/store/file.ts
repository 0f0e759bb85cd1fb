// A file of Node's as the handle that a store is kept in.

import { closeSync, fdatasyncSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";

import type { FileHandle } from "./handle.js";

/** Opens a file to read and write it; `create` makes it where it is missing. Throws what the system says. */
export function openFile(path: string, create: boolean): FileHandle {
  let fd: number;
  try {
    fd = openSync(path, "r+");
  } catch (error) {
    if (!create || (error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    fd = openSync(path, "wx+");
  }
  return {
    getSize: () => fstatSync(fd).size,
    read: (buffer, { at }) => readSync(fd, buffer, 0, buffer.length, at),
    write: (buffer, { at }) => writeSync(fd, buffer, 0, buffer.length, at),
    truncate: (newSize) => ftruncateSync(fd, newSize),
    flush: () => fdatasyncSync(fd),
    close: () => closeSync(fd),
  };
}
