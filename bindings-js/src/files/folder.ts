// The files of a folder that a page has a handle of, except those that its `.gitignore` and `.scrubjayignore` files match. Matching is
// case-sensitive: a page has no access to git's configuration.

import type { FolderHandle } from "../shapes.js";
import { type Bounds, type FileSource, type Listing, UNBOUNDED, bytesOf, nanoseconds } from "./files.js";
import { isInstalledByEntry, isInstalledByPath } from "./installed.js";
import { MAX_RULE_BYTES, NEVER_LISTED, RULE_FILES, Rules, UNDECIDED, leftOutInWords } from "./rules.js";
import { Scope } from "./scope.js";

/** A source of the files below a folder's handle. Each read gets the file's current content. */
export function folderFiles(handle: FolderHandle): FileSource {
  const root = handle as FileSystemDirectoryHandle;
  const handles = new Map<string, FileSystemFileHandle>();
  return {
    list: async (paths, bounds = UNBOUNDED) => {
      const scope = Scope.below(paths);
      for (const path of handles.keys()) if (scope.holds(path)) handles.delete(path);
      const listing: Listing = { files: [], unreachable: [], installed: [] };
      for await (const [path, handle] of walk(root, scope, bounds, listing)) {
        await reportingFailure(path, listing, async () => {
          const { size, lastModified } = await handle.getFile();
          handles.set(path, handle);
          listing.files.push({ path, size, modified: nanoseconds(lastModified) });
        });
      }
      return listing;
    },
    read: async (path) => {
      try {
        // Before the first listing, as after a reload, no handle is known.
        const handle = handles.get(path) ?? (await handleBelow(root, path));
        return await bytesOf(await handle.getFile());
      } catch (error) {
        if (isGone(error)) return undefined;
        throw error;
      }
    },
  };
}

/** Yields the files that no rule ignores, folder by folder, each with its path. */
async function* walk(root: FileSystemDirectoryHandle, scope: Scope, { installed, exclude }: Bounds, listing: Listing): AsyncGenerator<[path: string, FileSystemFileHandle]> {
  const pending = [{ folder: root, below: "", rules: Rules.none(false, exclude) }];
  for (let current = pending.pop(); current !== undefined; current = pending.pop()) {
    const { folder, below, rules: above } = current;
    const files: [string, FileSystemFileHandle][] = [];
    const relativeFolder = below.slice(0, -1);
    await reportingFailure(relativeFolder, listing, async () => {
      const items = isInstalledByPath(installed, relativeFolder) ? undefined : await itemsOf(folder);
      if (items === undefined || items.some(([name]) => isInstalledByEntry(installed, relativeFolder, name))) {
        listing.installed?.push(relativeFolder);
        return;
      }
      const rules = await withOwnRules(folder, below, above, listing);
      for (const [name, handle] of items) {
        const path = below + name;
        if (NEVER_LISTED.has(name) || !scope.leadsThrough(path)) continue;
        const isIgnored = rules.ignores(path, handle.kind === "directory");
        if (isIgnored === undefined) listing.unreachable.push({ path, why: UNDECIDED });
        if (isIgnored !== false) continue;
        if (isFolder(handle)) pending.push({ folder: handle, below: `${path}/`, rules });
        else files.push([path, handle as FileSystemFileHandle]);
      }
    });
    yield* files;
  }
}

async function itemsOf(folder: FileSystemDirectoryHandle): Promise<[string, FileSystemHandle][]> {
  const items: [string, FileSystemHandle][] = [];
  for await (const item of folder.entries()) items.push(item);
  return items;
}

/**
 * Runs `look` on a path. If the browser refuses, adds the path to the unreachable ones of the listing; for the folder itself, whose path is
 * empty, throws. A path that was deleted is ignored.
 */
async function reportingFailure(path: string, listing: Listing, look: () => Promise<void>): Promise<void> {
  try {
    await look();
  } catch (error) {
    // Without the folder itself the run cannot continue.
    if (path === "") throw error;
    if (!isGone(error)) listing.unreachable.push({ path, why: String(error) });
  }
}

/** Whether an error says that the entry was deleted, or that a folder replaced a file or the reverse. */
function isGone(error: unknown): boolean {
  return error instanceof DOMException && ["NotFoundError", "TypeMismatchError"].includes(error.name);
}

async function handleBelow(root: FileSystemDirectoryHandle, path: string): Promise<FileSystemFileHandle> {
  const folders = path.split("/");
  const name = folders.pop() ?? path;
  let folder = root;
  for (const part of folders) folder = await folder.getDirectoryHandle(part);
  return folder.getFileHandle(name);
}

function isFolder(handle: FileSystemHandle): handle is FileSystemDirectoryHandle {
  return handle.kind === "directory";
}

async function withOwnRules(folder: FileSystemDirectoryHandle, below: string, above: Rules, listing: Listing): Promise<Rules> {
  const isRepository = below !== "" && ((await isRepositoryBy(folder, "getDirectoryHandle")) || (await isRepositoryBy(folder, "getFileHandle")));
  let rules = isRepository ? above.inside(Rules.none()) : above;
  for (const name of RULE_FILES) {
    try {
      const file = await (await folder.getFileHandle(name)).getFile();
      const bytes = new Uint8Array(await file.slice(0, MAX_RULE_BYTES + 1).arrayBuffer());
      rules = rules.with(name, below, bytes, "", (leftOut) => listing.unreachable.push({ path: below + name, why: leftOutInWords(leftOut) ?? "" }));
    } catch {
      // The folder has no such file.
    }
  }
  return rules;
}

/** Whether a folder has an entry `.git`, as a folder or as a file, depending on `method`. */
async function isRepositoryBy(folder: FileSystemDirectoryHandle, method: "getDirectoryHandle" | "getFileHandle"): Promise<boolean> {
  return folder[method](".git").then(
    () => true,
    () => false,
  );
}
