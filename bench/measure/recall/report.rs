//! The tables of results.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::time::Duration;

use scrubjay_core::recall::{RecallQuestion, Weighting};

use super::engine::Engine;
use super::peers::{Bm25, Recency};
use super::ranks::Ranks;
use super::recaller::{AskedQuery, ListUnit, Recaller};
use super::scores::{ListScores, QuestionScores, false_answers, percent};
use super::set::Set;
use crate::{milliseconds, percentile};

/// The results of one recaller on one or more sets.
#[derive(Default)]
pub(super) struct RecallerResults {
    name: String,
    scored: Vec<QuestionScores>,
    n_bytes: u64,
    n_bytes_of_text: u64,
}

/// Asks every recaller all questions of a set: the peers, those whose answers are `told_ranks`, and the engine with its
/// default weighting and with one for this kind of set.
pub(super) fn ask_all(
    set: &Set,
    told_ranks: Vec<Ranks>,
    own_weighting: Option<Weighting>,
) -> Result<Vec<RecallerResults>, Box<dyn Error>> {
    let mut recallers: Vec<Box<dyn Recaller>> = vec![Box::new(Recency::default()), Box::new(Bm25::default())];
    recallers.extend(told_ranks.into_iter().map(|ranks| -> Box<dyn Recaller> { Box::new(ranks) }));
    let usual = RecallQuestion::default();
    recallers.push(Box::new(Engine::new(&set.id, "Scrubjay", usual.clone())));
    if let Some(weighting) = own_weighting {
        let weighed = RecallQuestion { weighting, ..usual };
        let with_weak = RecallQuestion { weak: true, ..weighed.clone() };
        recallers.push(Box::new(Engine::new(&set.id, "Scrubjay, weighed for this", weighed)));
        recallers.push(Box::new(Engine::new(&set.id, "the same, weak ones too", with_weak)));
    }
    recallers.into_iter().map(|recaller| ask(set, recaller)).collect()
}

fn ask(set: &Set, mut recaller: Box<dyn Recaller>) -> Result<RecallerResults, Box<dyn Error>> {
    let (mut n_added, mut scores) = (0, Vec::new());
    for (at, query) in set.queries.iter().enumerate() {
        let n_known = query.n_known.unwrap_or(set.docs.len());
        recaller.add(&set.docs[n_added..n_known.max(n_added)])?;
        n_added = n_known.max(n_added);
        let gold: BTreeSet<&str> = query.gold.iter().map(String::as_str).collect();
        let is_right = |doc: &&super::set::Doc| gold.contains(doc.id.as_str()) || gold.contains(doc.session.as_str());
        let right: Vec<_> = set.docs[..n_added].iter().filter(is_right).collect();
        let sessions: BTreeSet<&str> =
            right.iter().map(|doc| doc.session.as_str()).filter(|session| !session.is_empty()).collect();
        let is_by_text = right.iter().any(|doc| gold.contains(doc.id.as_str()));
        let (none_removed, right_removed) = (BTreeSet::new(), right.iter().map(|doc| doc.id.clone()).collect());
        let asked_query = AskedQuery { at, query, unit: ListUnit::Text, removed: &none_removed };
        let answer = recaller.ask(asked_query)?;
        let answer_without = recaller.ask(AskedQuery { removed: &right_removed, ..asked_query })?;
        let texts = is_by_text.then(|| ListScores::of(&answer.ids, &gold));
        let mut session_scores = None;
        if !sessions.is_empty() {
            session_scores = Some(ListScores::of(
                &recaller.ask(AskedQuery { unit: ListUnit::Session, ..asked_query })?.ids,
                &sessions,
            ));
        }
        scores.push(QuestionScores::of(query, (texts, session_scores), &answer, &answer_without));
    }
    Ok(RecallerResults {
        name: recaller.name().to_owned(),
        scored: scores,
        n_bytes: recaller.n_bytes(),
        n_bytes_of_text: set.docs.iter().map(|doc| doc.text.len() as u64).sum(),
    })
}

/// Adds up the results of each recaller on several sets, which have the same recallers.
pub(super) fn join_results(results_of_sets: Vec<Vec<RecallerResults>>) -> Vec<RecallerResults> {
    let mut joined: Vec<RecallerResults> = Vec::new();
    for (at, measured) in results_of_sets.into_iter().flat_map(|set_results| set_results.into_iter().enumerate()) {
        if joined.len() <= at {
            joined.push(RecallerResults { name: measured.name.clone(), ..RecallerResults::default() });
        }
        joined[at].scored.extend(measured.scored);
        joined[at].n_bytes += measured.n_bytes;
        joined[at].n_bytes_of_text += measured.n_bytes_of_text;
    }
    joined
}

/// Prints the tables, below a title.
pub(super) fn print(title: &str, results: &[RecallerResults]) {
    let scored = results.first().map_or(&[][..], |measured| &measured.scored);
    let n_without = scored.iter().filter(|one| !one.has_answer).count();
    let without = if n_without > 0 { format!(", and {n_without} that none answers") } else { String::new() };
    println!("### {title}, {} questions{without}\n", scored.len() - n_without);
    let has_scores = |listing_of: fn(&QuestionScores) -> Option<ListScores>| {
        results.iter().any(|one| one.scored.iter().any(|one| listing_of(one).is_some()))
    };
    if has_scores(|one| one.texts) {
        println!("| texts | hit@1 | MRR | any@3 | any@5 | recall@10 |\n|---|---|---|---|---|---|");
        results.iter().for_each(|measured| print_listing(measured, |one| one.texts, true));
        println!();
    }
    if has_scores(|one| one.sessions) {
        println!("| sessions | hit@1 | any@5 |\n|---|---|---|");
        results.iter().for_each(|measured| print_listing(measured, |one| one.sessions, false));
        println!();
    }
    print_answers_and_times(results);
}

fn print_listing(measured: &RecallerResults, listing_of: fn(&QuestionScores) -> Option<ListScores>, is_of_texts: bool) {
    let scores: Vec<&QuestionScores> = measured.scored.iter().filter(|one| listing_of(one).is_some()).collect();
    let mean = |part: fn(ListScores) -> f64| percent(&scores, |one| listing_of(one).map_or(0.0, part));
    let parts: &[fn(ListScores) -> f64] = if is_of_texts {
        &[|one| one.hit1, |one| one.reciprocal, |one| one.any3, |one| one.any5, |one| one.recall10]
    } else {
        &[|one| one.hit1, |one| one.any5]
    };
    let cells: Vec<String> = parts.iter().map(|part| mean(*part)).collect();
    println!("| {} | {} |", measured.name, cells.join(" | "));
}

/// Prints how often a recaller answers although no text is right, and its costs.
fn print_answers_and_times(results: &[RecallerResults]) {
    println!(
        "| | false answers at 90 % kept | given by its own bound, with an answer | without | p50 | p95 | index against text |\n\
         |---|---|---|---|---|---|---|"
    );
    for measured in results.iter().filter(|measured| measured.n_bytes > 0) {
        let all_scores: Vec<&QuestionScores> = measured.scored.iter().collect();
        let scores: Vec<&QuestionScores> = all_scores.iter().copied().filter(|one| one.has_answer).collect();
        let mut times: Vec<Duration> = measured.scored.iter().map(|one| one.took).collect();
        let (median_time, percentile_95) = (percentile(&mut times, 50), percentile(&mut times, 95));
        println!(
            "| {} | {} | {} | {} | {:.2} ms | {:.2} ms | {:.2} |",
            measured.name,
            false_answers(&scores),
            percent(&scores, |one| one.is_given),
            percent(&all_scores, |one| one.is_given_without),
            milliseconds(median_time),
            milliseconds(percentile_95),
            measured.n_bytes as f64 / measured.n_bytes_of_text.max(1) as f64
        );
    }
    println!();
}

/// Prints, for each kind of question, the share with a right text among the first five.
pub(super) fn print_kinds(results: &[RecallerResults], names: &BTreeMap<u32, &str>) {
    let columns: Vec<String> = names.values().map(|name| format!(" {name} |")).collect();
    println!("| any@5 of texts |{}\n|---|{}", columns.concat(), "---|".repeat(names.len()));
    for measured in results {
        let kind_cell = |cat: &u32| {
            let scores: Vec<&QuestionScores> = measured.scored.iter().filter(|one| one.cat == *cat).collect();
            format!(" {} |", percent(&scores, |one| one.texts.map_or(0.0, |listing| listing.any5)))
        };
        println!("| {} |{}", measured.name, names.keys().map(kind_cell).collect::<String>());
    }
    println!();
}
