//! Projects with very much of one thing: no file may keep the others from being linked.
//!
//! The bounds are counts of what is made, or the time that the component has for a call.

use conformance::engine::{Engines, Guests, Natives, exported, opened};
use conformance::parse::Parsers;
use conformance::rows::Rows;
use scrubjay_core::memory::Purpose;

/// The lines of the canonical text of a project.
fn lines_of(engines: &dyn Engines, files: &[(&str, &str)]) -> Vec<String> {
    let (mut rows, mut parsers) = (Rows::default(), Parsers::new());
    let mut engine = opened(engines, Purpose::Writing, &rows).unwrap();
    let changes: Vec<_> = files.iter().filter_map(|(path, text)| parsers.change(path, text)).collect();
    assert_eq!(changes.len(), files.len());
    assert!(rows.commit(&engine.apply(&changes, &[7; 16]).unwrap()));
    let (effects, n_left) = engine.link(10_000).unwrap();
    assert!(rows.commit(&effects));
    assert_eq!(n_left, 0);
    exported(&mut *engine, &rows).unwrap().lines().map(str::to_owned).collect()
}

/// Once one Go file of 4,000 types and 4,000 interfaces with one method each, all alike, made sixteen million edges.
/// Linking ran out of time and memory, and no later file was ever linked.
#[test]
fn a_go_type_has_edges_to_at_most_64_interfaces() {
    let pair = |at: usize| {
        format!("type I{at} interface{{ M() int }}\ntype T{at} struct{{}}\nfunc (t T{at}) M() int {{ return {at} }}\n")
    };
    let n_pairs = 1_500;
    let wide_package = format!("package wide\n{}", (0..n_pairs).map(pair).collect::<String>());
    let next_package = "package after\nfunc One() { Two() }\nfunc Two() {}\n";
    let lines = lines_of(&Natives, &[("a/wide.go", &wide_package), ("b/after.go", next_package)]);
    let n_implements = lines.iter().filter(|line| line.contains("implements")).count();
    assert_eq!(n_implements, n_pairs * 64);
    assert!(
        lines.iter().any(|line| line.contains("b/after.go#One") && line.contains("calls")),
        "the next file is linked"
    );
}

/// Once each read of a name looked at every binding of the name. A fixture that binds one name 20,000 times took longer
/// than a call may, and nothing of the project was ever linked.
#[test]
fn a_name_that_is_bound_very_often_keeps_no_file_from_being_linked() {
    let n = 20_000;
    let python = format!("from ok import other\n{}", "obj = other()\nobj.name = \"i\"\nobj.save()\n".repeat(n));
    let lines = lines_of(
        &Guests::load().unwrap(),
        &[
            ("again.js", &"var e=n(1);e.x();\n".repeat(n)),
            ("again.py", &"def same(): same()\n".repeat(n)),
            ("again.rs", &"fn same(){same()}\n".repeat(n)),
            ("fixtures.py", &python),
            ("ok.py", "def fine(): other()\ndef other(): pass\n"),
        ],
    );
    let n_calls = lines.iter().filter(|line| line.contains("calls") && line.contains("ok.py#other")).count();
    assert_eq!(n_calls, n + 1);
}

/// A regression: each look-up of a method went through every `impl` block of its type, and only the first results were kept.
/// A generated file of 10,000 blocks was linked for seconds, and the calls of all but the first two thousand were lost.
#[test]
fn a_rust_type_may_have_very_many_impl_blocks() {
    let n = 10_000;
    let impl_block = |at: usize| format!("impl Own {{ fn f{at}(&self) {{ self.f{at}() }} }}\n");
    let of_trait = |at: usize| {
        format!("trait T{at} {{ fn f{at}(&self); }}\nimpl T{at} for Traits {{ fn f{at}(&self) {{ self.f{at}() }} }}\n")
    };
    let wide_module = format!(
        "pub struct Own;\npub struct Traits;\n{}{}",
        (0..n).map(impl_block).collect::<String>(),
        (0..n).map(of_trait).collect::<String>()
    );
    let calling_module = "use crate::wide::Own;\nfn one(own: Own) { own.f9999() }\n";
    let files =
        [("src/lib.rs", "mod one;\nmod wide;\n"), ("src/one.rs", calling_module), ("src/wide.rs", &wide_module)];
    let lines = lines_of(&Guests::load().unwrap(), &files);
    let n_calls = |method: &str| lines.iter().filter(|line| line.contains("calls") && line.contains(method)).count();
    assert_eq!((n_calls("src/wide.rs#Own.f"), n_calls("src/wide.rs#Traits.f")), (n + 1, n));
}

/// Once the `impl` blocks of all types of one name, which generated modules have, were looked at for each of these
/// types.
#[test]
fn very_many_rust_types_may_be_named_alike() {
    let n = 4_000;
    let module = |at: usize| format!("mod m{at} {{ struct W; impl W {{ fn set(&self) {{ self.set() }} }} }}\n");
    let all_modules: String = (0..n).map(module).collect();
    let lines = lines_of(&Guests::load().unwrap(), &[("lib.rs", &all_modules)]);
    let is_call_of_itself = |line: &&String| {
        line.split_once(" calls ").is_some_and(|(from, to)| to.starts_with(from.split(": ").nth(1).unwrap_or("?")))
    };
    assert_eq!(lines.iter().filter(is_call_of_itself).count(), n);
}

/// Among very many bindings the valid one is found as among few.
#[test]
fn the_valid_binding_is_found_among_very_many() {
    let kinds = "struct A; impl A { fn a(&self) {} }\nstruct B; impl B { fn b(&self) {} }\n";
    let turn = "    let s = A; s.a(); { let s = B; s.b(); }\n    s.a(); let s = B; s.b();\n";
    let wide_function = format!("{kinds}fn wide() {{\n{}}}\n", turn.repeat(200));
    let blocks = "    { let s = new A(); s.a(); { let s = new B(); s.b(); } s.a(); }\n".repeat(200);
    let script = format!("class A {{ a() {{}} }}\nclass B {{ b() {{}} }}\nfunction wide() {{\n{blocks}}}\n");
    let lines = lines_of(&Natives, &[("wide.js", &script), ("wide.rs", &wide_function)]);
    let n_calls = |method: &str| lines.iter().filter(|line| line.contains("calls") && line.contains(method)).count();
    // One edge for each line.
    assert_eq!((n_calls("wide.rs#A.a"), n_calls("wide.rs#B.b")), (400, 400));
    assert_eq!((n_calls("wide.js#A.a"), n_calls("wide.js#B.b")), (200, 200));
}
