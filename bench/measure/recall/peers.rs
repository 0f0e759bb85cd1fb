//! Baselines within this program: newest first, and plain BM25.

use std::collections::BTreeMap;
use std::error::Error;

use super::recaller::{Answer, AskedQuery, Recaller, first_ids};
use super::set::Doc;
use crate::time;

/// Gives the newest texts first, whatever the question is.
#[derive(Default)]
pub(super) struct Recency {
    docs: Vec<Doc>,
}

impl Recaller for Recency {
    fn name(&self) -> &str {
        "newest first"
    }

    fn add(&mut self, docs: &[Doc]) -> Result<(), Box<dyn Error>> {
        self.docs.extend_from_slice(docs);
        Ok(())
    }

    fn ask(&mut self, asked: AskedQuery<'_>) -> Result<Answer, Box<dyn Error>> {
        let newest = self.docs.iter().rev().filter(|doc| !asked.removed.contains(&doc.id));
        let (ids, took) = time(|| first_ids(newest.map(|doc| (doc.id.as_str(), doc.session.as_str())), asked.unit));
        Ok(Answer { ids, fit: 1.0, took })
    }

    fn n_bytes(&self) -> u64 {
        0
    }
}

/// The usual parameters of BM25.
const K1: f64 = 1.2;
const B: f64 = 0.75;

/// Plain BM25 over lower-case words, without stems.
#[derive(Default)]
pub(super) struct Bm25 {
    docs: Vec<Doc>,
    lengths: Vec<f64>,
    /// For each word, the texts that contain it, and how often.
    postings: BTreeMap<String, Vec<(usize, f64)>>,
}

impl Bm25 {
    /// The texts that contain a word of the question, with their scores, best first.
    fn ranked(&self, asked: AskedQuery<'_>) -> Vec<(f64, usize)> {
        let is_gone = |at: usize| asked.removed.contains(&self.docs[at].id);
        let n_docs = (self.docs.len() - asked.removed.len()) as f64;
        let mean_length = self.lengths.iter().sum::<f64>() / (self.docs.len() as f64).max(1.0);
        let mut scores: BTreeMap<usize, f64> = BTreeMap::new();
        for word in counts(&asked.query.q).keys() {
            let postings: Vec<(usize, f64)> = self.postings.get(word).cloned().unwrap_or_default();
            let postings: Vec<(usize, f64)> = postings.into_iter().filter(|(at, _)| !is_gone(*at)).collect();
            let rarity = (1.0 + (n_docs - postings.len() as f64 + 0.5) / (postings.len() as f64 + 0.5)).ln();
            for (at, n_times) in postings {
                let denominator = n_times + K1 * (1.0 - B + B * self.lengths[at] / mean_length);
                *scores.entry(at).or_default() += rarity * n_times * (K1 + 1.0) / denominator;
            }
        }
        let mut ranked: Vec<(f64, usize)> = scores.into_iter().map(|(at, score)| (score, at)).collect();
        ranked.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
        ranked
    }
}

impl Recaller for Bm25 {
    fn name(&self) -> &str {
        "plain BM25"
    }

    fn add(&mut self, docs: &[Doc]) -> Result<(), Box<dyn Error>> {
        for doc in docs {
            let counts = counts(&doc.text);
            self.lengths.push(counts.values().sum());
            for (word, n_times) in counts {
                self.postings.entry(word).or_default().push((self.docs.len(), n_times));
            }
            self.docs.push(doc.clone());
        }
        Ok(())
    }

    fn ask(&mut self, asked: AskedQuery<'_>) -> Result<Answer, Box<dyn Error>> {
        let (ranked, took) = time(|| self.ranked(asked));
        let fit = ranked.first().map_or(0.0, |(score, _)| *score);
        let docs = ranked.iter().map(|(_, at)| &self.docs[*at]);
        Ok(Answer { ids: first_ids(docs.map(|doc| (doc.id.as_str(), doc.session.as_str())), asked.unit), fit, took })
    }

    fn n_bytes(&self) -> u64 {
        let word_bytes =
            |(word, postings): (&String, &Vec<(usize, f64)>)| word.len() + postings.len() * size_of::<(usize, f64)>();
        self.postings.iter().map(word_bytes).sum::<usize>() as u64
    }
}

fn counts(text: &str) -> BTreeMap<String, f64> {
    let mut counts = BTreeMap::new();
    for word in text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()) {
        *counts.entry(word.to_lowercase()).or_default() += 1.0;
    }
    counts
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::recaller::ListUnit;
    use super::super::set::Query;
    use super::*;

    fn asked(recaller: &mut dyn Recaller, q: &str, unit: ListUnit, removed_ids: &[&str]) -> Vec<String> {
        let query = Query { q: q.to_owned(), ..Query::default() };
        let removed_ids: BTreeSet<String> = removed_ids.iter().map(|id| (*id).to_owned()).collect();
        recaller.ask(AskedQuery { at: 0, query: &query, unit, removed: &removed_ids }).expect("an answer").ids
    }

    fn docs() -> Vec<Doc> {
        [("a", "one", "the cookie"), ("b", "one", "the cookie of the long, long story"), ("c", "two", "the story")]
            .map(|(id, session, text)| Doc {
                id: id.to_owned(),
                session: session.to_owned(),
                text: text.to_owned(),
                ..Doc::default()
            })
            .to_vec()
    }

    #[test]
    fn a_short_text_with_a_rare_word_comes_first_and_what_is_gone_does_not_count() {
        let mut bm25 = Bm25::default();
        bm25.add(&docs()).expect("room");
        assert_eq!(asked(&mut bm25, "which Cookie?", ListUnit::Text, &[]), ["a", "b"]);
        assert_eq!(asked(&mut bm25, "cookie story", ListUnit::Session, &["a", "b"]), ["two"]);
    }

    #[test]
    fn the_newest_text_comes_first_whatever_is_asked() {
        let mut recency = Recency::default();
        recency.add(&docs()).expect("room");
        assert_eq!(asked(&mut recency, "cookie", ListUnit::Text, &["c"]), ["b", "a"]);
        assert_eq!(asked(&mut recency, "cookie", ListUnit::Session, &[]), ["two", "one"]);
    }
}
