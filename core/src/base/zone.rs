//! Local days, computed from the UTC offsets of a place, which come in as arguments: the core has no time zone
//! database.

use super::error::Error;

/// A day in milliseconds.
const DAY_MILLISECONDS: i64 = 86_400_000;
/// Greatest UTC offset in seconds, east or west.
const MAX_OFFSET_SECONDS: i32 = 26 * 60 * 60;
/// Greatest number of offsets: more than any time zone has had.
const MAX_OFFSETS: usize = 1_000;

/// The UTC offset of a place from some moment on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ZoneOffset {
    /// Start of this offset, in milliseconds since 1970. The first offset of a zone also applies before its start.
    pub since: i64,
    /// Seconds east of UTC.
    pub seconds: i32,
}

/// The UTC offsets of a place, oldest first; empty for UTC.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Zone<'o>(&'o [ZoneOffset]);

impl<'o> Zone<'o> {
    /// Refuses more than 1,000 offsets, an offset of more than 26 hours, and offsets of which one does not start later
    /// than the one before it.
    pub(crate) fn checked(offsets: &'o [ZoneOffset]) -> Result<Zone<'o>, Error> {
        Error::check_limit("offsets of a zone", offsets.len(), MAX_OFFSETS)?;
        let is_in_range = |one: &ZoneOffset| (-MAX_OFFSET_SECONDS..=MAX_OFFSET_SECONDS).contains(&one.seconds);
        if !offsets.iter().all(is_in_range) {
            return Err(Error::invalid("zone", "an offset is at most 93,600 seconds"));
        }
        match offsets.is_sorted_by(|one, next| one.since < next.since) {
            true => Ok(Zone(offsets)),
            false => Err(Error::invalid("zone", "its offsets stand with the oldest first, each moment once")),
        }
    }

    /// A zone of these offsets, without a check.
    pub(crate) fn of(offsets: &'o [ZoneOffset]) -> Zone<'o> {
        Zone(offsets)
    }

    /// Seconds east of UTC at a moment.
    pub(crate) fn offset_at(self, time: i64) -> i32 {
        let n_before = self.0.partition_point(|offset| offset.since <= time);
        self.0.get(n_before.saturating_sub(1)).map_or(0, |offset| offset.seconds)
    }

    /// The local time of a moment, in milliseconds as if it were UTC.
    pub(crate) fn local_time(self, time: i64) -> i64 {
        time.saturating_add(i64::from(self.offset_at(time)) * 1_000)
    }

    /// The local day of a moment, counted from 1970-01-01.
    pub(crate) fn day_of(self, time: i64) -> i64 {
        self.local_time(time).div_euclid(DAY_MILLISECONDS)
    }

    /// The first moment of a local day, which is not midnight if the clocks were changed then.
    pub(crate) fn start_of(self, day: i64) -> i64 {
        self.first_moment_at(day.saturating_mul(DAY_MILLISECONDS))
    }

    /// The first moment at which the local time is `local_time` or later.
    pub(crate) fn first_moment_at(self, local_time: i64) -> i64 {
        let ends = self.0.iter().skip(1).map(|next| next.since).chain([i64::MAX]);
        let mut spans = self.0.iter().zip(ends).enumerate().map(|(at, (offset, end))| {
            let start = if at == 0 { i64::MIN } else { offset.since };
            (local_time.saturating_sub(i64::from(offset.seconds) * 1_000).max(start), end)
        });
        spans.find(|(moment, end)| moment < end).map_or(local_time, |(moment, _)| moment)
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    const HOUR: i64 = 3_600_000;
    /// 2026-03-08T10:00Z, at which the clocks of Los Angeles went from 02:00 to 03:00.
    const SPRING: i64 = 1_772_964_000_000;
    /// 2026-11-01T09:00Z, at which the clocks of Los Angeles went from 02:00 back to 01:00.
    const AUTUMN: i64 = 1_793_523_600_000;

    fn changes(all: &[(i64, i32)]) -> Vec<ZoneOffset> {
        all.iter().map(|&(since, seconds)| ZoneOffset { since, seconds }).collect()
    }

    fn los_angeles() -> Vec<ZoneOffset> {
        changes(&[(0, -28_800), (SPRING, -25_200), (AUTUMN, -28_800)])
    }

    #[test]
    fn a_day_on_which_the_clocks_change_has_23_or_25_hours() {
        let offsets = los_angeles();
        let zone = Zone::checked(&offsets).unwrap();
        for (moment, hours) in [(SPRING, 23), (AUTUMN, 25), (AUTUMN + 48 * HOUR, 24)] {
            let day = zone.day_of(moment);
            let (start, next_start) = (zone.start_of(day), zone.start_of(day + 1));
            assert_eq!(next_start - start, hours * HOUR, "{moment}");
            assert_eq!((zone.day_of(start), zone.day_of(start - 1), zone.day_of(next_start)), (day, day - 1, day + 1));
        }
    }

    #[test]
    fn a_day_whose_midnight_was_leapt_over_begins_with_the_first_moment_after_it() {
        // Clocks went from 24:00 to 01:00.
        let offsets = changes(&[(0, -10_800), (30 * DAY_MILLISECONDS + 3 * HOUR, -7_200)]);
        let zone = Zone::checked(&offsets).unwrap();
        assert_eq!(zone.start_of(30), 30 * DAY_MILLISECONDS + 3 * HOUR);
        assert_eq!(
            (zone.day_of(30 * DAY_MILLISECONDS + 3 * HOUR), zone.day_of(30 * DAY_MILLISECONDS + 3 * HOUR - 1)),
            (30, 29)
        );
    }

    #[test]
    fn a_zone_without_offsets_is_utc() {
        let zone = Zone::checked(&[]).unwrap();
        assert_eq!((zone.day_of(-1), zone.day_of(0), zone.start_of(20_000)), (-1, 0, 20_000 * DAY_MILLISECONDS));
    }

    #[test]
    fn offsets_that_no_place_has_are_refused() {
        for refused in [
            changes(&[(0, 93_601)]),
            changes(&[(5, 0), (5, 3_600)]),
            changes(&[(5, 0), (4, 3_600)]),
            vec![ZoneOffset::default(); 1_001],
        ] {
            assert!(Zone::checked(&refused).is_err(), "{:?}", refused.first());
        }
        let far_offsets = changes(&[(i64::MIN, -93_600), (i64::MAX, 93_600)]);
        let zone = Zone::checked(&far_offsets).unwrap();
        for time in [i64::MIN, -1, 0, i64::MAX] {
            _ = (zone.day_of(time), zone.start_of(time));
        }
    }
}
