// Lives through a session as its agent would: everything up to a request is pushed, then pruned, then sent.
//
// What is kept are the package's own figures. Promises: the same session under the same rules gives the same life.

import { FloorError, InvalidError, type ItemKind, type MessageFormat, type Part as NewPart, type PrunedParts, type Window, openWindow } from "scrubjay/window";

import { CACHE_LIFETIME, type Gone, type Life, type Part, type Prune, type Rules, type Sent } from "./life.js";
import { type Messages, Unreadable } from "./read.js";
import type { Slices } from "./slices.js";

/** How the package is loaded: the address of its module. */
type Module = NonNullable<Parameters<typeof openWindow>[0]>["module"];

/** Characters of a part that are shown: its beginning tells what it is. */
const N_SHOWN = 1_200;
/** Where the session tells no times: when it begins, and how long a request takes, which keeps the prompt cache warm. */
const NO_TIME = 1_800_000_000_000;
const STEP = 20_000;
/** Budgets are never pruned to here, and any session fits. */
const NO_LIMIT = 100_000_000;
/** The messages stay with the page, so the package need not keep what it prunes. */
const SETTINGS = { callerKeeps: true, maxBodyBytes: 67_108_864, maxWindowBytes: 268_435_456, bodyLifetime: 4_294_967_295 };

/** Every part of a session, none of them pruned. Throws `Unreadable` for one that no provider would take. */
export async function partsOf(messages: Messages, module: Module, slices: Slices): Promise<Part[]> {
  const window = await openWindow({ ...SETTINGS, policy: "unbounded", maxTokens: NO_LIMIT, now: () => NO_TIME, module });
  const ends = [...messages.requests, messages.list.length];
  for (const [at, to] of ends.entries()) {
    push(window, messages, ends[at - 1] ?? 0, to);
    await slices.pause("Reading", to, messages.list.length);
  }
  window.snapshot();
  const items = window.snapshots({ limit: 1 }).snapshots[0]?.items ?? [];
  const parts: Part[] = [];
  for (const [at, { id, kind, tool, message, tokens }] of items.entries()) {
    const { text } = window.restore(id);
    parts.push({ id, kind, tool, message, tokens, text: text.slice(0, N_SHOWN), nCharacters: text.length });
    await slices.pause("Reading", at, items.length);
  }
  return parts;
}

/** Lives through a session. */
export async function live(messages: Messages, parts: readonly Part[], rules: Rules, module: Module, slices: Slices): Promise<Life> {
  let now = NO_TIME;
  const window = await openWindow({ ...SETTINGS, ...rules, now: () => now, module });
  const numbers = new Map(parts.map(({ id }, number) => [id, number]));
  const life: Life = { rules, requests: [], prunes: [], gone: new Map() };
  const stubs = await Stubs.open(module);
  let from = 0;
  for (const [at, to] of messages.requests.entries()) {
    const before = now;
    now = messages.times?.[to - 1] ?? NO_TIME + at * STEP;
    push(window, messages, from, to);
    from = to;
    const isCold = at > 0 && now - before > CACHE_LIFETIME;
    const { sent, pruned } = request(window, to, isCold);
    life.requests.push(sent);
    if (pruned !== undefined && pruned.snapshot > 0) {
      for (const { id, replacement } of pruned.edits) {
        const number = numbers.get(id);
        if (number === undefined || life.gone.has(number)) continue;
        life.gone.set(number, stubs.add(messages.format, parts, number, replacement, life.prunes.length));
      }
      life.prunes.push(pruneOf(window, pruned, at));
    }
    await slices.pause("Living through", at, messages.requests.length);
  }
  stubs.count();
  return life;
}

/** What the package's newest snapshot says of a prune. */
function pruneOf(window: Window, { snapshot, firstChanged = 0 }: PrunedParts, request: number): Prune {
  const found = window.findSnapshot(snapshot);
  if (found === undefined) throw new Error("the package has no snapshot of its newest prune");
  const { budget, target, items } = found;
  return {
    request,
    firstChanged,
    budget,
    target,
    fates: items.map(({ fate }) => fate),
    values: Float64Array.from(items, ({ value }) => value),
    factors: new Map(items.flatMap(({ factors }, number) => (factors.length > 0 ? [[number, factors] as const] : []))),
  };
}

/** Prunes, where it is due, and says what is sent. */
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
  const some = list.slice(from, to);
  const [name, value] = from === 0 && system !== undefined ? system : [undefined, undefined];
  const request = name === undefined ? some : { [name]: value, [name === "system" ? "messages" : "input"]: some };
  try {
    window.pushMessages(format, JSON.stringify(request), from);
  } catch (error) {
    if (error instanceof InvalidError) throw new Unreadable(`No provider would take this session: ${counting(error.details.why)}.`);
    throw error;
  }
}

/** Messages are counted from one on the page, and from zero in what the package says. */
function counting(why: string): string {
  return why.replace(/^message (\d+):? /, (_, number: string) => `in message ${Number(number) + 1} `);
}

/** A part in whose place something stands, as it is counted. */
interface Added {
  gone: Gone;
  kind: ItemKind;
  /** What is sent. */
  text: string;
  beginsResponse: boolean;
}

/** The tokens of what stands in the place of parts, counted by the package: pushed as parts into a window of their own. */
class Stubs {
  readonly #window: Window;
  readonly #added: Added[] = [];

  private constructor(window: Window) {
    this.#window = window;
  }

  static async open(module: Module): Promise<Stubs> {
    return new Stubs(await openWindow({ ...SETTINGS, policy: "unbounded", maxTokens: NO_LIMIT, now: () => NO_TIME, module }));
  }

  /** What is left of a part; its tokens come with `count`. */
  add(format: MessageFormat, parts: readonly Part[], number: number, replacement: string | undefined, prune: number): Gone {
    const kind = parts[number]?.kind ?? "other";
    const stub = replacement === undefined ? undefined : textOf(replacement);
    const gone: Gone = { prune, stub, tokens: 0 };
    const text = stub === undefined || kind !== "call" ? (stub ?? "") : JSON.stringify({ pruned: stub });
    this.#added.push({ gone, kind, text, beginsResponse: beginsResponse(format, parts, number) });
    return gone;
  }

  count(): void {
    if (this.#added.length === 0) return;
    // A part that begins a response stands in a message of its own; the others follow one that does, which is not counted.
    let message = 0;
    const parts: NewPart[] = [{ kind: "assistant", message, text: "" }];
    const places = this.#added.map(({ kind, text, beginsResponse }, at) => {
      if (beginsResponse) message += 1;
      const of = { message, text } as const;
      if (kind === "call") return parts.push({ ...of, kind, callId: String(at) }) - 1;
      return parts.push({ ...of, kind: OF_MODEL.has(kind) ? "assistant" : "user" }) - 1;
    });
    this.#window.push(parts);
    this.#window.snapshot();
    const counted = this.#window.snapshots({ limit: 1 }).snapshots[0]?.items ?? [];
    for (const [at, place] of places.entries()) (this.#added[at] as Added).gone.tokens = counted[place]?.tokens ?? 0;
  }
}

/** What the model says. */
const OF_MODEL: ReadonlySet<ItemKind> = new Set(["assistant", "thinking", "call"]);

/** Whether a part is the first of a response of the model, which costs something beside its parts. */
function beginsResponse(format: MessageFormat, parts: readonly Part[], number: number): boolean {
  const [part, before] = [parts[number], parts[number - 1]];
  if (part === undefined || !OF_MODEL.has(part.kind)) return false;
  if (before === undefined || !OF_MODEL.has(before.kind)) return true;
  return before.message !== part.message && format !== "openai_responses";
}

/** The stub in the JSON that stands in a part's place. */
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
