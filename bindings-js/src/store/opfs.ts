// Opens a file in the origin private file system as the handle of a store. Works in dedicated workers only.

import { ScrubjayError, createError, invalidError } from "../errors.js";
import { withReadAhead } from "./ahead.js";
import { withWriteBehind } from "./behind.js";
import { fileFault, fileRefusal, quotaExceeded } from "./error.js";
import { type FileHandle, withRelease } from "./handle.js";

/** How a file is opened, and its lock taken. */
export interface PrivateOptions {
  /** Whether to create a missing file. */
  create: boolean;
  /** Whether to rename an existing file first, by appending `.set-aside`, and create a new one. */
  rebuild?: boolean;
  /** Whether to wait, until the signal fires, if another worker has the file open. By default it is refused as `locked`. */
  waits?: boolean;
  signal?: AbortSignal | undefined;
}

/** The most attempts to open a file whose lock is held: after a worker's death its file is released a moment later than its lock. */
const MAX_TRIES = 50;
/** The milliseconds between two attempts. */
const PAUSE = 100;

/** Takes the Web Lock of a file, and opens it. Closing the handle releases the lock. */
export async function openPrivateFile(name: string, options: PrivateOptions): Promise<FileHandle> {
  const release = await lockPrivateFile(name, options);
  try {
    return withRelease(await openHeldFile(name, options), release);
  } catch (error) {
    release();
    throw error;
  }
}

/** Takes the Web Lock of a file, and returns a function that releases it. */
export function lockPrivateFile(name: string, options: PrivateOptions): Promise<() => void> {
  return takeLock(`scrubjay ${name}`, options);
}

/** Opens a file whose lock the caller holds. */
export async function openHeldFile(name: string, options: PrivateOptions): Promise<FileHandle> {
  try {
    return withBuffers(await openHandle(name, options));
  } catch (error) {
    throw refusal(error);
  }
}

/** Whether there is a file of this name. False also if its folder is missing. */
export async function hasPrivateFile(name: string): Promise<boolean> {
  const place = await folderOf(name, false).catch(unlessMissing);
  if (place === undefined) return false;
  const [folder, last] = place;
  return (await folder.getFileHandle(last).catch(unlessMissing)) !== undefined;
}

/**
 * Creates or replaces a file atomically: `fill` writes and closes a draft, which is then renamed. Returns what `fill` returned. The caller
 * holds the lock that protects the file.
 */
export async function makePrivateFile<T>(name: string, fill: (handle: FileHandle) => T | Promise<T>): Promise<T> {
  const draft = `${name}.draft`;
  await removePrivateFile(draft);
  try {
    const done = await fill(await openHeldFile(draft, { create: true }));
    const [folder, last] = await folderOf(draft, false);
    await asMovable(await folder.getFileHandle(last)).move(name.split("/").at(-1) as string);
    return done;
  } catch (error) {
    await removePrivateFile(draft).catch(() => undefined);
    throw refusal(error);
  }
}

/** The names of all files in the same folder as a file; empty if the folder is missing. */
export async function privateFilesBeside(name: string): Promise<string[]> {
  const [folder] = await folderOf(name, false).catch((error: unknown) => [unlessMissing(error)]);
  const names: string[] = [];
  if (folder === undefined) return names;
  // TypeScript's types do not have this method yet.
  for await (const entry of (folder as unknown as { values(): AsyncIterable<FileSystemHandle> }).values()) {
    if (entry.kind === "file") names.push(entry.name);
  }
  return names;
}

/** Removes a file if it exists. A missing folder of it is created. */
export async function removePrivateFile(name: string): Promise<void> {
  const [folder, last] = await folderOf(name, true);
  await folder.removeEntry(last).catch(unlessMissing);
}

/** Wraps a handle to detect a lack of space, and to buffer reads and writes. */
function withBuffers(handle: FileHandle): FileHandle {
  const file: FileHandle = {
    getSize: () => handle.getSize(),
    read: (buffer, options) => handle.read(buffer, options),
    write: (buffer, options) => checkedCount(handle.write(buffer, options), buffer.length),
    truncate: (newSize) => {
      handle.truncate(newSize);
      // If there is no space, Chromium does not extend the file, and reports no error.
      if (handle.getSize() !== newSize) throw quotaExceeded();
    },
    flush: () => handle.flush(),
    close: () => handle.close(),
  };
  return withWriteBehind(withReadAhead(file));
}

/** Checks the number of bytes written. If there is no space, Chromium returns an error code as a huge number instead of throwing. */
function checkedCount(nWritten: number, nBytes: number): number {
  if (nWritten > nBytes) throw quotaExceeded();
  return nWritten;
}

/** The folder of a file, and its name in it. `name` may contain folders: `project/store.redb`. */
async function folderOf(name: string, create: boolean): Promise<[FileSystemDirectoryHandle, string]> {
  const folders = name.split("/");
  const last = folders.pop() ?? name;
  let folder = await navigator.storage.getDirectory();
  for (const part of folders) folder = await folder.getDirectoryHandle(part, { create });
  return [folder, last];
}

async function openHandle(name: string, { create, rebuild, waits = false }: PrivateOptions): Promise<FileHandle> {
  const [folder, last] = await folderOf(name, create);
  if (rebuild) await setAside(folder, last);
  const file = await folder.getFileHandle(last, { create });
  const { createSyncAccessHandle } = file as unknown as { createSyncAccessHandle(): Promise<FileHandle> };
  for (let tries = 1; ; tries++) {
    try {
      return await createSyncAccessHandle.call(file);
    } catch (error) {
      if (!waits || tries === MAX_TRIES || fileFault(error) !== "read_only") throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}

async function setAside(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  const aside = `${name}.set-aside`;
  const file = await folder.getFileHandle(name).catch(unlessMissing);
  if (file === undefined) return;
  await folder.removeEntry(aside).catch(unlessMissing);
  await asMovable(file).move(aside);
}

/** A file handle with `move`, which TypeScript's types do not have yet. */
function asMovable(file: FileSystemFileHandle): { move(name: string): Promise<void> } {
  return file as unknown as { move(name: string): Promise<void> };
}

function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}

function isMissing(error: unknown): boolean {
  return error instanceof DOMException && error.name === "NotFoundError";
}

/** Takes a Web Lock, which the worker's end releases too, and returns a function that releases it. */
function takeLock(name: string, { waits, signal }: PrivateOptions): Promise<() => void> {
  const lockOptions = !waits ? { ifAvailable: true } : signal === undefined ? {} : { signal };
  return new Promise((resolve, reject) => {
    const requested = navigator.locks.request(name, lockOptions, (lock) => {
      if (!lock) throw lockedError();
      return new Promise<void>((release) => resolve(release));
    });
    requested.catch(reject);
  });
}

/** Converts an error of opening a file to one of this package: `locked` if the file is open already. */
function refusal(error: unknown): Error {
  if (error instanceof ScrubjayError) return error;
  if (isMissing(error)) return createError("not_indexed", { path: undefined }, "there is no such store", { cause: error });
  // The browser does not accept the name.
  if (error instanceof TypeError) return invalidError("store", error.message, { cause: error });
  const fault = fileFault(error);
  return fault === "read_only" ? lockedError({ cause: error }) : fileRefusal(error, fault);
}

function lockedError(options?: ErrorOptions): ScrubjayError {
  return createError("locked", { path: undefined, holder: undefined, judged: true }, "the store is being written by another page or worker", options);
}
