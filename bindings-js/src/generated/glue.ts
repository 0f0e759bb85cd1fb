// Generated from wit/ by `cargo xtask glue`; the gate compares.

import { type Abi, type Core, core, release } from "../guest/abi.js";
import { EDGE_KIND, PURPOSE, SYMBOL_KIND } from "./cases.js";
import { loadDamagedRow, loadDependencyReply, loadEffects, loadError, loadExportReply, loadFindReply, loadHierarchyReply, loadLanguage, loadMapReply, loadOpenReply, loadOutlineReply, loadPathReply, loadPrepareReply, loadSettled, loadStatusReply, loadUnlinkable, loadVerdict, loadWalkReply } from "./load.js";
import { storeAnswer, storeChange, storeEntry } from "./store.js";
import type * as t from "./types.js";

/** The interface of the component over the exports of its core module. */
export function bind(m: Abi, exports: Core): t.Exports {
  const memoryOpen = core(exports, "scrubjay:memory/memory@0.1.0#open");
  const memoryOpenDone = release(exports, "scrubjay:memory/memory@0.1.0#open");
  const memoryApply = core(exports, "scrubjay:memory/memory@0.1.0#apply");
  const memoryApplyDone = release(exports, "scrubjay:memory/memory@0.1.0#apply");
  const memorySettle = core(exports, "scrubjay:memory/memory@0.1.0#settle");
  const memorySettleDone = release(exports, "scrubjay:memory/memory@0.1.0#settle");
  const memorySetAside = core(exports, "scrubjay:memory/memory@0.1.0#set-aside");
  const memorySetAsideDone = release(exports, "scrubjay:memory/memory@0.1.0#set-aside");
  const memoryStatus = core(exports, "scrubjay:memory/memory@0.1.0#status");
  const memoryStatusDone = release(exports, "scrubjay:memory/memory@0.1.0#status");
  const memoryDamaged = core(exports, "scrubjay:memory/memory@0.1.0#damaged");
  const memoryDamagedDone = release(exports, "scrubjay:memory/memory@0.1.0#damaged");
  const memoryDigest = core(exports, "scrubjay:memory/memory@0.1.0#digest");
  const memoryDigestDone = release(exports, "scrubjay:memory/memory@0.1.0#digest");
  const graphLanguages = core(exports, "scrubjay:memory/graph@0.1.0#languages");
  const graphLanguagesDone = release(exports, "scrubjay:memory/graph@0.1.0#languages");
  const graphAdmit = core(exports, "scrubjay:memory/graph@0.1.0#admit");
  const graphAdmitDone = release(exports, "scrubjay:memory/graph@0.1.0#admit");
  const graphFind = core(exports, "scrubjay:memory/graph@0.1.0#find");
  const graphFindDone = release(exports, "scrubjay:memory/graph@0.1.0#find");
  const graphOutline = core(exports, "scrubjay:memory/graph@0.1.0#outline");
  const graphOutlineDone = release(exports, "scrubjay:memory/graph@0.1.0#outline");
  const graphCallers = core(exports, "scrubjay:memory/graph@0.1.0#callers");
  const graphCallersDone = release(exports, "scrubjay:memory/graph@0.1.0#callers");
  const graphCallees = core(exports, "scrubjay:memory/graph@0.1.0#callees");
  const graphCalleesDone = release(exports, "scrubjay:memory/graph@0.1.0#callees");
  const graphReferences = core(exports, "scrubjay:memory/graph@0.1.0#references");
  const graphReferencesDone = release(exports, "scrubjay:memory/graph@0.1.0#references");
  const graphImpact = core(exports, "scrubjay:memory/graph@0.1.0#impact");
  const graphImpactDone = release(exports, "scrubjay:memory/graph@0.1.0#impact");
  const graphPath = core(exports, "scrubjay:memory/graph@0.1.0#path");
  const graphPathDone = release(exports, "scrubjay:memory/graph@0.1.0#path");
  const graphHierarchy = core(exports, "scrubjay:memory/graph@0.1.0#hierarchy");
  const graphHierarchyDone = release(exports, "scrubjay:memory/graph@0.1.0#hierarchy");
  const graphDependencies = core(exports, "scrubjay:memory/graph@0.1.0#dependencies");
  const graphDependenciesDone = release(exports, "scrubjay:memory/graph@0.1.0#dependencies");
  const graphDependents = core(exports, "scrubjay:memory/graph@0.1.0#dependents");
  const graphDependentsDone = release(exports, "scrubjay:memory/graph@0.1.0#dependents");
  const graphMap = core(exports, "scrubjay:memory/graph@0.1.0#map");
  const graphMapDone = release(exports, "scrubjay:memory/graph@0.1.0#map");
  const graphExport = core(exports, "scrubjay:memory/graph@0.1.0#export");
  const graphExportDone = release(exports, "scrubjay:memory/graph@0.1.0#export");
  const recallPrepare = core(exports, "scrubjay:memory/recall@0.1.0#prepare");
  const recallPrepareDone = release(exports, "scrubjay:memory/recall@0.1.0#prepare");
  return {
    memory: {
      open(purpose, at, resumed) {
        m.begin();
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$Ticket = m.newBytes(resumed.ticket, "ticket");
          const resumed$TicketN = m.length;
          const resumed$Answers = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$AnswersN = m.length;
          resumed$0 = resumed$Ticket;
          resumed$1 = resumed$TicketN;
          resumed$2 = resumed$Answers;
          resumed$3 = resumed$AnswersN;
        }
        const area = memoryOpen(m.number(PURPOSE, purpose, "purpose"), m.ulong(at, "at"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result(area, 8, loadOpenReply, loadError, memoryOpenDone);
      },
      apply(changes, now, entropy) {
        m.begin();
        const changes$ = m.newList(changes, 48, 4, "changes", storeChange);
        const changes$N = m.length;
        const entropy$ = m.newBytes(entropy, "entropy");
        const entropy$N = m.length;
        const area = memoryApply(changes$, changes$N, m.long(now, "now"), entropy$, entropy$N);
        return m.result(area, 8, loadEffects, loadError, memoryApplyDone);
      },
      settle(mostFiles) {
        m.begin();
        const area = memorySettle(m.uint(mostFiles, "mostFiles"));
        return m.result(area, 8, loadSettled, loadError, memorySettleDone);
      },
      setAside() {
        m.begin();
        const area = memorySetAside();
        return m.result(area, 8, loadUnlinkable, loadError, memorySetAsideDone);
      },
      status(resumed) {
        m.begin();
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$Ticket = m.newBytes(resumed.ticket, "ticket");
          const resumed$TicketN = m.length;
          const resumed$Answers = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$AnswersN = m.length;
          resumed$0 = resumed$Ticket;
          resumed$1 = resumed$TicketN;
          resumed$2 = resumed$Answers;
          resumed$3 = resumed$AnswersN;
        }
        const area = memoryStatus(resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result(area, 8, loadStatusReply, loadError, memoryStatusDone);
      },
      damaged() {
        m.begin();
        const area = memoryDamaged();
        return m.plain(area, (m, at) => m.loadList(at, 20, loadDamagedRow), memoryDamagedDone);
      },
      digest() {
        m.begin();
        const area = memoryDigest();
        return m.result(area, 8, (m, at) => m.u64(at), loadError, memoryDigestDone);
      },
    },
    graph: {
      languages() {
        m.begin();
        const area = graphLanguages();
        return m.plain(area, (m, at) => m.loadList(at, 32, loadLanguage), graphLanguagesDone);
      },
      admit(entries) {
        m.begin();
        const entries$ = m.newList(entries, 12, 4, "entries", storeEntry);
        const entries$N = m.length;
        const area = graphAdmit(entries$, entries$N);
        return m.result(area, 8, (m, at) => m.loadList(at, 12, loadVerdict), loadError, graphAdmitDone);
      },
      find(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$Text = m.newText(question.text, "text");
        const question$TextN = m.length;
        const question$Kinds = m.newList(question.kinds, 1, 1, "kinds", (m, at, value, name) => { m.putU8(at, m.number(SYMBOL_KIND, value, name)); });
        const question$KindsN = m.length;
        const question$PathPrefix = m.newText(question.pathPrefix, "pathPrefix");
        const question$PathPrefixN = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$Ticket = m.newBytes(resumed.ticket, "ticket");
          const resumed$TicketN = m.length;
          const resumed$Answers = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$AnswersN = m.length;
          resumed$0 = resumed$Ticket;
          resumed$1 = resumed$TicketN;
          resumed$2 = resumed$Answers;
          resumed$3 = resumed$AnswersN;
        }
        const area = graphFind(question$Text, question$TextN, question$Kinds, question$KindsN, question$PathPrefix, question$PathPrefixN, m.uint(question.most, "most"), m.bool(question.explain, "explain"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result(area, 8, loadFindReply, loadError, graphFindDone);
      },
      outline(path, resumed) {
        m.begin();
        const path$ = m.newText(path, "path");
        const path$N = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$Ticket = m.newBytes(resumed.ticket, "ticket");
          const resumed$TicketN = m.length;
          const resumed$Answers = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$AnswersN = m.length;
          resumed$0 = resumed$Ticket;
          resumed$1 = resumed$TicketN;
          resumed$2 = resumed$Answers;
          resumed$3 = resumed$AnswersN;
        }
        const area = graphOutline(path$, path$N, resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result(area, 8, loadOutlineReply, loadError, graphOutlineDone);
      },
      callers(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$Name = m.newText(question.name, "name");
        const question$NameN = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$Ticket = m.newBytes(resumed.ticket, "ticket");
          const resumed$TicketN = m.length;
          const resumed$Answers = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$AnswersN = m.length;
          resumed$0 = resumed$Ticket;
          resumed$1 = resumed$TicketN;
          resumed$2 = resumed$Answers;
          resumed$3 = resumed$AnswersN;
        }
        const area = graphCallers(question$Name, question$NameN, m.uint(question.depth, "depth"), m.uint(question.most, "most"), m.float(question.leastConfidence, "leastConfidence"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result(area, 8, loadWalkReply, loadError, graphCallersDone);
      },
      callees(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$Name = m.newText(question.name, "name");
        const question$NameN = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$Ticket = m.newBytes(resumed.ticket, "ticket");
          const resumed$TicketN = m.length;
          const resumed$Answers = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$AnswersN = m.length;
          resumed$0 = resumed$Ticket;
          resumed$1 = resumed$TicketN;
          resumed$2 = resumed$Answers;
          resumed$3 = resumed$AnswersN;
        }
        const area = graphCallees(question$Name, question$NameN, m.uint(question.depth, "depth"), m.uint(question.most, "most"), m.float(question.leastConfidence, "leastConfidence"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result(area, 8, loadWalkReply, loadError, graphCalleesDone);
      },
      references(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$Name = m.newText(question.name, "name");
        const question$NameN = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$Ticket = m.newBytes(resumed.ticket, "ticket");
          const resumed$TicketN = m.length;
          const resumed$Answers = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$AnswersN = m.length;
          resumed$0 = resumed$Ticket;
          resumed$1 = resumed$TicketN;
          resumed$2 = resumed$Answers;
          resumed$3 = resumed$AnswersN;
        }
        const area = graphReferences(question$Name, question$NameN, m.uint(question.depth, "depth"), m.uint(question.most, "most"), m.float(question.leastConfidence, "leastConfidence"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result(area, 8, loadWalkReply, loadError, graphReferencesDone);
      },
      impact(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$Name = m.newText(question.name, "name");
        const question$NameN = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$Ticket = m.newBytes(resumed.ticket, "ticket");
          const resumed$TicketN = m.length;
          const resumed$Answers = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$AnswersN = m.length;
          resumed$0 = resumed$Ticket;
          resumed$1 = resumed$TicketN;
          resumed$2 = resumed$Answers;
          resumed$3 = resumed$AnswersN;
        }
        const area = graphImpact(question$Name, question$NameN, m.uint(question.depth, "depth"), m.uint(question.most, "most"), m.float(question.leastConfidence, "leastConfidence"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result(area, 8, loadWalkReply, loadError, graphImpactDone);
      },
      path(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$Source = m.newText(question.source, "source");
        const question$SourceN = m.length;
        const question$Target = m.newText(question.target, "target");
        const question$TargetN = m.length;
        const question$Kinds = m.newList(question.kinds, 1, 1, "kinds", (m, at, value, name) => { m.putU8(at, m.number(EDGE_KIND, value, name)); });
        const question$KindsN = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$Ticket = m.newBytes(resumed.ticket, "ticket");
          const resumed$TicketN = m.length;
          const resumed$Answers = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$AnswersN = m.length;
          resumed$0 = resumed$Ticket;
          resumed$1 = resumed$TicketN;
          resumed$2 = resumed$Answers;
          resumed$3 = resumed$AnswersN;
        }
        const area = graphPath(question$Source, question$SourceN, question$Target, question$TargetN, m.uint(question.depth, "depth"), question$Kinds, question$KindsN, m.float(question.leastConfidence, "leastConfidence"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result(area, 8, loadPathReply, loadError, graphPathDone);
      },
      hierarchy(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$Name = m.newText(question.name, "name");
        const question$NameN = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$Ticket = m.newBytes(resumed.ticket, "ticket");
          const resumed$TicketN = m.length;
          const resumed$Answers = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$AnswersN = m.length;
          resumed$0 = resumed$Ticket;
          resumed$1 = resumed$TicketN;
          resumed$2 = resumed$Answers;
          resumed$3 = resumed$AnswersN;
        }
        const area = graphHierarchy(question$Name, question$NameN, m.uint(question.depth, "depth"), m.uint(question.most, "most"), m.float(question.leastConfidence, "leastConfidence"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result(area, 8, loadHierarchyReply, loadError, graphHierarchyDone);
      },
      dependencies(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$Path = m.newText(question.path, "path");
        const question$PathN = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$Ticket = m.newBytes(resumed.ticket, "ticket");
          const resumed$TicketN = m.length;
          const resumed$Answers = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$AnswersN = m.length;
          resumed$0 = resumed$Ticket;
          resumed$1 = resumed$TicketN;
          resumed$2 = resumed$Answers;
          resumed$3 = resumed$AnswersN;
        }
        const area = graphDependencies(question$Path, question$PathN, m.uint(question.depth, "depth"), m.uint(question.most, "most"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result(area, 8, loadDependencyReply, loadError, graphDependenciesDone);
      },
      dependents(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$Path = m.newText(question.path, "path");
        const question$PathN = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$Ticket = m.newBytes(resumed.ticket, "ticket");
          const resumed$TicketN = m.length;
          const resumed$Answers = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$AnswersN = m.length;
          resumed$0 = resumed$Ticket;
          resumed$1 = resumed$TicketN;
          resumed$2 = resumed$Answers;
          resumed$3 = resumed$AnswersN;
        }
        const area = graphDependents(question$Path, question$PathN, m.uint(question.depth, "depth"), m.uint(question.most, "most"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result(area, 8, loadDependencyReply, loadError, graphDependentsDone);
      },
      map(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$Focus = m.newList(question.focus, 8, 4, "focus", (m, at, value, name) => { m.putPair(at, m.newText(value, name)); });
        const question$FocusN = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$Ticket = m.newBytes(resumed.ticket, "ticket");
          const resumed$TicketN = m.length;
          const resumed$Answers = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$AnswersN = m.length;
          resumed$0 = resumed$Ticket;
          resumed$1 = resumed$TicketN;
          resumed$2 = resumed$Answers;
          resumed$3 = resumed$AnswersN;
        }
        const area = graphMap(m.uint(question.budget, "budget"), question$Focus, question$FocusN, resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result(area, 8, loadMapReply, loadError, graphMapDone);
      },
      export(cursor, resumed) {
        m.begin();
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$Ticket = m.newBytes(resumed.ticket, "ticket");
          const resumed$TicketN = m.length;
          const resumed$Answers = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$AnswersN = m.length;
          resumed$0 = resumed$Ticket;
          resumed$1 = resumed$TicketN;
          resumed$2 = resumed$Answers;
          resumed$3 = resumed$AnswersN;
        }
        const area = graphExport(m.uint(cursor, "cursor"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result(area, 8, loadExportReply, loadError, graphExportDone);
      },
    },
    recall: {
      prepare(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$Task = m.newText(question.task, "task");
        const question$TaskN = m.length;
        const question$Focus = m.newList(question.focus, 8, 4, "focus", (m, at, value, name) => { m.putPair(at, m.newText(value, name)); });
        const question$FocusN = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$Ticket = m.newBytes(resumed.ticket, "ticket");
          const resumed$TicketN = m.length;
          const resumed$Answers = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$AnswersN = m.length;
          resumed$0 = resumed$Ticket;
          resumed$1 = resumed$TicketN;
          resumed$2 = resumed$Answers;
          resumed$3 = resumed$AnswersN;
        }
        const area = recallPrepare(question$Task, question$TaskN, m.uint(question.budget, "budget"), question$Focus, question$FocusN, resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result(area, 8, loadPrepareReply, loadError, recallPrepareDone);
      },
    },
  };
}
