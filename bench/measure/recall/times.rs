//! Parses when a text was said, in each of the formats of the benchmark's data sets.

use crate::window::trace;

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

/// Milliseconds since 1970, from a number, `2026-01-27T09:18:57.495Z` or `1:56 pm on 8 May, 2023`; `None` for anything
/// else.
pub(super) fn milliseconds(text: &str) -> Option<i64> {
    text.parse().ok().or_else(|| trace::milliseconds(text)).or_else(|| trace::milliseconds(&of_clock(text)?))
}

/// Converts `1:56 pm on 8 May, 2023` to `2023-05-08T13:56:00`.
fn of_clock(text: &str) -> Option<String> {
    let lower = text.to_lowercase();
    let (clock, date) = lower.split_once(" on ")?;
    let (clock, half) = clock.trim().split_once(' ')?;
    let (hour, minute) = clock.split_once(':')?;
    let (hour, minute): (u32, u32) = (hour.parse().ok()?, minute.parse().ok()?);
    let hour = hour % 12 + if half.trim() == "pm" { 12 } else { 0 };
    let words: Vec<&str> = date.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let [day, month, year] = words.as_slice() else { return None };
    let (day, year): (u32, u32) = (day.parse().ok()?, year.parse().ok()?);
    let month = MONTHS.iter().position(|name| name == month)? + 1;
    Some(format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:00"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_ways_of_writing_a_time_say_the_same() {
        for (clock, stamp) in [
            ("1:56 pm on 8 May, 2023", "2023-05-08T13:56:00.000Z"),
            ("12:09 am on 13 September, 2023", "2023-09-13T00:09:00.000Z"),
            ("12:24 pm on 29 February, 2024", "2024-02-29T12:24:00Z"),
        ] {
            assert_eq!(milliseconds(clock), milliseconds(stamp), "{clock}");
            let time = milliseconds(stamp).expect("a time");
            assert!(time > 1_600_000_000_000 && milliseconds(&time.to_string()) == Some(time));
        }
        assert_eq!(["", "yesterday", "at 1 on Monday"].map(milliseconds), [None; 3]);
    }
}
