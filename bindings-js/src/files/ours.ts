// Scrubjay's own files in Node, in `.scrubjay`, `.git` and the user's folders, where another program may have put something else.
//
// As untrusted sources (`open.ts`), only ordinary files are opened, without blocking and through no link. Stores are written in place, and
// must have no hard link elsewhere. Any other file is replaced by a new one, so that a link is replaced and not followed. As in the native
// host (`host-native/src/open/`). Not here: which files those are.

import {
  type Stats,
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, parse } from "node:path";

import { createError } from "../errors.js";
import { undefinedOnError } from "../system.js";
import { isGone } from "./open.js";

/**
 * Flags for opening that neither follow a link, nor wait for the other end of a pipe, nor acquire a terminal. Windows has no such flags.
 */
const SAFE_FLAGS = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** The size in bytes of the buffer for copying. */
const PIECE_BYTES = 1 << 20;

/** Opens an ordinary file, and returns its descriptor. Throws a `ScrubjayError` for anything else, or the system's error. */
export function openOurs(file: string, how: "read" | "write"): number {
  // If the system has no flag against following links, the file is examined first.
  if (constants.O_NOFOLLOW === undefined) checkOnlyFile(file);
  const fd = openWith(file, (how === "read" ? constants.O_RDONLY : constants.O_RDWR) | SAFE_FLAGS);
  const status = fstatSync(fd);
  if (status.isFile() && (how === "read" || hasOnlyOurNames(file, status))) return fd;
  closeSync(fd);
  throw status.isFile() ? hardLinkError(file) : linkError(file);
}

/**
 * Whether all hard links to a file are in its folder, under names that begin with its stem. A kept copy of a damaged
 * file is such a link, until the file is replaced.
 */
function hasOnlyOurNames(file: string, { nlink, dev, ino }: Stats): boolean {
  if (nlink <= 1) return true;
  const [folder, stem] = [dirname(file), parse(file).name];
  const isOwn = (name: string) => {
    const status = name.startsWith(stem) ? statOf(join(folder, name)) : undefined;
    return status?.dev === dev && status.ino === ino;
  };
  return readdirSync(folder).filter(isOwn).length >= nlink;
}

/** Creates a file, by default readable by this user alone, and returns its descriptor. Throws if anything exists at the path. */
export function createOurs(file: string, mode = 0o600): number {
  return openSync(file, "wx+", mode);
}

/** The first `limit` bytes of an ordinary file; undefined if it does not exist. */
export function bytesOfOurs(file: string, limit: number): Uint8Array | undefined {
  const fd = undefinedIfGone(() => openOurs(file, "read"));
  if (fd === undefined) return undefined;
  try {
    const bytes = new Uint8Array(Math.min(fstatSync(fd).size, limit));
    let length = 0;
    for (let n = 1; n > 0 && length < bytes.length; length += n) n = readSync(fd, bytes, length, bytes.length - length, null);
    return bytes.subarray(0, length);
  } finally {
    closeSync(fd);
  }
}

/** The first `limit` bytes of an ordinary file as text; undefined if it does not exist. */
export function textOfOurs(file: string, limit: number): string | undefined {
  const bytes = bytesOfOurs(file, limit);
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}

/** Creates a file with this content, and syncs it to the disk. */
export function writeOurs(file: string, content: string | Uint8Array, mode?: number): void {
  const fd = createOurs(file, mode);
  try {
    writeFileSync(fd, content);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Creates a file with this content without syncing it: for content that may be lost in a power failure. */
export function writeOursUnsynced(file: string, content: string): void {
  const fd = createOurs(file);
  try {
    writeFileSync(fd, content);
  } finally {
    closeSync(fd);
  }
}

/**
 * Replaces a file atomically: writes a draft, which nobody else may write, and renames it. The content is synced to the disk only if `write`
 * is `writeOurs`.
 */
export function replaceOurs(file: string, draft: string, content: string, write = writeOursUnsynced): void {
  removeFile(draft);
  try {
    write(draft, content);
    checkNoFolder(file);
    renameSync(draft, file);
  } catch (error) {
    // An incomplete draft is of no use.
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Copies an ordinary file to a new one, readable by this user alone. */
export function copyOurs(from: string, to: string): void {
  const source = openOurs(from, "read");
  try {
    const target = createOurs(to);
    try {
      const piece = new Uint8Array(PIECE_BYTES);
      for (let n = readSync(source, piece); n > 0; n = readSync(source, piece)) writeFileSync(target, piece.subarray(0, n));
    } finally {
      closeSync(target);
    }
  } finally {
    closeSync(source);
  }
}

/** Creates a hard link to a file, or a copy if that fails, as on a file system without links. */
export function linkOurs(file: string, name: string): void {
  try {
    linkSync(file, name);
  } catch {
    copyOurs(file, name);
  }
}

/** Removes a file if it exists. Of a link, the link itself is removed. */
export function removeFile(file: string): void {
  checkNoFolder(file);
  rmSync(file, { force: true });
}

/** Throws `link` if anything but an ordinary file exists at the path, such as a link to one. */
export function checkOnlyFile(file: string): void {
  const found = statOf(file);
  if (found !== undefined && !found.isFile()) throw linkError(file);
}

/** Throws `link` if anything but a folder exists at the path, such as a link to one. */
export function checkOnlyFolder(folder: string): void {
  const found = statOf(folder);
  if (found !== undefined && !found.isDirectory()) throw linkError(folder);
}

/** Creates a folder and nested folders in it, which only this user can enter. Throws `link` if a nested one exists and is no folder. */
export function makeFolders(base: string, ...below: string[]): void {
  mkdirSync(base, { recursive: true, mode: 0o700 });
  let folder = base;
  for (const part of below) {
    folder = join(folder, part);
    if (!undefinedOnError("EEXIST", () => (mkdirSync(folder, { mode: 0o700 }), true))) checkOnlyFolder(folder);
  }
}

/** Throws `link` if any part of the path from a folder to one below it is a link or not a folder. */
export function checkOnlyFolders(base: string, ...below: string[]): void {
  let folder = base;
  for (const part of below) checkOnlyFolder((folder = join(folder, part)));
}

function checkNoFolder(file: string): void {
  if (statOf(file)?.isDirectory()) throw linkError(file);
}

function statOf(file: string) {
  return undefinedIfGone(() => lstatSync(file));
}

function undefinedIfGone<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

function openWith(file: string, flags: number): number {
  try {
    return openSync(file, flags);
  } catch (error) {
    // The codes for: a link; a socket, or a pipe without a reader; a folder that is opened for writing.
    if (["ELOOP", "ENXIO", "EISDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) throw linkError(file, error);
    throw error;
  }
}

function linkError(path: string, cause?: unknown) {
  return createError("link", { path }, `${path} is a link or no plain file, and is neither followed nor written to: remove it`, { cause });
}

function hardLinkError(path: string) {
  const why = "is a hard link, and what is written to it would change another file: put a copy in its place, or remove it";
  return createError("link", { path }, `${path} ${why}`);
}
