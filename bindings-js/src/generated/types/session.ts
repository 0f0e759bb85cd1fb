// Generated from wit/ by `cargo xtask glue`; the gate compares. Integers of 64 bits are `bigint`, bytes are `Uint8Array`; in
// what programs are shown, which must be JSON, they are `number` and digits of hexadecimals.

import type { EventKind, Task } from "./episodes.js";

import type { TaskStatus, Trust } from "./records.js";

import type { Ask, Effects, Factor, Resumed, TouchedLines } from "./types.js";

/** The question of `load-session`. */
export interface SessionQuestion {
  /** The session. Length: 1 to 128 bytes. */
  id: string;
  /** A stored version, as `session-versions` lists it; none: the current one. */
  version: bigint | undefined;
}

/** The context of a session. */
export interface SessionContext {
  id: string;
  /** Counts the changes; 0 for a new context, because the session has none yet. */
  version: number;
  /** When it was last changed; 0 for a new context. */
  used: number;
  /** The tokens of its history: what the entries state, else estimated. */
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
  /** The version of the context after the change; 0 if it was deleted. */
  version: bigint;
  /** Whether the session had a context before. */
  isKnown: boolean;
}

/** The answer of a change of a context, or what it needs first. */
export type SessionChangeReply =
  | { kind: "done"; value: SessionChanged }
  | { kind: "ask"; value: Ask };

/** The question of `sessions`. */
export interface SessionsQuestion {
  /** Only this session; empty: all. Default: "". Length: 0 to 128 bytes. */
  id: string;
  /** How many sessions are given at most. Default: 20. Range: 1 to 1,000. */
  limit: number;
  /**
   * Where to go on: `next` of the page before; empty: from the session on that was active last. Default: "".
   * Length: 0 to 256 bytes.
   */
  after: string;
}

/** The context of a session in a list. */
export interface ListedContext {
  /** Counts the changes. */
  version: number;
  /** When it was last changed. */
  used: number;
  /** The number of entries of its history; `tokens` counts their tokens. */
  nEntries: number;
  tokens: number;
  /** The first 200 bytes of its goal, if a compaction kept one, else of its summary; may be empty. */
  about: string;
}

/** A session: one run of an agent. Known are sessions that events name or that have a context. */
export interface ListedSession {
  /** Its name, as events and contexts have it. */
  id: string;
  /** The title that its harness or program states, else the first words of its first request; empty without either. */
  title: string;
  /** The number of records of every kind but learnings and deliveries: `episodes.events` gives them. */
  nRecords: number;
  /** When the first of these happened; none if there are none. */
  started: number | undefined;
  /** When the newest of these happened, or when the session's context was last changed, whichever is later. */
  active: number;
  /** Its context; none if it has none. */
  context: ListedContext | undefined;
}

/** A page of sessions. */
export interface SessionPage {
  /** The sessions, the most recently active first. */
  sessions: ListedSession[];
  /** The ids of sessions whose context is left out, because its row is damaged. */
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
  /** The most entries; if there are more, the oldest are removed. Default: 50. Range: 1 to 100,000,000. */
  maxEntries: number;
  /**
   * How many of the newest entries stay then; more if a call would be parted from its result. Default: 30.
   * Range: 1 to 100,000,000.
   */
  keepEntries: number;
  /**
   * The most tokens of the history; if there are more, the oldest half of the entries is removed, repeatedly until they fit.
   * Default: 100,000. Range: 1 to 100,000,000.
   */
  maxTokens: number;
  /** How long a completed task stays, in hours. Default: 24. Range: 0 to 876,000. */
  taskHours: number;
  /** Whether all but the newest entries are removed even if no limit is exceeded. Default: false. */
  isManual: boolean;
}

/** Why entries were removed. */
export type CompactionTrigger =
  /** No entry was removed. */
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
  /** The number of entries that were removed; `n-entries` counts those that stayed. */
  nRemoved: number;
  nEntries: number;
  /** The number of duplicate facts that were removed; `n-tasks-removed` counts removed tasks, which were completed long ago. */
  nFactsRemoved: number;
  nTasksRemoved: number;
  /**
   * The tokens of the history before the compaction; `tokens-after` counts those after it. They exceed the limit if a single
   * call with its result does.
   */
  tokensBefore: bigint;
  tokensAfter: bigint;
  /** The version of the context after the compaction. */
  version: bigint;
  /** What was added to `long_term_summary`. */
  summary: string;
  /** The number of bytes of the oldest lines that were removed from `long_term_summary`, which has at most 64 KiB. */
  nSummaryBytesLeftOut: bigint;
}

/** The result of compacting a session. */
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
  /** As in `compaction-settings`. Default: 50. Range: 1 to 100,000,000. */
  maxEntries: number;
  /** As in `compaction-settings`. Default: 30. Range: 1 to 100,000,000. */
  keepEntries: number;
  /** As in `compaction-settings`. Default: 100,000. Range: 1 to 100,000,000. */
  maxTokens: number;
  /** As in `compaction-settings`. Default: false. */
  isManual: boolean;
  /** Whether the host answers `model` requests. Default: false. */
  hasModel: boolean;
}

/** A draft of the summary for a compaction. */
export interface SummaryDraft {
  /** The summary, checked, for `compact-session`; empty if no entry would be removed. */
  text: string;
  /** The number of entries that would be removed. */
  nEntries: number;
  /** The version of the context that has these entries. */
  version: number;
  /** Whether a model wrote it. */
  isOfModel: boolean;
  /**
   * A line for `records.pack-lines`, which the host records at once, so that the model is not asked for the same twice; empty
   * if there is nothing to record.
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
  /**
   * What ended it: `entries`, `tokens` or `manual` for a compaction by that trigger, `save`, or `recover`; empty for the
   * current version.
   */
  until: string;
  nEntries: number;
  tokens: number;
}

/** The versions of a session. */
export interface VersionPage {
  /** Newest first: the current version, then at most 10 stored ones. */
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
  /** A stored version. */
  older: bigint;
  /** Another stored version; none: the current one. */
  newer: bigint | undefined;
}

/** A member of a document that differs. */
export interface ChangedMember {
  name: string;
  /** Its value in the older version, as JSON; `newer` is that in the newer one. Empty if it has none. */
  older: string;
  newer: string;
}

/** What differs between two versions. */
export interface Comparison {
  older: number;
  newer: number;
  /** Entries that only the older version has, each as JSON. */
  removed: string[];
  /** Entries that only the newer version has, each as JSON. */
  added: string[];
  /** Members that differ, in the order of their names. */
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
  /** The first line of the newest touch that named lines; `last-line` is its last one. Both are 0 for the whole file. */
  firstLine: number;
  lastLine: number;
  /** Why it was touched last; may be empty. */
  why: string;
}

/** Files to read again. */
export interface FilesToReread {
  /** Best first. */
  files: FileToReread[];
  /** How many files the session touched in its newest 4,000 records; older touches would hardly count. */
  nFiles: number;
  /**
   * The ranges of lines that touches of these files named, newest first, with what each touch adds to its file's score: at
   * most 1,000. `graph.functions-at` tells which functions they are in.
   */
  lines: TouchedLines[];
  /** The number of all such ranges. */
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
  /** The time of the question, from which the age of a record is counted. Default: now. */
  now: bigint;
}

/** A file that a session will likely touch. */
export interface LikelyFile {
  path: string;
  /** The sum of the factors. */
  score: number;
  /**
   * The factors above 0, in this order. `recency`: how recent the sessions are that touched the file. `similar`: how similar
   * their first requests are to the message. `frequency`: how many sessions touched the file. `words`: the words that its path
   * shares with the message. `named`: whether the message names the file; this adds to the most that past sessions give any
   * file.
   */
  factors: Factor[];
}

/** A call that failed. */
export interface PastError {
  /** The id of its record. */
  id: string;
  time: number;
  /** The session; empty: none. */
  session: string;
  tool: string;
  /** The line that names the error. */
  error: string;
}

/** A failure, and how it was mended. */
export interface MendedError {
  error: PastError;
  /** The files that were edited before it succeeded. */
  files: string[];
  /** The commands that were run before it succeeded, and that may have changed something: the newest 4, each cut. */
  commands: string[];
  /**
   * The call that succeeded, if it was written differently from the one that failed, as with another version of a program;
   * else empty.
   */
  succeededAs: string;
}

/** The question of `failures`. */
export interface FailuresQuestion {
  /** Only those of this session; empty: all. Default: "". Length: 0 to 128 bytes. */
  session: string;
  /** Only those of this tool; empty: all. Default: "". Length: 0 to 128 bytes. */
  tool: string;
  /** How many failures are given at most. Default: 20. Range: 1 to 100. */
  limit: number;
}

/** Failures that no later success mended. */
export interface FailurePage {
  /** Newest first, those of one tool with the same error once. */
  failures: PastError[];
  /** The number of all such failures. */
  nFailures: number;
}

/** The answer of `failures`, or what it needs first. */
export type FailuresReply =
  | { kind: "done"; value: FailurePage }
  | { kind: "ask"; value: Ask };

/** A note, a lesson or a decision for the beginning of a session. */
export interface FittingNote {
  /** The id of its record. */
  id: string;
  kind: EventKind;
  time: number;
  trust: Trust;
  /** How well it fits the message: the score by which `recall` orders. None: there is no message. */
  score: number | undefined;
  /** Its first 300 bytes. */
  text: string;
}

/** A session or a task that was asked for something like the message. */
export interface PastWork {
  /** The id of the record that says what was asked. */
  id: string;
  /** When it was asked. */
  time: number;
  /** The session; empty: none. */
  session: string;
  /** Its task, or the last one of the session; empty: none. */
  task: string;
  /**
   * The score by which `recall` orders with the weighting `work`: how similar the request is to the message, and half of how
   * new it is.
   */
  score: number;
  /** The first 300 bytes of what was asked, on one line. */
  asked: string;
  /** The status of the task; none: there is no task. */
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
  /**
   * The number of all likely files: those of the newest 5,000 touches, without imported touches, failed ones, searches, and
   * files outside the project.
   */
  nFiles: number;
  /** Active and paused tasks, newest first: at most 20. */
  tasks: Task[];
  /** Whether there are more; `episodes.tasks` gives them. */
  hasMoreTasks: boolean;
  /**
   * Of the newest 2,000 calls, the failures that no later success mended, as `failures` gives them: newest first, each once,
   * at most 5. With a message that has more than common words, only failures that share a word with the message.
   */
  errors: PastError[];
  /** Whether there are more; `failures` gives them. */
  hasMoreErrors: boolean;
  /**
   * Failures that were mended, and how: newest first, each once, at most 3. Of the newest 64, those that have a word of the
   * message.
   */
  mended: MendedError[];
  /**
   * Notes, lessons and decisions that fit the message, best first: at most 5. Without a message, the newest notes, then the
   * newest decisions that are accepted: at most 3 of each. Untrusted records are left out, here and in `past`.
   */
  notes: FittingNote[];
  /** Past work that was asked for in words like those of the message, best first, each task and each request once: at most 3. */
  past: PastWork[];
  /** How many notes there are. */
  nNotes: number;
  /**
   * How many records of every kind but learnings there are, including notes. If this is not 0 and all else is empty, only
   * other things were recorded.
   */
  nRecords: number;
}

/** The answer of `begin-session`, or what it needs first. */
export type BeginSessionReply =
  | { kind: "done"; value: Beginning }
  | { kind: "ask"; value: Ask };

/**
 * Contexts of agents' sessions, which survive a restart and a full context window.
 *
 * A context is a JSON object (`document`) that a person can read. `session_id` is the session, `system_state` an object, and
 * `facts` a list. `recent_history` is a list of entries. An entry is an object with a `role` and what was said (`content`), as
 * well as `timestamp` and `token_count`; or it is a message of any format that windows read. `long_term_summary` is a text.
 * `survived` is an object with what compactions kept as data (`goal`, `plan`, `decisions`, `files_read`, `files_changed`,
 * `failed_attempts`, `errors`). `active_tasks` is a list of objects with `status` and `updated_at` in seconds. `tool_stats` is
 * an object with `total_calls`, `by_tool` and `failures`; `token_usage` one with `total_input`, `total_output` and `by_session`.
 * `last_known_environment` is an object. All other members are kept as they are. A document has at most 100,000 entries of 32
 * MiB together, each at most 1 MiB, and 4 MiB of other members; it nests at most 64 deep. `format`, if it is there, is 1.
 *
 * Contexts belong to the tenant that `records.open` named, and are in the store of the records. Forms of secrets in them are
 * treated as the settings of records say. A change with a version in `expected` is in conflict if the context is at another
 * version. Its host holds the store's lock from the first call to the commit, as for records.
 *
 * - `id`: The session. Length: 1 to 128 bytes.
 * - `expected`: The version that the change is of. None: any.
 */
export interface SessionCalls {
  /** The context of a session; if there is none, a new context, which is not stored before it is saved. */
  loadSession(question: SessionQuestion, resumed: Resumed | undefined): LoadSessionReply;
  /**
   * Saves a document as the context of a session, with every member, in place of the one before. If the history only lost
   * entries at its beginning and gained some at its end, the other entries are not written again. If entries are lost or written
   * anew, the context from before is kept as a version.
   * Gives `version`: the version after it.
   *
   * - `document`: A JSON object, as `load-session` gives it.
   */
  saveSession(id: string, document: string, expected: bigint | undefined, now: bigint, resumed: Resumed | undefined): SessionChangeReply;
  /**
   * Appends entries to the history of a session; creates the context if there is none. The calls, failures and tokens in them
   * are added to `tool_stats` and `token_usage`. It costs the same however long the history is.
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
   * Recovers a stored version: the context becomes as it was then, and the current one is kept as a version.
   * Gives `version`: the version after it.
   *
   * - `version`: The version to recover, as `session-versions` lists it.
   */
  recoverSession(id: string, version: bigint, expected: bigint | undefined, now: bigint, resumed: Resumed | undefined): SessionChangeReply;
  /**
   * Copies the context of a session to another id, whose versions begin anew, so that a conversation can go on in two ways. If
   * that id has a context already, the call is refused as `invalid`.
   * Gives `version`: the version of the copy.
   *
   * - `fork`: The session of the copy. Length: 1 to 128 bytes.
   * - `version`: A stored version, as `session-versions` lists it. None: the current one.
   */
  forkSession(id: string, fork: string, version: bigint | undefined, expected: bigint | undefined, now: bigint, resumed: Resumed | undefined): SessionChangeReply;
  /**
   * The sessions of the memory, with or without a context. If `id` is an unknown session, the call is refused, and the error
   * suggests similar ones.
   */
  sessions(question: SessionsQuestion, resumed: Resumed | undefined): SessionsReply;
  /**
   * Compacts the context of a session if a limit is exceeded: removes the oldest entries, never a call without its result. What
   * must survive of the removed entries is added to `survived`, and `summary` to `long_term_summary`. The context from before is
   * kept as a version; of the versions, the newest 10 are kept.
   *
   * - `summary`: The summary of the removed entries: UTF-8, at most 16 KiB, no longer than these entries, and without orders to
   *   its reader. None: a summary made by rule.
   */
  compactSession(id: string, settings: CompactionSettings, summary: Uint8Array | undefined, expected: bigint | undefined, now: bigint, resumed: Resumed | undefined): CompactSessionReply;
  /**
   * A summary of the entries that a compaction would remove: by rule, or in the words of a model that the host has. An answer of
   * the model that `compact-session` would not accept is refused as `invalid`.
   */
  summariseSession(question: SummariseQuestion, resumed: Resumed | undefined): SummariseSessionReply;
  /** The current version of a session, and stored versions from before entries were removed. */
  sessionVersions(question: VersionsQuestion, resumed: Resumed | undefined): SessionVersionsReply;
  /** What differs between two versions of a session. */
  compareSessions(question: CompareQuestion, resumed: Resumed | undefined): CompareSessionsReply;
  /**
   * Which files to read again after a compaction: those that the session touched most and last. A session without any record or
   * context is `unknown`.
   */
  reread(question: RereadQuestion, resumed: Resumed | undefined): RereadReply;
  /**
   * "What still fails?" Of the newest 2,000 calls, the failures that no later success mended. A success mends a failure of the
   * same tool with the same aim. The aim is the file that the call names, or the first two words of the main part of a command
   * line; of a line that succeeded, other parts may count too. Imported calls are left out.
   */
  failures(question: FailuresQuestion, resumed: Resumed | undefined): FailuresReply;
  /**
   * What a new session should begin with: files that it will likely touch, open tasks, what failed last, notes that fit, and
   * similar past work.
   */
  beginSession(question: BeginQuestion, resumed: Resumed | undefined): BeginSessionReply;
}
