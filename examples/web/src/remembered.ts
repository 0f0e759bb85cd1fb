// The list of projects whose memory this browser stores, with the handles of their folders, for later visits of the page.
//
// The memories themselves are in the origin private file system, in one store for each project.

import { type Chosen, SAMPLE, sample } from "./sources.js";

/** A project whose memory is stored. */
export interface Remembered {
  name: string;
  /** The project's folder; undefined if the browser cannot store handles, or the files came without one. */
  handle: FileSystemDirectoryHandle | undefined;
  /** When the project was last opened, in milliseconds since 1970. */
  opened: number;
}

type Permission = { queryPermission?(of: { mode: "read" }): Promise<PermissionState>; requestPermission?(of: { mode: "read" }): Promise<PermissionState> };

const TABLE = "projects";
const FOLDER = "memories";
/** The name of this tab's project: a reload opens it again, another tab does not. */
const CURRENT = "scrubjay project";

/** The name of a project's store. Folders with the same name share a store, which has the files of the one opened last. */
export function storeOf(name: string): string {
  return `${FOLDER}/${encodeURIComponent(name)}.redb`;
}

/** Stores that a project is open in this tab, and when. */
export async function remember({ name, files }: Chosen): Promise<void> {
  sessionStorage.setItem(CURRENT, name);
  const knownHandle = (await storedProjects()).find((other) => other.name === name)?.handle;
  const handle = files instanceof FileSystemDirectoryHandle ? files : knownHandle;
  await withTable((table) => table.put({ name, handle, opened: Date.now() } satisfies Remembered));
}

/** Stores that no project is open in this tab. */
export function rememberClosed(): void {
  sessionStorage.removeItem(CURRENT);
}

/** The stored projects, the one opened last first. */
export async function storedProjects(): Promise<Remembered[]> {
  const projects = (await withTable((table) => table.getAll())) as Remembered[];
  return projects.sort((a, b) => b.opened - a.opened);
}

/** Removes a project from the list, and its memory from the browser. */
export async function forget(name: string): Promise<void> {
  await withTable((table) => table.delete(name));
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });
  await folder.removeEntry(storeOf(name).slice(FOLDER.length + 1)).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === "NotFoundError")) throw error;
  });
}

/** The project that was open in this tab before a reload; undefined if there was none. */
export async function current(): Promise<Chosen | undefined> {
  const name = sessionStorage.getItem(CURRENT);
  const foundProject = name === null ? undefined : (await storedProjects()).find((project) => project.name === name);
  return foundProject && chosenAgain(foundProject);
}

/** A stored project, with its files if the page may read them without asking the user. */
export async function chosenAgain({ name, handle }: Remembered): Promise<Chosen> {
  if (name === SAMPLE) return sample();
  // A browser that cannot be asked lets the page read what it lets it keep.
  const allowed = handle !== undefined && ((await permission(handle).queryPermission?.({ mode: "read" })) ?? "granted") === "granted";
  return { name, files: allowed ? handle : undefined };
}

/** Asks the user for permission to read a stored project's folder. Undefined: there is no handle, or the user declines. */
export async function allowAgain(name: string): Promise<Chosen | undefined> {
  const handle = (await storedProjects()).find((project) => project.name === name)?.handle;
  if (handle === undefined) return undefined;
  const answer = await permission(handle).requestPermission?.({ mode: "read" });
  return answer === "granted" ? { name, files: handle } : undefined;
}

function permission(handle: FileSystemDirectoryHandle): Permission {
  // A part of the platform that the compiler's types do not have, and some browsers neither.
  return handle as Permission;
}

async function withTable(operation: (table: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const opening = indexedDB.open("scrubjay", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(TABLE, { keyPath: "name" });
  const database = (await outcome(opening)) as IDBDatabase;
  try {
    return await outcome(operation(database.transaction(TABLE, "readwrite").objectStore(TABLE)));
  } finally {
    database.close();
  }
}

function outcome(request: IDBRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
