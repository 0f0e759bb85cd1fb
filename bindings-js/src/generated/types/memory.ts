// Generated from wit/ by `cargo xtask glue`; the gate compares. Integers of 64 bits are `bigint`, bytes are `Uint8Array`; in
// what programs are shown, which must be JSON, they are `number` and digits of hexadecimals.

import type { Ask, DamagedRow, Effects, Resumed, UnreadLanguage } from "./types.js";

/** What an instance is opened for. */
export type Purpose =
  /** For questions alone. The instance loads what a question needs when the question needs it. */
  | "reading"
  /** For changes and questions. `open` loads every fact, so that changes can be linked. */
  | "writing";

/** The result of opening. */
export interface Opened {
  /** Files in the graph. */
  nFiles: number;
  /** Files that are not linked yet: call `link` until none is left. */
  nToLink: number;
  /**
   * Damaged rows, with the paths of their files where the paths are known. These files must be parsed again. An instance for
   * reading has read few rows yet: the function `damaged` also lists the damaged rows that questions find later.
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
  /** Whether the grammar found errors; what could be parsed is used. */
  hasErrors: boolean;
  /** Whether the host stopped at a limit, so that nodes are missing; those given are used. */
  cutShort: boolean;
}

/** One change of the code. */
export type Change =
  /** A new or changed file. */
  | { kind: "parsed"; value: ParsedFile }
  /** A file that is gone. Unknown paths are ignored. */
  | { kind: "removed"; value: string };

/** An ending of file names, and how many files have it. */
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
  /** The path of the file; none: every file is linked already. */
  path: string | undefined;
}

/** The figures of one language. */
export interface LanguageStatus {
  language: string;
  nFiles: number;
  nLines: number;
  nBytes: number;
}

/** The status of the memory. */
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
   * Files in folders for copies of other people's code (`vendor/`, `node_modules/`, …), and JavaScript in `dist/`. They are
   * included in the other figures too, and rank below the project's own code.
   */
  nVendored: number;
  /** Files the grammar found errors in. */
  nWithErrors: number;
  /** Estimated bytes that the graph alone takes (symbols, edges, files, names), without facts, words and rows. */
  liveBytes: number;
  /** The rows that the function `damaged` lists. */
  damaged: DamagedRow[];
}

/** The answer of `status`, or what it needs first. */
export type StatusReply =
  | { kind: "done"; value: MemoryStatus }
  | { kind: "ask"; value: Ask };

/** The code memory. One instance is one memory: open it, change it, ask for its status; close it by dropping the instance. */
export interface MemoryCalls {
  /**
   * Opens the memory at a generation. Asks for rows: call again with the answers until `done`. A store without rows opens as an
   * empty memory. A further `open` without `resumed` opens the instance anew.
   */
  open(purpose: Purpose, at: bigint, resumed: Resumed | undefined): OpenReply;
  /**
   * A text with known forms of secrets masked, as in records. Needs no open memory. Hosts use it for messages of their own that
   * quote arguments; errors of the component are masked already.
   */
  masked(text: string): string;
  /**
   * Applies up to 1,000 changes and 8 MiB of text in one step. A bad file is refused, and the rest is applied. Links to and from
   * what changed are dropped; `link` makes them again. `entropy` is 16 random bytes, for ids; equal inputs give equal effects.
   */
  apply(changes: Change[], now: bigint, entropy: Uint8Array): Effects;
  /**
   * Passes how many files `admit` skips for their language, by ending: up to 100,000 endings, in place of those passed before.
   * From then on answers name the programming languages of these files, as languages that the answers do not cover.
   */
  tellUnread(endings: EndingCount[]): Effects;
  /** Links references to definitions for up to `max-files` files (1 to 10,000), in the order of their paths. */
  link(maxFiles: number): Linked;
  /**
   * Gives up linking the file that `link` would begin with, so that a file that stops `link` does not keep the others from being
   * linked. After a trap or a deadline, open a new instance, link one file at a time, and quarantine the one that stops again.
   * The file keeps its symbols and the edges that lead to them. It has no edges of its own until it is applied again.
   */
  quarantine(): Quarantined;
  /** The status of the memory. Loads every edge. */
  status(resumed: Resumed | undefined): StatusReply;
  /**
   * Rows that failed their check since the instance was opened: answers so far were given without them. Left out are rows that
   * `apply` or `link` has written anew or deleted since. Reads nothing, so it may follow any question.
   */
  damaged(): DamagedRow[];
  /**
   * A hash of all facts that the instance has: equal for equal memories, however they were made. For tests; costs a pass over
   * all facts. Needs an instance opened for writing.
   */
  digest(): bigint;
}
