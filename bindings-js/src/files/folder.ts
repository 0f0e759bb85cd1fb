// The files of a folder that a page was given, without those that its `.gitignore` and
// `.scrubjayignore` files name.

import { type FileSource, type FoundFile, nanoseconds } from "./files.js";
import { NEVER, RULE_FILES, Rules } from "./rules.js";

/** Files below a folder's handle. What it holds when it is read counts. */
export function folderFiles(root: FileSystemDirectoryHandle): FileSource {
  const handles = new Map<string, FileSystemFileHandle>();
  return {
    list: async () => {
      handles.clear();
      const files: FoundFile[] = [];
      const unreachable: { path: string; why: string }[] = [];
      const pending = [{ folder: root, below: "", rules: Rules.none() }];
      for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
        const rules = await withOwnRules(at.folder, at.below, at.rules);
        for await (const [name, handle] of at.folder.entries()) {
          const path = at.below + name;
          if (NEVER.has(name) || rules.ignores(path, handle.kind === "directory")) continue;
          if (isFolder(handle)) {
            pending.push({ folder: handle, below: `${path}/`, rules });
            continue;
          }
          try {
            const file = await (handle as FileSystemFileHandle).getFile();
            handles.set(path, handle as FileSystemFileHandle);
            files.push({ path, size: file.size, modified: nanoseconds(file.lastModified) });
          } catch (error) {
            unreachable.push({ path, why: String(error) });
          }
        }
      }
      return { files, unreachable };
    },
    read: async (path) => {
      try {
        const file = await handles.get(path)?.getFile();
        return file === undefined ? undefined : new Uint8Array(await file.arrayBuffer());
      } catch (error) {
        if (error instanceof DOMException && error.name === "NotFoundError") return undefined;
        throw error;
      }
    },
  };
}

function isFolder(handle: FileSystemHandle): handle is FileSystemDirectoryHandle {
  return handle.kind === "directory";
}

async function withOwnRules(folder: FileSystemDirectoryHandle, below: string, above: Rules): Promise<Rules> {
  const isRepository = below !== "" && ((await isRepositoryBy(folder, "getDirectoryHandle")) || (await isRepositoryBy(folder, "getFileHandle")));
  let rules = isRepository ? above.inside(Rules.none()) : above;
  for (const name of RULE_FILES) {
    try {
      const file = await (await folder.getFileHandle(name)).getFile();
      rules = rules.with(name, below, await file.text());
    } catch {
      // It has no such file.
    }
  }
  return rules;
}

/** Whether a folder is a repository, by one of the two ways to find that out. */
async function isRepositoryBy(folder: FileSystemDirectoryHandle, way: "getDirectoryHandle" | "getFileHandle"): Promise<boolean> {
  return folder[way](".git").then(
    () => true,
    () => false,
  );
}
