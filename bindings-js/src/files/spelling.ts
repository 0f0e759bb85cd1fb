// Paths as a disk spells them: a file system that takes `A` for `a` finds a file under either, and a memory knows it by one.

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The path as the disk spells it, below a folder that has it; a path that leads to nothing is left as it is. */
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

/** Of the names in a folder the one that was typed, or else the one that differs from it in case alone. */
export function spelling(names: readonly string[], typed: string): string {
  if (names.includes(typed)) return typed;
  const lower = typed.toLowerCase();
  return names.findLast((name) => name.toLowerCase() === lower) ?? typed;
}

/** What may be passed through need not be one that may be listed. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
