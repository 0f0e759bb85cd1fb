// Generated from wit/ by `cargo xtask glue`; the gate compares.

import type { Numbers } from "../numbers.js";
import type { Engine } from "../engine.js";
import { type Cancel, instant, json, known, long, options, utf8 } from "../options.js";
import { Recording } from "../records/recording.js";
import { ownZone } from "../zone.js";
import { BACKTEST_OPTIONS, BEGIN_OPTIONS, COMPACT_OPTIONS, COMPARE_OPTIONS, CO_EDITS_OPTIONS, DECISIONS_OPTIONS, DELIVERIES_OPTIONS, DELIVER_OPTIONS, DOCUMENTS_OPTIONS, EVENTS_OPTIONS, EXPORT_OPTIONS, FAILURES_OPTIONS, FILE_HISTORY_OPTIONS, FILE_OPTIONS, FIND_OPTIONS, FORK_OPTIONS, FUNCTIONS_OPTIONS, LAST_TOUCHES_OPTIONS, LOG_OPTIONS, MAP_OPTIONS, NOTES_OPTIONS, PATH_OPTIONS, PATTERNS_OPTIONS, PREPARE_OPTIONS, READ_TIME_OPTIONS, RECALL_OPTIONS, REMIND_OPTIONS, REREAD_OPTIONS, SESSIONS_OPTIONS, SESSION_CHANGE_OPTIONS, SESSION_OPTIONS, SOURCE_OPTIONS, STRATEGIES_OPTIONS, TASKS_OPTIONS, TESTS_OPTIONS, TOOL_STATS_OPTIONS, UNRESOLVED_OPTIONS, WALK_OPTIONS, WORKING_MEMORY_OPTIONS, type BacktestOptions, type BeginOptions, type CoEditsOptions, type CompactOptions, type CompareOptions, type DecisionsOptions, type DeliverOptions, type DeliveriesOptions, type DocumentsOptions, type EventsOptions, type ExportOptions, type FailuresOptions, type FileHistoryOptions, type FileOptions, type FindOptions, type ForkOptions, type FunctionsOptions, type LastTouchesOptions, type LogOptions, type MapOptions, type NewTextMembers, type NotesOptions, type PathOptions, type PatternsOptions, type PrepareOptions, type ReadTimeOptions, type RecallOptions, type RemindOptions, type RereadOptions, type SessionChangeOptions, type SessionOptions, type SessionsOptions, type SourceOptions, type StrategiesOptions, type TasksOptions, type TestsOptions, type ToolStatsOptions, type UnresolvedOptions, type WalkOptions, type WorkingMemoryOptions } from "./options.js";
import type { Anchor, BacktestReport, Beginning, CoEditPage, Compaction, Comparison, DecisionPage, Delivered, DeliveryPage, DependencyPage, DocumentPage, EventPage, ExportPage, FailurePage, FileOutline, FileSummary, FilesToReread, FindPage, FunctionPage, HierarchyPage, Lineage, LogPage, MemoryStatus, NotePage, PathPage, PatternPage, Prepared, Recalled, RecordTotals, Reminders, RepositoryMap, ResolvedAnchors, SessionContext, SessionPage, SourcePage, StrategyPage, TaskPage, TimeSpan, ToolStatPage, TouchPage, TouchedLines, UnresolvedPage, UserProfile, VersionPage, WalkPage, WorkingSet } from "./types.js";

/** Questions about the code. */
export class GraphQuestions {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /**
   * Finds symbols: exact names first, then qualified names, beginnings and parts. If no name fits, finds them by words: first
   * names that consist of exactly these words, then names that have all of them, then words of names, signatures and docs. A
   * symbol that has more of the words comes first; of equally many, one with the rarer words. A word such as `class` also means
   * a kind, and a word that no symbol has counts for nothing. Symbols with equal scores are ordered by id. If no kinds are
   * given, a text with a slash or a dot in it also finds the files whose path is this text or ends with it.
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

  /** The callers of a symbol; for a method also the callers of what it overrides or implements, marked with `overridden`. */
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
   * What a change of a symbol can reach: everything that calls, uses, inherits, overrides or references it, or calls what it
   * overrides or implements; then everything that does so with what was reached. The confidence of a step is the product along
   * the way.
   * Default of `depth`: 3.
   */
  async impact(name: string, given?: WalkOptions): Promise<WalkPage> {
    const { depth = 3, limit = 100, minConfidence = 0, skip = 0, kinds = [], pathPrefix = "", signal } = options(given, WALK_OPTIONS);
    return this.#engine.ask("graph.impact", { name, depth, limit, minConfidence, skip, kinds, pathPrefix }, signal);
  }

  /**
   * The tests that reach a symbol through calls: each once, by its shortest chain without another test in between. Tests are
   * what the language takes for a test, code of a test file outside any function, and what nothing calls in a test file, such
   * as a fixture or a table of cases.
   */
  async tests(name: string, given?: TestsOptions): Promise<WalkPage> {
    const { depth = 10, limit = 100, minConfidence = 0, skip = 0, kinds = [], pathPrefix = "", signal } = options(given, TESTS_OPTIONS);
    return this.#engine.ask("graph.tests", { name, depth, limit, minConfidence, skip, kinds, pathPrefix }, signal);
  }

  /**
   * The shortest chain of edges from one symbol to another. Of several chains, the one with the fewest `contains`, then the one
   * with the greatest product of confidences, then the first by path and line. From a file or type to what is inside it, there
   * is a `contains` for each level of nesting.
   */
  async path(source: string, target: string, given?: PathOptions): Promise<PathPage> {
    const { depth = 10, kinds = [], minConfidence = 0, signal } = options(given, PATH_OPTIONS);
    return this.#engine.ask("graph.path", { source, target, depth, kinds, minConfidence }, signal);
  }

  /**
   * The types above and below a type; for a member of a type, what it overrides and what overrides it. `depth` limits types
   * only. `limit` holds for each of the two lists.
   */
  async hierarchy(name: string, given?: WalkOptions): Promise<HierarchyPage> {
    const { depth = 1, limit = 100, minConfidence = 0, skip = 0, kinds = [], pathPrefix = "", signal } = options(given, WALK_OPTIONS);
    return this.#engine.ask("graph.hierarchy", { name, depth, limit, minConfidence, skip, kinds, pathPrefix }, signal);
  }

  /**
   * The places that have a symbol's name and no edge, mostly because the type of a receiver is unknown. Any of these places may
   * mean the symbol, whatever its kind. Unknown is the type of a parameter without annotation, of a name that nothing binds, of
   * null, and of a value that comes from outside the project. Such a value is the result of a library's call, an item of one, or
   * a member that an unknown base class may have; its type may be one of the project's own. Known is what is named or made
   * outside: an imported module or class and its members (`np.save`), what such a class makes (`Session()`) or annotates, and
   * literals. Members of known values are not listed, except for constants: in Python, a name imported from a module may be an
   * object that takes its members from the project's modules. Reads that call nothing are listed only if the object's name may
   * lead to a definition.
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
   * The graph, or a part of it, as text. The slices of a question make one whole if the store is not written between them. Each
   * slice is at most 4 MiB, except where one file's text is longer. The canonical text is equal after an incremental update, a
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

  /**
   * The functions that contain the given lines, in the code as it is indexed. Lines that were recorded before a file changed may
   * belong to other functions by now.
   */
  async functionsAt(lines: TouchedLines[], given?: FunctionsOptions): Promise<FunctionPage> {
    const { limit = 10, signal } = options(given, FUNCTIONS_OPTIONS);
    return this.#engine.ask("graph.functionsAt", { lines, limit }, signal);
  }

  /**
   * Sections of the repository's own documents that fit a question, best first: of files called `README`, and of Markdown. Of
   * each document, the first 2,048 sections are found by their indexed words; their lines are read from the files.
   */
  async documents(query: string, given?: DocumentsOptions): Promise<DocumentPage> {
    const { limit = 5, budget = 0, signal } = options(given, DOCUMENTS_OPTIONS);
    return this.#engine.ask("graph.documents", { query, limit, budget }, signal);
  }
}

/** Questions about what was recorded, and changes of it. */
export class RecordQuestions extends Recording {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    super(engine);
    this.#engine = engine;
  }

  /** The notes of a channel or of all, newest first. */
  async notes(given?: NotesOptions): Promise<NotePage> {
    const { channel = "", since, until, limit = 20, metadata = [], after = "", signal } = options(given, NOTES_OPTIONS);
    return this.#engine.ask("records.notes", { channel, since: instant(since, "since"), until: instant(until, "until"), limit, metadata, after }, signal);
  }

  /** How many records there are. Costs the same however many there are, because records are counted when they are added. */
  async totals(given?: Cancel): Promise<RecordTotals> {
    const { signal } = options(given);
    return this.#engine.ask("records.totals", undefined, signal);
  }

  /**
   * Events, newest first. If nothing fits and the question has a name that no record has, the question is refused as `unknown`;
   * the error suggests similar names from the newest 200 records.
   */
  async events(given?: EventsOptions): Promise<EventPage> {
    const { kinds = [], channel = "", session = "", task = "", conversation = "", path = "", anchor = "", tool = "", branch = "", commit = "", parent = "", metadata = [], since, until, limit = 20, after = "", signal } = options(given, EVENTS_OPTIONS);
    return this.#engine.ask("episodes.events", { kinds, channel, session, task, conversation, path, anchor, tool, branch, commit, parent, metadata, since: instant(since, "since"), until: instant(until, "until"), limit, after }, signal);
  }

  /** The span of time that a written time means. Needs no rows. */
  async readTime(written: string, given?: ReadTimeOptions): Promise<TimeSpan> {
    const { zone = ownZone(), now = Date.now(), signal } = options(given, READ_TIME_OPTIONS);
    return this.#engine.ask("episodes.readTime", { written, zone, now: instant(now, "now") }, signal);
  }

  /**
   * "What did I do yesterday?" What was asked, done, failed, decided and noted, a line for each, newest first. Left out are
   * files that were only read, and what others did according to imports. A session without any record is refused as `unknown`.
   */
  async log(given?: LogOptions): Promise<LogPage> {
    const { when = "", session = "", limit = 50, after = "", zone = ownZone(), now = Date.now(), signal } = options(given, LOG_OPTIONS);
    return this.#engine.ask("episodes.log", { when, session, limit, after, zone, now: instant(now, "now") }, signal);
  }

  /**
   * A record, what it was derived from, and what was derived from it. `id` is the record's id, or a beginning of it, of at least
   * 8 characters, that no other id has. Length of `id`: 1 to 64 bytes.
   */
  async why(id: string, given?: Cancel): Promise<Lineage> {
    const { signal } = options(given);
    return this.#engine.ask("episodes.why", id, signal);
  }

  /** "Have I worked on this file?": what was done with a file. */
  async fileHistory(path: string, given?: FileHistoryOptions): Promise<FileSummary> {
    const { limit = 5, signal } = options(given, FILE_HISTORY_OPTIONS);
    return this.#engine.ask("episodes.fileHistory", { path, limit }, signal);
  }

  /** "Which files are edited together?" Each recorded edit updates the pairs; files outside the project form none. */
  async coEdits(given?: CoEditsOptions): Promise<CoEditPage> {
    const { path = "", minOccasions = 3, limit = 20, signal } = options(given, CO_EDITS_OPTIONS);
    return this.#engine.ask("episodes.coEdits", { path, minOccasions, limit }, signal);
  }

  /** "What did I last do with X?": the newest touches of files whose paths contain a text. */
  async lastTouches(contains: string, given?: LastTouchesOptions): Promise<TouchPage> {
    const { limit = 10, signal } = options(given, LAST_TOUCHES_OPTIONS);
    return this.#engine.ask("episodes.lastTouches", { contains, limit }, signal);
  }

  /** "How often does each tool succeed, and how long does it take?" */
  async toolStats(given?: ToolStatsOptions): Promise<ToolStatPage> {
    const { now = Date.now(), days = 7, channel = "", intent, signal } = options(given, TOOL_STATS_OPTIONS);
    return this.#engine.ask("episodes.toolStats", { now: instant(now, "now"), days, channel, intent }, signal);
  }

  /** "What was I working on?": tasks, the most recently changed first. */
  async tasks(given?: TasksOptions): Promise<TaskPage> {
    const { statuses = [], limit = 20, signal } = options(given, TASKS_OPTIONS);
    return this.#engine.ask("episodes.tasks", { statuses, limit }, signal);
  }

  /** Patterns of how errors were mended and renames carried through, learnt as events were added. */
  async patterns(given?: PatternsOptions): Promise<PatternPage> {
    const { kind, subject = "", limit = 20, signal } = options(given, PATTERNS_OPTIONS);
    return this.#engine.ask("episodes.patterns", { kind, subject, limit }, signal);
  }

  /** Strategies, best first, among the newest 1,000 of the channel and of `_global`, or of all channels together. */
  async strategies(given?: StrategiesOptions): Promise<StrategyPage> {
    const { taskType = "", channel = "", limit = 10, signal } = options(given, STRATEGIES_OPTIONS);
    return this.#engine.ask("episodes.strategies", { taskType, channel, limit }, signal);
  }

  /** Decisions: for each title in a channel the newest record. Examines the first 1,000 titles of a channel, in their order. */
  async decisions(given?: DecisionsOptions): Promise<DecisionPage> {
    const { statuses = [], channel = "", limit = 20, signal } = options(given, DECISIONS_OPTIONS);
    return this.#engine.ask("episodes.decisions", { statuses, channel, limit }, signal);
  }

  /** The working memory of a conversation: its newest turns and thoughts, and values until their lifetime ends. */
  async workingMemory(conversation: string, given?: WorkingMemoryOptions): Promise<WorkingSet> {
    const { channel = "", now = Date.now(), limit = 20, signal } = options(given, WORKING_MEMORY_OPTIONS);
    return this.#engine.ask("episodes.workingMemory", { conversation, channel, now: instant(now, "now"), limit }, signal);
  }

  /** What is known of the user who has the memory open. */
  async profile(given?: Cancel): Promise<UserProfile> {
    const { signal } = options(given);
    return this.#engine.ask("episodes.profile", undefined, signal);
  }

  /**
   * What an agent should be told at a moment; mostly nothing. When a session begins: open tasks, notes and decisions, and with a
   * `text` also past work and failures that fit it. At a prompt: notes, decisions and lessons that fit it strongly, and what an
   * agent said last with a name in code that the prompt has; at the first prompt of a session also the work of one of the last 8
   * sessions with what came of it, if the prompt names the same thing, or only says to go on and both are on the same branch.
   * Before a file is read or changed: errors that its edits mended in two sessions, and records that are anchored to it. After a
   * failure: what mended the same error, and lessons and notes that contain the error verbatim. After a compaction: the open
   * task, and files to read again.
   */
  async deliver(session: string, given?: DeliverOptions): Promise<Delivered> {
    const { moment = "start", text = "", paths = [], tool = "", command = "", branch = "", budget = 0, now = Date.now(), signal } = options(given, DELIVER_OPTIONS);
    return this.#engine.ask("delivery.deliver", { session, moment, text, paths, tool, command, branch, budget, now: instant(now, "now") }, signal);
  }

  /** What agents were told, newest first. A session without any record or context is refused as `unknown`. */
  async deliveries(given?: DeliveriesOptions): Promise<DeliveryPage> {
    const { session = "", since, until, limit = 20, after = "", signal } = options(given, DELIVERIES_OPTIONS);
    return this.#engine.ask("delivery.deliveries", { session, since: instant(since, "since"), until: instant(until, "until"), limit, after }, signal);
  }

  /**
   * What agents would have been told in recorded sessions, and whether they used it. The memory is made anew from its history, in
   * the order in which things became known, and `deliver` is asked at each moment of a replayed session, so that nothing is told
   * that was not known then. A call becomes known when it ends, a note whose text was replaced when it was replaced, an imported
   * record when it was imported. Compactions leave no record, so that none is replayed. Reads all records twice and keeps the
   * replay in the instance, which takes about as much memory as the store. Nothing is stored.
   */
  async backtest(given?: BacktestOptions): Promise<BacktestReport> {
    const { sessions = 50, moments = [], startBudget = 0, budget = 0, signal } = options(given, BACKTEST_OPTIONS);
    return this.#engine.ask("delivery.backtest", { sessions, moments, startBudget, budget }, signal);
  }

  /**
   * The records that fit a question, best first; filters act before the best are chosen. Reads the lists of the question's terms
   * and rows of the records in these lists, never all records. An instance keeps up to 64 MiB of what it has read.
   */
  async recall(query: string, given?: RecallOptions): Promise<Recalled> {
    const { kinds = [], channel = "", session = "", task = "", conversation = "", branch = "", commit = "", metadata = [], trust = "untrusted", since, until, outdated = false, weak = false, weighting = "auto", limit = 10, perSession = 3, budget = 0, around = 0, zone = ownZone(), now = Date.now(), signal } = options(given, RECALL_OPTIONS);
    return this.#engine.ask("recall.recall", { query, kinds, channel, session, task, conversation, branch, commit, metadata, trust, since: instant(since, "since"), until: instant(until, "until"), outdated, weak, weighting, limit, perSession, budget, around, zone, now: instant(now, "now") }, signal);
  }

  /**
   * Records that fit a task: similar past work, notes, decisions and lessons, open tasks, and the user's profile, as quotations
   * within a budget.
   */
  async remind(task: string, given?: RemindOptions): Promise<Reminders> {
    const { errors = [], budget = 2000, limit = 3, now = Date.now(), signal } = options(given, REMIND_OPTIONS);
    return this.#engine.ask("recall.remind", { task, errors, budget, limit, now: instant(now, "now") }, signal);
  }

  /** The context of a session; if there is none, a new context, which is not stored before it is saved. */
  async loadSession(id: string, given?: SessionOptions): Promise<SessionContext> {
    const { version, signal } = options(given, SESSION_OPTIONS);
    return this.#engine.ask("session.loadSession", { id, version: long(version, "version") }, signal);
  }

  /**
   * The sessions of the memory, with or without a context. If `id` is an unknown session, the call is refused, and the error
   * suggests similar ones.
   */
  async sessions(given?: SessionsOptions): Promise<SessionPage> {
    const { id = "", limit = 20, after = "", signal } = options(given, SESSIONS_OPTIONS);
    return this.#engine.ask("session.sessions", { id, limit, after }, signal);
  }

  /** The current version of a session, and stored versions from before entries were removed. */
  async sessionVersions(id: string, given?: Cancel): Promise<VersionPage> {
    const { signal } = options(given);
    return this.#engine.ask("session.sessionVersions", { id }, signal);
  }

  /** What differs between two versions of a session. */
  async compareSessions(id: string, older: number, given?: CompareOptions): Promise<Comparison> {
    const { newer, signal } = options(given, COMPARE_OPTIONS);
    return this.#engine.ask("session.compareSessions", { id, older: long(older, "older"), newer: long(newer, "newer") }, signal);
  }

  /**
   * Which files to read again after a compaction: those that the session touched most and last. A session without any record or
   * context is `unknown`.
   */
  async reread(session: string, given?: RereadOptions): Promise<FilesToReread> {
    const { limit = 5, signal } = options(given, REREAD_OPTIONS);
    return this.#engine.ask("session.reread", { session, limit }, signal);
  }

  /**
   * "What still fails?" Of the newest 2,000 calls, the failures that no later success mended. A success mends a failure of the
   * same tool with the same aim. The aim is the file that the call names, or the first two words of the main part of a command
   * line; of a line that succeeded, other parts may count too. Imported calls are left out.
   */
  async failures(given?: FailuresOptions): Promise<FailurePage> {
    const { session = "", tool = "", limit = 20, signal } = options(given, FAILURES_OPTIONS);
    return this.#engine.ask("session.failures", { session, tool, limit }, signal);
  }

  /**
   * What a new session should begin with: files that it will likely touch, open tasks, what failed last, notes that fit, and
   * similar past work.
   */
  async beginSession(given?: BeginOptions): Promise<Beginning> {
    const { message = "", limit = 10, now = Date.now(), signal } = options(given, BEGIN_OPTIONS);
    return this.#engine.ask("session.beginSession", { message, limit, now: instant(now, "now") }, signal);
  }

  /**
   * Updates a note: its text and metadata are replaced; its id, event and time stay. Its trust is no higher than before, and no
   * higher than the trust of whoever updates it: a person's note that an agent updates becomes the agent's.
   * Whether there is such a note.
   * @param id The id of the note.
   * @param says The new content of a note.
   */
  async update(id: string, says: NewTextMembers, given?: Cancel): Promise<boolean> {
    const { signal } = options(given);
    known(says, ["text", "metadata"]);
    const { text, metadata = "" } = says;
    return this.#engine.change("records.update", { id, says: { text, metadata: json(metadata, "metadata") } }, signal);
  }

  /**
   * Saves a document as the context of a session, with every member, in place of the one before. If the history only lost
   * entries at its beginning and gained some at its end, the other entries are not written again. If entries are lost or written
   * anew, the context from before is kept as a version.
   * The version after it.
   * @param id The session. Length: 1 to 128 bytes.
   * @param document A JSON object, as `load-session` gives it.
   */
  async saveSession(id: string, document: string | object, given?: SessionChangeOptions): Promise<number> {
    const { expected, signal } = options(given, SESSION_CHANGE_OPTIONS);
    return this.#engine.change("session.saveSession", { id, document: json(document, "document"), expected: long(expected, "expected") }, signal);
  }

  /**
   * Appends entries to the history of a session; creates the context if there is none. The calls, failures and tokens in them
   * are added to `tool_stats` and `token_usage`. It costs the same however long the history is.
   * The version after it.
   * @param id The session. Length: 1 to 128 bytes.
   * @param entries A JSON list of objects, as `recent_history` has them.
   */
  async appendToSession(id: string, entries: string | readonly object[], given?: SessionChangeOptions): Promise<number> {
    const { expected, signal } = options(given, SESSION_CHANGE_OPTIONS);
    return this.#engine.change("session.appendToSession", { id, entries: json(entries, "entries"), expected: long(expected, "expected") }, signal);
  }

  /**
   * Deletes the context of a session, with its versions. `rollback` of a session does so too.
   * Whether there was one.
   * @param id The session. Length: 1 to 128 bytes.
   */
  async deleteSession(id: string, given?: SessionChangeOptions): Promise<boolean> {
    const { expected, signal } = options(given, SESSION_CHANGE_OPTIONS);
    return this.#engine.change("session.deleteSession", { id, expected: long(expected, "expected") }, signal);
  }

  /**
   * Recovers a stored version: the context becomes as it was then, and the current one is kept as a version.
   * The version after it.
   * @param id The session. Length: 1 to 128 bytes.
   * @param version The version to recover, as `session-versions` lists it.
   */
  async recoverSession(id: string, version: number, given?: SessionChangeOptions): Promise<number> {
    const { expected, signal } = options(given, SESSION_CHANGE_OPTIONS);
    return this.#engine.change("session.recoverSession", { id, version: long(version, "version"), expected: long(expected, "expected") }, signal);
  }

  /**
   * Copies the context of a session to another id, whose versions begin anew, so that a conversation can go on in two ways. If
   * that id has a context already, the call is refused as `invalid`.
   * The version of the copy.
   * @param id The session. Length: 1 to 128 bytes.
   * @param fork The session of the copy. Length: 1 to 128 bytes.
   */
  async forkSession(id: string, fork: string, given?: ForkOptions): Promise<number> {
    const { version, expected, signal } = options(given, FORK_OPTIONS);
    return this.#engine.change("session.forkSession", { id, fork, version: long(version, "version"), expected: long(expected, "expected") }, signal);
  }

  /**
   * Compacts the context of a session if a limit is exceeded: removes the oldest entries, never a call without its result. What
   * must survive of the removed entries is added to `survived`, and `summary` to `long_term_summary`. The context from before is
   * kept as a version; of the versions, the newest 10 are kept.
   * @param id The session. Length: 1 to 128 bytes.
   */
  async compactSession(id: string, given?: CompactOptions): Promise<Numbers<Compaction>> {
    const { maxEntries = 50, keepEntries = 30, maxTokens = 100000, taskHours = 24, isManual = false, summary, expected, signal } = options(given, COMPACT_OPTIONS);
    return this.#engine.change("session.compactSession", { id, settings: { maxEntries, keepEntries, maxTokens, taskHours, isManual }, summary: utf8(summary, "summary"), expected: long(expected, "expected") }, signal);
  }
}

/** Questions about the whole memory. */
export class MemoryQuestions extends RecordQuestions {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    super(engine);
    this.#engine = engine;
  }

  /** The status of the memory. Loads every edge. */
  async status(given?: Cancel): Promise<MemoryStatus> {
    const { signal } = options(given);
    return this.#engine.ask("memory.status", undefined, signal);
  }

  /**
   * The code that a task needs, within a token budget, each piece with its reasons; after the code, the texts of the question's
   * `beside`.
   */
  async prepare(task: string, given?: PrepareOptions): Promise<Prepared> {
    const { budget = 8000, focus = [], errors = [], recent = [], likely = [], beside = [], shown = [], signal } = options(given, PREPARE_OPTIONS);
    return this.#engine.ask("prepare.prepare", { task, budget, focus, errors, recent, likely, beside, shown }, signal);
  }
}
