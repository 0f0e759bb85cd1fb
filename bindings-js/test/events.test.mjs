// Events of every kind from programs: members in camel case, batches that are recorded as a whole or not at all, and a memory's settings.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { InvalidError, TooLargeError, open, openRecords } from "../dist/node.js";

const T = 1_700_000_000_000;

/** Runs `use` with the path of a new file of records. */
async function inFolder(use) {
  const folder = mkdtempSync(join(tmpdir(), "scrubjay-events-"));
  try {
    await use(join(folder, "memory.redb"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const bodies = async (records, options) => (await records.events(options)).events.map(({ event }) => event.body);

test("members of an event are written in camelCase, and what is the user's own stays as it is", async () => {
  const records = await openRecords();
  const parameters = { someName: { deepName: 1 }, other_name: [true] };
  const metadata = { ticketNumber: 7, other_name: "x" };
  const [{ id, state }] = await records.record({ eventId: "e", time: T, kind: "tool_call", tool: "bash", parameters, contextTokens: 5, success: false, origin: undefined, metadata });
  assert.equal(state, "added");
  const [found] = (await records.events({ kinds: ["tool_call"] })).events;
  assert.deepEqual([found.id, found.event.eventId, found.event.time, found.event.origin], [id, "e", T, "agent"]);
  assert.deepEqual(JSON.parse(found.event.body.value.parameters), parameters);
  assert.deepEqual(JSON.parse(found.event.metadata), metadata);
  assert.deepEqual([found.event.body.value.contextTokens, found.event.body.value.success], [5, false]);
  assert.equal((await records.events({ metadata: ["ticketNumber=7"] })).events.length, 1);
  await records.record({ kind: "task_step", task: "t", intent: "code_writing" });
  assert.equal((await records.tasks()).tasks[0].intent, "code_writing");
});

test("events are listed by the branch that was checked out, and a turn says who took it", async () => {
  const records = await openRecords();
  await records.record([{ kind: "turn", conversation: "c", text: "shall we?", speaker: "Ada", branch: "main" }, { kind: "turn", conversation: "c", text: "yes" }]);
  await records.remember("retries need a bound", { branch: "fix/retries" });
  const [newest, ...otherEvents] = (await records.events({ branch: "main" })).events;
  assert.deepEqual([newest.event.branch, newest.event.body.value.speaker, otherEvents], ["main", "Ada", []]);
  assert.deepEqual(await bodies(records, { branch: "fix/retries" }), [{ kind: "note", value: "retries need a bound" }]);
  assert.deepEqual(await bodies(records, { branch: "new" }), []);
  await assert.rejects(records.remember("x", { branch: "b".repeat(256) }), (error) => error.code === "invalid" && error.details.argument === "branch");
});

test("events are listed by the commit that was checked out, and what is no hash of one is refused", async () => {
  const [records, commit] = [await openRecords(), "0a".repeat(20)];
  await records.record([{ kind: "turn", conversation: "c", text: "shall we?", commit }, { kind: "turn", conversation: "c", text: "yes" }]);
  await records.remember("retries need a bound", { commit: "1b".repeat(32) });
  assert.deepEqual((await records.events({ commit })).events.map(({ event }) => [event.commit, event.body.value.text]), [[commit, "shall we?"]]);
  assert.deepEqual(await bodies(records, { commit: "1b".repeat(32) }), [{ kind: "note", value: "retries need a bound" }]);
  assert.equal((await records.recall("retries", { commit: "1b".repeat(32) })).hits.length, 1);
  assert.equal((await records.recall("retries", { commit })).hits.length, 0);
  const isRefused = (error) => error.code === "invalid" && error.details.argument === "commit";
  await assert.rejects(records.remember("x", { commit: "main" }), isRefused);
  await assert.rejects(records.events({ commit: commit.slice(0, 12) }), isRefused);
});

test("a list is recorded in its order, and no time and no id mean now and a new event", async () => {
  const records = await openRecords();
  const startTime = Date.now();
  const remembered = await records.record([{ text: "a" }, { text: "a" }, { kind: "turn", conversation: "c", text: "b" }]);
  assert.equal(new Set(remembered.map(({ id }) => id)).size, 3);
  const { events } = await records.events();
  // Events of one call without a time lie a millisecond apart.
  for (const { event } of events) assert.ok(event.time >= startTime && event.time <= Date.now() + 2);
  assert.deepEqual(events.map(({ kind }) => kind), ["turn", "note", "note"]);
  assert.deepEqual(await records.record([]), []);
  assert.deepEqual(await records.record([{ eventId: "x", text: "c", time: T }, { eventId: "x", text: "c", time: T }]).then((all) => all.map(({ state }) => state)), ["added", "known"]);
});

test("one event that is refused takes the others of its call along, says its number and keeps its type", async () => {
  const records = await openRecords();
  const goodEvent = { eventId: "a", text: "it holds", time: T };
  const cyclic = {};
  cyclic.self = cyclic;
  const refusedEvents = [
    [{ kind: "dance" }, InvalidError, "kind"],
    [{ kind: "tool-call", tool: "bash" }, InvalidError, "kind"],
    [{ kind: "turn", text: "x" }, InvalidError, "conversation"],
    [{ text: "x", textTwo: "y" }, InvalidError, "lines"],
    [{ text: "x".repeat(1 << 19) }, InvalidError, "text"],
    // Longer than a line may be.
    [{ text: "x".repeat(1 << 20) }, InvalidError, "lines"],
    [{ text: "\ud800" }, InvalidError, "lines"],
    [{ text: "x", eventId: "" }, InvalidError, "eventId"],
    [{ text: "x", metadata: cyclic }, InvalidError, "events"],
    [{ text: "x", time: 1n }, InvalidError, "events"],
    [{ text: "x", metadata: Object.fromEntries(Array.from({ length: 33 }, (_, at) => [`m${at}`, at])) }, TooLargeError],
    ["text", InvalidError, "events"],
    [null, InvalidError, "events"],
    [[], InvalidError, "events"],
  ];
  for (const [event, type, argument] of refusedEvents) {
    const error = await records.record([goodEvent, event]).then(() => assert.fail(), (error) => error);
    assert.ok(error instanceof type, String(error));
    assert.match(error.message, /^event 2: /);
    assert.equal(error.details.argument, argument);
  }
  const error = await records.record(Array.from({ length: 1_001 }, () => goodEvent)).then(() => assert.fail(), (error) => error);
  assert.ok(error instanceof TooLargeError && error.details.limit === 1_000);
  await assert.rejects(records.record(undefined), { code: "invalid" });
  await assert.rejects(records.record(goodEvent, { signal: 7 }), { code: "invalid" });
  assert.equal((await records.totals()).nRecords, 0);
});

test("a call that is refused does not hold up those that wait with it", () =>
  inFolder(async (file) => {
    const records = await openRecords({ file });
    const calls = [records.remember("a note"), records.record([{ text: "b" }, { kind: "dance" }]), records.record([{ kind: "turn", conversation: "c", text: "d" }, { text: "e" }]), records.remember("f")];
    const settled = await Promise.allSettled(calls);
    assert.deepEqual(settled.map(({ status }) => status), ["fulfilled", "rejected", "fulfilled", "fulfilled"]);
    assert.deepEqual((await records.notes()).notes.map(({ text }) => text).sort(), ["a note", "e", "f"]);
    assert.equal((await records.totals()).nRecords, 4);
  }));

test("events that find the lock held wait durably, and are taken in by the next", () =>
  inFolder(async (file) => {
    const records = await openRecords({ file });
    await records.remember("makes the file");
    writeFileSync(file.replace(".redb", ".lock"), "host=elsewhere\nboot=b\nspace=s\npid=1\nstarted=1\n");
    const remembered = await records.record([{ kind: "tool_call", tool: "bash" }, { text: "b" }]);
    assert.deepEqual(remembered.map(({ state }) => state), ["waiting", "waiting"]);
    rmSync(file.replace(".redb", ".lock"));
    const otherRecords = await openRecords({ file });
    assert.equal((await otherRecords.totals()).nRecords, 3);
    assert.equal((await otherRecords.events({ tool: "bash" })).events[0].id, remembered[0].id);
  }));

test("a session is rolled back, with what was derived from it, and only the tenant's own", () =>
  inFolder(async (file) => {
    const ownRecords = await openRecords({ file });
    const otherRecords = await openRecords({ file, owner: { tenant: "t" } });
    const session = [{ text: "a", session: "s", origin: "tool" }, { kind: "profile_value", key: "k", value: "v", session: "s" }];
    const [{ id }] = await ownRecords.record(session);
    await ownRecords.record({ text: "derived", parents: [id] });
    await otherRecords.record(session);
    await assert.rejects(ownRecords.rollback({}), (error) => error instanceof InvalidError && error.details.argument === "selection");
    await assert.rejects(ownRecords.rollback({ sesion: "s" }), { code: "invalid" });
    await assert.rejects(ownRecords.rollback(undefined), { code: "invalid" });
    await assert.rejects(ownRecords.rollback({ origin: "nobody" }), { code: "invalid" });
    const { receipts, nDerived } = await ownRecords.rollback({ session: "s", since: 0 });
    assert.deepEqual([receipts.map(({ fate }) => fate), nDerived], [["forgotten", "forgotten"], 1]);
    assert.deepEqual([(await ownRecords.totals()).nRecords, (await otherRecords.totals()).nRecords], [0, 2]);
    assert.deepEqual([await bodies(ownRecords), (await ownRecords.profile()).values, (await otherRecords.profile()).values.length], [[], [], 1]);
  }));

test("what is set of a memory holds for all that is told to it", async () => {
  const secret = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";
  const unmasked = await openRecords({ secrets: "keep" });
  await unmasked.record({ text: secret });
  assert.equal((await unmasked.notes()).notes[0].text, secret);
  const masked = await openRecords();
  await masked.remember(secret);
  assert.ok(!(await masked.notes()).notes[0].text.includes(secret));
  const refusing = await openRecords({ secrets: "refuse" });
  await assert.rejects(refusing.remember(secret), { code: "invalid" });
  const limited = await openRecords({ maxPerDay: 2 });
  await limited.record([{ text: "a", time: T }, { text: "b", time: T }]);
  await assert.rejects(limited.record({ text: "c", time: T }), { code: "too_large" });
  for (const wrongRules of [{ secrets: "hide" }, { retentionDays: -1 }, { retentionDays: 1.5 }, { maxPerDay: "2" }, { retentionDays: 2 ** 32 }]) {
    await assert.rejects(openRecords(wrongRules), (error) => error instanceof InvalidError && error.details.argument === Object.keys(wrongRules)[0]);
    await assert.rejects(open({ files: new Map(), memory: wrongRules }), { code: "invalid" });
  }
  const late = await openRecords({ retentionDays: 40_000 });
  await assert.rejects(late.remember("a"), { code: "invalid" });
});

test("a note has a task and metadata, which must be an object of JSON", async () => {
  const memory = await open({ files: new Map([["a.py", "x = 1\n"]]) });
  await memory.remember("a", { task: "t", metadata: { ticket: "A-1" }, at: ["a.py"] });
  const [{ event }] = (await memory.events({ task: "t", metadata: ["ticket=A-1"] })).events;
  assert.deepEqual([event.body.value, event.anchors[0].path], ["a", "a.py"]);
  for (const metadata of [[1], "{", 7, null, { at: 1n }]) await assert.rejects(memory.remember("b", { metadata }), (error) => error.code === "invalid" && error.details.argument === "metadata");
});
