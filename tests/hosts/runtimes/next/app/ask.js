// The answer of the routes: of a memory in the server's own thread, of one in other threads, and of a window.

export async function answer(request, { open }, { openWindow }) {
  const root = new URL(request.url).searchParams.get("root");
  const said = [];
  for (const thread of [false, true]) said.push(await callers(open, { root, thread }).catch(({ code, message }) => `${code}: ${message}`));
  said.push(await openWindow().then((window) => window.status().tokens, ({ code, message }) => `${code}: ${message}`));
  return new Response(said.join(" "));
}

async function callers(open, options) {
  const memory = await open(options);
  await memory.index();
  const { steps } = await memory.graph.callers("Shelf.add");
  await memory.close();
  return steps.map(({ symbol }) => symbol.id).join(" ");
}
