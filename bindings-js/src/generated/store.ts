// Generated from wit/ by `cargo xtask glue`; the gate compares.
// Writes what the component is given, in the layout that the component model defines for linear memory. `m` is that
// memory, and its functions check each value.

import type { Abi } from "../guest/abi.js";
import { ANCHOR_STATE, BODY_FORM, DECISION_STATUS, EDGE_KIND, EVENT_KIND, FATE, FILE_OPERATION, HINT_KIND, ITEM_KIND, LESSON_TOPIC, MOMENT, ORIGIN, PIECE_FORM, POLICY, REMINDER_KIND, ROLE, STRATEGY, STRENGTH, STUB_KIND, SYMBOL_KIND, TASK_INTENT, TASK_STATUS, TRUST, WEIGHTING } from "./cases.js";
import type * as t from "./types.js";

export function storeAdoption(m: Abi, at: number, value: t.Adoption, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.lines, "lines"));
}

export function storeAmbiguity(m: Abi, at: number, value: t.Ambiguity, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.name, "name"));
  m.putPair(at + 8, m.newList(value.candidates, 28, 4, "candidates", storeCandidate));
  m.view.setUint32(at + 16, m.whole(value.nCandidates, 0, 0xffff_ffff, "nCandidates"), true);
}

export function storeAnchor(m: Abi, at: number, value: t.Anchor, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.path, "path"));
  m.putPair(at + 8, m.newText(value.symbol, "symbol"));
  m.putPair(at + 16, m.newHex(value.hash, "hash"));
  m.putPair(at + 24, m.newText(value.commit, "commit"));
}

export function storeAnswer(m: Abi, at: number, value: t.Answer, name: string): void {
  m.object(value, name);
  switch (value.kind) {
    case "rows": {
      m.view.setUint8(at, 0);
      storeRowPage(m, at + 4, value.value, "rows");
      break;
    }
    case "text": {
      m.view.setUint8(at, 1);
      m.putPair(at + 4, m.newText(value.value, "text"));
      break;
    }
    case "changed": {
      m.view.setUint8(at, 2);
      break;
    }
    case "model": {
      m.view.setUint8(at, 3);
      m.putPair(at + 4, m.newArray(value.value, Uint8Array, "model"));
      break;
    }
    default:
      m.invalid(name, "not one of its cases");
  }
}

export function storeAnswerHint(m: Abi, at: number, value: t.AnswerHint, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.kind, "kind"));
  m.putPair(at + 8, m.newText(value.why, "why"));
  m.view.setUint8(at + 16, value.next === undefined ? 0 : 1);
  if (value.next !== undefined) {
    storeNextQuestion(m, at + 20, value.next, "next");
  }
  m.view.setUint8(at + 36, value.spelled === undefined ? 0 : 1);
  if (value.spelled !== undefined) {
    m.putPair(at + 40, m.newText(value.spelled, "spelled"));
  }
}

export function storeAsker(m: Abi, at: number, value: t.Asker, name: string): void {
  m.object(value, name);
  switch (value.kind) {
    case "shell": {
      m.view.setUint8(at, 0);
      break;
    }
    case "agent": {
      m.view.setUint8(at, 1);
      storeToolOffer(m, at + 4, value.value, "agent");
      break;
    }
    default:
      m.invalid(name, "not one of its cases");
  }
}

export function storeBeginQuestion(m: Abi, at: number, value: t.BeginQuestion, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.message, "message"));
  m.view.setUint32(at + 8, m.whole(value.limit, 0, 0xffff_ffff, "limit"), true);
  m.view.setBigInt64(at + 16, m.long(value.now, "now"), true);
}

export function storeBeginning(m: Abi, at: number, value: t.Beginning, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newList(value.files, 24, 8, "files", storeLikelyFile));
  m.view.setUint32(at + 8, m.whole(value.nFiles, 0, 0xffff_ffff, "nFiles"), true);
  m.putPair(at + 12, m.newList(value.tasks, 72, 8, "tasks", storeTask));
  m.view.setUint8(at + 20, m.bool(value.hasMoreTasks, "hasMoreTasks"));
  m.putPair(at + 24, m.newList(value.errors, 40, 8, "errors", storePastError));
  m.view.setUint8(at + 32, m.bool(value.hasMoreErrors, "hasMoreErrors"));
  m.putPair(at + 36, m.newList(value.mended, 64, 8, "mended", storeMendedError));
  m.putPair(at + 44, m.newList(value.notes, 56, 8, "notes", storeFittingNote));
  m.putPair(at + 52, m.newList(value.past, 72, 8, "past", storePastWork));
  m.view.setBigUint64(at + 64, m.ulong(m.widened(value.nNotes, "nNotes"), "nNotes"), true);
  m.view.setBigUint64(at + 72, m.ulong(m.widened(value.nRecords, "nRecords"), "nRecords"), true);
}

export function storeBesidePiece(m: Abi, at: number, value: t.BesidePiece, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.id, "id"));
  m.putPair(at + 8, m.newText(value.text, "text"));
  m.putPair(at + 16, m.newText(value.why, "why"));
}

export function storeByteRange(m: Abi, at: number, value: t.ByteRange, name: string): void {
  m.object(value, name);
  m.view.setBigUint64(at, m.ulong(value.start, "start"), true);
  m.view.setBigUint64(at + 8, m.ulong(value.end, "end"), true);
}

export function storeCandidate(m: Abi, at: number, value: t.Candidate, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.id, "id"));
  m.putPair(at + 8, m.newText(value.kind, "kind"));
  m.putPair(at + 16, m.newText(value.path, "path"));
  m.view.setUint32(at + 24, m.whole(value.firstLine, 0, 0xffff_ffff, "firstLine"), true);
}

export function storeChange(m: Abi, at: number, value: t.Change, name: string): void {
  m.object(value, name);
  switch (value.kind) {
    case "parsed": {
      m.view.setUint8(at, 0);
      storeParsedFile(m, at + 4, value.value, "parsed");
      break;
    }
    case "removed": {
      m.view.setUint8(at, 1);
      m.putPair(at + 4, m.newText(value.value, "removed"));
      break;
    }
    default:
      m.invalid(name, "not one of its cases");
  }
}

export function storeClock(m: Abi, at: number, value: t.Clock, name: string): void {
  m.object(value, name);
  m.view.setBigInt64(at, m.long(value.now, "now"), true);
  m.putPair(at + 8, m.newList(value.zone, 16, 8, "zone", storeZoneOffset));
}

export function storeCoEdit(m: Abi, at: number, value: t.CoEdit, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.path, "path"));
  m.putPair(at + 8, m.newText(value.other, "other"));
  m.view.setBigUint64(at + 16, m.ulong(m.widened(value.n, "n"), "n"), true);
  m.view.setBigUint64(at + 24, m.ulong(m.widened(value.nImported, "nImported"), "nImported"), true);
  m.view.setFloat64(at + 32, m.float(value.confidence, "confidence"), true);
  m.view.setBigInt64(at + 40, m.long(m.widened(value.firstDay, "firstDay"), "firstDay"), true);
  m.view.setBigInt64(at + 48, m.long(m.widened(value.lastDay, "lastDay"), "lastDay"), true);
}

export function storeCoEditPage(m: Abi, at: number, value: t.CoEditPage, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newList(value.pairs, 56, 8, "pairs", storeCoEdit));
  m.view.setUint8(at + 8, m.bool(value.hasMore, "hasMore"));
}

export function storeCoEditsQuestion(m: Abi, at: number, value: t.CoEditsQuestion, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.path, "path"));
  m.view.setUint32(at + 8, m.whole(value.minOccasions, 0, 0xffff_ffff, "minOccasions"), true);
  m.view.setUint32(at + 12, m.whole(value.limit, 0, 0xffff_ffff, "limit"), true);
}

export function storeCodePlace(m: Abi, at: number, value: t.CodePlace, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.path, "path"));
  m.view.setUint32(at + 8, m.whole(value.firstLine, 0, 0xffff_ffff, "firstLine"), true);
  m.view.setUint32(at + 12, m.whole(value.lastLine, 0, 0xffff_ffff, "lastLine"), true);
}

export function storeCompactionSettings(m: Abi, at: number, value: t.CompactionSettings, name: string): void {
  m.object(value, name);
  m.view.setUint32(at, m.whole(value.maxEntries, 0, 0xffff_ffff, "maxEntries"), true);
  m.view.setUint32(at + 4, m.whole(value.keepEntries, 0, 0xffff_ffff, "keepEntries"), true);
  m.view.setUint32(at + 8, m.whole(value.maxTokens, 0, 0xffff_ffff, "maxTokens"), true);
  m.view.setUint32(at + 12, m.whole(value.taskHours, 0, 0xffff_ffff, "taskHours"), true);
  m.view.setUint8(at + 16, m.bool(value.isManual, "isManual"));
}

export function storeDecision(m: Abi, at: number, value: t.Decision, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.title, "title"));
  m.putPair(at + 8, m.newText(value.context, "context"));
  m.putPair(at + 16, m.newText(value.choice, "choice"));
  m.putPair(at + 24, m.newText(value.rationale, "rationale"));
  m.putPair(at + 32, m.newText(value.revisitIf, "revisitIf"));
  m.view.setUint8(at + 40, m.number(DECISION_STATUS, value.status, "status"));
  m.putPair(at + 44, m.newText(value.supersededBy, "supersededBy"));
}

export function storeDeliverQuestion(m: Abi, at: number, value: t.DeliverQuestion, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.session, "session"));
  m.view.setUint8(at + 8, m.number(MOMENT, value.moment, "moment"));
  m.putPair(at + 12, m.newText(value.text, "text"));
  m.putPair(at + 20, m.newList(value.paths, 8, 4, "paths", (m, at, value, name) => { m.putPair(at, m.newText(value, name)); }));
  m.putPair(at + 28, m.newText(value.tool, "tool"));
  m.putPair(at + 36, m.newText(value.command, "command"));
  m.putPair(at + 44, m.newText(value.branch, "branch"));
  m.view.setUint32(at + 52, m.whole(value.budget, 0, 0xffff_ffff, "budget"), true);
  m.view.setBigInt64(at + 56, m.long(value.now, "now"), true);
}

export function storeDelivery(m: Abi, at: number, value: t.Delivery, name: string): void {
  m.object(value, name);
  m.view.setUint8(at, m.number(MOMENT, value.moment, "moment"));
  m.putPair(at + 4, m.newText(value.why, "why"));
  m.putPair(at + 12, m.newText(value.about, "about"));
  m.view.setUint32(at + 20, m.whole(value.tokens, 0, 0xffff_ffff, "tokens"), true);
}

export function storeDependency(m: Abi, at: number, value: t.Dependency, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.name, "name"));
  m.view.setUint8(at + 8, m.bool(value.external, "external"));
  m.view.setUint32(at + 12, m.whole(value.nEdges, 0, 0xffff_ffff, "nEdges"), true);
  m.view.setUint32(at + 16, m.whole(value.line, 0, 0xffff_ffff, "line"), true);
  m.view.setUint32(at + 20, m.whole(value.depth, 0, 0xffff_ffff, "depth"), true);
}

export function storeDependencyPage(m: Abi, at: number, value: t.DependencyPage, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newList(value.dependencies, 24, 4, "dependencies", storeDependency));
  m.view.setUint32(at + 8, m.whole(value.nDependencies, 0, 0xffff_ffff, "nDependencies"), true);
  m.putPair(at + 12, m.newList(value.unread, 12, 4, "unread", storeUnreadLanguage));
  m.putPair(at + 20, m.newList(value.hints, 32, 4, "hints", storeHint));
}

export function storeDocumentPage(m: Abi, at: number, value: t.DocumentPage, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newList(value.sections, 64, 8, "sections", storeFoundSection));
  m.view.setUint8(at + 8, m.number(STRENGTH, value.strength, "strength"));
  m.view.setFloat64(at + 16, m.float(value.bestFit, "bestFit"), true);
  m.view.setUint32(at + 24, m.whole(value.nMatching, 0, 0xffff_ffff, "nMatching"), true);
  m.view.setUint32(at + 28, m.whole(value.nBeyondBudget, 0, 0xffff_ffff, "nBeyondBudget"), true);
  m.putPair(at + 32, m.newList(value.unknownWords, 8, 4, "unknownWords", (m, at, value, name) => { m.putPair(at, m.newText(value, name)); }));
  m.view.setUint32(at + 40, m.whole(value.nDocuments, 0, 0xffff_ffff, "nDocuments"), true);
}

export function storeEdit(m: Abi, at: number, value: t.Edit, name: string): void {
  m.object(value, name);
  m.view.setUint32(at, m.whole(value.message, 0, 0xffff_ffff, "message"), true);
  m.putPair(at + 4, m.newText(value.pointer, "pointer"));
  m.view.setUint8(at + 12, value.replacement === undefined ? 0 : 1);
  if (value.replacement !== undefined) {
    m.putPair(at + 16, m.newText(value.replacement, "replacement"));
  }
  m.putPair(at + 24, m.newText(value.id, "id"));
}

export function storeEndingCount(m: Abi, at: number, value: t.EndingCount, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.ending, "ending"));
  m.view.setUint32(at + 8, m.whole(value.nFiles, 0, 0xffff_ffff, "nFiles"), true);
}

export function storeError(m: Abi, at: number, value: t.Error, name: string): void {
  m.object(value, name);
  switch (value.kind) {
    case "invalid": {
      m.view.setUint8(at, 0);
      storeInvalidArgument(m, at + 8, value.value, "invalid");
      break;
    }
    case "too_large": {
      m.view.setUint8(at, 1);
      storeLimit(m, at + 8, value.value, "too_large");
      break;
    }
    case "full": {
      m.view.setUint8(at, 2);
      storeLimit(m, at + 8, value.value, "full");
      break;
    }
    case "unknown": {
      m.view.setUint8(at, 3);
      storeUnknownName(m, at + 8, value.value, "unknown");
      break;
    }
    case "ambiguous": {
      m.view.setUint8(at, 4);
      storeAmbiguity(m, at + 8, value.value, "ambiguous");
      break;
    }
    case "stale": {
      m.view.setUint8(at, 5);
      break;
    }
    case "read_only": {
      m.view.setUint8(at, 6);
      break;
    }
    case "newer_format": {
      m.view.setUint8(at, 7);
      m.view.setUint32(at + 8, m.whole(value.value, 0, 0xffff_ffff, "newer_format"), true);
      break;
    }
    case "floor": {
      m.view.setUint8(at, 8);
      storeLimit(m, at + 8, value.value, "floor");
      break;
    }
    case "conflict": {
      m.view.setUint8(at, 9);
      break;
    }
    case "expired": {
      m.view.setUint8(at, 10);
      m.putPair(at + 8, m.newText(value.value, "expired"));
      break;
    }
    case "not_indexed": {
      m.view.setUint8(at, 11);
      break;
    }
    case "withheld": {
      m.view.setUint8(at, 12);
      m.putPair(at + 8, m.newText(value.value, "withheld"));
      break;
    }
    default:
      m.invalid(name, "not one of its cases");
  }
}

export function storeEvent(m: Abi, at: number, value: t.Event, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.eventId, "eventId"));
  m.view.setBigInt64(at + 8, m.long(m.widened(value.time, "time"), "time"), true);
  m.putPair(at + 16, m.newText(value.channel, "channel"));
  m.view.setUint8(at + 24, m.number(ORIGIN, value.origin, "origin"));
  m.putPair(at + 28, m.newText(value.session, "session"));
  m.putPair(at + 36, m.newText(value.branch, "branch"));
  m.putPair(at + 44, m.newText(value.commit, "commit"));
  m.putPair(at + 52, m.newText(value.task, "task"));
  m.putPair(at + 60, m.newList(value.parents, 8, 4, "parents", (m, at, value, name) => { m.putPair(at, m.newText(value, name)); }));
  m.putPair(at + 68, m.newList(value.anchors, 32, 4, "anchors", storeAnchor));
  m.putPair(at + 76, m.newText(value.metadata, "metadata"));
  storeEventBody(m, at + 84, value.body, "body");
}

export function storeEventBody(m: Abi, at: number, value: t.EventBody, name: string): void {
  m.object(value, name);
  switch (value.kind) {
    case "note": {
      m.view.setUint8(at, 0);
      m.putPair(at + 4, m.newText(value.value, "note"));
      break;
    }
    case "turn": {
      m.view.setUint8(at, 1);
      storeTurn(m, at + 4, value.value, "turn");
      break;
    }
    case "tool_call": {
      m.view.setUint8(at, 2);
      storeToolCall(m, at + 4, value.value, "tool_call");
      break;
    }
    case "file_touch": {
      m.view.setUint8(at, 3);
      storeFileTouch(m, at + 4, value.value, "file_touch");
      break;
    }
    case "task_step": {
      m.view.setUint8(at, 4);
      storeTaskStep(m, at + 4, value.value, "task_step");
      break;
    }
    case "strategy": {
      m.view.setUint8(at, 5);
      storeStrategyPlan(m, at + 4, value.value, "strategy");
      break;
    }
    case "strategy_use": {
      m.view.setUint8(at, 6);
      storeStrategyUse(m, at + 4, value.value, "strategy_use");
      break;
    }
    case "working_value": {
      m.view.setUint8(at, 7);
      storeWorkingValue(m, at + 4, value.value, "working_value");
      break;
    }
    case "profile_value": {
      m.view.setUint8(at, 8);
      storeProfileValue(m, at + 4, value.value, "profile_value");
      break;
    }
    case "decision": {
      m.view.setUint8(at, 9);
      storeDecision(m, at + 4, value.value, "decision");
      break;
    }
    case "lesson": {
      m.view.setUint8(at, 10);
      storeLesson(m, at + 4, value.value, "lesson");
      break;
    }
    case "thought": {
      m.view.setUint8(at, 11);
      storeThought(m, at + 4, value.value, "thought");
      break;
    }
    case "delivery": {
      m.view.setUint8(at, 12);
      storeDelivery(m, at + 4, value.value, "delivery");
      break;
    }
    case "adoption": {
      m.view.setUint8(at, 13);
      storeAdoption(m, at + 4, value.value, "adoption");
      break;
    }
    default:
      m.invalid(name, "not one of its cases");
  }
}

export function storeEventPage(m: Abi, at: number, value: t.EventPage, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newList(value.events, 184, 8, "events", storeRecordedEvent));
  m.view.setUint32(at + 8, m.whole(value.nDamaged, 0, 0xffff_ffff, "nDamaged"), true);
  m.putPair(at + 12, m.newText(value.next, "next"));
}

export function storeEventsQuestion(m: Abi, at: number, value: t.EventsQuestion, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newList(value.kinds, 1, 1, "kinds", (m, at, value, name) => { m.view.setUint8(at, m.number(EVENT_KIND, value, name)); }));
  m.putPair(at + 8, m.newText(value.channel, "channel"));
  m.putPair(at + 16, m.newText(value.session, "session"));
  m.putPair(at + 24, m.newText(value.task, "task"));
  m.putPair(at + 32, m.newText(value.conversation, "conversation"));
  m.putPair(at + 40, m.newText(value.path, "path"));
  m.putPair(at + 48, m.newText(value.anchor, "anchor"));
  m.putPair(at + 56, m.newText(value.tool, "tool"));
  m.putPair(at + 64, m.newText(value.branch, "branch"));
  m.putPair(at + 72, m.newText(value.commit, "commit"));
  m.putPair(at + 80, m.newText(value.parent, "parent"));
  m.putPair(at + 88, m.newList(value.metadata, 8, 4, "metadata", (m, at, value, name) => { m.putPair(at, m.newText(value, name)); }));
  m.view.setUint8(at + 96, value.since === undefined ? 0 : 1);
  if (value.since !== undefined) {
    m.view.setBigInt64(at + 104, m.long(value.since, "since"), true);
  }
  m.view.setUint8(at + 112, value.until === undefined ? 0 : 1);
  if (value.until !== undefined) {
    m.view.setBigInt64(at + 120, m.long(value.until, "until"), true);
  }
  m.view.setUint32(at + 128, m.whole(value.limit, 0, 0xffff_ffff, "limit"), true);
  m.putPair(at + 132, m.newText(value.after, "after"));
}

export function storeFactor(m: Abi, at: number, value: t.Factor, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.name, "name"));
  m.view.setFloat64(at + 8, m.float(value.value, "value"), true);
}

export function storeFailurePage(m: Abi, at: number, value: t.FailurePage, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newList(value.failures, 40, 8, "failures", storePastError));
  m.view.setUint32(at + 8, m.whole(value.nFailures, 0, 0xffff_ffff, "nFailures"), true);
}

export function storeFailuresQuestion(m: Abi, at: number, value: t.FailuresQuestion, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.session, "session"));
  m.putPair(at + 8, m.newText(value.tool, "tool"));
  m.view.setUint32(at + 16, m.whole(value.limit, 0, 0xffff_ffff, "limit"), true);
}

export function storeFileHistoryQuestion(m: Abi, at: number, value: t.FileHistoryQuestion, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.path, "path"));
  m.view.setUint32(at + 8, m.whole(value.limit, 0, 0xffff_ffff, "limit"), true);
}

export function storeFileOutline(m: Abi, at: number, value: t.FileOutline, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.path, "path"));
  m.putPair(at + 8, m.newText(value.language, "language"));
  m.putPair(at + 16, m.newHex(value.hash, "hash"));
  m.view.setUint32(at + 24, m.whole(value.nLines, 0, 0xffff_ffff, "nLines"), true);
  m.view.setUint8(at + 28, m.bool(value.hasErrors, "hasErrors"));
  m.putPair(at + 32, m.newList(value.symbols, 68, 4, "symbols", storeOutlined));
  m.putPair(at + 40, m.newList(value.hints, 32, 4, "hints", storeHint));
}

export function storeFileQuestion(m: Abi, at: number, value: t.FileQuestion, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.path, "path"));
  m.view.setUint32(at + 8, m.whole(value.depth, 0, 0xffff_ffff, "depth"), true);
  m.view.setUint32(at + 12, m.whole(value.limit, 0, 0xffff_ffff, "limit"), true);
  m.view.setUint32(at + 16, m.whole(value.skip, 0, 0xffff_ffff, "skip"), true);
}

export function storeFileSummary(m: Abi, at: number, value: t.FileSummary, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.path, "path"));
  m.putPair(at + 8, m.newList(value.touches, 80, 8, "touches", storeTouched));
  m.view.setBigUint64(at + 16, m.ulong(m.widened(value.nTouches, "nTouches"), "nTouches"), true);
  m.view.setBigUint64(at + 24, m.ulong(m.widened(value.nImported, "nImported"), "nImported"), true);
  m.putPair(at + 32, m.newList(value.operations, 16, 8, "operations", storeOperationCount));
}

export function storeFileToReread(m: Abi, at: number, value: t.FileToReread, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.path, "path"));
  m.view.setFloat64(at + 8, m.float(value.score, "score"), true);
  m.putPair(at + 16, m.newList(value.factors, 16, 8, "factors", storeFactor));
  m.view.setUint32(at + 24, m.whole(value.nTouches, 0, 0xffff_ffff, "nTouches"), true);
  m.view.setBigInt64(at + 32, m.long(m.widened(value.last, "last"), "last"), true);
  m.view.setUint32(at + 40, m.whole(value.firstLine, 0, 0xffff_ffff, "firstLine"), true);
  m.view.setUint32(at + 44, m.whole(value.lastLine, 0, 0xffff_ffff, "lastLine"), true);
  m.putPair(at + 48, m.newText(value.why, "why"));
}

export function storeFileTouch(m: Abi, at: number, value: t.FileTouch, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.path, "path"));
  m.view.setUint8(at + 8, m.number(FILE_OPERATION, value.operation, "operation"));
  m.view.setUint32(at + 12, m.whole(value.firstLine, 0, 0xffff_ffff, "firstLine"), true);
  m.view.setUint32(at + 16, m.whole(value.lastLine, 0, 0xffff_ffff, "lastLine"), true);
  m.view.setUint8(at + 20, m.bool(value.success, "success"));
  m.putPair(at + 24, m.newText(value.why, "why"));
  m.putPair(at + 32, m.newText(value.change, "change"));
}

export function storeFilesToReread(m: Abi, at: number, value: t.FilesToReread, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newList(value.files, 56, 8, "files", storeFileToReread));
  m.view.setUint32(at + 8, m.whole(value.nFiles, 0, 0xffff_ffff, "nFiles"), true);
  m.putPair(at + 12, m.newList(value.lines, 24, 8, "lines", storeTouchedLines));
  m.view.setUint32(at + 20, m.whole(value.nLines, 0, 0xffff_ffff, "nLines"), true);
}

export function storeFindPage(m: Abi, at: number, value: t.FindPage, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newList(value.hits, 80, 8, "hits", storeFound));
  m.view.setUint32(at + 8, m.whole(value.nHits, 0, 0xffff_ffff, "nHits"), true);
  m.putPair(at + 12, m.newList(value.suggestions, 8, 4, "suggestions", (m, at, value, name) => { m.putPair(at, m.newText(value, name)); }));
  m.putPair(at + 20, m.newList(value.unmatched, 8, 4, "unmatched", (m, at, value, name) => { m.putPair(at, m.newText(value, name)); }));
  m.putPair(at + 28, m.newList(value.unread, 12, 4, "unread", storeUnreadLanguage));
  m.putPair(at + 36, m.newList(value.hints, 32, 4, "hints", storeHint));
}

export function storeFindQuestion(m: Abi, at: number, value: t.FindQuestion, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.text, "text"));
  m.putPair(at + 8, m.newList(value.kinds, 1, 1, "kinds", (m, at, value, name) => { m.view.setUint8(at, m.number(SYMBOL_KIND, value, name)); }));
  m.putPair(at + 16, m.newText(value.pathPrefix, "pathPrefix"));
  m.view.setUint32(at + 24, m.whole(value.limit, 0, 0xffff_ffff, "limit"), true);
  m.view.setUint8(at + 28, m.bool(value.explain, "explain"));
  m.view.setUint32(at + 32, m.whole(value.skip, 0, 0xffff_ffff, "skip"), true);
}

export function storeFittingNote(m: Abi, at: number, value: t.FittingNote, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.id, "id"));
  m.view.setUint8(at + 8, m.number(EVENT_KIND, value.kind, "kind"));
  m.view.setBigInt64(at + 16, m.long(m.widened(value.time, "time"), "time"), true);
  m.view.setUint8(at + 24, m.number(TRUST, value.trust, "trust"));
  m.view.setUint8(at + 32, value.score === undefined ? 0 : 1);
  if (value.score !== undefined) {
    m.view.setFloat64(at + 40, m.float(value.score, "score"), true);
  }
  m.putPair(at + 48, m.newText(value.text, "text"));
}

export function storeForgottenRecord(m: Abi, at: number, value: t.ForgottenRecord, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newList(value.receipts, 12, 4, "receipts", storeReceipt));
  m.view.setUint32(at + 8, m.whole(value.nDerived, 0, 0xffff_ffff, "nDerived"), true);
}

export function storeFound(m: Abi, at: number, value: t.Found, name: string): void {
  m.object(value, name);
  storeSymbol(m, at, value.symbol, "symbol");
  m.view.setFloat64(at + 64, m.float(value.score, "score"), true);
  m.putPair(at + 72, m.newList(value.factors, 16, 8, "factors", storeFactor));
}

export function storeFoundSection(m: Abi, at: number, value: t.FoundSection, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.path, "path"));
  m.putPair(at + 8, m.newText(value.heading, "heading"));
  m.view.setUint32(at + 16, m.whole(value.firstLine, 0, 0xffff_ffff, "firstLine"), true);
  m.view.setUint32(at + 20, m.whole(value.lastLine, 0, 0xffff_ffff, "lastLine"), true);
  m.putPair(at + 24, m.newText(value.excerpt, "excerpt"));
  m.view.setUint8(at + 32, m.bool(value.isChanged, "isChanged"));
  m.view.setFloat64(at + 40, m.float(value.score, "score"), true);
  m.putPair(at + 48, m.newList(value.factors, 16, 8, "factors", storeFactor));
  m.view.setFloat64(at + 56, m.float(value.fit, "fit"), true);
}

export function storeFunctionAt(m: Abi, at: number, value: t.FunctionAt, name: string): void {
  m.object(value, name);
  storeSymbol(m, at, value.symbol, "symbol");
  m.view.setFloat64(at + 64, m.float(value.weight, "weight"), true);
  m.view.setUint32(at + 72, m.whole(value.nTouches, 0, 0xffff_ffff, "nTouches"), true);
}

export function storeFunctionPage(m: Abi, at: number, value: t.FunctionPage, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newList(value.functions, 80, 8, "functions", storeFunctionAt));
  m.view.setUint32(at + 8, m.whole(value.nFunctions, 0, 0xffff_ffff, "nFunctions"), true);
  m.putPair(at + 12, m.newList(value.unknownPaths, 8, 4, "unknownPaths", (m, at, value, name) => { m.putPair(at, m.newText(value, name)); }));
}

export function storeHierarchyPage(m: Abi, at: number, value: t.HierarchyPage, name: string): void {
  m.object(value, name);
  storeSymbol(m, at, value.symbol, "symbol");
  m.putPair(at + 64, m.newList(value.above, 120, 8, "above", storeStep));
  m.view.setUint32(at + 72, m.whole(value.nAbove, 0, 0xffff_ffff, "nAbove"), true);
  m.putPair(at + 76, m.newList(value.below, 120, 8, "below", storeStep));
  m.view.setUint32(at + 84, m.whole(value.nBelow, 0, 0xffff_ffff, "nBelow"), true);
  m.view.setUint8(at + 88, m.bool(value.depthLimited, "depthLimited"));
  m.view.setUint8(at + 92, value.nUnresolved === undefined ? 0 : 1);
  if (value.nUnresolved !== undefined) {
    m.view.setUint32(at + 96, m.whole(value.nUnresolved, 0, 0xffff_ffff, "nUnresolved"), true);
  }
  m.view.setUint32(at + 100, m.whole(value.nUnresolvedFiles, 0, 0xffff_ffff, "nUnresolvedFiles"), true);
  m.putPair(at + 104, m.newList(value.unread, 12, 4, "unread", storeUnreadLanguage));
  m.putPair(at + 112, m.newList(value.hints, 32, 4, "hints", storeHint));
}

export function storeHint(m: Abi, at: number, value: t.Hint, name: string): void {
  m.object(value, name);
  m.view.setUint8(at, m.number(HINT_KIND, value.kind, "kind"));
  m.putPair(at + 4, m.newText(value.why, "why"));
  m.view.setUint8(at + 12, value.next === undefined ? 0 : 1);
  if (value.next !== undefined) {
    storeNextQuestion(m, at + 16, value.next, "next");
  }
}

export function storeImportedName(m: Abi, at: number, value: t.ImportedName, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.name, "name"));
  m.putPair(at + 8, m.newText(value.path, "path"));
  m.view.setUint32(at + 16, m.whole(value.firstLine, 0, 0xffff_ffff, "firstLine"), true);
}

export function storeIndexNote(m: Abi, at: number, value: t.IndexNote, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.kind, "kind"));
  m.putPair(at + 8, m.newText(value.why, "why"));
  m.view.setUint8(at + 16, m.bool(value.isMendedByIndex, "isMendedByIndex"));
  m.view.setUint8(at + 17, m.bool(value.isAlwaysShown, "isAlwaysShown"));
}

export function storeInvalidArgument(m: Abi, at: number, value: t.InvalidArgument, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.argument, "argument"));
  m.putPair(at + 8, m.newText(value.why, "why"));
}

export function storeLastTouchesQuestion(m: Abi, at: number, value: t.LastTouchesQuestion, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.contains, "contains"));
  m.view.setUint32(at + 8, m.whole(value.limit, 0, 0xffff_ffff, "limit"), true);
}

export function storeLesson(m: Abi, at: number, value: t.Lesson, name: string): void {
  m.object(value, name);
  m.view.setUint8(at, m.number(LESSON_TOPIC, value.topic, "topic"));
  m.putPair(at + 4, m.newText(value.subject, "subject"));
  m.putPair(at + 12, m.newText(value.text, "text"));
}

export function storeLikelyFile(m: Abi, at: number, value: t.LikelyFile, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.path, "path"));
  m.view.setFloat64(at + 8, m.float(value.score, "score"), true);
  m.putPair(at + 16, m.newList(value.factors, 16, 8, "factors", storeFactor));
}

export function storeLimit(m: Abi, at: number, value: t.Limit, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.what, "what"));
  m.view.setBigUint64(at + 8, m.ulong(m.widened(value.actual, "actual"), "actual"), true);
  m.view.setBigUint64(at + 16, m.ulong(m.widened(value.limit, "limit"), "limit"), true);
}

export function storeListedFile(m: Abi, at: number, value: t.ListedFile, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.path, "path"));
  m.view.setUint32(at + 8, m.whole(value.size, 0, 0xffff_ffff, "size"), true);
}

export function storeMapQuestion(m: Abi, at: number, value: t.MapQuestion, name: string): void {
  m.object(value, name);
  m.view.setUint32(at, m.whole(value.budget, 0, 0xffff_ffff, "budget"), true);
  m.putPair(at + 4, m.newList(value.focus, 8, 4, "focus", (m, at, value, name) => { m.putPair(at, m.newText(value, name)); }));
}

export function storeMeaningRequest(m: Abi, at: number, value: t.MeaningRequest, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.name, "name"));
  m.putPair(at + 8, m.newList(value.kinds, 1, 1, "kinds", (m, at, value, name) => { m.view.setUint8(at, m.number(SYMBOL_KIND, value, name)); }));
  m.putPair(at + 16, m.newText(value.pathPrefix, "pathPrefix"));
}

export function storeMendedError(m: Abi, at: number, value: t.MendedError, name: string): void {
  m.object(value, name);
  storePastError(m, at, value.error, "error");
  m.putPair(at + 40, m.newList(value.files, 8, 4, "files", (m, at, value, name) => { m.putPair(at, m.newText(value, name)); }));
  m.putPair(at + 48, m.newList(value.commands, 8, 4, "commands", (m, at, value, name) => { m.putPair(at, m.newText(value, name)); }));
  m.putPair(at + 56, m.newText(value.succeededAs, "succeededAs"));
}

export function storeNamedCount(m: Abi, at: number, value: t.NamedCount, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.name, "name"));
  m.view.setBigUint64(at + 8, m.ulong(m.widened(value.n, "n"), "n"), true);
}

export function storeNewItem(m: Abi, at: number, value: t.NewItem, name: string): void {
  m.object(value, name);
  m.view.setUint8(at, m.number(ITEM_KIND, value.kind, "kind"));
  m.view.setUint32(at + 4, m.whole(value.message, 0, 0xffff_ffff, "message"), true);
  m.putPair(at + 8, m.newText(value.pointer, "pointer"));
  m.putPair(at + 16, m.newText(value.text, "text"));
  m.putPair(at + 24, m.newText(value.original, "original"));
  m.view.setUint8(at + 32, m.number(BODY_FORM, value.form, "form"));
  m.view.setUint32(at + 36, m.whole(value.response, 0, 0xffff_ffff, "response"), true);
  m.putPair(at + 40, m.newText(value.tool, "tool"));
  m.putPair(at + 48, m.newText(value.callId, "callId"));
  m.view.setUint8(at + 56, m.bool(value.isError, "isError"));
  m.view.setUint8(at + 60, value.tokens === undefined ? 0 : 1);
  if (value.tokens !== undefined) {
    m.view.setUint32(at + 64, m.whole(value.tokens, 0, 0xffff_ffff, "tokens"), true);
  }
  m.putPair(at + 68, m.newText(value.task, "task"));
  m.view.setUint8(at + 76, m.bool(value.isPinned, "isPinned"));
  m.view.setFloat64(at + 80, m.float(value.relevance, "relevance"), true);
  m.putPair(at + 88, m.newList(value.dependencies, 8, 4, "dependencies", (m, at, value, name) => { m.putPair(at, m.newText(value, name)); }));
  m.view.setBigInt64(at + 96, m.long(value.time, "time"), true);
  m.putPair(at + 104, m.newList(value.places, 16, 4, "places", storeCodePlace));
}

export function storeNewNote(m: Abi, at: number, value: t.NewNote, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.text, "text"));
  m.putPair(at + 8, m.newList(value.at, 8, 4, "at", (m, at, value, name) => { m.putPair(at, m.newText(value, name)); }));
  m.putPair(at + 16, m.newText(value.channel, "channel"));
}

export function storeNextArgument(m: Abi, at: number, value: t.NextArgument, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.name, "name"));
  m.putPair(at + 8, m.newText(value.value, "value"));
}

export function storeNextQuestion(m: Abi, at: number, value: t.NextQuestion, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.question, "question"));
  m.putPair(at + 8, m.newList(value.arguments, 16, 4, "arguments", storeNextArgument));
}

export function storeNote(m: Abi, at: number, value: t.Note, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.id, "id"));
  m.putPair(at + 8, m.newText(value.eventId, "eventId"));
  m.putPair(at + 16, m.newText(value.text, "text"));
  m.view.setBigInt64(at + 24, m.long(m.widened(value.time, "time"), "time"), true);
  m.view.setBigInt64(at + 32, m.long(m.widened(value.recorded, "recorded"), "recorded"), true);
  m.putPair(at + 40, m.newText(value.channel, "channel"));
  m.view.setUint8(at + 48, m.number(ORIGIN, value.origin, "origin"));
  m.view.setUint8(at + 49, m.number(TRUST, value.trust, "trust"));
  m.putPair(at + 52, m.newText(value.principal, "principal"));
  m.putPair(at + 60, m.newText(value.session, "session"));
  m.putPair(at + 68, m.newList(value.parents, 8, 4, "parents", (m, at, value, name) => { m.putPair(at, m.newText(value, name)); }));
  m.putPair(at + 76, m.newList(value.anchors, 32, 4, "anchors", storeAnchor));
  m.putPair(at + 84, m.newText(value.metadata, "metadata"));
}

export function storeNotePage(m: Abi, at: number, value: t.NotePage, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newList(value.notes, 96, 8, "notes", storeNote));
  m.view.setBigUint64(at + 8, m.ulong(m.widened(value.nNotes, "nNotes"), "nNotes"), true);
  m.view.setUint32(at + 16, m.whole(value.nDamaged, 0, 0xffff_ffff, "nDamaged"), true);
  m.putPair(at + 20, m.newText(value.next, "next"));
}

export function storeNoteUpdate(m: Abi, at: number, value: t.NoteUpdate, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.id, "id"));
  m.putPair(at + 8, m.newText(value.text, "text"));
}

export function storeNotesQuestion(m: Abi, at: number, value: t.NotesQuestion, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.channel, "channel"));
  m.view.setUint8(at + 8, value.since === undefined ? 0 : 1);
  if (value.since !== undefined) {
    m.view.setBigInt64(at + 16, m.long(value.since, "since"), true);
  }
  m.view.setUint8(at + 24, value.until === undefined ? 0 : 1);
  if (value.until !== undefined) {
    m.view.setBigInt64(at + 32, m.long(value.until, "until"), true);
  }
  m.view.setUint32(at + 40, m.whole(value.limit, 0, 0xffff_ffff, "limit"), true);
  m.putPair(at + 44, m.newList(value.metadata, 8, 4, "metadata", (m, at, value, name) => { m.putPair(at, m.newText(value, name)); }));
  m.putPair(at + 52, m.newText(value.after, "after"));
}

export function storeNotesRequest(m: Abi, at: number, value: t.NotesRequest, name: string): void {
  m.object(value, name);
  storeNotesQuestion(m, at, value.question, "question");
  m.putPair(at + 64, m.newText(value.since, "since"));
}

export function storeOperationCount(m: Abi, at: number, value: t.OperationCount, name: string): void {
  m.object(value, name);
  m.view.setUint8(at, m.number(FILE_OPERATION, value.operation, "operation"));
  m.view.setBigUint64(at + 8, m.ulong(m.widened(value.n, "n"), "n"), true);
}

export function storeOutlined(m: Abi, at: number, value: t.Outlined, name: string): void {
  m.object(value, name);
  storeSymbol(m, at, value.symbol, "symbol");
  m.view.setUint32(at + 64, m.whole(value.depth, 0, 0xffff_ffff, "depth"), true);
}

export function storeParsedFile(m: Abi, at: number, value: t.ParsedFile, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.path, "path"));
  m.putPair(at + 8, m.newArray(value.hash, Uint8Array, "hash"));
  m.putPair(at + 16, m.newText(value.language, "language"));
  m.putPair(at + 24, m.newText(value.text, "text"));
  m.putPair(at + 32, m.newArray(value.nodes, Uint32Array, "nodes"));
  m.view.setUint8(at + 40, m.bool(value.hasErrors, "hasErrors"));
  m.view.setUint8(at + 41, m.bool(value.cutShort, "cutShort"));
}

export function storePastError(m: Abi, at: number, value: t.PastError, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.id, "id"));
  m.view.setBigInt64(at + 8, m.long(m.widened(value.time, "time"), "time"), true);
  m.putPair(at + 16, m.newText(value.session, "session"));
  m.putPair(at + 24, m.newText(value.tool, "tool"));
  m.putPair(at + 32, m.newText(value.error, "error"));
}

export function storePastWork(m: Abi, at: number, value: t.PastWork, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.id, "id"));
  m.view.setBigInt64(at + 8, m.long(m.widened(value.time, "time"), "time"), true);
  m.putPair(at + 16, m.newText(value.session, "session"));
  m.putPair(at + 24, m.newText(value.task, "task"));
  m.view.setFloat64(at + 32, m.float(value.score, "score"), true);
  m.putPair(at + 40, m.newText(value.asked, "asked"));
  m.view.setUint8(at + 48, value.status === undefined ? 0 : 1);
  if (value.status !== undefined) {
    m.view.setUint8(at + 49, m.number(TASK_STATUS, value.status, "status"));
  }
  m.putPair(at + 52, m.newText(value.outcome, "outcome"));
  m.putPair(at + 60, m.newList(value.errors, 40, 8, "errors", storePastError));
}

export function storePathPage(m: Abi, at: number, value: t.PathPage, name: string): void {
  m.object(value, name);
  storeSymbol(m, at, value.source, "source");
  storeSymbol(m, at + 64, value.target, "target");
  m.putPair(at + 128, m.newList(value.steps, 120, 8, "steps", storeStep));
  m.view.setUint8(at + 136, value.nUnresolved === undefined ? 0 : 1);
  if (value.nUnresolved !== undefined) {
    m.view.setUint32(at + 140, m.whole(value.nUnresolved, 0, 0xffff_ffff, "nUnresolved"), true);
  }
  m.view.setUint32(at + 144, m.whole(value.nUnresolvedFiles, 0, 0xffff_ffff, "nUnresolvedFiles"), true);
  m.putPair(at + 148, m.newList(value.unread, 12, 4, "unread", storeUnreadLanguage));
  m.putPair(at + 156, m.newList(value.hints, 32, 4, "hints", storeHint));
}

export function storePathQuestion(m: Abi, at: number, value: t.PathQuestion, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.source, "source"));
  m.putPair(at + 8, m.newText(value.target, "target"));
  m.view.setUint32(at + 16, m.whole(value.depth, 0, 0xffff_ffff, "depth"), true);
  m.putPair(at + 20, m.newList(value.kinds, 1, 1, "kinds", (m, at, value, name) => { m.view.setUint8(at, m.number(EDGE_KIND, value, name)); }));
  m.view.setFloat64(at + 32, m.float(value.minConfidence, "minConfidence"), true);
}

export function storePathRequest(m: Abi, at: number, value: t.PathRequest, name: string): void {
  m.object(value, name);
  storePathQuestion(m, at, value.question, "question");
  m.putPair(at + 40, m.newList(value.meaningKinds, 1, 1, "meaningKinds", (m, at, value, name) => { m.view.setUint8(at, m.number(SYMBOL_KIND, value, name)); }));
  m.putPair(at + 48, m.newText(value.meaningPrefix, "meaningPrefix"));
  m.view.setUint8(at + 56, m.bool(value.all, "all"));
}

export function storePiece(m: Abi, at: number, value: t.Piece, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.id, "id"));
  m.putPair(at + 8, m.newText(value.path, "path"));
  m.view.setUint32(at + 16, m.whole(value.firstLine, 0, 0xffff_ffff, "firstLine"), true);
  m.view.setUint32(at + 20, m.whole(value.lastLine, 0, 0xffff_ffff, "lastLine"), true);
  m.view.setUint8(at + 24, m.number(PIECE_FORM, value.form, "form"));
  m.putPair(at + 28, m.newText(value.text, "text"));
  m.view.setUint32(at + 36, m.whole(value.tokens, 0, 0xffff_ffff, "tokens"), true);
  m.view.setFloat64(at + 40, m.float(value.score, "score"), true);
  m.putPair(at + 48, m.newText(value.why, "why"));
  m.putPair(at + 56, m.newList(value.factors, 16, 8, "factors", storeFactor));
}

export function storePrepareQuestion(m: Abi, at: number, value: t.PrepareQuestion, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.task, "task"));
  m.view.setUint32(at + 8, m.whole(value.budget, 0, 0xffff_ffff, "budget"), true);
  m.putPair(at + 12, m.newList(value.focus, 8, 4, "focus", (m, at, value, name) => { m.putPair(at, m.newText(value, name)); }));
  m.putPair(at + 20, m.newList(value.errors, 8, 4, "errors", (m, at, value, name) => { m.putPair(at, m.newText(value, name)); }));
  m.putPair(at + 28, m.newList(value.recent, 8, 4, "recent", (m, at, value, name) => { m.putPair(at, m.newText(value, name)); }));
  m.putPair(at + 36, m.newList(value.likely, 16, 8, "likely", storeWeightedPath));
  m.putPair(at + 44, m.newList(value.beside, 24, 4, "beside", storeBesidePiece));
  m.putPair(at + 52, m.newList(value.shown, 8, 4, "shown", (m, at, value, name) => { m.putPair(at, m.newText(value, name)); }));
}

export function storePrepareRequest(m: Abi, at: number, value: t.PrepareRequest, name: string): void {
  m.object(value, name);
  storePrepareQuestion(m, at, value.question, "question");
  m.view.setUint8(at + 60, m.bool(value.codeOnly, "codeOnly"));
  m.view.setUint8(at + 61, m.bool(value.why, "why"));
}

export function storePrepared(m: Abi, at: number, value: t.Prepared, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newList(value.pieces, 64, 8, "pieces", storePiece));
  m.putPair(at + 8, m.newList(value.beside, 24, 4, "beside", storeBesidePiece));
  m.view.setUint32(at + 16, m.whole(value.nBesideLeftOut, 0, 0xffff_ffff, "nBesideLeftOut"), true);
  m.view.setUint32(at + 20, m.whole(value.besideTokens, 0, 0xffff_ffff, "besideTokens"), true);
  m.view.setUint32(at + 24, m.whole(value.tokens, 0, 0xffff_ffff, "tokens"), true);
  m.putPair(at + 28, m.newText(value.text, "text"));
  m.putPair(at + 36, m.newList(value.files, 24, 8, "files", storeRankedFile));
  m.view.setUint32(at + 44, m.whole(value.nFiles, 0, 0xffff_ffff, "nFiles"), true);
  m.view.setUint32(at + 48, m.whole(value.nLeftOut, 0, 0xffff_ffff, "nLeftOut"), true);
  m.putPair(at + 52, m.newList(value.unknownFocus, 8, 4, "unknownFocus", (m, at, value, name) => { m.putPair(at, m.newText(value, name)); }));
  m.putPair(at + 60, m.newList(value.unread, 12, 4, "unread", storeUnreadLanguage));
  m.putPair(at + 68, m.newList(value.hints, 32, 4, "hints", storeHint));
}

export function storeProfileValue(m: Abi, at: number, value: t.ProfileValue, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.key, "key"));
  m.putPair(at + 8, m.newText(value.value, "value"));
}

export function storeRankedFile(m: Abi, at: number, value: t.RankedFile, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.path, "path"));
  m.view.setFloat64(at + 8, m.float(value.score, "score"), true);
  m.putPair(at + 16, m.newList(value.factors, 16, 8, "factors", storeFactor));
}

export function storeRecallHit(m: Abi, at: number, value: t.RecallHit, name: string): void {
  m.object(value, name);
  storeRecordedEvent(m, at, value.event, "event");
  m.view.setFloat64(at + 184, m.float(value.score, "score"), true);
  m.putPair(at + 192, m.newList(value.factors, 16, 8, "factors", storeFactor));
  m.view.setFloat64(at + 200, m.float(value.fit, "fit"), true);
  m.putPair(at + 208, m.newText(value.excerpt, "excerpt"));
  m.view.setUint32(at + 216, m.whole(value.nAlike, 0, 0xffff_ffff, "nAlike"), true);
  m.putPair(at + 220, m.newText(value.newerId, "newerId"));
  m.putPair(at + 228, m.newList(value.before, 184, 8, "before", storeRecordedEvent));
  m.putPair(at + 236, m.newList(value.after, 184, 8, "after", storeRecordedEvent));
}

export function storeRecallQuestion(m: Abi, at: number, value: t.RecallQuestion, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.query, "query"));
  m.putPair(at + 8, m.newList(value.kinds, 1, 1, "kinds", (m, at, value, name) => { m.view.setUint8(at, m.number(EVENT_KIND, value, name)); }));
  m.putPair(at + 16, m.newText(value.channel, "channel"));
  m.putPair(at + 24, m.newText(value.session, "session"));
  m.putPair(at + 32, m.newText(value.task, "task"));
  m.putPair(at + 40, m.newText(value.conversation, "conversation"));
  m.putPair(at + 48, m.newText(value.branch, "branch"));
  m.putPair(at + 56, m.newText(value.commit, "commit"));
  m.putPair(at + 64, m.newList(value.metadata, 8, 4, "metadata", (m, at, value, name) => { m.putPair(at, m.newText(value, name)); }));
  m.view.setUint8(at + 72, m.number(TRUST, value.trust, "trust"));
  m.view.setUint8(at + 80, value.since === undefined ? 0 : 1);
  if (value.since !== undefined) {
    m.view.setBigInt64(at + 88, m.long(value.since, "since"), true);
  }
  m.view.setUint8(at + 96, value.until === undefined ? 0 : 1);
  if (value.until !== undefined) {
    m.view.setBigInt64(at + 104, m.long(value.until, "until"), true);
  }
  m.view.setUint8(at + 112, m.bool(value.outdated, "outdated"));
  m.view.setUint8(at + 113, m.bool(value.weak, "weak"));
  m.view.setUint8(at + 114, m.number(WEIGHTING, value.weighting, "weighting"));
  m.view.setUint32(at + 116, m.whole(value.limit, 0, 0xffff_ffff, "limit"), true);
  m.view.setUint32(at + 120, m.whole(value.perSession, 0, 0xffff_ffff, "perSession"), true);
  m.view.setUint32(at + 124, m.whole(value.budget, 0, 0xffff_ffff, "budget"), true);
  m.view.setUint32(at + 128, m.whole(value.around, 0, 0xffff_ffff, "around"), true);
  m.putPair(at + 132, m.newList(value.zone, 16, 8, "zone", storeZoneOffset));
  m.view.setBigInt64(at + 144, m.long(value.now, "now"), true);
}

export function storeRecallRequest(m: Abi, at: number, value: t.RecallRequest, name: string): void {
  m.object(value, name);
  storeRecallQuestion(m, at, value.question, "question");
  m.putPair(at + 152, m.newText(value.since, "since"));
  m.view.setUint8(at + 160, m.bool(value.explain, "explain"));
  m.view.setUint8(at + 161, m.bool(value.recordsOnly, "recordsOnly"));
}

export function storeRecalled(m: Abi, at: number, value: t.Recalled, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newList(value.hits, 248, 8, "hits", storeRecallHit));
  m.view.setUint8(at + 8, m.number(STRENGTH, value.strength, "strength"));
  m.view.setFloat64(at + 16, m.float(value.bestFit, "bestFit"), true);
  m.view.setBigUint64(at + 24, m.ulong(m.widened(value.nMatching, "nMatching"), "nMatching"), true);
  m.view.setUint32(at + 32, m.whole(value.nOutdated, 0, 0xffff_ffff, "nOutdated"), true);
  m.view.setUint32(at + 36, m.whole(value.nOfSession, 0, 0xffff_ffff, "nOfSession"), true);
  m.view.setUint32(at + 40, m.whole(value.nBeyondBudget, 0, 0xffff_ffff, "nBeyondBudget"), true);
  m.putPair(at + 44, m.newList(value.unknownWords, 8, 4, "unknownWords", (m, at, value, name) => { m.putPair(at, m.newText(value, name)); }));
  m.view.setUint8(at + 52, m.number(WEIGHTING, value.weighting, "weighting"));
  m.view.setUint8(at + 56, value.since === undefined ? 0 : 1);
  if (value.since !== undefined) {
    m.view.setBigInt64(at + 64, m.long(m.widened(value.since, "since"), "since"), true);
  }
  m.view.setUint8(at + 72, value.until === undefined ? 0 : 1);
  if (value.until !== undefined) {
    m.view.setBigInt64(at + 80, m.long(m.widened(value.until, "until"), "until"), true);
  }
  m.view.setUint8(at + 88, m.bool(value.isIncomplete, "isIncomplete"));
}

export function storeReceipt(m: Abi, at: number, value: t.Receipt, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.id, "id"));
  m.view.setUint8(at + 8, m.number(FATE, value.fate, "fate"));
}

export function storeRecordedEvent(m: Abi, at: number, value: t.RecordedEvent, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.id, "id"));
  m.view.setUint8(at + 8, m.number(EVENT_KIND, value.kind, "kind"));
  m.view.setBigInt64(at + 16, m.long(m.widened(value.recorded, "recorded"), "recorded"), true);
  m.view.setUint8(at + 24, m.number(TRUST, value.trust, "trust"));
  m.putPair(at + 28, m.newText(value.principal, "principal"));
  storeEvent(m, at + 40, value.event, "event");
}

export function storeRelevance(m: Abi, at: number, value: t.Relevance, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.id, "id"));
  m.view.setFloat64(at + 8, m.float(value.value, "value"), true);
}

export function storeRemembered(m: Abi, at: number, value: t.Remembered, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.id, "id"));
  m.putPair(at + 8, m.newText(value.state, "state"));
  m.putPair(at + 16, m.newList(value.notes, 8, 4, "notes", (m, at, value, name) => { m.putPair(at, m.newText(value, name)); }));
}

export function storeReminder(m: Abi, at: number, value: t.Reminder, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.id, "id"));
  m.view.setUint8(at + 8, m.number(REMINDER_KIND, value.kind, "kind"));
  m.view.setBigInt64(at + 16, m.long(m.widened(value.time, "time"), "time"), true);
  m.view.setUint8(at + 24, m.number(TRUST, value.trust, "trust"));
  m.putPair(at + 28, m.newText(value.text, "text"));
  m.view.setUint32(at + 36, m.whole(value.tokens, 0, 0xffff_ffff, "tokens"), true);
  m.view.setUint8(at + 40, value.score === undefined ? 0 : 1);
  if (value.score !== undefined) {
    m.view.setFloat64(at + 48, m.float(value.score, "score"), true);
  }
  m.putPair(at + 56, m.newText(value.why, "why"));
  m.view.setUint32(at + 64, m.whole(value.nAlike, 0, 0xffff_ffff, "nAlike"), true);
}

export function storeReminders(m: Abi, at: number, value: t.Reminders, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newList(value.pieces, 72, 8, "pieces", storeReminder));
  m.putPair(at + 8, m.newText(value.text, "text"));
  m.view.setUint32(at + 16, m.whole(value.tokens, 0, 0xffff_ffff, "tokens"), true);
  m.view.setUint32(at + 20, m.whole(value.nLeftOut, 0, 0xffff_ffff, "nLeftOut"), true);
  m.putPair(at + 24, m.newList(value.likely, 16, 8, "likely", storeWeightedPath));
  m.view.setUint8(at + 32, m.bool(value.isIncomplete, "isIncomplete"));
}

export function storeRepositoryMap(m: Abi, at: number, value: t.RepositoryMap, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.text, "text"));
  m.view.setUint32(at + 8, m.whole(value.tokens, 0, 0xffff_ffff, "tokens"), true);
  m.view.setUint32(at + 12, m.whole(value.nFiles, 0, 0xffff_ffff, "nFiles"), true);
  m.view.setUint32(at + 16, m.whole(value.nSymbols, 0, 0xffff_ffff, "nSymbols"), true);
  m.view.setUint32(at + 20, m.whole(value.nSymbolsLeftOut, 0, 0xffff_ffff, "nSymbolsLeftOut"), true);
  m.view.setUint32(at + 24, m.whole(value.nFilesLeftOut, 0, 0xffff_ffff, "nFilesLeftOut"), true);
  m.putPair(at + 28, m.newList(value.unknownFocus, 8, 4, "unknownFocus", (m, at, value, name) => { m.putPair(at, m.newText(value, name)); }));
  m.putPair(at + 36, m.newList(value.unread, 12, 4, "unread", storeUnreadLanguage));
  m.putPair(at + 44, m.newList(value.hints, 32, 4, "hints", storeHint));
}

export function storeRereadQuestion(m: Abi, at: number, value: t.RereadQuestion, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.session, "session"));
  m.view.setUint32(at + 8, m.whole(value.limit, 0, 0xffff_ffff, "limit"), true);
}

export function storeResolvedAnchor(m: Abi, at: number, value: t.ResolvedAnchor, name: string): void {
  m.object(value, name);
  m.view.setUint8(at, m.number(ANCHOR_STATE, value.state, "state"));
  m.putPair(at + 4, m.newText(value.path, "path"));
  m.putPair(at + 12, m.newText(value.symbol, "symbol"));
}

export function storeResolvedAnchors(m: Abi, at: number, value: t.ResolvedAnchors, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newList(value.anchors, 20, 4, "anchors", storeResolvedAnchor));
}

export function storeRestoreRequest(m: Abi, at: number, value: t.RestoreRequest, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.id, "id"));
  m.view.setUint32(at + 8, m.whole(value.skip, 0, 0xffff_ffff, "skip"), true);
}

export function storeRestoredPart(m: Abi, at: number, value: t.RestoredPart, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.text, "text"));
  m.view.setUint8(at + 8, m.bool(value.isMasked, "isMasked"));
}

export function storeResumed(m: Abi, at: number, value: t.Resumed, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newArray(value.ticket, Uint8Array, "ticket"));
  m.putPair(at + 8, m.newList(value.answers, 16, 4, "answers", storeAnswer));
}

export function storeRow(m: Abi, at: number, value: t.Row, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newArray(value.key, Uint8Array, "key"));
  m.putPair(at + 8, m.newArray(value.value, Uint8Array, "value"));
}

export function storeRowPage(m: Abi, at: number, value: t.RowPage, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newList(value.rows, 16, 4, "rows", storeRow));
  m.view.setUint8(at + 8, m.bool(value.complete, "complete"));
}

export function storeShowRequest(m: Abi, at: number, value: t.ShowRequest, name: string): void {
  m.object(value, name);
  storeSourceQuestion(m, at, value.question, "question");
  m.view.setUint8(at + 28, m.bool(value.all, "all"));
}

export function storeSourcePage(m: Abi, at: number, value: t.SourcePage, name: string): void {
  m.object(value, name);
  storeSymbol(m, at, value.symbol, "symbol");
  m.putPair(at + 64, m.newText(value.text, "text"));
  m.view.setUint32(at + 72, m.whole(value.lastLine, 0, 0xffff_ffff, "lastLine"), true);
  m.view.setUint32(at + 76, m.whole(value.nLinesLeftOut, 0, 0xffff_ffff, "nLinesLeftOut"), true);
  m.view.setUint8(at + 80, m.bool(value.isChanged, "isChanged"));
}

export function storeSourceQuestion(m: Abi, at: number, value: t.SourceQuestion, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.name, "name"));
  m.view.setUint32(at + 8, m.whole(value.maxLines, 0, 0xffff_ffff, "maxLines"), true);
  m.putPair(at + 12, m.newList(value.kinds, 1, 1, "kinds", (m, at, value, name) => { m.view.setUint8(at, m.number(SYMBOL_KIND, value, name)); }));
  m.putPair(at + 20, m.newText(value.pathPrefix, "pathPrefix"));
}

export function storeStep(m: Abi, at: number, value: t.Step, name: string): void {
  m.object(value, name);
  storeSymbol(m, at, value.symbol, "symbol");
  m.putPair(at + 64, m.newText(value.via, "via"));
  m.view.setUint8(at + 72, m.number(EDGE_KIND, value.edge, "edge"));
  m.view.setUint8(at + 73, m.number(STRATEGY, value.strategy, "strategy"));
  m.view.setFloat64(at + 80, m.float(value.confidence, "confidence"), true);
  m.putPair(at + 88, m.newText(value.path, "path"));
  m.view.setUint32(at + 96, m.whole(value.line, 0, 0xffff_ffff, "line"), true);
  m.view.setUint32(at + 100, m.whole(value.depth, 0, 0xffff_ffff, "depth"), true);
  m.view.setUint8(at + 104, value.overridden === undefined ? 0 : 1);
  if (value.overridden !== undefined) {
    m.putPair(at + 108, m.newText(value.overridden, "overridden"));
  }
}

export function storeStrategyPlan(m: Abi, at: number, value: t.StrategyPlan, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.description, "description"));
  m.putPair(at + 8, m.newText(value.context, "context"));
  m.putPair(at + 16, m.newText(value.taskType, "taskType"));
  m.putPair(at + 24, m.newList(value.tools, 8, 4, "tools", (m, at, value, name) => { m.putPair(at, m.newText(value, name)); }));
}

export function storeStrategyUse(m: Abi, at: number, value: t.StrategyUse, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.strategy, "strategy"));
  m.view.setUint8(at + 8, m.bool(value.success, "success"));
}

export function storeSymbol(m: Abi, at: number, value: t.Symbol, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.id, "id"));
  m.putPair(at + 8, m.newText(value.name, "name"));
  m.putPair(at + 16, m.newText(value.qualifiedName, "qualifiedName"));
  m.view.setUint8(at + 24, m.number(SYMBOL_KIND, value.kind, "kind"));
  m.putPair(at + 28, m.newText(value.path, "path"));
  m.view.setUint32(at + 36, m.whole(value.firstLine, 0, 0xffff_ffff, "firstLine"), true);
  m.view.setUint32(at + 40, m.whole(value.lastLine, 0, 0xffff_ffff, "lastLine"), true);
  m.putPair(at + 44, m.newText(value.signature, "signature"));
  m.putPair(at + 52, m.newText(value.doc, "doc"));
  m.view.setUint32(at + 60, m.whole(value.tokens, 0, 0xffff_ffff, "tokens"), true);
}

export function storeTask(m: Abi, at: number, value: t.Task, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.name, "name"));
  m.view.setUint8(at + 8, m.number(TASK_STATUS, value.status, "status"));
  m.putPair(at + 12, m.newText(value.description, "description"));
  m.view.setUint8(at + 20, value.intent === undefined ? 0 : 1);
  if (value.intent !== undefined) {
    m.view.setUint8(at + 21, m.number(TASK_INTENT, value.intent, "intent"));
  }
  m.putPair(at + 24, m.newText(value.outcome, "outcome"));
  m.view.setBigInt64(at + 32, m.long(m.widened(value.started, "started"), "started"), true);
  m.view.setBigInt64(at + 40, m.long(m.widened(value.changed, "changed"), "changed"), true);
  m.putPair(at + 48, m.newList(value.files, 16, 8, "files", storeNamedCount));
  m.view.setUint32(at + 56, m.whole(value.nFiles, 0, 0xffff_ffff, "nFiles"), true);
  m.putPair(at + 60, m.newList(value.tools, 16, 8, "tools", storeNamedCount));
  m.view.setUint32(at + 68, m.whole(value.nTools, 0, 0xffff_ffff, "nTools"), true);
}

export function storeTaskPage(m: Abi, at: number, value: t.TaskPage, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newList(value.tasks, 72, 8, "tasks", storeTask));
  m.view.setUint8(at + 8, m.bool(value.hasMore, "hasMore"));
}

export function storeTaskStep(m: Abi, at: number, value: t.TaskStep, name: string): void {
  m.object(value, name);
  m.view.setUint8(at, m.number(TASK_STATUS, value.status, "status"));
  m.putPair(at + 4, m.newText(value.description, "description"));
  m.view.setUint8(at + 12, value.intent === undefined ? 0 : 1);
  if (value.intent !== undefined) {
    m.view.setUint8(at + 13, m.number(TASK_INTENT, value.intent, "intent"));
  }
  m.putPair(at + 16, m.newText(value.outcome, "outcome"));
}

export function storeTasksQuestion(m: Abi, at: number, value: t.TasksQuestion, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newList(value.statuses, 1, 1, "statuses", (m, at, value, name) => { m.view.setUint8(at, m.number(TASK_STATUS, value, name)); }));
  m.view.setUint32(at + 8, m.whole(value.limit, 0, 0xffff_ffff, "limit"), true);
}

export function storeTestsQuestion(m: Abi, at: number, value: t.TestsQuestion, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.name, "name"));
  m.view.setUint32(at + 8, m.whole(value.depth, 0, 0xffff_ffff, "depth"), true);
  m.view.setUint32(at + 12, m.whole(value.limit, 0, 0xffff_ffff, "limit"), true);
  m.view.setFloat64(at + 16, m.float(value.minConfidence, "minConfidence"), true);
  m.view.setUint32(at + 24, m.whole(value.skip, 0, 0xffff_ffff, "skip"), true);
  m.putPair(at + 28, m.newList(value.kinds, 1, 1, "kinds", (m, at, value, name) => { m.view.setUint8(at, m.number(SYMBOL_KIND, value, name)); }));
  m.putPair(at + 36, m.newText(value.pathPrefix, "pathPrefix"));
}

export function storeTestsRequest(m: Abi, at: number, value: t.TestsRequest, name: string): void {
  m.object(value, name);
  storeTestsQuestion(m, at, value.question, "question");
  m.view.setUint8(at + 48, m.bool(value.all, "all"));
  m.view.setUint8(at + 49, m.bool(value.flat, "flat"));
}

export function storeThought(m: Abi, at: number, value: t.Thought, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.conversation, "conversation"));
  m.putPair(at + 8, m.newText(value.text, "text"));
}

export function storeTimeSpan(m: Abi, at: number, value: t.TimeSpan, name: string): void {
  m.object(value, name);
  m.view.setBigInt64(at, m.long(m.widened(value.since, "since"), "since"), true);
  m.view.setUint8(at + 8, value.until === undefined ? 0 : 1);
  if (value.until !== undefined) {
    m.view.setBigInt64(at + 16, m.long(m.widened(value.until, "until"), "until"), true);
  }
}

export function storeToolCall(m: Abi, at: number, value: t.ToolCall, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.tool, "tool"));
  m.putPair(at + 8, m.newText(value.parameters, "parameters"));
  m.putPair(at + 16, m.newText(value.output, "output"));
  m.view.setUint8(at + 24, value.success === undefined ? 0 : 1);
  if (value.success !== undefined) {
    m.view.setUint8(at + 25, m.bool(value.success, "success"));
  }
  m.putPair(at + 28, m.newText(value.error, "error"));
  m.view.setUint8(at + 36, value.duration === undefined ? 0 : 1);
  if (value.duration !== undefined) {
    m.view.setUint32(at + 40, m.whole(value.duration, 0, 0xffff_ffff, "duration"), true);
  }
  m.view.setUint8(at + 44, value.contextTokens === undefined ? 0 : 1);
  if (value.contextTokens !== undefined) {
    m.view.setUint32(at + 48, m.whole(value.contextTokens, 0, 0xffff_ffff, "contextTokens"), true);
  }
  m.view.setUint8(at + 52, m.bool(value.refused, "refused"));
}

export function storeToolFault(m: Abi, at: number, value: t.ToolFault, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.code, "code"));
  m.putPair(at + 8, m.newText(value.message, "message"));
  m.view.setUint8(at + 16, value.why === undefined ? 0 : 1);
  if (value.why !== undefined) {
    m.putPair(at + 20, m.newText(value.why, "why"));
  }
  m.putPair(at + 28, m.newList(value.advice, 8, 4, "advice", (m, at, value, name) => { m.putPair(at, m.newText(value, name)); }));
  m.view.setUint8(at + 40, value.refusal === undefined ? 0 : 1);
  if (value.refusal !== undefined) {
    storeError(m, at + 48, value.refusal, "refusal");
  }
  m.view.setUint8(at + 104, value.hints === undefined ? 0 : 1);
  if (value.hints !== undefined) {
    m.putPair(at + 108, m.newList(value.hints, 48, 4, "hints", storeAnswerHint));
  }
  m.putPair(at + 116, m.newList(value.unread, 12, 4, "unread", storeUnreadLanguage));
}

export function storeToolOffer(m: Abi, at: number, value: t.ToolOffer, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.prefix, "prefix"));
  m.putPair(at + 8, m.newList(value.names, 8, 4, "names", (m, at, value, name) => { m.putPair(at, m.newText(value, name)); }));
}

export function storeToolReply(m: Abi, at: number, value: t.ToolReply, name: string): void {
  m.object(value, name);
  switch (value.kind) {
    case "find": {
      m.view.setUint8(at, 0);
      storeFindPage(m, at + 8, value.value, "find");
      break;
    }
    case "outline": {
      m.view.setUint8(at, 1);
      storeFileOutline(m, at + 8, value.value, "outline");
      break;
    }
    case "source": {
      m.view.setUint8(at, 2);
      storeSourcePage(m, at + 8, value.value, "source");
      break;
    }
    case "callers": {
      m.view.setUint8(at, 3);
      storeWalkPage(m, at + 8, value.value, "callers");
      break;
    }
    case "callees": {
      m.view.setUint8(at, 4);
      storeWalkPage(m, at + 8, value.value, "callees");
      break;
    }
    case "references": {
      m.view.setUint8(at, 5);
      storeWalkPage(m, at + 8, value.value, "references");
      break;
    }
    case "impact": {
      m.view.setUint8(at, 6);
      storeWalkPage(m, at + 8, value.value, "impact");
      break;
    }
    case "tests": {
      m.view.setUint8(at, 7);
      storeWalkPage(m, at + 8, value.value, "tests");
      break;
    }
    case "path": {
      m.view.setUint8(at, 8);
      storePathPage(m, at + 8, value.value, "path");
      break;
    }
    case "hierarchy": {
      m.view.setUint8(at, 9);
      storeHierarchyPage(m, at + 8, value.value, "hierarchy");
      break;
    }
    case "unresolved": {
      m.view.setUint8(at, 10);
      storeUnresolvedPage(m, at + 8, value.value, "unresolved");
      break;
    }
    case "dependencies": {
      m.view.setUint8(at, 11);
      storeDependencyPage(m, at + 8, value.value, "dependencies");
      break;
    }
    case "dependents": {
      m.view.setUint8(at, 12);
      storeDependencyPage(m, at + 8, value.value, "dependents");
      break;
    }
    case "map": {
      m.view.setUint8(at, 13);
      storeRepositoryMap(m, at + 8, value.value, "map");
      break;
    }
    case "prepare": {
      m.view.setUint8(at, 14);
      storePrepared(m, at + 8, value.value, "prepare");
      break;
    }
    case "remind": {
      m.view.setUint8(at, 15);
      storeReminders(m, at + 8, value.value, "remind");
      break;
    }
    case "events": {
      m.view.setUint8(at, 16);
      storeEventPage(m, at + 8, value.value, "events");
      break;
    }
    case "documents": {
      m.view.setUint8(at, 17);
      storeDocumentPage(m, at + 8, value.value, "documents");
      break;
    }
    case "resolve_anchors": {
      m.view.setUint8(at, 18);
      storeResolvedAnchors(m, at + 8, value.value, "resolve_anchors");
      break;
    }
    case "functions_at": {
      m.view.setUint8(at, 19);
      storeFunctionPage(m, at + 8, value.value, "functions_at");
      break;
    }
    case "recall": {
      m.view.setUint8(at, 20);
      storeRecalled(m, at + 8, value.value, "recall");
      break;
    }
    case "read_time": {
      m.view.setUint8(at, 21);
      storeTimeSpan(m, at + 8, value.value, "read_time");
      break;
    }
    case "notes": {
      m.view.setUint8(at, 22);
      storeNotePage(m, at + 8, value.value, "notes");
      break;
    }
    case "file_history": {
      m.view.setUint8(at, 23);
      storeFileSummary(m, at + 8, value.value, "file_history");
      break;
    }
    case "co_edits": {
      m.view.setUint8(at, 24);
      storeCoEditPage(m, at + 8, value.value, "co_edits");
      break;
    }
    case "last_touches": {
      m.view.setUint8(at, 25);
      storeTouchPage(m, at + 8, value.value, "last_touches");
      break;
    }
    case "tool_stats": {
      m.view.setUint8(at, 26);
      storeToolStatPage(m, at + 8, value.value, "tool_stats");
      break;
    }
    case "tasks": {
      m.view.setUint8(at, 27);
      storeTaskPage(m, at + 8, value.value, "tasks");
      break;
    }
    case "reread": {
      m.view.setUint8(at, 28);
      storeFilesToReread(m, at + 8, value.value, "reread");
      break;
    }
    case "failures": {
      m.view.setUint8(at, 29);
      storeFailurePage(m, at + 8, value.value, "failures");
      break;
    }
    case "begin_session": {
      m.view.setUint8(at, 30);
      storeBeginning(m, at + 8, value.value, "begin_session");
      break;
    }
    case "remember": {
      m.view.setUint8(at, 31);
      storeRemembered(m, at + 8, value.value, "remember");
      break;
    }
    case "update": {
      m.view.setUint8(at, 32);
      m.view.setUint8(at + 8, m.bool(value.value, "update"));
      break;
    }
    case "forget": {
      m.view.setUint8(at, 33);
      storeForgottenRecord(m, at + 8, value.value, "forget");
      break;
    }
    case "restore": {
      m.view.setUint8(at, 34);
      storeRestoredPart(m, at + 8, value.value, "restore");
      break;
    }
    case "place": {
      m.view.setUint8(at, 35);
      storeTypedPlace(m, at + 8, value.value, "place");
      break;
    }
    case "index_state": {
      m.view.setUint8(at, 36);
      m.putPair(at + 8, m.newList(value.value, 20, 4, "index_state", storeIndexNote));
      break;
    }
    case "left_out": {
      m.view.setUint8(at, 37);
      m.view.setUint8(at + 8, value.value === undefined ? 0 : 1);
      if (value.value !== undefined) {
        m.putPair(at + 12, m.newText(value.value, "left_out"));
      }
      break;
    }
    case "is_folder": {
      m.view.setUint8(at, 38);
      m.view.setUint8(at + 8, m.bool(value.value, "is_folder"));
      break;
    }
    case "refused": {
      m.view.setUint8(at, 39);
      storeError(m, at + 8, value.value, "refused");
      break;
    }
    case "nothing": {
      m.view.setUint8(at, 40);
      break;
    }
    case "failed": {
      m.view.setUint8(at, 41);
      m.putPair(at + 8, m.newText(value.value, "failed"));
      break;
    }
    default:
      m.invalid(name, "not one of its cases");
  }
}

export function storeToolRequest(m: Abi, at: number, value: t.ToolRequest, name: string): void {
  m.object(value, name);
  switch (value.kind) {
    case "find": {
      m.view.setUint8(at, 0);
      storeFindQuestion(m, at + 8, value.value, "find");
      break;
    }
    case "show": {
      m.view.setUint8(at, 1);
      storeShowRequest(m, at + 8, value.value, "show");
      break;
    }
    case "callers": {
      m.view.setUint8(at, 2);
      storeWalkRequest(m, at + 8, value.value, "callers");
      break;
    }
    case "callees": {
      m.view.setUint8(at, 3);
      storeWalkRequest(m, at + 8, value.value, "callees");
      break;
    }
    case "references": {
      m.view.setUint8(at, 4);
      storeWalkRequest(m, at + 8, value.value, "references");
      break;
    }
    case "impact": {
      m.view.setUint8(at, 5);
      storeWalkRequest(m, at + 8, value.value, "impact");
      break;
    }
    case "tests": {
      m.view.setUint8(at, 6);
      storeTestsRequest(m, at + 8, value.value, "tests");
      break;
    }
    case "path": {
      m.view.setUint8(at, 7);
      storePathRequest(m, at + 8, value.value, "path");
      break;
    }
    case "hierarchy": {
      m.view.setUint8(at, 8);
      storeWalkRequest(m, at + 8, value.value, "hierarchy");
      break;
    }
    case "dependencies": {
      m.view.setUint8(at, 9);
      storeFileQuestion(m, at + 8, value.value, "dependencies");
      break;
    }
    case "dependents": {
      m.view.setUint8(at, 10);
      storeFileQuestion(m, at + 8, value.value, "dependents");
      break;
    }
    case "map": {
      m.view.setUint8(at, 11);
      storeMapQuestion(m, at + 8, value.value, "map");
      break;
    }
    case "prepare": {
      m.view.setUint8(at, 12);
      storePrepareRequest(m, at + 8, value.value, "prepare");
      break;
    }
    case "meaning": {
      m.view.setUint8(at, 13);
      storeMeaningRequest(m, at + 8, value.value, "meaning");
      break;
    }
    case "recall": {
      m.view.setUint8(at, 14);
      storeRecallRequest(m, at + 8, value.value, "recall");
      break;
    }
    case "notes": {
      m.view.setUint8(at, 15);
      storeNotesRequest(m, at + 8, value.value, "notes");
      break;
    }
    case "remember": {
      m.view.setUint8(at, 16);
      storeNewNote(m, at + 8, value.value, "remember");
      break;
    }
    case "update": {
      m.view.setUint8(at, 17);
      storeNoteUpdate(m, at + 8, value.value, "update");
      break;
    }
    case "forget": {
      m.view.setUint8(at, 18);
      m.putPair(at + 8, m.newText(value.value, "forget"));
      break;
    }
    case "restore": {
      m.view.setUint8(at, 19);
      storeRestoreRequest(m, at + 8, value.value, "restore");
      break;
    }
    case "file_history": {
      m.view.setUint8(at, 20);
      storeFileHistoryQuestion(m, at + 8, value.value, "file_history");
      break;
    }
    case "co_edits": {
      m.view.setUint8(at, 21);
      storeCoEditsQuestion(m, at + 8, value.value, "co_edits");
      break;
    }
    case "last_touches": {
      m.view.setUint8(at, 22);
      storeLastTouchesQuestion(m, at + 8, value.value, "last_touches");
      break;
    }
    case "tool_stats": {
      m.view.setUint8(at, 23);
      storeToolStatsQuestion(m, at + 8, value.value, "tool_stats");
      break;
    }
    case "tasks": {
      m.view.setUint8(at, 24);
      storeTasksQuestion(m, at + 8, value.value, "tasks");
      break;
    }
    case "reread": {
      m.view.setUint8(at, 25);
      storeRereadQuestion(m, at + 8, value.value, "reread");
      break;
    }
    case "failures": {
      m.view.setUint8(at, 26);
      storeFailuresQuestion(m, at + 8, value.value, "failures");
      break;
    }
    case "begin_session": {
      m.view.setUint8(at, 27);
      storeBeginQuestion(m, at + 8, value.value, "begin_session");
      break;
    }
    default:
      m.invalid(name, "not one of its cases");
  }
}

export function storeToolStat(m: Abi, at: number, value: t.ToolStat, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.tool, "tool"));
  m.view.setBigUint64(at + 8, m.ulong(m.widened(value.nCalls, "nCalls"), "nCalls"), true);
  m.view.setBigUint64(at + 16, m.ulong(m.widened(value.nSuccesses, "nSuccesses"), "nSuccesses"), true);
  m.view.setBigUint64(at + 24, m.ulong(m.widened(value.nFailures, "nFailures"), "nFailures"), true);
  m.view.setBigUint64(at + 32, m.ulong(m.widened(value.nRefused, "nRefused"), "nRefused"), true);
  m.view.setBigUint64(at + 40, m.ulong(m.widened(value.nUnknown, "nUnknown"), "nUnknown"), true);
  m.view.setUint8(at + 48, value.successRate === undefined ? 0 : 1);
  if (value.successRate !== undefined) {
    m.view.setFloat64(at + 56, m.float(value.successRate, "successRate"), true);
  }
  m.view.setUint8(at + 64, value.meanDuration === undefined ? 0 : 1);
  if (value.meanDuration !== undefined) {
    m.view.setFloat64(at + 72, m.float(value.meanDuration, "meanDuration"), true);
  }
  m.view.setUint8(at + 80, value.meanContextTokens === undefined ? 0 : 1);
  if (value.meanContextTokens !== undefined) {
    m.view.setFloat64(at + 88, m.float(value.meanContextTokens, "meanContextTokens"), true);
  }
}

export function storeToolStatPage(m: Abi, at: number, value: t.ToolStatPage, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newList(value.tools, 96, 8, "tools", storeToolStat));
  m.view.setBigInt64(at + 8, m.long(m.widened(value.since, "since"), "since"), true);
}

export function storeToolStatsQuestion(m: Abi, at: number, value: t.ToolStatsQuestion, name: string): void {
  m.object(value, name);
  m.view.setBigInt64(at, m.long(value.now, "now"), true);
  m.view.setUint32(at + 8, m.whole(value.days, 0, 0xffff_ffff, "days"), true);
  m.putPair(at + 12, m.newText(value.channel, "channel"));
  m.view.setUint8(at + 20, value.intent === undefined ? 0 : 1);
  if (value.intent !== undefined) {
    m.view.setUint8(at + 21, m.number(TASK_INTENT, value.intent, "intent"));
  }
}

export function storeTouchPage(m: Abi, at: number, value: t.TouchPage, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newList(value.touches, 80, 8, "touches", storeTouched));
  m.view.setBigUint64(at + 8, m.ulong(m.widened(value.nFiles, "nFiles"), "nFiles"), true);
  m.view.setUint8(at + 16, m.bool(value.hasMore, "hasMore"));
}

export function storeTouched(m: Abi, at: number, value: t.Touched, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.id, "id"));
  m.putPair(at + 8, m.newText(value.path, "path"));
  m.view.setUint8(at + 16, m.number(FILE_OPERATION, value.operation, "operation"));
  m.view.setBigInt64(at + 24, m.long(m.widened(value.time, "time"), "time"), true);
  m.view.setUint8(at + 32, m.number(ORIGIN, value.origin, "origin"));
  m.putPair(at + 36, m.newText(value.session, "session"));
  m.putPair(at + 44, m.newText(value.task, "task"));
  m.view.setUint32(at + 52, m.whole(value.firstLine, 0, 0xffff_ffff, "firstLine"), true);
  m.view.setUint32(at + 56, m.whole(value.lastLine, 0, 0xffff_ffff, "lastLine"), true);
  m.view.setUint8(at + 60, m.bool(value.success, "success"));
  m.putPair(at + 64, m.newText(value.why, "why"));
  m.putPair(at + 72, m.newText(value.change, "change"));
}

export function storeTouchedLines(m: Abi, at: number, value: t.TouchedLines, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.path, "path"));
  m.view.setUint32(at + 8, m.whole(value.firstLine, 0, 0xffff_ffff, "firstLine"), true);
  m.view.setUint32(at + 12, m.whole(value.lastLine, 0, 0xffff_ffff, "lastLine"), true);
  m.view.setFloat64(at + 16, m.float(value.weight, "weight"), true);
}

export function storeTurn(m: Abi, at: number, value: t.Turn, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.conversation, "conversation"));
  m.view.setUint8(at + 8, m.number(ROLE, value.role, "role"));
  m.putPair(at + 12, m.newText(value.text, "text"));
  m.view.setUint8(at + 20, value.tokens === undefined ? 0 : 1);
  if (value.tokens !== undefined) {
    m.view.setUint32(at + 24, m.whole(value.tokens, 0, 0xffff_ffff, "tokens"), true);
  }
  m.putPair(at + 28, m.newText(value.title, "title"));
  m.putPair(at + 36, m.newText(value.model, "model"));
  m.putPair(at + 44, m.newText(value.speaker, "speaker"));
}

export function storeTypedPlace(m: Abi, at: number, value: t.TypedPlace, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.name, "name"));
  m.putPair(at + 8, m.newText(value.prefix, "prefix"));
  m.putPair(at + 16, m.newText(value.path, "path"));
  m.putPair(at + 24, m.newText(value.recorded, "recorded"));
  m.view.setUint8(at + 32, value.refused === undefined ? 0 : 1);
  if (value.refused !== undefined) {
    storeToolFault(m, at + 40, value.refused, "refused");
  }
}

export function storeUnknownName(m: Abi, at: number, value: t.UnknownName, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.name, "name"));
  m.putPair(at + 8, m.newList(value.suggestions, 8, 4, "suggestions", (m, at, value, name) => { m.putPair(at, m.newText(value, name)); }));
  m.view.setUint8(at + 16, value.imported === undefined ? 0 : 1);
  if (value.imported !== undefined) {
    storeImportedName(m, at + 20, value.imported, "imported");
  }
  m.putPair(at + 40, m.newList(value.namedIn, 8, 4, "namedIn", (m, at, value, name) => { m.putPair(at, m.newText(value, name)); }));
}

export function storeUnreadLanguage(m: Abi, at: number, value: t.UnreadLanguage, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.language, "language"));
  m.view.setUint32(at + 8, m.whole(value.nFiles, 0, 0xffff_ffff, "nFiles"), true);
}

export function storeUnresolvedPage(m: Abi, at: number, value: t.UnresolvedPage, name: string): void {
  m.object(value, name);
  storeSymbol(m, at, value.symbol, "symbol");
  m.putPair(at + 64, m.newList(value.places, 24, 4, "places", storeUnresolvedPlace));
  m.view.setUint8(at + 72, value.nPlaces === undefined ? 0 : 1);
  if (value.nPlaces !== undefined) {
    m.view.setUint32(at + 76, m.whole(value.nPlaces, 0, 0xffff_ffff, "nPlaces"), true);
  }
  m.view.setUint32(at + 80, m.whole(value.nFiles, 0, 0xffff_ffff, "nFiles"), true);
  m.putPair(at + 84, m.newList(value.unread, 12, 4, "unread", storeUnreadLanguage));
}

export function storeUnresolvedPlace(m: Abi, at: number, value: t.UnresolvedPlace, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.symbol, "symbol"));
  m.view.setUint8(at + 8, m.number(EDGE_KIND, value.edge, "edge"));
  m.putPair(at + 12, m.newText(value.path, "path"));
  m.view.setUint32(at + 20, m.whole(value.line, 0, 0xffff_ffff, "line"), true);
}

export function storeWalkPage(m: Abi, at: number, value: t.WalkPage, name: string): void {
  m.object(value, name);
  storeSymbol(m, at, value.symbol, "symbol");
  m.putPair(at + 64, m.newList(value.steps, 120, 8, "steps", storeStep));
  m.putPair(at + 72, m.newList(value.meanings, 64, 4, "meanings", storeSymbol));
  m.view.setUint32(at + 80, m.whole(value.nSteps, 0, 0xffff_ffff, "nSteps"), true);
  m.view.setUint8(at + 84, m.bool(value.depthLimited, "depthLimited"));
  m.view.setUint8(at + 88, value.nUnresolved === undefined ? 0 : 1);
  if (value.nUnresolved !== undefined) {
    m.view.setUint32(at + 92, m.whole(value.nUnresolved, 0, 0xffff_ffff, "nUnresolved"), true);
  }
  m.view.setUint32(at + 96, m.whole(value.nUnresolvedFiles, 0, 0xffff_ffff, "nUnresolvedFiles"), true);
  m.putPair(at + 100, m.newList(value.unread, 12, 4, "unread", storeUnreadLanguage));
  m.putPair(at + 108, m.newList(value.hints, 32, 4, "hints", storeHint));
}

export function storeWalkQuestion(m: Abi, at: number, value: t.WalkQuestion, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.name, "name"));
  m.view.setUint32(at + 8, m.whole(value.depth, 0, 0xffff_ffff, "depth"), true);
  m.view.setUint32(at + 12, m.whole(value.limit, 0, 0xffff_ffff, "limit"), true);
  m.view.setFloat64(at + 16, m.float(value.minConfidence, "minConfidence"), true);
  m.view.setUint32(at + 24, m.whole(value.skip, 0, 0xffff_ffff, "skip"), true);
  m.putPair(at + 28, m.newList(value.kinds, 1, 1, "kinds", (m, at, value, name) => { m.view.setUint8(at, m.number(SYMBOL_KIND, value, name)); }));
  m.putPair(at + 36, m.newText(value.pathPrefix, "pathPrefix"));
}

export function storeWalkRequest(m: Abi, at: number, value: t.WalkRequest, name: string): void {
  m.object(value, name);
  storeWalkQuestion(m, at, value.question, "question");
  m.view.setUint8(at + 48, m.bool(value.all, "all"));
  m.view.setUint8(at + 49, m.bool(value.unresolved, "unresolved"));
  m.view.setUint8(at + 50, m.bool(value.flat, "flat"));
}

export function storeWeightedPath(m: Abi, at: number, value: t.WeightedPath, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.path, "path"));
  m.view.setFloat64(at + 8, m.float(value.weight, "weight"), true);
}

export function storeWindowOwner(m: Abi, at: number, value: t.WindowOwner, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.tenant, "tenant"));
  m.putPair(at + 8, m.newText(value.principal, "principal"));
  m.putPair(at + 16, m.newText(value.name, "name"));
}

export function storeWindowSettings(m: Abi, at: number, value: t.WindowSettings, name: string): void {
  m.object(value, name);
  m.view.setUint8(at, m.number(POLICY, value.policy, "policy"));
  m.view.setUint32(at + 4, m.whole(value.maxTokens, 0, 0xffff_ffff, "maxTokens"), true);
  m.view.setFloat64(at + 8, m.float(value.threshold, "threshold"), true);
  m.view.setFloat64(at + 16, m.float(value.low, "low"), true);
  m.view.setFloat64(at + 24, m.float(value.recapShare, "recapShare"), true);
  m.view.setUint32(at + 32, m.whole(value.keepLast, 0, 0xffff_ffff, "keepLast"), true);
  m.view.setUint8(at + 36, m.number(STUB_KIND, value.stub, "stub"));
  m.view.setFloat64(at + 40, m.float(value.cacheRead, "cacheRead"), true);
  m.view.setFloat64(at + 48, m.float(value.cacheWrite, "cacheWrite"), true);
  m.view.setUint32(at + 56, m.whole(value.cacheLifetime, 0, 0xffff_ffff, "cacheLifetime"), true);
  m.view.setUint32(at + 60, m.whole(value.maxBodyBytes, 0, 0xffff_ffff, "maxBodyBytes"), true);
  m.view.setUint32(at + 64, m.whole(value.maxWindowBytes, 0, 0xffff_ffff, "maxWindowBytes"), true);
  m.view.setUint32(at + 68, m.whole(value.bodyLifetime, 0, 0xffff_ffff, "bodyLifetime"), true);
  m.view.setUint8(at + 72, m.bool(value.callerKeeps, "callerKeeps"));
}

export function storeWorkingValue(m: Abi, at: number, value: t.WorkingValue, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.conversation, "conversation"));
  m.putPair(at + 8, m.newText(value.key, "key"));
  m.putPair(at + 16, m.newText(value.value, "value"));
  m.view.setUint32(at + 24, m.whole(value.lifetime, 0, 0xffff_ffff, "lifetime"), true);
}

export function storeZoneOffset(m: Abi, at: number, value: t.ZoneOffset, name: string): void {
  m.object(value, name);
  m.view.setBigInt64(at, m.long(value.since, "since"), true);
  m.view.setInt32(at + 8, m.whole(value.seconds, -0x8000_0000, 0x7fff_ffff, "seconds"), true);
}
