// Reads a recorded session from a file: JSON or JSON Lines, also compressed by gzip.
//
// A file that is no session throws `Unreadable`, whose message tells the user what is wrong.

import type { MessageFormat } from "scrubjay/window";

import { type Fields, fields, formatOf, isMessage, isOfModel } from "./formats.js";

/** Thrown if a file is no session that can be shown. The message is a sentence for the user. */
export class Unreadable extends Error {}

/** The messages of a session. */
export interface Messages {
  format: MessageFormat;
  /** The request's member with the system prompt, `system` or `instructions`; undefined if it has none. */
  system: readonly [name: string, value: unknown] | undefined;
  list: readonly Fields[];
  /** When each message was written, in milliseconds since 1970, never decreasing; undefined if any time is missing. */
  times: readonly number[] | undefined;
  /** The indices of messages before which a request is sent: the first of each response, and the end if the model's response is due. */
  requests: readonly number[];
  nLeftOut: number;
}

/**
 * The most bytes of a session, packed or unpacked, which a page shows without delay. A day's work of an agent has a
 * tenth of that.
 */
const MAX_BYTES = 64_000_000;
/** The first bytes of every gzip file. */
const GZIP = [0x1f, 0x8b];
const BYTES_OF_MEGABYTE = 1_000_000;

/** Reads the messages of a session. Throws `Unreadable`. */
export async function readMessages(file: Blob, name: string): Promise<Messages> {
  if (file.size === 0) throw new Unreadable(`${name} is empty.`);
  if (file.size > MAX_BYTES) throw new Unreadable(tooLarge(`${name} has ${megabytes(file.size)}`));
  const text = await textOf(file, name);
  if (text.trim() === "") throw new Unreadable(`${name} is empty.`);
  return messagesOf(parsed(text, name), name);
}

async function textOf(file: Blob, name: string): Promise<string> {
  const firstBytes = new Uint8Array(await file.slice(0, GZIP.length).arrayBuffer());
  if (!GZIP.every((byte, at) => firstBytes[at] === byte)) return file.text();
  let nBytes = 0;
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      nBytes += chunk.byteLength;
      if (nBytes > MAX_BYTES) controller.error(new Unreadable(tooLarge(`${name} has more than that once it is unpacked`)));
      else controller.enqueue(chunk);
    },
  });
  const unpacked = file.stream().pipeThrough(new DecompressionStream("gzip")).pipeThrough(counting);
  try {
    return await new Response(unpacked).text();
  } catch (error) {
    if (nBytes > MAX_BYTES) throw new Unreadable(tooLarge(`${name} has more than that once it is unpacked`));
    throw new Unreadable(`${name} cannot be unpacked: it is damaged, or a part of it is missing. (${String(error)})`);
  }
}

function tooLarge(what: string): string {
  return `${what}; sessions of up to ${megabytes(MAX_BYTES)} are read here. A stretch of it, as JSON Lines, is read as well.`;
}

function megabytes(nBytes: number): string {
  return `${Math.round(nBytes / BYTES_OF_MEGABYTE).toLocaleString("en")} MB`;
}

/** The JSON value of a file, or the list of the values of its lines. */
function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const lines = text.split("\n").map((line, at) => [line, at + 1] as const).filter(([line]) => line.trim() !== "");
    if (lines.length < 2 || !isJson(lines[0]?.[0] ?? "")) throw new Unreadable(`${name} is not JSON: ${(error as Error).message}.`);
    return lines.map(([line, number]) => {
      try {
        return JSON.parse(line) as unknown;
      } catch (error) {
        throw new Unreadable(`Line ${number} of ${name} is not JSON: ${(error as Error).message}.`);
      }
    });
  }
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

function messagesOf(value: unknown, name: string): Messages {
  const request = fields(value);
  const members = [request?.["messages"], request?.["input"]].find(Array.isArray) as unknown[] | undefined;
  const entries = Array.isArray(value) ? (value as unknown[]) : (members ?? [value]);
  // In a transcript each message is a member of an entry; other entries have no message.
  const isTranscript = entries.some((entry) => isMessage(fields(entry)?.["message"]));
  const conversation = isTranscript ? entries.map(fields).filter(isOfConversation) : entries.filter(isMessage);
  const list = isTranscript ? conversation.map((entry) => entry["message"] as Fields) : conversation;
  if (list.length === 0) {
    throw new Unreadable(`${name} is JSON, but holds no messages of Anthropic, OpenAI (either interface), Vercel’s AI SDK or LangChain.`);
  }
  const requests = requestsOf(list);
  if (requests.length === 0) throw new Unreadable(`${name} holds no request: there is nothing before the model’s first words.`);
  const system = (["system", "instructions"] as const).map((name) => [name, request?.[name]] as const).find(([, value]) => value !== undefined && value !== null);
  return { format: formatOf(list, request), system, list, times: timesOf(conversation), requests, nLeftOut: entries.length - list.length };
}

/** Whether an entry is a message of the main conversation: conversations with subagents have windows of their own. */
function isOfConversation(entry: Fields | undefined): entry is Fields {
  return entry !== undefined && isMessage(entry["message"]) && entry["isSidechain"] !== true;
}

/** The times of entries, as in `Messages`; undefined if an entry has none. */
function timesOf(entries: readonly Fields[]): number[] | undefined {
  let lastTime = 0;
  const times = entries.map(({ timestamp }) => {
    const time = typeof timestamp === "number" ? timestamp : typeof timestamp === "string" ? Date.parse(timestamp) : Number.NaN;
    lastTime = Math.max(lastTime, Math.round(time));
    return lastTime;
  });
  return times.every((time) => Number.isSafeInteger(time) && time > 0) ? times : undefined;
}

/** The requests, as in `Messages`. A response may be several messages in a row, or several of one id with results between them. */
function requestsOf(list: readonly Fields[]): number[] {
  const requests: number[] = [];
  let response: unknown;
  list.forEach((message, at) => {
    if (!isOfModel(message)) return;
    const { id } = message;
    const messageBefore = list[at - 1];
    const goesOn = (messageBefore !== undefined && isOfModel(messageBefore)) || (typeof id === "string" && id === response);
    if (!goesOn && at > 0) requests.push(at);
    response = id;
  });
  const lastMessage = list.at(-1);
  if (lastMessage !== undefined && !isOfModel(lastMessage)) requests.push(list.length);
  return requests;
}
