// Generated from wit/ by `cargo xtask glue`; the gate compares.

import type { Reply } from "../ask.js";
import type { Engine } from "../engine.js";
import { type Cancel, long, options } from "../options.js";
import { Recording } from "../records/recording.js";
import type { Anchor, AnchorsQuestion, BeginQuestion, Beginning, BesidePiece, CoEditPage, CoEditsQuestion, CompareQuestion, Comparison, DecisionPage, DecisionStatus, DecisionsQuestion, DependencyPage, DocumentPage, DocumentsQuestion, EdgeKind, EventKind, EventPage, EventsQuestion, ExportCsvQuestion, ExportFormat, ExportLinesQuestion, ExportPage, ExportQuestion, ExportedCsv, ExportedLines, Exports, FileHistoryQuestion, FileOutline, FileQuestion, FileSummary, FilesToReread, FindPage, FindQuestion, FunctionPage, FunctionsQuestion, HierarchyPage, LastTouchesQuestion, Lineage, MapQuestion, MemoryStatus, NotePage, NotesQuestion, PathPage, PathQuestion, PatternKind, PatternPage, PatternsQuestion, PrepareQuestion, Prepared, RecallQuestion, Recalled, RecordTotals, RemindQuestion, Reminders, RepositoryMap, RereadQuestion, ResolvedAnchors, Resumed, SessionContext, SessionPage, SessionQuestion, SessionsQuestion, SourcePage, SourceQuestion, StrategiesQuestion, StrategyPage, SummariseQuestion, SummaryDraft, SymbolKind, TaskIntent, TaskPage, TaskStatus, TasksQuestion, TestsQuestion, ToolStatPage, ToolStatsQuestion, TouchPage, TouchedLines, Trust, UnresolvedPage, UnresolvedQuestion, UserProfile, VersionPage, VersionsQuestion, WalkPage, WalkQuestion, WeightedPath, Weighting, WorkingMemoryQuestion, WorkingSet } from "./types.js";

/** The options of `find`. */
export interface FindOptions extends Cancel {
  /** Only these kinds; none given: all but imports. Default: []. */
  kinds?: SymbolKind[] | undefined;
  /** Only files whose path begins so; empty: all. Default: "". Length: 0 to 1,024 bytes. */
  pathPrefix?: string | undefined;
  /** How many symbols are given at most. Default: 20. Range: 1 to 1,000. */
  limit?: number | undefined;
  /** Gives each score's factors. Default: false. */
  explain?: boolean | undefined;
  /** How many symbols are passed over, to go on where an answer ended. Default: 0. Range: 0 to 100,000. */
  skip?: number | undefined;
}

const FIND_OPTIONS: readonly (keyof FindOptions)[] = ["kinds", "pathPrefix", "limit", "explain", "skip"];

/** The options of `source`. */
export interface SourceOptions extends Cancel {
  /** How many lines are given at most. Default: 400. Range: 1 to 100,000. */
  maxLines?: number | undefined;
  /** Only meanings of the name of these kinds; none given: all. Default: []. */
  kinds?: SymbolKind[] | undefined;
  /** Only meanings of the name in files whose path begins so; empty: all. Default: "". Length: 0 to 1,024 bytes. */
  pathPrefix?: string | undefined;
}

const SOURCE_OPTIONS: readonly (keyof SourceOptions)[] = ["maxLines", "kinds", "pathPrefix"];

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

const WALK_OPTIONS: readonly (keyof WalkOptions)[] = ["depth", "limit", "minConfidence", "skip", "kinds", "pathPrefix"];

/** The options of `tests`. */
export interface TestsOptions extends Cancel {
  /** How many calls a test may be away. Default: 5. Range: 1 to 10. */
  depth?: number | undefined;
  /** How many tests are given at most. Default: 100. Range: 1 to 1,000. */
  limit?: number | undefined;
  /**
   * Leaves out tests that a chain of calls reaches with a lower confidence, which is the product along the chain. Default: 0.0.
   * Range: 0.0 to 1.0.
   */
  minConfidence?: number | undefined;
  /** How many tests are passed over, to go on where an answer ended. Default: 0. Range: 0 to 100,000. */
  skip?: number | undefined;
  /** Only meanings of the name of these kinds; none given: all. Default: []. */
  kinds?: SymbolKind[] | undefined;
  /** Only meanings of the name in files whose path begins so; empty: all. Default: "". Length: 0 to 1,024 bytes. */
  pathPrefix?: string | undefined;
}

const TESTS_OPTIONS: readonly (keyof TestsOptions)[] = ["depth", "limit", "minConfidence", "skip", "kinds", "pathPrefix"];

/** The options of `path`. */
export interface PathOptions extends Cancel {
  /** The most edges. Default: 10. Range: 1 to 10. */
  depth?: number | undefined;
  /** Only edges of these kinds; none given: calls alone, or where these lead nowhere, all kinds. Default: []. */
  kinds?: EdgeKind[] | undefined;
  /** Leaves out edges of a lower confidence. Default: 0.0. Range: 0.0 to 1.0. */
  minConfidence?: number | undefined;
}

const PATH_OPTIONS: readonly (keyof PathOptions)[] = ["depth", "kinds", "minConfidence"];

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

const UNRESOLVED_OPTIONS: readonly (keyof UnresolvedOptions)[] = ["limit", "skip", "kinds", "pathPrefix"];

/** The options of `dependencies`, `dependents`. */
export interface FileOptions extends Cancel {
  /** How many steps to follow. Default: 1. Range: 1 to 10. */
  depth?: number | undefined;
  /** How many files and modules are given at most. Default: 100. Range: 1 to 1,000. */
  limit?: number | undefined;
  /** How many files and modules are passed over, to go on where an answer ended. Default: 0. Range: 0 to 100,000. */
  skip?: number | undefined;
}

const FILE_OPTIONS: readonly (keyof FileOptions)[] = ["depth", "limit", "skip"];

/** The options of `map`. */
export interface MapOptions extends Cancel {
  /** Tokens that the text may take. Default: 2,000. Range: 64 to 1,000,000. */
  budget?: number | undefined;
  /**
   * Paths or names to lean towards; unknown ones are ignored, and named in the answer. Default: [].
   * At most 100, of at most 1,024 bytes each.
   */
  focus?: string[] | undefined;
}

const MAP_OPTIONS: readonly (keyof MapOptions)[] = ["budget", "focus"];

/** The options of `export`. */
export interface ExportOptions extends Cancel {
  /** The form. Default: text. */
  format?: ExportFormat | undefined;
  /** Only files whose path begins so, and edges between them; empty: all. Default: "". Length: 0 to 1,024 bytes. */
  pathPrefix?: string | undefined;
  /**
   * Only a symbol or file, as people type it, with what edges join it to; empty: all. It cannot be given with a path prefix.
   * Default: "". Length: 0 to 1,000 bytes.
   */
  around?: string | undefined;
  /** How many edges away from it. Default: 1. Range: 1 to 10. */
  depth?: number | undefined;
}

const EXPORT_OPTIONS: readonly (keyof ExportOptions)[] = ["format", "pathPrefix", "around", "depth"];

/** The options of `functionsAt`. */
export interface FunctionsOptions extends Cancel {
  /** How many functions are given at most. Default: 10. Range: 1 to 1,000. */
  limit?: number | undefined;
}

const FUNCTIONS_OPTIONS: readonly (keyof FunctionsOptions)[] = ["limit"];

/** The options of `documents`. */
export interface DocumentsOptions extends Cancel {
  /** How many sections are given at most. Default: 5. Range: 1 to 50. */
  limit?: number | undefined;
  /**
   * Tokens that the excerpts may take together, some twenty for what stands beside each among them; 0: any number. Default: 0.
   * Range: 0 to 1,000,000.
   */
  budget?: number | undefined;
}

const DOCUMENTS_OPTIONS: readonly (keyof DocumentsOptions)[] = ["limit", "budget"];

/** The options of `prepare`. */
export interface PrepareOptions extends Cancel {
  /** Tokens that the pieces may take together. Default: 8,000. Range: 64 to 1,000,000. */
  budget?: number | undefined;
  /**
   * Paths in hand (open in an editor, just changed): a leaning, not a filter; unknown ones are ignored, and named in the answer.
   * Default: []. At most 100, of at most 1,024 bytes each.
   */
  focus?: string[] | undefined;
  /**
   * Texts of errors in hand: words, names, and paths with lines count in them as in the task.
   * Default: []. At most 20, of at most 16,384 bytes each.
   */
  errors?: string[] | undefined;
  /**
   * Paths that were changed or read lately, the latest first: a weaker leaning than `focus`; unknown ones are ignored.
   * Default: []. At most 100, of at most 1,024 bytes each.
   */
  recent?: string[] | undefined;
  /**
   * Files that past work of this kind touched, as `recall.remind` names them: the weakest leaning; unknown ones are ignored.
   * Up to 100. Default: [].
   */
  likely?: WeightedPath[] | undefined;
  /**
   * What is to stand beside the code, best first, as `recall.remind` gives it: quoted behind the code, as far as it fits into a
   * quarter of the budget. Up to 100 pieces, of 16,384 bytes. Default: [].
   */
  beside?: BesidePiece[] | undefined;
  /**
   * Ids of pieces that whoever asks can see already: they are left out, of the code and beside it.
   * Default: []. At most 1,000, of at most 2,048 bytes each.
   */
  shown?: string[] | undefined;
}

const PREPARE_OPTIONS: readonly (keyof PrepareOptions)[] = ["budget", "focus", "errors", "recent", "likely", "beside", "shown"];

/** The options of `notes`. */
export interface NotesOptions extends Cancel {
  /** Only of this channel; empty: of all. Default: "". Length: 0 to 128 bytes. */
  channel?: string | undefined;
  /** Only what happened then or later. */
  since?: number | undefined;
  /** Only what happened before. */
  until?: number | undefined;
  /** How many notes are given at most. Default: 20. Range: 1 to 1,000. */
  limit?: number | undefined;
  /** Only with these members of their metadata, each as `name=value`. Default: []. At most 8, of at most 400 bytes each. */
  metadata?: string[] | undefined;
  /** The id of the note to go on after, as the page before tells; empty: from the newest on. Default: "". Length: 0 to 64 bytes. */
  after?: string | undefined;
}

const NOTES_OPTIONS: readonly (keyof NotesOptions)[] = ["channel", "since", "until", "limit", "metadata", "after"];

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
  /** Only notes, decisions and lessons that speak of this file or of a symbol in it. Default: "". Length: 0 to 1,024 bytes. */
  anchor?: string | undefined;
  /** Only of this tool. Default: "". Length: 0 to 128 bytes. */
  tool?: string | undefined;
  /**
   * Only what happened while this branch was checked out; one of which nothing is recorded is no unknown name. Default: "".
   * Length: 0 to 255 bytes.
   */
  branch?: string | undefined;
  /** Only what was derived from the record with this id. Default: "". Length: 0 to 64 bytes. */
  parent?: string | undefined;
  /** Only with these members of their metadata, each as `name=value`. Default: []. At most 8, of at most 400 bytes each. */
  metadata?: string[] | undefined;
  /** Only what happened then or later. */
  since?: number | undefined;
  /** Only what happened before. */
  until?: number | undefined;
  /** How many events are given at most. Default: 20. Range: 1 to 1,000. */
  limit?: number | undefined;
  /** The id of the event to go on after, as the page before tells; empty: from the newest on. Default: "". Length: 0 to 64 bytes. */
  after?: string | undefined;
}

const EVENTS_OPTIONS: readonly (keyof EventsOptions)[] = ["kinds", "channel", "session", "task", "conversation", "path", "anchor", "tool", "branch", "parent", "metadata", "since", "until", "limit", "after"];

/** The options of `fileHistory`. */
export interface FileHistoryOptions extends Cancel {
  /** How many touches are given at most. Default: 5. Range: 1 to 1,000. */
  limit?: number | undefined;
}

const FILE_HISTORY_OPTIONS: readonly (keyof FileHistoryOptions)[] = ["limit"];

/** The options of `coEdits`. */
export interface CoEditsOptions extends Cancel {
  /** Only with this file, named as for `file-history`; empty: of all. Default: "". Length: 0 to 1,024 bytes. */
  path?: string | undefined;
  /** On how many occasions two files must have been edited together. Default: 3. Range: 3 to 1,000,000. */
  minOccasions?: number | undefined;
  /** How many pairs are given at most. Default: 20. Range: 1 to 1,000. */
  limit?: number | undefined;
}

const CO_EDITS_OPTIONS: readonly (keyof CoEditsOptions)[] = ["path", "minOccasions", "limit"];

/** The options of `lastTouches`. */
export interface LastTouchesOptions extends Cancel {
  /** How many touches are given at most. Default: 10. Range: 1 to 1,000. */
  limit?: number | undefined;
}

const LAST_TOUCHES_OPTIONS: readonly (keyof LastTouchesOptions)[] = ["limit"];

/** The options of `toolStats`. */
export interface ToolStatsOptions extends Cancel {
  /** Counted back from this time. Default: now. */
  now?: number | undefined;
  /** How many whole days of UTC are counted, today among them. Default: 7. Range: 1 to 366. */
  days?: number | undefined;
  /** Only of this channel; empty: of all. Default: "". Length: 0 to 128 bytes. */
  channel?: string | undefined;
  /** Only for tasks of this intent. */
  intent?: TaskIntent | undefined;
}

const TOOL_STATS_OPTIONS: readonly (keyof ToolStatsOptions)[] = ["now", "days", "channel", "intent"];

/** The options of `tasks`. */
export interface TasksOptions extends Cancel {
  /** Only tasks that stand so; none given: active and paused. Default: []. */
  statuses?: TaskStatus[] | undefined;
  /** How many tasks are given at most. Default: 20. Range: 1 to 1,000. */
  limit?: number | undefined;
}

const TASKS_OPTIONS: readonly (keyof TasksOptions)[] = ["statuses", "limit"];

/** The options of `patterns`. */
export interface PatternsOptions extends Cancel {
  /** Only of this kind. */
  kind?: PatternKind | undefined;
  /**
   * Only of what begins so: of errors the tool, of renames the folder. Of these the 1,000 most frequent patterns are looked at.
   * Default: "". Length: 0 to 1,024 bytes.
   */
  subject?: string | undefined;
  /** How many patterns are given at most. Default: 20. Range: 1 to 1,000. */
  limit?: number | undefined;
}

const PATTERNS_OPTIONS: readonly (keyof PatternsOptions)[] = ["kind", "subject", "limit"];

/** The options of `strategies`. */
export interface StrategiesOptions extends Cancel {
  /** Only for this sort of task; empty: for all. Default: "". Length: 0 to 128 bytes. */
  taskType?: string | undefined;
  /** Only of this channel and `_global`; empty: of all. Default: "". Length: 0 to 128 bytes. */
  channel?: string | undefined;
  /** How many strategies are given at most. Default: 10. Range: 1 to 1,000. */
  limit?: number | undefined;
}

const STRATEGIES_OPTIONS: readonly (keyof StrategiesOptions)[] = ["taskType", "channel", "limit"];

/** The options of `decisions`. */
export interface DecisionsOptions extends Cancel {
  /** Only those that stand so; none given: all. Default: []. */
  statuses?: DecisionStatus[] | undefined;
  /** Of this channel and `_global`; empty: of `_global`. Default: "". Length: 0 to 128 bytes. */
  channel?: string | undefined;
  /** How many decisions are given at most. Default: 20. Range: 1 to 1,000. */
  limit?: number | undefined;
}

const DECISIONS_OPTIONS: readonly (keyof DecisionsOptions)[] = ["statuses", "channel", "limit"];

/** The options of `workingMemory`. */
export interface WorkingMemoryOptions extends Cancel {
  /** Its channel; empty: `_global`. Default: "". Length: 0 to 128 bytes. */
  channel?: string | undefined;
  /** Values whose lifetime is over at this time are left out. Default: now. */
  now?: number | undefined;
  /** How many turns are given at most. Default: 20. Range: 1 to 1,000. */
  limit?: number | undefined;
}

const WORKING_MEMORY_OPTIONS: readonly (keyof WorkingMemoryOptions)[] = ["channel", "now", "limit"];

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
  /** Only with these members of their metadata, each as `name=value`. Default: []. At most 8, of at most 400 bytes each. */
  metadata?: string[] | undefined;
  /** Only what may be relied on at least so far. Default: untrusted. */
  trust?: Trust | undefined;
  /** Only what happened then or later. */
  since?: number | undefined;
  /** Only what happened before. */
  until?: number | undefined;
  /** Also decisions that are superseded or deprecated, and values and decisions that were recorded anew. Default: false. */
  outdated?: boolean | undefined;
  /** Also what fits so weakly that it is left out else. Default: false. */
  weak?: boolean | undefined;
  /** What counts how much. Default: auto. */
  weighting?: Weighting | undefined;
  /** How many records are given at most. Default: 10. Range: 1 to 100. */
  limit?: number | undefined;
  /** How many of one session; 0: any number. Default: 3. Range: 0 to 100. */
  perSession?: number | undefined;
  /**
   * Tokens that the excerpts may take together, some twenty for what stands beside each among them; 0: any number. Default: 0.
   * Range: 0 to 1,000,000.
   */
  budget?: number | undefined;
  /** How many turns before and after each hit that is a turn are given with it. Default: 0. Range: 0 to 10. */
  around?: number | undefined;
  /** The time of the question, by which it is said how new something is. Default: now. */
  now?: number | undefined;
}

const RECALL_OPTIONS: readonly (keyof RecallOptions)[] = ["kinds", "channel", "session", "task", "conversation", "branch", "metadata", "trust", "since", "until", "outdated", "weak", "weighting", "limit", "perSession", "budget", "around", "now"];

/** The options of `remind`. */
export interface RemindOptions extends Cancel {
  /** Texts of errors in hand, which are looked for too. Default: []. At most 20, of at most 16,384 bytes each. */
  errors?: string[] | undefined;
  /** Tokens that the reminders may take together: a limit, which need not be used up. Default: 2,000. Range: 64 to 1,000,000. */
  budget?: number | undefined;
  /** How much past work is given at most. Default: 3. Range: 0 to 10. */
  limit?: number | undefined;
  /** The time of the question, by which it is said how new something is. Default: now. */
  now?: number | undefined;
}

const REMIND_OPTIONS: readonly (keyof RemindOptions)[] = ["errors", "budget", "limit", "now"];

/** The options of `loadSession`. */
export interface SessionOptions extends Cancel {
  /** A version that is kept, as `session-versions` tells; none: how it is now. */
  version?: number | undefined;
}

const SESSION_OPTIONS: readonly (keyof SessionOptions)[] = ["version"];

/** The options of `sessions`. */
export interface SessionsOptions extends Cancel {
  /** Only this session; empty: all. Default: "". Length: 0 to 128 bytes. */
  id?: string | undefined;
  /** How many sessions are given at most. Default: 20. Range: 1 to 1,000. */
  limit?: number | undefined;
  /** What the page before tells to go on after; empty: from the session on that was active last. Default: "". Length: 0 to 256 bytes. */
  after?: string | undefined;
}

const SESSIONS_OPTIONS: readonly (keyof SessionsOptions)[] = ["id", "limit", "after"];

/** The options of `summariseSession`. */
export interface SummariseOptions extends Cancel {
  /** As of `compaction-settings`. Default: 50. Range: 1 to 100,000,000. */
  maxEntries?: number | undefined;
  /** As of `compaction-settings`. Default: 30. Range: 1 to 100,000,000. */
  keepEntries?: number | undefined;
  /** As of `compaction-settings`. Default: 100,000. Range: 1 to 100,000,000. */
  maxTokens?: number | undefined;
  /** As of `compaction-settings`. Default: false. */
  isManual?: boolean | undefined;
  /** The host answers `model` requests. Default: false. */
  hasModel?: boolean | undefined;
}

/** The options of `compareSessions`. */
export interface CompareOptions extends Cancel {
  /** Another one; none: how it is now. */
  newer?: number | undefined;
}

const COMPARE_OPTIONS: readonly (keyof CompareOptions)[] = ["newer"];

/** The options of `reread`. */
export interface RereadOptions extends Cancel {
  /** How many files are given at most. Default: 5. Range: 1 to 100. */
  limit?: number | undefined;
}

const REREAD_OPTIONS: readonly (keyof RereadOptions)[] = ["limit"];

/** The options of `beginSession`. */
export interface BeginOptions extends Cancel {
  /** What the session is asked to do, as far as it is known. Default: "". Length: 0 to 65,536 bytes. */
  message?: string | undefined;
  /** How many files are given at most. Default: 10. Range: 1 to 100. */
  limit?: number | undefined;
  /** The time of the question, by which it is said how new something is. Default: now. */
  now?: number | undefined;
}

const BEGIN_OPTIONS: readonly (keyof BeginOptions)[] = ["message", "limit", "now"];

/** What each question takes and gives. */
export interface Asked {
  "graph.find": [FindQuestion, FindPage];
  "graph.outline": [string, FileOutline];
  "graph.source": [SourceQuestion, SourcePage];
  "graph.callers": [WalkQuestion, WalkPage];
  "graph.callees": [WalkQuestion, WalkPage];
  "graph.references": [WalkQuestion, WalkPage];
  "graph.impact": [WalkQuestion, WalkPage];
  "graph.tests": [TestsQuestion, WalkPage];
  "graph.path": [PathQuestion, PathPage];
  "graph.hierarchy": [WalkQuestion, HierarchyPage];
  "graph.unresolved": [UnresolvedQuestion, UnresolvedPage];
  "graph.dependencies": [FileQuestion, DependencyPage];
  "graph.dependents": [FileQuestion, DependencyPage];
  "graph.map": [MapQuestion, RepositoryMap];
  "graph.export": [ExportQuestion, ExportPage];
  "graph.resolveAnchors": [AnchorsQuestion, ResolvedAnchors];
  "graph.functionsAt": [FunctionsQuestion, FunctionPage];
  "graph.documents": [DocumentsQuestion, DocumentPage];
  "memory.status": [undefined, MemoryStatus];
  "prepare.prepare": [PrepareQuestion, Prepared];
  "records.notes": [NotesQuestion, NotePage];
  "records.totals": [undefined, RecordTotals];
  "episodes.events": [EventsQuestion, EventPage];
  "episodes.why": [string, Lineage];
  "episodes.exportLines": [ExportLinesQuestion, ExportedLines];
  "episodes.exportCsv": [ExportCsvQuestion, ExportedCsv];
  "episodes.fileHistory": [FileHistoryQuestion, FileSummary];
  "episodes.coEdits": [CoEditsQuestion, CoEditPage];
  "episodes.lastTouches": [LastTouchesQuestion, TouchPage];
  "episodes.toolStats": [ToolStatsQuestion, ToolStatPage];
  "episodes.tasks": [TasksQuestion, TaskPage];
  "episodes.patterns": [PatternsQuestion, PatternPage];
  "episodes.strategies": [StrategiesQuestion, StrategyPage];
  "episodes.decisions": [DecisionsQuestion, DecisionPage];
  "episodes.workingMemory": [WorkingMemoryQuestion, WorkingSet];
  "episodes.profile": [undefined, UserProfile];
  "recall.recall": [RecallQuestion, Recalled];
  "recall.remind": [RemindQuestion, Reminders];
  "session.loadSession": [SessionQuestion, SessionContext];
  "session.sessions": [SessionsQuestion, SessionPage];
  "session.summariseSession": [SummariseQuestion, SummaryDraft];
  "session.sessionVersions": [VersionsQuestion, VersionPage];
  "session.compareSessions": [CompareQuestion, Comparison];
  "session.reread": [RereadQuestion, FilesToReread];
  "session.beginSession": [BeginQuestion, Beginning];
}

/** How a question is called. */
export type Call<Q, A> = (x: Exports, q: Q, r: Resumed | undefined) => Reply<A>;

/** How each is called. */
export const ASKED: { readonly [N in keyof Asked]: Call<Asked[N][0], Asked[N][1]> } = {
  "graph.find": (x, q, r) => x.graph.find(q, r),
  "graph.outline": (x, q, r) => x.graph.outline(q, r),
  "graph.source": (x, q, r) => x.graph.source(q, r),
  "graph.callers": (x, q, r) => x.graph.callers(q, r),
  "graph.callees": (x, q, r) => x.graph.callees(q, r),
  "graph.references": (x, q, r) => x.graph.references(q, r),
  "graph.impact": (x, q, r) => x.graph.impact(q, r),
  "graph.tests": (x, q, r) => x.graph.tests(q, r),
  "graph.path": (x, q, r) => x.graph.path(q, r),
  "graph.hierarchy": (x, q, r) => x.graph.hierarchy(q, r),
  "graph.unresolved": (x, q, r) => x.graph.unresolved(q, r),
  "graph.dependencies": (x, q, r) => x.graph.dependencies(q, r),
  "graph.dependents": (x, q, r) => x.graph.dependents(q, r),
  "graph.map": (x, q, r) => x.graph.map(q, r),
  "graph.export": (x, q, r) => x.graph.export(q, r),
  "graph.resolveAnchors": (x, q, r) => x.graph.resolveAnchors(q, r),
  "graph.functionsAt": (x, q, r) => x.graph.functionsAt(q, r),
  "graph.documents": (x, q, r) => x.graph.documents(q, r),
  "memory.status": (x, _, r) => x.memory.status(r),
  "prepare.prepare": (x, q, r) => x.prepare.prepare(q, r),
  "records.notes": (x, q, r) => x.records.notes(q, r),
  "records.totals": (x, _, r) => x.records.totals(r),
  "episodes.events": (x, q, r) => x.episodes.events(q, r),
  "episodes.why": (x, q, r) => x.episodes.why(q, r),
  "episodes.exportLines": (x, q, r) => x.episodes.exportLines(q, r),
  "episodes.exportCsv": (x, q, r) => x.episodes.exportCsv(q, r),
  "episodes.fileHistory": (x, q, r) => x.episodes.fileHistory(q, r),
  "episodes.coEdits": (x, q, r) => x.episodes.coEdits(q, r),
  "episodes.lastTouches": (x, q, r) => x.episodes.lastTouches(q, r),
  "episodes.toolStats": (x, q, r) => x.episodes.toolStats(q, r),
  "episodes.tasks": (x, q, r) => x.episodes.tasks(q, r),
  "episodes.patterns": (x, q, r) => x.episodes.patterns(q, r),
  "episodes.strategies": (x, q, r) => x.episodes.strategies(q, r),
  "episodes.decisions": (x, q, r) => x.episodes.decisions(q, r),
  "episodes.workingMemory": (x, q, r) => x.episodes.workingMemory(q, r),
  "episodes.profile": (x, _, r) => x.episodes.profile(r),
  "recall.recall": (x, q, r) => x.recall.recall(q, r),
  "recall.remind": (x, q, r) => x.recall.remind(q, r),
  "session.loadSession": (x, q, r) => x.session.loadSession(q, r),
  "session.sessions": (x, q, r) => x.session.sessions(q, r),
  "session.summariseSession": (x, q, r) => x.session.summariseSession(q, r),
  "session.sessionVersions": (x, q, r) => x.session.sessionVersions(q, r),
  "session.compareSessions": (x, q, r) => x.session.compareSessions(q, r),
  "session.reread": (x, q, r) => x.session.reread(q, r),
  "session.beginSession": (x, q, r) => x.session.beginSession(q, r),
};

/** What is asked about the code. */
export class GraphQuestions {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /**
   * Finds symbols: exact names first, then qualified names, beginnings and parts. Where no name fits, by words: names made of
   * exactly these come first, then names that have all of them, then the words of names, signatures and docs: what has more of the words
   * comes first, and of equally many the rarer ones; a word such as `class` also means a kind, and a word that nothing has counts for
   * nothing. Equal scores order by id.
   * The path of a file, or an end of one with a slash or an ending in it, finds the file where no kinds are given.
   */
  async find(text: string, given?: FindOptions): Promise<FindPage> {
    const { kinds = [], pathPrefix = "", limit = 20, explain = false, skip = 0, signal } = options(given, FIND_OPTIONS);
    return this.#engine.ask("graph.find", { text, kinds, pathPrefix, limit, explain, skip }, signal);
  }

  /** The symbols of one file. Length of `path`: 1 to 1,024 bytes. */
  async outline(path: string, given?: Cancel): Promise<FileOutline> {
    const { signal } = options(given);
    return this.#engine.ask("graph.outline", path, signal);
  }

  /** The source text of a symbol. The index holds no text: the host reads these lines of the file. */
  async source(name: string, given?: SourceOptions): Promise<SourcePage> {
    const { maxLines = 400, kinds = [], pathPrefix = "", signal } = options(given, SOURCE_OPTIONS);
    return this.#engine.ask("graph.source", { name, maxLines, kinds, pathPrefix }, signal);
  }

  /** Who calls a symbol; of a method also the calls of what it overrides or implements, marked with `overridden`. */
  async callers(name: string, given?: WalkOptions): Promise<WalkPage> {
    const { depth = 1, limit = 100, minConfidence = 0, skip = 0, kinds = [], pathPrefix = "", signal } = options(given, WALK_OPTIONS);
    return this.#engine.ask("graph.callers", { name, depth, limit, minConfidence, skip, kinds, pathPrefix }, signal);
  }

  /** What a symbol calls. */
  async callees(name: string, given?: WalkOptions): Promise<WalkPage> {
    const { depth = 1, limit = 100, minConfidence = 0, skip = 0, kinds = [], pathPrefix = "", signal } = options(given, WALK_OPTIONS);
    return this.#engine.ask("graph.callees", { name, depth, limit, minConfidence, skip, kinds, pathPrefix }, signal);
  }

  /** Every place that names a symbol, whatever the kind of edge. `depth` must be 1. */
  async references(name: string, given?: WalkOptions): Promise<WalkPage> {
    const { depth = 1, limit = 100, minConfidence = 0, skip = 0, kinds = [], pathPrefix = "", signal } = options(given, WALK_OPTIONS);
    return this.#engine.ask("graph.references", { name, depth, limit, minConfidence, skip, kinds, pathPrefix }, signal);
  }

  /**
   * What a change of a symbol can reach: everything that calls, uses, inherits, overrides or references it, calls what it
   * overrides or implements, and so on. Confidence is the product along the way.
   * Default of `depth`: 3.
   */
  async impact(name: string, given?: WalkOptions): Promise<WalkPage> {
    const { depth = 3, limit = 100, minConfidence = 0, skip = 0, kinds = [], pathPrefix = "", signal } = options(given, WALK_OPTIONS);
    return this.#engine.ask("graph.impact", { name, depth, limit, minConfidence, skip, kinds, pathPrefix }, signal);
  }

  /**
   * The tests that reach a symbol through calls, each once, by the shortest chain, which ends at the first test: what its language
   * takes for a test, code of a test file outside any function, and what nothing calls there, as a fixture or a table of cases.
   */
  async tests(name: string, given?: TestsOptions): Promise<WalkPage> {
    const { depth = 5, limit = 100, minConfidence = 0, skip = 0, kinds = [], pathPrefix = "", signal } = options(given, TESTS_OPTIONS);
    return this.#engine.ask("graph.tests", { name, depth, limit, minConfidence, skip, kinds, pathPrefix }, signal);
  }

  /**
   * The shortest chain of edges from one symbol to another. Of several, the one whose confidences have the greatest product,
   * then the one that stands first by path and line.
   */
  async path(source: string, target: string, given?: PathOptions): Promise<PathPage> {
    const { depth = 10, kinds = [], minConfidence = 0, signal } = options(given, PATH_OPTIONS);
    return this.#engine.ask("graph.path", { source, target, depth, kinds, minConfidence }, signal);
  }

  /**
   * The types above and below a type; for a member of a type, what it overrides and what overrides it, whatever the `depth`: that is of
   * types alone. `limit` holds for each list.
   */
  async hierarchy(name: string, given?: WalkOptions): Promise<HierarchyPage> {
    const { depth = 1, limit = 100, minConfidence = 0, skip = 0, kinds = [], pathPrefix = "", signal } = options(given, WALK_OPTIONS);
    return this.#engine.ask("graph.hierarchy", { name, depth, limit, minConfidence, skip, kinds, pathPrefix }, signal);
  }

  /**
   * The places that name a member of a symbol's name on a receiver whose type is not known: no edge leads from them, but any
   * may be of this symbol. A method or field has such, and in Python and JavaScript a constant of a module, written in capitals, which
   * an object may give on (`settings.DEBUG`).
   * Not known is the type of a parameter without annotation, of a name that nothing binds, of null, and of what came out of
   * something outside the project: a call of a library, an item, a member that an unknown base class may have. A value may be
   * one of the project's own there. Known is what is named or made outside: an imported module or class and its members
   * (`np.save`), what such a class makes (`Session()`) or annotates, and literals; these are in no list, but for constants: in Python a name
   * that is imported from a module may be an object that takes its members from the project's modules. Reads that call nothing
   * are among the places only where the object's name may lead to a definition.
   */
  async unresolved(name: string, given?: UnresolvedOptions): Promise<UnresolvedPage> {
    const { limit = 100, skip = 0, kinds = [], pathPrefix = "", signal } = options(given, UNRESOLVED_OPTIONS);
    return this.#engine.ask("graph.unresolved", { name, limit, skip, kinds, pathPrefix }, signal);
  }

  /** The files and outside modules that a file imports or uses. */
  async dependencies(path: string, given?: FileOptions): Promise<DependencyPage> {
    const { depth = 1, limit = 100, skip = 0, signal } = options(given, FILE_OPTIONS);
    return this.#engine.ask("graph.dependencies", { path, depth, limit, skip }, signal);
  }

  /** The files that import or use a file. */
  async dependents(path: string, given?: FileOptions): Promise<DependencyPage> {
    const { depth = 1, limit = 100, skip = 0, signal } = options(given, FILE_OPTIONS);
    return this.#engine.ask("graph.dependents", { path, depth, limit, skip }, signal);
  }

  /** The most important symbols of the repository, by rank over the graph, in a token budget. */
  async map(given?: MapOptions): Promise<RepositoryMap> {
    const { budget = 2000, focus = [], signal } = options(given, MAP_OPTIONS);
    return this.#engine.ask("graph.map", { budget, focus }, signal);
  }

  /**
   * The graph, or a part of it, as text. The slices of a question make one whole, where the store is not written between them;
   * each is at most 4 MiB, except where one file's text is longer. The canonical text is equal for an incremental update, a
   * clean rebuild and any order of batches.
   */
  async *export(given?: ExportOptions): AsyncGenerator<string, void, undefined> {
    const { format = "text", pathPrefix = "", around = "", depth = 1, signal } = options(given, EXPORT_OPTIONS);
    for (let cursor: number | undefined = 0; cursor !== undefined; ) {
      const page: ExportPage = await this.#engine.ask("graph.export", { format, pathPrefix, around, depth, cursor }, signal);
      yield page.text;
      cursor = page.next;
    }
  }

  /** What became of places that were recorded, in the code as it is indexed. Nothing of it is stored. */
  async resolveAnchors(anchors: Anchor[], given?: Cancel): Promise<ResolvedAnchors> {
    const { signal } = options(given);
    return this.#engine.ask("graph.resolveAnchors", { anchors }, signal);
  }

  /** Which functions lines are of, in the code as it is indexed: lines that were noted before a file changed may be others' by now. */
  async functionsAt(lines: TouchedLines[], given?: FunctionsOptions): Promise<FunctionPage> {
    const { limit = 10, signal } = options(given, FUNCTIONS_OPTIONS);
    return this.#engine.ask("graph.functionsAt", { lines, limit }, signal);
  }

  /**
   * What the repository's own documents say of a question: sections of files called `README`, and of Markdown, best first. They are
   * found by their words as they are indexed, up to 2,048 parts of each; their lines are read from the files.
   */
  async documents(query: string, given?: DocumentsOptions): Promise<DocumentPage> {
    const { limit = 5, budget = 0, signal } = options(given, DOCUMENTS_OPTIONS);
    return this.#engine.ask("graph.documents", { query, limit, budget }, signal);
  }
}

/** What is asked about what was recorded. */
export class RecordQuestions extends Recording {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    super(engine);
    this.#engine = engine;
  }

  /** The notes of a channel or of all, newest first. */
  async notes(given?: NotesOptions): Promise<NotePage> {
    const { channel = "", since, until, limit = 20, metadata = [], after = "", signal } = options(given, NOTES_OPTIONS);
    return this.#engine.ask("records.notes", { channel, since: long(since, "since"), until: long(until, "until"), limit, metadata, after }, signal);
  }

  /** How many records there are. They are counted as they are added, not when this is asked. */
  async totals(given?: Cancel): Promise<RecordTotals> {
    const { signal } = options(given);
    return this.#engine.ask("records.totals", undefined, signal);
  }

  /** What happened, newest first. Where nothing fits, a name in it without any record is `unknown`, with those like it in the newest 200 records. */
  async events(given?: EventsOptions): Promise<EventPage> {
    const { kinds = [], channel = "", session = "", task = "", conversation = "", path = "", anchor = "", tool = "", branch = "", parent = "", metadata = [], since, until, limit = 20, after = "", signal } = options(given, EVENTS_OPTIONS);
    return this.#engine.ask("episodes.events", { kinds, channel, session, task, conversation, path, anchor, tool, branch, parent, metadata, since: long(since, "since"), until: long(until, "until"), limit, after }, signal);
  }

  /** A record by its id, what it was derived from, and what was derived from it. Length of `id`: 1 to 64 bytes. */
  async why(id: string, given?: Cancel): Promise<Lineage> {
    const { signal } = options(given);
    return this.#engine.ask("episodes.why", id, signal);
  }

  /** "Have I worked on this file?" */
  async fileHistory(path: string, given?: FileHistoryOptions): Promise<FileSummary> {
    const { limit = 5, signal } = options(given, FILE_HISTORY_OPTIONS);
    return this.#engine.ask("episodes.fileHistory", { path, limit }, signal);
  }

  /** "Which files are edited together?" Kept up by each edit; files outside the project make no pairs. */
  async coEdits(given?: CoEditsOptions): Promise<CoEditPage> {
    const { path = "", minOccasions = 3, limit = 20, signal } = options(given, CO_EDITS_OPTIONS);
    return this.#engine.ask("episodes.coEdits", { path, minOccasions, limit }, signal);
  }

  /** "What did I last do with X?" */
  async lastTouches(contains: string, given?: LastTouchesOptions): Promise<TouchPage> {
    const { limit = 10, signal } = options(given, LAST_TOUCHES_OPTIONS);
    return this.#engine.ask("episodes.lastTouches", { contains, limit }, signal);
  }

  /** "How often does each tool succeed, and how long does it take?" */
  async toolStats(given?: ToolStatsOptions): Promise<ToolStatPage> {
    const { now = Date.now(), days = 7, channel = "", intent, signal } = options(given, TOOL_STATS_OPTIONS);
    return this.#engine.ask("episodes.toolStats", { now: long(now, "now"), days, channel, intent }, signal);
  }

  /** "What was I working on?" */
  async tasks(given?: TasksOptions): Promise<TaskPage> {
    const { statuses = [], limit = 20, signal } = options(given, TASKS_OPTIONS);
    return this.#engine.ask("episodes.tasks", { statuses, limit }, signal);
  }

  /** What was learnt of how errors are mended and renames carried through, as events arrived. */
  async patterns(given?: PatternsOptions): Promise<PatternPage> {
    const { kind, subject = "", limit = 20, signal } = options(given, PATTERNS_OPTIONS);
    return this.#engine.ask("episodes.patterns", { kind, subject, limit }, signal);
  }

  /** Strategies by how often they succeeded. Looks at the newest 1,000. */
  async strategies(given?: StrategiesOptions): Promise<StrategyPage> {
    const { taskType = "", channel = "", limit = 10, signal } = options(given, STRATEGIES_OPTIONS);
    return this.#engine.ask("episodes.strategies", { taskType, channel, limit }, signal);
  }

  /** What was decided: of each title in a channel the newest record. Looks at 1,000 titles of a channel, in their order. */
  async decisions(given?: DecisionsOptions): Promise<DecisionPage> {
    const { statuses = [], channel = "", limit = 20, signal } = options(given, DECISIONS_OPTIONS);
    return this.#engine.ask("episodes.decisions", { statuses, channel, limit }, signal);
  }

  /** What is at hand in a conversation: its newest turns, and values until their lifetime is over. */
  async workingMemory(conversation: string, given?: WorkingMemoryOptions): Promise<WorkingSet> {
    const { channel = "", now = Date.now(), limit = 20, signal } = options(given, WORKING_MEMORY_OPTIONS);
    return this.#engine.ask("episodes.workingMemory", { conversation, channel, now: long(now, "now"), limit }, signal);
  }

  /** What is known of the user who has the memory open. */
  async profile(given?: Cancel): Promise<UserProfile> {
    const { signal } = options(given);
    return this.#engine.ask("episodes.profile", undefined, signal);
  }

  /**
   * What fits a question, best first: filters act before the best are chosen. Reads the lists of the question's terms and what is
   * stored of the records that have them, never all; an instance keeps up to 64 MiB of that.
   */
  async recall(query: string, given?: RecallOptions): Promise<Recalled> {
    const { kinds = [], channel = "", session = "", task = "", conversation = "", branch = "", metadata = [], trust = "untrusted", since, until, outdated = false, weak = false, weighting = "auto", limit = 10, perSession = 3, budget = 0, around = 0, now = Date.now(), signal } = options(given, RECALL_OPTIONS);
    return this.#engine.ask("recall.recall", { query, kinds, channel, session, task, conversation, branch, metadata, trust, since: long(since, "since"), until: long(until, "until"), outdated, weak, weighting, limit, perSession, budget, around, now: long(now, "now") }, signal);
  }

  /**
   * What was recorded that a task calls to mind: past work like it, notes, decisions and lessons that fit, open tasks, and what is
   * kept of the user, as quotations within a budget.
   */
  async remind(task: string, given?: RemindOptions): Promise<Reminders> {
    const { errors = [], budget = 2000, limit = 3, now = Date.now(), signal } = options(given, REMIND_OPTIONS);
    return this.#engine.ask("recall.remind", { task, errors, budget, limit, now: long(now, "now") }, signal);
  }

  /** The context of a session; where there is none, that of a new one, which is not stored before it is saved. */
  async loadSession(id: string, given?: SessionOptions): Promise<SessionContext> {
    const { version, signal } = options(given, SESSION_OPTIONS);
    return this.#engine.ask("session.loadSession", { id, version: long(version, "version") }, signal);
  }

  /** The sessions of the memory, with or without a context. One that is named and not known is refused, with those that are like it. */
  async sessions(given?: SessionsOptions): Promise<SessionPage> {
    const { id = "", limit = 20, after = "", signal } = options(given, SESSIONS_OPTIONS);
    return this.#engine.ask("session.sessions", { id, limit, after }, signal);
  }

  /** How a session is now, and how it was before what took entries away. */
  async sessionVersions(id: string, given?: Cancel): Promise<VersionPage> {
    const { signal } = options(given);
    return this.#engine.ask("session.sessionVersions", { id }, signal);
  }

  /** What differs between two versions of a session. */
  async compareSessions(id: string, older: number, given?: CompareOptions): Promise<Comparison> {
    const { newer, signal } = options(given, COMPARE_OPTIONS);
    return this.#engine.ask("session.compareSessions", { id, older: long(older, "older"), newer: long(newer, "newer") }, signal);
  }

  /** Which files to read again after a compaction: those that the session touched most and last. A session without any record or context is `unknown`. */
  async reread(session: string, given?: RereadOptions): Promise<FilesToReread> {
    const { limit = 5, signal } = options(given, REREAD_OPTIONS);
    return this.#engine.ask("session.reread", { session, limit }, signal);
  }

  /**
   * What a new session should begin with: files that it will likely touch, tasks that are open, what failed last, notes that fit, and
   * past work that was like it.
   */
  async beginSession(given?: BeginOptions): Promise<Beginning> {
    const { message = "", limit = 10, now = Date.now(), signal } = options(given, BEGIN_OPTIONS);
    return this.#engine.ask("session.beginSession", { message, limit, now: long(now, "now") }, signal);
  }
}

/** What is asked of the whole memory. */
export class MemoryQuestions extends RecordQuestions {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    super(engine);
    this.#engine = engine;
  }

  /** How the memory stands. Loads every edge. */
  async status(given?: Cancel): Promise<MemoryStatus> {
    const { signal } = options(given);
    return this.#engine.ask("memory.status", undefined, signal);
  }

  /** The code that a task needs, inside a token budget, each piece with its reasons, and beside it what something else has found. */
  async prepare(task: string, given?: PrepareOptions): Promise<Prepared> {
    const { budget = 8000, focus = [], errors = [], recent = [], likely = [], beside = [], shown = [], signal } = options(given, PREPARE_OPTIONS);
    return this.#engine.ask("prepare.prepare", { task, budget, focus, errors, recent, likely, beside, shown }, signal);
  }
}
