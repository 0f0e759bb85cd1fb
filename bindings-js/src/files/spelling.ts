// Corrects the letter case of paths: a case-insensitive file system finds a file under any case, but the memory stores one path.

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The path as spelled on disk, below an existing folder; a path that does not exist is returned unchanged. */
export function asSpelled(root: string, path: string): string {
  if (path === "" || !existsSync(join(root, path))) return path;
  let folder = root;
  const parts = path.split("/").map((part) => {
    const spelled = spelling(namesIn(folder), part);
    folder = join(folder, part);
    return spelled;
  });
  return parts.join("/");
}

/** The name in a folder that equals the given one; otherwise the last one that differs from it only in case; otherwise the given one. */
export function spelling(names: readonly string[], typed: string): string {
  if (names.includes(typed)) return typed;
  const lower = typed.toLowerCase();
  return names.findLast((name) => name.toLowerCase() === lower) ?? typed;
}

/** The names in a folder; empty if it cannot be listed, as some folders that can be traversed cannot. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
