//! Empty, malformed, hostile and very deep files.

use super::{check_references, facts};
use crate::graph::lang::rust::LANGUAGE;
use crate::graph::lang::testing::{self, references};

#[test]
fn malformed_code_still_counts() {
    check_references(
        "
fn f( { g() }
struct A { b: , c: C }
impl A { fn h(&self) { self.i( } }
fn j() { k() }
",
        "
        2 f call g()
        4 A.h use self.i
        5 j call k()
        ",
    );
}

#[test]
fn deep_nesting_is_followed_to_a_bounded_depth_without_overflow() {
    let brackets = facts(&format!("fn f() {{ let x = {}g(){}; }}", "(".repeat(20_000), ")".repeat(20_000)));
    assert_eq!(references(&brackets), ["1 f call g()"]);
    let calls = facts(&format!("fn f() {{ {}x{}; }}", "g(".repeat(10_000), ")".repeat(10_000)));
    assert_eq!(calls.references.len(), 10_000);
    facts(&format!("fn f() {{ a{}; }}", ".b()".repeat(10_000)));
    facts(&format!("fn f() {{ {}a; }}", "|a| ".repeat(10_000)));
    facts(&format!("fn f() {}{}", "{ if a ".repeat(5_000), "}".repeat(5_000)));
    facts(&format!("fn f(a: {}u8{}) {{}}", "Vec<".repeat(10_000), ">".repeat(10_000)));
    facts(&format!("fn f() {{ m!({}a{}); }}", "(".repeat(10_000), ")".repeat(10_000)));
    facts(&format!("fn f() {{ let {}a{} = b; }}", "Some(".repeat(10_000), ")".repeat(10_000)));
    facts(&"mod a { ".repeat(10_000));
}

#[test]
fn a_damaged_tree_gives_sound_facts() {
    testing::assert_sound_when_damaged(
        &LANGUAGE,
        &tree_sitter_rust::LANGUAGE.into(),
        include_str!("../sample.txt"),
        2_000,
    );
}

#[test]
fn an_empty_file_defines_only_itself() {
    let facts = facts("");
    assert_eq!((facts.definitions.len(), facts.n_lines, facts.references.len()), (1, 0, 0));
}

#[test]
fn the_grammar_has_all_kinds_and_fields() {
    testing::assert_grammar_complete(&LANGUAGE, &tree_sitter_rust::LANGUAGE.into());
}
