// The files of the workspace's folder, through the editor: on a disk, in a repository on the web, wherever it has them from.

import type { FileSource, FoundFile } from "scrubjay/inline";
import { FileType, type Uri, workspace, Uri as Uris } from "vscode";

/** Folders that tools fill. */
const LEFT_OUT = new Set([".git", ".scrubjay", "node_modules", "target", "dist", "build", ".venv", "__pycache__"]);

/** Files below a folder. What it holds when it is read counts. */
export function workspaceFiles(root: Uri): FileSource {
  return {
    list: async () => {
      const files: FoundFile[] = [];
      const unreachable: { path: string; why: string }[] = [];
      for (const pending = [""]; pending.length > 0; ) {
        const below = pending.pop() as string;
        try {
          for (const [name, type] of await workspace.fs.readDirectory(Uris.joinPath(root, below))) {
            const path = below + name;
            // A link to a folder may lead back to where it stands.
            if (type === FileType.Directory && !LEFT_OUT.has(name)) pending.push(`${path}/`);
            if (type & FileType.File) files.push(await found(root, path));
          }
        } catch (error) {
          unreachable.push({ path: below, why: String(error) });
        }
      }
      return { files, unreachable };
    },
    read: (path) => Promise.resolve(workspace.fs.readFile(Uris.joinPath(root, path))),
  };
}

async function found(root: Uri, path: string): Promise<FoundFile> {
  const { size, mtime } = await workspace.fs.stat(Uris.joinPath(root, path));
  return { path, size, modified: BigInt(Math.trunc(mtime)) * 1_000_000n };
}
