//! A parser with one grammar as a WebAssembly module: a door of `wasm-bindgen` over `scrubjay-parsing`.
//!
//! The caller decides which module a language needs, and what to do after a trap.

use std::cell::RefCell;
use std::time::Duration;

use scrubjay_parsing::{Language, Parser, Tree};
use wasm_bindgen::prelude::wasm_bindgen;

/// TypeScript types of the imported functions, because the generator writes types of exported functions only.
#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
export interface Host {
  now(): number;
  tree(nodes: Uint32Array, hasErrors: boolean, cutShort: boolean): void;
}
"#;

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since a fixed moment.
    #[wasm_bindgen(js_namespace = host)]
    fn now() -> f64;
    /// Passes the words of a tree as a view of the module's memory: the host copies them at once.
    #[wasm_bindgen(js_namespace = host)]
    fn tree(nodes: &[u32], has_errors: bool, cut_short: bool);
}

thread_local! {
    /// A module has one thread and parses one file at a time.
    static PARSER: RefCell<Option<Parser>> = const { RefCell::new(None) };
}

/// Sets the nodes to return. `configuration` is words in UTF-8, each followed by a zero byte: the language's name; for
/// each kind a digit, the sum of 1 (named) and 2 (leaf), and its name; for each field `f` and its name. False if this
/// module cannot parse the language.
#[wasm_bindgen]
pub fn configure(configuration: &[u8]) -> bool {
    // As bytes: a new script would copy a text letter by letter.
    let parser = std::str::from_utf8(configuration).ok().and_then(parser);
    PARSER.with_borrow_mut(|kept_parser| {
        *kept_parser = parser;
        kept_parser.is_some()
    })
}

fn parser(configuration: &str) -> Option<Parser> {
    let mut words = configuration.split_terminator('\0');
    let language = words.next()?;
    let kind = |word: &'_ str| {
        let flags = word.bytes().next()?.checked_sub(b'0').filter(|flags| *flags < 4)?;
        Some((flags & 1 != 0, flags & 2 != 0))
    };
    let kinds = words.clone().filter_map(|word| kind(word).map(|(named, leaf)| (&word[1..], named, leaf)));
    let fields = words.filter_map(|word| word.strip_prefix('f'));
    Language::new(language, kinds, fields).ok()?.parser().ok()
}

/// Parses a whole file, and gives the host its tree. False if the file is not UTF-8 or took too long, or if no language
/// was configured.
#[wasm_bindgen]
pub fn parse(utf8: &[u8]) -> bool {
    let parsed = tree_of(utf8);
    if let Some(Tree { nodes, has_errors, cut_short }) = &parsed {
        tree(nodes, *has_errors, *cut_short);
    }
    parsed.is_some()
}

fn tree_of(utf8: &[u8]) -> Option<Tree> {
    let text = std::str::from_utf8(utf8).ok()?;
    let mut clock = || Duration::try_from_secs_f64(now() / 1_000.0).unwrap_or_default();
    PARSER.with_borrow_mut(|parser| parser.as_mut()?.parse(text, &mut clock))
}
