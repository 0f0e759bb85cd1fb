// The budgets that the slider offers: round numbers, each about a tenth greater than the one before.

/** The first two digits of the budgets. */
const DIGITS = [10, 11, 12, 13, 14, 15, 16, 18, 20, 22, 25, 28, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 90];
/** The least budget that the package accepts, and the largest context window of today's models. */
const MIN = 1_000;
const MAX = 2_000_000;
/** The first budget as a share of the session's tokens: with it, some parts are pruned and many stay. */
const SHARE = 0.45;
/** The least and the greatest budget as shares of the session: below, hardly anything fits; above, nothing is ever pruned. */
const [MIN_SHARE, MAX_SHARE] = [0.05, 1.3];

/** The budgets for a session of `nTokens`, ascending; `chosen` is among them. */
export function budgetsFor(nTokens: number, chosen = MIN): number[] {
  const candidates: number[] = [];
  for (let power = MIN / 10; power * 10 <= MAX; power *= 10) candidates.push(...DIGITS.map((digits) => digits * power));
  const firstIndex = candidates.findLastIndex((budget) => budget <= Math.min(nTokens * MIN_SHARE, chosen));
  const lastIndex = candidates.findIndex((budget) => budget >= Math.max(nTokens * MAX_SHARE, chosen));
  return candidates.slice(Math.max(0, firstIndex), lastIndex === -1 ? candidates.length : lastIndex + 1);
}

/** The budget with which a session of `nTokens` is first shown. */
export function budgetFor(nTokens: number): number {
  const budgets = budgetsFor(nTokens);
  return budgets.find((budget) => budget >= nTokens * SHARE) ?? MIN;
}
