// The modules that lie beside this file, for pages and workers.

import { failure } from "./errors.js";
import { hashInBrowser } from "./open.js";
import { type Platform, compile, coreModule, moduleNamed, why } from "./platform.js";
import type { Module } from "./shapes.js";

/** Each address stands as a whole, so that bundlers find the module and carry it along. */
const PARSERS: Record<string, () => URL> = {
  go: () => new URL("./parsers/go.wasm", import.meta.url),
  javascript: () => new URL("./parsers/javascript.wasm", import.meta.url),
  python: () => new URL("./parsers/python.wasm", import.meta.url),
  rust: () => new URL("./parsers/rust.wasm", import.meta.url),
  tsx: () => new URL("./parsers/tsx.wasm", import.meta.url),
  typescript: () => new URL("./parsers/typescript.wasm", import.meta.url),
};

/** Modules by their addresses. */
export const PLATFORM: Platform = {
  core: () => coreModule(() => load("scrubjay.wasm", () => new URL("./scrubjay.wasm", import.meta.url))),
  parser: (language) => (Object.hasOwn(PARSERS, language) ? load(`parsers/${language}.wasm`, PARSERS[language] as () => URL) : undefined),
  hash: hashInBrowser,
};

/** The module in which stores lie. */
export function storeModule(): Promise<Module> {
  return load("store/store.wasm", () => new URL("./store/store.wasm", import.meta.url));
}

/** A module by its name, and where it lies if nobody said otherwise. */
function load(name: string, address: () => URL): Promise<Module> {
  return moduleNamed(name, async () => {
    const url = address();
    try {
      return await compile(url);
    } catch (cause) {
      throw failure("load", undefined, `${url} cannot be loaded: ${why(cause)}`, { cause });
    }
  });
}
