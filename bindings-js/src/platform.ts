// Differences between Node and browsers other than files and stores: loading modules, and hashing.

import { LoadError, type ScrubjayError, createError, invalidError } from "./errors.js";
import type { Bytes, Module } from "./shapes.js";

/** The sources that a module can be compiled from. */
export type ModuleInput = Module | Bytes | Response | URL | string;

/** The functions that Node and browsers implement differently. */
export interface Platform {
  /** The component's core module, compiled once. */
  core(): Promise<Module>;
  /** The parser of a language; `undefined` if this package has none. */
  parser(language: string): Promise<Module> | undefined;
  /** SHA-256. */
  hash(bytes: Uint8Array): Promise<Uint8Array> | Uint8Array;
}

/** Yields to the event loop, so that a page can paint and a signal can fire. */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === "function") {
      setImmediate(resolve);
      return;
    }
    if (typeof MessageChannel !== "function") {
      setTimeout(resolve);
      return;
    }
    // A timer of 0 ms waits four milliseconds in a browser; a message does not.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

/**
 * Where the package's modules are: a base URL with the layout of the package's `dist/`, or a function that returns each module by
 * its path in `dist/` (`scrubjay.wasm`, `store/store.wasm`, `parsers/python.wasm`).
 */
export type Modules = string | URL | ((name: string) => ModuleInput | Promise<ModuleInput>);

let callerLocation: Modules | undefined;
let givenCore: Promise<Module> | undefined;

/** Loads all modules from this location from now on, instead of the package's own. */
export function setModuleLocation(modules: Modules): void {
  if (typeof modules !== "string" && typeof modules !== "function" && !(modules instanceof URL)) {
    throw invalidError("modules", "neither an address nor a function");
  }
  callerLocation = modules;
  givenCore = undefined;
}

/** A module by its name: from the caller's location, or from the package. */
export async function moduleNamed(name: string, loadOwn: () => Promise<Module>): Promise<Module> {
  try {
    if (callerLocation === undefined) return await loadOwn();
    return await compile(typeof callerLocation === "function" ? await callerLocation(name) : urlBelow(callerLocation, name));
  } catch (cause) {
    // The usual advice is to give a location, which the caller did.
    throw loadError(name, cause, callerLocation === undefined ? adviceFor(name) : "");
  }
}

/** The error for a module that could not be loaded, with advice; the cause itself if it is such an error already. */
export function loadError(name: string | URL, cause: unknown, advice = adviceFor(String(name))): ScrubjayError {
  return cause instanceof LoadError ? cause : createError("load", undefined, `${name} cannot be loaded: ${reasonOf(cause)}${advice}`, { cause });
}

/** Advice for a module that was not found. */
function adviceFor(name: string): string {
  const option = name.endsWith("windows.wasm") ? "give openWindow its `module`" : "tell init where the modules lie";
  return `; with vite's own server say optimizeDeps: { exclude: ["scrubjay"] }, elsewhere ${option} (docs/guide/javascript.md)`;
}

/** The URL of `name` below an address, which may end with `/` or not. */
export function urlBelow(address: string | URL, name: string): string {
  return `${String(address).replace(/\/+$/, "")}/${name}`;
}

/** Uses this core module, for hosts where the package cannot find its own. */
export function giveCore(input: ModuleInput | Promise<ModuleInput>): void {
  givenCore = Promise.resolve(input).then(compile).catch((cause) => {
    throw loadError("what was given", cause);
  });
}

/** The core module, compiled once: the one given to `giveCore`, or that of `loadOwn`. */
export function coreModule(loadOwn: () => Promise<Module>): Promise<Module> {
  const loading = (givenCore ??= loadOwn());
  // A failure is not cached: the next call tries again, unless another module was given meanwhile.
  loading.catch(() => {
    if (givenCore === loading) givenCore = undefined;
  });
  return loading;
}

/** A function that calls `load` only once and returns the same module afterwards. After a failure it calls `load` again. */
export function loadOnce(load: () => Promise<Module>): () => Promise<Module> {
  let loaded: Promise<Module> | undefined;
  return () => {
    const loading = (loaded ??= load());
    loading.catch(() => {
      if (loaded === loading) loaded = undefined;
    });
    return loading;
  };
}

/** Compiles any kind of module input; fetches it first if it is a URL. */
export async function compile(input: ModuleInput): Promise<Module> {
  if (input instanceof WebAssembly.Module) return input;
  if (typeof input === "string" || input instanceof URL) return compile(await fetch(input));
  if (typeof Response !== "undefined" && input instanceof Response) return compileResponse(input);
  return WebAssembly.compile(input as BufferSource);
}

/** The message of an error; any other thrown value as text. */
export function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

async function compileResponse(response: Response): Promise<Module> {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
  const type = response.headers.get("content-type") ?? "";
  if (type.startsWith("text/html")) throw new Error(`${response.url} answered with a page, not with a module`);
  // Servers that do not know the type of `.wasm` files are common.
  const isWasm = type.startsWith("application/wasm");
  return isWasm ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
