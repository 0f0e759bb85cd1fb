import * as entry from "scrubjay";
import * as windows from "scrubjay/window";

import { answer } from "../ask.js";

export const GET = (request) => answer(request, entry, windows);
