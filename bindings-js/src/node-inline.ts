// The entry for Node where nothing but scripts is carried along: as `node.ts`, with every module embedded in a script.

import { type Script, bytesIn } from "./modules-inline.js";
import { setModuleLocation } from "./platform.js";

export * from "./node.js";

const SCRIPTS: Readonly<Record<string, Script>> = {
  "scrubjay.wasm": () => import("./inline/scrubjay.wasm.js"),
  "store/store.wasm": () => import("./inline/store.wasm.js"),
  "parsers/go.wasm": () => import("./inline/go.wasm.js"),
  "parsers/javascript.wasm": () => import("./inline/javascript.wasm.js"),
  "parsers/python.wasm": () => import("./inline/python.wasm.js"),
  "parsers/rust.wasm": () => import("./inline/rust.wasm.js"),
  "parsers/tsx.wasm": () => import("./inline/tsx.wasm.js"),
  "parsers/typescript.wasm": () => import("./inline/typescript.wasm.js"),
};

setModuleLocation((name) => bytesIn(SCRIPTS[name] as Script));
