// The entry for windows in pages and workers: loads the module from next to this script.

import { compile, loadOnce, moduleNamed } from "./platform.js";
import type { Module } from "./shapes.js";
import { MODULE, openHere } from "./window/open.js";
import type { WindowOptions } from "./window/options.js";
import type { Window } from "./window/window.js";

export * from "./window/exports.js";

/** Opens a window: a conversation under a budget. Needs no worker; its methods are synchronous. */
export async function openWindow(options: WindowOptions = {}): Promise<Window> {
  return openHere(options, loadOwnModule);
}

const loadOwnModule = loadOnce(() => moduleNamed(MODULE, () => compile(new URL("./windows.wasm", import.meta.url)) as Promise<Module>));
