//! The records of the component's interfaces, as generated from its WIT, the words of its enumerations, and the limits of the
//! numbers that questions take. The lists of all of them (`lists`) are for hosts that give them another form.

pub mod limits;
mod lists;

pub use crate::guest::bindings::exports::scrubjay::memory::{
    capture, delivery, episodes, graph, memory, prepare, recall, records, session, types, window,
};

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

/// A number that a question takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounded<N> {
    /// What it is where it is not given.
    pub default: N,
    /// The least that it may be.
    pub min: N,
    /// The greatest that it may be.
    pub max: N,
}

/// Gives enumerations their words.
macro_rules! words {
    ($($module:ident::$enumeration:ident { $($case:ident = $word:literal,)* })*) => {$(
        impl Word for $module::$enumeration {
            const WORDS: &'static [(&'static str, Self)] = &[$(($word, Self::$case)),*];
        }
    )*};
}

crate::for_enumerations!(words);

// Neither asked nor answered, and so in no list: an argument of what packs transcripts.
words!(capture::Harness {
    ClaudeCode = "claude_code",
    Codex = "codex",
    GeminiCli = "gemini_cli",
    Pi = "pi",
    Messages = "messages",
});
