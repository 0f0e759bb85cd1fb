// The start view: the user drops or chooses a folder, opens a stored project, or tries the sample.

import { button, element } from "../dom.js";
import type { Remembered } from "../remembered.js";

export interface StartActions {
  pick(): void;
  sample(): void;
  reopen(project: Remembered): void;
  forget(project: Remembered): void;
}

/** Creates the view. `languages`: the supported ones, in words. */
export function startView(languages: string, kept: readonly Remembered[], actions: StartActions): HTMLElement {
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
    kept.length > 0 ? keptProjects(kept, actions) : undefined,
    element("p", { class: "quiet" }, `${languages}. The sample is Scrubjay’s own sources, which came with this page.`),
  );
}

function keptProjects(kept: readonly Remembered[], { reopen, forget }: StartActions): HTMLElement {
  const items = kept.map((project) =>
    element(
      "li",
      { class: "row" },
      button(project.name, () => reopen(project)),
      button("Forget", () => forget(project), { class: "small", "aria-label": `Forget ${project.name}` }),
    ),
  );
  return element("section", { "aria-label": "Kept in this browser" }, element("h3", {}, "Kept in this browser"), element("ul", { class: "plain" }, ...items));
}
