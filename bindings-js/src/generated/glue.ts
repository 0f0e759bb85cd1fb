// Generated from wit/ by `cargo xtask glue`; the gate compares. How each type of the interface crosses, by the component
// model's standard for linear memory: numbers lie where the standard puts them, `m` reads and writes them.

import { type Abi, type Core, core, release } from "../guest/abi.js";
import type * as t from "./types.js";

const EDGE_KIND: readonly t.EdgeKind[] = ["calls", "imports", "uses", "inherits", "implements", "references"];

const PIECE_FORM: readonly t.PieceForm[] = ["source", "signature", "stale-signature"];

const PURPOSE: readonly t.Purpose[] = ["reading", "writing"];

const SKIP_REASON: readonly t.SkipReason[] = ["language", "size", "secret", "generated", "path"];

const STRATEGY: readonly t.Strategy[] = ["lexical", "imported", "qualified", "self-member", "super-member", "annotated", "constructed", "returned", "field-type", "element", "flow", "overridden", "unique-name"];

const SYMBOL_KIND: readonly t.SymbolKind[] = ["file", "module", "class", "interface", "enum", "function", "method", "constant", "variable", "field", "type-alias", "macro", "import"];

function loadAmbiguity(m: Abi, at: number): t.Ambiguity {
  return {
    name: m.text(at),
    candidates: m.loadList(at + 8, 20, loadCandidate),
    nCandidates: m.u32(at + 16),
  };
}

function loadAsk(m: Abi, at: number): t.Ask {
  return {
    requests: m.loadList(at, 28, loadRequest),
    ticket: m.loadBytes(at + 8),
  };
}

function loadCandidate(m: Abi, at: number): t.Candidate {
  return {
    id: m.text(at),
    path: m.text(at + 8),
    firstLine: m.u32(at + 16),
  };
}

function loadDamagedRow(m: Abi, at: number): t.DamagedRow {
  return {
    key: m.loadBytes(at),
    path: m.u8(at + 8) === 0 ? undefined : m.text(at + 12),
  };
}

function loadDependency(m: Abi, at: number): t.Dependency {
  return {
    name: m.text(at),
    external: m.u8(at + 8) !== 0,
    nEdges: m.u32(at + 12),
    line: m.u32(at + 16),
    depth: m.u32(at + 20),
  };
}

function loadDependencyPage(m: Abi, at: number): t.DependencyPage {
  return {
    dependencies: m.loadList(at, 24, loadDependency),
    nDependencies: m.u32(at + 8),
  };
}

function loadDependencyReply(m: Abi, at: number): t.DependencyReply {
  switch (m.u8(at)) {
    case 0:
      return { tag: "done", val: loadDependencyPage(m, at + 4) };
    case 1:
      return { tag: "ask", val: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

function loadEffects(m: Abi, at: number): t.Effects {
  return {
    fromGeneration: m.u64(at),
    toGeneration: m.u64(at + 8),
    puts: m.loadList(at + 16, 16, loadRow),
    deletes: m.loadList(at + 24, 8, (m, at) => m.loadBytes(at)),
    refused: m.loadList(at + 32, 40, loadRefusal),
  };
}

function loadError(m: Abi, at: number): t.Error {
  switch (m.u8(at)) {
    case 0:
      return { tag: "invalid", val: loadInvalidArgument(m, at + 8) };
    case 1:
      return { tag: "too-large", val: loadLimit(m, at + 8) };
    case 2:
      return { tag: "full", val: loadLimit(m, at + 8) };
    case 3:
      return { tag: "unknown", val: loadUnknownName(m, at + 8) };
    case 4:
      return { tag: "ambiguous", val: loadAmbiguity(m, at + 8) };
    case 5:
      return { tag: "stale" };
    case 6:
      return { tag: "read-only" };
    case 7:
      return { tag: "newer-format", val: m.u32(at + 8) };
    default:
      return m.noCase();
  }
}

function loadExportPage(m: Abi, at: number): t.ExportPage {
  return {
    text: m.text(at),
    next: m.u8(at + 8) === 0 ? undefined : m.u32(at + 12),
  };
}

function loadExportReply(m: Abi, at: number): t.ExportReply {
  switch (m.u8(at)) {
    case 0:
      return { tag: "done", val: loadExportPage(m, at + 4) };
    case 1:
      return { tag: "ask", val: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

function loadFactor(m: Abi, at: number): t.Factor {
  return {
    name: m.text(at),
    value: m.f64(at + 8),
  };
}

function loadFileOutline(m: Abi, at: number): t.FileOutline {
  return {
    path: m.text(at),
    language: m.text(at + 8),
    hash: m.loadBytes(at + 16),
    nLines: m.u32(at + 24),
    hasErrors: m.u8(at + 28) !== 0,
    symbols: m.loadList(at + 32, 68, loadOutlined),
  };
}

function loadFileSpan(m: Abi, at: number): t.FileSpan {
  return {
    path: m.text(at),
    hash: m.loadBytes(at + 8),
    firstLine: m.u32(at + 16),
    lastLine: m.u32(at + 20),
  };
}

function loadFindPage(m: Abi, at: number): t.FindPage {
  return {
    hits: m.loadList(at, 80, loadFound),
    nHits: m.u32(at + 8),
  };
}

function loadFindReply(m: Abi, at: number): t.FindReply {
  switch (m.u8(at)) {
    case 0:
      return { tag: "done", val: loadFindPage(m, at + 4) };
    case 1:
      return { tag: "ask", val: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

function loadFound(m: Abi, at: number): t.Found {
  return {
    symbol: loadSymbol(m, at),
    score: m.f64(at + 64),
    factors: m.loadList(at + 72, 16, loadFactor),
  };
}

function loadHierarchyPage(m: Abi, at: number): t.HierarchyPage {
  return {
    symbol: loadSymbol(m, at),
    above: m.loadList(at + 64, 104, loadStep),
    nAbove: m.u32(at + 72),
    below: m.loadList(at + 76, 104, loadStep),
    nBelow: m.u32(at + 84),
  };
}

function loadHierarchyReply(m: Abi, at: number): t.HierarchyReply {
  switch (m.u8(at)) {
    case 0:
      return { tag: "done", val: loadHierarchyPage(m, at + 4) };
    case 1:
      return { tag: "ask", val: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

function loadInvalidArgument(m: Abi, at: number): t.InvalidArgument {
  return {
    argument: m.text(at),
    why: m.text(at + 8),
  };
}

function loadKeyRange(m: Abi, at: number): t.KeyRange {
  return {
    start: m.loadBytes(at),
    end: m.loadBytes(at + 8),
    mostBytes: m.u32(at + 16),
  };
}

function loadLanguage(m: Abi, at: number): t.Language {
  return {
    name: m.text(at),
    extensions: m.loadList(at + 8, 8, (m, at) => m.text(at)),
    kinds: m.loadList(at + 16, 12, loadNodeKind),
    fields: m.loadList(at + 24, 8, (m, at) => m.text(at)),
  };
}

function loadLanguageStatus(m: Abi, at: number): t.LanguageStatus {
  return {
    language: m.text(at),
    nFiles: m.u32(at + 8),
    nLines: m.u32(at + 12),
    nBytes: m.u32(at + 16),
  };
}

function loadLimit(m: Abi, at: number): t.Limit {
  return {
    what: m.text(at),
    actual: m.u64(at + 8),
    most: m.u64(at + 16),
  };
}

function loadMapReply(m: Abi, at: number): t.MapReply {
  switch (m.u8(at)) {
    case 0:
      return { tag: "done", val: loadRepositoryMap(m, at + 4) };
    case 1:
      return { tag: "ask", val: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

function loadMemoryStatus(m: Abi, at: number): t.MemoryStatus {
  return {
    generation: m.u64(at),
    nFiles: m.u32(at + 8),
    nUnsettled: m.u32(at + 12),
    nSymbols: m.u32(at + 16),
    nEdges: m.u32(at + 20),
    nUnlinked: m.u32(at + 24),
    languages: m.loadList(at + 28, 20, loadLanguageStatus),
    nVendored: m.u32(at + 36),
    nWithErrors: m.u32(at + 40),
    liveBytes: m.u32(at + 44),
    damaged: m.loadList(at + 48, 20, loadDamagedRow),
  };
}

function loadNodeKind(m: Abi, at: number): t.NodeKind {
  return {
    name: m.text(at),
    named: m.u8(at + 8) !== 0,
    leaf: m.u8(at + 9) !== 0,
  };
}

function loadOpenReply(m: Abi, at: number): t.OpenReply {
  switch (m.u8(at)) {
    case 0:
      return { tag: "done", val: loadOpened(m, at + 4) };
    case 1:
      return { tag: "ask", val: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

function loadOpened(m: Abi, at: number): t.Opened {
  return {
    nFiles: m.u32(at),
    nUnsettled: m.u32(at + 4),
    damaged: m.loadList(at + 8, 20, loadDamagedRow),
  };
}

function loadOutlineReply(m: Abi, at: number): t.OutlineReply {
  switch (m.u8(at)) {
    case 0:
      return { tag: "done", val: loadFileOutline(m, at + 4) };
    case 1:
      return { tag: "ask", val: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

function loadOutlined(m: Abi, at: number): t.Outlined {
  return {
    symbol: loadSymbol(m, at),
    depth: m.u32(at + 64),
  };
}

function loadPathPage(m: Abi, at: number): t.PathPage {
  return {
    source: loadSymbol(m, at),
    target: loadSymbol(m, at + 64),
    steps: m.loadList(at + 128, 104, loadStep),
  };
}

function loadPathReply(m: Abi, at: number): t.PathReply {
  switch (m.u8(at)) {
    case 0:
      return { tag: "done", val: loadPathPage(m, at + 4) };
    case 1:
      return { tag: "ask", val: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

function loadPiece(m: Abi, at: number): t.Piece {
  return {
    id: m.text(at),
    path: m.text(at + 8),
    firstLine: m.u32(at + 16),
    lastLine: m.u32(at + 20),
    form: m.case(PIECE_FORM, at + 24),
    text: m.text(at + 28),
    tokens: m.u32(at + 36),
    score: m.f64(at + 40),
    why: m.text(at + 48),
    factors: m.loadList(at + 56, 16, loadFactor),
  };
}

function loadPrepareReply(m: Abi, at: number): t.PrepareReply {
  switch (m.u8(at)) {
    case 0:
      return { tag: "done", val: loadPrepared(m, at + 4) };
    case 1:
      return { tag: "ask", val: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

function loadPrepared(m: Abi, at: number): t.Prepared {
  return {
    pieces: m.loadList(at, 64, loadPiece),
    tokens: m.u32(at + 8),
    text: m.text(at + 12),
    files: m.loadList(at + 20, 24, loadRankedFile),
  };
}

function loadRankedFile(m: Abi, at: number): t.RankedFile {
  return {
    path: m.text(at),
    score: m.f64(at + 8),
    factors: m.loadList(at + 16, 16, loadFactor),
  };
}

function loadRefusal(m: Abi, at: number): t.Refusal {
  return {
    path: m.text(at),
    error: loadError(m, at + 8),
  };
}

function loadRepositoryMap(m: Abi, at: number): t.RepositoryMap {
  return {
    text: m.text(at),
    tokens: m.u32(at + 8),
    nFiles: m.u32(at + 12),
    nSymbols: m.u32(at + 16),
  };
}

function loadRequest(m: Abi, at: number): t.Request {
  switch (m.u8(at)) {
    case 0:
      return { tag: "keys", val: m.loadList(at + 4, 8, (m, at) => m.loadBytes(at)) };
    case 1:
      return { tag: "range", val: loadKeyRange(m, at + 4) };
    case 2:
      return { tag: "span", val: loadFileSpan(m, at + 4) };
    default:
      return m.noCase();
  }
}

function loadRow(m: Abi, at: number): t.Row {
  return {
    key: m.loadBytes(at),
    value: m.loadBytes(at + 8),
  };
}

function loadSettled(m: Abi, at: number): t.Settled {
  return {
    effects: loadEffects(m, at),
    nUnsettled: m.u32(at + 40),
  };
}

function loadStatusReply(m: Abi, at: number): t.StatusReply {
  switch (m.u8(at)) {
    case 0:
      return { tag: "done", val: loadMemoryStatus(m, at + 8) };
    case 1:
      return { tag: "ask", val: loadAsk(m, at + 8) };
    default:
      return m.noCase();
  }
}

function loadStep(m: Abi, at: number): t.Step {
  return {
    symbol: loadSymbol(m, at),
    via: m.text(at + 64),
    edge: m.case(EDGE_KIND, at + 72),
    strategy: m.case(STRATEGY, at + 73),
    confidence: m.f64(at + 80),
    path: m.text(at + 88),
    line: m.u32(at + 96),
    depth: m.u32(at + 100),
  };
}

function loadSymbol(m: Abi, at: number): t.Symbol {
  return {
    id: m.text(at),
    name: m.text(at + 8),
    qualifiedName: m.text(at + 16),
    kind: m.case(SYMBOL_KIND, at + 24),
    path: m.text(at + 28),
    firstLine: m.u32(at + 36),
    lastLine: m.u32(at + 40),
    signature: m.text(at + 44),
    doc: m.text(at + 52),
    tokens: m.u32(at + 60),
  };
}

function loadUnknownName(m: Abi, at: number): t.UnknownName {
  return {
    name: m.text(at),
    suggestions: m.loadList(at + 8, 8, (m, at) => m.text(at)),
  };
}

function loadVerdict(m: Abi, at: number): t.Verdict {
  switch (m.u8(at)) {
    case 0:
      return { tag: "read", val: m.text(at + 4) };
    case 1:
      return { tag: "skip", val: m.case(SKIP_REASON, at + 4) };
    default:
      return m.noCase();
  }
}

function loadWalkPage(m: Abi, at: number): t.WalkPage {
  return {
    symbol: loadSymbol(m, at),
    steps: m.loadList(at + 64, 104, loadStep),
    nSteps: m.u32(at + 72),
  };
}

function loadWalkReply(m: Abi, at: number): t.WalkReply {
  switch (m.u8(at)) {
    case 0:
      return { tag: "done", val: loadWalkPage(m, at + 4) };
    case 1:
      return { tag: "ask", val: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

function storeAnswer(m: Abi, at: number, value: t.Answer, name: string): void {
  m.object(value, name);
  switch (value.tag) {
    case "rows":
      m.putU8(at, 0);
      storeRowPage(m, at + 4, value.val, "rows");
      return;
    case "text":
      m.putU8(at, 1);
      m.putPair(at + 4, m.newText(value.val, "text"));
      return;
    case "changed":
      m.putU8(at, 2);
      return;
    default:
      m.invalid(name, "not one of its cases");
  }
}

function storeChange(m: Abi, at: number, value: t.Change, name: string): void {
  m.object(value, name);
  switch (value.tag) {
    case "parsed":
      m.putU8(at, 0);
      storeParsedFile(m, at + 4, value.val, "parsed");
      return;
    case "removed":
      m.putU8(at, 1);
      m.putPair(at + 4, m.newText(value.val, "removed"));
      return;
    default:
      m.invalid(name, "not one of its cases");
  }
}

function storeEntry(m: Abi, at: number, value: t.Entry, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.path, "path"));
  m.putU32(at + 8, m.uint(value.size, "size"));
}

function storeParsedFile(m: Abi, at: number, value: t.ParsedFile, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.path, "path"));
  m.putPair(at + 8, m.newBytes(value.hash, "hash"));
  m.putPair(at + 16, m.newText(value.language, "language"));
  m.putPair(at + 24, m.newText(value.text, "text"));
  m.putPair(at + 32, m.newWords(value.nodes, "nodes"));
  m.putU8(at + 40, m.bool(value.hasErrors, "hasErrors"));
  m.putU8(at + 41, m.bool(value.cutShort, "cutShort"));
}

function storeRow(m: Abi, at: number, value: t.Row, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newBytes(value.key, "key"));
  m.putPair(at + 8, m.newBytes(value.value, "value"));
}

function storeRowPage(m: Abi, at: number, value: t.RowPage, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newList(value.rows, 16, 4, "rows", storeRow));
  m.putU8(at + 8, m.bool(value.complete, "complete"));
}

/** The interface of the component over the exports of its core module. */
export function bind(m: Abi, exports: Core): t.Exports {
  const memoryOpen = core(exports, "scrubjay:memory/memory@0.1.0#open");
  const memoryOpenDone = release(exports, "scrubjay:memory/memory@0.1.0#open");
  const memoryApply = core(exports, "scrubjay:memory/memory@0.1.0#apply");
  const memoryApplyDone = release(exports, "scrubjay:memory/memory@0.1.0#apply");
  const memorySettle = core(exports, "scrubjay:memory/memory@0.1.0#settle");
  const memorySettleDone = release(exports, "scrubjay:memory/memory@0.1.0#settle");
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
