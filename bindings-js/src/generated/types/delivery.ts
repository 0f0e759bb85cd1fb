// Generated from wit/ by `cargo xtask glue`; the gate compares. Integers of 64 bits are `bigint`, bytes are `Uint8Array`; in
// what programs are shown, which must be JSON, they are `number` and digits of hexadecimals.

import type { EventKind } from "./episodes.js";

import type { Moment, Trust } from "./records.js";

import type { Ask, Resumed } from "./types.js";

/** The question of `deliver`. */
export interface DeliverQuestion {
  /** The session that is told: what it recorded itself is told to it only after a compaction. Length: 1 to 128 bytes. */
  session: string;
  /** What the agent is about to do, or what has just happened. Default: start. */
  moment: Moment;
  /** The prompt, the error, or what the session is asked to do. Default: "". Length: 0 to 65,536 bytes. */
  text: string;
  /** The files that are about to be changed, or that the failed call names. Default: []. At most 20, of at most 1,024 bytes each. */
  paths: string[];
  /** The tool that failed; empty: any. Default: "". Length: 0 to 128 bytes. */
  tool: string;
  /** Tokens that the answer may take; 0: 600 when a session begins, else 300. Default: 0. Range: 0 to 1,000,000. */
  budget: number;
  /** The time of the question. Default: now. */
  now: bigint;
}

/** What a piece is of. */
export type PieceKind =
  /** A task that is active or paused. */
  | "open_task"
  /** A call that failed, and that nothing mended. */
  | "failure"
  /** An error that was mended, and by edits of which files. */
  | "fix"
  /** A note. */
  | "note"
  /** A decision that holds. */
  | "decision"
  /** A lesson. */
  | "lesson"
  /** What a session or a task was asked for. */
  | "past_work"
  /** Something that was said. */
  | "said"
  /** Files to look at. */
  | "files";

/** Something recorded that an agent is told. */
export interface ToldPiece {
  /** Of the record that is quoted. */
  id: string;
  kind: PieceKind;
  /** When it happened. */
  time: number;
  trust: Trust;
  /** The reason, in one sentence. */
  why: string;
  /**
   * A quotation, each line of which begins with `>`: first a label with the kind, the day, the session, the trust and the id, and what
   * it says; lines after the first one of what was recorded are indented, so that none of them passes for a label.
   */
  text: string;
  /** Estimated tokens of `text`. */
  tokens: number;
}

/** What an agent is told. */
export interface Delivered {
  /** In the order in which they are told: when a session begins at most 12, else at most 3. */
  pieces: ToldPiece[];
  /** The pieces ready for a prompt, below a line that says that they are a record and no instruction; empty where there are none. */
  text: string;
  /** Estimated tokens of `text`; never over the budget. */
  tokens: number;
  /** How many the budget had no room for. */
  nLeftOut: number;
  /** What records that this was told: lines for `records.pack-lines`; empty where there are no pieces. */
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
  /** Only then or later. */
  since: bigint | undefined;
  /** Only before. */
  until: bigint | undefined;
  /** How many are given at most. Default: 20. Range: 1 to 1,000. */
  limit: number;
  /** The id of the delivery to go on after, as the page before tells; empty: from the newest on. Default: "". Length: 0 to 64 bytes. */
  after: string;
}

/** That something was told. */
export interface ToldItem {
  /** Of the delivery. */
  id: string;
  /** When it was told. */
  time: number;
  /** The session that was told. */
  session: string;
  moment: Moment;
  /** The reason, in one sentence. */
  why: string;
  /** The files that it was told for; may be empty. */
  about: string;
  /** What it cost, in estimated tokens. */
  tokens: number;
  /** How far what was told may be relied on. */
  trust: Trust;
  /** The id of the record that was told. */
  recordId: string;
  /** What that is; none: its time is over. */
  recordKind: EventKind | undefined;
  /** The beginning of its first line; empty: its time is over. */
  said: string;
}

/** What was told. */
export interface DeliveryPage {
  /** Newest first. */
  deliveries: ToldItem[];
  /** Deliveries left out, because their rows are damaged. */
  nDamaged: number;
  /** What to go on after; empty at the end. */
  next: string;
}

/** The answer of `deliveries`, or what it needs first. */
export type DeliveriesReply =
  | { kind: "done"; value: DeliveryPage }
  | { kind: "ask"; value: Ask };

/**
 * What an agent is told at a moment of its work, without being asked for, and what it was told.
 *
 * Nothing is recorded here: whoever hands on what is told records it, by the lines that the answer has. A record is told once a session.
 * To another session it is told again only where it says something new, and before an edit or after a failure also once seven days are
 * over. What has the trust of a tool or of an import is never told.
 */
export interface DeliveryCalls {
  /**
   * What an agent should be told at a moment; mostly nothing. When a session begins: open tasks, what still fails, past work (where
   * nothing is asked yet what was asked for last), notes and decisions, likely files. At a prompt: what answers it strongly. Before a file is changed: what failed after it was changed last and
   * was not mended, errors that its edits mended, what is anchored to it. After a failure: what mended the same error, and lessons and
   * notes that hold it as it stands. After a compaction: the open task, and files to read again.
   */
  deliver(question: DeliverQuestion, resumed: Resumed | undefined): DeliverReply;
  /** What was told, newest first. A session without any record or context is `unknown`. */
  deliveries(question: DeliveriesQuestion, resumed: Resumed | undefined): DeliveriesReply;
}
