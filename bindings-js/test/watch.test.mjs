// Watching a folder: every change is indexed, and the watcher ends when its signal fires or its loop is left.

import assert from "node:assert/strict";
import { mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { MemoryStore, open } from "../dist/node.js";

async function watching(use) {
  const root = mkdtempSync(join(tmpdir(), "scrubjay-watch-"));
  const memory = await open({ root, store: "memory" });
  try {
    await use({ memory, write: (name, text) => writeFileSync(join(root, name), text), root });
  } finally {
    await memory.close();
    rmSync(root, { recursive: true });
  }
}

const pathsOfName = async (memory, name) => (await memory.graph.find(name)).hits.map(({ symbol }) => symbol.path);

test("what is written, renamed and deleted is taken in, and a signal ends the watch quietly", { timeout: 60_000 }, () =>
  watching(async ({ memory, write, root }) => {
    write("a.py", "def one():\n    pass\n");
    const controller = new AbortController();
    const steps = [
      () => write("b.py", "def two():\n    pass\n"),
      // Of the same size; its time says that it changed.
      () => (write("a.py", "def uno():\n    pass\n"), utimesSync(join(root, "a.py"), 1_700_000_000, 1_700_000_000)),
      () => renameSync(join(root, "b.py"), join(root, "c.py")),
      () => rmSync(join(root, "c.py")),
    ];
    const seenRuns = [];
    for await (const watched of memory.watch({ signal: controller.signal })) {
      assert.equal(watched.kind, "ran");
      const { nRead, nRemoved } = watched.indexed;
      // A run after a tick of the clock finds nothing to do.
      if (nRead + nRemoved === 0) continue;
      seenRuns.push([nRead, nRemoved]);
      const nextStep = steps.shift();
      if (nextStep === undefined) controller.abort();
      else nextStep();
    }
    assert.deepEqual(seenRuns, [[1, 0], [1, 0], [1, 0], [1, 1], [0, 1]]);
    assert.deepEqual([await pathsOfName(memory, "uno"), await pathsOfName(memory, "two")], [["a.py"], []]);
  }));

test("a watch that is left ends, and one of a memory that cannot be changed is refused", { timeout: 60_000 }, () =>
  watching(async ({ memory, write }) => {
    write("a.py", "def one():\n    pass\n");
    for await (const { kind } of memory.watch()) {
      assert.equal(kind, "ran");
      break;
    }
    assert.deepEqual(await pathsOfName(memory, "one"), ["a.py"]);
    const reader = await open({ files: new Map(), store: new MemoryStore(), purpose: "reading" });
    await assert.rejects(reader.watch().next(), { code: "read_only" });
    assert.deepEqual(await memory.watch({ signal: AbortSignal.abort() }).next(), { value: undefined, done: true });
  }));

// Once, a watch held the lock as long as it ran, and other runs were refused.
test("a watch lets go of the index between its runs, and both see what the other one wrote", { timeout: 60_000 }, async () => {
  const root = mkdtempSync(join(tmpdir(), "scrubjay-watch-"));
  writeFileSync(join(root, "a.py"), "def one():\n    pass\n");
  const [watcher, otherMemory] = [await open({ root }), await open({ root })];
  let round = 0;
  for await (const watched of watcher.watch()) {
    assert.equal(watched.kind, "ran");
    if ((await pathsOfName(watcher, `round_${round}`)).length === 0 && round > 0) continue;
    if (round++ === 3) break;
    writeFileSync(join(root, "a.py"), `def round_${round}():\n    pass\n`);
    await otherMemory.index({ wait: 0 });
    assert.deepEqual(await pathsOfName(otherMemory, `round_${round}`), ["a.py"]);
    assert.deepEqual(await pathsOfName(watcher, `round_${round}`), ["a.py"]);
    // So that the watch has something to do again.
    writeFileSync(join(root, "b.py"), `def beside_${round}():\n    pass\n`);
  }
  await watcher.close();
  await otherMemory.close();
  rmSync(root, { recursive: true });
});
