// The part of the call graph that is shown: a symbol in the centre, with its callers on one side and its callees on the other. A symbol that
// cannot be called, such as a type or a field, has its users in place of callers.
//
// Opening a shown symbol adds its own callers and callees. The list may have more of a side than the drawing. Not here: positions.

import type { Graph, Step, Symbol } from "scrubjay/worker";

/** A side of a symbol: edges into it (callers or users), or out of it (callees). */
export type Way = "into" | "outOf";

/** The loaded steps of a side, and how many there are. */
export interface Side {
  /** One step for each symbol, grouped by file; files of tests are last, as in answers. */
  steps: readonly Step[];
  /** How many steps were loaded, and how many there are. A symbol that uses the node in several places has several steps. */
  nAsked: number;
  n: number;
}

/** A shown symbol, with its column and, if it is open, its neighbours. */
export interface Node {
  readonly symbol: Symbol;
  /** 0 for the centre, negative for callers, positive for callees. */
  readonly column: number;
  /** Undefined: the symbol was not opened. */
  sides?: Record<Way, Side>;
}

/** A shown call, or a shown use of a symbol that cannot be called. */
export interface Edge {
  /** The ids of the caller and the callee, or of the user and the used symbol. */
  readonly from: string;
  readonly to: string;
  readonly step: Step;
}

/** The symbols of a side that are not drawn: one box for all `n` of them. */
export interface Rest {
  readonly id: string;
  readonly node: Node;
  readonly way: Way;
  readonly column: number;
  readonly n: number;
}

const WAYS: readonly Way[] = ["into", "outOf"];
/** The most neighbours of a side that opening a symbol draws: as many as are visible without scrolling. */
const MAX_AT_FIRST = 9;
/** The most symbols in a column. */
const MAX_IN_COLUMN = 40;
/** How many neighbours of a side one question loads. */
export const PAGE = 40;

/** Whether a symbol can be called. */
export function isCallable({ kind }: Symbol): boolean {
  return kind === "function" || kind === "method" || kind === "macro";
}

/** The shown symbols, the first of which is the centre, and the edges between them. */
export class Neighbourhood {
  readonly nodes = new Map<string, Node>();
  readonly #graph: Graph;

  private constructor(graph: Graph, centre: Symbol) {
    this.#graph = graph;
    this.nodes.set(centre.id, { symbol: centre, column: 0 });
  }

  /** Loads the neighbourhood of the symbol with this id, which becomes the centre. */
  static async around(graph: Graph, id: string, signal: AbortSignal): Promise<Neighbourhood> {
    const { symbol } = await graph.callers(id, { limit: 1, signal });
    const neighbourhood = new Neighbourhood(graph, symbol);
    await neighbourhood.open(neighbourhood.centre, signal);
    return neighbourhood;
  }

  /** The symbol in the centre. */
  get centre(): Node {
    return [...this.nodes.values()][0] as Node;
  }

  /** Every loaded step between two shown symbols; one for each pair. */
  get edges(): Edge[] {
    const edges = new Map<string, Edge>();
    for (const { symbol, sides } of this.nodes.values()) {
      for (const way of WAYS) {
        for (const step of sides?.[way].steps ?? []) {
          const [from, to] = way === "into" ? [step.symbol.id, symbol.id] : [symbol.id, step.symbol.id];
          const key = `${from} ${to}`;
          if (this.nodes.has(step.symbol.id) && !edges.has(key)) edges.set(key, { from, to, step });
        }
      }
    }
    return [...edges.values()];
  }

  /** The rest of each side of which not all symbols are drawn. */
  get rests(): Rest[] {
    return [...this.nodes.values()].flatMap((node) =>
      WAYS.flatMap((way) => {
        const side = node.sides?.[way];
        if (side === undefined) return [];
        const n = side.n - side.nAsked + side.steps.filter(({ symbol }) => !this.nodes.has(symbol.id)).length;
        return n === 0 ? [] : [{ id: `${way} ${node.symbol.id}`, node, way, column: columnOf(node, way), n }];
      }),
    );
  }

  /** Opens a shown symbol: loads and draws its first callers and callees. Does nothing if it is open. */
  async open(node: Node, signal: AbortSignal): Promise<void> {
    if (node.sides !== undefined) return;
    const [into, outOf] = [{ steps: [], nAsked: 0, n: 0 }, { steps: [], nAsked: 0, n: 0 }];
    await Promise.all([this.#ask(node, "into", into, signal), this.#ask(node, "outOf", outOf, signal)]);
    node.sides = { into, outOf };
    for (const way of WAYS) this.draw(node, way, MAX_AT_FIRST);
  }

  /** Loads the next page of a side. */
  async list(node: Node, way: Way, signal: AbortSignal): Promise<void> {
    if (node.sides !== undefined) await this.#ask(node, way, node.sides[way], signal);
  }

  /** Draws loaded symbols of a side, as many as its column has room for. Returns how many were added. */
  draw(node: Node, way: Way, limit = MAX_IN_COLUMN): number {
    const column = columnOf(node, way);
    const nThere = [...this.nodes.values()].filter((other) => other.column === column).length;
    const newSteps = (node.sides?.[way].steps ?? []).filter(({ symbol }) => !this.nodes.has(symbol.id));
    const drawn = newSteps.slice(0, Math.max(0, Math.min(limit, MAX_IN_COLUMN - nThere)));
    for (const { symbol } of drawn) this.nodes.set(symbol.id, { symbol, column });
    return drawn.length;
  }

  async #ask({ symbol }: Node, way: Way, side: Side, signal: AbortSignal): Promise<void> {
    const question = { limit: PAGE, skip: side.nAsked, signal };
    // What cannot be called is named, read, inherited from: every place that does so counts.
    const users = () => (isCallable(symbol) ? this.#graph.callers(symbol.id, question) : this.#graph.references(symbol.id, question));
    const { steps, nSteps } = await (way === "into" ? users() : this.#graph.callees(symbol.id, question));
    side.steps = byFile([...side.steps, ...steps]);
    side.nAsked += steps.length;
    // Where the code became less meanwhile, nothing follows an empty page.
    side.n = steps.length === 0 ? side.nAsked : nSteps;
  }
}

function columnOf(node: Node, way: Way): number {
  return node.column + (way === "into" ? -1 : 1);
}

/** Groups steps by file, files in the order of their first step. Of several steps to one symbol, keeps the first, which is the surest. */
function byFile(steps: readonly Step[]): Step[] {
  const files = new Map<string, Map<string, Step>>();
  for (const step of steps) {
    const { id, path } = step.symbol;
    const file = files.get(path) ?? new Map<string, Step>();
    if (!file.has(id)) file.set(id, step);
    files.set(path, file);
  }
  return [...files.values()].flatMap((file) => [...file.values()]);
}
