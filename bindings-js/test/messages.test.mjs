// `recordMessages`: the records of each format, each once, and refused arguments.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { open, openRecords } from "scrubjay";
import { recordMessages, tools } from "scrubjay/ai-sdk";

import { cut } from "../dist/messages/cut.js";

const TALK = [
  { role: "user", content: [{ type: "text", text: "Mend the shelf." }] },
  { role: "assistant", content: [{ type: "tool-call", toolCallId: "c1", toolName: "readFile", input: { path: "a.ts" } }] },
  { role: "tool", content: [{ type: "tool-result", toolCallId: "c1", toolName: "readFile", output: { type: "text", value: "text" } }] },
  { role: "assistant", content: "It is mended." },
];
const TOLD = { format: "ai_sdk", session: "main" };

const kindsOf = async (memory) => (await memory.events()).events.map(({ kind }) => kind).reverse();

test("a text is cut in its middle, between whole characters", () => {
  assert.equal(cut("short", 100), "short");
  const cutText = cut("é".repeat(100), 128);
  assert.equal(cutText, `${"é".repeat(16)}\n[… 136 bytes left out …]\n${"é".repeat(16)}`);
});

test("a conversation is the same in every format, and a class knows its own JSON", async () => {
  const memory = await openRecords();
  await recordMessages(memory, TALK, TOLD);
  const chat = [
    { role: "user", content: "Mend the shelf." },
    { role: "assistant", content: null, tool_calls: [{ id: "c1", type: "function", function: { name: "readFile", arguments: '{"path":"a.ts"}' } }] },
    { role: "tool", tool_call_id: "c1", content: "text" },
    { toJSON: () => ({ role: "assistant", content: "It is mended." }) },
  ];
  assert.deepEqual(await recordMessages(memory, chat, { format: "openai_chat", session: "main" }), { nAdded: 0, nKnown: 4, nWaiting: 0, refused: [] });
});

test("what a tool of this memory gave is not recorded again, and what one of the same name gave that is another's is", async () => {
  const talk = (tool) => JSON.parse(JSON.stringify(TALK).replaceAll('"readFile"', JSON.stringify(tool)));
  const outputs = async (tool) => {
    const records = await openRecords();
    await recordMessages(records, talk(tool), TOLD);
    return (await records.events({ kinds: ["tool_call"] })).events.map(({ event }) => event.body.value.output ?? "");
  };
  assert.deepEqual(await outputs("mine_find"), ["text"]);
  const memory = await open({ files: new Map() });
  tools(memory, { prefix: "mine_" });
  assert.deepEqual(await outputs("mine_find"), [""]);
  assert.deepEqual(await outputs("find"), ["text"]);
  await memory.close();
});

test("a conversation that grows is recorded once, by whichever process", async () => {
  const folder = mkdtempSync(join(tmpdir(), "scrubjay-messages-"));
  const file = join(folder, "memory.redb");
  for (let end = 1; end <= TALK.length; end++) {
    const memory = await openRecords({ file });
    await recordMessages(memory, TALK.slice(0, end), TOLD);
    await memory.close();
  }
  const memory = await openRecords({ file });
  assert.deepEqual(await kindsOf(memory), ["turn", "tool_call", "file_touch", "turn"]);
  await memory.close();
  rmSync(folder, { recursive: true });
});

test("a call that is told otherwise stays as it was", async () => {
  const memory = await openRecords();
  await recordMessages(memory, TALK, TOLD);
  const prunedTalk = JSON.parse(JSON.stringify(TALK).replace('"value":"text"', '"value":"[pruned]"'));
  assert.deepEqual(await recordMessages(memory, prunedTalk, TOLD), { nAdded: 0, nKnown: 4, nWaiting: 0, refused: [] });
});

test("what is refused is left out alone", async () => {
  const memory = await openRecords({ secrets: "refuse" });
  const { nAdded, refused } = await recordMessages(memory, [{ role: "user", content: "The key is AKIAZ7Q4M2X9R5T8W3LP." }, ...TALK], TOLD);
  assert.deepEqual([nAdded, refused.map(({ code }) => code)], [4, ["invalid"]]);
  assert.ok(!refused[0].message.includes("AKIAZ7Q4M2X9R5T8W3LP"));
  const events = [{ kind: "note", text: "first" }, { kind: "note", text: "" }, { kind: "note", text: "third" }];
  const outcome = await memory.recordEach(events);
  assert.deepEqual([outcome.taken.length, outcome.refused.map(({ event, error }) => [event, error.code])], [2, [[2, "invalid"]]]);
  assert.deepEqual(await memory.recordEach([]), { taken: [], refused: [] });
});

test("a long conversation with large texts is taken in parts, in its order", async () => {
  const memory = await openRecords();
  // JSON writes each of these bytes as six.
  const large = Array.from({ length: 70 }, (_, at) => ({ role: "user", content: `${at} ${"\x01".repeat(40_000)}` }));
  assert.equal((await recordMessages(memory, large, TOLD)).nAdded, 70);
  const { events } = await memory.events({ limit: 100 });
  assert.deepEqual(events.reverse().map(({ event }) => Number.parseInt(event.body.value.text, 10)), large.map((_, at) => at));
});

test("bad input is refused with its name", async () => {
  const memory = await openRecords();
  const circle = { role: "user" };
  circle.content = circle;
  const wrongCalls = [
    [memory, TALK, {}, "format"],
    [memory, TALK, { ...TOLD, format: "chat" }, "format"],
    [memory, TALK, { ...TOLD, session: "" }, "session"],
    [memory, TALK, { ...TOLD, session: 7 }, "session"],
    [memory, TALK, { ...TOLD, sesion: "" }, "sesion"],
    [memory, "text", TOLD, "messages"],
    [memory, undefined, TOLD, "messages"],
    [memory, [circle], TOLD, "messages"],
    [memory, [{ role: "user", content: 1n }], TOLD, "messages"],
    [memory, TALK, { ...TOLD, metadata: "text" }, "metadata"],
    [{}, TALK, TOLD, "memory"],
    [undefined, TALK, TOLD, "memory"],
  ];
  for (const [target, messages, given, argument] of wrongCalls) {
    await assert.rejects(recordMessages(target, messages, given), ({ code, details }) => code === "invalid" && details.argument === argument, argument);
  }
  assert.deepEqual(await kindsOf(memory), []);
});
