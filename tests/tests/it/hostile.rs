//! Invalid input: whatever bytes come in, a call is refused or answered, an instance never dies, and a refused call changes
//! nothing.

use conformance::engine::{Engines, Fault, Guests, Natives, opened};
use conformance::parse::Parsers;
use conformance::rows::Rows;
use scrubjay_core::ask::{Answer, Reply, Resumed, Row, RowPage};
use scrubjay_core::memory::{Change, ParsedFile, Purpose};

const TEXT: &str =
    "import os\n\nclass Bird:\n    def sing(self):\n        return os.name\n\n\ndef ä():\n    Bird().sing()\n";

/// Runs a check on both engines.
fn on_both(check: impl Fn(&dyn Engines)) {
    check(&Natives);
    check(&Guests::load().unwrap());
}

#[test]
fn rubbish_as_a_ticket_is_refused() {
    on_both(|engines| {
        let rows = stored(engines);
        let mut bytes = Bytes(1);
        for round in 0..500 {
            let mut engine = opened(engines, Purpose::Reading, &rows).unwrap();
            let ticket = match engine.find("Bird", None).unwrap() {
                Reply::Ask(ask) if round % 2 == 0 => bytes.spoiled(&ask.ticket),
                _ => bytes.some_bytes(40),
            };
            let answers = vec![bytes.answer(&rows)];
            survives(engine.find("Bird", Some(Resumed { ticket: ticket.clone(), answers: answers.clone() })));
            survives(engine.export(0, Some(Resumed { ticket: ticket.clone(), answers: answers.clone() })));
            survives(engine.open(Purpose::Writing, rows.generation, Some(Resumed { ticket, answers })));
        }
    });
}

#[test]
fn rubbish_as_rows_is_left_out() {
    on_both(|engines| {
        let rows = stored(engines);
        let mut bytes = Bytes(2);
        for _ in 0..300 {
            let mut spoiled_rows = rows.clone();
            for value in spoiled_rows.rows.values_mut() {
                if bytes.below(3) == 0 {
                    *value = bytes.spoiled(value);
                }
            }
            match opened(engines, Purpose::Writing, &spoiled_rows) {
                Ok(mut engine) => {
                    survives(engine.link(100));
                    survives(engine.digest());
                    survives(spoiled_rows.answer(&|_, _, _| None, |resumed| engine.find("Bird", resumed)));
                }
                Err(fault) => survives::<()>(Err(fault)),
            }
        }
    });
}

#[test]
fn rubbish_as_a_syntax_tree_is_refused_or_read() {
    on_both(|engines| {
        let mut bytes = Bytes(3);
        let mut engine = opened(engines, Purpose::Writing, &Rows::default()).unwrap();
        let Some(Change::Parsed(good_file)) = Parsers::new().change("bird.py", TEXT) else {
            panic!("the file is Python")
        };
        for _ in 0..2_000 {
            let nodes = match bytes.below(3) {
                0 => (0..bytes.below(40)).map(|_| bytes.word()).collect(),
                _ => bytes.spoiled_words(&good_file.nodes),
            };
            survives(engine.apply(&[Change::Parsed(ParsedFile { nodes, ..good_file.clone() })], &[7; 16]));
            survives(engine.link(10));
        }
    });
}

#[test]
fn rubbish_as_a_manifest_states_less_and_keeps_nothing_out() {
    on_both(|engines| {
        let mut bytes = Bytes(4);
        let mut engine = opened(engines, Purpose::Writing, &Rows::default()).unwrap();
        let mut parsers = Parsers::new();
        let nested_texts = ["{\"exports\":", "[", "{\"compilerOptions\":{\"paths\":["].map(|open| open.repeat(100_000));
        let manifests = [
            r##"{"name": "a", "exports": {"./*": ["./x/*.js", null], ".": {"import": "../../a.ts"}}, "imports": {"#*": "a/*"}}"##,
            r#"{"extends": ["./tsconfig", "a"], "compilerOptions": {"baseUrl": "/", "paths": {"*": ["\ud800*", "../../*"]}}}"#,
            "module a\nreplace (\n\ta => ../../../\n\ta/b v1 => .\n)\n",
        ];
        for round in 0..400 {
            let at = bytes.below(3) as usize;
            let text = match round % 3 {
                0 => nested_texts[at].clone(),
                1 => String::from_utf8_lossy(&bytes.spoiled(manifests[at].as_bytes())).into_owned(),
                _ => String::from_utf8_lossy(&bytes.some_bytes(200)).into_owned(),
            };
            let path = ["package.json", "sub/tsconfig.json", "go.mod"][bytes.below(3) as usize];
            let files = [
                (path, text.as_str()),
                ("sub/a.ts", "import { f } from \"a\";\nimport { g } from \"#a/b\";\nf(g());\n"),
                ("sub/a.go", "package sub\nimport \"a/b/sub\"\nfunc F() { sub.F() }\n"),
            ];
            let batch: Vec<Change> = files.iter().filter_map(|(path, text)| parsers.change(path, text)).collect();
            let effects = engine.apply(&batch, &[7; 16]).unwrap();
            assert_eq!((batch.len(), effects.refused), (3, vec![]), "{}, round {round}", engines.name());
            engine.link(10).unwrap();
        }
    });
}

#[test]
fn rubbish_as_a_document_keeps_nothing_out() {
    on_both(|engines| {
        let mut bytes = Bytes(5);
        let mut engine = opened(engines, Purpose::Writing, &Rows::default()).unwrap();
        let mut parsers = Parsers::new();
        let costly_texts =
            ["# a\n", "[", "](", "<!--", "```\n", "> - ", "a\n=\n", "`"].map(|piece| piece.repeat(60_000));
        let document = "\u{feff}---\na: b\n---\n# A `b` [c](d)\n\ne\n---\n- ```\n<!-- f\n-->\n\r\n";
        for round in 0..60 {
            let text = match round % 3 {
                0 => costly_texts[bytes.below(8) as usize].clone(),
                1 => String::from_utf8_lossy(&bytes.spoiled(document.as_bytes())).into_owned(),
                _ => String::from_utf8_lossy(&bytes.some_bytes(200)).into_owned(),
            };
            let batch: Vec<Change> = parsers.change("docs/README.md", &text).into_iter().collect();
            let effects = engine.apply(&batch, &[7; 16]).unwrap();
            assert_eq!((batch.len(), effects.refused), (1, vec![]), "{}, round {round}", engines.name());
        }
    });
}

#[test]
fn a_refused_call_has_changed_nothing() {
    on_both(|engines| {
        let rows = stored(engines);
        let mut engine = opened(engines, Purpose::Writing, &rows).unwrap();
        let digest_before = engine.digest().unwrap();
        let Some(Change::Parsed(good_file)) = Parsers::new().change("new.py", TEXT) else {
            panic!("the file is Python")
        };
        let bad_files = [
            ParsedFile { path: "../out.py".into(), ..good_file.clone() },
            ParsedFile { path: "/etc/out.py".into(), ..good_file.clone() },
            ParsedFile { path: "a//b.py".into(), ..good_file.clone() },
            ParsedFile { path: "C:/b.py".into(), ..good_file.clone() },
            ParsedFile { path: "a\0b.py".into(), ..good_file.clone() },
            ParsedFile { path: "p/".repeat(600) + "b.py", ..good_file.clone() },
            ParsedFile { hash: vec![1, 2, 3], ..good_file.clone() },
            ParsedFile { language: "klingon".into(), ..good_file.clone() },
            ParsedFile { nodes: vec![1, 2], ..good_file.clone() },
            ParsedFile { nodes: vec![u32::MAX; 9], ..good_file.clone() },
            ParsedFile { language: "manifest".into(), nodes: vec![], ..good_file.clone() },
            ParsedFile { language: "prose".into(), nodes: vec![], ..good_file.clone() },
            ParsedFile { language: "prose".into(), path: "a/b.md".into(), ..good_file.clone() },
            ParsedFile { language: "prose".into(), path: "../b.md".into(), nodes: vec![], ..good_file.clone() },
            ParsedFile { language: "manifest".into(), path: "a/go.mod".into(), ..good_file.clone() },
            ParsedFile { language: "manifest".into(), path: "../go.mod".into(), nodes: vec![], ..good_file.clone() },
        ];
        for file in bad_files {
            let path = file.path.clone();
            let effects = engine.apply(&[Change::Parsed(file)], &[7; 16]).unwrap();
            assert_eq!(effects.refused.len(), 1, "{path} was taken");
            assert_eq!((effects.puts.len(), effects.deletes.len()), (0, 0), "{path} wrote rows");
            assert_eq!(effects.from_generation, effects.to_generation, "{path} counted as a change");
        }
        assert!(engine.apply(&[Change::Parsed(good_file.clone())], &[7; 15]).is_err(), "entropy of 15 bytes was taken");
        assert!(
            engine.apply(&vec![Change::Removed("x.py".into()); 1_001], &[7; 16]).is_err(),
            "1,001 changes were taken"
        );
        assert!(engine.link(0).is_err(), "no file at all was linked");
        assert_eq!(engine.digest().unwrap(), digest_before, "{}: a refused call has changed something", engines.name());
    });
}

#[test]
fn one_bad_file_does_not_keep_the_others_out() {
    on_both(|engines| {
        let mut engine = opened(engines, Purpose::Writing, &Rows::default()).unwrap();
        let Some(Change::Parsed(good_file)) = Parsers::new().change("good.py", TEXT) else {
            panic!("the file is Python")
        };
        let bad_file = ParsedFile { path: "bad.py".into(), nodes: vec![7], ..good_file.clone() };
        let effects = engine.apply(&[Change::Parsed(bad_file), Change::Parsed(good_file)], &[7; 16]).unwrap();
        assert_eq!(effects.refused.iter().map(|refusal| refusal.path.as_str()).collect::<Vec<_>>(), ["bad.py"]);
        assert!(!effects.puts.is_empty(), "the good file was not taken");
    });
}

#[test]
fn an_instance_opened_for_reading_refuses_changes() {
    on_both(|engines| {
        let mut engine = opened(engines, Purpose::Reading, &stored(engines)).unwrap();
        assert!(matches!(engine.link(1), Err(Fault::Refused(_))));
        assert!(matches!(engine.apply(&[Change::Removed("bird.py".into())], &[7; 16]), Err(Fault::Refused(_))));
    });
}

/// The rows of a small memory.
fn stored(engines: &dyn Engines) -> Rows {
    let mut rows = Rows::default();
    let mut engine = opened(engines, Purpose::Writing, &rows).unwrap();
    let mut parsers = Parsers::new();
    let files = [("bird.py", TEXT), ("nest.py", "from bird import Bird\n\nBird().sing()\n")];
    let changes: Vec<Change> = files.iter().filter_map(|(path, text)| parsers.change(path, text)).collect();
    assert!(rows.commit(&engine.apply(&changes, &[7; 16]).unwrap()));
    assert!(rows.commit(&engine.link(100).unwrap().0));
    rows
}

/// Accepts any answer and any refusal, but not the death of the instance.
fn survives<T>(result: Result<T, Fault>) {
    if let Err(Fault::Died(how)) = result {
        panic!("the instance died: {how}");
    }
}

/// Bytes that follow from a seed (xorshift).
struct Bytes(u64);

impl Bytes {
    fn word(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as u32
    }

    fn below(&mut self, end: u32) -> u32 {
        self.word() % end
    }

    fn some_bytes(&mut self, limit: u32) -> Vec<u8> {
        (0..self.below(limit + 1)).map(|_| self.word() as u8).collect()
    }

    /// The bytes, with a few of them changed, cut off or added.
    fn spoiled(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut spoiled = bytes.to_vec();
        match self.below(3) {
            0 => spoiled.truncate(self.below(bytes.len() as u32 + 1) as usize),
            1 => spoiled.extend(self.some_bytes(9)),
            _ if bytes.is_empty() => {}
            _ => (0..1 + self.below(3)).for_each(|_| {
                let place = self.below(bytes.len() as u32) as usize;
                spoiled[place] ^= 1 << self.below(8);
            }),
        }
        spoiled
    }

    fn spoiled_words(&mut self, words: &[u32]) -> Vec<u32> {
        let mut spoiled = words.to_vec();
        for _ in 0..1 + self.below(4) {
            let place = self.below(words.len() as u32) as usize;
            spoiled[place] = if self.below(2) == 0 { self.word() } else { spoiled[place] ^ 1 << self.below(32) };
        }
        spoiled
    }

    fn answer(&mut self, rows: &Rows) -> Answer {
        let stored_rows = rows.rows.iter().map(|(key, value)| Row { key: key.clone(), value: value.clone() });
        match self.below(5) {
            0 => Answer::Changed,
            1 => Answer::Text("text".to_owned()),
            2 => Answer::Rows(RowPage { rows: stored_rows.collect(), complete: false }),
            3 => Answer::Rows(RowPage { rows: Vec::new(), complete: false }),
            _ => Answer::Rows(RowPage {
                rows: vec![Row { key: self.some_bytes(9), value: self.some_bytes(30) }],
                complete: true,
            }),
        }
    }
}
