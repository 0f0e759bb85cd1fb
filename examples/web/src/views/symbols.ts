// Symbols: found as one types, and the one that is chosen with its surroundings.

import type { Found, SymbolKind } from "scrubjay/worker";

import { button, count, element } from "../dom.js";
import type { Project } from "../project.js";
import { go } from "../routes.js";
import { symbolPanel } from "./symbol.js";
import { Latest, type Panel, reveal } from "./view.js";

const MOST = 60;
const KINDS: readonly [label: string, kinds: SymbolKind[]][] = [
  ["All kinds", []],
  ["Functions and methods", ["function", "method", "macro"]],
  ["Types", ["class", "interface", "enum", "type-alias"]],
  ["Values", ["constant", "variable", "field"]],
  ["Modules", ["module"]],
];

/** The view. */
export function symbolsView(project: Project, failed: (error: unknown) => void): Panel {
  const latest = new Latest(failed);
  const summary = element("p", { class: "quiet", role: "status", id: "found" });
  const list = element("ul", { class: "results", "aria-label": "Symbols found", keydown: moveFocus });
  const input = element("input", {
    id: "search",
    type: "search",
    placeholder: "Name or words",
    autocomplete: "off",
    spellcheck: "false",
    maxlength: 900,
    "aria-describedby": "found",
    input: search,
    keydown: enterList,
  });
  const kinds = element("select", { "aria-label": "Kinds", change: search }, ...KINDS.map(([label], at) => element("option", { value: at }, label)));
  const form = element(
    "form",
    { class: "search", role: "search", submit: (event: Event) => event.preventDefault() },
    element("label", { for: "search" }, "Find a symbol"),
    element("div", { class: "row" }, input, kinds),
    summary,
    list,
  );
  const detail = symbolPanel(project, failed);
  const hint = element("div", { class: "empty" }, element("h2", {}, "Who calls what?"), element("p", {}, "Type a name and choose a symbol: its source, its callers and what it calls appear here."));
  const place = element("div", { class: "detail" }, hint);

  function search(): void {
    latest.run(async (signal) => {
      const text = input.value.trim();
      if (text === "") {
        list.replaceChildren();
        summary.textContent = "";
        return;
      }
      const chosen = KINDS[Number(kinds.value)]?.[1] ?? [];
      const { hits, nHits } = await project.memory.graph.find(text, { kinds: chosen, most: MOST, signal });
      if (signal.aborted) return;
      const hadFocus = list.contains(document.activeElement);
      list.replaceChildren(...hits.map(result));
      if (hadFocus) (list.querySelector("button") ?? input).focus();
      summary.textContent = said(hits.length, nHits);
      markChosen();
    });
  }

  function enterList(event: KeyboardEvent): void {
    const first = list.querySelector("button");
    if (event.key === "ArrowDown" && first) {
      first.focus();
      event.preventDefault();
    }
    if (event.key === "Enter") first?.click();
  }

  function moveFocus(event: KeyboardEvent): void {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const buttons = [...list.querySelectorAll("button")];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const next = event.key === "ArrowDown" ? Math.min(at + 1, buttons.length - 1) : at - 1;
    (buttons[next] ?? input).focus();
    event.preventDefault();
  }

  let current: string | undefined;
  function markChosen(): void {
    for (const each of list.querySelectorAll("button")) each.toggleAttribute("aria-current", each.dataset["id"] === current);
  }

  return {
    element: element("section", { class: "symbols", "aria-label": "Symbols" }, form, place),
    show(chosen) {
      if (chosen === undefined && current === undefined && input.isConnected) input.focus({ preventScroll: true });
      if (chosen === undefined || chosen === current) return;
      current = chosen;
      markChosen();
      place.replaceChildren(detail.element);
      detail.show(chosen);
      reveal(place);
    },
  };
}

function result({ symbol }: Found): HTMLLIElement {
  const { id, kind, qualifiedName, path, firstLine, signature, doc } = symbol;
  const made = button(undefined, () => go("symbols", id), { class: "result", "data-id": id });
  made.append(
    element("span", { class: "kind" }, kind),
    element("strong", {}, qualifiedName),
    element("code", { class: "signature" }, signature),
    element("span", { class: "place" }, `${path}:${firstLine}`),
  );
  if (doc !== "") made.append(element("span", { class: "doc" }, doc));
  return element("li", {}, made);
}

function said(nShown: number, nAll: number): string {
  if (nAll === 0) return "Nothing is called so. Try a shorter part of the name.";
  return nShown < nAll ? `${count(nAll)} found, the best ${nShown} shown` : `${count(nAll)} found`;
}
