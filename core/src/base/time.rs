//! Timestamps, which the core gets only as arguments: in milliseconds, or as RFC 3339 text.

use alloc::format;

use super::error::{Error, repeated_argument};

/// Milliseconds since 1970-01-01T00:00:00Z, from 0 to the greatest that a UUID of version 7 can hold (the year 10889).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, minicbor::Encode, minicbor::Decode)]
#[cbor(transparent)]
pub struct Timestamp(#[n(0)] i64);

/// Upper bound, exclusive, of timestamps: UUIDs of version 7 have 48 bits for the time.
const END: i64 = 1 << 48;
/// Numbers that can only be seconds: as seconds they are after 1999, as milliseconds in 1970.
const SECONDS_RANGE: core::ops::Range<i64> = 946_684_800..31_536_000_000;
/// The required form of a time, in words.
const FORM_HINT: &str =
    "write it as 2026-11-25T14:00:00Z, with the offset of its place in place of Z, or in milliseconds since 1970";

impl Timestamp {
    /// Refuses a time outside the range.
    ///
    /// # Errors
    /// [`Error::Invalid`] of this argument.
    pub fn checked(argument: &'static str, milliseconds: i64) -> Result<Timestamp, Error> {
        match (0..END).contains(&milliseconds) {
            true => Ok(Timestamp(milliseconds)),
            false => Err(Error::invalid(argument, "not between the years 1970 and 10889")),
        }
    }

    /// As [`Timestamp::checked`], for the time of an event reported at `now`: also refuses numbers that can only be
    /// seconds, unless `now` is in 1970.
    pub(crate) fn reported(argument: &'static str, milliseconds: i64, now: Timestamp) -> Result<Timestamp, Error> {
        if SECONDS_RANGE.contains(&milliseconds) && now.0 >= SECONDS_RANGE.end {
            let why = format!("{milliseconds} are seconds, or it was in 1970: {FORM_HINT}");
            return Err(Error::invalid(argument, why));
        }
        Timestamp::checked(argument, milliseconds)
    }

    /// The milliseconds of an RFC 3339 text; a text without a UTC offset is refused.
    pub(crate) fn read(argument: &'static str, text: &str) -> Result<i64, Error> {
        let refusal =
            |what: &str| Error::invalid(argument, format!("{:?} {what}: {FORM_HINT}", repeated_argument(text)));
        let (time, rest) = read(text.as_bytes()).ok_or_else(|| refusal("is no time"))?;
        match (rest, offset(rest)) {
            (_, Some(offset)) => Ok(time - offset * 60_000),
            ([], _) => Err(refusal("has no offset")),
            _ => Err(refusal("is no time")),
        }
    }

    /// Parses a text without UTC offset as a local time, in milliseconds as if it were UTC.
    pub(crate) fn parse_local(text: &str) -> Option<i64> {
        read(text.as_bytes()).filter(|(_, rest)| rest.is_empty()).map(|(time, _)| time)
    }

    pub(crate) fn accepted_form() -> &'static str {
        FORM_HINT
    }

    /// Milliseconds since 1970-01-01T00:00:00Z.
    pub fn milliseconds(self) -> i64 {
        self.0
    }
}

/// The milliseconds of a date and time as if in UTC, and the rest of the text; `None` unless a date and a time begin the
/// text.
fn read(text: &[u8]) -> Option<(i64, &[u8])> {
    let (date, rest) = text.split_first_chunk::<10>()?;
    let [year, month, day] = [number(&date[..4])?, number(&date[5..7])?, number(&date[8..])?];
    let is_date = date[4] == b'-' && date[7] == b'-' && (1..=12).contains(&month);
    if !is_date || !(1..=days_of_month(year, month)).contains(&day) {
        return None;
    }
    let (clock, mut rest) = rest.split_first_chunk::<6>()?;
    let [hour, minute] = [number(&clock[1..3])?, number(&clock[4..])?];
    if !matches!(clock[0], b'T' | b't' | b' ') || clock[3] != b':' || hour > 23 || minute > 59 {
        return None;
    }
    let mut milliseconds = 0;
    if let Some((second, after_seconds)) = rest.split_first_chunk::<3>().filter(|(second, _)| second[0] == b':') {
        milliseconds = number(&second[1..]).filter(|second| *second <= 60)? * 1_000;
        rest = after_seconds;
        if let Some(fraction) = rest.strip_prefix(b".").or_else(|| rest.strip_prefix(b",")) {
            let n_digits = fraction.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let digits = fraction[..n_digits].iter().chain(b"00").take(3).copied();
            milliseconds += digits.fold(0, |all, digit| all * 10 + i64::from(digit - b'0'));
            rest = fraction.get(n_digits..).filter(|_| n_digits > 0)?;
        }
    }
    let minutes = (days_before(year, month) + day - 1) * 1_440 + hour * 60 + minute;
    Some((minutes * 60_000 + milliseconds, rest))
}

/// The minutes of a UTC offset, which must be the whole text.
fn offset(text: &[u8]) -> Option<i64> {
    let (sign, text) = match text.split_first()? {
        (b'Z' | b'z', []) => return Some(0),
        (b'+', rest) => (1, rest),
        (b'-', rest) => (-1, rest),
        _ => return None,
    };
    let (hours, minutes) = text.split_at_checked(2)?;
    let minutes = match minutes {
        [] => 0,
        [b':', tens, ones] | [tens, ones] => number(&[*tens, *ones])?,
        _ => return None,
    };
    let hours = number(hours)?;
    (hours < 24 && minutes < 60).then_some(sign * (hours * 60 + minutes))
}

fn number(digits: &[u8]) -> Option<i64> {
    let add_digit = |value: i64, digit: &u8| digit.is_ascii_digit().then(|| value * 10 + i64::from(digit - b'0'));
    digits.iter().try_fold(0, add_digit)
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

/// The number of days in a month (1 to 12) of the proleptic Gregorian calendar.
pub(crate) fn days_of_month(year: i64, month: i64) -> i64 {
    match month {
        2 => 28 + i64::from(is_leap(year)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days from 1970 to the beginning of a month; negative before 1970.
pub(crate) fn days_before(year: i64, month: i64) -> i64 {
    let n_leap_years = |year: i64| year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    let days_of_years = (year - 1_970) * 365 + n_leap_years(year - 1) - n_leap_years(1_969);
    days_of_years + (1..month).map(|month| days_of_month(year, month)).sum::<i64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_of_rfc_3339_is_the_moment_that_it_says_wherever_it_was_written() {
        for (text, milliseconds) in [
            ("1970-01-01T00:00:00Z", 0),
            ("2026-11-25T14:00:00Z", 1_795_615_200_000),
            ("2026-11-25T16:00:00+02:00", 1_795_615_200_000),
            ("2026-11-25 08:30-05:30", 1_795_615_200_000),
            ("2026-11-25t14:00:00.25z", 1_795_615_200_250),
            ("2026-11-25T14:00:00,123456789+0000", 1_795_615_200_123),
            ("2000-02-29T23:59:60Z", 951_868_800_000),
            ("2100-03-01T00:00Z", 4_107_542_400_000),
        ] {
            assert_eq!(Timestamp::read("time", text), Ok(milliseconds), "{text}");
        }
    }

    #[test]
    fn a_text_that_says_no_moment_is_refused_with_what_to_write() {
        for (text, what) in [
            ("2026-11-25T14:00:00", "has no offset"),
            ("2026-11-25", "is no time"),
            ("2026-02-29T00:00:00Z", "is no time"),
            ("2026-13-01T00:00:00Z", "is no time"),
            ("2026-11-25T24:00:00Z", "is no time"),
            ("2026-11-25T14:00:00.Z", "is no time"),
            ("2026-11-25T14:00:00+1:00", "is no time"),
            ("2026-11-25T14:00:00+02:", "is no time"),
            ("2026-11-25T14:00:00+02:5", "is no time"),
            ("yesterday", "is no time"),
            ("", "is no time"),
            ("２０２６-11-25T14:00:00Z", "is no time"),
        ] {
            let Err(Error::Invalid { argument: "time", why }) = Timestamp::read("time", text) else { panic!("{text}") };
            assert!(why.contains(what) && why.contains("write it as 2026-11-25T14:00:00Z"), "{why}");
        }
    }

    #[test]
    fn seconds_are_not_taken_for_milliseconds_of_1970() {
        let now = Timestamp(1_795_615_200_000);
        assert!(
            Timestamp::reported("time", 1_795_615_200, now)
                .is_err_and(|error| alloc::format!("{error}").contains("seconds"))
        );
        assert_eq!(Timestamp::reported("time", 1_795_615_200_000, now), Ok(now));
        assert!(
            Timestamp::reported("time", 1_795_615_200, Timestamp(5)).is_ok(),
            "a clock that stands in 1970 is believed"
        );
    }

    #[test]
    fn times_that_no_id_can_hold_are_refused() {
        for time in [i64::MIN, -1, END, i64::MAX] {
            assert!(Timestamp::checked("now", time).is_err(), "{time}");
        }
        assert_eq!(Timestamp::checked("now", END - 1).map(Timestamp::milliseconds), Ok(END - 1));
    }
}
