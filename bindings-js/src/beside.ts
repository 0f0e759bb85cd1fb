// The modules that lie beside this file, for pages and workers.

import { failure } from "./errors.js";
import { hashInBrowser } from "./open.js";
import { type Platform, compile, coreModule } from "./platform.js";

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
  core: () => coreModule(() => load(new URL("./scrubjay.wasm", import.meta.url))),
  parser: (language) => (Object.hasOwn(PARSERS, language) ? load((PARSERS[language] as () => URL)()) : undefined),
  hash: hashInBrowser,
};

/** A module from an address. */
export async function load(url: URL): Promise<WebAssembly.Module> {
  try {
    return await compile(url);
  } catch (cause) {
    throw failure("load", undefined, `${url} cannot be loaded`, { cause });
  }
}
