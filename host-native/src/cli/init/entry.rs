//! One thing that is written to a file, in the form of that file.

use super::edit::{Hunk, Stands, is_blank};
use super::toml::Table;
use super::{json, paragraph};

#[derive(Clone, Debug)]
pub(super) enum Entry {
    Json(json::Entry),
    Toml(Table),
    Paragraph,
}

/// The names that lead to a container.
pub(super) type Path = Vec<String>;

impl Entry {
    /// How it stands in a text, for somebody who knows what they wrote before.
    ///
    /// # Errors
    /// Why the text cannot be changed, with the place.
    pub(super) fn stands(&self, text: &str, is_known: &dyn Fn(&str) -> bool) -> Result<Stands, String> {
        match self {
            Entry::Json(entry) => entry.stands(text),
            Entry::Toml(table) => table.stands(text),
            Entry::Paragraph => Ok(paragraph::stands(text, is_known)),
        }
    }

    /// What adds it to a text that has none, and the containers that are made for it.
    ///
    /// # Errors
    /// As for [`Entry::stands`].
    pub(super) fn added(&self, text: &str) -> Result<(Vec<Hunk>, Vec<Path>), String> {
        match self {
            Entry::Json(entry) => entry.added(text),
            Entry::Toml(table) => Ok((table.added(text)?, Vec::new())),
            Entry::Paragraph => Ok((vec![paragraph::added(text)], Vec::new())),
        }
    }

    /// What takes it away, with the containers that hold nothing else and were made for it.
    ///
    /// # Errors
    /// As for [`Entry::stands`].
    pub(super) fn removed(&self, text: &str, is_made: &dyn Fn(&[&str]) -> bool) -> Result<Vec<Hunk>, String> {
        match self {
            Entry::Json(entry) => entry.removed(text, is_made),
            Entry::Toml(table) => table.removed(text),
            Entry::Paragraph => Ok(paragraph::removed(text).into_iter().collect()),
        }
    }

    /// Whether a text of this form says nothing.
    pub(super) fn is_nothing(&self, text: &str) -> bool {
        is_blank(text) || matches!(self, Entry::Json(_)) && json::is_nothing(text)
    }

    /// What is written, in a line or some.
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

    /// What a person calls it.
    pub(super) fn name(&self) -> String {
        match self {
            Entry::Json(json::Entry { name: Some(name), .. }) => format!("entry {name}"),
            Entry::Json(json::Entry { path, .. }) => format!("hook for {}", path.last().copied().unwrap_or_default()),
            Entry::Toml(table) => format!("table {}.{}", table.outer, table.name),
            Entry::Paragraph => "paragraph".to_owned(),
        }
    }
}
