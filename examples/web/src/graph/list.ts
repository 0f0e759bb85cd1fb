// The graph in words: the same symbols and the same edges as the drawing, as a list that any reader can walk.

import { button, count, counted, element } from "../dom.js";
import { nameOf } from "../names.js";
import { address } from "../routes.js";
import { type Edge, type Neighbourhood, type Node, isCallable } from "./neighbourhood.js";

/** A section for each symbol that is opened up, the centre first. */
export function neighbourList(shown: Neighbourhood, open: (node: Node) => void): HTMLElement[] {
  return [...shown.nodes.values()].filter((node) => node.isOpen).map((node) => section(shown, node, open));
}

function section(shown: Neighbourhood, node: Node, open: (node: Node) => void): HTMLElement {
  const { id } = node.symbol;
  const isCentre = node === shown.centre;
  const [callers, callees] = [shown.into(id), shown.outOf(id)];
  return element(
    "section",
    { class: "neighbours", "aria-label": isCentre ? "Its neighbours" : `Neighbours of ${nameOf(node.symbol)}` },
    isCentre ? undefined : element("h3", {}, `Around ${nameOf(node.symbol)}`),
    side(isCentre ? "h3" : "h4", isCallable(node.symbol) ? "Called by" : "Used by", callers, node.nLeft.into, (edge) => shown.nodes.get(edge.from), open),
    side(isCentre ? "h3" : "h4", "Calls", callees, node.nLeft.outOf, (edge) => shown.nodes.get(edge.to), open),
    node.nMore > 0 ? element("p", {}, button(`Show ${counted(node.nMore, "more neighbour")}`, () => open(node), { class: "small" })) : undefined,
    node.nUnknown > 0 ? element("p", { class: "quiet" }, `${counted(node.nUnknown, "call")} beyond these are left out.`) : undefined,
  );
}

function side(level: "h3" | "h4", title: string, edges: readonly Edge[], nLeft: number, other: (edge: Edge) => Node | undefined, open: (node: Node) => void): HTMLElement {
  const items = edges.flatMap((edge) => {
    const node = other(edge);
    return node === undefined ? [] : [item(edge, node, open)];
  });
  const heading = element(level, {}, `${title} `, element("span", { class: "quiet" }, nLeft > 0 ? `${items.length} of ${count(items.length + nLeft)}` : String(items.length)));
  const list = items.length > 0 ? element("ul", { "aria-label": title }, ...items) : element("p", { class: "quiet" }, "Nothing that is known here.");
  return element("div", { class: "side" }, heading, list);
}

function item({ step }: Edge, node: Node, open: (node: Node) => void): HTMLLIElement {
  const { symbol, isOpen } = node;
  const link = element("a", { href: address("symbols", symbol.id), title: symbol.signature }, nameOf(symbol));
  const how = element("span", { class: "how" }, `${step.edge}, ${step.strategy} ${step.confidence.toFixed(2)}`);
  const where = element("span", { class: "place" }, `${step.path}:${step.line}`);
  const more = isOpen ? undefined : button("+", () => open(node), { class: "small", "aria-label": `Show the neighbours of ${nameOf(symbol)}` });
  return element("li", { class: "neighbour" }, element("div", {}, link, " ", how, " ", where), more);
}
