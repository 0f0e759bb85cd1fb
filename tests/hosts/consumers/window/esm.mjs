// A program of ES modules in Node.

import * as entry from "scrubjay/window";

import { use } from "./used.mjs";

console.log(await use(entry));
