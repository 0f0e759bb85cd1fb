//! The time that a question names: `what failed yesterday` is asked of yesterday's records only.
//!
//! A time filters only if it is relative to today or in digits, and the only one in a question of a few words. If the
//! question has nothing else but a kind of event, any time filters. Any other time, as `on 7 May` in a conversation
//! days later, only raises the score of records near it (`text::dates`).

use alloc::string::String;

use super::question::RecallQuestion;
use super::time_only::TimeOnlyQuestion;
use crate::base::error::Error;
use crate::base::time::Timestamp;
use crate::base::zone::Zone;
use crate::text::dates::dates_in;

/// The most words of a question whose time filters: a longer text tells of a time, and does not ask about it.
const MAX_WORDS: usize = 16;
/// The longest time in days that filters a search for words. A longer time only raises scores, because records from
/// long after a month or a year still mention its events.
const MAX_DAYS: i64 = 7;

/// A question whose time was turned into a filter.
pub(super) struct TimedQuestion {
    /// The question, filtered by the time and without the words for it.
    pub(super) question: RecallQuestion,
    /// The question without its time, if it has no words to search for; else `None`.
    pub(super) time_only: Option<TimeOnlyQuestion>,
}

impl RecallQuestion {
    /// The question with its time as a filter; `None` if it names none that filters, or already has `since` or `until`.
    pub(super) fn in_named_time(&self, now: Timestamp) -> Result<Option<TimedQuestion>, Error> {
        let zone = Zone::checked(&self.zone)?;
        let has_bounds = self.since.is_some() || self.until.is_some();
        if has_bounds || self.query.split_whitespace().nth(MAX_WORDS).is_some() {
            return Ok(None);
        }
        let dates = dates_in(&self.query, zone.day_of(now.milliseconds()));
        let [date] = dates.as_slice() else { return Ok(None) };
        let n_days = date.span.last_day - date.span.first_day + 1;
        let query = String::from(&self.query[..date.range.start]) + " " + &self.query[date.range.end..];
        let time_only = TimeOnlyQuestion::of(&query);
        let is_meant = match &time_only {
            Some(time_only) => date.is_unambiguous || time_only.names_kind(),
            None => date.is_unambiguous && n_days <= MAX_DAYS,
        };
        if !is_meant {
            return Ok(None);
        }
        let day_start = |day: i64| Some(zone.start_of(day).max(0));
        let (since, until) = (day_start(date.span.first_day), day_start(date.span.last_day + 1));
        let question = RecallQuestion { query, since, until, ..self.clone() };
        Ok(Some(TimedQuestion { question, time_only }))
    }
}
