// Generated from wit/ by `cargo xtask glue`; the gate compares. Integers of 64 bits are `bigint`, bytes are `Uint8Array`; in
// what programs are shown, which must be JSON, they are `number` and digits of hexadecimals.

import type { Ask, DamagedRow, Effects, Resumed, UnreadLanguage } from "./types.js";

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
  /** Files whose links are not made yet: call `link` until it says there is no more. */
  nToLink: number;
  /**
   * Files that must be parsed again, because their rows were damaged. Their paths, where known. Opened for reading, few rows are
   * read yet: `damaged` tells of those that questions meet.
   */
  damaged: DamagedRow[];
}

/** The answer of `open`, or what it needs first. */
export type OpenReply =
  | { kind: "done"; value: Opened }
  | { kind: "ask"; value: Ask };

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
  | { kind: "parsed"; value: ParsedFile }
  /** A file that is gone. Unknown paths are ignored. */
  | { kind: "removed"; value: string };

/** How many files have an ending. */
export interface EndingCount {
  /** Without the dot. */
  ending: string;
  nFiles: number;
}

/** A slice of linking. */
export interface Linked {
  effects: Effects;
  /** Files still to be linked: call again while it is not 0. */
  nToLink: number;
}

/** A file whose links are given up. */
export interface Quarantined {
  effects: Effects;
  /** None where every file is linked. */
  path: string | undefined;
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
  generation: number;
  nFiles: number;
  nToLink: number;
  nSymbols: number;
  /** Edges between symbols, containment left out. */
  nEdges: number;
  /** References whose target lies outside the project or is not known. */
  nUnlinked: number;
  /** Files, lines and bytes of each language, by name. */
  languages: LanguageStatus[];
  /** Files of languages that are not read, most first. */
  unread: UnreadLanguage[];
  /**
   * Files that stand where copies of other people's code are kept (`vendor/`, `node_modules/`, …), or JavaScript in `dist/`:
   * they count in the other figures too, and rank below one's own.
   */
  nVendored: number;
  /** Files the grammar found errors in. */
  nWithErrors: number;
  /** Bytes that the graph alone takes (symbols, edges, files, names), estimated: facts, words and rows kept beside it come on top. */
  liveBytes: number;
  /** As `damaged` tells them. */
  damaged: DamagedRow[];
}

/** The answer of `status`, or what it needs first. */
export type StatusReply =
  | { kind: "done"; value: MemoryStatus }
  | { kind: "ask"; value: Ask };

/** One instance is one memory. Open it, change it, see how it stands; close it by dropping the instance. */
export interface MemoryCalls {
  /**
   * Opens the memory at a generation. Asks for rows; call again with the answers until it is done. A store without rows opens empty.
   * An instance is opened once; a second `open` starts it anew.
   */
  open(purpose: Purpose, at: bigint, resumed: Resumed | undefined): OpenReply;
  /**
   * A text without known forms of secrets, each in its place as in what is recorded. It needs no memory: so a host shows what it says
   * itself of arguments that it was given. What the component refuses is without them already.
   */
  masked(text: string): string;
  /**
   * Applies up to 1,000 changes and 8 MiB of text in one step. One bad file is refused and the rest is taken.
   * Links to and from what changed are dropped; `link` makes them again.
   * `entropy` is 16 random bytes, for ids; equal inputs give equal effects.
   */
  apply(changes: Change[], now: bigint, entropy: Uint8Array): Effects;
  /**
   * Says which files there are that `admit` skips for their language, by their endings, up to 100,000 of these; it replaces what
   * was said before. Those of programming languages are named beside every list, since an answer does not cover them.
   */
  tellUnread(endings: EndingCount[]): Effects;
  /** Links references to definitions for up to `max-files` files (1 to 10,000), in the order of their paths. */
  link(maxFiles: number): Linked;
  /**
   * Gives up the file that `link` would begin with, so that one that brings `link` to a stop does not keep the others from
   * being linked: after a trap or a deadline open a new instance, link one file at a time, and quarantine the one that stops
   * again. It keeps its symbols and what others say of them, and has no edges of its own until it is applied again.
   */
  quarantine(): Quarantined;
  /** How the memory stands. Loads every edge. */
  status(resumed: Resumed | undefined): StatusReply;
  /**
   * Rows that failed their check since opening: what the answers so far were given without. Those that `apply` or `link` wrote
   * anew or deleted since are damaged no more. Reads nothing, so it may follow any question.
   */
  damaged(): DamagedRow[];
  /**
   * Hash of everything the instance holds that is truth: equal for equal memories, whatever way they came about.
   * For tests; costs a pass over all facts. Needs an instance opened for writing.
   */
  digest(): bigint;
}
