// Records on a disk: beside native processes, after kills, and with other things at the paths of a memory's files.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { existsSync, linkSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { LockedError, TooLargeError, open, openRecords } from "../dist/node.js";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const target = join(process.env.CARGO_TARGET_DIR ?? join(repository, "target"), "debug");
const program = join(target, "scrubjay");
/** The test program that writes or reads records natively: `writers write FILE NAME N`, `writers read FILE SECONDS`. */
const writers = join(target, "writers");
const script = fileURLToPath(new URL("../../tests/hosts/records.mjs", import.meta.url));

/** The text of a lock of another machine, of whose holder it is unknown whether it lives. */
const ELSEWHERE = "host=elsewhere\nboot=b\nspace=s\npid=1\nstarted=1\n";

/** Runs `use` with a new project and a new data folder of the user. */
async function inHome(use) {
  const home = mkdtempSync(join(tmpdir(), "scrubjay-records-"));
  const homeBefore = process.env.SCRUBJAY_HOME;
  process.env.SCRUBJAY_HOME = join(home, "data");
  const root = join(home, "project");
  mkdirSync(root);
  writeFileSync(join(root, "a.py"), "x = 1\n");
  try {
    await use(root, join(home, "memory.redb"));
  } finally {
    if (homeBefore === undefined) delete process.env.SCRUBJAY_HOME;
    else process.env.SCRUBJAY_HOME = homeBefore;
    rmSync(home, { recursive: true });
  }
}

const native = (root, ...words) => execFileSync(program, words, { cwd: root, encoding: "utf8" });
const nativeTexts = (root, ...words) => JSON.parse(native(root, "notes", "--json", "--limit", "1000", ...words)).notes.map(({ text }) => text);
const texts = async (records, channel = "") => (await records.notes({ limit: 1_000, channel })).notes.map(({ text }) => text);
/** The milliseconds after which a process that does not end is killed, so that its test fails instead of hanging. */
const MAX_MILLISECONDS = 300_000;

/** Starts a process: `said` are the first words of its lines, and `ended` resolves to its exit code. */
function start(command, ...words) {
  const child = spawn(command, words, { stdio: ["ignore", "pipe", "inherit"], timeout: MAX_MILLISECONDS, killSignal: "SIGKILL" });
  const firstWords = [];
  const lines = createInterface({ input: child.stdout }).on("line", (line) => firstWords.push(line.split(" ")[0]));
  const exit = new Promise((resolve) => child.once("exit", resolve));
  const heard = new Promise((resolve) => lines.once("close", resolve));
  return { child, said: firstWords, ended: Promise.all([exit, heard]).then(([code]) => code) };
}

const node = (...words) => start(process.execPath, script, ...words);
const writes = { node, native: (...words) => start(writers, ...words) };

test("notes of Node and of native processes at the same time are all there once, and who reads sees only what was committed", () =>
  inHome(async (_, file) => {
    const [nWriters, nNotes] = [4, 200];
    const writers = Array.from({ length: nWriters }, (_, at) => writes[at % 2 ? "node" : "native"]("write", file, String(at), String(nNotes)));
    const readers = [node("read", file, "3"), writes.native("read", file, "3")];
    for (const { ended, said } of writers) {
      assert.equal(await ended, 0);
      assert.equal(said.length, nNotes);
    }
    for (const { ended } of readers) assert.equal(await ended, 0, "a reader saw what never was");
    const expectedTexts = Array.from({ length: nNotes }, (_, at) => String(at)).sort();
    const records = await openRecords({ file });
    for (let at = 0; at < nWriters; at++) {
      assert.deepEqual((await texts(records, String(at))).sort(), expectedTexts);
      assert.deepEqual(nativeTexts(".", "--memory", file, "--channel", String(at)).sort(), expectedTexts);
    }
    assert.equal((await records.totals()).nNotes, nWriters * nNotes);
    assert.deepEqual(readdirSync(file.replace(".redb", ".spool")), []);
    assert.equal(Number(readFileSync(file.replace(".redb", ".turn"), "utf8")) % 2, 0);
  }));

test("a turn that writes is counted, so that native processes let go of what they know, and one that reads is not", () =>
  inHome(async (_, file) => {
    const turn = () => readFileSync(file.replace(".redb", ".turn"), "utf8");
    const records = await openRecords({ file });
    for (const expectedTurn of ["2", "4"]) {
      await records.remember("a");
      await records.notes();
      assert.equal(turn(), expectedTurn);
    }
    await records.remember("b", { eventId: "b" });
    await records.remember("b", { eventId: "b" });
    assert.equal(turn(), "6", "nothing was written for what was known");
  }));

test("what a killed process was acknowledged is there, and nobody needs a hand", () =>
  inHome(async (_, file) => {
    // Native processes have the file open all the time, one to read and one to write.
    const natives = [writes.native("read", file, "10"), writes.native("write", file, "7", "300")];
    for (let run = 0; run < 12; run++) {
      const { child, said, ended } = node("write", file, `k${run}`, "100000");
      while (said.length === 0) await pause(5);
      await pause((run * 17) % 60);
      child.kill("SIGKILL");
      await ended;
      const records = await openRecords({ file });
      const foundTexts = await texts(records, `k${run}`);
      assert.equal(new Set(foundTexts).size, foundTexts.length, `run ${run}: none is there twice`);
      assert.deepEqual(said.filter((at) => !foundTexts.includes(at)), [], `run ${run}: acknowledged and lost`);
      assert.ok(foundTexts.length <= said.length + 1, `run ${run}: ${foundTexts.length} notes of ${said.length} acknowledgements`);
      assert.deepEqual(nativeTexts(".", "--memory", file, "--channel", `k${run}`), foundTexts);
    }
    for (const { ended } of natives) assert.equal(await ended, 0);
  }));

test("the command line and Node have the same memory of a project, also in a worktree of it", () =>
  inHome(async (root) => {
    const git = (...words) => execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.org", ...words], { cwd: root, stdio: "pipe" });
    git("init", "-q");
    git("add", "a.py");
    git("commit", "-qm", "one");
    const worktree = `${root}-worktree`;
    git("worktree", "add", "-q", worktree);
    native(root, "index", "--quiet");
    const memory = await open({ root });
    const { id, state } = await memory.remember("said in Node", { at: ["a.py"], channel: "net" });
    assert.equal(state, "added");
    assert.deepEqual(nativeTexts(root), ["said in Node"]);
    native(root, "remember", "said in a shell");
    await (await open({ root: worktree })).remember("said in a worktree");
    assert.deepEqual(await texts(memory), ["said in a worktree", "said in a shell", "said in Node"]);
    assert.ok(existsSync(join(root, ".git/scrubjay-mark")));
    const [note] = (await memory.notes({ channel: "net", until: Date.now() + 1 })).notes;
    assert.deepEqual(note.anchors.map(({ path, hash }) => [path, hash.length]), [["a.py", 64]]);
    assert.equal(JSON.parse(native(root, "notes", "--json", "--channel", "net")).notes[0].anchors[0].hash, note.anchors[0].hash);
    assert.deepEqual(await memory.forget([id]), { receipts: [{ id, fate: "forgotten" }], nDerived: 0 });
    assert.deepEqual(nativeTexts(root), ["said in a worktree", "said in a shell"]);
    await assert.rejects(memory.remember("of a stranger", { at: ["../b.py"] }), { code: "outside_root" });
    const otherRoot = `${root}-other`;
    mkdirSync(otherRoot);
    writeFileSync(join(otherRoot, "a.py"), "");
    native(otherRoot, "index", "--quiet");
    native(otherRoot, "remember", "of another project");
    assert.deepEqual(await texts(await open({ root: otherRoot })), ["of another project"]);
    assert.deepEqual(readdirSync(join(process.env.SCRUBJAY_HOME, "projects")).length, 2);
  }));

test("without SCRUBJAY_HOME the data folder is the system's, as in the native host", () =>
  inHome(async (root) => {
    const home = join(root, "..");
    delete process.env.SCRUBJAY_HOME;
    const variablesBefore = { XDG_DATA_HOME: process.env.XDG_DATA_HOME, HOME: process.env.HOME };
    try {
      for (const variables of [{ XDG_DATA_HOME: join(home, "xdg"), HOME: home }, { XDG_DATA_HOME: "relative", HOME: join(home, "own") }, { HOME: join(home, "other") }]) {
        delete process.env.XDG_DATA_HOME;
        Object.assign(process.env, variables);
        native(root, "index", "--quiet");
        const text = JSON.stringify(variables);
        native(root, "remember", text);
        const memory = await open({ root });
        assert.ok((await texts(memory)).includes(text));
        await memory.close();
      }
    } finally {
      for (const [name, value] of Object.entries(variablesBefore)) if (value === undefined) delete process.env[name]; else process.env[name] = value;
    }
  }));

test("a note that finds the lock held waits durably, and is taken in by the next", () =>
  inHome(async (_, file) => {
    const records = await openRecords({ file });
    const [{ id }] = [await records.remember("a", { eventId: "a" })];
    writeFileSync(file.replace(".redb", ".lock"), ELSEWHERE);
    const [b, rememberedAgain] = await Promise.all([records.remember("b"), records.remember("a", { eventId: "a" })]);
    assert.deepEqual([b.state, rememberedAgain.state], ["waiting", "waiting"]);
    await assert.rejects(records.forget([id]), (error) => error instanceof LockedError && error.details.holder.host === "elsewhere");
    assert.equal(native(".", "remember", "--quiet", "--memory", file, "c").trim().length, 36);
    rmSync(file.replace(".redb", ".lock"));
    assert.deepEqual(await texts(await openRecords({ file })), ["c", "b", "a"]);
    assert.deepEqual((await records.forget([b.id, rememberedAgain.id])).receipts, [{ id: b.id, fate: "forgotten" }, { id: rememberedAgain.id, fate: rememberedAgain.id === id ? "forgotten" : "unknown" }]);
    assert.deepEqual(readdirSync(file.replace(".redb", ".spool")), []);
  }));

test("what waits with an unknown parent is refused as such by who takes it in, and what more waits than fits into one call is taken in all the same", () =>
  inHome(async (_, file) => {
    const lock = file.replace(".redb", ".lock");
    const records = await openRecords({ file });
    await records.remember("a");
    writeFileSync(lock, ELSEWHERE);
    const orphan = records.remember("an orphan", { parents: ["018bcfe5-6800-7525-b9df-ffbca3937010"] });
    setTimeout(() => rmSync(lock), 60);
    await assert.rejects(orphan, { code: "unknown" });
    writeFileSync(lock, ELSEWHERE);
    for (const nNotes of [700, 700]) await Promise.all(Array.from({ length: nNotes }, () => records.remember("one of many")));
    rmSync(lock);
    assert.equal((await records.totals()).nNotes, 1_401);
  }));

test("a damaged batch is kept aside and holds up nothing, and nothing but batches is read", () =>
  inHome(async (_, file) => {
    const records = await openRecords({ file });
    await records.remember("a");
    const spool = file.replace(".redb", ".spool");
    writeFileSync(join(spool, "1.batch"), "rubbish");
    writeFileSync(join(spool, "2.draft"), "half of one");
    symlinkSync("/dev/zero", join(spool, "3.batch"));
    await records.remember("b");
    assert.deepEqual(await texts(records), ["b", "a"]);
    assert.deepEqual(readdirSync(spool), ["1.refused", "3.batch"], "a draft that nobody writes is removed, and what is no batch stays");
  }));

test("the lock and the turn of a process that died need no person", () =>
  inHome(async (_, file) => {
    const records = await openRecords({ file });
    await records.remember("a");
    const lock = file.replace(".redb", ".lock");
    const ownHolder = /^host=(.*)\nboot=(.*)\nspace=(.*)\n/.exec(execFileSync(process.execPath, [script, "holder"], { encoding: "utf8" }))[0];
    for (const dead of ["", "host=cut", `${ownHolder}pid=${2 ** 22 + 1}\nstarted=5\n`, `${ownHolder.replace(/boot=.*/, "boot=an earlier one")}pid=1\nstarted=1\n`]) {
      writeFileSync(lock, dead);
      writeFileSync(file.replace(".redb", ".turn"), "7");
      assert.equal((await records.remember(dead || "nobody")).state, "added", dead);
      assert.equal(readFileSync(file.replace(".redb", ".turn"), "utf8"), "8");
      writeFileSync(lock, dead);
      writeFileSync(`${lock}.takeover`, dead);
      assert.ok((await texts(records)).includes(dead || "nobody"));
    }
    assert.deepEqual(readdirSync(join(file, "..")).sort(), ["memory.redb", "memory.spool", "memory.turn", "project"]);
  }));

test("a link in the place of a file is refused, and files are private", () =>
  inHome(async (_, file) => {
    const elsewhere = `${file}.elsewhere`;
    writeFileSync(elsewhere, "somebody else's");
    for (const ending of [".redb", ".lock", ".turn"]) {
      const link = file.replace(".redb", ending);
      symlinkSync(elsewhere, link);
      await assert.rejects((await openRecords({ file })).remember("a"), { code: "link", details: { path: link }, message: /is a link/ });
      rmSync(link);
    }
    assert.equal(readFileSync(elsewhere, "utf8"), "somebody else's");
    await (await openRecords({ file })).remember("a");
    const mode = (path) => statSync(path).mode & 0o777;
    assert.deepEqual([mode(file), mode(file.replace(".redb", ".spool"))], [0o600, 0o700]);
  }));

test("no other file is changed through a hard link in the place of a memory's own", () =>
  inHome(async (_, file) => {
    await using(await openRecords({ file: `${file}.whole.redb` }), (records) => records.remember("theirs"));
    const wholeBytes = readFileSync(`${file}.whole.redb`);
    const elsewhere = join(file, "..", "elsewhere");
    for (const ending of [".redb", ".lock", ".turn", ".losses"]) {
      for (const content of ["theirs", "", wholeBytes]) {
        writeFileSync(elsewhere, content);
        const link = file.replace(".redb", ending);
        rmSync(link, { force: true });
        linkSync(elsewhere, link);
        const outcome = await openRecords({ file }).then((records) => records.remember("a")).catch((error) => error);
        assert.deepEqual(readFileSync(elsewhere), Buffer.from(content), ending);
        if (ending === ".redb" && content === wholeBytes) assert.deepEqual([outcome.code, outcome.details.path], ["link", link]);
        rmSync(link, { force: true });
      }
    }
  }));

test("nothing is made before the first note, and without a file nothing is kept", () =>
  inHome(async (root, file) => {
    const unborn = "018bcfe5-6800-7525-b9df-ffbca3937010";
    for (const records of [await openRecords({ file: join(root, "deep/down/memory.redb") }), await open({ root, store: "memory" }), await openRecords()]) {
      assert.deepEqual([await texts(records), (await records.totals()).nNotes], [[], 0]);
      assert.deepEqual(await records.forget([unborn]), { receipts: [{ id: unborn, fate: "unknown" }], nDerived: 0 });
    }
    assert.deepEqual(readdirSync(root), ["a.py"]);
    await using(await openRecords({ file: join(root, "deep/down/memory.redb") }), (records) => records.remember("a"));
    for (const opening of [() => open({ root, store: "memory" }), () => open({ files: new Map() }), () => openRecords()]) {
      await using(await opening(), (records) => records.remember("a"));
      assert.deepEqual(await texts(await opening()), []);
    }
    assert.deepEqual(await texts(await open({ files: new Map(), memory: join(root, "deep/down/memory.redb") })), ["a"]);
    assert.ok(!existsSync(file) && !existsSync(process.env.SCRUBJAY_HOME));
  }));

async function using(records, use) {
  await use(records);
  await records.close();
  await assert.rejects(records.notes(), { code: "closed" });
  await assert.rejects(records.remember("b"), { code: "closed" });
}

test("tenants do not see each other, and trust is at most the owner's", () =>
  inHome(async (_, file) => {
    const ownRecords = await openRecords({ file });
    const otherRecords = await openRecords({ file, owner: { tenant: "t", principal: "an agent", trust: "unconfirmed" } });
    await ownRecords.remember("mine");
    await otherRecords.remember("theirs");
    assert.deepEqual([await texts(ownRecords), await texts(otherRecords)], [["mine"], ["theirs"]]);
    const [{ trust, principal }] = (await otherRecords.notes()).notes;
    assert.deepEqual([trust, principal], ["unconfirmed", "an agent"]);
    assert.deepEqual(await otherRecords.upkeep(), { nRewritten: 0, nExpired: 0, nMasked: 0, isDone: true });
  }));

test("more notes than may wait are refused, those that wait are stored, and one that is refused takes none along", () =>
  inHome(async (_, file) => {
    const records = await openRecords({ file });
    const outcomes = await Promise.allSettled(Array.from({ length: 1_005 }, (_, at) => records.remember(at === 7 ? "" : `n${at}`)));
    const refusals = outcomes.flatMap(({ reason }, at) => (reason === undefined ? [] : [[at, reason.code]]));
    assert.deepEqual(refusals, [[7, "invalid"], ...[1000, 1001, 1002, 1003, 1004].map((at) => [at, "too_large"])]);
    assert.ok(outcomes.at(-1).reason instanceof TooLargeError && outcomes.at(-1).reason.details.limit === 1_000);
    assert.equal((await records.totals()).nNotes, 999);
    const controller = new AbortController();
    const calls = [records.remember("a"), records.remember("b", { signal: controller.signal })];
    controller.abort();
    await assert.rejects(calls[1], { name: "AbortError" });
    assert.equal((await calls[0]).state, "added");
    assert.equal((await records.totals()).nNotes, 1_000);
  }));

test("what no note can be is refused by the name of the argument", () =>
  inHome(async (root) => {
    const [memory, records] = [await open({ root }), await openRecords()];
    const checkRefused = (call, argument) => assert.rejects(call, (error) => error.code === "invalid" && error.details.argument === argument);
    for (const opened of [memory, records]) {
      for (const text of [7, "", "\ud800", null]) await checkRefused(opened.remember(text), "text");
      for (const [name, wrongValue] of Object.entries({ channel: 7, origin: "me", session: "\n", time: 1.5, eventId: "", parents: ["x"], signal: 7, tim: 1 })) {
        await checkRefused(opened.remember("a", { [name]: wrongValue }), name);
      }
      for (const ids of ["x", [7], undefined, ["x"]]) await checkRefused(opened.forget(ids), "ids");
      for (const time of [1n, "1", -5]) await checkRefused(opened.notes({ since: time }), "since");
    }
    await checkRefused(memory.remember("a", { at: "a.py" }), "at");
    await checkRefused(records.remember("a", { at: ["a.py"] }), "at");
    await checkRefused(open({ root, memory: 7 }), "memory");
    await checkRefused(openRecords({ file: 7 }), "file");
    await checkRefused(openRecords({ path: "x" }), "path");
    await checkRefused(openRecords({ owner: { trust: "full" } }), "trust");
    await checkRefused(openRecords({ owner: { name: "x" } }), "name");
    await checkRefused(records.upkeep({ budget: 0 }), "budget");
    assert.equal((await memory.totals()).nNotes, 0);
  }));
