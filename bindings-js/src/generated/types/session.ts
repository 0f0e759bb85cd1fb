// Generated from wit/ by `cargo xtask glue`; the gate compares. Integers of 64 bits are `bigint`, bytes are `Uint8Array`; in
// what programs are shown, which must be JSON, they are `number` and digits of hexadecimals.

import type { EventKind, Task } from "./episodes.js";

import type { TaskStatus, Trust } from "./records.js";

import type { Ask, Effects, Factor, Resumed, TouchedLines } from "./types.js";

/** The question of `load-session`. */
export interface SessionQuestion {
  /** The session. Length: 1 to 128 bytes. */
  id: string;
  /** A version that is kept, as `session-versions` tells; none: how it is now. */
  version: bigint | undefined;
}

/** The context of a session. */
export interface SessionContext {
  id: string;
  /** Counts the changes; 0: there was no such session, and this is how one begins. */
  version: number;
  /** When it was last changed; 0 of a new one. */
  used: number;
  /** Of its history: what the entries say of themselves, else estimated. */
  tokens: number;
  /** JSON, with every member as it was written. */
  document: string;
  /** Entries that are missing, because their rows are damaged. They stay where they are until the context is saved. */
  nDamaged: number;
}

/** The answer of `load-session`, or what it needs first. */
export type LoadSessionReply =
  | { kind: "done"; value: SessionContext }
  | { kind: "ask"; value: Ask };

/** What a change of a context did. */
export interface SessionChanged {
  effects: Effects;
  /** Of the context after it; 0 where it was deleted. */
  version: bigint;
  /** There was such a session. */
  isKnown: boolean;
}

/** The answer of such a change, or what it needs first. */
export type SessionChangeReply =
  | { kind: "done"; value: SessionChanged }
  | { kind: "ask"; value: Ask };

/** The question of `sessions`. */
export interface SessionsQuestion {
  /** Only this session; empty: all. Default: "". Length: 0 to 128 bytes. */
  id: string;
  /** How many sessions are given at most. Default: 20. Range: 1 to 1,000. */
  limit: number;
  /** What the page before tells to go on after; empty: from the session on that was active last. Default: "". Length: 0 to 256 bytes. */
  after: string;
}

/** The context of a session in a list. */
export interface ListedContext {
  /** Counts the changes. */
  version: number;
  /** When it was last changed. */
  used: number;
  /** Entries of its history, and their tokens. */
  nEntries: number;
  tokens: number;
  /** The first 200 bytes of its goal, once a compaction kept it, else of its summary; may be empty. */
  about: string;
}

/** A session: one run of an agent. It is known by the events that name it, and by its context. */
export interface ListedSession {
  /** Its name, as events and contexts have it. */
  id: string;
  /** How much it recorded, of every kind but learnings and deliveries: `episodes.events` gives it. */
  nRecords: number;
  /** When the first of that happened; none where it recorded nothing. */
  started: number | undefined;
  /** When the newest of it happened, or when its context was last changed. */
  active: number;
  /** Its context, where it has one. */
  context: ListedContext | undefined;
}

/** A page of sessions. */
export interface SessionPage {
  /** Those first that were active last. */
  sessions: ListedSession[];
  /** The ids of those whose context is left out, because its row is damaged. */
  damaged: string[];
  /** What to go on after; empty at the end. */
  next: string;
}

/** The answer of `sessions`, or what it needs first. */
export type SessionsReply =
  | { kind: "done"; value: SessionPage }
  | { kind: "ask"; value: Ask };

/** When a context is compacted, and what stays. */
export interface CompactionSettings {
  /** The most entries; one more, and the oldest leave. Default: 50. Range: 1 to 100,000,000. */
  maxEntries: number;
  /** How many of the newest stay then. Default: 30. Range: 1 to 100,000,000. */
  keepEntries: number;
  /**
   * The most tokens of the history; above, the oldest half of the entries leaves, and again, until it holds.
   * Default: 100,000. Range: 1 to 100,000,000.
   */
  maxTokens: number;
  /** How long a completed task stays, in hours. Default: 24. Range: 0 to 876,000. */
  taskHours: number;
  /** All but the newest leave, whether or not a limit is passed. Default: false. */
  isManual: boolean;
}

/** Why entries left. */
export type CompactionTrigger =
  /** None did. */
  | "none"
  /** There were too many. */
  | "entries"
  /** They had too many tokens. */
  | "tokens"
  /** The caller wanted it. */
  | "manual";

/** What a compaction did. */
export interface Compaction {
  trigger: CompactionTrigger;
  /** Entries that left, and that stayed. */
  nRemoved: number;
  nEntries: number;
  /** Facts that were said twice, and tasks that were completed long ago. */
  nFactsRemoved: number;
  nTasksRemoved: number;
  /** The tokens of the history before and after. Above the most where a call with its result has more. */
  tokensBefore: bigint;
  tokensAfter: bigint;
  /** Of the context after it. */
  version: bigint;
  /** What was added to `long_term_summary`. */
  summary: string;
  /** Bytes of the oldest lines of `long_term_summary` that had to go, which holds at most 64 KiB. */
  nSummaryBytesLeftOut: bigint;
}

/** That a session was compacted. */
export interface Compacted {
  effects: Effects;
  report: Compaction;
}

/** The answer of `compact-session`, or what it needs first. */
export type CompactSessionReply =
  | { kind: "done"; value: Compacted }
  | { kind: "ask"; value: Ask };

/** The question of `summarise-session`. */
export interface SummariseQuestion {
  /** The session. Length: 1 to 128 bytes. */
  id: string;
  /** As of `compaction-settings`. Default: 50. Range: 1 to 100,000,000. */
  maxEntries: number;
  /** As of `compaction-settings`. Default: 30. Range: 1 to 100,000,000. */
  keepEntries: number;
  /** As of `compaction-settings`. Default: 100,000. Range: 1 to 100,000,000. */
  maxTokens: number;
  /** As of `compaction-settings`. Default: false. */
  isManual: boolean;
  /** The host answers `model` requests. Default: false. */
  hasModel: boolean;
}

/** What a compaction would say. */
export interface SummaryDraft {
  /** Checked, to be given to `compact-session`; empty where nothing would leave. */
  text: string;
  /** Entries that would leave. */
  nEntries: number;
  /** The version that they are of. */
  version: number;
  /** A model wrote it. */
  isOfModel: boolean;
  /**
   * A line for `records.pack-lines`, which its host records at once, so that the same is never bought twice; empty where there is
   * nothing to record.
   */
  toRecord: string;
}

/** The answer of `summarise-session`, or what it needs first. */
export type SummariseSessionReply =
  | { kind: "done"; value: SummaryDraft }
  | { kind: "ask"; value: Ask };

/** The question of `session-versions`. */
export interface VersionsQuestion {
  /** The session. Length: 1 to 128 bytes. */
  id: string;
}

/** A version of a context. */
export interface SessionVersion {
  version: number;
  /** When it was made. */
  time: number;
  /** What came after it: a compaction by `entries`, `tokens` or `manual`, `save`, `recover`; empty for how it is now. */
  until: string;
  nEntries: number;
  tokens: number;
}

/** The versions of a session. */
export interface VersionPage {
  /** Newest first; the first is how it is now, the others are those that are kept, at most 10. */
  versions: SessionVersion[];
}

/** The answer of `session-versions`, or what it needs first. */
export type SessionVersionsReply =
  | { kind: "done"; value: VersionPage }
  | { kind: "ask"; value: Ask };

/** The question of `compare-sessions`. */
export interface CompareQuestion {
  /** The session. Length: 1 to 128 bytes. */
  id: string;
  /** A version that is kept. */
  older: bigint;
  /** Another one; none: how it is now. */
  newer: bigint | undefined;
}

/** A member of a document that differs. */
export interface ChangedMember {
  name: string;
  /** Its value in each: JSON, empty where there is none. */
  older: string;
  newer: string;
}

/** What differs between two versions. */
export interface Comparison {
  older: number;
  newer: number;
  /** Entries that only the first has, each its JSON. */
  removed: string[];
  /** Entries that only the other one has. */
  added: string[];
  /** In the order of their names. */
  changed: ChangedMember[];
}

/** The answer of `compare-sessions`, or what it needs first. */
export type CompareSessionsReply =
  | { kind: "done"; value: Comparison }
  | { kind: "ask"; value: Ask };

/** The question of `reread`. */
export interface RereadQuestion {
  /** The session, for which touches of files were recorded. Length: 1 to 128 bytes. */
  session: string;
  /** How many files are given at most. Default: 5. Range: 1 to 100. */
  limit: number;
}

/** A file to read again. */
export interface FileToReread {
  path: string;
  /** The sum of the factors. */
  score: number;
  /** What reading it and changing it add: for each touch e^(-age/40), with the age in steps. */
  factors: Factor[];
  nTouches: number;
  /** When it was touched last. */
  last: number;
  /** The lines of the newest touch that named some; 0 and 0: the whole file. */
  firstLine: number;
  lastLine: number;
  /** Why it was touched last; may be empty. */
  why: string;
}

/** Files to read again. */
export interface FilesToReread {
  /** Best first. */
  files: FileToReread[];
  /** How many files the session touched in its newest 4,000 records; older ones would add less than e^-25. */
  nFiles: number;
  /**
   * The lines that touches of these files named, newest first, with what each adds to its file's score: at most 1,000.
   * `graph.functions-at` tells which functions they are of.
   */
  lines: TouchedLines[];
  /** How many there are in all. */
  nLines: number;
}

/** The answer of `reread`, or what it needs first. */
export type RereadReply =
  | { kind: "done"; value: FilesToReread }
  | { kind: "ask"; value: Ask };

/** The question of `begin-session`. */
export interface BeginQuestion {
  /** What the session is asked to do, as far as it is known. Default: "". Length: 0 to 65,536 bytes. */
  message: string;
  /** How many files are given at most. Default: 10. Range: 1 to 100. */
  limit: number;
  /** The time of the question, by which it is said how new something is. Default: now. */
  now: bigint;
}

/** A file that a session will likely touch. */
export interface LikelyFile {
  path: string;
  /** The sum of the factors. */
  score: number;
  /**
   * Those above 0, in this order: `recency`, of the sessions that touched it; `similar`, of those that were asked for something
   * like the message; `frequency`, of how many touched it; `words`, that its path shares with the message; `named`, in the
   * message, which counts more than all that past sessions say of any file.
   */
  factors: Factor[];
}

/** A call that failed. */
export interface PastError {
  /** Of its record. */
  id: string;
  time: number;
  /** Empty: none. */
  session: string;
  tool: string;
  /** The line that names the error. */
  error: string;
}

/** A failure that was mended. */
export interface MendedError {
  error: PastError;
  /** The files that were edited before it succeeded. */
  files: string[];
  /** The commands that were run before it succeeded, and may have changed something: the newest 4, each cut. */
  commands: string[];
  /** What succeeded, where that was written otherwise than what failed, as with another version of a program; empty: it was the same. */
  succeededAs: string;
}

/** The question of `failures`. */
export interface FailuresQuestion {
  /** Only those of this session; empty: all. Default: "". Length: 0 to 128 bytes. */
  session: string;
  /** Only those of this tool; empty: all. Default: "". Length: 0 to 128 bytes. */
  tool: string;
  /** How many are given at most. Default: 20. Range: 1 to 100. */
  limit: number;
}

/** Failures that no later success mended. */
export interface FailurePage {
  /** Newest first, those of one tool with the same error once. */
  failures: PastError[];
  /** How many there are in all. */
  nFailures: number;
}

/** The answer of `failures`, or what it needs first. */
export type FailuresReply =
  | { kind: "done"; value: FailurePage }
  | { kind: "ask"; value: Ask };

/** A note, a lesson or a decision to begin with. */
export interface FittingNote {
  /** Of its record. */
  id: string;
  kind: EventKind;
  time: number;
  trust: Trust;
  /** How well it fits the message: what `recall` orders by. None: there is no message. */
  score: number | undefined;
  /** Its first 300 bytes. */
  text: string;
}

/** A session or a task that was asked for something like the message. */
export interface PastWork {
  /** Of the record that says what was asked. */
  id: string;
  /** When it was asked. */
  time: number;
  /** Empty: none. */
  session: string;
  /** Its task, or the last one of the session; empty: none. */
  task: string;
  /** What `recall` orders by with the weighting `work`: how like the message what was asked is, and half of how new it is. */
  score: number;
  /** The first 300 bytes of what was asked, on one line. */
  asked: string;
  /** How the task stands; none: there is no task. */
  status: TaskStatus | undefined;
  /** The first 300 bytes of what came of the task; may be empty. */
  outcome: string;
  /** Failures in it that no later success in it mended: newest first, each once, at most 3. */
  errors: PastError[];
}

/** What a new session should begin with. */
export interface Beginning {
  /** Best first. */
  files: LikelyFile[];
  /** How many were touched in all, by the newest 5,000 touches, without files outside the project and what was imported. */
  nFiles: number;
  /** Active and paused, newest first: at most 20. */
  tasks: Task[];
  /** There are more; `episodes.tasks` gives them. */
  hasMoreTasks: boolean;
  /**
   * Failures that no later success mended, of the newest 2,000 calls: newest first, each once, at most 5. With a message that says what
   * is asked for those of them that have a word of it. A success mends a failure of the same tool with the same aim, as `failures`
   * says.
   */
  errors: PastError[];
  /** There are more; `failures` gives them. */
  hasMoreErrors: boolean;
  /** Failures that were mended and that have a word of the message, and how: newest first, each once, at most 3, of the newest 64. */
  mended: MendedError[];
  /**
   * Notes, lessons and decisions that fit the message, best first: at most 5. Without a message the newest notes, then the newest
   * decisions that are accepted: at most 3 of each. What anybody may have written is left out, here and in `past`.
   */
  notes: FittingNote[];
  /** Past work that was asked for in words like those of the message, best first, each task and each request once: at most 3. */
  past: PastWork[];
  /** How many notes were recorded. */
  nNotes: number;
  /** How many records of every kind, notes among them: where they are not 0 and all else is empty, only other things were recorded. */
  nRecords: number;
}

/** The answer of `begin-session`, or what it needs first. */
export type BeginSessionReply =
  | { kind: "done"; value: Beginning }
  | { kind: "ask"; value: Ask };

/**
 * Contexts of agents' sessions, which survive a restart and a full context window.
 *
 * A context is a JSON object (`document`) that a person can read. Its members: `session_id`; `system_state`, an object; `facts`, a list;
 * `recent_history`, a list of entries, each an object with a `role` and what was said (`content`), as well `timestamp` and
 * `token_count`, or a message of any format that windows read; `long_term_summary`, a text; `survived`, an object with what
 * compactions kept as data (`goal`, `plan`, `decisions`, `files_read`, `files_changed`, `failed_attempts`, `errors`);
 * `active_tasks`, a list of objects with `status` and `updated_at` in seconds; `tool_stats`, an object with `total_calls`,
 * `by_tool`, `failures`; `last_known_environment`, an object; `token_usage`, an object with `total_input`, `total_output`,
 * `by_session`. All others are kept as they are. A document has at most 100,000 entries of 32 MiB together, each at most 1 MiB, 4 MiB of
 * other members, and nests at most 64 deep. `format`, where it is there, is 1.
 *
 * Contexts belong to the tenant that `records.open` named, lie beside the records in their store, and forms of secrets in them
 * are treated as the settings of records say. A change that names the version that it is of is in conflict where the context is at
 * another one; its host holds the store's lock from the first call to the commit, as for records.
 *
 * - `id`: The session. Length: 1 to 128 bytes.
 * - `expected`: The version that the change is of. None: any.
 */
export interface SessionCalls {
  /** The context of a session; where there is none, that of a new one, which is not stored before it is saved. */
  loadSession(question: SessionQuestion, resumed: Resumed | undefined): LoadSessionReply;
  /**
   * Saves a document as the context of a session, in the place of the one that was there, with every member. Where the history only
   * lost entries at its beginning and gained some at its end, the others stay where they are; what is lost is kept as a version.
   * Gives `version`: the version after it.
   *
   * - `document`: A JSON object, as `load-session` gives it.
   */
  saveSession(id: string, document: string, expected: bigint | undefined, now: bigint, resumed: Resumed | undefined): SessionChangeReply;
  /**
   * Appends entries to the history of a session, which is made where there is none. The calls, failures and tokens in
   * them are added to `tool_stats` and `token_usage`. It costs the same however long the history is.
   * Gives `version`: the version after it.
   *
   * - `entries`: A JSON list of objects, as `recent_history` has them.
   */
  appendToSession(id: string, entries: string, expected: bigint | undefined, now: bigint, resumed: Resumed | undefined): SessionChangeReply;
  /**
   * Deletes the context of a session, with its versions. `rollback` of a session does so too.
   * Gives `is-known`: whether there was one.
   */
  deleteSession(id: string, expected: bigint | undefined, resumed: Resumed | undefined): SessionChangeReply;
  /**
   * Brings a version back that is kept: the context is as it was then, and how it is now is kept as a version.
   * Gives `version`: the version after it.
   *
   * - `version`: The one to bring back, which `session-versions` tells.
   */
  recoverSession(id: string, version: bigint, expected: bigint | undefined, now: bigint, resumed: Resumed | undefined): SessionChangeReply;
  /**
   * Copies the context of a session under another id, whose versions begin anew: a conversation that goes on in two ways. One that
   * has a context already is refused as `invalid`.
   * Gives `version`: the version of the copy.
   *
   * - `fork`: The session of the copy. Length: 1 to 128 bytes.
   * - `version`: A version that is kept, which `session-versions` tells. None: as it is now.
   */
  forkSession(id: string, fork: string, version: bigint | undefined, expected: bigint | undefined, now: bigint, resumed: Resumed | undefined): SessionChangeReply;
  /** The sessions of the memory, with or without a context. One that is named and not known is refused, with those that are like it. */
  sessions(question: SessionsQuestion, resumed: Resumed | undefined): SessionsReply;
  /**
   * Compacts the context of a session where a limit is passed: the oldest entries leave, never a call without its result. What
   * must survive of them is added to `survived`, and `summary` to `long_term_summary`. How it was before is kept as a version: the
   * newest 10 are.
   *
   * - `summary`: What to say of the entries that leave: UTF-8, at most 16 KiB and no longer than they are, which gives its reader no
   *   orders. None: what a rule makes of them.
   */
  compactSession(id: string, settings: CompactionSettings, summary: Uint8Array | undefined, expected: bigint | undefined, now: bigint, resumed: Resumed | undefined): CompactSessionReply;
  /**
   * What a compaction would say of the entries that leave: by rule, or in the words of a model that the host has. An answer of the model
   * that is not as `compact-session` wants it is refused as `invalid`.
   */
  summariseSession(question: SummariseQuestion, resumed: Resumed | undefined): SummariseSessionReply;
  /** How a session is now, and how it was before what took entries away. */
  sessionVersions(question: VersionsQuestion, resumed: Resumed | undefined): SessionVersionsReply;
  /** What differs between two versions of a session. */
  compareSessions(question: CompareQuestion, resumed: Resumed | undefined): CompareSessionsReply;
  /** Which files to read again after a compaction: those that the session touched most and last. A session without any record or context is `unknown`. */
  reread(question: RereadQuestion, resumed: Resumed | undefined): RereadReply;
  /**
   * "What still fails?" Of the newest 2,000 calls those that failed and that no later success mended: a success of the same tool with
   * the same aim, which is the first two words of what a command line is for, also as a part of another one, or the file that it names. What was imported is left out.
   */
  failures(question: FailuresQuestion, resumed: Resumed | undefined): FailuresReply;
  /**
   * What a new session should begin with: files that it will likely touch, tasks that are open, what failed last, notes that fit, and
   * past work that was like it.
   */
  beginSession(question: BeginQuestion, resumed: Resumed | undefined): BeginSessionReply;
}
