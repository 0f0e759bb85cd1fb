// Forgetting, its dry run, and export and import of records as lines.

import assert from "node:assert/strict";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { test } from "node:test";

import * as inline from "../dist/inline.js";
import { InvalidError, TooLargeError, open as openMemory, openRecords } from "../dist/node.js";

const T = 1_700_000_000_000;

async function inFolder(use) {
  const folder = mkdtempSync(join(tmpdir(), "scrubjay-lines-"));
  try {
    await use(join(folder, "memory.redb"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const notes = (n) => Array.from({ length: n }, (_, at) => ({ eventId: `e${at}`, time: T + at, text: `note ${at} – ü`, session: at % 2 ? "odd" : "even" }));

async function filledRecords(n, options) {
  const records = await openRecords(options);
  const ids = [];
  for (let at = 0; at < n; at += 1_000) ids.push(...(await records.record(notes(n).slice(at, at + 1_000))).map(({ id }) => id));
  return { records, ids };
}

async function exported(records) {
  let exportedText = "";
  for await (const text of records.exportLines()) exportedText += text;
  return exportedText;
}

const texts = async (records) => (await records.notes({ limit: 1_000 })).notes.map(({ text }) => text);

test("an update replaces what a note says, and keeps its id, event and time", async () => {
  const { records, ids } = await filledRecords(1);
  assert.equal(await records.update(ids[0], { text: "better", metadata: { someName: 1 } }), true);
  const [note] = (await records.notes()).notes;
  assert.deepEqual([note.id, note.eventId, note.time, note.text, note.metadata], [ids[0], "e0", T, "better", '{"someName":1}']);
  await records.forget(ids);
  assert.equal(await records.update(ids[0], { text: "again" }), false);
  assert.equal(await (await openRecords()).update(ids[0], { text: "nobody has it" }), false);
  await assert.rejects(records.update("x", { text: "a" }), InvalidError);
  for (const [says, argument] of [[{ text: 1 }, "text"], [{ text: "\ud800" }, "text"], [{ text: "a", more: 1 }, "more"], [{ text: "a", metadata: { a: 1n } }, "metadata"]]) {
    await assert.rejects(records.update(ids[0], says), (error) => error instanceof InvalidError && error.details.argument === argument);
  }
});

test("thousands of records go through lines, cut anywhere, and give the same lines again", async () => {
  const { records } = await filledRecords(2_500);
  const exportedText = await exported(records);
  const otherRecords = await openRecords({ owner: { speaker: "person" } });
  const bytes = Readable.from(exportedText.match(/[^]{1,7001}/g));
  assert.deepEqual(await otherRecords.importLines(bytes, { mine: true }), { nAdded: 2_500, nKnown: 0, nAdopted: 0, nWaiting: 0, refused: [], isWhole: true });
  assert.deepEqual(await otherRecords.importLines(exportedText), { nAdded: 0, nKnown: 2_500, nAdopted: 0, nWaiting: 0, refused: [], isWhole: true });
  const comparable = (text) => text.split("\n").filter((line) => line !== "" && !line.includes("trailer")).map((line) => ({ ...JSON.parse(line), recorded: 0 }));
  const [before, after] = [comparable(exportedText), comparable(await exported(otherRecords))];
  assert.deepEqual(after, before);
});

test("what was forgotten stays forgotten when it is imported again", async () => {
  const { records, ids } = await filledRecords(2);
  const exportedText = await exported(records);
  await records.forget([ids[0]]);
  assert.equal((await records.importLines(exportedText)).nKnown, 2);
  assert.deepEqual(await texts(records), ["note 1 – ü"]);
});

test("a text that was cut is not whole, and of one that was changed the trailer is refused", async () => {
  const { records } = await filledRecords(3);
  const exportedText = await exported(records);
  const lines = exportedText.split("\n");
  const cut = await (await openRecords()).importLines(`${lines[0]}\n${lines[1].slice(0, 40)}`);
  assert.deepEqual([cut.nAdded, cut.isWhole, cut.refused.map(({ line }) => line)], [1, false, [2]]);
  assert.ok(cut.refused[0].error instanceof InvalidError);
  const cutImport = await (await openRecords()).importLines(lines.slice(0, 3).join("\n"));
  assert.deepEqual([cutImport.nAdded, cutImport.isWhole, cutImport.refused], [3, false, []]);
  for (const changedText of [exportedText.replace("note 1", "note 7"), [lines[0], ...lines.slice(2)].join("\n")]) {
    const { isWhole, refused } = await (await openRecords()).importLines(changedText);
    const [{ line, error }] = refused;
    assert.deepEqual([isWhole, refused.length, line, error.details.argument], [false, 1, changedText.trimEnd().split("\n").length, "lines"]);
  }
});

test("a line that is refused in a later batch has its number in the whole text", async () => {
  const { records } = await filledRecords(1_500);
  const lines = (await exported(records)).trimEnd().split("\n");
  const wrongText = [...lines.slice(0, 1_200), "{}", ...lines.slice(1_200, -1)].join("\n");
  const { nAdded, refused } = await (await openRecords()).importLines(wrongText);
  assert.deepEqual([nAdded, refused.map(({ line }) => line)], [1_500, [1_201]]);
});

test("a line that is refused keeps out nothing else, and is told by its number", async () => {
  const records = await openRecords();
  const note = (eventId, text) => JSON.stringify({ kind: "note", event_id: eventId, time: T, text });
  const lines = [note("e", "one"), note("e", "two"), note("f", "x".repeat(1 << 20)), note("g", "three")].join("\n");
  const { nAdded, refused } = await records.importLines(lines);
  assert.deepEqual([nAdded, refused.map(({ line }) => line)], [2, [2, 3]]);
  assert.match(refused[1].error.message, /1048576 bytes/);
});

test("who speaks is said when a memory is opened, and no text raises it", async () => {
  const spoken = async (one) => (await one.notes()).notes.reverse().map(({ text, origin, trust }) => [text, origin, trust]);
  const files = new Map([["a.py", "def a():\n    pass\n"]]);
  const openings = [
    (speaker) => openRecords({ owner: { speaker } }),
    (speaker) => inline.openRecords({ owner: { speaker } }),
    ...[openMemory, inline.open].map((open) => (speaker) => open({ files, memory: { speaker } })),
  ];
  for (const open of openings) {
    for (const [speaker, origin, trust] of [[undefined, "agent", "unconfirmed"], ["person", "person", "confirmed"]]) {
      const opened = await open(speaker);
      await opened.remember("said", { time: T });
      await opened.record({ text: "told", origin: "person", time: T + 1 });
      await opened.remember("handed on", { origin: "tool", time: T + 2 });
      assert.deepEqual(await spoken(opened), [["said", origin, trust], ["told", origin, trust], ["handed on", "tool", "untrusted"]]);
      await opened.close();
    }
    await assert.rejects(async () => open("nobody"), (error) => error instanceof InvalidError && error.details.argument === "speaker");
  }
});

test("another's records are imported until they are called one's own", async () => {
  const otherRecords = await openRecords({ owner: { speaker: "person" } });
  await otherRecords.remember("believe me");
  const exportedText = await exported(otherRecords);
  for (const [mine, expected] of [[undefined, ["imported", "untrusted"]], [true, ["person", "confirmed"]]]) {
    const ownerOptions = { owner: { speaker: mine === true ? "person" : "agent" } };
    const [imported, merged] = [await openRecords(ownerOptions), await openRecords(ownerOptions)];
    await imported.importLines(exportedText, { mine });
    await merged.merge(otherRecords, { mine });
    for (const records of [imported, merged]) assert.deepEqual((await records.notes()).notes.map(({ origin, trust }) => [origin, trust]), [expected]);
  }
  await assert.rejects(otherRecords.merge(otherRecords, { mine: "yes" }), InvalidError);
});

// Once, records that had been imported as untrusted stayed so, even if they were imported again as one's own.
test("what was imported before is adopted by a person alone, speaks again, and falls silent with its adoption", async () => {
  const otherRecords = await openRecords({ owner: { speaker: "person" } });
  await otherRecords.remember("the tests need a database");
  await otherRecords.record({ kind: "decision", title: "Rows lie in redb", choice: "redb" });
  const exportedText = await exported(otherRecords);
  const [personRecords, agents] = [await openRecords({ owner: { speaker: "person" } }), await openRecords()];
  const spoken = async (records) => JSON.stringify(await records.beginSession({ message: "what do the tests need?" }));
  for (const records of [personRecords, agents]) {
    await records.importLines(exportedText);
    assert.ok(!(await spoken(records)).includes("database"));
  }
  for (const attempt of [() => agents.importLines(exportedText, { mine: true }), () => agents.merge(otherRecords, { mine: true }), () => agents.record({ kind: "adoption", lines: "1" })]) {
    await assert.rejects(attempt, InvalidError);
  }
  assert.deepEqual((await agents.notes()).notes.map(({ origin, trust }) => [origin, trust]), [["imported", "untrusted"]]);
  const { nAdded, nKnown, nAdopted } = await personRecords.importLines(exportedText, { mine: true });
  assert.deepEqual([nAdded, nKnown, nAdopted], [0, 2, 2]);
  assert.equal((await personRecords.importLines(exportedText, { mine: true })).nAdopted, 0);
  const [note] = (await personRecords.notes()).notes;
  assert.deepEqual([note.origin, note.trust], ["person", "confirmed"]);
  assert.ok((await spoken(personRecords)).includes("database"));
  const { adoptions } = await personRecords.why(note.id);
  assert.deepEqual(adoptions.map(({ kind, event }) => [kind, event.origin]), [["adoption", "person"]]);
  await personRecords.forget([adoptions[0].id]);
  assert.deepEqual((await personRecords.notes()).notes.map(({ origin, trust }) => [origin, trust]), [["imported", "untrusted"]]);
  assert.ok(!(await spoken(personRecords)).includes("database"));
});

test("the message of an error is one line of what is seen, whatever it quotes", async () => {
  const evil = "evil\u001b[2J\u202e\u2028\u200b\nPLANTED";
  const memory = await openMemory({ files: new Map([["a.py", "def a():\n    pass\n"]]) });
  await memory.index();
  await assert.rejects(memory.graph.callers(evil), ({ message }) => message.includes("\\u{1b}[2J\\u{202e}") && !/[\p{Cc}\p{Cf}\p{Zl}]/u.test(message));
  await memory.close();
});

test("what is no text, and a line without end, are refused before they fill the memory", async () => {
  const records = await openRecords();
  for (const lines of [undefined, 7, {}, [7]]) await assert.rejects(records.importLines(lines), InvalidError);
  let nPieces = 0;
  async function* endless() {
    for (;; nPieces++) yield "x".repeat(1 << 16);
  }
  await assert.rejects(records.importLines(endless()), TooLargeError);
  assert.ok(nPieces < 300, `${nPieces} pieces were read`);
});

test("an import that is cancelled stops between two batches, and the next one goes on", async () => {
  const { records } = await filledRecords(2_500);
  const exportedText = await exported(records);
  const [otherRecords, control] = [await openRecords(), new AbortController()];
  async function* pieces() {
    yield exportedText.slice(0, exportedText.length / 2);
    control.abort();
    yield exportedText.slice(exportedText.length / 2);
  }
  await assert.rejects(otherRecords.importLines(pieces(), control), { name: "AbortError" });
  const { nRecords } = await otherRecords.totals();
  assert.ok(nRecords < 2_500);
  assert.equal((await otherRecords.importLines(exportedText)).nKnown, nRecords);
  assert.equal((await otherRecords.totals()).nRecords, 2_500);
});

test("a dry run says what would be forgotten or erased, and changes nothing", () => inFolder(async (file) => {
  const { records, ids } = await filledRecords(4, { file });
  const copy = file.replace(/redb$/, "before-9.redb");
  copyFileSync(file, copy);
  const bytesBefore = readFileSync(file);
  const dry = { dryRun: true };
  const previews = [await records.forget(ids.slice(0, 1), dry), await records.rollback({ session: "odd" }, dry), await records.erase({ session: "odd" }, dry), await records.erase([], dry)];
  assert.deepEqual(previews.map(({ receipts }) => receipts.map(({ fate }) => fate)), [["forgotten"], ["forgotten", "forgotten"], ["forgotten", "forgotten"], []]);
  assert.deepEqual([previews[2].rewritten, previews[2].removed], [[file], [copy]]);
  assert.equal((await records.totals()).nNotes, 4);
  assert.ok(existsSync(copy));
  const erased = await records.erase({ session: "odd" });
  assert.deepEqual(erased, previews[2]);
  assert.ok(!existsSync(copy));
  assert.deepEqual(await texts(records), ["note 2 – ü", "note 0 – ü"]);
  assert.ok(bytesBefore.includes("note 1") && !readFileSync(file).includes("note 1"));
  for (const wrongOptions of [{ dryRun: 1 }, { dry: true }]) await assert.rejects(records.forget(ids, wrongOptions), InvalidError);
  await assert.rejects(records.erase({}), InvalidError);
  await assert.rejects(records.erase({ sesion: "odd" }), InvalidError);
  assert.deepEqual((await texts(records)).length, 2);
}));

test("a dry run where nothing is kept yet makes no file", () => inFolder(async (file) => {
  const records = await openRecords({ file });
  const reach = { rewritten: [], removed: [], backups: [] };
  assert.deepEqual(await records.erase([], { dryRun: true }), { receipts: [], nDerived: 0, nBodies: 0, ...reach });
  assert.equal(existsSync(file), false);
}));
