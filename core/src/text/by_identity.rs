//! A map from words to items by the words' hashes: a list of items in insertion order, and a hash table of indexes into
//! it.
//!
//! Not here: the hash itself (`identity`).

use alloc::vec::Vec;

use hashbrown::hash_table::Entry;

use super::identity::table_hash;
use crate::base::map::IndexTable;

pub(super) struct ByIdentity<T> {
    items: Vec<(u64, T)>,
    indexes: IndexTable<u32>,
}

impl<T> ByIdentity<T> {
    /// An empty map with capacity for the distinct words of a text of `n_bytes` bytes.
    pub(super) fn of_text(n_bytes: usize) -> ByIdentity<T> {
        // Code has about one distinct word for every forty bytes.
        ByIdentity { items: Vec::new(), indexes: IndexTable::with_capacity(n_bytes / 32) }
    }

    /// The item of a word, created by `make` if there is none.
    #[inline]
    pub(super) fn item(&mut self, identity: u64, make: impl FnOnce() -> T) -> &mut T {
        let identity_at = |&index: &u32| self.items[index as usize].0;
        let index = match self.indexes.entry(
            table_hash(identity),
            |index| identity_at(index) == identity,
            |index| table_hash(identity_at(index)),
        ) {
            Entry::Occupied(found) => *found.get(),
            Entry::Vacant(free) => {
                let index = self.items.len() as u32;
                self.items.push((identity, make()));
                *free.insert(index).get()
            }
        };
        &mut self.items[index as usize].1
    }

    /// All items with their words' hashes, in insertion order.
    pub(super) fn into_items(self) -> Vec<(u64, T)> {
        self.items
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::identity::text_hash;

    #[test]
    fn each_word_has_one_item_however_many_there_are() {
        let words: Vec<String> = (0..2_000).map(|n| format!("word{}", n % 700)).collect();
        let mut counted = ByIdentity::of_text(0);
        for word in &words {
            counted.item(text_hash(word), || (word, 0)).1 += 1;
        }
        let counted = counted.into_items();
        assert_eq!(counted.len(), 700);
        for (at, (identity_of, (word, n_times))) in counted.into_iter().enumerate() {
            assert_eq!((word, identity_of), (&words[at], text_hash(word)));
            assert_eq!(n_times, if at < 600 { 3 } else { 2 });
        }
    }
}
