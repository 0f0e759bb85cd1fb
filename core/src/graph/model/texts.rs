//! Many short texts in one buffer, so that all of them are searched at once. Not here: their meaning (`names`).

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

/// Texts, numbered from 0 in the order of adding.
#[derive(Default)]
pub(crate) struct Texts {
    buffer: String,
    text_ends: Vec<u32>,
    /// Indexes of the texts that are not ASCII; usually none.
    non_ascii: Vec<usize>,
}

impl Texts {
    /// The texts concatenated in `buffer`, by their ends. `None` if the ends are not sorted, do not cover `buffer`, or
    /// split a character.
    pub(crate) fn new(buffer: &str, text_ends: Vec<u32>) -> Option<Texts> {
        let mut texts = Texts { buffer: buffer.to_owned(), text_ends, non_ascii: Vec::new() };
        if !buffer.is_ascii() {
            let mut start = 0;
            for (index, &end) in texts.text_ends.iter().enumerate() {
                if !buffer.get(start..end as usize)?.is_ascii() {
                    texts.non_ascii.push(index);
                }
                start = end as usize;
            }
        }
        let is_in_order =
            texts.text_ends.is_sorted() && texts.text_ends.last().is_none_or(|&end| end as usize == buffer.len());
        is_in_order.then_some(texts)
    }

    /// Reserves capacity for the ends of additional texts, not for their bytes.
    pub(crate) fn reserve(&mut self, n_texts: usize) {
        self.text_ends.reserve(n_texts);
    }

    pub(crate) fn push(&mut self, text: &str) {
        if !text.is_ascii() {
            self.non_ascii.push(self.text_ends.len());
        }
        self.buffer.push_str(text);
        self.text_ends.push(self.buffer.len() as u32);
    }

    pub(crate) fn n_texts(&self) -> usize {
        self.text_ends.len()
    }

    pub(crate) fn text(&self, index: usize) -> &str {
        let start = if index == 0 { 0 } else { self.text_ends[index - 1] as usize };
        &self.buffer[start..self.text_ends[index] as usize]
    }

    /// The index of the first text that equals `text`. Compares lengths first. O(n).
    pub(crate) fn index(&self, text: &str) -> Option<usize> {
        let mut start = 0;
        self.text_ends.iter().position(|&end| {
            let begin = core::mem::replace(&mut start, end) as usize;
            end as usize - begin == text.len() && self.buffer.as_bytes()[begin..end as usize] == *text.as_bytes()
        })
    }

    /// Indexes of texts that contain `lower_text`, ignoring case, each with the byte offset of the first match;
    /// `lower_text` must be in lower case. ASCII texts come first, searched as one buffer. The others are converted to
    /// lower case one by one, and the offset is in that copy.
    pub(crate) fn containing<'a>(&'a self, lower_text: &'a str) -> impl Iterator<Item = (usize, usize)> + 'a {
        // A character beyond ASCII may have an ASCII lower case, but not vice versa.
        let ascii_matches = lower_text.is_ascii().then(|| self.ascii_containing(lower_text.as_bytes()));
        let find_in = move |&index: &usize| Some((index, find_ignoring_case(self.text(index), lower_text)?));
        ascii_matches.into_iter().flatten().chain(self.non_ascii.iter().filter_map(find_in))
    }

    fn ascii_containing<'a>(&'a self, lower_text: &'a [u8]) -> impl Iterator<Item = (usize, usize)> + 'a {
        let (buffer, mut search_start) = (self.buffer.as_bytes(), 0);
        core::iter::from_fn(move || {
            loop {
                let at = find_ascii_ignoring_case(buffer, lower_text, search_start)?;
                let index = self.text_ends.partition_point(|&end| end as usize <= at);
                let start = if index == 0 { 0 } else { self.text_ends[index - 1] as usize };
                let end = self.text_ends[index] as usize;
                if at + lower_text.len() > end {
                    // The match crosses into the next text, which may contain one itself.
                    search_start = at + 1;
                    continue;
                }
                search_start = end;
                if self.non_ascii.binary_search(&index).is_err() {
                    return Some((index, at - start));
                }
            }
        })
    }
}

/// The byte offset of the first match of `lower_text` in a text, ignoring case. For non-ASCII text the offset is in its
/// lower-case copy.
pub(crate) fn find_ignoring_case(text: &str, lower_text: &str) -> Option<usize> {
    match text.is_ascii() && lower_text.is_ascii() {
        true => find_ascii_ignoring_case(text.as_bytes(), lower_text.as_bytes(), 0),
        false => text.to_lowercase().find(lower_text),
    }
}

/// The byte offset of the next match of lower-case ASCII in a text from `start` on, ignoring case. Searches 32
/// positions at once for the first two bytes, and compares the first eight bytes of each candidate.
fn find_ascii_ignoring_case(text: &[u8], lower_text: &[u8], start: usize) -> Option<usize> {
    // A needle of one byte has no second one to compare.
    let (&first_byte, second_byte) = (lower_text.first()?, lower_text.get(1));
    let (first_byte, second_byte, second_mask) =
        (repeat_byte(first_byte), repeat_byte(*second_byte.unwrap_or(&0)), second_byte.map_or(0, |_| u64::MAX));
    let mut prefix = [0; 8];
    let prefix_len = lower_text.len().min(8);
    prefix[..prefix_len].copy_from_slice(&lower_text[..prefix_len]);
    let (prefix, unused_bits) = (fold_case(&prefix), 64 - 8 * prefix_len as u32);
    let may_match = |at: usize| {
        let bytes = text.get(at..).and_then(<[u8]>::first_chunk);
        bytes.is_none_or(|bytes| (fold_case(bytes) ^ prefix) << unused_bits == 0)
    };
    let is_match =
        |at: usize| text.get(at..at + lower_text.len()).is_some_and(|part| part.eq_ignore_ascii_case(lower_text));
    let mut at = start;
    while let Some(block) = text.get(at..).and_then(<[u8]>::first_chunk::<40>) {
        let (words, _) = block.as_chunks();
        let mut next_word = fold_case(&words[0]);
        for n in 0..4 {
            let word = core::mem::replace(&mut next_word, fold_case(&words[n + 1]));
            let differences = (word ^ first_byte) | ((word >> 8 | next_word << 56) ^ second_byte) & second_mask;
            // The high bit of every zero byte, and of some bytes above the lowest of them.
            let mut zeros = differences.wrapping_sub(ONES) & !differences & (ONES << 7);
            while zeros != 0 {
                let index = at + n * 8 + zeros.trailing_zeros() as usize / 8;
                if may_match(index) && is_match(index) {
                    return Some(index);
                }
                zeros &= zeros - 1;
            }
        }
        at += 32;
    }
    (at..text.len()).find(|&at| is_match(at))
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
        for lower_text in
            ["get", "g", "t", "_", "@", "`", "ge1", "größe", "kelvin", "get1", "text4ge", "nowhere", "0", "99"]
        {
            let mut found: Vec<(usize, usize)> = texts.containing(lower_text).collect();
            found.sort_unstable();
            let expected =
                (0..texts.n_texts()).filter_map(|at| Some((at, texts.text(at).to_lowercase().find(lower_text)?)));
            assert_eq!(found, expected.collect::<Vec<_>>(), "{lower_text}");
        }
    }
}
