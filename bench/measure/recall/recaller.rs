//! Recallers: the engine, and the methods with which it is compared.

use std::collections::BTreeSet;
use std::error::Error;
use std::time::Duration;

use super::set::{Doc, Query};

/// The greatest number of results, which is the engine's default.
pub(super) const LIMIT: usize = 10;

/// What an answer lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ListUnit {
    /// Texts.
    Text,
    /// Sessions, each ranked by its best text.
    Session,
}

/// A question to a recaller.
#[derive(Clone, Copy, Debug)]
pub(super) struct AskedQuery<'q> {
    /// The index of the question in its set.
    pub(super) at: usize,
    pub(super) query: &'q Query,
    pub(super) unit: ListUnit,
    /// The ids of texts that are removed before the question is asked, and restored afterwards.
    pub(super) removed: &'q BTreeSet<String>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Answer {
    /// Ids, best first, at most `LIMIT`.
    pub(super) ids: Vec<String>,
    /// The fit of the best result, comparable between questions.
    pub(super) fit: f64,
    pub(super) took: Duration,
}

/// A method of finding texts by a question.
pub(super) trait Recaller {
    fn name(&self) -> &str;

    /// Adds texts after those that it has.
    fn add(&mut self, docs: &[Doc]) -> Result<(), Box<dyn Error>>;

    fn ask(&mut self, asked: AskedQuery<'_>) -> Result<Answer, Box<dyn Error>>;

    /// The bytes of its index, without the texts.
    fn n_bytes(&self) -> u64;
}

/// The ids of the first results, or of the first result of each session; `docs` are ids and sessions, best first.
pub(super) fn first_ids<'d>(docs: impl Iterator<Item = (&'d str, &'d str)>, unit: ListUnit) -> Vec<String> {
    let mut seen_names = BTreeSet::new();
    let names = docs.map(|(id, session)| if unit == ListUnit::Text { id } else { session });
    names.filter(|name| seen_names.insert(*name)).take(LIMIT).map(str::to_owned).collect()
}
