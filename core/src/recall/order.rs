//! The order of what was kept on purpose: of notes, decisions and lessons that say close to the same the newer stands
//! directly above the older, and what a question names stands alone.
//!
//! What was kept later about the same thing holds now. Turns keep the order of their fit: one answers another, so that the
//! newest is seldom the one that was looked for.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::question::RecallHit;
use super::weighting::is_kept;
use crate::text::chatter::terms_of;
use crate::text::terms::Term;

/// The least cosine of the terms of two texts that speak of the same.
const MIN_COSINE: f64 = 0.3;
/// The least score of both, as a share of the best.
const MIN_SCORE_SHARE: f64 = 0.6;
/// The least fit of the newer, as a share of the older's.
const MIN_FIT_SHARE: f64 = 0.9;
/// The least score of a hit below one that the question names, as a share of the best.
const MIN_SHARE_OF_NAMED: f64 = 0.7;

/// Moves each kept hit directly above the first older one of another session that says close to the same, and marks all
/// such older ones.
pub(super) fn newer_above_older(hits: &mut [RecallHit]) {
    let min_score = MIN_SCORE_SHARE * best_score(hits);
    let may_move = |hit: &RecallHit| is_kept(hit.event.kind) && hit.score >= min_score;
    let terms_of_hit = |hit: &RecallHit| if may_move(hit) { terms_of(&hit.excerpt) } else { BTreeSet::new() };
    let mut terms: Vec<BTreeSet<Term>> = hits.iter().map(terms_of_hit).collect();
    for at in 1..hits.len() {
        let replaces = |one: usize, other: usize| {
            is_newer(&hits[one], &hits[other]) && cosine(&terms[one], &terms[other]) >= MIN_COSINE
        };
        if let Some(older) = (0..at).find(|older| replaces(at, *older)) {
            hits[older].newer_id = hits[at].event.id.clone();
            hits[older..=at].rotate_right(1);
            terms[older..=at].rotate_right(1);
        } else if let Some(newer) = (0..at).find(|newer| replaces(*newer, at)) {
            hits[at].newer_id = hits[newer].event.id.clone();
        }
    }
}

/// Drops what scores far less than a kept hit that the question names: whoever gives a name asks for what has it.
pub(super) fn cut_below_named(hits: &mut Vec<RecallHit>) {
    let is_exact = |hit: &RecallHit| hit.factors.iter().any(|factor| factor.name == "exact");
    if hits.first().is_some_and(|hit| is_kept(hit.event.kind) && is_exact(hit)) {
        let min_score = MIN_SHARE_OF_NAMED * best_score(hits);
        hits.retain(|hit| hit.score >= min_score);
    }
}

fn best_score(hits: &[RecallHit]) -> f64 {
    hits.iter().map(|hit| hit.score).fold(0.0, f64::max)
}

/// Whether a record is newer than another one and not of the same session, can be relied on as much, and answers about as
/// much of the question: what lacks a word of it may be about something else.
fn is_newer(newer: &RecallHit, older: &RecallHit) -> bool {
    let answers_as_much = newer.fit >= MIN_FIT_SHARE * older.fit && newer.event.trust >= older.event.trust;
    let (newer, older) = (&newer.event.event, &older.event.event);
    answers_as_much && (newer.session.is_empty() || newer.session != older.session) && newer.time > older.time
}

fn cosine(one: &BTreeSet<Term>, other: &BTreeSet<Term>) -> f64 {
    let n_shared = one.intersection(other).count() as f64;
    if n_shared == 0.0 { 0.0 } else { n_shared / libm::sqrt(one.len() as f64 * other.len() as f64) }
}
