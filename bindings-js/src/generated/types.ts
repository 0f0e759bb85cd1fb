// Generated from wit/ by `cargo xtask glue`; the gate compares. Integers of 64 bits are `bigint`, bytes are `Uint8Array`.

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Timestamp = bigint;

/** How many times the store has been written: the host keeps it beside the rows and commits both in one transaction. */
export type Generation = bigint;

/** One stored row. Only the component looks inside either half; a host keeps bytes. */
export interface Row {
  /** At most 1,200 bytes; ordered byte by byte. */
  key: Uint8Array;
  value: Uint8Array;
}

/** Keys from `start` (included) to `end` (not included). */
export interface KeyRange {
  start: Uint8Array;
  end: Uint8Array;
  /** The host stops before the row that would take the answer past this many bytes (at least one row is given). */
  mostBytes: number;
}

/** A piece of a file as it was when it was indexed. */
export interface FileSpan {
  path: string;
  /** SHA-256 of the whole file. A host whose file has another hash answers `changed`. */
  hash: Uint8Array;
  firstLine: number;
  lastLine: number;
}

/** What the component needs before it can answer. */
export type Request =
  /** The rows with these keys; keys without a row are left out of the answer. */
  | { tag: "keys"; val: Uint8Array[] }
  /** The rows of a range, in key order. */
  | { tag: "range"; val: KeyRange }
  /** Lines of a file. */
  | { tag: "span"; val: FileSpan };

/** A question that needs something of the host: answer each request, then call the same function again. */
export interface Ask {
  requests: Request[];
  /** Opaque, at most 64 KiB; handed back unchanged. The component keeps nothing of a question between calls. */
  ticket: Uint8Array;
}

/** Rows as an answer. */
export interface RowPage {
  rows: Row[];
  /** False where the host stopped at `most-bytes`. */
  complete: boolean;
}

/** The answer to one request. */
export type Answer =
  | { tag: "rows"; val: RowPage }
  /** The lines asked for, with their line ends. */
  | { tag: "text"; val: string }
  /** The file is gone, unreadable, or no longer has the hash asked for. */
  | { tag: "changed" };

/** The way back into a question: its ticket, and one answer for each request, in their order. */
export interface Resumed {
  ticket: Uint8Array;
  answers: Answer[];
}

/** A limit, and what went past it. */
export interface Limit {
  /** What was measured, in words ("items in a batch"). */
  what: string;
  actual: bigint;
  most: bigint;
}

/** An argument outside what its documentation allows. */
export interface InvalidArgument {
  argument: string;
  why: string;
}

/** One meaning of an ambiguous name. */
export interface Candidate {
  id: string;
  path: string;
  firstLine: number;
}

/** A name that could mean several symbols: call again with one of the ids. */
export interface Ambiguity {
  name: string;
  /** The best candidates, at most 20. */
  candidates: Candidate[];
  /** How many there are in all. */
  nCandidates: number;
}

/** A name that means nothing here. */
export interface UnknownName {
  name: string;
  /** Names that come close, best first, at most 5. */
  suggestions: string[];
}

/** Why a call was refused: one case per thing a caller can do about it. A refused call has changed nothing. */
export type Error =
  /** Mend the argument. */
  | { tag: "invalid"; val: InvalidArgument }
  /** Send less. */
  | { tag: "too-large"; val: Limit }
  /** The memory cap would be passed: open a larger instance, or remove something. */
  | { tag: "full"; val: Limit }
  /** Check the name. */
  | { tag: "unknown"; val: UnknownName }
  /** Choose one. */
  | { tag: "ambiguous"; val: Ambiguity }
  /** The ticket is of an older generation: ask from the start. */
  | { tag: "stale" }
  /** Writing needs an instance that was opened for writing. */
  | { tag: "read-only" }
  /** The rows were written by a newer release, of this format: upgrade. */
  | { tag: "newer-format"; val: number };

/** A stored row that failed its check. It is left out, reported, and never fatal. */
export interface DamagedRow {
  key: Uint8Array;
  /** The file it belonged to, where the key still tells. */
  path: string | undefined;
}

/** One file of a batch that was not taken; its old facts stay. */
export interface Refusal {
  path: string;
  error: Error;
}

/** What a change did: commit `puts`, `deletes` and the generation in one transaction, only where the store still is at `from-generation`. */
export interface Effects {
  fromGeneration: bigint;
  toGeneration: bigint;
  puts: Row[];
  deletes: Uint8Array[];
  refused: Refusal[];
}

/** One step of a score: `value` is what this step contributed. */
export interface Factor {
  name: string;
  value: number;
}

/** What an instance is opened for. */
export type Purpose =
  /** Loads what each question needs, when it needs it. */
  | "reading"
  /** Loads every fact, so that changes can be linked. */
  | "writing";

/** The result of opening. */
export interface Opened {
  /** Files in the graph. */
  nFiles: number;
  /** Files whose links are not made yet: call `settle` until it says there is no more. */
  nUnsettled: number;
  /** Files that must be parsed again, because their rows were damaged. Their paths, where known. */
  damaged: DamagedRow[];
}

export type OpenReply =
  | { tag: "done"; val: Opened }
  | { tag: "ask"; val: Ask };

/** A file as a host has parsed it. */
export interface ParsedFile {
  path: string;
  /** SHA-256 of the file's bytes. */
  hash: Uint8Array;
  /** A name from `graph.languages`. */
  language: string;
  /** The whole file, UTF-8, at most 4 MiB. */
  text: string;
  /**
   * The syntax tree in pre-order, three words a node: `kind | field << 10 | depth << 16`, start byte, end byte.
   * `kind` and `field` are 1-based places in the language's lists (field 0: none); `depth` counts only nodes that are given.
   * Nodes whose kind is not listed are left out and their children take their place; nothing is given below a `leaf` kind.
   */
  nodes: Uint32Array;
  /** The grammar found errors: what could be read is kept. */
  hasErrors: boolean;
  /** The host stopped at a cap: what was given is kept. */
  cutShort: boolean;
}

/** One change of the code. */
export type Change =
  /** A new or changed file. */
  | { tag: "parsed"; val: ParsedFile }
  /** A file that is gone. Unknown paths are ignored. */
  | { tag: "removed"; val: string };

/** A slice of settling. */
export interface Settled {
  effects: Effects;
  /** Files still to be linked: call again while it is not 0. */
  nUnsettled: number;
}

/** What there is of one language. */
export interface LanguageStatus {
  language: string;
  nFiles: number;
  nLines: number;
  nBytes: number;
}

/** How the memory stands. */
export interface MemoryStatus {
  generation: bigint;
  nFiles: number;
  nUnsettled: number;
  nSymbols: number;
  /** Edges between symbols, containment left out. */
  nEdges: number;
  /** References whose target lies outside the project or is not known. */
  nUnlinked: number;
  /** Files, lines and bytes of each language, by name. */
  languages: LanguageStatus[];
  /**
   * Files that stand where copies of other people's code are kept (`vendor/`, `node_modules/`, …), or JavaScript in `dist/`:
   * they count in the other figures too, and rank below one's own.
   */
  nVendored: number;
  /** Files the grammar found errors in. */
  nWithErrors: number;
  /** Bytes of linear memory in use, estimated. */
  liveBytes: number;
  /** Rows that failed their check since opening. */
  damaged: DamagedRow[];
}

export type StatusReply =
  | { tag: "done"; val: MemoryStatus }
  | { tag: "ask"; val: Ask };

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
  /** File name endings, without the dot. */
  extensions: string[];
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
  /** Its name says that a tool made it (`*.min.js`, `*_pb2.py`, …). */
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
  /** An override in a subtype, of a member called on `self`. */
  | "overridden"
  /** The only symbol of this name, where the receiver says nothing against it. */
  | "unique-name";

/** The question of `find`. */
export interface FindQuestion {
  /** A name, a part of one, or words of a signature or doc comment. 1 to 1,000 bytes. */
  text: string;
  /** Only these kinds; none given: all but imports. */
  kinds: SymbolKind[];
  /** Only files whose path begins so; empty: all. */
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

export type OutlineReply =
  | { tag: "done"; val: FileOutline }
  | { tag: "ask"; val: Ask };

/** A question about the surroundings of a symbol. */
export interface WalkQuestion {
  /** The symbol, as people type it; for `impact` also a file's path. */
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
  nBelow: number;
}

export type HierarchyReply =
  | { tag: "done"; val: HierarchyPage }
  | { tag: "ask"; val: Ask };

/** A question about a file. */
export interface FileQuestion {
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

export type DependencyReply =
  | { tag: "done"; val: DependencyPage }
  | { tag: "ask"; val: Ask };

/** The question of `map`. */
export interface MapQuestion {
  /** Tokens that the text may take: 64 to 1,000,000. */
  budget: number;
  /** Paths or names to lean towards; unknown ones are ignored. At most 100. */
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
}

export type MapReply =
  | { tag: "done"; val: RepositoryMap }
  | { tag: "ask"; val: Ask };

/** A slice of the canonical text of the graph. */
export interface ExportPage {
  text: string;
  /** Where to go on; none at the end. */
  next: number | undefined;
}

export type ExportReply =
  | { tag: "done"; val: ExportPage }
  | { tag: "ask"; val: Ask };

export interface PrepareQuestion {
  /** What is to be done, in words; identifiers, paths and error lines in it count. 1 byte to 64 KiB. */
  task: string;
  /** Tokens that the pieces may take together: 64 to 1,000,000. */
  budget: number;
  /** Paths in hand (open in an editor, just changed): a leaning, not a filter. At most 100. */
  focus: string[];
}

/** How a piece is given. */
export type PieceForm =
  /** Source text. */
  | "source"
  /** A signature with its doc: the budget had no room for the text. */
  | "signature"
  /** A signature, because the file changed since it was indexed or cannot be read. */
  | "stale-signature";

/** One piece of code, and why it is here. */
export interface Piece {
  /** The id of the symbol. */
  id: string;
  path: string;
  firstLine: number;
  lastLine: number;
  form: PieceForm;
  text: string;
  tokens: number;
  score: number;
  /** One sentence. */
  why: string;
  factors: Factor[];
}

/** A file, and how relevant it was judged. */
export interface RankedFile {
  path: string;
  score: number;
  factors: Factor[];
}

/** A filled context. */
export interface Prepared {
  /** By file, then line; the most relevant file first. */
  pieces: Piece[];
  /** Estimated tokens of `text`; never over the budget. */
  tokens: number;
  /** The pieces ready for a prompt, as quoted source with paths and lines. */
  text: string;
  /** The files judged most relevant, best first, at most 50: also those without a piece. */
  files: RankedFile[];
}

export type PrepareReply =
  | { tag: "done"; val: Prepared }
  | { tag: "ask"; val: Ask };

/** One instance is one memory. Open it, change it, see how it stands; close it by dropping the instance. */
export interface MemoryCalls {
  /**
   * Opens the memory at a generation. Asks for rows; call again with the answers until it is done. A store without rows opens empty.
   * An instance is opened once; a second `open` starts it anew.
   */
  open(purpose: Purpose, at: bigint, resumed: Resumed | undefined): OpenReply;
  /**
   * Applies up to 1,000 changes and 8 MiB of text in one step. One bad file is refused and the rest is taken.
   * Links to and from what changed are dropped; `settle` makes them again.
   * `entropy` is 16 random bytes, for ids; equal inputs give equal effects.
   */
  apply(changes: Change[], now: bigint, entropy: Uint8Array): Effects;
  /** Links references to definitions for up to `most-files` files (1 to 10,000). */
  settle(mostFiles: number): Settled;
  status(resumed: Resumed | undefined): StatusReply;
  /** Rows that failed their check since opening: what the answers so far were given without. Reads nothing, so it may follow any question. */
  damaged(): DamagedRow[];
  /**
   * Hash of everything the instance holds that is truth: equal for equal memories, whatever way they came about.
   * For tests; costs a pass over all facts. Needs an instance opened for writing.
   */
  digest(): bigint;
}

/**
 * The code graph: what is defined where, and who uses it.
 *
 * A symbol is named as people type it: its id (`path#Class.method`), `Class.method`, `Class::method`, `module.Class`,
 * a bare name, or a place (`path:line`). A name that fits several symbols is refused as `ambiguous`.
 */
export interface GraphCalls {
  /** The languages, in the order of their names. Constant for a release. */
  languages(): Language[];
  /** Says for each file whether to read it. The same length and order as `entries`, at most 100,000. */
  admit(entries: Entry[]): Verdict[];
  /** Finds symbols: exact names first, then qualified names, beginnings, parts, and words. Equal scores order by id. */
  find(question: FindQuestion, resumed: Resumed | undefined): FindReply;
  /** The symbols of one file. */
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

/** Fills a context with what matters. */
export interface RecallCalls {
  /** The code that a task needs, inside a token budget, each piece with its reasons. */
  prepare(question: PrepareQuestion, resumed: Resumed | undefined): PrepareReply;
}

/** What the component exports. A refused call throws `Refused`, with the WIT's error. */
export interface Exports {
  readonly memory: MemoryCalls;
  readonly graph: GraphCalls;
  readonly recall: RecallCalls;
}
