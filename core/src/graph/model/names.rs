//! The interned names of the project.

use alloc::vec::Vec;

use super::texts::Texts;
use crate::base::map::IndexTable;
use crate::text::identity::text_hash;

/// The same hash as [`Names::hash`], of a name that need not be in the table.
pub(crate) fn hash_name(text: &str) -> u32 {
    // The high half, which every input byte affects.
    (text_hash(text) >> 32) as u32
}

/// An interned name. Valid as long as its instance; never stored.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct NameId(pub u32);

/// The hash in traces for a name that is resolved inside one file, where the file's own bindings decide its meaning.
pub(crate) fn hash_in_file(path: &str, name_hash: u32) -> u32 {
    // Fibonacci hashing: multiplies by 2^64 divided by the golden ratio and keeps the well mixed high bits.
    ((text_hash(path) ^ u64::from(name_hash)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32
}

/// The table of names; index 0 is the empty name.
pub(crate) struct Names {
    texts: Texts,
    hashes: Vec<u32>,
    indexes: IndexTable<NameId>,
}

impl Default for Names {
    fn default() -> Names {
        let mut names = Names { texts: Texts::default(), hashes: Vec::new(), indexes: IndexTable::new() };
        names.intern("");
        names
    }
}

impl Names {
    /// Reserves capacity for additional names.
    pub(crate) fn reserve(&mut self, n_names: usize) {
        self.texts.reserve(n_names);
        self.hashes.reserve(n_names);
        self.indexes.reserve(n_names, |id| table_hash(self.hashes[id.0 as usize]));
    }

    /// The name's id; a new name gets the next one.
    pub(crate) fn intern(&mut self, text: &str) -> NameId {
        let hash = hash_name(text);
        if let Some(known_id) = self.index(hash, text) {
            return known_id;
        }
        let id = NameId(self.texts.n_texts() as u32);
        self.texts.push(text);
        self.hashes.push(hash);
        self.indexes.insert_unique(table_hash(hash), id, |id| table_hash(self.hashes[id.0 as usize]));
        id
    }

    /// The name's id, if it was interned.
    pub(crate) fn get(&self, text: &str) -> Option<NameId> {
        self.index(hash_name(text), text)
    }

    fn index(&self, hash: u32, text: &str) -> Option<NameId> {
        self.indexes.find(table_hash(hash), |&id| self.text(id) == text).copied()
    }

    pub(crate) fn text(&self, name: NameId) -> &str {
        self.texts.text(name.0 as usize)
    }

    /// Names that contain a text, ignoring case, each with the byte offset of the first match: see
    /// [`Texts::containing`].
    pub(crate) fn containing<'a>(&'a self, lower_text: &'a str) -> impl Iterator<Item = (NameId, usize)> + 'a {
        self.texts.containing(lower_text).map(|(index, at)| (NameId(index as u32), at))
    }

    /// A hash of the name that is the same in all instances; used in traces.
    pub(crate) fn hash(&self, name: NameId) -> u32 {
        self.hashes[name.0 as usize]
    }

    /// The number of names, including the empty one.
    pub(crate) fn n_names(&self) -> usize {
        self.texts.n_texts()
    }
}

/// Extends a name's hash to 64 bits for [`Names::indexes`], which uses the highest and lowest bits.
fn table_hash(hash: u32) -> u64 {
    u64::from(hash) << 32 | u64::from(hash)
}
