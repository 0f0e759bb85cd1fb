//! Events that say which branch of the repository was checked out.

use super::keyspace::Keyspace;
use super::*;
use crate::episode::{EventsQuestion, ExportLinesQuestion};

fn note_on(branch: &str, event_id: &str, time: i64) -> Event {
    Event { branch: branch.to_owned(), ..note(event_id, time) }
}

impl World {
    /// The texts of the events on a branch, newest first.
    fn texts_on_branch(&self, branch: &str) -> Vec<String> {
        let question = EventsQuestion { branch: branch.to_owned(), limit: 9, ..EventsQuestion::default() };
        let page = self.run(|space, resumed| space.events(&space.guard().masked_question(&question), resumed)).unwrap();
        let text = |event: Event| if let EventBody::Note(text) = event.body { text } else { panic!("{event:?}") };
        page.events.into_iter().map(|told| text(told.event)).collect()
    }

    fn lines(&self) -> String {
        let slice = self.run(|space, resumed| space.export_lines(&ExportLinesQuestion::default(), resumed)).unwrap();
        assert_eq!(slice.next, "");
        slice.text
    }
}

#[test]
fn what_happened_is_listed_by_its_branch_alone_and_leaves_the_list_with_its_record() {
    let mut world = World::default();
    world.add(note_on("main", "one", 1));
    let forgotten_id = world.add(note_on("fix/login", "two", 2)).id;
    world.add(note_on("fix/login", "three", 3));
    world.add(note("nowhere", 4));
    assert_eq!(world.texts_on_branch("fix/login"), ["three", "two"]);
    assert_eq!(world.texts_on_branch("main"), ["one"]);
    assert_eq!(
        world.texts_on_branch("new"),
        Vec::<String>::new(),
        "a branch is there before anything is recorded of it"
    );
    assert_eq!(world.texts_on_branch("").len(), 4);
    let n_rows_before = world.rows.keys().filter(|key| key[0] == Keyspace::Scoped as u8).count();
    world.forget(&forgotten_id);
    assert_eq!(world.texts_on_branch("fix/login"), ["three"]);
    let n_rows_after = world.rows.keys().filter(|key| key[0] == Keyspace::Scoped as u8).count();
    assert_eq!(n_rows_before - n_rows_after, 1);
}

#[test]
fn an_export_has_the_branch_of_what_says_it_and_an_import_brings_it_back() {
    let mut world = World::default();
    world.add(note_on("fix/login", "one", 1));
    world.add(note("nowhere", 2));
    let lines = world.lines();
    assert_eq!(lines.matches("\"branch\":\"fix/login\"").count(), 1);
    assert_eq!(lines.matches("branch").count(), 1, "it is left out where there is none: {lines}");
    let mut importer = World::of_person();
    importer.import(&lines, true);
    assert_eq!((importer.texts_on_branch("fix/login"), importer.lines()), (vec!["one".to_owned()], lines));
}

#[test]
fn an_event_told_again_with_another_branch_is_refused_and_known_if_it_had_none() {
    let mut world = World::default();
    assert_eq!(world.tell(vec![note_on("main", "said", 1), note("unsaid", 1)]), Ok(vec![true, true]));
    assert!(world.tell(vec![note_on("other", "said", 1)]).is_err_and(|why| why.contains("told before")));
    assert_eq!(world.tell(vec![note_on("main", "said", 1), note_on("main", "unsaid", 1)]), Ok(vec![false, false]));
    assert_eq!(world.texts_on_branch("main"), ["said"], "the record stays as it is");
}

#[test]
fn a_secret_in_the_name_of_a_branch_is_masked_and_found_by_what_it_was() {
    let mut world = World::default();
    let secret = format!("ghp_{}", "aB3".repeat(12));
    world.add(note_on(&secret, "said", 1));
    assert_eq!(world.texts_on_branch(&secret), ["said"]);
    assert_eq!(world.texts_on_branch("[masked: github-token]"), ["said"]);
    let is_in = |value: &Vec<u8>| value.windows(secret.len()).any(|bytes| bytes == secret.as_bytes());
    assert!(!world.rows.values().any(is_in));
}
