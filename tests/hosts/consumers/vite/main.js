// A page built or served by vite: one memory in the page, and one in a worker, with a store.

import { open } from "scrubjay";
import { open as openInWorker } from "scrubjay/worker";

const files = new Map([
  ["shelf.py", "class Shelf:\n    def add(self, title):\n        pass\n"],
  ["shop.py", "from shelf import Shelf\n\n\ndef restock():\n    shelf = Shelf()\n    shelf.add('a')\n"],
]);

async function callers(memory) {
  await memory.index();
  const { steps } = await memory.graph.callers("Shelf.add");
  const refused = await memory.graph.callers("Shelf.sell").catch((error) => error.code);
  await memory.close();
  return `${steps.map(({ symbol }) => symbol.id)} ${refused}`;
}

const answers = [await callers(await open({ files })), await callers(await openInWorker({ files, store: "vite/store.redb" }))];
globalThis.said = answers.join(", ");
