// The visible part of a drawing. Dragging moves it; the wheel, two fingers and buttons zoom.

import type { Point } from "./layout.js";
import type { Area } from "./lines.js";

const MIN_SCALE = 0.25;
const MAX_SCALE = 2.5;
/** The margin in pixels around a drawing that `fit` shows whole. */
const MARGIN = 12;
/** The height in pixels of the buttons, which cover the lower edge. */
const FOOT = 32;
/** The most pixels that a pointer may move for a press to count as a click. */
const SLIP = 4;

/** Moves and scales the group in an SVG element. */
export class Viewport {
  readonly #svg: SVGSVGElement;
  readonly #group: SVGGElement;
  #scale = 1;
  #offset: Point = { x: 0, y: 0 };
  readonly #pointers = new Map<number, Point>();

  constructor(svg: SVGSVGElement, group: SVGGElement) {
    this.#svg = svg;
    this.#group = group;
    svg.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    svg.addEventListener("pointerdown", (event) => this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY }));
    svg.addEventListener("pointermove", (event) => this.#move(event));
    for (const endEvent of ["pointerup", "pointercancel", "pointerleave"] as const) {
      svg.addEventListener(endEvent, (event) => this.#pointers.delete(event.pointerId));
    }
  }

  /** The units of the drawing that a pixel covers. */
  get unitsPerPixel(): number {
    return 1 / this.#scale;
  }

  /** Shows the whole drawing, at most in its own size; shrinks it to the width, and adapts the element's height. */
  fit(): void {
    const { width } = this.#svg.getBoundingClientRect();
    if (width === 0) return;
    const drawn = this.#group.getBBox();
    this.#scale = Math.min(1, (width - 2 * MARGIN) / drawn.width);
    this.#svg.style.height = `${Math.ceil(drawn.height * this.#scale) + 2 * MARGIN + FOOT}px`;
    // A style may want more.
    const height = this.#svg.getBoundingClientRect().height - FOOT;
    this.#offset = { x: width / 2 - (drawn.x + drawn.width / 2) * this.#scale, y: height / 2 - (drawn.y + drawn.height / 2) * this.#scale };
    this.#apply(true);
  }

  /** Moves the view so that an area is visible. */
  reveal(area: Area): void {
    const { width, height } = this.#svg.getBoundingClientRect();
    const shift = (from: number, to: number, offset: number, size: number) => {
      const [start, end] = [from * this.#scale + offset, to * this.#scale + offset];
      return start < 0 ? -start + 8 : end > size ? size - end - 8 : 0;
    };
    const [shiftX, shiftY] = [shift(area.left, area.right, this.#offset.x, width), shift(area.top, area.bottom, this.#offset.y, height)];
    if (shiftX === 0 && shiftY === 0) return;
    this.#offset = { x: this.#offset.x + shiftX, y: this.#offset.y + shiftY };
    this.#apply();
  }

  /** Zooms around the middle of the element; a `factor` above 1 enlarges. */
  zoom(factor: number): void {
    const { width, height } = this.#svg.getBoundingClientRect();
    this.#zoomAt(factor, { x: width / 2, y: height / 2 });
  }

  #wheel(event: WheelEvent): void {
    // A plain wheel scrolls the page, as everywhere; with Ctrl, as a pinch on a touch pad comes, it zooms.
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const { left, top } = this.#svg.getBoundingClientRect();
    this.#zoomAt(Math.exp(-event.deltaY * 0.004), { x: event.clientX - left, y: event.clientY - top });
  }

  #move(event: PointerEvent): void {
    const pointBefore = this.#pointers.get(event.pointerId);
    if (pointBefore === undefined) return;
    const pointNow = { x: event.clientX, y: event.clientY };
    const otherPoint = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (otherPoint === undefined) {
      this.#offset = { x: this.#offset.x + pointNow.x - pointBefore.x, y: this.#offset.y + pointNow.y - pointBefore.y };
      this.#apply();
    } else {
      const { left, top } = this.#svg.getBoundingClientRect();
      this.#zoomAt(distance(pointNow, otherPoint) / Math.max(1, distance(pointBefore, otherPoint)), { x: otherPoint.x - left, y: otherPoint.y - top });
    }
    this.#pointers.set(event.pointerId, pointNow);
  }

  #zoomAt(factor: number, at: Point): void {
    const scale = Math.min(MAX_SCALE, Math.max(MIN_SCALE, this.#scale * factor));
    const change = scale / this.#scale;
    this.#offset = { x: at.x - (at.x - this.#offset.x) * change, y: at.y - (at.y - this.#offset.y) * change };
    this.#scale = scale;
    this.#apply();
  }

  #apply(isWhole = false): void {
    this.#group.setAttribute("transform", `translate(${this.#offset.x} ${this.#offset.y}) scale(${this.#scale})`);
    // What is seen whole is scrolled past by a finger; what is not is moved by it.
    this.#svg.classList.toggle("moved", !isWhole);
  }
}

/** Lets a pointer drag an element. A press that moves by at most `SLIP` pixels still counts as a click. */
export function draggable(target: SVGElement, unitsPerPixel: () => number, moved: (dx: number, dy: number) => void): void {
  let [lastPoint, slipped] = [undefined as Point | undefined, 0];
  target.addEventListener("pointerdown", (event) => {
    event.stopPropagation();
    [lastPoint, slipped] = [{ x: event.clientX, y: event.clientY }, 0];
  });
  target.addEventListener("pointermove", (event) => {
    if (lastPoint === undefined) return;
    const [dx, dy] = [event.clientX - lastPoint.x, event.clientY - lastPoint.y];
    slipped += Math.abs(dx) + Math.abs(dy);
    if (slipped > SLIP) target.setPointerCapture(event.pointerId);
    lastPoint = { x: event.clientX, y: event.clientY };
    moved(dx * unitsPerPixel(), dy * unitsPerPixel());
  });
  // A pointer that is captured leaves nothing; one that left is let go of elsewhere.
  for (const endEvent of ["pointerup", "pointercancel", "pointerleave"] as const) target.addEventListener(endEvent, () => (lastPoint = undefined));
  target.addEventListener("click", (event) => slipped > SLIP && event.stopImmediatePropagation(), { capture: true });
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
