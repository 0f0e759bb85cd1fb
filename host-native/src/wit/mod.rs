//! The records of the component's interfaces, as generated from its WIT, and the words of its enumerations.

mod generated;

pub use crate::guest::bindings::exports::scrubjay::memory::{graph, memory, recall, types};

/// An enumeration of the interface: each case has a word, which is its name there in snake_case.
pub trait Word: Copy + PartialEq + 'static {
    /// Every case with its word, in the order of the interface.
    const WORDS: &'static [(&'static str, Self)];

    /// The word of a case.
    fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, case)| *case == self).map_or("", |(word, _)| word)
    }

    /// The case of a word.
    fn named(word: &str) -> Option<Self> {
        Self::WORDS.iter().find(|(known, _)| *known == word).map(|(_, case)| *case)
    }
}

/// Gives enumerations their words.
macro_rules! words {
    ($($module:ident::$enumeration:ident { $($case:ident = $word:literal,)* })*) => {$(
        impl $crate::wit::Word for $crate::wit::$module::$enumeration {
            const WORDS: &'static [(&'static str, Self)] = &[$(($word, Self::$case)),*];
        }
    )*};
}

use words;
