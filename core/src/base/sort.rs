//! Sorting with little code. The standard library's sorts are compiled again for each type, at two to eight kilobytes
//! each. Here all types share one sort of indexes, and only the comparison and the final moves are compiled for each
//! type. For long lists in hot code, such as the declarations of `FileScopes`, the standard sorts remain the better
//! choice.

#[cfg(feature = "records")]
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// Sorts fewer than 2^32 items stably, with O(n log n) comparisons, each of which is a virtual call.
pub(crate) fn sort_by<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    if items.len() < 2 {
        return;
    }
    let indexes =
        sorted_indexes(items.len() as u32, &mut |one, other| compare(&items[one as usize], &items[other as usize]));
    arrange(items, indexes);
}

/// Sorts stably by a number. Packs each number with its item's index into one word and compares words inline, which
/// suits long lists in hot code.
pub(crate) fn sort_by_number<T>(items: &mut [T], number: impl Fn(&T) -> u32) {
    let words = items.iter().zip(0..).map(|(item, index)| u64::from(number(item)) << 32 | index);
    let mut words: Vec<u64> = words.collect();
    words.sort_unstable();
    arrange(items, words.iter().map(|&word| word as u32).collect());
}

/// Permutes items: position `i` gets the item that was at `indexes[i]`.
fn arrange<T>(items: &mut [T], mut indexes: Vec<u32>) {
    for start in 0..items.len() {
        // Follow the cycle that starts here: each position receives its item, and is marked as done by its own index.
        let mut at = start;
        while indexes[at] as usize != start {
            let from = core::mem::replace(&mut indexes[at], at as u32) as usize;
            items.swap(at, from);
            at = from;
        }
        indexes[at] = at as u32;
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

/// Collects items into a map one by one, because `collect` compiles a sort for each type. The last item of a key wins.
#[cfg(feature = "records")]
pub(crate) fn map<K: Ord, V>(items: impl IntoIterator<Item = (K, V)>) -> BTreeMap<K, V> {
    let mut map = BTreeMap::new();
    map.extend(items);
    map
}

/// The indexes of the items in sorted order: a merge sort that starts from the existing runs.
fn sorted_indexes(n: u32, compare: &mut dyn FnMut(u32, u32) -> Ordering) -> Vec<u32> {
    let mut indexes: Vec<u32> = (0..n).collect();
    let mut run_ends = make_ascending_runs(&mut indexes, compare);
    if run_ends.len() < 2 {
        return indexes;
    }
    let mut merged = indexes.clone();
    while run_ends.len() > 1 {
        let mut start = 0;
        for pair in run_ends.chunks(2) {
            let (middle, end) = (pair[0], pair[pair.len() - 1]);
            merge(&indexes[start..middle], &indexes[middle..end], &mut merged[start..end], compare);
            start = end;
        }
        core::mem::swap(&mut indexes, &mut merged);
        run_ends = run_ends.chunks(2).map(|pair| pair[pair.len() - 1]).collect();
    }
    indexes
}

/// The ends of the sorted runs. Descending runs are reversed; they are strictly descending, so the sort remains stable.
fn make_ascending_runs(indexes: &mut [u32], compare: &mut dyn FnMut(u32, u32) -> Ordering) -> Vec<usize> {
    let (mut start, mut run_ends) = (0, Vec::new());
    while start < indexes.len() {
        let mut end = start + 1;
        let mut is_falling = None;
        while end < indexes.len() {
            let is_greater = compare(indexes[end - 1], indexes[end]).is_gt();
            if *is_falling.get_or_insert(is_greater) != is_greater {
                break;
            }
            end += 1;
        }
        if is_falling == Some(true) {
            indexes[start..end].reverse();
        }
        run_ends.push(end);
        start = end;
    }
    run_ends
}

fn merge(left: &[u32], right: &[u32], merged: &mut [u32], compare: &mut dyn FnMut(u32, u32) -> Ordering) {
    let is_sorted = match (left.last(), right.first()) {
        (Some(&last), Some(&first)) => compare(last, first).is_le(),
        _ => true,
    };
    if is_sorted {
        merged[..left.len()].copy_from_slice(left);
        merged[left.len()..].copy_from_slice(right);
        return;
    }
    let (mut left_at, mut right_at) = (0, 0);
    for index in merged {
        let is_left_next =
            right_at == right.len() || left_at < left.len() && compare(left[left_at], right[right_at]).is_le();
        if is_left_next {
            *index = left[left_at];
            left_at += 1;
        } else {
            *index = right[right_at];
            right_at += 1;
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
            let mut next_random = || {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (seed >> 33) % 50
            };
            let items: Vec<(u64, usize)> = (0..len).map(|index| (next_random(), index)).collect();
            let (mut ours, mut by_number, mut theirs) = (items.clone(), items.clone(), items);
            sort_by_key(&mut ours, |item| item.0);
            sort_by_number(&mut by_number, |item| item.0 as u32);
            theirs.sort_by_key(|item| item.0);
            assert_eq!(ours, theirs);
            assert_eq!(by_number, theirs);
        }
    }

    #[test]
    fn sorted_and_reversed_items_are_compared_in_one_pass() {
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
