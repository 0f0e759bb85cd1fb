// The entry for windows in Node where nothing but scripts is carried along: as `window-node.ts`, with its modules embedded in scripts.

import { type Script, bytesIn } from "./modules-inline.js";
import { setModuleLocation } from "./platform.js";

export * from "./window-node.js";

const SCRIPTS: Readonly<Record<string, Script>> = {
  "windows.wasm": () => import("./inline/windows.wasm.js"),
  // A window of a memory store needs these too.
  "scrubjay.wasm": () => import("./inline/scrubjay.wasm.js"),
  "store/store.wasm": () => import("./inline/store.wasm.js"),
};

setModuleLocation((name) => bytesIn(SCRIPTS[name] as Script));
