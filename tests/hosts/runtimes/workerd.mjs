// A worker of Cloudflare's runtime, where modules can only be imported: `init` gets the imported core and parser.

import core from "scrubjay/scrubjay.wasm";
import python from "scrubjay/parsers/python.wasm";
import { init, open } from "scrubjay";

const files = new Map([["a.py", "def one():\n    return two()\n\n\ndef two():\n    return 2\n"]]);

async function callers() {
  const memory = await open({ files });
  await memory.index();
  return (await memory.graph.callers("two")).steps[0].symbol.id;
}

export default {
  async fetch() {
    const unsaid = await callers().catch(({ code, message }) => `${code} ${/init where/.test(message)}`);
    await init(core, (name) => ({ "parsers/python.wasm": python })[name]);
    return new Response(`${unsaid}, ${await callers()}`);
  },
};
