// Where the package's modules lie on this disk, in Node.

import { existsSync, readFileSync } from "node:fs";
import nodeModule from "node:module";

import type { ModuleInput } from "./platform.js";

/**
 * A module beside a script. A bundler may move the script and leave the modules in the package, where they are then looked up. With a
 * literal name webpack would resolve the look-up itself, and find no single file.
 */
export function placeOf(address: URL, name: string): URL | string {
  return existsSync(address) ? address : nodeModule.createRequire(address).resolve(`scrubjay/${name}`);
}

/** Reads a module from disk, or leaves it to be fetched. */
export async function fromDisk(input: ModuleInput): Promise<ModuleInput> {
  if (typeof input !== "string" && !(input instanceof URL)) return input;
  const scheme = /^(https?|data|blob|file):/i.exec(String(input))?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== "file") return input;
  return readFileSync(scheme === "file" ? new URL(input) : input);
}
