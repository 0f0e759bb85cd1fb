// The modules next to this file, for pages and workers.

import { addressOf } from "./addresses.js";
import { hashInBrowser } from "./open.js";
import { type Platform, compile, coreModule, loadError, moduleNamed } from "./platform.js";
import type { Module } from "./shapes.js";

/** A platform that loads modules from their URLs. */
export const PLATFORM: Platform = {
  core: () => coreModule(() => load("scrubjay.wasm") as Promise<Module>),
  parser: (language) => load(`parsers/${language}.wasm`),
  hash: hashInBrowser,
};

/** Compiles the module that implements stores, anew with each call. */
export function storeModule(): Promise<Module> {
  return load("store/store.wasm") as Promise<Module>;
}

/** Loads a module by its name, from next to this file or from the location given to `init`. Undefined if the package has no such module. */
function load(name: string): Promise<Module> | undefined {
  const address = addressOf(name);
  if (address === undefined) return undefined;
  return moduleNamed(name, async () => {
    // Where scripts have no URL of their own, neither has the module.
    let url: URL | undefined;
    try {
      url = address();
      return await compile(url);
    } catch (cause) {
      throw loadError(url ?? name, cause);
    }
  });
}
