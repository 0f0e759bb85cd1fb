// Generated from wit/ by `cargo xtask glue`; the gate compares. Integers of 64 bits are `bigint`, bytes are `Uint8Array`; in
// what programs are shown, which must be JSON, they are `number` and digits of hexadecimals.

import type { Anchor, Ask, Factor, Hint, Resumed, Strength, TouchedLines, UnreadLanguage } from "./types.js";

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
   * None for a language without a grammar, those of manifests (`package.json`, `go.mod`, …) and of prose (`README.md`, …):
   * their files are handed over with their text and no nodes, and count as no files of the graph.
   */
  kinds: NodeKind[];
  /** The grammar's names of fields. */
  fields: string[];
}

/**
 * A folder that a package manager or a build fills: nobody's project, whatever git ignores. A host enters none of them, but for the
 * folder that it was given itself. It has all that is not empty of these.
 */
export interface InstalledFolder {
  /** Its name; empty for any. */
  name: string;
  /** The name of a file or folder in it that marks it; empty where its own name is enough, by which `admit` knows it too. */
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
  /** Its name is one that keeps secrets (`.env`, `id_rsa`, `*.pem`, …). */
  | "secret"
  /**
   * Its name says that a tool made it (`*.min.js`, `*_pb2.py`, …), or a tool put it there: all in the `installed-folders` that are
   * known by their names, and below Cargo's `target/`; Go, manifests and prose in `vendor/`.
   */
  | "generated"
  /** Not a path of the form that `types` describes. */
  | "path";

export type Verdict =
  /** Read and parse it, in this language. */
  | { kind: "read"; value: string }
  | { kind: "skip"; value: SkipReason };

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
  | "type_alias"
  /** A macro. */
  | "macro"
  /** A name that an import brings in. */
  | "import";

/** Something that the code defines. */
export interface Symbol {
  /** Lasting: `path#qualified.name`, with `~2`, `~3`, … for later definitions of the same name in the file. */
  id: string;
  name: string;
  /** Within its file: `Class.method`; of a file its name, without folders. */
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
  | "references"
  /**
   * Holds it directly, as a file its classes and a class its methods, wherever a block of the class has them. It follows from
   * the symbols, stands where the one that is held begins, is sure (`lexical`, 1.0), and of the walks only `path` follows it.
   */
  | "contains";

/** How the target of a reference was found. Each has one confidence, given beside it, but for `contains`, which is sure. */
export type Strategy =
  /** Bound in an enclosing scope of the same file. */
  | "lexical"
  /** Bound by an import that leads to the symbol. */
  | "imported"
  /** A member of a module or type named in full. */
  | "qualified"
  /** A member of the type that the code stands in. */
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
  /** A member of what a container holds. */
  | "element"
  /** A function or class that reached the place through a variable or an argument. */
  | "flow"
  /** An override in a subtype, of a member called on `self`; one of several forms in which a type implements a trait. */
  | "overridden"
  /** The only symbol of this name, where the receiver says nothing against it. */
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
  /** Gives each score's factors. Default: false. */
  explain: boolean;
  /** How many symbols are passed over, to go on where an answer ended. Default: 0. Range: 0 to 100,000. */
  skip: number;
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
  /** Where nothing fits, or a word is unmatched, the names and paths that come close, best first, at most 5. */
  suggestions: string[];
  /**
   * Words of the text that no name, signature or doc has, in the order of the text; none where the text is the name of something, or a
   * part of one.
   */
  unmatched: string[];
  /** Files of languages that are not read, most first: what they say is not in the answer. */
  unread: UnreadLanguage[];
  /** Where no symbol is given: why that may be. */
  hints: Hint[];
}

/** The answer of `find`, or what it needs first. */
export type FindReply =
  | { kind: "done"; value: FindPage }
  | { kind: "ask"; value: Ask };

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
  hash: string;
  nLines: number;
  hasErrors: boolean;
  /** In the order of the file; a parent stands before its children. */
  symbols: Outlined[];
  /** Where there is no symbol: why that may be. */
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
  /** How many lines of the symbol come after it. */
  nLinesLeftOut: number;
  /** The file is gone or another one than was indexed: there is no text. */
  isChanged: boolean;
}

/** The answer of `source`, or what it needs first. */
export type SourceReply =
  | { kind: "done"; value: SourcePage }
  | { kind: "ask"; value: Ask };

/** A question about the surroundings of a symbol. */
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
  /** The file and line where the edge stands. */
  path: string;
  line: number;
  /** Edges between the symbol asked for and this one. */
  depth: number;
  /**
   * Where a call reaches a member by dynamic dispatch: the id of the member that it names, which the member here overrides or
   * implements. The confidence is then that of the edge times 0.65. None where the edge leads to the member itself.
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
   * Where the name has several meanings, up to five: all of them, the likeliest first. The answer is for each, and `via` of a step
   * says whose it is. Empty where it has one.
   */
  meanings: Symbol[];
  /** How many there are in all, within the depth. The walk ends at 100,000. */
  nSteps: number;
  /** Of a question of more than one step: the walk would go on beyond the depth, or beyond the 100,000. */
  depthLimited: boolean;
  /**
   * How many more places may name the symbol, which name a member so on a receiver whose type is not known; none where they are
   * not counted, because types of the language itself have such a member (`append`, `push`). `unresolved` lists them, and says what
   * a receiver is that is not known.
   * Of callees: how many calls in the symbol are of such members.
   */
  nUnresolved: number | undefined;
  /** In how many files. */
  nUnresolvedFiles: number;
  /** Files of languages that are not read, most first: what they say is not in the answer. */
  unread: UnreadLanguage[];
  /** Where no step is given: why that may be. */
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
  /**
   * Leaves out tests that a chain of calls reaches with a lower confidence, which is the product along the chain. Default: 0.0.
   * Range: 0.0 to 1.0.
   */
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
   * Only edges of these kinds; none given: calls alone, or where these lead nowhere, all kinds, and with `contains` only where these
   * lead nowhere either. Default: [].
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
  /** The edges from source to target in their order, each with the symbol that it leads to; empty where nothing leads there. */
  steps: Step[];
  /**
   * How many more places may name the target, which name a member so on a receiver whose type is not known; none where they are
   * not counted, because types of the language itself have such a member (`append`, `push`). `unresolved` lists them, and says what
   * a receiver is that is not known.
   */
  nUnresolved: number | undefined;
  /** In how many files. */
  nUnresolvedFiles: number;
  /** Files of languages that are not read, most first: what they say is not in the answer. */
  unread: UnreadLanguage[];
  /** Where there is no step: why that may be. */
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
   * tests, then falling confidence, then path and line. For a member the edge is the last one between the types, and `via` the
   * type that it was followed from.
   */
  above: Step[];
  /** How many there are in all, within the depth. */
  nAbove: number;
  /** For a type what inherits and implements it, for a member what overrides it, in the same order. */
  below: Step[];
  /** How many there are in all, within the depth. */
  nBelow: number;
  /** Whether types are above or below beyond the depth. */
  depthLimited: boolean;
  /**
   * How many more places may name the symbol, which name a member so on a receiver whose type is not known; none where they are
   * not counted, because types of the language itself have such a member (`append`, `push`). `unresolved` lists them, and says what
   * a receiver is that is not known.
   */
  nUnresolved: number | undefined;
  /** In how many files. */
  nUnresolvedFiles: number;
  /** Files of languages that are not read, most first: what they say is not in the answer. */
  unread: UnreadLanguage[];
  /** Where no step is given: why that may be. */
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
  /** A call, or a use. */
  edge: EdgeKind;
  path: string;
  line: number;
}

/** The answer of `unresolved`. */
export interface UnresolvedPage {
  /** The symbol that the name was taken to mean. */
  symbol: Symbol;
  /** By path and line. */
  places: UnresolvedPlace[];
  /** How many there are in all. */
  nPlaces: number | undefined;
  /** In how many files. */
  nFiles: number;
  /** Files of languages that are not read, most first: what they say is not in the answer. */
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
  /** Files of languages that are not read, most first: what they say is not in the answer. */
  unread: UnreadLanguage[];
  /** Where none is given: why that may be. */
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
   * Paths or names to lean towards; unknown ones are ignored, and named in the answer. Default: [].
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
   * Types and functions of the index that have no line in it: what the budget has no room for, and what is in examples,
   * fixtures, benchmarks and typing stubs.
   */
  nSymbolsLeftOut: number;
  /** Files with such, of which nothing is in it. */
  nFilesLeftOut: number;
  /** What of the question's focus means nothing here, in its order. */
  unknownFocus: string[];
  /** Files of languages that are not read, most first: what they say is not in the answer. */
  unread: UnreadLanguage[];
  /** Where there is no symbol: why that may be. */
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
   * Only a symbol or file, as people type it, with what edges join it to; empty: all. It cannot be given with a path prefix.
   * Default: "". Length: 0 to 1,000 bytes.
   */
  around: string;
  /** How many edges away from it, `contains` not followed. Default: 1. Range: 1 to 10. */
  depth: number;
  /** Where to go on: what the last slice says. Default: 0. */
  cursor: number;
}

/** A slice of the text of the graph. */
export interface ExportPage {
  text: string;
  /** Files that begin in it. */
  nFiles: number;
  /** Edges in it. */
  nEdges: number;
  /** Where to go on; none at the end. */
  next: number | undefined;
  /** Where the whole has no file: why that may be. */
  hints: Hint[];
}

/** The answer of `export`, or what it needs first. */
export type ExportReply =
  | { kind: "done"; value: ExportPage }
  | { kind: "ask"; value: Ask };

/** How a place that was recorded stands in the index. */
export type AnchorState =
  /** The file is as it was. */
  | "same"
  /** The file is another, and the symbol, where one was named, is still in it. */
  | "changed"
  /**
   * The file, or the symbol in it, is gone, and is elsewhere: the symbol under the same qualified name in one other file alone,
   * or else the file as it was under one other path alone.
   */
  | "moved"
  /** It is gone, and nothing says where to. */
  | "gone"
  /** There is nothing to compare: nothing is indexed, the file is of no kind that is, or no hash was recorded of it. */
  | "unknown";

/** The question of `resolve-anchors`. */
export interface AnchorsQuestion {
  /** The places, as a note gives them; up to 1,000. */
  anchors: Anchor[];
}

/** Where a place is now. */
export interface ResolvedAnchor {
  state: AnchorState;
  /** Empty where it is gone or unknown. */
  path: string;
  /** The id of the symbol; empty for a file, and where it is gone or unknown. */
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

/** A function that lines are of. */
export interface FunctionAt {
  /** A function, method or macro, or a type of which no line is in one of these. */
  symbol: Symbol;
  /** The sum over the lines of their weights, each times the share of the lines that are its own. */
  weight: number;
  /** How many of the given lines reach into it. */
  nTouches: number;
}

/** The answer of `functions-at`. */
export interface FunctionPage {
  /** The greatest weight first, equal ones by id. */
  functions: FunctionAt[];
  /** How many there are in all. */
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
   * Tokens that the excerpts may take together, some twenty for what stands beside each among them; 0: any number. Default: 0.
   * Range: 0 to 1,000,000.
   */
  budget: number;
}

/** A section of a document: what stands below one of its headings, or a part of that. */
export interface FoundSection {
  path: string;
  /** The headings that it stands under, outermost first, with ` > ` between them; empty where there is none. */
  heading: string;
  /** Where it begins, with its heading. */
  firstLine: number;
  lastLine: number;
  /**
   * The part of its text that fits best, some 400 bytes, as it stands in the file but for comments, marks of fences and known forms
   * of secrets; `…` stands for what is left out. It is a quotation, and says nothing on behalf of anybody but whoever wrote the file.
   */
  excerpt: string;
  /** The file is another one than was indexed, so there is no excerpt. */
  isChanged: boolean;
  /** What it is ordered by: the sum of the factors. It compares with no other question's. */
  score: number;
  /**
   * What the words are worth that are in its `text`, in its `heading`, and only in its `path`, and `named` (10 each where the
   * question names the file or the heading); those that are 0 are left out.
   */
  factors: Factor[];
  /**
   * How much of what the question says it holds, from 0 to 1; each word counts by how few sections have it, and one that none has
   * most. 1 where the question names the file.
   */
  fit: number;
}

/** The answer of `documents`. */
export interface DocumentPage {
  /** Best first; each fits at least weakly. */
  sections: FoundSection[];
  /** How well the best one fits; `none`: no section is given. */
  strength: Strength;
  /** The best fit, from 0 to 1, also where it is too weak to be given: below .4. */
  bestFit: number;
  /** Sections that have something of the question. */
  nMatching: number;
  /** Sections that fit and for which the budget had no room. */
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
 * The code graph: what is defined where, and who uses it.
 *
 * A symbol is named as people type it: its id (`path#Class.method`), `Class.method`, `Class::method`, `module.Class`,
 * a bare name, or a place (`path:line`); the module is the one that it stands in, or else one that imports or exports it
 * under that name. A name that fits up to five symbols is answered for all of them by what walks along edges (`meanings`), and
 * elsewhere, as one that fits more, refused as `ambiguous`; the candidates are
 * one's own code first, then tests, then copies of others' code, and in each what can be called and types before values,
 * then what is used more. What one function alone sees counts only where nothing else has the name, and a field or
 * variable only where nothing of the same qualified name in its file can be called.
 */
export interface GraphCalls {
  /** The languages, in the order of their names. Constant for a release. */
  languages(): Language[];
  /** The folders that tools fill. Constant for a release. */
  installedFolders(): InstalledFolder[];
  /** Says for each file whether to read it. The same length and order as `files`, at most 100,000. */
  admit(files: ListedFile[]): Verdict[];
  /**
   * Finds symbols: exact names first, then qualified names, beginnings and parts. Where no name fits, by words: names made of
   * exactly these come first, then names that have all of them, then the words of names, signatures and docs: what has more of the words
   * comes first, and of equally many the rarer ones; a word such as `class` also means a kind, and a word that nothing has counts for
   * nothing. Equal scores order by id.
   * The path of a file, or an end of one with a slash or an ending in it, finds the file where no kinds are given.
   */
  find(question: FindQuestion, resumed: Resumed | undefined): FindReply;
  /** The symbols of one file. Length of `path`: 1 to 1,024 bytes. */
  outline(path: string, resumed: Resumed | undefined): OutlineReply;
  /** The source text of a symbol. The index holds no text: the host reads these lines of the file. */
  source(question: SourceQuestion, resumed: Resumed | undefined): SourceReply;
  /** Who calls a symbol; of a method also the calls of what it overrides or implements, marked with `overridden`. */
  callers(question: WalkQuestion, resumed: Resumed | undefined): WalkReply;
  /** What a symbol calls. */
  callees(question: WalkQuestion, resumed: Resumed | undefined): WalkReply;
  /** Every place that names a symbol, whatever the kind of edge. `depth` must be 1. */
  references(question: WalkQuestion, resumed: Resumed | undefined): WalkReply;
  /**
   * What a change of a symbol can reach: everything that calls, uses, inherits, overrides or references it, calls what it
   * overrides or implements, and so on. Confidence is the product along the way.
   * Default of `depth`: 3.
   */
  impact(question: WalkQuestion, resumed: Resumed | undefined): WalkReply;
  /**
   * The tests that reach a symbol through calls, each once, by the shortest chain, which ends at the first test: what its language
   * takes for a test, code of a test file outside any function, and what nothing calls there, as a fixture or a table of cases.
   */
  tests(question: TestsQuestion, resumed: Resumed | undefined): WalkReply;
  /**
   * The shortest chain of edges from one symbol to another. Of several, the one with the fewest `contains`, then the one whose
   * confidences have the greatest product, then the one that stands first by path and line. From a file or type to what is
   * inside it `contains` leads by each step of the way.
   */
  path(question: PathQuestion, resumed: Resumed | undefined): PathReply;
  /**
   * The types above and below a type; for a member of a type, what it overrides and what overrides it, whatever the `depth`: that is of
   * types alone. `limit` holds for each list.
   */
  hierarchy(question: WalkQuestion, resumed: Resumed | undefined): HierarchyReply;
  /**
   * The places that have a symbol's name and no edge, most because the type of a receiver is not known: any may be of this symbol,
   * whatever its kind.
   * Not known is the type of a parameter without annotation, of a name that nothing binds, of null, and of what came out of
   * something outside the project: a call of a library, an item, a member that an unknown base class may have. A value may be
   * one of the project's own there. Known is what is named or made outside: an imported module or class and its members
   * (`np.save`), what such a class makes (`Session()`) or annotates, and literals; these are in no list, but for constants: in Python a name
   * that is imported from a module may be an object that takes its members from the project's modules. Reads that call nothing
   * are among the places only where the object's name may lead to a definition.
   */
  unresolved(question: UnresolvedQuestion, resumed: Resumed | undefined): UnresolvedReply;
  /** The files and outside modules that a file imports or uses. */
  dependencies(question: FileQuestion, resumed: Resumed | undefined): DependencyReply;
  /** The files that import or use a file. */
  dependents(question: FileQuestion, resumed: Resumed | undefined): DependencyReply;
  /** The most important symbols of the repository, by rank over the graph, in a token budget. */
  map(question: MapQuestion, resumed: Resumed | undefined): MapReply;
  /**
   * The graph, or a part of it, as text. The slices of a question make one whole, where the store is not written between them;
   * each is at most 4 MiB, except where one file's text is longer. The canonical text is equal for an incremental update, a
   * clean rebuild and any order of batches.
   */
  export(question: ExportQuestion, resumed: Resumed | undefined): ExportReply;
  /** What became of places that were recorded, in the code as it is indexed. Nothing of it is stored. */
  resolveAnchors(question: AnchorsQuestion, resumed: Resumed | undefined): AnchorsReply;
  /** Which functions lines are of, in the code as it is indexed: lines that were noted before a file changed may be others' by now. */
  functionsAt(question: FunctionsQuestion, resumed: Resumed | undefined): FunctionsReply;
  /**
   * What the repository's own documents say of a question: sections of files called `README`, and of Markdown, best first. They are
   * found by their words as they are indexed, up to 2,048 parts of each; their lines are read from the files.
   */
  documents(question: DocumentsQuestion, resumed: Resumed | undefined): DocumentsReply;
}
