// The view "Context": prepares a context for a task, and shows its pieces with their reasons.

import type { Factor, Piece, Prepared, RankedFile } from "scrubjay/worker";

import { button, count, countOf, element, keepingFocus } from "../dom.js";
import { clearAlarms } from "../messages.js";
import type { Project } from "../project.js";
import { address } from "../routes.js";
import { Latest, type Panel, reveal } from "./view.js";

/** The budgets in tokens that the slider offers. */
const BUDGETS = [500, 1000, 2000, 4000, 8000, 16_000, 32_000, 64_000];
const DEFAULT_BUDGET_AT = 4;
const FORMS = { source: "source", signature: "signature only", stale_signature: "signature, the file is not as indexed" };
/** The most ranked files that are listed. */
const MAX_FILES = 12;

/** Creates the view. `failed` is called with errors other than a cancellation. */
export function contextView(project: Project, failed: (error: unknown) => void): Panel {
  const latest = new Latest((error) => {
    result.removeAttribute("aria-busy");
    failed(error);
  });
  const task = element("textarea", { id: "task", rows: 4, required: true, placeholder: "fix the login timeout", "aria-describedby": "task-hint", keydown: submitByKeys });
  const budget = element("input", { id: "budget", type: "range", min: 0, max: BUDGETS.length - 1, step: 1, value: DEFAULT_BUDGET_AT, input: showBudget });
  const shownBudget = element("output", { for: "budget" });
  const form = element(
    "form",
    { class: "task", submit },
    element("label", { for: "task" }, "What is to be done?"),
    task,
    element("p", { class: "quiet", id: "task-hint" }, "In words; names, paths and lines of an error help. Ctrl + Enter prepares."),
    element("label", { for: "budget" }, "Budget ", shownBudget),
    budget,
    element("button", { type: "submit", class: "primary" }, "Prepare the context"),
  );
  const result = element("div", { class: "detail", "aria-live": "polite" });
  result.append(element("div", { class: "empty" }, element("h2", {}, "What does a task need?"), element("p", {}, "Say what is to be done: the pieces of code that matter for it appear here, within the budget.")));

  function tokens(): number {
    return BUDGETS[Number(budget.value)] ?? 8000;
  }

  function showBudget(): void {
    shownBudget.value = `${count(tokens())} tokens`;
    budget.setAttribute("aria-valuetext", shownBudget.value);
  }

  function submitByKeys(event: KeyboardEvent): void {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  }

  function submit(event: Event): void {
    event.preventDefault();
    const taskText = task.value.trim();
    if (taskText === "") return;
    clearAlarms();
    latest.run(async (signal) => {
      result.setAttribute("aria-busy", "true");
      const limit = tokens();
      const prepared = await project.memory.prepare(taskText, { budget: limit, signal });
      if (signal.aborted) return;
      result.removeAttribute("aria-busy");
      keepingFocus(() => result.replaceChildren(...resultElements(prepared, limit)), () => task);
      reveal(result);
    });
  }

  showBudget();
  return { element: element("section", { class: "context", "aria-label": "Context" }, form, result), show: () => undefined };
}

function resultElements(prepared: Prepared, budget: number): HTMLElement[] {
  const { pieces, files } = prepared;
  if (pieces.length === 0) return [element("p", { class: "notice" }, "No word of the task is in the code. Try names, paths, or other words for it.")];
  return [
    element("h2", {}, countOf(pieces.length, "piece")),
    meter(prepared, budget),
    copyButton(prepared.text),
    element("ol", { class: "pieces", "aria-label": "Pieces" }, ...pieces.map((piece) => element("li", {}, pieceOf(piece)))),
    element("h3", {}, "Files judged most relevant"),
    element("ol", { class: "ranked", "aria-label": "Files judged most relevant" }, ...files.slice(0, MAX_FILES).map(ranked)),
  ];
}

/** A bar of the used part of the budget, divided by pieces. */
function meter({ tokens, pieces }: Prepared, budget: number): HTMLElement {
  const bars = pieces.map((piece) => {
    const bar = element("span", { title: `${piece.id}: ${piece.tokens} tokens` });
    bar.style.setProperty("flex-grow", String(piece.tokens));
    return bar;
  });
  const bar = element("div", { class: "bar" }, ...bars);
  bar.style.setProperty("width", `${Math.min(100, (100 * tokens) / budget)}%`);
  const words = `${count(tokens)} of ${count(budget)} tokens`;
  const props = { class: "meter", role: "meter", "aria-label": "Tokens used", "aria-valuemin": 0, "aria-valuemax": budget, "aria-valuenow": tokens, "aria-valuetext": words };
  return element("div", {}, element("div", props, bar), element("p", { class: "figures" }, words));
}

function copyButton(text: string): HTMLElement {
  const copyStatus = element("span", { class: "quiet", role: "status" });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      copyStatus.textContent = "Copied, ready for a prompt.";
    } catch {
      copyStatus.textContent = "The browser does not allow copying here.";
    }
  };
  return element("p", { class: "row" }, button("Copy the text", () => void copy()), copyStatus);
}

function pieceOf({ id, path, firstLine, lastLine, form, text, tokens, why, score, factors }: Piece): HTMLElement {
  const lines = firstLine === lastLine ? firstLine : `${firstLine}–${lastLine}`;
  return element(
    "article",
    { class: "piece", "aria-label": id },
    element("h3", {}, element("a", { href: address("symbols", id) }, id.slice(path.length + 1) || path)),
    element("p", { class: "quiet" }, `${path}:${lines}, ${FORMS[form]}, ${countOf(tokens, "token")}`),
    element("p", { class: "why" }, why),
    element("details", {}, element("summary", {}, `Score ${score.toFixed(2)}: how it came about`), factorTable(factors)),
    element("pre", { tabindex: 0, "aria-label": `Text of ${id}` }, element("code", {}, text)),
  );
}

function ranked({ path, score, factors }: RankedFile): HTMLLIElement {
  const summary = element("summary", {}, element("span", {}, path), element("span", { class: "place" }, score.toFixed(2)));
  return element("li", {}, element("details", {}, summary, factorTable(factors), element("a", { href: address("files", path) }, "Open the file")));
}

function factorTable(factors: readonly Factor[]): HTMLElement {
  const rows = factors.map(({ name, value }) => element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, value.toFixed(3))));
  const head = element("tr", {}, element("th", { scope: "col" }, "Factor"), element("th", { scope: "col" }, "Contributes"));
  return element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows));
}
