//! Which items of a display stand at a place, from the front or from the end, and which a slice takes.
//!
//! An item with a name stands for any number of items, so what comes after it has no place from the front, and what
//! comes before it none from the end. A place that is not known may be any that is left.

use super::types::KEYS;
use crate::graph::facts::{Item, MOST_ITEMS, OPEN_END, PLACES_FROM_END};
use crate::graph::slice_bounds::SliceBounds;

/// The items that may stand at an index; all for an index that is not known.
pub(super) fn at(items: &[Item], index: u32) -> &[Item] {
    match index.checked_sub(PLACES_FROM_END) {
        _ if index >= KEYS => items,
        Some(from_end) if from_end as usize <= n_at_end(items) => {
            let at = items.len() - from_end as usize;
            &items[at..at + 1]
        }
        Some(_) if is_open(items) => &items[..items.len() - n_at_end(items)],
        Some(_) => &[],
        None if (index as usize) < n_in_front(items) => &items[index as usize..index as usize + 1],
        None if is_open(items) => &items[n_in_front(items)..],
        None => &[],
    }
}

/// The items that a slice takes; none where it is not known which those are.
pub(super) fn cut(items: &[Item], bounds: SliceBounds) -> Option<&[Item]> {
    let (from, to) = bounds.places();
    let start = bound(items, from)?;
    let end = if to == OPEN_END { items.len() } else { bound(items, to)? };
    Some(items.get(start..end).unwrap_or_default())
}

/// The place that a slice begins or ends at.
fn bound(items: &[Item], bound: u32) -> Option<usize> {
    let (steps, known, place) = match bound.checked_sub(PLACES_FROM_END) {
        Some(steps) => (steps as usize, n_at_end(items), items.len().saturating_sub(steps as usize)),
        None => (bound as usize, n_in_front(items), items.len().min(bound as usize)),
    };
    (steps <= known || !is_open(items)).then_some(place)
}

/// How many items have a place from the front.
fn n_in_front(items: &[Item]) -> usize {
    items.iter().position(|item| item.name.0 != 0).unwrap_or(items.len())
}

/// How many items have a place from the end.
fn n_at_end(items: &[Item]) -> usize {
    match items.len() {
        // Further ones have been left out.
        MOST_ITEMS => 0,
        len => items.iter().rev().position(|item| item.name.0 != 0).unwrap_or(len),
    }
}

/// Whether there may be more items than are written.
fn is_open(items: &[Item]) -> bool {
    n_at_end(items) < items.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::facts::{ExprId, Name};

    /// Items by their letters; `*` stands for any number.
    fn items(letters: &str) -> Vec<Item> {
        letters.bytes().map(|byte| Item { name: Name(u32::from(byte == b'*')), value: ExprId(byte.into()) }).collect()
    }

    fn letters(items: &[Item]) -> String {
        items.iter().map(|item| char::from(item.value.0 as u8)).collect()
    }

    fn place(index: i64) -> u32 {
        if index < 0 { PLACES_FROM_END + index.unsigned_abs() as u32 } else { index as u32 }
    }

    #[track_caller]
    fn check_at(of: &str, index: i64, expected: &str) {
        assert_eq!(letters(at(&items(of), place(index))), expected, "{of}[{index}]");
    }

    #[track_caller]
    fn check_cut(of: &str, from: i64, to: Option<i64>, expected: Option<&str>) {
        let found = cut(&items(of), SliceBounds::new(place(from), to.map_or(OPEN_END, place))).map(letters);
        assert_eq!(found.as_deref(), expected, "{of}[{from}:{to:?}]");
    }

    #[test]
    fn an_item_is_found_from_the_front_and_from_the_end() {
        check_at("abc", 0, "a");
        check_at("abc", 2, "c");
        check_at("abc", 3, "");
        check_at("abc", -1, "c");
        check_at("abc", -3, "a");
        check_at("abc", -4, "");
        check_at("", 0, "");
        check_at("", -1, "");
        assert_eq!(letters(at(&items("a*c"), u32::MAX)), "a*c");
    }

    #[test]
    fn places_end_at_what_may_be_any_number() {
        check_at("ab*cd", 1, "b");
        check_at("ab*cd", 2, "*cd");
        check_at("ab*cd", 9, "*cd");
        check_at("ab*cd", -1, "d");
        check_at("ab*cd", -3, "ab*");
        check_at("*", 0, "*");
        check_at("*", -1, "*");
        check_at("a*", -1, "a*");
        check_at("*a", 0, "*a");
    }

    #[test]
    fn a_slice_takes_what_lies_between_its_bounds() {
        check_cut("abcd", 1, Some(3), Some("bc"));
        check_cut("abcd", 0, Some(2), Some("ab"));
        check_cut("abcd", 1, None, Some("bcd"));
        check_cut("abcd", -2, None, Some("cd"));
        check_cut("abcd", 0, Some(-1), Some("abc"));
        check_cut("abcd", -9, Some(9), Some("abcd"));
        check_cut("abcd", 3, Some(1), Some(""));
        check_cut("abcd", 7, None, Some(""));
        check_cut("", -1, Some(1), Some(""));
        check_cut("abcd", 1, Some(1 << 20), Some("bcd"));
        check_cut("abcd", -(1 << 20), Some(-1), Some("abc"));
    }

    #[test]
    fn a_slice_whose_bounds_cannot_be_counted_is_not_known() {
        check_cut("ab*cd", 1, None, Some("b*cd"));
        check_cut("ab*cd", 2, None, Some("*cd"));
        check_cut("ab*cd", 3, None, None);
        check_cut("ab*cd", 0, Some(2), Some("ab"));
        check_cut("ab*cd", 0, Some(-1), Some("ab*c"));
        check_cut("ab*cd", -2, None, Some("cd"));
        check_cut("ab*cd", -3, None, None);
        check_cut("ab*cd", 0, Some(3), None);
    }

    #[test]
    fn a_display_that_was_cut_off_has_no_end() {
        let long = "a".repeat(MOST_ITEMS - 1) + "z";
        check_at(&long, -1, &long);
        check_at(&long, 200, "");
        check_cut(&long, -1, None, None);
        check_cut(&long, 1, Some(2), Some("a"));
    }
}
