//! The records of the component's interfaces, generated from its WIT, the words of its enumerations, and the limits of
//! questions' numbers. Macros with the complete lists (`lists`) are for hosts that convert them.

pub mod limits;
mod lists;

pub use crate::guest::bindings::exports::scrubjay::memory::{
    capture, delivery, episodes, graph, memory, prepare, recall, records, session, tools, types, window, window_text,
};

/// An enumeration of the interface: the word of each case is its name in snake_case.
pub trait Word: Copy + PartialEq + 'static {
    /// Every case with its word, in the order of the interface.
    const WORDS: &'static [(&'static str, Self)];

    /// The word of a case.
    fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, case)| *case == self).map_or("", |(word, _)| word)
    }

    /// The case with this word; `None` if there is none.
    fn named(word: &str) -> Option<Self> {
        Self::WORDS.iter().find(|(known, _)| *known == word).map(|(_, case)| *case)
    }
}

/// The default and the range of a number in a question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounded<N> {
    /// The value if the number is not given.
    pub default: N,
    /// The least valid value.
    pub min: N,
    /// The greatest valid value.
    pub max: N,
}

/// Implements [`Word`] for enumerations.
macro_rules! words {
    ($($module:ident::$enumeration:ident { $($case:ident = $word:literal,)* })*) => {$(
        impl Word for $module::$enumeration {
            const WORDS: &'static [(&'static str, Self)] = &[$(($word, Self::$case)),*];
        }
    )*};
}

crate::for_enumerations!(words);

// In no list, because no question or answer has it: an argument of the functions that pack transcripts.
words!(capture::Harness {
    ClaudeCode = "claude_code",
    Codex = "codex",
    GeminiCli = "gemini_cli",
    Pi = "pi",
    Messages = "messages",
});
