//! Ranks records by scores. A score is the sum of named factors, each of which is computed once and returned with the
//! hit.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

use super::filter::{Filter, kind_of};
use super::index::{DocPosition, Index};
use super::matches::{DocumentMatch, Matches};
use super::query::Query;
use super::question::RecallQuestion;
use super::sequence::{NeighbourScores, Turn, neighbour_scores, turns_of};
use super::weighting::{EXACT_SCORE, SESSION_BM25, Weighting, Weights, is_kept};
use crate::base::id::RecordId;
use crate::base::map::Map;
use crate::lexical::Entry;
use crate::record::derived::DAY;
use crate::text::bm25::{Bm25Params, idf};
use crate::text::dates::closeness;

/// The number of matching records that are scored, at most. If more match, records with more exact phrases are scored
/// first, then those whose words score higher.
const MAX_SCORED: usize = 1_000;
/// The number of best records whose sessions are read, so that the turns near these records gain score.
const MAX_SPREADING: usize = 200;
/// The most terms of two adjacent turns that count as one passage for the fit, about as many as a chunk of a long turn.
const MAX_PASSAGE_TERMS: u32 = 80;

/// The names of the factors, in the order in which they are added up.
pub(super) const FACTORS: [&str; 16] = [
    "exact",
    "words",
    "answer",
    "previous",
    "next",
    "second_previous",
    "second_next",
    "session",
    "statement",
    "speaker",
    "date",
    "when",
    "length",
    "human",
    "kept",
    "recency",
];

/// A record that may become a hit, with its score.
#[derive(Clone, Debug)]
pub(super) struct ScoredRecord {
    pub(super) id: RecordId,
    pub(super) group: u64,
    pub(super) score: f64,
    pub(super) factors: [f64; FACTORS.len()],
    /// The share of the question's words that the record contains; see `RecallHit::fit`.
    pub(super) fit: f64,
    /// Whether the record is kept on purpose; see [`is_kept`].
    pub(super) is_kept: bool,
}

/// The scored records, best first.
#[derive(Debug, Default)]
pub(super) struct Ranking {
    pub(super) candidates: Vec<ScoredRecord>,
    pub(super) n_matching: u64,
    pub(super) weighting: Weighting,
}

/// A record that has terms of the question, represented by its document that scores highest.
#[derive(Clone, Copy, Debug)]
struct MatchedRecord {
    id: RecordId,
    at: DocPosition,
    entry: Entry,
    group: u64,
    /// The score of the document's words; scaled to 0 to 1 once those of all records are known.
    word_score: f64,
    n_exact: u32,
    /// A bit for each term of the question that the document has, by the term's index.
    terms: u128,
}

/// Ranks the matching records that pass the filter.
pub(super) fn rank(
    index: &Index<'_>,
    query: &Query,
    matches: &Matches,
    filter: &Filter<'_>,
    question: &RecallQuestion,
) -> Ranking {
    let documents = admitted_documents(index, matches, filter);
    let n_named = documents.iter().filter(|document| document.entry.speaker != 0).count();
    let names_speakers = 2 * n_named > documents.len();
    let weighting = question.weighting.resolved(names_speakers);
    let weights = weighting.weights();
    let scorer = Scorer { index, query, matches, weights: &weights };
    let mut matched_records = scorer.matched_records(&documents);
    let n_matching = matched_records.len() as u64;
    let sessions = scorer.session_scores(&documents);
    // What is found as it stands is never among those that are left out.
    let by_words = |one: &MatchedRecord, other: &MatchedRecord| {
        let order = other.n_exact.cmp(&one.n_exact).then(other.word_score.total_cmp(&one.word_score));
        order.then(other.id.cmp(&one.id))
    };
    let max_word_score = matched_records.iter().map(|one| one.word_score).fold(0.0, f64::max);
    if matched_records.len() > MAX_SCORED {
        matched_records.select_nth_unstable_by(MAX_SCORED, by_words);
        matched_records.truncate(MAX_SCORED);
    }
    matched_records.sort_unstable_by(by_words);
    if max_word_score > 0.0 {
        matched_records.iter_mut().for_each(|one| one.word_score /= max_word_score);
    }
    let candidates = scorer.candidates(&matched_records, &sessions, filter, question);
    Ranking { candidates, n_matching, weighting }
}

/// The documents that pass the filter, with their groups.
fn admitted_documents(index: &Index<'_>, matches: &Matches, filter: &Filter<'_>) -> Vec<AdmittedDocument> {
    let mut documents = Vec::with_capacity(matches.documents.len());
    let mut groups = index.groups_from_first();
    for matched in &matches.documents {
        if let Some(entry) = index.entry(matched.at).filter(|entry| filter.admits(index, matched.at, entry)) {
            documents.push(AdmittedDocument { matched: *matched, entry, group: groups.of(matched.at) });
        }
    }
    documents
}

/// A document that matches the question and passes the filter.
#[derive(Clone, Copy, Debug)]
struct AdmittedDocument {
    matched: DocumentMatch,
    entry: Entry,
    group: u64,
}

/// Computes the scores of a question's records.
struct Scorer<'s> {
    index: &'s Index<'s>,
    query: &'s Query,
    matches: &'s Matches,
    weights: &'s Weights,
}

impl Scorer<'_> {
    /// The records of documents. The documents of one record are adjacent, and are merged.
    fn matched_records(&self, documents: &[AdmittedDocument]) -> Vec<MatchedRecord> {
        let average = self.index.n_terms() as f64 / (self.index.n_docs().max(1)) as f64;
        let mut records: Vec<MatchedRecord> = Vec::new();
        for AdmittedDocument { matched, entry, group } in documents {
            let (at, features) = (&matched.at, self.matches.features(*matched));
            let group = *group;
            let word_score = self.word_score(entry, features, average);
            let (n_words, n_terms) = (self.matches.rarity.len() as u32, self.query.terms.len() as u32);
            let n_exact = features.iter().filter(|(feature, _)| *feature >= n_words).count() as u32;
            let term_features = features.iter().filter(|(feature, _)| *feature < n_terms);
            let terms = term_features.fold(0, |terms: u128, (feature, _)| terms | 1 << feature);
            let matched_record =
                MatchedRecord { id: entry.id, at: *at, entry: *entry, group, word_score, n_exact, terms };
            match records.last_mut().filter(|last| last.id == matched_record.id && last.at.segment == at.segment) {
                Some(last) => {
                    let n_exact = last.n_exact.max(matched_record.n_exact);
                    let best = if matched_record.word_score > last.word_score { matched_record } else { *last };
                    *last = MatchedRecord { n_exact, ..best };
                }
                None => records.push(matched_record),
            }
        }
        records
    }

    /// The score of a document's words: BM25 over its terms and pairs. `average` is the average number of terms
    /// of a document.
    fn word_score(&self, entry: &Entry, features: &[(u32, u32)], average: f64) -> f64 {
        let Weights { k1, b, pair, is_human_only, kinds, .. } = *self.weights;
        if is_human_only && !(entry.flags.is_human() && entry.flags.is_turn()) {
            return 0.0;
        }
        let curve = Bm25Params { k1, b };
        let length = curve.length_factor(f64::from(entry.n_terms) / average.max(1.0));
        let n_terms = self.query.terms.len();
        let term_score = |&(feature, n): &(u32, u32)| {
            let rarity = self.matches.rarity.get(feature as usize).copied().unwrap_or(0.0);
            let weight = if (feature as usize) < n_terms { 1.0 } else { pair };
            curve.score(weight * rarity, n, length)
        };
        features.iter().map(term_score).sum::<f64>() * kind_of(entry).map_or(0.0, kinds)
    }

    /// The score of each session's words by its group, from 0 to 1, over all documents that pass the filter.
    fn session_scores(&self, documents: &[AdmittedDocument]) -> Map<u64, f64> {
        let mut values: Map<u64, f64> = Map::default();
        if self.weights.session == 0.0 {
            return values;
        }
        let lengths = self.session_lengths();
        let average = lengths.values().sum::<u64>() as f64 / lengths.len().max(1) as f64;
        let mut n_of_term: Vec<Map<u64, u32>> = vec![Map::default(); self.query.terms.len()];
        for AdmittedDocument { matched, entry, group } in documents {
            if *group != 0 && self.counts_for_session(entry) {
                for (feature, n) in self.matches.features(*matched) {
                    if let Some(of_sessions) = n_of_term.get_mut(*feature as usize) {
                        *of_sessions.entry(*group).or_default() += n;
                    }
                }
            }
        }
        for of_sessions in &n_of_term {
            let rarity = idf(of_sessions.len() as u32, lengths.len());
            for (group, n) in of_sessions {
                let length =
                    SESSION_BM25.length_factor(lengths.get(group).copied().unwrap_or(0) as f64 / average.max(1.0));
                *values.entry(*group).or_default() += SESSION_BM25.score(rarity, *n, length);
            }
        }
        let max_value = values.values().copied().fold(0.0, f64::max);
        if max_value > 0.0 {
            values.values_mut().for_each(|value| *value /= max_value);
        }
        values
    }

    /// Whether the words of a document count for the score of its session.
    fn counts_for_session(&self, entry: &Entry) -> bool {
        !self.weights.is_human_only || entry.flags.is_human() && entry.flags.is_turn()
    }

    /// The number of terms of each session, by its group.
    fn session_lengths(&self) -> BTreeMap<u64, u64> {
        let mut lengths: BTreeMap<u64, u64> = BTreeMap::new();
        for (segment, group) in self.index.groups() {
            let n_terms = if self.weights.is_human_only {
                let places = group.first..group.first + group.n_turns;
                let entries = places.filter_map(|place| self.index.entry(DocPosition { segment, place }));
                entries.filter(|entry| self.counts_for_session(entry)).map(|entry| u64::from(entry.n_terms)).sum()
            } else {
                u64::from(group.n_terms)
            };
            if n_terms > 0 {
                *lengths.entry(group.hash).or_default() += n_terms;
            }
        }
        lengths
    }

    /// All records that may become hits, best first: those that match, and turns near them.
    fn candidates(
        &self,
        matched_records: &[MatchedRecord],
        sessions: &Map<u64, f64>,
        filter: &Filter<'_>,
        question: &RecallQuestion,
    ) -> Vec<ScoredRecord> {
        let matched_by_id: Map<RecordId, &MatchedRecord> = matched_records.iter().map(|one| (one.id, one)).collect();
        let strongest = matched_records.iter().take(MAX_SPREADING).map(|one| one.group);
        let groups: BTreeSet<u64> = strongest.filter(|group| *group != 0).collect();
        let (mut candidates, mut done_ids) = (Vec::new(), BTreeSet::new());
        let speaker = self.named_speaker(matched_records);
        let mut terms_of_group: Map<u64, u128> = Map::default();
        matched_records.iter().for_each(|one| *terms_of_group.entry(one.group).or_default() |= one.terms);
        for group in groups {
            let turns = turns_of(self.index, group, |id| matched_by_id.get(&id).map_or(0.0, |one| one.word_score));
            let day = turns.first().map_or(0, |first| first.id.time().milliseconds().div_euclid(DAY));
            for (at, turn) in turns.iter().enumerate() {
                let match_of_turn = matched_by_id.get(&turn.id);
                let near_scores = neighbour_scores(&turns, at, self.weights);
                let is_near = match_of_turn.is_some() || near_scores != NeighbourScores::default();
                if !is_near || match_of_turn.is_none() && !filter.admits(self.index, turn.at, &turn.entry) {
                    continue;
                }
                let (entry, place) = match_of_turn
                    .map_or((turn.entry, turn.at), |match_of_turn| (match_of_turn.entry, match_of_turn.at));
                let one = MatchedRecord { id: turn.id, at: place, entry, group, word_score: 0.0, n_exact: 0, terms: 0 };
                let one = match_of_turn.map_or(one, |match_of_turn| **match_of_turn);
                done_ids.insert(turn.id);
                let passage = passage_around(&turns, at).filter_map(|turn| matched_by_id.get(&turn.id));
                let terms = passage.fold(0, |terms, one| terms | one.terms);
                // Past work fits with its whole session.
                let session_terms =
                    if self.weights.is_human_only { terms_of_group.get(&group).copied().unwrap_or(0) } else { 0 };
                let terms = terms | session_terms;
                let fit = self.fit(&MatchedRecord { terms, ..one });
                candidates
                    .push(ScoredRecord { fit, ..self.candidate(&one, &near_scores, day, sessions, speaker, question) });
            }
        }
        for one in matched_records.iter().filter(|one| !done_ids.contains(&one.id)) {
            let day = one.id.time().milliseconds().div_euclid(DAY);
            candidates.push(self.candidate(one, &NeighbourScores::default(), day, sessions, speaker, question));
        }
        candidates.sort_unstable_by(|one, other| other.score.total_cmp(&one.score).then(other.id.cmp(&one.id)));
        candidates
    }

    /// The one speaker of matching records whom the question names; `None` if it names none or several.
    fn named_speaker(&self, matched_records: &[MatchedRecord]) -> Option<u32> {
        let is_asked_for = |speaker: &u32| self.query.terms.iter().any(|(term, _)| term == speaker);
        let named: BTreeSet<u32> = matched_records
            .iter()
            .map(|one| one.entry.speaker)
            .filter(|speaker| *speaker != 0 && is_asked_for(speaker))
            .collect();
        named.first().copied().filter(|_| named.len() == 1)
    }

    fn candidate(
        &self,
        matched_record: &MatchedRecord,
        near_scores: &NeighbourScores,
        day: i64,
        sessions: &Map<u64, f64>,
        speaker: Option<u32>,
        question: &RecallQuestion,
    ) -> ScoredRecord {
        let (weights, entry) = (self.weights, &matched_record.entry);
        let weight_if = |is: bool, weight: f64| if is { weight } else { 0.0 };
        let is_kept = kind_of(entry).is_some_and(is_kept);
        let date = self.query.dates.iter().map(|span| closeness(day, span)).fold(0.0, f64::max);
        let age = (question.now - matched_record.id.time().milliseconds()).max(0) as f64 / DAY as f64;
        let recency = if weights.recency > 0.0 { libm::exp(-age / weights.recency_days) } else { 0.0 };
        let flags = entry.flags;
        let factors = [
            EXACT_SCORE * f64::from(matched_record.n_exact),
            weights.words * matched_record.word_score,
            near_scores.answer,
            near_scores.previous,
            near_scores.next,
            near_scores.second_previous,
            near_scores.second_next,
            weights.session * sessions.get(&matched_record.group).copied().unwrap_or(0.0),
            weights.statement * f64::from(entry.statement) / 255.0,
            weight_if(speaker.is_some_and(|named| named == entry.speaker), weights.speaker),
            weights.date * date,
            weight_if(self.query.asks_when && flags.names_time(), weights.when),
            weights.length * libm::log1p(f64::from(entry.n_terms)) / 3.0,
            weight_if(flags.is_human() && flags.is_turn(), weights.human),
            weight_if(is_kept, weights.kept),
            weights.recency * recency,
        ];
        ScoredRecord {
            id: matched_record.id,
            group: matched_record.group,
            score: factors.iter().sum(),
            factors,
            fit: self.fit(matched_record),
            is_kept,
        }
    }

    /// The share of the question's words that a record contains, from 0 to 1; 1 if it has an exact phrase.
    fn fit(&self, matched_record: &MatchedRecord) -> f64 {
        if matched_record.n_exact > 0 { 1.0 } else { self.matches.fit(matched_record.terms) }
    }
}

/// A turn with the turns beside it that are short enough to be one passage with it: a question and its answer may together
/// have the terms that neither has alone.
fn passage_around(turns: &[Turn], at: usize) -> impl Iterator<Item = &Turn> {
    let n_terms = |turn: &Turn| u32::from(turn.entry.n_terms);
    let is_near =
        move |turn: &&Turn| turn.id == turns[at].id || n_terms(turn) + n_terms(&turns[at]) <= MAX_PASSAGE_TERMS;
    turns[at.saturating_sub(1)..].iter().take(at.min(1) + 2).filter(is_near)
}
