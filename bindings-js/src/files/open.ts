// Opens files of a folder that nobody vouches for: only ordinary files, without waiting, through no link, and with a limit on what is
// read.
//
// A pipe or a device in a file's place is closed as soon as it is seen what it is; opening it does not wait for a writer. What is judged
// is what was opened. Node cannot open a file from an open folder, so links on the way are looked for before, and on Linux, where the
// system tells it, where the open file lies is looked at too. Not here: which files those are.

import { closeSync, constants, fstatSync, openSync, readSync, readlinkSync, realpathSync } from "node:fs";
import { dirname, join, sep } from "node:path";

/** Opening neither waits for the other end of a pipe nor makes a terminal the program's own. Windows has none of these. */
const READING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);
const NO_LINK = constants.O_NOFOLLOW ?? 0;

/** Why a pipe, a device or a folder is not read. */
export const NOT_ORDINARY = "it is not an ordinary file";

/** The beginning of a file. */
export interface Beginning {
  bytes: Uint8Array;
  /** It is the whole file. */
  isWhole: boolean;
}

/** Reads at most `limit` bytes of an ordinary file below `root`, no part of whose inside name may be a link. */
export function readBelow(root: string, name: string, limit: number): Beginning {
  const file = join(root, name);
  const folder = dirname(file);
  if (realpathSync.native(folder) !== folder) throw new Error("a link leads to it, and links are not followed");
  return read(file, limit, true, root);
}

/** The same for a path, if it is below `root`. Elsewhere only the last part must not be a link: where a folder lies is the user's own affair. */
export function readAt(root: string, file: string, limit: number): Beginning {
  const lead = root.endsWith(sep) ? root : root + sep;
  return file.startsWith(lead) ? readBelow(root, file.slice(lead.length), limit) : read(file, limit, true);
}

/** The same for a file of the user's own, which may be kept behind a link. */
export function readOfUser(file: string, limit: number): Beginning {
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

function read(file: string, limit: number, refusesLinks: boolean, root?: string): Beginning {
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
    return openSync(file, READING | (refusesLinks ? NO_LINK : 0));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ELOOP") throw new Error("it is a link, and links are not followed", { cause: error });
    if (code === "ENXIO") throw new Error(NOT_ORDINARY, { cause: error });
    throw error;
  }
}

/** Refuses a file that lies elsewhere, because a folder on the way was replaced by a link since it was looked at. */
function checkPlace(fd: number, file: string): void {
  let place: string;
  try {
    place = readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    // Without this folder, as in some containers, the look before has to do.
    return;
  }
  if (place !== file && place !== `${file} (deleted)`) throw new Error("a link leads to it, and links are not followed");
}

/** Reads up to the limit, and one byte more, which shows that the file is larger, or grew since its size was read. */
function beginning(fd: number, size: number, limit: number): Beginning {
  let bytes = new Uint8Array(Math.min(size, limit) + 1);
  let length = 0;
  for (;;) {
    const n = readSync(fd, bytes, length, bytes.length - length, null);
    length += n;
    if (n === 0 || length > limit) return { bytes: bytes.subarray(0, Math.min(length, limit)), isWhole: length <= limit };
    if (length === bytes.length) {
      const more = new Uint8Array(limit + 1);
      more.set(bytes);
      bytes = more;
    }
  }
}
