//! Files that are edited together, whatever the order in which edits come and go.

use super::*;
use crate::episode::CoEditsQuestion;

/// An edit of a file for a task.
fn edit(event_id: usize, time: i64, task: usize, file: usize) -> Event {
    let touch = touch_of(&format!("{file}.py"), FileOperation::Edit);
    Event { task: format!("t{task}"), body: EventBody::FileTouch(touch), ..note(&event_id.to_string(), time) }
}

/// Edits of eight files for three tasks, in two sessions and on three days, some of which others made.
fn edits(n: usize) -> Vec<Event> {
    let mut seed = 7u64;
    let mut random = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((seed >> 33) % below) as usize
    };
    let mut one = |at: usize| {
        let mut edit = edit(at, random(3 * DAY as u64) as i64, random(3), random(8));
        match random(4) {
            0 => edit.task.clear(),
            1 => (edit.task, edit.session) = (String::new(), format!("s{}", random(2))),
            2 => edit.origin = Origin::Imported,
            _ => {}
        }
        edit
    };
    (0..n).map(&mut one).collect()
}

/// The rows that are derived for co-edits: the files of occasions, pairs, and their ranks.
fn pairs(world: &World) -> BTreeMap<Vec<u8>, Vec<u8>> {
    let is_of_pairs = |key: &[u8]| {
        let of = |one: keyspace::Keyspace| key.first() == Some(&(one as u8));
        [keyspace::Keyspace::Occasion, keyspace::Keyspace::Together, keyspace::Keyspace::Ranked].into_iter().any(of)
    };
    world.rows.iter().filter(|(key, _)| is_of_pairs(key)).map(|(key, value)| (key.clone(), value.clone())).collect()
}

#[test]
fn pairs_follow_from_the_edits_that_are_left_in_whatever_batches_they_came() {
    let edits = edits(150);
    let mut batch_world = World::default();
    let batches: Vec<Vec<u8>> = edits.chunks(40).map(|some| batch_world.pack(some.to_vec())).collect();
    batch_world.add_batches(&batches);
    let mut single_world = World::default();
    let ids: Vec<String> = edits.iter().rev().map(|edit| single_world.add(edit.clone()).id).rev().collect();
    assert_eq!(pairs(&batch_world), pairs(&single_world));
    assert!(pairs(&batch_world).len() > 100, "there are pairs, and some of them are ranked");
    let (forgotten_ids, kept_ids) = ids.split_at(60);
    let forgetting = batch_world.run(|space, resumed| space.forget(forgotten_ids, DAY, resumed)).unwrap();
    batch_world.commit(forgetting.effects);
    forgotten_ids.iter().for_each(|id| assert_eq!(single_world.forget(id), Fate::Forgotten));
    let mut kept_world = World::default();
    edits.iter().skip(forgotten_ids.len()).for_each(|edit| drop(kept_world.add(edit.clone())));
    assert_eq!(kept_ids.len(), 90);
    assert_eq!(pairs(&batch_world), pairs(&kept_world));
    assert_eq!(pairs(&single_world), pairs(&kept_world));
}

fn co_edits(world: &World, path: &str, limit: u32) -> Vec<(String, String, u64, u64)> {
    let question = CoEditsQuestion { path: path.to_owned(), min_occasions: 3, limit };
    let page = world.run(|space, resumed| space.co_edits(&question, resumed)).unwrap();
    page.pairs.into_iter().map(|pair| (pair.path, pair.other, pair.n, pair.n_imported)).collect()
}

#[test]
fn fifty_edits_of_a_file_and_forty_of_another_for_a_task_are_one_occasion() {
    let mut world = World::default();
    for task in 0..4 {
        let day = DAY * task as i64;
        let first_edits = (0..50).map(|at| edit(1_000 * task + at, day + at as i64, task, 0));
        let second_edits = (0..40).map(|at| edit(1_000 * task + 100 + at, day + at as i64, task, 1));
        let batch = world.pack(first_edits.chain(second_edits).collect());
        world.add_batches(&[batch]);
        let n = task as u64 + 1;
        let pairs = if n < 3 { Vec::new() } else { vec![("0.py".to_owned(), "1.py".to_owned(), n, 0)] };
        assert_eq!(co_edits(&world, "", 10), pairs);
    }
}

#[test]
fn without_a_task_the_session_is_the_occasion_and_without_both_the_day() {
    let mut world = World::default();
    let edit_without_task = |at: usize, time: i64, file: usize, session: &str| Event {
        task: String::new(),
        session: session.to_owned(),
        ..edit(at, time, 0, file)
    };
    for (at, session) in ["s1", "s2", ""].into_iter().enumerate() {
        world.add(edit_without_task(10 * at, 5, 0, session));
        world.add(edit_without_task(10 * at + 1, 3_600_000, 1, session));
    }
    // Another day without a session, on which only one was edited.
    world.add(edit_without_task(100, DAY, 0, ""));
    assert_eq!(co_edits(&world, "1.py", 10), [("1.py".to_owned(), "0.py".to_owned(), 3, 0)]);
}

#[test]
fn commits_of_others_count_and_are_told_apart() {
    let mut world = World::default();
    for task in 0..3 {
        for file in 0..2 {
            world.add(Event { origin: Origin::Imported, ..edit(2 * task + file, 5, task, file) });
        }
    }
    world.add(edit(100, 5, 0, 0));
    assert_eq!(co_edits(&world, "", 10)[0].2, 3, "an own edit beside others' commit is no occasion yet");
    world.add(edit(101, 5, 0, 1));
    assert_eq!(co_edits(&world, "", 10), [("0.py".to_owned(), "1.py".to_owned(), 4, 3)]);
}

#[test]
fn of_an_occasion_with_many_files_fifty_make_pairs_whatever_their_order() {
    let n_pairs = |world: &World| world.rows.keys().filter(|key| key[0] == keyspace::Keyspace::Together as u8).count();
    let all_edits: Vec<Event> = (0..700).map(|file| edit(file, 5, 0, file)).collect();
    let mut forwards = World::default();
    let batches: Vec<Vec<u8>> = all_edits.chunks(300).map(|some| forwards.pack(some.to_vec())).collect();
    forwards.add_batches(&batches);
    let mut backwards = World::default();
    let ids: Vec<String> = all_edits.iter().rev().map(|edit| backwards.add(edit.clone()).id).collect();
    assert_eq!(n_pairs(&forwards), 50 * 49);
    assert_eq!(pairs(&forwards), pairs(&backwards));
    for some in ids[..660].chunks(111) {
        let forgetting = forwards.run(|space, resumed| space.forget(some, DAY, resumed)).unwrap();
        forwards.commit(forgetting.effects);
    }
    assert_eq!(n_pairs(&forwards), 40 * 39);
    let mut kept_world = World::default();
    all_edits[..40].iter().for_each(|edit| drop(kept_world.add(edit.clone())));
    assert_eq!(pairs(&forwards), pairs(&kept_world), "others take the places of those that go");
}

#[test]
fn files_outside_the_project_make_no_pairs() {
    let mut world = World::default();
    for task in 0..3 {
        world.add(edit(2 * task, 5, task, 0));
        let mut foreign_edit = edit(2 * task + 1, 5, task, 1);
        if let EventBody::FileTouch(touch) = &mut foreign_edit.body {
            touch.path = "/etc/hosts".to_owned();
        }
        world.add(foreign_edit);
    }
    assert_eq!(co_edits(&world, "", 10), []);
}

#[test]
fn an_edit_of_a_file_with_many_pairs_asks_only_for_the_pairs_that_it_makes() {
    let mut world = World::default();
    for other in 1..400 {
        let time = DAY * 1_000 + 3_600_000 * other as i64;
        let two_edits = [edit(2 * other, time, other, 0), edit(2 * other + 1, time + 1, other, other)];
        let batch = world.pack(two_edits.to_vec());
        world.add_batches(&[batch]);
    }
    let batches = [world.pack(vec![edit(0, DAY * 2_000, 1, 0)])];
    let mut n_rows = 0;
    let space = world.space();
    let mut resumed = None;
    while let Reply::Ask(Ask { requests, ticket }) = reply(space.add(&batches, resumed.take())).unwrap() {
        let answers: Vec<RowPage> = requests.iter().map(|request| world.answer(request)).collect();
        // Segments of the index of words are merged now and then, sixteen rows at a time.
        n_rows += answers.iter().flat_map(|page| &page.rows).filter(|row| row.key[0] != 0xa1).count();
        resumed = Some(Resumed { ticket, answers: answers.into_iter().map(Answer::Rows).collect() });
    }
    assert!(n_rows < 20, "{n_rows} rows");
}
