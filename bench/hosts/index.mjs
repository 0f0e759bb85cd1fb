// A first index of a folder in Node: `index.mjs DIR`.

import { open } from "scrubjay";

const cpuBefore = process.cpuUsage();
const started = performance.now();
const memory = await open({ root: process.argv[2] });
const { nRead } = await memory.index();
await memory.close();
const { user, system } = process.cpuUsage(cpuBefore);
console.log("node_index_files", nRead);
console.log("node_index_ms", performance.now() - started);
console.log("node_index_cpu_ms", (user + system) / 1e3);
