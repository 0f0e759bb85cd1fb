// The entry for windows where only scripts may be loaded: strict pages, and extensions of editors in a browser.

import { failure } from "./errors.js";
import type { Module } from "./shapes.js";
import { once, openHere } from "./window/open.js";
import type { WindowOptions } from "./window/options.js";
import type { Window } from "./window/window.js";

export * from "./window/exports.js";

/** Opens a window: a conversation under a budget. Needs no worker; once it is open, nothing is waited for. */
export async function openWindow(options: WindowOptions = {}): Promise<Window> {
  return openHere(options, own);
}

const own = once(async () => {
  try {
    const letters = atob((await import("./inline/windows.wasm.js")).default);
    return (await WebAssembly.compile(Uint8Array.from(letters, (letter) => letter.charCodeAt(0)))) as Module;
  } catch (cause) {
    throw failure("load", undefined, "a module cannot be loaded", { cause });
  }
});
