// Generated from wit/ by `cargo xtask glue`; the gate compares. Integers of 64 bits are `bigint`, bytes are `Uint8Array`; in
// what programs are shown, which must be JSON, they are `number` and digits of hexadecimals.

import type { EventKind, RecordedEvent } from "./episodes.js";

import type { Trust } from "./records.js";

import type { Ask, Factor, Resumed, Strength, WeightedPath, ZoneOffset } from "./types.js";

/** How much each factor counts when records are ranked. */
export type Weighting =
  /** `people` if most of the records that were found have a speaker with a name, else `assistant`. */
  | "auto"
  /** For conversations of people: what answers a question, and what stands beside the answer. */
  | "people"
  /** For conversations with an assistant: what a person said, also by the words of the reply, and what was kept on purpose. */
  | "assistant"
  /** For past work: what a person asked for in a session, and half as much how new it is. */
  | "work"
  /** A fixed share for each kind of record: .3 for what was said and done, .15 for how things are done; .1 for how new it is. */
  | "shares";

/** The question of `recall`. */
export interface RecallQuestion {
  /**
   * What is looked for, in words. Paths, ids, error codes, texts in double quotes, and words with a single digit behind them
   * are matched verbatim, and such matches come first. A question of at most 16 words may name one time of at most a week, by
   * its distance from today or in digits. Then only that time is searched, unless `since` or `until` is given. Words that are
   * in nearly every text are looked for, verbatim, only if there are no others. The first 128 terms count.
   * Length: 1 to 65,536 bytes.
   */
  query: string;
  /** Only these kinds; none given: all. Default: []. */
  kinds: EventKind[];
  /** Only of this channel and of `_global`; empty: of all. Default: "". Length: 0 to 128 bytes. */
  channel: string;
  /** Only of this session. Default: "". Length: 0 to 128 bytes. */
  session: string;
  /** Only of this task. Default: "". Length: 0 to 128 bytes. */
  task: string;
  /** Only of this conversation. Default: "". Length: 0 to 128 bytes. */
  conversation: string;
  /** Only of this branch. Default: "". Length: 0 to 255 bytes. */
  branch: string;
  /** Only of this commit, in all of its digits. Default: "". Length: 0 to 64 bytes. */
  commit: string;
  /** Only with these members of their metadata, each as `name=value`. Default: []. At most 8, of at most 400 bytes each. */
  metadata: string[];
  /** Only records of at least this trust. Default: untrusted. */
  trust: Trust;
  /** Only what happened at this time or later. */
  since: bigint | undefined;
  /** Only what happened before this time. */
  until: bigint | undefined;
  /**
   * Whether to give also decisions that are superseded or deprecated, and old forms of values and decisions that were recorded
   * anew. Default: false.
   */
  outdated: boolean;
  /** Whether to give also records that fit so weakly that they are otherwise left out. Default: false. */
  weak: boolean;
  /** How much each factor counts. Default: auto. */
  weighting: Weighting;
  /** How many records are given at most. Default: 10. Range: 1 to 100. */
  limit: number;
  /** The most records of one session; 0: any number. Default: 3. Range: 0 to 100. */
  perSession: number;
  /**
   * The most tokens of all excerpts together, counting some twenty more for each excerpt; 0: any number. Default: 0.
   * Range: 0 to 1,000,000.
   */
  budget: number;
  /** With each hit that is a turn, how many turns before it and after it are given. Default: 0. Range: 0 to 10. */
  around: number;
  /** The zone whose days the question means. Default: zone. */
  zone: ZoneOffset[];
  /** The time of the question, from which the age of a record is counted. Default: now. */
  now: bigint;
}

/** A record that fits. */
export interface RecallHit {
  event: RecordedEvent;
  /** The sum of the factors, by which hits are ordered. It cannot be compared with scores of other questions. */
  score: number;
  /**
   * The factors that are not 0: `exact` (10 for each verbatim match), its own `words`, those of its neighbours (`answer`,
   * `previous`, `next`, `second_previous`, `second_next`) and of its `session`. Also `statement`, `speaker`, `date`, `when`,
   * `length`, `human`, `kept` and `recency`.
   */
  factors: Factor[];
  /**
   * The share of the question that it matches, from 0 to 1; of a long text by its best part, of a short turn together with short
   * ones beside it. A word counts more, the fewer records have it, and most if none has it, above all a name; with fewer than a
   * hundred records, as if there were a hundred.
   */
  fit: number;
  /** The part of its text that fits best, some 400 bytes; `…` stands for what is left out. */
  excerpt: string;
  /** The number of further records that say the same, or are of the same task. */
  nAlike: number;
  /**
   * Of a note, decision or lesson: the id of a newer one among the hits that says close to the same, and was not recorded in the
   * same session. That one stands above it. Empty: there is none.
   */
  newerId: string;
  /** The turns before it in its session, oldest first, at most `around`; empty unless it is a turn. */
  before: RecordedEvent[];
  /** The turns after it, oldest first; empty unless it is a turn. */
  after: RecordedEvent[];
}

/** What fits a question. */
export interface Recalled {
  /** Best first. */
  hits: RecallHit[];
  /** How well the best record fits; `none`: there are no hits, except weak ones if `weak` is set. */
  strength: Strength;
  /** The best fit among the first ten, from 0 to 1, also if it is below .3, which is too weak for any record to be given. */
  bestFit: number;
  /** The number of records that pass the filters and match anything of the question. */
  nMatching: number;
  /** The number of records before the last hit that are left out because they are outdated. */
  nOutdated: number;
  /** The number of records before the last hit that are left out because their session has enough hits. */
  nOfSession: number;
  /** The number of hits that did not fit into the budget. */
  nBeyondBudget: number;
  /** Words of the question that no record has, without words that name a date. */
  unknownWords: string[];
  /** The weighting that was used. */
  weighting: Weighting;
  /** The beginning of the time that the question's words name, by which records were filtered; none: they were not so filtered. */
  since: number | undefined;
  /** The end of that time, not included; none like `since`. */
  until: number | undefined;
  /**
   * Whether records may be missing, because an older release recorded them without indexing them, or because the index is
   * damaged; upkeep mends both.
   */
  isIncomplete: boolean;
}

/** The answer of `recall`, or what it needs first. */
export type RecallReply =
  | { kind: "done"; value: Recalled }
  | { kind: "ask"; value: Ask };

/** The question of `remind`. */
export interface RemindQuestion {
  /** What is to be done, in words. Length: 1 to 65,536 bytes. */
  task: string;
  /** Texts of current errors, which are looked for too. Default: []. At most 20, of at most 16,384 bytes each. */
  errors: string[];
  /** The most tokens of the answer's `text`. Default: 2,000. Range: 64 to 1,000,000. */
  budget: number;
  /** How much past work is given at most. Default: 3. Range: 0 to 10. */
  limit: number;
  /** The time of the question, from which the age of a record is counted. Default: now. */
  now: bigint;
}

/** The kind of a reminder. */
export type ReminderKind =
  /** A session or a task with a request like the question's task: what came of it, and what went wrong and was not mended. */
  | "past_work"
  /** A note. */
  | "note"
  /** A decision that holds. */
  | "decision"
  /** A lesson. */
  | "lesson"
  /** A task that is active or paused. */
  | "open_task"
  /** A value of the user's profile. */
  | "profile";

/** A record that fits a task. */
export interface Reminder {
  /** The id of its record. */
  id: string;
  kind: ReminderKind;
  time: number;
  trust: Trust;
  /**
   * A quotation; each line begins with `>`. The first line has a label with the kind, the day, the trust and the id, and then
   * what the record says. Further lines of the record are indented, so that none looks like a label.
   */
  text: string;
  /** Estimated tokens of `text`. */
  tokens: number;
  /** How well it fits, among those of its kind. None: a value of the profile, which is given whatever the task. */
  score: number | undefined;
  /** The reason for the reminder, in one sentence. */
  why: string;
  /** The number of further records that say the same. */
  nAlike: number;
}

/** The records that fit a task. */
export interface Reminders {
  /**
   * The best of each kind, then the second best: at most `limit` of past work, 5 notes, decisions and lessons, 3 open tasks
   * and 10 values of the profile. Records that fit weakly or are untrusted are left out.
   */
  pieces: Reminder[];
  /** The pieces ready for a prompt, with an empty line after each. */
  text: string;
  /** Estimated tokens of `text`; never over the budget. */
  tokens: number;
  /** The number of reminders that did not fit into the budget. */
  nLeftOut: number;
  /**
   * Up to 20 files that the past work touched, the likeliest first, also of work that did not fit into the budget. A changed
   * file counts twice as much as a file that was read. Each work counts by its similarity to the task, at most 1.
   */
  likely: WeightedPath[];
  /** As for `recall`. */
  isIncomplete: boolean;
}

/** The answer of `remind`, or what it needs first. */
export type RemindReply =
  | { kind: "done"; value: Reminders }
  | { kind: "ask"; value: Ask };

/**
 * What was recorded, by its words.
 *
 * The index of words is written in the same commit as a record, so that the next question finds the record; a forgotten record
 * leaves the index at once. Indexed are the texts of turns, notes, decisions, lessons, thoughts, strategies, values of the
 * profile, and steps of tasks with their outcomes. Of calls, the parameters and the first line of the error are indexed, not the
 * output; of observations, the pattern that was seen.
 */
export interface RecallCalls {
  /**
   * The records that fit a question, best first; filters act before the best are chosen. Reads the lists of the question's terms
   * and rows of the records in these lists, never all records. An instance keeps up to 64 MiB of what it has read.
   */
  recall(question: RecallQuestion, resumed: Resumed | undefined): RecallReply;
  /**
   * Records that fit a task: similar past work, notes, decisions and lessons, open tasks, and the user's profile, as quotations
   * within a budget.
   */
  remind(question: RemindQuestion, resumed: Resumed | undefined): RemindReply;
}
