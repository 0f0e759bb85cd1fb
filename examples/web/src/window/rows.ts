// What a life comes to beside others of the same session: a row of the table of policies.

import type { Figures } from "./figures.js";
import type { Needed, Rules } from "./life.js";

/** A life in figures. */
export interface Row {
  rules: Rules;
  /** Tokens of all requests together, and of those without pruning. */
  sent: number;
  unpruned: number;
  /** The same in prices. */
  cost: number;
  costUnpruned: number;
  nPrunes: number;
  nGone: number;
  /** Requests above the budget. */
  nOver: number;
  needed: readonly Needed[];
}

/** The row of a life. */
export function rowOf({ life, sent, unpruned, cost, costUnpruned }: Figures): Row {
  const { rules, prunes, gone, requests, needed } = life;
  const nOver = requests.filter(({ tokens }) => tokens > rules.maxTokens).length;
  return { rules, sent, unpruned, cost, costUnpruned, nPrunes: prunes.length, nGone: gone.size, nOver, needed };
}
