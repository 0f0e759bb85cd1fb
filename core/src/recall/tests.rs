//! Recall over random stores, compared with a model that has nothing but a list of the records.

mod begin;
mod model;
mod remind;
mod time_only;

use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use self::model::Model;
use super::{RecallQuestion, Recalled, Strength, Weighting};
use crate::base::error::Error;
use crate::record::keyspace::Kind;
use crate::record::kinds::{Decision, EventBody, Role, ToolCall, Turn};
use crate::record::tests::{NOW, World, note};
use crate::record::{Anchor, Event, Origin, Trust};

/// The number of random stores: `STORES` when this was compiled, else 2,000.
fn n_stores() -> u64 {
    option_env!("STORES").and_then(|n| n.parse().ok()).unwrap_or(2_000)
}

/// Pseudo-random numbers from a seed.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, n_sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n_sides
    }

    fn pick<'o>(&mut self, options: &[&'o str]) -> &'o str {
        options[self.roll(options.len())]
    }

    fn text(&mut self, max_words: usize) -> String {
        const WORDS: [&str; 16] = [
            "parser",
            "parsers",
            "login",
            "flaky",
            "the",
            "clock",
            "token",
            "store",
            "stored",
            "redb",
            "yesterday",
            "why?",
            "proxy",
            "upload",
            "retry_queue",
            "größe",
        ];
        let n = 1 + self.roll(max_words);
        (0..n).map(|_| self.pick(&WORDS)).collect::<Vec<&str>>().join(" ")
    }

    fn event(&mut self, at: usize) -> Event {
        let text = self.text(9);
        let conversation = self.pick(&["a", "b"]).to_string();
        let role = [Role::User, Role::Assistant][self.roll(2)];
        let body = match self.roll(6) {
            0 => EventBody::Note(text),
            1 => EventBody::ToolCall(ToolCall {
                tool: "bash".into(),
                output: "parser login".into(),
                error: text,
                success: Some(false),
                ..ToolCall::default()
            }),
            _ => EventBody::Turn(Turn { conversation, role, text, ..Turn::default() }),
        };
        Event {
            channel: self.pick(&["", "work", "home"]).into(),
            session: self.pick(&["", "s1", "s2", "s3"]).into(),
            task: self.pick(&["", "", "t1"]).into(),
            branch: self.pick(&["", "main"]).into(),
            origin: [Origin::Person, Origin::Agent, Origin::Tool][self.roll(3)],
            metadata: self.pick(&["", "", "{\"topic\":\"x\"}"]).into(),
            body,
            ..note(&at.to_string(), NOW - 1_000_000_000 + 86_400_000 * self.roll(3) as i64 + at as i64)
        }
    }

    fn question(&mut self) -> RecallQuestion {
        let weightings = [Weighting::Auto, Weighting::Assistant, Weighting::People, Weighting::Shares, Weighting::Work];
        let since = NOW - 1_000_000_000 + 86_400_000 * self.roll(3) as i64;
        // What no index has, and times that are named, the model does not know.
        let query = self.text(5).replace("yesterday", "why") + " clock";
        RecallQuestion {
            query,
            kinds: [&[][..], &[Kind::Note], &[Kind::Turn, Kind::ToolCall]][self.roll(3)].to_vec(),
            channel: self.pick(&["", "", "work"]).into(),
            session: self.pick(&["", "", "s1"]).into(),
            task: self.pick(&["", "", "", "t1"]).into(),
            conversation: self.pick(&["", "", "", "a"]).into(),
            branch: self.pick(&["", "", "", "main"]).into(),
            metadata: [&[][..], &[], &[], &["topic=x".to_owned()]][self.roll(4)].to_vec(),
            trust: [Trust::Untrusted, Trust::Unconfirmed][self.roll(2)],
            since: [None, None, Some(since)][self.roll(3)],
            until: [None, None, Some(since + 86_400_000)][self.roll(3)],
            weak: self.roll(4) > 0,
            weighting: weightings[self.roll(5)],
            limit: [1, 3, 100][self.roll(3)],
            per_session: [0, 0, 2][self.roll(3)],
            now: NOW,
            ..RecallQuestion::default()
        }
    }
}

fn person() -> World {
    World::of_person()
}

/// Records events in batches, in a random order.
fn recorded_world(dice: &mut Dice, events: &[Event]) -> World {
    let (mut world, mut remaining) = (person(), events.to_vec());
    while !remaining.is_empty() {
        let n = (1 + dice.roll(6)).min(remaining.len());
        let group = (0..n).map(|_| remaining.swap_remove(dice.roll(remaining.len()))).collect();
        let batch = world.pack(group);
        world.add_batches(&[batch]);
    }
    world
}

fn recall(world: &World, question: &RecallQuestion) -> Recalled {
    world.run(|space, resumed| space.recall(question, resumed)).unwrap()
}

/// The hits, by the ids of their events, each with its score.
fn scored(recalled: &Recalled) -> Vec<(String, f64)> {
    recalled.hits.iter().map(|hit| (hit.event.event.event_id.clone(), hit.score)).collect()
}

#[test]
fn hits_and_scores_are_those_of_a_model() {
    for seed in 0..n_stores() {
        let mut dice = Dice(seed);
        let n_events = 1 + dice.roll(24);
        let events: Vec<Event> = (0..n_events).map(|at| dice.event(at)).collect();
        let world = recorded_world(&mut dice, &events);
        let model = Model::of(&events);
        for _ in 0..3 {
            let question = dice.question();
            let recalled = recall(&world, &question);
            model.check(&question, &recalled, seed);
            for hit in &recalled.hits {
                let sum: f64 = hit.factors.iter().map(|factor| factor.value).sum();
                assert!((sum - hit.score).abs() < 1e-12, "seed {seed}: {:?} is not {}", hit.factors, hit.score);
            }
        }
    }
}

#[test]
fn answers_do_not_depend_on_the_order_of_records_or_on_forgotten_ones() {
    for seed in 0..n_stores() / 10 {
        let mut dice = Dice(seed);
        let n_events = 1 + dice.roll(60);
        let events: Vec<Event> = (0..n_events).map(|at| dice.event(at)).collect();
        let (kept_events, forgotten_events) = events.split_at(dice.roll(n_events) + 1);
        let mut batch_world = person();
        let batch = batch_world.pack(kept_events.to_vec());
        batch_world.add_batches(&[batch]);
        // Each in a commit of its own, so that segments are merged, with others among them that are forgotten.
        let mut single_world = person();
        let mut unrecorded_events: Vec<&Event> = events.iter().collect();
        let mut ids = Vec::new();
        while !unrecorded_events.is_empty() {
            let event = unrecorded_events.swap_remove(dice.roll(unrecorded_events.len()));
            let packed = single_world.space().pack(vec![event.clone()], NOW).unwrap();
            single_world.add_batches(&[packed.batch]);
            ids.extend(packed.ids.into_iter().filter(|_| forgotten_events.contains(event)));
        }
        ids.iter().for_each(|id| _ = single_world.forget(id));
        for _ in 0..5 {
            let question = dice.question();
            assert_eq!(recall(&batch_world, &question), recall(&single_world, &question), "seed {seed}: {question:?}");
        }
    }
}

#[test]
fn the_index_is_empty_after_all_records_are_forgotten() {
    let mut dice = Dice(1);
    let events: Vec<Event> = (0..200).map(|at| dice.event(at)).collect();
    let mut world = recorded_world(&mut dice, &events);
    let ids: BTreeSet<String> = {
        let question = RecallQuestion { weak: true, limit: 100, per_session: 0, now: NOW, ..RecallQuestion::default() };
        let queries = ["parser login clock token store", "proxy upload retry größe why yesterday flaky redb"];
        let hits =
            queries.map(|query| recall(&world, &RecallQuestion { query: query.into(), ..question.clone() }).hits);
        hits.into_iter().flatten().map(|hit| hit.event.id).collect()
    };
    assert!(ids.len() > 50, "{}", ids.len());
    let all_ids: Vec<String> = world.space().pack(events, NOW).unwrap().ids;
    all_ids.iter().for_each(|id| _ = world.forget(id));
    let parts = world.rows.keys().filter(|key| key[0] == 0xa1).count();
    assert_eq!(parts, 0, "parts of segments are left");
}

#[test]
fn a_store_without_an_index_is_indexed_in_steps_and_is_incomplete_until_then() {
    let mut dice = Dice(5);
    let events: Vec<Event> = (0..250).map(|at| dice.event(at)).collect();
    let mut world = recorded_world(&mut dice, &events);
    let question = RecallQuestion { query: "parser".into(), limit: 100, now: NOW, ..RecallQuestion::default() };
    let full_answer = recall(&world, &question);
    assert!(!full_answer.is_incomplete && full_answer.strength == Strength::Strong);
    world.rows.retain(|key, _| key[0] != 0xa0 && key[0] != 0xa1);
    assert!(recall(&world, &question).is_incomplete);
    let new_note = Event { body: EventBody::Note("nothing of it".into()), ..note("newer", NOW - 5) };
    let mut n_commits = 0;
    while recall(&world, &question).is_incomplete {
        let batch = world.pack(vec![Event { event_id: n_commits.to_string() + "x", ..new_note.clone() }]);
        world.add_batches(&[batch]);
        n_commits += 1;
    }
    assert_eq!(n_commits, 3, "a hundred go with each");
    let reindexed_answer = recall(&world, &question);
    let ids = |recalled: &Recalled| scored(recalled).into_iter().map(|(id, _)| id).collect::<Vec<_>>();
    assert_eq!(ids(&reindexed_answer), ids(&full_answer));
}

#[test]
fn a_record_anchored_to_a_file_is_found_by_the_path() {
    let mut world = person();
    let anchor = Anchor { path: "src/net.py".into(), ..Anchor::default() };
    let of_file =
        Event { anchors: vec![anchor], body: EventBody::Note("mind the pause".into()), ..note("one", NOW - 2) };
    let batch =
        world.pack(vec![of_file, Event { body: EventBody::Note("src/io.py is slow".into()), ..note("two", NOW - 1) }]);
    world.add_batches(&[batch]);
    for query in ["src/net.py", "what of net.py?"] {
        let found = recall(&world, &RecallQuestion { query: query.into(), now: NOW, ..RecallQuestion::default() });
        assert_eq!(scored(&found)[0].0, "one", "{query}");
        assert_eq!(found.hits[0].factors[0].name, "exact", "{query}");
        assert_eq!(found.strength, Strength::Strong);
    }
}

/// The ids of the events that a question finds, best first.
fn found_ids(world: &World, query: &str) -> Vec<String> {
    let question = RecallQuestion { query: query.into(), now: NOW, ..RecallQuestion::default() };
    scored(&recall(world, &question)).into_iter().map(|(id, _)| id).collect()
}

fn add_notes(world: &mut World, texts: &[(&str, &str)]) {
    let events = texts
        .iter()
        .zip(0..)
        .map(|((id, text), at)| Event { body: EventBody::Note((*text).into()), ..note(id, NOW - 1_000_000 + at) });
    let batch = world.pack(events.collect());
    world.add_batches(&[batch]);
}

/// The note was below those that repeat its words.
#[test]
fn a_note_comes_first_that_the_question_names() {
    let mut world = person();
    add_notes(
        &mut world,
        &[
            ("window", "deploy window: never after Thursday noon"),
            ("other", "deploy window deploy window deploy window"),
            ("third", "the window of a deploy was missed"),
        ],
    );
    for query in ["when is the deploy window?", "deploy windw"] {
        assert_eq!(found_ids(&world, query)[0], "window", "{query}");
    }
    let decision = Decision { title: "Store".into(), choice: "redb holds rows".into(), ..Decision::default() };
    let decided = Event { body: EventBody::Decision(decision), ..note("decided", NOW - 9) };
    let batch = world.pack(vec![decided]);
    world.add_batches(&[batch]);
    add_notes(&mut world, &[("stores", "store, store and store")]);
    assert_eq!(found_ids(&world, "what of the store?")[0], "decided");
}

/// A question about somebody whom no record names was answered by whatever else it said.
#[test]
fn a_question_about_a_name_that_no_record_has_is_not_answered_by_its_other_words() {
    let mut world = person();
    add_notes(&mut world, &[("n", "the adoption of the new linter"), ("m", "research on caches")]);
    assert_eq!(found_ids(&world, "did Melanie like the adoption"), [""; 0]);
    assert_eq!(found_ids(&world, "did we like the adoption"), ["n"]);
    assert_eq!(found_ids(&world, "what was said about adoption of a linter, and by whom"), ["n"]);
}

/// `thanks please` was said to be in no record.
#[test]
fn very_common_words_find_the_records_that_have_the_most_of_them() {
    let mut world = person();
    add_notes(&mut world, &[("one", "thanks"), ("both", "please say hello, and thanks"), ("none", "so it is")]);
    assert_eq!(found_ids(&world, "hello thanks"), ["both"]);
    assert_eq!(found_ids(&world, "thanks you"), ["both", "one"]);
}

/// A preference that was changed stood below the one that it changed, since that had more of the question's words.
#[test]
fn of_notes_that_say_close_to_the_same_the_newer_stands_above_and_what_is_named_stands_alone() {
    let note = |id: &str, time: i64, session: &str, text: &str| Event {
        session: session.into(),
        ..Event::of(id.into(), time, Origin::Person, EventBody::Note(text.into()))
    };
    let mut world = person();
    let batch = world.pack(vec![
        note("old", NOW - 3_000, "", "the deploy script needs the staging token of the deploy account"),
        note("new", NOW - 1_000, "", "the deploy script needs no staging token any more"),
        note("other", NOW - 2_000, "", "the staging server is restarted at night"),
        note("window", NOW - 4_000, "", "deploy window: never on Fridays"),
    ]);
    world.add_batches(&[batch]);
    let asked =
        |query: &str| recall(&world, &RecallQuestion { query: query.into(), now: NOW, ..RecallQuestion::default() });
    let of_other = asked("at which hour is the staging server restarted");
    assert_eq!(of_other.hits[0].event.event.event_id, "other", "a newer note about something else stays below");
    let recalled = asked("which staging token does the deploy script need");
    let ids: Vec<&str> = recalled.hits.iter().map(|hit| hit.event.event.event_id.as_str()).collect();
    assert_eq!(ids[..2], ["new", "old"]);
    assert_eq!(recalled.hits[1].newer_id, recalled.hits[0].event.id);
    assert!(recalled.hits.iter().enumerate().all(|(at, hit)| (at == 1) != hit.newer_id.is_empty()));
    let named = asked("when is the deploy window?");
    assert_eq!(scored(&named).iter().map(|(id, _)| id.as_str()).collect::<Vec<&str>>(), ["window"]);
}
