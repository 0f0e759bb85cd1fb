// The table that compares all policies under one budget: tokens sent, pruned parts, and pruned parts that were needed again.

import { button, count, countOf, element } from "../dom.js";
import type { Needed, Part, Rules } from "./life.js";
import type { Row } from "./rows.js";
import { partName, policyName, POLICIES, share } from "./words.js";

type Policy = Rules["policy"];

const COLUMNS = ["Policy", "Needed again", "Tokens sent", "Cost", "Prunes", "Parts pruned"];
const WHAT_IT_COUNTS =
  "A pruned part was needed again if a later call used a path, a name in code or a line to replace that stood in it and in nothing visible, not even in a stub. " +
  "This is read off the recorded calls, so every policy is held to the same test; it does not say whether the model would have managed without. Cost is estimated, with a prompt cache.";

/** The table, with a row for each policy; figures are added as they are computed. */
export class Comparison {
  readonly element: HTMLElement;
  readonly #caption = element("caption");
  readonly #body = element("tbody");
  readonly #choose: (policy: Policy) => void;
  readonly #visit: (policy: Policy, needed: Needed) => void;
  readonly #rows = new Map<Policy, Row>();
  #parts: readonly Part[] = [];
  #shown: Rules | undefined;
  /** The policies below whose rows the needed parts are listed. */
  readonly #open = new Set<Policy>();

  /** `choose` shows the life under a policy; `visit` shows a part at the request that needed it. */
  constructor(choose: (policy: Policy) => void, visit: (policy: Policy, needed: Needed) => void) {
    [this.#choose, this.#visit] = [choose, visit];
    const head = element("tr", {}, ...COLUMNS.map((name) => element("th", { scope: "col" }, name)));
    const table = element("table", {}, this.#caption, element("thead", {}, head), this.#body);
    this.element = element("section", { class: "comparison", "aria-label": "Policies compared" }, element("div", { class: "scroll" }, table), element("p", { class: "quiet" }, WHAT_IT_COUNTS));
  }

  /** The policies without figures so far. */
  get missing(): Policy[] {
    return POLICIES.map(([policy]) => policy).filter((policy) => !this.#rows.has(policy));
  }

  /** Adds the row of the life that is shown. Removes all rows if the session or the budget differs. */
  show(row: Row, parts: readonly Part[]): void {
    if (parts !== this.#parts || row.rules.maxTokens !== this.#shown?.maxTokens) this.#rows.clear();
    if (parts !== this.#parts) this.#open.clear();
    [this.#parts, this.#shown] = [parts, row.rules];
    this.#caption.textContent = `Policies compared, with ${count(row.rules.maxTokens)} tokens`;
    this.take(row);
  }

  /** Adds or replaces the row of a policy. A row for another budget is ignored, because it comes too late. */
  take(row: Row): void {
    if (row.rules.maxTokens !== this.#shown?.maxTokens) return;
    this.#rows.set(row.rules.policy, row);
    this.#draw();
  }

  /** Draws all rows. The focus stays at the element with the same `data-name`. */
  #draw(): void {
    const focused = this.element.contains(document.activeElement) ? document.activeElement?.getAttribute("data-name") : undefined;
    this.#body.replaceChildren(...POLICIES.flatMap(([policy]) => this.#rowsOf(policy)));
    this.element.setAttribute("aria-busy", String(this.missing.length > 0));
    if (focused != null) this.element.querySelector<HTMLElement>(`[data-name="${focused}"]`)?.focus({ preventScroll: true });
  }

  #rowsOf(policy: Policy): HTMLElement[] {
    const row = this.#rows.get(policy);
    const isShown = policy === this.#shown?.policy;
    const choose = button(policyName(policy), () => this.#choose(policy), { class: "small", "aria-pressed": String(isShown), "data-name": `show-${policy}` });
    const overBudget = row === undefined || row.nOver === 0 ? undefined : element("span", { class: "quiet" }, `${countOf(row.nOver, "request")} over the budget`);
    const cells = row === undefined ? COLUMNS.slice(1).map(() => ["…"]) : [[this.#needed(row)], [count(row.sent)], [share(row.cost, row.costUnpruned)], [count(row.nPrunes)], [count(row.nGone)]];
    const line = element("tr", { class: isShown ? "shown" : undefined }, element("th", { scope: "row" }, choose, overBudget), ...cells.map((cell) => element("td", {}, ...cell)));
    return row === undefined || !this.#open.has(policy) || row.needed.length === 0 ? [line] : [line, this.#list(row)];
  }

  /** The number of parts that were needed again; a button that lists them, unless it is 0. */
  #needed({ rules: { policy }, needed }: Row): HTMLElement | string {
    if (needed.length === 0) return "0";
    const isOpen = this.#open.has(policy);
    const name = `${countOf(needed.length, "part")} needed again under ${policyName(policy)}`;
    const toggle = () => {
      if (!this.#open.delete(policy)) this.#open.add(policy);
      this.#draw();
    };
    return button(`${count(needed.length)} ${isOpen ? "▴" : "▾"}`, toggle, { class: "small", "aria-label": name, "aria-expanded": String(isOpen), "data-name": `list-${policy}` });
  }

  #list({ rules: { policy }, needed }: Row): HTMLElement {
    const items = needed.map((neededPart) => {
      const part = this.#parts[neededPart.part] as Part;
      const call = this.#parts[neededPart.call] as Part;
      const name = [partName(part), neededPart.subject].filter((word) => word !== "").join(" · ");
      const when = `pruned at request ${neededPart.left + 1}, needed at ${neededPart.request + 1} by a call of ${call.tool}`;
      return element("li", {}, button(name, () => this.#visit(policy, neededPart), { class: "link", "data-name": `part-${policy}-${neededPart.part}` }), element("span", { class: "quiet" }, ` ${when}`));
    });
    return element("tr", { class: "needed-parts" }, element("td", { colspan: COLUMNS.length }, element("ul", {}, ...items)));
  }
}
