//! The offsets of the machine's time zone from UTC over time: the component has no clock and no time zone database.

use crate::wit::types::ZoneOffset;

/// The offsets of this machine's time zone since 1970, from its time zone database. Empty, which stands for UTC,
/// without the feature `jiff`, which `cli` enables.
pub fn zone() -> Vec<ZoneOffset> {
    machine_offsets()
}

#[cfg(not(feature = "jiff"))]
fn machine_offsets() -> Vec<ZoneOffset> {
    Vec::new()
}

#[cfg(feature = "jiff")]
use by_jiff::machine_offsets;

#[cfg(feature = "jiff")]
mod by_jiff {
    use jiff::Timestamp;
    use jiff::tz::TimeZone;

    use super::ZoneOffset;
    use crate::records::now;

    /// How far into the future offsets are listed, in milliseconds: no record is later.
    const AHEAD_MS: i64 = 400 * 24 * 60 * 60 * 1_000;

    pub(super) fn machine_offsets() -> Vec<ZoneOffset> {
        offsets(&TimeZone::system(), now())
    }

    pub(super) fn offsets(zone: &TimeZone, now: i64) -> Vec<ZoneOffset> {
        let (first, end) = (Timestamp::UNIX_EPOCH, now.saturating_add(AHEAD_MS));
        let offset = |since: Timestamp, seconds: i32| ZoneOffset { since: since.as_millisecond(), seconds };
        let changes = zone.following(first).map(|change| offset(change.timestamp(), change.offset().seconds()));
        let changes = changes.take_while(|change| change.since <= end).filter(|change| change.since > 0);
        [offset(first, zone.to_offset(first).seconds())].into_iter().chain(changes).collect()
    }
}

#[cfg(test)]
#[cfg(feature = "jiff")]
mod tests {
    use jiff::tz::TimeZone;

    use super::by_jiff::offsets;

    #[test]
    fn the_offsets_of_a_zone_are_those_that_its_clocks_have_had() {
        let zone = TimeZone::posix("PST8PDT,M3.2.0,M11.1.0").unwrap();
        // 2026-11-29T04:39:00Z
        let zone_offsets: Vec<(i64, i32)> =
            offsets(&zone, 1_795_927_140_000).iter().map(|one| (one.since, one.seconds)).collect();
        assert_eq!(zone_offsets[0], (0, -28_800));
        // 2026-11-01T09:00Z, when the clocks went back.
        assert!(zone_offsets.contains(&(1_793_523_600_000, -28_800)));
        assert!(
            zone_offsets.is_sorted_by(|one, next| one.0 < next.0) && zone_offsets.len() < 200,
            "{}",
            zone_offsets.len()
        );
        assert_eq!(offsets(&TimeZone::UTC, 0).len(), 1);
    }
}
