//! The expected answer of recall, computed anew from a list of events: no index, no segments.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use super::super::strength::MIN_FURTHER_FIT;
use super::super::weighting::{ANSWER_DECAY, ANSWER_TURNS, SESSION_BM25, Weights, is_kept};
use super::super::{RecallQuestion, Recalled, Strength};
use super::NOW;
use crate::record::keyspace::Kind;
use crate::record::kinds::{EventBody, Role};
use crate::record::{Event, Trust};
use crate::text::fit::{MAX_FIT_TERMS, MIN_FIT_TEXTS};
use crate::text::terms::{Term, question_terms, talk_terms};
use crate::text::time_words::{asks_when, has_question, has_time_word, statement_share};

/// A record in the model.
struct Known {
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
    all: Vec<Known>,
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
        let mut all: Vec<Known> =
            events.iter().map(known).filter(|known| known.is_turn || !known.terms.is_empty()).collect();
        all.sort_by_key(|known| known.event.time);
        Model { all }
    }

    fn admits(&self, question: &RecallQuestion, known: &Known) -> bool {
        let Known { event, kind, .. } = known;
        let is = |asked: &str, has: &str| asked.is_empty() || asked == has;
        let conversation = if let EventBody::Turn(turn) = &event.body { turn.conversation.as_str() } else { "" };
        let trust = event.origin.trust();
        (question.kinds.is_empty() || question.kinds.contains(kind))
            && (is(&question.channel, &event.channel) || event.channel.is_empty())
            && is(&question.session, &event.session)
            && is(&question.task, &event.task)
            && is(&question.branch, &event.branch)
            && is(&question.conversation, conversation)
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
        let best = order.first().map_or(0.0, |(_, score)| score.fit);
        let is_weak = Strength::of(best) == Strength::None;
        let fits = |score: &Score| question.weak || score.fit >= MIN_FURTHER_FIT;
        let mut expected: Vec<(&str, f64)> = Vec::new();
        let (mut texts, mut of_group) = (BTreeSet::new(), BTreeMap::new());
        for (at, score) in order.iter().filter(|(_, score)| fits(score) && (question.weak || !is_weak)) {
            let known = &self.all[*at];
            let text: Vec<&str> = known.text.split_whitespace().collect();
            let n_of_group: &mut u32 = of_group.entry(known.group.clone()).or_default();
            let is_over = question.per_session > 0 && known.group.is_some() && *n_of_group >= question.per_session;
            if texts.contains(&text) || is_over || expected.len() == question.limit as usize {
                continue;
            }
            *n_of_group += 1;
            texts.insert(text);
            expected.push((&known.event.event_id, score.value));
        }
        let given: Vec<(&str, f64)> =
            recalled.hits.iter().map(|hit| (hit.event.event.event_id.as_str(), hit.score)).collect();
        let is_same = given.len() == expected.len()
            && given.iter().zip(&expected).all(|(one, other)| one.0 == other.0 && (one.1 - other.1).abs() < 1e-9);
        assert!(is_same, "seed {seed}, {question:?}: {given:?} is not {expected:?}");
    }

    /// The score of each record that may become a hit, by its index in the list.
    fn scores(&self, question: &RecallQuestion) -> BTreeMap<usize, Score> {
        let weights = question.weighting.weights(false);
        let asked: Vec<Term> = question_terms(&question.query).into_iter().map(|asked| asked.term).collect();
        let mut terms: Vec<Term> = Vec::new();
        asked.iter().for_each(|term| {
            if !terms.contains(term) {
                terms.push(*term)
            }
        });
        let pairs: BTreeSet<(Term, Term)> = asked.windows(2).map(|two| (two[0], two[1])).collect();
        let found: BTreeSet<usize> = (0..self.all.len())
            .filter(|at| self.all[*at].terms.iter().any(|term| terms.contains(term)))
            .filter(|at| self.admits(question, &self.all[*at]))
            .collect();
        let mut words = self.words(&found, &terms, &pairs, &weights);
        let most = words.values().copied().fold(0.0, f64::max);
        words.values_mut().for_each(|value| *value /= if most > 0.0 { most } else { 1.0 });
        let sessions = self.sessions(&found, &terms, &weights);
        let mut scores = BTreeMap::new();
        for at in 0..self.all.len() {
            let own = &self.all[at];
            let (beside, near) = self.beside(at, &words, &weights);
            let is_near = own.group.is_some() && own.is_turn && beside != 0.0 && self.admits(question, own);
            if !found.contains(&at) && !is_near {
                continue;
            }
            let of = |at: &usize| found.contains(at).then(|| &self.all[*at].terms);
            let is_of_session = |other: &&usize| {
                weights.is_human_only && own.is_turn && own.group.is_some() && self.all[**other].group == own.group
            };
            let whole = found.iter().filter(is_of_session);
            let held: BTreeSet<Term> = near.iter().chain(whole).filter_map(of).flatten().copied().collect();
            let rest = self.rest(at, question, &weights, &sessions);
            let value = weights.words * words.get(&at).copied().unwrap_or(0.0) + beside + rest;
            scores.insert(at, Score { value, fit: self.fit(&terms, &held) });
        }
        scores
    }

    fn words(
        &self,
        found: &BTreeSet<usize>,
        terms: &[Term],
        pairs: &BTreeSet<(Term, Term)>,
        weights: &Weights,
    ) -> BTreeMap<usize, f64> {
        let n_all = self.all.len();
        let usual = self.all.iter().map(|known| known.terms.len()).sum::<usize>() as f64 / n_all as f64;
        let n_pair = |known: &Known, (one, next): &(Term, Term)| {
            known.terms.windows(2).filter(|two| two[0] == *one && two[1] == *next).count()
        };
        let value = |at: &usize| {
            let known = &self.all[*at];
            if weights.is_human_only && !(known.is_human && known.is_turn) {
                return (*at, 0.0);
            }
            let length = known.terms.len() as f64 / usual.max(1.0);
            let mut sum = 0.0;
            for term in terms {
                let n = known.terms.iter().filter(|one| *one == term).count();
                let n_with = self.all.iter().filter(|known| known.terms.contains(term)).count();
                sum += if n > 0 { bm25(n as f64, rarity(n_with, n_all), (weights.k1, weights.b), length) } else { 0.0 };
            }
            for pair in pairs {
                let n = n_pair(known, pair);
                let n_with = self.all.iter().filter(|known| n_pair(known, pair) > 0).count();
                let one = bm25(n as f64, rarity(n_with, n_all), (weights.k1, weights.b), length);
                sum += if n > 0 { weights.pair * one } else { 0.0 };
            }
            (*at, sum * (weights.kinds)(known.kind))
        };
        found.iter().map(value).collect()
    }

    fn sessions(&self, found: &BTreeSet<usize>, terms: &[Term], weights: &Weights) -> BTreeMap<String, f64> {
        let counts = |known: &Known| !weights.is_human_only || known.is_human && known.is_turn;
        let mut lengths: BTreeMap<String, usize> = BTreeMap::new();
        for known in self.all.iter().filter(|known| counts(known)) {
            if let Some(group) = &known.group {
                *lengths.entry(group.clone()).or_default() += known.terms.len();
            }
        }
        lengths.retain(|_, n| *n > 0);
        let usual = lengths.values().sum::<usize>() as f64 / lengths.len().max(1) as f64;
        let mut values: BTreeMap<String, f64> = BTreeMap::new();
        for term in terms {
            let mut n_of: BTreeMap<&String, usize> = BTreeMap::new();
            for known in found.iter().map(|at| &self.all[*at]).filter(|known| counts(known)) {
                let n = known.terms.iter().filter(|one| *one == term).count();
                if let (Some(group), 1..) = (&known.group, n) {
                    *n_of.entry(group).or_default() += n;
                }
            }
            for (group, n) in &n_of {
                let length = lengths[*group] as f64 / usual.max(1.0);
                let value =
                    bm25(*n as f64, rarity(n_of.len(), lengths.len()), (SESSION_BM25.k1, SESSION_BM25.b), length);
                *values.entry((*group).clone()).or_default() += value;
            }
        }
        let most = values.values().copied().fold(0.0, f64::max);
        values.values_mut().for_each(|value| *value /= if most > 0.0 { most } else { 1.0 });
        values
    }

    /// The score that a record gains from the turns near it, and the indices of the record and its direct neighbours.
    fn beside(&self, at: usize, words: &BTreeMap<usize, f64>, weights: &Weights) -> (f64, Vec<usize>) {
        let own = &self.all[at];
        if !own.is_turn || own.group.is_none() {
            return (0.0, vec![at]);
        }
        let same = |known: &Known| known.is_turn && known.group == own.group;
        let turns: Vec<usize> = (0..self.all.len()).filter(|other| same(&self.all[*other])).collect();
        // Sessions without a hit are not looked at.
        let place = turns.iter().position(|other| *other == at).unwrap() as i64;
        let turn = |away: i64| usize::try_from(place + away).ok().and_then(|place| turns.get(place)).copied();
        let value = |away: i64| turn(away).and_then(|at| words.get(&at)).copied().unwrap_or(0.0);
        let is_reply = own.is_human && turn(1).is_some_and(|next| !self.all[next].is_human);
        let mut sum = weights.previous * value(-1) + if is_reply { weights.reply } else { weights.next } * value(1);
        sum += weights.second_previous * value(-2) + weights.second_next * value(2);
        let before = (1..=place).find(|away| self.all[turn(-away).unwrap()].is_human != own.is_human);
        if let Some(away) = before.filter(|away| *away as usize <= ANSWER_TURNS) {
            let of_asker = (away..=place).take_while(|away| self.all[turn(-away).unwrap()].is_human != own.is_human);
            let asked =
                of_asker.filter(|away| has_question(&self.all[turn(-away).unwrap()].text)).map(|away| value(-away));
            sum += weights.answer * asked.fold(0.0, f64::max) * libm::pow(ANSWER_DECAY, away as f64 - 1.0);
        }
        (sum, [turn(-1), Some(at), turn(1)].into_iter().flatten().collect())
    }

    fn rest(&self, at: usize, question: &RecallQuestion, weights: &Weights, sessions: &BTreeMap<String, f64>) -> f64 {
        let Known { event, kind, text, terms, group, is_turn, is_human } = &self.all[at];
        let age = (NOW - event.time).max(0) as f64 / 86_400_000.0;
        let if_true = |is: bool, weight: f64| if is { weight } else { 0.0 };
        weights.session * group.as_ref().and_then(|group| sessions.get(group)).copied().unwrap_or(0.0)
            + weights.statement * f64::from(statement_share(text)) / 255.0
            + if_true(asks_when(&question.query) && has_time_word(text), weights.when)
            + weights.length * (terms.len() as f64).ln_1p() / 3.0
            + if_true(*is_human && *is_turn, weights.human)
            + if_true(is_kept(*kind), weights.kept)
            + if_true(weights.recency > 0.0, weights.recency * libm::exp(-age / weights.recency_days))
    }

    fn fit(&self, terms: &[Term], held: &BTreeSet<Term>) -> f64 {
        let n_with = |term: &Term| self.all.iter().filter(|known| known.terms.contains(term)).count();
        let weight = |term: &Term| rarity(n_with(term), self.all.len().max(MIN_FIT_TEXTS));
        let mut most: Vec<f64> = terms.iter().map(weight).collect();
        most.sort_by(|one, other| other.total_cmp(one));
        let all: f64 = most.iter().take(MAX_FIT_TERMS).sum();
        let own: f64 = terms.iter().filter(|term| held.contains(term)).map(weight).sum();
        if all > 0.0 { (own / all).min(1.0) } else { 0.0 }
    }
}

fn known(event: &Event) -> Known {
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
    Known { event: event.clone(), kind, text: text.clone(), terms, group, is_turn, is_human }
}
