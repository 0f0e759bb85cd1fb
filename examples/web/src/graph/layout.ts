// Positions the boxes with few crossing lines: in columns from callers on the left to callees on the right, or, in a narrow drawing, in
// ranks from callers above to callees below.

/** A point in units of the drawing; the centre of the graph is at 0, 0. */
export interface Point {
  x: number;
  y: number;
}

/** A box to position. `column`: 0 for the centre, negative for callers, positive for callees. */
export interface Item {
  readonly id: string;
  readonly column: number;
}

/** The size of every box, in units of the drawing. */
export const BOX = { width: 190, height: 40 };
const COLUMN = 326;
const ROW = 46;

/** The distance between two rows of a rank, with room for a label. */
const STACKED_ROW = 62;
const BETWEEN_RANKS = 28;
/** Half the width of the lane between the two boxes of a row, through which lines run. */
const LANE = 22;

/** The least width in pixels for columns. In a narrower drawing, ranks are one below the other. */
const MIN_WIDTH = 600;
/** The least scale for columns. If they would be drawn smaller, ranks are one below the other. */
const MIN_SCALE = 0.6;

/** Whether a drawing of this width in pixels has ranks one below the other. */
export function isUprightIn(width: number, items: readonly Item[]): boolean {
  const nColumns = new Set(items.map(({ column }) => column)).size;
  return width < Math.max(MIN_WIDTH, MIN_SCALE * ((nColumns - 1) * COLUMN + BOX.width));
}

/** The centre of each box, by id. Boxes with equally high neighbours stay in the order of `items`. */
export function layout(items: readonly Item[], edges: readonly { from: string; to: string }[], isUpright: boolean): Map<string, Point> {
  const ranks = new Map<number, Item[]>();
  for (const item of items) ranks.set(item.column, [...(ranks.get(item.column) ?? []), item]);
  const places = new Map<string, Point>();
  const takenHeights = { top: 0, bottom: 0 };
  // From the centre outwards, so that the neighbours nearer to it have their places already.
  for (const rank of [...ranks.keys()].sort((a, b) => Math.abs(a) - Math.abs(b) || a - b)) {
    const wantedHeight = ({ id }: Item) => {
      const neighbourIds = edges.flatMap(({ from, to }) => (from === id ? [to] : to === id ? [from] : []));
      return mean(neighbourIds.flatMap((other) => places.get(other)?.y ?? []));
    };
    const heights = (ranks.get(rank) ?? []).map((item): [Item, number] => [item, wantedHeight(item)]);
    const sortedItems = heights.sort(([, y], [, z]) => y - z);
    const middle = mean(sortedItems.map(([, y]) => y));
    const centres = isUpright ? stacked(rank, sortedItems.length, takenHeights) : column(rank, sortedItems.length, middle);
    sortedItems.forEach(([{ id }], at) => places.set(id, centres[at] as Point));
  }
  return places;
}

/** The centres of the boxes in a column whose middle has the height `middle`. */
function column(rank: number, n: number, middle: number): Point[] {
  return Array.from({ length: n }, (_, at) => ({ x: rank * COLUMN, y: middle + (at - (n - 1) / 2) * ROW }));
}

/** The centres of the boxes in a rank above or below all earlier ranks: rows of two boxes, or one box in the middle. */
function stacked(rank: number, n: number, takenHeights: { top: number; bottom: number }): Point[] {
  const height = Math.ceil(n / 2) * STACKED_ROW;
  const top = rank < 0 ? takenHeights.top - BETWEEN_RANKS - height : rank > 0 ? takenHeights.bottom + BETWEEN_RANKS : -height / 2;
  if (rank <= 0) takenHeights.top = top;
  if (rank >= 0) takenHeights.bottom = top + height;
  const aside = n === 1 ? 0 : BOX.width / 2 + LANE;
  return Array.from({ length: n }, (_, at) => ({ x: at % 2 === 0 ? -aside : aside, y: top + ((at >> 1) + 0.5) * STACKED_ROW }));
}

/** The mean; 0 for an empty list. */
function mean(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
