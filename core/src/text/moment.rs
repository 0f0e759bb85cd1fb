//! Formats moments as the clocks of a place show them.

use alloc::format;
use alloc::string::String;

use super::calendar;
use crate::base::zone::{Zone, ZoneOffset};

/// A day in seconds.
const DAY_SECONDS: i64 = 86_400;

/// A time, in milliseconds since 1970, with its offset from UTC, as in `2026-11-28T20:39:00-08:00`; with `Z` if it has
/// none.
pub fn with_offset(time: i64, zone: &[ZoneOffset]) -> String {
    let zone = Zone::of(zone);
    let second = zone.local_time(time).div_euclid(1_000).rem_euclid(DAY_SECONDS);
    let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
    let moment = format!("{}T{hour:02}:{minute:02}:{second:02}", calendar::date(zone.day_of(time)));
    match zone.offset_at(time) / 60 {
        0 => moment + "Z",
        minutes => {
            let (sign, minutes) = (if minutes < 0 { '-' } else { '+' }, minutes.unsigned_abs());
            format!("{moment}{sign}{:02}:{:02}", minutes / 60, minutes % 60)
        }
    }
}

/// The date of a time, as in `2026-11-28`.
pub fn date(time: i64, zone: &[ZoneOffset]) -> String {
    calendar::date(Zone::of(zone).day_of(time))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_shown_as_clocks_show_it_there() {
        let zone = |seconds| [ZoneOffset { since: 0, seconds }];
        let time = 1_795_927_140_999;
        assert_eq!(with_offset(time, &[]), "2026-11-29T04:39:00Z");
        assert_eq!(with_offset(time, &zone(-28_800)), "2026-11-28T20:39:00-08:00");
        assert_eq!(with_offset(time, &zone(19_800)), "2026-11-29T10:09:00+05:30");
        assert_eq!(date(time, &zone(-28_800)), "2026-11-28");
        assert_eq!(with_offset(-1, &[]), "1969-12-31T23:59:59Z");
    }
}
