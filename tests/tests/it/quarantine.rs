//! A quarantined file keeps no other from being linked, and is linked again when it changes.

use conformance::engine::{Engine, Engines, Guests, Natives, exported, opened};
use conformance::parse::Parsers;
use conformance::rows::Rows;
use scrubjay_core::memory::Purpose;

const FILES: [(&str, &str); 3] = [
    ("a.py", "from b import work\ndef first(): work()\n"),
    ("b.py", "from c import last\ndef work(): last()\n"),
    ("c.py", "def last(): pass\n"),
];

fn write(engine: &mut dyn Engine, rows: &mut Rows, files: &[(&str, &str)]) {
    let mut parsers = Parsers::new();
    let changes: Vec<_> = files.iter().filter_map(|(path, text)| parsers.change(path, text)).collect();
    assert!(rows.commit(&engine.apply(&changes, &[7; 16]).unwrap()));
}

fn link(engine: &mut dyn Engine, rows: &mut Rows, max_files: u32) -> u32 {
    let (effects, n_left) = engine.link(max_files).unwrap();
    assert!(rows.commit(&effects));
    n_left
}

/// The calls of a project, as the canonical text has them.
fn calls(engines: &dyn Engines, rows: &Rows) -> Vec<String> {
    let mut reader = opened(engines, Purpose::Reading, rows).unwrap();
    let text = exported(&mut *reader, rows).unwrap();
    text.lines().filter(|line| line.contains("calls")).map(str::to_owned).collect()
}

/// The rows of a project whose middle file is quarantined.
fn without_the_middle(engines: &dyn Engines) -> Rows {
    let mut rows = Rows::default();
    let mut engine = opened(engines, Purpose::Writing, &rows).unwrap();
    write(&mut *engine, &mut rows, &FILES);
    assert_eq!(link(&mut *engine, &mut rows, 1), 2);
    let (effects, path) = engine.quarantine().unwrap();
    assert_eq!(path.as_deref(), Some("b.py"));
    assert!(rows.commit(&effects));
    assert_eq!(link(&mut *engine, &mut rows, 1), 0);
    rows
}

#[test]
fn a_file_that_is_set_aside_has_no_edges_and_keeps_those_to_it_until_it_changes() {
    for engines in [&Natives as &dyn Engines, &Guests::load().unwrap()] {
        let mut rows = without_the_middle(engines);
        let [call] = calls(engines, &rows).try_into().unwrap();
        assert!(call.contains("a.py#first") && call.contains("b.py#work"), "{call}");

        let mut engine = opened(engines, Purpose::Writing, &rows).unwrap();
        assert_eq!(engine.find("work", None).map(|_| ()), Ok(()));
        assert_eq!(engine.quarantine().unwrap().1, None, "nothing is left to be linked");
        // A change of a file that it imports does not bring it back: linking would stop there again.
        write(&mut *engine, &mut rows, &[("c.py", "def last(more): pass\n")]);
        assert_eq!(link(&mut *engine, &mut rows, 10), 0);
        assert_eq!(calls(engines, &rows).len(), 1);

        write(&mut *engine, &mut rows, &[FILES[1]]);
        assert_eq!(link(&mut *engine, &mut rows, 10), 0);
        assert_eq!(calls(engines, &rows).len(), 2);
    }
}

#[test]
fn core_and_component_quarantine_with_the_same_rows() {
    assert_eq!(without_the_middle(&Natives), without_the_middle(&Guests::load().unwrap()));
}

#[test]
fn nothing_is_quarantined_where_nothing_may_be_changed() {
    let rows = without_the_middle(&Natives);
    assert!(opened(&Natives, Purpose::Reading, &rows).unwrap().quarantine().is_err());
}
