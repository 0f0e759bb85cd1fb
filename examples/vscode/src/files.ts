// The files of the workspace's folder, through the editor: on a disk, in a repository on the web, wherever it has them from.

import type { FileSource, FoundFile, Listing } from "scrubjay/inline";
import { FileSystemError, FileType, type Uri, workspace, Uri as Uris } from "vscode";

/** Folders that tools fill. */
const LEFT_OUT = new Set([".git", ".scrubjay", "node_modules", "target", "dist", "build", ".venv", "__pycache__"]);

/** Files below a folder. What it holds when it is read counts. */
export function workspaceFiles(root: Uri): FileSource {
  return {
    list: async () => {
      const listing: Listing = { files: [], unreachable: [] };
      for (const pending = [""]; pending.length > 0; ) {
        const folder = pending.pop() as string;
        await reaching(folder, listing, async () => {
          for (const [name, type] of await workspace.fs.readDirectory(Uris.joinPath(root, folder))) {
            const path = folder === "" ? name : `${folder}/${name}`;
            // A link to a folder may lead back to where it stands.
            if (type === FileType.Directory && !LEFT_OUT.has(name)) pending.push(path);
            if (type & FileType.File) await reaching(path, listing, async () => void listing.files.push(await found(root, path)));
          }
        });
      }
      return listing;
    },
    read: async (path) => {
      try {
        return await workspace.fs.readFile(Uris.joinPath(root, path));
      } catch (error) {
        if (isGone(error)) return undefined;
        throw error;
      }
    },
  };
}

/** Looks at what lies at a path. Where the editor refuses, the listing says so, and the rest goes on without it. */
async function reaching(path: string, listing: Listing, look: () => Promise<void>): Promise<void> {
  try {
    await look();
  } catch (error) {
    // Without the folder itself there is nothing to go on with.
    if (path === "") throw error;
    if (!isGone(error)) listing.unreachable.push({ path, why: String(error) });
  }
}

function isGone(error: unknown): boolean {
  return error instanceof FileSystemError && error.code === "FileNotFound";
}

async function found(root: Uri, path: string): Promise<FoundFile> {
  const { size, mtime } = await workspace.fs.stat(Uris.joinPath(root, path));
  return { path, size, modified: BigInt(Math.trunc(mtime)) * 1_000_000n };
}
