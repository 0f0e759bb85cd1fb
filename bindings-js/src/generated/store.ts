// Generated from wit/ by `cargo xtask glue`; the gate compares.
// How what the component is given is written, by the component model's standard for linear memory: `m` checks each value and
// puts it where the standard wants it.

import type { Abi } from "../guest/abi.js";
import { BODY_FORM, DECISION_STATUS, EVENT_KIND, FILE_OPERATION, ITEM_KIND, LESSON_TOPIC, MOMENT, ORIGIN, POLICY, ROLE, STUB_KIND, TASK_INTENT, TASK_STATUS, TRUST, WEIGHTING } from "./cases.js";
import type * as t from "./types.js";

export function storeAdoption(m: Abi, at: number, value: t.Adoption, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.lines, "lines"));
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

export function storeDelivery(m: Abi, at: number, value: t.Delivery, name: string): void {
  m.object(value, name);
  m.view.setUint8(at, m.number(MOMENT, value.moment, "moment"));
  m.putPair(at + 4, m.newText(value.why, "why"));
  m.putPair(at + 12, m.newText(value.about, "about"));
  m.view.setUint32(at + 20, m.whole(value.tokens, 0, 0xffff_ffff, "tokens"), true);
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

export function storeLesson(m: Abi, at: number, value: t.Lesson, name: string): void {
  m.object(value, name);
  m.view.setUint8(at, m.number(LESSON_TOPIC, value.topic, "topic"));
  m.putPair(at + 4, m.newText(value.subject, "subject"));
  m.putPair(at + 12, m.newText(value.text, "text"));
}

export function storeListedFile(m: Abi, at: number, value: t.ListedFile, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.path, "path"));
  m.view.setUint32(at + 8, m.whole(value.size, 0, 0xffff_ffff, "size"), true);
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

export function storeProfileValue(m: Abi, at: number, value: t.ProfileValue, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.key, "key"));
  m.putPair(at + 8, m.newText(value.value, "value"));
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

export function storeRelevance(m: Abi, at: number, value: t.Relevance, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.id, "id"));
  m.view.setFloat64(at + 8, m.float(value.value, "value"), true);
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

export function storeThought(m: Abi, at: number, value: t.Thought, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.conversation, "conversation"));
  m.putPair(at + 8, m.newText(value.text, "text"));
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
