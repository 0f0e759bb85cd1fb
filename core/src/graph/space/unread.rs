//! Numbers of files in languages that are not parsed.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::GraphSpace;
use crate::base::error::Error;
use crate::base::sort;
use crate::effects::Effects;
use crate::graph::lang::unread::{UNREAD_LANGUAGES, unread_language_of};

/// Greatest number of extensions in one call.
const MAX_ENDINGS: usize = 100_000;

/// The number of files that have an extension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndingCount {
    /// The extension, without the dot.
    pub ending: String,
    /// Number of files with the extension in the indexed folder.
    pub n_files: u32,
}

/// The number of files in a language that is not parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadLanguage {
    /// The name of the language.
    pub language: String,
    /// Number of files in the language in the indexed folder.
    pub n_files: u32,
}

impl GraphSpace {
    /// Replaces the numbers of files that are not parsed. Extensions of no programming language are ignored.
    ///
    /// This completes a first run, even of an empty folder: from then on questions are answered.
    pub(crate) fn set_unread_counts(&mut self, endings: &[EndingCount]) -> Result<Effects, Error> {
        self.check_writing()?;
        Error::check_limit("endings", endings.len(), MAX_ENDINGS)?;
        let mut counts: BTreeMap<u32, u32> = BTreeMap::new();
        for EndingCount { ending, n_files } in endings {
            if let Some(language) = unread_language_of(ending) {
                let count = counts.entry(language as u32).or_default();
                *count = count.saturating_add(*n_files);
            }
        }
        let counts: Vec<(u32, u32)> = counts.into_iter().filter(|&(_, n_files)| n_files > 0).collect();
        let mut effects = self.start_effects();
        if counts != self.unread || !self.is_indexed() {
            self.unread = counts;
            self.finish_generation(&mut effects);
        }
        Ok(effects)
    }

    /// The languages that are not parsed, by descending number of files, then by name.
    pub(crate) fn unread_languages(&self) -> Vec<UnreadLanguage> {
        let mut counts = self.unread.clone();
        sort::sort_by_key(&mut counts, |&(language, n_files)| (Reverse(n_files), language));
        let with_name = |(language, n_files): (u32, u32)| {
            let (name, _) = UNREAD_LANGUAGES.get(language as usize)?;
            Some(UnreadLanguage { language: (*name).to_owned(), n_files })
        };
        counts.into_iter().filter_map(with_name).collect()
    }
}
