// Sources of a project's files: a chosen or dropped folder, or the sample on the page's server.

import { type FileSource, type PathAndFile, givenFiles, textFiles } from "scrubjay/worker";

/** A project that the user chose. */
export interface Chosen {
  name: string;
  /** Undefined: the memory is stored, but the page may not read the files. */
  files: FileSource | FileSystemDirectoryHandle | undefined;
}

/** The name of the project with the sample. */
export const SAMPLE = "Scrubjay’s own sources";

/** Folders that are left out of a plain list of files, to which no `.gitignore` is applied. */
const FILLED_BY_TOOLS = new Set([".git", "node_modules", "target", "dist", "build", ".venv", "__pycache__"]);

type Picker = { showDirectoryPicker?: (options?: { id?: string; mode?: "read" }) => Promise<FileSystemDirectoryHandle> };

/** Loads the sample from the page's server. */
export async function sample(): Promise<Chosen> {
  const response = await fetch("sample.json");
  if (!response.ok) throw new Error(`the sample cannot be read: the server answered ${response.status}`);
  return { name: SAMPLE, files: textFiles(new Map((await response.json()) as [string, string][])) };
}

/** Lets the user choose a folder; undefined if the user cancels. */
export async function pickFolder(): Promise<Chosen | undefined> {
  const { showDirectoryPicker } = window as Picker;
  if (showDirectoryPicker === undefined) return pickByInput();
  try {
    const handle = await showDirectoryPicker.call(window, { id: "project", mode: "read" });
    return { name: handle.name, files: handle };
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return undefined;
    throw error;
  }
}

/** The dropped folder, or else the dropped files; undefined if nothing of either was dropped. */
export async function dropped(transfer: DataTransfer): Promise<Chosen | undefined> {
  // All are asked for before the first is waited for: the list is empty once the event is over.
  const items = [...transfer.items].filter((item) => item.kind === "file") as (DataTransferItem & {
    getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>;
  })[];
  const handles = items.map((item) => item.getAsFileSystemHandle?.());
  const entries = items.map((item) => item.webkitGetAsEntry());
  const folder = (await Promise.all(handles)).find((handle) => handle?.kind === "directory");
  if (folder) return { name: folder.name, files: folder as FileSystemDirectoryHandle };
  const files = (await Promise.all(entries.map((entry) => (entry === null ? [] : filesOf(entry))))).flat();
  if (files.length === 0) return undefined;
  return { name: files[0]?.path.split("/")[0] ?? "Dropped files", files: givenFiles(files) };
}

function pickByInput(): Promise<Chosen | undefined> {
  const input = document.createElement("input");
  input.type = "file";
  input.webkitdirectory = true;
  return new Promise((resolve) => {
    input.oncancel = () => resolve(undefined);
    input.onchange = () => resolve(listed([...(input.files ?? [])]));
    input.click();
  });
}

/** The files of a chosen folder. The first part of each path, which is the folder's name, is removed. */
function listed(files: readonly File[]): Chosen | undefined {
  const name = files[0]?.webkitRelativePath.split("/")[0];
  if (name === undefined) return undefined;
  const pathsAndFiles = files.map((file) => ({ path: file.webkitRelativePath.slice(name.length + 1), file }));
  return { name, files: givenFiles(pathsAndFiles.filter(({ path }) => !path.split("/").some((part) => FILLED_BY_TOOLS.has(part)))) };
}

/** All files at or below an entry, for browsers that give no handles of dropped folders. */
async function filesOf(entry: FileSystemEntry): Promise<PathAndFile[]> {
  const foundFiles: PathAndFile[] = [];
  for (const pending = [entry]; pending.length > 0; ) {
    const nextEntry = pending.pop() as FileSystemEntry;
    if (FILLED_BY_TOOLS.has(nextEntry.name)) continue;
    if (nextEntry.isDirectory) pending.push(...(await childrenOf(nextEntry as FileSystemDirectoryEntry)));
    else foundFiles.push({ path: nextEntry.fullPath.slice(1), file: await new Promise((resolve, reject) => (nextEntry as FileSystemFileEntry).file(resolve, reject)) });
  }
  return foundFiles;
}

async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return children;
    children.push(...batch);
  }
}
