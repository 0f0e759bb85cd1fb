// Shows source text with line numbers.

import { element } from "../dom.js";
import type { Source } from "../project.js";

/** The most lines that are shown: a symbol may be a class with thousands. */
const MAX_LINES = 400;

/** The element with the lines, or with a notice if the file cannot be read. */
export function sourceText(source: Source | undefined): HTMLElement {
  if (source === undefined) {
    return element("p", { class: "notice" }, "The file is not at hand. Choose the folder again to read it: the memory keeps no source text.");
  }
  const { first, lines, changed } = source;
  const lineElements = lines.slice(0, MAX_LINES).map((line, at) => element("span", { class: "line", "data-line": first + at }, `${line}\n`));
  const text = element("pre", { tabindex: 0, "aria-label": "Source text" }, element("code", {}, ...lineElements));
  const notes = [
    changed ? element("p", { class: "notice" }, "The file has changed since it was indexed: these may be the wrong lines. Index again.") : undefined,
    lines.length > MAX_LINES ? element("p", { class: "quiet" }, `The first ${MAX_LINES} of ${lines.length} lines.`) : undefined,
  ];
  return element("div", {}, notes[0], text, notes[1]);
}
