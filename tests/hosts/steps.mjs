// Plays one step of a scenario on a memory of the npm package, and converts the answer. Runs in Node and in pages.

import { RECORD_STEPS } from "./record_steps.mjs";
import { QUESTIONS } from "./questions.mjs";
import { SESSIONS, timeless } from "./sessions.mjs";

/** The cases of the WIT's `error`; any other failure is the host's own. */
const REFUSALS = [
  "invalid", "too_large", "full", "unknown", "ambiguous", "stale", "read_only", "newer_format", "floor", "conflict", "expired",
  "not_indexed", "withheld",
];

/** The answer to a step; a refusal is an answer too. */
export async function answer(memory, step, args) {
  try {
    return await take(memory, step, args);
  } catch (error) {
    return { error: refusal(error) };
  }
}

async function take(memory, step, args) {
  switch (step) {
    case "memory.index":
      return indexed(await memory.index());
    case "memory.status": {
      const { generation, liveBytes, damaged, ...status } = await memory.status();
      return plain(status);
    }
    case "graph.export": {
      let text = "";
      for await (const page of memory.graph.export(camelled(args))) text += page;
      return text;
    }
    default:
      if (step in RECORD_STEPS) return RECORD_STEPS[step](memory, args);
      if (step in SESSIONS) return SESSIONS[step](memory, args);
      if (!(step in QUESTIONS)) return { no_such_step: step };
      return step.startsWith("session.") ? timeless(plain(await ask(memory, step, args))) : plain(await ask(memory, step, args));
  }
}

/** Asks a question. Required arguments are positional, and empty texts if a step leaves them out. */
function ask(memory, step, args) {
  const [noun, verb] = step.split(".").map(camel);
  const { required, options } = QUESTIONS[step];
  const optionEntries = options.filter((name) => name in args).map((name) => [camel(name), args[name]]);
  for (const one of optionEntries) if (one[0] === "zone") one[1] = one[1].map(({ since, seconds }) => ({ since: BigInt(since), seconds }));
  const target = noun === "graph" ? memory.graph : memory;
  return target[verb](...required.map((name) => inner(args[name] ?? "")), Object.fromEntries(optionEntries));
}

function indexed({ problems }) {
  const refused = problems.filter(({ kind }) => kind === "refused");
  return { refused: refused.map(({ path, error }) => ({ path, error: refusal(error) })) };
}

export function refusal(error) {
  const { code, details } = error;
  if (!REFUSALS.includes(code)) return { host: String(error?.message ?? error) };
  return details === undefined || code === "not_indexed" ? code : { [code]: plain(details) };
}

/** A value as JSON: member names and names of arguments in snake_case, bytes as hexadecimal digits, absent values as `null`. */
export function plain(value, name = "") {
  if (value === undefined) return null;
  if (typeof value === "bigint") return value <= 1n << 53n ? Number(value) : String(value);
  if (typeof value === "string") return name === "argument" ? snake(value) : value;
  if (value instanceof Uint8Array) return Array.from(value, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (Array.isArray(value)) return value.map((item) => plain(item, name));
  if (typeof value !== "object") return value;
  const names = Object.keys(value).sort().join();
  if (names === "kind") return value.kind;
  if (names === "kind,value") return { [value.kind]: plain(value.value) };
  // When something was recorded is another time on each host.
  const members = Object.entries(value).filter(([name]) => name !== "recorded");
  return Object.fromEntries(members.map(([name, item]) => [snake(name), plain(item, snake(name))]));
}

function snake(name) {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function camelled(members) {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [camel(name), value]));
}

/** Converts the members of records in lists to camelCase too. */
function inner(argument) {
  return Array.isArray(argument) ? argument.map((one) => (typeof one === "object" ? camelled(one) : one)) : argument;
}

function camel(name) {
  return name.replace(/[-_]([a-z])/g, (_, letter) => letter.toUpperCase());
}
