// The package's modules on this disk, in Node.
//
// They are next to this script, also if a bundler copied them; otherwise in the package that the script was bundled from, if it is
// installed. Not here: modules that a caller gives instead.

import { existsSync, readFileSync } from "node:fs";
import nodeModule from "node:module";
import { pathToFileURL } from "node:url";

import { addressOf } from "./addresses.js";
import { createError } from "./errors.js";
import { hashInNode } from "./hash.js";
import { type ModuleInput, type Platform, coreModule, moduleNamed } from "./platform.js";
import type { Module } from "./shapes.js";

/** The platform of Node: loads modules from disk. */
export const PLATFORM: Platform = {
  core: () => coreModule(() => load("scrubjay.wasm")),
  parser: (language) => (addressOf(`parsers/${language}.wasm`) && load(`parsers/${language}.wasm`)),
  hash: hashInNode,
};

/** The WebAssembly module that implements stores, compiled once. */
export function storeModule(): Promise<Module> {
  const loading = (loadedStoreModule ??= load("store/store.wasm", (bytes) => new WebAssembly.Module(bytes)));
  // A failure is not cached.
  loading.catch(() => (loadedStoreModule = undefined));
  return loading;
}

/** A module of the package by its name, compiled for this thread. */
export function moduleOf(name: string): Promise<Module> {
  if (name === "scrubjay.wasm") return PLATFORM.core();
  return name === "store/store.wasm" ? storeModule() : load(name);
}

let loadedStoreModule: Promise<Module> | undefined;

type Compile = (bytes: BufferSource) => Promise<Module> | Module;

function load(name: string, compile: Compile = WebAssembly.compile): Promise<Module> {
  return moduleNamed(name, async () => compile(readFileSync(moduleLocation(addressOf(name) as () => URL, name))));
}

/** Advice for an error message, if a bundler did not copy a module. */
function advice(name: string): string {
  const [entry, option] = name === "windows.wasm" ? ["scrubjay/window/inline", "give openWindow its `module`"] : ["scrubjay/inline", "tell init where the modules lie"];
  return `leave scrubjay out of the bundle, or import ${entry} in its place, or ${option} (docs/guide/javascript.md)`;
}

/** The location of a module: next to this script, or in the installed package. Throws `load` if it is in neither. */
export function moduleLocation(address: () => URL, name: string): URL | string {
  const script = scriptUrl();
  const candidates = [unlessThrown(address), unlessThrown(() => new URL(name, script))];
  for (const place of candidates) if (place !== undefined && existsSync(place)) return place;
  for (const start of [script, ...candidates]) {
    // With a literal name webpack would try to resolve it while bundling.
    const found = start && unlessThrown(() => nodeModule.createRequire(start).resolve(`scrubjay/${name}`));
    if (found !== undefined && existsSync(found)) return found;
  }
  throw createError("load", undefined, `${name} was not carried along with ${script?.href ?? "this script"}: ${advice(name)}`);
}

/** The URL of this script; in a CommonJS bundle, that of its file. Undefined if neither is known. */
function scriptUrl(): URL | undefined {
  return unlessThrown(() => new URL(import.meta.url)) ?? unlessThrown(() => pathToFileURL(__filename));
}

function unlessThrown<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch {
    return undefined;
  }
}

/** Reads a module from disk if `input` is a path or a `file:` URL; otherwise returns it unchanged. */
export async function readFromDisk(input: ModuleInput): Promise<ModuleInput> {
  if (typeof input !== "string" && !(input instanceof URL)) return input;
  const scheme = /^(https?|data|blob|file):/i.exec(String(input))?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== "file") return input;
  return readFileSync(scheme === "file" ? new URL(input) : input);
}
