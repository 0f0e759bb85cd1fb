// The row of a life in the table that compares policies.

import type { Figures } from "./figures.js";
import type { Needed, Rules } from "./life.js";

/** The figures of a life that are compared. */
export interface Row {
  rules: Rules;
  /** The tokens of all requests, with and without pruning. */
  sent: number;
  unpruned: number;
  /** The estimated cost of all requests, with and without pruning, as in `Figures`. */
  cost: number;
  costUnpruned: number;
  nPrunes: number;
  nGone: number;
  /** The number of requests above the budget. */
  nOver: number;
  needed: readonly Needed[];
}

/** Computes the row of a life. */
export function rowOf({ life, sent, unpruned, cost, costUnpruned }: Figures): Row {
  const { rules, prunes, gone, requests, needed } = life;
  const nOver = requests.filter(({ tokens }) => tokens > rules.maxTokens).length;
  return { rules, sent, unpruned, cost, costUnpruned, nPrunes: prunes.length, nGone: gone.size, nOver, needed };
}
