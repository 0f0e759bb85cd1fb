// Generated from wit/ by `cargo xtask glue`; the gate compares.

import { type Abi, type Core, core, nothing, release } from "../guest/abi.js";
import { MESSAGE_FORMAT, POLICY, SECRET_POLICY, STUB_KIND } from "./cases.js";
import { loadCompareSnapshotsReply, loadError, loadExplainReply, loadLearningsReply, loadPruneReply, loadPushed, loadRecoverSnapshotReply, loadRestoreReply, loadSnapshotOfWindow, loadSnapshotsReply, loadVisibleItem, loadWindowChangeReply, loadWindowOpenReply, loadWindowOpened, loadWindowStatus, loadWindowsReply } from "./load.js";
import { storeAnswer, storeEdit, storeNewItem, storeRelevance, storeResumed, storeWindowOwner, storeWindowSettings } from "./store.js";
import type * as t from "./types.js";

/** The interface of the component over the exports of its core module. */
export function bindWindows(m: Abi, exports: Core): Pick<t.Exports, "window"> {
  const window$load = core(exports, "scrubjay:memory/window@0.1.0#load");
  const window$load$done = release(exports, "scrubjay:memory/window@0.1.0#load");
  const window$open = core(exports, "scrubjay:memory/window@0.1.0#open");
  const window$open$done = release(exports, "scrubjay:memory/window@0.1.0#open");
  const window$at = core(exports, "scrubjay:memory/window@0.1.0#at");
  const window$at$done = release(exports, "scrubjay:memory/window@0.1.0#at");
  const window$save = core(exports, "scrubjay:memory/window@0.1.0#save");
  const window$save$done = release(exports, "scrubjay:memory/window@0.1.0#save");
  const window$push = core(exports, "scrubjay:memory/window@0.1.0#push");
  const window$push$done = release(exports, "scrubjay:memory/window@0.1.0#push");
  const window$pushMessages = core(exports, "scrubjay:memory/window@0.1.0#push-messages");
  const window$pushMessages$done = release(exports, "scrubjay:memory/window@0.1.0#push-messages");
  const window$prune = core(exports, "scrubjay:memory/window@0.1.0#prune");
  const window$prune$done = release(exports, "scrubjay:memory/window@0.1.0#prune");
  const window$pruneAnyway = core(exports, "scrubjay:memory/window@0.1.0#prune-anyway");
  const window$pruneAnyway$done = release(exports, "scrubjay:memory/window@0.1.0#prune-anyway");
  const window$editMessages = core(exports, "scrubjay:memory/window@0.1.0#edit-messages");
  const window$editMessages$done = release(exports, "scrubjay:memory/window@0.1.0#edit-messages");
  const window$restore = core(exports, "scrubjay:memory/window@0.1.0#restore");
  const window$restore$done = release(exports, "scrubjay:memory/window@0.1.0#restore");
  const window$alreadyVisible = core(exports, "scrubjay:memory/window@0.1.0#already-visible");
  const window$alreadyVisible$done = release(exports, "scrubjay:memory/window@0.1.0#already-visible");
  const window$reportUsage = core(exports, "scrubjay:memory/window@0.1.0#report-usage");
  const window$reportUsage$done = release(exports, "scrubjay:memory/window@0.1.0#report-usage");
  const window$setRelevance = core(exports, "scrubjay:memory/window@0.1.0#set-relevance");
  const window$setRelevance$done = release(exports, "scrubjay:memory/window@0.1.0#set-relevance");
  const window$pin = core(exports, "scrubjay:memory/window@0.1.0#pin");
  const window$pin$done = release(exports, "scrubjay:memory/window@0.1.0#pin");
  const window$setTask = core(exports, "scrubjay:memory/window@0.1.0#set-task");
  const window$setTask$done = release(exports, "scrubjay:memory/window@0.1.0#set-task");
  const window$snapshot = core(exports, "scrubjay:memory/window@0.1.0#snapshot");
  const window$snapshot$done = release(exports, "scrubjay:memory/window@0.1.0#snapshot");
  const window$end = core(exports, "scrubjay:memory/window@0.1.0#end");
  const window$end$done = release(exports, "scrubjay:memory/window@0.1.0#end");
  const window$status = core(exports, "scrubjay:memory/window@0.1.0#status");
  const window$status$done = release(exports, "scrubjay:memory/window@0.1.0#status");
  const window$snapshots = core(exports, "scrubjay:memory/window@0.1.0#snapshots");
  const window$snapshots$done = release(exports, "scrubjay:memory/window@0.1.0#snapshots");
  const window$findSnapshot = core(exports, "scrubjay:memory/window@0.1.0#find-snapshot");
  const window$findSnapshot$done = release(exports, "scrubjay:memory/window@0.1.0#find-snapshot");
  const window$whatIf = core(exports, "scrubjay:memory/window@0.1.0#what-if");
  const window$whatIf$done = release(exports, "scrubjay:memory/window@0.1.0#what-if");
  const window$compareSnapshots = core(exports, "scrubjay:memory/window@0.1.0#compare-snapshots");
  const window$compareSnapshots$done = release(exports, "scrubjay:memory/window@0.1.0#compare-snapshots");
  const window$recoverSnapshot = core(exports, "scrubjay:memory/window@0.1.0#recover-snapshot");
  const window$recoverSnapshot$done = release(exports, "scrubjay:memory/window@0.1.0#recover-snapshot");
  const window$explain = core(exports, "scrubjay:memory/window@0.1.0#explain");
  const window$explain$done = release(exports, "scrubjay:memory/window@0.1.0#explain");
  const window$learnings = core(exports, "scrubjay:memory/window@0.1.0#learnings");
  const window$learnings$done = release(exports, "scrubjay:memory/window@0.1.0#learnings");
  const window$windows = core(exports, "scrubjay:memory/window@0.1.0#windows");
  const window$windows$done = release(exports, "scrubjay:memory/window@0.1.0#windows");
  return {
    window: {
      load(settings, saved) {
        m.begin();
        m.object(settings, "settings");
        const saved$at = m.newArray(saved, Uint8Array, "saved");
        const saved$n = m.length;
        const $result = window$load(m.number(POLICY, settings.policy, "policy"), m.whole(settings.maxTokens, 0, 0xffff_ffff, "maxTokens"), m.float(settings.threshold, "threshold"), m.float(settings.low, "low"), m.float(settings.recapShare, "recapShare"), m.whole(settings.keepLast, 0, 0xffff_ffff, "keepLast"), m.number(STUB_KIND, settings.stub, "stub"), m.float(settings.cacheRead, "cacheRead"), m.float(settings.cacheWrite, "cacheWrite"), m.whole(settings.cacheLifetime, 0, 0xffff_ffff, "cacheLifetime"), m.whole(settings.maxBodyBytes, 0, 0xffff_ffff, "maxBodyBytes"), m.whole(settings.maxWindowBytes, 0, 0xffff_ffff, "maxWindowBytes"), m.whole(settings.bodyLifetime, 0, 0xffff_ffff, "bodyLifetime"), m.bool(settings.callerKeeps, "callerKeeps"), saved$at, saved$n);
        return m.result($result, 8, loadWindowOpened, loadError, window$load$done);
      },
      open(owner, settings, secrets, at, resumed) {
        m.begin();
        const $at = m.newArea(144, 8);
        storeWindowOwner(m, $at, owner, "owner");
        storeWindowSettings(m, $at + 24, settings, "settings");
        m.view.setUint8($at + 104, m.number(SECRET_POLICY, secrets, "secrets"));
        m.view.setBigUint64($at + 112, m.ulong(at, "at"), true);
        m.view.setUint8($at + 120, resumed === undefined ? 0 : 1);
        if (resumed !== undefined) {
          storeResumed(m, $at + 124, resumed, "resumed");
        }
        const $result = window$open($at);
        return m.result($result, 8, loadWindowOpenReply, loadError, window$open$done);
      },
      at(generation) {
        m.begin();
        const $result = window$at(m.ulong(generation, "generation"));
        return m.result($result, 8, nothing, loadError, window$at$done);
      },
      save() {
        m.begin();
        const $result = window$save();
        return m.result($result, 8, (m, at) => m.loadBytes(at), loadError, window$save$done);
      },
      push(items) {
        m.begin();
        const items$at = m.newList(items, 112, 8, "items", storeNewItem);
        const items$n = m.length;
        const $result = window$push(items$at, items$n);
        return m.result($result, 8, loadPushed, loadError, window$push$done);
      },
      pushMessages(format, messages, first, now) {
        m.begin();
        const messages$at = m.newText(messages, "messages");
        const messages$n = m.length;
        const $result = window$pushMessages(m.number(MESSAGE_FORMAT, format, "format"), messages$at, messages$n, m.whole(first, 0, 0xffff_ffff, "first"), m.long(now, "now"));
        return m.result($result, 8, loadPushed, loadError, window$pushMessages$done);
      },
      prune(now, resumed) {
        m.begin();
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = window$prune(m.long(now, "now"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadPruneReply, loadError, window$prune$done);
      },
      pruneAnyway(now, resumed) {
        m.begin();
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = window$pruneAnyway(m.long(now, "now"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadPruneReply, loadError, window$pruneAnyway$done);
      },
      editMessages(messages, first, edits) {
        m.begin();
        const messages$at = m.newText(messages, "messages");
        const messages$n = m.length;
        const edits$at = m.newList(edits, 32, 4, "edits", storeEdit);
        const edits$n = m.length;
        const $result = window$editMessages(messages$at, messages$n, m.whole(first, 0, 0xffff_ffff, "first"), edits$at, edits$n);
        return m.result($result, 8, (m, at) => m.text(at), loadError, window$editMessages$done);
      },
      restore(id, now, resumed) {
        m.begin();
        const id$at = m.newText(id, "id");
        const id$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = window$restore(id$at, id$n, m.long(now, "now"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadRestoreReply, loadError, window$restore$done);
      },
      alreadyVisible(content) {
        m.begin();
        const content$at = m.newText(content, "content");
        const content$n = m.length;
        const $result = window$alreadyVisible(content$at, content$n);
        return m.result($result, 8, (m, at) => m.view.getUint8(at) === 0 ? undefined : loadVisibleItem(m, at + 4), loadError, window$alreadyVisible$done);
      },
      reportUsage(inputTokens) {
        m.begin();
        const $result = window$reportUsage(m.ulong(inputTokens, "inputTokens"));
        return m.result($result, 8, nothing, loadError, window$reportUsage$done);
      },
      setRelevance(relevance) {
        m.begin();
        const relevance$at = m.newList(relevance, 16, 8, "relevance", storeRelevance);
        const relevance$n = m.length;
        const $result = window$setRelevance(relevance$at, relevance$n);
        return m.result($result, 8, nothing, loadError, window$setRelevance$done);
      },
      pin(ids, isPinned, now, resumed) {
        m.begin();
        const ids$at = m.newList(ids, 8, 4, "ids", (m, at, value, name) => { m.putPair(at, m.newText(value, name)); });
        const ids$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = window$pin(ids$at, ids$n, m.bool(isPinned, "isPinned"), m.long(now, "now"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadWindowChangeReply, loadError, window$pin$done);
      },
      setTask(task, now, resumed) {
        m.begin();
        const task$at = m.newText(task, "task");
        const task$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = window$setTask(task$at, task$n, m.long(now, "now"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadWindowChangeReply, loadError, window$setTask$done);
      },
      snapshot(now, resumed) {
        m.begin();
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = window$snapshot(m.long(now, "now"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadWindowChangeReply, loadError, window$snapshot$done);
      },
      end(now, resumed) {
        m.begin();
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = window$end(m.long(now, "now"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadWindowChangeReply, loadError, window$end$done);
      },
      status() {
        m.begin();
        const $result = window$status();
        return m.result($result, 8, loadWindowStatus, loadError, window$status$done);
      },
      snapshots(limit, before, resumed) {
        m.begin();
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = window$snapshots(m.whole(limit, 0, 0xffff_ffff, "limit"), m.whole(before, 0, 0xffff_ffff, "before"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadSnapshotsReply, loadError, window$snapshots$done);
      },
      findSnapshot(number, resumed) {
        m.begin();
        let number$0 = 0;
        if (number !== undefined) {
          number$0 = m.whole(number, 0, 0xffff_ffff, "number");
        }
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = window$findSnapshot(number === undefined ? 0 : 1, number$0, resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadSnapshotsReply, loadError, window$findSnapshot$done);
      },
      whatIf(maxTokens, now) {
        m.begin();
        const $result = window$whatIf(m.whole(maxTokens, 0, 0xffff_ffff, "maxTokens"), m.long(now, "now"));
        return m.result($result, 8, loadSnapshotOfWindow, loadError, window$whatIf$done);
      },
      compareSnapshots(older, newer, resumed) {
        m.begin();
        let newer$0 = 0;
        if (newer !== undefined) {
          newer$0 = m.whole(newer, 0, 0xffff_ffff, "newer");
        }
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = window$compareSnapshots(m.whole(older, 0, 0xffff_ffff, "older"), newer === undefined ? 0 : 1, newer$0, resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadCompareSnapshotsReply, loadError, window$compareSnapshots$done);
      },
      recoverSnapshot(number, resumed) {
        m.begin();
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = window$recoverSnapshot(m.whole(number, 0, 0xffff_ffff, "number"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadRecoverSnapshotReply, loadError, window$recoverSnapshot$done);
      },
      explain(id, resumed) {
        m.begin();
        const id$at = m.newText(id, "id");
        const id$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = window$explain(id$at, id$n, resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadExplainReply, loadError, window$explain$done);
      },
      learnings(limit, resumed) {
        m.begin();
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = window$learnings(m.whole(limit, 0, 0xffff_ffff, "limit"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadLearningsReply, loadError, window$learnings$done);
      },
      windows(tenant, at, limit, after, resumed) {
        m.begin();
        const tenant$at = m.newText(tenant, "tenant");
        const tenant$n = m.length;
        const after$at = m.newText(after, "after");
        const after$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = window$windows(tenant$at, tenant$n, m.ulong(at, "at"), m.whole(limit, 0, 0xffff_ffff, "limit"), after$at, after$n, resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadWindowsReply, loadError, window$windows$done);
      },
    },
  };
}
