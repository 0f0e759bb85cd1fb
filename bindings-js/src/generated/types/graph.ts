// Generated from wit/ by `cargo xtask glue`; the gate compares. Integers of 64 bits are `bigint`, bytes are `Uint8Array`.

import type { Ask, Factor, Resumed } from "./types.js";

/** A kind of syntax node that the component wants to see. */
export interface NodeKind {
  /** The grammar's own name for it. */
  name: string;
  /** A named node, not a keyword or punctuation. */
  named: boolean;
  /** Nothing below it is wanted. */
  leaf: boolean;
}

/** A language that the component knows. The host brings the grammar. */
export interface Language {
  name: string;
  /** File name endings, without the dot; none where a file is known by its whole name, which `admit` knows. */
  extensions: string[];
  /**
   * None for a language without a grammar, that of manifests (`package.json`, `go.mod`, …): its files are handed over
   * with their text and no nodes, and count as no files of the graph.
   */
  kinds: NodeKind[];
  /** The grammar's names of fields. */
  fields: string[];
}

/** A file found on disk. */
export interface Entry {
  path: string;
  /** Bytes; 4,294,967,295 stands for that or more. */
  size: number;
}

/** Why a file is not read. */
export type SkipReason =
  /** No language with this ending. */
  | "language"
  /** Over 4 MiB. */
  | "size"
  /** Its name is one that keeps secrets (`.env`, `id_rsa`, `*.pem`, …). */
  | "secret"
  /** Its name says that a tool made it (`*.min.js`, `*_pb2.py`, …), or a tool put it there (Go in `vendor/`, manifests in `vendor/` or `node_modules/`). */
  | "generated"
  /** Not a path of the form that `types` describes. */
  | "path";

export type Verdict =
  /** Read and parse it, in this language. */
  | { tag: "read"; val: string }
  | { tag: "skip"; val: SkipReason };

/** What a symbol is. */
export type SymbolKind =
  /** The file itself, as the place of what stands outside any definition. */
  | "file"
  | "module"
  /** A class, struct or union. */
  | "class"
  /** An interface or trait. */
  | "interface"
  /** An enumeration. */
  | "enum"
  | "function"
  | "method"
  | "constant"
  /** A variable of a module. */
  | "variable"
  /** A variable of a class or instance. */
  | "field"
  | "type-alias"
  /** A macro. */
  | "macro"
  /** A name that an import brings in. */
  | "import";

/** Something that the code defines. */
export interface Symbol {
  /** Lasting: `path#qualified.name`, with `~2`, `~3`, … for later definitions of the same name in the file. */
  id: string;
  name: string;
  /** Within its file: `Class.method`. */
  qualifiedName: string;
  kind: SymbolKind;
  path: string;
  firstLine: number;
  lastLine: number;
  /** One line, at most 400 bytes. */
  signature: string;
  /** The first paragraph of its documentation, at most 400 bytes; empty where there is none. */
  doc: string;
  /** Estimated tokens of its source text. */
  tokens: number;
}

/** What an edge says of its two ends. */
export type EdgeKind =
  | "calls"
  | "imports"
  /** Reads or writes a variable, constant or field. */
  | "uses"
  | "inherits"
  | "implements"
  /** Names a class, function or type without calling it. */
  | "references";

/** How the target of a reference was found. Each has one confidence, given beside it. */
export type Strategy =
  /** Bound in an enclosing scope of the same file. */
  | "lexical"
  /** Bound by an import that leads to the symbol. */
  | "imported"
  /** A member of a module or type named in full. */
  | "qualified"
  /** A member of the type that the code stands in. */
  | "self-member"
  /** A member of a parent type, by `super`. */
  | "super-member"
  /** A member of a type that an annotation names. */
  | "annotated"
  /** A member of a type that was constructed in sight. */
  | "constructed"
  /** A member of the type that a called function returns. */
  | "returned"
  /** A member of the type of a field. */
  | "field-type"
  /** A member of what a container holds. */
  | "element"
  /** A function or class that reached the place through a variable or an argument. */
  | "flow"
  /** An override in a subtype, of a member called on `self`; one of several forms in which a type implements a trait. */
  | "overridden"
  /** The only symbol of this name, where the receiver says nothing against it. */
  | "unique-name";

/** The question of `find`. */
export interface FindQuestion {
  /** A name, a part of one, or words of a signature or doc comment. 1 to 1,000 bytes. */
  text: string;
  /** Only these kinds; none given: all but imports. */
  kinds: SymbolKind[];
  /** Only files whose path begins so; empty: all. At most 1,024 bytes. */
  pathPrefix: string;
  /** 1 to 1,000. */
  most: number;
  /** Gives each score's factors. */
  explain: boolean;
}

/** A symbol that fits. */
export interface Found {
  symbol: Symbol;
  score: number;
  /** Empty unless asked for. */
  factors: Factor[];
}

/** The answer of `find`. */
export interface FindPage {
  hits: Found[];
  /** How many fit in all. */
  nHits: number;
}

/** The answer of `find`, or what it needs first. */
export type FindReply =
  | { tag: "done"; val: FindPage }
  | { tag: "ask"; val: Ask };

/** A symbol in an outline. */
export interface Outlined {
  symbol: Symbol;
  /** 0 for what stands directly in the file. */
  depth: number;
}

/** What a file holds. */
export interface FileOutline {
  path: string;
  language: string;
  /** SHA-256 of the file as indexed. */
  hash: Uint8Array;
  nLines: number;
  hasErrors: boolean;
  /** In the order of the file; a parent stands before its children. */
  symbols: Outlined[];
}

/** The answer of `outline`, or what it needs first. */
export type OutlineReply =
  | { tag: "done"; val: FileOutline }
  | { tag: "ask"; val: Ask };

/** A question about the surroundings of a symbol. */
export interface WalkQuestion {
  /** The symbol, as people type it; a path means the file itself. 1 to 1,000 bytes. */
  name: string;
  /** How many steps to follow: 1 to 10. */
  depth: number;
  /** 1 to 1,000. */
  most: number;
  /** Leaves out edges of a lower confidence. */
  leastConfidence: number;
}

/** One symbol reached, with the edge that led there. */
export interface Step {
  symbol: Symbol;
  /** The id of the symbol at the other end of the edge. */
  via: string;
  edge: EdgeKind;
  strategy: Strategy;
  confidence: number;
  /** The file and line where the edge stands. */
  path: string;
  line: number;
  /** Edges between the symbol asked for and this one. */
  depth: number;
}

/** The answer of a walk along edges. */
export interface WalkPage {
  /** The symbol that the name was taken to mean. */
  symbol: Symbol;
  /** By depth, then falling confidence, then path and line. */
  steps: Step[];
  /** How many there are in all, within the depth. */
  nSteps: number;
}

/** The answer of `callers` and its like, or what it needs first. */
export type WalkReply =
  | { tag: "done"; val: WalkPage }
  | { tag: "ask"; val: Ask };

/** A question about how one symbol leads to another. */
export interface PathQuestion {
  /** Where the chain begins, as people type it. A type or a file stands also for what is inside it, at both ends. */
  source: string;
  /** Where it ends, as people type it. */
  target: string;
  /** The most edges: 1 to 10. */
  depth: number;
  /** Only edges of these kinds; none given: calls alone, or where these lead nowhere, all kinds. */
  kinds: EdgeKind[];
  /** Leaves out edges of a lower confidence. */
  leastConfidence: number;
}

/** The answer of `path`. */
export interface PathPage {
  /** The symbol that the first name was taken to mean. */
  source: Symbol;
  /** The symbol that the second name was taken to mean. */
  target: Symbol;
  /** The edges from source to target in their order, each with the symbol that it leads to; empty where nothing leads there. */
  steps: Step[];
}

/** The answer of `path`, or what it needs first. */
export type PathReply =
  | { tag: "done"; val: PathPage }
  | { tag: "ask"; val: Ask };

/** The answer of `hierarchy`. */
export interface HierarchyPage {
  /** The symbol that the name was taken to mean. */
  symbol: Symbol;
  /**
   * For a type what it inherits and implements, for a member of a type what it overrides: by depth, then falling confidence,
   * then path and line. For a member the edge is the last one between the types, and `via` the type that it was followed from.
   */
  above: Step[];
  /** How many there are in all, within the depth. */
  nAbove: number;
  /** For a type what inherits and implements it, for a member what overrides it, in the same order. */
  below: Step[];
  /** How many there are in all, within the depth. */
  nBelow: number;
}

/** The answer of `hierarchy`, or what it needs first. */
export type HierarchyReply =
  | { tag: "done"; val: HierarchyPage }
  | { tag: "ask"; val: Ask };

/** A question about a file. */
export interface FileQuestion {
  /** 1 to 1,024 bytes. */
  path: string;
  /** 1 to 10. */
  depth: number;
  /** 1 to 1,000. */
  most: number;
}

/** A file, or a module outside the project, that another one depends on. */
export interface Dependency {
  /** A path of the project, or a module's name. */
  name: string;
  external: boolean;
  /** Edges between the two files. */
  nEdges: number;
  /** The first line that makes the dependency, in the file that depends. */
  line: number;
  /** Files between, plus one. */
  depth: number;
}

/** The answer about a file. */
export interface DependencyPage {
  dependencies: Dependency[];
  nDependencies: number;
}

/** The answer of `dependencies` and `dependents`, or what it needs first. */
export type DependencyReply =
  | { tag: "done"; val: DependencyPage }
  | { tag: "ask"; val: Ask };

/** The question of `map`. */
export interface MapQuestion {
  /** Tokens that the text may take: 64 to 1,000,000. */
  budget: number;
  /** Paths or names to lean towards; unknown ones are ignored, and named in the answer. At most 100, of at most 1,024 bytes each. */
  focus: string[];
}

/** A repository map. */
export interface RepositoryMap {
  /** Ready for a prompt: files with their most important symbols. */
  text: string;
  /** Estimated tokens of `text`; never over the budget. */
  tokens: number;
  nFiles: number;
  nSymbols: number;
  /** What of the question's focus means nothing here, in its order. */
  unknownFocus: string[];
}

/** The answer of `map`, or what it needs first. */
export type MapReply =
  | { tag: "done"; val: RepositoryMap }
  | { tag: "ask"; val: Ask };

/** A slice of the canonical text of the graph. */
export interface ExportPage {
  text: string;
  /** Where to go on; none at the end. */
  next: number | undefined;
}

/** The answer of `export`, or what it needs first. */
export type ExportReply =
  | { tag: "done"; val: ExportPage }
  | { tag: "ask"; val: Ask };

/**
 * The code graph: what is defined where, and who uses it.
 *
 * A symbol is named as people type it: its id (`path#Class.method`), `Class.method`, `Class::method`, `module.Class`,
 * a bare name, or a place (`path:line`); the module is the one that it stands in, or else one that imports or exports it
 * under that name. A name that fits several symbols is refused as `ambiguous`; the candidates are
 * one's own code first, then tests, then copies of others' code, and in each what can be called and types before values,
 * then what is used more. What one function alone sees counts only where nothing else has the name, and a field or
 * variable only where nothing of the same qualified name in its file can be called.
 */
export interface GraphCalls {
  /** The languages, in the order of their names. Constant for a release. */
  languages(): Language[];
  /** Says for each file whether to read it. The same length and order as `entries`, at most 100,000. */
  admit(entries: Entry[]): Verdict[];
  /**
   * Finds symbols: exact names first, then qualified names, beginnings, parts, and words. Equal scores order by id.
   * The path of a file, or an end of one with a slash or an ending in it, finds the file where no kinds are given.
   */
  find(question: FindQuestion, resumed: Resumed | undefined): FindReply;
  /** The symbols of one file, whose path has 1 to 1,024 bytes. */
  outline(path: string, resumed: Resumed | undefined): OutlineReply;
  /** Who calls it. */
  callers(question: WalkQuestion, resumed: Resumed | undefined): WalkReply;
  /** What it calls. */
  callees(question: WalkQuestion, resumed: Resumed | undefined): WalkReply;
  /** Every place that names it, whatever the kind of edge. `depth` must be 1. */
  references(question: WalkQuestion, resumed: Resumed | undefined): WalkReply;
  /** What a change of it can reach: everything that calls, uses, inherits or references it, and so on. Confidence is the product along the way. */
  impact(question: WalkQuestion, resumed: Resumed | undefined): WalkReply;
  /**
   * The shortest chain of edges from one symbol to another. Of several, the one whose confidences have the greatest product,
   * then the one that stands first by path and line.
   */
  path(question: PathQuestion, resumed: Resumed | undefined): PathReply;
  /** The types above and below a type; for a member of a type, what it overrides and what overrides it. `most` holds for each list. */
  hierarchy(question: WalkQuestion, resumed: Resumed | undefined): HierarchyReply;
  /** The files and outside modules that a file imports or uses. */
  dependencies(question: FileQuestion, resumed: Resumed | undefined): DependencyReply;
  /** The files that import or use a file. */
  dependents(question: FileQuestion, resumed: Resumed | undefined): DependencyReply;
  /** The most important symbols of the repository, by rank over the graph, in a token budget. */
  map(question: MapQuestion, resumed: Resumed | undefined): MapReply;
  /**
   * The graph as text, one symbol or edge a line, sorted by path, qualified name and place: equal for an incremental
   * update, a clean rebuild and any order of batches. Begin with 0; a slice is at most 4 MiB.
   */
  export(cursor: number, resumed: Resumed | undefined): ExportReply;
}
