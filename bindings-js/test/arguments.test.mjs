// Arguments of wrong types, as programs without a type checker pass them: each is refused with a code, before anything has changed.

import assert from "node:assert/strict";
import { before, test } from "node:test";

import * as browser from "../dist/browser.js";
import * as inline from "../dist/inline.js";
import { InvalidError, MemoryStore, init, open } from "../dist/node.js";
import * as worker from "../dist/worker.js";
import { Abi, BadArgument } from "../dist/guest/abi.js";
import { bind } from "../dist/generated/glue.js";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { FILES, wronglyRefused } from "../../tests/hosts/consumers/refused.mjs";

const { openPrivateStore } = browser;
let memory;

before(async () => {
  await init();
  memory = await open({ files: new Map(FILES) });
  await memory.index();
});

test("whatever no type checker stopped is refused, by the name of the argument, and nothing has changed", async () => {
  assert.deepEqual(await wronglyRefused(open), []);
});

test("a huge text is refused without being copied", async () => {
  await assert.rejects(memory.graph.find("a".repeat(300_000_000)), { code: "invalid" });
});

test("what cannot be opened says so", async () => {
  const checkRefused = (options, argument) => assert.rejects(open(options), (error) => error.code === "invalid" && error.details.argument === argument);
  await assert.rejects(open({ root: "/no/such/folder" }), { code: "no_folder", details: { path: "/no/such/folder" } });
  await checkRefused({}, "root");
  await checkRefused({ root: ".", files: new Map() }, "root");
  for (const root of [7, null, "\ud800"]) await checkRefused({ root }, "root");
  for (const store of ["project", 7, null, {}, { generation: () => 0n }]) await checkRefused({ files: new Map(), store }, "store");
  await checkRefused({ root: ".", rebuild: "yes" }, "rebuild");
  await checkRefused({ root: ".", store: new MemoryStore(), rebuild: true }, "rebuild");
  await assert.rejects(memory.index({ paths: ["../beside.py"] }), { code: "outside_root" });
});

test("where nothing is kept, no file is taken for one in which it is", async () => {
  const checkRefused = (opening, argument) => assert.rejects(opening, (error) => error.code === "invalid" && error.details.argument === argument);
  for (const memoryOption of ["memory.redb", { file: "memory.redb" }]) await checkRefused(inline.open({ files: new Map(), memory: memoryOption }), "memory");
  await checkRefused(inline.openRecords({ file: "memory.redb" }), "file");
});

// Once, the existing store was set aside, and no new one was created.
test("a page's store is not begun anew where none may be made", async () => {
  await assert.rejects(openPrivateStore("a", { create: false, rebuild: true }), (error) => error.code === "invalid" && error.details.argument === "create");
});

test("what a source of files gives is looked at: sizes, times, and bytes that are none any more", async () => {
  const list = (more) => () => ({ files: [{ path: "a.py", size: 6, ...more }], unreachable: [] });
  const bytes = new TextEncoder().encode("x = 1\n");
  for (const members of [{ size: -1 }, { size: Number.NaN }, { size: 1n }, { modified: 5 }, { modified: 2n ** 63n }, { path: "\ud800.py" }]) {
    const memory = await open({ files: { list: list(members), read: () => bytes } });
    await assert.rejects(memory.index(), (error) => error.code === "invalid" && error.details.argument === "files");
    assert.equal((await memory.status()).generation, 0);
  }
  const detachedBytes = bytes.slice();
  structuredClone(detachedBytes.buffer, { transfer: [detachedBytes.buffer] });
  const { problems } = await (await open({ files: { list: list({}), read: () => detachedBytes } })).index();
  assert.deepEqual(problems.map(({ path, kind }) => [path, kind]), [["a.py", "unreadable"]]);
});

test("a store of the caller's whose generation is none is refused", async () => {
  for (const generation of [0, -1n, 2n ** 64n, undefined]) {
    const store = Object.assign(new MemoryStore(), { generation: () => generation });
    const memory = await open({ files: new Map(FILES), store });
    for (const call of [() => memory.index(), () => memory.status(), () => memory.extent()]) {
      await assert.rejects(call(), (error) => error.code === "invalid" && error.details.argument === "store");
    }
  }
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
  assert.throws(() => component.memory.apply([{ kind: "renamed", value: "a" }], 0n, new Uint8Array(16)), BadArgument);
  assert.throws(() => component.graph.find(null, undefined), BadArgument);
  const note = { eventId: "e", time: 0, channel: "", origin: "person", session: "", branch: "", commit: "", task: "", parents: [], metadata: "", body: { kind: "note", value: "t" } };
  for (const hash of ["abc", "AB", "xy", new Uint8Array(32)]) {
    const anchors = [{ path: "a.py", symbol: "", hash, commit: "" }];
    assert.throws(() => component.records.pack([{ ...note, anchors }], 0n), (error) => error instanceof BadArgument && error.argument === "hash");
  }
  assert.equal(component.memory.open("writing", 0n, undefined).kind, "ask");
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

test("an option that there is not is refused by its name, and those that there are are told", async () => {
  const checkRefused = (call, argument, why) =>
    assert.rejects(call, (error) => error instanceof InvalidError && error.details.argument === argument && why.test(error.details.why));
  const { graph } = memory;
  await checkRefused(async () => graph.find("one", { max: 1 }), "max", /kinds, pathPrefix, limit, explain, skip, signal/);
  for (const name of ["callers", "callees", "references", "impact", "hierarchy"]) await checkRefused(async () => graph[name]("one", { max: 1 }), "max", /depth, limit, minConfidence/);
  await checkRefused(async () => graph.path("one", "one", { limit: 1 }), "limit", /depth, kinds/);
  for (const name of ["dependencies", "dependents"]) await checkRefused(async () => graph[name]("one.py", { kinds: [] }), "kinds", /depth, limit/);
  await checkRefused(async () => graph.outline("one.py", { depth: 1 }), "depth", /signal/);
  await checkRefused(async () => graph.map({ tokens: 1 }), "tokens", /budget, focus/);
  await checkRefused(async () => graph.export({ cursor: 1 }).next(), "cursor", /signal/);
  await checkRefused(async () => memory.prepare("one", { limit: 1 }), "limit", /budget, focus/);
  await checkRefused(async () => memory.index({ path: ["one.py"] }), "path", /paths, onProgress, wait, signal/);
  await checkRefused(async () => memory.watch({ paths: [] }), "paths", /onProgress, wait, signal/);
  for (const name of ["status", "extent", "damaged"]) await checkRefused(async () => memory[name]({ limit: 1 }), "limit", /signal/);
  await checkRefused(open({ files: new Map(), readonly: true }), "readonly", /root, files, store, memory, rebuild, wait, orRead, thread, deadline, purpose, check, fresh/);
  for (const entry of [browser, worker, inline]) await checkRefused(entry.open({ files: new Map(), readonly: true }), "readonly", /files, store/);
  await checkRefused(openPrivateStore("a", { purpose: "reading" }), "purpose", /create, check, rebuild/);
  assert.equal((await graph.find("one", { limit: undefined })).hits.length, 1);
});

test("an option that there is not is told of with the one that was meant: as it is spelled, swapped, or called elsewhere", async () => {
  const meant = async (call, name) => assert.match((await call.then(() => assert.fail(), (error) => error)).message, new RegExp(`did you mean ${name}\\?`));
  await meant(memory.graph.find("one", { max: 1 }), "limit");
  await meant(memory.graph.find("one", { lmiit: 1 }), "limit");
  await meant(memory.graph.find("one", { path_prefix: "a" }), "pathPrefix");
  await meant(memory.graph.callers("one", { threshold: 1 }), "minConfidence");
  await meant(memory.prepare("one", { maxTokens: 100 }), "budget");
  await meant(open({ cwd: "." }), "root");
  await meant(open({ root: ".", readOnly: true }), "purpose");
  const strange = await memory.graph.find("one", { zebra: 1 }).catch((error) => error);
  assert.doesNotMatch(strange.message, /did you mean/);
});

// Once, the error said that `Worker` is not defined.
test("where there are no workers, the entry that needs one says so", async () => {
  await assert.rejects(worker.open({ files: new Map() }), { code: "load", message: /no workers here: in Node say .*thread: true/ });
});
