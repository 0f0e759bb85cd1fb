//! Answers as JSON: the records of the component's interface, field by field, in snake_case.
//!
//! The shape is stable: fields may be added, and none is renamed or removed without a new major version.

use scrubjay::wit::Word;
use scrubjay::wit::graph::{
    Dependency, DependencyPage, FileOutline, FindPage, Found, HierarchyPage, Outlined, PathPage, RepositoryMap, Step,
    Symbol, WalkPage,
};
use scrubjay::wit::recall::{Piece, Prepared, RankedFile};
use scrubjay::wit::types::Factor;
use serde_json::{Value, json};

pub(super) fn find(page: &FindPage) -> Value {
    let hit = |found: &Found| json!({ "symbol": symbol(&found.symbol), "score": found.score, "factors": factors(&found.factors) });
    json!({ "hits": page.hits.iter().map(hit).collect::<Value>(), "n_hits": page.n_hits })
}

pub(super) fn outline(outline: &FileOutline) -> Value {
    let outlined = |one: &Outlined| json!({ "symbol": symbol(&one.symbol), "depth": one.depth });
    json!({
        "path": outline.path,
        "language": outline.language,
        "hash": outline.hash.iter().map(|byte| format!("{byte:02x}")).collect::<String>(),
        "n_lines": outline.n_lines,
        "has_errors": outline.has_errors,
        "symbols": outline.symbols.iter().map(outlined).collect::<Value>(),
    })
}

pub(super) fn walk(page: &WalkPage) -> Value {
    json!({ "symbol": symbol(&page.symbol), "steps": steps(&page.steps), "n_steps": page.n_steps })
}

pub(super) fn path(page: &PathPage) -> Value {
    json!({ "source": symbol(&page.source), "target": symbol(&page.target), "steps": steps(&page.steps) })
}

pub(super) fn hierarchy(page: &HierarchyPage) -> Value {
    json!({
        "symbol": symbol(&page.symbol),
        "above": steps(&page.above),
        "n_above": page.n_above,
        "below": steps(&page.below),
        "n_below": page.n_below,
    })
}

fn steps(steps: &[Step]) -> Value {
    let step = |step: &Step| {
        json!({
            "symbol": symbol(&step.symbol),
            "via": step.via,
            "edge": step.edge.word(),
            "strategy": step.strategy.word(),
            "confidence": step.confidence,
            "path": step.path,
            "line": step.line,
            "depth": step.depth,
        })
    };
    steps.iter().map(step).collect()
}

pub(super) fn dependencies(page: &DependencyPage) -> Value {
    let dependency = |one: &Dependency| {
        json!({
            "name": one.name,
            "external": one.external,
            "n_edges": one.n_edges,
            "line": one.line,
            "depth": one.depth,
        })
    };
    json!({
        "dependencies": page.dependencies.iter().map(dependency).collect::<Value>(),
        "n_dependencies": page.n_dependencies,
    })
}

pub(super) fn map(map: &RepositoryMap) -> Value {
    json!({
        "text": map.text,
        "tokens": map.tokens,
        "n_files": map.n_files,
        "n_symbols": map.n_symbols,
        "unknown_focus": map.unknown_focus,
    })
}

pub(super) fn prepared(prepared: &Prepared) -> Value {
    let piece = |piece: &Piece| {
        json!({
            "id": piece.id,
            "path": piece.path,
            "first_line": piece.first_line,
            "last_line": piece.last_line,
            "form": piece.form.word(),
            "text": piece.text,
            "tokens": piece.tokens,
            "score": piece.score,
            "why": piece.why,
            "factors": factors(&piece.factors),
        })
    };
    let file = |file: &RankedFile| json!({ "path": file.path, "score": file.score, "factors": factors(&file.factors) });
    json!({
        "pieces": prepared.pieces.iter().map(piece).collect::<Value>(),
        "tokens": prepared.tokens,
        "text": prepared.text,
        "files": prepared.files.iter().map(file).collect::<Value>(),
        "unknown_focus": prepared.unknown_focus,
    })
}

fn symbol(symbol: &Symbol) -> Value {
    json!({
        "id": symbol.id,
        "name": symbol.name,
        "qualified_name": symbol.qualified_name,
        "kind": symbol.kind.word(),
        "path": symbol.path,
        "first_line": symbol.first_line,
        "last_line": symbol.last_line,
        "signature": symbol.signature,
        "doc": symbol.doc,
        "tokens": symbol.tokens,
    })
}

fn factors(factors: &[Factor]) -> Value {
    factors.iter().map(|factor| json!({ "name": factor.name, "value": factor.value })).collect()
}
