//! What is in the folder beside the graph: files of languages that are not read. Every list of the graph says so.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::GraphSpace;
use crate::base::error::Error;
use crate::base::sort;
use crate::effects::Effects;
use crate::graph::lang::unread::{UNREAD, unread};

/// The most endings in one call.
const MAX_ENDINGS: usize = 100_000;

/// How many files have an ending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndingCount {
    /// Without the dot.
    pub ending: String,
    /// The number of files.
    pub n_files: u32,
}

/// The files of a language that is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadLanguage {
    /// The name of the language.
    pub language: String,
    /// The number of files.
    pub n_files: u32,
}

impl GraphSpace {
    /// Replaces what is known of files that are not read. Endings that are of no programming language are ignored. It ends a first run, also
    /// of a folder without a file: from then on questions are answered.
    pub(crate) fn tell_unread(&mut self, endings: &[EndingCount]) -> Result<Effects, Error> {
        self.check_writing()?;
        Error::check_limit("endings", endings.len(), MAX_ENDINGS)?;
        let mut counts: BTreeMap<u32, u32> = BTreeMap::new();
        for EndingCount { ending, n_files } in endings {
            if let Some(language) = unread(ending) {
                let count = counts.entry(language as u32).or_default();
                *count = count.saturating_add(*n_files);
            }
        }
        let counts: Vec<(u32, u32)> = counts.into_iter().filter(|&(_, n_files)| n_files > 0).collect();
        let mut effects = self.start_effects();
        if counts != self.unread || !self.is_indexed() {
            self.unread = counts;
            self.advance(&mut effects);
        }
        Ok(effects)
    }

    /// The languages that are not read, those with the most files first, then by name.
    pub(crate) fn unread_languages(&self) -> Vec<UnreadLanguage> {
        let mut counts = self.unread.clone();
        sort::sort_by_key(&mut counts, |&(language, n_files)| (Reverse(n_files), language));
        let named = |(language, n_files): (u32, u32)| {
            let (name, _) = UNREAD.get(language as usize)?;
            Some(UnreadLanguage { language: (*name).to_owned(), n_files })
        };
        counts.into_iter().filter_map(named).collect()
    }
}
