//! Answers questions that name a time and at most a kind of event: `what failed yesterday`.
//!
//! Words such as `failed`, `asked` and `decided` name a kind of records. They are not searched for, because these
//! records seldom contain them. The answer is the log of that time, a hit for each line, newest first. Not here: which
//! time a question names (`time`).

use alloc::string::String;
use alloc::vec::Vec;

use super::choose::{is_outdated, keep_in_budget};
use super::query::exact_phrases;
use super::question::{RecallHit, RecallQuestion, Recalled};
use super::strength::Strength;
use super::text_search::{events_of, has_channel_and_trust, words_of};
use crate::base::error::Error;
use crate::base::id::RecordId;
use crate::episode::{LogEntry, LogKind, MAX_LINES, recorded_event};
use crate::record::RecordSpace;
use crate::record::derived::words::recalled_text;
use crate::record::envelope::Record;
use crate::record::keyspace::Kind;
use crate::record::rows::Rows;
use crate::record::stored::record_of;
use crate::text::excerpt::excerpt;
use crate::text::terms::question_terms;
use crate::window::NamedFactor;

/// Words that name a kind of log line.
const KIND_WORDS: [(LogKind, &[&str]); 5] = [
    (LogKind::Asked, &["ask", "asks", "asked", "asking"]),
    (LogKind::Done, &["change", "changes", "changed", "changing"]),
    (
        LogKind::Failed,
        &[
            "fail", "fails", "failed", "failing", "failure", "failures", "error", "errors", "break", "breaks", "broke",
            "broken", "wrong",
        ],
    ),
    (LogKind::Decided, &["decide", "decides", "decided", "deciding", "decision", "decisions"]),
    (LogKind::Noted, &["note", "notes", "noted"]),
];
/// Words that ask for work, unless they only help another verb.
const WORK_WORDS: [&str; 5] = ["do", "does", "did", "done", "doing"];
/// Words that ask for events of any kind.
const ANY_KIND_WORDS: [&str; 4] = ["happen", "happens", "happened", "happening"];
/// Words that ask for nothing of their own: `which decisions were made`, `did anything go wrong`.
const FILLER_WORDS: [&str; 10] =
    ["made", "make", "went", "go", "goes", "going", "anything", "something", "everything", "things"];

/// A question that names a time and nothing to search for, so that the log answers it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TimeOnlyQuestion {
    /// The kinds of log lines that are asked for; empty: all.
    kinds: Vec<LogKind>,
    /// Whether only work is asked for; if none was recorded, log lines of all kinds answer.
    is_any_work: bool,
}

impl TimeOnlyQuestion {
    /// Reads a question without the words for its time; `None` if it asks for something to be searched for.
    pub(super) fn of(text: &str) -> Option<TimeOnlyQuestion> {
        // In quotes a word is looked for.
        if text.contains(['"', '`']) || !exact_phrases(text).is_empty() {
            return None;
        }
        let (mut kinds, mut has_work_word, mut has_any_kind_word, mut has_filler) = (Vec::new(), false, false, false);
        for word in words_of(text) {
            let is_among = |words: &[&str]| words.contains(&word.as_str());
            if let Some((kind, _)) = KIND_WORDS.iter().find(|(_, words)| is_among(words)) {
                kinds.push(*kind);
            } else if is_among(&WORK_WORDS) {
                has_work_word = true;
            } else if is_among(&ANY_KIND_WORDS) {
                has_any_kind_word = true;
            } else if is_among(&FILLER_WORDS) {
                has_filler = true;
            } else if !question_terms(&word).is_empty() {
                return None;
            }
        }
        let is_any_work = has_work_word && !has_any_kind_word && kinds.is_empty();
        if is_any_work {
            kinds.push(LogKind::Done);
        }
        // Alone they may well be looked for: `go yesterday`.
        let is_time_only = !kinds.is_empty() || has_any_kind_word || !has_filler;
        is_time_only.then_some(TimeOnlyQuestion { kinds, is_any_work })
    }

    /// Whether the question names a kind of log lines, and not just any work.
    pub(super) fn names_kind(&self) -> bool {
        !self.kinds.is_empty() && !self.is_any_work
    }

    fn asks_for(&self, kind: LogKind) -> bool {
        self.kinds.is_empty() || self.kinds.contains(&kind)
    }
}

/// The kinds of records to read for log lines of a kind: those of which a line is made, and those at which a line ends.
fn records_of(kind: LogKind) -> &'static [Kind] {
    match kind {
        LogKind::Asked => &[Kind::Turn],
        LogKind::Done => &[Kind::Turn, Kind::FileTouch, Kind::TaskStep],
        LogKind::Failed => &[Kind::Turn, Kind::ToolCall, Kind::TaskStep],
        LogKind::Decided => &[Kind::Decision],
        LogKind::Noted => &[Kind::Note, Kind::Lesson],
    }
}

impl RecordSpace {
    /// The hits of a question about a time, newest first.
    pub(super) fn answer_from_log(
        &self,
        rows: &Rows,
        question: &RecallQuestion,
        time_only: &TimeOnlyQuestion,
    ) -> Result<Recalled, Error> {
        let recalled = self.lines_of_time(rows, question, time_only)?;
        if !time_only.is_any_work || recalled.n_matching > 0 {
            return Ok(recalled);
        }
        self.lines_of_time(rows, question, &TimeOnlyQuestion { kinds: Vec::new(), is_any_work: false })
    }

    fn lines_of_time(
        &self,
        rows: &Rows,
        question: &RecallQuestion,
        time_only: &TimeOnlyQuestion,
    ) -> Result<Recalled, Error> {
        let tenant = self.owner.tenant.as_str();
        let all_kinds = [LogKind::Asked, LogKind::Done, LogKind::Failed, LogKind::Decided, LogKind::Noted];
        let mut kinds: Vec<Kind> =
            all_kinds.into_iter().filter(|kind| time_only.asks_for(*kind)).flat_map(records_of).copied().collect();
        kinds.sort_unstable();
        kinds.dedup();
        let events = events_of(question, kinds);
        let admits = |record: &_| has_channel_and_trust(question, record);
        let page = self.newest_entries(rows, &events, MAX_LINES, &admits)?;
        let mut recalled = Recalled { is_incomplete: page.n_damaged > 0, ..Recalled::default() };
        for entry in page.entries.into_iter().filter(|entry| time_only.asks_for(entry.kind)) {
            let id_and_record = RecordId::parse(&entry.id).and_then(|id| Some((id, record_of(rows, tenant, id)?)));
            let Some((id, record)) = id_and_record else { continue };
            if !question.kinds.is_empty() && !question.kinds.contains(&record.kind) {
                continue;
            }
            recalled.n_matching += u64::from(entry.n);
            if !question.outdated && is_outdated(rows, tenant, id, &record) {
                recalled.n_outdated += 1;
            } else if recalled.hits.len() < question.limit as usize {
                recalled.hits.push(hit(entry, id, record));
            }
        }
        rows.check_complete()?;
        if !recalled.hits.is_empty() {
            (recalled.best_fit, recalled.strength) = (1.0, Strength::Strong);
        }
        keep_in_budget(&mut recalled, question.budget);
        Ok(recalled)
    }
}

/// A log line as a hit, whose score has only the factor for its date.
fn hit(line: LogEntry, id: RecordId, record: Record) -> RecallHit {
    let excerpt = match line.kind {
        LogKind::Done | LogKind::Failed => line.text,
        LogKind::Asked | LogKind::Decided | LogKind::Noted => excerpt(&recalled_text(&record), &Default::default()),
    };
    RecallHit {
        event: recorded_event(id, record),
        score: 1.0,
        factors: vec![NamedFactor { name: String::from("date"), value: 1.0 }],
        fit: 1.0,
        excerpt,
        n_alike: line.n.saturating_sub(1),
        newer_id: String::new(),
        before: Vec::new(),
        after: Vec::new(),
    }
}
