// Windows in a memory's file, in Node: durability, two processes with one window, and other writers of the file.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { openRecords } from "../dist/node.js";
import { InvalidError, UnknownError, openWindow, windows } from "../dist/window-node.js";

const long = (name) => Array.from({ length: 60 }, (_, at) => `${name} line ${at}: a result of a tool`).join("\n");
const step = (id) => [
  { role: "assistant", content: null, tool_calls: [{ id, type: "function", function: { name: "read", arguments: "{}" } }] },
  { role: "tool", tool_call_id: id, content: long(id) },
];
const conversation = (n) => [{ role: "user", content: "Mend the shelf." }, ...Array.from({ length: n }, (_, at) => step(`c${at}`)).flat()];
const SETTINGS = { maxTokens: 4_000, policy: "keep_last" };
const DIST = fileURLToPath(new URL("../dist/", import.meta.url));

async function inFolder(use) {
  const folder = mkdtempSync(join(tmpdir(), "scrubjay-window-"));
  try {
    await use(join(folder, "memory.redb"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("a window of a store goes on where another process left it, and nothing is written before the first prune", () =>
  inFolder(async (path) => {
    const open = () => openWindow({ ...SETTINGS, memory: { path }, name: "main" });
    const window = await open();
    assert.deepEqual(await window.fit(conversation(1), "openai_chat"), conversation(1));
    assert.ok(!existsSync(path));
    const fitted = await window.fit(conversation(6), "openai_chat");
    assert.ok(window.last.nPruned > 0);
    const [{ id }] = window.last.edits;
    await window.setTask("shelf");
    await window.close();
    const otherWindow = await open();
    assert.deepEqual([otherWindow.opened.isKnown, otherWindow.opened.nPrunes], [true, 1]);
    assert.deepEqual(await otherWindow.fit(conversation(6), "openai_chat"), fitted);
    assert.deepEqual([otherWindow.last.nPruned, (await otherWindow.status()).task], [0, "shelf"]);
    assert.equal((await otherWindow.restore(id)).text, long("c0"));
    assert.equal((await otherWindow.explain(id)).item.fate, "pruned");
    assert.equal((await otherWindow.findSnapshot()).number, 1);
    assert.ok((await otherWindow.learnings()).learnings.length > 0);
    await otherWindow.end();
    await assert.rejects(otherWindow.restore(id), UnknownError);
    await otherWindow.close();
    assert.equal((await open()).opened.isKnown, false);
  }));

// Once, the provider's count was lost with the instance when the first prune created the store.
test("the first prune goes by what the provider counted before there was a store", () =>
  inFolder(async (path) => {
    const window = await openWindow({ policy: "keep_last", keepLast: 1, maxTokens: 8_000, memory: { path }, name: "main" });
    await window.fit(conversation(4), "openai_chat");
    await window.reportUsage(7_500);
    // Calls that come at once are made one after the other, and each is given what is durable.
    const [fitted, fittedAgain] = await Promise.all([1, 2].map(() => window.fit(conversation(4), "openai_chat")));
    assert.deepEqual(fittedAgain, fitted);
    assert.equal((await window.status()).nPrunes, 1);
    const firstResult = conversation(4).findIndex(({ role }) => role === "tool");
    const { id } = window.last.edits.find(({ message }) => message === firstResult);
    const otherWindow = await openWindow({ memory: { path }, name: "main" });
    assert.equal((await otherWindow.restore(id)).text, long("c0"));
    assert.ok((await otherWindow.status()).nPrunes === 1);
  }));

test("a process that is killed once it was given its messages has lost nothing of them", () =>
  inFolder(async (path) => {
    const program = `
      const { openWindow } = await import(${JSON.stringify(`${DIST}window-node.mjs`)});
      const window = await openWindow({ maxTokens: 4_000, policy: "keep_last", memory: { path: ${JSON.stringify(path)} }, name: "main" });
      const [first] = (await window.fit(${JSON.stringify(conversation(6))}, "openai_chat")).filter(({ role }) => role === "tool");
      process.stdout.write(first.content, () => process.kill(process.pid, "SIGKILL"));
    `;
    let output = "";
    try {
      execFileSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
    } catch (error) {
      output = error.stdout;
    }
    const window = await openWindow({ ...SETTINGS, memory: { path }, name: "main" });
    assert.equal((await window.restore(/^\[pruned ([0-9a-z]{13})/.exec(output)[1])).text, long("c0"));
  }));

test("of two that have one window open the one that was overtaken goes on from what the other one did", () =>
  inFolder(async (path) => {
    const [oneWindow, otherWindow] = await Promise.all([1, 2].map(() => openWindow({ ...SETTINGS, memory: { path }, name: "main" })));
    const firstFit = await oneWindow.fit(conversation(6), "openai_chat");
    assert.deepEqual(await otherWindow.fit(conversation(6), "openai_chat"), firstFit);
    await otherWindow.setTask("theirs");
    await oneWindow.pin([(await oneWindow.alreadyVisible(long("c5"))).id]);
    assert.equal((await oneWindow.status()).task, "theirs");
    assert.equal((await oneWindow.fit(conversation(9), "openai_chat")).find(({ tool_call_id: id }) => id === "c5").content, long("c5"));
    await Promise.all([oneWindow.close(), otherWindow.close()]);
    await assert.rejects(oneWindow.status(), { code: "closed" });
  }));

test("a window of a store knows by identity what nobody changes in place, also once another process overtook it", () =>
  inFolder(async (path) => {
    const [immutableWindow, mutableWindow] = await Promise.all([true, false].map((immutable) => openWindow({ ...SETTINGS, immutable, memory: { path }, name: "main" })));
    const messages = conversation(6);
    const [, fitted] = [await immutableWindow.fit(messages, "openai_chat"), await immutableWindow.fit(messages, "openai_chat")];
    messages[0].content = "Mend the table.";
    await immutableWindow.fit(messages, "openai_chat");
    assert.equal(immutableWindow.last.nPushed, 0);
    messages[0].content = "Mend the shelf.";
    assert.deepEqual(await mutableWindow.fit(messages, "openai_chat"), fitted);
    await mutableWindow.setTask("theirs");
    assert.deepEqual(await immutableWindow.fit(messages, "openai_chat"), fitted);
    messages[0] = { role: "user", content: "Mend the table." };
    await immutableWindow.fit(messages, "openai_chat");
    assert.equal(immutableWindow.last.nPushed, messages.length);
    await Promise.all([immutableWindow.close(), mutableWindow.close()]);
  }));

test("notes and windows share a store, and a note that waits is taken in by a window's turn", () =>
  inFolder(async (path) => {
    const records = await openRecords({ file: path });
    await records.remember("a note");
    const window = await openWindow({ ...SETTINGS, memory: { path }, name: "main", owner: { principal: "me" } });
    for (let n = 5; n < 9; n++) await Promise.all([window.fit(conversation(n), "openai_chat"), records.remember(`note ${n}`)]);
    assert.equal((await records.notes()).notes.length, 5);
    assert.ok((await window.status()).nPruned > 0);
    assert.ok(readFileSync(path).length > 0);
  }));

test("the windows of a store are listed by name, in pages, each tenant's own", () =>
  inFolder(async (path) => {
    const memory = { path };
    assert.deepEqual(await windows({ memory }), { windows: [], hasMore: false });
    assert.ok(!existsSync(path));
    for (const [name, tenant] of [["b", ""], ["a", ""], ["c", "them"]]) {
      const window = await openWindow({ ...SETTINGS, memory, name, owner: { tenant } });
      await window.fit(conversation(6), "openai_chat");
      await window.close();
    }
    const [first, second, ...otherWindows] = (await windows({ memory })).windows;
    assert.deepEqual([first.name, second.name, otherWindows], ["a", "b", []]);
    assert.ok(first.nPrunes === 1 && first.bodyBytes > 0 && Math.abs(Date.now() - first.used) < 600_000, JSON.stringify(first));
    const page = await windows({ memory, limit: 1 });
    assert.deepEqual([page.windows.map(({ name }) => name), page.hasMore], [["a"], true]);
    assert.deepEqual((await windows({ memory, after: "a" })).windows.map(({ name }) => name), ["b"]);
    assert.deepEqual((await windows({ memory, tenant: "them" })).windows.map(({ name }) => name), ["c"]);
    await assert.rejects(windows({ memory, limit: 0 }), InvalidError);
    await assert.rejects(windows({ memory, newest: 1 }), InvalidError);
    await assert.rejects(windows({}), InvalidError);
  }));

test("a window of a store that cannot be meant is refused", async () => {
  await assert.rejects(openWindow({ memory: {}, name: "main" }), InvalidError);
  await assert.rejects(openWindow({ memory: { path: "m" } }), InvalidError);
  await assert.rejects(openWindow({ memory: { path: "m" }, name: "x".repeat(129) }), InvalidError);
  await assert.rejects(openWindow({ memory: { path: "m" }, name: "main", saved: new Uint8Array() }), InvalidError);
  await assert.rejects(openWindow({ name: "main" }), InvalidError);
});

test("parts of messages that have no known format are pushed to a window of a store, and again after another process was first", () =>
  inFolder(async (path) => {
    const open = () => openWindow({ ...SETTINGS, memory: { path }, name: "own" });
    const part = (at) => [
      { kind: "call", message: 2 * at + 1, text: "{}", tool: "read", callId: `c${at}` },
      { kind: "tool_result", message: 2 * at + 2, text: long(`c${at}`), tool: "read", callId: `c${at}` },
    ];
    const parts = [{ kind: "user", message: 0, text: "Mend the shelf." }, ...Array.from({ length: 9 }, (_, at) => part(at)).flat()];
    const window = await open();
    assert.equal((await window.push(parts.slice(0, 5))).nNew, 5);
    const otherWindow = await open();
    await otherWindow.fit(conversation(6), "openai_chat");
    await otherWindow.setTask("shelf");
    assert.equal((await window.push(parts.slice(5))).nItems, parts.length);
    const pruned = await window.prune();
    assert.ok(pruned.nPruned > 0 && pruned.edits.length > 0);
    assert.equal((await window.restore(pruned.edits[0].id)).text, long("c0"));
    await assert.rejects(window.push([{ kind: "user", message: 20, text: "", colour: 1 }]), InvalidError);
    await window.close();
    await otherWindow.close();
  }));
