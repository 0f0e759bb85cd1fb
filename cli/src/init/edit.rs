//! Hunks: reversible edits of a text in one place.

use std::iter::successors;

/// A replacement at one place in a text, which can be undone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Hunk {
    /// The byte offset of the replacement.
    pub(super) offset: usize,
    pub(super) removed: String,
    pub(super) inserted: String,
}

impl Hunk {
    pub(super) fn insertion(at: usize, text: impl Into<String>) -> Hunk {
        Hunk { offset: at, removed: String::new(), inserted: text.into() }
    }

    /// A hunk that cuts the text between two offsets.
    pub(super) fn removal(text: &str, from: usize, to: usize) -> Hunk {
        Hunk { offset: from, removed: text[from..to].to_owned(), inserted: String::new() }
    }

    /// The text with the change applied; `None` if the text at the offset differs.
    pub(super) fn apply(&self, text: &str) -> Option<String> {
        replaced(text, self.offset, &self.removed, &self.inserted)
    }

    /// The text with the change undone; `None` if the text at the offset differs.
    pub(super) fn undo(&self, text: &str) -> Option<String> {
        replaced(text, self.offset, &self.inserted, &self.removed)
    }
}

fn replaced(text: &str, at: usize, old: &str, new: &str) -> Option<String> {
    let rest = text.get(at..)?.strip_prefix(old)?;
    Some(format!("{}{new}{rest}", &text[..at]))
}

/// Applies hunks one after the other, each to the result of the one before; `None` if one does not fit.
pub(super) fn apply_all(text: &str, hunks: &[Hunk]) -> Option<String> {
    hunks.iter().try_fold(text.to_owned(), |text, hunk| hunk.apply(&text))
}

/// Undoes hunks in reverse order; `None` if one does not fit.
pub(super) fn undo_all(text: &str, hunks: &[Hunk]) -> Option<String> {
    hunks.iter().rev().try_fold(text.to_owned(), |text, hunk| hunk.undo(&text))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EntryState {
    Absent,
    /// The text has the entry as it would be written now.
    Same,
    /// The text has an entry that names another path of the program, or that another release wrote.
    Older,
    /// The text has an entry that a person wrote or changed.
    Foreign,
}

/// The byte order mark, which parsers of settings refuse.
pub(super) const BYTE_ORDER_MARK: char = '\u{feff}';

/// Whether a text is empty, apart from space and a byte order mark.
pub(super) fn is_blank(text: &str) -> bool {
    text.trim_start_matches(BYTE_ORDER_MARK).trim().is_empty()
}

/// `\r\n` if a text contains it, else `\n`.
pub(super) fn line_end(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

/// The offset of `lines` in a text, if they are whole lines there.
pub(super) fn find_lines(text: &str, lines: &str) -> Option<usize> {
    let next_match = |from: usize| text.get(from..)?.find(lines).map(|at| from + at);
    let is_whole = |at: &usize| {
        let end = at + lines.len();
        let begins_line = *at == 0 || text[..*at].ends_with(['\n', BYTE_ORDER_MARK]);
        begins_line && (end == text.len() || text[end..].starts_with(['\n', '\r']))
    };
    successors(next_match(0), |at| next_match(at + lines.len().max(1))).find(is_whole)
}
