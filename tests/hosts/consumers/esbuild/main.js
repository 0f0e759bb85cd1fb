// A page that may load scripts and nothing else, bundled by esbuild.

import { open } from "scrubjay/inline";

const files = new Map([["a.py", "def one():\n    return two()\n\n\ndef two():\n    return 2\n"]]);
const memory = await open({ files });
await memory.index();
const { steps } = await memory.graph.callers("two");
await memory.close();
globalThis.said = steps.map(({ symbol }) => symbol.id).join(" ");
