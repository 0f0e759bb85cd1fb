//! What answers questions over texts: the engine, and those that it is compared with.

use std::collections::BTreeSet;
use std::error::Error;
use std::time::Duration;

use super::set::{Doc, Query};

/// So many texts or sessions are given, as the engine does where nothing is said.
pub(super) const LIMIT: usize = 10;

/// What an answer lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    /// Texts.
    Text,
    /// Sessions, by the best of their texts.
    Session,
}

/// A question as it is asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked<'q> {
    /// Its place among the questions of its set.
    pub(super) at: usize,
    pub(super) query: &'q Query,
    pub(super) by: By,
    /// Texts, by their ids, that are taken out before it is asked, and put back after.
    pub(super) gone: &'q BTreeSet<String>,
}

/// What came back.
#[derive(Clone, Debug, Default)]
pub(super) struct Answer {
    /// Ids, best first, at most `LIMIT`; none where nothing is given.
    pub(super) ids: Vec<String>,
    /// How well the best one fits, by which one question can be told from another.
    pub(super) fit: f64,
    /// How long it took.
    pub(super) took: Duration,
}

/// What answers questions.
pub(super) trait Recaller {
    fn name(&self) -> &str;

    /// Takes texts in, after those that it has.
    fn add(&mut self, docs: &[Doc]) -> Result<(), Box<dyn Error>>;

    /// Answers a question.
    fn ask(&mut self, asked: Asked<'_>) -> Result<Answer, Box<dyn Error>>;

    /// What it keeps beside the texts so that they are found, in bytes.
    fn n_bytes(&self) -> u64;
}

/// The first of each session, in the order of the texts, which are given as ids and sessions.
pub(super) fn listed<'d>(docs: impl Iterator<Item = (&'d str, &'d str)>, by: By) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let names = docs.map(|(id, session)| if by == By::Text { id } else { session });
    names.filter(|name| seen.insert(*name)).take(LIMIT).map(str::to_owned).collect()
}
