//! Code that is broken, odd or hostile.

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
fn broken_code_gives_what_could_be_read() {
    let broken = facts("function a() { b( }\nclass C { d() {} }\n)}{ function e() {}\n");
    assert!(broken.definitions.len() > 1);
    plain_facts("export { a as } from\nimport from 'x'\nclass extends { #x = } [");
    facts("type A<infer = \ninterface { [k: ] }\n@ class { constructor(private) }");
}

#[test]
fn depth_is_no_danger() {
    facts(&format!("x = {}y{}", "(".repeat(20_000), ")".repeat(20_000)));
    facts(&format!("x = {}y", "() => ".repeat(5_000)));
    plain_facts(&format!("x = {}y{}", "f(".repeat(10_000), ")".repeat(10_000)));
    facts(&format!("{}x", "a.".repeat(20_000)));
    facts(&format!("let {}a{} = b", "[".repeat(5_000), "]".repeat(5_000)));
    facts(&format!("let a: {}b{}", "Array<".repeat(2_000), ">".repeat(2_000)));
}

#[test]
fn a_damaged_tree_gives_sound_facts() {
    let text = include_str!("../sample.tsx.txt");
    for (language, grammar) in grammars() {
        testing::assert_total(&language, &grammar, text, 700);
    }
}

#[test]
fn an_empty_file_holds_only_itself() {
    let facts = facts("");
    assert_eq!((facts.definitions.len(), facts.n_lines, facts.references.len()), (1, 0, 0));
}

#[test]
fn some_grammar_knows_every_kind_and_field() {
    let [(language, _), ..] = grammars();
    let known = |ok: &dyn Fn(&tree_sitter::Language) -> bool| grammars().iter().any(|(_, grammar)| ok(grammar));
    for kind in language.kinds {
        assert!(known(&|grammar| grammar.id_for_node_kind(kind.name, kind.named) != 0), "{}", kind.name);
    }
    for field in language.fields {
        assert!(known(&|grammar| grammar.field_id_for_name(field).is_some()), "{field}");
    }
}
