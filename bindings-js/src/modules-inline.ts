// Modules that are embedded in scripts: what a bundler of any kind carries along.

import { failure } from "./errors.js";
import type { Module } from "./shapes.js";

/** A script that holds a module. */
export type Script = () => Promise<{ default: string }>;

/** The bytes of the module in a script. */
export async function bytesIn(script: Script): Promise<Uint8Array<ArrayBuffer>> {
  const letters = atob((await script()).default);
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

/** The module in a script. */
export async function moduleIn(script: Script): Promise<Module> {
  try {
    return await WebAssembly.compile(await bytesIn(script));
  } catch (cause) {
    throw failure("load", undefined, "a module cannot be loaded", { cause });
  }
}
