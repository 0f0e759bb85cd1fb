import * as entry from "scrubjay/inline";
import * as windows from "scrubjay/window/inline";

import { answer } from "../ask.js";

export const GET = (request) => answer(request, entry, windows);
