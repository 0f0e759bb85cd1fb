// The entry for windows where only scripts may be loaded: strict pages, and extensions of editors in a browser.

import { moduleIn } from "./modules-inline.js";
import { loadOnce } from "./platform.js";
import { openHere } from "./window/open.js";
import type { WindowOptions } from "./window/options.js";
import type { Window } from "./window/window.js";

export * from "./window/exports.js";

/** Opens a window: a conversation under a budget. Needs no worker; its methods are synchronous. */
export async function openWindow(options: WindowOptions = {}): Promise<Window> {
  return openHere(options, loadOwnModule);
}

const loadOwnModule = loadOnce(() => moduleIn(() => import("./inline/windows.wasm.js")));
