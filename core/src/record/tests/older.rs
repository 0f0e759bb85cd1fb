//! Records of older formats, in the bytes of the releases that wrote them: the files in `core/formats/` have one row on
//! each line.

use super::*;
use crate::episode::{CoEditsQuestion, ExportLinesQuestion, FileHistoryQuestion};

/// The beginning of a key that ranked a pair of files in format 2.
const RANKED_PREFIX: [u8; 3] = [0x94, 0, b'p'];

/// Rows of format 2, all of one session, a second apart. There are edits of two files for each of three tasks, and a
/// commit by others of one of these files and `theirs.py`; a failed call, a note, and a forgotten note.
fn world_of_format_2() -> World {
    let mut world = World::of_rows(include_str!("../../../formats/records-2.rows"));
    world.generation = 12;
    world
}

impl World {
    fn of_rows(lines: &str) -> World {
        let mut world = World::default();
        for line in lines.lines() {
            let (key, value) = line.split_once(' ').unwrap();
            world.rows.insert(bytes(key), bytes(value));
        }
        world
    }

    /// The ids of records, oldest first.
    fn ids(&self) -> Vec<String> {
        let (start, end) = keyspace::all_records();
        self.rows.range(start..end).map(|(key, _)| keyspace::id_at_end(key).unwrap().text()).collect()
    }

    /// The greatest number of occasions on which two files were edited together; `None` without co-edits.
    fn n_together(&self) -> Option<u64> {
        let question = CoEditsQuestion { min_occasions: 3, limit: 5, ..CoEditsQuestion::default() };
        let page = self.run(|space, resumed| space.co_edits(&question, resumed)).unwrap();
        page.pairs.first().map(|pair| pair.n)
    }

    fn n_touches(&self, path: &str) -> u64 {
        let question = FileHistoryQuestion { path: path.to_owned(), limit: 5 };
        self.run(|space, resumed| space.file_history(&question, resumed)).unwrap().n_touches
    }

    fn upkeep(&mut self, budget: u32) {
        loop {
            let slice = self.run(|space, resumed| space.upkeep(DAY, budget, resumed)).unwrap();
            self.commit(slice.effects);
            if slice.is_done {
                return;
            }
        }
    }

    fn formats(&self) -> (u32, u32, u32) {
        let totals = self.run(|space, resumed| space.totals(resumed)).unwrap();
        (totals.oldest_format, totals.stored_format, totals.newest_format)
    }

    /// Whether a row contains a word.
    fn holds(&self, word: &str) -> bool {
        self.rows.values().any(|value| value.windows(word.len()).any(|bytes| bytes == word.as_bytes()))
    }
}

#[test]
fn rows_of_format_1_are_read_and_upkeep_writes_them_anew_in_slices() {
    let mut world = World::of_rows(include_str!("../../../formats/records-1.rows"));
    world.generation = 3;
    let before = world.page(&all());
    assert_eq!(before.notes.len(), 3);
    assert_eq!(world.formats(), (1, 1, 3), "a host sees that the next change outgrows what is stored");
    let mut n_rewritten = 0;
    loop {
        let slice = world.run(|space, resumed| space.upkeep(DAY, 1, resumed)).unwrap();
        n_rewritten += slice.n_rewritten;
        world.commit(slice.effects);
        if slice.is_done {
            break;
        }
        assert_eq!(world.formats(), (if n_rewritten < 3 { 1 } else { world.formats().0 }, 3, 3));
    }
    assert_eq!((n_rewritten, world.formats()), (3, (3, 3, 3)));
    assert_eq!(world.page(&all()).notes, before.notes);
    let generation = world.generation;
    assert!(world.run(|space, resumed| space.upkeep(DAY, 1, resumed)).unwrap().is_done);
    assert_eq!(world.generation, generation, "where nothing is to be done nothing is written");
}

#[test]
fn rows_of_format_2_say_what_they_said() {
    let world = world_of_format_2();
    let export = |world: &World| {
        let question = ExportLinesQuestion::default();
        world.run(|space, resumed| space.export_lines(&question, resumed)).unwrap().text
    };
    let lines_before = export(&world);
    for text in
        ["\"success\":false", "error: no rule", "tests want Node 20", "\"path\":\"theirs.py\"", "\"n_lines\":10"]
    {
        assert!(lines_before.contains(text), "{text}: {lines_before}");
    }
    assert_eq!((world.n_touches("a.py"), world.n_touches("b.py"), world.formats()), (4, 3, (2, 2, 3)));
    let mut upkept_world = world.clone();
    upkept_world.upkeep(3);
    assert_eq!((export(&upkept_world), upkept_world.formats()), (lines_before, (3, 3, 3)));
    assert_eq!(
        (upkept_world.n_touches("a.py"), upkept_world.n_touches("b.py")),
        (3, 3),
        "a commit of others is told apart"
    );
}

#[test]
fn upkeep_counts_occasions_of_records_of_format_2_and_removes_what_they_had_instead() {
    for budget in [1, 2, 100] {
        let mut world = world_of_format_2();
        assert_eq!(world.n_together(), None);
        assert!(world.rows.keys().any(|key| key.starts_with(&RANKED_PREFIX)));
        world.upkeep(budget);
        assert_eq!(world.n_together(), Some(3));
        assert!(world.rows.keys().all(|key| key[0] != 0x8e && key[0] != 0x8f && !key.starts_with(&RANKED_PREFIX)));
    }
}

/// All rows except those of the index of words, whose segments depend on the order of batches, and the position of
/// masking older records.
fn without_words(world: &World) -> BTreeMap<&[u8], &[u8]> {
    let rows = world.rows.iter().map(|(key, value)| (key.as_slice(), value.as_slice()));
    rows.filter(|(key, _)| !(0xa0..=0xa2).contains(&key[0])).collect()
}

/// Formerly all pairs of a memory were gone after an upgrade, until somebody ran upkeep.
#[test]
fn what_is_added_takes_records_of_format_2_along_until_none_is_left() {
    let mut world = world_of_format_2();
    let n_records = |world: &World| world.run(|space, resumed| space.totals(resumed)).unwrap().n_records;
    assert_eq!(n_records(&world), 10);
    world.add(note("one more", 1_700_000_100_000));
    assert_eq!((world.n_together(), world.formats(), n_records(&world)), (Some(3), (3, 3, 3), 11));
    let mut upkept_world = world_of_format_2();
    upkept_world.upkeep(100);
    upkept_world.add(note("one more", 1_700_000_100_000));
    assert_eq!(without_words(&upkept_world), without_words(&world));

    // A record of 2 is added in the same call as its file is touched again.
    let mut edited_world = world_of_format_2();
    let edit = |at: i64| {
        let touch = touch_of(["a.py", "b.py"][at as usize % 2], FileOperation::Edit);
        let task = format!("new {}", at / 2);
        Event { task, body: EventBody::FileTouch(touch), ..note(&format!("{at}"), 1_700_000_200_000 + at) }
    };
    let batch = edited_world.pack((0..8).map(edit).collect());
    edited_world.add_batches(&[batch]);
    assert_eq!(
        (edited_world.n_together(), edited_world.n_touches("a.py"), edited_world.formats()),
        (Some(7), 7, (3, 3, 3))
    );
}

#[test]
fn what_is_told_again_takes_nothing_along() {
    let mut world = world_of_format_2();
    let note = Event { session: "s1".to_owned(), ..note("e10", 1_700_000_010_000) };
    let note = Event { body: EventBody::Note("tests want Node 20".to_owned()), ..note };
    let generation = world.generation;
    assert!(!world.add(note).is_new);
    assert_eq!((world.generation, world.formats()), (generation, (2, 2, 3)));
}

#[test]
fn forgetting_a_record_of_format_2_uncounts_nothing_that_was_never_counted() {
    let mut world = world_of_format_2();
    let first_id = world.ids().remove(0);
    assert_eq!(world.forget(&first_id), Fate::Forgotten);
    world.upkeep(1);
    assert_eq!(world.n_together(), None, "two occasions are left, and three make a pair");
    assert_eq!((world.n_touches("a.py"), world.n_touches("b.py")), (2, 3));
}

/// Formerly paths stayed after their records were forgotten or erased: those of a commit's files, and those of own
/// edits in the list of all paths.
#[test]
fn no_path_of_a_file_is_left_whose_touches_of_format_2_are_forgotten() {
    for budget in [None, Some(1), Some(2), Some(9), Some(100)] {
        let mut world = world_of_format_2();
        if let Some(budget) = budget {
            let slice = world.run(|space, resumed| space.upkeep(DAY, budget, resumed)).unwrap();
            world.commit(slice.effects);
        }
        let ids = world.ids();
        assert!(world.holds("theirs.py"));
        assert_eq!(world.forget(&ids[7]), Fate::Forgotten);
        assert!(!world.holds("theirs.py"), "{budget:?}");
        assert!(world.holds("a.py") && world.holds("b.py"));
        // One by one, or all at once.
        let remaining_ids = &ids[..7];
        match budget {
            Some(1) => remaining_ids.iter().for_each(|id| assert_eq!(world.forget(id), Fate::Forgotten)),
            _ => {
                let forgetting = world.run(|space, resumed| space.forget(remaining_ids, DAY, resumed)).unwrap();
                world.commit(forgetting.effects);
            }
        }
        assert!(!world.holds("a.py") && !world.holds("b.py"), "{budget:?}");
        let n_rows_in = |one: keyspace::Keyspace| world.rows.keys().filter(|key| key[0] == one as u8).count();
        assert_eq!((n_rows_in(keyspace::Keyspace::File), n_rows_in(keyspace::Keyspace::Paths)), (0, 0), "{budget:?}");
    }
}

/// Formerly pairs between a new edit and older edits of its task were lost if the same call rewrote the older edits.
#[test]
fn an_edit_makes_its_pairs_with_records_of_format_2_that_are_written_anew_beside_it() {
    let edit = || {
        let body = EventBody::FileTouch(touch_of("new.py", FileOperation::Edit));
        Event { task: "t1".to_owned(), body, ..note("new", DAY) }
    };
    let pairs = |world: &World| {
        let pair_keys = world.rows.keys().filter(|key| key[0] == keyspace::Keyspace::Together as u8);
        pair_keys.cloned().collect::<Vec<_>>()
    };
    let (mut upkept_last, mut upkept_first) = (world_of_format_2(), world_of_format_2());
    upkept_last.add(edit());
    upkept_last.upkeep(100);
    upkept_first.upkeep(100);
    upkept_first.add(edit());
    assert_eq!(pairs(&upkept_last), pairs(&upkept_first));
}
