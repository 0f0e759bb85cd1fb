// Makes every call of the component a second time through the glue of jco; both must give the same answer. So an independent
// implementation confirms our reading of the component model.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";

import { transpile } from "@bytecodealliance/jco";

import { Refused } from "../dist/guest/abi.js";
import { Instance } from "../dist/guest/guest.js";
import { open } from "../dist/node.js";

const COMPONENT = new URL("../../target/component/scrubjay.wasm", import.meta.url);
const { call } = Instance.prototype;
const folder = mkdtempSync(join(tmpdir(), "scrubjay-witness-"));
let nCalls = 0;

before(async () => {
  const { files } = await transpile(readFileSync(COMPONENT), { name: "witness", instantiation: { tag: "sync" }, noTypescript: true });
  for (const [name, text] of Object.entries(files)) if (!name.includes("/")) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const { instantiate } = await import(pathToFileURL(join(folder, "witness.js")));
  const core = (name) => new WebAssembly.Module(readFileSync(join(folder, name)));
  assert.deepEqual(readFileSync(join(folder, "witness.core.wasm")), readFileSync(new URL("../dist/scrubjay.wasm", import.meta.url)));
  const witnesses = new WeakMap();
  Instance.prototype.call = function (what) {
    if (!witnesses.has(this)) witnesses.set(this, instantiate(core, {}));
    return call.call(this, (exports) => what(callBoth(exports, witnesses.get(this))));
  };
});

after(() => {
  Instance.prototype.call = call;
  rmSync(folder, { recursive: true });
});

/** The interfaces of the component with functions that call both glues and compare. */
function callBoth(ours, theirs) {
  const faces = Object.entries(ours).map(([face, functions]) => {
    const pairs = Object.keys(functions).map((name) => [name, (...given) => compare(functions[name], theirs[face][name], given)]);
    return [face, Object.fromEntries(pairs)];
  });
  return Object.fromEntries(faces);
}

function compare(ours, theirs, given) {
  nCalls += 1;
  const ourOutcome = outcome(() => ours(...given));
  assert.deepEqual(plain(outcome(() => theirs(...given.map(inTheirNames))).value), plain(ourOutcome.value));
  if (ourOutcome.isRefused) throw new Refused(ourOutcome.value);
  return ourOutcome.value;
}

function outcome(call) {
  try {
    return { isRefused: false, value: call() };
  } catch (error) {
    if (error.payload === undefined) throw error;
    return { isRefused: true, value: error.payload };
  }
}

/** A value with variants in the form of jco: `tag` and `val` instead of `kind` and `value`. */
function inTheirNames(value) {
  if (Array.isArray(value)) return value.map(inTheirNames);
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  const names = Object.keys(value).sort().join();
  const isVariant = names === "kind" || names === "kind,value";
  const named = { kind: "tag", value: "val" };
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [isVariant ? named[name] : name, inTheirNames(item)]));
}

/**
 * A copy in a form common to both: without undefined members, which only jco has. Our answers are JSON: bytes are hexadecimal digits,
 * integers of 64 bits are numbers, and kinds are spelled with `_`.
 */
function plain(value) {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("hex");
  if (ArrayBuffer.isView(value)) return [...value];
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  if ("tag" in value) return plain({ kind: value.tag, value: value.val });
  const spelled = (name, item) => (name === "kind" && typeof item === "string" ? item.replaceAll("-", "_") : plain(item));
  return Object.fromEntries(Object.entries(value).flatMap(([name, item]) => (item === undefined ? [] : [[name, spelled(name, item)]])));
}

test("both answer alike through an index, its changes and every question", async () => {
  const files = new Map([
    ["shelf.py", "class Base:\n    def add(self, title):\n        pass\n\n\nclass Shelf(Base):\n    def add(self, title):\n        \"\"\"Größe 数 🐦\"\"\"\n"],
    ["shop.py", "from shelf import Shelf\n\n\ndef restock():\n    shelf = Shelf()\n    shelf.add('a')\n"],
    ["broken.rs", "fn one( { two();\n"],
    [".env", "SECRET=1"],
  ]);
  const memory = await open({ files });
  await memory.index();
  files.set("shop.py", `${files.get("shop.py")}\n\ndef refill(shelf: Shelf):\n    shelf.add('b')\n`);
  files.delete("broken.rs");
  await memory.index();
  const { graph } = memory;
  for (const name of ["callers", "callees", "references", "impact", "hierarchy"]) await graph[name]("Shelf.add");
  await graph.path("refill", "Shelf.add");
  await graph.find("add", { kinds: ["method", "function"], explain: true, pathPrefix: "sh" });
  await graph.outline("shelf.py");
  await graph.dependencies("shop.py");
  await graph.dependents("shelf.py");
  await graph.map({ budget: 100, focus: ["shop.py", "größe"] });
  for await (const page of graph.export()) assert.notEqual(page, "");
  assert.ok((await memory.prepare("refill the Shelf", { budget: 300 })).pieces.length > 0);
  await memory.status();
  assert.equal((await graph.callers("add")).meanings.length, 2);
  await assert.rejects(graph.source("add"), { code: "ambiguous" });
  await assert.rejects(graph.callers("ad"), { code: "unknown" });
  await assert.rejects(graph.callers("add", { depth: 11 }), { code: "invalid" });
  assert.ok(nCalls > 30, `${nCalls} calls`);
});
