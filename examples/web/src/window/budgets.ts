// The budgets that can be chosen: round numbers, about a tenth apart.

/** Two digits of each. */
const DIGITS = [10, 11, 12, 13, 14, 15, 16, 18, 20, 22, 25, 28, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 90];
/** The package's least budget, and the largest window that a model has today. */
const MIN = 1_000;
const MAX = 2_000_000;
/** The share of a session at which its window is shown first: there is something to see of what leaves and of what stays. */
const SHARE = 0.45;
/** Shares between which budgets are offered: below, hardly anything fits; above, prunes never begin. */
const [MIN_SHARE, MAX_SHARE] = [0.05, 1.3];

/** All that tell something of a session of so many tokens; `chosen` is among them. */
export function budgetsFor(nTokens: number, chosen = MIN): number[] {
  const all: number[] = [];
  for (let power = MIN / 10; power * 10 <= MAX; power *= 10) all.push(...DIGITS.map((digits) => digits * power));
  const first = all.findLastIndex((budget) => budget <= Math.min(nTokens * MIN_SHARE, chosen));
  const last = all.findIndex((budget) => budget >= Math.max(nTokens * MAX_SHARE, chosen));
  return all.slice(Math.max(0, first), last === -1 ? all.length : last + 1);
}

/** The one to begin with. */
export function budgetFor(nTokens: number): number {
  const budgets = budgetsFor(nTokens);
  return budgets.find((budget) => budget >= nTokens * SHARE) ?? MIN;
}
