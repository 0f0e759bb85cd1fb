//! Enumerations of the interface as words, and the bounds of its numbers.

/// An enumeration of the interface: the word of each case is its name in snake_case.
pub(super) trait Word: Copy + PartialEq + 'static {
    /// Every case with its word, in the order of the interface.
    const WORDS: &'static [(&'static str, Self)];

    fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, case)| *case == self).map_or("", |(word, _)| word)
    }

    /// The case with this word; `None` if there is none.
    fn named(word: &str) -> Option<Self> {
        Self::WORDS.iter().find(|(known, _)| *known == word).map(|(_, case)| *case)
    }
}

/// Implements [`Word`] for enumerations.
macro_rules! words {
    ($($module:ident::$enumeration:ident { $($case:ident = $word:literal,)* })*) => {$(
        impl Word for $module::$enumeration {
            const WORDS: &'static [(&'static str, Self)] = &[$(($word, Self::$case)),*];
        }
    )*};
}

pub(super) use words;

/// The default and the range of a number in a question.
#[derive(Clone, Copy)]
pub(super) struct Bounded<N> {
    /// The value if the number is not given.
    pub(super) default: N,
    /// The least valid value.
    pub(super) min: N,
    /// The greatest valid value.
    pub(super) max: N,
}
