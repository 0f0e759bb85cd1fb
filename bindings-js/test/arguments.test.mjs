// Arguments that no type checker stopped: each is refused with a code, before anything has changed.

import assert from "node:assert/strict";
import { before, test } from "node:test";

import { init, open } from "../dist/node.js";
import { Abi, BadArgument } from "../dist/guest/abi.js";
import { bind } from "../dist/generated/glue.js";
import { readFileSync } from "node:fs";

let memory;

before(async () => {
  await init();
  memory = await open({ files: new Map([["a.py", "def one():\n    return two()\n\n\ndef two():\n    return 2\n"]]) });
  await memory.index();
});

const HALF = "\ud800";
const graph = (name, ...given) => () => memory.graph[name](...given);

const REFUSED = {
  "half of a surrogate pair": ["invalid", graph("find", `a${HALF}`)],
  "half of a pair in a path": ["invalid", graph("outline", `${HALF}.py`)],
  "no text at all": ["invalid", graph("find", undefined)],
  "a number for a text": ["invalid", graph("callers", 7)],
  "an empty text": ["invalid", graph("find", "")],
  "a text past the limit": ["too-large", graph("find", "a".repeat(1001))],
  "NaN for a count": ["invalid", graph("find", "one", { most: Number.NaN })],
  "a fraction for a count": ["invalid", graph("find", "one", { most: 1.5 })],
  "a negative count": ["invalid", graph("callers", "one", { depth: -1 })],
  "a count of 2^32": ["invalid", graph("callers", "one", { most: 2 ** 32 })],
  "a BigInt for a count": ["invalid", graph("callers", "one", { most: 1n })],
  "null for a count": ["invalid", graph("callers", "one", { depth: null })],
  "NaN for a confidence": ["invalid", graph("callers", "one", { leastConfidence: Number.NaN })],
  "a text for a confidence": ["invalid", graph("callers", "one", { leastConfidence: "1" })],
  "a kind that is none": ["invalid", graph("find", "one", { kinds: ["functions"] })],
  "a text for a list": ["invalid", graph("find", "one", { kinds: "function" })],
  "a hole in a list": ["invalid", graph("map", { focus: [undefined] })],
  "options that are no object": ["invalid", graph("find", "one", 20)],
  "a signal that is none": ["invalid", graph("find", "one", { signal: {} })],
  "a budget that is too small": ["invalid", () => memory.prepare("one", { budget: 1 })],
  "a name that means nothing": ["unknown", graph("callers", "three")],
};

for (const [what, [code, call]] of Object.entries(REFUSED)) {
  test(`${what} is refused as ${code}`, async () => {
    const before = await memory.status();
    await assert.rejects(call, { code });
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
  await assert.rejects(open({ root: "/no/such/folder" }), { code: "invalid" });
  await assert.rejects(open({ root: 7 }), { code: "invalid" });
  await assert.rejects(open({ files: {} }), { code: "invalid" });
  await assert.rejects(open({ files: new Map(), purpose: "both" }), { code: "invalid" });
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
