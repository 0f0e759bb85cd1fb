// Arguments that no type checker stopped: each is refused with a code, before anything has changed.

import assert from "node:assert/strict";
import { before, test } from "node:test";

import { init, open } from "../dist/node.js";
import { Abi, BadArgument } from "../dist/guest/abi.js";
import { bind } from "../dist/generated/glue.js";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { FILES, REFUSED } from "../../tests/hosts/refused.mjs";

let memory;

before(async () => {
  await init();
  memory = await open({ files: new Map(FILES) });
  await memory.index();
});

for (const [what, [code, call]] of Object.entries(REFUSED)) {
  test(`${what} is refused as ${code}`, async () => {
    const before = await memory.status();
    await assert.rejects(call(memory), { code });
    const { liveBytes, ...after } = await memory.status();
    assert.deepEqual({ ...after, liveBytes: before.liveBytes }, before);
  });
}

test("a huge text is refused without being copied", async () => {
  await assert.rejects(memory.graph.find("a".repeat(300_000_000)), { code: "invalid" });
});

test("what cannot be opened says so", async () => {
  await assert.rejects(open(), { code: "invalid" });
  await assert.rejects(open({}), { code: "invalid" });
  await assert.rejects(open({ root: "/no/such/folder" }), { code: "no-folder", details: { path: "/no/such/folder" } });
  await assert.rejects(open({ root: 7 }), { code: "invalid" });
  await assert.rejects(open({ files: {} }), { code: "invalid" });
  for (const store of ["project", 7, null, {}]) await assert.rejects(open({ files: new Map(), store }), { code: "invalid" });
  await assert.rejects(memory.index({ paths: ["../beside.py"] }), { code: "outside-root" });
  await assert.rejects(open({ files: new Map(), purpose: "both" }), { code: "invalid" });
  await assert.rejects(open({ files: new Map(), check: "no" }), { code: "invalid" });
});

test("files that hold neither texts nor bytes are refused, and a buffer that was given away is declined", async () => {
  for (const content of [undefined, null, 7, {}]) {
    const memory = await open({ files: new Map([["a.py", content]]) });
    await assert.rejects(memory.index(), { code: "invalid" });
  }
  await assert.rejects(open({ files: [null] }), { code: "invalid" });
  await assert.rejects(open({ files: [{ path: "a.py", file: "x = 1" }] }), { code: "invalid" });
  const detached = new TextEncoder().encode("x = 1\n");
  structuredClone(detached.buffer, { transfer: [detached.buffer] });
  const { problems } = await (await open({ files: new Map([["a.py", detached]]) })).index();
  assert.deepEqual(problems.map(({ path, kind, error }) => [path, kind, error]), [["a.py", "unreadable", undefined]]);
});

test("a module is taken from a path or an address on the disk, and one that is not there is told of", async () => {
  const module = new URL("../dist/scrubjay.wasm", import.meta.url);
  for (const input of [module, module.href, fileURLToPath(module)]) await init(input);
  for (const input of [new URL("none.wasm", module), "none.wasm"]) await assert.rejects(init(input), { code: "load" });
  await init();
});

test("what is no module is refused, and the package's own is used again", async () => {
  const detached = new Uint8Array(8);
  structuredClone(detached.buffer, { transfer: [detached.buffer] });
  for (const input of [7, null, detached, Uint8Array.of(1, 2, 3)]) await assert.rejects(init(input), { code: "load" });
  await init();
  assert.equal((await memory.graph.find("one")).hits.length, 1);
});

test("a detached buffer, a BigInt out of range and a wrong case never reach the component", () => {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(new URL("../dist/scrubjay.wasm", import.meta.url))));
  const component = bind(new Abi(exports), exports);
  const detached = new Uint8Array(16);
  structuredClone(detached.buffer, { transfer: [detached.buffer] });
  assert.throws(() => component.memory.apply([], 0n, detached), BadArgument);
  assert.throws(() => component.memory.apply([], 2n ** 63n, new Uint8Array(16)), BadArgument);
  assert.throws(() => component.memory.open("reading", -1n, undefined), BadArgument);
  assert.throws(() => component.memory.open("reading", 0, undefined), BadArgument);
  assert.throws(() => component.memory.open("guessing", 0n, undefined), BadArgument);
  assert.throws(() => component.memory.apply([{ tag: "renamed", val: "a" }], 0n, new Uint8Array(16)), BadArgument);
  assert.throws(() => component.graph.find(null, undefined), BadArgument);
  assert.equal(component.memory.open("writing", 0n, undefined).tag, "ask");
});

test("letters of every length cross and come back", async () => {
  const name = "größe_数_𝒳";
  const files = new Map([["ü/数.py", `def ${name}():\n    """Gibt ${"é".repeat(40)} 🐦 zurück."""\n`]]);
  const memory = await open({ files });
  await memory.index();
  const { hits } = await memory.graph.find("größe");
  assert.equal(hits[0]?.symbol.path, "ü/数.py");
  assert.ok(hits[0].symbol.doc.includes("🐦"), hits[0].symbol.doc);
});
