// A program for Node with the package's entries that contain their modules as scripts.

import * as entry from "scrubjay/inline";
import * as windows from "scrubjay/window/inline";

import { use } from "./use.mjs";

use(entry, windows);
