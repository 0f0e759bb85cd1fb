// Questions about the code: what is defined where, and who uses it.
//
// A symbol is named as people type it: its id (`path#Class.method`), `Class.method`, `Class::method`, `module.Class`, a bare
// name, or a place (`path:line`).

import type { Engine } from "./engine.js";
import type { DependencyPage, EdgeKind, FileOutline, FindPage, HierarchyPage, PathPage, RepositoryMap, SymbolKind, WalkPage } from "./generated/types.js";
import { type Cancel, options } from "./options.js";
import type { QuestionName } from "./questions.js";

/** What `find` takes beside the text. */
export interface FindOptions extends Cancel {
  /** Only these kinds; none given: all but imports. */
  kinds?: SymbolKind[] | undefined;
  /** Only files whose path begins so. */
  pathPrefix?: string | undefined;
  /** 1 to 1,000; 20 where it is left out. */
  most?: number | undefined;
  /** Gives each score's factors. */
  explain?: boolean | undefined;
}

/** What questions about the surroundings of a symbol take beside its name. */
export interface WalkOptions extends Cancel {
  /** How many steps to follow: 1 to 10; 1 where it is left out. */
  depth?: number | undefined;
  /** 1 to 1,000; 100 where it is left out. */
  most?: number | undefined;
  /** Leaves out edges of a lower confidence, 0 to 1. */
  leastConfidence?: number | undefined;
}

/** What `path` takes beside the two ends. */
export interface PathOptions extends Cancel {
  /** The most edges: 1 to 10; 10 where it is left out. */
  depth?: number | undefined;
  /** Only edges of these kinds; none given: calls alone, or where these lead nowhere, all kinds. */
  kinds?: EdgeKind[] | undefined;
  /** Leaves out edges of a lower confidence, 0 to 1. */
  leastConfidence?: number | undefined;
}

/** What questions about a file take beside its path. */
export interface FileOptions extends Cancel {
  /** 1 to 10; 1 where it is left out. */
  depth?: number | undefined;
  /** 1 to 1,000; 100 where it is left out. */
  most?: number | undefined;
}

/** What `map` takes. */
export interface MapOptions extends Cancel {
  /** Tokens that the text may take: 64 to 1,000,000; 2,000 where it is left out. */
  budget?: number | undefined;
  /** Paths or names to lean towards; unknown ones are ignored. At most 100. */
  focus?: string[] | undefined;
}

type WalkName = "graph.callers" | "graph.callees" | "graph.references" | "graph.impact";
type FileName = "graph.dependencies" | "graph.dependents";

/** The code graph of a memory. */
export class Graph {
  readonly #engine: Engine;

  /** Made by `open`. */
  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Finds symbols: exact names first, then qualified names, beginnings, parts, and words. Equal scores order by id. */
  async find(text: string, given?: FindOptions): Promise<FindPage> {
    const { kinds = [], pathPrefix = "", most = 20, explain = false, signal } = options(given);
    return this.#engine.ask("graph.find", { text, kinds, pathPrefix, most, explain }, signal);
  }

  /** The symbols of one file. */
  async outline(path: string, given?: Cancel): Promise<FileOutline> {
    return this.#engine.ask("graph.outline", path, options(given).signal);
  }

  /** Who calls it. */
  async callers(name: string, given?: WalkOptions): Promise<WalkPage> {
    return this.#walk("graph.callers", name, given);
  }

  /** What it calls. */
  async callees(name: string, given?: WalkOptions): Promise<WalkPage> {
    return this.#walk("graph.callees", name, given);
  }

  /** Every place that names it, whatever the kind of edge. `depth` must be 1. */
  async references(name: string, given?: WalkOptions): Promise<WalkPage> {
    return this.#walk("graph.references", name, given);
  }

  /** What a change of it, a symbol or a file, can reach. Confidence is the product along the way. */
  async impact(name: string, given?: WalkOptions): Promise<WalkPage> {
    return this.#walk("graph.impact", name, given);
  }

  /** The shortest chain of edges from one symbol to another. */
  async path(source: string, target: string, given?: PathOptions): Promise<PathPage> {
    const { depth = 10, kinds = [], leastConfidence = 0, signal } = options(given);
    return this.#engine.ask("graph.path", { source, target, depth, kinds, leastConfidence }, signal);
  }

  /** The types above and below a type. */
  async hierarchy(name: string, given?: WalkOptions): Promise<HierarchyPage> {
    const { depth = 1, most = 100, leastConfidence = 0, signal } = options(given);
    return this.#engine.ask("graph.hierarchy", { name, depth, most, leastConfidence }, signal);
  }

  /** The files and outside modules that a file imports or uses. */
  async dependencies(path: string, given?: FileOptions): Promise<DependencyPage> {
    return this.#file("graph.dependencies", path, given);
  }

  /** The files that import or use a file. */
  async dependents(path: string, given?: FileOptions): Promise<DependencyPage> {
    return this.#file("graph.dependents", path, given);
  }

  /** The most important symbols of the repository, by rank over the graph, in a token budget. */
  async map(given?: MapOptions): Promise<RepositoryMap> {
    const { budget = 2000, focus = [], signal } = options(given);
    return this.#engine.ask("graph.map", { budget, focus }, signal);
  }

  /** The graph as canonical text, page by page: equal for an incremental update, a clean rebuild and any order of files. */
  async *export(given?: Cancel): AsyncGenerator<string, void, undefined> {
    const { signal } = options(given);
    for (let cursor: number | undefined = 0; cursor !== undefined; ) {
      const page: { text: string; next: number | undefined } = await this.#engine.ask("graph.export", cursor, signal);
      yield page.text;
      cursor = page.next;
    }
  }

  async #walk(question: WalkName & QuestionName, name: string, given?: WalkOptions): Promise<WalkPage> {
    const { depth = 1, most = 100, leastConfidence = 0, signal } = options(given);
    return this.#engine.ask(question, { name, depth, most, leastConfidence }, signal);
  }

  async #file(question: FileName & QuestionName, path: string, given?: FileOptions): Promise<DependencyPage> {
    const { depth = 1, most = 100, signal } = options(given);
    return this.#engine.ask(question, { path, depth, most }, signal);
  }
}
