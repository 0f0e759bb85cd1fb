// The locations of the package's modules: next to its scripts.
//
// Each address is written out in full, so that bundlers find the module and include it.

const ADDRESSES: Readonly<Record<string, () => URL>> = {
  "scrubjay.wasm": () => new URL("./scrubjay.wasm", import.meta.url),
  "store/store.wasm": () => new URL("./store/store.wasm", import.meta.url),
  "parsers/go.wasm": () => new URL("./parsers/go.wasm", import.meta.url),
  "parsers/javascript.wasm": () => new URL("./parsers/javascript.wasm", import.meta.url),
  "parsers/python.wasm": () => new URL("./parsers/python.wasm", import.meta.url),
  "parsers/rust.wasm": () => new URL("./parsers/rust.wasm", import.meta.url),
  "parsers/tsx.wasm": () => new URL("./parsers/tsx.wasm", import.meta.url),
  "parsers/typescript.wasm": () => new URL("./parsers/typescript.wasm", import.meta.url),
};

/** A function that computes the location of a module; it throws where scripts have no URL. Undefined: the package has no such module. */
export function addressOf(name: string): (() => URL) | undefined {
  return Object.hasOwn(ADDRESSES, name) ? ADDRESSES[name] : undefined;
}
