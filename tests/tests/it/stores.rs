//! A store is one file, whoever wrote it: every host gives the writer's answers from the store of every other host.

use std::error::Error;
use std::path::Path;

use conformance::canonical::canonical;
use conformance::host::{Folder, Host};
use conformance::hosts;
use scrubjay::store::redb::{CheckScope, RedbStore};
use scrubjay::store::stamps::{META_STAMP, Stamps};
use scrubjay::store::{Commit, Store as _};
use serde_json::{Value, json};

/// The host without a store file: its rows are in a map.
const WITHOUT_FILE: &str = "native core";

const FILES: [(&str, &str); 3] = [
    (
        "shelf.py",
        "class Shelf:\n    def add(self, title):\n        \"\"\"Puts a book there.\"\"\"\n        self.titles = title\n",
    ),
    ("shop.py", "from shelf import Shelf\n\n\ndef restock():\n    shelf = Shelf()\n    shelf.add('größe 🐦')\n"),
    (
        "web/main.ts",
        "export function render(): string {\n  return draw();\n}\n\nfunction draw(): string {\n  return '';\n}\n",
    ),
];

#[test]
fn every_host_answers_from_the_store_of_every_other() -> Result<(), Box<dyn Error>> {
    let mut hosts = hosts::all()?;
    hosts.retain(|host| host.name() != WITHOUT_FILE);
    let mut folder = Folder::new()?;
    for (path, text) in FILES {
        folder.write(path, text)?;
    }
    let place = tempfile::tempdir()?;
    for writer in 0..hosts.len() {
        let name = hosts[writer].name();
        let store = place.path().join(name);
        let written = write(hosts[writer].as_mut(), &folder, &store)?;
        for reader in &mut hosts {
            let message = format!("{} reads the store of {name}", reader.name());
            assert_eq!(read(reader.as_mut(), &folder, &store)?, written, "{message}");
        }
    }
    Ok(())
}

/// Indexes the folder, answers questions, and copies the index's file to `store`.
fn write(host: &mut dyn Host, folder: &Folder, store: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    host.begin()?;
    step(host, "memory.index", &json!({}), folder, &json!({"refused": []}));
    let answers = answers(host, folder);
    assert!(answers[0].contains("shop.py#restock"), "{} answers {}", host.name(), answers[0]);
    step(host, "store.give", &json!({ "path": store }), folder, &json!({}));
    make_ours(store)?;
    Ok(answers)
}

/// Gives a store a stamp of this user: a store from a page has none, and hosts on disks read no store without one.
fn make_ours(path: &Path) -> Result<(), Box<dyn Error>> {
    let store = RedbStore::writing(path, CheckScope::None, None)?;
    let mut change = Commit::from(store.snapshot()?.generation());
    change.meta.insert(META_STAMP.to_owned(), Stamps::of_user()?.make(path)?.to_vec());
    store.commit(&change)?;
    Ok(Box::new(store).close()?)
}

/// Answers questions from another host's store, and again after a run without changes.
fn read(host: &mut dyn Host, folder: &Folder, store: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    host.begin()?;
    step(host, "store.take", &json!({ "path": store }), folder, &json!({}));
    step(host, "memory.reopen", &json!({"purpose": "reading"}), folder, &json!({}));
    let answers = answers(host, folder);
    step(host, "memory.reopen", &json!({}), folder, &json!({}));
    step(host, "memory.index", &json!({}), folder, &json!({"refused": []}));
    assert_eq!(self::answers(host, folder), answers, "{} goes on with a store of another host", host.name());
    Ok(answers)
}

/// Takes a step that must have the expected answer; the fault names the host, the step and its arguments.
fn step(host: &mut dyn Host, step: &str, arguments: &Value, folder: &Folder, expected: &Value) {
    let answer = host.call(step, arguments, folder);
    assert_eq!(answer, *expected, "{} takes the step {step} {arguments}", host.name());
}

fn answers(host: &mut dyn Host, folder: &Folder) -> Vec<String> {
    let questions = [
        ("graph.callers", json!({"name": "Shelf.add"})),
        ("prepare.prepare", json!({"task": "books are added twice: fix Shelf.add", "focus": ["shop.py"]})),
        ("graph.export", json!({})),
        ("memory.status", json!({})),
    ];
    questions.iter().map(|(step, arguments)| canonical(&host.call(step, arguments, folder))).collect()
}
