//! Formats and parses times in this machine's time zone; a time is in milliseconds since 1970. The component interprets
//! times that are given in words.

use jiff::tz::TimeZone;
use jiff::{Timestamp, ZonedDateTime};
use scrubjay::Error;
use scrubjay::records::{Place, Records, Settings};
use scrubjay::wit::episodes::ReadTimeQuestion;
use scrubjay::wit::types::Error as Refusal;

use super::Output;

/// Warns if the zone in `TZ` is unknown, so that all times are shown in UTC.
pub(crate) fn tell_unknown_zone(output: &Output) {
    let is_named = std::env::var_os("TZ").is_some_and(|zone| !zone.is_empty());
    if let Some(error) = is_named.then(TimeZone::try_system).and_then(Result::err) {
        output.warn(format_args!("the zone that TZ names is not known, so that times are of UTC: {error}"));
    }
}

/// A time with its offset from UTC, as in `2026-11-28T20:39:00-08:00`.
pub(crate) fn time_with_offset(time: i64) -> String {
    let Some(zoned) = zoned(time) else { return time.to_string() };
    match zoned.offset().seconds() {
        0 => format!("{:.0}", zoned.timestamp()),
        _ => zoned.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string(),
    }
}

/// The day of a time: `2026-11-28, Saturday`.
pub(crate) fn day_text(time: i64) -> String {
    zoned(time).map_or_else(|| time.to_string(), |zoned| zoned.strftime("%Y-%m-%d, %A").to_string())
}

/// The time of day: `20:39`.
pub(crate) fn time_of_day(time: i64) -> String {
    zoned(time).map_or_else(String::new, |zoned| zoned.strftime("%H:%M").to_string())
}

/// A span of time: `on 2026-11-28`, `from 2026-11-16 to 2026-11-22`, `since 2026-11-28T20:39:00-08:00`.
pub(crate) fn span_in_words(since: i64, until: Option<i64>) -> String {
    let date = |time: i64| zoned(time).map_or_else(|| time.to_string(), |zoned| zoned.date().to_string());
    let (first, last) = (date(since), until.map(|until| date(until.saturating_sub(1))));
    match last {
        None => format!("since {}", time_with_offset(since)),
        Some(last) if last == first => format!("on {first}"),
        Some(last) => format!("from {first} to {last}"),
    }
}

fn zoned(time: i64) -> Option<ZonedDateTime> {
    let time = Timestamp::from_millisecond(time).ok()?;
    Some(time.to_zoned_datetime(TimeZone::system()))
}

/// Parses an argument that names a time in words, as `yesterday`: the first moment of that time.
pub(crate) fn parse_time(typed: &str) -> Result<i64, String> {
    let refusal_text = |error: Error| match error {
        // The parser of the arguments quotes what was typed.
        Error::Refused(Refusal::Invalid(invalid)) => {
            invalid.why.split_once(" is no time: ").map_or(invalid.why.clone(), |(_, form)| form.to_owned())
        }
        error => error.to_string(),
    };
    let mut records = Records::open(Place::Nowhere, Settings::default()).map_err(refusal_text)?;
    Ok(records.read_time(&ReadTimeQuestion::new(typed)).map_err(refusal_text)?.since)
}
