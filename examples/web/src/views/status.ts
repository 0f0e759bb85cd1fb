// The view "Status": counts of the memory, files that were left out with reasons, and where the memory is stored.

import type { Indexed, MemoryStatus, SkipReason } from "scrubjay/worker";

import { type Child, button, count, countOf, element, keepingFocus } from "../dom.js";
import type { Project } from "../project.js";
import { Latest, type Panel } from "./view.js";

export interface StatusActions {
  indexAgain(): void;
  close(): void;
}

const REASONS: Record<SkipReason, string> = {
  language: "in a language that is not read",
  size: "over 4 MiB",
  secret: "named like a place of secrets",
  generated: "named like what tools generate",
  path: "with a path that cannot be kept",
};
/** The most problems that are listed. */
const MAX_PROBLEMS = 100;

/** Creates the view. It asks for the status each time that it is shown. */
export function statusView(project: Project, actions: StatusActions, failed: (error: unknown) => void): Panel {
  const latest = new Latest(failed);
  const place = element("section", { class: "detail status", "aria-label": "Status" });
  const show = () =>
    latest.run(async (signal) => {
      const [status, { usage = 0 }] = [await project.memory.status({ signal }), await navigator.storage.estimate()];
      const shownFacts = [...memoryFacts(status), ...leftOut(project.indexed), ...storageFacts(project, usage, actions)];
      keepingFocus(() => place.replaceChildren(...shownFacts), () => place.querySelector("button"));
    });
  return { element: place, show };
}

function memoryFacts(status: MemoryStatus): HTMLElement[] {
  const facts: [string, number][] = [
    ["Files", status.nFiles],
    ["Symbols", status.nSymbols],
    ["Edges between symbols", status.nEdges],
    ["References that lead outside, or are not known", status.nUnlinked],
    ["Files of other people’s code", status.nVendored],
    ["Files that the grammar found errors in", status.nWithErrors],
    ["Bytes of memory in use", status.liveBytes],
  ];
  const rows = status.languages.map(({ language, nFiles, nLines, nBytes }) => [language, count(nFiles), count(nLines), count(nBytes)]);
  const list = element("dl", {}, ...facts.map(([what, number]) => element("div", {}, element("dt", {}, what), element("dd", {}, count(number)))));
  return [element("h2", {}, "In the memory"), list, table(["Language", "Files", "Lines", "Bytes"], rows)];
}

function leftOut(indexed: Indexed | undefined): HTMLElement[] {
  if (indexed === undefined) return [];
  const skipped = Object.entries(indexed.skipped) as [SkipReason, number][];
  const problems = indexed.problems.slice(0, MAX_PROBLEMS).map(({ path, kind, why }) => [path, kind, why]);
  const { nRead, nSame, nRemoved } = indexed;
  const runText = `In the last run ${countOf(nRead, "file was", "files were")} read, ${count(nSame)} as before, ${count(nRemoved)} gone.`;
  const reasons = skipped.map(([reason, number]) => element("li", {}, `${count(number)} ${REASONS[reason]}`));
  return [
    element("p", {}, runText),
    element("h2", {}, "Left out"),
    reasons.length > 0 ? element("ul", { class: "plain", "aria-label": "Files left out" }, ...reasons) : element("p", { class: "quiet" }, "No file."),
    ...(problems.length > 0 ? [element("h3", {}, "Not taken in, or not wholly"), table(["File", "What", "Why"], problems)] : []),
  ];
}

function storageFacts({ chosen, unkept }: Project, usage: number, { indexAgain, close }: StatusActions): HTMLElement[] {
  const keptText = `The memory is kept in this browser’s private files, which take ${count(usage)} bytes in all. It can be forgotten where projects are chosen.`;
  const lostText = `The memory goes when the page is closed, because its store cannot be used: ${unkept}. Where the store is damaged, forgetting the project mends it.`;
  return [
    element("h2", {}, "This project"),
    element("p", {}, unkept === undefined ? keptText : lostText),
    element("p", { class: "row" }, button("Index again", indexAgain, { disabled: chosen.files === undefined }), button("Another project", close)),
  ];
}

function table(headings: readonly string[], rows: readonly (readonly Child[])[]): HTMLElement {
  const head = element("tr", {}, ...headings.map((text) => element("th", { scope: "col" }, text)));
  const body = rows.map((cells) => element("tr", {}, ...cells.map((cell) => element("td", {}, cell))));
  return element("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": headings.join(", ") }, element("table", {}, element("thead", {}, head), element("tbody", {}, ...body)));
}
