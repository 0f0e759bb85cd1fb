//! Renders pieces as text for a prompt. Not here: how a prompt quotes code (`text::quoted_code`).

use alloc::string::String;

use super::pick::PieceForm;
use crate::graph::lang::LANGUAGES;
use crate::graph::model::SymbolId;
use crate::graph::space::GraphSpace;
use crate::text::quoted_code::{QuotedBlock, SIGNATURE_ONLY, STALE_SIGNATURE};

/// The text of a piece, without the heading of its file.
pub(super) fn piece_text(space: &GraphSpace, symbol: SymbolId, form: PieceForm, text: &str) -> String {
    let at = space.graph.symbol(symbol);
    let (last_line, note) = match form {
        PieceForm::Source => (at.last_line, ""),
        PieceForm::Signature => (at.first_line, SIGNATURE_ONLY),
        PieceForm::StaleSignature => (at.first_line, STALE_SIGNATURE),
    };
    let name = &space.graph.qualified_name(symbol);
    let language = LANGUAGES[usize::from(space.graph.file(at.file).language)].name;
    QuotedBlock { first_line: at.first_line, last_line, name, note, language, text }.block()
}
