// Generated from wit/ by `cargo xtask glue`; the gate compares.

import { type Abi, type Core, core, nothing, release } from "../guest/abi.js";
import { EDGE_KIND, EXPORT_FORMAT, PURPOSE, SYMBOL_KIND, TRUST } from "./cases.js";
import { loadAddReply, loadAnchorsReply, loadDamagedRow, loadDependencyReply, loadEffects, loadError, loadExportReply, loadFindReply, loadForgetReply, loadHierarchyReply, loadLanguage, loadLinked, loadMapReply, loadNotesReply, loadOpenReply, loadOutlineReply, loadPacked, loadPathReply, loadPrepareReply, loadQuarantined, loadSalvageReply, loadStatusReply, loadTotalsReply, loadUpkeepReply, loadVerdict, loadWalkReply } from "./load.js";
import { storeAnchor, storeAnswer, storeChange, storeListedFile, storeNewNote, storeRow } from "./store.js";
import type * as t from "./types.js";

/** The interface of the component over the exports of its core module. */
export function bind(m: Abi, exports: Core): t.Exports {
  const memory$open = core(exports, "scrubjay:memory/memory@0.1.0#open");
  const memory$open$done = release(exports, "scrubjay:memory/memory@0.1.0#open");
  const memory$apply = core(exports, "scrubjay:memory/memory@0.1.0#apply");
  const memory$apply$done = release(exports, "scrubjay:memory/memory@0.1.0#apply");
  const memory$link = core(exports, "scrubjay:memory/memory@0.1.0#link");
  const memory$link$done = release(exports, "scrubjay:memory/memory@0.1.0#link");
  const memory$quarantine = core(exports, "scrubjay:memory/memory@0.1.0#quarantine");
  const memory$quarantine$done = release(exports, "scrubjay:memory/memory@0.1.0#quarantine");
  const memory$status = core(exports, "scrubjay:memory/memory@0.1.0#status");
  const memory$status$done = release(exports, "scrubjay:memory/memory@0.1.0#status");
  const memory$damaged = core(exports, "scrubjay:memory/memory@0.1.0#damaged");
  const memory$damaged$done = release(exports, "scrubjay:memory/memory@0.1.0#damaged");
  const memory$digest = core(exports, "scrubjay:memory/memory@0.1.0#digest");
  const memory$digest$done = release(exports, "scrubjay:memory/memory@0.1.0#digest");
  const graph$languages = core(exports, "scrubjay:memory/graph@0.1.0#languages");
  const graph$languages$done = release(exports, "scrubjay:memory/graph@0.1.0#languages");
  const graph$admit = core(exports, "scrubjay:memory/graph@0.1.0#admit");
  const graph$admit$done = release(exports, "scrubjay:memory/graph@0.1.0#admit");
  const graph$find = core(exports, "scrubjay:memory/graph@0.1.0#find");
  const graph$find$done = release(exports, "scrubjay:memory/graph@0.1.0#find");
  const graph$outline = core(exports, "scrubjay:memory/graph@0.1.0#outline");
  const graph$outline$done = release(exports, "scrubjay:memory/graph@0.1.0#outline");
  const graph$callers = core(exports, "scrubjay:memory/graph@0.1.0#callers");
  const graph$callers$done = release(exports, "scrubjay:memory/graph@0.1.0#callers");
  const graph$callees = core(exports, "scrubjay:memory/graph@0.1.0#callees");
  const graph$callees$done = release(exports, "scrubjay:memory/graph@0.1.0#callees");
  const graph$references = core(exports, "scrubjay:memory/graph@0.1.0#references");
  const graph$references$done = release(exports, "scrubjay:memory/graph@0.1.0#references");
  const graph$impact = core(exports, "scrubjay:memory/graph@0.1.0#impact");
  const graph$impact$done = release(exports, "scrubjay:memory/graph@0.1.0#impact");
  const graph$tests = core(exports, "scrubjay:memory/graph@0.1.0#tests");
  const graph$tests$done = release(exports, "scrubjay:memory/graph@0.1.0#tests");
  const graph$path = core(exports, "scrubjay:memory/graph@0.1.0#path");
  const graph$path$done = release(exports, "scrubjay:memory/graph@0.1.0#path");
  const graph$hierarchy = core(exports, "scrubjay:memory/graph@0.1.0#hierarchy");
  const graph$hierarchy$done = release(exports, "scrubjay:memory/graph@0.1.0#hierarchy");
  const graph$dependencies = core(exports, "scrubjay:memory/graph@0.1.0#dependencies");
  const graph$dependencies$done = release(exports, "scrubjay:memory/graph@0.1.0#dependencies");
  const graph$dependents = core(exports, "scrubjay:memory/graph@0.1.0#dependents");
  const graph$dependents$done = release(exports, "scrubjay:memory/graph@0.1.0#dependents");
  const graph$map = core(exports, "scrubjay:memory/graph@0.1.0#map");
  const graph$map$done = release(exports, "scrubjay:memory/graph@0.1.0#map");
  const graph$export = core(exports, "scrubjay:memory/graph@0.1.0#export");
  const graph$export$done = release(exports, "scrubjay:memory/graph@0.1.0#export");
  const graph$resolveAnchors = core(exports, "scrubjay:memory/graph@0.1.0#resolve-anchors");
  const graph$resolveAnchors$done = release(exports, "scrubjay:memory/graph@0.1.0#resolve-anchors");
  const recall$prepare = core(exports, "scrubjay:memory/recall@0.1.0#prepare");
  const recall$prepare$done = release(exports, "scrubjay:memory/recall@0.1.0#prepare");
  const records$open = core(exports, "scrubjay:memory/records@0.1.0#open");
  const records$open$done = release(exports, "scrubjay:memory/records@0.1.0#open");
  const records$pack = core(exports, "scrubjay:memory/records@0.1.0#pack");
  const records$pack$done = release(exports, "scrubjay:memory/records@0.1.0#pack");
  const records$add = core(exports, "scrubjay:memory/records@0.1.0#add");
  const records$add$done = release(exports, "scrubjay:memory/records@0.1.0#add");
  const records$forget = core(exports, "scrubjay:memory/records@0.1.0#forget");
  const records$forget$done = release(exports, "scrubjay:memory/records@0.1.0#forget");
  const records$notes = core(exports, "scrubjay:memory/records@0.1.0#notes");
  const records$notes$done = release(exports, "scrubjay:memory/records@0.1.0#notes");
  const records$totals = core(exports, "scrubjay:memory/records@0.1.0#totals");
  const records$totals$done = release(exports, "scrubjay:memory/records@0.1.0#totals");
  const records$salvage = core(exports, "scrubjay:memory/records@0.1.0#salvage");
  const records$salvage$done = release(exports, "scrubjay:memory/records@0.1.0#salvage");
  const records$upkeep = core(exports, "scrubjay:memory/records@0.1.0#upkeep");
  const records$upkeep$done = release(exports, "scrubjay:memory/records@0.1.0#upkeep");
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
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = memory$open(m.number(PURPOSE, purpose, "purpose"), m.ulong(at, "at"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadOpenReply, loadError, memory$open$done);
      },
      apply(changes, now, entropy) {
        m.begin();
        const changes$at = m.newList(changes, 48, 4, "changes", storeChange);
        const changes$n = m.length;
        const entropy$at = m.newArray(entropy, Uint8Array, "entropy");
        const entropy$n = m.length;
        const $result = memory$apply(changes$at, changes$n, m.long(now, "now"), entropy$at, entropy$n);
        return m.result($result, 8, loadEffects, loadError, memory$apply$done);
      },
      link(mostFiles) {
        m.begin();
        const $result = memory$link(m.whole(mostFiles, 0, 0xffff_ffff, "mostFiles"));
        return m.result($result, 8, loadLinked, loadError, memory$link$done);
      },
      quarantine() {
        m.begin();
        const $result = memory$quarantine();
        return m.result($result, 8, loadQuarantined, loadError, memory$quarantine$done);
      },
      status(resumed) {
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
        const $result = memory$status(resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadStatusReply, loadError, memory$status$done);
      },
      damaged() {
        m.begin();
        const $result = memory$damaged();
        return m.plain($result, (m, at) => m.loadList(at, 20, loadDamagedRow), memory$damaged$done);
      },
      digest() {
        m.begin();
        const $result = memory$digest();
        return m.result($result, 8, (m, at) => m.view.getBigUint64(at, true), loadError, memory$digest$done);
      },
    },
    graph: {
      languages() {
        m.begin();
        const $result = graph$languages();
        return m.plain($result, (m, at) => m.loadList(at, 32, loadLanguage), graph$languages$done);
      },
      admit(files) {
        m.begin();
        const files$at = m.newList(files, 12, 4, "files", storeListedFile);
        const files$n = m.length;
        const $result = graph$admit(files$at, files$n);
        return m.result($result, 8, (m, at) => m.loadList(at, 12, loadVerdict), loadError, graph$admit$done);
      },
      find(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$text$at = m.newText(question.text, "text");
        const question$text$n = m.length;
        const question$kinds$at = m.newList(question.kinds, 1, 1, "kinds", (m, at, value, name) => { m.view.setUint8(at, m.number(SYMBOL_KIND, value, name)); });
        const question$kinds$n = m.length;
        const question$pathPrefix$at = m.newText(question.pathPrefix, "pathPrefix");
        const question$pathPrefix$n = m.length;
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
        const $result = graph$find(question$text$at, question$text$n, question$kinds$at, question$kinds$n, question$pathPrefix$at, question$pathPrefix$n, m.whole(question.most, 0, 0xffff_ffff, "most"), m.bool(question.explain, "explain"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadFindReply, loadError, graph$find$done);
      },
      outline(path, resumed) {
        m.begin();
        const path$at = m.newText(path, "path");
        const path$n = m.length;
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
        const $result = graph$outline(path$at, path$n, resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadOutlineReply, loadError, graph$outline$done);
      },
      callers(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$name$at = m.newText(question.name, "name");
        const question$name$n = m.length;
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
        const $result = graph$callers(question$name$at, question$name$n, m.whole(question.depth, 0, 0xffff_ffff, "depth"), m.whole(question.most, 0, 0xffff_ffff, "most"), m.float(question.leastConfidence, "leastConfidence"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadWalkReply, loadError, graph$callers$done);
      },
      callees(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$name$at = m.newText(question.name, "name");
        const question$name$n = m.length;
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
        const $result = graph$callees(question$name$at, question$name$n, m.whole(question.depth, 0, 0xffff_ffff, "depth"), m.whole(question.most, 0, 0xffff_ffff, "most"), m.float(question.leastConfidence, "leastConfidence"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadWalkReply, loadError, graph$callees$done);
      },
      references(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$name$at = m.newText(question.name, "name");
        const question$name$n = m.length;
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
        const $result = graph$references(question$name$at, question$name$n, m.whole(question.depth, 0, 0xffff_ffff, "depth"), m.whole(question.most, 0, 0xffff_ffff, "most"), m.float(question.leastConfidence, "leastConfidence"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadWalkReply, loadError, graph$references$done);
      },
      impact(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$name$at = m.newText(question.name, "name");
        const question$name$n = m.length;
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
        const $result = graph$impact(question$name$at, question$name$n, m.whole(question.depth, 0, 0xffff_ffff, "depth"), m.whole(question.most, 0, 0xffff_ffff, "most"), m.float(question.leastConfidence, "leastConfidence"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadWalkReply, loadError, graph$impact$done);
      },
      tests(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$name$at = m.newText(question.name, "name");
        const question$name$n = m.length;
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
        const $result = graph$tests(question$name$at, question$name$n, m.whole(question.depth, 0, 0xffff_ffff, "depth"), m.whole(question.most, 0, 0xffff_ffff, "most"), m.float(question.leastConfidence, "leastConfidence"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadWalkReply, loadError, graph$tests$done);
      },
      path(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$source$at = m.newText(question.source, "source");
        const question$source$n = m.length;
        const question$target$at = m.newText(question.target, "target");
        const question$target$n = m.length;
        const question$kinds$at = m.newList(question.kinds, 1, 1, "kinds", (m, at, value, name) => { m.view.setUint8(at, m.number(EDGE_KIND, value, name)); });
        const question$kinds$n = m.length;
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
        const $result = graph$path(question$source$at, question$source$n, question$target$at, question$target$n, m.whole(question.depth, 0, 0xffff_ffff, "depth"), question$kinds$at, question$kinds$n, m.float(question.leastConfidence, "leastConfidence"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadPathReply, loadError, graph$path$done);
      },
      hierarchy(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$name$at = m.newText(question.name, "name");
        const question$name$n = m.length;
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
        const $result = graph$hierarchy(question$name$at, question$name$n, m.whole(question.depth, 0, 0xffff_ffff, "depth"), m.whole(question.most, 0, 0xffff_ffff, "most"), m.float(question.leastConfidence, "leastConfidence"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadHierarchyReply, loadError, graph$hierarchy$done);
      },
      dependencies(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$path$at = m.newText(question.path, "path");
        const question$path$n = m.length;
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
        const $result = graph$dependencies(question$path$at, question$path$n, m.whole(question.depth, 0, 0xffff_ffff, "depth"), m.whole(question.most, 0, 0xffff_ffff, "most"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadDependencyReply, loadError, graph$dependencies$done);
      },
      dependents(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$path$at = m.newText(question.path, "path");
        const question$path$n = m.length;
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
        const $result = graph$dependents(question$path$at, question$path$n, m.whole(question.depth, 0, 0xffff_ffff, "depth"), m.whole(question.most, 0, 0xffff_ffff, "most"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadDependencyReply, loadError, graph$dependents$done);
      },
      map(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$focus$at = m.newList(question.focus, 8, 4, "focus", (m, at, value, name) => { m.putPair(at, m.newText(value, name)); });
        const question$focus$n = m.length;
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
        const $result = graph$map(m.whole(question.budget, 0, 0xffff_ffff, "budget"), question$focus$at, question$focus$n, resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadMapReply, loadError, graph$map$done);
      },
      export(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$pathPrefix$at = m.newText(question.pathPrefix, "pathPrefix");
        const question$pathPrefix$n = m.length;
        const question$around$at = m.newText(question.around, "around");
        const question$around$n = m.length;
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
        const $result = graph$export(m.number(EXPORT_FORMAT, question.format, "format"), question$pathPrefix$at, question$pathPrefix$n, question$around$at, question$around$n, m.whole(question.depth, 0, 0xffff_ffff, "depth"), m.whole(question.cursor, 0, 0xffff_ffff, "cursor"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadExportReply, loadError, graph$export$done);
      },
      resolveAnchors(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$anchors$at = m.newList(question.anchors, 32, 4, "anchors", storeAnchor);
        const question$anchors$n = m.length;
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
        const $result = graph$resolveAnchors(question$anchors$at, question$anchors$n, resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadAnchorsReply, loadError, graph$resolveAnchors$done);
      },
    },
    recall: {
      prepare(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$task$at = m.newText(question.task, "task");
        const question$task$n = m.length;
        const question$focus$at = m.newList(question.focus, 8, 4, "focus", (m, at, value, name) => { m.putPair(at, m.newText(value, name)); });
        const question$focus$n = m.length;
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
        const $result = recall$prepare(question$task$at, question$task$n, m.whole(question.budget, 0, 0xffff_ffff, "budget"), question$focus$at, question$focus$n, resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadPrepareReply, loadError, recall$prepare$done);
      },
    },
    records: {
      open(owner, at) {
        m.begin();
        m.object(owner, "owner");
        const owner$tenant$at = m.newText(owner.tenant, "tenant");
        const owner$tenant$n = m.length;
        const owner$principal$at = m.newText(owner.principal, "principal");
        const owner$principal$n = m.length;
        const $result = records$open(owner$tenant$at, owner$tenant$n, owner$principal$at, owner$principal$n, m.number(TRUST, owner.trust, "trust"), m.ulong(at, "at"));
        return m.result($result, 8, nothing, loadError, records$open$done);
      },
      pack(notes, now) {
        m.begin();
        const notes$at = m.newList(notes, 64, 8, "notes", storeNewNote);
        const notes$n = m.length;
        const $result = records$pack(notes$at, notes$n, m.long(now, "now"));
        return m.result($result, 8, loadPacked, loadError, records$pack$done);
      },
      add(batches, resumed) {
        m.begin();
        const batches$at = m.newList(batches, 8, 4, "batches", (m, at, value, name) => { m.putPair(at, m.newArray(value, Uint8Array, name)); });
        const batches$n = m.length;
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
        const $result = records$add(batches$at, batches$n, resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadAddReply, loadError, records$add$done);
      },
      forget(ids, now, resumed) {
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
        const $result = records$forget(ids$at, ids$n, m.long(now, "now"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadForgetReply, loadError, records$forget$done);
      },
      notes(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$channel$at = m.newText(question.channel, "channel");
        const question$channel$n = m.length;
        let question$since$0 = 0n;
        if (question.since !== undefined) {
          question$since$0 = m.long(question.since, "since");
        }
        let question$until$0 = 0n;
        if (question.until !== undefined) {
          question$until$0 = m.long(question.until, "until");
        }
        const question$after$at = m.newText(question.after, "after");
        const question$after$n = m.length;
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
        const $result = records$notes(question$channel$at, question$channel$n, question.since === undefined ? 0 : 1, question$since$0, question.until === undefined ? 0 : 1, question$until$0, m.whole(question.most, 0, 0xffff_ffff, "most"), question$after$at, question$after$n, resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadNotesReply, loadError, records$notes$done);
      },
      totals(resumed) {
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
        const $result = records$totals(resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadTotalsReply, loadError, records$totals$done);
      },
      salvage(rows, resumed) {
        m.begin();
        const rows$at = m.newList(rows, 16, 4, "rows", storeRow);
        const rows$n = m.length;
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
        const $result = records$salvage(rows$at, rows$n, resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadSalvageReply, loadError, records$salvage$done);
      },
      upkeep(now, budget, resumed) {
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
        const $result = records$upkeep(m.long(now, "now"), m.whole(budget, 0, 0xffff_ffff, "budget"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadUpkeepReply, loadError, records$upkeep$done);
      },
    },
  };
}
