// Transcripts captured from their text, at once, in parts and repeatedly: each event is recorded once.

import assert from "node:assert/strict";
import { test } from "node:test";

import { openRecords } from "scrubjay";

const line = (kind, id, content) =>
  JSON.stringify({
    type: kind, uuid: id, sessionId: "s1", timestamp: "2026-11-20T10:00:00.000Z", cwd: "/home/a/shop", gitBranch: "main",
    message: { role: kind, content },
  });
const LINES = [
  line("user", "u1", "round the total ä"),
  line("assistant", "a1", [{ type: "tool_use", id: "t1", name: "Edit", input: { file_path: "/home/a/shop/src/cart.py" } }]),
  line("user", "u2", [{ type: "tool_result", tool_use_id: "t1", content: "done" }]),
];

test("a transcript is recorded once, whole and in parts, and half a line waits for its end", async () => {
  const records = await openRecords();
  const text = `${LINES.join("\n")}\n`;
  const bytes = new TextEncoder().encode(text);
  const cut = bytes.length - 30;
  const firstPart = await records.captureLines(new TextDecoder().decode(bytes.subarray(0, cut)));
  assert.deepEqual([firstPart.nAdded, firstPart.refused, firstPart.session, firstPart.folder], [1, [], "s1", "/home/a/shop"]);
  assert.ok(firstPart.nBytes < cut);
  const secondPart = await records.captureLines(new TextDecoder().decode(bytes.subarray(firstPart.nBytes)), { state: firstPart.state });
  assert.deepEqual([secondPart.nAdded, secondPart.nBytes + firstPart.nBytes], [2, bytes.length]);
  const wholeAgain = await records.captureLines(text, { harness: "claude_code", folder: "/home/a/shop" });
  assert.deepEqual([wholeAgain.nAdded, wholeAgain.nKnown], [0, 3]);
  const { touches } = await records.fileHistory("src/cart.py");
  assert.equal(touches.length, 1);
  await records.close();
});

test("what is no transcript is refused, and a line that cannot be read is told", async () => {
  const records = await openRecords();
  const { nAdded, refused } = await records.captureLines(`${LINES[0]}\n{ no JSON\n`);
  assert.deepEqual([nAdded, refused.map(({ line }) => line)], [1, [2]]);
  await assert.rejects(records.captureLines("hello\n"), { code: "invalid" });
  await assert.rejects(records.captureLines(7), { code: "invalid" });
  await assert.rejects(records.captureLines(LINES[0], { harness: "of_tomorrow" }), { code: "invalid" });
  await assert.rejects(records.captureLines(LINES[0], { harness: "claude_code", state: "0102" }), { code: "invalid" });
  await records.close();
});
