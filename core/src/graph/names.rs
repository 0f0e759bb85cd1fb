//! Every name of the project, once.

use alloc::string::String;
use alloc::vec::Vec;

use crate::map::Places;
use crate::text::identity::identity;

/// [`Names::hash`] of a name that may not be in the table.
pub fn hash_name(text: &str) -> u32 {
    // The half that every byte reaches.
    (identity(text) >> 32) as u32
}

/// A name of the project. Lives as long as its instance; never stored.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct NameId(pub u32);

/// What stands in traces for a name as it is read inside one file: its own bindings say what it means there.
pub fn hash_in_file(path: &str, name_hash: u32) -> u32 {
    // Fibonacci hashing: 2^64 divided by the golden ratio, of which the high bits are the well mixed ones.
    ((identity(path) ^ u64::from(name_hash)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32
}

/// The table of names; place 0 is the empty name.
pub struct Names {
    text: String,
    /// Those of more than ASCII: mostly none.
    foreign: Vec<NameId>,
    ends: Vec<u32>,
    hashes: Vec<u32>,
    places: Places<NameId>,
}

impl Default for Names {
    fn default() -> Names {
        let mut names = Names {
            text: String::new(),
            foreign: Vec::new(),
            ends: Vec::new(),
            hashes: Vec::new(),
            places: Places::new(),
        };
        names.intern("");
        names
    }
}

impl Names {
    /// Takes room for so many more names at once.
    pub fn reserve(&mut self, n_names: usize) {
        self.ends.reserve(n_names);
        self.hashes.reserve(n_names);
        self.places.reserve(n_names, |id| spread(self.hashes[id.0 as usize]));
    }

    /// The name's id; a new one where it was never seen.
    pub fn intern(&mut self, text: &str) -> NameId {
        let hash = hash_name(text);
        if let Some(found) = self.place(hash, text) {
            return found;
        }
        let id = NameId(self.ends.len() as u32);
        self.text.push_str(text);
        if !text.is_ascii() {
            self.foreign.push(id);
        }
        self.ends.push(self.text.len() as u32);
        self.hashes.push(hash);
        self.places.insert_unique(spread(hash), id, |id| spread(self.hashes[id.0 as usize]));
        id
    }

    /// The name's id, where it was ever seen.
    pub fn get(&self, text: &str) -> Option<NameId> {
        self.place(hash_name(text), text)
    }

    fn place(&self, hash: u32, text: &str) -> Option<NameId> {
        self.places.find(spread(hash), |&id| self.text(id) == text).copied()
    }

    /// The name's text.
    pub fn text(&self, name: NameId) -> &str {
        let at = name.0 as usize;
        let start = if at == 0 { 0 } else { self.ends[at - 1] as usize };
        &self.text[start..self.ends[at] as usize]
    }

    /// Every name but the empty one.
    pub fn iter(&self) -> impl Iterator<Item = (NameId, &str)> {
        (1..self.ends.len() as u32).map(|at| (NameId(at), self.text(NameId(at))))
    }

    /// Names that hold a text but for case, with the place where they first do; the text must be in lower case. Those of ASCII
    /// come first, found in all of them as one text; what others hold is found in a copy in lower case.
    pub fn holding<'a>(&'a self, lower: &'a str) -> impl Iterator<Item = (NameId, usize)> + 'a {
        // Letters beyond ASCII may be ASCII in lower case, but not the other way round.
        let ascii = lower.is_ascii().then(|| self.ascii_holding(lower.as_bytes()));
        let place = move |&name: &NameId| Some((name, place_of(self.text(name), lower)?));
        ascii.into_iter().flatten().chain(self.foreign.iter().filter_map(place))
    }

    fn ascii_holding<'a>(&'a self, lower: &'a [u8]) -> impl Iterator<Item = (NameId, usize)> + 'a {
        let (text, mut from) = (self.text.as_bytes(), 0);
        core::iter::from_fn(move || {
            loop {
                let at = find_but_for_case(text, lower, from)?;
                let name = self.ends.partition_point(|&end| end as usize <= at);
                let (start, end) = (self.ends[name - 1] as usize, self.ends[name] as usize);
                if at + lower.len() > end {
                    // It goes on into the next name, which may hold it too.
                    from = at + 1;
                    continue;
                }
                from = end;
                let name = NameId(name as u32);
                if self.foreign.binary_search(&name).is_err() {
                    return Some((name, at - start));
                }
            }
        })
    }

    /// A hash of the name that is the same in every instance: what traces are made of.
    pub fn hash(&self, name: NameId) -> u32 {
        self.hashes[name.0 as usize]
    }

    /// How many names there are, the empty one included.
    pub fn n_names(&self) -> usize {
        self.ends.len()
    }
}

/// Where a name first holds a text in lower case but for case: in its own bytes, or in those of a copy in lower case.
pub fn place_of(name: &str, lower: &str) -> Option<usize> {
    match name.is_ascii() && lower.is_ascii() {
        true => find_but_for_case(name.as_bytes(), lower.as_bytes(), 0),
        false => name.to_lowercase().find(lower),
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

/// A name's hash in [`Names::places`], which looks at the highest bits and the lowest.
fn spread(hash: u32) -> u64 {
    u64::from(hash) << 32 | u64::from(hash)
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn names_that_hold_a_text_are_those_that_hold_it_each_by_itself() {
        let mut names = Names::default();
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
            names.intern(&[one, other, &at.to_string()].concat());
        }
        for lower in ["get", "g", "t", "_", "@", "`", "ge1", "größe", "kelvin", "get1", "text4ge", "nowhere", "0", "99"]
        {
            let mut held: Vec<(NameId, usize)> = names.holding(lower).collect();
            held.sort_unstable();
            let alone = names.iter().filter_map(|(id, text)| Some((id, text.to_lowercase().find(lower)?)));
            assert_eq!(held, alone.collect::<Vec<_>>(), "{lower}");
        }
    }
}
