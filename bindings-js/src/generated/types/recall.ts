// Generated from wit/ by `cargo xtask glue`; the gate compares. Integers of 64 bits are `bigint`, bytes are `Uint8Array`; in
// what programs are shown, which must be JSON, they are `number` and digits of hexadecimals.

import type { EventKind, RecordedEvent } from "./episodes.js";

import type { Trust } from "./records.js";

import type { Ask, Factor, Resumed, Strength, WeightedPath, ZoneOffset } from "./types.js";

/** What counts how much where records are ranked. */
export type Weighting =
  /** `people` where most of what was found is said by somebody who is named, else `assistant`. */
  | "auto"
  /** Conversations of people: what answers a question, and what stands beside it. */
  | "people"
  /** Conversations with an assistant: what a person said, by its reply too, and what was kept on purpose. */
  | "assistant"
  /** Past work: what a person asked for in a session, and half of how new it is. */
  | "work"
  /** Fixed shares for kinds of memory (.3 for what was said and done, .15 for how things are done), and .1 for how new it is. */
  | "shares";

/** The question of `recall`. */
export interface RecallQuestion {
  /**
   * What is looked for, in words. Paths, ids, error codes and what stands in double quotes are looked for as they stand, and come
   * first; so does a word with a single digit behind it. A question of at most 16 words that names one time of at most a week
   * by its distance from today, or in digits, is asked of that time, where neither `since` nor `until` is given. Words that stand in nearly every text are
   * looked for, as they stand, where there are no others. Its first 128 terms count. Length: 1 to 65,536 bytes.
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
  /** Only what may be relied on at least so far. Default: untrusted. */
  trust: Trust;
  /** Only what happened then or later. */
  since: bigint | undefined;
  /** Only what happened before. */
  until: bigint | undefined;
  /** Also decisions that are superseded or deprecated, and values and decisions that were recorded anew. Default: false. */
  outdated: boolean;
  /** Also what fits so weakly that it is left out else. Default: false. */
  weak: boolean;
  /** What counts how much. Default: auto. */
  weighting: Weighting;
  /** How many records are given at most. Default: 10. Range: 1 to 100. */
  limit: number;
  /** How many of one session; 0: any number. Default: 3. Range: 0 to 100. */
  perSession: number;
  /**
   * Tokens that the excerpts may take together, some twenty for what stands beside each among them; 0: any number. Default: 0.
   * Range: 0 to 1,000,000.
   */
  budget: number;
  /** How many turns before and after each hit that is a turn are given with it. Default: 0. Range: 0 to 10. */
  around: number;
  /** By which the days are told that the question names. Default: zone. */
  zone: ZoneOffset[];
  /** The time of the question, by which it is said how new something is. Default: now. */
  now: bigint;
}

/** A record that fits. */
export interface RecallHit {
  event: RecordedEvent;
  /** What it is ordered by: the sum of the factors. It compares with no other question's. */
  score: number;
  /**
   * `exact` (10 for each thing found as it stands), its own `words`, what stands beside it (`answer`, `previous`, `next`,
   * `second_previous`, `second_next`), the words of its `session`, and `statement`, `speaker`, `date`, `when`, `length`, `human`,
   * `kept` and `recency`; those that are 0 are left out.
   */
  factors: Factor[];
  /**
   * How much of what the question says it holds, from 0 to 1, of a turn with those right beside it; each word counts by how few
   * records have it, of a hundred at least, and one that none has most.
   */
  fit: number;
  /** The part of its text that fits best, some 400 bytes; `…` stands for what is left out. */
  excerpt: string;
  /** How many more say the same, or are of the same task. */
  nAlike: number;
  /** The turns before it in its session, oldest first, as many as were asked for. */
  before: RecordedEvent[];
  /** The turns after it, oldest first. */
  after: RecordedEvent[];
}

/** What fits a question. */
export interface Recalled {
  /** Best first. */
  hits: RecallHit[];
  /** How well the best one fits; `none`: there are no hits, unless weak ones are asked for. */
  strength: Strength;
  /** The fit of the first one, from 0 to 1, also where it is too weak to be given: below .18. */
  bestFit: number;
  /** Records that have something of the question, of those that the filters let through. */
  nMatching: number;
  /** Records that are left out among the best because they hold no more. */
  nOutdated: number;
  /** Those that are left out because there are enough of their session. */
  nOfSession: number;
  /** Hits that fit and for which the budget had no room. */
  nBeyondBudget: number;
  /** Words of the question that no record has; those of a date are none. */
  unknownWords: string[];
  /** The weighting that was taken. */
  weighting: Weighting;
  /** From then on, where the question named a time, by which the records were filtered; none: it named none. */
  since: number | undefined;
  /** Up to before then. */
  until: number | undefined;
  /**
   * Something is in no index yet, because it was recorded by an older release, or what is read of the index is damaged: upkeep
   * mends both.
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
  /** Texts of errors in hand, which are looked for too. Default: []. At most 20, of at most 16,384 bytes each. */
  errors: string[];
  /** Tokens that the reminders may take together: a limit, which need not be used up. Default: 2,000. Range: 64 to 1,000,000. */
  budget: number;
  /** How much past work is given at most. Default: 3. Range: 0 to 10. */
  limit: number;
  /** The time of the question, by which it is said how new something is. Default: now. */
  now: bigint;
}

/** What a reminder is of. */
export type ReminderKind =
  /** A session or a task that was asked for something like the task: what came of it, and what went wrong and was not mended. */
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

/** Something recorded that a task calls to mind. */
export interface Reminder {
  /** Of its record. */
  id: string;
  kind: ReminderKind;
  time: number;
  trust: Trust;
  /**
   * A quotation, each line of which begins with `>`: first a label with the kind, the day, the trust and the id, and what it says;
   * lines after the first one of what was recorded are indented, so that none of them passes for a label.
   */
  text: string;
  /** Estimated tokens of `text`. */
  tokens: number;
  /** How well it fits, among those of its kind. None: a value of the profile, which is given whatever the task. */
  score: number | undefined;
  /** One sentence. */
  why: string;
  /** How many more say the same. */
  nAlike: number;
}

/** What a task calls to mind. */
export interface Reminders {
  /**
   * The best of each kind, then the second best: at most `limit` of past work, 5 notes, decisions and lessons, 3 open tasks and 10
   * values of the profile. What fits weakly is left out, and so is what anybody may have written.
   */
  pieces: Reminder[];
  /** The pieces ready for a prompt, an empty line behind each. */
  text: string;
  /** Estimated tokens of `text`; never over the budget. */
  tokens: number;
  /** How many the budget had no room for. */
  nLeftOut: number;
  /**
   * Files that the past work touched, the likeliest first, at most 20, also where that had no room. What it changed counts
   * twice what it read, and all of it as much as the work is like the task: up to 1 for each work.
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
 * The index of words is written with what is recorded, so that the next question finds it, and what is forgotten leaves it at once.
 * Indexed are the texts of turns, notes, decisions, lessons, thoughts, strategies, values of the profile, steps of tasks with their
 * outcomes, what calls were given and the first line of their errors, and what patterns were seen; not what calls gave.
 */
export interface RecallCalls {
  /**
   * What fits a question, best first: filters act before the best are chosen. Reads the lists of the question's terms and what is
   * stored of the records that have them, never all; an instance keeps up to 64 MiB of that.
   */
  recall(question: RecallQuestion, resumed: Resumed | undefined): RecallReply;
  /**
   * What was recorded that a task calls to mind: past work like it, notes, decisions and lessons that fit, open tasks, and what is
   * kept of the user, as quotations within a budget.
   */
  remind(question: RemindQuestion, resumed: Resumed | undefined): RemindReply;
}
