// The part of the call graph that is on show: a symbol in the centre, its callers before it and what it calls after it. Before a
// symbol that is not called, as a type or a field, stands what uses it.
//
// Any symbol on show can be opened up, which adds its own callers and callees. Of each side more may be listed than is drawn. Not
// here: where anything is drawn.

import type { Graph, Step, Symbol } from "scrubjay/worker";

/** A side of a symbol: what leads into it, or out of it. */
export type Way = "into" | "outOf";

/** What is known of a side. */
export interface Side {
  /** One for each symbol, with those of its file; files of tests come last, as they do in answers. */
  steps: readonly Step[];
  /** How many steps were asked for, and how many there are. A symbol that is read in several places has as many. */
  nAsked: number;
  n: number;
}

/** A symbol on show. */
export interface Node {
  readonly symbol: Symbol;
  /** 0 for the centre, negative for callers, positive for callees. */
  readonly column: number;
  /** Both sides, where it is opened up. */
  sides?: Record<Way, Side>;
}

/** A call on show. */
export interface Edge {
  /** The ids of the caller and of the called symbol, or of the user and of what it uses. */
  readonly from: string;
  readonly to: string;
  readonly step: Step;
}

/** What is not drawn of a side: one box, however many they are. */
export interface Rest {
  readonly id: string;
  readonly node: Node;
  readonly way: Way;
  readonly column: number;
  readonly n: number;
}

const WAYS: readonly Way[] = ["into", "outOf"];
/** Neighbours of one side that are drawn around a symbol at first: what is seen without scrolling. */
const MAX_AT_FIRST = 9;
/** Symbols up to which a column grows. */
const MAX_IN_COLUMN = 40;
/** Neighbours of one side that are asked for, and listed, at a time. */
export const PAGE = 40;

/** Whether a symbol is something that is called. */
export function isCallable({ kind }: Symbol): boolean {
  return kind === "function" || kind === "method" || kind === "macro";
}

/** What is on show. */
export class Neighbourhood {
  readonly nodes = new Map<string, Node>();
  readonly #graph: Graph;

  private constructor(graph: Graph, centre: Symbol) {
    this.#graph = graph;
    this.nodes.set(centre.id, { symbol: centre, column: 0 });
  }

  /** Around a symbol, which is named by its id. */
  static async around(graph: Graph, id: string, signal: AbortSignal): Promise<Neighbourhood> {
    const { symbol } = await graph.callers(id, { limit: 1, signal });
    const made = new Neighbourhood(graph, symbol);
    await made.open(made.centre, signal);
    return made;
  }

  /** The symbol in the centre. */
  get centre(): Node {
    return [...this.nodes.values()][0] as Node;
  }

  /** Every call between two symbols on show that is known. */
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

  /** What is not drawn, by symbol and side. */
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

  /** Adds the first callers and callees of a symbol on show. */
  async open(node: Node, signal: AbortSignal): Promise<void> {
    if (node.sides !== undefined) return;
    const [into, outOf] = [{ steps: [], nAsked: 0, n: 0 }, { steps: [], nAsked: 0, n: 0 }];
    await Promise.all([this.#ask(node, "into", into, signal), this.#ask(node, "outOf", outOf, signal)]);
    node.sides = { into, outOf };
    for (const way of WAYS) this.draw(node, way, MAX_AT_FIRST);
  }

  /** Lists the next page of a side. */
  async list(node: Node, way: Way, signal: AbortSignal): Promise<void> {
    if (node.sides !== undefined) await this.#ask(node, way, node.sides[way], signal);
  }

  /** Draws what is listed of a side, as long as its column has room; how many symbols came. */
  draw(node: Node, way: Way, limit = MAX_IN_COLUMN): number {
    const column = columnOf(node, way);
    const nThere = [...this.nodes.values()].filter((other) => other.column === column).length;
    const fresh = (node.sides?.[way].steps ?? []).filter(({ symbol }) => !this.nodes.has(symbol.id));
    const drawn = fresh.slice(0, Math.max(0, Math.min(limit, MAX_IN_COLUMN - nThere)));
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

/** Steps with those of their file together, in the order in which files come first; of several to one symbol, the surest. */
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
