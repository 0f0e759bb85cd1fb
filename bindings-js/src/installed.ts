// The package's modules on this disk, in Node.
//
// They lie beside this script, also where a bundler carried them along; otherwise in the package that the script was bundled from, as long
// as that is there. Not here: what a caller gives in their place.

import { existsSync, readFileSync } from "node:fs";
import nodeModule from "node:module";
import { pathToFileURL } from "node:url";

import { addressOf } from "./addresses.js";
import { failure } from "./errors.js";
import { hashInNode } from "./hash.js";
import { type ModuleInput, type Platform, coreModule, moduleNamed } from "./platform.js";
import type { Module } from "./shapes.js";

/** Modules by their names. */
export const PLATFORM: Platform = {
  core: () => coreModule(() => load("scrubjay.wasm")),
  parser: (language) => (addressOf(`parsers/${language}.wasm`) && load(`parsers/${language}.wasm`)),
  hash: hashInNode,
};

/** The module of stores, compiled once. */
export function storeModule(): Promise<Module> {
  const mine = (stores ??= load("store/store.wasm", (bytes) => new WebAssembly.Module(bytes)));
  // A failure is not cached.
  mine.catch(() => (stores = undefined));
  return mine;
}

/** A module by its name, as it is loaded for this thread. */
export function moduleOf(name: string): Promise<Module> {
  if (name === "scrubjay.wasm") return PLATFORM.core();
  return name === "store/store.wasm" ? storeModule() : load(name);
}

let stores: Promise<Module> | undefined;

type Compile = (bytes: BufferSource) => Promise<Module> | Module;

function load(name: string, compile: Compile = WebAssembly.compile): Promise<Module> {
  return moduleNamed(name, async () => compile(readFileSync(placeOf(addressOf(name) as () => URL, name))));
}

/** What can be done where a bundler left a module behind. */
function advice(name: string): string {
  const [entry, option] = name === "windows.wasm" ? ["scrubjay/window/inline", "give openWindow its `module`"] : ["scrubjay/inline", "tell init where the modules lie"];
  return `leave scrubjay out of the bundle, or import ${entry} in its place, or ${option} (docs/guide/javascript.md)`;
}

/** Where a module lies. */
export function placeOf(address: () => URL, name: string): URL | string {
  const script = here();
  const beside = [unlessThrown(address), unlessThrown(() => new URL(name, script))];
  for (const place of beside) if (place !== undefined && existsSync(place)) return place;
  for (const from of [script, ...beside]) {
    // With a literal name webpack would resolve the look-up itself, and find no single file.
    const found = from && unlessThrown(() => nodeModule.createRequire(from).resolve(`scrubjay/${name}`));
    if (found !== undefined && existsSync(found)) return found;
  }
  throw failure("load", undefined, `${name} was not carried along with ${script?.href ?? "this script"}: ${advice(name)}`);
}

/** This script. One that a bundler made of the older kind has a name, and no address. */
function here(): URL | undefined {
  return unlessThrown(() => new URL(import.meta.url)) ?? unlessThrown(() => pathToFileURL(__filename));
}

function unlessThrown<T>(what: () => T): T | undefined {
  try {
    return what();
  } catch {
    return undefined;
  }
}

/** Reads a module from disk, or leaves it to be fetched. */
export async function fromDisk(input: ModuleInput): Promise<ModuleInput> {
  if (typeof input !== "string" && !(input instanceof URL)) return input;
  const scheme = /^(https?|data|blob|file):/i.exec(String(input))?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== "file") return input;
  return readFileSync(scheme === "file" ? new URL(input) : input);
}
