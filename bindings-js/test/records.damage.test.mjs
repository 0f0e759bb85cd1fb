// A damaged file of records in Node: reading is refused and changes nothing, a change mends the file first, and losses are named.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { DamagedError, open, openRecords } from "../dist/node.js";
import { DiskRecordsStorage } from "../dist/records/disk.js";
import { openFile } from "../dist/store/file.js";
import { ModuleStore } from "../dist/store/module.js";
import { openWindow, windows } from "../dist/window-node.js";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const program = join(process.env.CARGO_TARGET_DIR ?? join(repository, "target"), "debug", "scrubjay");
const module = await WebAssembly.compile(readFileSync(new URL("../dist/store/store.wasm", import.meta.url)));
const N_NOTES = 40;

async function inFolder(use) {
  const folder = mkdtempSync(join(tmpdir(), "scrubjay-damage-"));
  try {
    await use(join(folder, "memory.redb"), folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Records `N_NOTES` notes in a file, and returns their ids. */
async function rememberNotes(file, from = 0) {
  const records = await openRecords({ file });
  const remembered = await records.record(Array.from({ length: N_NOTES }, (_, at) => ({ kind: "note", text: noteText(from + at) })));
  await records.close();
  return remembered.map(({ id }) => id);
}

const noteText = (at) => `said ${String(at).padStart(2, "0")}!`;
const texts = async (records) => (await records.notes({ limit: 1_000 })).notes.map(({ text }) => text);

/** Overwrites the text of a note in the file with zeros, and returns the bytes of the file. */
function spoil(file, word = noteText(7)) {
  const bytes = readFileSync(file);
  let n = 0;
  for (let at = bytes.indexOf(word); at >= 0; at = bytes.indexOf(word, at)) n += bytes.fill(0, at, at + word.length).length;
  assert.ok(n > 0, "the file does not hold it as it is");
  writeFileSync(file, bytes);
  return bytes;
}

async function joinPieces(pieces) {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
}

const refusal = { code: "damaged", message: /damaged.*`repair` saves what can be read/ };

// Once, a question or a merge replaced the damaged file without telling what was lost, and an export of the rest
// counted as whole.
test("whoever reads a damaged memory is refused, and no byte of it or beside it changes", () =>
  inFolder(async (file, folder) => {
    const [id] = await rememberNotes(file);
    const damaged = spoil(file);
    const folderNames = readdirSync(folder);
    const records = await openRecords({ file });
    const memory = await open({ files: new Map(), memory: { file } });
    const restored = await openRecords();
    for (const opened of [records, memory]) {
      const reads = [
        () => opened.notes(),
        () => opened.totals(),
        () => opened.why(id),
        () => opened.sessions(),
        () => opened.summariseSession("s"),
        () => joinPieces(opened.exportLines()),
        () => joinPieces(opened.exportCsv("note")),
        () => restored.merge(opened),
        () => restored.merge(opened, { mine: true }),
        () => opened.forget([id], { dryRun: true }),
        () => opened.erase([id], { dryRun: true }),
      ];
      for (const read of reads) await assert.rejects(read, refusal, String(read));
      assert.deepEqual([await opened.salvaged(), await opened.losses()], [undefined, []]);
    }
    await assert.rejects(windows({ memory: { path: file } }), refusal);
    assert.equal((await restored.totals()).nNotes, 0);
    assert.ok(readFileSync(file).equals(damaged));
    assert.deepEqual(readdirSync(folder), folderNames);
  }));

test("of a memory that is whole, or kept nowhere, nothing is said and nothing made", () =>
  inFolder(async (file, folder) => {
    const upkeepAnswers = async (one) => [await one.verify(), await one.repair(), await one.salvaged(), await one.losses(), await one.sawLosses()];
    const nothing = [undefined, undefined, undefined, [], false];
    assert.deepEqual(await upkeepAnswers(await openRecords({ file })), nothing);
    assert.deepEqual(await upkeepAnswers(await openRecords()), nothing);
    assert.deepEqual(readdirSync(folder), []);
    await rememberNotes(file);
    const bytesBefore = readFileSync(file);
    assert.deepEqual(await upkeepAnswers(await openRecords({ file })), nothing);
    assert.ok(readFileSync(file).equals(bytesBefore));
  }));

test("a repair names what is lost until a person has seen it, in a thread too", () =>
  inFolder(async (file, folder) => {
    const ids = await rememberNotes(file);
    const damaged = spoil(file);
    const memory = await open({ root: folder, thread: true, memory: { file } });
    const damage = await memory.verify();
    assert.equal(damage.path, file);
    assert.match(damage.how, /damaged/);
    const salvage = await memory.repair();
    assert.ok(readFileSync(salvage.kept).equals(damaged));
    assert.deepEqual([salvage.nRecords, salvage.nLost], [N_NOTES - salvage.lost.length, salvage.lost.length]);
    assert.ok(salvage.lost.some(({ id, kind }) => id === ids[7] && kind === "note"));
    assert.deepEqual([await memory.verify(), await memory.repair(), await memory.salvaged()], [undefined, undefined, salvage]);
    assert.equal((await texts(memory)).length, salvage.nRecords);
    await memory.close();
    const nativeLosses = JSON.parse(execFileSync(program, ["--json", "memory", "status", "--memory", file], { encoding: "utf8" })).losses;
    assert.deepEqual(nativeLosses.map(({ kept, n_lost }) => [kept, n_lost]), [[salvage.kept, salvage.nLost]]);
    const records = await openRecords({ file });
    assert.deepEqual(await records.losses(), [salvage]);
    assert.deepEqual([await records.sawLosses(), await records.losses(), await records.sawLosses()], [true, [], false]);
  }));

// Once, a process mended a memory only once: after the second damage, its calls were refused until it ended.
test("whoever changes a memory mends it first, as often as it is damaged", () =>
  inFolder(async (file) => {
    await rememberNotes(file);
    const records = await openRecords({ file });
    const losses = [];
    for (const [word, change] of [[noteText(7), () => records.remember("one more")], [noteText(39), () => records.upkeep()]]) {
      spoil(file, word);
      await change();
      losses.push(await records.salvaged());
    }
    assert.notDeepEqual(losses[0], losses[1]);
    assert.deepEqual(await records.losses(), losses);
    assert.ok((await texts(records)).includes("one more"));
    assert.equal(await records.verify(), undefined);
  }));

test("a memory into which another one is merged is mended first, and a damaged one that is to be merged changes nothing", () =>
  inFolder(async (file, folder) => {
    const otherFile = join(folder, "other.redb");
    await rememberNotes(file);
    await rememberNotes(otherFile, N_NOTES);
    const [spoiledBytes, otherBytes] = [spoil(file), readFileSync(otherFile)];
    spoil(otherFile, noteText(N_NOTES));
    const [records, otherRecords] = [await openRecords({ file }), await openRecords({ file: otherFile })];
    await assert.rejects(records.merge(otherRecords), refusal);
    assert.ok(readFileSync(file).equals(spoiledBytes));
    writeFileSync(otherFile, otherBytes);
    const { nAdded, nDamaged } = await records.merge(otherRecords);
    const { nLost } = await records.salvaged();
    assert.deepEqual([nAdded, nDamaged], [N_NOTES, 0]);
    assert.equal((await records.totals()).nNotes, 2 * N_NOTES - nLost);
  }));

// Once, records that the salvage lost were in no slice, and the trailer still said that the export is whole.
test("an export during which the memory is mended, by whomever, says that records may be missing", () =>
  inFolder(async (file, folder) => {
    const longNote = (at) => ({ kind: "note", text: `${noteText(at)} ${randomBytes(20_000).toString("hex")}` });
    for (const mend of [(records) => records.repair(), () => execFileSync(program, ["memory", "repair", "--memory", file])]) {
      const records = await openRecords({ file });
      for (let n = 0; n < 90; n += 30) await records.record(Array.from({ length: 30 }, (_, m) => longNote(n + m)));
      const [lines, table] = [records.exportLines(), records.exportCsv("note")];
      let text = (await lines.next()).value;
      await table.next();
      spoil(file, noteText(80));
      await mend(records);
      let slice = await lines.next();
      for (; !slice.done; slice = await lines.next()) text += slice.value;
      const exportedLines = text.trimEnd().split("\n");
      assert.deepEqual(JSON.parse(exportedLines.pop()), { trailer: { n_lines: exportedLines.length, is_damaged: true } });
      assert.ok(slice.value >= 1 && !text.includes(noteText(80)));
      const { isWhole, nAdded, refused } = await (await openRecords()).importLines(text);
      assert.deepEqual([isWhole, nAdded, refused.length], [false, exportedLines.length, 1]);
      let csvSlice = await table.next();
      while (!csvSlice.done) csvSlice = await table.next();
      assert.ok(csvSlice.value >= 1);
      // Whoever begins afterwards has all that there is.
      assert.ok((await joinPieces(records.exportLines())).trimEnd().split("\n").at(-1).includes("hash"));
      assert.equal((await records.losses()).length, 1);
      await records.close();
      for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
    }
  }));

test("opening a window of a damaged memory mends it, for a window is there to be changed", () =>
  inFolder(async (file) => {
    await rememberNotes(file);
    spoil(file);
    const window = await openWindow({ memory: { path: file }, name: "talk", maxTokens: 10_000 });
    assert.equal((await window.status()).nPrunes, 0);
    await window.close();
    assert.equal((await (await openRecords({ file })).losses()).length, 1);
  }));

// Once, a long-lived process verified a long file only once, and maintained a file that was damaged later as if it were
// whole.
test("each round of upkeep verifies a long memory anew", () =>
  inFolder(async (file) => {
    const records = await openRecords({ file });
    const word = "a note that will be hit";
    for (let at = 0; at < 8; at++) {
      const longNotes = Array.from({ length: 100 }, () => ({ kind: "note", text: randomBytes(6_000).toString("hex") }));
      await records.record(at === 4 ? [...longNotes, { kind: "note", text: word }] : longNotes);
    }
    assert.ok(readFileSync(file).length > 4 << 20);
    const round = async () => {
      for (let at = 0; at < 100; at++) if ((await records.upkeep()).isDone) return;
      assert.fail("it never ends");
    };
    await round();
    assert.equal(await records.salvaged(), undefined);
    spoil(file, word);
    await round();
    const { nRecords, lost } = await records.salvaged();
    assert.deepEqual([nRecords + lost.length, lost.length > 0], [801, true]);
  }));

// One flipped bit in the length of a key can make a key of hundreds of kilobytes, too long to be spread as arguments:
// the salvage failed.
test("a key of any length keeps nothing else from being saved", () =>
  inFolder(async (file) => {
    const ids = await rememberNotes(file);
    const store = new ModuleStore(module, openFile(file, "write"));
    const puts = [{ key: new Uint8Array(200_000).fill(1), value: Uint8Array.of(1) }, { key: new Uint8Array(300_000).fill(250), value: Uint8Array.of(1) }];
    const generation = store.generation();
    store.commit({ fromGeneration: generation, toGeneration: generation, puts, deletes: [], scanned: [], meta: [] });
    store.close();
    spoil(file);
    const records = await openRecords({ file });
    const { nRecords, lost, nDamaged } = await records.repair();
    assert.deepEqual([nRecords + lost.length, nRecords > 0, nDamaged >= 2], [ids.length, true, true]);
    assert.equal((await records.notes({ limit: 1_000 })).notes.length, nRecords);
  }));

// Once, each failed salvage left the damaged file open.
test("a salvage that fails leaves no file open and no file behind", { skip: process.platform !== "linux" }, () =>
  inFolder(async (file, folder) => {
    await rememberNotes(file);
    const damaged = spoil(file);
    const folderNames = readdirSync(folder);
    const keeping = new DiskRecordsStorage(async () => module, { file });
    const nOpenFiles = () => readdirSync("/proc/self/fd").length;
    const nOpenBefore = nOpenFiles();
    for (let at = 0; at < 5; at++) {
      const fill = async () => assert.fail("no room");
      await assert.rejects(keeping.salvage(fill, () => assert.fail("nothing was saved")), /no room/);
    }
    assert.equal(nOpenFiles(), nOpenBefore);
    assert.deepEqual(readdirSync(folder), folderNames);
    assert.ok(readFileSync(file).equals(damaged));
  }));

test("a file of which nothing can be read stays as it is, whoever asks", () =>
  inFolder(async (file, folder) => {
    const rubbish = Buffer.alloc(100_000, "rubbish");
    writeFileSync(file, rubbish);
    const records = await openRecords({ file });
    for (const call of [() => records.repair(), () => records.remember("a"), () => records.notes()]) await assert.rejects(call, DamagedError);
    assert.match((await records.verify()).how, /damaged/);
    assert.ok(readFileSync(file).equals(rubbish));
    assert.deepEqual(readdirSync(folder).filter((name) => name.includes("damaged-")), []);
  }));

// Once, damage of a tree's root page lost every record, and damage of a page of tombstones brought back forgotten
// records.
test("a page that is gone takes no more than its rows, and brings back nothing that was forgotten", () => inFolder(async (file, folder) => {
  const notes = Array.from({ length: 200 }, (_, at) => ({ kind: "note", text: noteText(at), eventId: `e${at}`, time: 1_700_000_000_000 + at }));
  const records = await openRecords({ file });
  for (let at = 0; at < notes.length; at += 50) await records.record(notes.slice(at, at + 50));
  const remembered = await records.record(notes.slice(0, 20));
  await records.forget(remembered.map(({ id }) => id));
  await records.close();
  const wholeBytes = readFileSync(file);
  let nDamaged = 0;
  for (let page = 1; page < wholeBytes.length / 4_096; page += 2) {
    writeFileSync(file, Buffer.from(wholeBytes).fill(0x5a, page * 4_096, (page + 1) * 4_096));
    const records = await openRecords({ file });
    const salvage = await records.repair();
    if (salvage !== undefined) {
      nDamaged += 1;
      assert.ok(salvage.nRecords >= 180 - 90, `page ${page}: ${salvage.nRecords} of 180 are saved`);
      await records.record(notes);
      const { nNotes } = await records.totals();
      assert.ok(nNotes >= 180 && nNotes - 180 <= salvage.nTombstonesLost, `page ${page}: ${nNotes}, told ${salvage.nTombstonesLost}`);
    }
    await records.close();
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  }
  assert.ok(nDamaged > 3, `${nDamaged} pages count`);
}));
