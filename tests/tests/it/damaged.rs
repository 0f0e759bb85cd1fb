//! A store with damaged rows: they are reported, and go when their file goes.

use std::collections::BTreeSet;

use conformance::engine::{Natives, opened};
use conformance::parse::Parsers;
use conformance::rows::Rows;
use scrubjay_core::graph::query::{DocumentsQuestion, ExportQuestion, MapQuestion};
use scrubjay_core::memory::{Change, Memory, Purpose};
use scrubjay_core::prepare::PrepareQuestion;

/// The rows of two files, one of which calls the other, of a manifest, and of a document.
fn stored() -> Rows {
    let (mut rows, mut parsers) = (Rows::default(), Parsers::new());
    let mut engine = opened(&Natives, Purpose::Writing, &rows).unwrap();
    let changes: Vec<_> = FILES.iter().filter_map(|(path, text)| parsers.change(path, text)).collect();
    assert!(rows.commit(&engine.apply(&changes, &[7; 16]).unwrap()));
    assert!(rows.commit(&engine.link(10).unwrap().0));
    rows
}

const FILES: [(&str, &str); 4] = [
    ("bird.py", "def sing():\n    pass\n"),
    ("main.py", "from bird import sing\n\nsing()\n"),
    ("package.json", "{\"name\": \"birds\"}"),
    ("README.md", "# Birds\n\nThey sing.\n"),
];

fn keys_of(rows: &Rows, path: &str) -> Vec<Vec<u8>> {
    let of_path = |key: &&Vec<u8>| key.windows(path.len()).any(|part| part == path.as_bytes());
    rows.rows.keys().filter(of_path).cloned().collect()
}

/// Once a writer did not know a file whose facts or outline were damaged, and deleted nothing of the file when it was
/// gone. Readers, who load no facts, went on finding the file.
#[test]
fn a_damaged_file_that_is_gone_leaves_no_row_behind() {
    let undamaged = stored();
    let keys = keys_of(&undamaged, "bird.py");
    assert!(keys.len() >= 5, "{keys:?}");
    let mut n_found = BTreeSet::new();
    for damaged_key in &keys {
        let mut rows = undamaged.clone();
        *rows.rows.get_mut(damaged_key).unwrap().last_mut().unwrap() ^= 1;
        let mut writer = opened(&Natives, Purpose::Writing, &rows).unwrap();
        assert!(rows.commit(&writer.apply(&[Change::Removed("bird.py".into())], &[7; 16]).unwrap()));
        assert!(rows.commit(&writer.link(10).unwrap().0));
        assert_eq!(keys_of(&rows, "bird.py"), Vec::<Vec<u8>>::new(), "after damage of {damaged_key:?}");
        let mut reader = opened(&Natives, Purpose::Reading, &rows).unwrap();
        let found = rows.answer(&|_, _, _| None, |resumed| reader.find("sing", resumed)).unwrap();
        n_found.insert(found.unwrap_or_default().len());
    }
    assert_eq!(n_found, BTreeSet::from([0]));
}

/// Once an instance reported a damaged row until the instance ended, even if the row had been written anew. The damaged
/// row of a manifest that was gone stayed in the store.
#[test]
fn an_instance_tells_of_the_damage_that_is_still_in_the_store() {
    let undamaged = stored();
    for damaged_key in undamaged.rows.keys() {
        let mut rows = undamaged.clone();
        *rows.rows.get_mut(damaged_key).unwrap().last_mut().unwrap() ^= 1;
        let mut memory = opened_writer(&rows);
        let edited_file = Parsers::new().change("main.py", "from bird import sing\n\nsing()\nsing()\n").unwrap();
        let removals = FILES.map(|(path, _)| Change::Removed(path.to_owned()));
        for changes in [vec![edited_file], removals.to_vec()] {
            assert!(rows.commit(&memory.apply(&changes, 0, &[7; 16]).unwrap()));
            rows.commit(&memory.link(10).unwrap().effects);
            assert_eq!(memory.damaged(), opened_writer(&rows).damaged(), "after damage of {damaged_key:?}");
        }
        assert_eq!(rows.rows.len(), 1, "after damage of {damaged_key:?}: {:?}", rows.rows.keys());
    }
}

fn opened_writer(rows: &Rows) -> Memory {
    let mut memory = Memory::default();
    let opened = rows.answer(&|_, _, _| None, |resumed| memory.open(Purpose::Writing, rows.generation, resumed));
    assert!(opened.unwrap().is_some());
    memory
}

/// Once pages of a store were exchanged: half of the graph was gone, and no answer said so.
#[test]
fn a_store_that_lacks_rows_says_so_and_names_the_file_where_it_can() {
    let undamaged = stored();
    for lost_key in keys_of(&undamaged, "bird.py") {
        let mut rows = undamaged.clone();
        rows.rows.remove(&lost_key);
        let mut reader = opened_memory(Purpose::Reading, &rows);
        ask_everything(&mut reader, &rows);
        let damaged_paths: Vec<_> = reader.damaged().into_iter().map(|row| row.path).collect();
        let keyspace = lost_key[0];
        match keyspace {
            // Facts and traces are for writers alone.
            FACTS | TRACE => assert_eq!(damaged_paths, []),
            // So few files are read without their list, which a writer always reads.
            OUTLINE | EDGES => assert_eq!(damaged_paths, [None]),
            _ => assert_eq!(damaged_paths, [Some("bird.py".to_owned())], "without {}", lost_key.escape_ascii()),
        }
        let writer = opened_memory(Purpose::Writing, &rows);
        let damaged_paths: Vec<_> = writer.damaged().into_iter().map(|row| row.path).collect();
        match keyspace {
            OUTLINE | FACTS => {
                assert_eq!(damaged_paths, [Some("bird.py".to_owned())], "without {}", lost_key.escape_ascii())
            }
            EDGES => assert_eq!(damaged_paths, [None]),
            _ => assert_eq!(damaged_paths, []),
        }
    }
}

/// There is no list of documents, so only their number shows that one is missing.
#[test]
fn a_store_that_lacks_a_document_says_so() {
    let mut rows = stored();
    rows.rows.retain(|key, _| key[0] != SECTIONS);
    for purpose in [Purpose::Reading, Purpose::Writing] {
        let mut memory = opened_memory(purpose, &rows);
        let question = DocumentsQuestion { query: "birds".to_owned(), limit: 5, budget: 0 };
        let page = rows.answer(&|_, _, _| None, |resumed| memory.documents(&question, resumed)).unwrap().unwrap();
        assert_eq!(page.n_documents, 0);
        let damaged_paths: Vec<_> = memory.damaged().into_iter().map(|row| row.path).collect();
        assert_eq!(damaged_paths, [None], "{purpose:?}");
    }
}

/// Without the list of files, only their number shows that one is missing.
#[test]
fn a_store_that_lacks_a_file_and_the_list_of_files_says_so() {
    let mut rows = stored();
    rows.rows.retain(|key, _| {
        ![NAME_INDEX, FILE_ADJACENCY].contains(&key[0]) && *key != [&[OUTLINE], "bird.py".as_bytes()].concat()
    });
    for purpose in [Purpose::Reading, Purpose::Writing] {
        let mut memory = opened_memory(purpose, &rows);
        ask_everything(&mut memory, &rows);
        let damaged_paths: Vec<_> = memory.damaged().into_iter().map(|row| row.path).collect();
        assert_eq!(damaged_paths, [None], "{purpose:?}");
    }
}

const NAME_INDEX: u8 = 0x02;
const FILE_ADJACENCY: u8 = 0x03;
const OUTLINE: u8 = 0x10;
const FACTS: u8 = 0x12;
const SECTIONS: u8 = 0x15;
const EDGES: u8 = 0x18;
const TRACE: u8 = 0x19;

/// Asks questions that need all edges, all words and the details of all files.
fn ask_everything(memory: &mut Memory, rows: &Rows) {
    let text = |_: &str, _, _| None;
    let export = ExportQuestion::default();
    rows.answer(&text, |resumed| memory.export(&export, resumed)).unwrap().unwrap();
    let map = MapQuestion { budget: 1_000, focus: Vec::new() };
    rows.answer(&text, |resumed| memory.map(&map, resumed)).unwrap().unwrap();
    let prepare = PrepareQuestion::new("why does it sing", 1_000);
    rows.answer(&text, |resumed| memory.prepare(&prepare, resumed)).unwrap().unwrap();
}

fn opened_memory(purpose: Purpose, rows: &Rows) -> Memory {
    let mut memory = Memory::default();
    rows.answer(&|_, _, _| None, |resumed| memory.open(purpose, rows.generation, resumed)).unwrap().unwrap();
    memory
}
