// An agent on the SDK's mock model that reads one file after the other; records the prompts, and checks that a provider would accept them.

import assert from "node:assert/strict";

import * as seven from "ai";
import * as sevenTest from "ai/test";
import * as six from "ai-6";
import * as sixTest from "ai-6/test";

/** The functions and the mock model of each supported major version of the SDK. */
export const MAJORS = {
  7: { sdk: seven, Model: sevenTest.MockLanguageModelV4 },
  6: { sdk: six, Model: sixTest.MockLanguageModelV3 },
};

/** About 750 tokens of text; no two names give the same. */
export const long = (name) => Array.from({ length: 60 }, (_, at) => `${name} line ${at}: a result of a tool`).join("\n");

/** The tokens that the model reports. Windows count differently, so that their estimates are corrected. */
const tokensOf = (prompt) => Math.ceil(JSON.stringify(prompt).length / 4);

/**
 * A model that makes one tool call in each of `nSteps` steps, by default of `read`, and then says that it is done. It reports `perToken` times
 * the tokens of `tokensOf`. `sent` are the prompts that it got, `counted` the tokens that it reported for each.
 */
export function scripted(Model, { nSteps, perToken = 1, tell = true, name = "c", call: madeCall }) {
  const [sent, counted] = [[], []];
  const answer = (prompt) => {
    const at = prompt.filter(({ role }) => role === "tool").length;
    sent.push(structuredClone(prompt));
    counted.push(tokensOf(prompt) * perToken);
    const isDone = at >= nSteps;
    const { toolName, input } = madeCall ?? { toolName: "read", input: { path: `${name}${at}` } };
    const call = { type: "tool-call", toolCallId: `${name}${at}`, toolName, input: JSON.stringify(input) };
    const total = tell ? counted.at(-1) : undefined;
    return {
      content: isDone ? [{ type: "text", text: "Done." }] : [call],
      finishReason: { unified: isDone ? "stop" : "tool-calls", raw: undefined },
      // Nearly all of it was read from the cache, which is counted too.
      usage: { inputTokens: { total, noCache: 1, cacheRead: total && total - 1, cacheWrite: 0 }, outputTokens: { total: 9, text: 9, reasoning: 0 } },
      warnings: [],
    };
  };
  const model = new Model({
    doGenerate: async ({ prompt }) => answer(prompt),
    doStream: async ({ prompt }) => {
      const { content, finishReason, usage } = answer(prompt);
      const text = content[0].type === "text" ? [{ type: "text-start", id: "t" }, { type: "text-delta", id: "t", delta: "Done." }, { type: "text-end", id: "t" }] : content;
      return { stream: ReadableStream.from([{ type: "stream-start", warnings: [] }, ...text, { type: "finish", finishReason, usage }]) };
    },
  });
  return { model, sent, counted };
}

/** The tool `read` of the model: returns the text of a path, or throws what `onRead` throws. */
export function tools(sdk, onRead = () => undefined) {
  const inputSchema = sdk.jsonSchema({ type: "object", properties: { path: { type: "string" } }, required: ["path"] });
  const execute = async ({ path }) => {
    onRead(path);
    return long(path);
  };
  return { read: sdk.tool({ description: "Reads a file.", inputSchema, execute }) };
}

/** The answer of an agent, its steps, and the messages to append to the conversation. */
const ended = async (result) => {
  const [text, steps, response] = await Promise.all([result.text, result.steps, result.response]);
  return { text, steps, messages: (await result.responseMessages) ?? response.messages };
};

/** Runs an agent to its end by each function of the SDK that can. */
export const WAYS = {
  generateText: async (sdk, { nSteps, ...settings }) => {
    return ended(await sdk.generateText({ ...settings, stopWhen: sdk.stepCountIs(nSteps + 1) }));
  },
  streamText: async (sdk, { nSteps, ...settings }) => {
    let fault;
    const result = sdk.streamText({ ...settings, stopWhen: sdk.stepCountIs(nSteps + 1), onError: ({ error }) => void (fault = error) });
    await result.consumeStream();
    if (fault !== undefined) throw fault;
    return ended(result);
  },
  ToolLoopAgent: async (sdk, { nSteps, messages, system, ...settings }) => {
    const agent = new sdk.ToolLoopAgent({ ...settings, instructions: system, stopWhen: sdk.stepCountIs(nSteps + 1) });
    return ended(await agent.generate({ messages }));
  },
};

/** The text of each tool result in a prompt, by its call. Fails unless the results of each message's calls are in the next message. */
export function resultsOf(prompt) {
  const results = {};
  prompt.forEach(({ role, content }, at) => {
    if (role === "tool") assert.equal(prompt[at - 1].role, "assistant");
    const calls = role === "assistant" ? content.filter(({ type }) => type === "tool-call") : [];
    if (calls.length === 0) return;
    const answers = prompt[at + 1].content;
    assert.deepEqual(answers.map(({ toolCallId }) => toolCallId), calls.map(({ toolCallId }) => toolCallId));
    for (const { toolCallId, output } of answers) {
      assert.ok(!(toolCallId in results), `${toolCallId} is answered twice`);
      results[toolCallId] = output.value;
    }
  });
  return results;
}

/** The id that a stub names. */
export const idIn = (text) => /^\[pruned ([0-9a-z]{13})/.exec(text)?.[1];
