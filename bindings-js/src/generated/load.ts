// Generated from wit/ by `cargo xtask glue`; the gate compares.
// How what the component returns is read, by the component model's standard for linear memory: numbers lie where the standard
// puts them, and `m` reads them.

import type { Abi } from "../guest/abi.js";
import { EDGE_KIND, PIECE_FORM, SKIP_REASON, STRATEGY, SYMBOL_KIND } from "./cases.js";
import type * as t from "./types.js";

export function loadAmbiguity(m: Abi, at: number): t.Ambiguity {
  return {
    name: m.text(at),
    candidates: m.loadList(at + 8, 20, loadCandidate),
    nCandidates: m.u32(at + 16),
  };
}

export function loadAsk(m: Abi, at: number): t.Ask {
  return {
    requests: m.loadList(at, 28, loadRequest),
    ticket: m.loadBytes(at + 8),
  };
}

export function loadCandidate(m: Abi, at: number): t.Candidate {
  return {
    id: m.text(at),
    path: m.text(at + 8),
    firstLine: m.u32(at + 16),
  };
}

export function loadDamagedRow(m: Abi, at: number): t.DamagedRow {
  return {
    key: m.loadBytes(at),
    path: m.u8(at + 8) === 0 ? undefined : m.text(at + 12),
  };
}

export function loadDependency(m: Abi, at: number): t.Dependency {
  return {
    name: m.text(at),
    external: m.u8(at + 8) !== 0,
    nEdges: m.u32(at + 12),
    line: m.u32(at + 16),
    depth: m.u32(at + 20),
  };
}

export function loadDependencyPage(m: Abi, at: number): t.DependencyPage {
  return {
    dependencies: m.loadList(at, 24, loadDependency),
    nDependencies: m.u32(at + 8),
  };
}

export function loadDependencyReply(m: Abi, at: number): t.DependencyReply {
  switch (m.u8(at)) {
    case 0:
      return { tag: "done", val: loadDependencyPage(m, at + 4) };
    case 1:
      return { tag: "ask", val: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadEffects(m: Abi, at: number): t.Effects {
  return {
    fromGeneration: m.u64(at),
    toGeneration: m.u64(at + 8),
    puts: m.loadList(at + 16, 16, loadRow),
    deletes: m.loadList(at + 24, 8, (m, at) => m.loadBytes(at)),
    refused: m.loadList(at + 32, 40, loadRefusal),
  };
}

export function loadError(m: Abi, at: number): t.Error {
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

export function loadExportPage(m: Abi, at: number): t.ExportPage {
  return {
    text: m.text(at),
    next: m.u8(at + 8) === 0 ? undefined : m.u32(at + 12),
  };
}

export function loadExportReply(m: Abi, at: number): t.ExportReply {
  switch (m.u8(at)) {
    case 0:
      return { tag: "done", val: loadExportPage(m, at + 4) };
    case 1:
      return { tag: "ask", val: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadFactor(m: Abi, at: number): t.Factor {
  return {
    name: m.text(at),
    value: m.f64(at + 8),
  };
}

export function loadFileOutline(m: Abi, at: number): t.FileOutline {
  return {
    path: m.text(at),
    language: m.text(at + 8),
    hash: m.loadBytes(at + 16),
    nLines: m.u32(at + 24),
    hasErrors: m.u8(at + 28) !== 0,
    symbols: m.loadList(at + 32, 68, loadOutlined),
  };
}

export function loadFileSpan(m: Abi, at: number): t.FileSpan {
  return {
    path: m.text(at),
    hash: m.loadBytes(at + 8),
    firstLine: m.u32(at + 16),
    lastLine: m.u32(at + 20),
  };
}

export function loadFindPage(m: Abi, at: number): t.FindPage {
  return {
    hits: m.loadList(at, 80, loadFound),
    nHits: m.u32(at + 8),
  };
}

export function loadFindReply(m: Abi, at: number): t.FindReply {
  switch (m.u8(at)) {
    case 0:
      return { tag: "done", val: loadFindPage(m, at + 4) };
    case 1:
      return { tag: "ask", val: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadFound(m: Abi, at: number): t.Found {
  return {
    symbol: loadSymbol(m, at),
    score: m.f64(at + 64),
    factors: m.loadList(at + 72, 16, loadFactor),
  };
}

export function loadHierarchyPage(m: Abi, at: number): t.HierarchyPage {
  return {
    symbol: loadSymbol(m, at),
    above: m.loadList(at + 64, 104, loadStep),
    nAbove: m.u32(at + 72),
    below: m.loadList(at + 76, 104, loadStep),
    nBelow: m.u32(at + 84),
  };
}

export function loadHierarchyReply(m: Abi, at: number): t.HierarchyReply {
  switch (m.u8(at)) {
    case 0:
      return { tag: "done", val: loadHierarchyPage(m, at + 4) };
    case 1:
      return { tag: "ask", val: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadInvalidArgument(m: Abi, at: number): t.InvalidArgument {
  return {
    argument: m.text(at),
    why: m.text(at + 8),
  };
}

export function loadKeyRange(m: Abi, at: number): t.KeyRange {
  return {
    start: m.loadBytes(at),
    end: m.loadBytes(at + 8),
    mostBytes: m.u32(at + 16),
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
    nFiles: m.u32(at + 8),
    nLines: m.u32(at + 12),
    nBytes: m.u32(at + 16),
  };
}

export function loadLimit(m: Abi, at: number): t.Limit {
  return {
    what: m.text(at),
    actual: m.u64(at + 8),
    most: m.u64(at + 16),
  };
}

export function loadMapReply(m: Abi, at: number): t.MapReply {
  switch (m.u8(at)) {
    case 0:
      return { tag: "done", val: loadRepositoryMap(m, at + 4) };
    case 1:
      return { tag: "ask", val: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadMemoryStatus(m: Abi, at: number): t.MemoryStatus {
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

export function loadNodeKind(m: Abi, at: number): t.NodeKind {
  return {
    name: m.text(at),
    named: m.u8(at + 8) !== 0,
    leaf: m.u8(at + 9) !== 0,
  };
}

export function loadOpenReply(m: Abi, at: number): t.OpenReply {
  switch (m.u8(at)) {
    case 0:
      return { tag: "done", val: loadOpened(m, at + 4) };
    case 1:
      return { tag: "ask", val: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadOpened(m: Abi, at: number): t.Opened {
  return {
    nFiles: m.u32(at),
    nUnsettled: m.u32(at + 4),
    damaged: m.loadList(at + 8, 20, loadDamagedRow),
  };
}

export function loadOutlineReply(m: Abi, at: number): t.OutlineReply {
  switch (m.u8(at)) {
    case 0:
      return { tag: "done", val: loadFileOutline(m, at + 4) };
    case 1:
      return { tag: "ask", val: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadOutlined(m: Abi, at: number): t.Outlined {
  return {
    symbol: loadSymbol(m, at),
    depth: m.u32(at + 64),
  };
}

export function loadPathPage(m: Abi, at: number): t.PathPage {
  return {
    source: loadSymbol(m, at),
    target: loadSymbol(m, at + 64),
    steps: m.loadList(at + 128, 104, loadStep),
  };
}

export function loadPathReply(m: Abi, at: number): t.PathReply {
  switch (m.u8(at)) {
    case 0:
      return { tag: "done", val: loadPathPage(m, at + 4) };
    case 1:
      return { tag: "ask", val: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadPiece(m: Abi, at: number): t.Piece {
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

export function loadPrepareReply(m: Abi, at: number): t.PrepareReply {
  switch (m.u8(at)) {
    case 0:
      return { tag: "done", val: loadPrepared(m, at + 4) };
    case 1:
      return { tag: "ask", val: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadPrepared(m: Abi, at: number): t.Prepared {
  return {
    pieces: m.loadList(at, 64, loadPiece),
    tokens: m.u32(at + 8),
    text: m.text(at + 12),
    files: m.loadList(at + 20, 24, loadRankedFile),
    unknownFocus: m.loadList(at + 28, 8, (m, at) => m.text(at)),
  };
}

export function loadRankedFile(m: Abi, at: number): t.RankedFile {
  return {
    path: m.text(at),
    score: m.f64(at + 8),
    factors: m.loadList(at + 16, 16, loadFactor),
  };
}

export function loadRefusal(m: Abi, at: number): t.Refusal {
  return {
    path: m.text(at),
    error: loadError(m, at + 8),
  };
}

export function loadRepositoryMap(m: Abi, at: number): t.RepositoryMap {
  return {
    text: m.text(at),
    tokens: m.u32(at + 8),
    nFiles: m.u32(at + 12),
    nSymbols: m.u32(at + 16),
    unknownFocus: m.loadList(at + 20, 8, (m, at) => m.text(at)),
  };
}

export function loadRequest(m: Abi, at: number): t.Request {
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

export function loadRow(m: Abi, at: number): t.Row {
  return {
    key: m.loadBytes(at),
    value: m.loadBytes(at + 8),
  };
}

export function loadSettled(m: Abi, at: number): t.Settled {
  return {
    effects: loadEffects(m, at),
    nUnsettled: m.u32(at + 40),
  };
}

export function loadStatusReply(m: Abi, at: number): t.StatusReply {
  switch (m.u8(at)) {
    case 0:
      return { tag: "done", val: loadMemoryStatus(m, at + 8) };
    case 1:
      return { tag: "ask", val: loadAsk(m, at + 8) };
    default:
      return m.noCase();
  }
}

export function loadStep(m: Abi, at: number): t.Step {
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

export function loadSymbol(m: Abi, at: number): t.Symbol {
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

export function loadUnknownName(m: Abi, at: number): t.UnknownName {
  return {
    name: m.text(at),
    suggestions: m.loadList(at + 8, 8, (m, at) => m.text(at)),
  };
}

export function loadUnlinkable(m: Abi, at: number): t.Unlinkable {
  return {
    effects: loadEffects(m, at),
    path: m.u8(at + 40) === 0 ? undefined : m.text(at + 44),
  };
}

export function loadVerdict(m: Abi, at: number): t.Verdict {
  switch (m.u8(at)) {
    case 0:
      return { tag: "read", val: m.text(at + 4) };
    case 1:
      return { tag: "skip", val: m.case(SKIP_REASON, at + 4) };
    default:
      return m.noCase();
  }
}

export function loadWalkPage(m: Abi, at: number): t.WalkPage {
  return {
    symbol: loadSymbol(m, at),
    steps: m.loadList(at + 64, 104, loadStep),
    nSteps: m.u32(at + 72),
  };
}

export function loadWalkReply(m: Abi, at: number): t.WalkReply {
  switch (m.u8(at)) {
    case 0:
      return { tag: "done", val: loadWalkPage(m, at + 4) };
    case 1:
      return { tag: "ask", val: loadAsk(m, at + 4) };
    default:
      return m.noCase();
  }
}
