//! The exported interfaces `graph`, `memory` and `prepare`: the code graph, and what a task needs of it.

use super::{Door, ExportResult};
use crate::bindings::exports::scrubjay::memory::{graph, memory, prepare, types};
use crate::convert::across::text;
use crate::facade::{
    self, Change, DamagedRow, EndingCount, FileQuestion, INSTALLED_FOLDERS, MapQuestion, OpenReply, PrepareQuestion,
    Resumed, StatusReply, TestsQuestion, admit, language_specs,
};
use crate::instance::with_memory;
use alloc::string::String;
use alloc::vec::Vec;

impl graph::Guest for Door {
    questions! {
        find: graph::FindQuestion => graph::FindReply,
        callers: graph::WalkQuestion => graph::WalkReply,
        callees: graph::WalkQuestion => graph::WalkReply,
        references: graph::WalkQuestion => graph::WalkReply,
        impact: graph::WalkQuestion => graph::WalkReply,
        path: graph::PathQuestion => graph::PathReply,
        hierarchy: graph::WalkQuestion => graph::HierarchyReply,
        resolve_anchors: graph::AnchorsQuestion => graph::AnchorsReply,
        unresolved: graph::UnresolvedQuestion => graph::UnresolvedReply,
        source: graph::SourceQuestion => graph::SourceReply,
        functions_at: graph::FunctionsQuestion => graph::FunctionsReply,
        documents: graph::DocumentsQuestion => graph::DocumentsReply,
        dependencies: FileQuestion => graph::DependencyReply,
        dependents: FileQuestion => graph::DependencyReply,
        map: MapQuestion => graph::MapReply,
        export: graph::ExportQuestion => graph::ExportReply,
    }

    fn tests(question: graph::TestsQuestion, resumed: Option<Resumed>) -> ExportResult<graph::WalkReply> {
        let question = TestsQuestion::from(question);
        with_memory(|memory| Ok(memory.tests(&question, resumed)?.into()))
    }

    fn languages() -> Vec<graph::Language> {
        language_specs().map(graph::Language::from).collect()
    }

    fn installed_folders() -> Vec<graph::InstalledFolder> {
        INSTALLED_FOLDERS.iter().copied().map(graph::InstalledFolder::from).collect()
    }

    fn admit(files: Vec<graph::ListedFile>) -> ExportResult<Vec<graph::Verdict>> {
        let verdicts = admit(files.iter().map(|graph::ListedFile { path, size }| (path.as_str(), *size)))?;
        Ok(verdicts.into_iter().map(graph::Verdict::from).collect())
    }

    fn outline(path: String, resumed: Option<Resumed>) -> ExportResult<graph::OutlineReply> {
        with_memory(|memory| Ok(memory.outline(&path, resumed)?.into()))
    }
}

impl memory::Guest for Door {
    fn masked(text: String) -> String {
        facade::mask_text(&text)
    }

    fn open(purpose: memory::Purpose, at: u64, resumed: Option<Resumed>) -> ExportResult<OpenReply> {
        with_memory(|memory| Ok(memory.open(purpose.into(), at, resumed)?))
    }

    fn apply(changes: Vec<Change>, now: i64, entropy: Vec<u8>) -> ExportResult<types::Effects> {
        with_memory(|memory| Ok(memory.apply(&changes, now, &entropy)?.into()))
    }

    fn tell_unread(endings: Vec<EndingCount>) -> ExportResult<types::Effects> {
        with_memory(|memory| Ok(memory.tell_unread(&endings)?.into()))
    }

    fn link(max_files: u32) -> ExportResult<memory::Linked> {
        with_memory(|memory| Ok(memory.link(max_files)?.into()))
    }

    fn quarantine() -> ExportResult<memory::Quarantined> {
        with_memory(|memory| Ok(memory.quarantine()?.into()))
    }

    fn status(resumed: Option<Resumed>) -> ExportResult<StatusReply> {
        with_memory(|memory| Ok(memory.status(resumed)?))
    }

    fn damaged() -> Vec<DamagedRow> {
        with_memory(|memory| memory.damaged())
    }

    fn digest() -> ExportResult<u64> {
        with_memory(|memory| Ok(memory.digest()?))
    }
}

impl prepare::Guest for Door {
    questions! {
        prepare: PrepareQuestion => prepare::PrepareReply,
    }
}

records! {
    facade::Linked => memory::Linked { effects: into, n_to_link: same }
    facade::Quarantined => memory::Quarantined { effects: into, path: same }
    facade::NodeKind => graph::NodeKind { name: text, named: same, leaf: same }
    facade::LanguageSpec => graph::Language { name: text, extensions: texts, kinds: kinds, fields: texts }
    facade::InstalledFolder => graph::InstalledFolder { name: text, holds: text }
    facade::Found => graph::Found { symbol: into, score: same, factors: list }
    facade::FindPage => graph::FindPage {
        hits: list, n_hits: same, suggestions: same, unmatched: same, unread: same, hints: list,
    }
    facade::Outline => graph::FileOutline {
        path: same, language: same, hash: into, n_lines: same, has_errors: same, symbols: list,
        hints: list,
    }
    facade::Outlined => graph::Outlined { symbol: into, depth: same }
    facade::Step => graph::Step {
        symbol: into, via: text, edge: into, strategy: into, confidence: same, path: text, line: same, depth: same,
        overridden: some_text,
    }
    facade::WalkPage => graph::WalkPage {
        symbol: into, meanings: list, steps: list, n_steps: same, depth_limited: same, n_unresolved: same, n_unresolved_files: same,
        unread: same, hints: list,
    }
    graph::WalkQuestion => facade::WalkQuestion {
        name: same, depth: same, limit: same, min_confidence: same, skip: same, kinds: list, path_prefix: same,
    }
    graph::TestsQuestion => facade::TestsQuestion {
        name: same, depth: same, limit: same, min_confidence: same, skip: same, kinds: list, path_prefix: same,
    }
    facade::PathPage => graph::PathPage {
        source: into, target: into, steps: list, n_unresolved: same, n_unresolved_files: same, unread: same, hints: list,
    }
    facade::HierarchyPage => graph::HierarchyPage {
        symbol: into, above: list, n_above: same, below: list, n_below: same, depth_limited: same, n_unresolved: same,
        n_unresolved_files: same, unread: same, hints: list,
    }
    facade::DependencyPage => graph::DependencyPage {
        dependencies: same, n_dependencies: same, unread: same, hints: list,
    }
    facade::RepositoryMap => graph::RepositoryMap {
        text: same, tokens: same, n_files: same, n_symbols: same, n_symbols_left_out: same, n_files_left_out: same,
        unknown_focus: same, unread: same, hints: list,
    }
    facade::ExportPage => graph::ExportPage { text: same, n_files: same, n_edges: same, next: same, hints: list }
    facade::SourcePage => graph::SourcePage {
        symbol: into, text: same, last_line: same, n_lines_left_out: same, is_changed: same,
    }
    graph::SourceQuestion => facade::SourceQuestion {
        name: same, max_lines: same, kinds: list, path_prefix: same,
    }
    facade::UnresolvedPlace => graph::UnresolvedPlace { symbol: text, edge: into, path: text, line: same }
    facade::UnresolvedPage => graph::UnresolvedPage { symbol: into, places: list, n_places: same, n_files: same, unread: same }
    graph::UnresolvedQuestion => facade::UnresolvedQuestion {
        name: same, limit: same, skip: same, kinds: list, path_prefix: same,
    }
    facade::Piece => prepare::Piece {
        id: same, path: same, first_line: same, last_line: same, form: into, text: same, tokens: same, score: same,
        why: same, factors: list,
    }
    facade::RankedFile => prepare::RankedFile { path: same, score: same, factors: list }
    facade::Prepared => prepare::Prepared {
        pieces: list, beside: same, n_beside_left_out: same, beside_tokens: same, tokens: same, text: same, files: list,
        n_files: same, n_left_out: same, unknown_focus: same, unread: same, hints: list,
    }
    facade::ResolvedAnchor => graph::ResolvedAnchor { state: into, path: same, symbol: same }
    facade::ResolvedAnchors => graph::ResolvedAnchors { anchors: list }
    facade::FunctionAt => graph::FunctionAt { symbol: into, weight: same, n_touches: same }
    facade::FunctionPage => graph::FunctionPage { functions: list, n_functions: same, unknown_paths: same }
    graph::FunctionsQuestion => facade::FunctionsQuestion { lines: same, limit: same }
    facade::FoundSection => graph::FoundSection {
        path: same, heading: same, first_line: same, last_line: same, excerpt: same, is_changed: same, score: same,
        factors: list, fit: same,
    }
    facade::DocumentPage => graph::DocumentPage {
        sections: list, strength: into, best_fit: same, n_matching: same, n_beyond_budget: same, unknown_words: same,
        n_documents: same,
    }
    graph::DocumentsQuestion => facade::DocumentsQuestion { query: same, limit: same, budget: same }
    graph::AnchorsQuestion => facade::AnchorsQuestion { anchors: same }
    graph::FindQuestion => facade::FindQuestion {
        text: same, kinds: list, path_prefix: same, limit: same, explain: same, skip: same,
    }
    graph::ExportQuestion => facade::ExportQuestion {
        format: into, path_prefix: same, around: same, depth: same, cursor: same,
    }
    graph::PathQuestion => facade::PathQuestion {
        source: same, target: same, depth: same, kinds: list, min_confidence: same,
    }
}

replies! {
    facade::FindPage => graph::FindReply
    facade::Outline => graph::OutlineReply
    facade::WalkPage => graph::WalkReply
    facade::PathPage => graph::PathReply
    facade::HierarchyPage => graph::HierarchyReply
    facade::DependencyPage => graph::DependencyReply
    facade::RepositoryMap => graph::MapReply
    facade::ExportPage => graph::ExportReply
    facade::ResolvedAnchors => graph::AnchorsReply
    facade::FunctionPage => graph::FunctionsReply
    facade::DocumentPage => graph::DocumentsReply
    facade::UnresolvedPage => graph::UnresolvedReply
    facade::SourcePage => graph::SourceReply
    facade::Prepared => prepare::PrepareReply
}

enumerations! {
    memory::Purpose => facade::Purpose { Reading, Writing }
    graph::SymbolKind => facade::SymbolKind {
        File, Module, Class, Interface, Enum, Function, Method, Constant, Variable, Field, TypeAlias, Macro, Import,
    }
    // Blocks do not leave the core. If one did, it would appear as the type that it extends.
    facade::SymbolKind => graph::SymbolKind {
        File, Module, Class, Interface, Enum, Function, Method, Constant, Variable, Field, TypeAlias, Macro, Import;
        Block as Class
    }
    graph::EdgeKind => facade::EdgeKind { Calls, Imports, Uses, Inherits, Implements, References, Contains }
    facade::EdgeKind => graph::EdgeKind { Calls, Imports, Uses, Inherits, Implements, References, Contains }
    facade::Strategy => graph::Strategy {
        Lexical, Imported, Qualified, SelfMember, SuperMember, Annotated, Constructed, Returned, FieldType, Element,
        Flow, Overridden, UniqueName,
    }
    graph::ExportFormat => facade::ExportFormat { Text, Json, Dot, Mermaid, Graphml }
    facade::AnchorState => graph::AnchorState { Same, Changed, Moved, Gone, Unknown }
    facade::SkipReason => graph::SkipReason { Language, Size, Secret, Generated, Path }
    facade::PieceForm => prepare::PieceForm { Source, Signature, StaleSignature }
}

impl From<facade::Symbol> for graph::Symbol {
    fn from(symbol: facade::Symbol) -> graph::Symbol {
        let (name, qualified_name, path) = (text(symbol.name()), text(symbol.qualified_name()), text(symbol.path()));
        let facade::Symbol { id, kind, first_line, last_line, signature, doc, tokens, .. } = symbol;
        let (kind, signature, doc) = (kind.into(), text(signature), text(doc));
        graph::Symbol { id, name, qualified_name, kind, path, first_line, last_line, signature, doc, tokens }
    }
}

impl From<facade::Verdict> for graph::Verdict {
    fn from(verdict: facade::Verdict) -> graph::Verdict {
        match verdict {
            facade::Verdict::Read(language) => graph::Verdict::Read(text(language)),
            facade::Verdict::Skip(reason) => graph::Verdict::Skip(reason.into()),
        }
    }
}
