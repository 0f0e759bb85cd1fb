// The beginning: a project is dropped, chosen, or taken from the page.

import { button, element } from "../dom.js";

/** Ways to begin. */
export interface StartActions {
  pick(): void;
  sample(): void;
}

/** The view. */
export function startView(languages: string, actions: StartActions): HTMLElement {
  return element(
    "section",
    { class: "start", "aria-label": "Choose a project" },
    element(
      "div",
      { class: "target" },
      element("h2", {}, "Drop a folder of code here"),
      element("p", {}, "It is indexed in this browser. Then ask who calls what, and let a task be given the code that it needs."),
      element("p", { class: "row" }, button("Choose a folder", actions.pick, { class: "primary" }), button("Try the sample", actions.sample)),
    ),
    element("p", { class: "quiet" }, `${languages}. The sample is Scrubjay’s own sources, which came with this page.`),
  );
}
