// Where each box is drawn, with few crossings: columns from callers on the left to callees on the right, or, where there is no room
// for that, ranks from callers above to callees below.

/** A point of the drawing. */
export interface Point {
  x: number;
  y: number;
}

/** A box that is to have a place. */
export interface Item {
  readonly id: string;
  readonly column: number;
}

/** Size of a box. */
export const BOX = { width: 190, height: 40 };
const COLUMN = 326;
const ROW = 46;

/** From one row of a rank to the next, with room for a line of words. */
const STACKED_ROW = 62;
const BETWEEN_RANKS = 28;
/** Half of the lane between the two boxes of a row, in which lines run. */
const LANE = 22;

/** Pixels in which a symbol and its neighbours can be read side by side; in less they stand one below the other. */
const MIN_WIDTH = 600;
/** Columns that would have to be smaller than this stand one below the other as well. */
const MIN_SCALE = 0.6;

/** Whether ranks stand one below the other, in a drawing of so many pixels. */
export function isUprightIn(width: number, items: readonly Item[]): boolean {
  const nColumns = new Set(items.map(({ column }) => column)).size;
  return width < Math.max(MIN_WIDTH, MIN_SCALE * ((nColumns - 1) * COLUMN + BOX.width));
}

/** The middle of each box, by id. Those that nothing else puts in an order keep theirs. */
export function layout(items: readonly Item[], edges: readonly { from: string; to: string }[], isUpright: boolean): Map<string, Point> {
  const ranks = new Map<number, Item[]>();
  for (const item of items) ranks.set(item.column, [...(ranks.get(item.column) ?? []), item]);
  const places = new Map<string, Point>();
  const taken = { top: 0, bottom: 0 };
  // From the centre outwards, so that the neighbours nearer to it have their places already.
  for (const rank of [...ranks.keys()].sort((a, b) => Math.abs(a) - Math.abs(b) || a - b)) {
    const wanted = ({ id }: Item) => {
      const near = edges.flatMap(({ from, to }) => (from === id ? [to] : to === id ? [from] : []));
      return mean(near.flatMap((other) => places.get(other)?.y ?? []));
    };
    const heights = (ranks.get(rank) ?? []).map((item): [Item, number] => [item, wanted(item)]);
    const sorted = heights.sort(([, y], [, z]) => y - z);
    const middle = mean(sorted.map(([, y]) => y));
    const all = isUpright ? stacked(rank, sorted.length, taken) : column(rank, sorted.length, middle);
    sorted.forEach(([{ id }], at) => places.set(id, all[at] as Point));
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
