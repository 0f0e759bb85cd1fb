// Generated from wit/ by `cargo xtask glue`; the gate compares. Integers of 64 bits are `bigint`, bytes are `Uint8Array`; in
// what programs are shown, which must be JSON, they are `number` and digits of hexadecimals.

import type { Ask, BesidePiece, Factor, Hint, Resumed, UnreadLanguage, WeightedPath } from "./types.js";

/** The question of `prepare`. */
export interface PrepareQuestion {
  /** What is to be done, in words; identifiers, paths and error lines in it count. Length: 1 to 65,536 bytes. */
  task: string;
  /** Tokens that the pieces may take together. Default: 8,000. Range: 64 to 1,000,000. */
  budget: number;
  /**
   * Paths in use, as open in an editor or just changed: these are preferred, but are no filter. Unknown ones are ignored, and
   * named in the answer. Default: []. At most 100, of at most 1,024 bytes each.
   */
  focus: string[];
  /**
   * Texts of current errors: words, names, and paths with lines count in them as in the task. Default: [].
   * At most 20, of at most 16,384 bytes each.
   */
  errors: string[];
  /**
   * Paths that were changed or read lately, the latest first: preferred less than `focus`; unknown ones are ignored.
   * Default: []. At most 100, of at most 1,024 bytes each.
   */
  recent: string[];
  /**
   * Files that past work of this kind touched, as `recall.remind` gives them: preferred least; unknown ones are ignored. Up to
   * 100. Default: [].
   */
  likely: WeightedPath[];
  /**
   * Texts to quote after the code, best first, as `recall.remind` gives them, as far as they fit into a quarter of the budget.
   * Up to 100 pieces, of 16,384 bytes. Default: [].
   */
  beside: BesidePiece[];
  /** Ids of pieces that the reader can see already: they are left out. Default: []. At most 1,000, of at most 2,048 bytes each. */
  shown: string[];
}

/** How a piece is given. */
export type PieceForm =
  /** Source text. */
  | "source"
  /** A signature with its doc: the budget had no room for the text. */
  | "signature"
  /** A signature, because the file changed since it was indexed or cannot be read. */
  | "stale_signature";

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
  /** The reason for the piece, in one sentence. */
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
  /**
   * By file, then line; first the files of which the task names a symbol outright (`Class.method`, or a file with a line), each
   * at least as a signature, then the most relevant ones.
   */
  pieces: Piece[];
  /** The given texts that fit, in the order in which they were given. */
  beside: BesidePiece[];
  /** The number of given texts that did not fit. */
  nBesideLeftOut: number;
  /** Estimated tokens of the given texts, which are included in `tokens`. */
  besideTokens: number;
  /** Estimated tokens of `text`; never over the budget. */
  tokens: number;
  /**
   * The pieces ready for a prompt: quoted source by file, with paths and lines, and after it the given texts, as quotations
   * under a heading of their own.
   */
  text: string;
  /** The files judged most relevant, best first, at most 50: also those without a piece. */
  files: RankedFile[];
  /** The number of all files that match anything of the task. */
  nFiles: number;
  /**
   * Symbols of the files that were read which have something of the task and are not among the pieces: too little to be worth
   * their tokens, or beyond the budget, which is a limit and need not be used up.
   */
  nLeftOut: number;
  /** Entries of the question's `focus` that are no file here, in their order. */
  unknownFocus: string[];
  /** Languages whose files are not read, those with most files first: the answer does not cover these files. */
  unread: UnreadLanguage[];
  /** If there is no piece: possible reasons. */
  hints: Hint[];
}

/** The answer of `prepare`, or what it needs first. */
export type PrepareReply =
  | { kind: "done"; value: Prepared }
  | { kind: "ask"; value: Ask };

/** Fills a context with the code that a task needs. */
export interface PrepareCalls {
  /**
   * The code that a task needs, within a token budget, each piece with its reasons, and after it the texts that the question
   * gives.
   */
  prepare(question: PrepareQuestion, resumed: Resumed | undefined): PrepareReply;
}
