// The index and its lock shared with the command line: each host reads what the other wrote, in processes of their own.

import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, linkSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";

import { open } from "../dist/node.js";
import { takeLock } from "../dist/store/lock.js";
import { OwnIndex } from "../dist/store/own.js";
import { thisProcess, toLines } from "../dist/store/system.js";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const program = join(process.env.CARGO_TARGET_DIR ?? join(repository, "target"), "debug", "scrubjay");
const wasm = fileURLToPath(new URL("../dist/store/store.wasm", import.meta.url));
const module = await WebAssembly.compile(readFileSync(wasm));

/** Runs `use` in a folder with `nFiles` Python files that call each other in a ring. */
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
const lockFile = (root) => join(root, ".scrubjay", "index.lock.js");

const nativeLock = (root) => join(root, ".scrubjay", "index.lock");
/** The names in `.scrubjay`, sorted, without the small files that a host leaves after a run. */
const files = (root) => readdirSync(join(root, ".scrubjay")).filter((name) => name !== "index.turn" && name !== "index.lock").sort();

/** The index of a folder with a run begun, which does not wait for other writers. */
async function running(root) {
  const index = new OwnIndex(module, root);
  const begunRun = await index.begin({ wait: 0, waiting: () => undefined });
  return { index, ...begunRun };
}

/** A change without rows, which only raises the generation. */
const nextOf = (index) => ({ fromGeneration: index.generation(), toGeneration: index.generation() + 1n, puts: [], deletes: [], scanned: [], meta: [] });

/** Starts another Node that begins a run, prints `open`, and waits. */
function otherNode(root) {
  const ownIndexUrl = new URL("../dist/store/own.js", import.meta.url).href;
  const script = `import { readFileSync } from "node:fs";
    import { OwnIndex } from ${JSON.stringify(ownIndexUrl)};
    try {
      const index = new OwnIndex(await WebAssembly.compile(readFileSync(${JSON.stringify(wasm)})), ${JSON.stringify(root)});
      await index.begin({ wait: 0, waiting: () => undefined });
      index.compact();
      console.log("open");
      setInterval(() => {}, 1_000);
    } catch (error) {
      console.log(JSON.stringify({ code: error.code, pid: error.details?.holder?.pid, message: error.message }));
    }`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  const firstOutput = new Promise((resolve) => child.stdout.once("data", (data) => resolve(String(data).trim())));
  const exit = new Promise((resolve) => child.once("exit", resolve));
  return { child, said: firstOutput, ended: exit };
}

/** Whether the last writer of the store died before closing it: a bit of redb's tenth byte. */
const isUnclosed = (root) => (readFileSync(join(root, ".scrubjay", "index.redb"))[9] & 2) !== 0;

/** Kills another Node while it has the store open for writing. */
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
    const { index: store, remade } = await running(root);
    assert.equal(remade, undefined, "the command line has the same mark");
    const generationBefore = store.generation();
    assert.ok(generationBefore > 0n);
    assert.deepEqual(store.scanned().map(([path]) => path), readdirSync(root).filter((name) => name.endsWith(".py")).sort());
    const { rows } = store.range(new Uint8Array(), Uint8Array.of(255, 255), 1 << 30);
    assert.ok(rows.length > 60, `${rows.length} rows`);
    const sameRows = { puts: rows, deletes: [], scanned: store.scanned(), meta: [] };
    store.commit({ fromGeneration: generationBefore, toGeneration: generationBefore + 1n, ...sameRows });
    store.compact();
    store.close();
    assert.ok(!existsSync(lockFile(root)));
    const findOutput = run(root, "find", "work_7");
    assert.equal(findOutput.status, 0, findOutput.stderr);
    assert.match(findOutput.stdout, /part_7\.py/);
    const { n_read, n_same, generation, remade: remadeReason } = index(root);
    assert.deepEqual({ n_read, n_same, generation, made: remadeReason }, { n_read: 0, n_same: 30, generation: Number(generationBefore) + 1, made: null });
  }));

test("an index run here after one of the command line reads nothing, and the other way round", () =>
  project(10, async (root) => {
    assert.equal(index(root).n_read, 10);
    const indexed = async () => {
      const memory = await open({ root });
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

// Editors pass absolute paths, which were once refused as outside of the folder.
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
    for (const hint of ["..", "../beside.py", tmpdir(), `${root}s/a.py`]) await assert.rejects(memory.index({ paths: [hint] }), { code: "outside_root" });
    assert.equal((await memory.index({ paths: [join(`${root}-link`, "lib/a.py")] })).nRemoved, 1);
    await memory.close();
    rmSync(`${root}-link`);
    await assert.rejects(open({ root: new URL("https://example.org/") }), (error) => error.code === "invalid" && error.details.argument === "root");
    await assert.rejects(open({ root: join(root, "nowhere") }), (error) => error.code === "no_folder" && error.message.includes("no such file"));
  }));

test("what a crashed owner left is looked at whole by the next run, and damaged rows of files are made again", () =>
  project(3, async (root) => {
    index(root);
    const { index: store } = await running(root);
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
    const nextRun = await memory.index();
    assert.deepEqual([nextRun.nRead, nextRun.nDamaged], [1, 0]);
    assert.deepEqual(await memory.damaged(), []);
    await memory.close();
  }));

// Once, this was reported as an invalid argument of the caller.
test("a store that gives rows out of order is damaged", () =>
  project(60, async (root) => {
    index(root);
    const file = join(root, ".scrubjay", "index.redb");
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

test("an index made here is filled by the command line", () =>
  project(5, async (root) => {
    (await running(root)).index.close();
    assert.equal(readFileSync(join(root, ".scrubjay", ".gitignore"), "utf8"), "*\n");
    assert.equal(index(root).remade, null);
    assert.match(run(root, "find", "work_3").stdout, /part_3\.py/);
    const { index: store } = await running(root);
    assert.equal(store.scanned().length, 5);
    store.close();
    for (const [path, mode] of [[".scrubjay", 0o700], [".scrubjay/index.redb", 0o600]]) assert.equal(statSync(join(root, path)).mode & 0o777, mode, path);
  }));

test("the command line and a second Node are told who runs, or wait for it", () =>
  project(3, async (root) => {
    const { index: store } = await running(root);
    await assert.rejects(running(root), (error) => error.code === "locked" && error.details.holder.pid === process.pid && error.details.judged);
    const refusedRun = run(root, "index", "--wait", "0");
    assert.equal(refusedRun.status, 1);
    assert.match(refusedRun.stderr, new RegExp(`process ${process.pid}`));
    assert.doesNotMatch(refusedRun.stderr, /rm /, "a process that lives is not in the way");
    const second = otherNode(root);
    const { code, pid } = JSON.parse(await second.said);
    assert.deepEqual({ code, pid }, { code: "locked", pid: process.pid });
    await second.ended;
    const waiting = spawn(program, ["index", "--quiet"], { cwd: root, stdio: "ignore" });
    const exit = new Promise((resolve) => waiting.once("exit", resolve));
    const memory = await open({ root });
    const progressReports = [];
    const indexing = memory.index({ onProgress: (progress) => progressReports.push(progress) });
    await pause(300);
    assert.equal(waiting.exitCode, null);
    store.close();
    assert.equal(await exit, 0);
    assert.equal((await indexing).remade, undefined);
    assert.deepEqual(progressReports[0], { stage: "waiting", pid: process.pid });
    await memory.close();
  }));

test("a run that waits ends when its signal is aborted, and one that may not wait at once", () =>
  project(1, async (root) => {
    const { index: store } = await running(root);
    const memory = await open({ root });
    const controller = new AbortController();
    await assert.rejects(memory.index({ signal: controller.signal, onProgress: () => controller.abort() }), { name: "AbortError" });
    await assert.rejects(memory.index({ wait: 0 }), { code: "locked" });
    await assert.rejects(memory.index({ wait: -1 }), { code: "invalid" });
    store.close();
    assert.equal((await memory.index()).nRead, 1);
    await memory.close();
  }));

// Once, no memory could write while another one was open.
test("memories that are open keep nobody from indexing, and see what others wrote", () =>
  project(3, async (root) => {
    const memories = await Promise.all([open({ root }), open({ root })]);
    for (const [round, memory] of memories.entries()) {
      writeFileSync(join(root, "part_0.py"), `def round_${round}():\n    pass\n`);
      await memory.index({ wait: 0 });
      for (const one of memories) assert.equal((await one.graph.find(`round_${round}`)).hits.length, 1);
    }
    writeFileSync(join(root, "part_0.py"), "def native():\n    pass\n");
    assert.equal(run(root, "index", "--rebuild", "--wait", "0").status, 0);
    for (const memory of memories) {
      assert.equal((await memory.graph.find("native")).hits.length, 1);
      await memory.close();
    }
  }));

test("between the turns of a writer in Node the command line answers, and in one of them it is told who writes", () =>
  project(3, async (root) => {
    const memory = await open({ root });
    for (let n = 0; n < 3; n++) {
      writeFileSync(join(root, "part_0.py"), `def turn_${n}():\n    pass\n`);
      await memory.index();
      const findOutput = run(root, "find", `turn_${n}`);
      assert.match(findOutput.stdout, /^part_0\.py/, findOutput.stderr);
    }
    await memory.close();
    assert.deepEqual(files(root), [".gitignore", "index.redb"]);
    const { index: store } = await running(root);
    assert.equal(run(root, "find", "turn_2").status, 0, "nothing is written yet");
    store.commit(nextOf(store));
    const findOutput = run(root, "find", "turn_2");
    assert.equal(findOutput.status, 1, "nobody reads what is written over unseen");
    assert.match(findOutput.stderr, new RegExp(`process ${process.pid}`));
    store.end();
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
    const exit = new Promise((resolve) => child.once("exit", resolve));
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
      await exit;
    }
  }));

test("a Node that is killed in a run leaves an index that both read, and needs nobody's help", () =>
  project(3, async (root) => {
    index(root);
    const script = `import { readFileSync } from "node:fs"; import { OwnIndex } from ${JSON.stringify(new URL("../dist/store/own.js", import.meta.url).href)};
      const index = new OwnIndex(await WebAssembly.compile(readFileSync(${JSON.stringify(wasm)})), ${JSON.stringify(root)});
      await index.begin({ wait: 0, waiting: () => undefined });
      process.kill(process.pid, "SIGKILL");`;
    assert.equal(spawnSync(process.execPath, ["--input-type=module", "-e", script]).signal, "SIGKILL");
    assert.ok(existsSync(lockFile(root)) && !isUnclosed(root));
    assert.match(run(root, "find", "work_1").stdout, /^part_1\.py/);
    const leftLock = readFileSync(lockFile(root), "utf8");
    const reader = await open({ root, purpose: "reading" });
    assert.equal((await reader.graph.outline("part_1.py")).path, "part_1.py");
    await reader.close();
    assert.equal(readFileSync(lockFile(root), "utf8"), leftLock);
    assert.equal(run(root, "index").status, 0);
    assert.ok(!existsSync(lockFile(root)));
  }));

// Once, its cached pages overwrote those of the other process, and nobody could write the store any more.
test("what another one wrote while the lock was gone is not written over", () =>
  project(30, async (root) => {
    index(root);
    const { index: store } = await running(root);
    const ownChange = nextOf(store);
    rmSync(lockFile(root));
    for (let n = 0; n < 4; n++) {
      writeFileSync(join(root, "part_0.py"), `def theirs_${n}():\n    work_1()\n`);
      assert.equal(run(root, "index").status, 0);
    }
    for (let n = 0; n < 2; n++) assert.throws(() => store.commit(ownChange), { code: "conflict" });
    store.close();
    writeFileSync(join(root, "part_1.py"), "def ours():\n    pass\n");
    const memory = await open({ root });
    await memory.index();
    await memory.close();
    for (const name of ["theirs_3", "ours"]) assert.match(run(root, "find", name).stdout, new RegExp(name));
  }));

test("an index that is taken away during a run is not written on unseen, and made by the next one", () =>
  project(2, async (root) => {
    index(root);
    const { index: store } = await running(root);
    renameSync(join(root, ".scrubjay", "index.redb"), join(root, "gone.redb"));
    assert.throws(() => store.commit(nextOf(store)), { code: "conflict" });
    store.close();
    assert.equal(index(root).n_read, 2);
  }));

// Once, turns were counted from the opening of the store. After it was opened again, a turn had the number of an
// earlier one, and a reader that had begun before took pages of two commits for one state.
test("no turn is taken for one of an earlier opening", () =>
  project(1, async (root) => {
    const turnTexts = new Set();
    for (let opening = 0; opening < 5; opening++) {
      const { index: store } = await running(root);
      store.compact();
      turnTexts.add(readFileSync(join(root, ".scrubjay", "index.turn"), "utf8"));
      store.close();
      turnTexts.add(readFileSync(join(root, ".scrubjay", "index.turn"), "utf8"));
    }
    assert.equal(turnTexts.size, 10);
  }));

/** The output of a script that another Node runs as an unprivileged user with the given home folder. */
function unprivileged(home, script) {
  // Root may read and write everything.
  const dropRights = `if (process.getuid() === 0) { process.setgroups([]); process.setgid(65_534); process.setuid(65_534); }`;
  const words = ["--input-type=module", "-e", `import { open } from ${JSON.stringify(new URL("../dist/node.js", import.meta.url).href)}; ${dropRights} ${script}`];
  return execFileSync(process.execPath, words, { encoding: "utf8", env: { ...process.env, SCRUBJAY_HOME: home } }).trim();
}

/** A new folder that any user may write. */
function homeOfOther() {
  const home = mkdtempSync(join(tmpdir(), "scrubjay-home-"));
  chmodSync(home, 0o777);
  return home;
}

// Once, the run was refused, and a checkout that is not writable could not be indexed.
test("a folder that may not be written has its index in the cache of the user", () =>
  project(3, async (root) => {
    const home = homeOfOther();
    chmodSync(root, 0o555);
    const script = `const memory = await open({ root: ${JSON.stringify(root)} });
      const { nRead } = await memory.index();
      const { hits } = await memory.graph.find("work_1");
      await memory.close();
      const reader = await open({ root: ${JSON.stringify(root)}, purpose: "reading" });
      console.log(nRead, hits[0].symbol.path, (await reader.status()).nFiles);`;
    assert.equal(unprivileged(home, script), "3 part_1.py 3");
    chmodSync(root, 0o755);
    assert.ok(!existsSync(join(root, ".scrubjay")));
    const foundIndexes = spawnSync("find", [join(home, "cache/indexes"), "-name", "index.redb"], { encoding: "utf8" }).stdout;
    assert.equal(foundIndexes.trim().split("\n").length, 1);
    // The command line knows the same place.
    const findOutput = spawnSync(program, ["find", "work_1"], { cwd: root, encoding: "utf8", env: { ...process.env, SCRUBJAY_HOME: home } });
    assert.match(findOutput.stdout, /^part_1\.py/, findOutput.stderr);
    rmSync(home, { recursive: true });
  }));

test("where nothing may be written what a killed writer left is read, and a run makes an index elsewhere", () =>
  project(3, async (root) => {
    const home = homeOfOther();
    const indexOutput = spawnSync(program, ["index"], { cwd: root, encoding: "utf8", env: { ...process.env, SCRUBJAY_HOME: home } });
    assert.equal(indexOutput.status, 0, indexOutput.stderr);
    const bytes = readFileSync(join(root, ".scrubjay", "index.redb"));
    bytes[9] |= 2;
    writeFileSync(join(root, ".scrubjay", "index.redb"), bytes);
    spawnSync("chmod", ["-R", "a+rwX", home]);
    spawnSync("chmod", ["-R", "a+rX", join(root, ".scrubjay")]);
    chmodSync(root, 0o555);
    const script = `const memory = await open({ root: ${JSON.stringify(root)} });
      const before = (await memory.graph.find("work_1")).hits.length;
      const { nRead } = await memory.index();
      console.log(before > 0, nRead, (await memory.graph.find("work_1")).hits.length === before);`;
    assert.equal(unprivileged(home, script), "true 3 true");
    chmodSync(root, 0o755);
    rmSync(home, { recursive: true });
  }));

// Once, forged comments of such an index were shown, even after an index run.
test("an index that a repository brings along is not read, and made again", () =>
  project(3, async (root) => {
    const [otherHome, ownHome] = [homeOfOther(), process.env.SCRUBJAY_HOME];
    try {
      process.env.SCRUBJAY_HOME = otherHome;
      const forger = await open({ root });
      await forger.index();
      await forger.close();
      assert.equal((await (await open({ root, purpose: "reading" })).status()).nFiles, 3);
    } finally {
      if (ownHome === undefined) delete process.env.SCRUBJAY_HOME;
      else process.env.SCRUBJAY_HOME = ownHome;
    }
    await assert.rejects(open({ root, purpose: "reading" }), { code: "foreign", name: "ForeignError" });
    const memory = await open({ root });
    await assert.rejects(memory.status(), (error) => error.code === "foreign" && error.message.includes("an index run makes it again"));
    const { remade, nRead } = await memory.index();
    assert.deepEqual({ remade, nRead }, { remade: "foreign", nRead: 3 });
    assert.equal((await memory.index()).remade, undefined);
    await memory.close();
    assert.equal(index(root).remade, null, "the command line knows the same stamps");
    rmSync(otherHome, { recursive: true });
  }));

test("nothing is read or written through a link", () =>
  project(2, async (root) => {
    await project(3, async (victim) => {
      index(victim);
      const victimIndex = readFileSync(join(victim, ".scrubjay/index.redb"));
      for (const name of [".scrubjay", ".scrubjay/index.redb", ".scrubjay/index.lock", ".scrubjay/index.lock.js", ".scrubjay/index.turn"]) {
        rmSync(join(root, ".scrubjay"), { recursive: true, force: true });
        if (name !== ".scrubjay") mkdirSync(join(root, ".scrubjay"));
        symlinkSync(name === ".scrubjay" ? join(victim, ".scrubjay") : join(victim, ".scrubjay/index.redb"), join(root, name));
        for (const purpose of ["writing", "reading"]) {
          await assert.rejects(open({ root, purpose }), (error) => error.code === "link" && error.details.path === join(root, name) && error.message.endsWith("remove it"));
        }
        rmSync(join(root, name));
      }
      assert.deepEqual(readFileSync(join(victim, ".scrubjay/index.redb")), victimIndex);
      assert.deepEqual(readdirSync(join(victim, ".scrubjay")).sort(), [".gitignore", "index.lock", "index.redb"]);
    });
  }));

test("no other file is changed through a hard link", () =>
  project(2, async (root) => {
    await project(3, async (otherRoot) => {
      index(otherRoot);
      const otherIndex = readFileSync(join(otherRoot, ".scrubjay/index.redb"));
      for (const name of ["index.redb", "index.lock", "index.lock.js", "index.turn", ".gitignore"]) {
        for (const content of ["theirs, and not empty", "", otherIndex]) {
          rmSync(join(root, ".scrubjay"), { recursive: true, force: true });
          mkdirSync(join(root, ".scrubjay"));
          const elsewhere = join(root, "theirs");
          writeFileSync(elsewhere, content);
          linkSync(elsewhere, join(root, ".scrubjay", name));
          for (const openOptions of [{}, { rebuild: true }]) {
            const memory = await open({ root, ...openOptions });
            // A hard link at `index.redb` to a whole index is refused. In all other cases the run replaces the file.
            await memory.index().catch((error) => assert.deepEqual([error.code, name, content], ["link", "index.redb", otherIndex]));
            await memory.close();
            assert.deepEqual(readFileSync(elsewhere), Buffer.from(content), name);
          }
        }
      }
    });
  }));

test("an index that is damaged, of another release or to be made anew is made again by the next run", () =>
  project(3, async (root) => {
    const file = join(root, ".scrubjay", "index.redb");
    index(root);
    for (const content of ["rubbish".repeat(1_000), ""]) {
      writeFileSync(file, content);
      await assert.rejects(open({ root, purpose: "reading" }), (error) => ["damaged", "not_indexed"].includes(error.code));
      const memory = await open({ root });
      const { remade, nRead } = await memory.index();
      assert.deepEqual({ remade, nRead }, { remade: "damaged", nRead: 3 });
      await memory.close();
    }
    await assert.rejects(open({ root, purpose: "reading", rebuild: true }), { code: "invalid", details: { argument: "rebuild", why: "who reads changes nothing" } });
    const anew = await open({ root, rebuild: true });
    assert.equal((await anew.status()).nFiles, 0);
    assert.deepEqual([(await anew.index()).remade, (await anew.index()).remade], ["asked", undefined]);
    await anew.close();
    const { index: store } = await running(root);
    store.commit({ ...nextOf(store), meta: [["mark", new Uint8Array(32)]] });
    store.close();
    const memory = await open({ root });
    assert.equal((await memory.index()).remade, "release");
    await memory.close();
    assert.deepEqual([index(root).n_same, files(root)], [3, [".gitignore", "index.redb"]]);
  }));

test("what earlier releases kept is removed unread", () =>
  project(1, async (root) => {
    mkdirSync(join(root, ".scrubjay"));
    for (const name of ["store.redb", "store.lock", "set-aside.redb"]) writeFileSync(join(root, ".scrubjay", name), "whatever");
    const memory = await open({ root });
    assert.equal((await memory.index()).remade, undefined);
    await memory.close();
    assert.deepEqual(files(root), [".gitignore", "index.redb"]);
  }));

test("a Node that was killed leaves a lock that both take over", () =>
  project(3, async (root) => {
    for (const nextWriter of ["command line", "node"]) {
      await killOwner(root);
      assert.ok(existsSync(lockFile(root)));
      if (nextWriter === "command line") {
        const takenOver = run(root, "index", "--wait", "0");
        assert.equal(takenOver.status, 0, takenOver.stderr);
      } else {
        const { index: store, wasChecked } = await running(root);
        assert.ok(wasChecked && store.generation() > 0n);
        store.close();
      }
      assert.deepEqual(files(root), [".gitignore", "index.redb"]);
    }
  }));

// After a power failure the lock was empty or of another boot, and a person had to remove it.
test("what no living process of this machine holds is no lock", () =>
  project(1, async (root) => {
    (await running(root)).index.close();
    const ownProcess = thisProcess();
    const dead = ["", "host=x\nbo", toLines({ ...ownProcess, boot: "earlier" }), toLines({ ...ownProcess, started: 1 }), toLines({ ...ownProcess, pid: 0x7fff_fff0 })];
    writeFileSync(`${lockFile(root)}.7.7.draft`, "");
    for (const file of [lockFile(root), nativeLock(root)]) {
      for (const text of dead) {
        writeFileSync(file, text);
        (await running(root)).index.close();
        assert.ok(!existsSync(lockFile(root)));
        writeFileSync(file, text);
        assert.equal(run(root, "index", "--wait", "0").status, 0, text);
        assert.deepEqual(files(root), [".gitignore", "index.redb"]);
      }
    }
  }));

test("only a holder of another machine or container is left to a person, who is told which file to remove", () =>
  project(1, async (root) => {
    index(root);
    const ownProcess = thisProcess();
    for (const holder of [{ ...ownProcess, host: "elsewhere" }, { ...ownProcess, space: "pid:[1]" }]) {
      writeFileSync(lockFile(root), toLines(holder));
      const memory = await open({ root });
      await assert.rejects(memory.index(), (error) => error.code === "locked" && !error.details.judged && error.message.endsWith(`remove ${lockFile(root)}`));
      assert.equal((await memory.status()).nFiles, 1, "it is read meanwhile");
      await memory.close();
      const refusedRun = run(root, "index");
      assert.equal(refusedRun.status, 1);
      assert.match(refusedRun.stderr, /cannot be seen from here\n.*rm .*index\.lock\.js/);
      rmSync(lockFile(root));
    }
  }));

test("a run that finds no room for its lock leaves nothing behind, and the next one takes over", () =>
  project(1, async (root) => {
    (await running(root)).index.close();
    await killOwner(root);
    // No file may be written: to the program it looks like a disk without room.
    const script = `import { open } from ${JSON.stringify(new URL("../dist/node.js", import.meta.url).href)};
      await (await open({ root: ${JSON.stringify(root)} })).index().catch((error) => console.log(error.code));`;
    const words = ["-c", `trap '' XFSZ; ulimit -f 0; exec "$@" | cat`, "sh", process.execPath, "--input-type=module", "-e", script];
    assert.equal(execFileSync("sh", words, { encoding: "utf8" }).trim(), "disk_full");
    assert.deepEqual(files(root), [".gitignore", "index.lock.js", "index.redb"]);
    (await running(root)).index.close();
    assert.deepEqual(files(root), [".gitignore", "index.redb"]);
  }));

test("a command line at work holds the index, and one that was killed leaves it to be taken over", () =>
  project(400, async (root) => {
    const child = spawn(program, ["index"], { cwd: root, stdio: "ignore" });
    const exit = new Promise((resolve) => child.once("exit", resolve));
    // Stopped while it holds the lock.
    while (!(existsSync(nativeLock(root)) && statSync(nativeLock(root)).size > 0) && child.exitCode === null) await pause(1);
    child.kill("SIGSTOP");
    assert.ok(statSync(nativeLock(root)).size > 0, "it was done before it could be stopped");
    await assert.rejects(running(root), (error) => error.code === "locked" && error.details.holder.pid === child.pid);
    child.kill("SIGKILL");
    await exit;
    const { index: store } = await running(root);
    const generation = store.generation();
    assert.equal(store.scanned().length === 0, generation === 0n, "entries of files come with their rows");
    store.close();
    assert.equal(run(root, "index").status, 0);
    assert.match(run(root, "find", "work_399").stdout, /part_399\.py/);
  }));

test("a lock that was given back is not given back again when another one holds it", () =>
  project(1, async (root) => {
    mkdirSync(join(root, ".scrubjay"));
    const lock = takeLock(nativeLock(root));
    lock.release();
    const otherLock = takeLock(nativeLock(root));
    lock.release();
    assert.ok(existsSync(lockFile(root)), "the other one's lock is gone");
    otherLock.release();
    assert.ok(!existsSync(lockFile(root)));
  }));

// Each language takes its own lock before it looks for the other's. Otherwise both could write at the same time.
test("of many runs in both languages at once each has the index alone", { timeout: 120_000 }, () =>
  project(5, async (root) => {
    const script = `import { open } from ${JSON.stringify(new URL("../dist/node.js", import.meta.url).href)};
      import { writeFileSync } from "node:fs";
      const [root, name] = process.argv.slice(1);
      const memory = await open({ root });
      for (let n = 0; n < 8; n++) {
        writeFileSync(root + "/" + name + ".py", "def " + name + "_" + n + "():\\n    pass\\n");
        await memory.index();
      }
      await memory.close();`;
    const nodes = ["one", "two"].map((name) => spawn(process.execPath, ["--input-type=module", "-e", script, root, name], { stdio: ["ignore", "ignore", "pipe"] }));
    const natives = ["three", "four"].map(async (name) => {
      for (let n = 0; n < 8; n++) {
        writeFileSync(join(root, `${name}.py`), `def ${name}_${n}():\n    pass\n`);
        const child = spawn(program, ["index"], { cwd: root, stdio: ["ignore", "ignore", "pipe"] });
        assert.equal(await new Promise((resolve) => child.once("exit", resolve)), 0);
      }
    });
    const outcomes = nodes.map((child) => {
      let output = "";
      child.stderr.on("data", (data) => (output += data));
      return new Promise((resolve) => child.once("exit", (code) => resolve([code, output])));
    });
    assert.deepEqual(await Promise.all(outcomes), [[0, ""], [0, ""]]);
    await Promise.all(natives);
    assert.equal(index(root).n_read, 0);
    for (const name of ["one", "two", "three", "four"]) assert.match(run(root, "find", `${name}_7`).stdout, new RegExp(`${name}\\.py`));
    const checked = run(root, "doctor");
    assert.equal(checked.status, 0, checked.stdout);
  }));
