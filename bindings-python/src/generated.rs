//! The records and enumerations that answers are made of. Written by `cargo xtask records` from `wit/`: change that.

use crate::convert::{records, words};

words! {
    graph::SkipReason,
    graph::SymbolKind,
    graph::EdgeKind,
    graph::Strategy,
    recall::PieceForm,
}

records! {
    types::Candidate { id, path, first_line }
    types::DamagedRow { key, path }
    types::Factor { name, value }
    graph::Symbol { id, name, qualified_name, kind, path, first_line, last_line, signature, doc, tokens }
    graph::Found { symbol, score, factors }
    graph::FindPage { hits, n_hits }
    graph::Outlined { symbol, depth }
    graph::FileOutline { path, language, hash, n_lines, has_errors, symbols }
    graph::Step { symbol, via, edge, strategy, confidence, path, line, depth }
    graph::WalkPage { symbol, steps, n_steps }
    graph::PathPage { source, target, steps }
    graph::HierarchyPage { symbol, above, n_above, below, n_below }
    graph::Dependency { name, external, n_edges, line, depth }
    graph::DependencyPage { dependencies, n_dependencies }
    graph::RepositoryMap { text, tokens, n_files, n_symbols, unknown_focus }
    memory::LanguageStatus { language, n_files, n_lines, n_bytes }
    memory::MemoryStatus { generation, n_files, n_unsettled, n_symbols, n_edges, n_unlinked, languages, n_vendored, n_with_errors, live_bytes, damaged }
    recall::Piece { id, path, first_line, last_line, form, text, tokens, score, why, factors }
    recall::RankedFile { path, score, factors }
    recall::Prepared { pieces, tokens, text, files, unknown_focus }
}
