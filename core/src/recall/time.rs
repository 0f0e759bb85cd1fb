//! The time that a question names: `what failed yesterday` is asked of yesterday's records alone.
//!
//! Only a time that is told by its distance from today or in digits, alone in a question of some words, is meant so. Of any other, as
//! `on 7 May` in a conversation that tells of it days later, it counts how near a record is (`text::dates`).

use alloc::string::String;

use super::of_time::AskedOfTime;
use super::question::RecallQuestion;
use crate::base::error::Error;
use crate::base::time::Timestamp;
use crate::base::zone::Zone;
use crate::text::dates::dates_in;

/// A longer text is no question about a time: it tells of one.
const MAX_WORDS: usize = 16;
/// The longest time in days that filters records by itself. A month or a year is told of long after; of a longer time
/// only the nearness of a record counts.
const MAX_DAYS: i64 = 7;

/// A question of a time that it names.
pub(super) struct InTime {
    /// Without that time, asked of it.
    pub(super) question: RecallQuestion,
    /// The rest of the question, where it asks for nothing but that time.
    pub(super) asked: Option<AskedOfTime>,
}

impl RecallQuestion {
    /// The question asked of the time that it names; none: it names none, or says by `since` and `until` what it is about.
    pub(super) fn in_named_time(&self, now: Timestamp) -> Result<Option<InTime>, Error> {
        let zone = Zone::checked(&self.zone)?;
        let is_told = self.since.is_some() || self.until.is_some();
        if is_told || self.query.split_whitespace().nth(MAX_WORDS).is_some() {
            return Ok(None);
        }
        let dates = dates_in(&self.query, zone.day_of(now.milliseconds()));
        let [date] = dates.as_slice() else { return Ok(None) };
        let n_days = date.span.last_day - date.span.first_day + 1;
        let query = String::from(&self.query[..date.range.start]) + " " + &self.query[date.range.end..];
        let asked = AskedOfTime::of(&query);
        let is_meant = match &asked {
            Some(asked) => date.is_unambiguous || asked.names_kind(),
            None => date.is_unambiguous && n_days <= MAX_DAYS,
        };
        if !is_meant {
            return Ok(None);
        }
        let within = |day: i64| Some(zone.start_of(day).max(0));
        let (since, until) = (within(date.span.first_day), within(date.span.last_day + 1));
        let question = RecallQuestion { query, since, until, ..self.clone() };
        Ok(Some(InTime { question, asked }))
    }
}
