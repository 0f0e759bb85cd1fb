// What a process leaves beside a file that dies while it makes it, in Node.

import { readdirSync, rmSync } from "node:fs";
import { dirname, join, parse } from "node:path";

import { lifeOf, thisProcess } from "../store/system.js";
import { unless } from "../system.js";
import { makerOf } from "./leftovers.js";

/** Removes drafts beside a file that processes left when they died. A draft that cannot be removed is in nobody's way. */
export function removeDraftsOf(file: string): void {
  for (const name of unless("ENOENT", () => readdirSync(dirname(file))) ?? []) {
    const maker = makerOf(name, parse(file).name);
    if (maker === undefined || lifeOf({ ...thisProcess(), ...maker }) !== "dead") continue;
    try {
      rmSync(join(dirname(file), name), { force: true });
    } catch {
      // The next one may.
    }
  }
}
