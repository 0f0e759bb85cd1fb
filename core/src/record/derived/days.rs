//! Counts by days of UTC, so that the first and the last day stay right after records are forgotten.

use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::Sign;
use crate::base::time::Timestamp;

/// Milliseconds in a day.
pub(crate) const DAY: i64 = 86_400_000;

/// The day of a time, counted from 1970 on.
pub(crate) fn day_of(time: Timestamp) -> u32 {
    (time.milliseconds() / DAY) as u32
}

/// The confidence of something seen n times: n / (n + 2), as if it had failed to occur twice before.
pub(crate) fn confidence(n: u64) -> f64 {
    n as f64 / (n as f64 + 2.0)
}

/// The number of occurrences on each day: days in ascending order, each with a count.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
#[cbor(transparent)]
pub(crate) struct Days(#[n(0)] Vec<(u32, u32)>);

impl Days {
    /// Adds or takes back one sighting on a day.
    pub(crate) fn count(&mut self, day: u32, sign: Sign) {
        match (self.0.binary_search_by_key(&day, |(day, _)| *day), sign) {
            (Ok(at), Sign::Add) => self.0[at].1 = self.0[at].1.saturating_add(1),
            (Err(at), Sign::Add) => self.0.insert(at, (day, 1)),
            (Ok(at), Sign::Remove) if self.0[at].1 <= 1 => drop(self.0.remove(at)),
            (Ok(at), Sign::Remove) => self.0[at].1 -= 1,
            (Err(_), Sign::Remove) => {}
        }
    }

    /// The number of sightings on all days.
    pub(crate) fn n(&self) -> u64 {
        self.0.iter().map(|(_, n)| u64::from(*n)).sum()
    }

    /// The first day with a sighting; `None` without any.
    pub(crate) fn first(&self) -> Option<u32> {
        self.0.first().map(|(day, _)| *day)
    }

    /// The beginnings of the first and the last day, in milliseconds since 1970; both 0 without any.
    pub(crate) fn span(&self) -> (i64, i64) {
        let start = |day: Option<&(u32, u32)>| day.map_or(0, |(day, _)| i64::from(*day) * DAY);
        (start(self.0.first()), start(self.0.last()))
    }
}
