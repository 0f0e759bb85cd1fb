// Generated from wit/ by `cargo xtask glue`; the gate compares. Integers of 64 bits are `bigint`, bytes are `Uint8Array`; in
// what programs are shown, which must be JSON, they are `number` and digits of hexadecimals.

import type { Anchor, Ask, Factor, Hint, Resumed, Strength, TouchedLines, UnreadLanguage } from "./types.js";

/** A kind of syntax node that the component needs. */
export interface NodeKind {
  /** The grammar's own name for it. */
  name: string;
  /** Whether nodes of this kind are named nodes of the grammar, not keywords or punctuation. */
  named: boolean;
  /** Whether nothing below such a node is needed. */
  leaf: boolean;
}

/** A language that the component knows. The host provides the grammar. */
export interface Language {
  name: string;
  /** File name endings, without the dot; empty if files are known by their whole names, which `admit` knows. */
  extensions: string[];
  /**
   * Empty for languages without a grammar: those of manifests (`package.json`, `go.mod`, …) and of prose (`README.md`, …).
   * Their files are passed with their text and no nodes, and do not count as files of the graph.
   */
  kinds: NodeKind[];
  /** The grammar's names of fields. */
  fields: string[];
}

/**
 * How to recognise a folder that a package manager or a build fills: by its name, by an entry in it, or by both. A host enters
 * no such folder, whether git ignores it or not, unless the host was told to index this very folder.
 */
export interface InstalledFolder {
  /** The name of the folder; empty for any. */
  name: string;
  /**
   * The name of an entry in the folder that marks it; empty if the folder's name is enough. `admit` skips what is in folders
   * that are known by their names alone.
   */
  holds: string;
}

/** A file found on disk. */
export interface ListedFile {
  path: string;
  /** Bytes; 4,294,967,295 stands for that or more. */
  size: number;
}

/** Why a file is not read. */
export type SkipReason =
  /** No language with this ending. */
  | "language"
  /** Over 4 MiB, or of prose over 1 MiB. */
  | "size"
  /** It has a name that is usual for files with secrets (`.env`, `id_rsa`, `*.pem`, …). */
  | "secret"
  /**
   * Its name says that a tool made it (`*.min.js`, `*_pb2.py`, …), or a tool fills its folder. Such folders are the
   * `installed-folders` that are known by their names alone, and Cargo's `target/`; of `vendor/`, only Go, manifests and prose
   * are skipped.
   */
  | "generated"
  /** Not a path of the form that `types` describes. */
  | "path";

/** Whether a file is to be read. */
export type Verdict =
  /** Read and parse it, in this language. */
  | { kind: "read"; value: string }
  | { kind: "skip"; value: SkipReason };

/** What a symbol is. */
export type SymbolKind =
  /** The file itself, which stands for the code outside any definition. */
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
  | "type_alias"
  /** A macro. */
  | "macro"
  /** A name that an import brings in. */
  | "import";

/** Something that the code defines. */
export interface Symbol {
  /** The stable id: `path#qualified.name`, with `~2`, `~3`, … for later definitions of the same name in the file. */
  id: string;
  name: string;
  /** The name within its file: `Class.method`; for a file its name, without folders. */
  qualifiedName: string;
  kind: SymbolKind;
  path: string;
  firstLine: number;
  lastLine: number;
  /** The declaration on one line, at most 400 bytes. */
  signature: string;
  /** The first paragraph of its documentation, at most 400 bytes; empty where there is none. */
  doc: string;
  /** Estimated tokens of its source text. */
  tokens: number;
}

/** What the source of an edge does with the target. */
export type EdgeKind =
  | "calls"
  | "imports"
  /** Reads or writes a variable, constant or field. */
  | "uses"
  | "inherits"
  | "implements"
  /** Names a class, function or type without calling it. */
  | "references"
  /**
   * Contains it directly, as a file its classes, and a class its methods, in whichever block of the class these are. The line
   * of such an edge is the first line of the contained symbol, its strategy `lexical`, and its confidence 1.0. Of the
   * questions that follow edges, only `path` follows it.
   */
  | "contains";

/**
 * How the target of an edge was found. Each strategy has one confidence, which is that of its edges; only an edge of the kind
 * `contains` always has 1.0.
 */
export type Strategy =
  /** Bound in an enclosing scope of the same file. */
  | "lexical"
  /** Bound by an import that leads to the symbol. */
  | "imported"
  /** A member of a module or type named in full. */
  | "qualified"
  /** A member of the type that contains the code. */
  | "self_member"
  /** A member of a parent type, by `super`. */
  | "super_member"
  /** A member of a type that an annotation names. */
  | "annotated"
  /** A member of a type that was constructed in sight. */
  | "constructed"
  /** A member of the type that a called function returns. */
  | "returned"
  /** A member of the type of a field. */
  | "field_type"
  /** A member of the type of a container's elements. */
  | "element"
  /** A function or class that reached the place through a variable or an argument. */
  | "flow"
  /** An override, in a subtype, of a member called on `self`; or one of several forms in which a type implements a trait. */
  | "overridden"
  /** The only symbol of this name, where nothing that is known of the receiver contradicts it. */
  | "unique_name";

/** The question of `find`. */
export interface FindQuestion {
  /** A name, a part of one, or words of a signature or doc comment. Length: 1 to 1,000 bytes. */
  text: string;
  /** Only these kinds; none given: all but imports. Default: []. */
  kinds: SymbolKind[];
  /** Only files whose path begins so; empty: all. Default: "". Length: 0 to 1,024 bytes. */
  pathPrefix: string;
  /** How many symbols are given at most. Default: 20. Range: 1 to 1,000. */
  limit: number;
  /** Whether to give the factors of each score. Default: false. */
  explain: boolean;
  /** How many symbols are passed over, to go on where an answer ended. Default: 0. Range: 0 to 100,000. */
  skip: number;
}

/** A symbol that fits. */
export interface Found {
  symbol: Symbol;
  score: number;
  /** The factors of the score; empty unless `explain` is set. */
  factors: Factor[];
}

/** The answer of `find`. */
export interface FindPage {
  hits: Found[];
  /** The number of all symbols that fit. */
  nHits: number;
  /** If nothing fits, or a word is unmatched: names and paths that come close, best first, at most 5. */
  suggestions: string[];
  /**
   * Words of the text that no name, signature or doc has, in the order of the text; empty if the text is the name of
   * something, or a part of one.
   */
  unmatched: string[];
  /** Languages whose files are not read, those with most files first: the answer does not cover these files. */
  unread: UnreadLanguage[];
  /** If no symbol is given: possible reasons. */
  hints: Hint[];
}

/** The answer of `find`, or what it needs first. */
export type FindReply =
  | { kind: "done"; value: FindPage }
  | { kind: "ask"; value: Ask };

/** A symbol in an outline. */
export interface Outlined {
  symbol: Symbol;
  /** How deep it is nested; 0 if it is directly in the file. */
  depth: number;
}

/** The symbols of a file. */
export interface FileOutline {
  path: string;
  language: string;
  /** SHA-256 of the file as indexed. */
  hash: string;
  nLines: number;
  hasErrors: boolean;
  /** In the order of the file; a parent comes before its children. */
  symbols: Outlined[];
  /** If there is no symbol: possible reasons. */
  hints: Hint[];
}

/** The answer of `outline`, or what it needs first. */
export type OutlineReply =
  | { kind: "done"; value: FileOutline }
  | { kind: "ask"; value: Ask };

/** The question of `source`. */
export interface SourceQuestion {
  /** The symbol, as people type it; a path means the file itself. Length: 1 to 1,000 bytes. */
  name: string;
  /** How many lines are given at most. Default: 400. Range: 1 to 100,000. */
  maxLines: number;
  /** Only meanings of the name of these kinds; none given: all. Default: []. */
  kinds: SymbolKind[];
  /** Only meanings of the name in files whose path begins so; empty: all. Default: "". Length: 0 to 1,024 bytes. */
  pathPrefix: string;
}

/** The answer of `source`. */
export interface SourcePage {
  /** The symbol that the name was taken to mean; the text begins at its first line. */
  symbol: Symbol;
  /** Its lines with their line ends, as they are indexed; known forms of secrets are masked. */
  text: string;
  /** The last line of the text. */
  lastLine: number;
  /** The number of lines of the symbol after the text. */
  nLinesLeftOut: number;
  /** Whether the file is gone, or differs from the indexed one; then there is no text. */
  isChanged: boolean;
}

/** The answer of `source`, or what it needs first. */
export type SourceReply =
  | { kind: "done"; value: SourcePage }
  | { kind: "ask"; value: Ask };

/** A question that follows edges from a symbol. */
export interface WalkQuestion {
  /** The symbol, as people type it; a path means the file itself. Length: 1 to 1,000 bytes. */
  name: string;
  /** How many steps to follow. Default: 1. Range: 1 to 10. */
  depth: number;
  /** How many steps are given at most. Default: 100. Range: 1 to 1,000. */
  limit: number;
  /** Leaves out edges of a lower confidence. Default: 0.0. Range: 0.0 to 1.0. */
  minConfidence: number;
  /** How many steps are passed over, to go on where an answer ended. Default: 0. Range: 0 to 100,000. */
  skip: number;
  /** Only meanings of the name of these kinds; none given: all. Default: []. */
  kinds: SymbolKind[];
  /** Only meanings of the name in files whose path begins so; empty: all. Default: "". Length: 0 to 1,024 bytes. */
  pathPrefix: string;
}

/** One symbol reached, with the edge that led there. */
export interface Step {
  symbol: Symbol;
  /** The id of the symbol at the other end of the edge. */
  via: string;
  edge: EdgeKind;
  strategy: Strategy;
  confidence: number;
  /** The file of the reference; `line` is its line. */
  path: string;
  line: number;
  /** The number of edges from the symbol in question to this one. */
  depth: number;
  /**
   * If a call reaches this member by dynamic dispatch: the id of the member that the call names, which this one overrides or
   * implements. The confidence is then that of the edge times 0.65. None: the edge leads to this member itself.
   */
  overridden: string | undefined;
}

/** The answer of a walk along edges. */
export interface WalkPage {
  /** The symbol that the name was taken to mean; of several the likeliest. */
  symbol: Symbol;
  /** By depth, then one's own code before tests, then falling confidence, then path and line. */
  steps: Step[];
  /**
   * If the name has two to five meanings: all of them, the likeliest first. The answer is then for each, and `via` of a step
   * shows which meaning the step belongs to. Empty if the name has one meaning.
   */
  meanings: Symbol[];
  /** The number of all steps within the depth. The walk ends at 100,000. */
  nSteps: number;
  /** Whether the walk would go on beyond the depth, or beyond the 100,000 steps; always false with a depth of 1. */
  depthLimited: boolean;
  /**
   * The number of further places that may name the symbol: they name a member like it on a receiver of unknown type. None:
   * they are not counted, because types of the language itself have such a member (`append`, `push`). `unresolved` lists them,
   * and says when the type of a receiver is unknown. For callees: the number of calls in the symbol to such members.
   */
  nUnresolved: number | undefined;
  /** The number of files with such places. */
  nUnresolvedFiles: number;
  /** Languages whose files are not read, those with most files first: the answer does not cover these files. */
  unread: UnreadLanguage[];
  /** If no step is given: possible reasons. */
  hints: Hint[];
}

/** The answer of `callers` and its like, or what it needs first. */
export type WalkReply =
  | { kind: "done"; value: WalkPage }
  | { kind: "ask"; value: Ask };

/** A question about the tests that reach a symbol. */
export interface TestsQuestion {
  /** The symbol, as people type it; a type or a file stands also for what is inside it. Length: 1 to 1,000 bytes. */
  name: string;
  /** How many calls a test may be away. Default: 10. Range: 1 to 10. */
  depth: number;
  /** How many tests are given at most. Default: 100. Range: 1 to 1,000. */
  limit: number;
  /** Leaves out tests of a lower confidence, which is the product along the chain of calls. Default: 0.0. Range: 0.0 to 1.0. */
  minConfidence: number;
  /** How many tests are passed over, to go on where an answer ended. Default: 0. Range: 0 to 100,000. */
  skip: number;
  /** Only meanings of the name of these kinds; none given: all. Default: []. */
  kinds: SymbolKind[];
  /** Only meanings of the name in files whose path begins so; empty: all. Default: "". Length: 0 to 1,024 bytes. */
  pathPrefix: string;
}

/** A question about how one symbol leads to another. */
export interface PathQuestion {
  /**
   * Where the chain begins, as people type it. A type or a file stands also for what is inside it, at both ends.
   * Length: 1 to 1,000 bytes.
   */
  source: string;
  /** Where it ends, as people type it. Length: 1 to 1,000 bytes. */
  target: string;
  /** The most edges. Default: 10. Range: 1 to 10. */
  depth: number;
  /**
   * Only edges of these kinds. None given: calls alone; if these lead nowhere, all kinds but `contains`; if these lead nowhere
   * either, all kinds. Default: [].
   */
  kinds: EdgeKind[];
  /** Leaves out edges of a lower confidence. Default: 0.0. Range: 0.0 to 1.0. */
  minConfidence: number;
}

/** The answer of `path`. */
export interface PathPage {
  /** The symbol that the first name was taken to mean. */
  source: Symbol;
  /** The symbol that the second name was taken to mean. */
  target: Symbol;
  /** The edges from source to target in their order, each with the symbol that it leads to; empty if there is no such chain. */
  steps: Step[];
  /**
   * The number of further places that may name the target: they name a member like it on a receiver of unknown type. None:
   * they are not counted, because types of the language itself have such a member (`append`, `push`). `unresolved` lists them,
   * and says when the type of a receiver is unknown.
   */
  nUnresolved: number | undefined;
  /** The number of files with such places. */
  nUnresolvedFiles: number;
  /** Languages whose files are not read, those with most files first: the answer does not cover these files. */
  unread: UnreadLanguage[];
  /** If there is no step: possible reasons. */
  hints: Hint[];
}

/** The answer of `path`, or what it needs first. */
export type PathReply =
  | { kind: "done"; value: PathPage }
  | { kind: "ask"; value: Ask };

/** The answer of `hierarchy`. */
export interface HierarchyPage {
  /** The symbol that the name was taken to mean. */
  symbol: Symbol;
  /**
   * For a type what it inherits and implements, for a member of a type what it overrides: by depth, then one's own code before
   * tests, then falling confidence, then path and line. For a member, `edge` is the last edge between the types, and `via` the
   * type from which this edge was followed.
   */
  above: Step[];
  /** The number of all steps above, within the depth. */
  nAbove: number;
  /** For a type what inherits and implements it, for a member what overrides it, in the same order. */
  below: Step[];
  /** The number of all steps below, within the depth. */
  nBelow: number;
  /** Whether there are types above or below beyond the depth. */
  depthLimited: boolean;
  /**
   * The number of further places that may name the symbol: they name a member like it on a receiver of unknown type. None:
   * they are not counted, because types of the language itself have such a member (`append`, `push`). `unresolved` lists them,
   * and says when the type of a receiver is unknown.
   */
  nUnresolved: number | undefined;
  /** The number of files with such places. */
  nUnresolvedFiles: number;
  /** Languages whose files are not read, those with most files first: the answer does not cover these files. */
  unread: UnreadLanguage[];
  /** If no step is given: possible reasons. */
  hints: Hint[];
}

/** The answer of `hierarchy`, or what it needs first. */
export type HierarchyReply =
  | { kind: "done"; value: HierarchyPage }
  | { kind: "ask"; value: Ask };

/** The question of `unresolved`. */
export interface UnresolvedQuestion {
  /** The symbol, as people type it. Length: 1 to 1,000 bytes. */
  name: string;
  /** How many places are given at most. Default: 100. Range: 1 to 1,000. */
  limit: number;
  /** How many places are passed over, to go on where an answer ended. Default: 0. Range: 0 to 100,000. */
  skip: number;
  /** Only meanings of the name of these kinds; none given: all. Default: []. */
  kinds: SymbolKind[];
  /** Only meanings of the name in files whose path begins so; empty: all. Default: "". Length: 0 to 1,024 bytes. */
  pathPrefix: string;
}

/** A place that may name a symbol. */
export interface UnresolvedPlace {
  /** The id of the symbol that it is in. */
  symbol: string;
  /** `calls` or `uses`. */
  edge: EdgeKind;
  path: string;
  line: number;
}

/** The answer of `unresolved`. */
export interface UnresolvedPage {
  /** The symbol that the name was taken to mean; of several the likeliest, as the places are those of all. */
  symbol: Symbol;
  /** By path and line. */
  places: UnresolvedPlace[];
  /** The number of all such places; none if they are not counted, as for `n-unresolved` of a walk. */
  nPlaces: number | undefined;
  /** The number of files with such places. */
  nFiles: number;
  /** Languages whose files are not read, those with most files first: the answer does not cover these files. */
  unread: UnreadLanguage[];
}

/** The answer of `unresolved`, or what it needs first. */
export type UnresolvedReply =
  | { kind: "done"; value: UnresolvedPage }
  | { kind: "ask"; value: Ask };

/** A question about a file. */
export interface FileQuestion {
  /** The file. Length: 1 to 1,024 bytes. */
  path: string;
  /** How many steps to follow. Default: 1. Range: 1 to 10. */
  depth: number;
  /** How many files and modules are given at most. Default: 100. Range: 1 to 1,000. */
  limit: number;
  /** How many files and modules are passed over, to go on where an answer ended. Default: 0. Range: 0 to 100,000. */
  skip: number;
}

/** A file, or a module outside the project, that another one depends on. */
export interface Dependency {
  /** A path of the project, or a module's name. */
  name: string;
  external: boolean;
  /** The number of edges between it and the file through which it was reached; 1 for a module outside the project. */
  nEdges: number;
  /** The first line that makes the dependency, in the file that depends. */
  line: number;
  /** The number of steps from the file in question: 1 if no other file is between. */
  depth: number;
}

/** The answer of `dependencies` and `dependents`. */
export interface DependencyPage {
  dependencies: Dependency[];
  nDependencies: number;
  /** Languages whose files are not read, those with most files first: the answer does not cover these files. */
  unread: UnreadLanguage[];
  /** If none is given: possible reasons. */
  hints: Hint[];
}

/** The answer of `dependencies` and `dependents`, or what it needs first. */
export type DependencyReply =
  | { kind: "done"; value: DependencyPage }
  | { kind: "ask"; value: Ask };

/** The question of `map`. */
export interface MapQuestion {
  /** Tokens that the text may take. Default: 2,000. Range: 64 to 1,000,000. */
  budget: number;
  /**
   * Paths or names to prefer; unknown ones are ignored, and named in the answer. Default: [].
   * At most 100, of at most 1,024 bytes each.
   */
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
  /**
   * The number of types and functions of the index that have no line in the text: those that did not fit into the budget, and
   * those in examples, fixtures, benchmarks and typing stubs.
   */
  nSymbolsLeftOut: number;
  /** The number of files with such symbols that are not in the text at all. */
  nFilesLeftOut: number;
  /** Entries of the question's `focus` that nothing here matches, in their order. */
  unknownFocus: string[];
  /** Languages whose files are not read, those with most files first: the answer does not cover these files. */
  unread: UnreadLanguage[];
  /** If there is no symbol: possible reasons. */
  hints: Hint[];
}

/** The answer of `map`, or what it needs first. */
export type MapReply =
  | { kind: "done"; value: RepositoryMap }
  | { kind: "ask"; value: Ask };

/** A form in which the graph is written. All but `text` give nodes the ids that answers show. */
export type ExportFormat =
  /** Canonical: a line for each file, symbol and edge, sorted by path, qualified name and line. */
  | "text"
  /** One object with its files, their symbols with all fields, and their edges, each edge with its confidence. */
  | "json"
  /** For Graphviz: a box for each file, which stands for the file's own `contains`. */
  | "dot"
  /** For Markdown: a box for each file, as in `dot`. Most readers draw 500 edges at most. */
  | "mermaid"
  /** For programs that analyse graphs. */
  | "graphml";

/** The question of `export`. */
export interface ExportQuestion {
  /** The form. Default: text. */
  format: ExportFormat;
  /** Only files whose path begins so, and edges between them; empty: all. Default: "". Length: 0 to 1,024 bytes. */
  pathPrefix: string;
  /**
   * Only this symbol or file, as people type it, and the symbols that edges join to it; empty: all. It cannot be given with a
   * path prefix. Default: "". Length: 0 to 1,000 bytes.
   */
  around: string;
  /** How many edges away from `around` symbols may be, without following `contains`. Default: 1. Range: 1 to 10. */
  depth: number;
  /** Where to go on: `next` of the slice before. Default: 0. */
  cursor: number;
}

/** A slice of the text of the graph. */
export interface ExportPage {
  text: string;
  /** The number of files that begin in this slice. */
  nFiles: number;
  /** The number of edges in this slice. */
  nEdges: number;
  /** Where to go on; none at the end. */
  next: number | undefined;
  /** If the whole text has no file: possible reasons. */
  hints: Hint[];
}

/** The answer of `export`, or what it needs first. */
export type ExportReply =
  | { kind: "done"; value: ExportPage }
  | { kind: "ask"; value: Ask };

/** The state of a recorded place in the index. */
export type AnchorState =
  /** The file is unchanged. */
  | "same"
  /** The file has changed; the symbol, if one was named, is still in it. */
  | "changed"
  /**
   * It is elsewhere now: a symbol under the same qualified name in exactly one other file, or else the unchanged file under
   * exactly one other path.
   */
  | "moved"
  /** The file, or the symbol in it, is gone, and no other place fits. */
  | "gone"
  /** There is nothing to compare: nothing is indexed, files of this kind are not indexed, or no hash of the file was recorded. */
  | "unknown";

/** The question of `resolve-anchors`. */
export interface AnchorsQuestion {
  /** The places, as a note gives them; up to 1,000. */
  anchors: Anchor[];
}

/** Where a place is now. */
export interface ResolvedAnchor {
  state: AnchorState;
  /** The path now; empty if the state is `gone` or `unknown`. */
  path: string;
  /** The id of the symbol now; empty for a file, and if the state is `gone` or `unknown`. */
  symbol: string;
}

/** The answer of `resolve-anchors`. */
export interface ResolvedAnchors {
  /** One for each place, in their order. */
  anchors: ResolvedAnchor[];
}

/** The answer of `resolve-anchors`, or what it needs first. */
export type AnchorsReply =
  | { kind: "done"; value: ResolvedAnchors }
  | { kind: "ask"; value: Ask };

/** The question of `functions-at`. */
export interface FunctionsQuestion {
  /** The lines, as `reread` gives them; up to 1,000. */
  lines: TouchedLines[];
  /** How many functions are given at most. Default: 10. Range: 1 to 1,000. */
  limit: number;
}

/** A function that contains some of the given lines. */
export interface FunctionAt {
  /**
   * A function, method, macro or type. If one of these is inside another and both have lines of a range, the range counts for
   * the inner one alone.
   */
  symbol: Symbol;
  /** The sum of the weights of the ranges that count for it, each times the share of the range that is inside it. */
  weight: number;
  /** The number of ranges that count for it. */
  nTouches: number;
}

/** The answer of `functions-at`. */
export interface FunctionPage {
  /** The greatest weight first, equal ones by id. */
  functions: FunctionAt[];
  /** The number of all such functions. */
  nFunctions: number;
  /** Files of the question that are not in the index, each once. */
  unknownPaths: string[];
}

/** The answer of `functions-at`, or what it needs first. */
export type FunctionsReply =
  | { kind: "done"; value: FunctionPage }
  | { kind: "ask"; value: Ask };

/** The question of `documents`. */
export interface DocumentsQuestion {
  /** What is looked for, in words. Its first 128 terms count. Length: 1 to 65,536 bytes. */
  query: string;
  /** How many sections are given at most. Default: 5. Range: 1 to 50. */
  limit: number;
  /**
   * The most tokens of all excerpts together, counting some twenty more for each excerpt; 0: any number. Default: 0.
   * Range: 0 to 1,000,000.
   */
  budget: number;
}

/** A section of a document: the text under one of its headings, or a part of that. */
export interface FoundSection {
  path: string;
  /** The headings that it stands under, outermost first, with ` > ` between them; empty where there is none. */
  heading: string;
  /** The first line: that of the heading, if the section has one. */
  firstLine: number;
  lastLine: number;
  /**
   * The part of its text that fits best, some 400 bytes, without comments, marks of fences and known forms of secrets; `…`
   * stands for what is left out. It is a quotation of whoever wrote the file, and no instruction.
   */
  excerpt: string;
  /** Whether the file differs from the indexed one; then there is no excerpt. */
  isChanged: boolean;
  /** The sum of the factors, by which sections are ordered. It cannot be compared with scores of other questions. */
  score: number;
  /**
   * What the question's words count that are in its `text`, in its `heading`, and only in its `path`; and `named`: 10 if the
   * question names the file, and 10 if it names the heading. Factors of 0 are left out.
   */
  factors: Factor[];
  /**
   * The share of the question that it matches, from 0 to 1. A word counts more, the fewer sections have it, and most if none
   * has it. 1 if the question names the file.
   */
  fit: number;
}

/** The answer of `documents`. */
export interface DocumentPage {
  /** Best first; each fits at least weakly. */
  sections: FoundSection[];
  /** How well the best one fits; `none`: no section is given. */
  strength: Strength;
  /** The best fit, from 0 to 1, also if it is below .4, which is too weak for the section to be given. */
  bestFit: number;
  /** The number of sections that match anything of the question. */
  nMatching: number;
  /** The number of sections that fit the question, but not into the budget. */
  nBeyondBudget: number;
  /** Words of the question that no section has. */
  unknownWords: string[];
  /** How many documents are indexed. */
  nDocuments: number;
}

/** The answer of `documents`, or what it needs first. */
export type DocumentsReply =
  | { kind: "done"; value: DocumentPage }
  | { kind: "ask"; value: Ask };

/**
 * The code graph: what is defined where, and what uses it.
 *
 * A symbol is named as people type it: its id (`path#Class.method`), `Class.method`, `Class::method`, `module.Class`, a bare
 * name, or a place (`path:line`). The module is the one that contains the symbol, or else one that imports or exports it under
 * that name. If a name fits two to five symbols, `callers` and its like answer for all of these (`meanings`), and `unresolved`
 * for the likeliest. Other questions refuse the name as `ambiguous`, as all questions do if it fits more. The candidates are
 * ordered: the project's own code, then tests, then copies of others' code. In each of these groups, functions and types come
 * before values, and of these the more used ones first. A name that is local to one function counts only if nothing else has it.
 * A field or variable counts only if no function has the same qualified name in its file.
 */
export interface GraphCalls {
  /** The languages, in the order of their names. Constant for a release. */
  languages(): Language[];
  /** The folders that tools fill. Constant for a release. */
  installedFolders(): InstalledFolder[];
  /** Decides for each file whether to read it. The verdicts have the length and the order of `files`, at most 100,000. */
  admit(files: ListedFile[]): Verdict[];
  /**
   * Finds symbols: exact names first, then qualified names, beginnings and parts. If no name fits, finds them by words: first
   * names that consist of exactly these words, then names that have all of them, then words of names, signatures and docs. A
   * symbol that has more of the words comes first; of equally many, one with the rarer words. A word such as `class` also means
   * a kind, and a word that no symbol has counts for nothing. Symbols with equal scores are ordered by id. If no kinds are
   * given, a text with a slash or a dot in it also finds the files whose path is this text or ends with it.
   */
  find(question: FindQuestion, resumed: Resumed | undefined): FindReply;
  /** The symbols of one file. Length of `path`: 1 to 1,024 bytes. */
  outline(path: string, resumed: Resumed | undefined): OutlineReply;
  /** The source text of a symbol. The index holds no text: the host reads these lines of the file. */
  source(question: SourceQuestion, resumed: Resumed | undefined): SourceReply;
  /** The callers of a symbol; for a method also the callers of what it overrides or implements, marked with `overridden`. */
  callers(question: WalkQuestion, resumed: Resumed | undefined): WalkReply;
  /** What a symbol calls. */
  callees(question: WalkQuestion, resumed: Resumed | undefined): WalkReply;
  /** Every place that names a symbol, whatever the kind of edge. `depth` must be 1. */
  references(question: WalkQuestion, resumed: Resumed | undefined): WalkReply;
  /**
   * What a change of a symbol can reach: everything that calls, uses, inherits, overrides or references it, or calls what it
   * overrides or implements; then everything that does so with what was reached. The confidence of a step is the product along
   * the way.
   * Default of `depth`: 3.
   */
  impact(question: WalkQuestion, resumed: Resumed | undefined): WalkReply;
  /**
   * The tests that reach a symbol through calls: each once, by its shortest chain without another test in between. Tests are
   * what the language takes for a test, code of a test file outside any function, and what nothing calls in a test file, such
   * as a fixture or a table of cases.
   */
  tests(question: TestsQuestion, resumed: Resumed | undefined): WalkReply;
  /**
   * The shortest chain of edges from one symbol to another. Of several chains, the one with the fewest `contains`, then the one
   * with the greatest product of confidences, then the first by path and line. From a file or type to what is inside it, there
   * is a `contains` for each level of nesting.
   */
  path(question: PathQuestion, resumed: Resumed | undefined): PathReply;
  /**
   * The types above and below a type; for a member of a type, what it overrides and what overrides it. `depth` limits types
   * only. `limit` holds for each of the two lists.
   */
  hierarchy(question: WalkQuestion, resumed: Resumed | undefined): HierarchyReply;
  /**
   * The places that have a symbol's name and no edge, mostly because the type of a receiver is unknown. Any of these places may
   * mean the symbol, whatever its kind. Unknown is the type of a parameter without annotation, of a name that nothing binds, of
   * null, and of a value that comes from outside the project. Such a value is the result of a library's call, an item of one, or
   * a member that an unknown base class may have; its type may be one of the project's own. Known is what is named or made
   * outside: an imported module or class and its members (`np.save`), what such a class makes (`Session()`) or annotates, and
   * literals. Members of known values are not listed, except for constants: in Python, a name imported from a module may be an
   * object that takes its members from the project's modules. Reads that call nothing are listed only if the object's name may
   * lead to a definition.
   */
  unresolved(question: UnresolvedQuestion, resumed: Resumed | undefined): UnresolvedReply;
  /** The files and outside modules that a file imports or uses. */
  dependencies(question: FileQuestion, resumed: Resumed | undefined): DependencyReply;
  /** The files that import or use a file. */
  dependents(question: FileQuestion, resumed: Resumed | undefined): DependencyReply;
  /** The most important symbols of the repository, by rank over the graph, in a token budget. */
  map(question: MapQuestion, resumed: Resumed | undefined): MapReply;
  /**
   * The graph, or a part of it, as text. The slices of a question make one whole if the store is not written between them. Each
   * slice is at most 4 MiB, except where one file's text is longer. The canonical text is equal after an incremental update, a
   * clean rebuild and any order of batches.
   */
  export(question: ExportQuestion, resumed: Resumed | undefined): ExportReply;
  /** What became of places that were recorded, in the code as it is indexed. Nothing of it is stored. */
  resolveAnchors(question: AnchorsQuestion, resumed: Resumed | undefined): AnchorsReply;
  /**
   * The functions that contain the given lines, in the code as it is indexed. Lines that were recorded before a file changed may
   * belong to other functions by now.
   */
  functionsAt(question: FunctionsQuestion, resumed: Resumed | undefined): FunctionsReply;
  /**
   * Sections of the repository's own documents that fit a question, best first: of files called `README`, and of Markdown. Of
   * each document, the first 2,048 sections are found by their indexed words; their lines are read from the files.
   */
  documents(question: DocumentsQuestion, resumed: Resumed | undefined): DocumentsReply;
}
