// Secrets in windows, sessions and names under each policy: no file contains one, and whoever pushed a part can restore it.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { InvalidError, openRecords } from "../dist/node.js";
import { WithheldError, openWindow } from "../dist/window-node.js";

const SECRET = `ghp_${"abcdefghijklmnopqrstuvwxyz0123456789"}`;

/** Runs `use` as a user whose `config.json` has this policy for secrets. */
async function withPolicy(secrets, use) {
  const home = mkdtempSync(join(tmpdir(), "scrubjay-secrets-"));
  const homeBefore = process.env.SCRUBJAY_HOME;
  process.env.SCRUBJAY_HOME = home;
  try {
    writeFileSync(join(home, "config.json"), JSON.stringify({ secrets }));
    await use(join(home, "memory.redb"), () => containsSecret(home));
  } finally {
    if (homeBefore === undefined) delete process.env.SCRUBJAY_HOME;
    else process.env.SCRUBJAY_HOME = homeBefore;
    rmSync(home, { recursive: true });
  }
}

/** Whether any file below a folder contains the secret. */
function containsSecret(folder) {
  const files = readdirSync(folder, { recursive: true }).map((name) => join(folder, name)).filter((path) => statSync(path).isFile());
  return files.some((path) => readFileSync(path).includes(SECRET));
}

const result = (at) => `${SECRET} of ${at}\n`.repeat(60);
const step = (at) => [
  { role: "assistant", content: [{ type: "tool_use", id: `t${at}`, name: "read", input: {} }] },
  { role: "user", content: [{ type: "tool_result", tool_use_id: `t${at}`, content: result(at) }] },
];
const TALK = [{ role: "user", content: "Go." }, ...[0, 1, 2, 3, 4, 5].flatMap(step)];

async function openPruned(path) {
  const window = await openWindow({ maxTokens: 4_000, policy: "keep_last", memory: { path }, name: "w" });
  await window.fit(TALK, "anthropic");
  const { id } = window.last.edits.find(({ message }) => message === 2);
  assert.deepEqual([(await window.restore(id)).text, (await window.restore(id)).isMasked], [result(0), false]);
  await window.close();
  return { id, other: await openWindow({ maxTokens: 4_000, policy: "keep_last", memory: { path }, name: "w" }) };
}

// Once, windows stored pruned parts unmasked, whatever the settings.
test("a window of a store keeps what it pruned without secrets, and says so", () => withPolicy("mask", async (path, isHeld) => {
  const { id, other } = await openPruned(path);
  const { text, isMasked } = await other.restore(id);
  assert.deepEqual([text, isMasked], [result(0).replaceAll(SECRET, "[masked: github-token]"), true]);
  await other.close();
  assert.ok(!isHeld());
}));

test("where secrets are refused, a window keeps nothing of a part that held one", () => withPolicy("refuse", async (path, isHeld) => {
  const { id, other } = await openPruned(path);
  await assert.rejects(other.restore(id), (error) => error instanceof WithheldError && error.details === id);
  await other.close();
  await assert.rejects(openWindow({ memory: { path }, name: SECRET }), InvalidError);
  const records = await openRecords({ file: path });
  await assert.rejects(records.record({ text: "a note", session: SECRET }), (error) => error.details.argument === "session");
  await assert.rejects(records.appendToSession(SECRET, [{ role: "user", content: "Go." }]), InvalidError);
  await records.close();
  assert.ok(!isHeld());
}));

test("where secrets are kept, a window keeps them", () => withPolicy("keep", async (path, isHeld) => {
  const { id, other } = await openPruned(path);
  assert.deepEqual([(await other.restore(id)).text, (await other.restore(id)).isMasked], [result(0), false]);
  await other.close();
  assert.ok(isHeld());
}));

test("a session that is called by a secret is found by it", () => withPolicy("mask", async (path, isHeld) => {
  const records = await openRecords({ file: path });
  await records.appendToSession(SECRET, [{ role: "user", content: `Use ${SECRET}.` }]);
  const { document } = await records.loadSession(SECRET);
  assert.ok(JSON.stringify(document).includes("Use [masked: github-token]."));
  await records.record({ text: "a note", session: SECRET });
  assert.equal((await records.events({ session: SECRET })).events.length, 1);
  await records.close();
  assert.ok(!isHeld());
}));
