// The graph as a drawing that can be moved and zoomed, and that arrow keys walk through.
//
// Not here: choosing what is drawn (`neighbourhood.ts`), and the list with the same content (`list.ts`).

import { button, countOf, element, svgElement } from "../dom.js";
import { nameOf, spoken } from "../names.js";
import { BOX, type Point, isUprightIn, layout } from "./layout.js";
import { areaOfBox, curve, wordsAt } from "./lines.js";
import { type Edge, type Neighbourhood, type Node, type Rest, isCallable } from "./neighbourhood.js";
import { Viewport, draggable } from "./viewport.js";

/** With at most this many edges, all labels are visible; with more, only those at the symbol that is pointed at or focused. */
const MAX_LABELLED = 12;
/** How many letters of a name and of a place fit into a box, and how many of them a button covers. */
const ROOM = { name: 22, where: 25, button: 4 };
/** Edges of at least this confidence are solid lines; others are dashed. */
const SURE = 0.9;
/** Letters from this code point on count as two, as they may be twice as wide. */
const FIRST_WIDE = 0x1100;

/** The actions on a box: to centre its symbol, to open its neighbours, or to draw or list the rest of a side. */
export interface Actions {
  centre(node: Node): void;
  open(node: Node): void;
  more(rest: Rest): void;
}

/** A line between two boxes. Its words are empty if one of the boxes is a `Rest`. */
interface Line {
  readonly from: string;
  readonly to: string;
  readonly words: string;
  readonly path: SVGPathElement;
  readonly label: SVGTextElement;
}

/** Draws a neighbourhood in an SVG element, with buttons for zooming. */
export class Drawing {
  readonly element: HTMLElement;
  readonly #actions: Actions;
  readonly #group = svgElement("g");
  readonly #svg = svgElement("svg", { role: "group", "aria-label": "Callers and callees", keydown: (event: KeyboardEvent) => this.#key(event) }, arrowHead(), this.#group);
  readonly #viewport = new Viewport(this.#svg, this.#group);
  #shown: Neighbourhood | undefined;
  #places = new Map<string, Point>();
  #boxes = new Map<string, SVGGElement>();
  #lines: Line[] = [];
  #width = 0;
  #isUpright = false;

  constructor(actions: Actions) {
    this.#actions = actions;
    const tools = element(
      "div",
      { class: "tools" },
      button("+", () => this.#viewport.zoom(1.25), { "aria-label": "Zoom in" }),
      button("−", () => this.#viewport.zoom(0.8), { "aria-label": "Zoom out" }),
      button("Fit", () => this.#viewport.fit()),
    );
    this.element = element("div", { class: "drawing" }, this.#svg, tools);
    // A drawing that changes its size within the callback would not be reported again, so it waits for the next frame.
    new ResizeObserver(() => requestAnimationFrame(() => this.#resized())).observe(this.#svg);
  }

  /** Draws a neighbourhood, shows all of it, and keeps the focus on the same symbol. */
  show(shown: Neighbourhood): void {
    const focused = (document.activeElement as Element | null)?.closest<SVGGElement>("[data-node]")?.dataset["node"];
    const { edges, rests } = shown;
    this.#shown = shown;
    this.#lines = [...edges.map(lineOf), ...rests.map(lineToRest)];
    const items = [...[...shown.nodes].map(([id, { column }]) => ({ id, column })), ...rests];
    this.#width = this.#svg.getBoundingClientRect().width;
    // What is hidden has no width.
    if (this.#width > 0) this.#isUpright = isUprightIn(this.#width, items);
    this.#places = layout(items, this.#lines, this.#isUpright);
    this.#boxes = new Map();
    for (const [id, node] of shown.nodes) this.#boxes.set(id, this.#box(node));
    for (const rest of rests) this.#boxes.set(rest.id, this.#restBox(rest));
    // Words lie over every line, and boxes over all.
    this.#group.replaceChildren(...this.#lines.map(({ path }) => path), ...this.#lines.map(({ label }) => label), ...this.#boxes.values());
    this.#group.classList.toggle("crowded", edges.length > MAX_LABELLED);
    this.#place();
    this.#boxes.get(shown.centre.symbol.id)?.setAttribute("tabindex", "0");
    this.#viewport.fit();
    if (focused !== undefined) this.#focus(focused);
  }

  #resized(): void {
    const { width } = this.#svg.getBoundingClientRect();
    // What was only hidden meanwhile stays as it was left.
    if (this.#shown !== undefined && width > 0 && width !== this.#width) this.show(this.#shown);
  }

  #box(node: Node): SVGGElement {
    const { symbol, column, sides } = node;
    const file = `${symbol.path.split("/").at(-1)}:${symbol.firstLine}`;
    const buttonRoom = sides === undefined ? ROOM.button : 0;
    const kindAndFile = `${spoken(symbol.kind)} · ${file}`;
    // Where there is no room for both, the place says more than the kind.
    const placeText = kindAndFile.length <= ROOM.where - buttonRoom ? kindAndFile : file;
    const isCentre = node === this.#shown?.centre;
    const role = isCentre ? "in the centre" : column < 0 ? "caller" : column > 0 ? "callee" : "neighbour";
    const name = `${spoken(symbol.kind)} ${nameOf(symbol)}, ${role}, ${symbol.path} line ${symbol.firstLine}`;
    const box = this.#frame(symbol.id, isCentre ? "node centre" : "node", name, () => this.#actions.centre(node));
    box.append(
      svgElement("title", {}, `${nameOf(symbol)}\n${symbol.signature}\n${symbol.path}:${symbol.firstLine}`),
      svgElement("text", { class: "name", x: -BOX.width / 2 + 11, y: -4 }, shortened(nameOf(symbol), ROOM.name - buttonRoom)),
      svgElement("text", { class: "where", x: -BOX.width / 2 + 11, y: 12 }, shortened(placeText, ROOM.where - buttonRoom)),
    );
    if (sides === undefined) box.append(this.#opener(node));
    return box;
  }

  #restBox(rest: Rest): SVGGElement {
    const { symbol } = rest.node;
    const restText = countOf(rest.n, `more ${rest.way === "outOf" ? "callee" : isCallable(symbol) ? "caller" : "user"}`);
    const box = this.#frame(rest.id, "node rest", `${restText} of ${nameOf(symbol)}`, () => this.#actions.more(rest));
    box.append(svgElement("title", {}, "Draw them, or list them where there is no room"), svgElement("text", { class: "name", x: -BOX.width / 2 + 11, y: 4 }, restText));
    return box;
  }

  /** A box that can be pressed, dragged and reached by keys. */
  #frame(id: string, style: string, label: string, click: () => void): SVGGElement {
    const { width, height } = BOX;
    const edge = svgElement("rect", { x: -width / 2, y: -height / 2, width, height, rx: 7 });
    const box = svgElement("g", { class: style, role: "button", tabindex: "-1", "data-node": id, "aria-label": label, click }, edge);
    draggable(box, () => this.#viewport.unitsPerPixel, (dx, dy) => this.#drag(id, dx, dy));
    for (const [event, lit] of [["pointerenter", true], ["pointerleave", false], ["focus", true], ["blur", false]] as const) {
      box.addEventListener(event, () => this.#light(id, lit));
    }
    return box;
  }

  #opener(node: Node): SVGGElement {
    const open = (event: Event) => {
      event.stopPropagation();
      this.#actions.open(node);
    };
    // Keys reach it by "+" on the box; the list has a button of its own.
    const x = BOX.width / 2 - 15;
    return svgElement(
      "g",
      { class: "opener", "aria-hidden": "true", click: open },
      svgElement("title", {}, "Show its callers and callees too"),
      svgElement("circle", { cx: x, cy: 0, r: 12 }),
      svgElement("path", { d: `M${x - 4.5} 0h9M${x} -4.5v9` }),
    );
  }

  /** Positions all boxes, and then the lines and labels between them. */
  #place(): void {
    const takenAreas = [...this.#places.values()].map(areaOfBox);
    for (const [id, { x, y }] of this.#places) this.#boxes.get(id)?.setAttribute("transform", `translate(${x} ${y})`);
    const degrees = new Map<string, number>();
    for (const endId of this.#lines.flatMap(({ from, to }) => [from, to])) degrees.set(endId, (degrees.get(endId) ?? 0) + 1);
    for (const { from, to, words, path, label } of this.#lines) {
      const endPoints: [Point, Point] = [this.#places.get(from) as Point, this.#places.get(to) as Point];
      path.setAttribute("d", curve(...endPoints, this.#isUpright));
      // Words stand at the end where fewer lines come together.
      const atEndFirst = (degrees.get(from) as number) > (degrees.get(to) as number);
      const wordsPlace = words === "" ? undefined : wordsAt(words, endPoints, atEndFirst, this.#isUpright, takenAreas);
      label.setAttribute("display", wordsPlace === undefined ? "none" : "inline");
      label.setAttribute("text-anchor", wordsPlace?.anchor ?? "start");
      label.setAttribute("x", String(wordsPlace?.x ?? 0));
      label.setAttribute("y", String(wordsPlace?.y ?? 0));
    }
  }

  #drag(id: string, dx: number, dy: number): void {
    const place = this.#places.get(id) as Point;
    this.#places.set(id, { x: place.x + dx, y: place.y + dy });
    this.#place();
  }

  #light(id: string, lit: boolean): void {
    for (const { from, to, path, label } of this.#lines) {
      if (from !== id && to !== id) continue;
      for (const lineElement of [path, label]) lineElement.classList.toggle("lit", lit);
    }
  }

  #key(event: KeyboardEvent): void {
    const id = (event.target as Element).closest<SVGGElement>("[data-node]")?.dataset["node"];
    if (id === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const node = this.#shown?.nodes.get(id);
    const direction = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (direction) this.#focus(this.#towards(id, direction[0] as number, direction[1] as number));
    else if (event.key === "Enter" || event.key === " ") this.#boxes.get(id)?.dispatchEvent(new MouseEvent("click"));
    else if (event.key === "+" && node !== undefined) this.#actions.open(node);
    else return;
    event.preventDefault();
  }

  /** The id of the nearest box in a direction; the given id if there is none. */
  #towards(id: string, dx: number, dy: number): string {
    const startPlace = this.#places.get(id) as Point;
    let best: { id: string; cost: number } = { id, cost: Infinity };
    for (const [otherId, place] of this.#places) {
      const [along, across] = [(place.x - startPlace.x) * dx + (place.y - startPlace.y) * dy, Math.abs((place.x - startPlace.x) * dy) + Math.abs((place.y - startPlace.y) * dx)];
      const cost = along + 2 * across;
      if (along > 1 && cost < best.cost && (dx !== 0 || across < BOX.width)) best = { id: otherId, cost };
    }
    return best.id;
  }

  #focus(id: string): void {
    const [box, place] = [this.#boxes.get(id), this.#places.get(id)];
    if (box === undefined || place === undefined) return;
    for (const anyBox of this.#boxes.values()) anyBox.setAttribute("tabindex", "-1");
    box.setAttribute("tabindex", "0");
    box.focus({ preventScroll: true });
    this.#viewport.reveal(areaOfBox(place));
    box.scrollIntoView({ block: "nearest" });
  }
}

function lineOf({ from, to, step }: Edge): Line {
  const { strategy, confidence } = step;
  return line(from, to, confidence >= SURE ? "line" : "line unsure", `${spoken(strategy)} ${confidence.toFixed(2)}`);
}

function lineToRest({ id, node, way }: Rest): Line {
  const [from, to] = way === "into" ? [id, node.symbol.id] : [node.symbol.id, id];
  return line(from, to, "line unsure", "");
}

function line(from: string, to: string, style: string, words: string): Line {
  const path = svgElement("path", { class: style, "marker-end": "url(#arrow)", "aria-hidden": "true" });
  return { from, to, words, path, label: svgElement("text", { class: "label", "aria-hidden": "true" }, words) };
}

function arrowHead(): SVGDefsElement {
  const marker = svgElement("marker", { id: "arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 10, markerHeight: 10, markerUnits: "userSpaceOnUse", orient: "auto" }, svgElement("path", { d: "M0 .5 8 4 0 7.5z" }));
  return svgElement("defs", {}, marker);
}

/** Shortens a text to its end, because the end of a qualified name says more than its beginning. */
function shortened(text: string, limit: number): string {
  const letters = [...text];
  const widths = letters.map((letter) => ((letter.codePointAt(0) as number) < FIRST_WIDE ? 1 : 2));
  let [width, nCut] = [widths.reduce((sum, each) => sum + each, 0), 0];
  if (width <= limit) return text;
  while (width > limit - 1) width -= widths[nCut++] as number;
  return `…${letters.slice(nCut).join("")}`;
}
