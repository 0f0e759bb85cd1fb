// Generated from wit/ by `cargo xtask glue`; the gate compares.

import type { Cancel } from "../options.js";
import type { BesidePiece, DecisionStatus, EdgeKind, EventKind, ExportFormat, Moment, PatternKind, SymbolKind, TaskIntent, TaskStatus, Trust, WeightedPath, Weighting, ZoneOffset } from "./types.js";

/** The options of `find`. */
export interface FindOptions extends Cancel {
  /** Only these kinds; none given: all but imports. Default: []. */
  kinds?: SymbolKind[] | undefined;
  /** Only files whose path begins so; empty: all. Default: "". Length: 0 to 1,024 bytes. */
  pathPrefix?: string | undefined;
  /** How many symbols are given at most. Default: 20. Range: 1 to 1,000. */
  limit?: number | undefined;
  /** Whether to give the factors of each score. Default: false. */
  explain?: boolean | undefined;
  /** How many symbols are passed over, to go on where an answer ended. Default: 0. Range: 0 to 100,000. */
  skip?: number | undefined;
}

export const FIND_OPTIONS: readonly (keyof FindOptions)[] = ["kinds", "pathPrefix", "limit", "explain", "skip"];

/** The options of `source`. */
export interface SourceOptions extends Cancel {
  /** How many lines are given at most. Default: 400. Range: 1 to 100,000. */
  maxLines?: number | undefined;
  /** Only meanings of the name of these kinds; none given: all. Default: []. */
  kinds?: SymbolKind[] | undefined;
  /** Only meanings of the name in files whose path begins so; empty: all. Default: "". Length: 0 to 1,024 bytes. */
  pathPrefix?: string | undefined;
}

export const SOURCE_OPTIONS: readonly (keyof SourceOptions)[] = ["maxLines", "kinds", "pathPrefix"];

/** The options of `callers`, `callees`, `references`, `impact`, `hierarchy`. */
export interface WalkOptions extends Cancel {
  /** How many steps to follow. Default: 1, of `impact` 3. Range: 1 to 10. */
  depth?: number | undefined;
  /** How many steps are given at most. Default: 100. Range: 1 to 1,000. */
  limit?: number | undefined;
  /** Leaves out edges of a lower confidence. Default: 0.0. Range: 0.0 to 1.0. */
  minConfidence?: number | undefined;
  /** How many steps are passed over, to go on where an answer ended. Default: 0. Range: 0 to 100,000. */
  skip?: number | undefined;
  /** Only meanings of the name of these kinds; none given: all. Default: []. */
  kinds?: SymbolKind[] | undefined;
  /** Only meanings of the name in files whose path begins so; empty: all. Default: "". Length: 0 to 1,024 bytes. */
  pathPrefix?: string | undefined;
}

export const WALK_OPTIONS: readonly (keyof WalkOptions)[] = ["depth", "limit", "minConfidence", "skip", "kinds", "pathPrefix"];

/** The options of `tests`. */
export interface TestsOptions extends Cancel {
  /** How many calls a test may be away. Default: 10. Range: 1 to 10. */
  depth?: number | undefined;
  /** How many tests are given at most. Default: 100. Range: 1 to 1,000. */
  limit?: number | undefined;
  /** Leaves out tests of a lower confidence, which is the product along the chain of calls. Default: 0.0. Range: 0.0 to 1.0. */
  minConfidence?: number | undefined;
  /** How many tests are passed over, to go on where an answer ended. Default: 0. Range: 0 to 100,000. */
  skip?: number | undefined;
  /** Only meanings of the name of these kinds; none given: all. Default: []. */
  kinds?: SymbolKind[] | undefined;
  /** Only meanings of the name in files whose path begins so; empty: all. Default: "". Length: 0 to 1,024 bytes. */
  pathPrefix?: string | undefined;
}

export const TESTS_OPTIONS: readonly (keyof TestsOptions)[] = ["depth", "limit", "minConfidence", "skip", "kinds", "pathPrefix"];

/** The options of `path`. */
export interface PathOptions extends Cancel {
  /** The most edges. Default: 10. Range: 1 to 10. */
  depth?: number | undefined;
  /**
   * Only edges of these kinds. None given: calls alone; if these lead nowhere, all kinds but `contains`; if these lead nowhere
   * either, all kinds. Default: [].
   */
  kinds?: EdgeKind[] | undefined;
  /** Leaves out edges of a lower confidence. Default: 0.0. Range: 0.0 to 1.0. */
  minConfidence?: number | undefined;
}

export const PATH_OPTIONS: readonly (keyof PathOptions)[] = ["depth", "kinds", "minConfidence"];

/** The options of `unresolved`. */
export interface UnresolvedOptions extends Cancel {
  /** How many places are given at most. Default: 100. Range: 1 to 1,000. */
  limit?: number | undefined;
  /** How many places are passed over, to go on where an answer ended. Default: 0. Range: 0 to 100,000. */
  skip?: number | undefined;
  /** Only meanings of the name of these kinds; none given: all. Default: []. */
  kinds?: SymbolKind[] | undefined;
  /** Only meanings of the name in files whose path begins so; empty: all. Default: "". Length: 0 to 1,024 bytes. */
  pathPrefix?: string | undefined;
}

export const UNRESOLVED_OPTIONS: readonly (keyof UnresolvedOptions)[] = ["limit", "skip", "kinds", "pathPrefix"];

/** The options of `dependencies`, `dependents`. */
export interface FileOptions extends Cancel {
  /** How many steps to follow. Default: 1. Range: 1 to 10. */
  depth?: number | undefined;
  /** How many files and modules are given at most. Default: 100. Range: 1 to 1,000. */
  limit?: number | undefined;
  /** How many files and modules are passed over, to go on where an answer ended. Default: 0. Range: 0 to 100,000. */
  skip?: number | undefined;
}

export const FILE_OPTIONS: readonly (keyof FileOptions)[] = ["depth", "limit", "skip"];

/** The options of `map`. */
export interface MapOptions extends Cancel {
  /** Tokens that the text may take. Default: 2,000. Range: 64 to 1,000,000. */
  budget?: number | undefined;
  /**
   * Paths or names to prefer; unknown ones are ignored, and named in the answer. Default: [].
   * At most 100, of at most 1,024 bytes each.
   */
  focus?: string[] | undefined;
}

export const MAP_OPTIONS: readonly (keyof MapOptions)[] = ["budget", "focus"];

/** The options of `export`. */
export interface ExportOptions extends Cancel {
  /** The form. Default: text. */
  format?: ExportFormat | undefined;
  /** Only files whose path begins so, and edges between them; empty: all. Default: "". Length: 0 to 1,024 bytes. */
  pathPrefix?: string | undefined;
  /**
   * Only this symbol or file, as people type it, and the symbols that edges join to it; empty: all. It cannot be given with a
   * path prefix. Default: "". Length: 0 to 1,000 bytes.
   */
  around?: string | undefined;
  /** How many edges away from `around` symbols may be, without following `contains`. Default: 1. Range: 1 to 10. */
  depth?: number | undefined;
}

export const EXPORT_OPTIONS: readonly (keyof ExportOptions)[] = ["format", "pathPrefix", "around", "depth"];

/** The options of `functionsAt`. */
export interface FunctionsOptions extends Cancel {
  /** How many functions are given at most. Default: 10. Range: 1 to 1,000. */
  limit?: number | undefined;
}

export const FUNCTIONS_OPTIONS: readonly (keyof FunctionsOptions)[] = ["limit"];

/** The options of `documents`. */
export interface DocumentsOptions extends Cancel {
  /** How many sections are given at most. Default: 5. Range: 1 to 50. */
  limit?: number | undefined;
  /**
   * The most tokens of all excerpts together, counting some twenty more for each excerpt; 0: any number. Default: 0.
   * Range: 0 to 1,000,000.
   */
  budget?: number | undefined;
}

export const DOCUMENTS_OPTIONS: readonly (keyof DocumentsOptions)[] = ["limit", "budget"];

/** The options of `prepare`. */
export interface PrepareOptions extends Cancel {
  /** The most tokens of the answer's `text`. Default: 8,000. Range: 64 to 1,000,000. */
  budget?: number | undefined;
  /**
   * Paths in use, such as files open in an editor or just changed: these are preferred, but are no filter. Unknown ones are
   * ignored, and named in the answer. Default: []. At most 100, of at most 1,024 bytes each.
   */
  focus?: string[] | undefined;
  /**
   * Texts of current errors: words, names, and paths with lines count in them as in the task. Default: [].
   * At most 20, of at most 16,384 bytes each.
   */
  errors?: string[] | undefined;
  /**
   * Paths that were changed or read lately, the latest first: preferred less than `focus`; unknown ones are ignored.
   * Default: []. At most 100, of at most 1,024 bytes each.
   */
  recent?: string[] | undefined;
  /**
   * Files that similar past work touched, as `recall.remind` gives them: preferred least; unknown ones are ignored. Up to 100.
   * Default: [].
   */
  likely?: WeightedPath[] | undefined;
  /**
   * Texts to quote after the code, best first, as `recall.remind` gives them. They get at most a quarter of the budget. Up to
   * 100 texts, of up to 16,384 bytes each. Default: [].
   */
  beside?: BesidePiece[] | undefined;
  /** Ids of pieces that the reader can see already: they are left out. Default: []. At most 1,000, of at most 2,048 bytes each. */
  shown?: string[] | undefined;
}

export const PREPARE_OPTIONS: readonly (keyof PrepareOptions)[] = ["budget", "focus", "errors", "recent", "likely", "beside", "shown"];

/** The options of `notes`. */
export interface NotesOptions extends Cancel {
  /** Only of this channel; empty: of all. Default: "". Length: 0 to 128 bytes. */
  channel?: string | undefined;
  /** Only what happened at this time or later. */
  since?: number | Date | string | undefined;
  /** Only what happened before this time. */
  until?: number | Date | string | undefined;
  /** How many notes are given at most. Default: 20. Range: 1 to 1,000. */
  limit?: number | undefined;
  /** Only with these members of their metadata, each as `name=value`. Default: []. At most 8, of at most 400 bytes each. */
  metadata?: string[] | undefined;
  /**
   * The id of the note to go on after, `next` of the page before; empty: from the newest on. Default: "".
   * Length: 0 to 64 bytes.
   */
  after?: string | undefined;
}

export const NOTES_OPTIONS: readonly (keyof NotesOptions)[] = ["channel", "since", "until", "limit", "metadata", "after"];

/** The options of `events`. */
export interface EventsOptions extends Cancel {
  /** Only these kinds; none given: all. Default: []. */
  kinds?: EventKind[] | undefined;
  /** Only of this channel; empty: of all. Default: "". Length: 0 to 128 bytes. */
  channel?: string | undefined;
  /** Only of this session. Default: "". Length: 0 to 128 bytes. */
  session?: string | undefined;
  /** Only of this task. Default: "". Length: 0 to 128 bytes. */
  task?: string | undefined;
  /** Only of this conversation. Default: "". Length: 0 to 128 bytes. */
  conversation?: string | undefined;
  /** Only what touched this file, named as for `file-history`. Default: "". Length: 0 to 1,024 bytes. */
  path?: string | undefined;
  /**
   * Only notes, decisions and lessons that are anchored to this file or to a symbol in it. Default: "".
   * Length: 0 to 1,024 bytes.
   */
  anchor?: string | undefined;
  /** Only of this tool. Default: "". Length: 0 to 128 bytes. */
  tool?: string | undefined;
  /**
   * Only what happened while this branch was checked out; a branch without records is not refused as unknown. Default: "".
   * Length: 0 to 255 bytes.
   */
  branch?: string | undefined;
  /** Only what happened while this commit was checked out: all of its 40 or 64 hex digits. Default: "". Length: 0 to 64 bytes. */
  commit?: string | undefined;
  /** Only what was derived from the record with this id. Default: "". Length: 0 to 64 bytes. */
  parent?: string | undefined;
  /** Only with these members of their metadata, each as `name=value`. Default: []. At most 8, of at most 400 bytes each. */
  metadata?: string[] | undefined;
  /** Only what happened at this time or later. */
  since?: number | Date | string | undefined;
  /** Only what happened before this time. */
  until?: number | Date | string | undefined;
  /** How many events are given at most. Default: 20. Range: 1 to 1,000. */
  limit?: number | undefined;
  /**
   * The id of the event to go on after, `next` of the page before; empty: from the newest on. Default: "".
   * Length: 0 to 64 bytes.
   */
  after?: string | undefined;
}

export const EVENTS_OPTIONS: readonly (keyof EventsOptions)[] = ["kinds", "channel", "session", "task", "conversation", "path", "anchor", "tool", "branch", "commit", "parent", "metadata", "since", "until", "limit", "after"];

/** The options of `readTime`. */
export interface ReadTimeOptions extends Cancel {
  /** The zone whose days are meant. Default: zone. */
  zone?: ZoneOffset[] | undefined;
  /** The time of the question. Default: now. */
  now?: number | Date | string | undefined;
}

export const READ_TIME_OPTIONS: readonly (keyof ReadTimeOptions)[] = ["zone", "now"];

/** The options of `log`. */
export interface LogOptions extends Cancel {
  /**
   * Only what happened at this time, which is written as for `read-time`; empty: at any time. Default: "".
   * Length: 0 to 1,024 bytes.
   */
  when?: string | undefined;
  /** Only of this session. Default: "". Length: 0 to 128 bytes. */
  session?: string | undefined;
  /** How many lines are given at most. Default: 50. Range: 1 to 1,000. */
  limit?: number | undefined;
  /** The id to go on after, `next` of the page before; empty: from the newest on. Default: "". Length: 0 to 64 bytes. */
  after?: string | undefined;
  /** The zone whose days are meant. Default: zone. */
  zone?: ZoneOffset[] | undefined;
  /** The time of the question. Default: now. */
  now?: number | Date | string | undefined;
}

export const LOG_OPTIONS: readonly (keyof LogOptions)[] = ["when", "session", "limit", "after", "zone", "now"];

/** The options of `fileHistory`. */
export interface FileHistoryOptions extends Cancel {
  /** How many touches are given at most. Default: 5. Range: 1 to 1,000. */
  limit?: number | undefined;
}

export const FILE_HISTORY_OPTIONS: readonly (keyof FileHistoryOptions)[] = ["limit"];

/** The options of `coEdits`. */
export interface CoEditsOptions extends Cancel {
  /** Only pairs with this file, named as for `file-history`; empty: all. Default: "". Length: 0 to 1,024 bytes. */
  path?: string | undefined;
  /** On how many occasions two files must have been edited together. Default: 3. Range: 3 to 1,000,000. */
  minOccasions?: number | undefined;
  /** How many pairs are given at most. Default: 20. Range: 1 to 1,000. */
  limit?: number | undefined;
}

export const CO_EDITS_OPTIONS: readonly (keyof CoEditsOptions)[] = ["path", "minOccasions", "limit"];

/** The options of `lastTouches`. */
export interface LastTouchesOptions extends Cancel {
  /** How many touches are given at most. Default: 10. Range: 1 to 1,000. */
  limit?: number | undefined;
}

export const LAST_TOUCHES_OPTIONS: readonly (keyof LastTouchesOptions)[] = ["limit"];

/** The options of `toolStats`. */
export interface ToolStatsOptions extends Cancel {
  /** The days are counted back from this time. Default: now. */
  now?: number | Date | string | undefined;
  /** How many whole days of UTC are counted, today among them. Default: 7. Range: 1 to 366. */
  days?: number | undefined;
  /** Only of this channel; empty: of all. Default: "". Length: 0 to 128 bytes. */
  channel?: string | undefined;
  /** Only for tasks of this intent. */
  intent?: TaskIntent | undefined;
}

export const TOOL_STATS_OPTIONS: readonly (keyof ToolStatsOptions)[] = ["now", "days", "channel", "intent"];

/** The options of `tasks`. */
export interface TasksOptions extends Cancel {
  /** Only tasks with these statuses; none given: active and paused. Default: []. */
  statuses?: TaskStatus[] | undefined;
  /** How many tasks are given at most. Default: 20. Range: 1 to 1,000. */
  limit?: number | undefined;
}

export const TASKS_OPTIONS: readonly (keyof TasksOptions)[] = ["statuses", "limit"];

/** The options of `patterns`. */
export interface PatternsOptions extends Cancel {
  /** Only of this kind. */
  kind?: PatternKind | undefined;
  /**
   * Only patterns whose subject begins with this text (a tool for errors, a folder for renames), among the 1,000 most frequent
   * of each kind; empty: all. Default: "". Length: 0 to 1,024 bytes.
   */
  subject?: string | undefined;
  /** How many patterns are given at most. Default: 20. Range: 1 to 1,000. */
  limit?: number | undefined;
}

export const PATTERNS_OPTIONS: readonly (keyof PatternsOptions)[] = ["kind", "subject", "limit"];

/** The options of `strategies`. */
export interface StrategiesOptions extends Cancel {
  /** Only for this sort of task; empty: for all. Default: "". Length: 0 to 128 bytes. */
  taskType?: string | undefined;
  /** Only of this channel and `_global`; empty: of all. Default: "". Length: 0 to 128 bytes. */
  channel?: string | undefined;
  /** How many strategies are given at most. Default: 10. Range: 1 to 1,000. */
  limit?: number | undefined;
}

export const STRATEGIES_OPTIONS: readonly (keyof StrategiesOptions)[] = ["taskType", "channel", "limit"];

/** The options of `decisions`. */
export interface DecisionsOptions extends Cancel {
  /** Only decisions with these statuses; none given: all. Default: []. */
  statuses?: DecisionStatus[] | undefined;
  /** Of this channel and `_global`; empty: of `_global`. Default: "". Length: 0 to 128 bytes. */
  channel?: string | undefined;
  /** How many decisions are given at most. Default: 20. Range: 1 to 1,000. */
  limit?: number | undefined;
}

export const DECISIONS_OPTIONS: readonly (keyof DecisionsOptions)[] = ["statuses", "channel", "limit"];

/** The options of `workingMemory`. */
export interface WorkingMemoryOptions extends Cancel {
  /** Its channel; empty: `_global`. Default: "". Length: 0 to 128 bytes. */
  channel?: string | undefined;
  /** Values whose lifetime is over at this time are left out. Default: now. */
  now?: number | Date | string | undefined;
  /** How many turns, and how many thoughts, are given at most. Default: 20. Range: 1 to 1,000. */
  limit?: number | undefined;
}

export const WORKING_MEMORY_OPTIONS: readonly (keyof WorkingMemoryOptions)[] = ["channel", "now", "limit"];

/** The options of `deliver`. */
export interface DeliverOptions extends Cancel {
  /** What the agent is about to do, or what has just happened. Default: start. */
  moment?: Moment | undefined;
  /** The prompt, the error, or what the session is asked to do. Default: "". Length: 0 to 65,536 bytes. */
  text?: string | undefined;
  /**
   * The files that are about to be read or changed, or that the failed call names. Default: [].
   * At most 20, of at most 1,024 bytes each.
   */
  paths?: string[] | undefined;
  /** The tool that failed; empty: any. Default: "". Length: 0 to 128 bytes. */
  tool?: string | undefined;
  /**
   * The command that failed; empty: not known. What other commands, or another form of it, mended is told only of the same
   * program with the same sub-command. Default: "". Length: 0 to 65,536 bytes.
   */
  command?: string | undefined;
  /** The branch that is checked out; empty: not known. Default: "". Length: 0 to 255 bytes. */
  branch?: string | undefined;
  /** The most tokens of the answer's `text`; 0: 600 when a session begins, else 300. Default: 0. Range: 0 to 1,000,000. */
  budget?: number | undefined;
  /** The time of the question. Default: now. */
  now?: number | Date | string | undefined;
}

export const DELIVER_OPTIONS: readonly (keyof DeliverOptions)[] = ["moment", "text", "paths", "tool", "command", "branch", "budget", "now"];

/** The options of `deliveries`. */
export interface DeliveriesOptions extends Cancel {
  /** Only to this session; empty: to all. Default: "". Length: 0 to 128 bytes. */
  session?: string | undefined;
  /** Only what was told at this time or later. */
  since?: number | Date | string | undefined;
  /** Only what was told before this time. */
  until?: number | Date | string | undefined;
  /** How many deliveries are given at most. Default: 20. Range: 1 to 1,000. */
  limit?: number | undefined;
  /**
   * The id of the delivery to go on after, `next` of the page before; empty: from the newest on. Default: "".
   * Length: 0 to 64 bytes.
   */
  after?: string | undefined;
}

export const DELIVERIES_OPTIONS: readonly (keyof DeliveriesOptions)[] = ["session", "since", "until", "limit", "after"];

/** The options of `backtest`. */
export interface BacktestOptions extends Cancel {
  /**
   * How many sessions are replayed, the newest; of earlier ones only what they knew counts. Subagents count with the session that
   * started them. Default: 50. Range: 1 to 10,000.
   */
  sessions?: number | undefined;
  /** Only these moments; empty: all. Default: []. */
  moments?: Moment[] | undefined;
  /** The most tokens that a session is told when it begins; 0: 600. Default: 0. Range: 0 to 1,000,000. */
  startBudget?: number | undefined;
  /** The most tokens that are told at any other moment; 0: 300. Default: 0. Range: 0 to 1,000,000. */
  budget?: number | undefined;
}

export const BACKTEST_OPTIONS: readonly (keyof BacktestOptions)[] = ["sessions", "moments", "startBudget", "budget"];

/** The options of `recall`. */
export interface RecallOptions extends Cancel {
  /** Only these kinds; none given: all. Default: []. */
  kinds?: EventKind[] | undefined;
  /** Only of this channel and of `_global`; empty: of all. Default: "". Length: 0 to 128 bytes. */
  channel?: string | undefined;
  /** Only of this session. Default: "". Length: 0 to 128 bytes. */
  session?: string | undefined;
  /** Only of this task. Default: "". Length: 0 to 128 bytes. */
  task?: string | undefined;
  /** Only of this conversation. Default: "". Length: 0 to 128 bytes. */
  conversation?: string | undefined;
  /** Only of this branch. Default: "". Length: 0 to 255 bytes. */
  branch?: string | undefined;
  /** Only of this commit, in all of its digits. Default: "". Length: 0 to 64 bytes. */
  commit?: string | undefined;
  /** Only with these members of their metadata, each as `name=value`. Default: []. At most 8, of at most 400 bytes each. */
  metadata?: string[] | undefined;
  /** Only records of at least this trust. Default: untrusted. */
  trust?: Trust | undefined;
  /** Only what happened at this time or later. */
  since?: number | Date | string | undefined;
  /** Only what happened before this time. */
  until?: number | Date | string | undefined;
  /**
   * Whether to give also decisions that are superseded or deprecated, and old forms of values and decisions that were recorded
   * anew. Default: false.
   */
  outdated?: boolean | undefined;
  /** Whether to give also records that fit so weakly that they are otherwise left out. Default: false. */
  weak?: boolean | undefined;
  /** How much each factor counts. Default: auto. */
  weighting?: Weighting | undefined;
  /** How many records are given at most. Default: 10. Range: 1 to 100. */
  limit?: number | undefined;
  /** The most records of one session; 0: any number. Default: 3. Range: 0 to 100. */
  perSession?: number | undefined;
  /**
   * The most tokens of all excerpts together, counting some twenty more for each excerpt; 0: any number. Default: 0.
   * Range: 0 to 1,000,000.
   */
  budget?: number | undefined;
  /** With each hit that is a turn, how many turns before it and after it are given. Default: 0. Range: 0 to 10. */
  around?: number | undefined;
  /** The zone whose days the question means. Default: zone. */
  zone?: ZoneOffset[] | undefined;
  /** The time of the question, from which the age of a record is counted. Default: now. */
  now?: number | Date | string | undefined;
}

export const RECALL_OPTIONS: readonly (keyof RecallOptions)[] = ["kinds", "channel", "session", "task", "conversation", "branch", "commit", "metadata", "trust", "since", "until", "outdated", "weak", "weighting", "limit", "perSession", "budget", "around", "zone", "now"];

/** The options of `remind`. */
export interface RemindOptions extends Cancel {
  /** Texts of current errors, which are looked for too. Default: []. At most 20, of at most 16,384 bytes each. */
  errors?: string[] | undefined;
  /** The most tokens of the answer's `text`. Default: 2,000. Range: 64 to 1,000,000. */
  budget?: number | undefined;
  /** How much past work is given at most. Default: 3. Range: 0 to 10. */
  limit?: number | undefined;
  /** The time of the question, from which the age of a record is counted. Default: now. */
  now?: number | Date | string | undefined;
}

export const REMIND_OPTIONS: readonly (keyof RemindOptions)[] = ["errors", "budget", "limit", "now"];

/** The options of `loadSession`. */
export interface SessionOptions extends Cancel {
  /** A stored version, as `session-versions` lists it; none: the current one. */
  version?: number | undefined;
}

export const SESSION_OPTIONS: readonly (keyof SessionOptions)[] = ["version"];

/** The options of `sessions`. */
export interface SessionsOptions extends Cancel {
  /** Only this session; empty: all. Default: "". Length: 0 to 128 bytes. */
  id?: string | undefined;
  /** How many sessions are given at most. Default: 20. Range: 1 to 1,000. */
  limit?: number | undefined;
  /**
   * Where to go on: `next` of the page before; empty: from the session on that was active last. Default: "".
   * Length: 0 to 256 bytes.
   */
  after?: string | undefined;
}

export const SESSIONS_OPTIONS: readonly (keyof SessionsOptions)[] = ["id", "limit", "after"];

/** The options of `summariseSession`. */
export interface SummariseOptions extends Cancel {
  /** As in `compaction-settings`. Default: 50. Range: 1 to 100,000,000. */
  maxEntries?: number | undefined;
  /** As in `compaction-settings`. Default: 30. Range: 1 to 100,000,000. */
  keepEntries?: number | undefined;
  /** As in `compaction-settings`. Default: 100,000. Range: 1 to 100,000,000. */
  maxTokens?: number | undefined;
  /** As in `compaction-settings`. Default: false. */
  isManual?: boolean | undefined;
  /** Whether the host answers `model` requests. Default: false. */
  hasModel?: boolean | undefined;
}

/** The options of `compareSessions`. */
export interface CompareOptions extends Cancel {
  /** Another stored version; none: the current one. */
  newer?: number | undefined;
}

export const COMPARE_OPTIONS: readonly (keyof CompareOptions)[] = ["newer"];

/** The options of `reread`. */
export interface RereadOptions extends Cancel {
  /** How many files are given at most. Default: 5. Range: 1 to 100. */
  limit?: number | undefined;
}

export const REREAD_OPTIONS: readonly (keyof RereadOptions)[] = ["limit"];

/** The options of `failures`. */
export interface FailuresOptions extends Cancel {
  /** Only those of this session; empty: all. Default: "". Length: 0 to 128 bytes. */
  session?: string | undefined;
  /** Only those of this tool; empty: all. Default: "". Length: 0 to 128 bytes. */
  tool?: string | undefined;
  /** How many failures are given at most. Default: 20. Range: 1 to 100. */
  limit?: number | undefined;
}

export const FAILURES_OPTIONS: readonly (keyof FailuresOptions)[] = ["session", "tool", "limit"];

/** The options of `beginSession`. */
export interface BeginOptions extends Cancel {
  /** What the session is asked to do, as far as it is known. Default: "". Length: 0 to 65,536 bytes. */
  message?: string | undefined;
  /** How many files are given at most. Default: 10. Range: 1 to 100. */
  limit?: number | undefined;
  /** The time of the question, from which the age of a record is counted. Default: now. */
  now?: number | Date | string | undefined;
}

export const BEGIN_OPTIONS: readonly (keyof BeginOptions)[] = ["message", "limit", "now"];

/** The new content of a note. */
export interface NewTextMembers {
  /** The new text. Length: 1 to 65,536 bytes. */
  text: string;
  /** A JSON object, which replaces the metadata of the note. Default: "". */
  metadata?: string | object | undefined;
}

/** The options of `saveSession`, `appendToSession`, `deleteSession`, `recoverSession`. */
export interface SessionChangeOptions extends Cancel {
  /** The version that the change is of. None: any. */
  expected?: number | undefined;
}

export const SESSION_CHANGE_OPTIONS: readonly (keyof SessionChangeOptions)[] = ["expected"];

/** The options of `forkSession`. */
export interface ForkOptions extends Cancel {
  /** A stored version, as `session-versions` lists it. None: the current one. */
  version?: number | undefined;
  /** The version that the change is of. None: any. */
  expected?: number | undefined;
}

export const FORK_OPTIONS: readonly (keyof ForkOptions)[] = ["version", "expected"];

/** The options of `compactSession`. */
export interface CompactOptions extends Cancel {
  /** The most entries; if there are more, the oldest are removed. Default: 50. Range: 1 to 100,000,000. */
  maxEntries?: number | undefined;
  /**
   * How many of the newest entries stay then; more if a call would be parted from its result. Default: 30.
   * Range: 1 to 100,000,000.
   */
  keepEntries?: number | undefined;
  /**
   * The most tokens of the history; if there are more, the oldest half of the entries is removed, repeatedly until they fit.
   * Default: 100,000. Range: 1 to 100,000,000.
   */
  maxTokens?: number | undefined;
  /** How long a completed task stays, in hours. Default: 24. Range: 0 to 876,000. */
  taskHours?: number | undefined;
  /** Whether all but the newest entries are removed even if no limit is exceeded. Default: false. */
  isManual?: boolean | undefined;
  /**
   * The summary of the removed entries: UTF-8, at most 16 KiB, no longer than these entries, and without orders to
   * its reader. None: a summary made by rule.
   */
  summary?: string | undefined;
  /** The version that the change is of. None: any. */
  expected?: number | undefined;
}

export const COMPACT_OPTIONS: readonly (keyof CompactOptions)[] = ["maxEntries", "keepEntries", "maxTokens", "taskHours", "isManual", "summary", "expected"];
