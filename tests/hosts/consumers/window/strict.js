// A page that may load scripts and nothing else, bundled by esbuild.

import * as entry from "scrubjay/window/inline";

import { use } from "./used.mjs";

globalThis.said = await use(entry);
