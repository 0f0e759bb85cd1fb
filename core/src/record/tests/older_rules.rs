//! Records from when the rules on secrets let more through: upkeep masks them, once.

use super::*;
use crate::recall::RecallQuestion;

const SECRET: &str = "zQ7wKx9TfB2mNd4RvJ6hYc8L";

/// A memory whose records hold a secret and a private part in every kind of text and name, unmasked.
fn unmasked_world() -> World {
    let mut world = World::of_person();
    world.settings.secrets = SecretPolicy::Keep;
    let secret_text = format!("export API_TOKEN={SECRET} zebra");
    let call = ToolCall {
        tool: "bash".to_owned(),
        parameters: format!("{{\"command\":{secret_text:?}}}"),
        error: secret_text.clone(),
        ..ToolCall::default()
    };
    let turn =
        Turn { conversation: secret_text.clone(), role: Role::User, text: secret_text.clone(), ..Turn::default() };
    let touch = FileTouch {
        path: format!("src/token={SECRET}.py"),
        operation: FileOperation::Edit,
        why: secret_text.clone(),
        ..FileTouch::default()
    };
    let bodies = [
        EventBody::Note(secret_text.clone()),
        EventBody::Turn(turn),
        EventBody::ToolCall(call),
        EventBody::FileTouch(touch),
    ];
    for round in 0..20 {
        for (nth, body) in bodies.iter().enumerate() {
            let id = format!("{round} {nth}");
            let metadata = format!("{{\"a\":{secret_text:?}}}");
            world.add(Event {
                session: secret_text.clone(),
                branch: secret_text.clone(),
                task: secret_text.clone(),
                metadata,
                body: body.clone(),
                ..note(&id, round)
            });
        }
    }
    world.settings.secrets = SecretPolicy::Mask;
    world
}

/// Runs upkeep in slices of `budget` to its end; returns how many records were masked, and in how many slices.
fn run_upkeep(world: &mut World, budget: u32) -> (u32, usize) {
    let (mut n_masked, mut n_slices) = (0, 0);
    loop {
        let slice = world.run(|space, resumed| space.upkeep(NOW, budget, resumed)).unwrap();
        world.commit(slice.effects);
        (n_masked, n_slices) = (n_masked + slice.n_masked, n_slices + 1);
        if slice.is_done {
            return (n_masked, n_slices);
        }
    }
}

fn holds(world: &World, word: &str) -> bool {
    let is_in = |bytes: &[u8]| bytes.windows(word.len()).any(|window| window == word.as_bytes());
    world.rows.iter().any(|(key, value)| is_in(key) || is_in(value))
}

fn n_found(world: &World, query: &str) -> usize {
    let question =
        RecallQuestion { query: query.to_owned(), weak: true, limit: 10, now: NOW, ..RecallQuestion::default() };
    world.run(|space, resumed| space.recall(&question, resumed)).unwrap().hits.len()
}

#[test]
fn upkeep_takes_out_what_older_rules_let_through_and_does_so_once() {
    let old_world = unmasked_world();
    assert!(holds(&old_world, SECRET), "it lies there in the open");
    for budget in [1, 7, 10_000] {
        let mut world = old_world.clone();
        let (n_masked, n_slices) = run_upkeep(&mut world, budget);
        assert!(n_masked == 80 && (budget == 10_000) == (n_slices < 5), "{n_masked} in {n_slices}");
        assert!(!holds(&world, SECRET));
        let rows_after = world.rows.clone();
        assert_eq!(run_upkeep(&mut world, budget), (0, 1), "nothing is left to do");
        assert_eq!(world.rows, rows_after);
    }
}

#[test]
fn what_was_masked_is_found_by_its_other_words_and_not_by_the_secret() {
    let mut world = unmasked_world();
    run_upkeep(&mut world, 50);
    assert!(n_found(&world, "zebra") > 0);
    assert_eq!(n_found(&world, SECRET), 0);
    let mut empty = World { rows: BTreeMap::new(), ..world.clone() };
    empty.generation = 0;
    assert_eq!(run_upkeep(&mut empty, 100), (0, 1), "an empty memory has nothing to go over");
}

/// A person chose to keep secrets; once they no longer do, upkeep masks the secrets that were kept.
#[test]
fn where_secrets_are_kept_they_stay_until_they_are_not() {
    let mut world = unmasked_world();
    world.settings.secrets = SecretPolicy::Keep;
    assert_eq!(run_upkeep(&mut world, 100).0, 0);
    assert!(holds(&world, SECRET));
    world.settings.secrets = SecretPolicy::Mask;
    assert_eq!(run_upkeep(&mut world, 100).0, 80);
    assert!(!holds(&world, SECRET));
}
