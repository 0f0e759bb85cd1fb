//! Facts of Go as the resolver gets them.

use crate::graph::facts::Facts;
use crate::graph::lang::testing::{self, assert_sound, check};

mod bindings;
mod damage;
mod definitions;
mod references;

fn facts(text: &str) -> Facts {
    let facts = testing::facts(&super::LANGUAGE, &tree_sitter_go::LANGUAGE.into(), text);
    assert_sound(&facts);
    facts
}

#[track_caller]
fn check_definitions(text: &str, expected: &str) {
    check(testing::definitions(&facts(text)), expected);
}

#[track_caller]
fn check_imports(text: &str, expected: &str) {
    check(testing::imports(&facts(text)), expected);
}

#[track_caller]
fn check_bindings(text: &str, expected: &str) {
    check(testing::bindings(&facts(text)), expected);
}

#[track_caller]
fn check_references(text: &str, expected: &str) {
    check(testing::references(&facts(text)), expected);
}
