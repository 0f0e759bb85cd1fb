//! Records with several members of one type, as the core and the component give them. Their numbers differ, so that two exchanged
//! members show; no scenario shows such numbers of these records.

use conformance::engine::{Call, Engine, Engines, Fault, Guests, Natives};
use conformance::parse::Parsers;
use conformance::rows::Rows;
use scrubjay_core::memory::{Change, ParsedFile, Purpose};

const FILES: [(&str, &str); 6] = [
    ("a.py", "import b\n\nfrom b import one, two\none()\ntwo()\none()\n"),
    ("b.py", "\n\n\n\nfrom c import last\ndef one(): last()\ndef two(): last(), missing(), gone(), absent()\n"),
    ("c.py", "MOST = 1\ndef last(): pass\ndef broken(:\n"),
    ("vendor/d.py", "def other(): pass\n"),
    ("vendor/e.py", "def other(): pass\n"),
    ("vendor/f.py", "def other(): pass\n"),
];

/// A memory of these files, of which two are linked.
fn partly_linked(engines: &dyn Engines) -> (Box<dyn Engine>, Rows) {
    let (mut engine, mut rows, mut parsers) = (engines.start(), Rows::default(), Parsers::new());
    shown(&mut *engine, &rows, &Call::Open(Purpose::Writing, 0));
    let changes: Vec<_> = FILES.iter().filter_map(|(path, text)| parsers.change(path, text)).collect();
    assert!(rows.commit(&engine.apply(&changes, &[7; 16]).unwrap()));
    assert!(rows.commit(&engine.link(2).unwrap().0));
    (engine, rows)
}

fn shown(engine: &mut dyn Engine, rows: &Rows, call: &Call) -> String {
    let answer = rows.answer(&|_, _, _| None, |resumed| engine.shown(call, resumed));
    answer.unwrap().unwrap()
}

/// The values of members in the answer to a call; fails if two are equal, or if the engines differ.
fn members_of(call: &Call, members: &[&str]) -> Vec<String> {
    let values_of = |engines: &dyn Engines| {
        let (mut engine, mut rows) = partly_linked(engines);
        if let Call::Open(_, at) = call {
            (engine, rows.generation) = (engines.start(), *at);
        }
        let text = shown(&mut *engine, &rows, call);
        members.iter().map(|member| number(&text, member)).collect::<Vec<_>>()
    };
    let (native, component) = (values_of(&Natives), values_of(&Guests::load().unwrap()));
    assert_eq!(native, component, "{members:?}");
    for (place, number) in native.iter().enumerate() {
        assert!(!native[..place].contains(number), "{members:?} are {native:?}");
    }
    native
}

/// A member of a debug text, where each name has hyphens or underscores.
fn number(text: &str, member: &str) -> String {
    let text = text.replace('-', "_");
    let value = text.split([' ', '{']).skip_while(|word| word.strip_suffix(':') != Some(member)).nth(1);
    value.map(|word| word.trim_end_matches([',', '}', ']', ')']).to_owned()).unwrap_or_default()
}

#[test]
fn the_numbers_of_an_opening_have_the_right_names() {
    let opened = members_of(&Call::Open(Purpose::Reading, 2), &["n_files", "n_to_link"]);
    assert_eq!(opened, ["6", "4"]);
}

#[test]
fn the_numbers_of_a_status_have_the_right_names() {
    let members = ["generation", "n_files", "n_to_link", "n_symbols", "n_edges", "n_unlinked", "n_with_errors"];
    members_of(&Call::Status, &members);
    members_of(&Call::Status, &["n_files", "n_vendored", "n_with_errors", "n_lines", "n_bytes"]);
}

#[test]
fn the_numbers_of_dependencies_have_the_right_names() {
    members_of(&Call::Dependencies("b.py".to_owned()), &["n_edges", "line", "depth"]);
}

#[test]
fn the_numbers_of_a_link_have_the_right_names() {
    members_of(&Call::Link(3), &["from_generation", "to_generation", "n_to_link"]);
}

/// A batch of more files than are allowed.
#[test]
fn the_numbers_of_a_limit_have_the_right_names() {
    let changes: Vec<_> = (0..1_001).map(|at| Change::Removed(at.to_string())).collect();
    for engines in [&Natives as &dyn Engines, &Guests::load().unwrap()] {
        let (mut engine, _) = partly_linked(engines);
        let Err(Fault::Refused(why)) = engine.apply(&changes, &[7; 16]) else { panic!("it was taken") };
        assert_eq!((number(&why, "actual"), number(&why, "limit")), ("1001".to_owned(), "1000".to_owned()), "{why}");
    }
}

/// The rows of a file differ by which of its two flags is set.
#[test]
fn the_flags_of_a_file_are_taken_by_their_names() {
    let rows_with = |engines: &dyn Engines, has_errors, cut_short| {
        let (mut engine, rows) = (engines.start(), Rows::default());
        shown(&mut *engine, &rows, &Call::Open(Purpose::Writing, 0));
        let Some(Change::Parsed(file)) = Parsers::new().change("a.py", "one()\n") else { panic!("it is not parsed") };
        let file = ParsedFile { has_errors, cut_short, ..file };
        engine.apply(&[Change::Parsed(file)], &[7; 16]).unwrap()
    };
    let guests = Guests::load().unwrap();
    let flags = [(false, false), (true, false), (false, true)];
    let effects_of =
        |engines: &dyn Engines| flags.map(|(has_errors, cut_short)| rows_with(engines, has_errors, cut_short));
    let (native, component) = (effects_of(&Natives), effects_of(&guests));
    assert_eq!(native, component);
    assert_ne!(native[1], native[2]);
}
