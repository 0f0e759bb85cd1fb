//! Many short texts in one buffer, so that all of them are searched at once. Not here: their meaning (`names`).

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

/// Texts, numbered from 0 in the order of adding.
#[derive(Default)]
pub(crate) struct Texts {
    all: String,
    ends: Vec<u32>,
    /// Indexes of the texts that are not ASCII; usually none.
    non_ascii: Vec<usize>,
}

impl Texts {
    /// The texts concatenated in `all`, by their ends. `None` if the ends are not sorted, do not cover `all`, or split
    /// a character.
    pub(crate) fn new(all: &str, ends: Vec<u32>) -> Option<Texts> {
        let mut texts = Texts { all: all.to_owned(), ends, non_ascii: Vec::new() };
        if !all.is_ascii() {
            let mut start = 0;
            for (index, &end) in texts.ends.iter().enumerate() {
                if !all.get(start..end as usize)?.is_ascii() {
                    texts.non_ascii.push(index);
                }
                start = end as usize;
            }
        }
        let is_in_order = texts.ends.is_sorted() && texts.ends.last().is_none_or(|&end| end as usize == all.len());
        is_in_order.then_some(texts)
    }

    /// Reserves capacity for the ends of additional texts, not for their bytes.
    pub(crate) fn reserve(&mut self, n_texts: usize) {
        self.ends.reserve(n_texts);
    }

    pub(crate) fn push(&mut self, text: &str) {
        if !text.is_ascii() {
            self.non_ascii.push(self.ends.len());
        }
        self.all.push_str(text);
        self.ends.push(self.all.len() as u32);
    }

    pub(crate) fn n_texts(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn text(&self, index: usize) -> &str {
        let start = if index == 0 { 0 } else { self.ends[index - 1] as usize };
        &self.all[start..self.ends[index] as usize]
    }

    /// The index of the first text that equals `text`. Compares lengths first. O(n).
    pub(crate) fn index(&self, text: &str) -> Option<usize> {
        let mut start = 0;
        self.ends.iter().position(|&end| {
            let begin = core::mem::replace(&mut start, end) as usize;
            end as usize - begin == text.len() && self.all.as_bytes()[begin..end as usize] == *text.as_bytes()
        })
    }

    /// Indexes of texts that contain `lower`, ignoring case, each with the byte offset of the first match; `lower` must
    /// be in lower case. ASCII texts come first, searched as one buffer. The others are converted to lower case one by
    /// one, and the offset is in that copy.
    pub(crate) fn containing<'a>(&'a self, lower: &'a str) -> impl Iterator<Item = (usize, usize)> + 'a {
        // A character beyond ASCII may have an ASCII lower case, but not vice versa.
        let ascii = lower.is_ascii().then(|| self.ascii_containing(lower.as_bytes()));
        let index = move |&index: &usize| Some((index, find_ignoring_case(self.text(index), lower)?));
        ascii.into_iter().flatten().chain(self.non_ascii.iter().filter_map(index))
    }

    fn ascii_containing<'a>(&'a self, lower: &'a [u8]) -> impl Iterator<Item = (usize, usize)> + 'a {
        let (all, mut from) = (self.all.as_bytes(), 0);
        core::iter::from_fn(move || {
            loop {
                let at = find_ascii_ignoring_case(all, lower, from)?;
                let index = self.ends.partition_point(|&end| end as usize <= at);
                let start = if index == 0 { 0 } else { self.ends[index - 1] as usize };
                let end = self.ends[index] as usize;
                if at + lower.len() > end {
                    // The match crosses into the next text, which may contain one itself.
                    from = at + 1;
                    continue;
                }
                from = end;
                if self.non_ascii.binary_search(&index).is_err() {
                    return Some((index, at - start));
                }
            }
        })
    }
}

/// The byte offset of the first match of `lower` in a text, ignoring case. For non-ASCII text the offset is in its
/// lower-case copy.
pub(crate) fn find_ignoring_case(text: &str, lower: &str) -> Option<usize> {
    match text.is_ascii() && lower.is_ascii() {
        true => find_ascii_ignoring_case(text.as_bytes(), lower.as_bytes(), 0),
        false => text.to_lowercase().find(lower),
    }
}

/// The byte offset of the next match of lower-case ASCII in a text from `from` on, ignoring case. Searches 32 positions
/// at once for the first two bytes, and compares the first eight bytes of each candidate.
fn find_ascii_ignoring_case(text: &[u8], lower: &[u8], from: usize) -> Option<usize> {
    // A needle of one byte has no second one to compare.
    let (&first, second) = (lower.first()?, lower.get(1));
    let (first, second, second_mask) =
        (repeat_byte(first), repeat_byte(*second.unwrap_or(&0)), second.map_or(0, |_| u64::MAX));
    let mut head = [0; 8];
    let n_head = lower.len().min(8);
    head[..n_head].copy_from_slice(&lower[..n_head]);
    let (head, beyond) = (fold_case(&head), 64 - 8 * n_head as u32);
    let begins = |at: usize| {
        let bytes = text.get(at..).and_then(<[u8]>::first_chunk);
        bytes.is_none_or(|bytes| (fold_case(bytes) ^ head) << beyond == 0)
    };
    let fits = |at: usize| text.get(at..at + lower.len()).is_some_and(|part| part.eq_ignore_ascii_case(lower));
    let mut at = from;
    while let Some(block) = text.get(at..).and_then(<[u8]>::first_chunk::<40>) {
        let (words, _) = block.as_chunks();
        let mut next = fold_case(&words[0]);
        for n in 0..4 {
            let one = core::mem::replace(&mut next, fold_case(&words[n + 1]));
            let differ = (one ^ first) | ((one >> 8 | next << 56) ^ second) & second_mask;
            // The high bit of every zero byte, and of some bytes above the lowest of them.
            let mut zeros = differ.wrapping_sub(ONES) & !differ & (ONES << 7);
            while zeros != 0 {
                let index = at + n * 8 + zeros.trailing_zeros() as usize / 8;
                if begins(index) && fits(index) {
                    return Some(index);
                }
                zeros &= zeros - 1;
            }
        }
        at += 32;
    }
    (at..text.len()).find(|&at| fits(at))
}

const ONES: u64 = 0x0101_0101_0101_0101;

/// Eight bytes, each with the lower-case bit set. Bytes that are not letters may become equal this way, so a match must
/// be verified.
fn fold_case(bytes: &[u8; 8]) -> u64 {
    u64::from_le_bytes(*bytes) | (ONES * 0x20)
}

/// The same byte eight times, folded as in [`fold_case`].
fn repeat_byte(byte: u8) -> u64 {
    fold_case(&[byte; 8])
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn searching_all_texts_gives_the_same_as_searching_each() {
        let mut texts = Texts::default();
        let words = [
            "get",
            "GET_ALL",
            "forget",
            "tegetget",
            "@t",
            "`T",
            "ge",
            "t_ge",
            "Größe",
            "\u{212a}elvin",
            "x",
            "_",
            "gettext",
        ];
        for at in 0..200_usize {
            let (one, other) = (words[at % words.len()], words[at * 7 / 3 % words.len()]);
            texts.push(&[one, other, &at.to_string()].concat());
        }
        for lower in ["get", "g", "t", "_", "@", "`", "ge1", "größe", "kelvin", "get1", "text4ge", "nowhere", "0", "99"]
        {
            let mut held: Vec<(usize, usize)> = texts.containing(lower).collect();
            held.sort_unstable();
            let alone = (0..texts.n_texts()).filter_map(|at| Some((at, texts.text(at).to_lowercase().find(lower)?)));
            assert_eq!(held, alone.collect::<Vec<_>>(), "{lower}");
        }
    }
}
