// The sources of WebAssembly modules, and the errors without them; the entries for Node and for pages export the same names.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import * as browser from "../dist/browser.js";
import * as node from "../dist/node.js";

const FILES = new Map([["a.py", "def one():\n    return two()\n\n\ndef two():\n    return 2\n"]]);

test("a server that answers with a page is told from one that has the module", async () => {
  const page = new Response("<!doctype html>", { headers: { "content-type": "text/html" } });
  await assert.rejects(node.init(page), { code: "load", message: /answered with a page, not with a module; .*optimizeDeps/ });
});

test("every module is looked for where init was told", async () => {
  const askedNames = [];
  const dist = new URL("../dist/", import.meta.url);
  await node.init(undefined, (name) => {
    askedNames.push(name);
    return readFileSync(new URL(name, dist));
  });
  const memory = await node.open({ files: FILES });
  await memory.index();
  assert.equal((await memory.graph.callers("two")).steps[0].symbol.id, "a.py#one");
  assert.deepEqual([...new Set(askedNames)], ["scrubjay.wasm", "parsers/python.wasm"]);
  await assert.rejects(node.init(undefined, "/there/is/no/such/folder"), { code: "load", message: /^scrubjay.wasm cannot be loaded: / });
  await assert.rejects(node.init(undefined, 7), { code: "invalid" });
  await node.init(undefined, dist);
});

test("Node and pages give the same names, and each refuses what only the other one has", async () => {
  assert.deepEqual(Object.keys(node).sort(), Object.keys(browser).sort());
  await assert.rejects(browser.open({ root: "." }), { code: "invalid" });
  await assert.rejects(node.openPrivateStore("store.redb"), { code: "invalid" });
});
