// Generated from wit/ by `cargo xtask glue`; the gate compares. Integers of 64 bits are `bigint`, bytes are `Uint8Array`; in
// what programs are shown, which must be JSON, they are `number` and digits of hexadecimals.

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Timestamp = bigint;

/**
 * How far the clocks of a place are ahead of UTC from some moment on. The days that words mean are those of a place: a host gives the
 * offsets of its own, at most 1,000, oldest first, of which the first one holds before it too; none: UTC.
 */
export interface ZoneOffset {
  since: bigint;
  /** Seconds east of UTC, -93,600 to 93,600. */
  seconds: number;
}

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
  maxBytes: number;
}

/** A piece of a file as it was when it was indexed. */
export interface FileSpan {
  path: string;
  /** SHA-256 of the whole file. A host whose file has another hash answers `changed`. */
  hash: Uint8Array;
  firstLine: number;
  lastLine: number;
}

/** What a model is asked. */
export interface ModelRequest {
  /** What for: `summarise`. */
  purpose: string;
  /** What to do with the texts. */
  prompt: string;
  /** Data, which gives no orders. */
  texts: string[];
  /** The longest answer that is taken. */
  maxBytes: number;
}

/** What the component needs before it can answer. */
export type Request =
  /** The rows with these keys; keys without a row are left out of the answer. */
  | { kind: "keys"; value: Uint8Array[] }
  /** The rows of a range, in key order. */
  | { kind: "range"; value: KeyRange }
  /** Lines of a file. */
  | { kind: "span"; value: FileSpan }
  /** What a model says: only of a question whose caller said that there is one. */
  | { kind: "model"; value: ModelRequest };

/** A question that needs something of the host: answer each request, then call the same function again. */
export interface Ask {
  requests: Request[];
  /** Opaque, at most 64 KiB; handed back unchanged. The component keeps nothing of a question between calls. */
  ticket: Uint8Array;
}

/** Rows as an answer. */
export interface RowPage {
  rows: Row[];
  /** False where the host stopped at `max-bytes`. */
  complete: boolean;
}

/** The answer to one request. */
export type Answer =
  | { kind: "rows"; value: RowPage }
  /** The lines asked for, with their line ends. */
  | { kind: "text"; value: string }
  /** The file is gone, unreadable, or no longer has the hash asked for; or there is no model. */
  | { kind: "changed" }
  /** What a model said, as it gave it. */
  | { kind: "model"; value: Uint8Array };

/** The way back into a question: its ticket, and one answer for each request, in their order. */
export interface Resumed {
  ticket: Uint8Array;
  answers: Answer[];
}

/** A limit, and what went past it. */
export interface Limit {
  /** What was measured, in words ("items in a batch"). */
  what: string;
  actual: number;
  limit: number;
}

/** An argument outside what its documentation allows. */
export interface InvalidArgument {
  argument: string;
  why: string;
}

/** One meaning of an ambiguous name. */
export interface Candidate {
  id: string;
  /** What it is, as hosts spell a `graph.symbol-kind`: `type_alias`. */
  kind: string;
  path: string;
  firstLine: number;
}

/** A name that could mean several symbols: call again with one of the ids. */
export interface Ambiguity {
  /** As it was asked for; of a long one the beginning. */
  name: string;
  /** The best candidates, at most 100. */
  candidates: Candidate[];
  /** How many there are in all. */
  nCandidates: number;
}

/** A name that a file imports from outside the index. */
export interface ImportedName {
  /** The name that was asked for, or its first or last part: `requests` of `requests.post`. */
  name: string;
  /** The file that imports it; one's own code before tests and copies of others' code. */
  path: string;
  firstLine: number;
}

/** A name that means nothing here. */
export interface UnknownName {
  /** As it was asked for; of a long one the beginning. */
  name: string;
  /** Names that come close, best first, at most 5. */
  suggestions: string[];
  /** Of a name of code: where it is imported from outside the index, if a file does so. */
  imported: ImportedName | undefined;
  /** Of a name of code: where it stands all the same, at most 10, as `path:line`; behind them the paths of files that may have it. */
  namedIn: string[];
}

/**
 * What a hint is about. The first ones say what was left out, or is elsewhere; those from `no_match` on, for which no such reason is
 * known, what an empty answer does not prove.
 */
export type HintKind =
  /** Without the filters of the question something is found: by kind, by path, and of a path between two symbols by confidence. */
  | "filter"
  /** With a lower confidence something is found. */
  | "min_confidence"
  /** With a greater depth something is found. */
  | "depth"
  /** The budget is too small for anything. */
  | "budget"
  /** All that was found is before what `skip` passes over. */
  | "end"
  /** Nothing has the name; others come close. */
  | "near_names"
  /** The name comes from outside the index: a file imports it. */
  | "library"
  /** There are places that have the name and no edge, most on receivers whose type is not known, as `unresolved` says. */
  | "unknown_receivers"
  /** No place without an edge is known, but files have the name among their words: they may mean the symbol. */
  | "named_elsewhere"
  /** Places name the symbol without calling it. */
  | "not_called"
  /** Nothing leads from the source to the target, but something does from the target to the source. */
  | "other_way"
  /** Nothing leads there within the depth, nor back. */
  | "no_path"
  /** No file that is indexed is of a language that is read. */
  | "nothing_indexed"
  /** Only a part of the files is indexed: a run is under way, or was cut short, so that what is missing here may be there all the same. */
  | "incomplete"
  /** Nothing that is read has the words. */
  | "no_match"
  /** Nothing that is read names the symbol or file. */
  | "no_uses"
  /** The symbol calls nothing that is read. */
  | "no_calls"
  /** No chain of calls that is read leads from a test to the symbol. */
  | "no_tests"
  /** Nothing that is read is above or below the symbol. */
  | "no_types"
  /** The file imports and uses nothing. */
  | "no_imports"
  /** The file defines nothing that has a name. */
  | "no_symbols";

/** An argument of a question to ask next. */
export interface NextArgument {
  /** As the interface names it: `depth`. */
  name: string;
  /** As JSON: `"Shelf.add"`, `10` or `["import"]`. */
  value: string;
}

/** A question to ask next. */
export interface NextQuestion {
  /** Its name in the interface: `find`. */
  question: string;
  /** In the order of the interface; those that are not among them have their defaults. */
  arguments: NextArgument[];
}

/** A reason for what an answer lacks, and what to ask next. */
export interface Hint {
  kind: HintKind;
  /** One sentence, without a stop at its end. */
  why: string;
  /** The question that shows more, where there is one. */
  next: NextQuestion | undefined;
}

/** Why a call was refused: one case per thing a caller can do about it. A refused call has changed nothing. */
export type Error =
  /** Mend the argument. */
  | { kind: "invalid"; value: InvalidArgument }
  /** Send less. */
  | { kind: "too_large"; value: Limit }
  /** No further file can be added to this store, whatever is removed: index anew, into an empty one. */
  | { kind: "full"; value: Limit }
  /** Check the name. */
  | { kind: "unknown"; value: UnknownName }
  /** Choose one. */
  | { kind: "ambiguous"; value: Ambiguity }
  /** The ticket is of an older generation: ask from the start. */
  | { kind: "stale" }
  /** Writing needs an instance that was opened for writing. */
  | { kind: "read_only" }
  /** The rows were written by a newer release, of this format: upgrade. */
  | { kind: "newer_format"; value: number }
  /** A window cannot be brought under its budget: raise it to this floor, unpin, or send less. */
  | { kind: "floor"; value: Limit }
  /** Another process changed the window or the session: open it again, and push its messages, or load it again. */
  | { kind: "conflict" }
  /** What has this id was kept for a time, which is over. */
  | { kind: "expired"; value: string }
  /** Nothing was ever indexed: a question about code would be answered from nothing. Index first; a folder without a file is indexed too. */
  | { kind: "not_indexed" }
  /** What has this id was never kept, because it held a secret, which the settings refuse: whoever pushed it has it. */
  | { kind: "withheld"; value: string };

/**
 * What becomes of texts and names that have the form of a known kind of secret, as they come in: notes, events and their
 * names, lines, imports, contexts of sessions, and what windows of a memory store keep. Names in questions are looked for as
 * they are stored. A tenant or principal that looks like a secret is refused unless secrets are kept.
 */
export type SecretPolicy =
  /** The secret is replaced by its kind, as `[masked: aws-key]`; names that are masked alike are one. */
  | "mask"
  /** The call is refused, and names the field; a part of a window that holds one is pruned, and not kept for restoring. */
  | "refuse"
  /** It is kept as it is. */
  | "keep";

/** A stored row that failed its check. It is left out, reported, and never fatal. */
export interface DamagedRow {
  key: string;
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

/** A place in the code, as it was when something was recorded of it. */
export interface Anchor {
  path: string;
  /** The id of a symbol in the file, at most 2,048 bytes; empty for the file. */
  symbol: string;
  /** SHA-256 of the file; empty where it is not known. */
  hash: string;
  /** The commit that was checked out, in hex; empty where it is not known. */
  commit: string;
}

/** Lines of a file that were worked on. */
export interface TouchedLines {
  path: string;
  /** From 1 on. */
  firstLine: number;
  /** Included. */
  lastLine: number;
  /** How much they count: over 0. */
  weight: number;
}

/** A text that stands beside the code in a context, as a quotation. */
export interface BesidePiece {
  /** What it is, as whoever found it names it: of what was recorded the id. */
  id: string;
  /** Lines of a quotation, each of which begins with `>`. */
  text: string;
  /** One sentence. */
  why: string;
}

/** A file, and how much speaks for it. */
export interface WeightedPath {
  path: string;
  /** Over 0. */
  weight: number;
}

/** A programming language that is known by name only. */
export interface UnreadLanguage {
  language: string;
  nFiles: number;
}

/** One step of a score: `value` is what this step contributed. */
export interface Factor {
  name: string;
  value: number;
}

/** How well the best of an answer fits its question. */
export type Strength =
  /** Nothing fits. */
  | "none"
  /** It has something of the question. */
  | "weak"
  /** It has most of what the question says. */
  | "strong";
