// A program of modules in Node.

import { open } from "scrubjay";

await using(await open({ root: process.argv[2] }));

async function using(memory) {
  const { nRead } = await memory.index();
  const { steps } = await memory.graph.callers("Shelf.add");
  await memory.close();
  console.log(nRead, steps.map(({ symbol }) => symbol.id).join(" "));
}
