// Export of records as tables, and import from another memory or from another server's file.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { InvalidError, openRecords } from "../dist/node.js";

const T = 1_700_000_000_000;

async function joinPieces(pieces) {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
}

const texts = async (records) => (await records.notes({ limit: 1_000 })).notes.map(({ text }) => text);

test("a table of many slices names its columns once, and has a line for each record of its kind", async () => {
  const records = await openRecords();
  const longText = "x".repeat(5_000);
  const events = Array.from({ length: 900 }, (_, at) => (at % 2 ? { text: `${at} ${longText}`, time: T + at } : { kind: "profile_value", key: `${at}`, value: "v", time: T + at }));
  await records.record(events);
  const lines = (await joinPieces(records.exportCsv("note"))).split("\r\n");
  assert.equal(lines[0].split(",").at(-1), "text");
  assert.deepEqual(lines.slice(1, -1).map((line) => line.split(",").at(-1).split(" ")[0]), Array.from({ length: 450 }, (_, at) => `${2 * at + 1}`));
  assert.equal((await joinPieces(records.exportCsv("profile_value"))).split("\r\n").length, 452);
  await assert.rejects(joinPieces(records.exportCsv("nothing")), InvalidError);
});

test("an entity with more observations than a batch has becomes as many notes, once", async () => {
  const records = await openRecords();
  const observations = Array.from({ length: 2_300 }, (_, at) => `was seen ${at}`);
  const line = JSON.stringify({ type: "entity", name: "Ada", entityType: "person", observations });
  const relation = JSON.stringify({ type: "relation", from: "Ada", to: "Grace", relationType: "knows" });
  const importOptions = { format: "mcp" };
  assert.deepEqual(await records.importLines(`no\n${line}\n${relation}`, importOptions).then(({ refused, ...rest }) => [rest, refused.map(({ line }) => line)]), [
    { nAdded: 2_301, nKnown: 0, nAdopted: 0, nWaiting: 0, isWhole: true },
    [1],
  ]);
  assert.equal((await records.importLines(line, importOptions)).nKnown, 2_300);
  const { notes } = await records.notes({ metadata: ["entity=Ada"], limit: 2 });
  assert.deepEqual(notes.map(({ text, origin, trust }) => [text, origin, trust]), [["Ada: was seen 2299", "imported", "untrusted"], ["Ada: was seen 2298", "imported", "untrusted"]]);
  await assert.rejects(records.importLines(line, { format: "csv" }), InvalidError);
});

test("a memory that is merged tells what was new, known and forgotten here, and stays as it is", async () => {
  const folder = mkdtempSync(join(tmpdir(), "scrubjay-merged-"));
  try {
    const file = join(folder, "other.redb");
    const otherRecords = await openRecords({ file });
    const notes = Array.from({ length: 1_200 }, (_, at) => ({ eventId: `e${at}`, time: T + at, text: `note ${at}` }));
    await otherRecords.record(notes.slice(0, 1_000));
    await otherRecords.record(notes.slice(1_000));
    await otherRecords.close();
    const records = await openRecords();
    const ids = (await records.record(notes.slice(0, 3))).map(({ id }) => id);
    await records.forget(ids.slice(0, 1));
    const bytesBefore = readFileSync(file);
    const fromRecords = await openRecords({ file });
    assert.deepEqual(await records.merge(fromRecords), { nAdded: 1_197, nKnown: 2, nAdopted: 0, nForgotten: 1, nWaiting: 0, refused: [], nDamaged: 0 });
    assert.deepEqual(await records.merge(fromRecords), { nAdded: 0, nKnown: 1_199, nAdopted: 0, nForgotten: 1, nWaiting: 0, refused: [], nDamaged: 0 });
    await fromRecords.close();
    assert.ok(readFileSync(file).equals(bytesBefore));
    assert.ok(!(await texts(records)).includes("note 0"));
    for (const nothing of [undefined, file, {}]) await assert.rejects(records.merge(nothing), InvalidError);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
