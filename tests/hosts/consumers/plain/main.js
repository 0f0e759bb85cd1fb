// A page whose bundler leaves out the modules: they are served from a folder of their own, which the page names.

import { init, open } from "scrubjay";
import { open as openInWorker } from "scrubjay/worker";

const files = new Map([["a.py", "def one():\n    return two()\n\n\ndef two():\n    return 2\n"]]);

async function callers(memory) {
  await memory.index();
  const { steps } = await memory.graph.callers("two");
  await memory.close();
  return steps.map(({ symbol }) => symbol.id).join(" ");
}

const unsaid = await open({ files }).then((memory) => memory.index()).catch(({ code, message }) => `${code} ${/init where/.test(message)}`);
await init(undefined, "/modules");
const worker = () => new Worker("./thread.js", { type: "module" });
const answers = [await callers(await open({ files })), await callers(await openInWorker({ files, worker, modules: "/modules", store: "plain/store.redb" }))];
globalThis.said = [unsaid, ...answers].join(", ");
