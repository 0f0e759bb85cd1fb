//! Chooses hits from the ranked records, best first. Outdated records are left out unless the question asks for them.
//! Each text and each task is chosen once. A question may limit the hits of one session.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use super::mending::add_mending;
use super::order::{cut_below_named, newer_above_older};
use super::query::Query;
use super::question::{RecallHit, RecallQuestion, Recalled};
use super::score::{FACTORS, Ranking, ScoredRecord};
use super::strength::{MIN_FURTHER_FIT, N_GATE_RECORDS, Strength};
use super::text_search::move_exact_first;
use crate::base::error::Error;
use crate::base::id::RecordId;
use crate::episode::recorded_event;
use crate::record::derived::words::recalled_text;
use crate::record::derived::{KeyValueRow, key_value_key};
use crate::record::envelope::Record;
use crate::record::kinds::{Body, DecisionStatus};
use crate::record::rows::Rows;
use crate::record::stored::record_of;
use crate::text::excerpt::excerpt;
use crate::text::terms::Term;
use crate::text::tokens::estimate_tokens;
use crate::window::NamedFactor;

/// The number of records that the first round reads, beyond the question's limit.
const SPARE_RECORDS: usize = 20;
/// The approximate tokens of a hit beside its excerpt: the time, the speaker, the session and the id.
const TOKENS_BESIDE_EXCERPT: u32 = 20;

/// Whether a ranked record becomes a hit, or why it does not.
enum Verdict {
    Hit,
    Outdated,
    SessionFull,
    /// The text or task is that of the hit with this index.
    Alike(usize),
    /// The record could not be read: it is removed or damaged.
    Missing,
}

/// Chooses hits from the best ranked record down, until there are enough.
pub(super) fn choose(
    rows: &Rows,
    tenant: &str,
    question: &RecallQuestion,
    query: &Query,
    ranked: &Ranking,
) -> Result<Recalled, Error> {
    let terms: BTreeSet<Term> = query.terms.iter().map(|(term, _)| *term).collect();
    let Ranking { candidates, n_matching, weighting } = ranked;
    let mut recalled = Recalled { n_matching: *n_matching, weighting: *weighting, ..Recalled::default() };
    let mut chosen = ChosenHits::default();
    let n_wanted = question.limit as usize;
    recalled.best_fit = candidates.iter().take(N_GATE_RECORDS).map(|one| one.fit).fold(0.0, f64::max);
    recalled.strength = Strength::of(recalled.best_fit);
    if recalled.strength == Strength::None && !question.weak {
        return Ok(recalled);
    }
    let fits = |one: &&ScoredRecord| question.weak || one.fit >= MIN_FURTHER_FIT;
    let fitting: Vec<ScoredRecord> = candidates.iter().filter(fits).cloned().collect();
    let fitting = move_exact_first(rows, tenant, query, fitting);
    rows.check_complete()?;
    let fitting: Vec<&ScoredRecord> = fitting.iter().collect();
    let (mut unread, mut n_read) = (fitting.as_slice(), n_wanted + SPARE_RECORDS);
    while recalled.hits.len() < n_wanted && !unread.is_empty() {
        let (to_read, read_later) = unread.split_at(unread.len().min(n_read));
        // Twice as many in each round, so that few rounds suffice if many records say the same.
        (unread, n_read) = (read_later, 2 * n_read);
        let records: Vec<Option<Record>> = to_read.iter().map(|one| record_of(rows, tenant, one.id)).collect();
        rows.check_complete()?;
        for (one, record) in to_read.iter().zip(records) {
            if recalled.hits.len() == n_wanted {
                break;
            }
            match chosen.judge(rows, tenant, question, one, record.as_ref()) {
                Verdict::Hit => recalled.hits.extend(record.map(|record| hit(one, record, &terms))),
                Verdict::Outdated => recalled.n_outdated += 1,
                Verdict::SessionFull => recalled.n_of_session += 1,
                Verdict::Alike(hit) => recalled.hits[hit].n_alike += 1,
                Verdict::Missing => {}
            }
        }
        rows.check_complete()?;
    }
    newer_above_older(&mut recalled.hits);
    cut_below_named(&mut recalled.hits);
    recalled.hits.iter_mut().for_each(|hit| add_mending(rows, tenant, hit));
    rows.check_complete()?;
    keep_in_budget(&mut recalled, question.budget);
    Ok(recalled)
}

/// Drops the first hit that exceeds the budget of tokens, and all hits after it; a budget of 0 keeps all.
pub(super) fn keep_in_budget(recalled: &mut Recalled, budget: u32) {
    if budget == 0 {
        return;
    }
    let mut tokens_left = budget;
    let mut has_room = |hit: &RecallHit| {
        let remaining_budget = tokens_left.checked_sub(estimate_tokens(&hit.excerpt) + TOKENS_BESIDE_EXCERPT);
        tokens_left = remaining_budget.unwrap_or(0);
        remaining_budget.is_some()
    };
    let n_kept = recalled.hits.iter().take_while(|hit| has_room(hit)).count();
    recalled.n_beyond_budget = (recalled.hits.len() - n_kept) as u32;
    recalled.hits.truncate(n_kept);
}

/// The hits that were chosen so far.
#[derive(Default)]
struct ChosenHits {
    /// The index of the hit with each text or task, by its [`content_hash`].
    hit_of_content: BTreeMap<u64, usize>,
    n_of_session: BTreeMap<u64, u32>,
    n_hits: usize,
}

impl ChosenHits {
    fn judge(
        &mut self,
        rows: &Rows,
        tenant: &str,
        question: &RecallQuestion,
        one: &ScoredRecord,
        record: Option<&Record>,
    ) -> Verdict {
        let Some(record) = record else { return Verdict::Missing };
        if !question.outdated && is_outdated(rows, tenant, one.id, record) {
            return Verdict::Outdated;
        }
        let hash = content_hash(record);
        if let Some(hit_at) = self.hit_of_content.get(&hash) {
            return Verdict::Alike(*hit_at);
        }
        let n_of_session = self.n_of_session.entry(one.group).or_default();
        if question.per_session > 0 && one.group != 0 && *n_of_session >= question.per_session {
            return Verdict::SessionFull;
        }
        *n_of_session += 1;
        self.hit_of_content.insert(hash, self.n_hits);
        self.n_hits += 1;
        Verdict::Hit
    }
}

/// A hash that is equal for records with the same text, white space ignored, and for all steps of one task.
fn content_hash(record: &Record) -> u64 {
    let text = match &record.body {
        Some(Body::TaskStep(_)) => alloc::format!("\0{}", record.task),
        _ => recalled_text(record).split_whitespace().collect::<Vec<&str>>().join(" "),
    };
    xxhash_rust::xxh3::xxh3_64(text.as_bytes())
}

/// Whether a record is outdated: its key has a newer value or decision, or it is a decision that is deprecated or
/// superseded.
pub(crate) fn is_outdated(rows: &Rows, tenant: &str, id: RecordId, record: &Record) -> bool {
    let is_replaced = key_value_key(tenant, record)
        .is_some_and(|key| rows.read::<KeyValueRow>(&key).is_some_and(|newest| newest.record.id() != id));
    let is_given_up = match &record.body {
        Some(Body::Decision(decision)) => {
            matches!(decision.status, DecisionStatus::Deprecated | DecisionStatus::Superseded)
        }
        _ => false,
    };
    is_replaced || is_given_up
}

fn hit(scored: &ScoredRecord, record: Record, terms: &BTreeSet<Term>) -> RecallHit {
    let excerpt: String = excerpt(&recalled_text(&record), terms);
    let factors = FACTORS.iter().zip(scored.factors).filter(|(_, value)| *value != 0.0);
    let factors = factors.map(|(name, value)| NamedFactor { name: (*name).into(), value }).collect();
    RecallHit {
        event: recorded_event(scored.id, record),
        score: scored.score,
        factors,
        fit: scored.fit,
        excerpt,
        n_alike: 0,
        newer_id: String::new(),
        before: Vec::new(),
        after: Vec::new(),
    }
}
