// A program for Node over the entries that have their modules in scripts.

import * as entry from "scrubjay/inline";
import * as windows from "scrubjay/window/inline";

import { use } from "./use.mjs";

use(entry, windows);
