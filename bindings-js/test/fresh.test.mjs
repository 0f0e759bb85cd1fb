// The options `fresh`, `wait` and `orRead`, and absolute paths in questions.

import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { open } from "../dist/node.mjs";

const SAMPLE = fileURLToPath(new URL("../../examples/embed-rust/project", import.meta.url));

function folder(t) {
  const home = mkdtempSync(join(tmpdir(), "scrubjay-fresh-"));
  t.after(() => rmSync(home, { recursive: true }));
  process.env.SCRUBJAY_HOME = join(home, "home");
  const root = join(home, "project");
  cpSync(SAMPLE, root, { recursive: true });
  return root;
}

async function openFor(t, options) {
  const memory = await open(options);
  t.after(() => memory.close());
  return memory;
}

for (const thread of [false, true]) {
  const where = thread ? ", in threads" : "";

  test(`a question of a fresh memory knows what was written, changed and deleted before it${where}`, async (t) => {
    const root = folder(t);
    const memory = await openFor(t, { root, fresh: true, thread });
    const idsOf = async (name) => (await memory.graph.find(name, { kinds: ["function"] })).hits.map(({ symbol }) => symbol.id);
    await assert.rejects(idsOf("restock"), { code: "not_indexed" }, "nothing was indexed yet, and a question does not index a whole folder");
    await memory.index();
    writeFileSync(join(root, "new.py"), "def fresh():\n    pass\n");
    assert.deepEqual(await idsOf("fresh"), ["new.py#fresh"]);
    writeFileSync(join(root, "new.py"), "def fresher():\n    pass\n");
    assert.deepEqual(await idsOf("fresher"), ["new.py#fresher"]);
    rmSync(join(root, "new.py"));
    assert.deepEqual([await idsOf("fresher"), memory.nChanged], [[], 0]);
    const notFresh = await openFor(t, { root, thread });
    writeFileSync(join(root, "new.py"), "def later():\n    pass\n");
    assert.deepEqual([(await notFresh.graph.find("later")).hits.length, notFresh.nChanged], [0, undefined], "by default nobody looks, and that is what is said");
  });

  test(`where much has changed, or the memory only reads, answers are as they were, and how many files changed is said${where}`, async (t) => {
    const root = folder(t);
    const memory = await openFor(t, { root, fresh: true, thread });
    await memory.index();
    for (let n = 0; n < 501; n++) writeFileSync(join(root, `n${n}.py`), `def g${n}():\n    pass\n`);
    assert.equal((await memory.graph.find("g7")).hits.length, 0);
    assert.equal(memory.nChanged, 501);
    rmSync(join(root, "n500.py"));
    const reader = await openFor(t, { root, fresh: true, purpose: "reading", thread });
    assert.equal((await reader.graph.find("g7")).hits.length, 0);
    assert.equal(reader.nChanged, 500);
    assert.equal((await memory.graph.find("g7")).hits[0]?.symbol.id, "n7.py#g7");
    assert.equal(memory.nChanged, 0);
    assert.equal((await reader.graph.find("g7")).hits[0]?.symbol.id, "n7.py#g7");
    assert.equal(reader.nChanged, 0);
  });
}

test("while another process writes, a fresh memory answers from what is there, and says what it does not know", async (t) => {
  const root = folder(t);
  const memory = await openFor(t, { root, fresh: true });
  await memory.index();
  writeFileSync(join(root, "new.py"), "def fresh():\n    pass\n");
  const release = holdLock(root);
  const before = performance.now();
  assert.equal((await memory.graph.find("fresh")).hits.length, 0);
  assert.equal(memory.nChanged, 1);
  assert.ok(performance.now() - before < 5_000);
  release();
  assert.equal((await memory.graph.find("fresh")).hits.length, 1);
});

test("questions that wait together look once", async (t) => {
  const files = new Map([["a.py", "def one():\n    pass\n"]]);
  let nListed = 0;
  const source = { list: () => (nListed++, { files: [...files].map(([path, text]) => ({ path, size: text.length, modified: 1n })), unreachable: [] }), read: (path) => new TextEncoder().encode(files.get(path)) };
  const memory = await openFor(t, { files: source, fresh: true });
  await memory.index();
  nListed = 0;
  await Promise.all(Array.from({ length: 20 }, () => memory.graph.find("one")));
  assert.ok(nListed <= 2, `${nListed} looks`);
});

/** Writes the lock of a folder's index as a process of another machine would; returns a function that removes it. */
function holdLock(root) {
  const lock = join(root, ".scrubjay/index.lock.js");
  mkdirSync(join(root, ".scrubjay"), { recursive: true });
  // A holder whose machine is another one cannot be judged, and counts as alive.
  writeFileSync(lock, "host=elsewhere\nboot=\nspace=\npid=1\nstarted=0\n");
  return () => rmSync(lock);
}

test("opening waits for a writer as long as it is told, and then refuses, or reads", async (t) => {
  const root = folder(t);
  const firstMemory = await openFor(t, { root });
  await firstMemory.index();
  assert.equal(firstMemory.purpose, "writing");
  const release = holdLock(root);
  await assert.rejects(open({ root, wait: 50 }), { code: "locked" });
  const reader = await openFor(t, { root, wait: 50, orRead: true });
  assert.equal(reader.purpose, "reading");
  assert.equal((await reader.graph.callers("Shelf.add")).steps.length, 1);
  await assert.rejects(reader.index(), { code: "read_only" });
  assert.equal((await openFor(t, { root })).purpose, "writing", "who only asks need not wait");
  release();
  assert.equal((await openFor(t, { root, orRead: true })).purpose, "writing");
  for (const wrongOptions of [{ wait: -1 }, { wait: "1" }, { orRead: 1 }, { fresh: "yes" }, { thread: 1 }]) await assert.rejects(open({ root, ...wrongOptions }), { code: "invalid" });
});

test("an absolute path inside the folder means the file, in a name too; one outside is refused, or is no name", async (t) => {
  const root = folder(t);
  const memory = await openFor(t, { root });
  await memory.index();
  const { graph } = memory;
  const pathOf = (name) => join(root, name);
  assert.deepEqual(await graph.outline(pathOf("shop.py")), await graph.outline("shop.py"));
  assert.deepEqual(await graph.dependencies(pathOf("shop.py")), await graph.dependencies("shop.py"));
  assert.deepEqual(await graph.dependents(pathOf("shelf.py")), await graph.dependents("shelf.py"));
  assert.deepEqual(await graph.callers(`${pathOf("shelf.py")}#Shelf.add`), await graph.callers("shelf.py#Shelf.add"));
  assert.deepEqual(await graph.source(`${pathOf("shelf.py")}:10`), await graph.source("shelf.py:10"));
  assert.deepEqual(await graph.map({ focus: [pathOf("shop.py")] }), await graph.map({ focus: ["shop.py"] }));
  assert.deepEqual(await memory.prepare("restock", { focus: [pathOf("shop.py")] }), await memory.prepare("restock", { focus: ["shop.py"] }));
  await assert.rejects(graph.outline("/elsewhere/shop.py"), { code: "outside_root", details: { path: "/elsewhere/shop.py" } });
  await assert.rejects(graph.callers("/elsewhere/shelf.py#Shelf.add"), { code: "unknown" });
});
