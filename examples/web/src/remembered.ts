// The projects whose memory this browser keeps, and the handles of their folders, so that a reloaded page has them again.
//
// The memories themselves lie in the origin's private files, one store a project; here is only which ones there are.

import { type Chosen, SAMPLE, sample } from "./sources.js";

/** A project that is kept. */
export interface Remembered {
  name: string;
  /** Its folder, where the browser lets a page hold on to one. */
  handle: FileSystemDirectoryHandle | undefined;
  /** When it was opened last: milliseconds since 1970. */
  opened: number;
}

type Permission = { queryPermission?(of: { mode: "read" }): Promise<PermissionState>; requestPermission?(of: { mode: "read" }): Promise<PermissionState> };

const TABLE = "projects";
const FOLDER = "memories";
/** The name of this tab's project: a reload opens it again, another tab does not. */
const CURRENT = "scrubjay project";

/** The name of a project's store. Two folders of one name share it, and the files decide what it holds. */
export function storeOf(name: string): string {
  return `${FOLDER}/${encodeURIComponent(name)}.redb`;
}

/** Notes that a project is open in this tab. */
export async function remember({ name, files }: Chosen): Promise<void> {
  sessionStorage.setItem(CURRENT, name);
  const known = (await remembered()).find((other) => other.name === name)?.handle;
  const handle = files instanceof FileSystemDirectoryHandle ? files : known;
  await change((table) => table.put({ name, handle, opened: Date.now() } satisfies Remembered));
}

/** Notes that this tab has no project open. */
export function closed(): void {
  sessionStorage.removeItem(CURRENT);
}

/** The projects that are kept, the latest first. */
export async function remembered(): Promise<Remembered[]> {
  const all = (await change((table) => table.getAll())) as Remembered[];
  return all.sort((a, b) => b.opened - a.opened);
}

/** Removes a project's memory from this browser. */
export async function forget(name: string): Promise<void> {
  await change((table) => table.delete(name));
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });
  await folder.removeEntry(storeOf(name).slice(FOLDER.length + 1)).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === "NotFoundError")) throw error;
  });
}

/** The project that this tab had open before it was loaded anew. */
export async function current(): Promise<Chosen | undefined> {
  const name = sessionStorage.getItem(CURRENT);
  const found = name === null ? undefined : (await remembered()).find((project) => project.name === name);
  return found && chosenAgain(found);
}

/** A kept project, with its files where they can be had without asking. */
export async function chosenAgain({ name, handle }: Remembered): Promise<Chosen> {
  if (name === SAMPLE) return sample();
  // A browser that cannot be asked lets the page read what it lets it keep.
  const allowed = handle !== undefined && ((await permission(handle).queryPermission?.({ mode: "read" })) ?? "granted") === "granted";
  return { name, files: allowed ? handle : undefined };
}

/** Asks the user to let the page read a kept project's folder again; none where there is no folder, or they decline. */
export async function allowAgain(name: string): Promise<Chosen | undefined> {
  const handle = (await remembered()).find((project) => project.name === name)?.handle;
  if (handle === undefined) return undefined;
  const answer = await permission(handle).requestPermission?.({ mode: "read" });
  return answer === "granted" ? { name, files: handle } : undefined;
}

function permission(handle: FileSystemDirectoryHandle): Permission {
  // A part of the platform that the compiler's types do not have, and some browsers neither.
  return handle as Permission;
}

async function change(how: (table: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const opening = indexedDB.open("scrubjay", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(TABLE, { keyPath: "name" });
  const database = (await outcome(opening)) as IDBDatabase;
  try {
    return await outcome(how(database.transaction(TABLE, "readwrite").objectStore(TABLE)));
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
