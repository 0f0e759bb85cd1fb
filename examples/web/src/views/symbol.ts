// The panel of one symbol: its signature and documentation, its source, and its neighbours as a drawing and as a list.

import { type Symbol, UnknownError } from "scrubjay/worker";

import { count, element, keepingFocus } from "../dom.js";
import { Drawing } from "../graph/drawing.js";
import { neighbourList, sideId } from "../graph/list.js";
import { Neighbourhood, type Node, type Rest, type Way } from "../graph/neighbourhood.js";
import { nameOf, spoken } from "../names.js";
import type { Project } from "../project.js";
import { address, go } from "../routes.js";
import { sourceText } from "./source.js";
import { Latest, type Panel } from "./view.js";

/** Creates the panel. A symbol that no longer exists is reported in the panel, not to `failed`. */
export function symbolPanel(project: Project, failed: (error: unknown) => void): Panel {
  const latest = new Latest(failed);
  const head = element("header", { class: "symbol" });
  const source = element("div", { class: "source" });
  const words = element("div", { class: "words" });
  const drawing = new Drawing({ centre: (node) => go("symbols", node.symbol.id), open, more: drawMore });
  const graph = element(
    "section",
    { class: "graph", "aria-labelledby": "graph-title" },
    element("h3", { id: "graph-title" }, "Call graph"),
    element("p", { class: "quiet" }, "Callers stand left or above, callees right or below. Click a symbol to centre it, + shows its neighbours, dragging moves; with keys: arrows, Enter, +."),
    drawing.element,
  );
  const body = element("div", {}, head, graph, words, source);
  let shown: Neighbourhood | undefined;

  function linkTo({ symbol }: Node): HTMLElement | undefined {
    return [...words.querySelectorAll("a")].find((link) => link.getAttribute("href") === address("symbols", symbol.id));
  }

  function draw(neighbourhood: Neighbourhood): void {
    shown = neighbourhood;
    graph.hidden = false;
    drawing.show(neighbourhood);
    words.replaceChildren(...neighbourList(neighbourhood, { open, list }));
  }

  function listedLinks(node: Node, way: Way): HTMLElement[] {
    const side = [...words.querySelectorAll<HTMLElement>(".side")].find(({ dataset }) => dataset["side"] === sideId(node, way));
    return [...(side?.querySelectorAll<HTMLElement>(".neighbour a") ?? [])];
  }

  /** Changes the neighbourhood and draws it. If the focused element disappears, or with `goesThere`, focuses the element of `heir`. */
  function change(operation: (shown: Neighbourhood, signal: AbortSignal) => Promise<void>, heir: () => HTMLElement | undefined, goesThere = false): void {
    latest.run(async (signal) => {
      if (shown === undefined) return;
      const neighbourhood = shown;
      await operation(neighbourhood, signal);
      keepingFocus(() => draw(neighbourhood), () => heir() ?? words.querySelector("a"));
      if (goesThere) heir()?.focus();
    });
  }

  function open(node: Node): void {
    change((shown, signal) => shown.open(node, signal), () => linkTo(node));
  }

  function list(node: Node, way: Way): void {
    const knownLinks = new Set(listedLinks(node, way).map((link) => link.getAttribute("href")));
    // Those that came last are not at the end, where their file was there before.
    const firstNew = () => listedLinks(node, way).find((link) => !knownLinks.has(link.getAttribute("href")));
    change((shown, signal) => shown.list(node, way, signal), () => firstNew() ?? listedLinks(node, way).at(-1), true);
  }

  /** Draws more of a side while its column has room, and then lists more. */
  function drawMore({ node, way }: Rest): void {
    if (shown !== undefined && shown.draw(node, way) > 0) keepingFocus(() => draw(shown as Neighbourhood), () => linkTo(node));
    else list(node, way);
  }

  async function load(id: string, signal: AbortSignal): Promise<void> {
    const neighbourhood = await Neighbourhood.around(project.memory.graph, id, signal);
    const { symbol } = neighbourhood.centre;
    const lines = await project.source(symbol);
    if (signal.aborted) return;
    const title = element("h2", { tabindex: -1 }, element("span", { class: "kind" }, spoken(symbol.kind)), " ", nameOf(symbol));
    const change = () => {
      head.replaceChildren(title, ...headOf(symbol));
      source.replaceChildren(element("h3", {}, "Source"), sourceText(lines));
      draw(neighbourhood);
    };
    keepingFocus(change, () => title);
  }

  function showNone(): void {
    const notice = element("p", { class: "notice", tabindex: -1 }, "There is no such symbol any more. Search for it by its name.");
    const change = () => {
      head.replaceChildren(notice);
      for (const place of [words, source]) place.replaceChildren();
      shown = undefined;
      graph.hidden = true;
    };
    keepingFocus(change, () => notice);
  }

  return {
    element: body,
    show(id) {
      if (id === undefined) return;
      latest.run(async (signal) => {
        try {
          await load(id, signal);
        } catch (error) {
          if (!(error instanceof UnknownError)) throw error;
          showNone();
        }
      });
    },
  };
}

function headOf(symbol: Symbol): HTMLElement[] {
  const { signature, doc, path, firstLine, lastLine, tokens } = symbol;
  const file = element("a", { href: address("files", path) }, path);
  const lines = firstLine === lastLine ? `line ${firstLine}` : `lines ${firstLine}–${lastLine}`;
  const description: HTMLElement[] = [element("code", { class: "signature" }, signature)];
  if (doc !== "") description.push(element("p", { class: "doc" }, doc));
  description.push(element("p", { class: "quiet" }, file, `, ${lines}, about ${count(tokens)} tokens`));
  return description;
}
