// WebAssembly modules that are embedded in scripts, which every bundler includes.

import { createError } from "./errors.js";
import type { Module } from "./shapes.js";

/** Loads a script that contains a module in base 64. */
export type Script = () => Promise<{ default: string }>;

/** The bytes of the module that a script contains. */
export async function bytesIn(script: Script): Promise<Uint8Array<ArrayBuffer>> {
  const letters = atob((await script()).default);
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

/** Compiles the module that a script contains. */
export async function moduleIn(script: Script): Promise<Module> {
  try {
    return await WebAssembly.compile(await bytesIn(script));
  } catch (cause) {
    throw createError("load", undefined, "a module cannot be loaded", { cause });
  }
}
