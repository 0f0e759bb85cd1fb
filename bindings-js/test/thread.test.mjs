// A memory in threads of its own, in Node: equal answers, while the program's thread is free.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { open } from "../dist/node.mjs";

const SAMPLE = fileURLToPath(new URL("../../examples/embed-rust/project", import.meta.url));
const ENTRY = new URL("../dist/node.mjs", import.meta.url).href;

/** A new folder with the sample, or with `nFiles` files that call one another. */
function folder(t, nFiles = 0) {
  const home = mkdtempSync(join(tmpdir(), "scrubjay-thread-"));
  t.after(() => rmSync(home, { recursive: true }));
  process.env.SCRUBJAY_HOME = join(home, "home");
  const root = join(home, "project");
  if (nFiles === 0) cpSync(SAMPLE, root, { recursive: true });
  else mkdirSync(root);
  for (let n = 0; n < nFiles; n++) {
    const functions = Array.from({ length: 40 }, (_, at) => `def f${n}_${at}(x):\n    return f${(n + 1) % nFiles}_${at}(x) + ${at}\n`);
    writeFileSync(join(root, `m${n}.py`), `from m${(n + 1) % nFiles} import *\n\n\n${functions.join("\n\n")}`);
  }
  return root;
}

async function openFor(t, options) {
  const memory = await open({ thread: true, ...options });
  t.after(() => memory.close());
  return memory;
}

test("a memory in threads gives the answers of one without", async (t) => {
  const root = folder(t);
  const answers = [];
  for (const thread of [false, true]) {
    const memory = await open({ root, thread });
    await memory.index();
    const unknown = await memory.graph.callers("Shelf.ad").catch((error) => error.toJSON());
    answers.push(JSON.stringify([await memory.graph.callers("Shelf.add"), await memory.prepare("restock", { budget: 200 }), await memory.extent(), unknown]));
    await memory.close();
    await assert.rejects(memory.status(), { code: "closed" });
    await assert.rejects(memory.index(), { code: "closed" });
  }
  assert.equal(new Set(answers).size, 1);
});

test("files of the caller's are read by the caller, also beside a memory in a thread", async (t) => {
  const memory = await openFor(t, { files: new Map([["a.py", "def one():\n    return two()\n\n\ndef two():\n    return 2\n"]]) });
  await memory.index();
  assert.equal((await memory.graph.callers("two")).steps[0].symbol.id, "a.py#one");
  await assert.rejects(open({ files: new Map(), thread: true, store: { generation: () => 0n } }), { code: "invalid" });
  await assert.rejects(open({ files: new Map(), deadline: 1_000 }), { code: "invalid", details: { argument: "deadline", why: "only a thread of its own can be ended: say thread: true" } });
});

test("notes are kept where those of a memory without a thread are", async (t) => {
  const root = folder(t);
  const memory = await openFor(t, { root });
  const { id } = await memory.remember("books are added once", { at: ["shop.py"] });
  const otherMemory = await open({ root });
  assert.equal((await otherMemory.notes()).notes[0].id, id);
  await otherMemory.close();
});

test("questions are answered while a run goes on, its progress is told, and this thread is never held up for long", async (t) => {
  const memory = await openFor(t, { root: folder(t, 400) });
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const stages = new Set();
  let [isRunning, nAnswered] = [true, 0];
  delay.enable();
  const indexing = memory.index({ onProgress: ({ stage }) => stages.add(stage) }).finally(() => (isRunning = false));
  while (isRunning) {
    await memory.extent();
    if (isRunning) nAnswered += 1;
  }
  delay.disable();
  assert.equal((await indexing).nRead, 400);
  assert.ok(nAnswered > 3, `${nAnswered} questions were answered meanwhile`);
  assert.deepEqual([...stages], ["walked", "read", "linking"]);
  // Far above what it is on a machine with nothing else to do, which the bench shows.
  assert.ok(delay.max < 300e6, `held up for ${delay.max / 1e6} ms`);
  assert.equal(await memory.extent(), "whole");
  assert.equal((await memory.graph.callers("f1_0")).steps.length, 1);
});

test("a run is cancelled by its signal, and what it committed is kept", async (t) => {
  const memory = await openFor(t, { root: folder(t, 300) });
  const controller = new AbortController();
  const onProgress = ({ stage, nFiles }) => stage === "read" && nFiles === 150 && controller.abort();
  await assert.rejects(memory.index({ onProgress, signal: controller.signal }), { name: "AbortError" });
  await memory.index();
  assert.equal((await memory.status()).nFiles, 300);
});

test("a thread that dies is followed by another one, and its store is whole", async (t) => {
  const root = folder(t, 60);
  const memory = await openFor(t, { root });
  await memory.index();
  const program = `
    import { Worker } from "node:worker_threads";
    import { open } from ${JSON.stringify(ENTRY)};
    const started = [];
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (...given) { if (!started.includes(this)) started.push(this); return post.apply(this, given); };
    const memory = await open({ root: ${JSON.stringify(root)}, thread: true });
    const code = (call) => call.then(() => "answered", (error) => error.code);
    const said = [await code(memory.status())];
    const waiting = code(memory.graph.map({ budget: 100_000 }));
    await started[0].terminate();
    said.push(await waiting, await code(memory.status()), (await memory.status()).nFiles, started.length);
    const run = code(memory.index());
    await started[2]?.terminate();
    said.push(await run, await code(memory.index()), await memory.extent());
    await memory.close();
    console.log(said.join(" "));`;
  const output = execFileSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8" }).trim();
  assert.match(output, /^answered component answered 60 2 (component|answered) answered whole$/);
});

test("a program does not wait for a memory that it forgot to close", (t) => {
  const root = folder(t);
  const program = `
    import { open } from ${JSON.stringify(ENTRY)};
    const memory = await open({ root: ${JSON.stringify(root)}, thread: true });
    await memory.index();
    console.log((await memory.status()).nFiles);`;
  const output = execFileSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8", timeout: 8_000 });
  assert.equal(output.trim(), "2");
});

test("who watches is told of changes", async (t) => {
  const root = folder(t);
  const memory = await openFor(t, { root });
  const seenStages = [];
  for await (const watched of memory.watch()) {
    seenStages.push(watched.kind === "ran" ? watched.indexed.nRead : watched.error);
    if (seenStages.length === 1) writeFileSync(join(root, "new.py"), "def fresh():\n    pass\n");
    if (seenStages.at(-1) === 1) break;
  }
  assert.equal((await memory.graph.find("fresh")).hits.length, 1);
});
