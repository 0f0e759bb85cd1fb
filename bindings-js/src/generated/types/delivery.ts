// Generated from wit/ by `cargo xtask glue`; the gate compares. Integers of 64 bits are `bigint`, bytes are `Uint8Array`; in
// what programs are shown, which must be JSON, they are `number` and digits of hexadecimals.

import type { EventKind } from "./episodes.js";

import type { Moment, Trust } from "./records.js";

import type { Ask, Resumed } from "./types.js";

/** The question of `deliver`. */
export interface DeliverQuestion {
  /** The session that is told. Its own records are told to it only after a compaction. Length: 1 to 128 bytes. */
  session: string;
  /** What the agent is about to do, or what has just happened. Default: start. */
  moment: Moment;
  /** The prompt, the error, or what the session is asked to do. Default: "". Length: 0 to 65,536 bytes. */
  text: string;
  /**
   * The files that are about to be read or changed, or that the failed call names. Default: [].
   * At most 20, of at most 1,024 bytes each.
   */
  paths: string[];
  /** The tool that failed; empty: any. Default: "". Length: 0 to 128 bytes. */
  tool: string;
  /**
   * The command that failed; empty: not known. What other commands, or another form of it, mended is told only of the same
   * program with the same sub-command. Default: "". Length: 0 to 65,536 bytes.
   */
  command: string;
  /** The branch that is checked out; empty: not known. Default: "". Length: 0 to 255 bytes. */
  branch: string;
  /** The most tokens of the answer's `text`; 0: 600 when a session begins, else 300. Default: 0. Range: 0 to 1,000,000. */
  budget: number;
  /** The time of the question. Default: now. */
  now: bigint;
}

/** The kind of a piece. */
export type PieceKind =
  /** A task that is active or paused. */
  | "open_task"
  /** A call that failed, without a later success that mended it. */
  | "failure"
  /** An error that was mended, with what mended it. */
  | "fix"
  /** A note. */
  | "note"
  /** A decision that holds. */
  | "decision"
  /** A lesson. */
  | "lesson"
  /** What a session or a task was asked for. */
  | "past_work"
  /** A turn of a conversation. */
  | "said"
  /** Files to read again. */
  | "files";

/** A record that an agent is told. */
export interface ToldPiece {
  /** The id of the quoted record. */
  id: string;
  kind: PieceKind;
  /** When it happened. */
  time: number;
  trust: Trust;
  /** The reason, in one sentence. */
  why: string;
  /**
   * A quotation; each line begins with `>`. The first line has a label with the kind, the day, the session, the trust and the
   * id, and then what the record says. Further lines of the record are indented, so that none looks like a label.
   */
  text: string;
  /** Estimated tokens of `text`. */
  tokens: number;
}

/** What an agent is told. */
export interface Delivered {
  /** In the order in which they are told: when a session begins at most 12, else at most 3. */
  pieces: ToldPiece[];
  /**
   * The pieces ready for a prompt, below a line that says that they are a record and no instruction; empty if there are no
   * pieces.
   */
  text: string;
  /** Estimated tokens of `text`; never over the budget. */
  tokens: number;
  /** The number of pieces that did not fit into the budget. */
  nLeftOut: number;
  /** Lines for `records.pack-lines`, which record that this was told; empty if there are no pieces. */
  toRecord: string;
}

/** The answer of `deliver`, or what it needs first. */
export type DeliverReply =
  | { kind: "done"; value: Delivered }
  | { kind: "ask"; value: Ask };

/** The question of `deliveries`. */
export interface DeliveriesQuestion {
  /** Only to this session; empty: to all. Default: "". Length: 0 to 128 bytes. */
  session: string;
  /** Only what was told at this time or later. */
  since: bigint | undefined;
  /** Only what was told before this time. */
  until: bigint | undefined;
  /** How many deliveries are given at most. Default: 20. Range: 1 to 1,000. */
  limit: number;
  /**
   * The id of the delivery to go on after, `next` of the page before; empty: from the newest on. Default: "".
   * Length: 0 to 64 bytes.
   */
  after: string;
}

/** A delivery: a record that a session was told. */
export interface ToldItem {
  /** The id of the delivery. */
  id: string;
  /** When it was told. */
  time: number;
  /** The session that was told. */
  session: string;
  moment: Moment;
  /** The reason, in one sentence. */
  why: string;
  /** The files for which it was told; may be empty. */
  about: string;
  /** What the delivery cost, in estimated tokens. */
  tokens: number;
  /** The trust of the record that was told. */
  trust: Trust;
  /** The id of the record that was told. */
  recordId: string;
  /** The kind of that record; none if the record is no longer there. */
  recordKind: EventKind | undefined;
  /** The beginning of the first line of that record; empty if the record is no longer there. */
  said: string;
}

/** A page of deliveries. */
export interface DeliveryPage {
  /** Newest first. */
  deliveries: ToldItem[];
  /** Deliveries left out, because their rows are damaged. */
  nDamaged: number;
  /** The id to go on after; empty at the end. */
  next: string;
}

/** The answer of `deliveries`, or what it needs first. */
export type DeliveriesReply =
  | { kind: "done"; value: DeliveryPage }
  | { kind: "ask"; value: Ask };

/** The question of `backtest`. */
export interface BacktestQuestion {
  /**
   * How many sessions are replayed, the newest; of earlier ones only what they knew counts. Subagents count with the session that
   * started them. Default: 50. Range: 1 to 10,000.
   */
  sessions: number;
  /** Only these moments; empty: all. Default: []. */
  moments: Moment[];
  /** The most tokens that a session is told when it begins; 0: 600. Default: 0. Range: 0 to 1,000,000. */
  startBudget: number;
  /** The most tokens that are told at any other moment; 0: 300. Default: 0. Range: 0 to 1,000,000. */
  budget: number;
}

/** What was told at the moments of a kind, in a replay. */
export interface MomentCounts {
  moment: Moment;
  /** The number of such moments. */
  nMoments: number;
  /** The number of such moments at which something was told. */
  nTold: number;
  /** The number of pieces that were told. */
  nPieces: number;
  /** The number of pieces that were used: their session opened, edited or ran something that they name. */
  nUsed: number;
  /** The number of pieces whose error was repeated by their session. */
  nRepeated: number;
  /** Estimated tokens of what was told. */
  tokens: number;
}

/**
 * A piece that was told in a replay, and what its session then did. That counts only if the session had not done it before, and
 * only for what the moment itself was not about.
 */
export interface ReplayedPiece {
  /** The session that was told. */
  session: string;
  /** When it was told. */
  time: number;
  moment: Moment;
  /** The id of the quoted record. */
  recordId: string;
  kind: PieceKind;
  /** The quotation, as `told-piece` has it. */
  text: string;
  /** Whether the session then read or changed a file that the piece names. */
  isOpened: boolean;
  /** Whether the session then changed a file that the piece names. */
  isEdited: boolean;
  /** Whether the session then ran a command that the piece names: a program with its first argument. */
  isRun: boolean;
  /** Whether a call of the session then failed with the error that the piece quotes. */
  isRepeated: boolean;
}

/** What would have been told. */
export interface BacktestReport {
  /** The number of sessions that were replayed. */
  nSessions: number;
  /** The number of records in these sessions. */
  nEvents: number;
  /** The number of records left out, because their rows are damaged. */
  nDamaged: number;
  /** The number of failures whose error another session had mended before: those at which a fix could be told. */
  nMendedBefore: number;
  /** A summary of each kind of moment that occurred. */
  moments: MomentCounts[];
  /** All pieces, in the order in which they were told. */
  pieces: ReplayedPiece[];
}

/** The answer of `backtest`, or what it needs first. */
export type BacktestReply =
  | { kind: "done"; value: BacktestReport }
  | { kind: "ask"; value: Ask };

/**
 * What an agent is told at a moment of its work, without asking, and what agents were told before.
 *
 * Nothing is recorded here: the host that passes on an answer records this, by the lines in the answer. A record is told to a
 * session once, and again if that session starts anew. An error is told to three sessions, unless it happens again. An untrusted
 * record is never told.
 */
export interface DeliveryCalls {
  /**
   * What an agent should be told at a moment; mostly nothing. When a session begins: open tasks, notes and decisions, and with a
   * `text` also past work and failures that fit it. At a prompt: notes, decisions and lessons that fit it strongly, and what an
   * agent said last with a name in code that the prompt has; at the first prompt of a session also the work of one of the last 8
   * sessions with what came of it, if the prompt names the same thing, or only says to go on and both are on the same branch.
   * Before a file is read or changed: errors that its edits mended in two sessions, and records that are anchored to it. After a
   * failure: what mended the same error, and lessons and notes that contain the error verbatim. After a compaction: the open
   * task, and files to read again.
   */
  deliver(question: DeliverQuestion, resumed: Resumed | undefined): DeliverReply;
  /** What agents were told, newest first. A session without any record or context is refused as `unknown`. */
  deliveries(question: DeliveriesQuestion, resumed: Resumed | undefined): DeliveriesReply;
  /**
   * What agents would have been told in recorded sessions, and whether they used it. The memory is made anew from its history, in
   * the order in which things became known, and `deliver` is asked at each moment of a replayed session, so that nothing is told
   * that was not known then. A call becomes known when it ends, a note whose text was replaced when it was replaced, an imported
   * record when it was imported. Compactions leave no record, so that none is replayed. Reads all records twice and keeps the
   * replay in the instance, which takes about as much memory as the store. Nothing is stored.
   */
  backtest(question: BacktestQuestion, resumed: Resumed | undefined): BacktestReply;
}
