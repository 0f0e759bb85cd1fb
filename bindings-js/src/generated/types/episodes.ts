// Generated from wit/ by `cargo xtask glue`; the gate compares. Integers of 64 bits are `bigint`, bytes are `Uint8Array`; in
// what programs are shown, which must be JSON, they are `number` and digits of hexadecimals.

import type { Decision, DecisionStatus, Event, FileOperation, Origin, TaskIntent, TaskStatus, Trust } from "./records.js";

import type { Anchor, Ask, Resumed, ZoneOffset } from "./types.js";

/** What a record is about. */
export type EventKind =
  | "note"
  | "learning"
  | "turn"
  | "tool_call"
  | "file_touch"
  | "task_step"
  | "strategy"
  | "strategy_use"
  | "working_value"
  | "profile_value"
  | "decision"
  | "lesson"
  | "thought"
  /** An agent was told of a record. */
  | "delivery"
  /** A person declared imported lines to be their own. */
  | "adoption"
  /** An occurrence of a pattern, which the component derived from its parents. */
  | "observation";

/** The question of `events`. */
export interface EventsQuestion {
  /** Only these kinds; none given: all. Default: []. */
  kinds: EventKind[];
  /** Only of this channel; empty: of all. Default: "". Length: 0 to 128 bytes. */
  channel: string;
  /** Only of this session. Default: "". Length: 0 to 128 bytes. */
  session: string;
  /** Only of this task. Default: "". Length: 0 to 128 bytes. */
  task: string;
  /** Only of this conversation. Default: "". Length: 0 to 128 bytes. */
  conversation: string;
  /** Only what touched this file, named as for `file-history`. Default: "". Length: 0 to 1,024 bytes. */
  path: string;
  /**
   * Only notes, decisions and lessons that are anchored to this file or to a symbol in it. Default: "".
   * Length: 0 to 1,024 bytes.
   */
  anchor: string;
  /** Only of this tool. Default: "". Length: 0 to 128 bytes. */
  tool: string;
  /**
   * Only what happened while this branch was checked out; a branch without records is not refused as unknown. Default: "".
   * Length: 0 to 255 bytes.
   */
  branch: string;
  /** Only what happened while this commit was checked out: all of its 40 or 64 hex digits. Default: "". Length: 0 to 64 bytes. */
  commit: string;
  /** Only what was derived from the record with this id. Default: "". Length: 0 to 64 bytes. */
  parent: string;
  /** Only with these members of their metadata, each as `name=value`. Default: []. At most 8, of at most 400 bytes each. */
  metadata: string[];
  /** Only what happened at this time or later. */
  since: bigint | undefined;
  /** Only what happened before this time. */
  until: bigint | undefined;
  /** How many events are given at most. Default: 20. Range: 1 to 1,000. */
  limit: number;
  /**
   * The id of the event to go on after, `next` of the page before; empty: from the newest on. Default: "".
   * Length: 0 to 64 bytes.
   */
  after: string;
}

/** An event as it was recorded. */
export interface RecordedEvent {
  id: string;
  kind: EventKind;
  /** When it was recorded. */
  recorded: number;
  trust: Trust;
  /** The principal who had the memory open; empty if none was set. */
  principal: string;
  /** The event, as a caller could record it. The body of a learning or an observation is a note that describes it. */
  event: Event;
}

/** A page of events. */
export interface EventPage {
  /** Newest first. A page ends before the event that would take the page past 4 MiB, or after 10,000 examined events. */
  events: RecordedEvent[];
  /** Events left out of this page, because their rows are damaged. */
  nDamaged: number;
  /** The id to go on after; empty at the end. */
  next: string;
}

/** The answer of `events`, or what it needs first. */
export type EventsReply =
  | { kind: "done"; value: EventPage }
  | { kind: "ask"; value: Ask };

/** The question of `read-time`. */
export interface ReadTimeQuestion {
  /**
   * The time. It is `today`, `yesterday`, `monday`, `last week`, `this month`, `3 days ago`, a date such as `2026-11-03` or
   * `3 November`, or an age such as `7d` or `12h`. It may also be a moment such as `2026-11-03T09:30`, with its offset or in
   * the time of the zone. Length: 1 to 1,024 bytes.
   */
  written: string;
  /** The zone whose days are meant. Default: zone. */
  zone: ZoneOffset[];
  /** The time of the question. Default: now. */
  now: bigint;
}

/** A span of time, from `since` (included) to `until` (not included). */
export interface TimeSpan {
  since: number;
  /** None: the span has no end, as for a moment or an age. */
  until: number | undefined;
}

/** The answer of `read-time`, or what it needs first. */
export type ReadTimeReply =
  | { kind: "done"; value: TimeSpan }
  | { kind: "ask"; value: Ask };

/** What a line of the log is about. */
export type LogKind =
  /** A person asked for something. */
  | "asked"
  /** Files were changed, or a task was completed. */
  | "done"
  /** A call failed, or a task was given up. */
  | "failed"
  /** Something was decided. */
  | "decided"
  /** A note or a lesson was recorded. */
  | "noted";

/** The question of `log`. */
export interface LogQuestion {
  /**
   * Only what happened at this time, which is written as for `read-time`; empty: at any time. Default: "".
   * Length: 0 to 1,024 bytes.
   */
  when: string;
  /** Only of this session. Default: "". Length: 0 to 128 bytes. */
  session: string;
  /** How many lines are given at most. Default: 50. Range: 1 to 1,000. */
  limit: number;
  /** The id to go on after, `next` of the page before; empty: from the newest on. Default: "". Length: 0 to 64 bytes. */
  after: string;
  /** The zone whose days are meant. Default: zone. */
  zone: ZoneOffset[];
  /** The time of the question. Default: now. */
  now: bigint;
}

/** A line of the log. */
export interface LogEntry {
  /** The id of the newest record that the line stands for. */
  id: string;
  /** The first characters of that id, 13 or more. `why`, `forget` and `update` accept them in place of the id. */
  shortId: string;
  time: number;
  kind: LogKind;
  /** One line of at most some 400 bytes. */
  text: string;
  session: string;
  task: string;
  /** The principal who had the memory open when the newest of these records was recorded; empty if none was set. */
  principal: string;
  /** The files that were changed, the last one first, at most 100; empty for all but `done`. */
  files: string[];
  /** The number of records that the line stands for: changes after one request, or equal failures. */
  n: number;
  /** For a failure: whether it succeeded later, in this form or in another one. */
  isMended: boolean;
}

/** Lines of the log. */
export interface LogPage {
  /** Newest first. A page ends after 5,000 examined records, or 24 MiB of them. */
  entries: LogEntry[];
  /** The beginning of the span that `when` means; none: any time. */
  since: number | undefined;
  /** The end of that span, not included; none: it has no end. */
  until: number | undefined;
  /** Records left out, because their rows are damaged. */
  nDamaged: number;
  /** The id to go on after; empty at the end. */
  next: string;
}

/** The answer of `log`, or what it needs first. */
export type LogReply =
  | { kind: "done"; value: LogPage }
  | { kind: "ask"; value: Ask };

/** A record, and where it comes from. */
export interface Lineage {
  event: RecordedEvent;
  /** The records that it was derived from, as far as they still exist. */
  parents: RecordedEvent[];
  /** The number of all parents that the record names; some of them may be gone. */
  nParents: number;
  /** The newest 100 records that were derived from it. */
  children: RecordedEvent[];
  /** Whether more records were derived from it; `events` with its id as `parent` gives all. */
  hasMoreChildren: boolean;
  /**
   * The adoptions by which an imported record counts as its importer's own, oldest first. Without them the record would be
   * untrusted.
   */
  adoptions: RecordedEvent[];
}

/** The answer of `why`, or what it needs first. */
export type WhyReply =
  | { kind: "done"; value: Lineage }
  | { kind: "ask"; value: Ask };

/** The question of `export-lines`. */
export interface ExportLinesQuestion {
  /** Where the slice begins, as the one before tells; empty: at the beginning. Default: "". Length: 0 to 128 bytes. */
  after: string;
  /** Whether the memory's file is known to be damaged, so that more may be missing than can be counted. Default: false. */
  isDamaged: boolean;
}

/** A slice of all records as JSON lines. */
export interface ExportedLines {
  /**
   * About 1 MiB of lines, one for each record, oldest first: its event, with the record's id, kind, trust, principal and time
   * of recording. The last line of the last slice is a trailer with the number of lines and their hash. The hash begins as 16
   * zero bytes. For each line it becomes the 128-bit XXH3 hash of the hash so far and the line without its end; it is written
   * in hex. If a record was left out of any slice, or the file is damaged, the trailer has `is_damaged` in place of the hash,
   * and no release takes such lines for complete.
   */
  text: string;
  /** Records left out, because their rows are damaged. */
  nDamaged: number;
  /** The `after` of the next slice; empty at the end. */
  next: string;
}

/** The answer of `export-lines`, or what it needs first. */
export type ExportLinesReply =
  | { kind: "done"; value: ExportedLines }
  | { kind: "ask"; value: Ask };

/** The question of `export-csv`. */
export interface ExportCsvQuestion {
  /** The kind of the records: each has columns of its own. Default: note. */
  kind: EventKind;
  /** Where the slice begins, as the one before tells; empty: at the beginning. Default: "". Length: 0 to 64 bytes. */
  after: string;
}

/** A slice of the records of a kind as comma-separated values. */
export interface ExportedCsv {
  /**
   * About 1 MiB of whole lines at most, oldest record first, each line ended by CR and LF; the first line of the first slice
   * names the columns. Lists and objects are JSON, times are milliseconds since 1970. A cell has what was recorded, also where
   * a program for tables would take the cell for a formula.
   */
  text: string;
  /** Records of any kind left out, because their rows are damaged. */
  nDamaged: number;
  /** The `after` of the next slice; empty at the end. */
  next: string;
}

/** The answer of `export-csv`, or what it needs first. */
export type ExportCsvReply =
  | { kind: "done"; value: ExportedCsv }
  | { kind: "ask"; value: Ask };

/** How often something was done with a file. */
export interface OperationCount {
  operation: FileOperation;
  n: number;
}

/** The question of `file-history`. */
export interface FileHistoryQuestion {
  /**
   * The file, in any form of its path; or the end of its path, such as its name. An end that several touched files have is
   * refused as `ambiguous`. Length: 1 to 1,024 bytes.
   */
  path: string;
  /** How many touches are given at most. Default: 5. Range: 1 to 1,000. */
  limit: number;
}

/** A touch of a file: that it was read, changed or searched. */
export interface Touched {
  id: string;
  path: string;
  operation: FileOperation;
  time: number;
  /** Who says it. Imported touches are work of others, such as the commits of a history. */
  origin: Origin;
  session: string;
  task: string;
  /** The first line, from 1; `last-line` is the last one. Both are 0 for the whole file. */
  firstLine: number;
  lastLine: number;
  success: boolean;
  why: string;
  change: string;
}

/** What was done with a file. */
export interface FileSummary {
  path: string;
  /** Newest first. */
  touches: Touched[];
  /** The number of all touches, without imported ones. */
  nTouches: number;
  /** The number of imported touches, which are work of others. */
  nImported: number;
  /** How often each operation occurred, without imported touches. */
  operations: OperationCount[];
}

/** The answer of `file-history`, or what it needs first. */
export type FileHistoryReply =
  | { kind: "done"; value: FileSummary }
  | { kind: "ask"; value: Ask };

/** The question of `co-edits`. */
export interface CoEditsQuestion {
  /** Only pairs with this file, named as for `file-history`; empty: all. Default: "". Length: 0 to 1,024 bytes. */
  path: string;
  /** On how many occasions two files must have been edited together. Default: 3. Range: 3 to 1,000,000. */
  minOccasions: number;
  /** How many pairs are given at most. Default: 20. Range: 1 to 1,000. */
  limit: number;
}

/** Two files that were edited together. */
export interface CoEdit {
  path: string;
  other: string;
  /**
   * The number of occasions on which both were edited. An occasion is a task; for edits without a task, a session; for edits
   * without either, a day. Each occasion counts once, however often the files were edited. Of an occasion with more than 50
   * files, 50 are counted, chosen by the hashes of their paths.
   */
  n: number;
  /** The number of these occasions that were imported, such as commits of others. */
  nImported: number;
  /** n / (n + 2). */
  confidence: number;
  /** The beginning of the first day with such an occasion; `last-day` is the beginning of the last such day. */
  firstDay: number;
  lastDay: number;
}

/** Pairs of files. */
export interface CoEditPage {
  /** The most frequent first. */
  pairs: CoEdit[];
  /** Whether there are more. */
  hasMore: boolean;
}

/** The answer of `co-edits`, or what it needs first. */
export type CoEditsReply =
  | { kind: "done"; value: CoEditPage }
  | { kind: "ask"; value: Ask };

/** The question of `last-touches`. */
export interface LastTouchesQuestion {
  /** A part of the path; capital and small letters of ASCII are the same. Length: 1 to 1,024 bytes. */
  contains: string;
  /** How many touches are given at most. Default: 10. Range: 1 to 1,000. */
  limit: number;
}

/** Touches of files. */
export interface TouchPage {
  /** Newest first. */
  touches: Touched[];
  /** The number of files whose path has this part; 0 if the newest touches sufficed, so that files were not counted. */
  nFiles: number;
  /** Whether there are more. */
  hasMore: boolean;
}

/** The answer of `last-touches`, or what it needs first. */
export type LastTouchesReply =
  | { kind: "done"; value: TouchPage }
  | { kind: "ask"; value: Ask };

/** The question of `tool-stats`. */
export interface ToolStatsQuestion {
  /** The days are counted back from this time. Default: now. */
  now: bigint;
  /** How many whole days of UTC are counted, today among them. Default: 7. Range: 1 to 366. */
  days: number;
  /** Only of this channel; empty: of all. Default: "". Length: 0 to 128 bytes. */
  channel: string;
  /** Only for tasks of this intent. */
  intent: TaskIntent | undefined;
}

/** How often a tool was called, and with what success. */
export interface ToolStat {
  tool: string;
  nCalls: number;
  nSuccesses: number;
  nFailures: number;
  /** Calls that a person, a permission or a sandbox did not let run: no failures of the tool. */
  nRefused: number;
  /** Calls of which it is not known how they ended. */
  nUnknown: number;
  /** n-successes / (n-successes + n-failures); none where both are 0. */
  successRate: number | undefined;
  /** The mean duration in milliseconds of the calls whose duration is known; none if none is. */
  meanDuration: number | undefined;
  /** The mean number of tokens in the agent's context, over the calls that state it; none if none does. */
  meanContextTokens: number | undefined;
}

/** The statistics of tools. */
export interface ToolStatPage {
  /** The most called first. */
  tools: ToolStat[];
  /** The beginning of the first day that was counted. */
  since: number;
}

/** The answer of `tool-stats`, or what it needs first. */
export type ToolStatsReply =
  | { kind: "done"; value: ToolStatPage }
  | { kind: "ask"; value: Ask };

/** The question of `tasks`. */
export interface TasksQuestion {
  /** Only tasks with these statuses; none given: active and paused. Default: []. */
  statuses: TaskStatus[];
  /** How many tasks are given at most. Default: 20. Range: 1 to 1,000. */
  limit: number;
}

/** A name and how often it occurred. */
export interface NamedCount {
  name: string;
  n: number;
}

/** A task. */
export interface Task {
  name: string;
  status: TaskStatus;
  description: string;
  intent: TaskIntent | undefined;
  outcome: string;
  /** The time of its first step; `changed` is that of its newest step. */
  started: number;
  changed: number;
  /** The files touched for it, the most often first, at most 100. */
  files: NamedCount[];
  /** The number of all files touched for it. */
  nFiles: number;
  /** The tools called for it, the most often first, at most 100. */
  tools: NamedCount[];
  /** The number of all tools called for it. */
  nTools: number;
}

/** Tasks. */
export interface TaskPage {
  /** The most recently changed first. */
  tasks: Task[];
  /** Whether there are more. */
  hasMore: boolean;
}

/** The answer of `tasks`, or what it needs first. */
export type TasksReply =
  | { kind: "done"; value: TaskPage }
  | { kind: "ask"; value: Ask };

/** The kind of a pattern. */
export type PatternKind =
  /** A tool failed with an error, files were edited, and it succeeded. */
  | "error_fix"
  /** A file was renamed, and other files were edited. */
  | "refactor";

/** The question of `patterns`. */
export interface PatternsQuestion {
  /** Only of this kind. */
  kind: PatternKind | undefined;
  /**
   * Only patterns whose subject begins with this text (a tool for errors, a folder for renames), among the 1,000 most frequent
   * of each kind; empty: all. Default: "". Length: 0 to 1,024 bytes.
   */
  subject: string;
  /** How many patterns are given at most. Default: 20. Range: 1 to 1,000. */
  limit: number;
}

/** Something that happened again and again. */
export interface Pattern {
  kind: PatternKind;
  /** For an error the tool, with the first words of its command if it has one; for a rename the folder. */
  subject: string;
  /** For an error its first line, without what changes from one time to the next; for a rename empty. */
  signature: string;
  /** The files that were edited then, the most often first, at most 16. */
  files: NamedCount[];
  /** The number of all files that were edited then, as far as they are counted: the first 64 different ones. */
  nFiles: number;
  /** How often it happened. */
  n: number;
  /** n / (n + 2). */
  confidence: number;
  /** The beginning of the first day on which it happened; `last-day` is the beginning of the last such day. */
  firstDay: number;
  lastDay: number;
}

/** Patterns. */
export interface PatternPage {
  /** The most frequent first. */
  patterns: Pattern[];
  /** Whether there are more, or may be among patterns that were not examined. */
  hasMore: boolean;
}

/** The answer of `patterns`, or what it needs first. */
export type PatternsReply =
  | { kind: "done"; value: PatternPage }
  | { kind: "ask"; value: Ask };

/** The question of `strategies`. */
export interface StrategiesQuestion {
  /** Only for this sort of task; empty: for all. Default: "". Length: 0 to 128 bytes. */
  taskType: string;
  /** Only of this channel and `_global`; empty: of all. Default: "". Length: 0 to 128 bytes. */
  channel: string;
  /** How many strategies are given at most. Default: 10. Range: 1 to 1,000. */
  limit: number;
}

/** A strategy, and how often it succeeded. */
export interface RankedStrategy {
  id: string;
  description: string;
  context: string;
  taskType: string;
  tools: string[];
  channel: string;
  trust: Trust;
  nSuccesses: number;
  nFailures: number;
  /** (n-successes + 1) / (n-successes + n-failures + 2): Laplace's rule of succession, by which they are ranked. */
  score: number;
  /** When it was last used; none if no use is among the newest 64 records derived from it. */
  lastUsed: number | undefined;
}

/** Strategies. */
export interface StrategyPage {
  /** The best first. */
  strategies: RankedStrategy[];
  /** Whether there are more, or may be among strategies that were not examined. */
  hasMore: boolean;
}

/** The answer of `strategies`, or what it needs first. */
export type StrategiesReply =
  | { kind: "done"; value: StrategyPage }
  | { kind: "ask"; value: Ask };

/** The question of `decisions`. */
export interface DecisionsQuestion {
  /** Only decisions with these statuses; none given: all. Default: []. */
  statuses: DecisionStatus[];
  /** Of this channel and `_global`; empty: of `_global`. Default: "". Length: 0 to 128 bytes. */
  channel: string;
  /** How many decisions are given at most. Default: 20. Range: 1 to 1,000. */
  limit: number;
}

/** A decision as its newest record has it. */
export interface RecordedDecision {
  /** The id of that record. */
  id: string;
  /** When it was decided. */
  time: number;
  channel: string;
  trust: Trust;
  /** The places in the code that it is about. */
  anchors: Anchor[];
  decision: Decision;
}

/** Decisions. */
export interface DecisionPage {
  /** Newest first. */
  decisions: RecordedDecision[];
  /** Whether there are more, or may be among titles that were not examined. */
  hasMore: boolean;
}

/** The answer of `decisions`, or what it needs first. */
export type DecisionsReply =
  | { kind: "done"; value: DecisionPage }
  | { kind: "ask"; value: Ask };

/** The question of `working-memory`. */
export interface WorkingMemoryQuestion {
  /** The conversation. Length: 1 to 128 bytes. */
  conversation: string;
  /** Its channel; empty: `_global`. Default: "". Length: 0 to 128 bytes. */
  channel: string;
  /** Values whose lifetime is over at this time are left out. Default: now. */
  now: bigint;
  /** How many turns, and how many thoughts, are given at most. Default: 20. Range: 1 to 1,000. */
  limit: number;
}

/** A value of a working memory or a profile. */
export interface HeldValue {
  id: string;
  key: string;
  value: string;
  /** When it was set. */
  time: number;
  /** When its lifetime ends; none: never. */
  expires: number | undefined;
}

/** The working memory of a conversation. */
export interface WorkingSet {
  /** In the order of their keys. */
  values: HeldValue[];
  /** Newest first. */
  turns: RecordedEvent[];
  /** Whether there are more turns; `events` of the conversation gives all. */
  hasMoreTurns: boolean;
  /** The thoughts in the conversation, newest first: at most `limit`, as of turns. */
  thoughts: RecordedEvent[];
  /** Whether there are more thoughts. */
  hasMoreThoughts: boolean;
  /** The value of the key `active_goal`; none: no goal is set, or its lifetime is over. */
  activeGoal: string | undefined;
}

/** The answer of `working-memory`, or what it needs first. */
export type WorkingMemoryReply =
  | { kind: "done"; value: WorkingSet }
  | { kind: "ask"; value: Ask };

/** What is known of the user. */
export interface UserProfile {
  /** In the order of their keys. */
  values: HeldValue[];
}

/** The answer of `profile`, or what it needs first. */
export type ProfileReply =
  | { kind: "done"; value: UserProfile }
  | { kind: "ask"; value: Ask };

/**
 * What was recorded, by key, by time and in aggregates.
 *
 * Every answer comes from indexes and aggregates that are updated as events are added, never from a pass over all events, and
 * only from records of the tenant. Days that are counted are whole days of UTC; days that words mean are those of `zone`. For
 * `now` and `zone`, hosts give the time and the zone of their machine unless the caller sets others.
 */
export interface EpisodesCalls {
  /**
   * Events, newest first. If nothing fits and the question has a name that no record has, the question is refused as `unknown`;
   * the error suggests similar names from the newest 200 records.
   */
  events(question: EventsQuestion, resumed: Resumed | undefined): EventsReply;
  /** The span of time that a written time means. Needs no rows. */
  readTime(question: ReadTimeQuestion, resumed: Resumed | undefined): ReadTimeReply;
  /**
   * "What did I do yesterday?" What was asked, done, failed, decided and noted, a line for each, newest first. Left out are
   * files that were only read, and what others did according to imports. A session without any record is refused as `unknown`.
   */
  log(question: LogQuestion, resumed: Resumed | undefined): LogReply;
  /**
   * A record, what it was derived from, and what was derived from it. `id` is the record's id, or a beginning of it, of at least
   * 8 characters, that no other id has. Length of `id`: 1 to 64 bytes.
   */
  why(id: string, resumed: Resumed | undefined): WhyReply;
  /** All records of the tenant, without loss, as readable lines, which `records.pack-import` reads. */
  exportLines(question: ExportLinesQuestion, resumed: Resumed | undefined): ExportLinesReply;
  /** The tenant's records of a kind as a table (RFC 4180), for people: nothing imports it. */
  exportCsv(question: ExportCsvQuestion, resumed: Resumed | undefined): ExportCsvReply;
  /** "Have I worked on this file?": what was done with a file. */
  fileHistory(question: FileHistoryQuestion, resumed: Resumed | undefined): FileHistoryReply;
  /** "Which files are edited together?" Each recorded edit updates the pairs; files outside the project form none. */
  coEdits(question: CoEditsQuestion, resumed: Resumed | undefined): CoEditsReply;
  /** "What did I last do with X?": the newest touches of files whose paths contain a text. */
  lastTouches(question: LastTouchesQuestion, resumed: Resumed | undefined): LastTouchesReply;
  /** "How often does each tool succeed, and how long does it take?" */
  toolStats(question: ToolStatsQuestion, resumed: Resumed | undefined): ToolStatsReply;
  /** "What was I working on?": tasks, the most recently changed first. */
  tasks(question: TasksQuestion, resumed: Resumed | undefined): TasksReply;
  /** Patterns of how errors were mended and renames carried through, learnt as events were added. */
  patterns(question: PatternsQuestion, resumed: Resumed | undefined): PatternsReply;
  /** Strategies, best first, among the newest 1,000 of the channel and of `_global`, or of all channels together. */
  strategies(question: StrategiesQuestion, resumed: Resumed | undefined): StrategiesReply;
  /** Decisions: for each title in a channel the newest record. Examines the first 1,000 titles of a channel, in their order. */
  decisions(question: DecisionsQuestion, resumed: Resumed | undefined): DecisionsReply;
  /** The working memory of a conversation: its newest turns and thoughts, and values until their lifetime ends. */
  workingMemory(question: WorkingMemoryQuestion, resumed: Resumed | undefined): WorkingMemoryReply;
  /** What is known of the user who has the memory open. */
  profile(resumed: Resumed | undefined): ProfileReply;
}
