// Erasing in Node: no file of the memory's folder contains the text of a forgotten record, as on the command line.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { openRecords } from "../dist/node.js";
import { copyRows } from "../dist/records/salvage.js";
import { MemoryStore } from "../dist/store/memory.js";
import { thisProcess } from "../dist/store/system.js";
import { ExpiredError, openWindow } from "../dist/window-node.js";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const program = join(process.env.CARGO_TARGET_DIR ?? join(repository, "target"), "debug", "scrubjay");
const DIST = fileURLToPath(new URL("../dist/", import.meta.url));
const ELSEWHERE = "host=elsewhere\nboot=b\nspace=s\npid=1\nstarted=1\n";
const UNKNOWN = "018bcfe5-6800-7525-b9df-ffbca3937010";
const native = (file, ...words) => execFileSync(program, [...words, "--memory", file], { encoding: "utf8" });

/** A memory in a new folder, and canaries: words of 24 random digits that are planted in its files. */
class Planted {
  folder = mkdtempSync(join(tmpdir(), "scrubjay-erase-"));
  file = join(this.folder, "memory.redb");
  canaries = new Set();
  ids = [];

  canary() {
    const letters = randomBytes(12).toString("hex");
    this.canaries.add(letters);
    return letters;
  }

  async remember(records, n, state, options = {}) {
    const remembered = await Promise.all(Array.from({ length: n }, () => records.remember(this.canary(), options)));
    assert.ok(remembered.every((one) => one.state === state), remembered[0]?.state);
    if (options.parents === undefined) this.ids.push(...remembered.map(({ id }) => id));
  }

  /** Damages pages with rows, so that the next change salvages the file and keeps the damaged one. */
  async damage() {
    const firstRecords = await openRecords({ file: this.file });
    for (let n = 0; n < 2; n++) await Promise.all(Array.from({ length: 1_000 }, (_, at) => firstRecords.remember(`${n} ${at}`)));
    await firstRecords.close();
    const wholeBytes = readFileSync(this.file);
    const nPages = Math.floor(wholeBytes.length / 4_096);
    for (let page = 1; page < nPages; page += Math.ceil(nPages / 12)) {
      const damaged = Buffer.from(wholeBytes);
      damaged.fill(0x5a, page * 4_096, (page + 1) * 4_096);
      writeFileSync(this.file, damaged);
      const records = await openRecords({ file: this.file });
      const salvage = await records.repair().catch(({ code }) => assert.equal(code, "damaged"));
      await records.close();
      if (salvage?.nRecords > 2_000) return;
      if (salvage !== undefined) rmSync(salvage.kept);
    }
    assert.fail("no damage was salvaged");
  }

  /** Makes a window with `n` canaries: one in its task, the others in pruned results of tools. */
  async window(n) {
    const window = await openWindow({ policy: "keep_last", keepLast: 1, threshold: 0.05, maxTokens: 60_000, memory: { path: this.file }, name: "talk" });
    await window.setTask(this.canary());
    const messages = [{ role: "user", content: "Mend the shelf." }];
    for (let at = 0; at <= n; at++) {
      const words = at < n - 1 ? this.canary() : "the last ones";
      const content = Array.from({ length: 20 }, (_, line) => `line ${line} of ${at}`).join("\n") + words;
      messages.push({ role: "assistant", content: null, tool_calls: [{ id: `c${at}`, type: "function", function: { name: "read", arguments: "{}" } }] });
      messages.push({ role: "tool", tool_call_id: `c${at}`, content });
    }
    await window.fit(messages, "openai_chat");
    assert.ok(window.last.nPruned >= n - 1, `${window.last.nPruned}`);
    return window;
  }

  /** The number of canaries by file name; files without canaries are left out. */
  left() {
    const left = {};
    for (const name of readdirSync(this.folder, { recursive: true })) {
      const path = join(this.folder, name);
      if (!statSync(path).isFile()) continue;
      const text = readFileSync(path, "latin1");
      const n = [...this.canaries].filter((canary) => text.includes(canary)).length;
      if (n > 0) left[name] = n;
    }
    return left;
  }
}

async function planted(use) {
  const memory = new Planted();
  try {
    await use(memory);
  } finally {
    rmSync(memory.folder, { recursive: true });
  }
}

// Forgetting deletes rows, whose bytes stay in the file and in those beside it.
test("of a thousand canaries in every file none is left", () =>
  planted(async (memory) => {
    const { file, folder } = memory;
    const firstRecords = await openRecords({ file });
    await memory.remember(firstRecords, 300, "added");
    await firstRecords.close();
    await memory.damage();
    copyFileSync(file, join(folder, "memory.before-2.redb"));
    native(file, "memory", "backup", join(folder, "of mine ü.redb"));
    native(file, "memory", "restore", join(folder, "of mine ü.redb"), "--yes");
    rmSync(join(folder, "of mine ü.redb"));
    const records = await openRecords({ file });
    await memory.remember(records, 199, "added");
    const window = await memory.window(300);
    const [{ id: prunedId }] = window.last.edits;

    const lock = join(folder, "memory.lock");
    writeFileSync(lock, ELSEWHERE);
    await memory.remember(records, 99, "waiting", { parents: [UNKNOWN] });
    rmSync(lock);
    await records.totals();
    writeFileSync(lock, ELSEWHERE);
    await memory.remember(records, 100, "waiting");
    rmSync(lock);
    const fates = (await records.forget(memory.ids)).receipts.map(({ fate }) => fate);
    assert.ok(fates.filter((fate) => fate === "forgotten").length > 400);
    // Drafts of whoever died go with the next turn of anybody, and this is the last one before the erasure.
    const { pid, started } = thisProcess();
    const drafts = [`memory.redb.draft.${pid}.${started + 1}.0`, `memory.spool/1.of.${pid}.${started + 1}.0.x.draft`];
    for (const draft of drafts) writeFileSync(join(folder, draft), memory.canary());
    const living = join(folder, `memory.spool/1.of.${pid}.${started}.0.x.draft`);
    writeFileSync(living, "a note of another thread");
    assert.equal(memory.canaries.size, 1_000);
    const leftCanaries = memory.left();
    const inFilesNamed = (part) => Object.entries(leftCanaries).reduce((sum, [name, n]) => sum + (name.includes(part) ? n : 0), 0);
    const min = { "memory.redb": 300, "damaged-": 200, "before-2": 200, "before-restore-": 200, ".refused": 99, "memory.redb.draft": 1, "1.of.": 1 };
    for (const [part, n] of Object.entries(min)) assert.ok(inFilesNamed(part) >= n, `${part}: ${JSON.stringify(leftCanaries)}`);

    const erasure = await records.erase(memory.ids);
    assert.deepEqual(memory.left(), {});
    assert.equal(erasure.receipts.filter(({ fate }) => fate === "already_forgotten").length, fates.filter((fate) => fate === "forgotten").length);
    assert.ok(erasure.nBodies >= 299, `${erasure.nBodies}`);
    assert.deepEqual([erasure.rewritten, erasure.removed.length], [[file], 99 + 4], erasure.removed.slice(-6));
    assert.deepEqual(erasure.backups.map(({ path, isThere }) => [path.endsWith("of mine ü.redb"), isThere]), [[true, false]]);
    assert.ok([...memory.canaries].every((canary) => !JSON.stringify(erasure).includes(canary)));
    assert.ok(existsSync(living), "a draft is left to the process that writes it");
    assert.equal(statSync(file).mode & 0o777, 0o600);

    // Windows live on without it, and either language reads what is left.
    await assert.rejects(window.restore(prunedId), ExpiredError);
    await window.setTask("another");
    const { bodyBytes, task, nPrunes } = await window.status();
    assert.deepEqual([Number(bodyBytes), task, nPrunes], [0, "another", 1]);
    const { n_forgotten } = JSON.parse(native(file, "--json", "memory", "status"));
    assert.equal(n_forgotten, erasure.receipts.filter(({ fate }) => fate !== "unknown").length);
    await records.close();
  }));

test("what is not erased stays, whoever has the file open goes on, and what was forgotten needs no id", () =>
  planted(async (memory) => {
    const { file } = memory;
    const [records, otherRecords] = [await openRecords({ file }), await openRecords({ file })];
    const { id } = await records.remember("this one stays");
    await memory.remember(records, 300, "added");
    assert.equal((await otherRecords.totals()).nNotes, 301);
    await records.forget(memory.ids);
    assert.notDeepEqual(memory.left(), {});
    assert.deepEqual((await records.erase()).receipts, []);
    assert.deepEqual(memory.left(), {});
    await otherRecords.remember("and this one is new");
    assert.deepEqual((await records.notes()).notes.map(({ text }) => text), ["and this one is new", "this one stays"]);
    const { receipts } = await records.erase([id, UNKNOWN]);
    assert.deepEqual(receipts.map(({ fate }) => fate), ["forgotten", "unknown"]);
    await assert.rejects(records.erase(["no id"]), { code: "invalid" });
    await assert.rejects(records.erase("no list"), { code: "invalid" });
    assert.equal((await otherRecords.totals()).nNotes, 1);
  }));

test("without a file, what is left beside it goes, and where there is no folder none is made", () =>
  planted(async (memory) => {
    writeFileSync(join(memory.folder, "memory.damaged-17.redb"), memory.canary());
    const records = await openRecords({ file: memory.file });
    const { removed, rewritten } = await records.erase();
    assert.deepEqual([removed, rewritten], [[join(memory.folder, "memory.damaged-17.redb")], []]);
    const none = await openRecords({ file: join(memory.folder, "none", "memory.redb") });
    const { receipts, ...reach } = await none.erase([UNKNOWN]);
    assert.deepEqual([receipts[0].fate, reach], ["unknown", { nDerived: 0, nBodies: 0, rewritten: [], removed: [], backups: [] }]);
    assert.deepEqual(readdirSync(memory.folder), []);
    const nowhere = await openRecords();
    const { id } = await nowhere.remember("gone");
    assert.equal((await nowhere.erase([id])).receipts[0].fate, "forgotten");
    assert.equal((await nowhere.totals()).nNotes, 0);
  }));

// Each language replaces the file while the other has it open.
test("notes are all there when the command line erases beside them, and the command line's when Node does", () =>
  planted(async ({ file }) => {
    const records = await openRecords({ file });
    const texts = [];
    let isOver = false;
    const telling = (async () => {
      for (let at = 0; at < 120; at++) {
        texts.push((await records.remember(`of Node ${at}`)) && `of Node ${at}`);
        if (at % 10 === 0) await records.erase();
      }
      isOver = true;
    })();
    const run = (...words) => new Promise((resolve, reject) => {
      const child = spawn(program, [...words, "--memory", file], { stdio: "ignore" });
      child.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`${words} ended with ${code}`))));
    });
    for (let at = 0; !isOver || at < 5; at++) {
      await run("remember", `of the program ${at}`);
      texts.push(`of the program ${at}`);
      await run("memory", "erase", "--yes");
    }
    await telling;
    const { notes } = await records.notes({ limit: 1_000 });
    assert.deepEqual(notes.map(({ text }) => text).sort(), texts.sort());
  }));

// A page ends a worker that is silent for too long.
test("while a large memory is copied others have their turn", async () => {
  const [fromStore, toStore] = [new MemoryStore(), new MemoryStore()];
  const puts = Array.from({ length: 16 }, (_, at) => ({ key: Uint8Array.of(at), value: new Uint8Array(1 << 20).fill(at) }));
  fromStore.commit({ fromGeneration: 0n, toGeneration: 7n, puts, deletes: [], scanned: [], meta: [] });
  let [nTurns, isOver] = [0, false];
  const turn = () => void (isOver || (nTurns++, setTimeout(turn)));
  turn();
  await copyRows(fromStore, toStore);
  isOver = true;
  assert.ok(nTurns > 4, `${nTurns}`);
  assert.equal(toStore.generation(), 7n);
  assert.deepEqual(toStore.range(new Uint8Array(), Uint8Array.of(255), 1 << 30), fromStore.range(new Uint8Array(), Uint8Array.of(255), 1 << 30));
});

test("wherever it is killed the memory is whole, and erasing again ends it", async () => {
  const script = `const { openRecords } = await import(process.argv[1]);
    const records = await openRecords({ file: process.argv[2] });
    process.stdout.write("open");
    await records.erase();
    process.exit(0);`;
  const nKills = 10;
  let [whole, nUnfinished] = [0, 0];
  for (let kill = -1; kill < nKills; kill++) {
    await planted(async (memory) => {
      const records = await openRecords({ file: memory.file });
      await memory.remember(records, 200, "added");
      copyFileSync(memory.file, join(memory.folder, "memory.before-2.redb"));
      await Promise.all(Array.from({ length: 100 }, (_, at) => records.remember(`stays ${at}`)));
      await memory.window(40);
      await records.forget(memory.ids);
      const child = spawn(process.execPath, ["--input-type=module", "-e", script, join(DIST, "node.js"), memory.file]);
      const exit = new Promise((resolve) => child.once("exit", resolve));
      await new Promise((resolve) => child.stdout.once("data", resolve));
      const began = performance.now();
      // The first is not killed, and tells how long it takes.
      if (kill >= 0) setTimeout(() => child.kill("SIGKILL"), (whole * kill) / nKills);
      await exit;
      whole ||= performance.now() - began;
      nUnfinished += kill >= 0 && Object.keys(memory.left()).length > 0 ? 1 : 0;
      const { nNotes, nForgotten } = await records.totals();
      assert.deepEqual([nNotes, nForgotten], [100, 200], `kill ${kill}`);
      assert.equal(await records.salvaged(), undefined, `kill ${kill}`);
      await records.erase();
      assert.deepEqual(memory.left(), {}, `kill ${kill}`);
      assert.deepEqual(readdirSync(memory.folder).filter((name) => name.startsWith("memory.redb.")), [], `kill ${kill}`);
    });
  }
  assert.ok(nUnfinished > 0, "every kill was too late");
});
