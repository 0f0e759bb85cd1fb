//! Notes, decisions and lessons about a file, and how the file lists them.

use super::keyspace::Keyspace;
use super::*;
use crate::episode::EventsQuestion;
use crate::record::Anchor;
use crate::record::kinds::{Decision, Lesson, Role, Turn};

fn at(places: &[&str], event_id: &str, time: i64) -> Event {
    let anchor = |place: &&str| {
        let path = place.split('#').next().unwrap_or_default().to_owned();
        let symbol = if place.contains('#') { (*place).to_owned() } else { String::new() };
        Anchor { path, symbol, ..Anchor::default() }
    };
    Event { anchors: places.iter().map(anchor).collect(), ..note(event_id, time) }
}

impl World {
    /// The ids of the events about a file, newest first.
    fn speaking_of(&self, anchor: &str, kinds: &[Kind]) -> Vec<String> {
        let question =
            EventsQuestion { anchor: anchor.to_owned(), kinds: kinds.to_vec(), limit: 9, ..EventsQuestion::default() };
        let page = self.run(|space, resumed| space.events(&space.guard().masked_question(&question), resumed)).unwrap();
        page.events.into_iter().map(|told| told.event.event_id).collect()
    }

    fn n_listed(&self) -> usize {
        self.rows.keys().filter(|key| key[0] == Keyspace::Scoped as u8).count()
    }
}

#[test]
fn what_speaks_of_a_file_is_listed_by_it_once_however_often_it_names_it() {
    let mut world = World::default();
    let forgotten_id = world.add(at(&["src/net.py", "src/net.py#Client.retry", "src/io.py"], "both", 1)).id;
    world.add(at(&["./src/net.py"], "one", 2));
    world.add(note("nowhere", 3));
    assert_eq!(world.speaking_of("src/net.py", &[]), ["one", "both"]);
    assert_eq!(world.speaking_of("src/../src/io.py", &[]), ["both"]);
    assert_eq!(world.speaking_of("net.py", &[]), [""; 0], "a part of a path is another file");
    let before = world.n_listed();
    world.forget(&forgotten_id);
    assert_eq!(before - world.n_listed(), 2, "a row for each file");
    assert_eq!(world.speaking_of("src/net.py", &[]), ["one"]);
}

#[test]
fn notes_decisions_and_lessons_are_listed_by_a_file_and_nothing_else_is() {
    let mut world = World::default();
    let of = |event_id, time, body| Event { body, ..at(&["a.py"], event_id, time) };
    let decision = Decision { title: "one".into(), choice: "so".into(), ..Decision::default() };
    let lesson = Lesson { text: "mind the clock".into(), ..Lesson::default() };
    let turn = Turn { conversation: "c".into(), role: Role::User, text: "see a.py".into(), ..Turn::default() };
    world.add(at(&["a.py"], "note", 1));
    world.add(of("decision", 2, EventBody::Decision(decision)));
    world.add(of("lesson", 3, EventBody::Lesson(lesson)));
    world.add(of("turn", 4, EventBody::Turn(turn)));
    assert_eq!(world.speaking_of("a.py", &[]), ["lesson", "decision", "note"]);
    assert_eq!(world.speaking_of("a.py", &[Kind::Decision, Kind::Turn]), ["decision"]);
    let question = EventsQuestion { anchor: "../a.py".to_owned(), limit: 9, ..EventsQuestion::default() };
    assert!(world.run(|space, resumed| space.events(&question, resumed)).is_err(), "it leads out of the project");
}
