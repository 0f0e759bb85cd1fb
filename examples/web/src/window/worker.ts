// The worker that reads and replays sessions, so that the page stays responsive. It keeps the last session that it read completely; a session
// that cannot be read, or whose reading is stopped, does not replace it.

import { budgetFor } from "./budgets.js";
import { Figures } from "./figures.js";
import type { Rules, Session } from "./life.js";
import { type Content, contentOf, replay } from "./live.js";
import type { Answered, Asked } from "./protocol.js";
import { type Messages, Unreadable, readMessages } from "./read.js";
import { rowOf } from "./rows.js";
import { Slices, Stopped } from "./slices.js";

declare const self: { postMessage(answer: Answered): void; addEventListener(type: "message", listener: (event: MessageEvent<Asked>) => void): void };

const MODULE = new URL("windows.wasm", import.meta.url);

let heldSession: { messages: Messages; content: Content } | undefined;
const running = new Map<number, Slices>();

self.addEventListener("message", ({ data }) => {
  if (data.kind === "stop") running.get(data.task)?.stop();
  else void run(data);
});

async function run(request: Exclude<Asked, { kind: "stop" }>): Promise<void> {
  const { task } = request;
  const slices = new Slices((stage, nDone, nOf) => self.postMessage({ kind: "progress", task, stage, nDone, nOf }));
  running.set(task, slices);
  try {
    self.postMessage(await answer(request, slices));
  } catch (error) {
    self.postMessage(error instanceof Stopped ? { kind: "stopped", task } : { kind: "failed", task, sentence: sentence(error) });
  } finally {
    running.delete(task);
  }
}

function answer(request: Exclude<Asked, { kind: "stop" }>, slices: Slices): Promise<Answered> {
  switch (request.kind) {
    case "open":
      return open(request, slices);
    case "live":
      return replayAgain(request.task, request.rules, slices);
    case "compare":
      return compare(request.task, request.rules, slices);
  }
}

async function open({ task, file, name, policy }: Extract<Asked, { kind: "open" }>, slices: Slices): Promise<Answered> {
  const messages = await readMessages(file, name);
  const content = await contentOf(messages, MODULE, slices);
  const { parts } = content;
  const maxTokens = budgetFor(parts.reduce((sum, { tokens }) => sum + tokens, 0));
  const life = await replay(messages, content, { policy, maxTokens }, MODULE, slices);
  heldSession = { messages, content };
  const { format, list, nLeftOut, times } = messages;
  const session: Session = { name, format, nMessages: list.length, parts, nLeftOut, hasTimes: times !== undefined };
  return { kind: "lived", task, life, session };
}

async function replayAgain(task: number, rules: Rules, slices: Slices): Promise<Answered> {
  const { messages, content } = stillHeld();
  return { kind: "lived", task, life: await replay(messages, content, rules, MODULE, slices), session: undefined };
}

/** Replays the session under each of the rules, and sends only the row of each life. */
async function compare(task: number, rules: readonly Rules[], slices: Slices): Promise<Answered> {
  const { messages, content } = stillHeld();
  for (const lifeRules of rules) {
    const life = await replay(messages, content, lifeRules, MODULE, slices);
    self.postMessage({ kind: "row", task, row: rowOf(new Figures(life, content.parts)) });
  }
  return { kind: "compared", task };
}

function stillHeld(): { messages: Messages; content: Content } {
  if (heldSession === undefined) throw new Unreadable("The session is no longer there, because the page’s worker was started anew. Open it again.");
  return heldSession;
}

function sentence(error: unknown): string {
  if (error instanceof Unreadable) return error.message;
  return `The session cannot be shown: ${error instanceof Error ? error.message : String(error)}`;
}
