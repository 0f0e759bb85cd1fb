//! Projects with very much of one thing: no file may keep the others from being linked.
//!
//! The bounds are counts of what is made, not times.

use conformance::engine::{Natives, exported, opened};
use conformance::parse::Parsers;
use conformance::rows::Rows;
use scrubjay_core::memory::Purpose;

/// The lines of the canonical text of a project.
fn lines_of(files: &[(&str, &str)]) -> Vec<String> {
    let (mut rows, mut parsers) = (Rows::default(), Parsers::new());
    let mut engine = opened(&Natives, Purpose::Writing, &rows).unwrap();
    let changes: Vec<_> = files.iter().filter_map(|(path, text)| parsers.change(path, text)).collect();
    assert_eq!(changes.len(), files.len());
    assert!(rows.commit(&engine.apply(&changes, &[7; 16]).unwrap()));
    let (effects, n_left) = engine.settle(10_000).unwrap();
    assert!(rows.commit(&effects));
    assert_eq!(n_left, 0);
    exported(&mut *engine, &rows).unwrap().lines().map(str::to_owned).collect()
}

/// One Go file of 4,000 types and 4,000 interfaces with one method each, all alike, made sixteen million edges: linking ran
/// out of time and memory, and no file after it was ever linked.
#[test]
fn a_go_type_is_said_to_implement_so_many_interfaces_and_no_more() {
    let pair = |at: usize| {
        format!("type I{at} interface{{ M() int }}\ntype T{at} struct{{}}\nfunc (t T{at}) M() int {{ return {at} }}\n")
    };
    let n_pairs = 1_500;
    let wide = format!("package wide\n{}", (0..n_pairs).map(pair).collect::<String>());
    let after = "package after\nfunc One() { Two() }\nfunc Two() {}\n";
    let lines = lines_of(&[("a/wide.go", &wide), ("b/after.go", after)]);
    let n_implements = lines.iter().filter(|line| line.contains("implements")).count();
    assert_eq!(n_implements, n_pairs * 64);
    assert!(
        lines.iter().any(|line| line.contains("b/after.go#One") && line.contains("calls")),
        "the next file is linked"
    );
}
