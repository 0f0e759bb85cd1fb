// A conversation of hundreds of steps in a loop of one's own, in the formats of the providers' libraries. `fit` must edit messages as the
// component edits their JSON, the provider must accept the result, and every pruned part must be restorable.

import assert from "node:assert/strict";

import { openWindow } from "scrubjay/window";

import { idsIn, rangesIn } from "./judge.mjs";
import { N_OF_TURN, PICTURE, long } from "./script.mjs";

const BEGIN = 1_700_000_000_000;
const PAUSE = 20_000;
/**
 * After how many requests the test restores all pruned parts, which it also does after the last one. Pruned parts stay
 * pruned.
 */
const RESTORE_EVERY = 25;

const readCall = (id, lines) => ({ id, tool: "read", input: { path: `src/part_${id}.ts` }, result: long(id, lines) });
const failed = (id) => ({ id, tool: "bash", input: { command: `make ${id}` }, result: `error[E0308]: mismatched types in ${id}\n${long(id, 3)}`, isError: true });
const writeCall = (id) => ({ id, tool: "write", input: { path: `src/${id}.ts`, content: long(id, 9) }, result: "" });

/** The shapes of a step, by its number: a thought, a text, and calls with their results. */
const SHAPES = [
  (at) => ({ calls: [readCall(`c${at}`, 14)] }),
  (at) => ({ said: `Step ${at}: three at once.`, calls: [readCall(`a${at}`, 4), readCall(`b${at}`, 9), failed(`c${at}`)] }),
  (at) => ({ thought: `What does step ${at} need? ${long(`thought ${at}`, 2)}`, said: `So it is in ${at}.`, calls: [readCall(`c${at}`, 6)] }),
  (at) => ({ calls: [writeCall(`c${at}`), writeCall(`d${at}`)] }),
  (at) => ({ thought: `Thought ${at}.`, calls: [failed(`c${at}`)] }),
  (at) => ({ said: `Step ${at}.`, calls: [readCall(`c${at}`, at % 60 === 5 ? 50 : 18)] }),
];
const stepOf = (at) => ((at + 1) % N_OF_TURN === 0 ? { said: `The turn that ends with step ${at} is done.`, calls: [] } : SHAPES[at % SHAPES.length](at));

const partIfDefined = (value, part) => (value === undefined ? [] : [part(value)]);

/** For each format: the system prompt, a message of the user, the messages of a step, and a check of the provider's rules. */
export const FORMATS = {
  anthropic: {
    system: [],
    user: (text, hasFile) => ({ role: "user", content: hasFile ? [{ type: "text", text }, { type: "image", source: { type: "base64", media_type: "image/png", data: PICTURE } }] : text }),
    step: ({ thought, said, calls }) => [
      { role: "assistant", content: [...partIfDefined(thought, (thinking) => ({ type: "thinking", thinking, signature: "c2lnbmVk" })), ...partIfDefined(said, (text) => ({ type: "text", text })), ...calls.map(({ id, tool: name, input }) => ({ type: "tool_use", id, name, input }))] },
      ...(calls.length > 0 ? [{ role: "user", content: calls.map(({ id, result, isError }) => ({ type: "tool_result", tool_use_id: id, content: result, ...(isError && { is_error: true }) })) }] : []),
    ],
    judge(messages) {
      let open = [];
      for (const [at, { role, content }] of messages.entries()) {
        assert.equal(role, at % 2 === 0 ? "user" : "assistant", `message ${at}`);
        const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
        assert.ok(blocks.length > 0, `message ${at} is empty`);
        for (const { type, text } of blocks) assert.ok(type !== "text" || text.trim() !== "", `message ${at}: an empty text`);
        const answers = blocks.filter(({ type }) => type === "tool_result").map(({ tool_use_id: id }) => id);
        if (role === "user") assert.deepEqual(answers, open, `message ${at}`);
        open = blocks.filter(({ type }) => type === "tool_use").map(({ id }) => id);
      }
    },
  },
  openai_chat: {
    system: [{ role: "system", content: "You mend cases." }],
    user: (text) => ({ role: "user", content: [{ type: "text", text }] }),
    step: ({ said, calls }) => [
      { role: "assistant", content: said ?? null, ...(calls.length > 0 && { tool_calls: calls.map(({ id, tool: name, input }) => ({ id, type: "function", function: { name, arguments: JSON.stringify(input) } })) }) },
      ...calls.map(({ id, result }) => ({ role: "tool", tool_call_id: id, content: result })),
    ],
    judge(messages) {
      let open = [];
      let roleBefore = "";
      for (const [at, { role, content, tool_calls: calls, tool_call_id: id }] of messages.entries()) {
        if (role === "tool") {
          assert.equal(id, open.shift(), `message ${at}`);
          roleBefore = role;
          continue;
        }
        assert.deepEqual(open, [], `message ${at}: calls before it are not answered`);
        assert.notEqual(role, roleBefore, `message ${at}: two in a row`);
        roleBefore = role;
        assert.ok(calls?.length > 0 || content?.length > 0, `message ${at} says nothing`);
        for (const { function: calledFunction } of calls ?? []) assert.equal(typeof JSON.parse(calledFunction.arguments), "object");
        open = (calls ?? []).map((call) => call.id);
      }
      assert.deepEqual(open, []);
    },
  },
  openai_responses: {
    system: [{ role: "developer", content: "You mend cases." }],
    user: (text) => ({ role: "user", content: [{ type: "input_text", text }] }),
    step: ({ said, calls }) => [
      ...partIfDefined(said, (text) => ({ type: "message", role: "assistant", content: [{ type: "output_text", text }] })),
      ...calls.map(({ id, tool: name, input }) => ({ type: "function_call", call_id: id, name, arguments: JSON.stringify(input) })),
      ...calls.map(({ id, result }) => ({ type: "function_call_output", call_id: id, output: result })),
    ],
    judge(items) {
      const open = new Set();
      for (const [at, { type, call_id: id, arguments: given }] of items.entries()) {
        if (type === "function_call") assert.ok(typeof JSON.parse(given) === "object" && !open.has(id), `item ${at}`), open.add(id);
        if (type === "function_call_output") assert.ok(open.delete(id), `item ${at} answers no call`);
      }
      assert.equal(open.size, 0);
    },
  },
};

/** Every text in a value, and the JSON of every object. */
const textsIn = (value) => {
  const texts = new Set();
  JSON.stringify(value, (_, inner) => (texts.add(typeof inner === "string" ? inner : JSON.stringify(inner)), inner));
  return texts;
};

/** Runs `nSteps` steps with a window and no SDK. Returns counts of requests and parts. */
export async function livePlain(name, maxTokens, nSteps) {
  const { system, user, step, judge } = FORMATS[name];
  const life = { nRequests: 0, nIds: 0, nGone: 0, most: 0 };
  const window = await openWindow({ maxTokens, now: () => BEGIN + life.nRequests * PAUSE });
  const messages = [...system];
  for (let at = 0; at < nSteps; at++) {
    const turn = at / N_OF_TURN;
    if (at % N_OF_TURN === 0) messages.push(user(`Turn ${turn}: mend case_${turn}, and leave what is green as it is.`, turn < 2));
    const fitted = window.fitWithPlaces(messages, name);
    const { edits } = window.prune();
    fitted.messages.forEach((message, to) => assert.equal(message === messages[fitted.places[to]], !edits.some(({ message }) => message === fitted.places[to])));
    assert.deepEqual(fitted.messages, JSON.parse(window.editMessages(JSON.stringify(messages), edits)), `request ${at}`);
    judge(fitted.messages);
    const nGone = messages.length - fitted.places.length;
    if (at % RESTORE_EVERY === 0 || at + 1 === nSteps) life.nIds += await restored(window, messages, fitted, edits);
    Object.assign(life, { nGone, nRequests: at + 1, most: Math.max(life.most, window.last.tokensAfter) });
    messages.push(...step(stepOf(at)));
  }
  return { ...life, nPrunes: window.status().nPrunes };
}

/** Asserts that each edit restores a text of its message, and that a recap lists every message that was pruned whole. */
async function restored(window, messages, { messages: sent, places }, edits) {
  const textOf = (id) => window.restore(id).text;
  const ids = (await Promise.all(rangesIn(sent).map((range) => idsIn(window, range)))).flat();
  const listed = new Set(ids.map(textOf));
  for (const { message, id } of edits) {
    // Of an image its text says what it is, and its bytes are what stood there.
    const [messageTexts, { text, original }] = [textsIn(messages[message]), window.restore(id)];
    assert.ok(messageTexts.has(text) || messageTexts.has(original), `${id} of message ${message}`);
  }
  const stays = new Set(places);
  for (const [at, { role, content, output, arguments: given }] of messages.entries()) {
    if (stays.has(at)) continue;
    const blocks = Array.isArray(content) ? content : [{ text: content ?? output ?? given }];
    for (const { text, thinking, input, content } of blocks) {
      const saidText = text ?? thinking ?? content ?? (input && JSON.stringify(input));
      assert.ok(!saidText || listed.has(saidText), `message ${at} of ${role} left, and no recap leads to it: ${saidText}`);
    }
  }
  return ids.length + edits.length;
}
