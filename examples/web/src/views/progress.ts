// The view of an index run in progress.

import type { Progress } from "scrubjay/worker";

import { button, countOf, element } from "../dom.js";

/** Creates the view; `show` updates it by a report of the run, and its button calls `cancel`. */
export function progressView(name: string, cancel: () => void): { element: HTMLElement; show: (progress: Progress) => void } {
  const bar = element("progress", { "aria-label": "Progress" });
  const words = element("p", { role: "status" }, "Looking for files …");
  const figures = element("p", { class: "quiet" });
  return {
    element: element("section", { class: "start", "aria-label": "Indexing" }, element("h2", {}, `Indexing ${name}`), bar, words, figures, element("p", {}, button("Cancel", cancel))),
    show(progress) {
      switch (progress.stage) {
        case "walked":
          words.textContent = `${countOf(progress.nFiles, "file")} found`;
          break;
        case "read":
          // Only the stages are spoken; figures that change all the time are for the eye.
          if (progress.nFiles === 1) words.textContent = "Reading and parsing …";
          [bar.max, bar.value] = [progress.nOf, progress.nFiles];
          figures.textContent = `${progress.nFiles} of ${countOf(progress.nOf, "file")}`;
          break;
        case "linking":
          words.textContent = "Linking names across files …";
          bar.removeAttribute("value");
          figures.textContent = `${countOf(progress.nLeft, "file")} left`;
      }
    },
  };
}
