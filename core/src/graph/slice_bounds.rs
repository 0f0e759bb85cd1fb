//! The bounds of a slice, in four bytes.
//!
//! Promises that a slice takes the same of every list that is kept: places beyond the longest are all alike. Not here: what a
//! slice takes (`resolve`).

use super::facts::{MOST_ITEMS, OPEN_END, PLACES_FROM_END};

/// The bounds of an [`Expr::Slice`](super::facts::Expr): places as those of `Expr::Element`; [`OPEN_END`] for none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SliceBounds {
    from: u16,
    to: u16,
}

const _: () = assert!(MOST_ITEMS < SliceBounds::FURTHEST as usize, "no list reaches there");

impl SliceBounds {
    /// The place from an end that stands for those beyond it too.
    const FURTHEST: u32 = 0x7ffe;
    const FROM_END: u16 = 1 << 15;

    /// What lies between two places.
    pub fn new(from: u32, to: u32) -> SliceBounds {
        let short = |place: u32| match place.checked_sub(PLACES_FROM_END) {
            _ if place == OPEN_END => u16::MAX,
            Some(from_end) => SliceBounds::FROM_END + from_end.min(SliceBounds::FURTHEST) as u16,
            None => place.min(SliceBounds::FURTHEST) as u16,
        };
        SliceBounds { from: short(from), to: short(to) }
    }

    /// The places.
    pub fn places(self) -> (u32, u32) {
        let long = |place: u16| match place.checked_sub(SliceBounds::FROM_END) {
            _ if place == u16::MAX => OPEN_END,
            Some(from_end) => PLACES_FROM_END + u32::from(from_end),
            None => u32::from(place),
        };
        (long(self.from), long(self.to))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_come_back_and_those_beyond_every_list_come_back_as_such() {
        let near = [0, 1, 63, 64, PLACES_FROM_END, PLACES_FROM_END + 1, PLACES_FROM_END + 64, OPEN_END];
        for (from, to) in near.iter().flat_map(|&from| near.map(|to| (from, to))) {
            assert_eq!(SliceBounds::new(from, to).places(), (from, to));
        }
        let (from, to) = SliceBounds::new(PLACES_FROM_END - 1, OPEN_END - 1).places();
        assert!((64..PLACES_FROM_END).contains(&from) && (PLACES_FROM_END + 64..OPEN_END).contains(&to));
    }
}
