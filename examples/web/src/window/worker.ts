// The worker that reads a session and lives through it, so that the page stays quick. It holds the session that is shown; one that
// cannot be read, or is stopped, takes no other's place.

import { budgetFor } from "./budgets.js";
import type { Part, Rules, Session } from "./life.js";
import { live, partsOf } from "./live.js";
import type { Answered, Asked } from "./protocol.js";
import { type Messages, Unreadable, readMessages } from "./read.js";
import { Slices, Stopped } from "./slices.js";

declare const self: { postMessage(answer: Answered): void; addEventListener(type: "message", listener: (event: MessageEvent<Asked>) => void): void };

const MODULE = new URL("windows.wasm", import.meta.url);

let held: { messages: Messages; parts: Part[] } | undefined;
const running = new Map<number, Slices>();

self.addEventListener("message", ({ data }) => {
  if (data.kind === "stop") running.get(data.task)?.stop();
  else void run(data);
});

async function run(asked: Exclude<Asked, { kind: "stop" }>): Promise<void> {
  const { task } = asked;
  const slices = new Slices((stage, nDone, nOf) => self.postMessage({ kind: "progress", task, stage, nDone, nOf }));
  running.set(task, slices);
  try {
    self.postMessage(asked.kind === "open" ? await open(asked, slices) : await again(task, asked.rules, slices));
  } catch (error) {
    self.postMessage(error instanceof Stopped ? { kind: "stopped", task } : { kind: "failed", task, sentence: sentence(error) });
  } finally {
    running.delete(task);
  }
}

async function open({ task, file, name, policy }: Extract<Asked, { kind: "open" }>, slices: Slices): Promise<Answered> {
  const messages = await readMessages(file, name);
  const parts = await partsOf(messages, MODULE, slices);
  const maxTokens = budgetFor(parts.reduce((sum, { tokens }) => sum + tokens, 0));
  const life = await live(messages, parts, { policy, maxTokens }, MODULE, slices);
  held = { messages, parts };
  const { format, list, nLeftOut, times } = messages;
  const session: Session = { name, format, nMessages: list.length, parts, nLeftOut, hasTimes: times !== undefined };
  return { kind: "lived", task, life, session };
}

async function again(task: number, rules: Rules, slices: Slices): Promise<Answered> {
  if (held === undefined) throw new Unreadable("The session is no longer there, because the page’s worker was started anew. Open it again.");
  return { kind: "lived", task, life: await live(held.messages, held.parts, rules, MODULE, slices), session: undefined };
}

function sentence(error: unknown): string {
  if (error instanceof Unreadable) return error.message;
  return `The session cannot be shown: ${error instanceof Error ? error.message : String(error)}`;
}
