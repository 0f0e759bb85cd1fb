//! Events that say which commit was checked out.

use super::*;
use crate::episode::{EventsQuestion, ExportLinesQuestion};
use crate::record::envelope::Record;
use crate::record::keyspace::Keyspace;

const FIRST: &str = "0123456789abcdef0123456789abcdef01234567";

fn note_at(commit: &str, event_id: &str, time: i64) -> Event {
    Event { commit: commit.to_owned(), branch: "main".to_owned(), ..note(event_id, time) }
}

fn event_ids_of(world: &World, commit: &str) -> Result<Vec<String>, Error> {
    let question = EventsQuestion { commit: commit.to_owned(), limit: 9, ..EventsQuestion::default() };
    let question = world.run(|space, _| Ok(space.guard().masked_question(&question)))?;
    let page = world.run(|space, resumed| space.events(&question, resumed))?;
    Ok(page.events.into_iter().map(|told| told.event.event_id).collect())
}

fn exported_lines(world: &World) -> String {
    world.run(|space, resumed| space.export_lines(&ExportLinesQuestion::default(), resumed)).unwrap().text
}

#[test]
fn what_happened_is_listed_by_its_whole_commit_and_by_no_part_of_it() {
    let other_commit = "f".repeat(64);
    let mut world = World::default();
    world.add(note_at(FIRST, "one", 1));
    world.add(note_at(&other_commit, "two", 2));
    world.add(note_at("", "nowhere", 3));
    assert_eq!(event_ids_of(&world, FIRST), Ok(vec!["one".to_owned()]));
    assert_eq!(event_ids_of(&world, &other_commit), Ok(vec!["two".to_owned()]));
    assert_eq!(
        event_ids_of(&world, &"e".repeat(40)),
        Ok(Vec::new()),
        "a commit of which nothing is recorded is no unknown name"
    );
    assert_eq!(event_ids_of(&world, "").map(|all| all.len()), Ok(3));
}

#[test]
fn what_is_no_hash_of_a_commit_is_refused_by_its_name_in_events_and_in_questions() {
    let mut world = World::default();
    for commit in ["main", &FIRST[..12], &FIRST[..39], &FIRST.to_uppercase(), &"g".repeat(40), &format!("{FIRST}\n")] {
        let refused = world.tell(vec![note_at(commit, "e", 1)]).unwrap_err();
        assert!(refused.contains("commit"), "{commit:?}: {refused}");
        assert!(matches!(event_ids_of(&world, commit), Err(Error::Invalid { argument: "commit", .. })), "{commit:?}");
    }
    assert_eq!(event_ids_of(&world, "").map(|all| all.len()), Ok(0));
}

#[test]
fn an_export_has_the_commit_of_what_says_it_and_an_import_brings_it_back() {
    let mut world = World::default();
    world.add(note_at(FIRST, "one", 1));
    world.add(note("nowhere", 2));
    let lines = exported_lines(&world);
    assert_eq!(lines.matches("\"commit\":").count(), 1, "it is left out where there is none: {lines}");
    let mut importer = World::of_person();
    importer.import(&lines, true);
    assert_eq!((event_ids_of(&importer, FIRST), exported_lines(&importer)), (Ok(vec!["one".to_owned()]), lines));
}

#[test]
fn a_record_without_a_commit_is_stored_as_it_was_before_there_were_any() {
    let mut world = World::default();
    world.add(note_at("", "one", 1));
    let (key, value) = world.rows.iter().find(|(key, _)| key[0] == Keyspace::Record as u8).unwrap();
    let (record, _) = Record::open(key, value).unwrap();
    let with_commit = Record { commit: FIRST.to_owned(), ..record }.seal(key);
    // Its number, and a text with its length.
    assert_eq!(with_commit.len() - value.len(), 1 + 2 + FIRST.len());
}

#[test]
fn an_event_told_again_with_another_commit_is_refused_and_known_if_it_had_none() {
    let mut world = World::default();
    assert_eq!(world.tell(vec![note_at(FIRST, "said", 1), note_at("", "unsaid", 1)]), Ok(vec![true, true]));
    assert!(world.tell(vec![note_at(&"a".repeat(40), "said", 1)]).is_err_and(|why| why.contains("told before")));
    assert_eq!(world.tell(vec![note_at(FIRST, "said", 1), note_at(FIRST, "unsaid", 1)]), Ok(vec![false, false]));
    assert_eq!(event_ids_of(&world, FIRST), Ok(vec!["said".to_owned()]), "the record stays as it is");
}
