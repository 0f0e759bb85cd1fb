//! Asks questions where nothing answers them: those about some texts, of other texts.

use std::collections::BTreeSet;
use std::error::Error;

use scrubjay_core::recall::RecallQuestion;

use super::engine::Engine;
use super::recaller::{AskedQuery, ListUnit, Recaller};
use super::set::Set;

/// Asks the questions of some sets of the texts of others, and the reverse, and prints how often anything is given.
pub(super) fn measure(sets: &[Set], others: &[Set]) -> Result<(), Box<dyn Error>> {
    println!("| texts | questions of other texts | given |\n|---|---|---|");
    for (stores, questions) in [(sets, others), (others, sets)] {
        let (n_given, n_asked) = n_given(stores, questions)?;
        let names: Vec<&str> = stores.iter().map(|set| set.id.as_str()).collect();
        println!("| {} | {n_asked} | {:.1} |", names.join(", "), 100.0 * n_given as f64 / n_asked.max(1) as f64);
    }
    Ok(())
}

/// How many of the questions are given an answer by the texts of each store, and how many are asked.
fn n_given(stores: &[Set], questions: &[Set]) -> Result<(usize, usize), Box<dyn Error>> {
    let (mut n_given, mut n_asked) = (0, 0);
    for store in stores {
        let mut engine = Engine::new(&store.id, "Scrubjay", RecallQuestion::default());
        engine.add(&store.docs)?;
        for (at, query) in questions.iter().flat_map(|set| &set.queries).enumerate() {
            let answer = engine.ask(AskedQuery { at, query, unit: ListUnit::Text, removed: &BTreeSet::new() })?;
            n_given += usize::from(!answer.ids.is_empty());
            n_asked += 1;
        }
    }
    Ok((n_given, n_asked))
}
