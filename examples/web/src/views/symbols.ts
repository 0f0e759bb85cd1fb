// The view "Symbols": a search that answers while the user types, and the panel of the chosen symbol.

import { element } from "../dom.js";
import type { Project } from "../project.js";
import { Results } from "./results.js";
import { symbolPanel } from "./symbol.js";
import { type Panel, reveal } from "./view.js";

/** Creates the view. It focuses the search when it is shown without a symbol. */
export function symbolsView(project: Project, failed: (error: unknown) => void): Panel {
  const results = new Results(project, failed);
  const detail = symbolPanel(project, failed);
  const hint = element("div", { class: "empty" }, element("h2", {}, "Who calls what?"), element("p", {}, "Type a name and choose a symbol: its source, its callers and what it calls appear here."));
  const place = element("div", { class: "detail" }, hint);
  let current: string | undefined;
  return {
    element: element("section", { class: "symbols", "aria-label": "Symbols" }, results.element, place),
    show(chosen) {
      if (chosen === undefined && current === undefined) results.focus();
      if (chosen === undefined || chosen === current) return;
      current = chosen;
      results.mark(chosen);
      if (place.firstElementChild !== detail.element) place.replaceChildren(detail.element);
      detail.show(chosen);
      reveal(place);
    },
  };
}
