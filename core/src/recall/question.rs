//! The question of `recall` and its answer.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::choose::choose;
use super::filter::Filter;
use super::index::Index;
use super::matches::Matches;
use super::nearby_turns::add_around;
use super::query::{MAX_TERMS, Query, exact_phrases};
use super::score::{Ranking, rank};
use super::strength::Strength;
use super::text_search::words_of;
use super::weighting::Weighting;
use crate::ask::{Attempt, Resumed};
use crate::base::error::Error;
use crate::base::memo::MemoKey;
use crate::base::time::Timestamp;
use crate::base::zone::ZoneOffset;
use crate::episode::{EventsQuestion, RecordedEvent, check_events};
use crate::record::derived::day_of;
use crate::record::derived::words::has_unindexed;
use crate::record::guard::{Guard, MaskNames};
use crate::record::keyspace::Kind;
use crate::record::rows::Rows;
use crate::record::run::Call;
use crate::record::situation::{Situated as _, situated, unsituated};
use crate::record::{RecordSpace, Trust};
use crate::text::terms::{Term, question_terms};
use crate::window::NamedFactor;

/// The most bytes of a question.
const MAX_QUERY_BYTES: usize = 64 << 10;
/// The most hits of an answer.
const MAX_LIMIT: u32 = 100;
/// The most tokens of a budget.
const MAX_BUDGET: u32 = 1_000_000;
/// The most turns before a hit, and the most after it.
const MAX_AROUND: u32 = 10;

situated! { asked:
/// The words that `recall` looks for, and the filters that records must pass.
#[derive(Clone, Debug, PartialEq)]
pub struct RecallQuestion {
    /// The words to look for, as in a sentence.
    pub query: String,
    /// Only records of these kinds; empty: of all.
    pub kinds: Vec<Kind>,
    /// Only records of this channel and of `_global`; empty: of all channels.
    pub channel: String,
    /// Only records of this conversation; empty: of all.
    pub conversation: String,
    /// Only records with these members of their metadata, each as `name=value`.
    pub metadata: Vec<String>,
    /// Only records of this trust or a higher one.
    pub trust: Trust,
    /// Only records of events at this time or later; `None`: at any time.
    pub since: Option<i64>,
    /// Only records of events before this time; `None`: at any time.
    pub until: Option<i64>,
    /// Whether outdated decisions and values are hits, too.
    pub outdated: bool,
    /// Whether hits that fit too weakly are returned, too.
    pub weak: bool,
    /// How much each factor counts in the score; by default decided by the matching records.
    pub weighting: Weighting,
    /// The most hits to return, 1 to 100.
    pub limit: u32,
    /// The most hits of one session; 0: any number.
    pub per_session: u32,
    /// The most tokens of all hits together, estimated; 0: any number.
    pub budget: u32,
    /// How many turns before and after a turn are returned with it, at most 10.
    pub around: u32,
    /// The offsets of the time zone from UTC, by which days begin and end; empty: UTC.
    pub zone: Vec<ZoneOffset>,
    /// The time of the question, in milliseconds since 1970.
    pub now: i64,
}
}

impl Default for RecallQuestion {
    fn default() -> RecallQuestion {
        unsituated!(RecallQuestion {
            query: String::new(),
            kinds: Vec::new(),
            channel: String::new(),
            conversation: String::new(),
            metadata: Vec::new(),
            trust: Trust::Untrusted,
            since: None,
            until: None,
            outdated: false,
            weak: false,
            weighting: Weighting::Auto,
            limit: 10,
            per_session: 3,
            budget: 0,
            around: 0,
            zone: Vec::new(),
            now: 0,
        })
    }
}

/// A record that fits a question.
#[derive(Clone, Debug, PartialEq)]
pub struct RecallHit {
    /// The record, as an event.
    pub event: RecordedEvent,
    /// The sum of the factors; hits are sorted by it.
    pub score: f64,
    /// The factors of the score that are not 0, in the order in which they are added.
    pub factors: Vec<NamedFactor>,
    /// The share of the question's words that the record contains, from 0 to 1. Of a long text its best part counts, and a
    /// short turn together with short turns beside it, with weighting `Work` together with its session.
    pub fit: f64,
    /// The part of the record's text that fits best.
    pub excerpt: String,
    /// How many more records have the same text, or are steps of the same task.
    pub n_alike: u32,
    /// Of a note, decision or lesson: the id of a newer one among the hits that says close to the same; may be empty.
    pub newer_id: String,
    /// The turns before the hit, oldest first; empty unless the hit is a turn.
    pub before: Vec<RecordedEvent>,
    /// The turns after the hit, oldest first; empty unless the hit is a turn.
    pub after: Vec<RecordedEvent>,
}

/// The answer of `recall`: the hits, and counts of the records left out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recalled {
    /// The hits, best first.
    pub hits: Vec<RecallHit>,
    /// How well the record fits that fits best among the first ten.
    pub strength: Strength,
    /// The fit of that record, also if it is left out because it fits too weakly.
    pub best_fit: f64,
    /// The number of records that pass the filters and contain something of the question.
    pub n_matching: u64,
    /// How many examined records were left out because they are outdated.
    pub n_outdated: u32,
    /// How many examined records were left out because their session has enough hits.
    pub n_of_session: u32,
    /// How many hits were left out because they exceed the budget.
    pub n_beyond_budget: u32,
    /// Words of the question that no record has.
    pub unknown_words: Vec<String>,
    /// The weighting that ranked the hits; never `Auto`.
    pub weighting: Weighting,
    /// The beginning of the time that the question's words name and that filtered the records, in milliseconds since
    /// 1970; `None` if no such time did.
    pub since: Option<i64>,
    /// The end of that time, which is not included; `None` if `since` is.
    pub until: Option<i64>,
    /// Whether records may be missing, because they are not indexed yet or the index is damaged; upkeep mends both.
    pub is_incomplete: bool,
}

/// The terms of a question, in order of appearance.
pub(crate) struct AskedTerms {
    /// Each term, with the number of documents that have it.
    pub(crate) terms: Vec<(Term, u64)>,
    pub(crate) n_docs: u64,
}

/// A search for a text: the index, the parsed query, and the matching documents.
pub(super) struct Search<'r> {
    pub(super) index: Index<'r>,
    pub(super) query: Query,
    pub(super) matches: Arc<Matches>,
    key: MemoKey,
}

impl RecallQuestion {
    /// A question about some kinds of records that leaves out untrusted ones.
    pub(crate) fn excluding_untrusted(kinds: Vec<Kind>, limit: u32, now: Timestamp) -> RecallQuestion {
        let now = now.milliseconds();
        RecallQuestion { kinds, trust: Trust::Unconfirmed, limit, per_session: 0, now, ..RecallQuestion::default() }
    }
}

impl MaskNames for RecallQuestion {
    fn mask(&mut self, guard: Guard) {
        guard.mask_situation(self);
        [&mut self.channel, &mut self.conversation].into_iter().for_each(|name| guard.mask_name(name));
        self.metadata.iter_mut().for_each(|member| guard.mask_name(member));
        guard.mask_name(&mut self.query);
    }
}

impl RecordSpace {
    /// Finds the records that fit a question, best first.
    pub(crate) fn recall(&self, question: &RecallQuestion, resumed: Option<Resumed>) -> Attempt<Recalled> {
        check(question)?;
        let now = Timestamp::checked("now", question.now)?;
        let call = Call::of(self.generation, "recall", [alloc::format!("{question:?}").as_bytes()]);
        let of_time = question.in_named_time(now)?;
        let time_only = of_time.as_ref().and_then(|of_time| of_time.time_only.as_ref());
        let of_time = of_time.as_ref().map(|of_time| &of_time.question);
        let (since, until) = of_time.map_or((None, None), |of_time| (of_time.since, of_time.until));
        let question = of_time.unwrap_or(question);
        // Kinds that the caller names are what is asked of a time, unless the question names some itself.
        let time_only = time_only.filter(|time_only| question.kinds.is_empty() || time_only.names_kind());
        call.answer(resumed, |rows| {
            let mut recalled = if let Some(time_only) = time_only {
                self.answer_from_log(rows, question, time_only)?
            } else if question_terms(&question.query).is_empty() && exact_phrases(&question.query).is_empty() {
                // If the question names a time and no terms, its other words are not searched for.
                let words = if of_time.is_some() { Vec::new() } else { words_of(&question.query) };
                self.newest_with_words(rows, question, &words)?
            } else {
                let search = self.search(rows, &question.query, now)?;
                self.choose_hits(rows, &search, &self.filter(rows, question), question)?
            };
            if question.around > 0 {
                let index = Index::open(rows, &self.owner.tenant, &self.words);
                add_around(rows, &self.owner.tenant, &index, question.around as usize, &mut recalled.hits);
            }
            rows.check_complete()?;
            Ok(Recalled { since, until, ..recalled })
        })
    }

    /// The answer to a question, without turns around hits, and the question's terms.
    pub(crate) fn recall_from_rows(
        &self,
        rows: &Rows,
        question: &RecallQuestion,
    ) -> Result<(Recalled, AskedTerms), Error> {
        let search = self.search(rows, &question.query, Timestamp::checked("now", question.now)?)?;
        let recalled = self.choose_hits(rows, &search, &self.filter(rows, question), question)?;
        let terms = search.query.terms.iter().zip(&search.matches.n_with);
        let terms = terms.map(|((term, _), n_with)| (*term, *n_with)).collect();
        Ok((recalled, AskedTerms { terms, n_docs: search.index.n_docs() }))
    }

    pub(super) fn filter<'q>(&self, rows: &Rows, question: &'q RecallQuestion) -> Filter<'q> {
        Filter::of(rows, &self.owner.tenant, question, self.settings.retention_days)
    }

    /// Searches for a text, without any filter.
    pub(super) fn search<'r>(&'r self, rows: &'r Rows, text: &str, now: Timestamp) -> Result<Search<'r>, Error> {
        let index = Index::open(rows, &self.owner.tenant, &self.words);
        rows.check_complete()?;
        let query = Query::of(text, i64::from(day_of(now)));
        let key = MemoKey::of((self.generation, text, day_of(now)));
        let matches = self.memoized(rows, &index, key, || Matches::find(&index, &query))?;
        Ok(Search { index, query, matches, key })
    }

    /// Ranks the matching records that pass the filter, with the weighting of the question.
    pub(super) fn rank_matches(
        &self,
        rows: &Rows,
        search: &Search<'_>,
        filter: &Filter<'_>,
        question: &RecallQuestion,
    ) -> Result<Arc<Ranking>, Error> {
        let Search { index, query, matches, key } = search;
        let key = MemoKey::of((key, alloc::format!("{question:?}")));
        self.memoized(rows, index, key, || rank(index, query, matches, filter, question))
    }

    /// The result of a costly step, computed once for each key; an error while rows are missing. The result is not kept
    /// if the index is damaged.
    fn memoized<T: Send + Sync + 'static>(
        &self,
        rows: &Rows,
        index: &Index<'_>,
        key: MemoKey,
        step: impl FnOnce() -> T,
    ) -> Result<Arc<T>, Error> {
        if let Some(cached) = self.memo.get(key) {
            return Ok(cached);
        }
        let result = Arc::new(step());
        rows.check_complete()?;
        if !index.is_damaged() {
            self.memo.put(key, &result);
        }
        Ok(result)
    }

    /// The answer to a question from the search and the filter, without turns around hits.
    pub(super) fn choose_hits(
        &self,
        rows: &Rows,
        search: &Search<'_>,
        filter: &Filter<'_>,
        question: &RecallQuestion,
    ) -> Result<Recalled, Error> {
        let Search { index, query, matches, .. } = search;
        let ranked = self.rank_matches(rows, search, filter, question)?;
        let mut recalled = choose(rows, &self.owner.tenant, question, query, &ranked)?;
        let words = query.terms.iter().zip(&matches.n_with).filter(|(_, n_with)| **n_with == 0);
        // The words of a date say when: nobody looks for them.
        let unmatched = words.filter(|((term, _), _)| !query.date_terms.contains(term));
        recalled.unknown_words = unmatched.map(|((_, word), _)| word.clone()).collect();
        recalled.is_incomplete = has_unindexed(&index.segments) || index.is_damaged();
        Ok(recalled)
    }
}

fn check(question: &RecallQuestion) -> Result<(), Error> {
    let RecallQuestion { query, channel, conversation, metadata, since, until, limit, .. } = question;
    if query.trim().is_empty() {
        return Err(Error::invalid("query", "it is empty: say in words what is looked for"));
    }
    if words_of(query).is_empty() {
        let why = "it has no letters and digits, by which alone records are found: say in words what is looked for";
        return Err(Error::invalid("query", why));
    }
    Error::check_limit("bytes of a query", query.len(), MAX_QUERY_BYTES)?;
    if !(1..=MAX_LIMIT).contains(limit) {
        return Err(Error::invalid("limit", "from 1 to 100"));
    }
    if question.per_session > MAX_LIMIT {
        return Err(Error::invalid("per-session", "from 0 to 100"));
    }
    if question.budget > MAX_BUDGET {
        return Err(Error::invalid("budget", "from 0 to 1,000,000"));
    }
    if question.around > MAX_AROUND {
        return Err(Error::invalid("around", "from 0 to 10"));
    }
    for (argument, time) in [("since", since), ("until", until)] {
        time.map_or(Ok(Timestamp::default()), |time| Timestamp::checked(argument, time))?;
    }
    let events = EventsQuestion {
        channel: channel.clone(),
        conversation: conversation.clone(),
        metadata: metadata.clone(),
        limit: *limit,
        ..EventsQuestion::default()
    };
    check_events(&events.situated(question.copy_situation()))
}

const _: () = assert!(MAX_TERMS <= u128::BITS as usize, "which terms a record has is kept in so many bits");
