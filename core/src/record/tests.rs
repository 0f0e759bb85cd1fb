//! Tests of records, in a store that is a map.

use alloc::collections::BTreeMap;

use super::*;
use crate::ask::{Answer, Ask, Attempt, Reply, Request, Resumed, Row, RowPage, reply};
use crate::base::error::Error;
use crate::effects::Effects;
use crate::episode::{NotePage, NotesQuestion};

mod adopted;
mod anchored;
mod branches;
mod commits;
mod completed;
mod imported;
mod older;
mod older_rules;
mod pairs;
mod paths;
mod salvaged;
mod speakers;
mod spoken;
mod titles;
mod to_dos;
mod told;
mod touches;

const DAY: i64 = 86_400_000;
/// The time at which every event of these stories is recorded, in milliseconds since 1970.
pub(crate) const NOW: i64 = 2_000_000_000_000;

/// A store as a map, with its generation, and the owner and settings with which it is opened.
#[derive(Clone, Default)]
pub(crate) struct World {
    pub(crate) rows: BTreeMap<Vec<u8>, Vec<u8>>,
    generation: u64,
    pub(crate) owner: Owner,
    pub(crate) settings: RecordSettings,
}

impl World {
    pub(crate) fn of_person() -> World {
        World { owner: Owner { speaker: Origin::Person, ..Owner::default() }, ..World::default() }
    }

    pub(crate) fn space(&self) -> RecordSpace {
        let mut space = RecordSpace::default();
        space.open(self.owner.clone(), self.settings, self.generation).unwrap();
        space
    }

    pub(crate) fn run<T>(&self, call: impl Fn(&RecordSpace, Option<Resumed>) -> Attempt<T>) -> Result<T, Error> {
        let space = self.space();
        let mut resumed = None;
        loop {
            match reply(call(&space, resumed.take()))? {
                Reply::Done(done) => return Ok(done),
                Reply::Ask(Ask { requests, ticket }) => {
                    let answers = requests.iter().map(|request| Answer::Rows(self.answer(request))).collect();
                    resumed = Some(Resumed { ticket, answers });
                }
            }
        }
    }

    fn answer(&self, request: &Request) -> RowPage {
        let row = |(key, value): (&Vec<u8>, &Vec<u8>)| Row { key: key.clone(), value: value.clone() };
        match request {
            Request::Keys(keys) => {
                let rows = keys.iter().filter_map(|key| self.rows.get_key_value(key)).map(row).collect();
                RowPage { rows, complete: true }
            }
            Request::Range(range) => {
                let (mut rows, mut bytes_left) = (Vec::new(), range.max_bytes as usize);
                for (key, value) in self.rows.range(range.start.clone()..range.end.clone()) {
                    let n_bytes = key.len() + value.len();
                    if !rows.is_empty() && n_bytes > bytes_left {
                        return RowPage { rows, complete: false };
                    }
                    bytes_left = bytes_left.saturating_sub(n_bytes);
                    rows.push(row((key, value)));
                }
                RowPage { rows, complete: true }
            }
            Request::Span(_) | Request::Model(_) => panic!("records ask for no lines"),
        }
    }

    pub(crate) fn commit(&mut self, effects: Effects) {
        assert_eq!(effects.from_generation, self.generation);
        self.generation = effects.to_generation;
        effects.deletes.iter().for_each(|key| drop(self.rows.remove(key)));
        self.rows.extend(effects.puts.into_iter().map(|row| (row.key, row.value)));
    }

    pub(crate) fn pack(&self, events: Vec<Event>) -> Vec<u8> {
        self.space().pack(events, NOW).unwrap().batch
    }

    pub(crate) fn add_batches(&mut self, batches: &[Vec<u8>]) -> Vec<Outcome> {
        let Additions { effects, outcomes } = self.run(|space, resumed| space.add(batches, resumed)).unwrap();
        self.commit(effects);
        outcomes
    }

    fn add(&mut self, event: Event) -> Added {
        match self.add_batches(&[self.pack(vec![event])]).remove(0) {
            Outcome::Taken(mut taken) => taken.added.remove(0),
            Outcome::Refused(error) => panic!("{error}"),
        }
    }

    pub(crate) fn forget(&mut self, id: &str) -> Fate {
        let ids = [id.to_owned()];
        let Forgetting { effects, receipts, .. } = self.run(|space, resumed| space.forget(&ids, DAY, resumed)).unwrap();
        self.commit(effects);
        receipts[0].fate
    }

    fn page(&self, question: &NotesQuestion) -> NotePage {
        self.run(|space, resumed| space.notes(question, resumed)).unwrap()
    }

    fn texts(&self, question: &NotesQuestion) -> Vec<String> {
        self.page(question).notes.into_iter().map(|note| note.text).collect()
    }
}

pub(crate) fn note(event_id: &str, time: i64) -> Event {
    Event::of(event_id.to_owned(), time, Origin::Person, EventBody::Note(event_id.to_owned()))
}

/// A touch of a whole file.
fn touch_of(path: &str, operation: FileOperation) -> FileTouch {
    let (path, why, change) = (path.to_owned(), String::new(), String::new());
    FileTouch { path, operation, first_line: 0, last_line: 0, success: true, why, change }
}

fn all() -> NotesQuestion {
    NotesQuestion { limit: 1_000, ..NotesQuestion::default() }
}

#[test]
fn a_note_is_there_once_however_often_its_event_is_told() {
    let mut world = World::default();
    let first_addition = world.add(note("call-1", 5));
    let second_addition = world.add(Event { time: 9, ..note("call-1", 5) });
    assert_eq!((first_addition.is_new, second_addition), (true, Added { is_new: false, ..first_addition.clone() }));
    let changed_batch =
        world.pack(vec![Event { body: EventBody::Note("other words".to_owned()), ..note("call-1", 5) }]);
    assert!(matches!(
        world.add_batches(&[changed_batch])[0],
        Outcome::Refused(Error::Invalid { argument: "event-id", .. })
    ));
    let double_batch = world.pack(vec![note("call-2", 6), note("call-2", 6)]);
    world.add_batches(&[double_batch.clone(), double_batch]);
    assert_eq!(world.texts(&all()), ["call-2", "call-1"]);
    assert_eq!(world.page(&all()).n_notes, 2);
}

#[test]
fn a_note_that_is_forgotten_leaves_nothing_of_its_text_and_does_not_come_back() {
    let mut world = World::default();
    let secret_note =
        Event { body: EventBody::Note("the door code is 4711".to_owned()), ..note("event with words", 5) };
    let id = world.add(secret_note.clone()).id;
    assert_eq!(world.forget(&id), Fate::Forgotten);
    assert_eq!(world.forget(&id), Fate::AlreadyForgotten);
    assert!(!world.add(secret_note).is_new);
    assert_eq!(world.texts(&all()), [""; 0]);
    for (key, value) in &world.rows {
        for word in ["4711", "event with words"] {
            let contains = |bytes: &[u8]| bytes.windows(word.len()).any(|part| part == word.as_bytes());
            assert!(!contains(key) && !contains(value), "{key:?}");
        }
    }
    let unknown_id = "018bcfe5-6800-7000-8000-000000000000";
    assert_eq!(world.forget(unknown_id), Fate::Unknown);
    let totals = world.run(|space, resumed| space.totals(resumed)).unwrap();
    assert_eq!((totals.n_notes, totals.n_forgotten), (0, 1));
}

#[test]
fn nothing_of_a_tenant_is_shown_to_another_or_forgotten_by_one() {
    let mut world = World::default();
    world.owner.tenant = "a".to_owned();
    let id = world.add(note("e", 5)).id;
    world.owner.tenant = "b".to_owned();
    assert_eq!((world.texts(&all()), world.page(&all()).n_notes), (Vec::new(), 0));
    assert_eq!(world.forget(&id), Fate::Unknown);
    assert!(world.add(note("e", 5)).is_new, "the same event of another tenant is another event");
    world.owner.tenant = "a".to_owned();
    assert_eq!(world.texts(&all()), ["e"]);
}

#[test]
fn pages_by_channel_and_time_hold_every_note_once_newest_first() {
    let mut world = World::default();
    for at in 0..25 {
        let channel = if at % 2 == 0 { "even" } else { "" };
        world.add(Event { channel: channel.to_owned(), ..note(&format!("{at:02}"), at) });
    }
    let question = NotesQuestion { channel: "even".to_owned(), limit: 5, ..all() };
    let (mut texts, mut after) = (Vec::new(), String::new());
    loop {
        let page = world.page(&NotesQuestion { after, ..question.clone() });
        texts.extend(page.notes.into_iter().map(|note| note.text));
        if page.next.is_empty() {
            break;
        }
        after = page.next;
    }
    let even_texts: Vec<String> = (0..25).rev().step_by(2).map(|at| format!("{at:02}")).collect();
    assert_eq!(texts, even_texts);
    let middle_notes = NotesQuestion { since: Some(3), until: Some(6), ..all() };
    assert_eq!(world.texts(&middle_notes), ["05", "04", "03"]);
    for (since, until) in [(Some(0), Some(0)), (Some(9), Some(3)), (Some(25), None)] {
        assert_eq!(world.texts(&NotesQuestion { since, until, ..all() }), [""; 0], "{since:?} {until:?}");
    }
}

#[test]
fn trust_is_the_least_of_the_owner_the_origin_and_the_parents() {
    let mut world = World::of_person();
    let tool_note_id = world.add(Event { origin: Origin::Tool, ..note("page", 1) }).id;
    world.add(Event { parents: vec![tool_note_id.clone()], ..note("lesson", 2) });
    world.add(Event { origin: Origin::Agent, ..note("guess", 3) });
    world.add(note("said", 4));
    world.owner.trust = Trust::Unconfirmed;
    world.add(note("said by a server", 5));
    let trusts: Vec<Trust> = world.page(&all()).notes.iter().map(|note| note.trust).collect();
    assert_eq!(trusts, [Trust::Unconfirmed, Trust::Confirmed, Trust::Unconfirmed, Trust::Untrusted, Trust::Untrusted]);
    world.forget(&tool_note_id);
    let orphan_batch = world.pack(vec![note("first", 6), Event { parents: vec![tool_note_id], ..note("second", 7) }]);
    let outcomes = world.add_batches(&[orphan_batch, world.pack(vec![note("third", 8)])]);
    assert!(matches!(&outcomes[..], [Outcome::Refused(Error::Unknown { .. }), Outcome::Taken(_)]), "{outcomes:?}");
    assert_eq!(world.texts(&all())[0], "third", "a batch is taken whole or not at all");
}

#[test]
fn what_may_not_be_added_is_refused_before_any_row_is_asked_for() {
    let long_text = |n_bytes: usize| "x".repeat(n_bytes);
    let space = World::default().space();
    let anchors_at = |path: &str| vec![Anchor { path: path.to_owned(), ..Anchor::default() }];
    for bad_event in [
        Event { body: EventBody::Note(" \n".to_owned()), ..note("e", 0) },
        Event { body: EventBody::Note(long_text((64 << 10) + 1)), ..note("e", 0) },
        note("", 0),
        note(&long_text(257), 0),
        note("e", -1),
        note("e", i64::MAX),
        Event { channel: long_text(129), ..note("e", 0) },
        Event { channel: "a\nb".to_owned(), ..note("e", 0) },
        Event { session: long_text(129), ..note("e", 0) },
        Event { branch: long_text(256), ..note("e", 0) },
        Event { branch: "a\nb".to_owned(), ..note("e", 0) },
        Event { parents: vec!["yesterday's".to_owned()], ..note("e", 0) },
        Event { anchors: anchors_at("/etc/passwd"), ..note("e", 0) },
        Event { anchors: anchors_at("../b"), ..note("e", 0) },
    ] {
        let refused = space.pack(vec![bad_event.clone()], 0);
        assert!(matches!(refused, Err(Error::Invalid { .. } | Error::TooLarge(_))), "{bad_event:?}");
    }
    assert!(matches!(space.pack(vec![note("e", 0); 1_001], 0), Err(Error::TooLarge(_))));
}

#[test]
fn a_batch_that_is_damaged_is_refused_beside_others_that_are_taken() {
    let mut world = World::default();
    let batch = world.pack(vec![note("e", 0)]);
    for bit in 0..batch.len() * 8 {
        let mut damaged_batch = batch.clone();
        damaged_batch[bit / 8] ^= 1 << (bit % 8);
        let mut other_world = world.clone();
        assert!(matches!(&other_world.add_batches(&[damaged_batch])[..], [Outcome::Refused(_)]), "bit {bit}");
        assert!(other_world.rows.is_empty());
    }
    let outcomes = world.add_batches(&[b"rubbish".to_vec(), batch]);
    assert!(matches!(outcomes[..], [Outcome::Refused(_), Outcome::Taken(_)]));
}

#[test]
fn a_damaged_row_is_left_out_and_counted() {
    let mut world = World::default();
    let id = world.add(note("lost", 1)).id;
    world.add(note("kept", 2));
    let key = keyspace::record_key("", crate::base::id::RecordId::parse(&id).unwrap());
    *world.rows.get_mut(&key).unwrap().last_mut().unwrap() ^= 1;
    let page = world.page(&all());
    assert_eq!((page.notes.len(), page.n_damaged, page.notes[0].text.as_str()), (1, 1, "kept"));
    assert_eq!(world.forget(&id), Fate::Forgotten);
    assert_eq!(world.page(&all()).n_damaged, 0);
}

#[test]
fn a_store_that_a_newer_release_has_written_to_is_refused_whole() {
    let mut world = World::default();
    world.add(note("e", 1));
    let newer_formats = rows::Meta { newest: 9, oldest: 1 };
    world.rows.insert(keyspace::meta_key(), envelope::encode_value(&keyspace::meta_key(), &newer_formats));
    let batches = [world.pack(vec![note("f", 2)])];
    assert_eq!(world.run(|space, resumed| space.add(&batches, resumed)), Err(Error::NewerFormat(9)));
    assert_eq!(world.run(|space, resumed| space.notes(&all(), resumed)), Err(Error::NewerFormat(9)));
    let ids = ["018bcfe5-6800-7000-8000-000000000000".to_owned()];
    assert_eq!(world.run(|space, resumed| space.forget(&ids, 0, resumed)), Err(Error::NewerFormat(9)));
}

#[test]
fn what_can_be_read_of_a_damaged_store_makes_a_new_one_that_is_whole() {
    let mut world = World::default();
    for at in 0..20 {
        world.add(Event { channel: format!("c{}", at % 3), ..note(&format!("{at:02}"), at) });
    }
    let forgotten_id = world.add(note("forgotten", 30)).id;
    world.forget(&forgotten_id);
    world.owner.tenant = "other".to_owned();
    world.add(note("of another tenant", 5));
    world.owner.tenant = String::new();
    let texts_before = world.texts(&all());
    let mut rows: Vec<Row> =
        world.rows.iter().map(|(key, value)| Row { key: key.clone(), value: value.clone() }).collect();
    // What is derived is gone, and one record has a flipped bit.
    rows.retain(|row| row.key[0] != 0x84 && row.key[0] != 0x85);
    let lost_at = rows.iter().position(|row| row.key[0] == 0x81).unwrap();
    *rows[lost_at].value.last_mut().unwrap() ^= 1;
    let mut new_world = World::default();
    let (mut n_records, mut n_damaged, mut lost) = (0, 0, Vec::new());
    for salvage_part in [SalvagePart::Forgotten, SalvagePart::Kept, SalvagePart::Lost] {
        // Pages that were exchanged give rows again.
        for slice in rows.chunks(7).chain(rows.chunks(9)) {
            let salvaged =
                new_world.run(|space, resumed| space.salvage((salvage_part, false), slice, resumed)).unwrap();
            n_records += salvaged.n_records;
            n_damaged += salvaged.n_damaged;
            lost.extend(salvaged.lost);
            new_world.commit(salvaged.effects);
        }
    }
    assert_eq!((n_records, n_damaged), (20, 1));
    assert!(lost.iter().all(|lost| lost.time == Some(0) && lost.kind == "record") && !lost.is_empty(), "{lost:?}");
    assert_eq!(new_world.texts(&all()), texts_before[..19]);
    assert_eq!(new_world.texts(&NotesQuestion { channel: "c1".to_owned(), ..all() }).len(), 7);
    let totals = new_world.run(|space, resumed| space.totals(resumed)).unwrap();
    assert_eq!((totals.n_notes, totals.n_forgotten, totals.oldest_format), (19, 1, 3));
    assert!(!new_world.add(note("forgotten", 30)).is_new, "what was forgotten stays so");
    assert!(!new_world.add(Event { channel: "c2".to_owned(), ..note("05", 5) }).is_new);
    new_world.owner.tenant = "other".to_owned();
    assert_eq!(new_world.texts(&all()), ["of another tenant"]);
}

/// Formerly a forgotten record came back if a page from before it was forgotten lay in place of a page of the tree.
#[test]
fn what_was_forgotten_stays_so_wherever_its_row_is_found_again() {
    let mut world = World::default();
    let id = world.add(note("forgotten", 1)).id;
    let rows_before: Vec<Row> =
        world.rows.iter().map(|(key, value)| Row { key: key.clone(), value: value.clone() }).collect();
    world.forget(&id);
    let rows_after = world.rows.iter().map(|(key, value)| Row { key: key.clone(), value: value.clone() });
    let rows: Vec<Row> = rows_before.into_iter().chain(rows_after).collect();
    let mut new_world = World::default();
    for part in [SalvagePart::Forgotten, SalvagePart::Kept, SalvagePart::Lost] {
        let salvaged = new_world.run(|space, resumed| space.salvage((part, false), &rows, resumed)).unwrap();
        assert_eq!((salvaged.n_records, salvaged.lost), (0, Vec::new()));
        new_world.commit(salvaged.effects);
    }
    assert_eq!(new_world.texts(&all()), Vec::<String>::new());
}

/// Formerly a record whose row was gone was counted as missing, but not named.
#[test]
fn a_record_whose_row_is_gone_is_named_by_the_order_that_it_stood_in_and_counted() {
    let mut world = World::default();
    let ids: Vec<String> = (0..5).map(|at| world.add(note(&format!("{at}"), at)).id).collect();
    let mut rows: Vec<Row> =
        world.rows.iter().map(|(key, value)| Row { key: key.clone(), value: value.clone() }).collect();
    let lost_at = rows.iter().position(|row| row.key[0] == 0x81).unwrap();
    rows.remove(lost_at);
    let mut new_world = World::default();
    let (mut lost, mut n_missing) = (Vec::new(), 0);
    for part in [SalvagePart::Forgotten, SalvagePart::Kept, SalvagePart::Lost] {
        for slice in rows.chunks(3) {
            let salvaged = new_world.run(|space, resumed| space.salvage((part, false), slice, resumed)).unwrap();
            lost.extend(salvaged.lost);
            n_missing += salvaged.n_missing;
            new_world.commit(salvaged.effects);
        }
    }
    let [event, lost] = lost.as_slice() else { panic!("{lost:?}") };
    assert_eq!((event.kind.as_str(), &event.id), ("record", &lost.id), "its event names it too");
    assert_eq!((lost.kind.as_str(), lost.id.as_str(), lost.time, n_missing), ("note", ids[0].as_str(), Some(0), 1));
}

#[test]
fn recording_asks_for_as_much_in_a_full_store_as_in_an_empty_one() {
    let first_requests = |world: &World| {
        let batches = [world.pack(vec![note("one more", 7)])];
        match reply(world.space().add(&batches, None)).unwrap() {
            Reply::Ask(ask) => ask.requests,
            Reply::Done(_) => panic!("it asks for nothing"),
        }
    };
    let mut world = World::default();
    let requests_of_empty = first_requests(&world);
    let notes = (0..500).map(|at| note(&format!("{at}"), at)).collect();
    world.add_batches(&[world.pack(notes)]);
    assert_eq!(first_requests(&world), requests_of_empty);
}

#[test]
fn tickets_of_other_calls_and_answers_to_other_requests_are_refused() {
    let mut world = World::default();
    world.add(note("e", 1));
    let space = world.space();
    let ask = |attempt: Attempt<NotePage>| match reply(attempt) {
        Ok(Reply::Ask(ask)) => ask,
        other => panic!("{other:?}"),
    };
    let Ask { ticket, requests } = ask(space.notes(&all(), None));
    let answers: Vec<Answer> = requests.iter().map(|request| Answer::Rows(world.answer(request))).collect();
    let other_question = NotesQuestion { limit: 3, ..all() };
    let resumed = Resumed { ticket: ticket.clone(), answers: answers.clone() };
    assert!(matches!(
        reply(space.notes(&other_question, Some(resumed.clone()))),
        Err(Error::Invalid { argument: "ticket", .. })
    ));
    world.generation += 1;
    assert_eq!(reply(world.space().notes(&all(), Some(resumed))), Err(Error::Stale));
    let foreign_row = Row { key: vec![0x84, 9], value: Vec::new() };
    for page in [RowPage { rows: vec![foreign_row], complete: true }, RowPage { rows: Vec::new(), complete: false }] {
        let resumed = Resumed { ticket: ticket.clone(), answers: vec![Answer::Rows(page)] };
        assert!(matches!(reply(space.notes(&all(), Some(resumed))), Err(Error::Invalid { argument: "answers", .. })));
    }
}

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len() / 2).map(|at| u8::from_str_radix(&hex[2 * at..2 * at + 2], 16).unwrap()).collect()
}
