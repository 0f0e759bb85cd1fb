// A conversation of hundreds of steps by the SDK, with a model that answers by a script. The adapter fits each request, and a second window
// fits the whole conversation, for comparison.

import assert from "node:assert/strict";

import { fitting } from "scrubjay/ai-sdk";
import { openWindow } from "scrubjay/window";

import { WAYS } from "../ai-sdk/scripted.mjs";
import { judge, restorable } from "./judge.mjs";
import { N_OF_TURN, allowed, answerOf, askedAt, toolsOf } from "./script.mjs";

const SYSTEM = "You mend cases.";
const BEGIN = 1_700_000_000_000;
/** The milliseconds between two requests. */
const PAUSE = 20_000;
/**
 * After how many requests the test restores all pruned parts, which it also does after the last one. Pruned parts stay
 * pruned.
 */
const RESTORE_EVERY = 25;

/** The tokens that the model reports. Windows count differently, so that their estimates are corrected. */
const usageOf = (prompt) => {
  const total = Math.ceil(JSON.stringify(prompt).length / 4);
  return { inputTokens: { total, noCache: 1, cacheRead: total - 1, cacheWrite: 0 }, outputTokens: { total: 9, text: 9, reasoning: 0 } };
};

/** The SDK's mock model, which answers by a script. It adds each prompt to `sent`. */
function modelOf(Model, sent, script) {
  const answer = (prompt) => {
    const content = script(sent.length);
    sent.push(prompt);
    const isCalling = content.some(({ type, providerExecuted }) => type === "tool-call" && !providerExecuted);
    return { content, finishReason: { unified: isCalling ? "tool-calls" : "stop", raw: undefined }, usage: usageOf(prompt), warnings: [] };
  };
  const doStream = async ({ prompt }) => {
    const { content, warnings, ...finish } = answer(prompt);
    return { stream: ReadableStream.from([{ type: "stream-start", warnings }, ...content.flatMap(streamed), { type: "finish", ...finish }]) };
  };
  return new Model({ doGenerate: async ({ prompt }) => answer(prompt), doStream });
}

function streamed(part, at) {
  if (part.type !== "text" && part.type !== "reasoning") return [part];
  const { type, text, providerMetadata } = part;
  const id = `${type}${at}`;
  return [{ type: `${type}-start`, id, providerMetadata }, { type: `${type}-delta`, id, delta: text }, { type: `${type}-end`, id, providerMetadata }];
}

/** The prompt that the SDK makes of messages for a model. */
async function promptOf({ sdk, Model }, messages) {
  const sent = [];
  await sdk.generateText({ model: modelOf(Model, sent, () => [{ type: "text", text: "." }]), messages, system: SYSTEM, tools: toolsOf(sdk) });
  return sent[0];
}

/** The requests for approval in the model's last message. */
function asksIn(history) {
  const lastMessage = history.findLast(({ role }) => role !== "tool");
  return lastMessage?.role === "assistant" && Array.isArray(lastMessage.content) ? lastMessage.content.filter(({ type }) => type === "tool-approval-request") : [];
}

/** Marks only the last message as the end of the prompt cache, in place, as the providers recommend. */
function markLast(messages) {
  for (const message of messages) delete message.providerOptions;
  messages.at(-1).providerOptions = { anthropic: { cacheControl: { type: "ephemeral" } } };
}

const unmarked = ({ providerOptions, ...message }) => message;

/** Runs `nSteps` steps; the first `nFiles` messages of the user have a file each. Returns counts of requests and parts. */
export async function live(library, maxTokens, nSteps, nFiles) {
  const life = { nRequests: 0, nIds: 0, nGone: 0, most: 0 };
  const now = () => BEGIN + life.nRequests * PAUSE;
  const [window, plainWindow] = await Promise.all([1, 2].map(() => openWindow({ maxTokens, now })));
  const [sent, expected, history] = [[], new Map(), []];
  const model = modelOf(library.Model, sent, answerOf);
  let [unpruned, steps] = [];
  const fit = fitting(window, { system: SYSTEM, prepareStep: ({ messages }) => markLast((unpruned = messages)) });
  const prepareStep = async (step) => {
    const why = `request ${life.nRequests}`;
    const prepared = await fit(step);
    // Version 7 tells the conversation as it was, in other objects; version 6 gives it.
    const stepMessages = step.initialMessages ? [...step.initialMessages, ...step.responseMessages] : step.messages;
    assert.deepEqual(unpruned.map(unmarked), stepMessages.map(unmarked), why);
    if (steps === step.steps && steps.length > 0) plainWindow.reportUsage(steps.at(-1).usage.inputTokens);
    steps = step.steps;
    const systemAndMessages = [{ role: "system", content: SYSTEM }, ...unpruned];
    const expectedFit = plainWindow.fitWithPlaces(systemAndMessages, "ai_sdk");
    assert.deepEqual(prepared.messages, expectedFit.messages.slice(1), why);
    judge(expectedFit.messages);
    const nGone = systemAndMessages.length - expectedFit.places.length;
    const isLooked = life.nRequests % RESTORE_EVERY === 0 || life.nRequests + 1 === nSteps;
    if (isLooked) life.nIds += await restorable(plainWindow, systemAndMessages, expectedFit);
    if (isLooked || nGone > life.nGone) expected.set(life.nRequests, structuredClone(prepared.messages));
    life.nGone = nGone;
    life.most = Math.max(life.most, plainWindow.last.tokensAfter);
    life.nRequests++;
    return prepared;
  };
  const ways = Object.values(WAYS);
  for (let turn = 0; life.nRequests < nSteps; turn++) {
    const asks = asksIn(history);
    history.push(asks.length > 0 ? { role: "tool", content: asks.map(allowed) } : askedAt(life.nRequests, nFiles));
    const way = ways[turn % ways.length];
    const { messages } = await way(library.sdk, { model, tools: toolsOf(library.sdk), messages: history, system: SYSTEM, prepareStep, nSteps: N_OF_TURN - 1 });
    history.push(...messages);
  }
  for (const [at, messages] of expected) assert.deepEqual(sent[at], await promptOf(library, messages), `prompt ${at}`);
  return { ...life, nPrunes: plainWindow.status().nPrunes };
}
