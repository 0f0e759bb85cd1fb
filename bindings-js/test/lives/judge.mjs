// Checks that a provider would accept messages of the AI SDK, and that every pruned part can be restored.
//
// The rules are those of `tests/src/window/judge/`: the message after a call has its only result; a call that the provider ran has it in
// the same message; no content is empty that must not be; only messages of tools follow one another.

import assert from "node:assert/strict";

const PARTS = {
  system: [],
  user: ["text", "image", "file"],
  assistant: ["text", "file", "reasoning", "tool-call", "tool-result", "tool-approval-request"],
  tool: ["tool-result", "tool-approval-response"],
};
const OUTPUTS = ["text", "json", "error-text", "error-json", "content", "execution-denied"];

/** Throws if a provider would refuse the messages. */
export function judge(messages) {
  let open = new Map();
  let roleBefore;
  for (const [at, { role, content }] of messages.entries()) {
    const why = `message ${at}, of ${role}`;
    if (role !== "tool") assert.deepEqual([...open.keys()], [], `${why}: these calls are not answered before it`);
    if (role !== "tool" && role !== "system") assert.notEqual(role, roleBefore, `${why}: two in a row`);
    if (role === "tool") assert.ok(roleBefore === "assistant" || roleBefore === "tool", `${why}: a result without a message of the model`);
    roleBefore = role;
    if (typeof content === "string") {
      assert.ok(role !== "tool", why);
      continue;
    }
    assert.ok(Array.isArray(content) && content.length > 0, `${why}: empty`);
    for (const part of content) {
      assert.ok(PARTS[role].includes(part.type), `${why}: a part ${part.type}`);
      if (part.type === "tool-call") {
        assert.ok(typeof part.input === "object" && part.input !== null, `${why}: the input of ${part.toolCallId} is no object`);
        assert.ok(!open.has(part.toolCallId), `${why}: ${part.toolCallId} twice`);
        open.set(part.toolCallId, part.toolName);
      }
      if (part.type === "tool-result") {
        assert.equal(open.get(part.toolCallId), part.toolName, `${why}: ${part.toolCallId} answers no call that waits`);
        open.delete(part.toolCallId);
        assert.ok(OUTPUTS.includes(part.output.type) && (part.output.value ?? part.output.reason) !== undefined, `${why}: no output`);
      }
    }
  }
  assert.deepEqual([...open.keys()], [], "these calls are not answered");
}

/** The texts of a message's parts as a window has them: JSON for a call's arguments, for JSON and for the output of a call that the provider ran. */
function saidIn({ role, content }) {
  if (typeof content === "string") return [content];
  return content.map((part) => {
    if (part.type === "text" || part.type === "reasoning") return part.text;
    if (part.type === "tool-call") return JSON.stringify(part.input);
    if (part.type === "tool-result" && role === "assistant") return JSON.stringify(part.output);
    if (part.type === "tool-result" && part.output.type === "execution-denied") return part.output.reason;
    if (part.type === "tool-result") return typeof part.output.value === "string" ? part.output.value : JSON.stringify(part.output.value);
    return part.type.startsWith("tool-approval") ? JSON.stringify(part) : "";
  });
}

/** The ids of all parts in a range, however many pages its list has. */
export async function idsIn(window, range) {
  const ids = [];
  for (let next = `${range} *`; next !== undefined; ) {
    const lines = (await window.restore(next)).text.split("\n");
    next = /^\[\d+ more: restore "(.+)"\]$/.exec(lines.at(-1))?.[1];
    ids.push(...lines.slice(0, next === undefined ? undefined : -1).map((line) => /^([0-9a-z]{13}): step/.exec(line)[1]));
  }
  return ids;
}

/** The ranges that the recaps of messages name. */
export const rangesIn = (messages) => [...JSON.stringify(messages).matchAll(/restore \\?\\"([0-9a-z]{13}\.\.[0-9a-z]{13})\\?\\" lists/g)].map(([, range]) => range);

/** A message as JSON, with bytes in base64. */
const written = (message) => JSON.stringify(message, (_, value) => (value instanceof Uint8Array ? Buffer.from(value).toString("base64") : value));

/** Throws if a pruned part cannot be restored: of an edited message, or of a message that was pruned whole. */
export async function restorable(window, messages, { messages: sent, places }) {
  const restoredById = new Map();
  const restored = async (id) => {
    if (!restoredById.has(id)) restoredById.set(id, (await window.restore(id)).text);
    return restoredById.get(id);
  };
  const listed = new Set();
  for (const range of rangesIn(sent)) for (const id of await idsIn(window, range)) listed.add(await restored(id));
  for (const { message, pointer, id } of window.last.edits) {
    const text = await restored(id);
    // Of an image its text says what it is, and its bytes are what stood there.
    const { original } = await window.restore(id);
    const isHeld = saidIn(messages[message]).includes(text) || (original !== "" && written(messages[message]).includes(original));
    assert.ok(isHeld, `message ${message}${pointer}: ${id} comes back as ${text.slice(0, 80)}`);
  }
  const stays = new Set(places);
  messages.forEach((message, at) => {
    if (stays.has(at)) return;
    for (const saidText of saidIn(message)) assert.ok(listed.has(saidText), `message ${at} left, and no recap leads to ${saidText.slice(0, 80)}`);
  });
  return restoredById.size;
}
