// What differs between Node and browsers, beside files and stores: where modules come from, and how bytes are hashed.

import { failure } from "./errors.js";

/** What a module can be made of. */
export type ModuleInput = WebAssembly.Module | BufferSource | Response | URL | string;

/** One way of running. */
export interface Platform {
  /** The core module of the component. */
  core(): Promise<WebAssembly.Module>;
  /** The parser of a language; none where this package has none. */
  parser(language: string): Promise<WebAssembly.Module> | undefined;
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

let given: Promise<WebAssembly.Module> | undefined;

/** Uses this core module, for hosts where the package cannot find its own. */
export function giveCore(input: ModuleInput | Promise<ModuleInput>): void {
  given = Promise.resolve(input).then(compile).catch((cause) => {
    throw failure("load", undefined, "what was given is no module that can be loaded", { cause });
  });
}

/** The core module, compiled once. */
export function coreModule(own: () => Promise<WebAssembly.Module>): Promise<WebAssembly.Module> {
  const mine = (given ??= own());
  // A failure is not kept: the next call tries again, unless another module was given meanwhile.
  mine.catch(() => {
    if (given === mine) given = undefined;
  });
  return mine;
}

/** Compiles what `init` was given. */
export async function compile(input: ModuleInput): Promise<WebAssembly.Module> {
  if (input instanceof WebAssembly.Module) return input;
  if (typeof input === "string" || input instanceof URL) return compile(await fetch(input));
  if (typeof Response !== "undefined" && input instanceof Response) return compileResponse(input);
  return WebAssembly.compile(input as BufferSource);
}

async function compileResponse(response: Response): Promise<WebAssembly.Module> {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
  const isWasm = response.headers.get("content-type")?.startsWith("application/wasm") ?? false;
  // Servers that do not know the type of `.wasm` files are common.
  return isWasm ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
