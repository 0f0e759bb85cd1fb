// The graph as a drawing that can be moved, zoomed and walked by keys.
//
// Not here: the list beside it, which says the same in words, and what there is to draw.

import { button, drawn, element } from "../dom.js";
import { nameOf } from "../names.js";
import { BOX, type Point, layout } from "./layout.js";
import { curve, wordsAt } from "./lines.js";
import type { Edge, Neighbourhood, Node } from "./neighbourhood.js";
import { type Area, Viewport, draggable } from "./viewport.js";

/** Edges up to which each one says how it was found without being pointed at. */
const MOST_LABELLED = 12;
/** Below this nothing can be read; the drawing is then larger than what is seen. */
const LEAST_SCALE = 0.5;
/** Pixels of width in which a symbol and its neighbours can be read side by side; in less they stand one below the other. */
const LEAST_WIDTH = 600;
/** From this confidence on an edge is drawn as a whole line. */
const SURE = 0.9;

/** What can be done with a symbol of the drawing. */
export interface Actions {
  centre(node: Node): void;
  open(node: Node): void;
}

/** A drawing of a neighbourhood. */
export class Drawing {
  readonly element: HTMLElement;
  readonly #actions: Actions;
  readonly #group = drawn("g");
  readonly #svg = drawn("svg", { role: "group", "aria-label": "Callers and callees", keydown: (event: KeyboardEvent) => this.#key(event) }, arrowHead(), this.#group);
  readonly #viewport = new Viewport(this.#svg, this.#group);
  #shown: Neighbourhood | undefined;
  #places = new Map<string, Point>();
  #boxes = new Map<string, SVGGElement>();
  #lines: { edge: Edge; line: SVGPathElement; label: SVGTextElement }[] = [];
  #isUpright = false;

  constructor(actions: Actions) {
    this.#actions = actions;
    const tools = element(
      "div",
      { class: "tools" },
      button("+", () => this.#viewport.zoom(1.25), { "aria-label": "Zoom in" }),
      button("−", () => this.#viewport.zoom(0.8), { "aria-label": "Zoom out" }),
      button("Fit", () => this.fit(0)),
    );
    this.element = element("div", { class: "drawing" }, this.#svg, tools);
    new ResizeObserver(() => this.#resized()).observe(this.#svg);
  }

  /** Draws it anew; symbols that stay keep their places where only something was added. */
  show(shown: Neighbourhood): void {
    const focused = (document.activeElement as Element | null)?.closest<SVGGElement>("[data-node]")?.dataset["node"];
    this.#shown = shown;
    this.#isUpright = this.#isNarrow();
    this.#places = layout(shown, this.#isUpright);
    this.#lines = shown.edges.map((edge) => this.#edge(edge));
    this.#boxes = new Map([...shown.nodes].map(([id, node]) => [id, this.#box(node)]));
    // Words lie over every line, and boxes over all.
    this.#group.replaceChildren(...this.#lines.map(({ line }) => line), ...this.#lines.map(({ label }) => label), ...this.#boxes.values());
    this.#group.classList.toggle("crowded", shown.edges.length > MOST_LABELLED);
    for (const id of shown.nodes.keys()) this.#place(id);
    this.#boxes.get(shown.centre.symbol.id)?.setAttribute("tabindex", "0");
    this.fit(LEAST_SCALE);
    if (focused !== undefined) this.#focus(focused);
  }

  #isNarrow(): boolean {
    const { width } = this.#svg.getBoundingClientRect();
    // What is hidden has no width.
    return width === 0 ? this.#isUpright : width < LEAST_WIDTH;
  }

  #resized(): void {
    if (this.#shown !== undefined && this.#isNarrow() !== this.#isUpright) this.show(this.#shown);
    else this.fit(LEAST_SCALE);
  }

  /** Shows all of it, but not smaller than a scale. */
  fit(leastScale: number): void {
    const centre = this.#places.get(this.#shown?.centre.symbol.id ?? "");
    if (centre === undefined) return;
    const areas = [...this.#places.values()].map(areaOf);
    const all = areas.reduce((a, b) => ({
      left: Math.min(a.left, b.left),
      top: Math.min(a.top, b.top),
      right: Math.max(a.right, b.right),
      bottom: Math.max(a.bottom, b.bottom),
    }));
    this.#viewport.fit(all, centre, leastScale);
  }

  #box(node: Node): SVGGElement {
    const { symbol, column, isOpen } = node;
    const { width, height } = BOX;
    const file = `${symbol.path.split("/").at(-1)}:${symbol.firstLine}`;
    const [most, mostBelow] = isOpen ? [22, 28] : [18, 24];
    const told = `${symbol.kind} · ${file}`;
    // Where there is no room for both, the place says more than the kind.
    const where = told.length <= mostBelow ? told : file;
    const isCentre = node === this.#shown?.centre;
    const role = isCentre ? "in the centre" : column < 0 ? "caller" : column > 0 ? "callee" : "neighbour";
    const box = drawn(
      "g",
      {
        class: isCentre ? "node centre" : "node",
        role: "button",
        tabindex: "-1",
        "data-node": symbol.id,
        "aria-label": `${symbol.kind} ${nameOf(symbol)}, ${role}, ${symbol.path} line ${symbol.firstLine}`,
        click: () => this.#actions.centre(node),
      },
      drawn("title", {}, `${symbol.signature}\n${symbol.path}:${symbol.firstLine}`),
      drawn("rect", { x: -width / 2, y: -height / 2, width, height, rx: 7 }),
      drawn("text", { class: "name", x: -width / 2 + 11, y: -4 }, shortened(nameOf(symbol), most)),
      drawn("text", { class: "where", x: -width / 2 + 11, y: 14 }, shortened(where, mostBelow)),
    );
    if (!isOpen) box.append(this.#opener(node));
    draggable(box, () => this.#viewport.unitsPerPixel, (dx, dy) => this.#drag(symbol.id, dx, dy));
    box.addEventListener("pointerenter", () => this.#light(symbol.id, true));
    box.addEventListener("pointerleave", () => this.#light(symbol.id, false));
    box.addEventListener("focus", () => this.#light(symbol.id, true));
    box.addEventListener("blur", () => this.#light(symbol.id, false));
    return box;
  }

  #opener(node: Node): SVGGElement {
    const open = (event: Event) => {
      event.stopPropagation();
      this.#actions.open(node);
    };
    // Keys reach it by "+" on the box; the list has a button of its own.
    const x = BOX.width / 2 - 15;
    return drawn(
      "g",
      { class: "opener", "aria-hidden": "true", click: open },
      drawn("title", {}, "Show its callers and callees too"),
      drawn("circle", { cx: x, cy: 0, r: 12 }),
      drawn("path", { d: `M${x - 4.5} 0h9M${x} -4.5v9` }),
    );
  }

  #edge(edge: Edge): { edge: Edge; line: SVGPathElement; label: SVGTextElement } {
    const { strategy, confidence } = edge.step;
    const line = drawn("path", { class: confidence >= SURE ? "line" : "line unsure", "marker-end": "url(#arrow)", "aria-hidden": "true" });
    const label = drawn("text", { class: "label", "aria-hidden": "true" }, `${strategy} ${confidence.toFixed(2)}`);
    return { edge, line, label };
  }

  /** Puts a symbol, and the edges at it, where its place is. */
  #place(id: string): void {
    const { x, y } = this.#places.get(id) as Point;
    this.#boxes.get(id)?.setAttribute("transform", `translate(${x} ${y})`);
    for (const { edge, line, label } of this.#lines) {
      if (edge.from !== id && edge.to !== id) continue;
      const [from, to] = [this.#places.get(edge.from) as Point, this.#places.get(edge.to) as Point];
      line.setAttribute("d", curve(from, to, this.#isUpright));
      // Words stand at the end where fewer edges come together.
      const isAtEnd = this.#degree(edge.from) > this.#degree(edge.to);
      const words = wordsAt(from, to, isAtEnd, this.#isUpright);
      label.setAttribute("text-anchor", words.anchor);
      label.setAttribute("x", String(words.x));
      label.setAttribute("y", String(words.y));
    }
  }

  #degree(id: string): number {
    return this.#lines.filter(({ edge }) => edge.from === id || edge.to === id).length;
  }

  #drag(id: string, dx: number, dy: number): void {
    const place = this.#places.get(id) as Point;
    this.#places.set(id, { x: place.x + dx, y: place.y + dy });
    this.#place(id);
  }

  #light(id: string, lit: boolean): void {
    for (const { edge, line, label } of this.#lines) {
      if (edge.from !== id && edge.to !== id) continue;
      for (const part of [line, label]) part.classList.toggle("lit", lit);
    }
  }

  #key(event: KeyboardEvent): void {
    const id = (event.target as Element).closest<SVGGElement>("[data-node]")?.dataset["node"];
    const node = id === undefined ? undefined : this.#shown?.nodes.get(id);
    if (node === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (direction) this.#focus(this.#towards(node.symbol.id, direction[0] as number, direction[1] as number));
    else if (event.key === "Enter" || event.key === " ") this.#actions.centre(node);
    else if (event.key === "+") this.#actions.open(node);
    else return;
    event.preventDefault();
  }

  /** The nearest symbol in a direction; the symbol itself where there is none. */
  #towards(id: string, dx: number, dy: number): string {
    const here = this.#places.get(id) as Point;
    let best: { id: string; cost: number } = { id, cost: Infinity };
    for (const [other, place] of this.#places) {
      const [along, across] = [(place.x - here.x) * dx + (place.y - here.y) * dy, Math.abs((place.x - here.x) * dy) + Math.abs((place.y - here.y) * dx)];
      const cost = along + 2 * across;
      if (along > 1 && cost < best.cost && (dx !== 0 || across < BOX.width)) best = { id: other, cost };
    }
    return best.id;
  }

  #focus(id: string): void {
    const [box, place] = [this.#boxes.get(id), this.#places.get(id)];
    if (box === undefined || place === undefined) return;
    for (const other of this.#boxes.values()) other.setAttribute("tabindex", "-1");
    box.setAttribute("tabindex", "0");
    box.focus({ preventScroll: true });
    this.#viewport.reveal(areaOf(place));
  }
}

function areaOf({ x, y }: Point): Area {
  const { width, height } = BOX;
  return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
}

function arrowHead(): SVGDefsElement {
  const marker = drawn("marker", { id: "arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 10, markerHeight: 10, markerUnits: "userSpaceOnUse", orient: "auto" }, drawn("path", { d: "M0 .5 8 4 0 7.5z" }));
  return drawn("defs", {}, marker);
}

function shortened(text: string, most: number): string {
  // The end of a qualified name says more than its beginning.
  return text.length <= most ? text : `…${text.slice(1 - most)}`;
}
