// The view "Files": the list of all indexed files, and one file with its symbols and dependencies.

import { type DependencyPage, type FileOutline, UnknownError } from "scrubjay/worker";

import { count, countOf, element, keepingFocus } from "../dom.js";
import { spoken } from "../names.js";
import type { Project } from "../project.js";
import { address } from "../routes.js";
import { Latest, type Panel, reveal } from "./view.js";

/** The most files that the list shows at once. */
const MAX_LISTED = 500;
/** A file's line in the canonical text of the graph: path, language, lines, hash, and optional flags. */
const FILE_LINE = /^file (.+) (\S+) (\d+) lines [0-9a-f]{64}(?: [a-z -]+)?$/;

interface ListedFile {
  path: string;
  language: string;
  nLines: number;
}

/** Creates the view. It loads the list when it is first shown. */
export function filesView(project: Project, failed: (error: unknown) => void): Panel {
  const [listing, choosing] = [new Latest(failed), new Latest(failed)];
  const summary = element("p", { class: "quiet", role: "status", id: "listed" });
  const list = element("ul", { class: "results", "aria-label": "Files" });
  const input = element("input", { id: "filter", type: "search", placeholder: "A part of a path", autocomplete: "off", spellcheck: "false", "aria-describedby": "listed", input: fill });
  const form = element(
    "form",
    { class: "search", role: "search", submit: (event: Event) => event.preventDefault() },
    element("label", { for: "filter" }, "Find a file"),
    element("div", { class: "row" }, input),
    summary,
    list,
  );
  const place = element("div", { class: "detail" }, element("div", { class: "empty" }, element("h2", {}, "What depends on what?"), element("p", {}, "Choose a file: its symbols, what it uses and what uses it appear here.")));
  let files: ListedFile[] | undefined;
  let current: string | undefined;

  function fill(): void {
    const filterText = input.value.trim().toLowerCase();
    const fitting = (files ?? []).filter(({ path }) => path.toLowerCase().includes(filterText));
    const items = fitting.slice(0, MAX_LISTED).map((file) => item(file, file.path === current));
    keepingFocus(() => list.replaceChildren(...items), () => list.querySelector<HTMLElement>("[aria-current]"));
    summary.textContent = fitting.length > MAX_LISTED ? `${countOf(fitting.length, "file")}, the first ${MAX_LISTED} shown` : countOf(fitting.length, "file");
  }

  function load(): void {
    listing.run(async (signal) => {
      list.setAttribute("aria-busy", "true");
      files = await allFiles(project, signal);
      list.removeAttribute("aria-busy");
      fill();
    });
  }

  function choose(path: string): void {
    choosing.run(async (signal) => {
      const { graph } = project.memory;
      try {
        const [outline, uses, usedBy] = await Promise.all([graph.outline(path, { signal }), graph.dependencies(path, { signal }), graph.dependents(path, { signal })]);
        const details = detail(outline, uses, usedBy);
        keepingFocus(() => place.replaceChildren(...details), () => place.querySelector("h2"));
      } catch (error) {
        if (!(error instanceof UnknownError)) throw error;
        keepingFocus(() => place.replaceChildren(element("p", { class: "notice" }, `${path} is not in the memory.`)), () => input);
      }
    });
  }

  return {
    element: element("section", { class: "files", "aria-label": "Files" }, form, place),
    show(chosen) {
      if (files === undefined) load();
      if (chosen === undefined || chosen === current) return;
      current = chosen;
      fill();
      choose(chosen);
      reveal(place);
    },
  };
}

/** All indexed files in the order of their paths, from the lines that the exported graph has for them. */
async function allFiles(project: Project, signal: AbortSignal): Promise<ListedFile[]> {
  const files: ListedFile[] = [];
  let restOfPage = "";
  for await (const page of project.memory.graph.export({ signal })) {
    const lines = (restOfPage + page).split("\n");
    restOfPage = lines.pop() ?? "";
    for (const line of lines) {
      const [, path, language, nLines] = FILE_LINE.exec(line) ?? [];
      if (path !== undefined && language !== undefined) files.push({ path, language, nLines: Number(nLines) });
    }
  }
  return files;
}

function item({ path, language, nLines }: ListedFile, isChosen: boolean): HTMLLIElement {
  const link = element("a", { class: "result", href: address("files", path), "aria-current": isChosen ? "true" : undefined }, element("strong", {}, path), element("span", { class: "place" }, `${language}, ${countOf(nLines, "line")}`));
  return element("li", {}, link);
}

function detail(outline: FileOutline, uses: DependencyPage, usedBy: DependencyPage): HTMLElement[] {
  const { path, language, nLines, hasErrors, symbols } = outline;
  const listedSymbols = symbols.filter(({ symbol }) => symbol.kind !== "import");
  const rows = listedSymbols.map(({ symbol, depth }) => {
    const link = element("a", { href: address("symbols", symbol.id), title: symbol.signature }, symbol.name);
    const row = element("li", {}, element("span", { class: "kind" }, spoken(symbol.kind)), link, element("span", { class: "place" }, `line ${symbol.firstLine}`));
    row.style.setProperty("--depth", String(depth));
    return row;
  });
  return [
    element("header", { class: "symbol" }, element("h2", { tabindex: -1 }, path), element("p", { class: "quiet" }, `${language}, ${countOf(nLines, "line")}`)),
    ...(hasErrors ? [element("p", { class: "notice" }, "The grammar found errors here; what could be read is kept.")] : []),
    element("div", { class: "pair" }, dependencyList("Uses", uses), dependencyList("Used by", usedBy)),
    element("h3", {}, "Symbols ", element("span", { class: "quiet" }, String(listedSymbols.length))),
    rows.length > 0 ? element("ul", { class: "outline", "aria-label": "Symbols of the file" }, ...rows) : element("p", { class: "quiet" }, "It defines nothing."),
  ];
}

function dependencyList(title: string, { dependencies, nDependencies }: DependencyPage): HTMLElement {
  const items = dependencies.map(({ name, external, nEdges, line }) => {
    const nameElement = external ? element("span", {}, name) : element("a", { href: address("files", name) }, name);
    const placeText = external ? `outside, line ${line}` : `${countOf(nEdges, "edge")}, line ${line}`;
    return element("li", {}, nameElement, element("span", { class: "place" }, placeText));
  });
  const list = items.length > 0 ? element("ul", { "aria-label": title }, ...items) : element("p", { class: "quiet" }, "Nothing.");
  const countText = items.length < nDependencies ? `${items.length} of ${count(nDependencies)}` : String(items.length);
  return element("section", { class: "side", "aria-label": title }, element("h3", {}, `${title} `, element("span", { class: "quiet" }, countText)), list);
}
