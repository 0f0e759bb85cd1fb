// Reading a store while another process writes it: every answer is of one commit, and of a recent one.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { open } from "../dist/node.js";
import { openDiskReader } from "../dist/store/own.js";
import { thisProcess, toLines } from "../dist/store/system.js";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const program = join(process.env.CARGO_TARGET_DIR ?? join(repository, "target"), "debug", "scrubjay");
const wasm = fileURLToPath(new URL("../dist/store/store.wasm", import.meta.url));
const module = await WebAssembly.compile(readFileSync(wasm));

/** Runs `use` in a new folder. */
async function project(use) {
  const root = mkdtempSync(join(tmpdir(), "scrubjay-reading-"));
  try {
    await use(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** Writes a file in which `n` functions call `target`. */
const write = (root, n) => {
  const lines = Array.from({ length: n }, (_, at) => `def caller_${at}():\n    target()\n`);
  writeFileSync(join(root, "a.py"), `def target():\n    pass\n\n${lines.join("\n")}`);
};
const callers = async (memory) => (await memory.graph.callers("target", { limit: 1000 })).nSteps;
/** The URL of a script in `dist/store/`, as a literal of JavaScript. */
const dist = (name) => JSON.stringify(new URL(`../dist/store/${name}.js`, import.meta.url).href);
const lockFile = (root) => join(root, ".scrubjay", "index.lock.js");

test("a reader follows a writer in Node, and leaves its lock alone", () =>
  project(async (root) => {
    write(root, 1);
    const writer = await open({ root });
    await writer.index();
    const readers = await Promise.all([1, 2].map(() => open({ root, purpose: "reading" })));
    for (let n = 2; n < 20; n++) {
      write(root, n);
      await writer.index();
      for (const reader of readers) assert.equal(await callers(reader), n);
    }
    await assert.rejects(readers[0].index(), { code: "read_only" });
    for (const reader of readers) await reader.close();
    assert.ok(!existsSync(lockFile(root)));
    await assert.rejects(readers[0].status(), { code: "closed" });
    await writer.close();
    assert.deepEqual(readdirSync(join(root, ".scrubjay")).sort(), [".gitignore", "index.redb", "index.turn"]);
  }));

test("a reader follows the command line, which puts another file in the place of the store", () =>
  project(async (root) => {
    const index = () => execFileSync(program, ["index", "--quiet"], { cwd: root });
    write(root, 3);
    index();
    const reader = await open({ root, purpose: "reading" });
    assert.equal(await callers(reader), 3);
    write(root, 4);
    index();
    assert.equal(await callers(reader), 4);
    const store = join(root, ".scrubjay", "index.redb");
    copyFileSync(store, `${store}.new`);
    renameSync(`${store}.new`, store);
    write(root, 5);
    index();
    assert.equal(await callers(reader), 5);
    await reader.close();
  }));

// Once, the command line could read beside such a lock, and Node could not.
test("a folder without a store is missing, and one whose lock names another machine is read", () =>
  project(async (root) => {
    await assert.rejects(open({ root, purpose: "reading" }), { code: "not_indexed" });
    assert.deepEqual(readdirSync(root), []);
    write(root, 3);
    execFileSync(program, ["index", "--quiet"], { cwd: root });
    writeFileSync(lockFile(root), toLines({ ...thisProcess(), host: "elsewhere" }));
    const reader = await open({ root, purpose: "reading" });
    assert.equal(await callers(reader), 3);
    await reader.close();
    assert.equal(execFileSync(program, ["find", "target"], { cwd: root, encoding: "utf8" }).split(" ")[0], "a.py:1");
    await assert.rejects((await open({ root })).index(), { code: "locked" });
  }));

/** Whether the last writer of the store died before closing it: a bit of redb's tenth byte. */
const isUnclosed = (root) => (readFileSync(join(root, ".scrubjay", "index.redb"))[9] & 2) !== 0;

/** Starts another Node that runs a script until it is killed. */
function otherNode(script, ...words) {
  const child = spawn(process.execPath, ["--input-type=module", "-e", script, ...words], { stdio: ["pipe", "pipe", "inherit"] });
  const exit = new Promise((resolve) => child.once("exit", resolve));
  const firstOutput = new Promise((resolve) => child.stdout.once("data", resolve));
  return { child, ended: exit, said: firstOutput };
}

test("readers that find a dead writer at once all answer, and one of them rolls back", () =>
  project(async (root) => {
    write(root, 3);
    const entry = JSON.stringify(new URL("../dist/node.js", import.meta.url).href);
    const scriptStart = `import { once } from "node:events"; import { open } from ${entry}; const [root, purpose] = process.argv.slice(1);`;
    // In the middle of a turn: a store that rests is closed.
    const holding = `${scriptStart} import { readFileSync } from "node:fs"; import { OwnIndex } from ${dist("own")};
      const memory = await open({ root }); await memory.index(); await memory.close();
      const index = new OwnIndex(await WebAssembly.compile(readFileSync(purpose)), root); await index.begin({ wait: 0, waiting: () => undefined });
      index.compact(); console.log("open"); setInterval(() => {}, 1_000);`;
    const asking = `${scriptStart} console.log("ready"); await once(process.stdin, "data");
      await open({ root, purpose }).then((memory) => memory.graph.callers("target")).then(({ nSteps }) => console.log(nSteps), ({ code }) => console.log(code));
      process.exit();`;
    for (let round = 0; round < 4; round++) {
      // Only who commits has the file open to be written.
      write(root, 3 + round);
      const writer = otherNode(holding, root, wasm);
      const readers = Array.from({ length: 4 }, () => otherNode(asking, root, "reading"));
      await Promise.all([writer, ...readers].map(({ said }) => said));
      writer.child.kill("SIGKILL");
      await writer.ended;
      const wasUnclosed = isUnclosed(root);
      const answers = readers.map(({ child }) => new Promise((resolve) => child.stdout.once("data", (text) => resolve(String(text)))));
      for (const { child } of readers) child.stdin.write("go");
      assert.deepEqual(await Promise.all(answers), Array(4).fill(`${3 + round}\n`));
      await Promise.all(readers.map(({ ended }) => ended));
      assert.deepEqual([wasUnclosed, isUnclosed(root)], [true, false], "nobody had to roll back, or nobody did");
      assert.deepEqual(readdirSync(join(root, ".scrubjay")).sort(), [".gitignore", "index.redb", "index.turn"]);
    }
  }));

/**
 * A program that commits without end. Each commit replaces 200 rows by its generation, in lengths that make redb reuse pages. It waits for no
 * disk, so that many commits fall into one read.
 */
const RESTLESS = `import { mkdirSync, readFileSync } from "node:fs";
  import { openFile } from ${dist("file")};
  import { takeLock } from ${dist("lock")};
  import { ModuleStore } from ${dist("module")};
  import { newStamp } from ${dist("stamps")};
  const [wasm, root] = process.argv.slice(1);
  mkdirSync(root + "/.scrubjay");
  takeLock(root + "/.scrubjay/index.lock");
  const file = { ...openFile(root + "/.scrubjay/index.redb", "create"), flush: () => undefined };
  const store = new ModuleStore(await WebAssembly.compile(readFileSync(wasm)), file, { create: true });
  store.commit({ fromGeneration: 0n, toGeneration: 0n, puts: [], deletes: [], scanned: [], meta: [["stamp", newStamp(root)]] });
  for (;;) {
    const fromGeneration = store.generation();
    const text = String(fromGeneration + 1n).padStart(8, "0");
    const puts = Array.from({ length: 200 }, (_, n) => ({
      key: Uint8Array.of(1, n),
      value: new TextEncoder().encode(Array.from({ length: 4 + ((n * 37) % 90) }, (_, at) => text + (at * n) % 977).join("")),
    }));
    store.commit({ fromGeneration, toGeneration: fromGeneration + 1n, puts, deletes: [], scanned: [], meta: [] });
    if (fromGeneration === 20n) console.log("at work");
  }`;

test("what is read beside commits without end is of one commit, or is thrown away", () =>
  project(async (root) => {
    const { child, ended, said } = otherNode(RESTLESS, wasm, root);
    await said;
    const reader = openDiskReader(module, root);
    try {
      const firstGeneration = reader.generation();
      const { nWhole, nOvertaken } = await readFor(3_000, reader);
      assert.ok(nWhole > 20 && nOvertaken > 0, `${nWhole} whole, ${nOvertaken} overtaken`);
      assert.ok(reader.generation() > firstGeneration);
    } finally {
      child.kill("SIGKILL");
      await ended;
    }
    const lastGeneration = reader.generation();
    reader.close();
    // What the killed writer had not committed is rolled back by whoever reads next. A commit that was complete but for
    // the header's last write is kept instead, so the next reader may be one generation further than the last one was.
    assert.ok(existsSync(lockFile(root)));
    const nextReader = openDiskReader(module, root);
    const keptGeneration = nextReader.generation();
    assert.ok(keptGeneration === lastGeneration || keptGeneration === lastGeneration + 1n, `${keptGeneration} after ${lastGeneration}`);
    assert.equal(nextReader.range(Uint8Array.of(1), Uint8Array.of(2), 1 << 30).rows.length, 200);
    nextReader.close();
    assert.deepEqual(readdirSync(join(root, ".scrubjay")), ["index.redb", "index.turn"]);
  }));

/** Reads varying numbers of rows for `length` milliseconds. Each row must contain the generation of the read. */
async function readFor(length, reader) {
  let [nWhole, nOvertaken] = [0, 0];
  for (const end = performance.now() + length; performance.now() < end; ) {
    try {
      const text = String(reader.generation()).padStart(8, "0");
      // Some commits go by, into pages that are free since.
      if ((nWhole + nOvertaken) % 20 === 0) await pause(40);
      const keys = Array.from({ length: nWhole % 200 }, (_, n) => Uint8Array.of(1, n));
      const rows = reader.get(keys);
      assert.equal(rows.length, keys.length);
      for (const { value } of rows) assert.equal(new TextDecoder().decode(value.subarray(0, 8)), text);
      nWhole += 1;
    } catch (error) {
      if (error.code !== "stale") throw error;
      nOvertaken += 1;
    }
  }
  return { nWhole, nOvertaken };
}

test("every answer beside the command line at work is one that it wrote", () =>
  project(async (root) => {
    mkdirSync(join(root, "many"));
    for (let n = 0; n < 300; n++) writeFileSync(join(root, "many", `m${n}.py`), `def f_${n}():\n    return f_${(n + 1) % 300}()\n`.repeat(10));
    write(root, 0);
    execFileSync(program, ["index", "--quiet"], { cwd: root });
    const reader = await open({ root, purpose: "reading" });
    const watcher = spawn(program, ["watch"], { cwd: root, stdio: "ignore" });
    const exit = new Promise((resolve) => watcher.once("exit", resolve));
    let nSeen = 0;
    for (let n = 1; n <= 4; n++) {
      write(root, n);
      for (let m = 0; m < 300; m += 3) writeFileSync(join(root, "many", `m${m}.py`), `def f_${m}():\n    return f_${(m + n) % 300}()\n`.repeat(10 + n));
      for (const end = performance.now() + 10_000; nSeen < n; ) {
        assert.ok(performance.now() < end, `${n} callers were written, and ${nSeen} are seen`);
        const nCallers = await callers(reader);
        // While a run goes on, a file is there before its references are linked.
        assert.ok(nCallers === n || nCallers === n - 1 || nCallers === 0, `${nCallers} callers where ${n} were written`);
        nSeen = nCallers;
      }
    }
    watcher.kill("SIGINT");
    await exit;
    await reader.close();
  }));
