//! The items of a container literal at an index, counted from either end, and the items of a slice.
//!
//! An item with a name stands for any number of items. Items after it have no known index from the front, and items
//! before it none from the end. An unknown index may select any of the remaining items.

use super::types::ITERATED_INDEX;
use crate::graph::facts::slice_bounds::SliceBounds;
use crate::graph::facts::{INDEXES_FROM_END, ListItem, MAX_ITEMS, OPEN_END};

/// The items that may be at an index; all of them if the index is unknown.
pub(super) fn items_at(items: &[ListItem], index: u32) -> &[ListItem] {
    match index.checked_sub(INDEXES_FROM_END) {
        _ if index >= ITERATED_INDEX => items,
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

/// The items of a slice; `None` if they are unknown.
pub(super) fn slice_items(items: &[ListItem], bounds: SliceBounds) -> Option<&[ListItem]> {
    let (from, to) = bounds.indexes();
    let start = bound_index(items, from)?;
    let end = if to == OPEN_END { items.len() } else { bound_index(items, to)? };
    Some(items.get(start..end).unwrap_or_default())
}

/// The index in `items` of a slice's bound; `None` if it is unknown.
fn bound_index(items: &[ListItem], bound: u32) -> Option<usize> {
    let (steps, n_known, at) = match bound.checked_sub(INDEXES_FROM_END) {
        Some(steps) => (steps as usize, n_at_end(items), items.len().saturating_sub(steps as usize)),
        None => (bound as usize, n_in_front(items), items.len().min(bound as usize)),
    };
    (steps <= n_known || !is_open(items)).then_some(at)
}

/// The number of items with a known index from the front.
fn n_in_front(items: &[ListItem]) -> usize {
    items.iter().position(|item| item.name.0 != 0).unwrap_or(items.len())
}

/// The number of items with a known index from the end.
fn n_at_end(items: &[ListItem]) -> usize {
    match items.len() {
        // There may be more items, which were dropped.
        MAX_ITEMS => 0,
        len => items.iter().rev().position(|item| item.name.0 != 0).unwrap_or(len),
    }
}

/// Whether there may be more items than are listed.
fn is_open(items: &[ListItem]) -> bool {
    n_at_end(items) < items.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::facts::{ExprId, Name};

    /// Items named by letters; `*` stands for any number of items.
    fn items(letters: &str) -> Vec<ListItem> {
        letters
            .bytes()
            .map(|byte| ListItem { name: Name(u32::from(byte == b'*')), value: ExprId(byte.into()) })
            .collect()
    }

    fn letters(items: &[ListItem]) -> String {
        items.iter().map(|item| char::from(item.value.0 as u8)).collect()
    }

    fn encoded_index(index: i64) -> u32 {
        if index < 0 { INDEXES_FROM_END + index.unsigned_abs() as u32 } else { index as u32 }
    }

    #[track_caller]
    fn check_at(container: &str, index: i64, expected: &str) {
        assert_eq!(letters(items_at(&items(container), encoded_index(index))), expected, "{container}[{index}]");
    }

    #[track_caller]
    fn check_slice(container: &str, from: i64, to: Option<i64>, expected: Option<&str>) {
        let found =
            slice_items(&items(container), SliceBounds::new(encoded_index(from), to.map_or(OPEN_END, encoded_index)))
                .map(letters);
        assert_eq!(found.as_deref(), expected, "{container}[{from}:{to:?}]");
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
        assert_eq!(letters(items_at(&items("a*c"), u32::MAX)), "a*c");
    }

    #[test]
    fn indexes_are_known_up_to_an_item_that_stands_for_any_number() {
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
    fn a_slice_contains_the_items_between_its_bounds() {
        check_slice("abcd", 1, Some(3), Some("bc"));
        check_slice("abcd", 0, Some(2), Some("ab"));
        check_slice("abcd", 1, None, Some("bcd"));
        check_slice("abcd", -2, None, Some("cd"));
        check_slice("abcd", 0, Some(-1), Some("abc"));
        check_slice("abcd", -9, Some(9), Some("abcd"));
        check_slice("abcd", 3, Some(1), Some(""));
        check_slice("abcd", 7, None, Some(""));
        check_slice("", -1, Some(1), Some(""));
        check_slice("abcd", 1, Some(1 << 20), Some("bcd"));
        check_slice("abcd", -(1 << 20), Some(-1), Some("abc"));
    }

    #[test]
    fn a_slice_with_a_bound_beyond_the_known_indexes_is_unknown() {
        check_slice("ab*cd", 1, None, Some("b*cd"));
        check_slice("ab*cd", 2, None, Some("*cd"));
        check_slice("ab*cd", 3, None, None);
        check_slice("ab*cd", 0, Some(2), Some("ab"));
        check_slice("ab*cd", 0, Some(-1), Some("ab*c"));
        check_slice("ab*cd", -2, None, Some("cd"));
        check_slice("ab*cd", -3, None, None);
        check_slice("ab*cd", 0, Some(3), None);
    }

    #[test]
    fn a_truncated_literal_has_no_known_end() {
        let long = "a".repeat(MAX_ITEMS - 1) + "z";
        check_at(&long, -1, &long);
        check_at(&long, 200, "");
        check_slice(&long, -1, None, None);
        check_slice(&long, 1, Some(2), Some("a"));
    }
}
