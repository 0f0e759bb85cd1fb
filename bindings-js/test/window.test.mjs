// Windows without a store: fitting, the caller's unchanged messages, restoring, saving, and refused arguments.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { ComponentError, ExpiredError, FloorError, InvalidError, UnknownError, openWindow, restoreTool } from "../dist/window-node.js";

/** About 750 tokens of text; no two names give the same. */
const long = (name) => Array.from({ length: 60 }, (_, at) => `${name} line ${at}: a result of a tool`).join("\n");
const N_STEPS = 6;

/** For each format: the user's message, the messages of a step, and the text of a call's result in messages. */
const FORMATS = {
  anthropic: {
    user: (text) => [{ role: "user", content: text }],
    step: (id, text) => [
      { role: "assistant", content: [{ type: "text", text: "I look." }, { type: "tool_use", id, name: "read", input: { path: `${id}.py` } }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: text }] },
    ],
    result: (messages, id) => messages.flatMap(({ content }) => content).find((block) => block.tool_use_id === id).content,
  },
  openai_chat: {
    user: (text) => [{ role: "user", content: text }],
    step: (id, text) => [
      { role: "assistant", content: null, tool_calls: [{ id, type: "function", function: { name: "read", arguments: `{"path":"${id}.py"}` } }] },
      { role: "tool", tool_call_id: id, content: text },
    ],
    result: (messages, id) => messages.find(({ tool_call_id: call }) => call === id).content,
  },
  openai_responses: {
    user: (text) => [{ role: "user", content: text }],
    step: (id, text) => [
      { type: "function_call", call_id: id, name: "read", arguments: `{"path":"${id}.py"}` },
      { type: "function_call_output", call_id: id, output: text },
    ],
    result: (messages, id) => messages.find(({ type, call_id: call }) => type === "function_call_output" && call === id).output,
  },
  ai_sdk: {
    user: (text) => [{ role: "user", content: text }],
    step: (id, text) => [
      { role: "assistant", content: [{ type: "tool-call", toolCallId: id, toolName: "read", input: { path: `${id}.py` } }] },
      { role: "tool", content: [{ type: "tool-result", toolCallId: id, toolName: "read", output: { type: "text", value: text } }] },
    ],
    result: (messages, id) => messages.flatMap(({ role, content }) => (role === "tool" ? content : [])).find(({ toolCallId }) => toolCallId === id).output.value,
  },
  langchain: {
    user: (text) => [{ type: "human", content: text }],
    step: (id, text) => [
      { type: "ai", content: "", tool_calls: [{ id, name: "read", args: { path: `${id}.py` }, type: "tool_call" }] },
      { type: "tool", tool_call_id: id, content: text },
    ],
    result: (messages, id) => messages.find(({ tool_call_id: call }) => call === id).content,
  },
};

const conversation = ({ user, step }, n = N_STEPS) => [
  ...user("Mend the shelf."),
  ...Array.from({ length: n }, (_, at) => step(`c${at}`, long(`c${at}`))).flat(),
  ...user("Go on."),
];
const SETTINGS = { maxTokens: 4_000, policy: "keep_last" };
/** The time of the tests' clocks, in milliseconds since 1970. */
const T0 = 1_800_000_000_000;

for (const [name, format] of Object.entries(FORMATS)) {
  test(`a conversation of ${name} is fitted, and what was pruned is restored letter by letter`, async () => {
    const window = await openWindow({ ...SETTINGS, now: () => T0 });
    const messages = conversation(format);
    const messagesBefore = structuredClone(messages);
    const fitted = window.fit(messages, name);
    assert.deepEqual(messages, messagesBefore, "the caller's messages were changed");
    assert.equal(fitted.length, messages.length);
    const { nPruned, tokensBefore, tokensAfter, firstChanged, edits } = window.last;
    assert.ok(nPruned > 0 && tokensBefore > 3_200 && tokensAfter <= 3_200, JSON.stringify(window.last));
    assert.equal(firstChanged, edits[0].message);
    // What has no edit is the very object; what has one is another, all along the way and nowhere else.
    const places = new Set(edits.map(({ message }) => message));
    fitted.forEach((message, at) => assert.equal(message === messages[at], !places.has(at), `message ${at}`));
    const stub = format.result(fitted, "c0");
    assert.match(stub, /^\[pruned [0-9a-z]{13}/);
    const id = /^\[pruned ([0-9a-z]{13})/.exec(stub)[1];
    assert.equal(window.restore(id).text, long("c0"));
    for (const { id, message, pointer } of edits) {
      const value = pointer.split("/").slice(1).reduce((value, name) => value[name], JSON.parse(JSON.stringify(messages[message])));
      assert.equal(window.restore(id).original, JSON.stringify(value), pointer);
    }
    assert.equal(format.result(fitted, `c${N_STEPS - 1}`), long(`c${N_STEPS - 1}`));
    assert.equal(window.alreadyVisible(long("c0")), undefined);
    assert.equal(window.alreadyVisible(long(`c${N_STEPS - 1}`)).kind, "tool_result");
    // Nothing new: nothing is pushed, and all objects are those that were given before.
    const fittedAgain = window.fit(messages, name);
    fittedAgain.forEach((message, at) => assert.equal(message, fitted[at]));
    assert.equal(window.last.nPushed, 0);
    // What its caller sends is what it may push, too.
    window.fit([...fitted, ...format.user("And now?")], name);
    assert.equal(format.result(window.fit([...messages, ...format.user("And now?")], name), "c0"), stub);
  });

  test(`a conversation of ${name} that comes step by step is edited as one that comes at once`, async () => {
    const wholeWindow = await openWindow({ ...SETTINGS, now: () => T0 });
    const grown = await openWindow({ ...SETTINGS, now: () => T0 });
    const messages = conversation(format);
    const fitted = wholeWindow.fit(messages, name);
    // Up to the message before the last: the prune is the last one's in both.
    for (let n = 1; n < 6; n++) assert.equal(grown.fit(messages.slice(0, n), name).length, n);
    assert.deepEqual(grown.fit(messages, name), fitted);
    const loadedWindow = await openWindow({ ...SETTINGS, now: () => T0, saved: grown.save() });
    assert.deepEqual([loadedWindow.opened.isKnown, loadedWindow.opened.nPrunes], [true, 1]);
    assert.deepEqual(loadedWindow.fit(messages, name), fitted);
    assert.equal(loadedWindow.last.nPruned, 0);
    assert.deepEqual(loadedWindow.restore(grown.last.edits[0].id), grown.restore(grown.last.edits[0].id));
  });
}

const { anthropic, langchain } = FORMATS;

test("a message that was changed in its place is noticed, and what was pruned of it is not put over the change", async () => {
  const window = await openWindow(SETTINGS);
  const messages = conversation(anthropic);
  window.fit(messages, "anthropic");
  messages[2].content[0].content = "another result";
  const fitted = window.fit(messages, "anthropic");
  assert.equal(window.last.nPushed, messages.length - 2);
  assert.equal(anthropic.result(fitted, "c0"), "another result");
  assert.equal(window.alreadyVisible("another result").message, 2);
});

test("a change deep in the oldest message is noticed, whatever becomes of it", async () => {
  const changes = {
    value: ({ input }) => (input.path = "other.py"),
    kind: ({ input }) => (input.path = [input.path, 1]),
    more: ({ input }) => (input.line = 1),
    less: ({ input }) => delete input.path,
  };
  const window = await openWindow({ maxTokens: 1_000_000 });
  const messages = conversation(anthropic);
  for (const [name, change] of Object.entries(changes)) {
    window.fit(messages, "anthropic");
    change(messages[1].content[1]);
    window.fit(messages, "anthropic");
    assert.equal(window.last.nPushed, messages.length - 1, name);
  }
});

test("messages that nobody changes in place are known without a look into them", async () => {
  const window = await openWindow({ ...SETTINGS, immutable: true });
  let nLooks = 0;
  const watched = (message) => Object.defineProperty({ role: message.role }, "content", { enumerable: true, get: () => (nLooks++, message.content) });
  const messages = conversation(anthropic).map(watched);
  const fitted = window.fit(messages, "anthropic");
  assert.ok(window.last.nPruned > 0 && nLooks >= messages.length);
  nLooks = 0;
  // What was pushed is compared once.
  assert.deepEqual(window.fit(messages, "anthropic").map((message, at) => message === fitted[at]), messages.map(() => true));
  assert.equal(nLooks, messages.length);
  nLooks = 0;
  const moreMessages = [...messages, ...anthropic.step("more", long("more"))];
  for (const nPushed of [2, 0]) {
    window.fit(moreMessages, "anthropic");
    assert.deepEqual([nLooks, window.last.nPushed], [0, nPushed]);
  }
  // Another object is looked into: it may say the same, and it may not.
  const equalMessages = moreMessages.with(0, { ...moreMessages[0] });
  window.fit(equalMessages, "anthropic");
  assert.equal(window.last.nPushed, 0);
  window.fit(equalMessages.with(2, anthropic.step("c0", "another result")[1]), "anthropic");
  assert.equal(window.last.nPushed, moreMessages.length - 2);
  assert.equal(window.alreadyVisible("another result").message, 2);
  // What was forgotten is looked into again.
  window.end();
  window.fit(messages, "anthropic");
  assert.equal(window.last.nPushed, messages.length);
  await assert.rejects(openWindow({ immutable: 1 }), InvalidError);
});

test("messages that are taken from the end are gone, and so are all", async () => {
  const window = await openWindow(SETTINGS);
  const messages = conversation(anthropic);
  window.fit(messages, "anthropic");
  assert.equal(window.fit(messages.slice(0, 3), "anthropic").length, 3);
  assert.equal(window.status().nItems, 4);
  assert.deepEqual(window.fit([], "anthropic"), []);
  assert.equal(window.status().nItems, 0);
  assert.equal(window.fit(messages, "anthropic").length, messages.length);
});

test("frozen messages are edited in copies, and members that JSON leaves out stay where they are", async () => {
  const freeze = (value) => {
    if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(freeze);
    return value;
  };
  const window = await openWindow(SETTINGS);
  const tag = Symbol("tag");
  const messages = conversation(anthropic).map((message) => freeze({ ...message, [tag]: 1, later: undefined }));
  const fitted = window.fit(messages, "anthropic");
  assert.ok(window.last.nPruned > 0);
  for (const message of fitted) assert.deepEqual([message[tag], "later" in message], [1, true]);
  assert.equal(window.fit(messages, "anthropic")[2], fitted[2]);
});

/** A message like LangChain's classes: the result of `toJSON` has its members in `kwargs`, while the object has them itself. */
class Message {
  constructor(name, members) {
    this.name_of_class = name;
    Object.assign(this, members);
  }

  toJSON() {
    const { name_of_class: name, ...kwargs } = this;
    return { lc: 1, type: "constructor", id: ["langchain_core", "messages", name], kwargs };
  }

  text() {
    return String(this.content);
  }
}

test("messages that are objects of a class stay that, also where they are edited", async () => {
  const NAMES = { human: "HumanMessage", ai: "AIMessage", tool: "ToolMessage" };
  const window = await openWindow(SETTINGS);
  const messages = conversation(langchain).map(({ type, ...members }) => new Message(NAMES[type], members));
  const fitted = window.fit(messages, "langchain");
  assert.ok(window.last.nPruned > 0);
  assert.ok(fitted.every((message) => message instanceof Message));
  const prunedMessage = fitted.find(({ tool_call_id: call }) => call === "c0");
  assert.match(prunedMessage.text(), /^\[pruned /);
  assert.equal(messages.find(({ tool_call_id: call }) => call === "c0").text(), long("c0"));
  assert.equal(window.fit(messages, "langchain")[2], fitted[2]);
});

test("images as bytes, odd names and halves of letters are taken as they are", async () => {
  const window = await openWindow(SETTINGS);
  const image = { role: "user", content: [{ type: "image", image: new Uint8Array(1 << 20), mediaType: "image/png" }] };
  const odd = FORMATS.ai_sdk.step("c9", "half \ud83d").map((message) => ({ ...message, providerOptions: JSON.parse('{"a":{"__proto__":1}}') }));
  const messages = [...conversation(FORMATS.ai_sdk), image, ...odd];
  const fitted = window.fit(messages, "ai_sdk");
  assert.equal(fitted.at(-3), image);
  assert.deepEqual(fitted.at(-1), odd[1]);
  window.fit(messages, "ai_sdk");
  assert.equal(window.last.nPushed, 0);
  messages[messages.length - 3] = { ...image, content: [{ ...image.content[0], image: new Uint8Array(2) }] };
  window.fit(messages, "ai_sdk");
  assert.equal(window.last.nPushed, 3);
});

test("screenshots leave, and come back as they were, whether they are bytes or base 64", async () => {
  const window = await openWindow({ maxTokens: 20_000 });
  const screen = (at) => Uint8Array.from({ length: 30_000 }, (_, place) => (place * at) % 251);
  const base64 = (bytes) => Buffer.from(bytes).toString("base64");
  const messages = [{ role: "user", content: "Look at it, and go on looking." }];
  for (let at = 1; at <= 40; at++) {
    const image = at % 2 > 0 ? screen(at) : base64(screen(at));
    messages.push({ role: "assistant", content: [{ type: "tool-call", toolCallId: `c${at}`, toolName: "look", input: {} }] });
    messages.push({ role: "tool", content: [{ type: "tool-result", toolCallId: `c${at}`, toolName: "look", output: { type: "text", value: "seen" } }] });
    messages.push({ role: "user", content: [{ type: "image", image, mediaType: "image/png" }] });
    window.fit(messages, "ai_sdk");
    assert.ok(window.last.tokensAfter <= 20_000);
  }
  const edits = window.last.edits.filter(({ pointer }) => pointer === "/content/0");
  assert.ok(edits.length > 20, `${edits.length}`);
  for (const { id, message } of edits) {
    const { text, original } = window.restore(id);
    assert.equal(text, "image/png, 30 KB");
    assert.equal(JSON.parse(original).image, base64(screen(message / 3)));
  }
});

test("what cannot be fitted, restored or opened is refused by its class, and has changed nothing", async () => {
  let now = T0;
  const window = await openWindow({ ...SETTINGS, now: () => now });
  const messages = conversation(anthropic);
  window.fit(messages, "anthropic");
  const { id } = window.last.edits[0];
  const statusBefore = window.status();
  assert.throws(() => window.fit("messages", "anthropic"), InvalidError);
  assert.throws(() => window.fit(messages, "Anthropic"), InvalidError);
  assert.throws(() => window.fit([...messages, { role: "user", content: [{ type: "tool_result", tool_use_id: "x", content: "" }] }], "anthropic"), InvalidError);
  assert.throws(() => window.fit([...messages, { role: "user", content: 1n }], "anthropic"), InvalidError);
  assert.throws(() => window.fit([...messages, undefined], "anthropic"), InvalidError);
  const circle = { role: "user" };
  circle.content = [circle];
  assert.throws(() => window.fit([...messages, circle], "anthropic"), InvalidError);
  assert.throws(() => window.restore("0000000000000"), UnknownError);
  assert.throws(() => window.pin(["nothing"]), UnknownError);
  assert.throws(() => window.reportUsage(-1), InvalidError);
  assert.throws(() => window.setRelevance({ [id]: 2 }), InvalidError);
  assert.throws(() => window.snapshots({ limit: 101 }), InvalidError);
  assert.deepEqual(window.status(), statusBefore);
  now += 8 * 24 * 3_600_000;
  assert.throws(() => window.restore(id), (error) => error instanceof ExpiredError && error.details === id);
  await assert.rejects(openWindow({ maxTokens: 1 }), InvalidError);
  await assert.rejects(openWindow({ tokenCap: 1 }), InvalidError);
  await assert.rejects(openWindow({ saved: Uint8Array.of(1, 2, 3) }), InvalidError);
  await assert.rejects(openWindow({ now: 7 }), InvalidError);
});

test("a model has back what was pruned, a part at a time", async () => {
  const window = await openWindow({ ...SETTINGS, now: () => T0 });
  const format = FORMATS.anthropic;
  const stub = format.result(window.fit(conversation(format), "anthropic"), "c0");
  const restore = restoreTool(window);
  assert.deepEqual([restore.name, restore.parameters.required], ["restore", ["id"]]);
  const id = /^\[pruned ([0-9a-z]{13})/.exec(stub)[1];
  assert.equal(await restore.execute({ id }), long("c0"));
  assert.equal(await restore.execute({ id, skip: 10 }), long("c0").slice(10));
  assert.match(await restore.execute({ id, skip: 1e6 }), /^skip: from 0 to /);
  assert.match(await restore.execute({ id: "0000000000000" }), /nothing is called/);
  assert.match(await restore.execute({ id: "nonsense" }), /nothing is called/);
  const huge = { restore: () => ({ text: "x".repeat(45_000) }) };
  const parts = [0, 20_000, 40_000].map((skip) => restoreTool(huge).execute({ id, skip }));
  const ends = (await Promise.all(parts)).map((part) => part.slice(20_000));
  assert.deepEqual(ends, ["\n[25000 more characters: skip=20000]", "\n[5000 more characters: skip=40000]", ""]);
  assert.throws(() => restoreTool({}), { code: "invalid" });
});

test("what left into a recap is listed after a new start too, before anything is fitted, and as models ask for it", async () => {
  const settings = { maxTokens: 8_000, now: () => T0 };
  const window = await openWindow(settings);
  const messages = conversation(anthropic, 60);
  const [range] = /[0-9a-z]{13}\.\.[0-9a-z]{13}/.exec(JSON.stringify(window.fit(messages, "anthropic")));
  const listed = window.restore(`${range} *`).text.split("\n");
  const reopened = await openWindow({ ...settings, saved: window.save() });
  const restore = restoreTool(reopened);
  for (const id of [range, range.toUpperCase(), `[${range}]`]) {
    const lines = (await restore.execute({ id: `${id} *` })).split("\n");
    assert.ok(lines.length > 20 && lines.every((line) => listed.includes(line)), `${id}: ${lines[0]}`);
    for (const line of lines) assert.equal(reopened.restore(line.slice(0, 13)).text, window.restore(line.slice(0, 13)).text);
  }
  assert.match(restore.description, /\[recap …\]/);
});

test("a conversation that cannot be brought under its budget names the floor", async () => {
  const window = await openWindow({ maxTokens: 1_000 });
  const messages = [{ role: "user", content: long("a") + long("b") + long("c") }];
  assert.throws(() => window.fit(messages, "anthropic"), (error) => error instanceof FloorError && error.details.actual > error.details.limit && error.details.limit === 1_000);
  assert.equal(window.fit([{ role: "user", content: "shorter" }], "anthropic").length, 1);
});

test("pins, tasks, snapshots, explanations, relevance, learnings and what a provider counted", async () => {
  const window = await openWindow({ ...SETTINGS, now: () => T0 });
  const messages = conversation(anthropic, 2);
  window.fit(messages, "anthropic");
  window.setTask("shelf");
  window.snapshot();
  const [demand, task] = window.snapshots().snapshots;
  assert.ok(window.snapshots({ limit: 1 }).hasMore && !window.snapshots().hasMore);
  assert.deepEqual([demand.reason, task.reason, demand.task, demand.time], ["demand", "task_switch", "shelf", T0]);
  const pinned = window.alreadyVisible(long("c0")).id;
  window.pin([pinned]);
  window.setRelevance({ [pinned]: 0.5 });
  const grown = [...messages, ...conversation(anthropic).slice(5)];
  const fitted = window.fit(grown, "anthropic");
  assert.equal(anthropic.result(fitted, "c0"), long("c0"));
  const [firstEdit] = window.last.edits;
  assert.equal(window.explain(firstEdit.id).item.fate, "pruned");
  assert.deepEqual([window.findSnapshot().number, window.findSnapshot(2).reason], [window.last.snapshot, "demand"]);
  assert.equal(window.findSnapshot(99), undefined);
  assert.equal(window.explain(firstEdit.id).snapshot, window.last.snapshot);
  assert.equal(window.explain("0000000000000"), undefined);
  const newest = window.learnings({ limit: 1 });
  assert.ok(window.learnings().learnings.length > 1 && newest.learnings.length === 1 && newest.hasMore);
  const { tokens } = window.status();
  window.reportUsage(tokens + 500);
  assert.equal(window.status().tokens, tokens + 500);
  JSON.stringify([window.status(), window.last, window.snapshots(), window.learnings()]);
  window.end();
  assert.deepEqual([window.status().nItems, window.status().nPrunes], [0, 0]);
  assert.throws(() => window.restore(firstEdit.id), UnknownError);
});

test("a conversation of 10,000 messages is fitted, grows, and is not gone through letter by letter again", { timeout: 300_000 }, async () => {
  const window = await openWindow({ maxTokens: 1_000_000 });
  const messages = conversation(anthropic, 4_999);
  assert.equal(messages.length, 10_000);
  const fitted = window.fit(messages, "anthropic");
  assert.ok(window.last.nPruned > 0 && window.last.tokensAfter < 1_000_000);
  const moreMessages = [...messages, ...anthropic.step("last", long("last"))];
  assert.equal(window.fit(moreMessages, "anthropic").at(-1), moreMessages.at(-1));
  assert.equal(window.last.nPushed, 2);
  assert.equal(fitted[1] === messages[1], !window.last.edits.some(({ message }) => message === 1));
});

/** The bytes of a module with at most `maxPages` pages of 64 KiB of memory: it traps if it needs more. */
function confined(bytes, maxPages) {
  const number = (value) => (value < 128 ? [value] : [(value & 127) | 128, ...number(value >> 7)]);
  const read = (at) => {
    let [value, shift] = [0, 0];
    for (;;) {
      const byte = bytes[at++];
      value |= (byte & 127) << shift;
      shift += 7;
      if (byte < 128) return { value, at };
    }
  };
  for (let at = 8; at < bytes.length; ) {
    const length = read(at + 1);
    if (bytes[at] === MEMORY_SECTION) {
      // One memory, without a largest size so far.
      const min = read(length.at + 2).value;
      const content = [1, 1, ...number(min), ...number(maxPages)];
      return Buffer.concat([bytes.subarray(0, at + 1), Buffer.from([...number(content.length), ...content]), bytes.subarray(length.at + length.value)]);
    }
    at = length.at + length.value;
  }
  throw new Error("the module has no memory");
}
const MEMORY_SECTION = 5;

test("a window whose component runs out of memory goes on from what it had kept", async () => {
  const module = confined(readFileSync(new URL("../dist/windows.wasm", import.meta.url)), 128);
  const window = await openWindow({ ...SETTINGS, module, now: () => T0 });
  const messages = conversation(anthropic);
  const fitted = window.fit(messages, "anthropic");
  const { edits } = window.last;
  assert.throws(() => window.fit([...messages, { role: "user", content: "x".repeat(6 << 20) }], "anthropic"), (error) => error instanceof ComponentError && /goes on from what it had kept/.test(error.message));
  assert.equal(window.restore(edits[0].id).text, long("c0"));
  assert.deepEqual(window.status().nPruned, edits.length);
  assert.deepEqual(window.fit(messages, "anthropic"), fitted);
  assert.deepEqual([window.last.nPushed, window.last.nPruned], [0, 0]);
});

test("messages of no known format are pushed in parts, and those that are kept as texts come back as such", async () => {
  const window = await openWindow({ ...SETTINGS, now: () => T0 });
  const parts = Array.from({ length: N_STEPS }, (_, at) => [
    { kind: "call", message: 2 * at + 1, text: "{}", form: "fixed", tool: "read", callId: `c${at}` },
    { kind: "tool_result", message: 2 * at + 2, text: long(`c${at}`), callId: `c${at}` },
  ]).flat();
  const pushed = window.push([{ kind: "user", message: 0, text: "Mend the shelf." }, ...parts]);
  assert.deepEqual([pushed.nNew, pushed.nItems, pushed.editedFrom], [13, 13, undefined]);
  const { edits, nPruned } = window.prune();
  assert.ok(nPruned > 0 && edits.length === nPruned);
  assert.match(edits[0].replacement, /^\[pruned /);
  assert.equal(window.restore(edits[0].id).text, long("c0"));
  assert.throws(() => window.push([{ kind: "user", message: 20, text: "", colour: 1 }]), InvalidError);
  for (const wrongMembers of [{ kind: "nothing" }, { text: 7 }, { text: "\ud83d" }, { message: -1 }, { tokens: 0.5 }, { time: 0.5 }, { dependencies: [1] }, { isPinned: 1 }]) {
    assert.throws(() => window.push([{ kind: "user", message: 20, text: "", ...wrongMembers }]), InvalidError);
  }
  assert.equal(window.status().nItems, 13);

  const otherWindow = await openWindow({ ...SETTINGS, now: () => T0 });
  const messages = conversation(anthropic);
  const text = JSON.stringify(messages).replace("[", "[ \n");
  assert.equal(otherWindow.pushMessages("anthropic", text).nItems, messages.length + N_STEPS);
  const edited = otherWindow.editMessages(text, otherWindow.prune().edits);
  assert.deepEqual(JSON.parse(edited), (await openWindow({ ...SETTINGS, now: () => T0 })).fit(messages, "anthropic"));
  assert.equal(edited.slice(0, 60), text.slice(0, 60));
  // One may be turned to the other way: what was pushed is the same.
  otherWindow.fit(messages, "anthropic");
  assert.equal(otherWindow.last.nPruned, 0);
});
