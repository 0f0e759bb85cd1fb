// Computes the curve of a line between two boxes, and the position of its label.

import { BOX, type Point } from "./layout.js";

/** The distance between the end of a line and its box, for the arrow head. */
const HEAD = 3;
/** The greatest average width of a letter in a label, and the height of a label with a margin. */
const LETTER = 6.4;
const WORDS_HEIGHT = 15;

/** A rectangle in units of the drawing. */
export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The position of a label, and which point of its text is there. */
export interface Words extends Point {
  anchor: "start" | "middle" | "end";
}

/** The SVG path from a caller to its callee; a loop if they are the same symbol. */
export function curve(from: Point, to: Point, isUpright: boolean): string {
  if (from.x === to.x && from.y === to.y) return `M${from.x + 30} ${from.y - BOX.height / 2}c30 -46 -90 -46 -60 -3`;
  if (isUpright) return stacked(from, to);
  const [start, end] = [from.x + BOX.width / 2, to.x - BOX.width / 2 - HEAD];
  const bend = Math.max(40, Math.abs(end - start) / 2);
  return `M${start} ${from.y}C${start + bend} ${from.y} ${end - bend} ${to.y} ${end} ${to.y}`;
}

/** The position of a label at the start or the end of its line. Adds its area to `takenAreas`. Undefined: both areas are taken already. */
export function wordsAt(text: string, [from, to]: [Point, Point], atEndFirst: boolean, isUpright: boolean, takenAreas: Area[]): Words | undefined {
  for (const isAtEnd of [atEndFirst, !atEndFirst]) {
    const words = wordsBeside(from, to, isAtEnd, isUpright);
    const area = areaOfWords(text, words);
    if (takenAreas.some((other) => overlap(area, other))) continue;
    takenAreas.push(area);
    return words;
  }
  return undefined;
}

/** The area of a box with this centre. */
export function areaOfBox({ x, y }: Point): Area {
  const { width, height } = BOX;
  return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
}

function wordsBeside(from: Point, to: Point, isAtEnd: boolean, isUpright: boolean): Words {
  const boxCentre = isAtEnd ? to : from;
  if (!isUpright) return isAtEnd ? { x: boxCentre.x - BOX.width / 2 - 14, y: boxCentre.y - 5, anchor: "end" } : { x: boxCentre.x + BOX.width / 2 + 6, y: boxCentre.y - 5, anchor: "start" };
  if (isAside(boxCentre)) return { x: boxCentre.x, y: boxCentre.y - BOX.height / 2 - 5, anchor: "middle" };
  const below = (isAtEnd ? from.y : to.y) > boxCentre.y;
  return { x: boxCentre.x + 9, y: below ? boxCentre.y + BOX.height / 2 + 15 : boxCentre.y - BOX.height / 2 - 11, anchor: "start" };
}

function areaOfWords(text: string, { x, y, anchor }: Words): Area {
  const width = text.length * LETTER;
  const left = anchor === "start" ? x : anchor === "end" ? x - width : x - width / 2;
  return { left, right: left + width, top: y - WORDS_HEIGHT + 4, bottom: y + 4 };
}

function overlap(one: Area, other: Area): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

/** The path from the caller's lower side to the callee's upper side; boxes beside the lane are left and entered on the side of the lane. */
function stacked(from: Point, to: Point): string {
  const [start, end] = [side(from, to, 0), side(to, from, HEAD)];
  return `M${start.x} ${start.y}C${start.bend.x} ${start.bend.y} ${end.bend.x} ${end.bend.y} ${end.x} ${end.y}`;
}

/** The end of a line at a box, `apart` units from the box, and the control point of the curve at this end. */
function side(boxCentre: Point, otherCentre: Point, apart: number): Point & { bend: Point } {
  if (isAside(boxCentre)) {
    const x = boxCentre.x - Math.sign(boxCentre.x) * (BOX.width / 2 + apart);
    return { x, y: boxCentre.y, bend: { x: 0, y: boxCentre.y } };
  }
  const direction = otherCentre.y < boxCentre.y ? -1 : 1;
  const y = boxCentre.y + direction * (BOX.height / 2 + apart);
  return { x: boxCentre.x, y, bend: { x: boxCentre.x, y: y + (direction * Math.abs(otherCentre.y - boxCentre.y)) / 2 } };
}

/** Whether a box is beside the lane, and not in the middle. */
function isAside({ x }: Point): boolean {
  return Math.abs(x) > BOX.width / 2;
}
