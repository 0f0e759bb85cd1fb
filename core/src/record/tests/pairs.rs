//! Files that are edited together, whatever the order in which edits come and go.

use super::*;

/// An edit of a file for a task.
fn edit(event_id: usize, time: i64, task: usize, file: usize) -> Event {
    let touch = FileTouch {
        path: format!("{file}.py"),
        operation: FileOperation::Edit,
        first_line: 0,
        last_line: 0,
        success: true,
        why: String::new(),
        change: String::new(),
    };
    Event { task: format!("t{task}"), body: EventBody::FileTouch(touch), ..note(&event_id.to_string(), time) }
}

/// Edits of eight files for three tasks, near enough that most are together with some others.
fn edits(n: usize) -> Vec<Event> {
    let mut seed = 7u64;
    let mut random = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((seed >> 33) % below) as usize
    };
    (0..n).map(|at| edit(at, random(3_000_000) as i64, random(3), random(8))).collect()
}

/// What is stored of pairs: edits for tasks, pairs, and their ranks.
fn pairs(world: &World) -> BTreeMap<Vec<u8>, Vec<u8>> {
    let is_of_pairs = |key: &[u8]| {
        let of = |one: keyspace::Keyspace| key.first() == Some(&(one as u8));
        [keyspace::Keyspace::TaskEdit, keyspace::Keyspace::Pair, keyspace::Keyspace::Ranked].into_iter().any(of)
    };
    world.rows.iter().filter(|(key, _)| is_of_pairs(key)).map(|(key, value)| (key.clone(), value.clone())).collect()
}

#[test]
fn pairs_follow_from_the_edits_that_are_left_in_whatever_batches_they_came() {
    let edits = edits(150);
    let mut at_once = World::default();
    let batches: Vec<Vec<u8>> = edits.chunks(40).map(|some| at_once.pack(some.to_vec())).collect();
    at_once.add_batches(&batches);
    let mut one_by_one = World::default();
    let ids: Vec<String> = edits.iter().rev().map(|edit| one_by_one.add(edit.clone()).id).rev().collect();
    assert_eq!(pairs(&at_once), pairs(&one_by_one));
    assert!(pairs(&at_once).len() > 200, "there are pairs, and some of them are ranked");
    let (gone, left) = ids.split_at(60);
    let forgetting = at_once.run(|space, resumed| space.forget(gone, DAY, resumed)).unwrap();
    at_once.commit(forgetting.effects);
    gone.iter().for_each(|id| assert_eq!(one_by_one.forget(id), Fate::Forgotten));
    let mut others = World::default();
    edits.iter().skip(gone.len()).for_each(|edit| drop(others.add(edit.clone())));
    assert_eq!(left.len(), 90);
    assert_eq!(pairs(&at_once), pairs(&others));
    assert_eq!(pairs(&one_by_one), pairs(&others));
}

#[test]
fn an_edit_of_a_file_with_many_pairs_asks_for_those_alone_that_it_makes() {
    let mut world = World::default();
    for other in 1..400 {
        let hour = 3_600_000 * other as i64;
        let two = [edit(2 * other, hour, other, 0), edit(2 * other + 1, hour + 1, other, other)];
        let batch = world.pack(two.to_vec());
        world.add_batches(&[batch]);
    }
    let batches = [world.pack(vec![edit(0, DAY * 100, 1, 0)])];
    let mut n_rows = 0;
    let space = world.space();
    let mut resumed = None;
    while let Reply::Ask(Ask { requests, ticket }) = reply(space.add(&batches, resumed.take())).unwrap() {
        let answers: Vec<RowPage> = requests.iter().map(|request| world.answer(request)).collect();
        n_rows += answers.iter().map(|page| page.rows.len()).sum::<usize>();
        resumed = Some(Resumed { ticket, answers: answers.into_iter().map(Answer::Rows).collect() });
    }
    assert!(n_rows < 20, "{} rows", n_rows);
}
