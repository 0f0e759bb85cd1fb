// The parts of the conversation as blocks, in order, as wide as their tokens. The block of a pruned part is hollow.
//
// Positions depend only on the whole session and the width. So choosing a request moves no block: blocks only appear and change their look.

import { countOf, element, svgElement } from "../dom.js";
import { type Figures, type State, kindOf } from "./figures.js";
import type { Part } from "./life.js";
import { partName } from "./words.js";

const ROW = 20;
const ROW_GAP = 5;
/** The distances in pixels between parts of one message, and between messages. */
const GAP = 1.5;
const MESSAGE_GAP = 4;
const MIN_WIDTH = 4;
/** The total width in pixels of all parts of a session: some rows of a wide page. On a page narrower than `NARROW`, `NARROW_PIXELS`. */
const ALL_PIXELS = 19_000;
const NARROW_PIXELS = 7_000;
const NARROW = 600;

/** The piece of a block in one row: a block that does not fit into a row continues in the next one. */
interface Piece {
  x: number;
  row: number;
  width: number;
}

const STATES: Readonly<Record<State, string>> = { later: "later", visible: "", gone: "gone" };

/** Draws the blocks of all parts, and lets pointer and keys choose one. */
export class Blocks {
  readonly element: HTMLElement;
  readonly #svg = svgElement("svg", { class: "blocks", role: "group", "aria-label": "Parts of the conversation" });
  readonly #inspect: (part: number) => void;
  #figures: Figures | undefined;
  #width = 0;
  #request = 0;
  #pieces: Piece[][] = [];
  #blocks: SVGPathElement[] = [];
  #states: State[] = [];
  readonly #stubs = new Map<number, SVGPathElement>();
  /** The number of the part whose details are shown; it has the focus of keys. */
  #chosen = 0;

  constructor(inspect: (part: number) => void) {
    this.#inspect = inspect;
    this.element = element("div", { class: "parts" }, this.#svg);
    // A part that comes under a resting pointer because the page scrolls is not meant.
    this.#svg.addEventListener("pointermove", (event) => this.#over(event));
    this.#svg.addEventListener("click", (event) => this.#over(event, true));
    this.#svg.addEventListener("focusin", (event) => this.#over(event));
    this.#svg.addEventListener("focusout", (event) => this.#focusLeft(event));
    this.#svg.addEventListener("keydown", (event) => this.#key(event));
    new ResizeObserver(() => {
      if (this.element.clientWidth !== this.#width) this.#draw();
    }).observe(this.element);
  }

  /** Draws the blocks of another life or session. */
  show(figures: Figures): void {
    this.#figures = figures;
    this.#draw();
  }

  /** Shows which parts are visible, pruned or not there yet at a request. */
  choose(request: number): void {
    this.#request = request;
    const figures = this.#figures;
    if (figures === undefined) return;
    this.#blocks.forEach((block, part) => {
      const state = figures.state(part, request);
      this.#stubs.get(part)?.setAttribute("class", figures.goneAt(part, request)?.stub === undefined ? "stub later" : "stub");
      if (state !== this.#states[part]) {
        this.#states[part] = state;
        block.setAttribute("class", `block of-${kindOf(figures.parts[part] as Part)} ${STATES[state]}`);
      }
      block.classList.toggle("needed", figures.neededBy(part, request) !== undefined);
    });
    this.mark(this.#chosen);
  }

  #draw(): void {
    const figures = this.#figures;
    this.#width = this.element.clientWidth;
    if (figures === undefined || this.#width === 0) return;
    const { pieces, scale, nRows } = placed(figures, this.#width);
    this.#pieces = pieces;
    this.#states = [];
    this.#stubs.clear();
    this.#blocks = pieces.map((some, part) => svgElement("path", { d: some.map(outline).join(""), "data-part": part }));
    for (const [part, stages] of figures.life.gone) {
      const [firstPiece, lastStub] = [pieces[part]?.[0], stages.findLast(({ stub }) => stub !== undefined)];
      if (lastStub === undefined || firstPiece === undefined) continue;
      const width = Math.max(2, Math.min(firstPiece.width, lastStub.tokens * scale));
      this.#stubs.set(part, svgElement("path", { d: outline({ ...firstPiece, width }) }));
    }
    const height = nRows * (ROW + ROW_GAP);
    this.#svg.setAttribute("viewBox", `0 0 ${this.#width} ${height}`);
    this.#svg.setAttribute("height", String(height));
    this.#svg.replaceChildren(...this.#stubs.values(), ...this.#blocks);
    this.#chosen = Math.min(this.#chosen, this.#blocks.length - 1);
    this.choose(this.#request);
  }

  /** Marks the part whose details are shown; arrow keys continue from it. */
  mark(part: number): void {
    const blockBefore = this.#blocks[this.#chosen];
    blockBefore?.classList.remove("chosen");
    // Without `tabindex` a focused block would lose the focus at once. It keeps `tabindex` until the focus leaves it.
    if (part !== this.#chosen && blockBefore !== document.activeElement) blockBefore?.removeAttribute("tabindex");
    this.#chosen = part;
    const block = this.#blocks[part];
    const described = this.#figures?.parts[part];
    if (block === undefined || described === undefined) return;
    block.classList.add("chosen");
    block.setAttribute("tabindex", "0");
    block.setAttribute("role", "button");
    const state = this.#states[part] === "gone" ? ", pruned" : this.#states[part] === "later" ? ", not there yet" : "";
    block.setAttribute("aria-label", `${partName(described)}, message ${described.message + 1}, ${countOf(described.tokens, "token")}${state}`);
  }

  /** Focuses the block of the marked part. */
  focus(): void {
    this.#blocks[this.#chosen]?.focus({ preventScroll: true });
  }

  #over(event: Event, isPressed = false): void {
    const part = partOf(event);
    if (part === undefined || this.#states[part] === "later") return;
    if (part !== this.#chosen || event.type !== "pointermove") this.#inspect(part);
    if (isPressed) this.#blocks[part]?.focus({ preventScroll: true });
  }

  #focusLeft(event: Event): void {
    if (partOf(event) !== this.#chosen) (event.target as Element).removeAttribute("tabindex");
  }

  #key(event: KeyboardEvent): void {
    // A pointer may have chosen another one since.
    const nextPart = this.#next(event.key, partOf(event) ?? this.#chosen);
    if (nextPart === undefined) return;
    event.preventDefault();
    this.mark(nextPart);
    this.#blocks[nextPart]?.focus();
  }

  /** The part to which a key leads, if the request has it; undefined for other keys. */
  #next(key: string, from: number): number | undefined {
    const isThere = (part: number) => this.#states[part] !== "later" && this.#states[part] !== undefined;
    const lastPart = this.#states.findLastIndex((state) => state !== "later");
    switch (key) {
      case "ArrowRight":
        return isThere(from + 1) ? from + 1 : undefined;
      case "ArrowLeft":
        return isThere(from - 1) ? from - 1 : undefined;
      case "ArrowDown":
        return this.#nextRow(from, 1, isThere);
      case "ArrowUp":
        return this.#nextRow(from, -1, isThere);
      case "Home":
        return 0;
      case "End":
        return lastPart;
      default:
        return undefined;
    }
  }

  /** The part in the nearest row above or below that covers the middle of `from`; undefined if there is none. */
  #nextRow(from: number, rowStep: 1 | -1, isThere: (part: number) => boolean): number | undefined {
    const startPiece = this.#pieces[from]?.[0];
    if (startPiece === undefined) return undefined;
    const middle = startPiece.x + startPiece.width / 2;
    const isAt = (pieces: Piece[], row: number) => pieces.some((piece) => piece.row === row && piece.x <= middle && middle <= piece.x + piece.width + MESSAGE_GAP);
    for (let row = startPiece.row + rowStep; row >= 0 && row <= (this.#pieces.at(-1)?.at(-1)?.row ?? 0); row += rowStep) {
      const part = this.#pieces.findIndex((pieces) => isAt(pieces, row));
      if (part !== -1 && part !== from) return isThere(part) ? part : undefined;
    }
    return undefined;
  }
}

/** The number of the part at whose block an event happened. */
function partOf(event: Event): number | undefined {
  const part = (event.target as Element).closest("[data-part]")?.getAttribute("data-part");
  return part == null ? undefined : Number(part);
}

/** The pieces of every part, placed from row to row like text; the pixels for a token, and the number of rows. */
function placed({ parts }: Figures, width: number): { pieces: Piece[][]; scale: number; nRows: number } {
  const nTokens = parts.reduce((sum, { tokens }) => sum + tokens, 0);
  const scale = (width < NARROW ? NARROW_PIXELS : ALL_PIXELS) / Math.max(1, nTokens);
  let [x, row, message] = [0, 0, parts[0]?.message ?? 0];
  const pieces = parts.map((part) => {
    if (part.message !== message && x > 0) x += MESSAGE_GAP - GAP;
    message = part.message;
    const partPieces: Piece[] = [];
    for (let widthLeft = Math.max(MIN_WIDTH, part.tokens * scale); widthLeft > 0; ) {
      if (width - x < MIN_WIDTH) [x, row] = [0, row + 1];
      const pieceWidth = Math.min(widthLeft, width - x);
      partPieces.push({ x, row, width: pieceWidth });
      [x, widthLeft] = [x + pieceWidth, widthLeft - pieceWidth];
      // A rest that nobody would see is left out.
      if (widthLeft < 1) break;
    }
    x += GAP;
    return partPieces;
  });
  return { pieces, scale, nRows: row + 1 };
}

function outline({ x, row, width }: Piece): string {
  return `M${(x + 0.5).toFixed(1)} ${row * (ROW + ROW_GAP) + 1.5}h${Math.max(1, width - 1).toFixed(1)}v${ROW}h${-Math.max(1, width - 1).toFixed(1)}z`;
}
