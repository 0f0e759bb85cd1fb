//! The expected answer of recall, computed anew from a list of events: no index, no segments.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use super::super::strength::{MIN_FURTHER_FIT, N_GATE_RECORDS};
use super::super::weighting::{ANSWER_DECAY, ANSWER_TURNS, SESSION_BM25, Weights, is_kept};
use super::super::{RecallQuestion, Recalled, Strength};
use super::NOW;
use crate::record::keyspace::Kind;
use crate::record::kinds::{EventBody, Role};
use crate::record::{Event, Trust};
use crate::text::fit::{MIN_FIT_TEXTS, n_fit_terms};
use crate::text::terms::{Term, question_terms, talk_terms};
use crate::text::time_words::{asks_when, has_question, has_time_word, statement_share};

/// A record in the model.
struct ModelRecord {
    event: Event,
    kind: Kind,
    text: String,
    terms: Vec<Term>,
    /// The session, or else the conversation of a turn; `None` if the record has neither.
    group: Option<String>,
    is_turn: bool,
    is_human: bool,
}

pub(super) struct Model {
    /// Oldest first.
    records: Vec<ModelRecord>,
}

/// The computed score of a record, and its fit.
#[derive(Clone, Copy, Default)]
struct Score {
    value: f64,
    fit: f64,
}

fn bm25(n: f64, rarity: f64, (k1, b): (f64, f64), length: f64) -> f64 {
    rarity * n * (k1 + 1.0) / (n + k1 * (1.0 - b + b * length))
}

fn rarity(n_with: usize, n_all: usize) -> f64 {
    ((n_all as f64 - n_with as f64 + 0.5) / (n_with as f64 + 0.5)).ln_1p()
}

impl Model {
    pub(super) fn of(events: &[Event]) -> Model {
        // What says nothing is in no index, but for turns, which stand between others.
        let mut records: Vec<ModelRecord> =
            events.iter().map(model_record).filter(|record| record.is_turn || !record.terms.is_empty()).collect();
        records.sort_by_key(|record| record.event.time);
        Model { records }
    }

    fn admits(&self, question: &RecallQuestion, record: &ModelRecord) -> bool {
        let ModelRecord { event, kind, .. } = record;
        let is_free_or_equal = |asked: &str, has: &str| asked.is_empty() || asked == has;
        let conversation = if let EventBody::Turn(turn) = &event.body { turn.conversation.as_str() } else { "" };
        let trust = event.origin.trust();
        (question.kinds.is_empty() || question.kinds.contains(kind))
            && (is_free_or_equal(&question.channel, &event.channel) || event.channel.is_empty())
            && is_free_or_equal(&question.session, &event.session)
            && is_free_or_equal(&question.task, &event.task)
            && is_free_or_equal(&question.branch, &event.branch)
            && is_free_or_equal(&question.conversation, conversation)
            && (question.metadata.is_empty() || !event.metadata.is_empty())
            && trust >= question.trust
            && question.since.is_none_or(|since| event.time >= since)
            && question.until.is_none_or(|until| event.time < until)
            && Trust::Untrusted <= trust
    }

    /// Panics if an answer differs from the one that the model computes.
    pub(super) fn check(&self, question: &RecallQuestion, recalled: &Recalled, seed: u64) {
        let scores = self.scores(question);
        let mut order: Vec<(usize, Score)> = scores.into_iter().collect();
        order.sort_by(|(one, a), (other, b)| b.value.total_cmp(&a.value).then(other.cmp(one)));
        let best_fit = order.iter().take(N_GATE_RECORDS).map(|(_, score)| score.fit).fold(0.0, f64::max);
        let is_weak = Strength::of(best_fit) == Strength::None;
        let fits = |score: &Score| question.weak || score.fit >= MIN_FURTHER_FIT;
        let mut expected: Vec<(&str, f64)> = Vec::new();
        let (mut texts, mut of_group) = (BTreeSet::new(), BTreeMap::new());
        for (at, score) in order.iter().filter(|(_, score)| fits(score) && (question.weak || !is_weak)) {
            let record = &self.records[*at];
            let text: Vec<&str> = record.text.split_whitespace().collect();
            let n_of_group: &mut u32 = of_group.entry(record.group.clone()).or_default();
            let is_over = question.per_session > 0 && record.group.is_some() && *n_of_group >= question.per_session;
            if texts.contains(&text) || is_over || expected.len() == question.limit as usize {
                continue;
            }
            *n_of_group += 1;
            texts.insert(text);
            expected.push((&record.event.event_id, score.value));
        }
        // A newer note stands above a better one that says the same, which has a test of its own.
        let mut actual: Vec<(&str, f64)> =
            recalled.hits.iter().map(|hit| (hit.event.event.event_id.as_str(), hit.score)).collect();
        for hits in [&mut actual, &mut expected] {
            hits.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(other.0)));
        }
        let is_same = actual.len() == expected.len()
            && actual.iter().zip(&expected).all(|(one, other)| one.0 == other.0 && (one.1 - other.1).abs() < 1e-9);
        assert!(is_same, "seed {seed}, {question:?}: {actual:?} is not {expected:?}");
    }

    /// The score of each record that may become a hit, by its index in the list.
    fn scores(&self, question: &RecallQuestion) -> BTreeMap<usize, Score> {
        let weights = question.weighting.weights();
        let asked_terms: Vec<Term> = question_terms(&question.query).into_iter().map(|asked| asked.term).collect();
        let mut terms: Vec<Term> = Vec::new();
        asked_terms.iter().for_each(|term| {
            if !terms.contains(term) {
                terms.push(*term)
            }
        });
        let pairs: BTreeSet<(Term, Term)> = asked_terms.windows(2).map(|two| (two[0], two[1])).collect();
        let found: BTreeSet<usize> = (0..self.records.len())
            .filter(|at| self.records[*at].terms.iter().any(|term| terms.contains(term)))
            .filter(|at| self.admits(question, &self.records[*at]))
            .collect();
        let mut word_scores = self.word_scores(&found, &terms, &pairs, &weights);
        let max_score = word_scores.values().copied().fold(0.0, f64::max);
        word_scores.values_mut().for_each(|value| *value /= if max_score > 0.0 { max_score } else { 1.0 });
        let session_scores = self.session_scores(&found, &terms, &weights);
        let mut scores = BTreeMap::new();
        for at in 0..self.records.len() {
            let this_record = &self.records[at];
            let (neighbour_score, near_indices) = self.neighbour_score(at, &word_scores, &weights);
            let is_near = this_record.group.is_some()
                && this_record.is_turn
                && neighbour_score != 0.0
                && self.admits(question, this_record);
            if !found.contains(&at) && !is_near {
                continue;
            }
            let found_terms = |at: &usize| found.contains(at).then(|| &self.records[*at].terms);
            let is_of_session = |other: &&usize| {
                weights.is_human_only
                    && this_record.is_turn
                    && this_record.group.is_some()
                    && self.records[**other].group == this_record.group
            };
            let session_records = found.iter().filter(is_of_session);
            let terms_held: BTreeSet<Term> =
                near_indices.iter().chain(session_records).filter_map(found_terms).flatten().copied().collect();
            let other_score = self.other_score(at, question, &weights, &session_scores);
            let value = weights.words * word_scores.get(&at).copied().unwrap_or(0.0) + neighbour_score + other_score;
            scores.insert(at, Score { value, fit: self.fit(&terms, &terms_held) });
        }
        scores
    }

    fn word_scores(
        &self,
        found: &BTreeSet<usize>,
        terms: &[Term],
        pairs: &BTreeSet<(Term, Term)>,
        weights: &Weights,
    ) -> BTreeMap<usize, f64> {
        let n_all = self.records.len();
        let average_length = self.records.iter().map(|record| record.terms.len()).sum::<usize>() as f64 / n_all as f64;
        let n_pair = |record: &ModelRecord, (one, next): &(Term, Term)| {
            record.terms.windows(2).filter(|two| two[0] == *one && two[1] == *next).count()
        };
        let value = |at: &usize| {
            let record = &self.records[*at];
            if weights.is_human_only && !(record.is_human && record.is_turn) {
                return (*at, 0.0);
            }
            let length = record.terms.len() as f64 / average_length.max(1.0);
            let mut sum = 0.0;
            for term in terms {
                let n = record.terms.iter().filter(|one| *one == term).count();
                let n_with = self.records.iter().filter(|record| record.terms.contains(term)).count();
                sum += if n > 0 { bm25(n as f64, rarity(n_with, n_all), (weights.k1, weights.b), length) } else { 0.0 };
            }
            for pair in pairs {
                let n = n_pair(record, pair);
                let n_with = self.records.iter().filter(|record| n_pair(record, pair) > 0).count();
                let one = bm25(n as f64, rarity(n_with, n_all), (weights.k1, weights.b), length);
                sum += if n > 0 { weights.pair * one } else { 0.0 };
            }
            (*at, sum * (weights.kinds)(record.kind))
        };
        found.iter().map(value).collect()
    }

    fn session_scores(&self, found: &BTreeSet<usize>, terms: &[Term], weights: &Weights) -> BTreeMap<String, f64> {
        let is_counted = |record: &ModelRecord| !weights.is_human_only || record.is_human && record.is_turn;
        let mut lengths: BTreeMap<String, usize> = BTreeMap::new();
        for record in self.records.iter().filter(|record| is_counted(record)) {
            if let Some(group) = &record.group {
                *lengths.entry(group.clone()).or_default() += record.terms.len();
            }
        }
        lengths.retain(|_, n| *n > 0);
        let average_length = lengths.values().sum::<usize>() as f64 / lengths.len().max(1) as f64;
        let mut values: BTreeMap<String, f64> = BTreeMap::new();
        for term in terms {
            let mut n_by_group: BTreeMap<&String, usize> = BTreeMap::new();
            for record in found.iter().map(|at| &self.records[*at]).filter(|record| is_counted(record)) {
                let n = record.terms.iter().filter(|one| *one == term).count();
                if let (Some(group), 1..) = (&record.group, n) {
                    *n_by_group.entry(group).or_default() += n;
                }
            }
            for (group, n) in &n_by_group {
                let length = lengths[*group] as f64 / average_length.max(1.0);
                let value =
                    bm25(*n as f64, rarity(n_by_group.len(), lengths.len()), (SESSION_BM25.k1, SESSION_BM25.b), length);
                *values.entry((*group).clone()).or_default() += value;
            }
        }
        let max_score = values.values().copied().fold(0.0, f64::max);
        values.values_mut().for_each(|value| *value /= if max_score > 0.0 { max_score } else { 1.0 });
        values
    }

    /// The score that a record gains from the turns near it, and the indices of the record and its direct neighbours.
    fn neighbour_score(&self, at: usize, word_scores: &BTreeMap<usize, f64>, weights: &Weights) -> (f64, Vec<usize>) {
        let this_record = &self.records[at];
        if !this_record.is_turn || this_record.group.is_none() {
            return (0.0, vec![at]);
        }
        let is_same_group = |record: &ModelRecord| record.is_turn && record.group == this_record.group;
        let turns: Vec<usize> = (0..self.records.len()).filter(|other| is_same_group(&self.records[*other])).collect();
        // Sessions without a hit are not looked at.
        let place = turns.iter().position(|other| *other == at).unwrap() as i64;
        let turn_at = |away: i64| usize::try_from(place + away).ok().and_then(|place| turns.get(place)).copied();
        let score_at = |away: i64| turn_at(away).and_then(|at| word_scores.get(&at)).copied().unwrap_or(0.0);
        let is_reply = this_record.is_human && turn_at(1).is_some_and(|next| !self.records[next].is_human);
        let mut sum =
            weights.previous * score_at(-1) + if is_reply { weights.reply } else { weights.next } * score_at(1);
        sum += weights.second_previous * score_at(-2) + weights.second_next * score_at(2);
        let asker_distance =
            (1..=place).find(|away| self.records[turn_at(-away).unwrap()].is_human != this_record.is_human);
        if let Some(away) = asker_distance.filter(|away| *away as usize <= ANSWER_TURNS) {
            let of_asker = (away..=place)
                .take_while(|away| self.records[turn_at(-away).unwrap()].is_human != this_record.is_human);
            let question_scores = of_asker
                .filter(|away| has_question(&self.records[turn_at(-away).unwrap()].text))
                .map(|away| score_at(-away));
            sum += weights.answer * question_scores.fold(0.0, f64::max) * libm::pow(ANSWER_DECAY, away as f64 - 1.0);
        }
        (sum, [turn_at(-1), Some(at), turn_at(1)].into_iter().flatten().collect())
    }

    fn other_score(
        &self,
        at: usize,
        question: &RecallQuestion,
        weights: &Weights,
        session_scores: &BTreeMap<String, f64>,
    ) -> f64 {
        let ModelRecord { event, kind, text, terms, group, is_turn, is_human } = &self.records[at];
        let age = (NOW - event.time).max(0) as f64 / 86_400_000.0;
        let weight_if = |is: bool, weight: f64| if is { weight } else { 0.0 };
        weights.session * group.as_ref().and_then(|group| session_scores.get(group)).copied().unwrap_or(0.0)
            + weights.statement * f64::from(statement_share(text)) / 255.0
            + weight_if(asks_when(&question.query) && has_time_word(text), weights.when)
            + weights.length * (terms.len() as f64).ln_1p() / 3.0
            + weight_if(*is_human && *is_turn, weights.human)
            + weight_if(is_kept(*kind), weights.kept)
            + weight_if(weights.recency > 0.0, weights.recency * libm::exp(-age / weights.recency_days))
    }

    fn fit(&self, terms: &[Term], terms_held: &BTreeSet<Term>) -> f64 {
        let n_with = |term: &Term| self.records.iter().filter(|record| record.terms.contains(term)).count();
        let weight = |term: &Term| rarity(n_with(term), self.records.len().max(MIN_FIT_TEXTS));
        let known: Vec<&Term> = terms.iter().filter(|term| n_with(term) > 0).collect();
        let has_all_known = known.len() > 1 && known.iter().all(|term| terms_held.contains(term));
        let factor = |term: &Term| if has_all_known && !known.contains(&term) { 2.0 / 3.0 } else { 1.0 };
        let mut term_weights: Vec<f64> = terms.iter().map(|term| factor(term) * weight(term)).collect();
        term_weights.sort_by(|one, other| other.total_cmp(one));
        let max_weight: f64 = term_weights.iter().take(n_fit_terms(terms.len())).sum();
        let held_weight: f64 = terms.iter().filter(|term| terms_held.contains(term)).map(weight).sum();
        if max_weight > 0.0 { (held_weight / max_weight).min(1.0) } else { 0.0 }
    }
}

fn model_record(event: &Event) -> ModelRecord {
    let (kind, text, is_turn, is_human, conversation) = match &event.body {
        EventBody::Note(text) => (Kind::Note, text, false, false, None),
        EventBody::ToolCall(call) => (Kind::ToolCall, &call.error, false, false, None),
        EventBody::Turn(turn) => {
            (Kind::Turn, &turn.text, true, turn.role == Role::User, Some(alloc::format!("c {}", turn.conversation)))
        }
        other => panic!("{other:?} is not generated"),
    };
    let mut terms = Vec::new();
    talk_terms(text, &mut |term| terms.push(term));
    let session = Some(event.session.clone()).filter(|session| !session.is_empty());
    let group = session.or(conversation);
    ModelRecord { event: event.clone(), kind, text: text.clone(), terms, group, is_turn, is_human }
}
