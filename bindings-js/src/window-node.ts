// The entry for windows in Node: the module lies next to this script on the disk.

import { readFileSync } from "node:fs";

import { fromDisk, placeOf } from "./installed.js";
import { compile, moduleNamed } from "./platform.js";
import type { Module } from "./shapes.js";
import { MODULE, once, openHere } from "./window/open.js";
import type { WindowOptions } from "./window/options.js";
import type { Window } from "./window/window.js";

export * from "./window/exports.js";

/** Opens a window: a conversation under a budget. Once it is open, nothing is waited for. */
export async function openWindow(options: WindowOptions = {}): Promise<Window> {
  return openHere(options, own, async (input) => compile(await fromDisk(input)));
}

const own = once(() => moduleNamed(MODULE, async () => (await WebAssembly.compile(readFileSync(placeOf(new URL("./windows.wasm", import.meta.url), MODULE)))) as Module));
