//! Pieces as text for a prompt: source in fenced blocks under its path and lines.
//!
//! Quoted text is data: its fence is longer than any run of backticks in it, and paths and names are shown without
//! control characters and backticks, so nothing in a repository can end its own quotation.

use alloc::string::String;

use super::pick::PieceForm;
use crate::graph::lang::LANGUAGES;
use crate::graph::model::SymbolId;
use crate::graph::space::GraphSpace;
use crate::text::shown::unquoted;

/// The heading for a file.
pub(super) fn file_heading(path: &str) -> String {
    format!("## {}\n\n", unquoted(path))
}

/// The text of a piece, without the heading of its file.
pub(super) fn piece_text(space: &GraphSpace, symbol: SymbolId, form: PieceForm, text: &str) -> String {
    let at = space.graph.symbol(symbol);
    let name = unquoted(&space.graph.qualified_name(symbol));
    let language = LANGUAGES[usize::from(space.graph.file(at.file).language)].name;
    let lines = match form {
        PieceForm::Source if at.first_line < at.last_line => format!("Lines {}-{}", at.first_line, at.last_line),
        _ => format!("Line {}", at.first_line),
    };
    let note = match form {
        PieceForm::Source => "",
        PieceForm::Signature => " (signature only)",
        PieceForm::StaleSignature => " (signature only: the file has changed)",
    };
    let fence = "`".repeat(longest_run(text).max(2) + 1);
    let end = if text.ends_with('\n') { "" } else { "\n" };
    format!("{lines}, `{name}`{note}:\n{fence}{language}\n{text}{end}{fence}\n\n")
}

/// The length of the longest run of backticks.
fn longest_run(text: &str) -> usize {
    text.split(|char| char != '`').map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fence_is_longer_than_any_run_of_backticks_within() {
        assert_eq!(longest_run(""), 0);
        assert_eq!(longest_run("a `b` ````c"), 4);
    }

    #[test]
    fn names_cannot_break_out_of_their_line() {
        assert_eq!(file_heading("a`b\n# c.py"), "## a\u{fffd}b\u{fffd}# c.py\n\n");
        assert_eq!(file_heading("a\u{2028}## trusted"), "## a\u{fffd}## trusted\n\n");
    }
}
