// What differs between Node and browsers, beside files and stores: where modules come from, and how bytes are hashed.

import { failure, invalid } from "./errors.js";
import type { Bytes, Module } from "./shapes.js";

/** What a module can be made of. */
export type ModuleInput = Module | Bytes | Response | URL | string;

/** One way of running. */
export interface Platform {
  /** The core module of the component. */
  core(): Promise<Module>;
  /** The parser of a language; none where this package has none. */
  parser(language: string): Promise<Module> | undefined;
  /** SHA-256. */
  hash(bytes: Uint8Array): Promise<Uint8Array> | Uint8Array;
}

/** Lets events in: a page paints, a signal fires. */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === "function") {
      setImmediate(resolve);
      return;
    }
    // A timer of nothing waits four milliseconds in a browser; a message does not.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

/**
 * Where the package's modules lie: an address that they are below, as they are below `dist/` in the package, or what gives each by
 * its name there (`scrubjay.wasm`, `store/store.wasm`, `parsers/python.wasm`).
 */
export type Modules = string | URL | ((name: string) => ModuleInput | Promise<ModuleInput>);

let elsewhere: Modules | undefined;
let given: Promise<Module> | undefined;

/** Looks for every module there, from now on, in the place of beside the package. */
export function lookIn(modules: Modules): void {
  if (typeof modules !== "string" && typeof modules !== "function" && !(modules instanceof URL)) {
    throw invalid("modules", "neither an address nor a function");
  }
  elsewhere = modules;
  given = undefined;
}

/** A module by its name: from where the caller said, or else the package's own. */
export async function moduleNamed(name: string, own: () => Promise<Module>): Promise<Module> {
  if (elsewhere === undefined) return own();
  try {
    return await compile(typeof elsewhere === "function" ? await elsewhere(name) : below(elsewhere, name));
  } catch (cause) {
    throw failure("load", undefined, `${name} cannot be loaded: ${why(cause)}`, { cause });
  }
}

/** An address below another one, whether that ends in `/` or not. */
export function below(address: string | URL, name: string): string {
  return `${String(address).replace(/\/+$/, "")}/${name}`;
}

/** Uses this core module, for hosts where the package cannot find its own. */
export function giveCore(input: ModuleInput | Promise<ModuleInput>): void {
  given = Promise.resolve(input).then(compile).catch((cause) => {
    throw failure("load", undefined, `what was given is no module that can be loaded: ${why(cause)}`, { cause });
  });
}

/** The core module, compiled once. */
export function coreModule(own: () => Promise<Module>): Promise<Module> {
  const mine = (given ??= own());
  // A failure is not kept: the next call tries again, unless another module was given meanwhile.
  mine.catch(() => {
    if (given === mine) given = undefined;
  });
  return mine;
}

/** Compiles what `init` was given. */
export async function compile(input: ModuleInput): Promise<Module> {
  if (input instanceof WebAssembly.Module) return input;
  if (typeof input === "string" || input instanceof URL) return compile(await fetch(input));
  if (typeof Response !== "undefined" && input instanceof Response) return compileResponse(input);
  return WebAssembly.compile(input as BufferSource);
}

/** Why something failed, in words. */
export function why(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/** What to do where the modules are not where they were looked for. */
const ADVICE = "with vite's own server say optimizeDeps: { exclude: [\"scrubjay\"] }, elsewhere tell init where the modules lie";

async function compileResponse(response: Response): Promise<Module> {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}; ${ADVICE}`);
  const type = response.headers.get("content-type") ?? "";
  if (type.startsWith("text/html")) throw new Error(`${response.url} answered with a page, not with a module; ${ADVICE}`);
  // Servers that do not know the type of `.wasm` files are common.
  const isWasm = type.startsWith("application/wasm");
  return isWasm ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
