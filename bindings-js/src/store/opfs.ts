// A file of the browser's private file system as the handle that a store is kept in. Works in dedicated workers only.

import { readingAhead } from "./ahead.js";
import { writingBehind } from "./behind.js";
import { StoreError, type StoreErrorDetails, fileFault, fileRefusal, withoutRoom } from "./error.js";
import { type FileHandle, releasing } from "./handle.js";

/** A file, which is made where it is missing, and the Web Lock that keeps others from it until it is closed. */
export async function openPrivateFile(name: string): Promise<FileHandle> {
  const release = await takeLock(`scrubjay ${name}`);
  try {
    const handle = await open(name);
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
async function open(name: string): Promise<FileHandle> {
  const folders = name.split("/");
  const last = folders.pop() ?? name;
  let folder = await navigator.storage.getDirectory();
  for (const part of folders) folder = await folder.getDirectoryHandle(part, { create: true });
  const file = await folder.getFileHandle(last, { create: true });
  return (file as unknown as { createSyncAccessHandle(): Promise<FileHandle> }).createSyncAccessHandle();
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
function refusal(error: unknown): StoreError {
  const fault = fileFault(error);
  return fault === "read-only" ? locked({ cause: error }) : fileRefusal(error, fault);
}

function locked(details: StoreErrorDetails = {}): StoreError {
  return new StoreError("locked", "the store is being written by another page or worker", details);
}
