// A program of ES modules in Node.

import { open } from "scrubjay";

const memory = await open({ root: process.argv[2] });
await memory.index();
const { nFiles } = await memory.status();
const { steps } = await memory.graph.callers("Shelf.add");
await memory.close();
console.log(nFiles, steps.map(({ symbol }) => symbol.id).join(" "));
