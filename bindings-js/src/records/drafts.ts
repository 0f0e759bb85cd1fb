// Drafts: files that a process was writing beside their final path when it died, in Node.

import { readdirSync, rmSync } from "node:fs";
import { dirname, join, parse } from "node:path";

import { lifeOf, thisProcess } from "../store/system.js";
import { undefinedOnError } from "../system.js";
import { draftWriterOf } from "./leftovers.js";

/**
 * Removes the drafts of a file that dead processes left. A draft that cannot be removed is ignored: it does no harm.
 */
export function removeDraftsOf(file: string): void {
  for (const name of undefinedOnError("ENOENT", () => readdirSync(dirname(file))) ?? []) {
    const maker = draftWriterOf(name, parse(file).name);
    if (maker === undefined || lifeOf({ ...thisProcess(), ...maker }) !== "dead") continue;
    try {
      rmSync(join(dirname(file), name), { force: true });
    } catch {
      // The next draft may be removable.
    }
  }
}
