// From the import of the package to the first answer of an indexed folder, in a process of its own: `first.mjs DIR CALLED`.

const [root, callee] = process.argv.slice(2);
const cpuBefore = process.cpuUsage();
const started = performance.now();
const { open } = await import("scrubjay");
const memory = await open({ root });
const { steps } = await memory.graph.callers(callee);
const took = performance.now() - started;
const { user, system } = process.cpuUsage(cpuBefore);
if (steps.length === 0) throw new Error(`nobody calls ${callee}`);
await memory.close();
console.log("first_ms", took);
console.log("first_cpu_ms", (user + system) / 1e3);
