//! Finding symbols by the words of their names, signatures and docs.
//!
//! Works in two steps, so that the details of only a few files are read: files are ranked by the words of their names
//! and docs, then the symbols of the best files by their own words.

use alloc::vec::Vec;

use super::find::{FindQuestion, Fit, Scored};
use crate::ask::Attempt;
use crate::base::map::Map;
use crate::base::sort;
use crate::graph::model::FileId;
use crate::graph::space::GraphSpace;
use crate::graph::stored::keyspace::Keyspace;
use crate::graph::stored::words::{Field, Words};
use crate::text::bm25;
use crate::text::terms::{QueryTerm, Term, query_terms, terms};

/// The number of files whose symbols are ranked.
const MOST_FILES: usize = 40;
/// A symbol needs at least this share of the query's weight to match.
const LEAST_SHARE: f64 = 0.34;

impl GraphSpace {
    /// Symbols that match the words of the query.
    pub(super) fn by_words(&mut self, question: &FindQuestion) -> Attempt<Vec<Scored>> {
        self.need(Keyspace::Outline)?;
        self.need(Keyspace::Words)?;
        let asked = query_terms(&question.text);
        let weights = self.rarities(&asked);
        let files = self.files_with(&asked, &weights, &question.path_prefix);
        self.need_details(files.iter().copied())?;
        let whole: f64 = weights.iter().sum();
        let mut found = Vec::new();
        for file in files {
            for &symbol in &self.graph.file(file).symbols {
                if !self.is_wanted(symbol, question) {
                    continue;
                }
                let detail = self.detail(symbol);
                let name = self.graph.names.text(self.graph.symbol(symbol).name);
                let text = format!("{name} {} {}", detail.signature, detail.doc);
                let share = share(&asked, &weights, &text) / whole.max(f64::MIN_POSITIVE);
                if share >= LEAST_SHARE {
                    found.push(self.scored(symbol, Fit::Words(share)));
                }
            }
        }
        Ok(found)
    }

    /// The inverse document frequency of each term.
    fn rarities(&self, asked: &[QueryTerm]) -> Vec<f64> {
        let mut n_with = vec![0u32; asked.len()];
        for (id, _) in self.graph.files() {
            let Some(words) = self.words_of(id) else { continue };
            for (n, term) in n_with.iter_mut().zip(asked) {
                *n += u32::from(words.get(term.term).is_some());
            }
        }
        n_with.iter().map(|&n| bm25::rarity(n, self.graph.n_files())).collect()
    }

    /// The files whose names and docs match the query best.
    fn files_with(&self, asked: &[QueryTerm], weights: &[f64], prefix: &str) -> Vec<FileId> {
        let mut scored: Vec<(f64, FileId)> = Vec::new();
        for (id, _) in self.graph.files_below(prefix) {
            let Some(words) = self.words_of(id) else { continue };
            let mut score = 0.0;
            for (term, weight) in asked.iter().zip(weights) {
                let Some(counts) = words.get(term.term) else { continue };
                let in_names = counts[Field::Names as usize] > 0 || counts[Field::Docs as usize] > 0;
                score += if in_names { *weight } else { weight * 0.1 };
            }
            if score > 0.0 {
                scored.push((score, id));
            }
        }
        // Files are by path, and the sort is stable: ties keep that order.
        sort::sort_by(&mut scored, |one, other| other.0.total_cmp(&one.0));
        scored.into_iter().take(MOST_FILES).map(|(_, id)| id).collect()
    }

    /// A file's words, if the keyspace is loaded.
    pub(crate) fn words_of(&self, file: FileId) -> Option<Words<'_>> {
        Words::read(self.words_bytes(file)?)
    }
}

/// The weight of the query terms that occur in a text.
fn share(asked: &[QueryTerm], weights: &[f64], text: &str) -> f64 {
    let mut held: Map<Term, ()> = Map::default();
    terms(text, &mut |term| {
        held.insert(term, ());
    });
    asked.iter().zip(weights).filter(|(term, _)| held.contains_key(&term.term)).map(|(_, weight)| weight).sum()
}
