// What a bundled program asks: a memory in its own thread and one in threads of its own, and a window.

import { use as useWindow } from "../window/used.mjs";

/** Says what they answer, or how they are refused. `process.argv` has the folder, and where the modules lie, if the program is told. */
export async function use({ init, open }, windows) {
  const [, , root, modules] = process.argv;
  if (modules !== undefined) await init(undefined, modules);
  const openWindow = (options) => windows.openWindow(modules === undefined ? options : { ...options, module: `${modules}/windows.wasm` });
  for (const thread of [false, true]) await said(() => callers(open, { root, thread }));
  await said(() => useWindow({ ...windows, openWindow }));
}

async function callers(open, options) {
  const memory = await open(options);
  await memory.index();
  const { steps } = await memory.graph.callers("Shelf.add");
  await memory.close();
  return steps.map(({ symbol }) => symbol.id).join(" ");
}

async function said(what) {
  console.log(await what().catch(({ code, message }) => `${code}: ${message}`));
}
