//! Empty, malformed, hostile and very deep files.

use super::{check_references, facts};
use crate::graph::lang::go::LANGUAGE;
use crate::graph::lang::testing::{self, references};

#[test]
fn malformed_code_still_counts() {
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
fn deep_nesting_is_followed_to_a_bounded_depth_without_overflow() {
    let brackets = facts(&format!("package a\nfunc f() {{ x := {}g(){} }}", "(".repeat(20_000), ")".repeat(20_000)));
    assert_eq!(references(&brackets), ["2 f call g()"]);
    let calls = facts(&format!("package a\nfunc f() {{ {}x{} }}", "g(".repeat(10_000), ")".repeat(10_000)));
    assert_eq!(
        calls.references.iter().filter(|reference| reference.kind == crate::graph::facts::ReferenceKind::Call).count(),
        10_000
    );
    facts(&format!("package a\nfunc f() {{ a{} }}", ".b()".repeat(10_000)));
    facts(&format!("package a\nvar f = {}1{}", "func() int { return ".repeat(5_000), "}".repeat(5_000)));
    facts(&format!("package a\nfunc f() {}{}", "{ if a ".repeat(5_000), "}".repeat(5_000)));
    facts(&format!("package a\nfunc f(a {}int) {{}}", "[]".repeat(10_000)));
    facts(&format!("package a\nvar a = {}1{}", "T{b: ".repeat(5_000), "}".repeat(5_000)));
    facts(&format!("package a\ntype A {}int{}", "struct{ a ".repeat(5_000), "}".repeat(5_000)));
}

/// A regression: each case visited all others, and each definition read its whole line and the comment above.
#[test]
fn work_grows_linearly_with_the_size_of_a_file() {
    let numbered_lines = |n: usize, line: &dyn Fn(usize) -> String| (0..n).map(line).collect::<String>();
    let cases = |n| numbered_lines(n, &|at| format!("case T{at}: f()\n"));
    let texts: [&dyn Fn(usize) -> String; 5] = [
        &|n| format!("package a\nfunc f(x any) {{ switch x.(type) {{\n{}}} }}", cases(n)),
        &|n| format!("package a\nfunc f(x any) {{ switch y := x.(type) {{\n{}}} }}", cases(n)),
        &|n| {
            format!(
                "package a\n{}var a{} int",
                "// One line of many.\n".repeat(n),
                numbered_lines(n, &|at| format!(", a{at}"))
            )
        },
        &|n| format!("package a\ntype T struct {{ {}}}", numbered_lines(n, &|at| format!("a{at} int; "))),
        &|n| format!("package a\n{}", numbered_lines(n, &|at| format!("func f{at}() {{}}; "))),
    ];
    for text in texts {
        testing::assert_linear(&LANGUAGE, &tree_sitter_go::LANGUAGE.into(), text);
    }
}

/// A function among many values is found by binary search; its parent is the variable that has it as value.
#[test]
fn a_function_among_very_many_values_has_its_variable_as_parent() {
    let names = (0..500).map(|at| format!("a{at}")).collect::<Vec<_>>().join(", ");
    let values = (0..500).map(|at| format!("func() {{ b{at}() }}")).collect::<Vec<_>>().join(", ");
    let facts = facts(&format!("package a\nvar {names} = {values}"));
    let reference_lines = references(&facts);
    assert!(reference_lines.contains(&"2 a0.<func> call b0()".to_owned()), "{:?}", &reference_lines[..3]);
    assert!(reference_lines.contains(&"2 a499.<func> call b499()".to_owned()), "{:?}", reference_lines.last());
}

#[test]
fn a_damaged_tree_gives_sound_facts() {
    testing::assert_sound_when_damaged(
        &LANGUAGE,
        &tree_sitter_go::LANGUAGE.into(),
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
    testing::assert_grammar_complete(&LANGUAGE, &tree_sitter_go::LANGUAGE.into());
}
