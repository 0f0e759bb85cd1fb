// Where each symbol is drawn, with few crossings: columns from callers on the left to callees on the right, or, where there is no
// room for that, ranks from callers above to callees below.

import type { Neighbourhood, Node } from "./neighbourhood.js";

/** A point of the drawing. */
export interface Point {
  x: number;
  y: number;
}

/** Size of a symbol's box. */
export const BOX = { width: 190, height: 44 };
const COLUMN = 326;
const ROW = 54;

/** From one row of a rank to the next, with room for a line of words. */
const STACKED_ROW = 66;
const BETWEEN_RANKS = 28;
/** Half of the lane between the two boxes of a row, in which lines run. */
const LANE = 22;

/** The middle of each symbol's box, by id. Equal for equal input. */
export function layout({ nodes, edges }: Neighbourhood, isUpright: boolean): Map<string, Point> {
  const ranks = new Map<number, Node[]>();
  for (const node of nodes.values()) ranks.set(node.column, [...(ranks.get(node.column) ?? []), node]);
  const places = new Map<string, Point>();
  const taken = { top: 0, bottom: 0 };
  // From the centre outwards, so that the neighbours nearer to it have their places already.
  for (const rank of [...ranks.keys()].sort((a, b) => Math.abs(a) - Math.abs(b) || a - b)) {
    const wanted = (node: Node) => {
      const { id } = node.symbol;
      const near = edges.flatMap(({ from, to }) => (from === id ? [to] : to === id ? [from] : []));
      return mean(near.flatMap((other) => places.get(other)?.y ?? []));
    };
    const heights = (ranks.get(rank) ?? []).map((node): [Node, number] => [node, wanted(node)]);
    const sorted = heights.sort(([a, y], [b, z]) => y - z || (a.symbol.id < b.symbol.id ? -1 : 1));
    const middle = mean(sorted.map(([, y]) => y));
    const all = isUpright ? stacked(rank, sorted.length, taken) : column(rank, sorted.length, middle);
    sorted.forEach(([node], at) => places.set(node.symbol.id, all[at] as Point));
  }
  return places;
}

/** The places of a column around a height. */
function column(rank: number, n: number, middle: number): Point[] {
  return Array.from({ length: n }, (_, at) => ({ x: rank * COLUMN, y: middle + (at - (n - 1) / 2) * ROW }));
}

/** The places of a rank above or below all that is taken: rows of two, or one symbol in the middle. */
function stacked(rank: number, n: number, taken: { top: number; bottom: number }): Point[] {
  const height = Math.ceil(n / 2) * STACKED_ROW;
  const top = rank < 0 ? taken.top - BETWEEN_RANKS - height : rank > 0 ? taken.bottom + BETWEEN_RANKS : -height / 2;
  if (rank <= 0) taken.top = top;
  if (rank >= 0) taken.bottom = top + height;
  const aside = n === 1 ? 0 : BOX.width / 2 + LANE;
  return Array.from({ length: n }, (_, at) => ({ x: at % 2 === 0 ? -aside : aside, y: top + ((at >> 1) + 0.5) * STACKED_ROW }));
}

/** The mean, and 0 of nothing. */
function mean(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
