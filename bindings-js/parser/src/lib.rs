//! A parser with one grammar as a WebAssembly module: plain exports over `scrubjay-parsing`.
//!
//! The caller reserves memory, writes to it, calls a function, and reads words from memory; only lengths and addresses
//! are passed as values. The module imports one function, a clock. The caller decides which module a language needs,
//! and what to do after a trap.

use std::cell::RefCell;
use std::time::Duration;

use scrubjay_parsing::{Language, Parser, Tree};

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Milliseconds since a fixed moment.
    safe fn now() -> f64;
}

/// Bits of the result of [`parse`].
const PARSED: u32 = 1;
const HAS_ERRORS: u32 = 2;
const CUT_SHORT: u32 = 4;

#[derive(Default)]
struct Module {
    /// The memory into which the caller writes the next input.
    input: Vec<u8>,
    parser: Option<Parser>,
    tree: Tree,
}

thread_local! {
    /// A module has one thread and parses one file at a time.
    static MODULE: RefCell<Module> = RefCell::default();
}

/// Reserves memory for the next input, and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(n_bytes: usize) -> usize {
    MODULE.with_borrow_mut(|module| {
        module.input.clear();
        module.input.resize(n_bytes, 0);
        module.input.as_ptr() as usize
    })
}

/// Sets the nodes to return. The input is UTF-8: the language's name; for each kind `0` to `3` (1: named, 2: leaf) and
/// its name; for each field `f` and its name. Each ends with a zero byte. False if the language cannot be parsed.
#[unsafe(no_mangle)]
pub extern "C" fn configure() -> bool {
    MODULE.with_borrow_mut(|module| {
        module.parser = std::str::from_utf8(&module.input).ok().and_then(parser);
        module.parser.is_some()
    })
}

fn parser(input: &str) -> Option<Parser> {
    let mut words = input.split_terminator('\0');
    let language = words.next()?;
    let kind = |word: &'_ str| {
        let flags = word.bytes().next()?.checked_sub(b'0').filter(|flags| *flags < 4)?;
        Some((flags & 1 != 0, flags & 2 != 0))
    };
    let kinds = words.clone().filter_map(|word| kind(word).map(|(named, leaf)| (&word[1..], named, leaf)));
    let fields = words.filter_map(|word| word.strip_prefix('f'));
    Language::new(language, kinds, fields).ok()?.parser().ok()
}

/// Parses the input, which is a whole file. Zero if it is not UTF-8 or took too long, otherwise 1, plus 2 for a tree
/// with errors and 4 for a truncated one.
#[unsafe(no_mangle)]
pub extern "C" fn parse() -> u32 {
    MODULE.with_borrow_mut(|module| {
        // The words of the last file are released first, so that memory holds only one file at a time.
        module.tree = Tree::default();
        let Ok(text) = std::str::from_utf8(&module.input) else { return 0 };
        let mut clock = || Duration::try_from_secs_f64(now() / 1_000.0).unwrap_or_default();
        let Some(tree) = module.parser.as_mut().and_then(|parser| parser.parse(text, &mut clock)) else { return 0 };
        let flags = if tree.has_errors { HAS_ERRORS } else { 0 } | if tree.cut_short { CUT_SHORT } else { 0 };
        module.tree = tree;
        PARSED | flags
    })
}

/// The address of the last tree's words.
#[unsafe(no_mangle)]
pub extern "C" fn words() -> usize {
    MODULE.with_borrow(|module| module.tree.nodes.as_ptr() as usize)
}

/// The number of words.
#[unsafe(no_mangle)]
pub extern "C" fn n_words() -> usize {
    MODULE.with_borrow(|module| module.tree.nodes.len())
}
