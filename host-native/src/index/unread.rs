//! Counts files whose language is not read, by their endings, so that the component can name the languages.

use std::collections::BTreeMap;

use crate::wit::memory::EndingCount;

/// The name of the meta value with the counts that the component has.
pub(super) const META_UNREAD: &str = "unread";
/// The most bytes of an ending that is counted; the endings of languages are shorter.
const MAX_ENDING_BYTES: usize = 12;
/// The most endings that the component accepts.
const MAX_ENDINGS: usize = 100_000;

/// Counts of files by their endings.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Unread(BTreeMap<String, u32>);

impl Unread {
    /// Counts a file that was skipped for its language, if it has an ending of at most [`MAX_ENDING_BYTES`] bytes.
    pub(super) fn count(&mut self, path: &str) {
        let name = path.rsplit('/').next().unwrap_or(path);
        if let Some((_, ending)) =
            name.rsplit_once('.').filter(|(_, ending)| (1..=MAX_ENDING_BYTES).contains(&ending.len()))
        {
            *self.0.entry(ending.to_ascii_lowercase()).or_default() += 1;
        }
    }

    /// The counts for storage, to notice changes.
    pub(super) fn encode(&self) -> Vec<u8> {
        let lines = self.0.iter().map(|(ending, n_files)| format!("{ending} {n_files}\n"));
        lines.collect::<String>().into_bytes()
    }

    /// The counts for the component.
    pub(super) fn counts(&self) -> Vec<EndingCount> {
        let counts = self.0.iter().take(MAX_ENDINGS);
        counts.map(|(ending, &n_files)| EndingCount { ending: ending.clone(), n_files }).collect()
    }
}
