//! The name index, with which a reader reads few rows: answers are the same with it, without it, and after its damage.

use conformance::parse::Parsers;
use conformance::rows::Rows;
use scrubjay_core::ask::{Reply, Resumed};
use scrubjay_core::error::Error;
use scrubjay_core::graph::query::{ExportQuestion, FindQuestion, WalkQuestion};
use scrubjay_core::memory::{Change, Memory, Purpose};

const N_FILES: usize = 150;

/// A file of a chain: it calls the file before it, and every tenth also a function that all share.
fn text(n: usize) -> String {
    let before = n.saturating_sub(1);
    let shared = if n.is_multiple_of(10) { "from src.bird import sing\nsing()\n" } else { "" };
    format!("from src.part_{before} import step_{before}\n{shared}\ndef step_{n}():\n    step_{before}()\n")
}

fn files() -> Vec<(String, String)> {
    let parts = (0..N_FILES).map(|n| (format!("src/part_{n}.py"), text(n)));
    parts.chain([("src/bird.py".to_owned(), "def sing():\n    pass\n".to_owned())]).collect()
}

/// Applies changes to the rows, and links all files.
fn write(rows: &mut Rows, changes: &[Change]) {
    let mut memory = opened(rows, Purpose::Writing);
    for batch in changes.chunks(40) {
        assert!(rows.commit(&memory.apply(batch, 0, &[7; 16]).unwrap()));
    }
    rows.commit(&memory.link(1_000).unwrap().effects);
}

fn opened(rows: &Rows, purpose: Purpose) -> Memory {
    let mut memory = Memory::default();
    let opened = rows.answer(&|_, _, _| None, |resumed| memory.open(purpose, rows.generation, resumed));
    assert!(opened.unwrap().is_some());
    memory
}

fn stored() -> Rows {
    let (mut rows, mut parsers) = (Rows::default(), Parsers::new());
    let changes: Vec<Change> = files().iter().filter_map(|(path, text)| parsers.change(path, text)).collect();
    write(&mut rows, &changes);
    rows
}

/// The answer of a new reader to a question, as debug text, and the number of rows that it read.
fn fresh_answer<T: std::fmt::Debug>(
    rows: &Rows,
    mut question: impl FnMut(&mut Memory, Option<Resumed>) -> Result<Reply<T>, Error>,
) -> (String, usize) {
    let (mut memory, mut n_rows) = (opened(rows, Purpose::Reading), 0);
    let answer = rows.answer(&|_, _, _| None, |resumed| {
        n_rows += resumed.iter().flat_map(|resumed| &resumed.answers).map(n_rows_of).sum::<usize>();
        question(&mut memory, resumed)
    });
    (format!("{answer:?}"), n_rows)
}

fn n_rows_of(answer: &scrubjay_core::ask::Answer) -> usize {
    match answer {
        scrubjay_core::ask::Answer::Rows(page) => page.rows.len(),
        _ => 0,
    }
}

const NAMES: [&str; 9] = [
    "sing",
    "step_7",
    "src/part_7.py#step_7",
    "src/part_7.py",
    "part_7.py",
    "part_7.py:4",
    "part_7.step_7",
    "stepp_7",
    "src/part_7.py#nothing",
];

/// The answers of new readers to questions of every kind.
fn answers(rows: &Rows) -> Vec<String> {
    let mut answers_so_far = Vec::new();
    for name in NAMES {
        for depth in [1, 3] {
            let walk = WalkQuestion { name: name.to_owned(), depth, limit: 20, ..WalkQuestion::default() };
            answers_so_far.push(fresh_answer(rows, |memory, resumed| memory.callers(&walk, resumed)).0);
            answers_so_far.push(fresh_answer(rows, |memory, resumed| memory.callees(&walk, resumed)).0);
            answers_so_far.push(fresh_answer(rows, |memory, resumed| memory.impact(&walk, resumed)).0);
            answers_so_far.push(fresh_answer(rows, |memory, resumed| memory.hierarchy(&walk, resumed)).0);
        }
        answers_so_far.push(fresh_answer(rows, |memory, resumed| memory.outline(name, resumed)).0);
        answers_so_far.push(fresh_answer(rows, |memory, resumed| memory.find(&find(name), resumed)).0);
    }
    for text in ["step", "ing", "step_1", "part_7", "nothing at all", "PART", "bird"] {
        answers_so_far.push(fresh_answer(rows, |memory, resumed| memory.find(&find(text), resumed)).0);
    }
    answers_so_far.push(fresh_answer(rows, |memory, resumed| memory.export(&ExportQuestion::default(), resumed)).0);
    answers_so_far
}

fn find(text: &str) -> FindQuestion {
    FindQuestion { text: text.to_owned(), limit: 20, ..FindQuestion::default() }
}

fn is_of_name_index(key: &[u8]) -> bool {
    matches!(key.first(), Some(2 | 3))
}

fn without_name_index(rows: &Rows) -> Rows {
    let mut rows = rows.clone();
    rows.rows.retain(|key, _| !is_of_name_index(key));
    rows
}

#[test]
fn a_question_reads_few_rows_and_its_answer_is_that_of_all() {
    let rows = stored();
    assert_eq!(answers(&rows), answers(&without_name_index(&rows)));
    let walk = WalkQuestion { name: "step_7".to_owned(), depth: 1, limit: 20, ..WalkQuestion::default() };
    let (_, n_rows) = fresh_answer(&rows, |memory, resumed| memory.callers(&walk, resumed));
    assert!(n_rows < 20, "{n_rows} rows");
    let (_, n_rows) = fresh_answer(&rows, |memory, resumed| memory.find(&find("sing"), resumed));
    assert!(n_rows < 20, "{n_rows} rows");
}

#[test]
fn one_instance_answers_alike_however_much_it_has_read() {
    let rows = stored();
    let mut memory = opened(&rows, Purpose::Reading);
    for n in 0..3 {
        for name in NAMES {
            let walk = WalkQuestion { name: name.to_owned(), depth: 1 + n % 2, limit: 20, ..WalkQuestion::default() };
            let found = rows.answer(&|_, _, _| None, |resumed| memory.find(&find(name), resumed));
            let callers = rows.answer(&|_, _, _| None, |resumed| memory.callers(&walk, resumed));
            let alone = [
                fresh_answer(&rows, |memory, resumed| memory.find(&find(name), resumed)).0,
                fresh_answer(&rows, |memory, resumed| memory.callers(&walk, resumed)).0,
            ];
            assert_eq!([format!("{found:?}"), format!("{callers:?}")], alone, "{name}");
        }
    }
    let exported = rows.answer(&|_, _, _| None, |resumed| memory.export(&ExportQuestion::default(), resumed));
    assert_eq!(
        format!("{exported:?}"),
        fresh_answer(&rows, |memory, resumed| memory.export(&ExportQuestion::default(), resumed)).0
    );
}

#[test]
fn after_changes_it_says_what_holds() {
    let (mut rows, mut parsers) = (stored(), Parsers::new());
    let edits = [
        vec![("src/part_7.py", Some("def step_7():\n    pass\n\ndef sing():\n    pass\n"))],
        vec![("src/bird.py", None)],
        vec![("src/part_0.py", None), ("new.py", Some("from src.part_7 import sing\nsing()\n"))],
        vec![("src/bird.py", Some("def sing():\n    pass\n")), ("new.py", None)],
    ];
    for edit in edits {
        let change = |(path, text): (&str, Option<&str>)| match text {
            Some(text) => parsers.change(path, text).unwrap(),
            None => Change::Removed(path.to_owned()),
        };
        let changes: Vec<Change> = edit.into_iter().map(change).collect();
        write(&mut rows, &changes);
        assert_eq!(answers(&rows), answers(&without_name_index(&rows)));
    }
}

#[test]
fn a_row_of_it_that_is_damaged_or_lost_is_made_good_by_the_outlines_and_written_anew() {
    let rows = stored();
    let whole = fresh_answer(&rows, |memory, resumed| memory.find(&find("step"), resumed)).0;
    let walk = WalkQuestion { name: "sing".to_owned(), depth: 1, limit: 20, ..WalkQuestion::default() };
    let callers = fresh_answer(&rows, |memory, resumed| memory.callers(&walk, resumed)).0;
    for key in rows.rows.keys().filter(|key| is_of_name_index(key)) {
        let (mut rows_without, mut damaged) = (rows.clone(), rows.clone());
        rows_without.rows.remove(key);
        *damaged.rows.get_mut(key).unwrap().last_mut().unwrap() ^= 1;
        for rows in [&rows_without, &damaged] {
            assert_eq!(fresh_answer(rows, |memory, resumed| memory.find(&find("step"), resumed)).0, whole, "{key:?}");
            assert_eq!(fresh_answer(rows, |memory, resumed| memory.callers(&walk, resumed)).0, callers, "{key:?}");
        }
        let writer = opened(&damaged, Purpose::Writing);
        assert!(writer.damaged().iter().all(|row| row.key == *key && row.path.is_none()));
        assert_eq!(writer.damaged().len(), 1);
        write(&mut damaged, &[]);
        assert_eq!(opened(&damaged, Purpose::Writing).damaged(), []);
    }
}

/// A release that knows no name index leaves the one that it finds as it is.
#[test]
fn what_was_written_without_it_is_found_all_the_same() {
    let (mut rows, mut parsers) = (stored(), Parsers::new());
    let name_index: Vec<_> = rows.rows.iter().filter(|(key, _)| is_of_name_index(key)).collect();
    let name_index: Vec<_> = name_index.into_iter().map(|(key, value)| (key.clone(), value.clone())).collect();
    write(&mut rows, &[parsers.change("src/late.py", "def sing():\n    pass\n").unwrap()]);
    rows.rows.retain(|key, _| !is_of_name_index(key));
    rows.rows.extend(name_index);
    assert_eq!(answers(&rows), answers(&without_name_index(&rows)));
    write(&mut rows, &[parsers.change("src/later.py", "def sing():\n    pass\n").unwrap()]);
    let (found, n_rows) = fresh_answer(&rows, |memory, resumed| memory.find(&find("sing"), resumed));
    assert!(found.contains("late.py") && found.contains("later.py") && n_rows < 20, "{n_rows} rows: {found}");
}
