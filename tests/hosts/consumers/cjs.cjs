// A CommonJS program in Node.

const { open, UnknownError } = require("scrubjay");

async function main() {
  const memory = await open({ root: process.argv[2] });
  await memory.index();
  const { nFiles } = await memory.status();
  const { steps } = await memory.graph.callers("Shelf.add");
  const refused = await memory.graph.callers("Shelf.sell").catch((error) => error);
  if (!(refused instanceof UnknownError)) throw refused;
  await memory.close();
  console.log(nFiles, steps.map(({ symbol }) => symbol.id).join(" "));
}

main();
