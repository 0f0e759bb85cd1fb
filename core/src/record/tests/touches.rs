//! Files that were touched, found by a part of their paths.

use super::*;
use crate::episode::{LastTouchesQuestion, TouchPage};

fn touch(event_id: usize, path: &str) -> Event {
    let touch = touch_of(path, FileOperation::Read);
    Event { body: EventBody::FileTouch(touch), ..note(&event_id.to_string(), event_id as i64 * 1_000) }
}

impl World {
    fn touch_all(&mut self, touches: &[Event]) -> Vec<String> {
        let batches: Vec<Vec<u8>> = touches.chunks(500).map(|some| self.pack(some.to_vec())).collect();
        let outcomes = self.add_batches(&batches);
        let added = outcomes.into_iter().flat_map(|outcome| match outcome {
            Outcome::Taken(taken) => taken.added,
            Outcome::Refused(error) => panic!("{error}"),
        });
        added.map(|added| added.id).collect()
    }

    fn last(&self, contains: &str) -> TouchPage {
        let question = LastTouchesQuestion { contains: contains.to_owned(), limit: 3 };
        self.run(|space, resumed| space.last_touches(&question, resumed)).unwrap()
    }

    fn last_paths(&self, contains: &str) -> Vec<String> {
        self.last(contains).touches.into_iter().map(|touch| touch.path).collect()
    }
}

#[test]
fn the_newest_touches_are_found_among_more_files_than_are_looked_into() {
    let mut touches: Vec<Event> = (0..1_500).map(|at| touch(at, &format!("src/file{at}.py"))).collect();
    touches.extend([4, 900, 17].iter().enumerate().map(|(at, file)| touch(1_500 + at, &format!("src/file{file}.py"))));
    touches.extend((1_600..2_000).map(|at| touch(at, "docs/elsewhere.md")));
    let mut world = World::default();
    let ids = world.touch_all(&touches);
    assert_eq!(world.last_paths("SRC/file"), ["src/file17.py", "src/file900.py", "src/file4.py"]);
    assert_eq!(world.last("src").n_files, 1_500);
    assert_eq!(world.last_paths("file900"), ["src/file900.py", "src/file900.py"]);
    assert_eq!(world.last_paths("nowhere"), [""; 0]);

    assert_eq!(world.forget(&ids[1_502]), Fate::Forgotten);
    assert_eq!(world.last_paths("src"), ["src/file900.py", "src/file4.py", "src/file1499.py"]);
    assert_eq!(world.forget(&ids[17]), Fate::Forgotten);
    assert_eq!(world.last_paths("file17.py"), [""; 0], "no touch of it is left");
    assert_eq!(world.last("src").n_files, 1_499);
}

#[test]
fn no_path_is_left_of_a_file_whose_touches_are_all_forgotten() {
    let touches: Vec<Event> = (0..900).map(|at| touch(at, &format!("a/{}.rs", at % 300))).collect();
    let mut world = World::default();
    let ids = world.touch_all(&touches);
    for some in ids.chunks(250) {
        let forgetting = world.run(|space, resumed| space.forget(some, DAY, resumed)).unwrap();
        world.commit(forgetting.effects);
    }
    let holds = |value: &[u8]| value.windows(5).any(|bytes| bytes.starts_with(b"a/") && bytes.ends_with(b".rs"));
    assert!(world.rows.values().all(|value| !holds(value)));
    let of_paths = |key: &&Vec<u8>| key.first() == Some(&(keyspace::Keyspace::Paths as u8));
    assert_eq!(world.rows.keys().filter(of_paths).count(), 0);
}
