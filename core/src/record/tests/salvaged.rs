//! After damage nothing forgotten comes back, nothing lost counts as known, and nothing is there twice.

use alloc::collections::BTreeSet;

use super::keyspace::Keyspace;
use super::*;

const THEN: i64 = 15_000 * DAY;

/// The rows of a damaged store that a salvage is given.
fn rows_of(world: &World) -> Vec<Row> {
    world.rows.iter().map(|(key, value)| Row { key: key.clone(), value: value.clone() }).collect()
}

fn is_of(row: &Row, keyspace: Keyspace) -> bool {
    row.key[0] == keyspace as u8
}

/// A new store with all that could be salvaged from slices of rows, and the sum of the results.
fn salvaged<'r>(slices: impl Iterator<Item = &'r [Row]> + Clone) -> (World, Salvaged) {
    salvaged_with(slices, &[])
}

/// A new store with all that could be salvaged from slices of rows and from scattered rows, and the sum of the results.
fn salvaged_with<'r>(slices: impl Iterator<Item = &'r [Row]> + Clone, scattered: &'r [Row]) -> (World, Salvaged) {
    let (mut new_world, mut result) = (World::default(), Salvaged::default());
    for part in [SalvagePart::Forgotten, SalvagePart::Kept, SalvagePart::Lost] {
        let slices = slices.clone().map(|slice| (slice, false));
        for (slice, is_scattered) in slices.chain(scattered.chunks(5).map(|slice| (slice, true))) {
            let Salvaged { effects, n_records, n_damaged, lost, n_missing, n_tombstones_missing } =
                new_world.run(|space, resumed| space.salvage((part, is_scattered), slice, resumed)).unwrap();
            new_world.commit(effects);
            result.n_records += n_records;
            result.n_damaged += n_damaged;
            result.n_missing += n_missing;
            result.n_tombstones_missing += n_tombstones_missing;
            result.lost.extend(lost);
        }
    }
    (new_world, result)
}

fn call_event(event_id: &str, time: i64, success: bool) -> Event {
    let call = ToolCall {
        tool: "Bash".to_owned(),
        parameters: "{\"command\":\"make\"}".to_owned(),
        success: Some(success),
        ..ToolCall::default()
    };
    Event { session: "s".to_owned(), body: EventBody::ToolCall(call), ..note(event_id, time) }
}

fn edit_event(event_id: &str, time: i64) -> Event {
    let touch = touch_of("Makefile", FileOperation::Edit);
    Event { session: "s".to_owned(), body: EventBody::FileTouch(touch), ..note(event_id, time) }
}

/// The events of forty notes, a millisecond apart; `shift` shifts their times.
fn notes(shift: i64) -> Vec<Event> {
    (0..40).map(|at| note(&format!("{at:02}"), at + shift)).collect()
}

fn world_with_forgotten() -> World {
    let mut world = World::default();
    for (at, event) in notes(0).into_iter().enumerate() {
        let id = world.add(event).id;
        if at % 4 == 0 {
            world.forget(&id);
        }
    }
    world
}

fn n_new(world: &mut World, events: Vec<Event>) -> usize {
    events.into_iter().filter(|event| world.add(event.clone()).is_new).count()
}

/// Formerly 14 of 60 forgotten notes were exported again, after a page of events was overwritten and the memory
/// repaired.
#[test]
fn nothing_that_was_forgotten_comes_back_where_its_events_are_lost_whenever_they_are_told_again() {
    let world = world_with_forgotten();
    let mut rows = rows_of(&world);
    rows.retain(|row| !is_of(row, Keyspace::Event));
    for shift in [0, 5_000] {
        for size in [1, 7, 1_000] {
            let (mut new_world, result) = salvaged(rows.chunks(size));
            assert_eq!((result.n_records, result.lost.len(), result.n_missing), (30, 0, 0));
            assert_eq!(n_new(&mut new_world, notes(shift)), 0);
            assert_eq!(new_world.texts(&all()), world.texts(&all()));
            // Told once, an event is known by a row of its own again.
            let n_event_rows =
                |world: &World| rows_of(world).into_iter().filter(|row| is_of(row, Keyspace::Event)).count();
            assert_eq!((n_event_rows(&new_world), n_event_rows(&world)), (40, 40));
        }
    }
}

/// Formerly an event whose row was damaged was taken for a new event.
#[test]
fn a_damaged_row_of_an_event_adds_nothing_twice_and_brings_nothing_back() {
    let mut world = world_with_forgotten();
    for (key, value) in &mut world.rows {
        if key[0] == Keyspace::Event as u8 {
            *value.last_mut().unwrap() ^= 1;
        }
    }
    let before = world.texts(&all());
    assert_eq!(n_new(&mut world, notes(0)), 0);
    assert_eq!((world.texts(&all()), world.page(&all()).n_notes), (before, 30));
    assert_eq!(n_new(&mut world, notes(5_000)), 0, "their rows were written anew");
}

#[test]
fn an_observation_that_was_forgotten_is_not_made_again_where_its_event_is_lost() {
    let add_fix = |world: &mut World| {
        world.add(call_event("fails", 1, false));
        world.add(edit_event("edit", 2));
        world.add(call_event("works", 3, true)).is_new
    };
    let mut world = World::default();
    add_fix(&mut world);
    let observation_keys = |world: &World| -> Vec<Vec<u8>> {
        let prefix = keyspace::list_prefix("", EventKind::Observation, "");
        world.rows.keys().filter(|key| key.starts_with(&prefix)).cloned().collect()
    };
    let observation_id = keyspace::ordered_id(&observation_keys(&world)[0]).unwrap();
    assert_eq!(world.forget(&observation_id.text()), Fate::Forgotten);
    // What is left is that it was forgotten: its events are told anew.
    let mut rows = rows_of(&world);
    rows.retain(|row| is_of(row, Keyspace::Tombstone));
    let (mut new_world, _) = salvaged(rows.chunks(100));
    assert!(add_fix(&mut new_world));
    assert_eq!(observation_keys(&new_world), Vec::<Vec<u8>>::new());
}

/// Formerly 26 of 400 lines were named as lost and yet counted as known, so that no backup could bring them back.
#[test]
fn what_a_salvage_lost_is_new_when_it_is_told_again_and_what_had_expired_is_not() {
    let mut world = World::default();
    world.settings.retention_days = 1;
    let expired_calls: Vec<Event> = (0..12).map(|at| call_event(&format!("o{at:02}"), THEN + at, true)).collect();
    let recent_calls: Vec<Event> =
        (12..24).map(|at| call_event(&format!("r{at:02}"), THEN + 9 * DAY + at, true)).collect();
    assert_eq!(n_new(&mut world, [expired_calls.clone(), recent_calls.clone(), notes(THEN)].concat()), 64);
    while !world.upkeep_at(THEN + 10 * DAY) {}
    let n_stored = |world: &World| world.run(|space, resumed| space.totals(resumed)).unwrap().n_records;
    assert_eq!(n_stored(&world), 52);
    // Every third record is gone: the first of them by a flipped bit.
    let mut n_records = 0;
    let mut rows = rows_of(&world);
    rows.retain_mut(|row| {
        let is_lost = is_of(row, Keyspace::Record) && {
            n_records += 1;
            n_records % 3 == 0
        };
        if is_lost && n_records == 3 {
            *row.value.last_mut().unwrap() ^= 1;
        }
        !is_lost || n_records == 3
    });
    let lost = n_records / 3;
    for size in [1, 7, 1_000] {
        let (mut new_world, salvaged) = salvaged(rows.chunks(size));
        let lost_ids: BTreeSet<&str> = salvaged.lost.iter().map(|lost| lost.id.as_str()).collect();
        assert_eq!((lost_ids.len(), salvaged.n_records as usize), (lost, 52 - lost));
        assert_eq!(n_new(&mut new_world, expired_calls.clone()), 0, "they were over");
        assert_eq!(n_new(&mut new_world, [recent_calls.clone(), notes(THEN)].concat()), lost);
        assert_eq!(n_stored(&new_world), 52);
    }
}

/// Formerly a note counted as known if only the row of its event was left, though its text was gone.
#[test]
fn a_note_of_which_only_the_event_is_left_is_named_and_new_when_it_is_told_again() {
    let mut world = World::default();
    n_new(&mut world, notes(0));
    let mut rows = rows_of(&world);
    rows.retain(|row| is_of(row, Keyspace::Event) || is_of(row, Keyspace::Totals));
    let (mut new_world, result) = salvaged(rows.chunks(9));
    assert_eq!((result.n_records, result.lost.len(), result.n_missing), (0, 40, 40));
    assert_eq!(n_new(&mut new_world, notes(0)), 40);
    assert_eq!(n_new(&mut new_world, notes(7)), 0);
    assert_eq!(new_world.page(&all()).n_notes, 40);
}

/// Formerly importing the memory's own export recorded 69 records twice, and lines without a time were recorded twice.
#[test]
fn a_record_whose_event_was_lost_is_there_once_whenever_it_is_told_again() {
    let mut world = World::default();
    n_new(&mut world, notes(0));
    let mut rows = rows_of(&world);
    rows.retain(|row| !is_of(row, Keyspace::Event));
    for shift in [0, 5_000] {
        let (mut new_world, _) = salvaged(rows.chunks(7));
        assert_eq!(n_new(&mut new_world, notes(shift)), 0);
        assert_eq!((new_world.texts(&all()), new_world.page(&all()).n_notes), (world.texts(&all()), 40));
    }
    let changed_note = Event { body: EventBody::Note("other words".to_owned()), ..note("00", 0) };
    let (mut new_world, _) = salvaged(rows.chunks(7));
    let changed_note = new_world.pack(vec![changed_note]);
    assert!(matches!(
        new_world.add_batches(&[changed_note])[0],
        Outcome::Refused(Error::Invalid { argument: "event-id", .. })
    ));
}

/// Formerly rows that were given twice, from pages that were exchanged, were counted twice.
#[test]
fn rows_that_are_given_twice_count_once() {
    let mut world = world_with_forgotten();
    world.owner.tenant = "other".to_owned();
    n_new(&mut world, notes(0));
    let mut rows = rows_of(&world);
    let mut n_records = 0;
    rows.retain(|row| {
        !is_of(row, Keyspace::Record) || {
            n_records += 1;
            n_records % 10 > 0
        }
    });
    rows.retain(|row| !is_of(row, Keyspace::Order));
    rows.push(Row { key: vec![0xee, 1], value: vec![1] });
    for size in [1, 7, 1_000] {
        let (salvaged_once, result) = salvaged(rows.chunks(size));
        let (salvaged_twice, repeated_result) = salvaged(rows.chunks(size).chain(rows.chunks(9)));
        assert_eq!((result.n_damaged, result.n_missing, result.n_records), (1, 7, 63));
        // What several rows name is named several times.
        let lost_ids =
            |result: &Salvaged| -> BTreeSet<String> { result.lost.iter().map(|lost| lost.id.clone()).collect() };
        assert_eq!(lost_ids(&repeated_result), lost_ids(&result));
        assert_eq!(Salvaged { lost: result.lost.clone(), ..repeated_result }, result);
        assert_eq!(salvaged_twice.rows, salvaged_once.rows);
    }
}

/// Formerly an older page, in place of one that led to the pages of the last commit, brought twenty forgotten records
/// back, and lost 83 of the newest without notice.
#[test]
fn what_an_older_page_hides_is_forgotten_still_and_what_came_later_is_there() {
    let mut world = World::default();
    let ids: Vec<String> = notes(0).into_iter().map(|event| world.add(event).id).collect();
    let older_rows = rows_of(&world);
    let later_notes: Vec<Event> = (0..20).map(|at| note(&format!("later {at}"), 100 + at)).collect();
    n_new(&mut world, later_notes.clone());
    ids.iter().take(20).for_each(|id| assert_eq!(world.forget(id), Fate::Forgotten));
    let newer_rows = rows_of(&world);
    let (mut new_world, result) = salvaged_with(older_rows.chunks(7), &newer_rows);
    assert_eq!((result.n_records, result.lost.len(), result.n_missing, result.n_tombstones_missing), (40, 0, 0, 0));
    assert_eq!(new_world.texts(&all()), world.texts(&all()));
    assert_eq!(n_new(&mut new_world, [notes(0), later_notes].concat()), 0);
    // Where the newer records are gone too, but for one of their counts, they are missing.
    let totals: Vec<Row> = newer_rows.into_iter().filter(|row| is_of(row, Keyspace::Totals)).collect();
    let (_, result) = salvaged_with(older_rows.chunks(7), &totals);
    assert_eq!(
        (result.n_records, result.n_missing, result.n_tombstones_missing),
        (40, 0, 20),
        "20 are forgotten, 20 are new"
    );
}

/// Formerly a flipped bit in a tombstone let its forgotten record come back with the next import.
#[test]
fn a_tombstone_of_which_the_key_alone_is_left_counts_and_one_that_is_gone_is_told() {
    let world = world_with_forgotten();
    let mut rows = rows_of(&world);
    for row in rows.iter_mut().filter(|row| is_of(row, Keyspace::Tombstone)) {
        *row.value.last_mut().unwrap() ^= 1;
    }
    let (mut new_world, result) = salvaged(rows.chunks(7));
    assert_eq!((result.n_records, result.n_damaged, result.lost.len(), result.n_tombstones_missing), (30, 10, 0, 0));
    assert_eq!(n_new(&mut new_world, notes(0)), 0);
    rows.retain(|row| !is_of(row, Keyspace::Tombstone));
    let (_, result) = salvaged(rows.chunks(7));
    assert_eq!((result.n_records, result.n_missing, result.n_tombstones_missing), (30, 0, 10));
}

/// A record's key differs from its tombstone's by one bit of the first byte.
#[test]
fn a_record_whose_key_became_that_of_a_tombstone_is_not_forgotten() {
    let mut world = World::default();
    n_new(&mut world, notes(0));
    let mut rows = rows_of(&world);
    let flipped_row = rows.iter_mut().find(|row| is_of(row, Keyspace::Record)).unwrap();
    flipped_row.key[0] = Keyspace::Tombstone as u8;
    let (mut new_world, result) = salvaged(rows.chunks(7));
    assert_eq!((result.n_records, result.n_missing), (39, 1));
    assert_eq!(n_new(&mut new_world, notes(0)), 1);
}

#[test]
fn what_had_expired_is_not_lost_though_pages_that_nothing_leads_to_have_it() {
    let mut world = World::default();
    world.settings.retention_days = 1;
    world.add(call_event("over", THEN, true));
    world.add(note("stays", THEN));
    let older_rows: Vec<Row> = rows_of(&world).into_iter().filter(|row| !is_of(row, Keyspace::Record)).collect();
    while !world.upkeep_at(THEN + 10 * DAY) {}
    let (_, result) = salvaged_with(rows_of(&world).chunks(7), &older_rows);
    assert_eq!((result.n_records, result.lost, result.n_missing), (1, Vec::new(), 0));
}

#[test]
fn of_two_versions_of_a_note_the_later_one_is_kept_wherever_it_lies() {
    let mut world = World::default();
    let id = world.add(note("first words", 1)).id;
    let first_rows = rows_of(&world);
    let text = |text: &str| NewText { text: text.to_owned(), metadata: String::new() };
    for (words, now) in [("second words", 10), ("third words", 20)] {
        let updated = world.run(|space, resumed| space.update(&id, &text(words), now, resumed)).unwrap();
        world.commit(updated.effects);
    }
    let third_rows = rows_of(&world);
    for (tree_rows, scattered) in [(&first_rows, &third_rows), (&third_rows, &first_rows)] {
        let (new_world, result) = salvaged_with(tree_rows.chunks(7), scattered);
        assert_eq!((new_world.texts(&all()), result.n_records), (vec!["third words".to_owned()], 1));
    }
    let all_rows = [first_rows, third_rows].concat();
    assert_eq!(salvaged_with([].chunks(1), &all_rows).0.texts(&all()), ["third words"]);
}

/// A second salvage keeps all rows that the first one made.
#[test]
fn what_was_salvaged_is_salvaged_again() {
    let mut world = world_with_forgotten();
    world.settings.retention_days = 1;
    let expired_call = call_event("over", THEN, true);
    world.add(expired_call.clone());
    while !world.upkeep_at(THEN + 10 * DAY) {}
    let mut rows = rows_of(&world);
    rows.retain(|row| !is_of(row, Keyspace::Event) || row.key.last().is_some_and(|byte| byte % 2 == 0));
    rows.push(rows_of(&world).into_iter().rfind(|row| is_of(row, Keyspace::Event)).unwrap());
    let (first_world, _) = salvaged(rows.chunks(7));
    let rows = rows_of(&first_world);
    let (mut second_world, result) = salvaged(rows.chunks(7));
    assert_eq!((result.n_records, result.lost.len(), result.n_damaged), (30, 0, 0));
    assert_eq!(second_world.rows, first_world.rows);
    assert_eq!(n_new(&mut second_world, notes(5_000)), 0);
}

impl World {
    /// Runs a slice of upkeep; returns whether it was the last one.
    fn upkeep_at(&mut self, now: i64) -> bool {
        let slice = self.run(|space, resumed| space.upkeep(now, 100, resumed)).unwrap();
        self.commit(slice.effects);
        slice.is_done
    }
}
