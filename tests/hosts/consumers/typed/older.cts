// A CommonJS module in TypeScript, for which the package's types must be those of a CommonJS module.

import scrubjay = require("scrubjay");

export const open: (options: scrubjay.OpenOptions) => Promise<scrubjay.Memory> = scrubjay.open;
