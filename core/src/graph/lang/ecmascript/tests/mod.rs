//! Each test compares the facts extracted from short code with their text.

use crate::graph::facts::Facts;
use crate::graph::lang::testing::{self, assert_sound, checks};

mod bindings;
mod damage;
mod definitions;
mod references;

checks!(super::TSX, tree_sitter_typescript::LANGUAGE_TSX);

fn plain_facts(text: &str) -> Facts {
    let facts = testing::facts(&super::JAVASCRIPT, &tree_sitter_javascript::LANGUAGE.into(), text);
    assert_sound(&facts);
    facts
}
