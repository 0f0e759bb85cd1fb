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
  /** That an agent was told of a record. */
  | "delivery"
  /** That a person called lines that were imported their own. */
  | "adoption"
  /** That something was seen which makes a pattern: derived here, from its parents. */
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
  /** Only notes, decisions and lessons that speak of this file or of a symbol in it. Default: "". Length: 0 to 1,024 bytes. */
  anchor: string;
  /** Only of this tool. Default: "". Length: 0 to 128 bytes. */
  tool: string;
  /**
   * Only what happened while this branch was checked out; one of which nothing is recorded is no unknown name. Default: "".
   * Length: 0 to 255 bytes.
   */
  branch: string;
  /** Only what happened while this commit was checked out, in all of its 40 or 64 hex digits. Default: "". Length: 0 to 64 bytes. */
  commit: string;
  /** Only what was derived from the record with this id. Default: "". Length: 0 to 64 bytes. */
  parent: string;
  /** Only with these members of their metadata, each as `name=value`. Default: []. At most 8, of at most 400 bytes each. */
  metadata: string[];
  /** Only what happened then or later. */
  since: bigint | undefined;
  /** Only what happened before. */
  until: bigint | undefined;
  /** How many events are given at most. Default: 20. Range: 1 to 1,000. */
  limit: number;
  /** The id of the event to go on after, as the page before tells; empty: from the newest on. Default: "". Length: 0 to 64 bytes. */
  after: string;
}

/** An event as it was recorded. */
export interface RecordedEvent {
  id: string;
  kind: EventKind;
  /** When it was recorded. */
  recorded: number;
  trust: Trust;
  /** Who had the memory open; empty where nobody said. */
  principal: string;
  /** As the caller could tell it. Of a learning or an observation the body is a note that says what it is. */
  event: Event;
}

/** A page of events. */
export interface EventPage {
  /** Newest first. A page ends before the event that would take it past 4 MiB, and where 10,000 events were looked at. */
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
   * The time: `today`, `yesterday`, `monday`, `last week`, `this month`, `3 days ago`, a date as `2026-11-03` or `3 November`, a moment
   * as `2026-11-03T09:30`, with its offset or as clocks show it there, or so long ago as `7d` or `12h`. Length: 1 to 1,024 bytes.
   */
  written: string;
  /** By which the days are told. Default: zone. */
  zone: ZoneOffset[];
  /** The time of the question. Default: now. */
  now: bigint;
}

/** From one moment on, and up to before another one. */
export interface TimeSpan {
  since: number;
  /** None: it has no end, as of a moment, or of so long ago. */
  until: number | undefined;
}

/** The answer of `read-time`, or what it needs first. */
export type ReadTimeReply =
  | { kind: "done"; value: TimeSpan }
  | { kind: "ask"; value: Ask };

/** What a line of the log tells of. */
export type LogKind =
  /** A person asked for something. */
  | "asked"
  /** Files were changed, or a task was completed. */
  | "done"
  /** A call failed, or a task was given up. */
  | "failed"
  /** Something was decided. */
  | "decided"
  /** A note or a lesson was kept. */
  | "noted";

/** The question of `log`. */
export interface LogQuestion {
  /** Only what happened then, as `read-time` reads it; empty: at any time. Default: "". Length: 0 to 1,024 bytes. */
  when: string;
  /** Only of this session. Default: "". Length: 0 to 128 bytes. */
  session: string;
  /** How many lines are given at most. Default: 50. Range: 1 to 1,000. */
  limit: number;
  /** The id to go on after, as the page before tells; empty: from the newest on. Default: "". Length: 0 to 64 bytes. */
  after: string;
  /** By which the days are told. Default: zone. */
  zone: ZoneOffset[];
  /** The time of the question. Default: now. */
  now: bigint;
}

/** A line of the log. */
export interface LogEntry {
  /** Of the newest record that it stands for. */
  id: string;
  /** The beginning of that id, of 13 characters or more, by which `why`, `forget` and `update` know it too. */
  shortId: string;
  time: number;
  kind: LogKind;
  /** One line of at most some 400 bytes. */
  text: string;
  session: string;
  task: string;
  /** Who had the memory open when the newest of them was recorded; empty: nobody said. */
  principal: string;
  /** The files that were changed, the last one first, at most 100; empty for all but `done`. */
  files: string[];
  /** How many records it stands for: changes after one request, failures alike. */
  n: number;
  /** Of what failed: it succeeded later, in this form or in another one. */
  isMended: boolean;
}

/** Lines of the log. */
export interface LogPage {
  /** Newest first. A page ends where 5,000 records, or 24 MiB of them, were looked at. */
  entries: LogEntry[];
  /** What `when` means; none: any time. */
  since: number | undefined;
  /** Up to before then; none: it has no end. */
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
  /** The records that it was derived from, as far as they are there. */
  parents: RecordedEvent[];
  /** How many it names, of which some may be gone. */
  nParents: number;
  /** What was derived from it: the newest 100. */
  children: RecordedEvent[];
  /** More was derived from it than these; `events` with its id as `parent` gives all. */
  hasMoreChildren: boolean;
  /** The adoptions by which an import became its importer's own word, the first one first: without them it would be untrusted. */
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
  /** The file that is read is known to be damaged, so that more may be missing than can be counted. Default: false. */
  isDamaged: boolean;
}

/** A slice of all records as JSON lines. */
export interface ExportedLines {
  /**
   * About 1 MiB: an event a line, oldest first, with its id, kind, trust, principal and when it was recorded. The last line of
   * the last slice is a trailer with the number of lines and their hash: from 16 zero bytes on, the XXH3 hash of 128 bits of
   * the hash so far and the line, without its end, in hex. Where a record was left out of any slice, or the file is damaged, it has
   * no hash, and `is_damaged` in its place: nothing vouches for such lines, and no release takes them for whole.
   */
  text: string;
  /** Records left out, because their rows are damaged. */
  nDamaged: number;
  /** To go on after; empty at the end. */
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
   * Whole lines of at most about 1 MiB, oldest record first, each ended by CR and LF; the first line of the first slice names
   * the columns. Lists and objects are JSON, times milliseconds since 1970. A cell has what was recorded, also where a program
   * for tables would take it for a formula.
   */
  text: string;
  /** Records of any kind left out, because their rows are damaged. */
  nDamaged: number;
  /** To go on after; empty at the end. */
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
   * The file, in any form of its path; or the end of its path, as its name, where only one file that was touched has it: several
   * are `ambiguous`. Length: 1 to 1,024 bytes.
   */
  path: string;
  /** How many touches are given at most. Default: 5. Range: 1 to 1,000. */
  limit: number;
}

/** That a file was touched. */
export interface Touched {
  id: string;
  path: string;
  operation: FileOperation;
  time: number;
  /** Who says it. What was imported others did, as in commits that a history told of. */
  origin: Origin;
  session: string;
  task: string;
  /** Lines from 1 on; 0 and 0: the whole file. */
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
  /** In all, without what was imported. */
  nTouches: number;
  /** How often others touched it, as imports say. */
  nImported: number;
  /** Without what was imported. */
  operations: OperationCount[];
}

/** The answer of `file-history`, or what it needs first. */
export type FileHistoryReply =
  | { kind: "done"; value: FileSummary }
  | { kind: "ask"; value: Ask };

/** The question of `co-edits`. */
export interface CoEditsQuestion {
  /** Only with this file, named as for `file-history`; empty: of all. Default: "". Length: 0 to 1,024 bytes. */
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
   * On how many occasions both were edited: for a task, without one in a session, without both on a day. Each counts once,
   * however often they were edited. Of an occasion with more than 50 files 50 are counted, by the hashes of their paths.
   */
  n: number;
  /** How many of them were imported, as the commits of others. */
  nImported: number;
  /** n / (n + 2). */
  confidence: number;
  /** The beginning of the first and the last day on which that was seen. */
  firstDay: number;
  lastDay: number;
}

/** Pairs of files. */
export interface CoEditPage {
  /** The most frequent first. */
  pairs: CoEdit[];
  /** There are more than these. */
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
  /** Files whose path has this part; 0 where the newest touches sufficed, and no more was looked at. */
  nFiles: number;
  /** There are more than these. */
  hasMore: boolean;
}

/** The answer of `last-touches`, or what it needs first. */
export type LastTouchesReply =
  | { kind: "done"; value: TouchPage }
  | { kind: "ask"; value: Ask };

/** The question of `tool-stats`. */
export interface ToolStatsQuestion {
  /** Counted back from this time. Default: now. */
  now: bigint;
  /** How many whole days of UTC are counted, today among them. Default: 7. Range: 1 to 366. */
  days: number;
  /** Only of this channel; empty: of all. Default: "". Length: 0 to 128 bytes. */
  channel: string;
  /** Only for tasks of this intent. */
  intent: TaskIntent | undefined;
}

/** How a tool did. */
export interface ToolStat {
  tool: string;
  nCalls: number;
  nSuccesses: number;
  nFailures: number;
  /** Calls that a person, a permission or a sandbox did not let run: no failures of the tool. */
  nRefused: number;
  /** Calls of which nobody said how they ended. */
  nUnknown: number;
  /** n-successes / (n-successes + n-failures); none where both are 0. */
  successRate: number | undefined;
  /** Milliseconds, of the calls whose duration is known; none where none is. */
  meanDuration: number | undefined;
  /** Tokens in the agent's context, of the calls that told. */
  meanContextTokens: number | undefined;
}

/** How the tools did. */
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
  /** Only tasks that stand so; none given: active and paused. Default: []. */
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
  /** The time of its first step, and of its newest one. */
  started: number;
  changed: number;
  /** The files touched for it, the most often first, at most 100. */
  files: NamedCount[];
  /** How many there are in all. */
  nFiles: number;
  /** The tools called for it, the most often first, at most 100. */
  tools: NamedCount[];
  /** How many there are in all. */
  nTools: number;
}

/** Tasks. */
export interface TaskPage {
  /** What was changed last comes first. */
  tasks: Task[];
  /** There are more than these. */
  hasMore: boolean;
}

/** The answer of `tasks`, or what it needs first. */
export type TasksReply =
  | { kind: "done"; value: TaskPage }
  | { kind: "ask"; value: Ask };

/** What a pattern is of. */
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
   * Only of what begins so: of errors the tool, of renames the folder. Of these the 1,000 most frequent patterns are looked at.
   * Default: "". Length: 0 to 1,024 bytes.
   */
  subject: string;
  /** How many patterns are given at most. Default: 20. Range: 1 to 1,000. */
  limit: number;
}

/** Something that happened again and again. */
export interface Pattern {
  kind: PatternKind;
  /** Of an error the tool, of a rename the folder. */
  subject: string;
  /** Of an error its first line, without what changes from one time to the next; of a rename empty. */
  signature: string;
  /** The files that were edited then, the most often first, at most 16. */
  files: NamedCount[];
  /** How many there are in all, of the first 64. */
  nFiles: number;
  n: number;
  /** n / (n + 2). */
  confidence: number;
  /** The beginning of the first and the last day on which that was seen. */
  firstDay: number;
  lastDay: number;
}

/** Patterns. */
export interface PatternPage {
  /** The most frequent first. */
  patterns: Pattern[];
  /** There are more than these, or were more than were looked at. */
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

/** A strategy and how it did. */
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
  /** When it was last used, as far as that is among the newest 64 records derived from it; none: never. */
  lastUsed: number | undefined;
}

/** Strategies. */
export interface StrategyPage {
  /** The best first. */
  strategies: RankedStrategy[];
  /** There are more than these, or were more than were looked at. */
  hasMore: boolean;
}

/** The answer of `strategies`, or what it needs first. */
export type StrategiesReply =
  | { kind: "done"; value: StrategyPage }
  | { kind: "ask"; value: Ask };

/** The question of `decisions`. */
export interface DecisionsQuestion {
  /** Only those that stand so; none given: all. Default: []. */
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
  /** When that happened. */
  time: number;
  channel: string;
  trust: Trust;
  /** Where in the code it speaks of. */
  anchors: Anchor[];
  decision: Decision;
}

/** Decisions. */
export interface DecisionPage {
  /** Newest first. */
  decisions: RecordedDecision[];
  /** There are more than these, or more than were looked at. */
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
  /** How many turns are given at most. Default: 20. Range: 1 to 1,000. */
  limit: number;
}

/** A value that is at hand. */
export interface HeldValue {
  id: string;
  key: string;
  value: string;
  /** When it was set. */
  time: number;
  /** When it is gone; none: never. */
  expires: number | undefined;
}

/** What is at hand in a conversation. */
export interface WorkingSet {
  /** In the order of their keys. */
  values: HeldValue[];
  /** Newest first. */
  turns: RecordedEvent[];
  /** There are more turns than these; `events` of the conversation gives all. */
  hasMoreTurns: boolean;
  /** What was thought there, newest first, as many as turns at most. */
  thoughts: RecordedEvent[];
  /** There are more thoughts than these. */
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
 * What was done, asked by key, by time and by aggregate.
 *
 * Every answer comes from indexes and running aggregates that are kept as events are added, never from a pass over what
 * happened. All of it is the tenant's own. Days that are counted are whole days of UTC; those that words mean are days of the `zone`.
 * Where a question has a `now` or a `zone`, hosts give the time and the zone of their machine unless they are told others.
 */
export interface EpisodesCalls {
  /** What happened, newest first. Where nothing fits, a name in it without any record is `unknown`, with those like it in the newest 200 records. */
  events(question: EventsQuestion, resumed: Resumed | undefined): EventsReply;
  /** What a time means that a person wrote. It needs no rows. */
  readTime(question: ReadTimeQuestion, resumed: Resumed | undefined): ReadTimeReply;
  /**
   * What was asked, done, failed, decided and noted, a line for each, newest first: "what did I do yesterday?" What was only looked at
   * is left out, and so is what others did, as imports say. A session without any record is `unknown`.
   */
  log(question: LogQuestion, resumed: Resumed | undefined): LogReply;
  /**
   * A record by its id, or by a beginning of at least 8 characters that only its id has, what it was derived from, and what was derived
   * from it. Length of `id`: 1 to 64 bytes.
   */
  why(id: string, resumed: Resumed | undefined): WhyReply;
  /** All records of the tenant, without loss, in a form to read: what `records.pack-import` reads. */
  exportLines(question: ExportLinesQuestion, resumed: Resumed | undefined): ExportLinesReply;
  /** The tenant's records of a kind as a table (RFC 4180), to look at: nothing reads it again. */
  exportCsv(question: ExportCsvQuestion, resumed: Resumed | undefined): ExportCsvReply;
  /** "Have I worked on this file?" */
  fileHistory(question: FileHistoryQuestion, resumed: Resumed | undefined): FileHistoryReply;
  /** "Which files are edited together?" Kept up by each edit; files outside the project make no pairs. */
  coEdits(question: CoEditsQuestion, resumed: Resumed | undefined): CoEditsReply;
  /** "What did I last do with X?" */
  lastTouches(question: LastTouchesQuestion, resumed: Resumed | undefined): LastTouchesReply;
  /** "How often does each tool succeed, and how long does it take?" */
  toolStats(question: ToolStatsQuestion, resumed: Resumed | undefined): ToolStatsReply;
  /** "What was I working on?" */
  tasks(question: TasksQuestion, resumed: Resumed | undefined): TasksReply;
  /** What was learnt of how errors are mended and renames carried through, as events arrived. */
  patterns(question: PatternsQuestion, resumed: Resumed | undefined): PatternsReply;
  /** Strategies by how often they succeeded. Looks at the newest 1,000. */
  strategies(question: StrategiesQuestion, resumed: Resumed | undefined): StrategiesReply;
  /** What was decided: of each title in a channel the newest record. Looks at 1,000 titles of a channel, in their order. */
  decisions(question: DecisionsQuestion, resumed: Resumed | undefined): DecisionsReply;
  /** What is at hand in a conversation: its newest turns, and values until their lifetime is over. */
  workingMemory(question: WorkingMemoryQuestion, resumed: Resumed | undefined): WorkingMemoryReply;
  /** What is known of the user who has the memory open. */
  profile(resumed: Resumed | undefined): ProfileReply;
}
