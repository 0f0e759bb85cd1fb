//! Edit distance of two names: letters added, left out, replaced or swapped with a neighbour (optimal string
//! alignment, a bounded Damerau-Levenshtein distance). Case and separators are ignored.
//!
//! Not here: choosing the names to compare (`graph::query::suggest`).

use alloc::string::String;
use alloc::vec::Vec;

#[cfg(feature = "records")]
use crate::base::sort::sort_by;

/// One edit is allowed for each of this many letters, up to [`MAX_EDITS`]; short names are all similar.
const LETTERS_PER_EDIT: usize = 3;
pub(crate) const MAX_EDITS: usize = 3;
/// As [`LETTERS_PER_EDIT`], for comparisons with few names, such as the members of one type.
const LETTERS_PER_EDIT_AMONG_FEW: usize = 2;
/// Greatest number of letters of a name that is compared.
const MAX_LETTERS: usize = 80;

/// A name prepared for comparison with many others. Its buffers are reused, so a comparison allocates nothing.
pub(crate) struct NameMatcher {
    letters: Vec<char>,
    letter_set: u32,
    max_edits: usize,
    other_letters: Vec<char>,
    rows: [Vec<usize>; 3],
}

impl NameMatcher {
    /// Prepares a name for comparisons.
    pub(crate) fn new(name: &str) -> NameMatcher {
        NameMatcher::with_letters_per_edit(name, LETTERS_PER_EDIT)
    }

    /// As [`new`](Self::new), with more edits allowed, for comparison with few names.
    pub(crate) fn among_few(name: &str) -> NameMatcher {
        NameMatcher::with_letters_per_edit(name, LETTERS_PER_EDIT_AMONG_FEW)
    }

    fn with_letters_per_edit(name: &str, letters_per_edit: usize) -> NameMatcher {
        let mut letters = Vec::new();
        let letter_set = fold_letters(name, &mut letters);
        let limit = (letters.len() / letters_per_edit).min(MAX_EDITS);
        let rows = core::array::from_fn(|_| vec![0; MAX_LETTERS + MAX_EDITS + 1]);
        NameMatcher { letters, letter_set, max_edits: limit, other_letters: Vec::new(), rows }
    }

    /// The part of this name before `name`, if this name ends with `name` and both parts have `min` letters or more:
    /// `queryset` if this name is `queryset_filter` and `name` is `filter`.
    pub(crate) fn prefix_before(&mut self, name: &str, min: usize) -> Option<String> {
        if name.len() > 4 * self.letters.len() {
            return None;
        }
        fold_letters(name, &mut self.other_letters);
        let prefix = self.letters.strip_suffix(self.other_letters.as_slice())?;
        (prefix.len() >= min && self.other_letters.len() >= min).then(|| prefix.iter().collect())
    }

    /// The edit distance of the two names; `None` if it is beyond the limit, or if this name has no letters or one of
    /// the two has too many. O(letters). Most pairs already differ in length or in their sets of letters.
    pub(crate) fn edits(&mut self, name: &str) -> Option<usize> {
        let n_letters = self.letters.len();
        // Every letter takes at least one byte, so a name with fewer bytes has too few letters.
        if n_letters == 0 || n_letters > MAX_LETTERS || name.len() + self.max_edits < n_letters {
            return None;
        }
        if name.len() > 4 * (MAX_LETTERS + MAX_EDITS) {
            return None;
        }
        let mask = fold_letters(name, &mut self.other_letters);
        // An edit adds at most one letter to a set, and removes at most one.
        let n_unshared = (self.letter_set & !mask).count_ones().max((mask & !self.letter_set).count_ones());
        if self.other_letters.len().abs_diff(n_letters) > self.max_edits || n_unshared as usize > self.max_edits {
            return None;
        }
        self.banded_distance()
    }

    /// The edit distance to the letters in `other_letters`, computed in three rows of a band as wide as the limit.
    fn banded_distance(&mut self) -> Option<usize> {
        let NameMatcher { letters, other_letters, max_edits: limit, rows: [row_before_last, last_row, row], .. } = self;
        let beyond_limit = *limit + 1;
        for (at, edits) in last_row[..=other_letters.len()].iter_mut().enumerate() {
            *edits = at;
        }
        for i in 1..=letters.len() {
            row.fill(beyond_limit);
            row[0] = i;
            let mut row_min = row[0];
            for j in i.saturating_sub(*limit).max(1)..=(i + *limit).min(other_letters.len()) {
                let is_equal = letters[i - 1] == other_letters[j - 1];
                let mut edits = (last_row[j - 1] + usize::from(!is_equal)).min(last_row[j] + 1).min(row[j - 1] + 1);
                if i > 1 && j > 1 && letters[i - 1] == other_letters[j - 2] && letters[i - 2] == other_letters[j - 1] {
                    edits = edits.min(row_before_last[j - 2] + 1);
                }
                row[j] = edits;
                row_min = row_min.min(edits);
            }
            if row_min > *limit {
                return None;
            }
            core::mem::swap(row_before_last, last_row);
            core::mem::swap(last_row, row);
        }
        Some(last_row[other_letters.len()]).filter(|edits| edits <= limit)
    }
}

/// The names within the edit limit of `name`, closest first, at most `limit` of them. Equally close names are sorted by
/// their text.
#[cfg(feature = "records")]
pub(crate) fn closest_names<'n>(name: &str, names: impl IntoIterator<Item = &'n str>, limit: usize) -> Vec<String> {
    let mut matcher = NameMatcher::among_few(name);
    let mut near: Vec<(usize, &str)> =
        names.into_iter().filter_map(|name| Some((matcher.edits(name)?, name))).collect();
    sort_by(&mut near, Ord::cmp);
    near.into_iter().take(limit).map(|(_, name)| String::from(name)).collect()
}

/// Fills `letters` with the lower-case letters and digits of a name; returns the set of them as a 32-bit mask.
fn fold_letters(name: &str, letters: &mut Vec<char>) -> u32 {
    letters.clear();
    if name.is_ascii() {
        letters
            .extend(name.bytes().filter(u8::is_ascii_alphanumeric).map(|byte| char::from(byte.to_ascii_lowercase())));
    } else {
        letters.extend(name.chars().flat_map(char::to_lowercase).filter(|letter| letter.is_alphanumeric()));
    }
    letters.iter().fold(0, |mask, &letter| mask | 1 << (letter as u32 % 32))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edits(typed: &str, name: &str) -> Option<usize> {
        NameMatcher::new(typed).edits(name)
    }

    #[test]
    fn case_and_separators_do_not_count() {
        for name in ["resetQueries", "reset_queries", "RESET-QUERIES", "reset queries", "$resetQueries"] {
            assert_eq!(edits("reset_queries", name), Some(0), "{name}");
        }
        assert_eq!(edits("größe", "GRÖSSE"), None);
        assert_eq!(edits("grösse", "GRÖSSE"), Some(0));
    }

    #[test]
    fn slips_of_the_finger_are_one_edit_each() {
        for (typed, name) in [
            ("HTTPTransprt", "HTTPTransport"),
            ("Clinet", "Client"),
            ("Clieent", "Client"),
            ("Clent", "Client"),
            ("snd", "send"),
            ("Klient", "Client"),
            ("lCient", "Client"),
        ] {
            assert_eq!(edits(typed, name), Some(1), "{typed}");
            assert_eq!(edits(name, typed), Some(1), "{name}");
        }
        assert_eq!(edits("dispatchRequets", "dispatch_reqeust"), Some(2));
    }

    #[test]
    fn short_names_allow_few_edits_and_the_longest_none() {
        assert_eq!(edits("ab", "abc"), None);
        assert_eq!(edits("get", "put"), None);
        assert_eq!(edits("", ""), None);
        assert_eq!(edits("_", "_"), None);
        let long = "x".repeat(MAX_LETTERS + 1);
        assert_eq!(edits(&long, &long), None);
        assert_eq!(edits(&long[1..], &long[1..]), Some(0));
        assert_eq!(edits(&long[1..], &long.repeat(9)), None);
        assert_eq!(edits(&"é".repeat(MAX_LETTERS), &"É".repeat(MAX_LETTERS)), Some(0));
    }

    /// The edit distance, computed in a table without a band.
    fn whole_table(one: &[char], other: &[char]) -> usize {
        let mut table = vec![vec![0; other.len() + 1]; one.len() + 1];
        for i in 0..=one.len() {
            for j in 0..=other.len() {
                table[i][j] = match (i, j) {
                    (0, _) | (_, 0) => i + j,
                    _ => {
                        let replaced = table[i - 1][j - 1] + usize::from(one[i - 1] != other[j - 1]);
                        let is_exchange = i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1];
                        let exchanged = if is_exchange { table[i - 2][j - 2] + 1 } else { usize::MAX };
                        replaced.min(table[i - 1][j] + 1).min(table[i][j - 1] + 1).min(exchanged)
                    }
                };
            }
        }
        table[one.len()][other.len()]
    }

    #[test]
    fn the_bound_changes_no_distance_within_it() {
        let mut seed = 7_u64;
        let mut below = |n: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) % n
        };
        let mut n_close = 0;
        for _ in 0..20_000 {
            let mut word = |n: u64| -> String { (0..n).map(|_| char::from(b'a' + below(2) as u8)).collect() };
            let (one, other) = (word(9), word(8));
            let letters = |word: &str| word.chars().collect::<Vec<_>>();
            let full_distance = Some(whole_table(&letters(&one), &letters(&other))).filter(|&edits| edits <= MAX_EDITS);
            assert_eq!(edits(&one, &other), full_distance, "{one} {other}");
            n_close += usize::from(full_distance.is_some());
        }
        assert!(n_close > 1_000);
    }
}
