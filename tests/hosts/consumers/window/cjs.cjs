// A CommonJS program in Node.

const entry = require("scrubjay/window");

import("./used.mjs").then(async ({ use }) => console.log(await use(entry)));
