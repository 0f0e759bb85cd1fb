//! Finding symbols by words: of their names, signatures and docs.
//!
//! Two steps, so that only a few files' details are read: files are ranked by the words of their names and docs, then
//! the symbols of the best by their own.

use alloc::vec::Vec;

use super::find::{FindQuestion, Fit, Scored};
use crate::ask::Reply;
use crate::error::Error;
use crate::graph::links::FileId;
use crate::map::Map;
use crate::memory::Memory;
use crate::order;
use crate::row::key::Room;
use crate::row::words::{Field, Words};
use crate::text::terms::{QueryTerm, Term, query_terms, terms};

/// Files whose symbols are looked at.
const MOST_FILES: usize = 40;
/// A symbol with less than this share of the question's weight does not fit.
const LEAST_SHARE: f64 = 0.34;

impl Memory {
    /// Symbols whose words fit the question's.
    pub(super) fn by_words(&mut self, question: &FindQuestion) -> Result<Reply<Vec<Scored>>, Error> {
        if let Some(ask) = self.need(Room::Outline).or_else(|| self.need(Room::Words)) {
            return Ok(Reply::Ask(ask));
        }
        let asked = query_terms(&question.text);
        let weights = self.rarities(&asked);
        let files = self.files_with(&asked, &weights, &question.path_prefix);
        if let Some(ask) = self.need_details(files.iter().copied()) {
            return Ok(Reply::Ask(ask));
        }
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
        Ok(Reply::Done(found))
    }

    /// How rare each term is among files: `ln(1 + (N - n + 0.5) / (n + 0.5))`, BM25's inverse document frequency.
    fn rarities(&self, asked: &[QueryTerm]) -> Vec<f64> {
        let mut n_with = vec![0u32; asked.len()];
        for (id, _) in self.graph.files() {
            let Some(words) = self.words_of(id) else { continue };
            for (n, term) in n_with.iter_mut().zip(asked) {
                *n += u32::from(words.get(term.term).is_some());
            }
        }
        let n_files = self.graph.n_files() as f64;
        n_with.iter().map(|&n| libm::log(1.0 + (n_files - f64::from(n) + 0.5) / (f64::from(n) + 0.5))).collect()
    }

    /// The files that hold the most of the question among the words of their names and docs.
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
        // Files come by path, and the sort is stable: equal scores stay in that order.
        order::sort_by(&mut scored, |one, other| other.0.total_cmp(&one.0));
        scored.into_iter().take(MOST_FILES).map(|(_, id)| id).collect()
    }

    /// A file's words, once the room is loaded.
    pub(crate) fn words_of(&self, file: FileId) -> Option<Words<'_>> {
        Words::read(self.words_bytes(file)?)
    }
}

/// The weight of the question's terms that a text holds.
fn share(asked: &[QueryTerm], weights: &[f64], text: &str) -> f64 {
    let mut held: Map<Term, ()> = Map::default();
    terms(text, &mut |term| {
        held.insert(term, ());
    });
    asked.iter().zip(weights).filter(|(term, _)| held.contains_key(&term.term)).map(|(_, weight)| weight).sum()
}
