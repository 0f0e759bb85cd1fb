//! The bounds of a slice, packed into four bytes.
//!
//! Indexes beyond the longest kept list select the same items, so 15 bits are enough for an index. Not here: which
//! items a slice selects (`link`).

use super::{INDEXES_FROM_END, MAX_ITEMS, OPEN_END};

/// The bounds of an [`Expr::Slice`](super::Expr): indexes as in `Expr::Element`, or [`OPEN_END`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SliceBounds {
    from: u16,
    to: u16,
}

const _: () = assert!(MAX_ITEMS < SliceBounds::MAX_INDEX as usize, "no list reaches there");

impl SliceBounds {
    /// The greatest index from either end; it stands for all greater ones too.
    const MAX_INDEX: u32 = 0x7ffe;
    const FROM_END: u16 = 1 << 15;

    /// The bounds between two indexes; a greater index becomes [`SliceBounds::MAX_INDEX`].
    pub(crate) fn new(from: u32, to: u32) -> SliceBounds {
        let pack_index = |index: u32| match index.checked_sub(INDEXES_FROM_END) {
            _ if index == OPEN_END => u16::MAX,
            Some(from_end) => SliceBounds::FROM_END + from_end.min(SliceBounds::MAX_INDEX) as u16,
            None => index.min(SliceBounds::MAX_INDEX) as u16,
        };
        SliceBounds { from: pack_index(from), to: pack_index(to) }
    }

    /// The two bounds, each an index or [`OPEN_END`].
    pub(crate) fn indexes(self) -> (u32, u32) {
        let unpack_index = |index: u16| match index.checked_sub(SliceBounds::FROM_END) {
            _ if index == u16::MAX => OPEN_END,
            Some(from_end) => INDEXES_FROM_END + u32::from(from_end),
            None => u32::from(index),
        };
        (unpack_index(self.from), unpack_index(self.to))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_kept_and_those_beyond_every_list_stay_beyond() {
        let valid_indexes = [0, 1, 63, 64, INDEXES_FROM_END, INDEXES_FROM_END + 1, INDEXES_FROM_END + 64, OPEN_END];
        for (from, to) in valid_indexes.iter().flat_map(|&from| valid_indexes.map(|to| (from, to))) {
            assert_eq!(SliceBounds::new(from, to).indexes(), (from, to));
        }
        let (from, to) = SliceBounds::new(INDEXES_FROM_END - 1, OPEN_END - 1).indexes();
        assert!((64..INDEXES_FROM_END).contains(&from) && (INDEXES_FROM_END + 64..OPEN_END).contains(&to));
    }
}
