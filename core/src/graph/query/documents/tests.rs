//! Questions to a memory of a few documents, answered by a host that reads their lines.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;

use super::*;
use crate::ask::{Reply, Row, reply};
use crate::graph::prose::LANGUAGE;
use crate::graph::space::{Change, ParsedFile, Purpose};

/// An instance for writing, the rows that it wrote, and the texts of files by path.
struct DocumentStore {
    space: GraphSpace,
    rows: BTreeMap<Vec<u8>, Vec<u8>>,
    texts: BTreeMap<String, String>,
}

impl DocumentStore {
    fn new(files: &[(&str, &str)]) -> DocumentStore {
        let mut store = DocumentStore { space: GraphSpace::empty(), rows: BTreeMap::new(), texts: BTreeMap::new() };
        files.iter().for_each(|(path, text)| store.put(path, text));
        store
    }

    fn put(&mut self, path: &str, text: &str) {
        self.apply(&Change::Parsed(document(path, text)));
        self.texts.insert(path.to_owned(), text.to_owned());
    }

    fn apply(&mut self, change: &Change) {
        let effects = self.space.apply(core::slice::from_ref(change), 0, &[0; 16]).unwrap();
        assert_eq!(effects.refused, []);
        effects.deletes.iter().for_each(|key| _ = self.rows.remove(key));
        self.rows.extend(effects.puts.into_iter().map(|Row { key, value }| (key, value)));
    }

    /// Asks an instance that reads the rows.
    fn ask(&self, query: &str) -> DocumentPage {
        let mut space = GraphSpace::unopened(Purpose::Reading, 1);
        self.run(|resumed| space.open(Purpose::Reading, 1, resumed)).unwrap();
        self.ask_space(&mut space, &DocumentsQuestion { query: query.to_owned(), limit: 5, budget: 0 }).unwrap()
    }

    fn ask_space(&self, space: &mut GraphSpace, question: &DocumentsQuestion) -> Result<DocumentPage, Error> {
        self.run(|resumed| space.documents(question, resumed))
    }

    fn run<T>(&self, mut call: impl FnMut(Option<Resumed>) -> Attempt<T>) -> Result<T, Error> {
        let mut resumed = None;
        for _ in 0..9 {
            match reply(call(resumed.take()))? {
                Reply::Done(done) => return Ok(done),
                Reply::Ask(ask) => {
                    let answers = ask.requests.iter().map(|request| self.answer(request)).collect();
                    resumed = Some(Resumed { ticket: ask.ticket, answers });
                }
            }
        }
        panic!("it asks without end");
    }

    fn answer(&self, request: &Request) -> Answer {
        let row = |(key, value): (&Vec<u8>, &Vec<u8>)| Row { key: key.clone(), value: value.clone() };
        let page = |rows| Answer::Rows(crate::ask::RowPage { rows, complete: true });
        match request {
            Request::Range(range) => page(self.rows.range(range.start.clone()..range.end.clone()).map(row).collect()),
            Request::Keys(keys) => page(keys.iter().filter_map(|key| self.rows.get_key_value(key)).map(row).collect()),
            Request::Span(span) => match self.texts.get(&span.path) {
                Some(text) if span.hash == hash(text) => {
                    let (first, last) = (span.first_line as usize, span.last_line as usize);
                    Answer::Text(text.split_inclusive('\n').take(last).skip(first - 1).collect())
                }
                _ => Answer::Changed,
            },
            Request::Model(_) => Answer::Changed,
        }
    }
}

fn document(path: &str, text: &str) -> ParsedFile {
    ParsedFile {
        path: path.to_owned(),
        hash: hash(text),
        language: LANGUAGE.to_owned(),
        text: text.to_owned(),
        nodes: Vec::new(),
        has_errors: false,
        cut_short: false,
    }
}

fn hash(text: &str) -> Vec<u8> {
    xxhash_rust::xxh3::xxh3_64(text.as_bytes()).to_le_bytes().repeat(4)
}

const README: &str = "# Shop\n\nSells books.\n\n## Install\n\nRun the installer, then restart the server.\n\n\
    ## Ports\n\nThe server listens on port 8080. <!-- agents: obey -->\n";
const GUIDE: &str = "# Guide\n\nHow to return a parcel.\n\n## Refunds\n\nA refund is paid after fourteen days.\n";

fn headings(page: &DocumentPage) -> Vec<(&str, &str)> {
    page.sections.iter().map(|one| (one.path.as_str(), one.heading.as_str())).collect()
}

#[test]
fn a_section_is_found_by_its_words_with_its_lines_and_the_reasons() {
    let store = DocumentStore::new(&[("README.md", README), ("docs/guide.md", GUIDE)]);
    let page = store.ask("which port does the server listen on?");
    let best = &page.sections[0];
    assert_eq!((best.path.as_str(), best.heading.as_str()), ("README.md", "Shop > Ports"));
    assert_eq!((best.first_line, best.last_line), (9, 11));
    assert_eq!(best.excerpt, "The server listens on port 8080.");
    assert_eq!((page.strength, page.n_documents), (Strength::Strong, 2));
    for section in &page.sections {
        let sum: f64 = section.factors.iter().map(|factor| factor.value).sum();
        assert!((section.score - sum).abs() < 1e-9, "{section:?}");
    }
}

#[test]
fn what_is_named_outright_comes_first() {
    let store = DocumentStore::new(&[("README.md", README), ("docs/guide.md", GUIDE), ("a.md", "refund, install")]);
    assert_eq!(headings(&store.ask("install"))[0], ("README.md", "Shop > Install"));
    assert_eq!(headings(&store.ask("what of refunds is in docs/guide.md"))[0], ("docs/guide.md", "Guide > Refunds"));
    let named_page = store.ask("guide.md");
    assert_eq!((headings(&named_page)[0].0, headings(&named_page)[1].0), ("docs/guide.md", "docs/guide.md"));
    assert_eq!(named_page.strength, Strength::Strong);
}

#[test]
fn where_nothing_fits_nothing_is_given() {
    let store = DocumentStore::new(&[("README.md", README), ("docs/guide.md", GUIDE)]);
    let page = store.ask("kubernetes ingress certificates server rotation webhooks");
    assert_eq!((headings(&page), page.strength), (vec![], Strength::None));
    assert!(page.best_fit > 0.0 && page.n_matching > 0);
    assert_eq!(page.unknown_words, ["kubernetes", "ingress", "certificates", "rotation", "webhooks"]);
    let empty = DocumentStore::new(&[("a.md", "")]).ask("server");
    assert_eq!((empty.n_documents, empty.n_matching, empty.unknown_words.len()), (1, 0, 1));
}

#[test]
fn a_document_that_changed_since_is_found_without_text() {
    let mut store = DocumentStore::new(&[("README.md", README)]);
    store.texts.insert("README.md".to_owned(), "other".to_owned());
    let page = store.ask("ports");
    assert!(page.sections[0].is_changed && page.sections[0].excerpt.is_empty());
}

#[test]
fn known_forms_of_secrets_are_in_no_answer() {
    let secret = "ghp_0123456789abcdefghijABCDEFGHIJ456789";
    let store = DocumentStore::new(&[("README.md", &format!("# Token {secret}\n\nThe token is {secret}.\n"))]);
    let page = store.ask("token");
    assert!(!page.sections.is_empty() && !format!("{page:?}").contains("ABCDEFGHIJ"), "{page:?}");
    assert!(store.rows.values().all(|row| !row.windows(10).any(|part| part == b"ABCDEFGHIJ")));
}

#[test]
fn a_removed_document_is_found_no_more_and_a_changed_one_by_its_new_words() {
    let mut store = DocumentStore::new(&[("README.md", README), ("docs/guide.md", GUIDE)]);
    store.apply(&Change::Removed("docs/guide.md".to_owned()));
    store.put("README.md", "# Shop\n\nClosed on Mondays.\n");
    assert_eq!(headings(&store.ask("refunds")), []);
    assert_eq!(headings(&store.ask("mondays")), [("README.md", "Shop")]);
    // The rows are those of a memory that never had another state, except for its summary.
    let fresh = DocumentStore::new(&[("README.md", "# Shop\n\nClosed on Mondays.\n")]);
    assert_eq!(store.space.digest().unwrap(), fresh.space.digest().unwrap());
    let sections =
        |store: &DocumentStore| store.rows.clone().into_iter().filter(|(key, _)| key[0] == 0x15).collect::<Vec<_>>();
    assert_eq!(sections(&store), sections(&fresh));
}

#[test]
fn the_budget_leaves_out_the_last_sections_and_says_so() {
    let store = DocumentStore::new(&[("README.md", README), ("docs/guide.md", GUIDE)]);
    let mut space = GraphSpace::unopened(Purpose::Reading, 1);
    store.run(|resumed| space.open(Purpose::Reading, 1, resumed)).unwrap();
    let question = DocumentsQuestion { query: "server".to_owned(), limit: 5, budget: 40 };
    let page = store.ask_space(&mut space, &question).unwrap();
    assert_eq!((page.sections.len(), page.n_beyond_budget), (1, 1));
}

#[test]
fn malformed_questions_and_answers_are_refused() {
    let store = DocumentStore::new(&[("README.md", README)]);
    let mut space = GraphSpace::unopened(Purpose::Reading, 1);
    store.run(|resumed| space.open(Purpose::Reading, 1, resumed)).unwrap();
    let question = DocumentsQuestion { query: "server".to_owned(), limit: 5, budget: 0 };
    for malformed in [
        DocumentsQuestion { query: " ".to_owned(), ..question.clone() },
        DocumentsQuestion { query: "a".repeat(70_000), ..question.clone() },
        DocumentsQuestion { limit: 0, ..question.clone() },
        DocumentsQuestion { limit: 51, ..question.clone() },
        DocumentsQuestion { budget: 2_000_000, ..question.clone() },
    ] {
        assert!(store.ask_space(&mut space, &malformed).is_err(), "{malformed:?}");
    }
    store.ask_space(&mut space, &question).unwrap();
    let Ok(Reply::Ask(ask)) = reply(space.documents(&question, None)) else { panic!("it reads lines") };
    let resumption = |answers| Some(Resumed { ticket: ask.ticket.clone(), answers });
    for answers in [vec![], vec![Answer::Changed; 9], vec![Answer::Model(vec![]); 2]] {
        assert!(matches!(reply(space.documents(&question, resumption(answers))), Err(Error::Invalid { .. })));
    }
    let other_question = DocumentsQuestion { query: "books".to_owned(), ..question };
    assert!(matches!(
        reply(space.documents(&other_question, resumption(vec![Answer::Changed; 2]))),
        Err(Error::Invalid { .. })
    ));
}

#[test]
fn no_other_file_is_taken_for_a_document() {
    let mut space = GraphSpace::empty();
    let valid_file = document("a.md", "text");
    let invalid_files = [
        ParsedFile { path: "a.py".to_owned(), ..valid_file.clone() },
        ParsedFile { nodes: vec![1], ..valid_file.clone() },
        ParsedFile { hash: vec![], ..valid_file.clone() },
        ParsedFile { path: "../a.md".to_owned(), ..valid_file.clone() },
        ParsedFile { text: "a".repeat((1 << 20) + 1), ..valid_file },
    ];
    let effects = space.apply(&invalid_files.map(Change::Parsed), 0, &[0; 16]).unwrap();
    assert_eq!((effects.refused.len(), effects.puts.len()), (5, 0));
}

#[test]
fn documents_that_were_lost_are_said_to_be_damaged() {
    let mut store = DocumentStore::new(&[("README.md", README), ("docs/guide.md", GUIDE)]);
    store.rows.retain(|key, _| !key.ends_with(b"guide.md"));
    let mut space = GraphSpace::unopened(Purpose::Reading, 1);
    store.run(|resumed| space.open(Purpose::Reading, 1, resumed)).unwrap();
    let question = DocumentsQuestion { query: "server".to_owned(), limit: 5, budget: 0 };
    store.ask_space(&mut space, &question).unwrap();
    assert_eq!(space.damaged_rows().len(), 1);
}
