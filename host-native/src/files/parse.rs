//! From the bytes of a file to what the component takes: hash, text and packed tree.
//!
//! A file is declined by name where it cannot be taken; a time-out is reported and never stored as a fact about the file.
//! Not here: which files are read, and in what order.

use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use tree_sitter::{ParseOptions, ParseState, Parser};

use super::grammars::grammar;
use super::hash::{Hash, hash};
use super::root::Root;
use super::tree::{Wanted, pack};
use crate::Error;
use crate::wit::graph;

/// Bytes of the largest file that is read: past it the component refuses.
pub const MOST_BYTES: u64 = 4 << 20;

/// How long a parse may take, whatever the size, and for each further MiB: ten times what a slow machine needs.
const PATIENCE: Duration = Duration::from_secs(2);

/// A file that was read and parsed.
#[derive(Debug)]
pub struct Parsed {
    /// SHA-256 of its bytes.
    pub hash: Hash,
    /// All of it.
    pub text: String,
    /// The packed tree.
    pub nodes: Vec<u32>,
    /// The grammar found errors.
    pub has_errors: bool,
    /// A cap was met.
    pub cut_short: bool,
}

/// Why a file could not be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Declined {
    /// It was deleted since it was found.
    Gone,
    /// The system refused it, in its own words.
    Unreadable(String),
    /// Its bytes, with this hash, are not UTF-8.
    NotUtf8(Hash),
    /// It grew past 4 MiB since it was found.
    TooLarge,
    /// Parsing took too long. Another run may succeed.
    TimedOut,
}

/// The languages that the component knows and this host can parse, by name.
#[derive(Clone, Debug)]
pub struct Languages(BTreeMap<String, (tree_sitter::Language, Wanted)>);

impl Languages {
    /// Looks up what the component wants of each language.
    ///
    /// # Errors
    /// [`Error::Grammar`] where a language asks for more than a packed tree can hold.
    pub fn new(known: &[graph::Language]) -> Result<Languages, Error> {
        let mut languages = BTreeMap::new();
        for language in known {
            let Some(grammar) = grammar(&language.name) else { continue };
            let kinds = language.kinds.iter().map(|kind| (kind.name.as_str(), kind.named, kind.leaf));
            let wanted = Wanted::new(&grammar, kinds, language.fields.iter().map(String::as_str))
                .ok_or_else(|| Error::Grammar { language: language.name.clone() })?;
            languages.insert(language.name.clone(), (grammar, wanted));
        }
        Ok(Languages(languages))
    }

    /// Whether files of this language can be parsed.
    pub fn know(&self, language: &str) -> bool {
        self.0.contains_key(language)
    }
}

/// One thread's parsers: made when a language is first met.
pub struct Parsers<'a> {
    languages: &'a Languages,
    parsers: BTreeMap<String, Parser>,
}

impl<'a> Parsers<'a> {
    /// No parser yet.
    pub fn new(languages: &'a Languages) -> Parsers<'a> {
        Parsers { languages, parsers: BTreeMap::new() }
    }

    /// Reads and parses a file.
    ///
    /// # Errors
    /// [`Declined`], one case per reason.
    pub fn read(&mut self, root: &Root, path: &str, language: &str) -> Result<Parsed, Declined> {
        let bytes = root.read(path, MOST_BYTES).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Declined::Gone,
            io::ErrorKind::FileTooLarge => Declined::TooLarge,
            _ => Declined::Unreadable(error.to_string()),
        })?;
        let hash = hash(&bytes);
        let text = String::from_utf8(bytes).map_err(|_| Declined::NotUtf8(hash))?;
        self.parse(hash, text, language)
    }

    fn parse(&mut self, hash: Hash, text: String, language: &str) -> Result<Parsed, Declined> {
        let unknown = || Declined::Unreadable(format!("no grammar of {language}"));
        let (grammar, wanted) = self.languages.0.get(language).ok_or_else(unknown)?;
        if !self.parsers.contains_key(language) {
            let mut parser = Parser::new();
            parser.set_language(grammar).map_err(|error| Declined::Unreadable(error.to_string()))?;
            self.parsers.insert(language.to_owned(), parser);
        }
        let parser = self.parsers.get_mut(language).ok_or_else(unknown)?;
        let tree = parse_in_time(parser, text.as_bytes()).ok_or(Declined::TimedOut)?;
        let packed = pack(&tree, wanted);
        let has_errors = tree.root_node().has_error();
        Ok(Parsed { hash, text, nodes: packed.words, has_errors, cut_short: packed.cut_short })
    }
}

fn parse_in_time(parser: &mut Parser, bytes: &[u8]) -> Option<tree_sitter::Tree> {
    let started = Instant::now();
    let patience = PATIENCE * (1 + (bytes.len() >> 20) as u32);
    let mut check = |_: &ParseState| match started.elapsed() < patience {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    };
    let mut rest = |offset: usize, _| bytes.get(offset..).unwrap_or_default();
    let options = ParseOptions::new().progress_callback(&mut check);
    let tree = parser.parse_with_options(&mut rest, None, Some(options));
    // A parser that was stopped would go on with the old text at its next call.
    parser.reset();
    tree
}
