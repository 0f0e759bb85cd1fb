// Generated from wit/ by `cargo xtask glue`; the gate compares.
// Reads what the component returns, in the layout that the component model defines for linear memory; `m` is that memory.

import type { Abi } from "../guest/abi.js";
import { ANCHOR_STATE, COMPACTION_TRIGGER, DECISION_STATUS, EDGE_KIND, EVENT_KIND, FATE, FILE_OPERATION, HINT_KIND, ITEM_FATE, ITEM_KIND, LESSON_TOPIC, LINE_PART, LOG_KIND, MOMENT, ORIGIN, PATTERN_KIND, PIECE_FORM, PIECE_KIND, REMINDER_KIND, ROLE, SKIP_REASON, SNAPSHOT_REASON, STRATEGY, STRENGTH, SYMBOL_KIND, TASK_INTENT, TASK_STATUS, TRUST, WEIGHTING } from "./cases.js";
import type * as t from "./types.js";

export function loadAddReply(m: Abi, at: number): t.AddReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadAdditions(m, at + 8) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 8) };
    default:
      return m.noCase();
  }
}

export function loadAdded(m: Abi, at: number): t.Added {
  return {
    id: m.text(at),
    isNew: m.view.getUint8(at + 8) !== 0,
    isAdopted: m.view.getUint8(at + 9) !== 0,
  };
}

export function loadAdditions(m: Abi, at: number): t.Additions {
  return {
    effects: loadEffects(m, at),
    outcomes: m.loadList(at + 40, 64, loadOutcome),
  };
}

export function loadAdoption(m: Abi, at: number): t.Adoption {
  return {
    lines: m.text(at),
  };
}

export function loadAmbiguity(m: Abi, at: number): t.Ambiguity {
  return {
    name: m.text(at),
    candidates: m.loadList(at + 8, 28, loadCandidate),
    nCandidates: m.view.getUint32(at + 16, true),
  };
}

export function loadAnchor(m: Abi, at: number): t.Anchor {
  return {
    path: m.text(at),
    symbol: m.text(at + 8),
    hash: m.hex(at + 16),
    commit: m.text(at + 24),
  };
}

export function loadAnchorsQuestion(m: Abi, at: number): t.AnchorsQuestion {
  return {
    anchors: m.loadList(at, 32, loadAnchor),
  };
}

export function loadAnchorsReply(m: Abi, at: number): t.AnchorsReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadResolvedAnchors(m, at + 4) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadAnswerHint(m: Abi, at: number): t.AnswerHint {
  return {
    kind: m.text(at),
    why: m.text(at + 8),
    next: m.view.getUint8(at + 16) === 0 ? undefined : loadNextQuestion(m, at + 20),
    spelled: m.view.getUint8(at + 36) === 0 ? undefined : m.text(at + 40),
  };
}

export function loadAnswerItem(m: Abi, at: number): t.AnswerItem {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "answer", value: loadAnswerPart(m, at + 4) };
    case 1:
      return { kind: "heading", value: loadMarkedText(m, at + 4) };
    case 2:
      return { kind: "note", value: m.text(at + 4) };
    case 3:
      return { kind: "warning", value: m.text(at + 4) };
    default:
      return m.noCase();
  }
}

export function loadAnswerObject(m: Abi, at: number): t.AnswerObject {
  return {
    reply: m.view.getUint32(at, true),
    members: m.loadList(at + 4, 32, (m, at) => [m.text(at), loadObjectMember(m, at + 8)]),
    hints: m.view.getUint8(at + 12) === 0 ? undefined : m.loadList(at + 16, 48, loadAnswerHint),
  };
}

export function loadAnswerPart(m: Abi, at: number): t.AnswerPart {
  return {
    text: loadMarkedText(m, at),
    object: loadAnswerObject(m, at + 16),
  };
}

export function loadAsk(m: Abi, at: number): t.Ask {
  return {
    requests: m.loadList(at, 32, loadRequest),
    ticket: m.loadBytes(at + 8),
  };
}

export function loadBacktestReply(m: Abi, at: number): t.BacktestReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadBacktestReport(m, at + 8) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 8) };
    default:
      return m.noCase();
  }
}

export function loadBacktestReport(m: Abi, at: number): t.BacktestReport {
  return {
    nSessions: Number(m.view.getBigUint64(at, true)),
    nEvents: Number(m.view.getBigUint64(at + 8, true)),
    nDamaged: m.view.getUint32(at + 16, true),
    nMendedBefore: Number(m.view.getBigUint64(at + 24, true)),
    moments: m.loadList(at + 32, 56, loadMomentCounts),
    pieces: m.loadList(at + 40, 48, loadReplayedPiece),
  };
}

export function loadBeginQuestion(m: Abi, at: number): t.BeginQuestion {
  return {
    message: m.text(at),
    limit: m.view.getUint32(at + 8, true),
    now: m.view.getBigInt64(at + 16, true),
  };
}

export function loadBeginSessionReply(m: Abi, at: number): t.BeginSessionReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadBeginning(m, at + 8) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 8) };
    default:
      return m.noCase();
  }
}

export function loadBeginning(m: Abi, at: number): t.Beginning {
  return {
    files: m.loadList(at, 24, loadLikelyFile),
    nFiles: m.view.getUint32(at + 8, true),
    tasks: m.loadList(at + 12, 72, loadTask),
    hasMoreTasks: m.view.getUint8(at + 20) !== 0,
    errors: m.loadList(at + 24, 40, loadPastError),
    hasMoreErrors: m.view.getUint8(at + 32) !== 0,
    mended: m.loadList(at + 36, 64, loadMendedError),
    notes: m.loadList(at + 44, 56, loadFittingNote),
    past: m.loadList(at + 52, 72, loadPastWork),
    nNotes: Number(m.view.getBigUint64(at + 64, true)),
    nRecords: Number(m.view.getBigUint64(at + 72, true)),
  };
}

export function loadBesidePiece(m: Abi, at: number): t.BesidePiece {
  return {
    id: m.text(at),
    text: m.text(at + 8),
    why: m.text(at + 16),
  };
}

export function loadByteRange(m: Abi, at: number): t.ByteRange {
  return {
    start: m.view.getBigUint64(at, true),
    end: m.view.getBigUint64(at + 8, true),
  };
}

export function loadCandidate(m: Abi, at: number): t.Candidate {
  return {
    id: m.text(at),
    kind: m.text(at + 8),
    path: m.text(at + 16),
    firstLine: m.view.getUint32(at + 24, true),
  };
}

export function loadChangedMember(m: Abi, at: number): t.ChangedMember {
  return {
    name: m.text(at),
    older: m.text(at + 8),
    newer: m.text(at + 16),
  };
}

export function loadClearReply(m: Abi, at: number): t.ClearReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadClearedWindows(m, at + 8) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 8) };
    default:
      return m.noCase();
  }
}

export function loadClearedWindows(m: Abi, at: number): t.ClearedWindows {
  return {
    effects: loadEffects(m, at),
    nBodies: m.view.getUint32(at + 40, true),
    next: m.loadBytes(at + 44),
  };
}

export function loadCoEdit(m: Abi, at: number): t.CoEdit {
  return {
    path: m.text(at),
    other: m.text(at + 8),
    n: Number(m.view.getBigUint64(at + 16, true)),
    nImported: Number(m.view.getBigUint64(at + 24, true)),
    confidence: m.view.getFloat64(at + 32, true),
    firstDay: Number(m.view.getBigInt64(at + 40, true)),
    lastDay: Number(m.view.getBigInt64(at + 48, true)),
  };
}

export function loadCoEditPage(m: Abi, at: number): t.CoEditPage {
  return {
    pairs: m.loadList(at, 56, loadCoEdit),
    hasMore: m.view.getUint8(at + 8) !== 0,
  };
}

export function loadCoEditsQuestion(m: Abi, at: number): t.CoEditsQuestion {
  return {
    path: m.text(at),
    minOccasions: m.view.getUint32(at + 8, true),
    limit: m.view.getUint32(at + 12, true),
  };
}

export function loadCoEditsReply(m: Abi, at: number): t.CoEditsReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadCoEditPage(m, at + 4) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadCompactSessionReply(m: Abi, at: number): t.CompactSessionReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadCompacted(m, at + 8) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 8) };
    default:
      return m.noCase();
  }
}

export function loadCompacted(m: Abi, at: number): t.Compacted {
  return {
    effects: loadEffects(m, at),
    report: loadCompaction(m, at + 40),
  };
}

export function loadCompaction(m: Abi, at: number): t.Compaction {
  return {
    trigger: m.case(COMPACTION_TRIGGER, m.view.getUint8(at)),
    nRemoved: m.view.getUint32(at + 4, true),
    nEntries: m.view.getUint32(at + 8, true),
    nFactsRemoved: m.view.getUint32(at + 12, true),
    nTasksRemoved: m.view.getUint32(at + 16, true),
    tokensBefore: m.view.getBigUint64(at + 24, true),
    tokensAfter: m.view.getBigUint64(at + 32, true),
    version: m.view.getBigUint64(at + 40, true),
    summary: m.text(at + 48),
    nSummaryBytesLeftOut: m.view.getBigUint64(at + 56, true),
  };
}

export function loadCompareSessionsReply(m: Abi, at: number): t.CompareSessionsReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadComparison(m, at + 8) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 8) };
    default:
      return m.noCase();
  }
}

export function loadCompareSnapshotsReply(m: Abi, at: number): t.CompareSnapshotsReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadSnapshotComparison(m, at + 8) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 8) };
    default:
      return m.noCase();
  }
}

export function loadComparison(m: Abi, at: number): t.Comparison {
  return {
    older: Number(m.view.getBigUint64(at, true)),
    newer: Number(m.view.getBigUint64(at + 8, true)),
    removed: m.loadList(at + 16, 8, (m, at) => m.text(at)),
    added: m.loadList(at + 24, 8, (m, at) => m.text(at)),
    changed: m.loadList(at + 32, 24, loadChangedMember),
  };
}

export function loadDamagedRow(m: Abi, at: number): t.DamagedRow {
  return {
    key: m.hex(at),
    path: m.view.getUint8(at + 8) === 0 ? undefined : m.text(at + 12),
  };
}

export function loadDecision(m: Abi, at: number): t.Decision {
  return {
    title: m.text(at),
    context: m.text(at + 8),
    choice: m.text(at + 16),
    rationale: m.text(at + 24),
    revisitIf: m.text(at + 32),
    status: m.case(DECISION_STATUS, m.view.getUint8(at + 40)),
    supersededBy: m.text(at + 44),
  };
}

export function loadDecisionPage(m: Abi, at: number): t.DecisionPage {
  return {
    decisions: m.loadList(at, 88, loadRecordedDecision),
    hasMore: m.view.getUint8(at + 8) !== 0,
  };
}

export function loadDecisionsReply(m: Abi, at: number): t.DecisionsReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadDecisionPage(m, at + 4) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadDeliverReply(m: Abi, at: number): t.DeliverReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadDelivered(m, at + 4) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadDelivered(m: Abi, at: number): t.Delivered {
  return {
    pieces: m.loadList(at, 48, loadToldPiece),
    text: m.text(at + 8),
    tokens: m.view.getUint32(at + 16, true),
    nLeftOut: m.view.getUint32(at + 20, true),
    toRecord: m.text(at + 24),
  };
}

export function loadDeliveriesReply(m: Abi, at: number): t.DeliveriesReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadDeliveryPage(m, at + 4) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadDelivery(m: Abi, at: number): t.Delivery {
  return {
    moment: m.case(MOMENT, m.view.getUint8(at)),
    why: m.text(at + 4),
    about: m.text(at + 12),
    tokens: m.view.getUint32(at + 20, true),
  };
}

export function loadDeliveryPage(m: Abi, at: number): t.DeliveryPage {
  return {
    deliveries: m.loadList(at, 72, loadToldItem),
    nDamaged: m.view.getUint32(at + 8, true),
    next: m.text(at + 12),
  };
}

export function loadDependency(m: Abi, at: number): t.Dependency {
  return {
    name: m.text(at),
    external: m.view.getUint8(at + 8) !== 0,
    nEdges: m.view.getUint32(at + 12, true),
    line: m.view.getUint32(at + 16, true),
    depth: m.view.getUint32(at + 20, true),
  };
}

export function loadDependencyPage(m: Abi, at: number): t.DependencyPage {
  return {
    dependencies: m.loadList(at, 24, loadDependency),
    nDependencies: m.view.getUint32(at + 8, true),
    unread: m.loadList(at + 12, 12, loadUnreadLanguage),
    hints: m.loadList(at + 20, 32, loadHint),
  };
}

export function loadDependencyReply(m: Abi, at: number): t.DependencyReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadDependencyPage(m, at + 4) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadDescribed(m: Abi, at: number): t.Described {
  return {
    text: m.text(at),
    leftOut: m.loadList(at + 8, 8, (m, at) => m.text(at)),
  };
}

export function loadDocumentPage(m: Abi, at: number): t.DocumentPage {
  return {
    sections: m.loadList(at, 64, loadFoundSection),
    strength: m.case(STRENGTH, m.view.getUint8(at + 8)),
    bestFit: m.view.getFloat64(at + 16, true),
    nMatching: m.view.getUint32(at + 24, true),
    nBeyondBudget: m.view.getUint32(at + 28, true),
    unknownWords: m.loadList(at + 32, 8, (m, at) => m.text(at)),
    nDocuments: m.view.getUint32(at + 40, true),
  };
}

export function loadDocumentsQuestion(m: Abi, at: number): t.DocumentsQuestion {
  return {
    query: m.text(at),
    limit: m.view.getUint32(at + 8, true),
    budget: m.view.getUint32(at + 12, true),
  };
}

export function loadDocumentsReply(m: Abi, at: number): t.DocumentsReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadDocumentPage(m, at + 8) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 8) };
    default:
      return m.noCase();
  }
}

export function loadEdit(m: Abi, at: number): t.Edit {
  return {
    message: m.view.getUint32(at, true),
    pointer: m.text(at + 4),
    replacement: m.view.getUint8(at + 12) === 0 ? undefined : m.text(at + 16),
    id: m.text(at + 24),
  };
}

export function loadEffects(m: Abi, at: number): t.Effects {
  return {
    fromGeneration: m.view.getBigUint64(at, true),
    toGeneration: m.view.getBigUint64(at + 8, true),
    puts: m.loadList(at + 16, 16, loadRow),
    deletes: m.loadList(at + 24, 8, (m, at) => m.loadBytes(at)),
    refused: m.loadList(at + 32, 64, loadRefusal),
  };
}

export function loadError(m: Abi, at: number): t.Error {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "invalid", value: loadInvalidArgument(m, at + 8) };
    case 1:
      return { kind: "too_large", value: loadLimit(m, at + 8) };
    case 2:
      return { kind: "full", value: loadLimit(m, at + 8) };
    case 3:
      return { kind: "unknown", value: loadUnknownName(m, at + 8) };
    case 4:
      return { kind: "ambiguous", value: loadAmbiguity(m, at + 8) };
    case 5:
      return { kind: "stale" };
    case 6:
      return { kind: "read_only" };
    case 7:
      return { kind: "newer_format", value: m.view.getUint32(at + 8, true) };
    case 8:
      return { kind: "floor", value: loadLimit(m, at + 8) };
    case 9:
      return { kind: "conflict" };
    case 10:
      return { kind: "expired", value: m.text(at + 8) };
    case 11:
      return { kind: "not_indexed" };
    case 12:
      return { kind: "withheld", value: m.text(at + 8) };
    default:
      return m.noCase();
  }
}

export function loadEvent(m: Abi, at: number): t.Event {
  return {
    eventId: m.text(at),
    time: Number(m.view.getBigInt64(at + 8, true)),
    channel: m.text(at + 16),
    origin: m.case(ORIGIN, m.view.getUint8(at + 24)),
    session: m.text(at + 28),
    branch: m.text(at + 36),
    commit: m.text(at + 44),
    task: m.text(at + 52),
    parents: m.loadList(at + 60, 8, (m, at) => m.text(at)),
    anchors: m.loadList(at + 68, 32, loadAnchor),
    metadata: m.text(at + 76),
    body: loadEventBody(m, at + 84),
  };
}

export function loadEventBody(m: Abi, at: number): t.EventBody {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "note", value: m.text(at + 4) };
    case 1:
      return { kind: "turn", value: loadTurn(m, at + 4) };
    case 2:
      return { kind: "tool_call", value: loadToolCall(m, at + 4) };
    case 3:
      return { kind: "file_touch", value: loadFileTouch(m, at + 4) };
    case 4:
      return { kind: "task_step", value: loadTaskStep(m, at + 4) };
    case 5:
      return { kind: "strategy", value: loadStrategyPlan(m, at + 4) };
    case 6:
      return { kind: "strategy_use", value: loadStrategyUse(m, at + 4) };
    case 7:
      return { kind: "working_value", value: loadWorkingValue(m, at + 4) };
    case 8:
      return { kind: "profile_value", value: loadProfileValue(m, at + 4) };
    case 9:
      return { kind: "decision", value: loadDecision(m, at + 4) };
    case 10:
      return { kind: "lesson", value: loadLesson(m, at + 4) };
    case 11:
      return { kind: "thought", value: loadThought(m, at + 4) };
    case 12:
      return { kind: "delivery", value: loadDelivery(m, at + 4) };
    case 13:
      return { kind: "adoption", value: loadAdoption(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadEventPage(m: Abi, at: number): t.EventPage {
  return {
    events: m.loadList(at, 184, loadRecordedEvent),
    nDamaged: m.view.getUint32(at + 8, true),
    next: m.text(at + 12),
  };
}

export function loadEventsQuestion(m: Abi, at: number): t.EventsQuestion {
  return {
    kinds: m.loadList(at, 1, (m, at) => m.case(EVENT_KIND, m.view.getUint8(at))),
    channel: m.text(at + 8),
    session: m.text(at + 16),
    task: m.text(at + 24),
    conversation: m.text(at + 32),
    path: m.text(at + 40),
    anchor: m.text(at + 48),
    tool: m.text(at + 56),
    branch: m.text(at + 64),
    commit: m.text(at + 72),
    parent: m.text(at + 80),
    metadata: m.loadList(at + 88, 8, (m, at) => m.text(at)),
    since: m.view.getUint8(at + 96) === 0 ? undefined : m.view.getBigInt64(at + 104, true),
    until: m.view.getUint8(at + 112) === 0 ? undefined : m.view.getBigInt64(at + 120, true),
    limit: m.view.getUint32(at + 128, true),
    after: m.text(at + 132),
  };
}

export function loadEventsReply(m: Abi, at: number): t.EventsReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadEventPage(m, at + 4) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadExplainReply(m: Abi, at: number): t.ExplainReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadExplained(m, at + 8) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 8) };
    default:
      return m.noCase();
  }
}

export function loadExplained(m: Abi, at: number): t.Explained {
  return {
    explanation: m.view.getUint8(at) === 0 ? undefined : loadExplanation(m, at + 8),
  };
}

export function loadExplanation(m: Abi, at: number): t.Explanation {
  return {
    snapshot: m.view.getUint32(at, true),
    time: Number(m.view.getBigInt64(at + 8, true)),
    reason: m.case(SNAPSHOT_REASON, m.view.getUint8(at + 16)),
    item: loadSnapshotItem(m, at + 24),
  };
}

export function loadExportCsvReply(m: Abi, at: number): t.ExportCsvReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadExportedCsv(m, at + 4) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadExportLinesReply(m: Abi, at: number): t.ExportLinesReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadExportedLines(m, at + 4) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadExportPage(m: Abi, at: number): t.ExportPage {
  return {
    text: m.text(at),
    nFiles: m.view.getUint32(at + 8, true),
    nEdges: m.view.getUint32(at + 12, true),
    next: m.view.getUint8(at + 16) === 0 ? undefined : m.view.getUint32(at + 20, true),
    hints: m.loadList(at + 24, 32, loadHint),
  };
}

export function loadExportReply(m: Abi, at: number): t.ExportReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadExportPage(m, at + 4) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadExportedCsv(m: Abi, at: number): t.ExportedCsv {
  return {
    text: m.text(at),
    nDamaged: m.view.getUint32(at + 8, true),
    next: m.text(at + 12),
  };
}

export function loadExportedLines(m: Abi, at: number): t.ExportedLines {
  return {
    text: m.text(at),
    nDamaged: m.view.getUint32(at + 8, true),
    next: m.text(at + 12),
  };
}

export function loadFactor(m: Abi, at: number): t.Factor {
  return {
    name: m.text(at),
    value: m.view.getFloat64(at + 8, true),
  };
}

export function loadFailurePage(m: Abi, at: number): t.FailurePage {
  return {
    failures: m.loadList(at, 40, loadPastError),
    nFailures: m.view.getUint32(at + 8, true),
  };
}

export function loadFailuresQuestion(m: Abi, at: number): t.FailuresQuestion {
  return {
    session: m.text(at),
    tool: m.text(at + 8),
    limit: m.view.getUint32(at + 16, true),
  };
}

export function loadFailuresReply(m: Abi, at: number): t.FailuresReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadFailurePage(m, at + 4) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadFileHistoryQuestion(m: Abi, at: number): t.FileHistoryQuestion {
  return {
    path: m.text(at),
    limit: m.view.getUint32(at + 8, true),
  };
}

export function loadFileHistoryReply(m: Abi, at: number): t.FileHistoryReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadFileSummary(m, at + 8) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 8) };
    default:
      return m.noCase();
  }
}

export function loadFileOutline(m: Abi, at: number): t.FileOutline {
  return {
    path: m.text(at),
    language: m.text(at + 8),
    hash: m.hex(at + 16),
    nLines: m.view.getUint32(at + 24, true),
    hasErrors: m.view.getUint8(at + 28) !== 0,
    symbols: m.loadList(at + 32, 68, loadOutlined),
    hints: m.loadList(at + 40, 32, loadHint),
  };
}

export function loadFileQuestion(m: Abi, at: number): t.FileQuestion {
  return {
    path: m.text(at),
    depth: m.view.getUint32(at + 8, true),
    limit: m.view.getUint32(at + 12, true),
    skip: m.view.getUint32(at + 16, true),
  };
}

export function loadFileSpan(m: Abi, at: number): t.FileSpan {
  return {
    path: m.text(at),
    hash: m.loadBytes(at + 8),
    firstLine: m.view.getUint32(at + 16, true),
    lastLine: m.view.getUint32(at + 20, true),
  };
}

export function loadFileSummary(m: Abi, at: number): t.FileSummary {
  return {
    path: m.text(at),
    touches: m.loadList(at + 8, 80, loadTouched),
    nTouches: Number(m.view.getBigUint64(at + 16, true)),
    nImported: Number(m.view.getBigUint64(at + 24, true)),
    operations: m.loadList(at + 32, 16, loadOperationCount),
  };
}

export function loadFileToReread(m: Abi, at: number): t.FileToReread {
  return {
    path: m.text(at),
    score: m.view.getFloat64(at + 8, true),
    factors: m.loadList(at + 16, 16, loadFactor),
    nTouches: m.view.getUint32(at + 24, true),
    last: Number(m.view.getBigInt64(at + 32, true)),
    firstLine: m.view.getUint32(at + 40, true),
    lastLine: m.view.getUint32(at + 44, true),
    why: m.text(at + 48),
  };
}

export function loadFileTouch(m: Abi, at: number): t.FileTouch {
  return {
    path: m.text(at),
    operation: m.case(FILE_OPERATION, m.view.getUint8(at + 8)),
    firstLine: m.view.getUint32(at + 12, true),
    lastLine: m.view.getUint32(at + 16, true),
    success: m.view.getUint8(at + 20) !== 0,
    why: m.text(at + 24),
    change: m.text(at + 32),
  };
}

export function loadFilesToReread(m: Abi, at: number): t.FilesToReread {
  return {
    files: m.loadList(at, 56, loadFileToReread),
    nFiles: m.view.getUint32(at + 8, true),
    lines: m.loadList(at + 12, 24, loadTouchedLines),
    nLines: m.view.getUint32(at + 20, true),
  };
}

export function loadFindPage(m: Abi, at: number): t.FindPage {
  return {
    hits: m.loadList(at, 80, loadFound),
    nHits: m.view.getUint32(at + 8, true),
    suggestions: m.loadList(at + 12, 8, (m, at) => m.text(at)),
    unmatched: m.loadList(at + 20, 8, (m, at) => m.text(at)),
    unread: m.loadList(at + 28, 12, loadUnreadLanguage),
    hints: m.loadList(at + 36, 32, loadHint),
  };
}

export function loadFindQuestion(m: Abi, at: number): t.FindQuestion {
  return {
    text: m.text(at),
    kinds: m.loadList(at + 8, 1, (m, at) => m.case(SYMBOL_KIND, m.view.getUint8(at))),
    pathPrefix: m.text(at + 16),
    limit: m.view.getUint32(at + 24, true),
    explain: m.view.getUint8(at + 28) !== 0,
    skip: m.view.getUint32(at + 32, true),
  };
}

export function loadFindReply(m: Abi, at: number): t.FindReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadFindPage(m, at + 4) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadFittingNote(m: Abi, at: number): t.FittingNote {
  return {
    id: m.text(at),
    kind: m.case(EVENT_KIND, m.view.getUint8(at + 8)),
    time: Number(m.view.getBigInt64(at + 16, true)),
    trust: m.case(TRUST, m.view.getUint8(at + 24)),
    score: m.view.getUint8(at + 32) === 0 ? undefined : m.view.getFloat64(at + 40, true),
    text: m.text(at + 48),
  };
}

export function loadForgetReply(m: Abi, at: number): t.ForgetReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadForgetting(m, at + 8) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 8) };
    default:
      return m.noCase();
  }
}

export function loadForgetting(m: Abi, at: number): t.Forgetting {
  return {
    effects: loadEffects(m, at),
    receipts: m.loadList(at + 40, 12, loadReceipt),
    nDerived: m.view.getUint32(at + 48, true),
  };
}

export function loadFound(m: Abi, at: number): t.Found {
  return {
    symbol: loadSymbol(m, at),
    score: m.view.getFloat64(at + 64, true),
    factors: m.loadList(at + 72, 16, loadFactor),
  };
}

export function loadFoundSection(m: Abi, at: number): t.FoundSection {
  return {
    path: m.text(at),
    heading: m.text(at + 8),
    firstLine: m.view.getUint32(at + 16, true),
    lastLine: m.view.getUint32(at + 20, true),
    excerpt: m.text(at + 24),
    isChanged: m.view.getUint8(at + 32) !== 0,
    score: m.view.getFloat64(at + 40, true),
    factors: m.loadList(at + 48, 16, loadFactor),
    fit: m.view.getFloat64(at + 56, true),
  };
}

export function loadFunctionAt(m: Abi, at: number): t.FunctionAt {
  return {
    symbol: loadSymbol(m, at),
    weight: m.view.getFloat64(at + 64, true),
    nTouches: m.view.getUint32(at + 72, true),
  };
}

export function loadFunctionPage(m: Abi, at: number): t.FunctionPage {
  return {
    functions: m.loadList(at, 80, loadFunctionAt),
    nFunctions: m.view.getUint32(at + 8, true),
    unknownPaths: m.loadList(at + 12, 8, (m, at) => m.text(at)),
  };
}

export function loadFunctionsQuestion(m: Abi, at: number): t.FunctionsQuestion {
  return {
    lines: m.loadList(at, 24, loadTouchedLines),
    limit: m.view.getUint32(at + 8, true),
  };
}

export function loadFunctionsReply(m: Abi, at: number): t.FunctionsReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadFunctionPage(m, at + 4) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadHeldValue(m: Abi, at: number): t.HeldValue {
  return {
    id: m.text(at),
    key: m.text(at + 8),
    value: m.text(at + 16),
    time: Number(m.view.getBigInt64(at + 24, true)),
    expires: m.view.getUint8(at + 32) === 0 ? undefined : Number(m.view.getBigInt64(at + 40, true)),
  };
}

export function loadHierarchyPage(m: Abi, at: number): t.HierarchyPage {
  return {
    symbol: loadSymbol(m, at),
    above: m.loadList(at + 64, 120, loadStep),
    nAbove: m.view.getUint32(at + 72, true),
    below: m.loadList(at + 76, 120, loadStep),
    nBelow: m.view.getUint32(at + 84, true),
    depthLimited: m.view.getUint8(at + 88) !== 0,
    nUnresolved: m.view.getUint8(at + 92) === 0 ? undefined : m.view.getUint32(at + 96, true),
    nUnresolvedFiles: m.view.getUint32(at + 100, true),
    unread: m.loadList(at + 104, 12, loadUnreadLanguage),
    hints: m.loadList(at + 112, 32, loadHint),
  };
}

export function loadHierarchyReply(m: Abi, at: number): t.HierarchyReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadHierarchyPage(m, at + 4) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadHint(m: Abi, at: number): t.Hint {
  return {
    kind: m.case(HINT_KIND, m.view.getUint8(at)),
    why: m.text(at + 4),
    next: m.view.getUint8(at + 12) === 0 ? undefined : loadNextQuestion(m, at + 16),
  };
}

export function loadHookEvent(m: Abi, at: number): t.HookEvent {
  return {
    name: m.text(at),
    moment: m.view.getUint8(at + 8) === 0 ? undefined : m.case(MOMENT, m.view.getUint8(at + 9)),
    folder: m.text(at + 12),
    session: m.text(at + 20),
    transcripts: m.loadList(at + 28, 8, (m, at) => m.text(at)),
    text: m.text(at + 36),
    paths: m.loadList(at + 44, 8, (m, at) => m.text(at)),
    tool: m.text(at + 52),
    command: m.text(at + 60),
    toRecord: m.text(at + 68),
    isEnd: m.view.getUint8(at + 76) !== 0,
  };
}

export function loadImportTombstonesReply(m: Abi, at: number): t.ImportTombstonesReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadImportedTombstones(m, at + 8) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 8) };
    default:
      return m.noCase();
  }
}

export function loadImportedName(m: Abi, at: number): t.ImportedName {
  return {
    name: m.text(at),
    path: m.text(at + 8),
    firstLine: m.view.getUint32(at + 16, true),
  };
}

export function loadImportedTombstones(m: Abi, at: number): t.ImportedTombstones {
  return {
    effects: loadEffects(m, at),
    nImported: m.view.getUint32(at + 40, true),
  };
}

export function loadInstalledFolder(m: Abi, at: number): t.InstalledFolder {
  return {
    name: m.text(at),
    holds: m.text(at + 8),
  };
}

export function loadInvalidArgument(m: Abi, at: number): t.InvalidArgument {
  return {
    argument: m.text(at),
    why: m.text(at + 8),
  };
}

export function loadItemChange(m: Abi, at: number): t.ItemChange {
  return {
    id: m.text(at),
    kind: m.case(ITEM_KIND, m.view.getUint8(at + 8)),
    tool: m.text(at + 12),
    message: m.view.getUint32(at + 20, true),
    tokens: m.view.getUint32(at + 24, true),
    older: m.view.getUint8(at + 28) === 0 ? undefined : m.case(ITEM_FATE, m.view.getUint8(at + 29)),
    newer: m.view.getUint8(at + 30) === 0 ? undefined : m.case(ITEM_FATE, m.view.getUint8(at + 31)),
  };
}

export function loadKeyRange(m: Abi, at: number): t.KeyRange {
  return {
    start: m.loadBytes(at),
    end: m.loadBytes(at + 8),
    maxBytes: m.view.getUint32(at + 16, true),
  };
}

export function loadLanguage(m: Abi, at: number): t.Language {
  return {
    name: m.text(at),
    extensions: m.loadList(at + 8, 8, (m, at) => m.text(at)),
    kinds: m.loadList(at + 16, 12, loadNodeKind),
    fields: m.loadList(at + 24, 8, (m, at) => m.text(at)),
  };
}

export function loadLanguageStatus(m: Abi, at: number): t.LanguageStatus {
  return {
    language: m.text(at),
    nFiles: m.view.getUint32(at + 8, true),
    nLines: m.view.getUint32(at + 12, true),
    nBytes: m.view.getUint32(at + 16, true),
  };
}

export function loadLastTouchesQuestion(m: Abi, at: number): t.LastTouchesQuestion {
  return {
    contains: m.text(at),
    limit: m.view.getUint32(at + 8, true),
  };
}

export function loadLastTouchesReply(m: Abi, at: number): t.LastTouchesReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadTouchPage(m, at + 8) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 8) };
    default:
      return m.noCase();
  }
}

export function loadLearning(m: Abi, at: number): t.Learning {
  return {
    id: m.text(at),
    time: Number(m.view.getBigInt64(at + 8, true)),
    item: m.case(ITEM_KIND, m.view.getUint8(at + 16)),
    tool: m.text(at + 20),
    paths: m.loadList(at + 28, 8, (m, at) => m.text(at)),
    failed: m.view.getUint8(at + 36) !== 0,
    firstErrorLine: m.text(at + 40),
    part: m.text(at + 48),
  };
}

export function loadLearningPage(m: Abi, at: number): t.LearningPage {
  return {
    learnings: m.loadList(at, 56, loadLearning),
    hasMore: m.view.getUint8(at + 8) !== 0,
  };
}

export function loadLearningsReply(m: Abi, at: number): t.LearningsReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadLearningPage(m, at + 4) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadLesson(m: Abi, at: number): t.Lesson {
  return {
    topic: m.case(LESSON_TOPIC, m.view.getUint8(at)),
    subject: m.text(at + 4),
    text: m.text(at + 12),
  };
}

export function loadLikelyFile(m: Abi, at: number): t.LikelyFile {
  return {
    path: m.text(at),
    score: m.view.getFloat64(at + 8, true),
    factors: m.loadList(at + 16, 16, loadFactor),
  };
}

export function loadLimit(m: Abi, at: number): t.Limit {
  return {
    what: m.text(at),
    actual: Number(m.view.getBigUint64(at + 8, true)),
    limit: Number(m.view.getBigUint64(at + 16, true)),
  };
}

export function loadLineage(m: Abi, at: number): t.Lineage {
  return {
    event: loadRecordedEvent(m, at),
    parents: m.loadList(at + 184, 184, loadRecordedEvent),
    nParents: m.view.getUint32(at + 192, true),
    children: m.loadList(at + 196, 184, loadRecordedEvent),
    hasMoreChildren: m.view.getUint8(at + 204) !== 0,
    adoptions: m.loadList(at + 208, 184, loadRecordedEvent),
  };
}

export function loadLinked(m: Abi, at: number): t.Linked {
  return {
    effects: loadEffects(m, at),
    nToLink: m.view.getUint32(at + 40, true),
  };
}

export function loadListedContext(m: Abi, at: number): t.ListedContext {
  return {
    version: Number(m.view.getBigUint64(at, true)),
    used: Number(m.view.getBigInt64(at + 8, true)),
    nEntries: m.view.getUint32(at + 16, true),
    tokens: Number(m.view.getBigUint64(at + 24, true)),
    about: m.text(at + 32),
  };
}

export function loadListedSession(m: Abi, at: number): t.ListedSession {
  return {
    id: m.text(at),
    title: m.text(at + 8),
    nRecords: Number(m.view.getBigUint64(at + 16, true)),
    started: m.view.getUint8(at + 24) === 0 ? undefined : Number(m.view.getBigInt64(at + 32, true)),
    active: Number(m.view.getBigInt64(at + 40, true)),
    context: m.view.getUint8(at + 48) === 0 ? undefined : loadListedContext(m, at + 56),
  };
}

export function loadListedWindow(m: Abi, at: number): t.ListedWindow {
  return {
    name: m.text(at),
    used: Number(m.view.getBigInt64(at + 8, true)),
    nPrunes: m.view.getUint32(at + 16, true),
    bodyBytes: Number(m.view.getBigUint64(at + 24, true)),
  };
}

export function loadLoadSessionReply(m: Abi, at: number): t.LoadSessionReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadSessionContext(m, at + 8) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 8) };
    default:
      return m.noCase();
  }
}

export function loadLogEntry(m: Abi, at: number): t.LogEntry {
  return {
    id: m.text(at),
    shortId: m.text(at + 8),
    time: Number(m.view.getBigInt64(at + 16, true)),
    kind: m.case(LOG_KIND, m.view.getUint8(at + 24)),
    text: m.text(at + 28),
    session: m.text(at + 36),
    task: m.text(at + 44),
    principal: m.text(at + 52),
    files: m.loadList(at + 60, 8, (m, at) => m.text(at)),
    n: m.view.getUint32(at + 68, true),
    isMended: m.view.getUint8(at + 72) !== 0,
  };
}

export function loadLogPage(m: Abi, at: number): t.LogPage {
  return {
    entries: m.loadList(at, 80, loadLogEntry),
    since: m.view.getUint8(at + 8) === 0 ? undefined : Number(m.view.getBigInt64(at + 16, true)),
    until: m.view.getUint8(at + 24) === 0 ? undefined : Number(m.view.getBigInt64(at + 32, true)),
    nDamaged: m.view.getUint32(at + 40, true),
    next: m.text(at + 44),
  };
}

export function loadLogReply(m: Abi, at: number): t.LogReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadLogPage(m, at + 8) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 8) };
    default:
      return m.noCase();
  }
}

export function loadLost(m: Abi, at: number): t.Lost {
  return {
    kind: m.text(at),
    id: m.text(at + 8),
    time: m.view.getUint8(at + 16) === 0 ? undefined : m.view.getBigInt64(at + 24, true),
    tenant: m.text(at + 32),
  };
}

export function loadMapQuestion(m: Abi, at: number): t.MapQuestion {
  return {
    budget: m.view.getUint32(at, true),
    focus: m.loadList(at + 4, 8, (m, at) => m.text(at)),
  };
}

export function loadMapReply(m: Abi, at: number): t.MapReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadRepositoryMap(m, at + 4) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadMarkedPart(m: Abi, at: number): t.MarkedPart {
  return {
    start: m.view.getUint32(at, true),
    end: m.view.getUint32(at + 4, true),
    part: m.case(LINE_PART, m.view.getUint8(at + 8)),
  };
}

export function loadMarkedText(m: Abi, at: number): t.MarkedText {
  return {
    text: m.text(at),
    parts: m.loadList(at + 8, 12, loadMarkedPart),
  };
}

export function loadMeaningRequest(m: Abi, at: number): t.MeaningRequest {
  return {
    name: m.text(at),
    kinds: m.loadList(at + 8, 1, (m, at) => m.case(SYMBOL_KIND, m.view.getUint8(at))),
    pathPrefix: m.text(at + 16),
  };
}

export function loadMemoryStatus(m: Abi, at: number): t.MemoryStatus {
  return {
    generation: Number(m.view.getBigUint64(at, true)),
    nFiles: m.view.getUint32(at + 8, true),
    nToLink: m.view.getUint32(at + 12, true),
    nSymbols: m.view.getUint32(at + 16, true),
    nEdges: m.view.getUint32(at + 20, true),
    nUnlinked: m.view.getUint32(at + 24, true),
    languages: m.loadList(at + 28, 20, loadLanguageStatus),
    unread: m.loadList(at + 36, 12, loadUnreadLanguage),
    nVendored: m.view.getUint32(at + 44, true),
    nWithErrors: m.view.getUint32(at + 48, true),
    liveBytes: m.view.getUint32(at + 52, true),
    damaged: m.loadList(at + 56, 20, loadDamagedRow),
  };
}

export function loadMendedError(m: Abi, at: number): t.MendedError {
  return {
    error: loadPastError(m, at),
    files: m.loadList(at + 40, 8, (m, at) => m.text(at)),
    commands: m.loadList(at + 48, 8, (m, at) => m.text(at)),
    succeededAs: m.text(at + 56),
  };
}

export function loadModelRequest(m: Abi, at: number): t.ModelRequest {
  return {
    purpose: m.text(at),
    prompt: m.text(at + 8),
    texts: m.loadList(at + 16, 8, (m, at) => m.text(at)),
    maxBytes: m.view.getUint32(at + 24, true),
  };
}

export function loadMomentCounts(m: Abi, at: number): t.MomentCounts {
  return {
    moment: m.case(MOMENT, m.view.getUint8(at)),
    nMoments: Number(m.view.getBigUint64(at + 8, true)),
    nTold: Number(m.view.getBigUint64(at + 16, true)),
    nPieces: Number(m.view.getBigUint64(at + 24, true)),
    nUsed: Number(m.view.getBigUint64(at + 32, true)),
    nRepeated: Number(m.view.getBigUint64(at + 40, true)),
    tokens: Number(m.view.getBigUint64(at + 48, true)),
  };
}

export function loadNamedCount(m: Abi, at: number): t.NamedCount {
  return {
    name: m.text(at),
    n: Number(m.view.getBigUint64(at + 8, true)),
  };
}

export function loadNewNote(m: Abi, at: number): t.NewNote {
  return {
    text: m.text(at),
    at: m.loadList(at + 8, 8, (m, at) => m.text(at)),
    channel: m.text(at + 16),
  };
}

export function loadNextArgument(m: Abi, at: number): t.NextArgument {
  return {
    name: m.text(at),
    value: m.text(at + 8),
  };
}

export function loadNextQuestion(m: Abi, at: number): t.NextQuestion {
  return {
    question: m.text(at),
    arguments: m.loadList(at + 8, 16, loadNextArgument),
  };
}

export function loadNodeKind(m: Abi, at: number): t.NodeKind {
  return {
    name: m.text(at),
    named: m.view.getUint8(at + 8) !== 0,
    leaf: m.view.getUint8(at + 9) !== 0,
  };
}

export function loadNote(m: Abi, at: number): t.Note {
  return {
    id: m.text(at),
    eventId: m.text(at + 8),
    text: m.text(at + 16),
    time: Number(m.view.getBigInt64(at + 24, true)),
    recorded: Number(m.view.getBigInt64(at + 32, true)),
    channel: m.text(at + 40),
    origin: m.case(ORIGIN, m.view.getUint8(at + 48)),
    trust: m.case(TRUST, m.view.getUint8(at + 49)),
    principal: m.text(at + 52),
    session: m.text(at + 60),
    parents: m.loadList(at + 68, 8, (m, at) => m.text(at)),
    anchors: m.loadList(at + 76, 32, loadAnchor),
    metadata: m.text(at + 84),
  };
}

export function loadNotePage(m: Abi, at: number): t.NotePage {
  return {
    notes: m.loadList(at, 96, loadNote),
    nNotes: Number(m.view.getBigUint64(at + 8, true)),
    nDamaged: m.view.getUint32(at + 16, true),
    next: m.text(at + 20),
  };
}

export function loadNoteUpdate(m: Abi, at: number): t.NoteUpdate {
  return {
    id: m.text(at),
    text: m.text(at + 8),
  };
}

export function loadNotesQuestion(m: Abi, at: number): t.NotesQuestion {
  return {
    channel: m.text(at),
    since: m.view.getUint8(at + 8) === 0 ? undefined : m.view.getBigInt64(at + 16, true),
    until: m.view.getUint8(at + 24) === 0 ? undefined : m.view.getBigInt64(at + 32, true),
    limit: m.view.getUint32(at + 40, true),
    metadata: m.loadList(at + 44, 8, (m, at) => m.text(at)),
    after: m.text(at + 52),
  };
}

export function loadNotesReply(m: Abi, at: number): t.NotesReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadNotePage(m, at + 8) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 8) };
    default:
      return m.noCase();
  }
}

export function loadNotesRequest(m: Abi, at: number): t.NotesRequest {
  return {
    question: loadNotesQuestion(m, at),
    since: m.text(at + 64),
  };
}

export function loadObjectMember(m: Abi, at: number): t.ObjectMember {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "of_reply", value: loadReplyMember(m, at + 4) };
    case 1:
      return { kind: "reply", value: m.view.getUint32(at + 4, true) };
    case 2:
      return { kind: "count", value: m.view.getUint32(at + 4, true) };
    case 3:
      return { kind: "anchors", value: m.view.getUint8(at + 4) === 0 ? undefined : m.view.getUint32(at + 8, true) };
    case 4:
      return { kind: "text", value: m.text(at + 4) };
    case 5:
      return { kind: "nothing" };
    default:
      return m.noCase();
  }
}

export function loadOpenReply(m: Abi, at: number): t.OpenReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadOpened(m, at + 4) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadOpened(m: Abi, at: number): t.Opened {
  return {
    nFiles: m.view.getUint32(at, true),
    nToLink: m.view.getUint32(at + 4, true),
    damaged: m.loadList(at + 8, 20, loadDamagedRow),
  };
}

export function loadOperationCount(m: Abi, at: number): t.OperationCount {
  return {
    operation: m.case(FILE_OPERATION, m.view.getUint8(at)),
    n: Number(m.view.getBigUint64(at + 8, true)),
  };
}

export function loadOutcome(m: Abi, at: number): t.Outcome {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "taken", value: loadTaken(m, at + 8) };
    case 1:
      return { kind: "refused", value: loadError(m, at + 8) };
    default:
      return m.noCase();
  }
}

export function loadOutlineReply(m: Abi, at: number): t.OutlineReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadFileOutline(m, at + 4) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadOutlined(m: Abi, at: number): t.Outlined {
  return {
    symbol: loadSymbol(m, at),
    depth: m.view.getUint32(at + 64, true),
  };
}

export function loadPacked(m: Abi, at: number): t.Packed {
  return {
    batch: m.loadBytes(at),
    ids: m.loadList(at + 8, 8, (m, at) => m.text(at)),
  };
}

export function loadPackedImport(m: Abi, at: number): t.PackedImport {
  return {
    packed: loadPacked(m, at),
    refused: m.loadList(at + 16, 64, loadRefusedLine),
    state: m.text(at + 24),
    isWhole: m.view.getUint8(at + 32) !== 0,
  };
}

export function loadPackedLines(m: Abi, at: number): t.PackedLines {
  return {
    packed: loadPacked(m, at),
    refused: m.loadList(at + 16, 64, loadRefusedLine),
  };
}

export function loadPackedReference(m: Abi, at: number): t.PackedReference {
  return {
    packed: loadPacked(m, at),
    refused: m.loadList(at + 16, 64, loadRefusedLine),
    next: m.text(at + 24),
  };
}

export function loadPackedTranscript(m: Abi, at: number): t.PackedTranscript {
  return {
    packed: loadPacked(m, at),
    refused: m.loadList(at + 16, 64, loadRefusedLine),
    nRefused: m.view.getUint32(at + 24, true),
    nUnknown: m.view.getUint32(at + 28, true),
    nLines: m.view.getUint32(at + 32, true),
    nBytes: m.view.getBigUint64(at + 40, true),
    state: m.loadBytes(at + 48),
    session: m.text(at + 56),
    folder: m.text(at + 64),
  };
}

export function loadPastError(m: Abi, at: number): t.PastError {
  return {
    id: m.text(at),
    time: Number(m.view.getBigInt64(at + 8, true)),
    session: m.text(at + 16),
    tool: m.text(at + 24),
    error: m.text(at + 32),
  };
}

export function loadPastWork(m: Abi, at: number): t.PastWork {
  return {
    id: m.text(at),
    time: Number(m.view.getBigInt64(at + 8, true)),
    session: m.text(at + 16),
    task: m.text(at + 24),
    score: m.view.getFloat64(at + 32, true),
    asked: m.text(at + 40),
    status: m.view.getUint8(at + 48) === 0 ? undefined : m.case(TASK_STATUS, m.view.getUint8(at + 49)),
    outcome: m.text(at + 52),
    errors: m.loadList(at + 60, 40, loadPastError),
  };
}

export function loadPathPage(m: Abi, at: number): t.PathPage {
  return {
    source: loadSymbol(m, at),
    target: loadSymbol(m, at + 64),
    steps: m.loadList(at + 128, 120, loadStep),
    nUnresolved: m.view.getUint8(at + 136) === 0 ? undefined : m.view.getUint32(at + 140, true),
    nUnresolvedFiles: m.view.getUint32(at + 144, true),
    unread: m.loadList(at + 148, 12, loadUnreadLanguage),
    hints: m.loadList(at + 156, 32, loadHint),
  };
}

export function loadPathQuestion(m: Abi, at: number): t.PathQuestion {
  return {
    source: m.text(at),
    target: m.text(at + 8),
    depth: m.view.getUint32(at + 16, true),
    kinds: m.loadList(at + 20, 1, (m, at) => m.case(EDGE_KIND, m.view.getUint8(at))),
    minConfidence: m.view.getFloat64(at + 32, true),
  };
}

export function loadPathReply(m: Abi, at: number): t.PathReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadPathPage(m, at + 4) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadPathRequest(m: Abi, at: number): t.PathRequest {
  return {
    question: loadPathQuestion(m, at),
    meaningKinds: m.loadList(at + 40, 1, (m, at) => m.case(SYMBOL_KIND, m.view.getUint8(at))),
    meaningPrefix: m.text(at + 48),
    all: m.view.getUint8(at + 56) !== 0,
  };
}

export function loadPattern(m: Abi, at: number): t.Pattern {
  return {
    kind: m.case(PATTERN_KIND, m.view.getUint8(at)),
    subject: m.text(at + 4),
    signature: m.text(at + 12),
    files: m.loadList(at + 20, 16, loadNamedCount),
    nFiles: m.view.getUint32(at + 28, true),
    n: Number(m.view.getBigUint64(at + 32, true)),
    confidence: m.view.getFloat64(at + 40, true),
    firstDay: Number(m.view.getBigInt64(at + 48, true)),
    lastDay: Number(m.view.getBigInt64(at + 56, true)),
  };
}

export function loadPatternPage(m: Abi, at: number): t.PatternPage {
  return {
    patterns: m.loadList(at, 64, loadPattern),
    hasMore: m.view.getUint8(at + 8) !== 0,
  };
}

export function loadPatternsReply(m: Abi, at: number): t.PatternsReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadPatternPage(m, at + 4) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadPiece(m: Abi, at: number): t.Piece {
  return {
    id: m.text(at),
    path: m.text(at + 8),
    firstLine: m.view.getUint32(at + 16, true),
    lastLine: m.view.getUint32(at + 20, true),
    form: m.case(PIECE_FORM, m.view.getUint8(at + 24)),
    text: m.text(at + 28),
    tokens: m.view.getUint32(at + 36, true),
    score: m.view.getFloat64(at + 40, true),
    why: m.text(at + 48),
    factors: m.loadList(at + 56, 16, loadFactor),
  };
}

export function loadPrepareQuestion(m: Abi, at: number): t.PrepareQuestion {
  return {
    task: m.text(at),
    budget: m.view.getUint32(at + 8, true),
    focus: m.loadList(at + 12, 8, (m, at) => m.text(at)),
    errors: m.loadList(at + 20, 8, (m, at) => m.text(at)),
    recent: m.loadList(at + 28, 8, (m, at) => m.text(at)),
    likely: m.loadList(at + 36, 16, loadWeightedPath),
    beside: m.loadList(at + 44, 24, loadBesidePiece),
    shown: m.loadList(at + 52, 8, (m, at) => m.text(at)),
  };
}

export function loadPrepareReply(m: Abi, at: number): t.PrepareReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadPrepared(m, at + 4) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadPrepareRequest(m: Abi, at: number): t.PrepareRequest {
  return {
    question: loadPrepareQuestion(m, at),
    codeOnly: m.view.getUint8(at + 60) !== 0,
    why: m.view.getUint8(at + 61) !== 0,
  };
}

export function loadPrepared(m: Abi, at: number): t.Prepared {
  return {
    pieces: m.loadList(at, 64, loadPiece),
    beside: m.loadList(at + 8, 24, loadBesidePiece),
    nBesideLeftOut: m.view.getUint32(at + 16, true),
    besideTokens: m.view.getUint32(at + 20, true),
    tokens: m.view.getUint32(at + 24, true),
    text: m.text(at + 28),
    files: m.loadList(at + 36, 24, loadRankedFile),
    nFiles: m.view.getUint32(at + 44, true),
    nLeftOut: m.view.getUint32(at + 48, true),
    unknownFocus: m.loadList(at + 52, 8, (m, at) => m.text(at)),
    unread: m.loadList(at + 60, 12, loadUnreadLanguage),
    hints: m.loadList(at + 68, 32, loadHint),
  };
}

export function loadProfileReply(m: Abi, at: number): t.ProfileReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadUserProfile(m, at + 4) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadProfileValue(m: Abi, at: number): t.ProfileValue {
  return {
    key: m.text(at),
    value: m.text(at + 8),
  };
}

export function loadPruneReply(m: Abi, at: number): t.PruneReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadPruned(m, at + 8) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 8) };
    default:
      return m.noCase();
  }
}

export function loadPruned(m: Abi, at: number): t.Pruned {
  return {
    effects: loadEffects(m, at),
    edits: m.loadList(at + 40, 32, loadEdit),
    nPruned: m.view.getUint32(at + 48, true),
    tokensBefore: m.view.getBigUint64(at + 56, true),
    tokensAfter: m.view.getBigUint64(at + 64, true),
    firstChanged: m.view.getUint8(at + 72) === 0 ? undefined : m.view.getUint32(at + 76, true),
    expectedSaving: m.view.getFloat64(at + 80, true),
    snapshot: m.view.getUint32(at + 88, true),
  };
}

export function loadPushed(m: Abi, at: number): t.Pushed {
  return {
    nNew: m.view.getUint32(at, true),
    nKnown: m.view.getUint32(at + 4, true),
    editedFrom: m.view.getUint8(at + 8) === 0 ? undefined : m.view.getUint32(at + 12, true),
    nItems: m.view.getUint32(at + 16, true),
    tokens: m.view.getBigUint64(at + 24, true),
  };
}

export function loadPushedText(m: Abi, at: number): t.PushedText {
  return {
    pushed: loadPushed(m, at),
    messages: m.loadList(at + 32, 16, loadByteRange),
  };
}

export function loadQuarantined(m: Abi, at: number): t.Quarantined {
  return {
    effects: loadEffects(m, at),
    path: m.view.getUint8(at + 40) === 0 ? undefined : m.text(at + 44),
  };
}

export function loadRankedFile(m: Abi, at: number): t.RankedFile {
  return {
    path: m.text(at),
    score: m.view.getFloat64(at + 8, true),
    factors: m.loadList(at + 16, 16, loadFactor),
  };
}

export function loadRankedStrategy(m: Abi, at: number): t.RankedStrategy {
  return {
    id: m.text(at),
    description: m.text(at + 8),
    context: m.text(at + 16),
    taskType: m.text(at + 24),
    tools: m.loadList(at + 32, 8, (m, at) => m.text(at)),
    channel: m.text(at + 40),
    trust: m.case(TRUST, m.view.getUint8(at + 48)),
    nSuccesses: Number(m.view.getBigUint64(at + 56, true)),
    nFailures: Number(m.view.getBigUint64(at + 64, true)),
    score: m.view.getFloat64(at + 72, true),
    lastUsed: m.view.getUint8(at + 80) === 0 ? undefined : Number(m.view.getBigInt64(at + 88, true)),
  };
}

export function loadReadTimeQuestion(m: Abi, at: number): t.ReadTimeQuestion {
  return {
    written: m.text(at),
    zone: m.loadList(at + 8, 16, loadZoneOffset),
    now: m.view.getBigInt64(at + 16, true),
  };
}

export function loadReadTimeReply(m: Abi, at: number): t.ReadTimeReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadTimeSpan(m, at + 8) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 8) };
    default:
      return m.noCase();
  }
}

export function loadRecallHit(m: Abi, at: number): t.RecallHit {
  return {
    event: loadRecordedEvent(m, at),
    score: m.view.getFloat64(at + 184, true),
    factors: m.loadList(at + 192, 16, loadFactor),
    fit: m.view.getFloat64(at + 200, true),
    excerpt: m.text(at + 208),
    nAlike: m.view.getUint32(at + 216, true),
    newerId: m.text(at + 220),
    before: m.loadList(at + 228, 184, loadRecordedEvent),
    after: m.loadList(at + 236, 184, loadRecordedEvent),
  };
}

export function loadRecallQuestion(m: Abi, at: number): t.RecallQuestion {
  return {
    query: m.text(at),
    kinds: m.loadList(at + 8, 1, (m, at) => m.case(EVENT_KIND, m.view.getUint8(at))),
    channel: m.text(at + 16),
    session: m.text(at + 24),
    task: m.text(at + 32),
    conversation: m.text(at + 40),
    branch: m.text(at + 48),
    commit: m.text(at + 56),
    metadata: m.loadList(at + 64, 8, (m, at) => m.text(at)),
    trust: m.case(TRUST, m.view.getUint8(at + 72)),
    since: m.view.getUint8(at + 80) === 0 ? undefined : m.view.getBigInt64(at + 88, true),
    until: m.view.getUint8(at + 96) === 0 ? undefined : m.view.getBigInt64(at + 104, true),
    outdated: m.view.getUint8(at + 112) !== 0,
    weak: m.view.getUint8(at + 113) !== 0,
    weighting: m.case(WEIGHTING, m.view.getUint8(at + 114)),
    limit: m.view.getUint32(at + 116, true),
    perSession: m.view.getUint32(at + 120, true),
    budget: m.view.getUint32(at + 124, true),
    around: m.view.getUint32(at + 128, true),
    zone: m.loadList(at + 132, 16, loadZoneOffset),
    now: m.view.getBigInt64(at + 144, true),
  };
}

export function loadRecallReply(m: Abi, at: number): t.RecallReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadRecalled(m, at + 8) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 8) };
    default:
      return m.noCase();
  }
}

export function loadRecallRequest(m: Abi, at: number): t.RecallRequest {
  return {
    question: loadRecallQuestion(m, at),
    since: m.text(at + 152),
    explain: m.view.getUint8(at + 160) !== 0,
    recordsOnly: m.view.getUint8(at + 161) !== 0,
  };
}

export function loadRecalled(m: Abi, at: number): t.Recalled {
  return {
    hits: m.loadList(at, 248, loadRecallHit),
    strength: m.case(STRENGTH, m.view.getUint8(at + 8)),
    bestFit: m.view.getFloat64(at + 16, true),
    nMatching: Number(m.view.getBigUint64(at + 24, true)),
    nOutdated: m.view.getUint32(at + 32, true),
    nOfSession: m.view.getUint32(at + 36, true),
    nBeyondBudget: m.view.getUint32(at + 40, true),
    unknownWords: m.loadList(at + 44, 8, (m, at) => m.text(at)),
    weighting: m.case(WEIGHTING, m.view.getUint8(at + 52)),
    since: m.view.getUint8(at + 56) === 0 ? undefined : Number(m.view.getBigInt64(at + 64, true)),
    until: m.view.getUint8(at + 72) === 0 ? undefined : Number(m.view.getBigInt64(at + 80, true)),
    isIncomplete: m.view.getUint8(at + 88) !== 0,
  };
}

export function loadReceipt(m: Abi, at: number): t.Receipt {
  return {
    id: m.text(at),
    fate: m.case(FATE, m.view.getUint8(at + 8)),
  };
}

export function loadRecordTotals(m: Abi, at: number): t.RecordTotals {
  return {
    nNotes: Number(m.view.getBigUint64(at, true)),
    nRecords: Number(m.view.getBigUint64(at + 8, true)),
    nForgotten: Number(m.view.getBigUint64(at + 16, true)),
    oldestFormat: m.view.getUint32(at + 24, true),
    storedFormat: m.view.getUint32(at + 28, true),
    newestFormat: m.view.getUint32(at + 32, true),
  };
}

export function loadRecordedDecision(m: Abi, at: number): t.RecordedDecision {
  return {
    id: m.text(at),
    time: Number(m.view.getBigInt64(at + 8, true)),
    channel: m.text(at + 16),
    trust: m.case(TRUST, m.view.getUint8(at + 24)),
    anchors: m.loadList(at + 28, 32, loadAnchor),
    decision: loadDecision(m, at + 36),
  };
}

export function loadRecordedEvent(m: Abi, at: number): t.RecordedEvent {
  return {
    id: m.text(at),
    kind: m.case(EVENT_KIND, m.view.getUint8(at + 8)),
    recorded: Number(m.view.getBigInt64(at + 16, true)),
    trust: m.case(TRUST, m.view.getUint8(at + 24)),
    principal: m.text(at + 28),
    event: loadEvent(m, at + 40),
  };
}

export function loadRecoverSnapshotReply(m: Abi, at: number): t.RecoverSnapshotReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadRecoveredWindow(m, at + 4) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadRecoveredWindow(m: Abi, at: number): t.RecoveredWindow {
  return {
    edits: m.loadList(at, 32, loadEdit),
    nMessages: m.view.getUint32(at + 8, true),
    nMissing: m.view.getUint32(at + 12, true),
  };
}

export function loadRefusal(m: Abi, at: number): t.Refusal {
  return {
    path: m.text(at),
    error: loadError(m, at + 8),
  };
}

export function loadRefusedLine(m: Abi, at: number): t.RefusedLine {
  return {
    line: m.view.getUint32(at, true),
    error: loadError(m, at + 8),
  };
}

export function loadRemindQuestion(m: Abi, at: number): t.RemindQuestion {
  return {
    task: m.text(at),
    errors: m.loadList(at + 8, 8, (m, at) => m.text(at)),
    budget: m.view.getUint32(at + 16, true),
    limit: m.view.getUint32(at + 20, true),
    now: m.view.getBigInt64(at + 24, true),
  };
}

export function loadRemindReply(m: Abi, at: number): t.RemindReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadReminders(m, at + 4) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadReminder(m: Abi, at: number): t.Reminder {
  return {
    id: m.text(at),
    kind: m.case(REMINDER_KIND, m.view.getUint8(at + 8)),
    time: Number(m.view.getBigInt64(at + 16, true)),
    trust: m.case(TRUST, m.view.getUint8(at + 24)),
    text: m.text(at + 28),
    tokens: m.view.getUint32(at + 36, true),
    score: m.view.getUint8(at + 40) === 0 ? undefined : m.view.getFloat64(at + 48, true),
    why: m.text(at + 56),
    nAlike: m.view.getUint32(at + 64, true),
  };
}

export function loadReminders(m: Abi, at: number): t.Reminders {
  return {
    pieces: m.loadList(at, 72, loadReminder),
    text: m.text(at + 8),
    tokens: m.view.getUint32(at + 16, true),
    nLeftOut: m.view.getUint32(at + 20, true),
    likely: m.loadList(at + 24, 16, loadWeightedPath),
    isIncomplete: m.view.getUint8(at + 32) !== 0,
  };
}

export function loadReplayedPiece(m: Abi, at: number): t.ReplayedPiece {
  return {
    session: m.text(at),
    time: Number(m.view.getBigInt64(at + 8, true)),
    moment: m.case(MOMENT, m.view.getUint8(at + 16)),
    recordId: m.text(at + 20),
    kind: m.case(PIECE_KIND, m.view.getUint8(at + 28)),
    text: m.text(at + 32),
    isOpened: m.view.getUint8(at + 40) !== 0,
    isEdited: m.view.getUint8(at + 41) !== 0,
    isRun: m.view.getUint8(at + 42) !== 0,
    isRepeated: m.view.getUint8(at + 43) !== 0,
  };
}

export function loadReplyMember(m: Abi, at: number): t.ReplyMember {
  return {
    reply: m.view.getUint32(at, true),
    member: m.text(at + 4),
    limit: m.view.getUint8(at + 12) === 0 ? undefined : m.view.getUint32(at + 16, true),
  };
}

export function loadRepositoryMap(m: Abi, at: number): t.RepositoryMap {
  return {
    text: m.text(at),
    tokens: m.view.getUint32(at + 8, true),
    nFiles: m.view.getUint32(at + 12, true),
    nSymbols: m.view.getUint32(at + 16, true),
    nSymbolsLeftOut: m.view.getUint32(at + 20, true),
    nFilesLeftOut: m.view.getUint32(at + 24, true),
    unknownFocus: m.loadList(at + 28, 8, (m, at) => m.text(at)),
    unread: m.loadList(at + 36, 12, loadUnreadLanguage),
    hints: m.loadList(at + 44, 32, loadHint),
  };
}

export function loadRequest(m: Abi, at: number): t.Request {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "keys", value: m.loadList(at + 4, 8, (m, at) => m.loadBytes(at)) };
    case 1:
      return { kind: "range", value: loadKeyRange(m, at + 4) };
    case 2:
      return { kind: "span", value: loadFileSpan(m, at + 4) };
    case 3:
      return { kind: "model", value: loadModelRequest(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadRereadQuestion(m: Abi, at: number): t.RereadQuestion {
  return {
    session: m.text(at),
    limit: m.view.getUint32(at + 8, true),
  };
}

export function loadRereadReply(m: Abi, at: number): t.RereadReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadFilesToReread(m, at + 4) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadResolvedAnchor(m: Abi, at: number): t.ResolvedAnchor {
  return {
    state: m.case(ANCHOR_STATE, m.view.getUint8(at)),
    path: m.text(at + 4),
    symbol: m.text(at + 12),
  };
}

export function loadResolvedAnchors(m: Abi, at: number): t.ResolvedAnchors {
  return {
    anchors: m.loadList(at, 20, loadResolvedAnchor),
  };
}

export function loadRestoreReply(m: Abi, at: number): t.RestoreReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadRestored(m, at + 4) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadRestoreRequest(m: Abi, at: number): t.RestoreRequest {
  return {
    id: m.text(at),
    skip: m.view.getUint32(at + 8, true),
  };
}

export function loadRestored(m: Abi, at: number): t.Restored {
  return {
    text: m.text(at),
    original: m.text(at + 8),
    isMasked: m.view.getUint8(at + 16) !== 0,
  };
}

export function loadRow(m: Abi, at: number): t.Row {
  return {
    key: m.loadBytes(at),
    value: m.loadBytes(at + 8),
  };
}

export function loadSalvageReply(m: Abi, at: number): t.SalvageReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadSalvaged(m, at + 8) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 8) };
    default:
      return m.noCase();
  }
}

export function loadSalvaged(m: Abi, at: number): t.Salvaged {
  return {
    effects: loadEffects(m, at),
    nRecords: m.view.getUint32(at + 40, true),
    nDamaged: m.view.getUint32(at + 44, true),
    lost: m.loadList(at + 48, 40, loadLost),
    nMissing: m.view.getBigUint64(at + 56, true),
    nTombstonesMissing: m.view.getBigUint64(at + 64, true),
  };
}

export function loadSessionChangeReply(m: Abi, at: number): t.SessionChangeReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadSessionChanged(m, at + 8) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 8) };
    default:
      return m.noCase();
  }
}

export function loadSessionChanged(m: Abi, at: number): t.SessionChanged {
  return {
    effects: loadEffects(m, at),
    version: m.view.getBigUint64(at + 40, true),
    isKnown: m.view.getUint8(at + 48) !== 0,
  };
}

export function loadSessionContext(m: Abi, at: number): t.SessionContext {
  return {
    id: m.text(at),
    version: Number(m.view.getBigUint64(at + 8, true)),
    used: Number(m.view.getBigInt64(at + 16, true)),
    tokens: Number(m.view.getBigUint64(at + 24, true)),
    document: m.text(at + 32),
    nDamaged: m.view.getUint32(at + 40, true),
  };
}

export function loadSessionPage(m: Abi, at: number): t.SessionPage {
  return {
    sessions: m.loadList(at, 96, loadListedSession),
    damaged: m.loadList(at + 8, 8, (m, at) => m.text(at)),
    next: m.text(at + 16),
  };
}

export function loadSessionVersion(m: Abi, at: number): t.SessionVersion {
  return {
    version: Number(m.view.getBigUint64(at, true)),
    time: Number(m.view.getBigInt64(at + 8, true)),
    until: m.text(at + 16),
    nEntries: m.view.getUint32(at + 24, true),
    tokens: Number(m.view.getBigUint64(at + 32, true)),
  };
}

export function loadSessionVersionsReply(m: Abi, at: number): t.SessionVersionsReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadVersionPage(m, at + 4) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadSessionsReply(m: Abi, at: number): t.SessionsReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadSessionPage(m, at + 4) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadShowRequest(m: Abi, at: number): t.ShowRequest {
  return {
    question: loadSourceQuestion(m, at),
    all: m.view.getUint8(at + 28) !== 0,
  };
}

export function loadSnapshotComparison(m: Abi, at: number): t.SnapshotComparison {
  return {
    older: m.view.getUint32(at, true),
    newer: m.view.getUint32(at + 4, true),
    tokensOlder: Number(m.view.getBigUint64(at + 8, true)),
    tokensNewer: Number(m.view.getBigUint64(at + 16, true)),
    changes: m.loadList(at + 24, 32, loadItemChange),
  };
}

export function loadSnapshotItem(m: Abi, at: number): t.SnapshotItem {
  return {
    id: m.text(at),
    kind: m.case(ITEM_KIND, m.view.getUint8(at + 8)),
    tool: m.text(at + 12),
    message: m.view.getUint32(at + 20, true),
    tokens: m.view.getUint32(at + 24, true),
    tokensLeft: m.view.getUint32(at + 28, true),
    value: m.view.getFloat64(at + 32, true),
    fate: m.case(ITEM_FATE, m.view.getUint8(at + 40)),
    factors: m.loadList(at + 44, 16, loadFactor),
    subject: m.text(at + 52),
    why: m.text(at + 60),
  };
}

export function loadSnapshotOfWindow(m: Abi, at: number): t.SnapshotOfWindow {
  return {
    number: m.view.getUint32(at, true),
    time: Number(m.view.getBigInt64(at + 8, true)),
    reason: m.case(SNAPSHOT_REASON, m.view.getUint8(at + 16)),
    task: m.text(at + 20),
    tokensBefore: Number(m.view.getBigUint64(at + 32, true)),
    tokensAfter: Number(m.view.getBigUint64(at + 40, true)),
    budget: m.view.getUint32(at + 48, true),
    target: m.view.getUint32(at + 52, true),
    firstChanged: m.view.getUint8(at + 56) === 0 ? undefined : m.view.getUint32(at + 60, true),
    expectedSaving: m.view.getFloat64(at + 64, true),
    items: m.loadList(at + 72, 72, loadSnapshotItem),
    nLeft: m.view.getUint32(at + 80, true),
    nPrunes: m.view.getUint32(at + 84, true),
    recaps: m.loadList(at + 88, 8, (m, at) => m.text(at)),
    notBelieved: m.view.getUint8(at + 96) === 0 ? undefined : Number(m.view.getBigUint64(at + 104, true)),
  };
}

export function loadSnapshotPage(m: Abi, at: number): t.SnapshotPage {
  return {
    snapshots: m.loadList(at, 112, loadSnapshotOfWindow),
    hasMore: m.view.getUint8(at + 8) !== 0,
  };
}

export function loadSnapshotsReply(m: Abi, at: number): t.SnapshotsReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadSnapshotPage(m, at + 4) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadSourcePage(m: Abi, at: number): t.SourcePage {
  return {
    symbol: loadSymbol(m, at),
    text: m.text(at + 64),
    lastLine: m.view.getUint32(at + 72, true),
    nLinesLeftOut: m.view.getUint32(at + 76, true),
    isChanged: m.view.getUint8(at + 80) !== 0,
  };
}

export function loadSourceQuestion(m: Abi, at: number): t.SourceQuestion {
  return {
    name: m.text(at),
    maxLines: m.view.getUint32(at + 8, true),
    kinds: m.loadList(at + 12, 1, (m, at) => m.case(SYMBOL_KIND, m.view.getUint8(at))),
    pathPrefix: m.text(at + 20),
  };
}

export function loadSourceReply(m: Abi, at: number): t.SourceReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadSourcePage(m, at + 4) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadStatusReply(m: Abi, at: number): t.StatusReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadMemoryStatus(m, at + 8) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 8) };
    default:
      return m.noCase();
  }
}

export function loadStep(m: Abi, at: number): t.Step {
  return {
    symbol: loadSymbol(m, at),
    via: m.text(at + 64),
    edge: m.case(EDGE_KIND, m.view.getUint8(at + 72)),
    strategy: m.case(STRATEGY, m.view.getUint8(at + 73)),
    confidence: m.view.getFloat64(at + 80, true),
    path: m.text(at + 88),
    line: m.view.getUint32(at + 96, true),
    depth: m.view.getUint32(at + 100, true),
    overridden: m.view.getUint8(at + 104) === 0 ? undefined : m.text(at + 108),
  };
}

export function loadStrategiesReply(m: Abi, at: number): t.StrategiesReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadStrategyPage(m, at + 4) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadStrategyPage(m: Abi, at: number): t.StrategyPage {
  return {
    strategies: m.loadList(at, 96, loadRankedStrategy),
    hasMore: m.view.getUint8(at + 8) !== 0,
  };
}

export function loadStrategyPlan(m: Abi, at: number): t.StrategyPlan {
  return {
    description: m.text(at),
    context: m.text(at + 8),
    taskType: m.text(at + 16),
    tools: m.loadList(at + 24, 8, (m, at) => m.text(at)),
  };
}

export function loadStrategyUse(m: Abi, at: number): t.StrategyUse {
  return {
    strategy: m.text(at),
    success: m.view.getUint8(at + 8) !== 0,
  };
}

export function loadSummariseSessionReply(m: Abi, at: number): t.SummariseSessionReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadSummaryDraft(m, at + 8) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 8) };
    default:
      return m.noCase();
  }
}

export function loadSummaryDraft(m: Abi, at: number): t.SummaryDraft {
  return {
    text: m.text(at),
    nEntries: m.view.getUint32(at + 8, true),
    version: Number(m.view.getBigUint64(at + 16, true)),
    isOfModel: m.view.getUint8(at + 24) !== 0,
    toRecord: m.text(at + 28),
  };
}

export function loadSymbol(m: Abi, at: number): t.Symbol {
  return {
    id: m.text(at),
    name: m.text(at + 8),
    qualifiedName: m.text(at + 16),
    kind: m.case(SYMBOL_KIND, m.view.getUint8(at + 24)),
    path: m.text(at + 28),
    firstLine: m.view.getUint32(at + 36, true),
    lastLine: m.view.getUint32(at + 40, true),
    signature: m.text(at + 44),
    doc: m.text(at + 52),
    tokens: m.view.getUint32(at + 60, true),
  };
}

export function loadTaken(m: Abi, at: number): t.Taken {
  return {
    added: m.loadList(at, 12, loadAdded),
    refused: m.loadList(at + 8, 64, loadRefusedLine),
  };
}

export function loadTask(m: Abi, at: number): t.Task {
  return {
    name: m.text(at),
    status: m.case(TASK_STATUS, m.view.getUint8(at + 8)),
    description: m.text(at + 12),
    intent: m.view.getUint8(at + 20) === 0 ? undefined : m.case(TASK_INTENT, m.view.getUint8(at + 21)),
    outcome: m.text(at + 24),
    started: Number(m.view.getBigInt64(at + 32, true)),
    changed: Number(m.view.getBigInt64(at + 40, true)),
    files: m.loadList(at + 48, 16, loadNamedCount),
    nFiles: m.view.getUint32(at + 56, true),
    tools: m.loadList(at + 60, 16, loadNamedCount),
    nTools: m.view.getUint32(at + 68, true),
  };
}

export function loadTaskPage(m: Abi, at: number): t.TaskPage {
  return {
    tasks: m.loadList(at, 72, loadTask),
    hasMore: m.view.getUint8(at + 8) !== 0,
  };
}

export function loadTaskStep(m: Abi, at: number): t.TaskStep {
  return {
    status: m.case(TASK_STATUS, m.view.getUint8(at)),
    description: m.text(at + 4),
    intent: m.view.getUint8(at + 12) === 0 ? undefined : m.case(TASK_INTENT, m.view.getUint8(at + 13)),
    outcome: m.text(at + 16),
  };
}

export function loadTasksQuestion(m: Abi, at: number): t.TasksQuestion {
  return {
    statuses: m.loadList(at, 1, (m, at) => m.case(TASK_STATUS, m.view.getUint8(at))),
    limit: m.view.getUint32(at + 8, true),
  };
}

export function loadTasksReply(m: Abi, at: number): t.TasksReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadTaskPage(m, at + 4) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadTestsQuestion(m: Abi, at: number): t.TestsQuestion {
  return {
    name: m.text(at),
    depth: m.view.getUint32(at + 8, true),
    limit: m.view.getUint32(at + 12, true),
    minConfidence: m.view.getFloat64(at + 16, true),
    skip: m.view.getUint32(at + 24, true),
    kinds: m.loadList(at + 28, 1, (m, at) => m.case(SYMBOL_KIND, m.view.getUint8(at))),
    pathPrefix: m.text(at + 36),
  };
}

export function loadTestsRequest(m: Abi, at: number): t.TestsRequest {
  return {
    question: loadTestsQuestion(m, at),
    all: m.view.getUint8(at + 48) !== 0,
    flat: m.view.getUint8(at + 49) !== 0,
  };
}

export function loadThought(m: Abi, at: number): t.Thought {
  return {
    conversation: m.text(at),
    text: m.text(at + 8),
  };
}

export function loadTimeSpan(m: Abi, at: number): t.TimeSpan {
  return {
    since: Number(m.view.getBigInt64(at, true)),
    until: m.view.getUint8(at + 8) === 0 ? undefined : Number(m.view.getBigInt64(at + 16, true)),
  };
}

export function loadToldItem(m: Abi, at: number): t.ToldItem {
  return {
    id: m.text(at),
    time: Number(m.view.getBigInt64(at + 8, true)),
    session: m.text(at + 16),
    moment: m.case(MOMENT, m.view.getUint8(at + 24)),
    why: m.text(at + 28),
    about: m.text(at + 36),
    tokens: m.view.getUint32(at + 44, true),
    trust: m.case(TRUST, m.view.getUint8(at + 48)),
    recordId: m.text(at + 52),
    recordKind: m.view.getUint8(at + 60) === 0 ? undefined : m.case(EVENT_KIND, m.view.getUint8(at + 61)),
    said: m.text(at + 64),
  };
}

export function loadToldPiece(m: Abi, at: number): t.ToldPiece {
  return {
    id: m.text(at),
    kind: m.case(PIECE_KIND, m.view.getUint8(at + 8)),
    time: Number(m.view.getBigInt64(at + 16, true)),
    trust: m.case(TRUST, m.view.getUint8(at + 24)),
    why: m.text(at + 28),
    text: m.text(at + 36),
    tokens: m.view.getUint32(at + 44, true),
  };
}

export function loadToolAnswer(m: Abi, at: number): t.ToolAnswer {
  return {
    text: m.text(at),
    items: m.loadList(at + 8, 44, loadAnswerItem),
    nMeanings: m.view.getUint8(at + 16) === 0 ? undefined : m.view.getUint32(at + 20, true),
    isFound: m.view.getUint8(at + 24) !== 0,
    fault: m.view.getUint8(at + 32) === 0 ? undefined : loadToolFault(m, at + 40),
  };
}

export function loadToolCall(m: Abi, at: number): t.ToolCall {
  return {
    tool: m.text(at),
    parameters: m.text(at + 8),
    output: m.text(at + 16),
    success: m.view.getUint8(at + 24) === 0 ? undefined : m.view.getUint8(at + 25) !== 0,
    error: m.text(at + 28),
    duration: m.view.getUint8(at + 36) === 0 ? undefined : m.view.getUint32(at + 40, true),
    contextTokens: m.view.getUint8(at + 44) === 0 ? undefined : m.view.getUint32(at + 48, true),
    refused: m.view.getUint8(at + 52) !== 0,
  };
}

export function loadToolFault(m: Abi, at: number): t.ToolFault {
  return {
    code: m.text(at),
    message: m.text(at + 8),
    why: m.view.getUint8(at + 16) === 0 ? undefined : m.text(at + 20),
    advice: m.loadList(at + 28, 8, (m, at) => m.text(at)),
    refusal: m.view.getUint8(at + 40) === 0 ? undefined : loadError(m, at + 48),
    hints: m.view.getUint8(at + 104) === 0 ? undefined : m.loadList(at + 108, 48, loadAnswerHint),
    unread: m.loadList(at + 116, 12, loadUnreadLanguage),
  };
}

export function loadToolQuestion(m: Abi, at: number): t.ToolQuestion {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "find", value: loadFindQuestion(m, at + 8) };
    case 1:
      return { kind: "outline", value: m.text(at + 8) };
    case 2:
      return { kind: "source", value: loadSourceQuestion(m, at + 8) };
    case 3:
      return { kind: "callers", value: loadWalkQuestion(m, at + 8) };
    case 4:
      return { kind: "callees", value: loadWalkQuestion(m, at + 8) };
    case 5:
      return { kind: "references", value: loadWalkQuestion(m, at + 8) };
    case 6:
      return { kind: "impact", value: loadWalkQuestion(m, at + 8) };
    case 7:
      return { kind: "tests", value: loadTestsQuestion(m, at + 8) };
    case 8:
      return { kind: "path", value: loadPathQuestion(m, at + 8) };
    case 9:
      return { kind: "hierarchy", value: loadWalkQuestion(m, at + 8) };
    case 10:
      return { kind: "unresolved", value: loadUnresolvedQuestion(m, at + 8) };
    case 11:
      return { kind: "dependencies", value: loadFileQuestion(m, at + 8) };
    case 12:
      return { kind: "dependents", value: loadFileQuestion(m, at + 8) };
    case 13:
      return { kind: "map", value: loadMapQuestion(m, at + 8) };
    case 14:
      return { kind: "prepare", value: loadPrepareQuestion(m, at + 8) };
    case 15:
      return { kind: "remind", value: loadRemindQuestion(m, at + 8) };
    case 16:
      return { kind: "events", value: loadEventsQuestion(m, at + 8) };
    case 17:
      return { kind: "documents", value: loadDocumentsQuestion(m, at + 8) };
    case 18:
      return { kind: "resolve_anchors", value: loadAnchorsQuestion(m, at + 8) };
    case 19:
      return { kind: "functions_at", value: loadFunctionsQuestion(m, at + 8) };
    case 20:
      return { kind: "recall", value: loadRecallQuestion(m, at + 8) };
    case 21:
      return { kind: "read_time", value: loadReadTimeQuestion(m, at + 8) };
    case 22:
      return { kind: "notes", value: loadNotesQuestion(m, at + 8) };
    case 23:
      return { kind: "file_history", value: loadFileHistoryQuestion(m, at + 8) };
    case 24:
      return { kind: "co_edits", value: loadCoEditsQuestion(m, at + 8) };
    case 25:
      return { kind: "last_touches", value: loadLastTouchesQuestion(m, at + 8) };
    case 26:
      return { kind: "tool_stats", value: loadToolStatsQuestion(m, at + 8) };
    case 27:
      return { kind: "tasks", value: loadTasksQuestion(m, at + 8) };
    case 28:
      return { kind: "reread", value: loadRereadQuestion(m, at + 8) };
    case 29:
      return { kind: "failures", value: loadFailuresQuestion(m, at + 8) };
    case 30:
      return { kind: "begin_session", value: loadBeginQuestion(m, at + 8) };
    case 31:
      return { kind: "remember", value: loadNewNote(m, at + 8) };
    case 32:
      return { kind: "update", value: loadNoteUpdate(m, at + 8) };
    case 33:
      return { kind: "forget", value: m.text(at + 8) };
    case 34:
      return { kind: "restore", value: m.text(at + 8) };
    case 35:
      return { kind: "place", value: m.text(at + 8) };
    case 36:
      return { kind: "index_state" };
    case 37:
      return { kind: "left_out", value: m.text(at + 8) };
    case 38:
      return { kind: "is_folder", value: m.text(at + 8) };
    default:
      return m.noCase();
  }
}

export function loadToolRequest(m: Abi, at: number): t.ToolRequest {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "find", value: loadFindQuestion(m, at + 8) };
    case 1:
      return { kind: "show", value: loadShowRequest(m, at + 8) };
    case 2:
      return { kind: "callers", value: loadWalkRequest(m, at + 8) };
    case 3:
      return { kind: "callees", value: loadWalkRequest(m, at + 8) };
    case 4:
      return { kind: "references", value: loadWalkRequest(m, at + 8) };
    case 5:
      return { kind: "impact", value: loadWalkRequest(m, at + 8) };
    case 6:
      return { kind: "tests", value: loadTestsRequest(m, at + 8) };
    case 7:
      return { kind: "path", value: loadPathRequest(m, at + 8) };
    case 8:
      return { kind: "hierarchy", value: loadWalkRequest(m, at + 8) };
    case 9:
      return { kind: "dependencies", value: loadFileQuestion(m, at + 8) };
    case 10:
      return { kind: "dependents", value: loadFileQuestion(m, at + 8) };
    case 11:
      return { kind: "map", value: loadMapQuestion(m, at + 8) };
    case 12:
      return { kind: "prepare", value: loadPrepareRequest(m, at + 8) };
    case 13:
      return { kind: "meaning", value: loadMeaningRequest(m, at + 8) };
    case 14:
      return { kind: "recall", value: loadRecallRequest(m, at + 8) };
    case 15:
      return { kind: "notes", value: loadNotesRequest(m, at + 8) };
    case 16:
      return { kind: "remember", value: loadNewNote(m, at + 8) };
    case 17:
      return { kind: "update", value: loadNoteUpdate(m, at + 8) };
    case 18:
      return { kind: "forget", value: m.text(at + 8) };
    case 19:
      return { kind: "restore", value: loadRestoreRequest(m, at + 8) };
    case 20:
      return { kind: "file_history", value: loadFileHistoryQuestion(m, at + 8) };
    case 21:
      return { kind: "co_edits", value: loadCoEditsQuestion(m, at + 8) };
    case 22:
      return { kind: "last_touches", value: loadLastTouchesQuestion(m, at + 8) };
    case 23:
      return { kind: "tool_stats", value: loadToolStatsQuestion(m, at + 8) };
    case 24:
      return { kind: "tasks", value: loadTasksQuestion(m, at + 8) };
    case 25:
      return { kind: "reread", value: loadRereadQuestion(m, at + 8) };
    case 26:
      return { kind: "failures", value: loadFailuresQuestion(m, at + 8) };
    case 27:
      return { kind: "begin_session", value: loadBeginQuestion(m, at + 8) };
    default:
      return m.noCase();
  }
}

export function loadToolStat(m: Abi, at: number): t.ToolStat {
  return {
    tool: m.text(at),
    nCalls: Number(m.view.getBigUint64(at + 8, true)),
    nSuccesses: Number(m.view.getBigUint64(at + 16, true)),
    nFailures: Number(m.view.getBigUint64(at + 24, true)),
    nRefused: Number(m.view.getBigUint64(at + 32, true)),
    nUnknown: Number(m.view.getBigUint64(at + 40, true)),
    successRate: m.view.getUint8(at + 48) === 0 ? undefined : m.view.getFloat64(at + 56, true),
    meanDuration: m.view.getUint8(at + 64) === 0 ? undefined : m.view.getFloat64(at + 72, true),
    meanContextTokens: m.view.getUint8(at + 80) === 0 ? undefined : m.view.getFloat64(at + 88, true),
  };
}

export function loadToolStatPage(m: Abi, at: number): t.ToolStatPage {
  return {
    tools: m.loadList(at, 96, loadToolStat),
    since: Number(m.view.getBigInt64(at + 8, true)),
  };
}

export function loadToolStatsQuestion(m: Abi, at: number): t.ToolStatsQuestion {
  return {
    now: m.view.getBigInt64(at, true),
    days: m.view.getUint32(at + 8, true),
    channel: m.text(at + 12),
    intent: m.view.getUint8(at + 20) === 0 ? undefined : m.case(TASK_INTENT, m.view.getUint8(at + 21)),
  };
}

export function loadToolStatsReply(m: Abi, at: number): t.ToolStatsReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadToolStatPage(m, at + 8) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 8) };
    default:
      return m.noCase();
  }
}

export function loadToolStep(m: Abi, at: number): t.ToolStep {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "ask", value: loadToolQuestion(m, at + 8) };
    case 1:
      return { kind: "done", value: loadToolAnswer(m, at + 8) };
    default:
      return m.noCase();
  }
}

export function loadTotalsReply(m: Abi, at: number): t.TotalsReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadRecordTotals(m, at + 8) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 8) };
    default:
      return m.noCase();
  }
}

export function loadTouchPage(m: Abi, at: number): t.TouchPage {
  return {
    touches: m.loadList(at, 80, loadTouched),
    nFiles: Number(m.view.getBigUint64(at + 8, true)),
    hasMore: m.view.getUint8(at + 16) !== 0,
  };
}

export function loadTouched(m: Abi, at: number): t.Touched {
  return {
    id: m.text(at),
    path: m.text(at + 8),
    operation: m.case(FILE_OPERATION, m.view.getUint8(at + 16)),
    time: Number(m.view.getBigInt64(at + 24, true)),
    origin: m.case(ORIGIN, m.view.getUint8(at + 32)),
    session: m.text(at + 36),
    task: m.text(at + 44),
    firstLine: m.view.getUint32(at + 52, true),
    lastLine: m.view.getUint32(at + 56, true),
    success: m.view.getUint8(at + 60) !== 0,
    why: m.text(at + 64),
    change: m.text(at + 72),
  };
}

export function loadTouchedLines(m: Abi, at: number): t.TouchedLines {
  return {
    path: m.text(at),
    firstLine: m.view.getUint32(at + 8, true),
    lastLine: m.view.getUint32(at + 12, true),
    weight: m.view.getFloat64(at + 16, true),
  };
}

export function loadTranscriptBeginning(m: Abi, at: number): t.TranscriptBeginning {
  return {
    session: m.text(at),
    folder: m.text(at + 8),
  };
}

export function loadTurn(m: Abi, at: number): t.Turn {
  return {
    conversation: m.text(at),
    role: m.case(ROLE, m.view.getUint8(at + 8)),
    text: m.text(at + 12),
    tokens: m.view.getUint8(at + 20) === 0 ? undefined : m.view.getUint32(at + 24, true),
    title: m.text(at + 28),
    model: m.text(at + 36),
    speaker: m.text(at + 44),
  };
}

export function loadUnknownName(m: Abi, at: number): t.UnknownName {
  return {
    name: m.text(at),
    suggestions: m.loadList(at + 8, 8, (m, at) => m.text(at)),
    imported: m.view.getUint8(at + 16) === 0 ? undefined : loadImportedName(m, at + 20),
    namedIn: m.loadList(at + 40, 8, (m, at) => m.text(at)),
  };
}

export function loadUnreadLanguage(m: Abi, at: number): t.UnreadLanguage {
  return {
    language: m.text(at),
    nFiles: m.view.getUint32(at + 8, true),
  };
}

export function loadUnresolvedPage(m: Abi, at: number): t.UnresolvedPage {
  return {
    symbol: loadSymbol(m, at),
    places: m.loadList(at + 64, 24, loadUnresolvedPlace),
    nPlaces: m.view.getUint8(at + 72) === 0 ? undefined : m.view.getUint32(at + 76, true),
    nFiles: m.view.getUint32(at + 80, true),
    unread: m.loadList(at + 84, 12, loadUnreadLanguage),
  };
}

export function loadUnresolvedPlace(m: Abi, at: number): t.UnresolvedPlace {
  return {
    symbol: m.text(at),
    edge: m.case(EDGE_KIND, m.view.getUint8(at + 8)),
    path: m.text(at + 12),
    line: m.view.getUint32(at + 20, true),
  };
}

export function loadUnresolvedQuestion(m: Abi, at: number): t.UnresolvedQuestion {
  return {
    name: m.text(at),
    limit: m.view.getUint32(at + 8, true),
    skip: m.view.getUint32(at + 12, true),
    kinds: m.loadList(at + 16, 1, (m, at) => m.case(SYMBOL_KIND, m.view.getUint8(at))),
    pathPrefix: m.text(at + 24),
  };
}

export function loadUnresolvedReply(m: Abi, at: number): t.UnresolvedReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadUnresolvedPage(m, at + 4) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadUpdateReply(m: Abi, at: number): t.UpdateReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadUpdated(m, at + 8) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 8) };
    default:
      return m.noCase();
  }
}

export function loadUpdated(m: Abi, at: number): t.Updated {
  return {
    effects: loadEffects(m, at),
    isKnown: m.view.getUint8(at + 40) !== 0,
  };
}

export function loadUpkeepReply(m: Abi, at: number): t.UpkeepReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadUpkeepSlice(m, at + 8) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 8) };
    default:
      return m.noCase();
  }
}

export function loadUpkeepSlice(m: Abi, at: number): t.UpkeepSlice {
  return {
    effects: loadEffects(m, at),
    nRewritten: m.view.getUint32(at + 40, true),
    nExpired: m.view.getUint32(at + 44, true),
    nMasked: m.view.getUint32(at + 48, true),
    isDone: m.view.getUint8(at + 52) !== 0,
  };
}

export function loadUserProfile(m: Abi, at: number): t.UserProfile {
  return {
    values: m.loadList(at, 48, loadHeldValue),
  };
}

export function loadVerdict(m: Abi, at: number): t.Verdict {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "read", value: m.text(at + 4) };
    case 1:
      return { kind: "skip", value: m.case(SKIP_REASON, m.view.getUint8(at + 4)) };
    default:
      return m.noCase();
  }
}

export function loadVersionPage(m: Abi, at: number): t.VersionPage {
  return {
    versions: m.loadList(at, 40, loadSessionVersion),
  };
}

export function loadVisibleItem(m: Abi, at: number): t.VisibleItem {
  return {
    id: m.text(at),
    message: m.view.getUint32(at + 8, true),
    kind: m.case(ITEM_KIND, m.view.getUint8(at + 12)),
  };
}

export function loadWalkPage(m: Abi, at: number): t.WalkPage {
  return {
    symbol: loadSymbol(m, at),
    steps: m.loadList(at + 64, 120, loadStep),
    meanings: m.loadList(at + 72, 64, loadSymbol),
    nSteps: m.view.getUint32(at + 80, true),
    depthLimited: m.view.getUint8(at + 84) !== 0,
    nUnresolved: m.view.getUint8(at + 88) === 0 ? undefined : m.view.getUint32(at + 92, true),
    nUnresolvedFiles: m.view.getUint32(at + 96, true),
    unread: m.loadList(at + 100, 12, loadUnreadLanguage),
    hints: m.loadList(at + 108, 32, loadHint),
  };
}

export function loadWalkQuestion(m: Abi, at: number): t.WalkQuestion {
  return {
    name: m.text(at),
    depth: m.view.getUint32(at + 8, true),
    limit: m.view.getUint32(at + 12, true),
    minConfidence: m.view.getFloat64(at + 16, true),
    skip: m.view.getUint32(at + 24, true),
    kinds: m.loadList(at + 28, 1, (m, at) => m.case(SYMBOL_KIND, m.view.getUint8(at))),
    pathPrefix: m.text(at + 36),
  };
}

export function loadWalkReply(m: Abi, at: number): t.WalkReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadWalkPage(m, at + 4) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadWalkRequest(m: Abi, at: number): t.WalkRequest {
  return {
    question: loadWalkQuestion(m, at),
    all: m.view.getUint8(at + 48) !== 0,
    unresolved: m.view.getUint8(at + 49) !== 0,
    flat: m.view.getUint8(at + 50) !== 0,
  };
}

export function loadWeightedPath(m: Abi, at: number): t.WeightedPath {
  return {
    path: m.text(at),
    weight: m.view.getFloat64(at + 8, true),
  };
}

export function loadWhyReply(m: Abi, at: number): t.WhyReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadLineage(m, at + 8) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 8) };
    default:
      return m.noCase();
  }
}

export function loadWindowChangeReply(m: Abi, at: number): t.WindowChangeReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadWindowChanged(m, at + 8) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 8) };
    default:
      return m.noCase();
  }
}

export function loadWindowChanged(m: Abi, at: number): t.WindowChanged {
  return {
    effects: loadEffects(m, at),
  };
}

export function loadWindowOpenReply(m: Abi, at: number): t.WindowOpenReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadWindowOpened(m, at + 4) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadWindowOpened(m: Abi, at: number): t.WindowOpened {
  return {
    nPrunes: m.view.getUint32(at, true),
    nPruned: m.view.getUint32(at + 4, true),
    isKnown: m.view.getUint8(at + 8) !== 0,
  };
}

export function loadWindowPage(m: Abi, at: number): t.WindowPage {
  return {
    windows: m.loadList(at, 32, loadListedWindow),
    hasMore: m.view.getUint8(at + 8) !== 0,
  };
}

export function loadWindowStatus(m: Abi, at: number): t.WindowStatus {
  return {
    nItems: m.view.getUint32(at, true),
    nPruned: m.view.getUint32(at + 4, true),
    nSteps: m.view.getUint32(at + 8, true),
    tokens: m.view.getBigUint64(at + 16, true),
    tokensUnpruned: m.view.getBigUint64(at + 24, true),
    budget: m.view.getUint32(at + 32, true),
    nPrunes: m.view.getUint32(at + 36, true),
    bodyBytes: m.view.getBigUint64(at + 40, true),
    task: m.text(at + 48),
    notBelieved: m.view.getUint8(at + 56) === 0 ? undefined : m.view.getBigUint64(at + 64, true),
  };
}

export function loadWindowsReply(m: Abi, at: number): t.WindowsReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadWindowPage(m, at + 4) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadWorkingMemoryReply(m: Abi, at: number): t.WorkingMemoryReply {
  switch (m.view.getUint8(at)) {
    case 0:
      return { kind: "done", value: loadWorkingSet(m, at + 4) };
    case 1:
      return { kind: "ask", value: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadWorkingSet(m: Abi, at: number): t.WorkingSet {
  return {
    values: m.loadList(at, 48, loadHeldValue),
    turns: m.loadList(at + 8, 184, loadRecordedEvent),
    hasMoreTurns: m.view.getUint8(at + 16) !== 0,
    thoughts: m.loadList(at + 20, 184, loadRecordedEvent),
    hasMoreThoughts: m.view.getUint8(at + 28) !== 0,
    activeGoal: m.view.getUint8(at + 32) === 0 ? undefined : m.text(at + 36),
  };
}

export function loadWorkingValue(m: Abi, at: number): t.WorkingValue {
  return {
    conversation: m.text(at),
    key: m.text(at + 8),
    value: m.text(at + 16),
    lifetime: m.view.getUint32(at + 24, true),
  };
}

export function loadZoneOffset(m: Abi, at: number): t.ZoneOffset {
  return {
    since: m.view.getBigInt64(at, true),
    seconds: m.view.getInt32(at + 8, true),
  };
}
