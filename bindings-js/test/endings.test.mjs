// Node processes that are killed in a run, and full disks: the files that were indexed before stay indexed.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { MemoryStore, open, textFiles } from "../dist/node.js";

const entry = new URL("../dist/node.js", import.meta.url).href;
const repository = fileURLToPath(new URL("../..", import.meta.url));
const commandLine = join(process.env.CARGO_TARGET_DIR ?? join(repository, "target"), "debug", "scrubjay");
const N_BEFORE = 20;
const N_ALL = 420;

/** Runs `use` with a folder whose first files are indexed, and a script that indexes all of them and prints its progress and its ending. */
async function project(use) {
  const root = mkdtempSync(join(tmpdir(), "scrubjay-endings-"));
  const write = (from, to) => {
    for (let n = from; n < to; n += 1) {
      writeFileSync(join(root, `part_${n}.py`), `def work_${n}():\n    return work_${(n + 1) % N_ALL}()\n`.repeat(20));
    }
  };
  const script = `import { open } from ${JSON.stringify(entry)};
    const memory = await open({ root: ${JSON.stringify(root)} });
    const onProgress = ({ stage, nFiles }) => console.log(stage, nFiles);
    await memory.index({ onProgress }).catch((error) => console.log(error.code));`;
  try {
    write(0, N_BEFORE);
    const memory = await open({ root });
    await memory.index();
    await memory.close();
    write(N_BEFORE, N_ALL);
    await use(root, [process.execPath, "--input-type=module", "-e", script]);
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** Asserts that the files of the first run are indexed, and that another run leads to the rows of a fresh index. */
async function assertWhole(root) {
  const reading = await open({ root, purpose: "reading" });
  assert.ok((await reading.status()).nFiles >= N_BEFORE);
  assert.equal((await reading.graph.find("work_7")).hits[0]?.symbol.path, "part_7.py");
  await reading.close();
  const memory = await open({ root });
  const freshMemory = await open({ root, store: "memory" });
  await memory.index();
  await freshMemory.index();
  assert.equal(await exported(memory), await exported(freshMemory));
  await memory.close();
  await freshMemory.close();
}

async function exported(memory) {
  let exportedText = "";
  for await (const text of memory.graph.export()) exportedText += text;
  return exportedText;
}

test("a Node that is killed in mid-index has lost nothing that was there", () =>
  project(async (root, [program, ...words]) => {
    const child = spawn(program, words, { stdio: ["ignore", "pipe", "inherit"] });
    const exitSignal = new Promise((resolve) => child.once("exit", (code, signal) => resolve(signal)));
    let output = "";
    for await (const text of child.stdout) {
      output += text;
      if (output.includes("read 150\n")) child.kill("SIGKILL");
    }
    assert.equal(await exitSignal, "SIGKILL");
    await assertWhole(root);
  }));

test("a first run that is cut short says so, here and on the command line, until another one completes it", () =>
  project(async (root) => {
    rmSync(join(root, ".scrubjay"), { recursive: true });
    const memory = await open({ root });
    assert.equal(await memory.extent(), "nothing");
    const controller = new AbortController();
    const onProgress = ({ stage, nFiles }) => stage === "read" && nFiles === 150 && controller.abort();
    await assert.rejects(memory.index({ onProgress, signal: controller.signal }), { name: "AbortError" });
    const reader = await open({ root, purpose: "reading" });
    assert.deepEqual([await memory.extent(), await reader.extent()], ["part", "part"]);
    await assert.rejects(reader.graph.callers("only_in_zz"), { code: "unknown", message: /only a part of the files is indexed/ });
    assert.deepEqual((await reader.graph.find("only_in_zz")).hints.map(({ kind }) => kind), ["incomplete"]);
    await memory.close();
    const findErrors = () => spawnSync(commandLine, ["find", "work_7"], { cwd: root, encoding: "utf8" }).stderr;
    assert.match(findErrors(), /an index run was cut short/);
    const reopened = await open({ root });
    await reopened.index();
    assert.deepEqual([await reopened.extent(), await reader.extent()], ["whole", "whole"]);
    await reopened.close();
    assert.doesNotMatch(findErrors(), /cut short/);
  }));

// Once, small files were committed only at the end: a run that was killed after minutes left nothing.
test("a run commits after some seconds, however little it has", async () => {
  const texts = new Map(Array.from({ length: 140 }, (_, n) => [`m${n}.py`, "x = 1\n"]));
  const { list, read } = textFiles(texts);
  const slow = async (path) => pause(20).then(() => read(path));
  const store = new MemoryStore();
  const memory = await open({ files: { list, read: slow }, store });
  const generations = new Set();
  await memory.index({ onProgress: ({ nFiles }) => generations.add(`${store.generation() > 0n} ${nFiles < 140}`) });
  assert.ok(generations.has("true true"), "nothing was committed before the last file");
});

test("a disk without room is told of, and nothing is lost", () =>
  project(async (root, command) => {
    // Files may not grow past this many blocks of 512 or 1,024 bytes: to the program it looks like a disk with no room left.
    const limit = Math.ceil(statSync(join(root, ".scrubjay/index.redb")).size / 512) + 32;
    const limited = `trap '' XFSZ; ulimit -f ${limit}; exec "$@"`;
    const { stdout, stderr } = spawnSync("sh", ["-c", limited, "sh", ...command], { encoding: "utf8" });
    assert.match(stdout.trim().split("\n").at(-1), /full$/, stderr);
    await assertWhole(root);
  }));
