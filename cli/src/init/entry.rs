//! One entry that `init` writes to a file, in the format of that file.

use super::edit::{EntryState, Hunk, is_blank};
use super::toml::Table;
use super::{json, paragraph};

#[derive(Clone, Debug)]
pub(super) enum Entry {
    Json(json::Entry),
    Toml(Table),
    Paragraph,
}

/// The names of the containers around an entry, outermost first.
pub(super) type Path = Vec<String>;

impl Entry {
    /// The state of the entry in a text; `is_known` tells whether this program wrote a given text.
    ///
    /// # Errors
    /// Why the text cannot be changed, with the place.
    pub(super) fn state(&self, text: &str, is_known: &dyn Fn(&str) -> bool) -> Result<EntryState, String> {
        match self {
            Entry::Json(entry) => entry.state(text),
            Entry::Toml(table) => table.state(text),
            Entry::Paragraph => Ok(paragraph::state(text, is_known)),
        }
    }

    /// The hunks that add the entry to a text without it, and the containers that are created for it.
    ///
    /// # Errors
    /// As for [`Entry::state`].
    pub(super) fn added(&self, text: &str) -> Result<(Vec<Hunk>, Vec<Path>), String> {
        match self {
            Entry::Json(entry) => entry.added(text),
            Entry::Toml(table) => Ok((table.added(text)?, Vec::new())),
            Entry::Paragraph => Ok((vec![paragraph::added(text)], Vec::new())),
        }
    }

    /// The hunks that remove the entry, and containers that `init` created for it and that hold nothing else.
    ///
    /// # Errors
    /// As for [`Entry::state`].
    pub(super) fn removed(&self, text: &str, is_made: &dyn Fn(&[&str]) -> bool) -> Result<Vec<Hunk>, String> {
        match self {
            Entry::Json(entry) => entry.removed(text, is_made),
            Entry::Toml(table) => table.removed(text),
            Entry::Paragraph => Ok(paragraph::removed(text).into_iter().collect()),
        }
    }

    /// Whether a text in this format is empty.
    pub(super) fn is_nothing(&self, text: &str) -> bool {
        is_blank(text) || matches!(self, Entry::Json(_)) && json::is_nothing(text)
    }

    /// The text that is written, for the user.
    pub(super) fn shown(&self) -> String {
        match self {
            Entry::Json(entry) => {
                let names = entry.path.iter().copied().chain(entry.name).collect::<Vec<_>>().join(".");
                format!("{names}: {}", entry.values[0])
            }
            Entry::Toml(table) => table.bodies[0].clone(),
            Entry::Paragraph => paragraph::PARAGRAPH.trim_end().to_owned(),
        }
    }

    /// The name of the entry in messages.
    pub(super) fn name(&self) -> String {
        match self {
            Entry::Json(json::Entry { name: Some(name), .. }) => format!("entry {name}"),
            Entry::Json(json::Entry { path, .. }) => format!("hook for {}", path.last().copied().unwrap_or_default()),
            Entry::Toml(table) => format!("table {}.{}", table.outer, table.name),
            Entry::Paragraph => "paragraph".to_owned(),
        }
    }
}
