//! What the cases of the component's enums are called, in answers and arguments.

use clap::builder::PossibleValuesParser;
use scrubjay::files::scan::Failure;
use scrubjay::wit::graph::{EdgeKind, SkipReason, Strategy, SymbolKind};
use scrubjay::wit::recall::PieceForm;

const KINDS: [(&str, SymbolKind); 13] = [
    ("file", SymbolKind::File),
    ("module", SymbolKind::Module),
    ("class", SymbolKind::Class),
    ("interface", SymbolKind::Interface),
    ("enum", SymbolKind::Enum),
    ("function", SymbolKind::Function),
    ("method", SymbolKind::Method),
    ("constant", SymbolKind::Constant),
    ("variable", SymbolKind::Variable),
    ("field", SymbolKind::Field),
    ("type_alias", SymbolKind::TypeAlias),
    ("macro", SymbolKind::Macro),
    ("import", SymbolKind::Import),
];

/// The names of kinds, as an argument takes them.
pub(super) fn kinds() -> PossibleValuesParser {
    PossibleValuesParser::new(KINDS.map(|(name, _)| name))
}

/// The kind of a name.
pub(super) fn kind_named(name: &str) -> Option<SymbolKind> {
    KINDS.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind)
}

/// The name of a kind.
pub(super) fn kind(kind: SymbolKind) -> &'static str {
    KINDS.iter().find(|(_, known)| *known == kind).map_or("", |(name, _)| name)
}

const EDGES: [(&str, EdgeKind); 6] = [
    ("calls", EdgeKind::Calls),
    ("imports", EdgeKind::Imports),
    ("uses", EdgeKind::Uses),
    ("inherits", EdgeKind::Inherits),
    ("implements", EdgeKind::Implements),
    ("references", EdgeKind::References),
];

/// The names of edges, as an argument takes them.
pub(super) fn edges() -> PossibleValuesParser {
    PossibleValuesParser::new(EDGES.map(|(name, _)| name))
}

/// The kind of an edge of a name.
pub(super) fn edge_named(name: &str) -> Option<EdgeKind> {
    EDGES.iter().find(|(known, _)| *known == name).map(|(_, edge)| *edge)
}

/// The name of an edge.
pub(super) fn edge(edge: EdgeKind) -> &'static str {
    EDGES.iter().find(|(_, known)| *known == edge).map_or("", |(name, _)| name)
}

/// The name of a strategy.
pub(super) fn strategy(strategy: Strategy) -> &'static str {
    match strategy {
        Strategy::Lexical => "lexical",
        Strategy::Imported => "imported",
        Strategy::Qualified => "qualified",
        Strategy::SelfMember => "self_member",
        Strategy::SuperMember => "super_member",
        Strategy::Annotated => "annotated",
        Strategy::Constructed => "constructed",
        Strategy::Returned => "returned",
        Strategy::FieldType => "field_type",
        Strategy::Element => "element",
        Strategy::Flow => "flow",
        Strategy::Overridden => "overridden",
        Strategy::UniqueName => "unique_name",
    }
}

/// The name of a piece's form.
pub(super) fn form(form: PieceForm) -> &'static str {
    match form {
        PieceForm::Source => "source",
        PieceForm::Signature => "signature",
        PieceForm::StaleSignature => "stale_signature",
    }
}

/// The name of a failure, and what it says of a file.
pub(super) fn failure(failure: Failure) -> (&'static str, &'static str) {
    let says = match failure {
        Failure::Refused => "the component refused it",
        Failure::Deadline => "it took the component too long",
        Failure::Trap => "the component failed on it",
        Failure::TimedOut => "parsing took too long",
    };
    (failure.kind(), says)
}

/// The name of a reason, and what it says of files that were left out.
pub(super) fn skip_reason(number: u8) -> (&'static str, &'static str) {
    const LANGUAGE: u8 = SkipReason::Language as u8;
    const SIZE: u8 = SkipReason::Size as u8;
    const SECRET: u8 = SkipReason::Secret as u8;
    const GENERATED: u8 = SkipReason::Generated as u8;
    match number {
        LANGUAGE => ("language", "in no known language"),
        SIZE => ("size", "over 4 MiB"),
        SECRET => ("secret", "named like secrets"),
        GENERATED => ("generated", "named as generated"),
        _ => ("path", "with an unusable path"),
    }
}
