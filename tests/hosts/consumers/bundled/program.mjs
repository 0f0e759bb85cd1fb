// A program for Node over the entries that find their modules as files.

import * as entry from "scrubjay";
import * as windows from "scrubjay/window";

import { use } from "./use.mjs";

use(entry, windows);
