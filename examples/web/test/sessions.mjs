// Sessions for the tests of the page "Context window": one conversation in every format, and functions that open the page and files.

import { gzipSync } from "node:zlib";

/** About 750 tokens of text; no two names give the same. */
export const long = (name) => Array.from({ length: 60 }, (_, at) => `${name} line ${at}: a result of a tool`).join("\n");

const FORMATS = {
  anthropic: {
    user: (text) => ({ role: "user", content: text }),
    step: (id, text) => [
      { role: "assistant", content: [{ type: "text", text: "I look." }, { type: "tool_use", id, name: "read", input: { path: `${id}.py` } }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: text }] },
    ],
  },
  chat: {
    user: (text) => ({ role: "user", content: text }),
    step: (id, text) => [
      { role: "assistant", content: null, tool_calls: [{ id, type: "function", function: { name: "read", arguments: `{"path":"${id}.py"}` } }] },
      { role: "tool", tool_call_id: id, content: text },
    ],
  },
  responses: {
    user: (text) => ({ role: "user", content: text }),
    step: (id, text) => [
      { type: "function_call", call_id: id, name: "read", arguments: `{"path":"${id}.py"}` },
      { type: "function_call_output", call_id: id, output: text },
    ],
  },
  sdk: {
    user: (text) => ({ role: "user", content: text }),
    step: (id, text) => [
      { role: "assistant", content: [{ type: "tool-call", toolCallId: id, toolName: "read", input: { path: `${id}.py` } }] },
      { role: "tool", content: [{ type: "tool-result", toolCallId: id, toolName: "read", output: { type: "text", value: text } }] },
    ],
  },
  langchain: {
    user: (text) => ({ type: "human", content: text }),
    step: (id, text) => [
      { type: "ai", content: "", tool_calls: [{ id, name: "read", args: { path: `${id}.py` }, type: "tool_call" }] },
      { type: "tool", tool_call_id: id, content: text },
    ],
  },
};

/** A conversation of `nSteps` calls with their results, between two messages of the user. */
export function conversation(format, nSteps = 6) {
  const { user, step } = FORMATS[format];
  return [user("Mend the shelf."), ...Array.from({ length: nSteps }, (_, at) => step(`c${at}`, long(`c${at}`))).flat(), user("Go on.")];
}

/** A transcript: a line for each message, in an entry, and two lines that are no messages of the conversation. */
export function transcript(messages) {
  const entries = messages.map((message, at) => ({ type: message.role, timestamp: new Date(1_800_000_000_000 + at * 60_000).toISOString(), message }));
  const otherEntries = [{ type: "summary", summary: "Shelves" }, { ...entries[0], isSidechain: true }];
  return [...otherEntries, ...entries].map((entry) => JSON.stringify(entry)).join("\n") + "\n";
}

/** The name and the content of each file, and the format and number of messages that the page must show. */
export const FILES = [
  ["list.json", JSON.stringify(conversation("anthropic")), "Anthropic Messages, 14 messages"],
  ["request.json", JSON.stringify({ model: "m", system: "Be brief.", messages: conversation("anthropic") }), "Anthropic Messages, 14 messages"],
  ["transcript.jsonl", transcript(conversation("anthropic")), "Anthropic Messages, 14 messages"],
  ["transcript.jsonl.gz", gzipSync(transcript(conversation("anthropic"))), "Anthropic Messages, 14 messages"],
  ["lines.jsonl", conversation("chat").map((message) => JSON.stringify(message)).join("\n"), "OpenAI Chat Completions, 14 messages"],
  ["items.json", JSON.stringify({ instructions: "Be brief.", input: conversation("responses") }), "OpenAI Responses, 14 messages"],
  ["sdk.json.gz", gzipSync(JSON.stringify(conversation("sdk"))), "Vercel AI SDK, 14 messages"],
  ["langchain.json", JSON.stringify(conversation("langchain")), "LangChain, 14 messages"],
];

/** Opens the page "Context window" by its link, and waits for it. */
export async function openWindowPage(browser, options) {
  const opened = await browser.page(options);
  await opened.page.getByRole("link", { name: "Context window" }).click();
  await opened.page.getByRole("heading", { name: "Drop a recorded session here" }).waitFor();
  return opened;
}

/** Opens the sample, and waits until all policies are compared. */
export async function openSampleSession(page) {
  await page.getByRole("button", { name: "Try the sample" }).click();
  await page.getByRole("slider", { name: "Request" }).waitFor();
  await waitForComparison(page);
}

/** Waits until the table has the figures of each policy. */
export async function waitForComparison(page) {
  await page.locator('.comparison[aria-busy="false"]').waitFor();
}

/** Chooses a file: a path on the disk, or a name with its content. */
export async function openFile(page, file) {
  const button = page.getByRole("button", { name: /^(?:Choose a file|Another session)$/ });
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), button.click()]);
  const [name, content] = file;
  await chooser.setFiles(typeof file === "string" ? file : { name, mimeType: "application/json", buffer: Buffer.from(content) });
}
