//! Empty, malformed, hostile and very deep files.

use super::{check_references, facts};
use crate::graph::lang::python::LANGUAGE;
use crate::graph::lang::testing;
use crate::graph::lang::testing::references;

#[test]
fn code_inside_strings_and_malformed_code_still_count() {
    check_references(
        "
from m import f, g
f'{f(1)!r:>{g}}'
def h(:
    f()
class A
    def i(self): g()
",
        "
        3 file call f()
        3 file use g
        5 h call f()
        7 A call g()
        ",
    );
}

#[test]
fn deep_nesting_is_followed_to_a_bounded_depth_without_overflow() {
    let depth = 50_000;
    let brackets = facts(&format!("x = {}f(){}", "(".repeat(depth), ")".repeat(depth)));
    assert_eq!(references(&brackets), ["1 file call f()"]);
    let calls = facts(&format!("{}x{}", "f(".repeat(20_000), ")".repeat(20_000)));
    assert_eq!(calls.references.len(), 20_000);
    let lambdas = facts(&format!("x = {}y", "lambda a: ".repeat(20_000)));
    assert_eq!(lambdas.definitions.len(), 20_002);
    facts(&format!("{}x", "a.".repeat(20_000)));
    facts(&format!("{}x = 1", "a = ".repeat(20_000)));
}

#[test]
fn a_damaged_tree_gives_sound_facts() {
    let text = include_str!("../sample.py");
    testing::assert_sound_when_damaged(&LANGUAGE, &tree_sitter_python::LANGUAGE.into(), text, 2_000);
}

#[test]
fn an_empty_file_defines_only_itself() {
    let facts = facts("");
    assert_eq!((facts.definitions.len(), facts.n_lines, facts.references.len()), (1, 0, 0));
}

#[test]
fn the_grammar_has_all_kinds_and_fields() {
    testing::assert_grammar_complete(&LANGUAGE, &tree_sitter_python::LANGUAGE.into());
}
