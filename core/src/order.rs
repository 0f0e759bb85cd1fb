//! Sorting in little code. The standard library's sorts are compiled anew for each type, two to eight kilobytes each time;
//! here one sort of places serves all, and only the comparison and the final moves are each type's own.
//! For lists that are long and hot (`FileCode`'s entries, words rows) the standard sorts are still right.

use alloc::vec::Vec;
use core::cmp::Ordering;

/// Sorts stably. O(n log n) comparisons through one pointer each; `n` below 2^32.
pub(crate) fn sort_by<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    if items.len() < 2 {
        return;
    }
    let places =
        sorted_places(items.len() as u32, &mut |one, other| compare(&items[one as usize], &items[other as usize]));
    arrange(items, places);
}

/// Sorts stably by a number. Each stands with its item's place in one word, and words are compared without a call: for lists that
/// are long and hot.
pub(crate) fn sort_by_number<T>(items: &mut [T], number: impl Fn(&T) -> u32) {
    let words = items.iter().zip(0..).map(|(item, place)| u64::from(number(item)) << 32 | place);
    let mut words: Vec<u64> = words.collect();
    words.sort_unstable();
    arrange(items, words.iter().map(|&word| word as u32).collect());
}

/// Puts at each place the item whose place is told there.
fn arrange<T>(items: &mut [T], mut places: Vec<u32>) {
    for start in 0..items.len() {
        // Follow the cycle that starts here: each place takes its item, and is marked as done by pointing at itself.
        let mut at = start;
        while places[at] as usize != start {
            let from = core::mem::replace(&mut places[at], at as u32) as usize;
            items.swap(at, from);
            at = from;
        }
        places[at] = at as u32;
    }
}

/// Sorts stably by a key.
pub(crate) fn sort_by_key<T, K: Ord>(items: &mut [T], mut key: impl FnMut(&T) -> K) {
    sort_by(items, |one, other| key(one).cmp(&key(other)));
}

/// Sorts stably by the items' own order.
pub(crate) fn sort<T: Ord>(items: &mut [T]) {
    sort_by(items, T::cmp);
}

/// The places of items in their order: a merge sort from the runs that there are already.
fn sorted_places(n: u32, compare: &mut dyn FnMut(u32, u32) -> Ordering) -> Vec<u32> {
    let mut places: Vec<u32> = (0..n).collect();
    let mut ends = runs(&mut places, compare);
    if ends.len() < 2 {
        return places;
    }
    let mut merged = places.clone();
    while ends.len() > 1 {
        let mut start = 0;
        for pair in ends.chunks(2) {
            let (middle, end) = (pair[0], pair[pair.len() - 1]);
            merge(&places[start..middle], &places[middle..end], &mut merged[start..end], compare);
            start = end;
        }
        core::mem::swap(&mut places, &mut merged);
        ends = ends.chunks(2).map(|pair| pair[pair.len() - 1]).collect();
    }
    places
}

/// Where the runs of items end that are in order. Those that fall are turned round, which leaves none of them equal to another.
fn runs(places: &mut [u32], compare: &mut dyn FnMut(u32, u32) -> Ordering) -> Vec<usize> {
    let (mut start, mut ends) = (0, Vec::new());
    while start < places.len() {
        let mut end = start + 1;
        let mut falls = None;
        while end < places.len() {
            let is_greater = compare(places[end - 1], places[end]).is_gt();
            if *falls.get_or_insert(is_greater) != is_greater {
                break;
            }
            end += 1;
        }
        if falls == Some(true) {
            places[start..end].reverse();
        }
        ends.push(end);
        start = end;
    }
    ends
}

fn merge(left: &[u32], right: &[u32], merged: &mut [u32], compare: &mut dyn FnMut(u32, u32) -> Ordering) {
    let sorted = match (left.last(), right.first()) {
        (Some(&last), Some(&first)) => compare(last, first).is_le(),
        _ => true,
    };
    if sorted {
        merged[..left.len()].copy_from_slice(left);
        merged[left.len()..].copy_from_slice(right);
        return;
    }
    let (mut l, mut r) = (0, 0);
    for place in merged {
        let take_left = r == right.len() || l < left.len() && compare(left[l], right[r]).is_le();
        if take_left {
            *place = left[l];
            l += 1;
        } else {
            *place = right[r];
            r += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_sorts_like_the_standard_librarys_stable_sort() {
        let mut seed = 7_u64;
        for len in (0..70).chain([1_000, 4_097]) {
            let mut next = || {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (seed >> 33) % 50
            };
            let items: Vec<(u64, usize)> = (0..len).map(|place| (next(), place)).collect();
            let (mut ours, mut by_number, mut theirs) = (items.clone(), items.clone(), items);
            sort_by_key(&mut ours, |item| item.0);
            sort_by_number(&mut by_number, |item| item.0 as u32);
            theirs.sort_by_key(|item| item.0);
            assert_eq!(ours, theirs);
            assert_eq!(by_number, theirs);
        }
    }

    #[test]
    fn what_is_in_order_or_the_other_way_round_is_looked_at_once() {
        let mut n_compared = 0;
        let mut sorted = |mut items: Vec<u32>| {
            n_compared = 0;
            sort_by(&mut items, |one, other| {
                n_compared += 1;
                one.cmp(other)
            });
            (items.is_sorted(), n_compared)
        };
        assert_eq!(sorted((0..100).collect()), (true, 99));
        assert_eq!(sorted((0..100).rev().collect()), (true, 99));
        assert_eq!(sorted(vec![7; 100]), (true, 99));
    }
}
