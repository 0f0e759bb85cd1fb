// From the import of the package to the first answer of an indexed folder, in a process of its own: `first.mjs DIR CALLED`.

const [root, called] = process.argv.slice(2);
const used = process.cpuUsage();
const started = performance.now();
const { open } = await import("scrubjay");
const memory = await open({ root });
const { steps } = await memory.graph.callers(called);
const took = performance.now() - started;
const { user, system } = process.cpuUsage(used);
if (steps.length === 0) throw new Error(`nobody calls ${called}`);
await memory.close();
console.log("first_ms", took);
console.log("first_cpu_ms", (user + system) / 1e3);
