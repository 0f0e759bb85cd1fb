//! Parses a file with a time limit that grows with its size.
//!
//! The host provides the clock, preferably one of the thread's processor time. A parse that takes too long returns no
//! tree. Of a text with too many tokens only the beginning is parsed, and the tree says so.
//! Not here: the limit of tokens (`limit`).

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use tree_sitter::{ParseOptions, ParseState};

use crate::grammars::grammar;
use crate::limit::within_limit;
use crate::tree::{Wanted, pack};

/// The time limit of a parse, added once more for each whole MiB of text: ten times what a slow machine needs.
const TIME_LIMIT: Duration = Duration::from_secs(2);
/// The number of the parser's callbacks per reading of the clock. A callback comes about every 10 µs; reading a
/// thread's time takes a thirtieth of that.
const CALLS_PER_CLOCK_READ: u32 = 8;

/// A grammar with the node kinds and fields that the component needs; `None` if it needs no kinds. Shared between
/// parsers.
#[derive(Clone, Debug)]
pub struct Language(Option<(tree_sitter::Language, Arc<Wanted>)>);

/// A parser of files in one language. If no node kinds are needed, the tree is empty.
pub struct Parser(Option<(tree_sitter::Parser, Arc<Wanted>)>);

/// The tree of a file in the component's form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    /// Three words per node: see [`tree`](crate::tree).
    pub nodes: Vec<u32>,
    /// Whether the parsed part of the text has syntax errors; the tree is packed all the same.
    pub has_errors: bool,
    /// Whether a limit of tokens, nodes or depth was reached, so that nodes are missing.
    pub cut_short: bool,
}

/// Why a language cannot be parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// The grammar is not compiled in.
    NoGrammar,
    /// More kinds or fields are needed than a packed tree can represent.
    TooManyKinds,
    /// The grammar was made for another version of the parser.
    Incompatible,
}

impl Language {
    /// A language by the component's name for it. Each needed kind of node is given as its name, whether its nodes are
    /// named ones, and whether what is below them is left out; each needed field by its name. Both are in the order of
    /// their numbers. A language without kinds needs no grammar, and is never refused.
    ///
    /// # Errors
    /// [`Refusal::NoGrammar`]; [`Refusal::TooManyKinds`].
    pub fn new<'a>(
        name: &str,
        kinds: impl Iterator<Item = (&'a str, bool, bool)>,
        fields: impl Iterator<Item = &'a str>,
    ) -> Result<Language, Refusal> {
        let mut kinds = kinds.peekable();
        if kinds.peek().is_none() {
            return Ok(Language(None));
        }
        let grammar = grammar(name).ok_or(Refusal::NoGrammar)?;
        let wanted = Wanted::new(&grammar, kinds, fields).ok_or(Refusal::TooManyKinds)?;
        Ok(Language(Some((grammar, Arc::new(wanted)))))
    }

    /// A new parser of this language, for one thread at a time.
    ///
    /// # Errors
    /// [`Refusal::Incompatible`].
    pub fn parser(&self) -> Result<Parser, Refusal> {
        let Some((grammar, wanted)) = &self.0 else { return Ok(Parser(None)) };
        let mut parser = tree_sitter::Parser::new();
        parser.set_language(grammar).map_err(|_| Refusal::Incompatible)?;
        Ok(Parser(Some((parser, Arc::clone(wanted)))))
    }
}

impl Parser {
    /// Parses a file; `None` if that exceeds the time limit.
    ///
    /// `clock` returns the time since a fixed moment, and is called often. O(bytes) of memory, at most about 500 MB.
    pub fn parse(&mut self, text: &str, clock: &mut dyn FnMut() -> Duration) -> Option<Tree> {
        let Some((parser, wanted)) = &mut self.0 else { return Some(Tree::default()) };
        let parsed_part = within_limit(text);
        let bytes = parsed_part.as_bytes();
        let deadline = clock() + TIME_LIMIT * (1 + (text.len() >> 20) as u32);
        let mut n_calls = 0_u32;
        let mut check = |_: &ParseState| {
            n_calls = n_calls.wrapping_add(1);
            let is_over = n_calls.is_multiple_of(CALLS_PER_CLOCK_READ) && clock() >= deadline;
            if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let mut bytes_from = |offset: usize, _| bytes.get(offset..).unwrap_or_default();
        let options = ParseOptions::new().progress_callback(&mut check);
        let tree = parser.parse_with_options(&mut bytes_from, None, Some(options));
        // Otherwise a stopped parser would continue with the old text in its next call.
        parser.reset();
        let tree = tree?;
        let packed = pack(&tree, wanted);
        let cut_short = packed.cut_short || parsed_part.len() < text.len();
        Some(Tree { nodes: packed.words, has_errors: tree.root_node().has_error(), cut_short })
    }
}
