// The log of a memory, and times as numbers, dates and words.

import assert from "node:assert/strict";
import { test } from "node:test";

import { InvalidError, openRecords } from "../dist/node.js";
import { offsets, ownZone } from "../dist/zone.js";

const HOUR = 3_600_000;
// 2026-11-29T04:39Z, when it is 20:39 of the day before in Los Angeles, where clocks went back on 2026-11-01 at 09:00Z.
const NOW = 1_795_927_140_000;
const AUTUMN = 1_793_523_600_000;
const LOS_ANGELES = [
  { since: 0n, seconds: -25_200 },
  { since: BigInt(AUTUMN), seconds: -28_800 },
];

async function filledRecords() {
  const records = await openRecords();
  await records.record([
    { kind: "turn", conversation: "c", session: "s", text: "Make it faster\nand keep the tests", time: NOW - 2 * HOUR },
    { kind: "file_touch", session: "s", path: "a.js", operation: "edit", time: NOW - HOUR },
    { kind: "note", text: "of another day", time: NOW - 48 * HOUR },
  ]);
  return records;
}

test("the log of a day of a zone has a line for each, and its times are what the day means", async () => {
  const records = await filledRecords();
  const { entries, since, until } = await records.log({ when: "today", zone: LOS_ANGELES, now: NOW });
  assert.deepEqual(entries.map(({ kind, text }) => [kind, text]), [["done", "changed a.js"], ["asked", "Make it faster"]]);
  assert.deepEqual([Number(since), Number(until)], [Date.parse("2026-11-28T08:00Z"), Date.parse("2026-11-29T08:00Z")]);
  assert.equal((await records.why(entries[0].shortId)).event.id, entries[0].id);
  await assert.rejects(records.log({ when: "soon" }), InvalidError);
});

test("a time is taken as a number, a Date or a text", async () => {
  const records = await filledRecords();
  for (const since of [NOW - 3 * HOUR, new Date(NOW - 3 * HOUR), "2026-11-29T01:39:00Z", "2026-11-28T17:39-08:00"]) {
    assert.equal((await records.events({ since })).events.length, 2, String(since));
  }
  for (const since of ["soon", new Date(Number.NaN), 1.5, "2026-13-01"]) {
    await assert.rejects(records.events({ since }), InvalidError, String(since));
  }
  const { since } = await records.readTime("yesterday", { zone: LOS_ANGELES, now: NOW });
  assert.equal(Number(since), Date.parse("2026-11-27T08:00Z"));
});

test("the offsets of a zone are found by what its clocks show", () => {
  const offsetAt = (time) => (time < AUTUMN ? -25_200 : -28_800);
  assert.deepEqual(offsets(offsetAt, NOW), LOS_ANGELES);
  const [firstOffset] = ownZone();
  assert.deepEqual([firstOffset.since, ownZone()], [0n, ownZone()]);
});
