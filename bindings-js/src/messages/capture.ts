// What of a conversation is recorded, as events: turns, calls with how they ended, and files that calls name.
//
// The same conversation gives the same events, also in another process and in Python (`bindings-python/python/scrubjay/_capture.py`):
// `tests/messages.json` holds both to it. Not here: reading messages (`conversation.ts`) and recording events (`record.ts`).

import { jsonOf } from "../options.js";
import type { NewEvent } from "../records/events.js";
import type { Answered, Called, Part, Said } from "./conversation.js";

const MAX_TURN_BYTES = 32_768;
/** Of what a tool gave: a result is there to be read once, and what is found again is what was said of it. */
const MAX_OUTPUT_BYTES = 4_096;
const MAX_ARGUMENT_BYTES = 1_024;
const MAX_PARAMETERS_BYTES = 16_384;
const MAX_NAME_BYTES = 128;
const MAX_DEPTH = 8;
/** About the longest word that is a secret. */
const MAX_WORD = 512;

/** Tools that show what a memory holds already: what they gave is not recorded again. */
const OWN = new Set(["find", "show", "prepare", "recall", "restore", "notes", "work", "session", "map"]);

/** Arguments that name a file, the likeliest first. */
const PATHS = ["file_path", "filePath", "filepath", "path", "file", "filename", "file_name", "fileName", "notebook_path", "target_file"];

/** What a tool does with a file, by a word of its name: the first that fits. */
const OPERATIONS = [
  ["edit", ["edit", "replace", "insert", "append", "patch", "modify"]],
  ["write", ["write", "create", "save"]],
  ["read", ["read", "view", "cat"]],
] as const;

/** Words of tools whose path is no file's. */
const NO_FILE = ["dir", "directory", "folder", "url", "web", "page"];

const encoder = new TextEncoder();

/** An event that always has an id. */
export type Captured = NewEvent & { eventId: string };

/** A member that every record of a conversation has. */
export type Metadata = Readonly<Record<string, unknown>>;

/** Makes events of one session's conversation, whose parts come in their order. */
export class Capture {
  readonly #name: string;
  readonly #common: { session: string; metadata?: Metadata };
  readonly #counts = new Map<string, number>();
  /** Calls by their ids, with those of their events: the last one of each. */
  readonly #calls = new Map<string, { called: Called; id: string; isAnswered: boolean }>();

  constructor(session: string, metadata?: Metadata) {
    this.#name = session;
    this.#common = { session: "", ...(metadata && Object.keys(metadata).length > 0 && { metadata }) };
  }

  /** What the parts give; `durationOf` tells how many milliseconds a call took. */
  async events(parts: readonly Part[], durationOf: (call: string) => number | undefined = () => undefined): Promise<Captured[]> {
    this.#common.session ||= await sessionOf(this.#name);
    const events: Captured[] = [];
    for (const part of parts) {
      if ("role" in part) events.push(await this.#turn(part));
      else if ("call" in part) await this.#called(part);
      else events.push(...this.#ended(part, durationOf(part.answers)));
    }
    return events;
  }

  async #called(called: Called): Promise<void> {
    const known = this.#calls.get(called.call);
    // One that is told again before its result is there is the same.
    const id = known?.isAnswered === false ? known.id : await this.#id("call", called.call);
    this.#calls.set(called.call, { called, id, isAnswered: false });
  }

  /** A call that ended, and the file that it names. */
  #ended(answer: Answered, duration: number | undefined): Captured[] {
    const known = this.#calls.get(answer.answers);
    if (known === undefined) return [];
    known.isAnswered = true;
    const { called, id: eventId } = known;
    const isError = answer.refused === true || answer.success === false;
    const text = cut(answer.text, MAX_OUTPUT_BYTES);
    const isShown = isError || !OWN.has(called.tool.toLowerCase());
    const call: Captured = {
      ...{ kind: "tool_call", eventId, origin: "tool", ...this.#common, tool: nameOf(called.tool) },
      ...said({ parameters: parametersOf(called.arguments), error: isError ? text : "", output: !isError && isShown ? text : "" }),
      ...said({ refused: answer.refused || undefined, success: answer.refused ? undefined : answer.success, duration, contextTokens: called.contextTokens }),
    };
    // A call that failed has touched nothing.
    const touched = isError ? undefined : touchedBy(called.tool, called.arguments);
    if (touched === undefined) return [call];
    const [path, operation] = touched;
    return [call, { kind: "file_touch", eventId: `${eventId}-file`, origin: "agent", ...this.#common, path, operation }];
  }

  async #turn({ role, text: whole, model, tokens }: Said): Promise<Captured> {
    const text = cut(whole, MAX_TURN_BYTES);
    const eventId = await this.#id("turn", role, text);
    const turn = { kind: "turn" as const, eventId, origin: "agent" as const, ...this.#common, conversation: this.#common.session, role, text };
    return { ...turn, ...said({ model: nameOf(model ?? ""), tokens: tokens || undefined }) };
  }

  /**
   * The id of an event: what is told again, in whatever form and whoever's ids, has the same one. Of what stands several times each has its
   * own.
   */
  async #id(...of: string[]): Promise<string> {
    const key = of.join("\x1f");
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return `message-${(await hash([this.#name, key, String(count)].join("\x1f"))).slice(0, 32)}`;
  }
}

/** A session's name as records may have it: without slashes, and of a long one the beginning and a hash. */
export async function sessionOf(name: string): Promise<string> {
  const plain = decoded(bytesOf(name)).replace(/[/\x00-\x1f\x7f-\x9f]/g, "-");
  const bytes = encoder.encode(plain);
  return bytes.length > MAX_NAME_BYTES ? `${decoded(beginning(bytes, MAX_NAME_BYTES - 33))}-${(await hash(name)).slice(0, 32)}` : plain;
}

/** The file that a call names, and what it does with it; undefined where that is not plain. */
export function touchedBy(tool: string, given: unknown): readonly [string, "edit" | "write" | "read"] | undefined {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return undefined;
  const named = given as Record<string, unknown>;
  const words = wordsOf(tool.replace(/([a-z])([A-Z])/g, "$1 $2"));
  if (words.some((word) => NO_FILE.includes(word))) return undefined;
  // An editor of many commands says which one it is called for.
  const command = named["command"];
  const meant = typeof command === "string" && words.includes("edit") ? wordsOf(command) : words;
  const operation = OPERATIONS.find(([, own]) => own.some((word) => meant.includes(word)))?.[0];
  const path = PATHS.map((name) => (Object.hasOwn(named, name) ? named[name] : undefined)).find((path) => typeof path === "string") as string | undefined;
  if (operation === undefined || path === undefined || /^[ .]*$/.test(path) || bytesOf(path).length > 1_024) return undefined;
  return /[\x00-\x1f\x7f-\x9f]|:\/\/|(^|[/\\])\.\.([/\\]|$)|[/\\]$/.test(path) ? undefined : [path, operation];
}

/** A text of at most so many bytes: of a longer one the beginning and the end, and between them how much was left out. */
export function cut(text: string, maxBytes: number): string {
  const whole = bytesOf(text);
  if (whole.length <= maxBytes) return decoded(whole);
  const half = Math.floor((maxBytes - 64) / 2);
  const [begin, end] = [beginsWhole(decoded(beginning(whole, half))), endsWhole(decoded(ending(whole, half)))];
  return `${begin}\n[… ${whole.length - bytesOf(begin).length - bytesOf(end).length} bytes left out …]\n${end}`;
}

/** Without the word at its end, and a private key that has no end: of a secret that is cut no form would be known any more. */
function beginsWhole(text: string): string {
  const word = /[!-~]+$/.exec(text.slice(-MAX_WORD))?.[0] ?? "";
  const kept = text.slice(0, text.length - word.length);
  const key = kept.lastIndexOf("-----BEGIN");
  return key < 0 || kept.includes("-----END", key) ? kept : kept.slice(0, key);
}

/** The same of the word at its beginning, and of a private key that began before. */
function endsWhole(text: string): string {
  const kept = text.slice(/^[!-~]+/.exec(text.slice(0, MAX_WORD))?.[0].length ?? 0);
  const key = kept.indexOf("-----END");
  if (key < 0 || kept.slice(0, key).includes("-----BEGIN")) return kept;
  const line = kept.indexOf("\n", key);
  return line < 0 ? "" : kept.slice(line + 1);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z]+/g) ?? [];
}

function parametersOf(given: unknown): unknown {
  if (given === undefined || given === null) return undefined;
  // A text would be read as JSON.
  const short = shortened(typeof given === "string" ? { input: given } : given, MAX_DEPTH);
  return encoder.encode(jsonOf(short, "messages")).length <= MAX_PARAMETERS_BYTES ? short : undefined;
}

function shortened(value: unknown, depth: number): unknown {
  if (typeof value === "string") return cut(value, MAX_ARGUMENT_BYTES);
  if (typeof value !== "object" || value === null) return value;
  if (depth === 0) return "…";
  if (Array.isArray(value)) return value.map((one) => shortened(one, depth - 1));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [nameOf(name), shortened(one, depth - 1)]));
}

/** Members that say something. */
function said<T extends object>(members: T): Partial<{ [N in keyof T]: Exclude<T[N], undefined> }> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== "")) as never;
}

function nameOf(text: string): string {
  return decoded(beginning(bytesOf(text), MAX_NAME_BYTES));
}

/** A text as UTF-8: half of a pair of UTF-16, which is no text, and a NUL, which no record has, are replaced. */
function bytesOf(text: string): Uint8Array {
  return encoder.encode(text.replaceAll("\0", "\ufffd"));
}

function decoded(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** The first bytes that are whole characters. */
function beginning(bytes: Uint8Array, max: number): Uint8Array {
  let end = Math.min(max, bytes.length);
  while (end > 0 && end < bytes.length && isInside(bytes[end])) end -= 1;
  return bytes.subarray(0, end);
}

/** The last ones. */
function ending(bytes: Uint8Array, max: number): Uint8Array {
  let at = Math.max(0, bytes.length - max);
  while (at < bytes.length && isInside(bytes[at])) at += 1;
  return bytes.subarray(at);
}

/** Whether a byte goes on with a character. */
function isInside(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

async function hash(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytesOf(text) as Uint8Array<ArrayBuffer>));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
