// The entry for pages and workers: files come from the caller, modules from beside this one.

import { failure } from "./errors.js";
import { hashInBrowser, openHere, type OpenHereOptions } from "./open.js";
import type { Memory } from "./memory.js";
import { type ModuleInput, type Platform, compile, coreModule, giveCore } from "./platform.js";

export * from "./exports.js";
export type { OpenHereOptions as OpenOptions } from "./open.js";

/** Uses this core module instead of the package's own: a URL, a response, bytes, or a compiled module. */
export async function init(input?: ModuleInput): Promise<void> {
  if (input !== undefined) giveCore(compile(input));
  await PLATFORM.core();
}

/** Opens a memory of the files that the caller gives. */
export async function open(options: OpenHereOptions): Promise<Memory> {
  return openHere(PLATFORM, options);
}

/** Each address stands as a whole, so that bundlers find the module and carry it along. */
const PARSERS: Record<string, () => URL> = {
  javascript: () => new URL("./parsers/javascript.wasm", import.meta.url),
  python: () => new URL("./parsers/python.wasm", import.meta.url),
  rust: () => new URL("./parsers/rust.wasm", import.meta.url),
  tsx: () => new URL("./parsers/tsx.wasm", import.meta.url),
  typescript: () => new URL("./parsers/typescript.wasm", import.meta.url),
};

export const PLATFORM: Platform = {
  core: () => coreModule(() => load(new URL("./scrubjay.wasm", import.meta.url))),
  parser: (language) => (Object.hasOwn(PARSERS, language) ? load((PARSERS[language] as () => URL)()) : undefined),
  hash: hashInBrowser,
};

async function load(url: URL): Promise<WebAssembly.Module> {
  try {
    return await compile(url);
  } catch (cause) {
    throw failure("load", undefined, `${url} cannot be loaded`, { cause });
  }
}
