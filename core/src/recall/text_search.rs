//! Searches the texts of records for words that are not indexed: very common words, and single digits.

use alloc::string::String;
use alloc::vec::Vec;

use super::choose::{is_outdated, keep_in_budget};
use super::named::is_named;
use super::query::Query;
use super::question::{RecallHit, RecallQuestion, Recalled};
use super::score::{FACTORS, ScoredRecord};
use super::strength::Strength;
use super::weighting::EXACT_SCORE;
use crate::base::error::Error;
use crate::base::id::RecordId;
use crate::episode::{EventsQuestion, RecordedEvent};
use crate::record::batch::GLOBAL_CHANNEL;
use crate::record::derived::words::recalled_text;
use crate::record::envelope::Record;
use crate::record::event::{Body, Role};
use crate::record::keyspace::Kind;
use crate::record::rows::Rows;
use crate::record::situation::Situated as _;
use crate::record::stored::record_of;
use crate::record::{RecordSpace, Trust};
use crate::text::excerpt::excerpt;
use crate::text::terms::question_terms;

/// The number of the newest records that are searched.
const NEWEST: u32 = 1_000;
/// The number of the best scored records that are searched for a numbered word: all that are scored, as a digit is rare.
const MAX_NUMBERED: usize = 1_000;
/// The number of the best scored records that may be named by the question.
const MAX_NAMED: usize = 30;
/// The kinds of records that are searched: talk, and records that are kept on purpose.
const KINDS: [Kind; 5] = [Kind::Turn, Kind::Note, Kind::Decision, Kind::Lesson, Kind::TaskStep];

impl RecordSpace {
    /// The newest records whose text has the most of these words. Without words: the newest records, of turns only those of a
    /// user.
    pub(super) fn newest_with_words(
        &self,
        rows: &Rows,
        question: &RecallQuestion,
        words: &[String],
    ) -> Result<Recalled, Error> {
        let tenant = self.owner.tenant.as_str();
        let kinds = if question.kinds.is_empty() { KINDS.to_vec() } else { question.kinds.clone() };
        let events = EventsQuestion { limit: NEWEST, ..events_of(question, kinds) };
        let page = self.page(rows, &events)?;
        let mut found: Vec<(usize, RecordedEvent, RecordId, Record)> = Vec::new();
        for event in page.events {
            let id = RecordId::parse(&event.id);
            let id_and_record = id.and_then(|id| Some((id, record_of(rows, tenant, id)?)));
            let Some((id, record)) = id_and_record.filter(|(_, record)| has_channel_and_trust(question, record)) else {
                continue;
            };
            let may_answer = !words.is_empty()
                || match &record.body {
                    Some(Body::Turn(turn)) => turn.role == Role::User,
                    _ => true,
                };
            let n_held = n_held(&recalled_text(&record), words);
            if may_answer && (words.is_empty() || n_held > 0) {
                found.push((n_held, event, id, record));
            }
        }
        let most_held = found.iter().map(|(n_held, ..)| *n_held).max().unwrap_or(0);
        let fit = if words.is_empty() { 1.0 } else { most_held as f64 / words.len() as f64 };
        let is_given = question.weak || Strength::of(fit) != Strength::None;
        found.retain(|(n_held, ..)| is_given && *n_held == most_held);
        let mut recalled = Recalled { n_matching: found.len() as u64, ..Recalled::default() };
        for (_, event, id, record) in found {
            if !question.outdated && is_outdated(rows, tenant, id, &record) {
                recalled.n_outdated += 1;
            } else if recalled.hits.len() < question.limit as usize {
                let excerpt = excerpt(&recalled_text(&record), &Default::default());
                let (before, after) = (Vec::new(), Vec::new());
                let hit = RecallHit {
                    event,
                    score: 0.0,
                    factors: Vec::new(),
                    fit,
                    excerpt,
                    n_alike: 0,
                    newer_id: String::new(),
                    before,
                    after,
                };
                recalled.hits.push(hit);
            }
        }
        rows.check_complete()?;
        if !recalled.hits.is_empty() {
            (recalled.best_fit, recalled.strength) = (fit, Strength::of(fit));
        }
        keep_in_budget(&mut recalled, question.budget);
        Ok(recalled)
    }
}

/// The question for events of these kinds with the filters of a question, except its channel and trust.
pub(super) fn events_of(question: &RecallQuestion, kinds: Vec<Kind>) -> EventsQuestion {
    EventsQuestion {
        kinds,
        conversation: question.conversation.clone(),
        metadata: question.metadata.clone(),
        since: question.since,
        until: question.until,
        ..EventsQuestion::default()
    }
    .situated(question.copy_situation())
}

/// Whether a record has the channel and the trust that a question asks for.
pub(super) fn has_channel_and_trust(question: &RecallQuestion, record: &Record) -> bool {
    let channel = record.channel.as_str();
    let is_of_channel = question.channel.is_empty() || channel == question.channel || channel == GLOBAL_CHANNEL;
    is_of_channel && record.trust() >= question.trust.max(Trust::Untrusted)
}

/// The words of a text in lower case, with a space before each and after the last.
fn padded_words(text: &str) -> String {
    let mut padded = String::from(" ");
    for word in text.split(|char: char| !char.is_alphanumeric()).filter(|word| !word.is_empty()) {
        padded.extend(word.chars().flat_map(char::to_lowercase));
        padded.push(' ');
    }
    padded
}

/// How many of these words, or phrases of words, a text has.
fn n_held(text: &str, words: &[String]) -> usize {
    let text = padded_words(text);
    words.iter().filter(|word| text.contains(&padded_words(word))).count()
}

/// The words of a text in lower case, without anything between them.
pub(super) fn words_of(text: &str) -> Vec<String> {
    padded_words(text).split_whitespace().map(String::from).collect()
}

/// The numbered words of a question, as `bug 3`: a word followed by a single digit, which is no term.
pub(super) fn numbered_words(text: &str) -> Vec<String> {
    let words = words_of(text);
    let is_number = |word: &str| word.len() == 1 && word.bytes().all(|byte| byte.is_ascii_digit());
    let pairs = words.windows(2).filter(|pair| is_number(&pair[1]) && !question_terms(&pair[0]).is_empty());
    pairs.map(|pair| pair.join(" ")).collect()
}

/// Raises the scores of records that the question names, or whose text has its numbered words, and sorts again. Only the
/// best records are read.
pub(super) fn move_exact_first(
    rows: &Rows,
    tenant: &str,
    query: &Query,
    mut candidates: Vec<ScoredRecord>,
) -> Vec<ScoredRecord> {
    let exact_at = FACTORS.iter().position(|name| *name == "exact").unwrap_or(0);
    let n_read = if query.numbered_words.is_empty() { MAX_NAMED } else { MAX_NUMBERED };
    for scored in candidates.iter_mut().take(n_read) {
        if query.numbered_words.is_empty() && !scored.is_kept {
            continue;
        }
        let Some(record) = record_of(rows, tenant, scored.id) else { continue };
        let n_numbered = n_held(&recalled_text(&record), &query.numbered_words);
        let n_exact = n_numbered + usize::from(is_named(&query.words, &record));
        scored.factors[exact_at] += EXACT_SCORE * n_exact as f64;
        scored.score += EXACT_SCORE * n_exact as f64;
    }
    candidates.sort_by(|one, other| other.score.total_cmp(&one.score).then(other.id.cmp(&one.id)));
    candidates
}
