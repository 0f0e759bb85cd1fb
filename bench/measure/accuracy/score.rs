//! Counts right, wrong and missing answers, and prints the counts.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use scrubjay_core::graph::kind::Strategy;

/// Edges with at least this confidence are counted as certain.
const SURE: f64 = 0.9;

/// The comparison of a set of answers with the truth.
#[derive(Clone, Copy, Default)]
pub(crate) struct Score {
    pub(crate) n_right: u64,
    pub(crate) n_wrong: u64,
    /// Items of the truth that no answer has.
    pub(crate) n_missing: u64,
    /// Items of the truth that an answer has.
    pub(crate) n_found: u64,
    /// Answers on which the oracle has no information.
    pub(crate) n_aside: u64,
}

impl Score {
    /// Prints `score subject rule right wrong found missing`, and `aside subject rule n` if some answers could not be
    /// judged.
    pub(crate) fn print(self, what: &str, rule: &str) {
        let Score { n_right, n_wrong, n_missing, n_found, n_aside } = self;
        println!("score {what} {rule} {n_right} {n_wrong} {n_found} {n_missing}");
        if n_aside > 0 {
            println!("aside {what} {rule} {n_aside}");
        }
    }

    /// The counts with one more answer: a right one, or a wrong one whose true item is missing.
    pub(crate) fn with_answer(self, is_right: bool) -> Score {
        let (right, wrong) = (u64::from(is_right), u64::from(!is_right));
        Score {
            n_right: self.n_right + right,
            n_wrong: self.n_wrong + wrong,
            n_found: self.n_found + right,
            n_missing: self.n_missing + wrong,
            ..self
        }
    }

    /// Counts a set of answers against a set of truths.
    pub(crate) fn of<T: Ord>(answers: &BTreeSet<T>, truth: &BTreeSet<T>) -> Score {
        let n_right = answers.intersection(truth).count() as u64;
        let (n_wrong, n_missing) = (answers.len() as u64 - n_right, truth.len() as u64 - n_right);
        Score { n_right, n_wrong, n_missing, n_found: n_right, n_aside: 0 }
    }
}

/// The right and wrong edges of each strategy.
#[derive(Default)]
pub(crate) struct Strategies(BTreeMap<String, (u64, u64)>);

impl Strategies {
    pub(crate) fn count(&mut self, strategy: &str, is_right: bool) {
        let (n_right, n_wrong) = self.0.entry(strategy.to_owned()).or_default();
        *(if is_right { n_right } else { n_wrong }) += 1;
    }

    /// Prints `strategy name confidence right wrong` for each, and `sure language right wrong` for those of 0.9 and more.
    pub(crate) fn print(&self, language: &str) {
        let (mut n_right_of_sure, mut n_wrong_of_sure) = (0, 0);
        for (name, (n_right, n_wrong)) in &self.0 {
            let confidence = confidence(name);
            println!("strategy {name} {confidence} {n_right} {n_wrong}");
            if confidence >= SURE {
                n_right_of_sure += n_right;
                n_wrong_of_sure += n_wrong;
            }
        }
        println!("sure {language} {n_right_of_sure} {n_wrong_of_sure}");
    }
}

/// The confidence of a strategy, by its name in the canonical text; 0 for an unknown name.
pub(crate) fn confidence(name: &str) -> f64 {
    let strategy = Strategy::ALL.iter().find(|strategy| kebab(strategy) == name);
    strategy.map_or(0.0, |strategy| strategy.confidence())
}

/// The name of a case in the WIT, in kebab-case.
fn kebab(case: &impl fmt::Debug) -> String {
    let mut name = String::new();
    for letter in format!("{case:?}").chars() {
        if letter.is_uppercase() && !name.is_empty() {
            name.push('-');
        }
        name.extend(letter.to_lowercase());
    }
    name
}
