//! Malformed, unusual and hostile code.

use super::{facts, plain_facts};
use crate::graph::lang::{Language, testing};

fn grammars() -> [(Language, tree_sitter::Language); 3] {
    [
        (super::super::JAVASCRIPT, tree_sitter_javascript::LANGUAGE.into()),
        (super::super::TSX, tree_sitter_typescript::LANGUAGE_TSX.into()),
        (super::super::TYPESCRIPT, tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into()),
    ]
}

#[test]
fn malformed_code_gives_the_facts_that_could_be_parsed() {
    let facts_of_broken = facts("function a() { b( }\nclass C { d() {} }\n)}{ function e() {}\n");
    assert!(facts_of_broken.definitions.len() > 1);
    plain_facts("export { a as } from\nimport from 'x'\nclass extends { #x = } [");
    facts("type A<infer = \ninterface { [k: ] }\n@ class { constructor(private) }");
}

#[test]
fn deep_nesting_does_not_overflow() {
    facts(&format!("x = {}y{}", "(".repeat(20_000), ")".repeat(20_000)));
    facts(&format!("x = {}y", "() => ".repeat(5_000)));
    plain_facts(&format!("x = {}y{}", "f(".repeat(10_000), ")".repeat(10_000)));
    facts(&format!("{}x", "a.".repeat(20_000)));
    facts(&format!("let {}a{} = b", "[".repeat(5_000), "]".repeat(5_000)));
    facts(&format!("let a: {}b{}", "Array<".repeat(2_000), ">".repeat(2_000)));
}

/// A regression: each function visited all its siblings, and each definition read its whole line.
#[test]
fn work_grows_linearly_with_the_size_of_a_file() {
    let numbered_lines = |n: usize, line: &dyn Fn(usize) -> String| (0..n).map(line).collect::<String>();
    let texts: [&dyn Fn(usize) -> String; 6] = [
        &|n| numbered_lines(n, &|at| format!("function f{at}(a) {{}}\n")),
        &|n| numbered_lines(n, &|at| format!("const f{at} = (a) => a;\n")),
        &|n| numbered_lines(n, &|at| format!("const {{ a{at} }} = b;\n")),
        &|n| numbered_lines(n, &|at| format!("function functionNumber{at}(){{}}")),
        &|n| numbered_lines(n, &|at| format!("x=/a*/;var aVariableNumber{at}=1;")),
        &|n| format!("function f({}) {{}}", numbered_lines(n, &|at| format!("a{at}, "))),
    ];
    for text in texts {
        for (language, grammar) in grammars() {
            testing::assert_linear(&language, &grammar, text);
        }
    }
}

#[test]
fn the_first_of_very_many_parameters_are_kept() {
    let type_parameters = |n: usize| (0..n).map(|at| format!("T{at} extends A{at}")).collect::<Vec<_>>().join(", ");
    let facts = facts(&format!("function f<{}>(a: T0, b: T63, c: T64) {{}}", type_parameters(5_000)));
    let bindings = testing::bindings(&facts);
    for expected in ["f a Parameter : A0", "f b Parameter 1 : A63", "f c Parameter 2 : T64"] {
        assert!(bindings.contains(&expected.to_owned()), "{expected}: {:?}", &bindings[..3]);
    }
    let names = (0..70_000).map(|at| format!("a{at}")).collect::<Vec<_>>().join(", ");
    plain_facts(&format!("function f({names}) {{}}"));
}

#[test]
fn a_damaged_tree_gives_sound_facts() {
    let text = include_str!("../sample.tsx.txt");
    for (language, grammar) in grammars() {
        testing::assert_sound_when_damaged(&language, &grammar, text, 700);
    }
}

#[test]
fn an_empty_file_defines_only_itself() {
    let facts = facts("");
    assert_eq!((facts.definitions.len(), facts.n_lines, facts.references.len()), (1, 0, 0));
}

#[test]
fn each_kind_and_field_is_in_one_of_the_grammars() {
    let [(language, _), ..] = grammars();
    let any_grammar_has =
        |is_match: &dyn Fn(&tree_sitter::Language) -> bool| grammars().iter().any(|(_, grammar)| is_match(grammar));
    for kind in language.kinds {
        assert!(any_grammar_has(&|grammar| grammar.id_for_node_kind(kind.name, kind.named) != 0), "{}", kind.name);
    }
    for field in language.fields {
        assert!(any_grammar_has(&|grammar| grammar.field_id_for_name(field).is_some()), "{field}");
    }
}
