// A memory in one thread: its calls run one after the other, can be cancelled, and survive a trap of the component.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { LocalEngine } from "../dist/local.js";
import { coreModule, giveCore } from "../dist/platform.js";
import { openHere } from "../dist/open.js";
import { ComponentError, LoadError, LockedError, MemoryStore, open, textFiles } from "../dist/node.js";
import { Instance } from "../dist/guest/guest.js";
import { RecordsEngine } from "../dist/records/engine.js";
import { MemoryRecordsStorage } from "../dist/records/keeping.js";
import { ownerOf } from "../dist/records/notes.js";

const SHOP = {
  "shelf.py": "class Shelf:\n    def add(self, title):\n        pass\n",
  "shop.py": "from shelf import Shelf\n\n\ndef restock():\n    shelf = Shelf()\n    shelf.add('a')\n",
};

/** A memory of some texts, its store, and the map of texts, which a test may change. */
async function memoryOf(texts = SHOP, store = new MemoryStore()) {
  const files = new Map(Object.entries(texts));
  return { files, store, memory: await open({ files, store }) };
}

const compiled = (name) => WebAssembly.compile(readFileSync(new URL(`../dist/${name}.wasm`, import.meta.url)));
const hash = (bytes) => createHash("sha256").update(bytes).digest();
const callers = async (memory) => (await memory.graph.callers("Shelf.add")).steps.map(({ symbol }) => symbol.id);

async function exported(memory) {
  let exportedText = "";
  for await (const page of memory.graph.export()) exportedText += page;
  return exportedText;
}

test("a second run reads only what changed, and ends where a fresh one would", async () => {
  const { files, memory } = await memoryOf();
  assert.equal((await memory.index()).nRead, 2);
  files.set("shop.py", "from shelf import Shelf\n\n\ndef refill(shelf: Shelf):\n    shelf.add('b')\n");
  files.set("bin.dat", "\0\0");
  files.delete("gone.py");
  const { nRead, nSame, skipped } = await memory.index();
  assert.deepEqual({ nRead, nSame, skipped }, { nRead: 1, nSame: 1, skipped: { language: 1 } });
  const freshMemory = (await memoryOf(Object.fromEntries(files))).memory;
  await freshMemory.index();
  assert.equal(await exported(memory), await exported(freshMemory));
  files.delete("shop.py");
  assert.equal((await memory.index()).nRemoved, 1);
  assert.deepEqual(await callers(memory), []);
});

test("a run of a part takes in what lies there, and nothing else", async () => {
  const { files, memory } = await memoryOf({ ...SHOP, "lib/a.py": "def one():\n    pass\n", "lib/b.py": "def two():\n    pass\n", "lib.py": "" });
  await memory.index();
  for (const path of ["lib/a.py", "lib.py", "shop.py"]) files.set(path, "def changed():\n    pass\n");
  files.set("lib/new.py", "def added():\n    two()\n");
  files.delete("lib/b.py");
  files.delete("shelf.py");
  const { nRead, nSame, nRemoved } = await memory.index({ paths: ["lib/", "lib/a.py"] });
  assert.deepEqual({ nRead, nSame, nRemoved }, { nRead: 2, nSame: 0, nRemoved: 1 });
  const findChanged = async () => (await memory.graph.find("changed")).hits.map(({ symbol }) => symbol.path);
  assert.deepEqual(await findChanged(), ["lib/a.py"]);
  assert.deepEqual(await callers(memory), ["shop.py#restock"]);
  assert.equal((await memory.index({ paths: [] })).nRead, 0);
  assert.equal((await memory.index({ paths: ["shelf.py", "lib.py"] })).nRemoved, 1);
  assert.deepEqual(await findChanged(), ["lib.py", "lib/a.py"]);
  const { nRead: nRest } = await memory.index();
  assert.equal(nRest, 1);
  const freshMemory = (await memoryOf(Object.fromEntries(files))).memory;
  await freshMemory.index();
  assert.equal(await exported(memory), await exported(freshMemory));
});

test("a hint is taken as the source of the files spells it", async () => {
  const files = new Map(Object.entries(SHOP));
  const platform = { core: () => compiled("scrubjay"), parser: () => compiled("parsers/python"), hash };
  const engine = new LocalEngine({ platform, files: textFiles(files), shownPath: (path) => path.toLowerCase(), store: new MemoryStore(), purpose: "writing" });
  await engine.index({});
  files.set("shop.py", "def changed():\n    pass\n");
  assert.equal((await engine.index({ paths: ["Shop.PY"] })).nRead, 1);
  assert.equal((await engine.index({})).nSame, 2);
});

test("files in a folder that cannot be reached are not gone, and files beside it are", async () => {
  const texts = new Map(Object.entries({ "in/a.py": "def one():\n    pass\n", "in.py": "def two():\n    pass\n", "b.py": "" }));
  const source = textFiles(texts);
  let unreachable = [];
  const listed = () => {
    const files = source.list().files.filter(({ path }) => !unreachable.some((folder) => path.startsWith(`${folder.path}/`)));
    return { files, unreachable };
  };
  const memory = await open({ files: { list: listed, read: source.read }, store: new MemoryStore() });
  await memory.index();
  unreachable = [{ path: "in", why: "no permission" }];
  texts.delete("in.py");
  const { nRemoved, problems } = await memory.index();
  assert.equal(nRemoved, 1);
  assert.deepEqual(problems.map(({ path, kind }) => [path, kind]), [["in", "unreadable"]]);
  assert.equal((await memory.graph.outline("in/a.py")).symbols.length, 1);
  unreachable = [];
  texts.delete("in/a.py");
  assert.equal((await memory.index()).nRemoved, 1);
});

test("a run that compares hashes can be stopped", async () => {
  const texts = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`m${n}.py`, ""]));
  const { memory } = await memoryOf(texts);
  await memory.index();
  const controller = new AbortController();
  let nWalked = 0;
  const onProgress = ({ stage }) => {
    nWalked += stage === "walked" ? 1 : 0;
    setImmediate(() => setImmediate(() => setImmediate(() => controller.abort())));
  };
  await assert.rejects(memory.index({ onProgress, signal: controller.signal }), { name: "AbortError" });
  assert.equal(nWalked, 1);
  assert.equal((await memory.index()).nSame, 50);
});

test("paths of a run that are none of the memory's are refused, and change nothing", async () => {
  const { memory } = await memoryOf();
  for (const paths of ["shop.py", [7], ["a//b"], ["./a"], ["/"]]) await assert.rejects(memory.index({ paths }), { code: "invalid" }, String(paths));
  for (const paths of [["/shop.py"], ["../a"], ["a/../../b"]]) await assert.rejects(memory.index({ paths }), { code: "outside_root" }, String(paths));
  assert.equal((await memory.index({ paths: [""] })).nRead, 2);
});

test("calls are carried out in their order", async () => {
  const { memory } = await memoryOf();
  const [, findAnswer, status] = await Promise.all([memory.index(), memory.graph.find("add"), memory.status()]);
  assert.equal(findAnswer.hits.length, 1);
  assert.equal(status.nFiles, 2);
});

test("a call that waits is given up at once, and the one it waited for goes on", async () => {
  const { memory } = await memoryOf();
  const index = memory.index();
  const reason = new Error("changed my mind");
  await assert.rejects(memory.graph.find("add", { signal: AbortSignal.abort(reason) }), reason);
  const controller = new AbortController();
  const waiting = memory.graph.find("add", { signal: controller.signal });
  const waitingRun = memory.index({ signal: controller.signal, onProgress: () => assert.fail("it has not begun") });
  controller.abort(reason);
  const firstToEnd = await Promise.race([index, Promise.allSettled([waiting, waitingRun])]);
  assert.deepEqual(firstToEnd, [1, 2].map(() => ({ status: "rejected", reason })));
  assert.equal((await index).nRead, 2);
});

test("a run that is stopped keeps what it took in, and the next one completes it", async () => {
  const texts = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`m${n}.py`, `def f${n}():\n    pass\n`]));
  const { memory } = await memoryOf(texts);
  const controller = new AbortController();
  const onProgress = ({ stage, nFiles }) => stage === "read" && nFiles === 100 && controller.abort();
  await assert.rejects(memory.index({ onProgress, signal: controller.signal }), { name: "AbortError" });
  const { nFiles } = await memory.status();
  assert.ok(nFiles >= 64 && nFiles < 300, `${nFiles} files`);
  await memory.index();
  const freshMemory = (await memoryOf(texts)).memory;
  await freshMemory.index();
  assert.equal(await exported(memory), await exported(freshMemory));
});

/** A source of files that hangs: calls of the method named by `stuck.at` wait for `stuck.goOn()`. */
function hanging(texts) {
  const source = textFiles(new Map(Object.entries(texts)));
  const stuck = { at: undefined, isRead: (_path) => true, goOn: () => undefined };
  const wait = (result) => new Promise((resolve) => (stuck.goOn = () => resolve(result)));
  return {
    stuck,
    files: {
      list: async () => (stuck.at === "list" ? wait({ files: [{ path: "late.py", size: 1 }], unreachable: [] }) : source.list()),
      read: async (path) => (stuck.at === "read" && stuck.isRead(path) ? wait(new Uint8Array([120])) : source.read(path)),
    },
  };
}

/** A signal that fires after 50 ms. Unlike `AbortSignal.timeout` it keeps the process alive until then. */
function soon() {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 50);
  return controller.signal;
}

test("a signal frees a run whose files do not answer; what it took in stays, and the memory goes on", { timeout: 10_000 }, async () => {
  const texts = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`m${String(n).padStart(2, "0")}.py`, `def f${n}():\n    pass\n`]));
  const { files, stuck } = hanging(texts);
  const memory = await open({ files });
  stuck.at = "list";
  await assert.rejects(memory.index({ signal: soon() }), { name: "AbortError" });
  stuck.at = "read";
  stuck.isRead = (path) => path === "m90.py";
  const { goOn } = stuck;
  await assert.rejects(memory.index({ signal: soon() }), { name: "AbortError" });
  goOn();
  stuck.goOn();
  assert.equal((await memory.status()).nFiles, 90);
  stuck.at = undefined;
  assert.equal((await memory.index()).nRead, 10);
  const freshMemory = (await memoryOf(texts)).memory;
  await freshMemory.index();
  assert.equal(await exported(memory), await exported(freshMemory));
  await memory.close();
});

test("a signal frees a question and a watcher whose files do not answer", { timeout: 10_000 }, async () => {
  const { files, stuck } = hanging({ "a.py": "def one():\n    return two()\n\n\ndef two():\n    return 2\n" });
  const memory = await open({ files });
  await memory.index();
  stuck.at = "read";
  await assert.rejects(memory.prepare("change two", { signal: soon() }), { name: "AbortError" });
  assert.equal((await memory.graph.callers("two")).steps.length, 1);
  stuck.at = "list";
  for await (const watched of memory.watch({ signal: soon() })) assert.fail(`nothing is known, and this came: ${watched.kind}`);
  await memory.close();
});

test("answers, reports and errors are JSON as they are, also in parts", async () => {
  const { memory } = await memoryOf();
  const checkJson = (value) => assert.deepEqual(JSON.parse(JSON.stringify(value)), value);
  const indexed = await memory.index();
  const status = await memory.status();
  assert.ok(indexed.generation > 0 && status.generation === indexed.generation);
  for (const record of [indexed, { ...indexed }, status, { ...status }]) checkJson(record);
  const outline = await memory.graph.outline("shop.py");
  assert.match(outline.hash, /^[0-9a-f]{64}$/);
  checkJson(outline);
  const error = await memory.graph.find("a".repeat(1001)).catch((error) => error);
  checkJson(error.details);
  assert.ok(error.details.actual > error.details.limit);
  assert.deepEqual(JSON.parse(JSON.stringify(error)), { name: "TooLargeError", code: "too_large", message: error.message, details: error.details });
  for await (const watched of memory.watch()) {
    checkJson(watched);
    break;
  }
});

test("a closed memory says so, and may be closed again", async () => {
  const { memory } = await memoryOf();
  await memory.close();
  await memory[Symbol.asyncDispose]();
  await assert.rejects(memory.status(), { code: "closed" });
  await assert.rejects(memory.index(), { code: "closed" });
});

test("a second close waits for the first one, and both for the run before them", async () => {
  const { memory } = await memoryOf();
  let isDone = false;
  const index = memory.index().then(() => (isDone = true));
  memory.close();
  await memory.close();
  assert.ok(isDone, "the store was let go of before the run was done");
  await index;
});

test("a memory for reading answers and refuses to be changed", async () => {
  const { files, store, memory } = await memoryOf();
  await memory.index();
  await memory.close();
  const reader = await open({ files, store, purpose: "reading" });
  assert.deepEqual(await callers(reader), ["shop.py#restock"]);
  await assert.rejects(reader.index(), { code: "read_only" });
});

test("a file that is not UTF-8 is named, and nothing of it stays", async () => {
  const { files, memory } = await memoryOf();
  await memory.index();
  files.set("shelf.py", Uint8Array.of(0x61, 0xff, 0x0a));
  const { problems, nNotUtf8 } = await memory.index();
  assert.deepEqual(problems.map(({ path, kind }) => [path, kind]), [["shelf.py", "not_utf8"]]);
  const secondRun = await memory.index();
  assert.deepEqual([nNotUtf8, secondRun.nNotUtf8, secondRun.nSame, secondRun.problems], [0, 1, 2, []]);
  assert.equal((await memory.status()).nFiles, 1);
});

test("lines of a file that changed since are not shown as they were", async () => {
  const { files, memory } = await memoryOf();
  await memory.index();
  files.set("shelf.py", "# another file\n");
  const { pieces } = await memory.prepare("Shelf.add restock");
  const forms = new Map(pieces.map(({ path, form }) => [path, form]));
  assert.equal(forms.get("shelf.py"), "stale_signature");
  assert.equal(forms.get("shop.py"), "source");
});

/** A function of WebAssembly that traps. */
const TRAP = new WebAssembly.Instance(
  new WebAssembly.Module(
    Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 116, 0, 0, 10, 5, 1, 3, 0, 0, 11),
  ),
).exports.t;

/** During `run`, calls of the component for which `isTrapping` is true end in a trap. */
async function trapping(isTrapping, run) {
  const { call } = Instance.prototype;
  Instance.prototype.call = function (what) {
    return call.call(this, (exports) => (isTrapping(what) ? TRAP() : what(exports)));
  };
  try {
    return await run();
  } finally {
    Instance.prototype.call = call;
  }
}

test("a component that stops twice is opened anew and answers", async () => {
  const { memory } = await memoryOf();
  await memory.index();
  let trapsLeft = 2;
  const answer = await trapping(() => trapsLeft-- > 0, () => callers(memory)).catch((error) => error);
  assert.deepEqual(answer, ["shop.py#restock"]);
});

test("a component that stops three times is an error, and the memory goes on from its store", async () => {
  const { memory } = await memoryOf();
  await memory.index();
  const error = await trapping(() => true, () => callers(memory)).catch((error) => error);
  assert.ok(error instanceof ComponentError && error.cause instanceof WebAssembly.RuntimeError);
  assert.deepEqual(await callers(memory), ["shop.py#restock"]);
});

test("the one file that stops the component is refused, and the rest is taken in", async () => {
  const texts = { ...SHOP, "bad.py": "def bad():\n    pass\n", "good.py": "def good():\n    pass\n" };
  const { files, memory } = await memoryOf(texts);
  const { call } = Instance.prototype;
  Instance.prototype.call = function (what) {
    return call.call(this, (exports) => {
      const apply = (changes, ...rest) => (changes.some(({ value }) => value.path === "bad.py") ? TRAP() : exports.memory.apply(changes, ...rest));
      return what({ ...exports, memory: { ...exports.memory, apply } });
    });
  };
  try {
    const { problems } = await memory.index();
    assert.deepEqual(problems.map(({ path, kind }) => [path, kind]), [["bad.py", "component"]]);
  } finally {
    Instance.prototype.call = call;
  }
  assert.equal((await memory.status()).nFiles, 3);
  const { nRead, failedBefore } = await memory.index();
  assert.deepEqual({ nRead, failedBefore }, { nRead: 0, failedBefore: [{ path: "bad.py", kind: "component" }] });
  files.set("bad.py", "def bad():\n    return 1\n");
  assert.equal((await memory.index()).nRead, 1);
  assert.equal((await memory.status()).nFiles, 4);
});

/** During `run`, linking the file with index `place` in the order of paths ends in a trap. */
async function trappingAt(place, run) {
  const { call } = Instance.prototype;
  let nLinked = 0;
  Instance.prototype.call = function (what) {
    return call.call(this, (exports) => {
      const link = (maxFiles) => {
        if (nLinked <= place && nLinked + maxFiles > place) TRAP();
        nLinked += maxFiles;
        return exports.memory.link(maxFiles);
      };
      const quarantine = () => {
        nLinked += 1;
        return exports.memory.quarantine();
      };
      return what({ ...exports, memory: { ...exports.memory, link, quarantine } });
    });
  };
  try {
    return await run();
  } finally {
    Instance.prototype.call = call;
  }
}

test("the one file that cannot be linked is quarantined until it changes, and the rest is linked", async () => {
  const badSource = "from shelf import Shelf\n\n\ndef bad(shelf: Shelf):\n    shelf.add('b')\n";
  const { files, memory } = await memoryOf({ ...SHOP, "a.py": "def a():\n    pass\n", "bad.py": badSource });
  const { problems } = await trappingAt(1, () => memory.index());
  assert.deepEqual(problems.map(({ path, kind }) => [path, kind]), [["bad.py", "quarantined"]]);
  assert.deepEqual([(await memory.status()).nToLink, await callers(memory)], [0, ["shop.py#restock"]]);
  assert.equal((await memory.graph.find("bad")).hits[0].symbol.id, "bad.py#bad");
  const { nRead, failedBefore } = await memory.index();
  assert.deepEqual({ nRead, failedBefore }, { nRead: 0, failedBefore: [{ path: "bad.py", kind: "quarantined" }] });
  files.set("bad.py", `${badSource}\n`);
  assert.equal((await memory.index()).nRead, 1);
  assert.deepEqual((await callers(memory)).sort(), ["bad.py#bad", "shop.py#restock"]);
});

/** During `run`, each reading of `performance.now` is a minute later than the last one. */
async function whileSlow(run) {
  const { now } = performance;
  let time = 0;
  performance.now = () => (time += 60_000);
  try {
    return await run();
  } finally {
    performance.now = now;
  }
}

test("a file that takes too long is tried again by the next two runs, and then once it changes", async () => {
  const longSource = "long = 1\n".repeat(20_000);
  const { files, memory } = await memoryOf({ ...SHOP, "long.py": longSource });
  const slowly = async () => {
    const { nRead, problems, failedBefore } = await whileSlow(() => memory.index());
    return { nRead, problems: problems.map(({ path, kind }) => [path, kind]), failedBefore };
  };
  const timedOut = [["long.py", "timed_out"]];
  for (const nRead of [3, 1, 1]) assert.deepEqual(await slowly(), { nRead, problems: timedOut, failedBefore: [] });
  assert.deepEqual(await slowly(), { nRead: 0, problems: [], failedBefore: [{ path: "long.py", kind: "timed_out" }] });
  files.set("long.py", `${longSource}more = 2\n`);
  assert.deepEqual((await slowly()).problems, timedOut);
  const { nRead, problems, failedBefore } = await memory.index();
  assert.deepEqual({ nRead, problems, failedBefore }, { nRead: 1, problems: [], failedBefore: [] });
  assert.equal((await memory.graph.find("more")).hits[0].symbol.id, "long.py#more");
});

test("of a file that nests very deep the upper levels are taken in, and the run says so", async () => {
  const deep = `${"(".repeat(20_000)}1${")".repeat(20_000)}`;
  const { memory } = await memoryOf({ ...SHOP, "deep.py": `def first(): pass\nx = ${deep}\n` });
  const { problems } = await memory.index();
  assert.deepEqual(problems.map(({ path, kind }) => [path, kind]), [["deep.py", "cut_short"]]);
  assert.equal((await memory.graph.find("first")).hits[0].symbol.id, "deep.py#first");
});

test("a file that the component finds no memory for is named, and tried again in the next run", async () => {
  const { memory } = await memoryOf();
  const { grow } = WebAssembly.Memory.prototype;
  const isApplying = (what) => String(what).includes("memory.apply");
  WebAssembly.Memory.prototype.grow = () => {
    throw new RangeError("no memory");
  };
  try {
    const { problems } = await trapping(isApplying, () => memory.index());
    assert.deepEqual(problems.map(({ path }) => path), ["shelf.py", "shop.py"]);
  } finally {
    WebAssembly.Memory.prototype.grow = grow;
  }
  const { nRead, failedBefore } = await memory.index();
  assert.deepEqual({ nRead, failedBefore }, { nRead: 2, failedBefore: [] });
});

test("where linking finds no memory for one file after the other the run fails, and the next one links them all", async () => {
  const { memory } = await memoryOf({ ...SHOP, "a.py": "def a():\n    pass\n", "b.py": "from a import a\n\n\ndef b():\n    a()\n" });
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = () => {
    throw new RangeError("no memory");
  };
  try {
    const isLinking = (what) => String(what).includes("memory.link");
    await assert.rejects(trapping(isLinking, () => memory.index()), { code: "component" });
  } finally {
    WebAssembly.Memory.prototype.grow = grow;
  }
  assert.equal((await memory.index()).nRead, 2);
  assert.deepEqual([(await memory.status()).nToLink, await callers(memory)], [0, ["shop.py#restock"]]);
  assert.equal((await memory.graph.callers("a.py#a")).nSteps, 1);
});

/** The component with at most `nPages` pages of memory: it traps if it needs more. */
async function coreWithin(nPages) {
  const bytes = readFileSync(new URL("../dist/scrubjay.wasm", import.meta.url));
  for (let at = 8; ; ) {
    let [length, start] = [0, at + 1];
    for (let shift = 0; ; shift += 7) {
      length |= (bytes[start] & 0x7f) << shift;
      if (bytes[start++] < 0x80) break;
    }
    if (bytes[at] === 5) {
      // One memory, from now on with a most: two bytes more in its section, and in the section's length.
      const limit = Buffer.of((nPages & 0x7f) | 0x80, nPages >> 7);
      const limits = [Buffer.of(5, length + 2, 1, 1), bytes.subarray(start + 2, start + length), limit];
      return WebAssembly.compile(Buffer.concat([bytes.subarray(0, at), ...limits, bytes.subarray(start + length)]));
    }
    at = start + length;
  }
}

test("where the component traps for want of memory, what was too much is named, and the next question is answered", async () => {
  const smallCore = await coreWithin(128);
  const platform = { core: async () => smallCore, parser: (language) => compiled(`parsers/${language}`), hash };
  const manyFunctions = Array.from({ length: 60_000 }, (_, i) => `def f${i}(): return f${i}()\n`).join("");
  // Of few files a question reads all rows.
  const smallFiles = Array.from({ length: 40 }, (_, i) => [`few/f${i}.py`, `def few${i}():\n    pass\n`]);
  const files = new Map([...Object.entries(SHOP), ["many.py", manyFunctions], ...smallFiles]);
  const store = new MemoryStore();
  const openWithin = (options) => openHere(platform, options, new RecordsEngine(platform, new MemoryRecordsStorage(), ownerOf({}), {}), []);
  const writer = await openWithin({ files, store });
  const { problems } = await writer.index();
  assert.deepEqual(problems.map(({ path, kind }) => [path, kind]), [["many.py", "component"]]);
  assert.deepEqual(await callers(writer), ["shop.py#restock"]);

  await (await open({ files, store })).index();
  const reader = await openWithin({ files, store, purpose: "reading" });
  for (let turn = 0; turn < 2; turn++) {
    await assert.rejects(reader.status(), { code: "component" });
    assert.deepEqual(await callers(reader), ["shop.py#restock"]);
  }
});

test("a parser that cannot be used is told of as a part that cannot be loaded", async () => {
  for (const wrongModule of ["parsers/rust", "store/store"]) {
    const platform = { core: () => compiled("scrubjay"), parser: () => compiled(wrongModule), hash };
    const engine = new LocalEngine({ platform, files: textFiles(new Map(Object.entries(SHOP))), store: new MemoryStore(), purpose: "writing" });
    await assert.rejects(engine.index({}), (error) => error instanceof LoadError && error.cause !== undefined);
  }
});

test("a module that was given stays, also when an earlier one fails late", async () => {
  let fail;
  giveCore(new Response(new ReadableStream({ start: (stream) => void (fail = (error) => stream.error(error)) })));
  const early = coreModule(() => assert.fail("what was given is not used"));
  const givenModule = await WebAssembly.compile(readFileSync(new URL("../dist/scrubjay.wasm", import.meta.url)));
  giveCore(givenModule);
  fail(new Error("too late"));
  await assert.rejects(early);
  assert.equal(await coreModule(() => assert.fail("what was given is forgotten")), givenModule);
});

test("with check, rows of files that are damaged are made again wherever they are kept", async () => {
  const { files, store, memory } = await memoryOf();
  await memory.index();
  const wholeExport = await exported(memory);
  for (const { value } of store.range(new Uint8Array(), Uint8Array.of(255), 1 << 30).rows) value[value.length - 1] ^= 1;
  assert.equal((await (await open({ files, store })).index()).nDamaged, 0, "nothing has changed, so nothing is looked at");
  const checked = await open({ files, store, check: true });
  assert.ok((await checked.index()).nDamaged > 0);
  assert.equal(await exported(checked), wholeExport);
});

/** Damages the rows whose keys contain `part`, such as those of a file by its path. */
function spoil(store, part) {
  for (const { key, value } of store.range(new Uint8Array(), Uint8Array.of(255), 1 << 30).rows) {
    if (new TextDecoder().decode(key).includes(part)) value[value.length - 1] ^= 1;
  }
}

test("a run with check that fails leaves the damage to the next one", async () => {
  const { files, store, memory } = await memoryOf();
  await memory.index();
  spoil(store, "sh");
  const parsers = ["store/store"];
  const platform = { core: () => compiled("scrubjay"), parser: () => compiled(parsers.shift() ?? "parsers/python"), hash };
  const engine = new LocalEngine({ platform, files: textFiles(files), store, purpose: "writing", mends: true });
  await assert.rejects(engine.index({}), { code: "load" });
  const { nRead, nDamaged } = await engine.index({});
  assert.ok(nRead === 2 && nDamaged > 0, `${nDamaged} damaged rows, ${nRead} files read`);
  files.set("shop.py", "def changed():\n    pass\n");
  const nextRun = await engine.index({});
  assert.deepEqual([nextRun.nRead, nextRun.nDamaged], [1, 0]);
});

test("damage that was made good is not told of again", async () => {
  const { files, store, memory } = await memoryOf();
  await memory.index();
  spoil(store, "shelf.py");
  const checked = await open({ files, store, check: true });
  assert.ok((await checked.index()).nDamaged > 0);
  assert.deepEqual(await checked.damaged(), []);
  files.delete("shelf.py");
  for (const [at, nRemoved] of [1, 0, 0].entries()) {
    files.set("shop.py", `def changed_${at}():\n    pass\n`);
    const report = await checked.index();
    assert.deepEqual([report.nRead, report.nRemoved, report.nDamaged], [1, nRemoved, 0]);
  }
});

test("a run with check that is stopped leaves what it did not come to", async () => {
  const { files, store, memory } = await memoryOf();
  await memory.index();
  const wholeExport = await exported(memory);
  spoil(store, "sh");
  const checked = await open({ files, store, check: true });
  const stop = new AbortController();
  const onProgress = ({ stage }) => stage === "read" && stop.abort();
  await assert.rejects(checked.index({ onProgress, signal: stop.signal }));
  const { nRead, nDamaged } = await checked.index();
  assert.ok(nRead === 1 && nDamaged > 0, `${nDamaged} damaged rows, ${nRead} files read`);
  assert.equal(await exported(checked), wholeExport);
});

test("a run of a part leaves damaged files elsewhere as they are, and with check it is a run of all", async () => {
  const { files, store, memory } = await memoryOf();
  await memory.index();
  spoil(store, "shelf.py");
  files.set("shop.py", "def changed():\n    pass\n");
  const { nRead, nRemoved } = await (await open({ files, store })).index({ paths: ["shop.py"] });
  assert.deepEqual({ nRead, nRemoved }, { nRead: 1, nRemoved: 0 });
  const checked = await open({ files, store, check: true });
  assert.equal((await checked.index({ paths: ["shop.py"] })).nRead, 1);
  const freshMemory = (await memoryOf(Object.fromEntries(files))).memory;
  await freshMemory.index();
  assert.equal(await exported(checked), await exported(freshMemory));
});

test("a module that is not the component is told of as a part that cannot be loaded", async () => {
  const platform = { core: () => compiled("parsers/python"), parser: () => compiled("parsers/python"), hash };
  const engine = new LocalEngine({ platform, files: textFiles(new Map()), store: new MemoryStore(), purpose: "writing" });
  await assert.rejects(engine.ask("memory.status", undefined), (error) => error instanceof LoadError && error.cause !== undefined);
});
