// Files of our own in Node, under names that somebody else may have taken: under `.scrubjay`, `.git` and the user's own folders.
//
// Opened as sources are: only ordinary files, without waiting, through no link, and read up to a limit; what is written where it is has no
// other name either, as a hard link. What else is written goes into a new
// file, which then takes the other's place, so a link is replaced and not followed; stores alone are written where they are. As in the
// native host (`host-native/src/open/`). Not here: which files those are.

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

import { failure } from "../errors.js";
import { unless } from "../system.js";
import { isGone } from "./open.js";

/**
 * Opening neither follows a link, nor waits for the other end of a pipe, nor makes a terminal the program's own. Windows has none of these.
 */
const CAREFULLY = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** The bytes that are copied at once. */
const PIECE = 1 << 20;

/** Opens an ordinary file. Throws a `ScrubjayError` for anything else, or the system's error. */
export function openOurs(file: string, how: "read" | "write"): number {
  // Where the system cannot be told not to follow a link it is looked for.
  if (constants.O_NOFOLLOW === undefined) onlyFile(file);
  const fd = opened(file, (how === "read" ? constants.O_RDONLY : constants.O_RDWR) | CAREFULLY);
  const found = fstatSync(fd);
  if (found.isFile() && (how === "read" || hasOnlyOurNames(file, found))) return fd;
  closeSync(fd);
  throw found.isFile() ? shared(file) : refused(file);
}

/** Whether all names of a file are our own: it stands beside itself for a moment while a copy of it is kept. */
function hasOnlyOurNames(file: string, { nlink, dev, ino }: Stats): boolean {
  if (nlink <= 1) return true;
  const [folder, stem] = [dirname(file), parse(file).name];
  const isOwn = (name: string) => {
    const one = name.startsWith(stem) ? looked(join(folder, name)) : undefined;
    return one?.dev === dev && one.ino === ino;
  };
  return readdirSync(folder).filter(isOwn).length >= nlink;
}

/** Creates a file, for this user alone unless another mode is given, and fails if anything has its name. */
export function createOurs(file: string, mode = 0o600): number {
  return openSync(file, "wx+", mode);
}

/** The first bytes of an ordinary file, `limit` of them; undefined if there is none. */
export function bytesOfOurs(file: string, limit: number): Uint8Array | undefined {
  const fd = ifThere(() => openOurs(file, "read"));
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

/** The same as text. */
export function textOfOurs(file: string, limit: number): string | undefined {
  const bytes = bytesOfOurs(file, limit);
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}

/** Creates a file with this in it, and waits for the disk. */
export function writeOurs(file: string, content: string | Uint8Array, mode?: number): void {
  const fd = createOurs(file, mode);
  try {
    writeFileSync(fd, content);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** The same without waiting for the disk: for what nobody need know of once the power went. */
export function noteOurs(file: string, content: string): void {
  const fd = createOurs(file);
  try {
    writeFileSync(fd, content);
  } finally {
    closeSync(fd);
  }
}

/**
 * Puts a file in the place of another one, whole or not at all, by way of a draft, which nobody else writes. Waits for the disk only where
 * it is written by `writeOurs`.
 */
export function replaceOurs(file: string, draft: string, content: string, write = noteOurs): void {
  remove(draft);
  try {
    write(draft, content);
    onlyFileOrLink(file);
    renameSync(draft, file);
  } catch (error) {
    // What is left of it is of no use to anybody.
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Copies an ordinary file to a new one for this user alone. */
export function copyOurs(from: string, to: string): void {
  const source = openOurs(from, "read");
  try {
    const target = createOurs(to);
    try {
      const piece = new Uint8Array(PIECE);
      for (let n = readSync(source, piece); n > 0; n = readSync(source, piece)) writeFileSync(target, piece.subarray(0, n));
    } finally {
      closeSync(target);
    }
  } finally {
    closeSync(source);
  }
}

/** Gives a file a second name; where the system cannot, a copy has it. */
export function linkOurs(file: string, name: string): void {
  try {
    linkSync(file, name);
  } catch {
    copyOurs(file, name);
  }
}

/** Removes a file, or a link and not what it leads to, if there is one. */
export function remove(file: string): void {
  onlyFileOrLink(file);
  rmSync(file, { force: true });
}

/** Refuses what is no ordinary file; nothing is followed to find out. */
export function onlyFile(file: string): void {
  const found = looked(file);
  if (found !== undefined && !found.isFile()) throw refused(file);
}

/** Refuses what is no folder, as a link to one. */
export function onlyFolder(folder: string): void {
  const found = looked(folder);
  if (found !== undefined && !found.isDirectory()) throw refused(folder);
}

/** Makes a folder and, one in another, folders in it that only this user can enter; none of those may be a link. */
export function makeFolders(base: string, ...below: string[]): void {
  mkdirSync(base, { recursive: true, mode: 0o700 });
  let folder = base;
  for (const part of below) {
    folder = join(folder, part);
    if (!unless("EEXIST", () => (mkdirSync(folder, { mode: 0o700 }), true))) onlyFolder(folder);
  }
}

/** Refuses a link, or what is no folder, on the way from a folder to one below it. */
export function onlyFolders(base: string, ...below: string[]): void {
  let folder = base;
  for (const part of below) onlyFolder((folder = join(folder, part)));
}

function onlyFileOrLink(file: string): void {
  if (looked(file)?.isDirectory()) throw refused(file);
}

function looked(file: string) {
  return ifThere(() => lstatSync(file));
}

function ifThere<T>(what: () => T): T | undefined {
  try {
    return what();
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

function opened(file: string, flags: number): number {
  try {
    return openSync(file, flags);
  } catch (error) {
    // A link; a socket or a pipe that nobody reads; a folder to write to.
    if (["ELOOP", "ENXIO", "EISDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) throw refused(file, error);
    throw error;
  }
}

function refused(path: string, cause?: unknown) {
  return failure("link", { path }, `${path} is a link or no plain file, and is neither followed nor written to: remove it`, { cause });
}

function shared(path: string) {
  const why = "is a hard link, and what is written to it would change another file: put a copy in its place, or remove it";
  return failure("link", { path }, `${path} ${why}`);
}
