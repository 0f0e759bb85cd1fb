// A program for Node with the package's entries that find their modules as files.

import * as entry from "scrubjay";
import * as windows from "scrubjay/window";

import { use } from "./use.mjs";

use(entry, windows);
