//! Parsing one file within a time that grows with its size.
//!
//! The host tells the time. A parse that takes too long gives nothing, so that no half of a tree is ever taken for the whole.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use tree_sitter::{ParseOptions, ParseState};

use crate::grammars::grammar;
use crate::tree::{Wanted, pack};

/// How long a parse may take, whatever the size, and for each further MiB: ten times what a slow machine needs.
const PATIENCE: Duration = Duration::from_secs(2);

/// A grammar, and what the component wants of its trees. Shared between parsers.
#[derive(Clone, Debug)]
pub struct Language {
    grammar: tree_sitter::Language,
    wanted: Arc<Wanted>,
}

/// Parses files of one language, one after the other.
pub struct Parser {
    parser: tree_sitter::Parser,
    wanted: Arc<Wanted>,
}

/// The tree of a file, as the component takes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    /// Three words a node: see [`tree`](crate::tree).
    pub nodes: Vec<u32>,
    /// The grammar found errors.
    pub has_errors: bool,
    /// A cap was met: what lies past it is missing.
    pub cut_short: bool,
}

/// Why a language cannot be parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// Its grammar is not compiled in.
    NoGrammar,
    /// More of it is wanted than a packed tree can hold.
    TooManyKinds,
    /// Its grammar was made for another release of the parser.
    Incompatible,
}

impl Language {
    /// A language by the component's name for it, with the kinds as (name, named, leaf) and the fields that are wanted, in the
    /// order of their places.
    ///
    /// # Errors
    /// Any [`Refusal`].
    pub fn new<'a>(
        name: &str,
        kinds: impl Iterator<Item = (&'a str, bool, bool)>,
        fields: impl Iterator<Item = &'a str>,
    ) -> Result<Language, Refusal> {
        let grammar = grammar(name).ok_or(Refusal::NoGrammar)?;
        let wanted = Wanted::new(&grammar, kinds, fields).ok_or(Refusal::TooManyKinds)?;
        Ok(Language { grammar, wanted: Arc::new(wanted) })
    }

    /// A parser of this language.
    ///
    /// # Errors
    /// [`Refusal::Incompatible`].
    pub fn parser(&self) -> Result<Parser, Refusal> {
        let mut parser = tree_sitter::Parser::new();
        parser.set_language(&self.grammar).map_err(|_| Refusal::Incompatible)?;
        Ok(Parser { parser, wanted: Arc::clone(&self.wanted) })
    }
}

impl Parser {
    /// Parses a whole file; none where that took too long. `clock` tells the time since any fixed moment, and is asked often.
    pub fn parse(&mut self, text: &str, clock: &mut dyn FnMut() -> Duration) -> Option<Tree> {
        let bytes = text.as_bytes();
        let end = clock() + PATIENCE * (1 + (bytes.len() >> 20) as u32);
        let mut check = |_: &ParseState| if clock() < end { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
        let mut rest = |offset: usize, _| bytes.get(offset..).unwrap_or_default();
        let options = ParseOptions::new().progress_callback(&mut check);
        let tree = self.parser.parse_with_options(&mut rest, None, Some(options));
        // A parser that was stopped would go on with the old text at its next call.
        self.parser.reset();
        let tree = tree?;
        let packed = pack(&tree, &self.wanted);
        Some(Tree { nodes: packed.words, has_errors: tree.root_node().has_error(), cut_short: packed.cut_short })
    }
}
