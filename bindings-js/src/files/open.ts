// Reads files of an untrusted folder: only ordinary files, without blocking, through no link, and up to a limit of bytes.
//
// A pipe or a device is closed as soon as it is recognized; opening it does not wait for a writer. The type is checked on the open file.
// Node cannot open a file relative to an open folder, so links in its path are looked for before, and on Linux the path of the open file
// is checked too. Not here: which files are read.

import { closeSync, constants, fstatSync, openSync, readSync, readlinkSync, realpathSync } from "node:fs";
import { dirname, join, sep } from "node:path";

/** Flags for reading that neither wait for the other end of a pipe nor acquire a terminal. Windows has no such flags. */
const READ_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);
const NO_LINK = constants.O_NOFOLLOW ?? 0;

/** The reason given for a pipe, a device or a folder. */
export const NOT_ORDINARY = "it is not an ordinary file";

/** The first bytes of a file, up to a limit. */
export interface FileBeginning {
  bytes: Uint8Array;
  /** Whether the bytes are the whole file. */
  isWhole: boolean;
}

/** Reads at most `limit` bytes of an ordinary file below `root`. Throws if any part of `name` is a link. */
export function readBelow(root: string, name: string, limit: number): FileBeginning {
  const file = join(root, name);
  const folder = dirname(file);
  if (realpathSync.native(folder) !== folder) throw new Error("a link leads to it, and links are not followed");
  return read(file, limit, true, root);
}

/** Reads at most `limit` bytes of an ordinary file. Throws if the file is a link, or if it is below `root` and a folder in its path is a link. */
export function readAt(root: string, file: string, limit: number): FileBeginning {
  const lead = root.endsWith(sep) ? root : root + sep;
  return file.startsWith(lead) ? readBelow(root, file.slice(lead.length), limit) : read(file, limit, true);
}

/** Reads at most `limit` bytes of a file of the user's own, whose path may contain links. */
export function readOfUser(file: string, limit: number): FileBeginning {
  return read(file, limit, false);
}

/** Whether an error says that there is no such file. */
export function isGone(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "");
}

/** Whether an error says that access is denied. */
export function isDenied(error: unknown): boolean {
  return ["EACCES", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "");
}

function read(file: string, limit: number, refusesLinks: boolean, root?: string): FileBeginning {
  const fd = open(file, refusesLinks);
  try {
    const status = fstatSync(fd);
    if (!status.isFile()) throw new Error(NOT_ORDINARY);
    if (root !== undefined && process.platform === "linux") checkPlace(fd, file);
    return beginning(fd, status.size, limit);
  } finally {
    closeSync(fd);
  }
}

function open(file: string, refusesLinks: boolean): number {
  try {
    return openSync(file, READ_FLAGS | (refusesLinks ? NO_LINK : 0));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ELOOP") throw new Error("it is a link, and links are not followed", { cause: error });
    if (code === "ENXIO") throw new Error(NOT_ORDINARY, { cause: error });
    throw error;
  }
}

/** Throws if an open file is not at this path, because a folder in the path was replaced by a link after the check. */
function checkPlace(fd: number, file: string): void {
  let place: string;
  try {
    place = readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    // Some containers have no `/proc`: there the check before opening has to suffice.
    return;
  }
  if (place !== file && place !== `${file} (deleted)`) throw new Error("a link leads to it, and links are not followed");
}

/** Reads up to the limit, and one byte more, which shows whether the file is larger. */
function beginning(fd: number, size: number, limit: number): FileBeginning {
  let bytes = new Uint8Array(Math.min(size, limit) + 1);
  let length = 0;
  for (;;) {
    const n = readSync(fd, bytes, length, bytes.length - length, null);
    length += n;
    if (n === 0 || length > limit) return { bytes: bytes.subarray(0, Math.min(length, limit)), isWhole: length <= limit };
    if (length === bytes.length) {
      const largerBytes = new Uint8Array(limit + 1);
      largerBytes.set(bytes);
      bytes = largerBytes;
    }
  }
}
