// Reads an agent's messages as what was said, what was called and what was answered, whatever the library that they are of.
//
// Not here: what of it is recorded (`capture.ts`). `bindings-python/python/scrubjay/_conversation.py` reads the same.

import type { MessageFormat } from "../generated/types.js";
import { jsonOf } from "../options.js";

/** JSON, as it is looked into. */
type Json = Record<string, unknown>;

/** A turn. */
export interface Said {
  role: "user" | "assistant";
  text: string;
  model?: string | undefined;
  tokens?: number | undefined;
}

/** A call that a model asked for. */
export interface Called {
  call: string;
  tool: string;
  arguments: unknown;
  contextTokens?: number | undefined;
}

/** What became of a call. */
export interface Answered {
  answers: string;
  text: string;
  /** Undefined where nobody said. */
  success?: boolean | undefined;
  refused?: boolean | undefined;
}

export type Part = Said | Called | Answered;

const TEXTS = ["text", "input_text", "output_text"];

/** Where each kind of call has its id, its tool and its arguments. */
const CALLS: Record<string, readonly [string, string, string]> = {
  tool_use: ["id", "name", "input"],
  tool_call: ["id", "name", "args"],
  "tool-call": ["toolCallId", "toolName", "input"],
  function_call: ["call_id", "name", "arguments"],
  custom_tool_call: ["call_id", "name", "input"],
};

/** Where each kind of result has its call's id and what the tool gave. */
const RESULTS: Record<string, readonly [string, string]> = {
  tool_result: ["tool_use_id", "content"],
  "tool-result": ["toolCallId", "output"],
  function_call_output: ["call_id", "output"],
  custom_tool_call_output: ["call_id", "output"],
};

const ROLES: Record<string, "user" | "assistant" | "tool"> = { human: "user", user: "user", ai: "assistant", assistant: "assistant", tool: "tool", function: "tool" };
/** Classes of LangChain, those of pieces (`AIMessageChunk`) included. */
const CLASSES: Record<string, string> = { HumanMessage: "user", AIMessage: "assistant", ToolMessage: "tool" };

/** What the messages hold, in their order. What has no known shape is passed over. */
export function partsOf(messages: readonly unknown[], format: MessageFormat): Part[] {
  const asked = new Map<string, string>();
  return messages.flatMap((given) => {
    const message = plain(given);
    if (!isObject(message)) return [];
    return [...ofMessage(format === "langchain" ? unwrapped(message) : message), ...denied(message, asked)];
  });
}

/** A text, or JSON as such. */
export function jsonText(value: unknown): string {
  return typeof value === "string" ? value : value === undefined || value === null ? "" : jsonOf(value, "messages");
}

/** The text of a content, or of what a tool gave. */
export function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (Array.isArray(content)) return content.map((block) => (typeof block === "string" ? block : blockText(block))).filter((text) => text !== "").join("\n");
  return jsonText(content);
}

/** JSON of an object of a library's class, which knows its own. */
function plain(given: unknown): unknown {
  const json = jsonOf(given, "messages");
  return json === "" ? undefined : JSON.parse(json);
}

/** A message of LangChain without what it is serialized in. */
function unwrapped(message: Json): Json {
  let [inner, role]: [Json, unknown] = [message, message["role"] || message["type"]];
  if (isObject(message["kwargs"])) {
    const id = listOf(message["id"]);
    [inner, role] = [message["kwargs"], own(CLASSES, String(id.at(-1) ?? "").replace(/Chunk$/, ""))];
  } else if (isObject(message["data"])) inner = message["data"];
  const said = objectOf(inner["response_metadata"]);
  const usage = inner["usage"] || inner["usage_metadata"];
  return { ...inner, usage, model: inner["model"] || said["model_name"] || said["model"], role, type: "message" };
}

function ofMessage(message: Json): Part[] {
  // What a program wrote of turns that were recorded.
  if (objectOf(message["additional_kwargs"])["lc_source"] === "summarization") return [];
  const usage = objectOf(message["usage"]);
  const role = own(ROLES, String(message["role"] || ""));
  const { content, tool_call_id: call } = message;
  if (role === "tool" && typeof call === "string") {
    const success = own({ success: true, error: false }, String(message["status"]));
    return [{ answers: call, text: textOf(content), success }];
  }
  // Of OpenAI's responses a call or a result is an item beside the messages.
  const given = Array.isArray(content) ? content : role === "tool" ? [] : [message];
  const blocks = given.filter(isObject);
  const text = typeof content === "string" || Array.isArray(content) ? textOf(content) : "";
  const said = role === "user" ? { role, text } : { role: "assistant" as const, text, model: nameOf(message["model"]), tokens: countOf(usage["output_tokens"]) };
  const isSaid = (role === "user" || role === "assistant") && text.trim() !== "";
  return [...blocks.flatMap(answered), ...(isSaid ? [said] : []), ...called(message, blocks, countOf(usage["input_tokens"]))];
}

function called(message: Json, blocks: readonly Json[], contextTokens: number | undefined): Called[] {
  const known = new Set<unknown>();
  return [...beside(message), ...blocks].flatMap((call) => {
    const names = own(CALLS, String(call["type"]));
    if (names === undefined) return [];
    const [id, tool, given] = names.map((name) => call[name]);
    // LangChain has a call in the content, as the provider said it, and beside it, as it runs.
    if (typeof tool !== "string" || tool === "" || (id && known.has(id))) return [];
    known.add(id);
    return [{ call: nameOf(id), tool, arguments: parsed(given ?? call["args"]), contextTokens }];
  });
}

/** Calls beside the content, in one form. */
function beside(message: Json): Json[] {
  return listOf(message["tool_calls"]).filter(isObject).map((call) => {
    const made = objectOf(call["function"] || call["custom"] || call);
    const name = ["arguments", "input", "args"].find((name) => name in made);
    return { type: "tool_call", id: call["id"], name: made["name"], args: name && made[name] };
  });
}

function answered(block: Json): Answered[] {
  const names = own(RESULTS, String(block["type"]));
  if (names === undefined) return [];
  const [answers, given] = [nameOf(block[names[0]]), block[names[1]]];
  if (block["type"] === "tool_result") return [{ answers, text: textOf(given), success: !block["is_error"] }];
  if (block["type"] !== "tool-result") return [{ answers, text: textOf(given) }];
  const output = objectOf(given);
  const kind = String(output["type"]);
  if (kind === "execution-denied") return [{ answers, text: textOf(output["reason"]), refused: true }];
  const text = (kind === "content" ? textOf : jsonText)(output["value"]);
  return [{ answers, text, success: !kind.startsWith("error") }];
}

/** Calls that a person was asked for and did not let run; `asked` has the call of each question so far. */
function denied(message: Json, asked: Map<string, string>): Answered[] {
  return listOf(message["content"]).filter(isObject).flatMap((block) => {
    const id = nameOf(block["approvalId"]);
    if (block["type"] === "tool-approval-request") asked.set(id, nameOf(block["toolCallId"]));
    const answers = asked.get(id);
    if (block["type"] !== "tool-approval-response" || block["approved"] !== false || answers === undefined) return [];
    return [{ answers, text: nameOf(block["reason"]), refused: true }];
  });
}

function blockText(block: unknown): string {
  return isObject(block) && TEXTS.includes(String(block["type"])) ? nameOf(block["text"]) : "";
}

/** Some providers write arguments as a text of JSON. */
function parsed(given: unknown): unknown {
  try {
    return typeof given === "string" ? JSON.parse(given) : given;
  } catch {
    return given;
  }
}

/** A member of a table: what messages say may have the name of one that every object has. */
function own<T>(table: Record<string, T>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function isObject(given: unknown): given is Json {
  return typeof given === "object" && given !== null && !Array.isArray(given);
}

function objectOf(given: unknown): Json {
  return isObject(given) ? given : {};
}

function listOf(given: unknown): unknown[] {
  return Array.isArray(given) ? given : [];
}

function nameOf(given: unknown): string {
  return typeof given === "string" ? given : "";
}

/** A count of tokens; a provider that counts nothing says nothing, or 0. */
export function countOf(given: unknown): number | undefined {
  return Number.isSafeInteger(given) && (given as number) > 0 && (given as number) < 2 ** 32 ? (given as number) : undefined;
}
