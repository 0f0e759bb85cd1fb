//! What follows from records of an older format, as upkeep makes it.

use super::*;
use crate::base::id::RecordId;
use crate::episode::{CoEditsQuestion, FileHistoryQuestion};

/// The touches of three tasks, each of two files, as format 2 kept them: told apart by the format in their rows alone.
fn of_format_2() -> (World, Vec<String>) {
    let mut world = World::default();
    let touch = |path: &str| FileTouch {
        path: path.to_owned(),
        operation: FileOperation::Edit,
        first_line: 0,
        last_line: 0,
        success: true,
        why: String::new(),
        change: String::new(),
    };
    let mut ids = Vec::new();
    for at in 0..6 {
        let body = EventBody::FileTouch(touch(["a.py", "b.py"][at % 2]));
        ids.push(world.add(Event { task: format!("t{}", at / 2), body, ..note(&at.to_string(), at as i64) }).id);
    }
    let of_pairs = [keyspace::Keyspace::Occasion, keyspace::Keyspace::Together, keyspace::Keyspace::Ranked];
    world.rows.retain(|key, _| of_pairs.iter().all(|one| key[0] != *one as u8));
    for (key, value) in &mut world.rows {
        if key[0] == keyspace::Keyspace::Record as u8 {
            value[0] = 2;
            crate::row::seal::finish(key, value);
        }
    }
    let meta = rows::Meta { newest: 2, oldest: 2 };
    world.rows.insert(keyspace::meta(), envelope::stored(&keyspace::meta(), &meta));
    // What format 2 counted instead.
    for keyspace in [0x8e, 0x8f, 0x94] {
        world.rows.insert(vec![keyspace, 0, b'p', 1], vec![0]);
    }
    (world, ids)
}

fn n_together(world: &World) -> Option<u64> {
    let question = CoEditsQuestion { least: 3, most: 5, ..CoEditsQuestion::default() };
    let page = world.run(|space, resumed| space.co_edits(&question, resumed)).unwrap();
    page.pairs.first().map(|pair| pair.n)
}

fn upkeep(world: &mut World, budget: u32) {
    loop {
        let slice = world.run(|space, resumed| space.upkeep(DAY, budget, resumed)).unwrap();
        world.commit(slice.effects);
        if slice.is_done {
            return;
        }
    }
}

#[test]
fn upkeep_counts_occasions_of_records_of_format_2_and_removes_what_they_had_instead() {
    for budget in [1, 2, 100] {
        let (mut world, _) = of_format_2();
        assert_eq!(n_together(&world), None);
        upkeep(&mut world, budget);
        assert_eq!(n_together(&world), Some(3));
        assert!(world.rows.keys().all(|key| key[0] != 0x8e && key[0] != 0x8f && !key.ends_with(&[b'p', 1])));
    }
}

#[test]
fn forgetting_a_record_of_format_2_uncounts_nothing_that_was_never_counted() {
    let (mut world, ids) = of_format_2();
    let forgetting = world.run(|space, resumed| space.forget(&ids[..1], DAY, resumed)).unwrap();
    world.commit(forgetting.effects);
    upkeep(&mut world, 1);
    assert_eq!(n_together(&world), None, "two occasions are left, and three make a pair");
    let question = FileHistoryQuestion { path: "a.py".to_owned(), most: 5 };
    assert_eq!(world.run(|space, resumed| space.file_history(&question, resumed)).unwrap().n_touches, 2);
    assert!(RecordId::parse(&ids[0]).is_some());
}
