//! Names without a symbol, such as those of library types and built-in functions, in files of every language.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;

use super::super::*;
use crate::ask::{Answer, Reply, Request, Resumed, Row, RowPage, reply};
use crate::base::error::Error;
use crate::graph::lang::LANGUAGES;
use crate::graph::lang::testing::pack;
use crate::graph::query::{ExportFormat, ExportQuestion, FindQuestion, SourceQuestion, WalkQuestion};
use crate::graph::space::{Change, ParsedFile, Purpose};

/// The rows of parsed files, and their texts.
#[derive(Default)]
struct Project {
    rows: BTreeMap<Vec<u8>, Vec<u8>>,
    texts: BTreeMap<String, String>,
}

impl Project {
    fn new(files: &[(&str, &str)]) -> Project {
        Project::with_linked(files, files.len() as u32)
    }

    /// A project whose run was cut short after linking `n_linked` files.
    fn with_linked(files: &[(&str, &str)], n_linked: u32) -> Project {
        let mut project = Project::default();
        let mut space = GraphSpace::empty();
        let changes: Vec<Change> = files.iter().map(|(path, text)| Change::Parsed(parsed_file(path, text))).collect();
        let effects = space.apply(&changes, 0, &[0; 16]).unwrap();
        assert_eq!(effects.refused, []);
        project.write(effects.puts);
        if n_linked > 0 {
            project.write(space.link(n_linked).unwrap().effects.puts);
        }
        project.texts = files.iter().map(|(path, text)| ((*path).into(), (*text).into())).collect();
        project
    }

    fn write(&mut self, puts: Vec<Row>) {
        self.rows.extend(puts.into_iter().map(|Row { key, value }| (key, value)));
    }

    /// Asks an instance that reads the rows. Returns the answer and the number of texts that it read.
    fn ask<T>(
        &self,
        mut question: impl FnMut(&mut GraphSpace, Option<Resumed>) -> Attempt<T>,
    ) -> (Result<T, Error>, usize) {
        let mut space = GraphSpace::unopened(Purpose::Reading, 1);
        let opened = self.run(|resumed| reply(space.open(Purpose::Reading, 1, resumed)));
        opened.0.unwrap();
        self.run(|resumed| {
            let (resumed, texts) = space.texts_of_name(resumed)?;
            let attempt = question(&mut space, resumed);
            reply(space.with_name_hints(attempt, texts))
        })
    }

    fn run<T>(&self, mut call: impl FnMut(Option<Resumed>) -> Result<Reply<T>, Error>) -> (Result<T, Error>, usize) {
        let (mut resumed, mut n_texts) = (None, 0);
        for _ in 0..12 {
            match call(resumed.take()) {
                Ok(Reply::Done(done)) => return (Ok(done), n_texts),
                Err(error) => return (Err(error), n_texts),
                Ok(Reply::Ask(ask)) => {
                    n_texts += ask.requests.iter().filter(|request| matches!(request, Request::Span(_))).count();
                    let answers = ask.requests.iter().map(|request| self.answer(request)).collect();
                    resumed = Some(Resumed { ticket: ask.ticket, answers });
                }
            }
        }
        panic!("it asks without end");
    }

    fn answer(&self, request: &Request) -> Answer {
        let row = |(key, value): (&Vec<u8>, &Vec<u8>)| Row { key: key.clone(), value: value.clone() };
        let page = |rows| Answer::Rows(RowPage { rows, complete: true });
        match request {
            Request::Range(range) => page(self.rows.range(range.start.clone()..range.end.clone()).map(row).collect()),
            Request::Keys(keys) => page(keys.iter().filter_map(|key| self.rows.get_key_value(key)).map(row).collect()),
            Request::Span(span) => Answer::Text(self.texts[&span.path].clone()),
            Request::Model(_) => Answer::Changed,
        }
    }

    /// The places of a name without a symbol; `callers`, `source` and `impact` must report the same ones.
    fn named_in(&self, name: &str) -> Vec<String> {
        let walk = WalkQuestion { name: name.into(), depth: 1, limit: 9, ..WalkQuestion::default() };
        let source = SourceQuestion { name: name.into(), max_lines: 9, ..SourceQuestion::default() };
        let called_places = places_of_unknown(self.ask(|space, resumed| space.callers(&walk, resumed)).0.map(drop));
        let source_places = places_of_unknown(self.ask(|space, resumed| space.source(&source, resumed)).0.map(drop));
        let impact_places = places_of_unknown(self.ask(|space, resumed| space.impact(&walk, resumed)).0.map(drop));
        assert_eq!((&source_places, &impact_places), (&called_places, &called_places));
        called_places
    }
}

fn places_of_unknown(refused: Result<(), Error>) -> Vec<String> {
    match refused {
        Err(Error::Unknown { named_in, .. }) => named_in,
        other => panic!("{other:?}"),
    }
}

fn parsed_file(path: &str, text: &str) -> ParsedFile {
    let (name, grammar): (&str, tree_sitter::Language) = match path.rsplit('.').next() {
        Some("py") => ("python", tree_sitter_python::LANGUAGE.into()),
        Some("rs") => ("rust", tree_sitter_rust::LANGUAGE.into()),
        Some("go") => ("go", tree_sitter_go::LANGUAGE.into()),
        Some("js") => ("javascript", tree_sitter_javascript::LANGUAGE.into()),
        _ => ("typescript", tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into()),
    };
    let language = LANGUAGES.iter().find(|language| language.name == name).unwrap();
    ParsedFile {
        path: path.into(),
        hash: xxhash_rust::xxh3::xxh3_64(text.as_bytes()).to_le_bytes().repeat(4),
        language: name.into(),
        text: text.into(),
        nodes: pack(language, &grammar, text),
        has_errors: false,
        cut_short: false,
    }
}

/// A regression: `callers encode` named `base64_encode` only; there was no place for `now` and `Some`.
#[test]
fn a_name_that_only_foreign_types_have_is_reported_with_its_places() {
    let project = Project::new(&[
        (
            "app/text.py",
            "def base64_encode(text):\n    return text.encode()\n\ndef today(clock):\n    return clock.now()\n",
        ),
        ("app/typed.ts", "export function wait(list: number[]) {\n  return list.some((one) => one > Date.now());\n}\n"),
        ("app/page.js", "export function show() {\n  return $(document).get(0) || new Date().at(1);\n}\n"),
        (
            "app/seek.rs",
            "pub enum Way { FromEnd }\npub fn seek(at: Option<u8>) -> Option<u8> {\n    let end = at.and(Some(1));\n    \
             assert!(end.is_some(), \"{}\", at.same());\n    match end { Some(one) => None, _ => SeekFrom::End(1) }\n}\n",
        ),
        ("app/main.go", "package app\n\nfunc Show() string {\n\treturn fmt.Other(strings.Get(\"x\"))\n}\n"),
    ]);
    for (name, places) in [
        ("encode", &["app/text.py:2"][..]),
        ("text.encode", &["app/text.py:2"]),
        ("now", &["app/text.py:5", "app/typed.ts:2"]),
        ("Date.now", &["app/text.py:5", "app/typed.ts:2"]),
        ("some", &["app/typed.ts:2"]),
        ("$", &["app/page.js:2"]),
        ("get", &["app/page.js:2"]),
        ("at", &["app/page.js:2", "app/seek.rs:2", "app/seek.rs:3", "app/seek.rs:4"]),
        ("Some", &["app/seek.rs:3", "app/seek.rs:5"]),
        ("None", &["app/seek.rs:5"]),
        ("same", &["app/seek.rs:4"]),
        ("End", &["app/seek.rs:5"]),
        ("Other", &["app/main.go:4"]),
        ("Get", &["app/main.go:4"]),
        ("zip", &[]),
        ("any", &[]),
        ("base64Encode", &[]),
        ("app/encode.py", &[]),
    ] {
        assert_eq!(project.named_in(name), places, "{name}");
    }
}

#[test]
fn the_first_files_are_read_and_the_others_named_unless_another_spelling_explains_them() {
    // Of the 256 that are read 254 have the word, and not the name.
    let text_with_word = "def reset_all(text):\n    return text.decode_all().reset_all()\n";
    let text_with_name = "def reset_all(text):\n    return text.decode().reset_all()\n";
    let texts: Vec<(String, &str)> =
        (0..260).map(|at| (format!("p/{at:03}.py"), if at < 254 { text_with_word } else { text_with_name })).collect();
    let files: Vec<(&str, &str)> = texts.iter().map(|(path, text)| (path.as_str(), *text)).collect();
    let project = Project::new(&files);
    let named_in = project.named_in("decode");
    assert_eq!(named_in, ["p/254.py:2", "p/255.py:2", "p/256.py", "p/257.py", "p/258.py", "p/259.py"]);
    assert_eq!(project.named_in("resetAll"), [""; 0]);
    let walk = WalkQuestion { name: "decode".into(), depth: 1, limit: 9, ..WalkQuestion::default() };
    assert_eq!(project.ask(|space, resumed| space.callers(&walk, resumed)).1, 256);
    let unknown_walk = WalkQuestion { name: "nowhere".into(), ..walk };
    assert_eq!(project.ask(|space, resumed| space.callers(&unknown_walk, resumed)).1, 0);
}

/// A regression: a file or block of that name hid the places where the name occurs.
#[test]
fn a_file_of_the_name_does_not_hide_where_it_stands() {
    let project = Project::new(&[
        ("app/retry.py", "def again():\n    return 1\n"),
        ("app/run.py", "def run(client):\n    return client.retry()\n"),
        (
            "src/show.rs",
            "impl Display for Vec<u8> {\n    fn fmt(&self) {}\n}\npub fn all() -> Vec<u8> { Vec::new() }\n",
        ),
    ]);
    assert_eq!(project.named_in("retry"), ["app/run.py:2"]);
    assert_eq!(project.named_in("Vec"), ["src/show.rs:1", "src/show.rs:4"]);
}

#[test]
fn what_is_looked_for_by_a_part_of_its_name_stands_in_the_texts_too() {
    let project = Project::new(&[("app/clock.ts", "export const later = () => Date.now();\n")]);
    let hints = |text: &str| {
        let question = FindQuestion {
            text: text.into(),
            kinds: Vec::new(),
            path_prefix: String::new(),
            limit: 5,
            explain: false,
            skip: 0,
        };
        let page = project.ask(|space, resumed| space.find(&question, resumed)).0.unwrap();
        page.hints.into_iter().map(|hint| (hint.kind, hint.why)).collect::<Vec<_>>()
    };
    let texts = "no name, signature or comment has it, but texts do: app/clock.ts";
    assert_eq!(hints("now"), [(HintKind::NamedElsewhere, texts.into())]);
    assert_eq!(hints("them"), [(HintKind::NoMatch, "no name, signature or comment that is read has it".into())]);
}

/// A ticket for the texts of one name is refused for another name.
#[test]
fn texts_of_another_name_are_refused() {
    let project = Project::new(&[("a.py", "def one(text):\n    return text.now() + text.decode()\n")]);
    let mut space = GraphSpace::unopened(Purpose::Reading, 1);
    project.run(|resumed| reply(space.open(Purpose::Reading, 1, resumed))).0.unwrap();
    let walk = |name: &str| WalkQuestion { name: name.into(), depth: 1, limit: 9, ..WalkQuestion::default() };
    let forged_ticket = crate::ask::Ticket { generation: 1, wanted: crate::ask::Wanted::Named { hash: 7 } };
    let refused = project.run(|resumed| {
        let (_, texts) = space.texts_of_name(Some(Resumed { ticket: forged_ticket.encode(), answers: Vec::new() }))?;
        let attempt = space.callers(&walk("now"), resumed);
        reply(space.with_name_hints(attempt, texts))
    });
    assert!(matches!(refused.0, Err(Error::Invalid { argument: "ticket", .. })), "{:?}", refused.0);
}

/// A regression: in an incomplete index `find` gave the hint `no_match`, and `export` did not say that it was
/// incomplete.
#[test]
fn an_incomplete_index_denies_nothing_and_its_export_says_so() {
    let files =
        [("a.py", "def one():\n    return 1\n"), ("b.py", "from a import one\n\ndef two():\n    return one()\n")];
    let kinds = |project: &Project| {
        let find = FindQuestion {
            text: "only_there".into(),
            kinds: Vec::new(),
            path_prefix: String::new(),
            limit: 5,
            explain: false,
            skip: 0,
        };
        let walk = WalkQuestion { name: "one".into(), depth: 1, limit: 9, ..WalkQuestion::default() };
        let find_hints = project.ask(|space, resumed| space.find(&find, resumed)).0.unwrap().hints;
        let caller_hints = project.ask(|space, resumed| space.callers(&walk, resumed)).0.unwrap().hints;
        let kinds = |hints: Vec<Hint>| hints.iter().map(|hint| hint.kind).collect::<Vec<HintKind>>();
        let export = ExportQuestion { format: ExportFormat::Json, ..ExportQuestion::default() };
        let text = project.ask(|space, resumed| space.export(&export, resumed)).0.unwrap().text;
        (kinds(find_hints), kinds(caller_hints), text[..20].to_owned())
    };
    let complete = (vec![HintKind::NoMatch], Vec::new(), "{\"files\":[\n{\"path\":\"".to_owned());
    assert_eq!(kinds(&Project::new(&files)), complete);
    let incomplete = kinds(&Project::with_linked(&files, 1));
    assert_eq!(
        incomplete,
        (
            vec![HintKind::Incomplete],
            vec![HintKind::Incomplete, HintKind::NamedElsewhere],
            "{\"incomplete\":true,\"".to_owned()
        )
    );
}
