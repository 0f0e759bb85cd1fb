// Recognizes the format of messages by their shape, and which of them the model wrote.
//
// Not here: reading the parts of messages, which the package does.

import type { MessageFormat } from "scrubjay/window";

/** A JSON object's members by name. */
export type Fields = Readonly<Record<string, unknown>>;

const ROLES = new Set(["system", "developer", "user", "assistant", "tool", "function"]);
/** The values of `type` in LangChain's messages, which have it in place of a role. */
const LANGCHAIN_TYPES = new Set(["human", "ai", "system", "tool", "function", "chat", "HumanMessageChunk", "AIMessageChunk"]);
/** Types of content blocks that only one format has. */
const OF_BLOCKS: Readonly<Record<string, MessageFormat>> = {
  tool_use: "anthropic",
  tool_result: "anthropic",
  thinking: "anthropic",
  redacted_thinking: "anthropic",
  "tool-call": "ai_sdk",
  "tool-result": "ai_sdk",
  reasoning: "ai_sdk",
  input_text: "openai_responses",
  output_text: "openai_responses",
};
/** The types of items in OpenAI Responses that the model wrote; and those of all items without a role. */
const OF_MODEL = /^(?:reasoning|.*_call)$/;
const OF_RESPONSES = /^(?:reasoning|item_reference|.*_call|.*_call_output)$/;

/** The value as a JSON object; undefined for any other value. */
export function fields(value: unknown): Fields | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

/** Whether a value has the shape of a message in one of the five formats. */
export function isMessage(value: unknown): value is Fields {
  const message = fields(value);
  if (message === undefined) return false;
  const { role, type } = message;
  if (typeof role === "string") return ROLES.has(role) && ("content" in message || "tool_calls" in message);
  return isOfLangchain(message) || (typeof type === "string" && OF_RESPONSES.test(type));
}

/** The format of messages. If several are possible, returns one of them: all read these messages in the same way. */
export function formatOf(messages: readonly Fields[], request: Fields | undefined): MessageFormat {
  for (const message of messages) {
    const toldFormat = toldBy(message);
    if (toldFormat !== undefined) return toldFormat;
  }
  if (request?.["input"] !== undefined) return "openai_responses";
  if (request?.["system"] !== undefined) return "anthropic";
  return messages.some(({ role }) => role !== "user" && role !== "assistant") ? "openai_chat" : "anthropic";
}

/** Whether the model wrote a message. */
export function isOfModel(message: Fields): boolean {
  const { role, type, id } = message;
  if (typeof role === "string") return role === "assistant";
  if (message["lc"] !== undefined) return Array.isArray(id) && /^AIMessage/.test(String(id.at(-1)));
  return typeof type === "string" && (type === "ai" || type === "AIMessageChunk" || OF_MODEL.test(type));
}

/** The only format that has such a message; undefined if several have it. */
function toldBy(message: Fields): MessageFormat | undefined {
  if (typeof message["role"] !== "string") return isOfLangchain(message) ? "langchain" : "openai_responses";
  if (message["type"] === "message") return "openai_responses";
  if (message["tool_call_id"] !== undefined || Array.isArray(message["tool_calls"])) return "openai_chat";
  const { content } = message;
  for (const block of Array.isArray(content) ? content : []) {
    const kind = fields(block)?.["type"];
    const toldFormat = typeof kind === "string" ? OF_BLOCKS[kind] : undefined;
    if (toldFormat !== undefined) return toldFormat;
  }
  return undefined;
}

function isOfLangchain(message: Fields): boolean {
  if (message["lc"] !== undefined) return fields(message["kwargs"]) !== undefined;
  const { type } = message;
  return typeof type === "string" && LANGCHAIN_TYPES.has(type) && ("content" in message || fields(message["data"]) !== undefined);
}
