// Replays a session as its agent ran it: before each request, pushes the new messages and prunes.
//
// All figures are the package's own. Equal sessions and rules give equal lives.

import { FloorError, InvalidError, type PrunedParts, type SnapshotOfWindow, type Window, openWindow } from "scrubjay/window";

import { CACHE_LIFETIME, type Judged, type Life, type Part, type Rules, type Sent } from "./life.js";
import { type Demand, demandsOf, neededAgain } from "./needed.js";
import { type Messages, Unreadable } from "./read.js";
import type { Slices } from "./slices.js";

/** The location of the package's WebAssembly module. */
type Module = NonNullable<Parameters<typeof openWindow>[0]>["module"];

/** The most characters of a part that are kept to be shown. */
const N_SHOWN = 1_200;
/** For sessions without times: the time of the first request, and the time between two requests, which keeps the prompt cache warm. */
const NO_TIME = 1_800_000_000_000;
const STEP = 20_000;
/** A budget into which any session fits, so that nothing is pruned. */
const NO_LIMIT = 100_000_000;
/** Limits so high that no part is refused. The page keeps the messages, so that the package stores no bodies. */
const SETTINGS = { callerKeeps: true, maxBodyBytes: 67_108_864, maxWindowBytes: 268_435_456, bodyLifetime: 4_294_967_295 };

/** The parts of a session, and the words of its calls that earlier parts contain. Equal for all lives. */
export interface Content {
  parts: Part[];
  demands: Demand[];
}

/** Reads a session without pruning. Throws `Unreadable` if no provider would accept it. */
export async function contentOf(messages: Messages, module: Module, slices: Slices): Promise<Content> {
  const window = await openWindow({ ...SETTINGS, policy: "unbounded", maxTokens: NO_LIMIT, now: () => NO_TIME, module });
  const requestEnds = [...messages.requests, messages.list.length];
  for (const [at, to] of requestEnds.entries()) {
    push(window, messages, requestEnds[at - 1] ?? 0, to);
    await slices.pause("Reading", to, messages.list.length);
  }
  window.snapshot();
  const items = window.snapshots({ limit: 1 }).snapshots[0]?.items ?? [];
  const parts: Part[] = [];
  const texts: string[] = [];
  for (const [at, { id, kind, tool, message, tokens }] of items.entries()) {
    const { text } = window.restore(id);
    texts.push(text);
    parts.push({ id, kind, tool, message, tokens, text: text.slice(0, N_SHOWN), nCharacters: text.length });
    await slices.pause("Reading", at, items.length);
  }
  return { parts, demands: await demandsOf(parts, texts, messages.requests, slices) };
}

/** Replays a session under these rules. */
export async function replay(messages: Messages, { parts, demands }: Content, rules: Rules, module: Module, slices: Slices): Promise<Life> {
  let now = NO_TIME;
  const window = await openWindow({ ...SETTINGS, ...rules, now: () => now, module });
  const numbers = new Map(parts.map(({ id }, number) => [id, number]));
  const life: Life = { rules, requests: [], prunes: [], gone: new Map(), needed: [] };
  let from = 0;
  for (const [at, to] of messages.requests.entries()) {
    const timeBefore = now;
    now = messages.times?.[to - 1] ?? NO_TIME + at * STEP;
    push(window, messages, from, to);
    from = to;
    const isCold = at > 0 && now - timeBefore > CACHE_LIFETIME;
    const { sent, pruned } = request(window, to, isCold);
    life.requests.push(sent);
    if (pruned !== undefined && pruned.snapshot > 0) addPrune(life, numbers, snapshotOf(window, pruned), pruned, at);
    await slices.pause("Living through", at, messages.requests.length);
  }
  life.needed = neededAgain(life, parts, demands);
  return life;
}

function snapshotOf(window: Window, { snapshot }: PrunedParts): SnapshotOfWindow {
  const found = window.findSnapshot(snapshot);
  if (found === undefined) throw new Error("the package has no snapshot of its newest prune");
  return found;
}

/** Adds a prune to a life: the fate of each part, and new stubs and recaps. */
function addPrune(life: Life, numbers: ReadonlyMap<string, number>, snapshot: SnapshotOfWindow, { edits, firstChanged = 0 }: PrunedParts, request: number): void {
  const { budget, target, items } = snapshot;
  const stubs = new Map(edits.map(({ id, replacement }) => [id, replacement === undefined ? undefined : textOf(replacement)]));
  const judged = new Map<number, Judged>();
  for (const { id, fate, value, factors, why, subject, tokensLeft } of items) {
    const number = numbers.get(id);
    if (number === undefined) continue;
    judged.set(number, { fate, value, factors, why, subject });
    const goneBefore = life.gone.get(number);
    if (goneBefore === undefined && fate !== "pruned" && fate !== "recapped") continue;
    const [stub, lastGone] = [stubs.get(id), goneBefore?.at(-1)];
    if (lastGone?.stub === stub && lastGone?.tokens === tokensLeft) continue;
    life.gone.set(number, [...(goneBefore ?? []), { prune: life.prunes.length, stub, tokens: tokensLeft }]);
  }
  life.prunes.push({ request, firstChanged, budget, target, judged });
}

/** Prunes if needed. Returns the request, and the result of the prune unless the budget cannot be met. */
function request(window: Window, nMessages: number, isCold: boolean): { sent: Sent; pruned?: PrunedParts } {
  try {
    const pruned = window.prune();
    return { sent: { nMessages, tokensBefore: pruned.tokensBefore, tokens: pruned.tokensAfter, floor: undefined, isCold }, pruned };
  } catch (error) {
    if (!(error instanceof FloorError)) throw error;
    const { tokens } = window.status();
    return { sent: { nMessages, tokensBefore: tokens, tokens, floor: Number(error.details.actual), isCold } };
  }
}

function push(window: Window, { format, system, list }: Messages, from: number, to: number): void {
  if (from === to) return;
  const newMessages = list.slice(from, to);
  const [name, value] = from === 0 && system !== undefined ? system : [undefined, undefined];
  const request = name === undefined ? newMessages : { [name]: value, [name === "system" ? "messages" : "input"]: newMessages };
  try {
    window.pushMessages(format, JSON.stringify(request), from);
  } catch (error) {
    if (error instanceof InvalidError) throw new Unreadable(`No provider would take this session: ${countedFromOne(error.details.why)}.`);
    throw error;
  }
}

/** Changes the number of a message in an error: the package counts messages from 0, the page from 1. */
function countedFromOne(why: string): string {
  return why.replace(/^message (\d+):? /, (_, number: string) => `in message ${Number(number) + 1} `);
}

/** The text of a stub, from the JSON that replaces the part. */
function textOf(replacement: string): string {
  try {
    const value = JSON.parse(replacement) as unknown;
    if (typeof value === "string") return value.startsWith('{"pruned":') ? textOf(value) : value;
    const { pruned, value: text } = value as { pruned?: unknown; value?: unknown };
    return String(pruned ?? text ?? replacement);
  } catch {
    return replacement;
  }
}
