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

/// A grammar, and what the component wants of its trees; none where it wants nothing of them. Shared between parsers.
#[derive(Clone, Debug)]
pub struct Language(Option<(tree_sitter::Language, Arc<Wanted>)>);

/// Parses files of one language, one after the other. Where nothing is wanted of a tree, it is empty.
pub struct Parser(Option<(tree_sitter::Parser, Arc<Wanted>)>);

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
    /// order of their places. A language without kinds needs no grammar.
    ///
    /// # Errors
    /// Any [`Refusal`].
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

    /// A parser of this language.
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
    /// Parses a whole file; none where that took too long. `clock` tells the time since any fixed moment, and is asked often.
    pub fn parse(&mut self, text: &str, clock: &mut dyn FnMut() -> Duration) -> Option<Tree> {
        let Some((parser, wanted)) = &mut self.0 else { return Some(Tree::default()) };
        let bytes = text.as_bytes();
        let end = clock() + PATIENCE * (1 + (bytes.len() >> 20) as u32);
        let mut check = |_: &ParseState| if clock() < end { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
        let mut rest = |offset: usize, _| bytes.get(offset..).unwrap_or_default();
        let options = ParseOptions::new().progress_callback(&mut check);
        let tree = parser.parse_with_options(&mut rest, None, Some(options));
        // A parser that was stopped would go on with the old text at its next call.
        parser.reset();
        let tree = tree?;
        let packed = pack(&tree, wanted);
        Some(Tree { nodes: packed.words, has_errors: tree.root_node().has_error(), cut_short: packed.cut_short })
    }
}
