// The chart of all requests: their tokens by kind, the budget, marks for prunes, and the chosen request.
//
// A new life or width redraws the chart; choosing a request moves only one line.

import { count, countOf, element, svgElement } from "../dom.js";
import { type Figures, KINDS } from "./figures.js";
import { THRESHOLD } from "./life.js";
import { policyName } from "./words.js";

const HEIGHT = 280;
const TOP = 26;
const BOTTOM = 26;
/** The margins in pixels: at the left for the numbers, at the right for half the knob of the slider below. */
export const LEFT = 46;
export const RIGHT = 12;
/** The most budgets to which the line without pruning raises the chart; what exceeds the chart is drawn at its top. */
const MAX_ABOVE = 2.6;
/** The approximate size of a label in pixels. */
const LABEL_WIDTH = 64;
const LABEL_HEIGHT = 15;
/** Half the size of a mark in pixels. */
const MARK = 5;

type Scale = (value: number) => number;

/** The chart of a life, in which pressing chooses a request. */
export class Timeline {
  readonly element: SVGSVGElement;
  readonly #choose: (request: number) => void;
  #figures: Figures | undefined;
  #width = 0;
  #request = 0;
  readonly #cursor = svgElement("g", { class: "cursor" });

  constructor(choose: (request: number) => void) {
    this.#choose = choose;
    this.element = svgElement("svg", { class: "timeline", height: HEIGHT, role: "img", pointerdown: (event: PointerEvent) => this.#press(event), pointermove: (event: PointerEvent) => this.#move(event) });
    new ResizeObserver(() => {
      if (this.element.clientWidth !== this.#width) this.#draw();
    }).observe(this.element);
  }

  /** Draws another life. */
  show(figures: Figures): void {
    this.#figures = figures;
    this.#draw();
  }

  /** Marks a request. */
  choose(request: number): void {
    this.#request = request;
    const { requests } = this.#figures?.life ?? {};
    if (requests === undefined || this.#width === 0) return;
    const x = across(this.#width, requests.length);
    const middle = (x(request) + x(request + 1)) / 2;
    this.#cursor.replaceChildren(
      svgElement("line", { x1: middle, x2: middle, y1: TOP - 6, y2: HEIGHT - BOTTOM }),
      svgElement("path", { d: `M${middle - 5} ${TOP - 12}h10l-5 7z` }),
    );
  }

  #draw(): void {
    const figures = this.#figures;
    this.#width = this.element.clientWidth;
    if (figures === undefined || this.#width === 0) return;
    const { requests, rules } = figures.life;
    const [x, limit] = [across(this.#width, requests.length), mostOf(figures)];
    const y: Scale = (tokens) => HEIGHT - BOTTOM - (Math.min(tokens, limit) / limit) * (HEIGHT - TOP - BOTTOM);
    this.element.setAttribute("viewBox", `0 0 ${this.#width} ${HEIGHT}`);
    const peak = Math.max(...requests.map(({ tokens }) => tokens));
    const summary = `${requests.length} requests under ${policyName(rules.policy)} and ${count(rules.maxTokens)} tokens: at most ${count(peak)} tokens, ${figures.life.prunes.length} prunes, ${countOf(figures.life.needed.length, "pruned part")} needed again.`;
    this.element.setAttribute("aria-label", summary);
    this.element.replaceChildren(
      ...axes(figures, x, y, limit, this.#width),
      ...stack(figures, x, y),
      ...excess(figures, x, y),
      svgElement("path", { class: "unpruned", d: stairs(figures.steps.map(({ unpruned }) => unpruned), x, y) }),
      ...marks(figures, x),
      ...needs(figures, x),
      ...lines(figures, y, limit, this.#width),
      this.#cursor,
    );
    this.choose(this.#request);
  }

  #press(event: PointerEvent): void {
    // A captured pointer goes on choosing outside the picture. An event from a script has no pointer to capture.
    if (event.isTrusted) this.element.setPointerCapture(event.pointerId);
    this.#pick(event);
  }

  #move(event: PointerEvent): void {
    if (event.buttons > 0) this.#pick(event);
  }

  #pick(event: PointerEvent): void {
    const n = this.#figures?.life.requests.length ?? 0;
    const share = (event.clientX - this.element.getBoundingClientRect().left - LEFT) / (this.#width - LEFT - RIGHT);
    if (n > 0) this.#choose(Math.max(0, Math.min(n - 1, Math.floor(share * n))));
  }
}

function across(width: number, n: number): Scale {
  return (request) => LEFT + (request / n) * (width - LEFT - RIGHT);
}

function mostOf({ life, steps }: Figures): number {
  const { maxTokens } = life.rules;
  const unpruned = Math.max(...steps.map(({ unpruned }) => unpruned));
  const maxSent = Math.max(...life.requests.map(({ tokens }) => tokens));
  return Math.max(maxSent, maxTokens * 1.1, Math.min(unpruned, maxTokens * MAX_ABOVE)) * 1.04;
}

/** Round numbers from 0 up to `limit`, about as many as `about`. */
function ticks(limit: number, about: number): number[] {
  const rough = limit / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((digit) => digit * power).find((step) => step >= rough) ?? power * 10);
  return Array.from({ length: Math.floor(limit / step) + 1 }, (_, at) => at * step);
}

function shortCount(tokens: number): string {
  return tokens >= 1_000_000 ? `${tokens / 1_000_000}M` : tokens >= 1_000 ? `${tokens / 1_000}k` : String(tokens);
}

function axes({ life }: Figures, x: Scale, y: Scale, limit: number, width: number): SVGElement[] {
  const n = life.requests.length;
  const rows = ticks(limit, 5).flatMap((tokens) => [
    svgElement("line", { class: "grid", x1: LEFT, x2: width - RIGHT, y1: y(tokens), y2: y(tokens) }),
    svgElement("text", { class: "tick end", x: LEFT - 6, y: y(tokens) + 4 }, shortCount(tokens)),
  ]);
  const columns = ticks(n, Math.max(2, Math.floor((width - LEFT - RIGHT) / LABEL_WIDTH / 1.5)))
    .filter((request) => request > 0)
    .map((request) => svgElement("text", { class: "tick middle", x: (x(request - 1) + x(request)) / 2, y: HEIGHT - 8 }, String(request)));
  return [...rows, ...columns, svgElement("text", { class: "tick", x: 0, y: HEIGHT - 8 }, "request")];
}

/** The points of the line along values, with a step for each request. */
function edge(values: readonly number[], x: Scale, y: Scale): string[] {
  return values.flatMap((value, at) => {
    const height = y(value).toFixed(1);
    return [`${x(at).toFixed(1)} ${height}`, `${x(at + 1).toFixed(1)} ${height}`];
  });
}

function stairs(values: readonly number[], x: Scale, y: Scale): string {
  return `M${edge(values, x, y).join("L")}`;
}

function stack({ steps }: Figures, x: Scale, y: Scale): SVGElement[] {
  let below = steps.map(() => 0);
  return KINDS.map((kind, at) => {
    const above = steps.map(({ byKind }, request) => (below[request] as number) + (byKind[at] as number));
    const path = `M${[...edge(above, x, y), ...edge(below, x, y).reverse()].join("L")}Z`;
    below = above;
    return svgElement("path", { class: `area of-${kind}`, d: path });
  });
}

/** Rectangles where a request exceeds the budget. */
function excess({ life }: Figures, x: Scale, y: Scale): SVGElement[] {
  const { maxTokens } = life.rules;
  return life.requests.flatMap(({ tokens }, at) =>
    tokens > maxTokens ? [svgElement("rect", { class: "excess", x: x(at), width: Math.max(1, x(at + 1) - x(at)), y: y(tokens), height: Math.max(1, y(maxTokens) - y(tokens)) })] : [],
  );
}

/** A mark below the picture for each prune. */
function marks({ life }: Figures, x: Scale): SVGElement[] {
  return life.prunes.flatMap(({ request }) => {
    const [markX, foot] = [x(request), HEIGHT - BOTTOM];
    return [svgElement("line", { class: "prune", x1: markX, x2: markX, y1: foot, y2: foot + MARK + 1 }), svgElement("path", { class: "prune", d: `M${markX} ${foot + 1}l${MARK - 1.5} ${MARK + 1}h${3 - 2 * MARK}z` })];
  });
}

/** A mark at the bottom of the chart for each request that needed a pruned part again. */
function needs({ life }: Figures, x: Scale): SVGElement[] {
  const requests = new Set(life.needed.map(({ request }) => request));
  return [...requests].map((request) => diamond((x(request) + x(request + 1)) / 2, HEIGHT - BOTTOM));
}

function diamond(x: number, y: number): SVGElement {
  return svgElement("path", { class: "needed", d: `M${x} ${y - MARK - 1}l${MARK} ${MARK + 1}l${-MARK} ${MARK + 1}l${-MARK} ${-MARK - 1}z` });
}

/** The lines of the budget and of the tokens at which prunes begin, with labels that do not overlap. */
function lines({ life, steps }: Figures, y: Scale, limit: number, width: number): SVGElement[] {
  const { maxTokens, policy } = life.rules;
  const pruneThreshold = maxTokens * THRESHOLD;
  const unpruned = Math.max(...steps.map(({ unpruned }) => unpruned));
  const line = (name: string, tokens: number) => svgElement("line", { class: name, x1: LEFT, x2: width - RIGHT, y1: y(tokens), y2: y(tokens) });
  const label = (name: string, words: string, at: number) => svgElement("text", { class: `label ${name}`, x: LEFT + 6, y: at }, words);
  const above = y(maxTokens) - 5;
  // The lower label goes under its line where both lines are close.
  const below = y(pruneThreshold) - above < LABEL_HEIGHT + 8 ? y(pruneThreshold) + LABEL_HEIGHT - 2 : y(pruneThreshold) - 5;
  return [
    line("budget", maxTokens),
    label("budget", `budget ${count(maxTokens)}`, above),
    ...(policy === "unbounded" ? [] : [line("begins", pruneThreshold), ...(below < HEIGHT - BOTTOM ? [label("begins", `prunes begin at ${count(pruneThreshold)}`, below)] : [])]),
    ...(unpruned > limit ? [svgElement("text", { class: "label end", x: width - RIGHT, y: TOP - 8 }, `without pruning up to ${count(unpruned)} ↑`)] : []),
  ];
}

/** The legend of colours and lines, for kinds that occur in the life. */
export function legend(figures: Figures, names: Readonly<Record<(typeof KINDS)[number], string>>): HTMLElement {
  const isThere = (at: number) => figures.steps.some(({ byKind }) => (byKind[at] as number) > 0);
  const swatch = (...marks: SVGElement[]) => svgElement("svg", { width: 16, height: 12, "aria-hidden": "true" }, ...marks);
  const kinds = KINDS.flatMap((kind, at) => (isThere(at) ? [element("li", {}, swatch(svgElement("rect", { class: `area of-${kind}`, width: 16, height: 12, rx: 2 })), names[kind])] : []));
  return element(
    "ul",
    { class: "legend", "aria-label": "Colours" },
    ...kinds,
    element("li", {}, swatch(svgElement("path", { class: "unpruned", d: "M0 9h6V4h10" })), "Without pruning"),
    element("li", {}, swatch(svgElement("path", { class: "prune", d: "M8 2l5 8h-10z" })), "Prune"),
    element("li", {}, swatch(svgElement("rect", { class: "hollow of-result", x: 1, y: 1, width: 14, height: 10 })), "Pruned part"),
    ...(figures.life.needed.length === 0 ? [] : [element("li", {}, swatch(diamond(8, 6)), "Needed again")]),
  );
}
