// Figures of a life: the tokens of each kind at each request, all tokens sent and their cost, and the state of each part.
//
// They are sums of the package's counts, computed once for each life. Not here: texts and drawings.

import type { ItemKind } from "scrubjay/window";

import { CACHE_READ, CACHE_WRITE, type Gone, type Life, type Needed, type Part, type Prune, goneAtRequest } from "./life.js";

/** The kinds of parts that have a colour of their own, from the bottom of the chart to its top. */
export const KINDS = ["system", "user", "assistant", "thinking", "call", "result", "other", "stub"] as const;
export type Kind = (typeof KINDS)[number];

const OF_ITEM: Partial<Record<ItemKind, Kind>> = { system: "system", user: "user", assistant: "assistant", thinking: "thinking", call: "call", tool_result: "result" };

/** The kind of a part while it is not pruned. */
export function kindOf({ kind }: Part): Kind {
  return OF_ITEM[kind] ?? "other";
}

/** The state of the window at a request. */
export interface Step {
  /** The tokens of each kind in the request, in the order of `KINDS`. */
  byKind: readonly number[];
  /** The tokens that the request would have had without pruning. */
  unpruned: number;
  /** The number of parts so far, and how many of them are pruned. */
  nParts: number;
  nGone: number;
}

/** The state of a part at a request. `later`: a later request adds it. `gone`: it was pruned. */
export type State = "later" | "visible" | "gone";

/** A life with its figures. */
export class Figures {
  readonly life: Life;
  readonly parts: readonly Part[];
  readonly steps: readonly Step[];
  /** The first request that contains each part, by its number; the number of requests for parts after the last one. */
  readonly firsts: Int32Array;
  /** The tokens of all requests, with and without pruning. */
  readonly sent: number;
  readonly unpruned: number;
  /** The estimated cost of all requests, with and without pruning, in prices of a token without a prompt cache. */
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

  /** The state of a part at a request. */
  state(part: number, request: number): State {
    if ((this.firsts[part] as number) > request) return "later";
    const leftRequest = this.leftAt(part);
    return leftRequest !== undefined && leftRequest <= request ? "gone" : "visible";
  }

  /** The request at which a part was pruned first; undefined: it never was. */
  leftAt(part: number): number | undefined {
    const firstGone = this.life.gone.get(part)?.[0];
    return firstGone === undefined ? undefined : this.life.prunes[firstGone.prune]?.request;
  }

  /** The stub or recap of a part at a request; undefined if the part is not pruned by then. */
  goneAt(part: number, request: number): Gone | undefined {
    return goneAtRequest(this.life, part, request);
  }

  /** The call that needed a pruned part again; undefined if none did up to this request. */
  neededBy(part: number, request: number): Needed | undefined {
    const needed = this.#needed.get(part);
    return needed !== undefined && needed.request <= request ? needed : undefined;
  }

  /** The prune that pruned a part up to a request, else the newest one that judged it; undefined if none did. */
  judgedBy(part: number, request: number): Prune | undefined {
    const until = this.life.prunes.filter((prune) => prune.request <= request && prune.judged.has(part));
    const isTaken = (prune: Prune) => ["pruned", "recapped"].includes(prune.judged.get(part)?.fate ?? "");
    return until.findLast(isTaken) ?? until.at(-1);
  }

  /** The newest prune up to a request; undefined if there was none. */
  pruneBefore(request: number): Prune | undefined {
    return this.life.prunes.findLast((prune) => prune.request <= request);
  }

  #steps(): Step[] {
    const n = this.life.requests.length;
    const changes = Array.from({ length: n + 1 }, () => ({ byKind: new Float64Array(KINDS.length), unpruned: 0, nParts: 0, nGone: 0 }));
    const stub = KINDS.indexOf("stub");
    this.parts.forEach((part, number) => {
      const [kind, firstChange] = [KINDS.indexOf(kindOf(part)), changes[this.firsts[number] as number]];
      if (firstChange === undefined) return;
      firstChange.byKind[kind]! += part.tokens;
      firstChange.unpruned += part.tokens;
      firstChange.nParts += 1;
      for (const [at, { prune, tokens }] of (this.life.gone.get(number) ?? []).entries()) {
        const [pruneChange, goneBefore] = [changes[this.life.prunes[prune]?.request ?? n], this.life.gone.get(number)?.[at - 1]];
        if (pruneChange === undefined) continue;
        pruneChange.byKind[stub]! += tokens - (goneBefore?.tokens ?? 0);
        if (goneBefore !== undefined) continue;
        pruneChange.byKind[kind]! -= part.tokens;
        pruneChange.nGone += 1;
      }
    });
    const steps: Step[] = [];
    for (const change of changes.slice(0, n)) {
      const stepBefore = steps.at(-1);
      steps.push({
        byKind: Array.from(change.byKind, (tokens, kind) => tokens + (stepBefore?.byKind[kind] ?? 0)),
        unpruned: change.unpruned + (stepBefore?.unpruned ?? 0),
        nParts: change.nParts + (stepBefore?.nParts ?? 0),
        nGone: change.nGone + (stepBefore?.nGone ?? 0),
      });
    }
    return steps;
  }

  /** The tokens at the beginning of a request that the previous request had too, so that the prompt cache has them. */
  #cached(request: number): number {
    const requestBefore = this.life.requests[request - 1];
    if (requestBefore === undefined || this.life.requests[request]?.isCold) return 0;
    const number = this.life.prunes.findIndex((prune) => prune.request === request);
    const prune = this.life.prunes[number];
    if (prune === undefined) return requestBefore.tokens;
    const keptTokens = this.parts.filter(({ message }) => message < prune.firstChanged).map((part, at) => {
      const gone = this.life.gone.get(at)?.findLast(({ prune }) => prune <= number);
      return gone === undefined ? part.tokens : gone.tokens;
    });
    return Math.min(requestBefore.tokens, sum(keptTokens));
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
