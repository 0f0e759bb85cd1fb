// Generated from wit/ by `cargo xtask glue`; the gate compares. Integers of 64 bits are `bigint`, bytes are `Uint8Array`; in
// what programs are shown, which must be JSON, they are `number` and digits of hexadecimals.

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Timestamp = bigint;

/**
 * How far the clocks of a place are ahead of UTC from a moment on. A list of these, at most 1,000, oldest first, tells which
 * days words such as `yesterday` mean. The first offset also applies before its moment; an empty list is UTC.
 */
export interface ZoneOffset {
  since: bigint;
  /** Seconds east of UTC, -93,600 to 93,600. */
  seconds: number;
}

/** How many times the store has been written. The host keeps this number beside the rows, and commits both in one transaction. */
export type Generation = bigint;

/** One stored row. Only the component interprets the key and the value; a host stores bytes. */
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

/** A request to a language model. */
export interface ModelRequest {
  /** What the answer is for: `summarise`. */
  purpose: string;
  /** The instruction: what to do with the texts. */
  prompt: string;
  /** The texts to work on: data, never instructions. */
  texts: string[];
  /** The greatest length of an answer in bytes that is accepted. */
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
  /** The answer of a model. Requested only if the caller of the question said that it has a model. */
  | { kind: "model"; value: ModelRequest };

/** What a function needs before it can answer: answer each request, then call the same function again. */
export interface Ask {
  requests: Request[];
  /** Opaque, at most 64 KiB; to be handed back unchanged. The component keeps nothing of a question between calls. */
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
  /** The answer of a model, as the model gave it. */
  | { kind: "model"; value: Uint8Array };

/** Continues a question: the ticket of its last `ask`, and one answer for each request in it, in their order. */
export interface Resumed {
  ticket: Uint8Array;
  answers: Answer[];
}

/** A limit that was exceeded. */
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
  /** The name as it was given; of a long name the beginning. */
  name: string;
  /** The best candidates, at most 100. */
  candidates: Candidate[];
  /** The number of all candidates. */
  nCandidates: number;
}

/** A name that a file imports from outside the index. */
export interface ImportedName {
  /** The name that was asked for, or its first or last part: `requests` of `requests.post`. */
  name: string;
  /** The path of the file that imports it: if possible of the project's own code, else a test, else a copy of others' code. */
  path: string;
  firstLine: number;
}

/** A name that means nothing here. */
export interface UnknownName {
  /** The name as it was given; of a long name the beginning. */
  name: string;
  /** Names that come close, best first, at most 5. */
  suggestions: string[];
  /** For a name of code: where it is imported from outside the index, if a file does so. */
  imported: ImportedName | undefined;
  /**
   * For a name of code: places that have it although no symbol has it, as `path:line`, and after these the paths of files that
   * may have it: together at most 10.
   */
  namedIn: string[];
}

/**
 * What a hint is about. The cases before `no_match` say what an answer left out, or what is elsewhere. The cases from
 * `no_match` on are for an empty answer without any of these reasons: nothing that is read fits, but other code may.
 */
export type HintKind =
  /**
   * Without the question's filters by kind or by path, something is found. For a path between two symbols, the confidence is
   * such a filter too.
   */
  | "filter"
  /** With a lower confidence something is found. */
  | "min_confidence"
  /** With a greater depth something is found. */
  | "depth"
  /** The budget is too small for anything. */
  | "budget"
  /** Everything that was found is among what `skip` passes over. */
  | "end"
  /** Nothing has the name; other names come close. */
  | "near_names"
  /** The name comes from outside the index: a file imports it. */
  | "library"
  /** Places have the name and no edge, mostly because the type of a receiver is unknown; `unresolved` lists them. */
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
  /** Only a part of the files is indexed, because a run is in progress or was interrupted; so what is missing here may exist. */
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
  /** In the order of the interface; arguments that are not listed have their defaults. */
  arguments: NextArgument[];
}

/** A reason for what an answer lacks, and what to ask next. */
export interface Hint {
  kind: HintKind;
  /** One sentence, without a full stop at its end. */
  why: string;
  /** The question that shows more, where there is one. */
  next: NextQuestion | undefined;
}

/** Why a call was refused: one case for each thing that a caller can do about it. A refused call has changed nothing. */
export type Error =
  /** Correct the argument. */
  | { kind: "invalid"; value: InvalidArgument }
  /** Send less. */
  | { kind: "too_large"; value: Limit }
  /** Nothing more can be added to this store, whatever is removed. For an index: index anew, into an empty store. */
  | { kind: "full"; value: Limit }
  /** Check the name. */
  | { kind: "unknown"; value: UnknownName }
  /** Choose one. */
  | { kind: "ambiguous"; value: Ambiguity }
  /** The ticket is of an older generation: ask again from the start. */
  | { kind: "stale" }
  /** Writing needs an instance that was opened for writing. */
  | { kind: "read_only" }
  /** The rows were written by a newer release, of this format: upgrade. */
  | { kind: "newer_format"; value: number }
  /** A window cannot be brought under its token limit: raise the limit to this floor, unpin parts, or send less. */
  | { kind: "floor"; value: Limit }
  /** Another process changed the window or the session. Open the window again and push its messages, or load the session again. */
  | { kind: "conflict" }
  /** The content with this id was stored for a limited time, which is over. */
  | { kind: "expired"; value: string }
  /** Nothing was ever indexed, so a question about code has no answer. Index first; a folder without files can be indexed too. */
  | { kind: "not_indexed" }
  /**
   * The content with this id was never stored, because it contains a secret, which the settings refuse. Whoever pushed the
   * content has it.
   */
  | { kind: "withheld"; value: string };

/**
 * How incoming texts and names are treated that have the form of a known kind of secret. This concerns notes, events and their
 * names, lines, imports, contexts of sessions, and what windows of a memory store keep. Names in questions are treated alike,
 * so that they match what is stored. A tenant or principal that looks like a secret is refused unless secrets are kept.
 */
export type SecretPolicy =
  /** The secret is replaced by its kind, as `[masked: aws-key]`. Names that become equal by this count as one name. */
  | "mask"
  /**
   * The call is refused, and the error names the field. In a window, a part with a secret in it can be pruned, but is not
   * stored for restoring.
   */
  | "refuse"
  /** The secret is stored as it is. */
  | "keep";

/** A stored row that failed its check. It is left out, reported, and never fatal. */
export interface DamagedRow {
  key: string;
  /** The file that the row belonged to, if the key still tells it. */
  path: string | undefined;
}

/** A refused file of a batch; what was known of the file before stays. */
export interface Refusal {
  path: string;
  error: Error;
}

/**
 * What a change did: commit `puts`, `deletes` and `to-generation` in one transaction, and only if the store still is at
 * `from-generation`.
 */
export interface Effects {
  fromGeneration: bigint;
  toGeneration: bigint;
  puts: Row[];
  deletes: Uint8Array[];
  refused: Refusal[];
}

/** A place in the code, as it was when something was recorded about it. */
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
  /** The first line, from 1. */
  firstLine: number;
  /** The last line, included. */
  lastLine: number;
  /** How much the lines count: greater than 0. */
  weight: number;
}

/** A text that accompanies the code in a context, as a quotation. */
export interface BesidePiece {
  /** An id from whoever found the text; for a record the id of the record. */
  id: string;
  /** Lines of a quotation, each of which begins with `>`. */
  text: string;
  /** The reason for giving it, in one sentence. */
  why: string;
}

/** A file and its weight. */
export interface WeightedPath {
  path: string;
  /** How much the file counts: greater than 0. */
  weight: number;
}

/** A programming language that is known by name only, so that its files are not read. */
export interface UnreadLanguage {
  language: string;
  nFiles: number;
}

/** One part of a score: its name, and `value`, what it contributes. */
export interface Factor {
  name: string;
  value: number;
}

/** How well the best of an answer fits its question. */
export type Strength =
  /** Nothing fits. */
  | "none"
  /** It matches a part of what the question says. */
  | "weak"
  /** It matches most of what the question says. */
  | "strong";
