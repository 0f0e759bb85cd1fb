// A file of the browser's private file system as the handle that a store is kept in. Works in dedicated workers only.

import { invalid } from "../errors.js";
import { readingAhead } from "./ahead.js";
import { writingBehind } from "./behind.js";
import { StoreError, type StoreErrorDetails, fileFault, fileRefusal, withoutRoom } from "./error.js";
import { type FileHandle, releasing } from "./handle.js";

/** How a file is opened. */
export interface PrivateOptions {
  /** Makes it where it is missing. */
  create: boolean;
  /** Gives the file that is there another name first, with `.set-aside` behind its own, and makes a new one. */
  rebuild?: boolean;
}

/** A file, and the Web Lock that keeps others from it until it is closed. */
export async function openPrivateFile(name: string, options: PrivateOptions): Promise<FileHandle> {
  const release = await takeLock(`scrubjay ${name}`);
  try {
    const handle = await open(name, options);
    const file: FileHandle = {
      getSize: () => handle.getSize(),
      read: (buffer, options) => handle.read(buffer, options),
      write: (buffer, options) => fitting(handle.write(buffer, options), buffer.length),
      truncate: (newSize) => {
        handle.truncate(newSize);
        // Chromium leaves the file as it was, and says nothing, where there is no room.
        if (handle.getSize() !== newSize) throw withoutRoom();
      },
      flush: () => handle.flush(),
      close: () => handle.close(),
    };
    return releasing(writingBehind(readingAhead(file)), release);
  } catch (error) {
    release();
    throw refusal(error);
  }
}

/** How much was written. Chromium gives the number of an error, as if it were without a sign, where there is no room. */
function fitting(nWritten: number, nBytes: number): number {
  if (nWritten > nBytes) throw withoutRoom();
  return nWritten;
}

/** `name` may have folders in it: `project/store.redb`. */
async function open(name: string, { create, rebuild }: PrivateOptions): Promise<FileHandle> {
  const folders = name.split("/");
  const last = folders.pop() ?? name;
  let folder = await navigator.storage.getDirectory();
  for (const part of folders) folder = await folder.getDirectoryHandle(part, { create });
  if (rebuild) await setAside(folder, last);
  const file = await folder.getFileHandle(last, { create });
  return (file as unknown as { createSyncAccessHandle(): Promise<FileHandle> }).createSyncAccessHandle();
}

async function setAside(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  const aside = `${name}.set-aside`;
  const unlessMissing = (error: unknown) => {
    if (!isMissing(error)) throw error;
  };
  const file = await folder.getFileHandle(name).catch(unlessMissing);
  if (file === undefined) return;
  await folder.removeEntry(aside).catch(unlessMissing);
  await (file as unknown as { move(name: string): Promise<void> }).move(aside);
}

function isMissing(error: unknown): boolean {
  return error instanceof DOMException && error.name === "NotFoundError";
}

/** Takes a lock that goes with the worker, and gives what releases it. A lock that is held is refused at once. */
function takeLock(name: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const held = navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      if (!lock) throw locked();
      return new Promise<void>((release) => resolve(release));
    });
    held.catch(reject);
  });
}

/** A file that someone has open for writing cannot be opened by another one. */
function refusal(error: unknown): Error {
  if (isMissing(error)) return new StoreError("missing", "there is no such store", { cause: error });
  // A name that this browser does not take.
  if (error instanceof TypeError) return invalid("store", error.message, { cause: error });
  const fault = fileFault(error);
  return fault === "read-only" ? locked({ cause: error }) : fileRefusal(error, fault);
}

function locked(details: StoreErrorDetails = {}): StoreError {
  return new StoreError("locked", "the store is being written by another page or worker", details);
}
