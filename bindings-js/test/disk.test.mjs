// The command line's own store, both ways, and its lock, with real processes.

import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";

import { open } from "../dist/node.js";
import { openDiskStore } from "../dist/store/disk.js";
import { takeLock } from "../dist/store/lock.js";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const program = join(process.env.CARGO_TARGET_DIR ?? join(repository, "target"), "debug", "scrubjay");
const wasm = fileURLToPath(new URL("../dist/store/store.wasm", import.meta.url));
const module = await WebAssembly.compile(readFileSync(wasm));

/** A folder with some files in it. */
async function project(nFiles, use) {
  const root = mkdtempSync(join(tmpdir(), "scrubjay-disk-"));
  try {
    for (let n = 0; n < nFiles; n += 1) {
      writeFileSync(join(root, `part_${n}.py`), `def work_${n}():\n    return work_${(n + 1) % nFiles}()\n`.repeat(20));
    }
    await use(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

const run = (root, ...words) => spawnSync(program, words, { cwd: root, encoding: "utf8" });
const index = (root) => JSON.parse(execFileSync(program, ["index", "--json", "--quiet"], { cwd: root, encoding: "utf8" }));
const lockFile = (root) => join(root, ".scrubjay", "store.lock");

/** Another Node that opens the store of a folder to be written, says so, and waits. */
function otherNode(root) {
  const disk = new URL("../dist/store/disk.js", import.meta.url).href;
  const script = `import { readFileSync } from "node:fs";
    import { openDiskStore } from ${JSON.stringify(disk)};
    try {
      openDiskStore(await WebAssembly.compile(readFileSync(${JSON.stringify(wasm)})), ${JSON.stringify(root)}, { create: true }).store.compact();
      console.log("open");
      setInterval(() => {}, 1_000);
    } catch (error) {
      console.log(JSON.stringify({ code: error.code, pid: error.details.holder?.pid }));
    }`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  const said = new Promise((resolve) => child.stdout.once("data", (data) => resolve(String(data).trim())));
  const ended = new Promise((resolve) => child.once("exit", resolve));
  return { child, said, ended };
}

/** Whether whoever wrote the store last did not close it: a bit of redb's tenth byte. */
const isUnclosed = (root) => (readFileSync(join(root, ".scrubjay", "store.redb"))[9] & 2) !== 0;

/** Has another Node die that has the store open to be written. */
async function killOwner(root) {
  const { child, said, ended } = otherNode(root);
  assert.equal(await said, "open");
  child.kill("SIGKILL");
  await ended;
  assert.ok(isUnclosed(root), "it only asked");
}

test("what the command line wrote is read, and what is written here is read by the command line", () =>
  project(30, async (root) => {
    assert.equal(index(root).n_read, 30);
    const { store } = openDiskStore(module, root);
    const before = store.generation();
    assert.ok(before > 0n);
    assert.deepEqual(store.scanned().map(([path]) => path), readdirSync(root).filter((name) => name.endsWith(".py")).sort());
    const { rows } = store.range(new Uint8Array(), Uint8Array.of(255, 255), 1 << 30);
    assert.ok(rows.length > 60, `${rows.length} rows`);
    const again = { puts: rows, deletes: [], scanned: store.scanned(), meta: [["engine", store.meta("engine")]] };
    store.commit({ fromGeneration: before, toGeneration: before + 1n, ...again });
    store.compact();
    store.close();
    assert.ok(!existsSync(lockFile(root)));
    const found = run(root, "find", "work_7");
    assert.equal(found.status, 0, found.stderr);
    assert.match(found.stdout, /part_7\.py/);
    const { n_read, n_same, generation } = index(root);
    assert.deepEqual({ n_read, n_same, generation }, { n_read: 0, n_same: 30, generation: Number(before) + 1 });
  }));

test("an index run here after one of the command line reads nothing, and the other way round", () =>
  project(10, async (root) => {
    assert.equal(index(root).n_read, 10);
    const indexed = async () => {
      const memory = await open({ root, store: openDiskStore(module, root, { create: true }).store });
      const report = await memory.index();
      await memory.close();
      return report;
    };
    const { nRead, nSame } = await indexed();
    assert.deepEqual({ nRead, nSame }, { nRead: 0, nSame: 10 });
    writeFileSync(join(root, "new.py"), "def brand_new():\n    return 1\n");
    assert.equal((await indexed()).nRead, 1);
    const { n_read, n_same } = index(root);
    assert.deepEqual({ n_read, n_same }, { n_read: 0, n_same: 11 });
    assert.match(run(root, "find", "brand_new").stdout, /new\.py/);
  }));

test("a run of a part walks there alone, and obeys the rules of the folders above", () =>
  project(2, async (root) => {
    mkdirSync(join(root, "lib/deep"), { recursive: true });
    writeFileSync(join(root, ".gitignore"), "hidden.py\n");
    writeFileSync(join(root, ".scrubjayignore"), "");
    for (const name of ["lib/deep/a.py", "lib/deep/hidden.py", "lib/other.py"]) writeFileSync(join(root, name), "def f():\n    pass\n");
    const memory = await open({ root });
    assert.equal((await memory.index({ paths: ["lib/deep"] })).nRead, 3 + 1, "the first run takes all in");
    for (const name of ["lib/deep/b.py", "lib/deep/hidden.py", "lib/more.py"]) writeFileSync(join(root, name), "def g():\n    pass\n");
    const { nRead, nSame } = await memory.index({ paths: ["lib/deep"] });
    assert.deepEqual({ nRead, nSame }, { nRead: 1, nSame: 1 });
    assert.equal((await memory.index()).nRead, 1);
    await memory.close();
  }));

// An editor has whole paths, and was told that they lie outside.
test("a file is hinted at by any path that leads to it, and a folder by its address", () =>
  project(1, async (root) => {
    mkdirSync(join(root, "lib"));
    symlinkSync(root, `${root}-link`);
    const memory = await open({ root: pathToFileURL(`${root}-link/`) });
    await memory.index();
    const hints = [join(root, "lib/a.py"), join(`${root}-link`, "lib/a.py"), "./lib/a.py", "lib/../lib/a.py", "lib/a.py", root, ""];
    for (const [n, hint] of hints.entries()) {
      writeFileSync(join(root, "lib/a.py"), "def f():\n    pass\n".repeat(n + 1));
      assert.equal((await memory.index({ paths: [hint] })).nRead, 1, hint);
    }
    rmSync(join(root, "lib"), { recursive: true });
    for (const hint of ["..", "../beside.py", tmpdir(), `${root}s/a.py`]) await assert.rejects(memory.index({ paths: [hint] }), { code: "outside-root" });
    assert.equal((await memory.index({ paths: [join(`${root}-link`, "lib/a.py")] })).nRemoved, 1);
    await memory.close();
    rmSync(`${root}-link`);
    await assert.rejects(open({ root: new URL("https://example.org/") }), (error) => error.code === "invalid" && error.details.argument === "root");
    await assert.rejects(open({ root: join(root, "nowhere") }), (error) => error.code === "no-folder" && error.message.includes("no such file"));
  }));

test("what a crashed owner left is looked at whole by the next run, and damaged rows of files are made again", () =>
  project(3, async (root) => {
    index(root);
    const { store } = openDiskStore(module, root);
    const { rows } = store.range(new Uint8Array(), Uint8Array.of(255, 255), 1 << 30);
    const { key } = rows.find(({ key }) => new TextDecoder().decode(key).includes("part_1.py"));
    const fromGeneration = store.generation();
    const puts = [{ key, value: Uint8Array.of(1, 2, 3) }];
    store.commit({ fromGeneration, toGeneration: fromGeneration + 1n, puts, deletes: [], scanned: [], meta: [] });
    store.close();
    await killOwner(root);
    const memory = await open({ root });
    const { nRead, nDamaged } = await memory.index();
    assert.deepEqual({ nRead, nDamaged }, { nRead: 1, nDamaged: 1 });
    writeFileSync(join(root, "part_2.py"), "def work_2():\n    pass\n");
    const next = await memory.index();
    assert.deepEqual([next.nRead, next.nDamaged], [1, 0]);
    assert.deepEqual(await memory.damaged(), []);
    await memory.close();
  }));

// It was told as an argument of the caller's that is not valid.
test("a store that gives rows out of order is damaged", () =>
  project(60, async (root) => {
    index(root);
    const file = join(root, ".scrubjay", "store.redb");
    const bytes = readFileSync(file);
    for (let at = bytes.indexOf("part_30.py"); at >= 0; at = bytes.indexOf("part_30.py", at + 1)) bytes.write("~", at);
    writeFileSync(file, bytes);
    const memory = await open({ root, purpose: "reading" });
    assert.equal((await memory.graph.outline("part_7.py")).path, "part_7.py", "what does not need these rows is answered");
    for (const ask of [() => memory.graph.map(), () => memory.status()]) {
      await assert.rejects(ask(), (error) => error.code === "damaged" && error.message.startsWith("the store is damaged: "));
    }
    await memory.close();
  }));

test("a store made here is filled by the command line", () =>
  project(5, async (root) => {
    openDiskStore(module, root, { create: true }).store.close();
    assert.equal(readFileSync(join(root, ".scrubjay", ".gitignore"), "utf8"), "*\n");
    assert.equal(run(root, "index").status, 0);
    assert.match(run(root, "find", "work_3").stdout, /part_3\.py/);
    const { store } = openDiskStore(module, root);
    assert.equal(store.scanned().length, 5);
    store.close();
  }));

test("a folder without a store is missing", () =>
  project(1, (root) => assert.throws(() => openDiskStore(module, root), { name: "NotIndexedError", code: "not-indexed" })));

test("the command line and a second Node are told who holds the store", () =>
  project(3, async (root) => {
    const { store } = openDiskStore(module, root, { create: true });
    assert.throws(() => openDiskStore(module, root), (error) => error.code === "locked" && error.details.holder.pid === process.pid);
    const refused = run(root, "index");
    assert.equal(refused.status, 1);
    assert.match(refused.stderr, new RegExp(`process ${process.pid}`));
    const second = otherNode(root);
    assert.deepEqual(JSON.parse(await second.said), { code: "locked", pid: process.pid });
    await second.ended;
    store.close();
    assert.equal(run(root, "index").status, 0);
  }));

// As long as any memory in Node was open to be written, nobody else got an answer.
test("between the turns of a writer in Node the command line answers, and in one of them it is told who writes", () =>
  project(3, async (root) => {
    const memory = await open({ root });
    for (let n = 0; n < 3; n++) {
      writeFileSync(join(root, "part_0.py"), `def turn_${n}():\n    pass\n`);
      await memory.index();
      const found = run(root, "find", `turn_${n}`);
      assert.match(found.stdout, /^part_0\.py/, found.stderr);
      assert.equal(run(root, "index").status, 1, "one writes");
    }
    await memory.close();
    assert.deepEqual(readdirSync(join(root, ".scrubjay")).sort(), [".gitignore", "store.redb"]);
    const { store } = openDiskStore(module, root);
    const fromGeneration = store.generation();
    store.commit({ fromGeneration, toGeneration: fromGeneration + 1n, puts: [], deletes: [], scanned: [], meta: [] });
    const asked = run(root, "find", "turn_2");
    assert.equal(asked.status, 1, "nobody reads what is written over unseen");
    assert.match(asked.stderr, new RegExp(`process ${process.pid}`));
    store.rest();
    assert.equal(run(root, "find", "turn_2").status, 0);
    store.close();
  }));

test("every answer of the command line beside a restless writer in Node is one that was written", () =>
  project(20, async (root) => {
    const script = `import { writeFileSync } from "node:fs";
      import { open } from ${JSON.stringify(new URL("../dist/node.js", import.meta.url).href)};
      const memory = await open({ root: ${JSON.stringify(root)} });
      for (let n = 1; ; n = (n % 50) + 1) {
        writeFileSync(${JSON.stringify(join(root, "x.py"))}, "def x():\\n    x()\\n".repeat(n));
        await memory.index({ paths: ["x.py"] });
        console.log(n);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["ignore", "pipe", "inherit"] });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    await new Promise((resolve) => child.stdout.once("data", resolve));
    try {
      for (let n = 0; n < 20; n++) {
        const { status, stdout, stderr } = run(root, "show", "x.py", "--json");
        assert.equal(status, 0, stderr);
        assert.doesNotMatch(stderr, /damage/);
        assert.ok(JSON.parse(stdout).symbols.length > 0);
      }
    } finally {
      child.kill("SIGKILL");
      await ended;
    }
  }));

// Where the folder may not be written nobody could read it in Node: the lock was to be taken over first.
test("a Node that is killed between two turns leaves a store that is in order, which is read as it is", () =>
  project(3, async (root) => {
    const script = `import { open } from ${JSON.stringify(new URL("../dist/node.js", import.meta.url).href)};
      await (await open({ root: ${JSON.stringify(root)} })).index();
      process.kill(process.pid, "SIGKILL");`;
    assert.equal(spawnSync(process.execPath, ["--input-type=module", "-e", script]).signal, "SIGKILL");
    assert.ok(existsSync(lockFile(root)) && !isUnclosed(root));
    assert.match(run(root, "find", "work_1").stdout, /^part_1\.py/);
    const left = readFileSync(lockFile(root), "utf8");
    const reader = await open({ root, purpose: "reading" });
    assert.equal((await reader.graph.outline("part_1.py")).path, "part_1.py");
    await reader.close();
    assert.equal(readFileSync(lockFile(root), "utf8"), left);
    assert.equal(run(root, "index").status, 0);
  }));

test("a lock that a person gave to another one is not written past, and one that is gone is taken again", () =>
  project(1, async (root) => {
    const memory = await open({ root });
    await memory.index();
    rmSync(lockFile(root));
    const other = takeLock(lockFile(root));
    writeFileSync(join(root, "part_0.py"), "x = 1\n");
    // The same process names itself alike: only another one's name tells.
    writeFileSync(lockFile(root), "host=elsewhere\nboot=1\npid=1\nstarted=1\n");
    await assert.rejects(memory.index(), { code: "locked" });
    rmSync(lockFile(root));
    other.release();
    assert.equal((await memory.index()).nRead, 1);
    assert.ok(existsSync(lockFile(root)));
    await memory.close();
    assert.ok(!existsSync(lockFile(root)));
  }));

// What it knew of the pages it wrote over theirs: nobody could write the store any more.
test("what another one wrote while the lock was gone is not written over", () =>
  project(30, async (root) => {
    const memory = await open({ root });
    await memory.index();
    rmSync(lockFile(root));
    for (let n = 0; n < 4; n++) {
      writeFileSync(join(root, "part_0.py"), `def theirs_${n}():\n    work_1()\n`);
      assert.equal(run(root, "index").status, 0);
    }
    writeFileSync(join(root, "part_1.py"), "def ours():\n    pass\n");
    for (let n = 0; n < 2; n++) await assert.rejects(memory.index(), { code: "conflict" });
    await memory.close();
    assert.ok(!existsSync(lockFile(root)));
    assert.equal(run(root, "index").status, 0);
    for (const name of ["theirs_3", "ours"]) assert.match(run(root, "find", name).stdout, new RegExp(name));
  }));

test("a store that was taken away is not written on unseen", () =>
  project(2, async (root) => {
    const memory = await open({ root });
    await memory.index();
    renameSync(join(root, ".scrubjay", "store.redb"), join(root, "gone.redb"));
    writeFileSync(join(root, "part_1.py"), "def ours():\n    pass\n");
    await assert.rejects(memory.index(), { code: "conflict" });
    await memory.close();
    assert.equal(run(root, "index").status, 0);
    assert.match(run(root, "find", "ours").stdout, /part_1/);
  }));

// Turns were counted: those of an owner that had closed the store and opened it again had the same numbers, and a reader who had begun
// before took pages of two commits for one state.
test("no turn is taken for one of an earlier opening", () =>
  project(1, (root) => {
    const said = new Set();
    for (let opening = 0; opening < 5; opening++) {
      const { store } = openDiskStore(module, root, { create: true });
      for (let turn = 0; turn < 2; turn++) {
        said.add(readFileSync(lockFile(root), "utf8"));
        store.compact();
        store.rest();
      }
      store.close();
    }
    assert.equal(said.size, 10);
  }));

// It was told that there is no store here, and sent to make one.
test("a folder that may not be written is read-only", () =>
  project(1, async (root) => {
    chmodSync(root, 0o555);
    const script = `import { readFileSync } from "node:fs";
      import { openDiskStore } from ${JSON.stringify(new URL("../dist/store/disk.js", import.meta.url).href)};
      const module = await WebAssembly.compile(readFileSync(${JSON.stringify(wasm)}));
      // Nothing holds back the first user of a system.
      if (process.getuid() === 0) process.seteuid(65_534);
      try {
        openDiskStore(module, ${JSON.stringify(root)}, { create: true });
      } catch ({ code }) {
        console.log(code);
      }`;
    assert.equal(execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" }).trim(), "read-only");
    chmodSync(root, 0o755);
  }));

test("a store that is begun anew leaves the one that was there aside", () =>
  project(3, async (root) => {
    index(root);
    const file = join(root, ".scrubjay", "store.redb");
    const rubbish = "rubbish".repeat(1_000);
    writeFileSync(file, rubbish);
    await assert.rejects(open({ root }), (error) => error.code === "damaged" && error.message.includes("puts it aside, as .scrubjay/set-aside.redb"));
    await assert.rejects(open({ root, purpose: "reading", rebuild: true }), { code: "invalid", details: { argument: "rebuild", why: "who reads changes nothing" } });
    const memory = await open({ root, rebuild: true });
    assert.equal((await memory.index()).nRead, 3);
    await memory.close();
    assert.equal(readFileSync(join(root, ".scrubjay", "set-aside.redb"), "utf8"), rubbish);
    assert.equal(index(root).n_same, 3);
    const empty = mkdtempSync(join(tmpdir(), "scrubjay-disk-"));
    await (await open({ root: empty, rebuild: true })).close();
    assert.deepEqual(readdirSync(join(empty, ".scrubjay")).sort(), [".gitignore", "store.redb"]);
    rmSync(empty, { recursive: true });
  }));

test("a Node that was killed leaves a lock that both take over", () =>
  project(3, async (root) => {
    for (const next of ["command line", "node"]) {
      await killOwner(root);
      assert.ok(existsSync(lockFile(root)));
      if (next === "command line") {
        const taken = run(root, "index");
        assert.equal(taken.status, 0, taken.stderr);
      } else {
        const { store } = openDiskStore(module, root);
        assert.ok(store.generation() > 0n);
        store.close();
      }
      assert.deepEqual(readdirSync(join(root, ".scrubjay")).sort(), [".gitignore", "store.redb"]);
    }
  }));

test("a take-over that was killed does not block the next", () =>
  project(1, async (root) => {
    openDiskStore(module, root, { create: true }).store.close();
    await killOwner(root);
    writeFileSync(`${lockFile(root)}.takeover`, readFileSync(lockFile(root)));
    const { store, wasChecked } = openDiskStore(module, root);
    assert.ok(wasChecked);
    store.close();
    assert.deepEqual(readdirSync(join(root, ".scrubjay")).sort(), [".gitignore", "store.redb"]);
  }));

test("a take-over that found no room leaves nothing behind, and the next one takes over", () =>
  project(1, async (root) => {
    openDiskStore(module, root, { create: true }).store.close();
    await killOwner(root);
    // No file may be written: to the program it looks like a disk without room.
    const script = `import { open } from ${JSON.stringify(new URL("../dist/node.js", import.meta.url).href)};
      await open({ root: ${JSON.stringify(root)} }).catch((error) => console.log(error.code));`;
    const words = ["-c", `trap '' XFSZ; ulimit -f 0; exec "$@" | cat`, "sh", process.execPath, "--input-type=module", "-e", script];
    assert.equal(execFileSync("sh", words, { encoding: "utf8" }).trim(), "disk-full");
    assert.deepEqual(readdirSync(join(root, ".scrubjay")).sort(), [".gitignore", "store.lock", "store.redb"]);
    openDiskStore(module, root).store.close();
  }));

test("a command line at work holds the store, and one that was killed leaves it to be taken over", () =>
  project(400, async (root) => {
    const child = spawn(program, ["index"], { cwd: root, stdio: "ignore" });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    // Stopped while it holds the lock.
    while (!existsSync(lockFile(root)) && child.exitCode === null) await pause(1);
    child.kill("SIGSTOP");
    assert.ok(existsSync(lockFile(root)), "it was done before it could be stopped");
    assert.throws(() => openDiskStore(module, root), (error) => error.code === "locked" && error.details.holder.pid === child.pid);
    child.kill("SIGKILL");
    await ended;
    const { store } = openDiskStore(module, root, { create: true });
    const generation = store.generation();
    assert.equal(store.scanned().length === 0, generation === 0n, "entries of files come with their rows");
    store.close();
    assert.equal(run(root, "index").status, 0);
    assert.match(run(root, "find", "work_399").stdout, /part_399\.py/);
  }));

test("a lock that was given back is not given back again when another one holds it", () =>
  project(1, async (root) => {
    mkdirSync(join(root, ".scrubjay"));
    const lock = takeLock(lockFile(root));
    lock.release();
    const other = takeLock(lockFile(root));
    lock.release();
    assert.ok(existsSync(lockFile(root)), "the other one's lock is gone");
    assert.throws(() => takeLock(lockFile(root)), (error) => error.code === "locked" && error.message.includes(`remove ${lockFile(root)}`));
    other.release();
    assert.ok(!existsSync(lockFile(root)));
  }));

test("a lock of another machine, or one that says nothing, is left to a person", () =>
  project(1, async (root) => {
    openDiskStore(module, root, { create: true }).store.close();
    for (const text of ["host=elsewhere\nboot=1\npid=1\nstarted=1\n", ""]) {
      writeFileSync(lockFile(root), text);
      assert.throws(() => openDiskStore(module, root), { code: "locked" });
      assert.equal(statSync(lockFile(root)).size, text.length);
    }
  }));
