//! Parses files as the native host does, for engines that are driven directly.

use std::collections::BTreeMap;

use scrubjay::files::grammars::grammar;
use scrubjay::files::hash::hash;
use scrubjay::files::tree::{Wanted, pack};
use scrubjay_core::graph::lang::{LANGUAGES, Language};
use scrubjay_core::graph::manifest::{self, Kind};
use scrubjay_core::graph::prose;
use scrubjay_core::memory::{Change, ParsedFile};

/// Parsers for the languages that the core knows and for which the native host has a grammar.
pub struct Parsers(BTreeMap<&'static str, (tree_sitter::Parser, Wanted)>);

impl Parsers {
    /// One parser per language. A language whose grammar cannot be loaded is left out.
    pub fn new() -> Parsers {
        Parsers(LANGUAGES.iter().filter_map(|language| Some((language.name, parser(language)?))).collect())
    }

    /// A file as a change; `None` if no language has its extension.
    pub fn change(&mut self, path: &str, text: &str) -> Option<Change> {
        if Kind::of(path).is_some() {
            return Some(without_tree(manifest::LANGUAGE, path, text));
        }
        if prose::is_prose(path) {
            return Some(without_tree(prose::LANGUAGE, path, text));
        }
        let ending = path.rsplit_once('.')?.1;
        let language = LANGUAGES.iter().find(|language| language.extensions.contains(&ending))?;
        let (parser, wanted) = self.0.get_mut(language.name)?;
        let tree = parser.parse(text, None)?;
        let packed = pack(&tree, wanted);
        Some(Change::Parsed(ParsedFile {
            path: path.to_owned(),
            hash: hash(text.as_bytes()).to_vec(),
            language: language.name.to_owned(),
            text: text.to_owned(),
            nodes: packed.words,
            has_errors: tree.root_node().has_error(),
            cut_short: packed.cut_short,
        }))
    }
}

impl Default for Parsers {
    fn default() -> Parsers {
        Parsers::new()
    }
}

/// A file of a language that is read as text.
fn without_tree(language: &str, path: &str, text: &str) -> Change {
    Change::Parsed(ParsedFile {
        path: path.to_owned(),
        hash: hash(text.as_bytes()).to_vec(),
        language: language.to_owned(),
        text: text.to_owned(),
        nodes: Vec::new(),
        has_errors: false,
        cut_short: false,
    })
}

fn parser(language: &Language) -> Option<(tree_sitter::Parser, Wanted)> {
    let grammar = grammar(language.name)?;
    let kinds = language.kinds.iter().map(|kind| (kind.name, kind.named, kind.leaf));
    let wanted = Wanted::new(&grammar, kinds, language.fields.iter().copied())?;
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&grammar).ok()?;
    Some((parser, wanted))
}
