// The graph as a list that screen readers can read: the neighbours of all opened symbols in the drawing, including those that the drawing has
// no room for.

import type { Step } from "scrubjay/worker";

import { button, count, element } from "../dom.js";
import { nameOf, spoken } from "../names.js";
import { address } from "../routes.js";
import { type Neighbourhood, type Node, PAGE, type Way, isCallable } from "./neighbourhood.js";

/** The actions of the list: to open the neighbours of a symbol, and to list more of a side. */
export interface Actions {
  open(node: Node): void;
  list(node: Node, way: Way): void;
}

/** The value of `data-side` by which the element of a side is found. */
export function sideId({ symbol }: Node, way: Way): string {
  return `${way} ${symbol.id}`;
}

/** A section for each opened symbol, the centre first. */
export function neighbourList(shown: Neighbourhood, actions: Actions): HTMLElement[] {
  return [...shown.nodes.values()].filter(({ sides }) => sides !== undefined).map((node) => section(shown, node, actions));
}

function section(shown: Neighbourhood, node: Node, actions: Actions): HTMLElement {
  const isCentre = node === shown.centre;
  return element(
    "section",
    { class: "neighbours", "aria-label": isCentre ? "Its neighbours" : `Neighbours of ${nameOf(node.symbol)}` },
    isCentre ? undefined : element("h3", {}, `Around ${nameOf(node.symbol)}`),
    sideOf(shown, node, "into", actions),
    sideOf(shown, node, "outOf", actions),
  );
}

function sideOf(shown: Neighbourhood, node: Node, way: Way, { open, list }: Actions): HTMLElement {
  const { steps = [], n = 0, nAsked = 0 } = node.sides?.[way] ?? {};
  const nLeft = n - nAsked;
  const title = way === "outOf" ? "Calls" : isCallable(node.symbol) ? "Called by" : "Used by";
  const listed = nLeft > 0 ? `${count(steps.length)} of ${count(steps.length + nLeft)}` : count(steps.length);
  const heading = element(node === shown.centre ? "h3" : "h4", {}, `${title} `, element("span", { class: "quiet" }, listed));
  const paths = [...new Set(steps.map(({ symbol }) => symbol.path))];
  const files = paths.map((path) => {
    const items = steps.filter(({ symbol }) => symbol.path === path).map((step) => item(step, shown.nodes.get(step.symbol.id), open));
    return element("li", { class: "file" }, element("a", { class: "place", href: address("files", path) }, path), element("ul", {}, ...items));
  });
  const words = files.length > 0 ? element("ul", { "aria-label": title }, ...files) : element("p", { class: "quiet" }, "Nothing that is known here.");
  const moreButton = nLeft > 0 ? button(`List ${count(Math.min(nLeft, PAGE))} more`, () => list(node, way), { class: "small" }) : undefined;
  return element("div", { class: "side", "data-side": sideId(node, way) }, heading, words, moreButton);
}

/** A neighbour, with a button that opens it if it is drawn and not open yet. */
function item({ symbol, edge, strategy, confidence, path, line }: Step, drawn: Node | undefined, open: (node: Node) => void): HTMLLIElement {
  const link = element("a", { href: address("symbols", symbol.id), title: symbol.signature }, nameOf(symbol));
  const place = path === symbol.path ? `line ${line}` : `at ${path}:${line}`;
  const edgeText = element("span", { class: "how" }, `${edge}, ${spoken(strategy)} ${confidence.toFixed(2)}, ${place}`);
  const isShut = drawn !== undefined && drawn.sides === undefined;
  const openButton = isShut ? button("+", () => open(drawn), { class: "small", "aria-label": `Show the neighbours of ${nameOf(symbol)}` }) : undefined;
  return element("li", { class: "neighbour" }, element("div", {}, link, " ", edgeText), openButton);
}
