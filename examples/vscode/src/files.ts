// The files of the workspace's folder, read by the editor's file system, which may be on a disk or on the web.

import type { FileSource, FoundFile, Listing } from "scrubjay/inline";
import { FileSystemError, FileType, type Uri, workspace, Uri as Uris } from "vscode";

/** The names of folders that are not listed: those of git and of Scrubjay, and folders that tools fill. */
const LEFT_OUT = new Set([".git", ".scrubjay", "node_modules", "target", "dist", "build", ".venv", "__pycache__"]);

/** A source of the files below a folder. Each read gets the current content. */
export function workspaceFiles(root: Uri): FileSource {
  return {
    list: async () => {
      const listing: Listing = { files: [], unreachable: [] };
      for (const pending = [""]; pending.length > 0; ) {
        const folder = pending.pop() as string;
        await reportingFailure(folder, listing, async () => {
          for (const [name, type] of await workspace.fs.readDirectory(Uris.joinPath(root, folder))) {
            const path = folder === "" ? name : `${folder}/${name}`;
            // A link to a folder may lead back to where it stands.
            if (type === FileType.Directory && !LEFT_OUT.has(name)) pending.push(path);
            if (type & FileType.File) await reportingFailure(path, listing, async () => void listing.files.push(await foundFile(root, path)));
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

/**
 * Runs `look` on a path. If the editor refuses, adds the path to the unreachable ones of the listing, unless it is gone. Throws if the
 * editor refuses the folder itself.
 */
async function reportingFailure(path: string, listing: Listing, look: () => Promise<void>): Promise<void> {
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

async function foundFile(root: Uri, path: string): Promise<FoundFile> {
  const { size, mtime } = await workspace.fs.stat(Uris.joinPath(root, path));
  return { path, size, modified: BigInt(Math.trunc(mtime)) * 1_000_000n };
}
