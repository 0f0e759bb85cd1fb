//! The proleptic Gregorian calendar: year, month and weekday of a day counted from 1970-01-01, and their English
//! names.

use alloc::format;
use alloc::string::String;

use crate::base::time::days_before;

/// Lower-case month names, January first.
const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];
const WEEKDAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
/// Days in 400 years, after which the Gregorian calendar repeats.
const DAYS_OF_CYCLE: i64 = 146_097;
const YEARS_OF_CYCLE: i64 = 400;
/// Days from 0001-01-01 to 1970-01-01.
const DAYS_TO_1970: i64 = 719_162;

/// The year and the month (1 to 12) of a day counted from 1970-01-01.
pub(crate) fn month_of(day: i64) -> (i64, i64) {
    // The mean length of a year gives the right year, except around the turn of a year, where it may be one off.
    let mean = (day + DAYS_TO_1970).saturating_mul(YEARS_OF_CYCLE).div_euclid(DAYS_OF_CYCLE) + 1;
    let year = match mean {
        _ if day < days_before(mean, 1) => mean - 1,
        _ if day >= days_before(mean + 1, 1) => mean + 1,
        _ => mean,
    };
    let month = (2..=12).take_while(|&month| days_before(year, month) <= day).last().unwrap_or(1);
    (year, month)
}

/// A day as `2023-11-14`.
pub(crate) fn date(day: i64) -> String {
    let (year, month) = month_of(day);
    format!("{year:04}-{month:02}-{:02}", day - days_before(year, month) + 1)
}

/// The weekday of a day; Monday is 0.
pub(crate) fn weekday_of(day: i64) -> i64 {
    // 1970 began on a Thursday.
    (day + 3).rem_euclid(7)
}

/// The number of the month with this name, in upper or lower case; January is 1.
pub(crate) fn month(name: &str) -> Option<i64> {
    position(&MONTHS, name).map(|at| at + 1)
}

/// The number of the month with this abbreviation (`Mar`, `Sept`), in upper or lower case; January is 1.
pub(crate) fn short_month(name: &str) -> Option<i64> {
    let is_short = |month: &&str| month[..3].eq_ignore_ascii_case(name);
    let at = MONTHS.iter().zip(1..).find_map(|(month, at)| is_short(month).then_some(at));
    at.or_else(|| name.eq_ignore_ascii_case("sept").then_some(9))
}

/// The number of the weekday with this name, in upper or lower case; Monday is 0.
pub(crate) fn weekday(name: &str) -> Option<i64> {
    position(&WEEKDAYS, name)
}

fn position(names: &[&str], name: &str) -> Option<i64> {
    names.iter().zip(0..).find_map(|(known, at)| known.eq_ignore_ascii_case(name).then_some(at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::time::days_of_month;

    #[test]
    fn known_days_are_where_they_are() {
        for (year, month, day) in [
            (1970, 1, 0),
            (1969, 12, -31),
            (2000, 3, 11_017),
            (2023, 5, 19_478),
            (2024, 3, 19_783),
            (2100, 3, 47_541),
            (1, 1, -719_162),
            (0, 3, -719_468),
        ] {
            assert_eq!(days_before(year, month), day, "{year}-{month}");
        }
        assert_eq!([1900, 2000, 2023, 2024].map(|year| days_of_month(year, 2)), [28, 29, 28, 29]);
    }

    #[test]
    fn every_day_of_a_cycle_and_more_is_in_the_month_that_has_it() {
        let (mut year, mut month, mut days_left) = (1595, 1, 31);
        for day in days_before(1595, 1)..days_before(2105, 1) {
            assert_eq!(month_of(day), (year, month), "{day}");
            days_left -= 1;
            if days_left == 0 {
                (year, month) = if month == 12 { (year + 1, 1) } else { (year, month + 1) };
                days_left = days_of_month(year, month);
            }
        }
        assert_eq!((year, month), (2105, 1));
    }

    #[test]
    fn weekdays_follow_each_other_from_a_known_one() {
        // 2023-05-07 was a Sunday, and so was 1969-12-28.
        assert_eq!([19_484, 19_485, -4, -3, 0].map(weekday_of), [6, 0, 6, 0, 3]);
    }

    #[test]
    fn names_are_read_in_any_case() {
        assert_eq!(["May", "DECEMBER", "january", "Mayo", ""].map(month), [Some(5), Some(12), Some(1), None, None]);
        assert_eq!(
            ["Sep", "sept", "MAY", "Septe", "ja", ""].map(short_month),
            [Some(9), Some(9), Some(5), None, None, None]
        );
        assert_eq!(["Sunday", "monday", "mon", "día"].map(weekday), [Some(6), Some(0), None, None]);
    }
}
