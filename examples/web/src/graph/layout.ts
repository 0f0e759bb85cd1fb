// Where each symbol is drawn: columns from callers on the left to callees on the right, few crossings.

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

/** The middle of each symbol's box, by id. Equal for equal input. */
export function layout({ nodes, edges }: Neighbourhood): Map<string, Point> {
  const columns = new Map<number, Node[]>();
  for (const node of nodes.values()) columns.set(node.column, [...(columns.get(node.column) ?? []), node]);
  const places = new Map<string, Point>();
  // From the centre outwards, so that the neighbours nearer to it have their places already.
  for (const column of [...columns.keys()].sort((a, b) => Math.abs(a) - Math.abs(b) || a - b)) {
    const wanted = (node: Node) => {
      const { id } = node.symbol;
      const near = edges.flatMap(({ from, to }) => (from === id ? [to] : to === id ? [from] : []));
      const known = near.flatMap((other) => places.get(other)?.y ?? []);
      return known.length === 0 ? 0 : known.reduce((sum, y) => sum + y, 0) / known.length;
    };
    const heights = new Map((columns.get(column) ?? []).map((node) => [node, wanted(node)]));
    const sorted = [...heights].sort(([a, y], [b, z]) => y - z || (a.symbol.id < b.symbol.id ? -1 : 1));
    const middle = sorted.reduce((sum, [, y]) => sum + y, 0) / Math.max(1, sorted.length);
    sorted.forEach(([node], at) => places.set(node.symbol.id, { x: column * COLUMN, y: middle + (at - (sorted.length - 1) / 2) * ROW }));
  }
  return places;
}
