// The package's modules on this disk, in Node.

import { existsSync, readFileSync } from "node:fs";
import nodeModule from "node:module";

import { addressOf } from "./addresses.js";
import { type ModuleInput, type Platform, coreModule, moduleNamed } from "./platform.js";
import type { Module } from "./shapes.js";

/** Modules by their names. */
export const PLATFORM: Platform = {
  core: () => coreModule(() => load("scrubjay.wasm")),
  parser: (language) => (addressOf(`parsers/${language}.wasm`) && load(`parsers/${language}.wasm`)),
  hash: async (bytes) => (await (crypto ??= import("node:crypto"))).createHash("sha256").update(bytes).digest(),
};

/** Loaded on demand: most questions need no hash. */
let crypto: Promise<typeof import("node:crypto")> | undefined;

/** The module of stores, compiled once. */
export function storeModule(): Promise<Module> {
  const mine = (stores ??= load("store/store.wasm", (bytes) => new WebAssembly.Module(bytes)));
  // A failure is not cached.
  mine.catch(() => (stores = undefined));
  return mine;
}

let stores: Promise<Module> | undefined;

type Compile = (bytes: BufferSource) => Promise<Module> | Module;

function load(name: string, compile: Compile = WebAssembly.compile): Promise<Module> {
  return moduleNamed(name, async () => compile(readFileSync(placeOf(addressOf(name)?.() as URL, name))));
}

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
