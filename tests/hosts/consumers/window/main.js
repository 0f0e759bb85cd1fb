// A page without a worker, bundled by vite.

import * as entry from "scrubjay/window";

import { use } from "./used.mjs";

globalThis.said = await use(entry);
