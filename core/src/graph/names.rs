//! Every name of the project, once.

use alloc::vec::Vec;

use super::texts::Texts;
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
    texts: Texts,
    hashes: Vec<u32>,
    places: Places<NameId>,
}

impl Default for Names {
    fn default() -> Names {
        let mut names = Names { texts: Texts::default(), hashes: Vec::new(), places: Places::new() };
        names.intern("");
        names
    }
}

impl Names {
    /// Takes room for so many more names at once.
    pub fn reserve(&mut self, n_names: usize) {
        self.texts.reserve(n_names);
        self.hashes.reserve(n_names);
        self.places.reserve(n_names, |id| spread(self.hashes[id.0 as usize]));
    }

    /// The name's id; a new one where it was never seen.
    pub fn intern(&mut self, text: &str) -> NameId {
        let hash = hash_name(text);
        if let Some(found) = self.place(hash, text) {
            return found;
        }
        let id = NameId(self.texts.n_texts() as u32);
        self.texts.push(text);
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
        self.texts.text(name.0 as usize)
    }

    /// Every name but the empty one.
    pub fn iter(&self) -> impl Iterator<Item = (NameId, &str)> {
        (1..self.texts.n_texts() as u32).map(|at| (NameId(at), self.text(NameId(at))))
    }

    /// Names that hold a text but for case, with the place where they first do: see [`Texts::holding`].
    pub fn holding<'a>(&'a self, lower: &'a str) -> impl Iterator<Item = (NameId, usize)> + 'a {
        self.texts.holding(lower).map(|(place, at)| (NameId(place as u32), at))
    }

    /// A hash of the name that is the same in every instance: what traces are made of.
    pub fn hash(&self, name: NameId) -> u32 {
        self.hashes[name.0 as usize]
    }

    /// How many names there are, the empty one included.
    pub fn n_names(&self) -> usize {
        self.texts.n_texts()
    }
}

/// A name's hash in [`Names::places`], which looks at the highest bits and the lowest.
fn spread(hash: u32) -> u64 {
    u64::from(hash) << 32 | u64::from(hash)
}
