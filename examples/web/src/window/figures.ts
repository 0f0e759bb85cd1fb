// What a life adds up to: the tokens of each kind at each request, what was sent and what it cost, and how a part stands.
//
// Sums of what the package counted, each made once for a life. Not here: words and drawings.

import type { ItemKind } from "scrubjay/window";

import { CACHE_READ, CACHE_WRITE, type Gone, type Life, type Needed, type Part, type Prune, goneAt } from "./life.js";

/** What is told apart by colour, from the bottom of the picture to its top. */
export const KINDS = ["system", "user", "assistant", "thinking", "call", "result", "other", "stub"] as const;
export type Kind = (typeof KINDS)[number];

const OF_ITEM: Partial<Record<ItemKind, Kind>> = { system: "system", user: "user", assistant: "assistant", thinking: "thinking", call: "call", tool_result: "result" };

/** The kind of a part that is visible. */
export function kindOf({ kind }: Part): Kind {
  return OF_ITEM[kind] ?? "other";
}

/** The window at a request. */
export interface Step {
  /** Tokens as they were sent, in the order of `KINDS`. */
  byKind: readonly number[];
  /** What the request would have had without pruning. */
  unpruned: number;
  /** Parts that are there, and how many of them are pruned. */
  nParts: number;
  nGone: number;
}

/** How a part stands at a request. */
export type State = "later" | "visible" | "gone";

/** A life, and what it adds up to. */
export class Figures {
  readonly life: Life;
  readonly parts: readonly Part[];
  readonly steps: readonly Step[];
  /** By the number of the part: the first request that it is in; past the last one for what came after. */
  readonly firsts: Int32Array;
  /** Tokens of all requests together, with and without pruning. */
  readonly sent: number;
  readonly unpruned: number;
  /** The same in prices: a token read from the prompt cache costs less than one, one written into it more. */
  readonly cost: number;
  readonly costUnpruned: number;
  readonly #needed: ReadonlyMap<number, Needed>;

  constructor(life: Life, parts: readonly Part[]) {
    [this.life, this.parts] = [life, parts];
    this.firsts = firstsOf(life, parts);
    this.#needed = new Map(life.needed.map((needed) => [needed.part, needed]));
    this.steps = this.#steps();
    this.sent = sum(life.requests.map(({ tokens }) => tokens));
    this.unpruned = sum(this.steps.map(({ unpruned }) => unpruned));
    this.cost = sum(life.requests.map(({ tokens }, at) => price(tokens, this.#cached(at))));
    this.costUnpruned = sum(this.steps.map(({ unpruned }, at) => price(unpruned, life.requests[at]?.isCold ? 0 : (this.steps[at - 1]?.unpruned ?? 0))));
  }

  /** What became of a part by a request. */
  state(part: number, request: number): State {
    if ((this.firsts[part] as number) > request) return "later";
    const left = this.leftAt(part);
    return left !== undefined && left <= request ? "gone" : "visible";
  }

  /** The request at which a part left; none: it never did. */
  leftAt(part: number): number | undefined {
    const gone = this.life.gone.get(part)?.[0];
    return gone === undefined ? undefined : this.life.prunes[gone.prune]?.request;
  }

  /** What stands in a part's place at a request, if it is pruned by then. */
  goneAt(part: number, request: number): Gone | undefined {
    return goneAt(this.life, part, request);
  }

  /** How a part was needed again, if it was by a request. */
  neededBy(part: number, request: number): Needed | undefined {
    const needed = this.#needed.get(part);
    return needed !== undefined && needed.request <= request ? needed : undefined;
  }

  /** The newest prune up to a request that knew a part; of one that was pruned by then, the prune that took it. */
  judgedBy(part: number, request: number): Prune | undefined {
    const until = this.life.prunes.filter((prune) => prune.request <= request && prune.judged.has(part));
    const isTaken = (prune: Prune) => ["pruned", "recapped"].includes(prune.judged.get(part)?.fate ?? "");
    return until.findLast(isTaken) ?? until.at(-1);
  }

  /** The newest prune up to a request. */
  pruneBefore(request: number): Prune | undefined {
    return this.life.prunes.findLast((prune) => prune.request <= request);
  }

  #steps(): Step[] {
    const n = this.life.requests.length;
    const changes = Array.from({ length: n + 1 }, () => ({ byKind: new Float64Array(KINDS.length), unpruned: 0, nParts: 0, nGone: 0 }));
    const stub = KINDS.indexOf("stub");
    this.parts.forEach((part, number) => {
      const [kind, first] = [KINDS.indexOf(kindOf(part)), changes[this.firsts[number] as number]];
      if (first === undefined) return;
      first.byKind[kind]! += part.tokens;
      first.unpruned += part.tokens;
      first.nParts += 1;
      for (const [at, { prune, tokens }] of (this.life.gone.get(number) ?? []).entries()) {
        const [left, before] = [changes[this.life.prunes[prune]?.request ?? n], this.life.gone.get(number)?.[at - 1]];
        if (left === undefined) continue;
        left.byKind[stub]! += tokens - (before?.tokens ?? 0);
        if (before !== undefined) continue;
        left.byKind[kind]! -= part.tokens;
        left.nGone += 1;
      }
    });
    const steps: Step[] = [];
    for (const change of changes.slice(0, n)) {
      const before = steps.at(-1);
      steps.push({
        byKind: Array.from(change.byKind, (tokens, kind) => tokens + (before?.byKind[kind] ?? 0)),
        unpruned: change.unpruned + (before?.unpruned ?? 0),
        nParts: change.nParts + (before?.nParts ?? 0),
        nGone: change.nGone + (before?.nGone ?? 0),
      });
    }
    return steps;
  }

  /** The tokens at the beginning of a request that the request before had too. */
  #cached(request: number): number {
    const before = this.life.requests[request - 1];
    if (before === undefined || this.life.requests[request]?.isCold) return 0;
    const number = this.life.prunes.findIndex((prune) => prune.request === request);
    const prune = this.life.prunes[number];
    if (prune === undefined) return before.tokens;
    const kept = this.parts.filter(({ message }) => message < prune.firstChanged).map((part, at) => {
      const gone = this.life.gone.get(at)?.findLast(({ prune }) => prune <= number);
      return gone === undefined ? part.tokens : gone.tokens;
    });
    return Math.min(before.tokens, sum(kept));
  }
}

function firstsOf({ requests }: Life, parts: readonly Part[]): Int32Array {
  let request = 0;
  return Int32Array.from(parts, ({ message }) => {
    while (request < requests.length && message >= (requests[request]?.nMessages ?? 0)) request += 1;
    return request;
  });
}

function price(tokens: number, nCached: number): number {
  return CACHE_READ * nCached + CACHE_WRITE * Math.max(0, tokens - nCached);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
