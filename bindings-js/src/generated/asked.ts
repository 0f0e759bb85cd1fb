// Generated from wit/ by `cargo xtask glue`; the gate compares.

import type { Reply } from "../ask.js";
import type { AnchorsQuestion, BacktestQuestion, BacktestReport, BeginQuestion, Beginning, CoEditPage, CoEditsQuestion, CompareQuestion, Comparison, DecisionPage, DecisionsQuestion, DeliverQuestion, Delivered, DeliveriesQuestion, DeliveryPage, DependencyPage, DocumentPage, DocumentsQuestion, EventPage, EventsQuestion, ExportCsvQuestion, ExportLinesQuestion, ExportPage, ExportQuestion, ExportedCsv, ExportedLines, Exports, FailurePage, FailuresQuestion, FileHistoryQuestion, FileOutline, FileQuestion, FileSummary, FilesToReread, FindPage, FindQuestion, FunctionPage, FunctionsQuestion, HierarchyPage, LastTouchesQuestion, Lineage, LogPage, LogQuestion, MapQuestion, MemoryStatus, NotePage, NotesQuestion, PathPage, PathQuestion, PatternPage, PatternsQuestion, PrepareQuestion, Prepared, ReadTimeQuestion, RecallQuestion, Recalled, RecordTotals, RemindQuestion, Reminders, RepositoryMap, RereadQuestion, ResolvedAnchors, Resumed, SessionContext, SessionPage, SessionQuestion, SessionsQuestion, SourcePage, SourceQuestion, StrategiesQuestion, StrategyPage, SummariseQuestion, SummaryDraft, TaskPage, TasksQuestion, TestsQuestion, TimeSpan, ToolStatPage, ToolStatsQuestion, TouchPage, UnresolvedPage, UnresolvedQuestion, UserProfile, VersionPage, VersionsQuestion, WalkPage, WalkQuestion, WorkingMemoryQuestion, WorkingSet } from "./types.js";

/** For each question, the type of its arguments and that of its answer. */
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
  "episodes.readTime": [ReadTimeQuestion, TimeSpan];
  "episodes.log": [LogQuestion, LogPage];
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
  "delivery.deliver": [DeliverQuestion, Delivered];
  "delivery.deliveries": [DeliveriesQuestion, DeliveryPage];
  "delivery.backtest": [BacktestQuestion, BacktestReport];
  "recall.recall": [RecallQuestion, Recalled];
  "recall.remind": [RemindQuestion, Reminders];
  "session.loadSession": [SessionQuestion, SessionContext];
  "session.sessions": [SessionsQuestion, SessionPage];
  "session.summariseSession": [SummariseQuestion, SummaryDraft];
  "session.sessionVersions": [VersionsQuestion, VersionPage];
  "session.compareSessions": [CompareQuestion, Comparison];
  "session.reread": [RereadQuestion, FilesToReread];
  "session.failures": [FailuresQuestion, FailurePage];
  "session.beginSession": [BeginQuestion, Beginning];
}

/** A function that asks the component a question. It takes the component's exports, the arguments, and what resumes an earlier call. */
export type Call<Q, A> = (x: Exports, q: Q, r: Resumed | undefined) => Reply<A>;

/** For each question, the function that asks it. */
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
  "episodes.readTime": (x, q, r) => x.episodes.readTime(q, r),
  "episodes.log": (x, q, r) => x.episodes.log(q, r),
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
  "delivery.deliver": (x, q, r) => x.delivery.deliver(q, r),
  "delivery.deliveries": (x, q, r) => x.delivery.deliveries(q, r),
  "delivery.backtest": (x, q, r) => x.delivery.backtest(q, r),
  "recall.recall": (x, q, r) => x.recall.recall(q, r),
  "recall.remind": (x, q, r) => x.recall.remind(q, r),
  "session.loadSession": (x, q, r) => x.session.loadSession(q, r),
  "session.sessions": (x, q, r) => x.session.sessions(q, r),
  "session.summariseSession": (x, q, r) => x.session.summariseSession(q, r),
  "session.sessionVersions": (x, q, r) => x.session.sessionVersions(q, r),
  "session.compareSessions": (x, q, r) => x.session.compareSessions(q, r),
  "session.reread": (x, q, r) => x.session.reread(q, r),
  "session.failures": (x, q, r) => x.session.failures(q, r),
  "session.beginSession": (x, q, r) => x.session.beginSession(q, r),
};
