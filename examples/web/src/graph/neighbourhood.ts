// The part of the call graph that is on show: a symbol in the centre, its callers before it and what it calls after it. Before a
// symbol that is not called, as a type or a field, stands what uses it.
//
// Any symbol on show can be opened up, which adds its own callers and callees. Not here: where anything is drawn.

import type { Graph, Step, Symbol } from "scrubjay/worker";

/** A symbol on show. */
export interface Node {
  readonly symbol: Symbol;
  /** 0 for the centre, negative for callers, positive for callees. */
  readonly column: number;
  /** Its own neighbours are on show too. */
  isOpen: boolean;
  /** Callers and callees that there was no room for. */
  nMore: number;
  /** Of those before it and those after it, how many are not on show. */
  nLeft: { into: number; outOf: number };
  /** Calls that were not even asked for, of a symbol that very many call. */
  nUnknown: number;
}

/** A call on show. */
export interface Edge {
  /** The ids of the caller and of the called symbol, or of the user and of what it uses. */
  readonly from: string;
  readonly to: string;
  readonly step: Step;
}

/** Neighbours of one side that are drawn around one symbol. */
const MOST = 9;
/** Calls of one side that are asked for. */
const MOST_ASKED = 300;

/** Whether a symbol is something that is called. */
export function isCallable({ kind }: Symbol): boolean {
  return kind === "function" || kind === "method" || kind === "macro";
}

/** What is on show. */
export class Neighbourhood {
  readonly nodes = new Map<string, Node>();
  readonly edges: Edge[] = [];
  readonly #graph: Graph;
  readonly #known = new Set<string>();

  private constructor(graph: Graph, centre: Symbol) {
    this.#graph = graph;
    this.nodes.set(centre.id, { symbol: centre, column: 0, isOpen: false, nMore: 0, nLeft: { into: 0, outOf: 0 }, nUnknown: 0 });
  }

  /** Around a symbol, which is named by its id. */
  static async around(graph: Graph, id: string, signal: AbortSignal): Promise<Neighbourhood> {
    const { symbol } = await graph.callers(id, { most: 1, signal });
    const made = new Neighbourhood(graph, symbol);
    await made.open(symbol.id, signal);
    return made;
  }

  /** The symbol in the centre. */
  get centre(): Node {
    return [...this.nodes.values()][0] as Node;
  }

  /** Adds the callers and callees of a symbol on show; of one that is open, those that there was no room for. */
  async open(id: string, signal: AbortSignal): Promise<void> {
    const node = this.nodes.get(id);
    if (node === undefined || (node.isOpen && node.nMore === 0)) return;
    const question = { most: MOST_ASKED, signal };
    // What cannot be called is named, read, inherited from: every place that does so counts.
    const callers = isCallable(node.symbol) ? await this.#graph.callers(id, question) : await this.#graph.references(id, question);
    const callees = await this.#graph.callees(id, question);
    const room = node.isOpen ? MOST_ASKED : MOST;
    node.isOpen = true;
    const before = this.#add(callers.steps, node.column - 1, room, (other) => [other, id]);
    const after = this.#add(callees.steps, node.column + 1, room, (other) => [id, other]);
    node.nMore = before + after;
    const unknown = { into: callers.nSteps - callers.steps.length, outOf: callees.nSteps - callees.steps.length };
    node.nUnknown = unknown.into + unknown.outOf;
    node.nLeft = { into: before + unknown.into, outOf: after + unknown.outOf };
  }

  /** The calls into a symbol. */
  into(id: string): Edge[] {
    return this.edges.filter((edge) => edge.to === id);
  }

  /** The calls out of a symbol. */
  outOf(id: string): Edge[] {
    return this.edges.filter((edge) => edge.from === id);
  }

  /** Adds steps, new symbols in the given column; how many symbols there was no room for. */
  #add(steps: readonly Step[], column: number, room: number, ends: (other: string) => [from: string, to: string]): number {
    let nAdded = 0;
    const left = new Set<string>();
    for (const step of steps) {
      const { id } = step.symbol;
      if (!this.nodes.has(id) && nAdded === room) {
        left.add(id);
        continue;
      }
      if (!this.nodes.has(id)) {
        nAdded += 1;
        this.nodes.set(id, { symbol: step.symbol, column, isOpen: false, nMore: 0, nLeft: { into: 0, outOf: 0 }, nUnknown: 0 });
      }
      this.#link(step, ends(id));
    }
    return left.size;
  }

  #link(step: Step, [from, to]: [string, string]): void {
    const key = `${from} ${to}`;
    // Several calls of one symbol by another are one edge; the first is the surest.
    if (this.#known.has(key)) return;
    this.#known.add(key);
    this.edges.push({ from, to, step });
  }
}
