// Generated from wit/ by `cargo xtask glue`; the gate compares. Integers of 64 bits are `bigint`, bytes are `Uint8Array`; in
// what programs are shown, which must be JSON, they are `number` and digits of hexadecimals.

import type { Ask, BesidePiece, Factor, Hint, Resumed, UnreadLanguage, WeightedPath } from "./types.js";

/** The question of `prepare`. */
export interface PrepareQuestion {
  /** What is to be done, in words; identifiers, paths and error lines in it count. Length: 1 to 65,536 bytes. */
  task: string;
  /** The most tokens of the answer's `text`. Default: 8,000. Range: 64 to 1,000,000. */
  budget: number;
  /**
   * Paths in use, such as files open in an editor or just changed: these are preferred, but are no filter. Unknown ones are
   * ignored, and named in the answer. Default: []. At most 100, of at most 1,024 bytes each.
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
   * Files that similar past work touched, as `recall.remind` gives them: preferred least; unknown ones are ignored. Up to 100.
   * Default: [].
   */
  likely: WeightedPath[];
  /**
   * Texts to quote after the code, best first, as `recall.remind` gives them. They get at most a quarter of the budget. Up to
   * 100 texts, of up to 16,384 bytes each. Default: [].
   */
  beside: BesidePiece[];
  /** Ids of pieces that the reader can see already: they are left out. Default: []. At most 1,000, of at most 2,048 bytes each. */
  shown: string[];
}

/** How a piece is given. */
export type PieceForm =
  /** Source text. */
  | "source"
  /** A signature, with its doc if the doc fits: the source text does not fit, or the symbol scores too low for it. */
  | "signature"
  /** A signature, because the file was changed since it was indexed, or cannot be read. */
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
   * By file, then by line. Files with a symbol that the task names outright (`Class.method`, or a file with a line) are first,
   * then the most relevant files. A symbol that is named outright is given at least as a signature, if that fits.
   */
  pieces: Piece[];
  /** The texts of the question's `beside` that fit, in the order of the question. */
  beside: BesidePiece[];
  /** The number of texts of the question's `beside` that did not fit. */
  nBesideLeftOut: number;
  /** Estimated tokens of the texts in `beside`, which are included in `tokens`. */
  besideTokens: number;
  /** Estimated tokens of `text`; never over the budget. */
  tokens: number;
  /**
   * The pieces ready for a prompt: quoted source by file, with paths and lines, and after the source the texts in `beside`, as
   * quotations under a heading of their own.
   */
  text: string;
  /** The files judged most relevant, best first, at most 50: also those without a piece. */
  files: RankedFile[];
  /** The number of all files that match anything of the task. */
  nFiles: number;
  /**
   * The number of symbols that match something of the task but are no pieces, in the files whose text was read: they match too
   * little to be worth their tokens, or did not fit into the budget.
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
   * The code that a task needs, within a token budget, each piece with its reasons; after the code, the texts of the question's
   * `beside`.
   */
  prepare(question: PrepareQuestion, resumed: Resumed | undefined): PrepareReply;
}
