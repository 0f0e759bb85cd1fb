//! Empty, broken, hostile and very deep files.

use super::{check_references, facts};
use crate::graph::lang::go::LANGUAGE;
use crate::graph::lang::testing::{self, references};

#[test]
fn broken_code_still_counts() {
    check_references(
        "
package a
func f( { g() }
func (b *B) h() { b.i }}
func j() { k() }
",
        "
        3 f call g()
        4 B.h use b.i
        5 j call k()
        ",
    );
}

#[test]
fn deep_nesting_is_followed_to_a_depth_and_never_overflows() {
    let brackets = facts(&format!("package a\nfunc f() {{ x := {}g(){} }}", "(".repeat(20_000), ")".repeat(20_000)));
    assert_eq!(references(&brackets), ["2 f call g()"]);
    let calls = facts(&format!("package a\nfunc f() {{ {}x{} }}", "g(".repeat(10_000), ")".repeat(10_000)));
    assert_eq!(
        calls.references.iter().filter(|at| at.kind == crate::graph::facts::ReferenceKind::Call).count(),
        10_000
    );
    facts(&format!("package a\nfunc f() {{ a{} }}", ".b()".repeat(10_000)));
    facts(&format!("package a\nvar f = {}1{}", "func() int { return ".repeat(5_000), "}".repeat(5_000)));
    facts(&format!("package a\nfunc f() {}{}", "{ if a ".repeat(5_000), "}".repeat(5_000)));
    facts(&format!("package a\nfunc f(a {}int) {{}}", "[]".repeat(10_000)));
    facts(&format!("package a\nvar a = {}1{}", "T{b: ".repeat(5_000), "}".repeat(5_000)));
    facts(&format!("package a\ntype A {}int{}", "struct{ a ".repeat(5_000), "}".repeat(5_000)));
}

#[test]
fn a_damaged_tree_gives_sound_facts() {
    testing::assert_total(&LANGUAGE, &tree_sitter_go::LANGUAGE.into(), include_str!("../sample.txt"), 2_000);
}

#[test]
fn an_empty_file_holds_only_itself() {
    let facts = facts("");
    assert_eq!((facts.definitions.len(), facts.n_lines, facts.references.len()), (1, 0, 0));
}

#[test]
fn the_grammar_knows_every_kind_and_field() {
    testing::assert_known(&LANGUAGE, &tree_sitter_go::LANGUAGE.into());
}
