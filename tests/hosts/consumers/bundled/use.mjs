// The calls of a bundled program: of a memory in its own thread, of one in other threads, and of a window.

import { use as useWindow } from "../window/used.mjs";

/** Prints each answer or refusal. `process.argv` has the folder and, if the program is to be told, the folder of the modules. */
export async function use({ init, open }, windows) {
  const [, , root, modules] = process.argv;
  if (modules !== undefined) await init(undefined, modules);
  const openWindow = (options) => windows.openWindow(modules === undefined ? options : { ...options, module: `${modules}/windows.wasm` });
  for (const thread of [false, true]) await print(() => callers(open, { root, thread }));
  await print(() => useWindow({ ...windows, openWindow }));
}

async function callers(open, options) {
  const memory = await open(options);
  await memory.index();
  const { steps } = await memory.graph.callers("Shelf.add");
  await memory.close();
  return steps.map(({ symbol }) => symbol.id).join(" ");
}

async function print(what) {
  console.log(await what().catch(({ code, message }) => `${code}: ${message}`));
}
