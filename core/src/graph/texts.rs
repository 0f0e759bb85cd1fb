//! Many short texts as one, so that a part of any is looked for in all of them at once. Not here: what they are (`names`).

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

/// Texts by their places.
#[derive(Default)]
pub struct Texts {
    all: String,
    ends: Vec<u32>,
    /// Those of more than ASCII: mostly none.
    foreign: Vec<usize>,
}

impl Texts {
    /// Texts that stand one after the other in `all`, by their ends. `None` where an end is none of a text, or not in order.
    pub fn new(all: &str, ends: Vec<u32>) -> Option<Texts> {
        let mut texts = Texts { all: all.to_owned(), ends, foreign: Vec::new() };
        if !all.is_ascii() {
            let mut start = 0;
            for (place, &end) in texts.ends.iter().enumerate() {
                if !all.get(start..end as usize)?.is_ascii() {
                    texts.foreign.push(place);
                }
                start = end as usize;
            }
        }
        let is_in_order = texts.ends.is_sorted() && texts.ends.last().is_none_or(|&end| end as usize == all.len());
        is_in_order.then_some(texts)
    }

    /// Takes room for so many more.
    pub fn reserve(&mut self, n_texts: usize) {
        self.ends.reserve(n_texts);
    }

    /// Adds one behind the others.
    pub fn push(&mut self, text: &str) {
        if !text.is_ascii() {
            self.foreign.push(self.ends.len());
        }
        self.all.push_str(text);
        self.ends.push(self.all.len() as u32);
    }

    /// How many there are.
    pub fn n_texts(&self) -> usize {
        self.ends.len()
    }

    /// The text at a place.
    pub fn text(&self, place: usize) -> &str {
        let start = if place == 0 { 0 } else { self.ends[place - 1] as usize };
        &self.all[start..self.ends[place] as usize]
    }

    /// Where a text first stands among them. Looks at the length of each.
    pub fn place(&self, text: &str) -> Option<usize> {
        let mut start = 0;
        self.ends.iter().position(|&end| {
            let begin = core::mem::replace(&mut start, end) as usize;
            end as usize - begin == text.len() && self.all.as_bytes()[begin..end as usize] == *text.as_bytes()
        })
    }

    /// Those that hold a text but for case, with the byte where they first do; the text must be in lower case. Those of ASCII
    /// come first, found in all of them as one text; what others hold is found in a copy in lower case.
    pub fn holding<'a>(&'a self, lower: &'a str) -> impl Iterator<Item = (usize, usize)> + 'a {
        // Letters beyond ASCII may be ASCII in lower case, but not the other way round.
        let ascii = lower.is_ascii().then(|| self.ascii_holding(lower.as_bytes()));
        let place = move |&place: &usize| Some((place, place_of(self.text(place), lower)?));
        ascii.into_iter().flatten().chain(self.foreign.iter().filter_map(place))
    }

    fn ascii_holding<'a>(&'a self, lower: &'a [u8]) -> impl Iterator<Item = (usize, usize)> + 'a {
        let (all, mut from) = (self.all.as_bytes(), 0);
        core::iter::from_fn(move || {
            loop {
                let at = find_but_for_case(all, lower, from)?;
                let place = self.ends.partition_point(|&end| end as usize <= at);
                let start = if place == 0 { 0 } else { self.ends[place - 1] as usize };
                let end = self.ends[place] as usize;
                if at + lower.len() > end {
                    // It goes on into the next text, which may hold it too.
                    from = at + 1;
                    continue;
                }
                from = end;
                if self.foreign.binary_search(&place).is_err() {
                    return Some((place, at - start));
                }
            }
        })
    }
}

/// Where a text first holds another in lower case but for case: in its own bytes, or in those of a copy in lower case.
pub fn place_of(text: &str, lower: &str) -> Option<usize> {
    match text.is_ascii() && lower.is_ascii() {
        true => find_but_for_case(text.as_bytes(), lower.as_bytes(), 0),
        false => text.to_lowercase().find(lower),
    }
}

/// Where ASCII in lower case next stands in a text, but for case. Looks for its first two bytes in 32 places at once, and for
/// the first eight where those stand.
fn find_but_for_case(text: &[u8], lower: &[u8], from: usize) -> Option<usize> {
    // Of one byte only the first is looked for.
    let (&first, second) = (lower.first()?, lower.get(1));
    let (first, second, counts) = (all(first), all(*second.unwrap_or(&0)), second.map_or(0, |_| u64::MAX));
    let mut head = [0; 8];
    let n_head = lower.len().min(8);
    head[..n_head].copy_from_slice(&lower[..n_head]);
    let (head, beyond) = (folded(&head), 64 - 8 * n_head as u32);
    let begins = |at: usize| {
        let bytes = text.get(at..).and_then(<[u8]>::first_chunk);
        bytes.is_none_or(|bytes| (folded(bytes) ^ head) << beyond == 0)
    };
    let fits = |at: usize| text.get(at..at + lower.len()).is_some_and(|part| part.eq_ignore_ascii_case(lower));
    let mut at = from;
    while let Some(block) = text.get(at..).and_then(<[u8]>::first_chunk::<40>) {
        let (words, _) = block.as_chunks();
        let mut next = folded(&words[0]);
        for n in 0..4 {
            let one = core::mem::replace(&mut next, folded(&words[n + 1]));
            let differ = (one ^ first) | ((one >> 8 | next << 56) ^ second) & counts;
            // The high bit of every byte that is zero, and of some above the lowest such.
            let mut zeros = differ.wrapping_sub(ONES) & !differ & (ONES << 7);
            while zeros != 0 {
                let place = at + n * 8 + zeros.trailing_zeros() as usize / 8;
                if begins(place) && fits(place) {
                    return Some(place);
                }
                zeros &= zeros - 1;
            }
        }
        at += 32;
    }
    (at..text.len()).find(|&at| fits(at))
}

const ONES: u64 = 0x0101_0101_0101_0101;

/// Eight bytes, each with the bit set by which lower case differs. Such as are no letters may so seem equal, which a second look
/// tells.
fn folded(bytes: &[u8; 8]) -> u64 {
    u64::from_le_bytes(*bytes) | (ONES * 0x20)
}

/// Eight times the same byte, as [`folded`] gives it.
fn all(byte: u8) -> u64 {
    folded(&[byte; 8])
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn texts_that_hold_another_are_those_that_hold_it_each_by_itself() {
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
            let mut held: Vec<(usize, usize)> = texts.holding(lower).collect();
            held.sort_unstable();
            let alone = (0..texts.n_texts()).filter_map(|at| Some((at, texts.text(at).to_lowercase().find(lower)?)));
            assert_eq!(held, alone.collect::<Vec<_>>(), "{lower}");
        }
    }
}
