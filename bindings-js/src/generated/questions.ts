// Generated from wit/ by `cargo xtask glue`; the gate compares.

import type { Reply } from "../ask.js";
import type { Engine } from "../engine.js";
import { type Cancel, long, options } from "../options.js";
import type { Anchor, AnchorsQuestion, DependencyPage, EdgeKind, ExportFormat, ExportPage, ExportQuestion, Exports, FileOutline, FileQuestion, FindPage, FindQuestion, HierarchyPage, MapQuestion, MemoryStatus, NotePage, NotesQuestion, PathPage, PathQuestion, PrepareQuestion, Prepared, RecordTotals, RepositoryMap, ResolvedAnchors, Resumed, SymbolKind, TestsQuestion, WalkPage, WalkQuestion } from "./types.js";

/** The options of `find`. */
export interface FindOptions extends Cancel {
  /** Only these kinds; none given: all but imports. Default: []. */
  kinds?: SymbolKind[] | undefined;
  /** Only files whose path begins so; empty: all. Default: "". Length: 0 to 1,024 bytes. */
  pathPrefix?: string | undefined;
  /** How many symbols are given at most. Default: 20. Range: 1 to 1,000. */
  most?: number | undefined;
  /** Gives each score's factors. Default: false. */
  explain?: boolean | undefined;
}

const FIND_OPTIONS: readonly (keyof FindOptions)[] = ["kinds", "pathPrefix", "most", "explain"];

/** The options of `callers`, `callees`, `references`, `impact`, `hierarchy`. */
export interface WalkOptions extends Cancel {
  /** How many steps to follow. Default: 1. Range: 1 to 10. */
  depth?: number | undefined;
  /** How many steps are given at most. Default: 100. Range: 1 to 1,000. */
  most?: number | undefined;
  /** Leaves out edges of a lower confidence. Default: 0.0. Range: 0.0 to 1.0. */
  leastConfidence?: number | undefined;
}

const WALK_OPTIONS: readonly (keyof WalkOptions)[] = ["depth", "most", "leastConfidence"];

/** The options of `tests`. */
export interface TestsOptions extends Cancel {
  /** How many calls a test may be away. Default: 5. Range: 1 to 10. */
  depth?: number | undefined;
  /** How many tests are given at most. Default: 100. Range: 1 to 1,000. */
  most?: number | undefined;
  /**
   * Leaves out tests that a chain of calls reaches with a lower confidence, which is the product along the chain. Default: 0.0.
   * Range: 0.0 to 1.0.
   */
  leastConfidence?: number | undefined;
}

const TESTS_OPTIONS: readonly (keyof TestsOptions)[] = ["depth", "most", "leastConfidence"];

/** The options of `path`. */
export interface PathOptions extends Cancel {
  /** The most edges. Default: 10. Range: 1 to 10. */
  depth?: number | undefined;
  /** Only edges of these kinds; none given: calls alone, or where these lead nowhere, all kinds. Default: []. */
  kinds?: EdgeKind[] | undefined;
  /** Leaves out edges of a lower confidence. Default: 0.0. Range: 0.0 to 1.0. */
  leastConfidence?: number | undefined;
}

const PATH_OPTIONS: readonly (keyof PathOptions)[] = ["depth", "kinds", "leastConfidence"];

/** The options of `dependencies`, `dependents`. */
export interface FileOptions extends Cancel {
  /** How many steps to follow. Default: 1. Range: 1 to 10. */
  depth?: number | undefined;
  /** How many files and modules are given at most. Default: 100. Range: 1 to 1,000. */
  most?: number | undefined;
}

const FILE_OPTIONS: readonly (keyof FileOptions)[] = ["depth", "most"];

/** The options of `map`. */
export interface MapOptions extends Cancel {
  /** Tokens that the text may take. Default: 2,000. Range: 64 to 1,000,000. */
  budget?: number | undefined;
  /**
   * Paths or names to lean towards; unknown ones are ignored, and named in the answer. Default: [].
   * At most 100, of at most 1,024 bytes each.
   */
  focus?: string[] | undefined;
}

const MAP_OPTIONS: readonly (keyof MapOptions)[] = ["budget", "focus"];

/** The options of `export`. */
export interface ExportOptions extends Cancel {
  /** The form. Default: text. */
  format?: ExportFormat | undefined;
  /** Only files whose path begins so, and edges between them; empty: all. Default: "". Length: 0 to 1,024 bytes. */
  pathPrefix?: string | undefined;
  /**
   * Only a symbol or file, as people type it, with what edges join it to; empty: all. It cannot be given with a path prefix.
   * Default: "". Length: 0 to 1,000 bytes.
   */
  around?: string | undefined;
  /** How many edges away from it. Default: 1. Range: 1 to 10. */
  depth?: number | undefined;
}

const EXPORT_OPTIONS: readonly (keyof ExportOptions)[] = ["format", "pathPrefix", "around", "depth"];

/** The options of `prepare`. */
export interface PrepareOptions extends Cancel {
  /** Tokens that the pieces may take together. Default: 8,000. Range: 64 to 1,000,000. */
  budget?: number | undefined;
  /**
   * Paths in hand (open in an editor, just changed): a leaning, not a filter; unknown ones are ignored, and named in the answer.
   * Default: []. At most 100, of at most 1,024 bytes each.
   */
  focus?: string[] | undefined;
}

const PREPARE_OPTIONS: readonly (keyof PrepareOptions)[] = ["budget", "focus"];

/** The options of `notes`. */
export interface NotesOptions extends Cancel {
  /** Only of this channel; empty: of all. Default: "". Length: 0 to 128 bytes. */
  channel?: string | undefined;
  /** Only what happened then or later. */
  since?: number | undefined;
  /** Only what happened before. */
  until?: number | undefined;
  /** How many notes are given at most. Default: 20. Range: 1 to 1,000. */
  most?: number | undefined;
  /** The id of the note to go on after, as the page before tells; empty: from the newest on. Default: "". Length: 0 to 64 bytes. */
  after?: string | undefined;
}

const NOTES_OPTIONS: readonly (keyof NotesOptions)[] = ["channel", "since", "until", "most", "after"];

/** What each question takes and gives. */
export interface Asked {
  "graph.find": [FindQuestion, FindPage];
  "graph.outline": [string, FileOutline];
  "graph.callers": [WalkQuestion, WalkPage];
  "graph.callees": [WalkQuestion, WalkPage];
  "graph.references": [WalkQuestion, WalkPage];
  "graph.impact": [WalkQuestion, WalkPage];
  "graph.tests": [TestsQuestion, WalkPage];
  "graph.path": [PathQuestion, PathPage];
  "graph.hierarchy": [WalkQuestion, HierarchyPage];
  "graph.dependencies": [FileQuestion, DependencyPage];
  "graph.dependents": [FileQuestion, DependencyPage];
  "graph.map": [MapQuestion, RepositoryMap];
  "graph.export": [ExportQuestion, ExportPage];
  "graph.resolveAnchors": [AnchorsQuestion, ResolvedAnchors];
  "memory.status": [undefined, MemoryStatus];
  "recall.prepare": [PrepareQuestion, Prepared];
  "records.notes": [NotesQuestion, NotePage];
  "records.totals": [undefined, RecordTotals];
}

/** How a question is called. */
export type Call<Q, A> = (x: Exports, q: Q, r: Resumed | undefined) => Reply<A>;

/** How each is called. */
export const ASKED: { readonly [N in keyof Asked]: Call<Asked[N][0], Asked[N][1]> } = {
  "graph.find": (x, q, r) => x.graph.find(q, r),
  "graph.outline": (x, q, r) => x.graph.outline(q, r),
  "graph.callers": (x, q, r) => x.graph.callers(q, r),
  "graph.callees": (x, q, r) => x.graph.callees(q, r),
  "graph.references": (x, q, r) => x.graph.references(q, r),
  "graph.impact": (x, q, r) => x.graph.impact(q, r),
  "graph.tests": (x, q, r) => x.graph.tests(q, r),
  "graph.path": (x, q, r) => x.graph.path(q, r),
  "graph.hierarchy": (x, q, r) => x.graph.hierarchy(q, r),
  "graph.dependencies": (x, q, r) => x.graph.dependencies(q, r),
  "graph.dependents": (x, q, r) => x.graph.dependents(q, r),
  "graph.map": (x, q, r) => x.graph.map(q, r),
  "graph.export": (x, q, r) => x.graph.export(q, r),
  "graph.resolveAnchors": (x, q, r) => x.graph.resolveAnchors(q, r),
  "memory.status": (x, _, r) => x.memory.status(r),
  "recall.prepare": (x, q, r) => x.recall.prepare(q, r),
  "records.notes": (x, q, r) => x.records.notes(q, r),
  "records.totals": (x, _, r) => x.records.totals(r),
};

/** What is asked about the code. */
export class GraphQuestions {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /**
   * Finds symbols: exact names first, then qualified names, beginnings, parts, and words. Equal scores order by id.
   * The path of a file, or an end of one with a slash or an ending in it, finds the file where no kinds are given.
   */
  async find(text: string, given?: FindOptions): Promise<FindPage> {
    const { kinds = [], pathPrefix = "", most = 20, explain = false, signal } = options(given, FIND_OPTIONS);
    return this.#engine.ask("graph.find", { text, kinds, pathPrefix, most, explain }, signal);
  }

  /** The symbols of one file. Length of `path`: 1 to 1,024 bytes. */
  async outline(path: string, given?: Cancel): Promise<FileOutline> {
    const { signal } = options(given);
    return this.#engine.ask("graph.outline", path, signal);
  }

  /** Who calls a symbol. */
  async callers(name: string, given?: WalkOptions): Promise<WalkPage> {
    const { depth = 1, most = 100, leastConfidence = 0, signal } = options(given, WALK_OPTIONS);
    return this.#engine.ask("graph.callers", { name, depth, most, leastConfidence }, signal);
  }

  /** What a symbol calls. */
  async callees(name: string, given?: WalkOptions): Promise<WalkPage> {
    const { depth = 1, most = 100, leastConfidence = 0, signal } = options(given, WALK_OPTIONS);
    return this.#engine.ask("graph.callees", { name, depth, most, leastConfidence }, signal);
  }

  /** Every place that names a symbol, whatever the kind of edge. `depth` must be 1. */
  async references(name: string, given?: WalkOptions): Promise<WalkPage> {
    const { depth = 1, most = 100, leastConfidence = 0, signal } = options(given, WALK_OPTIONS);
    return this.#engine.ask("graph.references", { name, depth, most, leastConfidence }, signal);
  }

  /** What a change of a symbol can reach: everything that calls, uses, inherits or references it, and so on. Confidence is the product along the way. */
  async impact(name: string, given?: WalkOptions): Promise<WalkPage> {
    const { depth = 1, most = 100, leastConfidence = 0, signal } = options(given, WALK_OPTIONS);
    return this.#engine.ask("graph.impact", { name, depth, most, leastConfidence }, signal);
  }

  /**
   * The tests that reach a symbol through calls, each once, by the shortest chain: what its language takes for a test, or the
   * code of a test file that stands outside any function. A chain ends at the first test.
   */
  async tests(name: string, given?: TestsOptions): Promise<WalkPage> {
    const { depth = 5, most = 100, leastConfidence = 0, signal } = options(given, TESTS_OPTIONS);
    return this.#engine.ask("graph.tests", { name, depth, most, leastConfidence }, signal);
  }

  /**
   * The shortest chain of edges from one symbol to another. Of several, the one whose confidences have the greatest product,
   * then the one that stands first by path and line.
   */
  async path(source: string, target: string, given?: PathOptions): Promise<PathPage> {
    const { depth = 10, kinds = [], leastConfidence = 0, signal } = options(given, PATH_OPTIONS);
    return this.#engine.ask("graph.path", { source, target, depth, kinds, leastConfidence }, signal);
  }

  /** The types above and below a type; for a member of a type, what it overrides and what overrides it. `most` holds for each list. */
  async hierarchy(name: string, given?: WalkOptions): Promise<HierarchyPage> {
    const { depth = 1, most = 100, leastConfidence = 0, signal } = options(given, WALK_OPTIONS);
    return this.#engine.ask("graph.hierarchy", { name, depth, most, leastConfidence }, signal);
  }

  /** The files and outside modules that a file imports or uses. */
  async dependencies(path: string, given?: FileOptions): Promise<DependencyPage> {
    const { depth = 1, most = 100, signal } = options(given, FILE_OPTIONS);
    return this.#engine.ask("graph.dependencies", { path, depth, most }, signal);
  }

  /** The files that import or use a file. */
  async dependents(path: string, given?: FileOptions): Promise<DependencyPage> {
    const { depth = 1, most = 100, signal } = options(given, FILE_OPTIONS);
    return this.#engine.ask("graph.dependents", { path, depth, most }, signal);
  }

  /** The most important symbols of the repository, by rank over the graph, in a token budget. */
  async map(given?: MapOptions): Promise<RepositoryMap> {
    const { budget = 2000, focus = [], signal } = options(given, MAP_OPTIONS);
    return this.#engine.ask("graph.map", { budget, focus }, signal);
  }

  /**
   * The graph, or a part of it, as text. The slices of a question make one whole, where the store is not written between them;
   * each is at most 4 MiB, except where one file's text is longer. The canonical text is equal for an incremental update, a
   * clean rebuild and any order of batches.
   */
  async *export(given?: ExportOptions): AsyncGenerator<string, void, undefined> {
    const { format = "text", pathPrefix = "", around = "", depth = 1, signal } = options(given, EXPORT_OPTIONS);
    for (let cursor: number | undefined = 0; cursor !== undefined; ) {
      const page: ExportPage = await this.#engine.ask("graph.export", { format, pathPrefix, around, depth, cursor }, signal);
      yield page.text;
      cursor = page.next;
    }
  }

  /** What became of places that were recorded, in the code as it is indexed. Nothing of it is stored. */
  async resolveAnchors(anchors: Anchor[], given?: Cancel): Promise<ResolvedAnchors> {
    const { signal } = options(given);
    return this.#engine.ask("graph.resolveAnchors", { anchors }, signal);
  }
}

/** What is asked of the whole memory. */
export class MemoryQuestions {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** How the memory stands. Loads every edge. */
  async status(given?: Cancel): Promise<MemoryStatus> {
    const { signal } = options(given);
    return this.#engine.ask("memory.status", undefined, signal);
  }

  /** The code that a task needs, inside a token budget, each piece with its reasons. */
  async prepare(task: string, given?: PrepareOptions): Promise<Prepared> {
    const { budget = 8000, focus = [], signal } = options(given, PREPARE_OPTIONS);
    return this.#engine.ask("recall.prepare", { task, budget, focus }, signal);
  }

  /** The notes of a channel or of all, newest first. */
  async notes(given?: NotesOptions): Promise<NotePage> {
    const { channel = "", since, until, most = 20, after = "", signal } = options(given, NOTES_OPTIONS);
    return this.#engine.ask("records.notes", { channel, since: long(since, "since"), until: long(until, "until"), most, after }, signal);
  }

  /** How many records there are. They are counted as they are added, not when this is asked. */
  async totals(given?: Cancel): Promise<RecordTotals> {
    const { signal } = options(given);
    return this.#engine.ask("records.totals", undefined, signal);
  }
}
