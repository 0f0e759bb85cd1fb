// The search for symbols: a text field, a choice of kinds, and the list of hits, which arrow keys walk through.

import type { Found, SymbolKind } from "scrubjay/worker";

import { button, count, element } from "../dom.js";
import { spoken } from "../names.js";
import type { Project } from "../project.js";
import { go } from "../routes.js";
import { Latest } from "./view.js";

const MAX_HITS = 60;
const KINDS: readonly [label: string, kinds: SymbolKind[]][] = [
  ["All kinds", []],
  ["Functions and methods", ["function", "method", "macro"]],
  ["Types", ["class", "interface", "enum", "type_alias"]],
  ["Values", ["constant", "variable", "field"]],
  ["Modules", ["module"]],
];

/** The form of the search with its list of hits. */
export class Results {
  readonly element: HTMLElement;
  readonly #project: Project;
  readonly #latest: Latest;
  readonly #summary = element("p", { class: "quiet", role: "status", id: "found" });
  readonly #list = element("ul", { class: "results", "aria-label": "Symbols found", keydown: (event: KeyboardEvent) => this.#moveFocus(event) });
  readonly #input = element("input", {
    id: "search",
    type: "search",
    placeholder: "Name or words",
    autocomplete: "off",
    spellcheck: "false",
    maxlength: 900,
    "aria-describedby": "found",
    input: () => this.#search(),
    keydown: (event: KeyboardEvent) => this.#enterList(event),
  });
  readonly #kinds = element("select", { "aria-label": "Kinds", change: () => this.#search() }, ...KINDS.map(([label], at) => element("option", { value: at }, label)));
  #chosen: string | undefined;

  constructor(project: Project, failed: (error: unknown) => void) {
    this.#project = project;
    this.#latest = new Latest(failed);
    this.element = element(
      "form",
      { class: "search", role: "search", submit: (event: Event) => event.preventDefault() },
      element("label", { for: "search" }, "Find a symbol"),
      element("div", { class: "row" }, this.#input, this.#kinds),
      this.#summary,
      this.#list,
    );
  }

  /** Focuses the text field, if it is on the page. */
  focus(): void {
    if (this.#input.isConnected) this.#input.focus({ preventScroll: true });
  }

  /** Marks the symbol that the detail shows, now and in later hits. */
  mark(id: string | undefined): void {
    this.#chosen = id;
    for (const resultButton of this.#buttons()) {
      if (resultButton.dataset["id"] === id) resultButton.setAttribute("aria-current", "true");
      else resultButton.removeAttribute("aria-current");
    }
  }

  #search(): void {
    this.#latest.run(async (signal) => {
      const text = this.#input.value.trim();
      if (text === "") return this.#show([], "");
      const kinds = KINDS[Number(this.#kinds.value)]?.[1] ?? [];
      const { hits, nHits } = await this.#project.memory.graph.find(text, { kinds, limit: MAX_HITS, signal });
      if (!signal.aborted) this.#show(hits, summaryOf(hits.length, nHits));
    });
  }

  #show(hits: readonly Found[], summary: string): void {
    const hadFocus = this.#list.contains(document.activeElement);
    this.#list.replaceChildren(...hits.map(result));
    if (hadFocus) (this.#buttons()[0] ?? this.#input).focus();
    this.#summary.textContent = summary;
    this.mark(this.#chosen);
  }

  #enterList(event: KeyboardEvent): void {
    const [firstButton] = this.#buttons();
    if (event.key === "ArrowDown" && firstButton) {
      firstButton.focus();
      event.preventDefault();
    }
    if (event.key === "Enter") firstButton?.click();
  }

  #moveFocus(event: KeyboardEvent): void {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const buttons = this.#buttons();
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const nextIndex = event.key === "ArrowDown" ? Math.min(at + 1, buttons.length - 1) : at - 1;
    (buttons[nextIndex] ?? this.#input).focus();
    event.preventDefault();
  }

  #buttons(): HTMLButtonElement[] {
    return [...this.#list.querySelectorAll("button")];
  }
}

function result({ symbol }: Found): HTMLLIElement {
  const { id, kind, qualifiedName, path, firstLine, signature, doc } = symbol;
  const resultButton = button(undefined, () => go("symbols", id), { class: "result", "data-id": id });
  resultButton.append(
    element("span", { class: "kind" }, spoken(kind)),
    element("strong", {}, qualifiedName),
    element("code", { class: "signature" }, signature),
    element("span", { class: "place" }, `${path}:${firstLine}`),
  );
  if (doc !== "") resultButton.append(element("span", { class: "doc" }, doc));
  return element("li", {}, resultButton);
}

function summaryOf(nShown: number, nAll: number): string {
  if (nAll === 0) return "Nothing is called so. Try a shorter part of the name.";
  return nShown < nAll ? `${count(nAll)} found, the best ${nShown} shown` : `${count(nAll)} found`;
}
