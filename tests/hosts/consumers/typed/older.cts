// The same in a module of the older kind: its types are of that kind too.

import scrubjay = require("scrubjay");

export const open: (options: scrubjay.OpenOptions) => Promise<scrubjay.Memory> = scrubjay.open;
