//! Parses a single time as people write it: `yesterday`, `last week`, `2026-11-03`, `7d`.
//!
//! Only this module turns words into timestamps. Days are those of a given time zone. Not here: dates within other text
//! (`dates`).

use alloc::format;
use alloc::string::String;

use super::calendar::{month_of, weekday, weekday_of};
use super::dates::{DateSpan, dates_in};
use crate::base::error::{Error, repeated_argument};
use crate::base::time::{Timestamp, days_before, days_of_month};
use crate::base::zone::Zone;

const HOUR_MILLISECONDS: i64 = 3_600_000;
/// Greatest number of units in an expression such as `7d`: a million hours are a century.
const MAX_UNITS: i64 = 1 << 20;
/// Words that may precede a date and do not change it.
const LEADING_WORDS: [&str; 7] = ["on", "in", "of", "during", "since", "from", "the"];

/// A span of time, from one timestamp to before another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeSpan {
    /// Start of the span, included, in milliseconds since 1970.
    pub since: i64,
    /// End of the span, excluded, in milliseconds since 1970; `None` if it has no end.
    pub until: Option<i64>,
}

/// The span of time that a text means, as of a given moment and time zone.
pub(crate) fn time_span(
    argument: &'static str,
    written: &str,
    now: Timestamp,
    zone: Zone<'_>,
) -> Result<TimeSpan, Error> {
    let text = written.trim().to_ascii_lowercase();
    let today = zone.day_of(now.milliseconds());
    let days =
        |(first, last): (i64, i64)| TimeSpan { since: zone.start_of(first), until: Some(zone.start_of(last + 1)) };
    let read = instant(&text, zone)
        .or_else(|| time_ago(&text, now, zone))
        .or_else(|| current_period(&text, today).or_else(|| date_days(&text, today)).map(days))
        .ok_or_else(|| unparsed_error(argument, written))?;
    // No record is from before 1970.
    let within = |time: i64| time.max(0);
    let span = TimeSpan { since: within(read.since), until: read.until.map(within) };
    Timestamp::checked(argument, span.since)?;
    Ok(span)
}

fn unparsed_error(argument: &'static str, written: &str) -> Error {
    let form = "write a date as 2026-11-23, a time as 2026-11-23T09:30, today, yesterday, last week, or 7d";
    Error::invalid(argument, format!("{:?} is no time: {form}", repeated_argument(written)))
}

/// The span from a date and time on, with its own UTC offset or in the time zone.
fn instant(text: &str, zone: Zone<'_>) -> Option<TimeSpan> {
    let since = match Timestamp::parse_local(text) {
        Some(shown) => zone.first_moment_at(shown),
        None => Timestamp::read("", text).ok()?,
    };
    Some(TimeSpan { since, until: None })
}

/// `7d`, `12 hours`, `the last 3 days`: the span from then on. `3 days ago`: that day only; but `3 hours ago`: from
/// then on.
fn time_ago(text: &str, now: Timestamp, zone: Zone<'_>) -> Option<TimeSpan> {
    let n_digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let of_last = ["the last ", "last ", "the past ", "past "].iter().find_map(|before| text.strip_prefix(before));
    let rest = of_last.unwrap_or(text);
    let (number, unit) = rest.split_at(n_digits(rest));
    let number = number.parse::<i64>().ok().filter(|number| (0..=MAX_UNITS).contains(number))?;
    let unit_ago = unit.trim_start().strip_suffix(" ago").filter(|_| of_last.is_none());
    let hours = match unit_ago.unwrap_or(unit.trim_start()) {
        "h" | "hour" | "hours" => 1,
        "d" | "day" | "days" => 24,
        "w" | "week" | "weeks" => 7 * 24,
        _ => return None,
    };
    let since = now.milliseconds().saturating_sub(number.saturating_mul(hours * HOUR_MILLISECONDS));
    Some(match unit_ago {
        Some(_) if hours > 1 => {
            let day = zone.day_of(now.milliseconds()) - number * hours / 24;
            TimeSpan { since: zone.start_of(day), until: Some(zone.start_of(day + 1)) }
        }
        _ => TimeSpan { since, until: None },
    })
}

/// The days of `this week`, `this month`, `this year`, and of a bare weekday, which is the latest one before today.
fn current_period(text: &str, today: i64) -> Option<(i64, i64)> {
    let (year, month) = month_of(today);
    match text {
        "this week" => {
            let monday = today - weekday_of(today);
            Some((monday, monday + 6))
        }
        "this month" => {
            let first = days_before(year, month);
            Some((first, first + days_of_month(year, month) - 1))
        }
        "this year" => Some((days_before(year, 1), days_before(year + 1, 1) - 1)),
        _ => {
            let n_ago = (weekday_of(today) - weekday(text)? + 6).rem_euclid(7) + 1;
            Some((today - n_ago, today - n_ago))
        }
    }
}

/// The days of the date that the whole text names; `None` if it is no date.
fn date_days(text: &str, today: i64) -> Option<(i64, i64)> {
    // A month alone counts as a date only after a word such as `in`.
    let led = format!("in {text}");
    [String::from(text), led].iter().find_map(|text| {
        let mut dates = dates_in(text, today).into_iter();
        let (date, more) = (dates.next()?, dates.next());
        let rest = [&text[..date.range.start], &text[date.range.end..]];
        let says_more = rest.iter().flat_map(|part| part.split_whitespace()).any(|word| !LEADING_WORDS.contains(&word));
        let DateSpan { first_day, last_day, .. } = date.span;
        (more.is_none() && !says_more).then_some((first_day, last_day))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::zone::ZoneOffset;

    /// Sunday, 2026-11-29, 04:39 in UTC, when it is 20:39 of the day before in Los Angeles.
    const NOW: &str = "2026-11-29T04:39:00Z";
    /// 2026-11-01T09:00Z, at which clocks there went back an hour.
    const AUTUMN: i64 = 1_793_523_600_000;

    fn read(written: &str, offsets: &[ZoneOffset]) -> Result<(i64, Option<i64>), Error> {
        let now = Timestamp::checked("now", at(NOW)).unwrap();
        let span = time_span("when", written, now, Zone::checked(offsets).unwrap())?;
        Ok((span.since, span.until))
    }

    fn at(time: &str) -> i64 {
        Timestamp::read("time", time).unwrap()
    }

    fn between(since: &str, until: &str) -> (i64, Option<i64>) {
        (at(since), Some(at(until)))
    }

    const LOS_ANGELES: [ZoneOffset; 2] =
        [ZoneOffset { since: 0, seconds: -25_200 }, ZoneOffset { since: AUTUMN, seconds: -28_800 }];

    #[test]
    fn words_are_days_of_the_zone() {
        for (written, since, until) in [
            ("today", "2026-11-28T08:00:00Z", "2026-11-29T08:00:00Z"),
            ("Yesterday", "2026-11-27T08:00:00Z", "2026-11-28T08:00:00Z"),
            ("last week", "2026-11-16T08:00:00Z", "2026-11-23T08:00:00Z"),
            ("this week", "2026-11-23T08:00:00Z", "2026-11-30T08:00:00Z"),
            ("friday", "2026-11-27T08:00:00Z", "2026-11-28T08:00:00Z"),
            ("last Friday", "2026-11-27T08:00:00Z", "2026-11-28T08:00:00Z"),
            ("2026-11-03", "2026-11-03T08:00:00Z", "2026-11-04T08:00:00Z"),
            ("on 3 November", "2026-11-03T08:00:00Z", "2026-11-04T08:00:00Z"),
            ("3 days ago", "2026-11-25T08:00:00Z", "2026-11-26T08:00:00Z"),
            // The day on which the clocks went back has 25 hours, and its month both offsets.
            ("2026-11-01", "2026-11-01T07:00:00Z", "2026-11-02T08:00:00Z"),
            ("this month", "2026-11-01T07:00:00Z", "2026-12-01T08:00:00Z"),
            ("october", "2026-10-01T07:00:00Z", "2026-11-01T07:00:00Z"),
            ("in October 2026", "2026-10-01T07:00:00Z", "2026-11-01T07:00:00Z"),
        ] {
            assert_eq!(read(written, &LOS_ANGELES), Ok(between(since, until)), "{written}");
        }
        let utc = read("today", &[]);
        assert_eq!(utc, Ok(between("2026-11-29T00:00:00Z", "2026-11-30T00:00:00Z")));
    }

    #[test]
    fn a_moment_and_so_long_ago_have_no_end() {
        for (written, since) in [
            ("2026-11-23T09:30:00Z", "2026-11-23T09:30:00Z"),
            ("2026-11-23T09:30", "2026-11-23T17:30:00Z"),
            ("2026-11-23 09:30:00", "2026-11-23T17:30:00Z"),
            ("2026-11-23T09:30+02:00", "2026-11-23T07:30:00Z"),
            ("7d", "2026-11-22T04:39:00Z"),
            ("the last 2 weeks", "2026-11-15T04:39:00Z"),
            ("12 hours", "2026-11-28T16:39:00Z"),
            ("3 hours ago", "2026-11-29T01:39:00Z"),
            ("0h", "2026-11-29T04:39:00Z"),
        ] {
            assert_eq!(read(written, &LOS_ANGELES), Ok((at(since), None)), "{written}");
        }
    }

    #[test]
    fn what_is_no_time_is_refused_with_how_to_write_one() {
        for written in
            ["", "soon", "2026-02-30", "the bug yesterday", "7x", "9999999999d", "today and yesterday", "7", "été"]
        {
            let Err(Error::Invalid { argument: "when", why }) = read(written, &LOS_ANGELES) else {
                panic!("{written}")
            };
            assert!(why.contains("last week"), "{why}");
        }
        assert_eq!(read("in 1920", &[]), Ok((0, Some(0))));
    }
}
