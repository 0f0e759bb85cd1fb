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
    let (mut new, mut told) = (World::default(), Salvaged::default());
    for part in [SalvagePart::Forgotten, SalvagePart::Kept, SalvagePart::Lost] {
        let slices = slices.clone().map(|slice| (slice, false));
        for (slice, is_scattered) in slices.chain(scattered.chunks(5).map(|slice| (slice, true))) {
            let Salvaged { effects, n_records, n_damaged, lost, n_missing, n_tombstones_missing } =
                new.run(|space, resumed| space.salvage((part, is_scattered), slice, resumed)).unwrap();
            new.commit(effects);
            told.n_records += n_records;
            told.n_damaged += n_damaged;
            told.n_missing += n_missing;
            told.n_tombstones_missing += n_tombstones_missing;
            told.lost.extend(lost);
        }
    }
    (new, told)
}

fn called(event_id: &str, time: i64, success: bool) -> Event {
    let call = ToolCall {
        tool: "Bash".to_owned(),
        parameters: "{\"command\":\"make\"}".to_owned(),
        success: Some(success),
        ..ToolCall::default()
    };
    Event { session: "s".to_owned(), body: EventBody::ToolCall(call), ..note(event_id, time) }
}

fn edited(event_id: &str, time: i64) -> Event {
    let touch = touch_of("Makefile", FileOperation::Edit);
    Event { session: "s".to_owned(), body: EventBody::FileTouch(touch), ..note(event_id, time) }
}

/// The events of forty notes, a millisecond apart; `later` shifts their times.
fn notes(later: i64) -> Vec<Event> {
    (0..40).map(|at| note(&format!("{at:02}"), at + later)).collect()
}

fn with_forgotten() -> World {
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
    let world = with_forgotten();
    let mut rows = rows_of(&world);
    rows.retain(|row| !is_of(row, Keyspace::Event));
    for later in [0, 5_000] {
        for size in [1, 7, 1_000] {
            let (mut new, told) = salvaged(rows.chunks(size));
            assert_eq!((told.n_records, told.lost.len(), told.n_missing), (30, 0, 0));
            assert_eq!(n_new(&mut new, notes(later)), 0);
            assert_eq!(new.texts(&all()), world.texts(&all()));
            // Told once, an event is known by a row of its own again.
            let of_events =
                |world: &World| rows_of(world).into_iter().filter(|row| is_of(row, Keyspace::Event)).count();
            assert_eq!((of_events(&new), of_events(&world)), (40, 40));
        }
    }
}

/// Formerly an event whose row was damaged was taken for a new event.
#[test]
fn a_damaged_row_of_an_event_adds_nothing_twice_and_brings_nothing_back() {
    let mut world = with_forgotten();
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
    let tell = |world: &mut World| {
        world.add(called("fails", 1, false));
        world.add(edited("edit", 2));
        world.add(called("works", 3, true)).is_new
    };
    let mut world = World::default();
    tell(&mut world);
    let of_observations = |world: &World| -> Vec<Vec<u8>> {
        let prefix = keyspace::list_prefix("", EventKind::Observation, "");
        world.rows.keys().filter(|key| key.starts_with(&prefix)).cloned().collect()
    };
    let seen = keyspace::ordered_id(&of_observations(&world)[0]).unwrap();
    assert_eq!(world.forget(&seen.text()), Fate::Forgotten);
    // What is left is that it was forgotten: its events are told anew.
    let mut rows = rows_of(&world);
    rows.retain(|row| is_of(row, Keyspace::Tombstone));
    let (mut new, _) = salvaged(rows.chunks(100));
    assert!(tell(&mut new));
    assert_eq!(of_observations(&new), Vec::<Vec<u8>>::new());
}

/// Formerly 26 of 400 lines were named as lost and yet counted as known, so that no backup could bring them back.
#[test]
fn what_a_salvage_lost_is_new_when_it_is_told_again_and_what_had_expired_is_not() {
    let mut world = World::default();
    world.settings.retention_days = 1;
    let told: Vec<Event> = (0..12).map(|at| called(&format!("o{at:02}"), THEN + at, true)).collect();
    let recent: Vec<Event> = (12..24).map(|at| called(&format!("r{at:02}"), THEN + 9 * DAY + at, true)).collect();
    assert_eq!(n_new(&mut world, [told.clone(), recent.clone(), notes(THEN)].concat()), 64);
    while !world.upkeep_at(THEN + 10 * DAY) {}
    let totals = |world: &World| world.run(|space, resumed| space.totals(resumed)).unwrap().n_records;
    assert_eq!(totals(&world), 52);
    // Every third record is gone: the first of them by a flipped bit.
    let mut at = 0;
    let mut rows = rows_of(&world);
    rows.retain_mut(|row| {
        let is_lost = is_of(row, Keyspace::Record) && {
            at += 1;
            at % 3 == 0
        };
        if is_lost && at == 3 {
            *row.value.last_mut().unwrap() ^= 1;
        }
        !is_lost || at == 3
    });
    let lost = at / 3;
    for size in [1, 7, 1_000] {
        let (mut new, salvaged) = salvaged(rows.chunks(size));
        let named: BTreeSet<&str> = salvaged.lost.iter().map(|lost| lost.id.as_str()).collect();
        assert_eq!((named.len(), salvaged.n_records as usize), (lost, 52 - lost));
        assert_eq!(n_new(&mut new, told.clone()), 0, "they were over");
        assert_eq!(n_new(&mut new, [recent.clone(), notes(THEN)].concat()), lost);
        assert_eq!(totals(&new), 52);
    }
}

/// Formerly a note counted as known if only the row of its event was left, though its text was gone.
#[test]
fn a_note_of_which_only_the_event_is_left_is_named_and_new_when_it_is_told_again() {
    let mut world = World::default();
    n_new(&mut world, notes(0));
    let mut rows = rows_of(&world);
    rows.retain(|row| is_of(row, Keyspace::Event) || is_of(row, Keyspace::Totals));
    let (mut new, told) = salvaged(rows.chunks(9));
    assert_eq!((told.n_records, told.lost.len(), told.n_missing), (0, 40, 40));
    assert_eq!(n_new(&mut new, notes(0)), 40);
    assert_eq!(n_new(&mut new, notes(7)), 0);
    assert_eq!(new.page(&all()).n_notes, 40);
}

/// Formerly importing the memory's own export recorded 69 records twice, and lines without a time were recorded twice.
#[test]
fn a_record_whose_event_was_lost_is_there_once_whenever_it_is_told_again() {
    let mut world = World::default();
    n_new(&mut world, notes(0));
    let mut rows = rows_of(&world);
    rows.retain(|row| !is_of(row, Keyspace::Event));
    for later in [0, 5_000] {
        let (mut new, _) = salvaged(rows.chunks(7));
        assert_eq!(n_new(&mut new, notes(later)), 0);
        assert_eq!((new.texts(&all()), new.page(&all()).n_notes), (world.texts(&all()), 40));
    }
    let other = Event { body: EventBody::Note("other words".to_owned()), ..note("00", 0) };
    let (mut new, _) = salvaged(rows.chunks(7));
    let other = new.pack(vec![other]);
    assert!(matches!(new.add_batches(&[other])[0], Outcome::Refused(Error::Invalid { argument: "event-id", .. })));
}

/// Formerly rows that were given twice, from pages that were exchanged, were counted twice.
#[test]
fn rows_that_are_given_twice_count_once() {
    let mut world = with_forgotten();
    world.owner.tenant = "other".to_owned();
    n_new(&mut world, notes(0));
    let mut rows = rows_of(&world);
    let mut at = 0;
    rows.retain(|row| {
        !is_of(row, Keyspace::Record) || {
            at += 1;
            at % 10 > 0
        }
    });
    rows.retain(|row| !is_of(row, Keyspace::Order));
    rows.push(Row { key: vec![0xee, 1], value: vec![1] });
    for size in [1, 7, 1_000] {
        let (once, told) = salvaged(rows.chunks(size));
        let (twice, again) = salvaged(rows.chunks(size).chain(rows.chunks(9)));
        assert_eq!((told.n_damaged, told.n_missing, told.n_records), (1, 7, 63));
        // What several rows name is named several times.
        let named = |told: &Salvaged| -> BTreeSet<String> { told.lost.iter().map(|lost| lost.id.clone()).collect() };
        assert_eq!(named(&again), named(&told));
        assert_eq!(Salvaged { lost: told.lost.clone(), ..again }, told);
        assert_eq!(twice.rows, once.rows);
    }
}

/// Formerly an older page, in place of one that led to the pages of the last commit, brought twenty forgotten records
/// back, and lost 83 of the newest without notice.
#[test]
fn what_an_older_page_hides_is_forgotten_still_and_what_came_later_is_there() {
    let mut world = World::default();
    let ids: Vec<String> = notes(0).into_iter().map(|event| world.add(event).id).collect();
    let older = rows_of(&world);
    let later: Vec<Event> = (0..20).map(|at| note(&format!("later {at}"), 100 + at)).collect();
    n_new(&mut world, later.clone());
    ids.iter().take(20).for_each(|id| assert_eq!(world.forget(id), Fate::Forgotten));
    let newer = rows_of(&world);
    let (mut new, told) = salvaged_with(older.chunks(7), &newer);
    assert_eq!((told.n_records, told.lost.len(), told.n_missing, told.n_tombstones_missing), (40, 0, 0, 0));
    assert_eq!(new.texts(&all()), world.texts(&all()));
    assert_eq!(n_new(&mut new, [notes(0), later].concat()), 0);
    // Where the newer records are gone too, but for one of their counts, they are missing.
    let totals: Vec<Row> = newer.into_iter().filter(|row| is_of(row, Keyspace::Totals)).collect();
    let (_, told) = salvaged_with(older.chunks(7), &totals);
    assert_eq!(
        (told.n_records, told.n_missing, told.n_tombstones_missing),
        (40, 0, 20),
        "20 are forgotten, 20 are new"
    );
}

/// Formerly a flipped bit in a tombstone let its forgotten record come back with the next import.
#[test]
fn a_tombstone_of_which_the_key_alone_is_left_counts_and_one_that_is_gone_is_told() {
    let world = with_forgotten();
    let mut rows = rows_of(&world);
    for row in rows.iter_mut().filter(|row| is_of(row, Keyspace::Tombstone)) {
        *row.value.last_mut().unwrap() ^= 1;
    }
    let (mut new, told) = salvaged(rows.chunks(7));
    assert_eq!((told.n_records, told.n_damaged, told.lost.len(), told.n_tombstones_missing), (30, 10, 0, 0));
    assert_eq!(n_new(&mut new, notes(0)), 0);
    rows.retain(|row| !is_of(row, Keyspace::Tombstone));
    let (_, told) = salvaged(rows.chunks(7));
    assert_eq!((told.n_records, told.n_missing, told.n_tombstones_missing), (30, 0, 10));
}

/// A record's key differs from its tombstone's by one bit of the first byte.
#[test]
fn a_record_whose_key_became_that_of_a_tombstone_is_not_forgotten() {
    let mut world = World::default();
    n_new(&mut world, notes(0));
    let mut rows = rows_of(&world);
    let flipped = rows.iter_mut().find(|row| is_of(row, Keyspace::Record)).unwrap();
    flipped.key[0] = Keyspace::Tombstone as u8;
    let (mut new, told) = salvaged(rows.chunks(7));
    assert_eq!((told.n_records, told.n_missing), (39, 1));
    assert_eq!(n_new(&mut new, notes(0)), 1);
}

#[test]
fn what_had_expired_is_not_lost_though_pages_that_nothing_leads_to_have_it() {
    let mut world = World::default();
    world.settings.retention_days = 1;
    world.add(called("over", THEN, true));
    world.add(note("stays", THEN));
    let older: Vec<Row> = rows_of(&world).into_iter().filter(|row| !is_of(row, Keyspace::Record)).collect();
    while !world.upkeep_at(THEN + 10 * DAY) {}
    let (_, told) = salvaged_with(rows_of(&world).chunks(7), &older);
    assert_eq!((told.n_records, told.lost, told.n_missing), (1, Vec::new(), 0));
}

#[test]
fn of_two_versions_of_a_note_the_later_one_is_kept_wherever_it_lies() {
    let mut world = World::default();
    let id = world.add(note("first words", 1)).id;
    let first = rows_of(&world);
    let text = |text: &str| NewText { text: text.to_owned(), metadata: String::new() };
    for (words, now) in [("second words", 10), ("third words", 20)] {
        let updated = world.run(|space, resumed| space.update(&id, &text(words), now, resumed)).unwrap();
        world.commit(updated.effects);
    }
    let third = rows_of(&world);
    for (tree, scattered) in [(&first, &third), (&third, &first)] {
        let (new, told) = salvaged_with(tree.chunks(7), scattered);
        assert_eq!((new.texts(&all()), told.n_records), (vec!["third words".to_owned()], 1));
    }
    let both = [first, third].concat();
    assert_eq!(salvaged_with([].chunks(1), &both).0.texts(&all()), ["third words"]);
}

/// A second salvage keeps all rows that the first one made.
#[test]
fn what_was_salvaged_is_salvaged_again() {
    let mut world = with_forgotten();
    world.settings.retention_days = 1;
    let over = called("over", THEN, true);
    world.add(over.clone());
    while !world.upkeep_at(THEN + 10 * DAY) {}
    let mut rows = rows_of(&world);
    rows.retain(|row| !is_of(row, Keyspace::Event) || row.key.last().is_some_and(|byte| byte % 2 == 0));
    rows.push(rows_of(&world).into_iter().rfind(|row| is_of(row, Keyspace::Event)).unwrap());
    let (first, _) = salvaged(rows.chunks(7));
    let rows = rows_of(&first);
    let (mut second, told) = salvaged(rows.chunks(7));
    assert_eq!((told.n_records, told.lost.len(), told.n_damaged), (30, 0, 0));
    assert_eq!(second.rows, first.rows);
    assert_eq!(n_new(&mut second, notes(5_000)), 0);
}

impl World {
    /// Runs a slice of upkeep; returns whether it was the last one.
    fn upkeep_at(&mut self, now: i64) -> bool {
        let slice = self.run(|space, resumed| space.upkeep(now, 100, resumed)).unwrap();
        self.commit(slice.effects);
        slice.is_done
    }
}
