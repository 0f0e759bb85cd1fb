// A memory of an older release, a damaged one, and one at its maximum size, on a disk.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { FullError, open, openRecords } from "../dist/node.js";
import { openFile } from "../dist/store/file.js";
import { ModuleStore, verifyFile } from "../dist/store/module.js";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const program = join(process.env.CARGO_TARGET_DIR ?? join(repository, "target"), "debug", "scrubjay");
const module = await WebAssembly.compile(readFileSync(new URL("../dist/store/store.wasm", import.meta.url)));

/** Rows of the first format, written by the release of that format. */
const OLDER = readFileSync(join(repository, "core/formats/records-1.rows"), "utf8").trim().split("\n").map((line) => {
  const [key, value] = line.split(" ").map((hex) => new Uint8Array(Buffer.from(hex, "hex")));
  return { key, value };
});

/** The first byte of the key whose row has the number of the rules by which records were last searched for secrets. */
const RULES = 0xa2;

/** Runs `use` with the path of a new file of records, and its folder. */
async function inFolder(use) {
  const folder = mkdtempSync(join(tmpdir(), "scrubjay-kept-"));
  try {
    await use(join(folder, "memory.redb"), folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function writeOlder(file) {
  const store = new ModuleStore(module, openFile(file, "create"), { create: true });
  store.commit({ fromGeneration: 0n, toGeneration: 3n, puts: OLDER, deletes: [], scanned: [], meta: [] });
  store.close();
}

function rowsOf(file) {
  const store = new ModuleStore(module, openFile(file, "read"));
  const rows = store.range(new Uint8Array(), Uint8Array.of(255, 255), 1 << 30).rows.map(({ key, value }) => ({ key: key.slice(), value: value.slice() }));
  store.close();
  return rows;
}

const copies = (folder) => readdirSync(folder).filter((name) => name.endsWith(".redb") && name !== "memory.redb");
const native = (...words) => execFileSync(program, words, { encoding: "utf8", maxBuffer: 16 << 20 });

test("a memory of an older format is kept as it was before the first newer write, and once", () =>
  inFolder(async (file, folder) => {
    writeOlder(file);
    const records = await openRecords({ file });
    assert.equal((await records.totals()).nNotes, 3);
    assert.deepEqual(copies(folder), [], "who only reads keeps nothing");
    await records.remember("a newer one");
    const copy = join(folder, "memory.before-3.redb");
    assert.deepEqual(copies(folder), ["memory.before-3.redb"]);
    assert.deepEqual(rowsOf(copy), OLDER);
    assert.equal(statSync(copy).mode & 0o777, 0o600);
    const keptBytes = readFileSync(copy);
    await records.remember("and another");
    await (await openRecords({ file })).remember("of another program");
    assert.deepEqual([copies(folder), readFileSync(copy).equals(keptBytes)], [["memory.before-3.redb"], true]);
    assert.equal((await records.totals()).nNotes, 6);
    // The command line names it, and puts the older state back, of which there is a copy already.
    assert.deepEqual(JSON.parse(native("--json", "memory", "status", "--memory", file)).kept, [copy]);
    native("memory", "restore", copy, "--yes", "--memory", file);
    assert.equal((await records.totals()).nNotes, 3);
    rmSync(copy);
    await records.remember("once more");
    assert.deepEqual(rowsOf(copy), OLDER, "another file is looked at anew");
  }));

test("forgetting and upkeep keep the older state too, and a memory that begins in the newest format has no copy", async () => {
  const changes = [(records) => records.upkeep(), (records) => records.forget(["018bcfe5-6800-7525-b9df-ffbca3937010"])];
  for (const change of changes) {
    await inFolder(async (file, folder) => {
      writeOlder(file);
      await change(await openRecords({ file }));
      assert.deepEqual(rowsOf(join(folder, "memory.before-3.redb")), OLDER);
    });
  }
  await inFolder(async (file, folder) => {
    const records = await openRecords({ file });
    await records.remember("a");
    await records.remember("b");
    await records.upkeep();
    assert.deepEqual(copies(folder), []);
  });
});

/** How many records the command line saves from a damaged file, how many are lost, and how many rows it could not read. */
function savedByNative(damaged) {
  const folder = mkdtempSync(join(tmpdir(), "scrubjay-native-"));
  try {
    writeFileSync(join(folder, "memory.redb"), damaged);
    const { stdout } = spawnSync(program, ["memory", "repair", "--json", "--memory", join(folder, "memory.redb")], { encoding: "utf8" });
    const { n_records: nRecords, n_lost: nLost, n_unread: nUnread } = JSON.parse(stdout).salvaged;
    return [nRecords, nLost, nUnread ?? undefined];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

// Once, a single overwritten page made all notes unreadable.
test("what can be read of a damaged file is saved, as much as by the command line, and the file is kept", () =>
  inFolder(async (file) => {
    const nNotes = 3_000;
    for (let first = 0; first < nNotes; first += 1_000) {
      const records = await openRecords({ file });
      await Promise.all(Array.from({ length: 1_000 }, (_, at) => records.remember(`about ${first + at}`, { eventId: String(first + at) })));
    }
    const wholeBytes = readFileSync(file);
    let [nSalvaged, nLost] = [0, 0];
    const nPages = Math.floor(wholeBytes.length / 4_096);
    for (let run = 0; run < 16; run++) {
      const damaged = Buffer.from(wholeBytes);
      // One page, and then ever more of them.
      const pages = Array.from({ length: 1 + 6 * run }, (_, at) => 1 + ((at * 7_919 + run * 104_729) % (nPages - 1)));
      for (const page of pages) damaged.fill(0x5a, page * 4_096, (page + 1) * 4_096);
      writeFileSync(file, damaged);
      const records = await openRecords({ file });
      const salvage = await records.repair().catch((error) => assert.equal(error.code, "damaged"));
      if (salvage === undefined) continue;
      const { notes } = await records.notes({ limit: 1_000 });
      assert.ok(notes.every(({ text, eventId }) => text === `about ${eventId}`), `run ${run}`);
      nSalvaged++;
      assert.ok(readFileSync(salvage.kept).equals(damaged), `run ${run}: it is kept as it was`);
      assert.ok(/memory\.damaged-\d+\.redb$/.test(salvage.kept));
      assert.equal(statSync(file).mode & 0o777, 0o600);
      assert.equal((await records.totals()).nNotes, salvage.nRecords);
      assert.deepEqual([salvage.nRecords, salvage.nLost, salvage.nUnread], savedByNative(damaged), `run ${run}`);
      // What is lost is noted where the command line tells it.
      const { losses } = JSON.parse(native("--json", "memory", "status", "--memory", file));
      assert.deepEqual([losses.at(-1).kept, losses.at(-1).n_lost], [salvage.kept, salvage.nLost]);
      assert.equal(losses.at(-1).lost.length, Math.min(1_000, salvage.lost.length));
      nLost += nNotes - salvage.nRecords;
      rmSync(salvage.kept);
      // The new one is a memory as any other, for either language.
      await records.remember("after it");
      assert.equal(JSON.parse(native("--json", "memory", "status", "--memory", file)).n_notes, salvage.nRecords + 1, `run ${run}`);
    }
    assert.ok(nSalvaged > 2 && nLost > 0, `${nSalvaged} of the damaged files were salvaged, and ${nLost} records were lost`);
    assert.deepEqual(readdirSync(join(file, "..")).sort(), ["memory.losses", "memory.redb", "memory.spool", "memory.turn"], "nothing else is left");
    // The last one may be one of which nothing could be read.
    writeFileSync(file, wholeBytes);
    native("memory", "repair", "--seen", "--memory", file);
    assert.deepEqual(JSON.parse(native("--json", "memory", "status", "--memory", file)).losses, []);
  }));

/**
 * Makes a memory whose file is mostly free: of 400 notes of 12 KB, three of four are forgotten. Returns the remaining
 * texts, and the full file.
 */
async function wasteful(file) {
  const records = await openRecords({ file });
  const events = Array.from({ length: 400 }, (_, at) => ({ eventId: String(at), time: 1_700_000_000_000 + at, text: `note ${at} ${randomBytes(6_000).toString("hex")}` }));
  const ids = (await records.record(events)).map(({ id }) => id);
  const fullBytes = readFileSync(file);
  await records.forget(ids.filter((_, at) => at % 4 > 0));
  await records.close();
  return { texts: events.filter((_, at) => at % 4 === 0).map(({ text }) => text), full: fullBytes };
}

/** Runs upkeep until nothing is left to do. */
async function tend(records) {
  for (let at = 0; at < 100; at++) if ((await records.upkeep()).isDone) return;
  assert.fail("it never ends");
}

/** Whether every page in these bytes of a file matches its checksum. */
const isWhole = (bytes) => {
  try {
    verifyFile(module, { getSize: () => bytes.length, read: (to, { at }) => bytes.copy(to, 0, at), close: () => undefined });
    return true;
  } catch (error) {
    assert.equal(error.code, "damaged");
    return false;
  }
};

test("upkeep gives back what a file wastes, and every row is there, for the command line too", () =>
  inFolder(async (file) => {
    const { texts } = await wasteful(file);
    const [rows, { size }] = [rowsOf(file), statSync(file)];
    const used = rows.reduce((sum, { key, value }) => sum + key.length + value.length, 0);
    assert.ok(used < size / 2, `of ${size} bytes ${used} are used`);
    const records = await openRecords({ file });
    await tend(records);
    assert.ok(statSync(file).size < size / 2, `${size} bytes became ${statSync(file).size}`);
    // But for the one that upkeep itself writes.
    const [otherRows, goneRows] = [[], []];
    for (const row of rowsOf(file)) (row.key[0] === RULES ? goneRows : otherRows).push(row);
    assert.deepEqual([otherRows, goneRows.length], [rows, 1]);
    assert.ok(isWhole(readFileSync(file)));
    assert.deepEqual((await records.notes({ limit: 1_000 })).notes.map(({ text }) => text).reverse(), texts);
    assert.deepEqual(JSON.parse(native("--json", "notes", "--limit", "1000", "--memory", file)).notes.map(({ text }) => text).reverse(), texts);
    assert.deepEqual(copies(join(file, "..")), []);
  }));

// Once, a file that was damaged after this process had verified it was compacted: new checksums hid the damage, and the
// damaged file was gone.
test("upkeep compacts no damaged file: it is kept with its damage, and what is lost is told", () =>
  inFolder(async (file) => {
    const { texts, full } = await wasteful(file);
    const wholeBytes = readFileSync(file);
    const damages = [];
    for (let page = 1; damages.length < 4; page += 41) {
      assert.ok(page * 4_096 < wholeBytes.length, `${damages.length} of the pages are in use`);
      const damaged = Buffer.from(wholeBytes).fill(0x5a, page * 4_096 + 2_000, page * 4_096 + 2_064);
      if (!isWhole(damaged)) damages.push([page, damaged]);
    }
    for (const [page, damaged] of damages) {
      // One has looked at all of the file before it was damaged, and the other has not.
      writeFileSync(file, full);
      const [recordsBefore, recordsAfter] = [await openRecords({ file }), await openRecords({ file })];
      await tend(recordsBefore);
      for (const records of [recordsBefore, recordsAfter]) {
        writeFileSync(file, damaged);
        await tend(records);
        const { kept, lost, nRecords } = await records.salvaged();
        const pageOf = (bytes) => bytes.subarray(page * 4_096, (page + 1) * 4_096);
        assert.ok(pageOf(readFileSync(kept)).equals(pageOf(damaged)), `page ${page}`);
        assert.deepEqual([isWhole(readFileSync(kept)), isWhole(readFileSync(file))], [false, true], `page ${page}`);
        const { notes } = await records.notes({ limit: 1_000 });
        assert.deepEqual([notes.length, notes.length + lost.length], [nRecords, texts.length], `page ${page}`);
        assert.ok(notes.every(({ text }) => texts.includes(text)));
        rmSync(kept);
      }
    }
    const rubbish = Buffer.alloc(5 << 20, "rubbish");
    writeFileSync(file, rubbish);
    await assert.rejects((await openRecords({ file })).upkeep(), { code: "damaged" });
    assert.ok(readFileSync(file).equals(rubbish));
  }));

test("a note that meets the damage is stored all the same, and a file of which nothing can be read stays as it is", () =>
  inFolder(async (file) => {
    const firstRecords = await openRecords({ file });
    await Promise.all(Array.from({ length: 1_000 }, (_, at) => firstRecords.remember(`about ${at}`)));
    // The event's row is read before a note is added: wherever the damage is, some event meets it.
    const wholeBytes = readFileSync(file);
    const outcomes = [];
    for (let page = 1; page < wholeBytes.length / 4_096 && outcomes.length === 0; page++) {
      writeFileSync(file, Buffer.from(wholeBytes).fill(0x5a, page * 4_096, (page + 1) * 4_096));
      const records = await openRecords({ file });
      const remembered = await records.remember("new", { eventId: "new" }).catch(({ code }) => ({ state: code }));
      const salvage = await records.salvaged();
      if (salvage !== undefined) outcomes.push([remembered.state, (await records.totals()).nNotes === salvage.nRecords + 1]);
    }
    assert.deepEqual(outcomes, [["added", true]]);
    const rubbish = Buffer.alloc(100_000, "rubbish");
    writeFileSync(file, rubbish);
    const records = await openRecords({ file });
    for (const call of [records.totals(), records.remember("a")]) await assert.rejects(call, { code: "damaged" });
    assert.equal(await records.salvaged(), undefined);
    assert.ok(readFileSync(file).equals(rubbish));
  }));

test("a memory of its greatest size takes no more notes, also while another process writes, and keeps what it has", () =>
  inFolder(async (file, folder) => {
    await (await openRecords({ file })).remember("first");
    const isFullError = (error) => error instanceof FullError && error.details.limit === 4_096 && error.details.actual > 4_096 && error.message.includes("bytes of the memory");
    const project = { files: new Map([["a.py", "x = 1\n"]]) };
    const records = await openRecords({ file, maxBytes: 4_096 });
    for (const opened of [records, await open({ ...project, memory: { file, maxBytes: 4_096 } })]) {
      await assert.rejects(opened.remember("second"), isFullError);
      assert.deepEqual((await opened.notes()).notes.map(({ text }) => text), ["first"]);
    }
    writeFileSync(join(folder, "memory.lock"), "host=elsewhere\nboot=b\nspace=s\npid=1\nstarted=1\n");
    await assert.rejects(records.remember("third"), isFullError);
    rmSync(join(folder, "memory.lock"));
    await (await openRecords({ file, maxBytes: 1e9 })).remember("fourth");
    assert.equal((await records.totals()).nNotes, 2);
    for (const maxBytes of [0, -1, 1.5, "4096", NaN]) {
      await assert.rejects(openRecords({ file, maxBytes }), { code: "invalid", details: { argument: "maxBytes", why: "not a number of bytes" } });
      await assert.rejects(open({ ...project, memory: { file, maxBytes } }), { code: "invalid" });
    }
    await assert.rejects(open({ ...project, memory: { limit: 1 } }), { code: "invalid" });
  }));
