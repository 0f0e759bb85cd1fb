//! The words of one text, each once, with how often it stands there.
//!
//! A table of places rather than a map: words are told apart by their [`identity`], which needs no further hash, and to find a
//! word that is known already, as most are, takes a few steps.

use alloc::vec;
use alloc::vec::Vec;

use super::identity::identity;

/// A word of a text.
pub(super) struct Counted<'t> {
    pub(super) word: &'t str,
    pub(super) identity: u64,
    pub(super) n_times: u32,
}

/// The words that were counted.
pub(super) struct Tally<'t> {
    words: Vec<Counted<'t>>,
    /// For each word its place, counted from 1, in the slot that its identity names or the next that is free; 0 is none. As many
    /// as a power of two, and more than half of them free.
    slots: Vec<u32>,
}

impl<'t> Tally<'t> {
    /// For a text of so many bytes.
    pub(super) fn of(n_bytes: usize) -> Tally<'t> {
        // Code has a distinct word for each forty bytes or so.
        Tally { words: Vec::new(), slots: vec![0; (n_bytes / 16).next_power_of_two().max(16)] }
    }

    /// Counts a word once more.
    pub(super) fn count(&mut self, word: &'t str) {
        let identity = identity(word);
        let slot = self.slot(identity);
        match self.slots[slot].checked_sub(1) {
            Some(place) => self.words[place as usize].n_times += 1,
            None => {
                self.words.push(Counted { word, identity, n_times: 1 });
                self.slots[slot] = self.words.len() as u32;
                if self.words.len() * 2 >= self.slots.len() {
                    self.grow();
                }
            }
        }
    }

    /// The words, in the order of their first places.
    pub(super) fn finish(self) -> Vec<Counted<'t>> {
        self.words
    }

    /// The slot that holds the word, or would.
    #[inline]
    fn slot(&self, identity: u64) -> usize {
        let last = self.slots.len() - 1;
        // Every byte of a word reaches the upper half.
        let mut slot = (identity >> 32) as usize & last;
        while let Some(place) = self.slots[slot].checked_sub(1) {
            if self.words[place as usize].identity == identity {
                break;
            }
            slot = (slot + 1) & last;
        }
        slot
    }

    #[cold]
    fn grow(&mut self) {
        self.slots = vec![0; self.slots.len() * 2];
        for place in 0..self.words.len() {
            let slot = self.slot(self.words[place].identity);
            self.slots[slot] = place as u32 + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_is_counted_once_however_many_there_are() {
        let words: Vec<String> = (0..2_000).map(|n| format!("word{}", n % 700)).collect();
        let mut tally = Tally::of(1);
        words.iter().for_each(|word| tally.count(word));
        let counted = tally.finish();
        assert_eq!(counted.len(), 700);
        for (at, Counted { word, n_times, .. }) in counted.iter().enumerate() {
            assert_eq!((*word, *n_times), (words[at].as_str(), if at < 600 { 3 } else { 2 }));
        }
    }
}
