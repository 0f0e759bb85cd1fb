// A program of the older kind in Node.

const { open, UnknownError } = require("scrubjay");

async function main() {
  const memory = await open({ root: process.argv[2] });
  const { nRead } = await memory.index();
  const { steps } = await memory.graph.callers("Shelf.add");
  const refused = await memory.graph.callers("Shelf.sell").catch((error) => error);
  if (!(refused instanceof UnknownError)) throw refused;
  await memory.close();
  console.log(nRead, steps.map(({ symbol }) => symbol.id).join(" "));
}

main();
