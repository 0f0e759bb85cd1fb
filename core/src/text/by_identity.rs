//! What is known of words, by their identity: a list in the order in which the words came, and a table of places in it.
//!
//! Less than a map: an identity needs no further hash, and to find a word that is known already, as most are, takes a few steps.
//! Not here: how a word is told from another (`identity`).

use alloc::vec;
use alloc::vec::Vec;

/// Slots of an empty table.
const FEWEST_SLOTS: usize = 16;

/// Items by the identities of their words.
pub(super) struct ByIdentity<T> {
    items: Vec<(u64, T)>,
    /// For each item its place, counted from 1, in the slot that its identity names or the next that is free; 0 is none. As many
    /// as a power of two, and more than half of them free.
    slots: Vec<u32>,
}

impl<T> ByIdentity<T> {
    /// With room for the distinct words of a text of so many bytes.
    pub(super) fn of_text(n_bytes: usize) -> ByIdentity<T> {
        // Code has one for each forty bytes or so.
        let n_slots = (n_bytes / 16).next_power_of_two().max(FEWEST_SLOTS);
        ByIdentity { items: Vec::new(), slots: vec![0; n_slots] }
    }

    /// The item of a word, which is made where there is none.
    #[inline]
    pub(super) fn item(&mut self, identity: u64, make: impl FnOnce() -> T) -> &mut T {
        let slot = self.slot(identity);
        let place = match self.slots[slot].checked_sub(1) {
            Some(place) => place as usize,
            None => self.add(slot, (identity, make())),
        };
        &mut self.items[place].1
    }

    /// Every item with its word's identity, in the order in which they came.
    pub(super) fn into_items(self) -> Vec<(u64, T)> {
        self.items
    }

    /// The slot that holds the word's place, or would.
    #[inline]
    fn slot(&self, identity: u64) -> usize {
        let last = self.slots.len() - 1;
        // Every byte of a word reaches the upper half.
        let mut slot = (identity >> 32) as usize & last;
        while let Some(place) = self.slots[slot].checked_sub(1) {
            if self.items[place as usize].0 == identity {
                break;
            }
            slot = (slot + 1) & last;
        }
        slot
    }

    /// Adds an item, whose place goes into a free slot.
    fn add(&mut self, slot: usize, item: (u64, T)) -> usize {
        self.items.push(item);
        self.slots[slot] = self.items.len() as u32;
        if self.items.len() * 2 >= self.slots.len() {
            self.slots = vec![0; self.slots.len() * 2];
            for place in 0..self.items.len() {
                let slot = self.slot(self.items[place].0);
                self.slots[slot] = place as u32 + 1;
            }
        }
        self.items.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::identity::identity;

    #[test]
    fn each_word_has_one_item_however_many_there_are() {
        let words: Vec<String> = (0..2_000).map(|n| format!("word{}", n % 700)).collect();
        let mut counted = ByIdentity::of_text(0);
        for word in &words {
            counted.item(identity(word), || (word, 0)).1 += 1;
        }
        let counted = counted.into_items();
        assert_eq!(counted.len(), 700);
        for (at, (identity_of, (word, n_times))) in counted.into_iter().enumerate() {
            assert_eq!((word, identity_of), (&words[at], identity(word)));
            assert_eq!(n_times, if at < 600 { 3 } else { 2 });
        }
    }
}
