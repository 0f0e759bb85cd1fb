// Text between the tags of private sections is in no file of a memory, whichever call passes it.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { openRecords } from "scrubjay";
import { recordMessages } from "scrubjay/ai-sdk";

const SAID = [
  "a <private>hidden</private> b",
  "a <PRIVATE why='mine'>hidden</Private> b",
  "a <private>x<private>y</private>hidden</private> b",
  "a <private>hidden",
  "hidden</private> b",
  "a \\u003cprivate>hidden\\u003c/private> b",
  "<private>hidden</private>",
];

/** Whether any file below a folder contains the private word. */
function containsPrivateWord(folder) {
  const files = readdirSync(folder, { recursive: true }).map((name) => join(folder, name)).filter((path) => statSync(path).isFile());
  return files.some((path) => readFileSync(path).includes("hidden"));
}

test("nothing private is kept, of events, lines, messages, sessions and names", async () => {
  const folder = mkdtempSync(join(tmpdir(), "scrubjay-private-"));
  try {
    const memory = await openRecords({ file: join(folder, "memory.redb") });
    for (const [nth, text] of SAID.entries()) {
      const metadata = { a: ["x <private>hidden", "hidden too"], b: "hidden</private>", text };
      await memory.record({ text, metadata, branch: text });
      await memory.record({ kind: "tool_call", tool: text, parameters: metadata, output: text });
      await memory.record({ kind: "file_touch", path: "src/<private>hidden</private>a.js", operation: "read", why: text });
      await memory.appendToSession("s", [{ role: "user", content: [{ type: "text", text }, { type: "text", text: "hidden</private> b" }] }]);
      const messages = [
        { role: "user", content: [{ type: "text", text: `${nth} <private>hidden` }, { type: "text", text: "hidden</private> after" }] },
        { role: "assistant", content: [{ type: "text", text }, { type: "tool-call", toolCallId: `c${nth}`, toolName: "readFile", input: { path: "a.ts", why: text } }] },
        { role: "tool", content: [{ type: "tool-result", toolCallId: `c${nth}`, toolName: "readFile", output: { type: "text", value: text } }] },
        // Its end is so far away that the middle is cut out, with the beginning of the part.
        { role: "user", content: `${"word ".repeat(4_000)}<private>${"word ".repeat(4_000)}hidden</private> end` },
      ];
      const { refused } = await recordMessages(memory, messages, { format: "ai_sdk", session: `m${nth}` });
      assert.deepEqual(refused, []);
    }
    const { events } = await memory.events({ limit: 100 });
    assert.ok(JSON.stringify(events).includes("after") && !JSON.stringify(events).includes("hidden"));
    await memory.close();
    assert.ok(!containsPrivateWord(folder));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("an error repeats no secret of an argument", async () => {
  const secret = `ghp_${"aB3".repeat(12)}`;
  const memory = await openRecords();
  for (const refusedCall of [memory.events({ since: secret }), memory.why(secret), memory.forget([secret]), memory.record({ kind: secret, text: "a" })]) {
    await assert.rejects(refusedCall, (error) => !`${error.message} ${JSON.stringify(error.details ?? "")}`.includes(secret.slice(4)));
  }
  await memory.close();
});
