//! One entry that `init` writes to a file, in the format of that file.

use super::edit::{EntryState, Hunk, is_blank};
use super::toml::Table;
use super::{json, paragraph};

#[derive(Clone, Debug)]
pub(super) enum SettingsEntry {
    Json(json::JsonEntry),
    Toml(Table),
    Paragraph,
}

/// The names of the containers around an entry, outermost first.
pub(super) type ContainerPath = Vec<String>;

impl SettingsEntry {
    /// The state of the entry in a text; `is_known` tells whether this program wrote a given text.
    ///
    /// # Errors
    /// Why the text cannot be changed, with the place.
    pub(super) fn state(&self, text: &str, is_known: &dyn Fn(&str) -> bool) -> Result<EntryState, String> {
        match self {
            SettingsEntry::Json(entry) => entry.state(text),
            SettingsEntry::Toml(table) => table.state(text),
            SettingsEntry::Paragraph => Ok(paragraph::state(text, is_known)),
        }
    }

    /// The hunks that add the entry to a text without it, and the containers that are created for it.
    ///
    /// # Errors
    /// As for [`SettingsEntry::state`].
    pub(super) fn hunks_to_add(&self, text: &str) -> Result<(Vec<Hunk>, Vec<ContainerPath>), String> {
        match self {
            SettingsEntry::Json(entry) => entry.hunks_to_add(text),
            SettingsEntry::Toml(table) => Ok((table.hunks_to_add(text)?, Vec::new())),
            SettingsEntry::Paragraph => Ok((vec![paragraph::hunk_to_add(text)], Vec::new())),
        }
    }

    /// The hunks that remove the entry. They also remove containers that `init` made for it and that hold nothing else.
    ///
    /// # Errors
    /// As for [`SettingsEntry::state`].
    pub(super) fn hunks_to_remove(&self, text: &str, is_made: &dyn Fn(&[&str]) -> bool) -> Result<Vec<Hunk>, String> {
        match self {
            SettingsEntry::Json(entry) => entry.hunks_to_remove(text, is_made),
            SettingsEntry::Toml(table) => table.hunks_to_remove(text),
            SettingsEntry::Paragraph => Ok(paragraph::hunk_to_remove(text).into_iter().collect()),
        }
    }

    /// Whether a text in this format has no content: it is blank, or JSON without members other than `$schema`.
    pub(super) fn is_empty_document(&self, text: &str) -> bool {
        is_blank(text) || matches!(self, SettingsEntry::Json(_)) && json::is_empty_document(text)
    }

    /// The written text, as it is shown to the user.
    pub(super) fn display_text(&self) -> String {
        match self {
            SettingsEntry::Json(entry) => {
                let names = entry.path.iter().copied().chain(entry.name).collect::<Vec<_>>().join(".");
                format!("{names}: {}", entry.values[0])
            }
            SettingsEntry::Toml(table) => table.bodies[0].clone(),
            SettingsEntry::Paragraph => paragraph::PARAGRAPH.trim_end().to_owned(),
        }
    }

    /// The name of the entry in messages.
    pub(super) fn name(&self) -> String {
        match self {
            SettingsEntry::Json(json::JsonEntry { name: Some(name), .. }) => format!("entry {name}"),
            SettingsEntry::Json(json::JsonEntry { path, .. }) => {
                format!("hook for {}", path.last().copied().unwrap_or_default())
            }
            SettingsEntry::Toml(table) => format!("table {}.{}", table.outer, table.name),
            SettingsEntry::Paragraph => "paragraph".to_owned(),
        }
    }
}
