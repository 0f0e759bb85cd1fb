//! Tests of which parts are pruned first.

use alloc::string::String;

use super::fixtures::part;
use super::*;
use crate::window::arguments::Arguments;
use crate::window::history::Key;
use crate::window::item::{BodyForm, ItemKind, NewItem};
use crate::window::settings::StubKind;
use crate::window::space::KEEP_SECRETS;
use crate::window::stub::Excerpt;

/// A conversation that a test builds part by part: each call with its result is a step.
#[derive(Default)]
struct Story {
    history: History,
    signals: Signals,
    settings: Settings,
}

impl Story {
    fn push(&mut self, new: NewItem) -> u32 {
        let tokens = crate::text::tokens::estimate_tokens(&new.text);
        let key = Key::of(&new);
        let id = self.history.next_id(key, |_| false);
        let at = self.history.push(new, key, id, tokens);
        let new = &self.history.items[at].pushed;
        let mut call = (new.kind == ItemKind::Call).then(|| Arguments::of(&new.tool, &new.text));
        if let Some(call) = &mut call {
            self.history.items[at].paths = core::mem::take(&mut call.paths);
        }
        self.history.make_stub((self.settings.stub, Excerpt::NONE), KEEP_SECRETS, call.as_ref(), false);
        self.signals.push(&self.history, at, call);
        at as u32
    }

    /// Adds a call in a response of its own, with its result; returns the indices of both.
    fn call(&mut self, tool: &str, arguments: &str, output: &str) -> (u32, u32) {
        self.answered(tool, arguments, output, false)
    }

    fn answered(&mut self, tool: &str, arguments: &str, output: &str, is_error: bool) -> (u32, u32) {
        let response = self.history.items.len() as u32 + 1;
        let of_call =
            NewItem { tool: tool.into(), call_id: format!("{response}"), response, ..part(ItemKind::Call, arguments) };
        let result = NewItem { kind: ItemKind::ToolResult, text: output.into(), is_error, ..of_call.clone() };
        (self.push(of_call), self.push(result))
    }

    fn say(&mut self, kind: ItemKind, text: &str) -> u32 {
        let response = self.history.items.len() as u32 + 1;
        self.push(NewItem { response, ..part(kind, text) })
    }

    /// Adds steps that mention nothing.
    fn wait(&mut self, n_steps: u32) {
        for _ in 0..n_steps {
            self.say(ItemKind::Assistant, "");
        }
    }

    fn plan(&self, budget: u32) -> Plan {
        let tokens = self.history.tokens();
        let prune_context = PruneContext { now: 0, tokens, budget, is_cold: false, task: String::new() };
        let plan = plan(&self.history, &self.signals, &self.settings, &prune_context);
        let is_foretold = would_prune(&self.history, &self.signals, &self.settings, &prune_context);
        assert_eq!(is_foretold, !plan.victims.is_empty(), "what is told of a plan before it is made");
        plan
    }

    /// The candidates in the order in which they are pruned.
    fn order(&self) -> Vec<u32> {
        self.plan(self.history.tokens() as u32 - 1).judged_items.iter().map(|judged| judged.index).collect()
    }

    fn prune(&mut self, plan: &Plan) {
        for at in &plan.victims {
            self.history.prune(*at as usize, 1, 5);
            self.signals.prune(*at as usize);
        }
    }

    fn leaves_before(&self, first: u32, second: u32) -> bool {
        let order = self.order();
        let place = |at| order.iter().position(|one| *one == at).expect("a candidate");
        place(first) < place(second)
    }
}

/// Lines that no other file has.
fn file(name: &str) -> String {
    (0..60).map(|n| format!("    let {name}_{n} = compute_{name}({n});\n")).collect()
}

#[test]
fn nothing_leaves_within_the_budget() {
    let mut story = Story::default();
    story.call("Read", r#"{"path": "a.rs"}"#, &file("alpha"));
    story.wait(5);
    assert_eq!(story.plan(100_000).victims, [0_u32; 0]);
    story.settings.policy = Policy::Unbounded;
    assert_eq!(story.plan(10).victims, [0_u32; 0]);
}

#[test]
fn a_superseded_read_leaves_first() {
    let mut story = Story::default();
    let (_, other) = story.call("Read", r#"{"path": "b.rs"}"#, &file("beta"));
    let (_, first) = story.call("Read", r#"{"path": "a.rs"}"#, &file("alpha"));
    story.call("Read", r#"{"path": "a.rs"}"#, &file("alpha"));
    story.wait(3);
    assert_eq!(story.order()[0], first);
    assert!(story.leaves_before(first, other));
}

#[test]
fn a_failed_call_and_the_echo_of_an_edit_leave_early() {
    let mut story = Story::default();
    let edit = r#"{"path": "a.rs", "old_string": "let a = 1; // first", "new_string": "let a = 2; // second"}"#;
    let (_, echo) = story.call("Edit", edit, &file("alpha"));
    let (_, failed) = story.answered("Bash", r#"{"command": "make"}"#, &file("gamma"), true);
    let (_, read) = story.call("Read", r#"{"path": "b.rs"}"#, &file("beta"));
    story.wait(3);
    assert!(story.leaves_before(echo, read) && story.leaves_before(failed, read));
}

#[test]
fn of_two_copies_one_stays() {
    let mut story = Story::default();
    let (_, first) = story.call("Read", r#"{"path": "a.rs"}"#, &file("alpha"));
    let (_, second) = story.call("Bash", r#"{"command": "cat a.rs"}"#, &file("alpha"));
    let (_, other) = story.call("Read", r#"{"path": "b.rs"}"#, &file("beta"));
    story.wait(3);
    // The first of the two leaves; the other then holds its lines alone, and is worth as much as what nobody copied.
    assert_eq!(story.order()[0], first);
    assert!(story.leaves_before(first, other));
    let plan = story.plan(story.history.tokens() as u32 - 1);
    assert!(!plan.victims.contains(&second), "{plan:?}");
    story.prune(&Plan { victims: vec![first], ..Plan::default() });
    assert_eq!(story.signals.of(second).n_unique, story.signals.of(second).n_lines);
}

#[test]
fn lines_that_an_edit_removed_do_not_count() {
    let mut story = Story::default();
    let (_, read) = story.call("Read", r#"{"path": "a.rs"}"#, "let first_line = 1;\nlet second_line = 2;\n");
    assert_eq!(story.signals.of(read).n_unique, 2);
    let edit = |old: &str| format!(r#"{{"path": "a.rs", "old_string": "{old}", "new_string": "changed entirely"}}"#);
    story.answered("Edit", &edit("let second_line = 2;"), "no such file", true);
    // The call repeats the line, and it failed.
    assert_eq!(story.signals.of(read).n_unique, 1);
    story.call("Edit", &edit("let first_line = 1;"), "done");
    assert_eq!(story.signals.of(read).n_unique, 0);
    let (_, again) = story.call("Read", r#"{"path": "a.rs"}"#, "let first_line = 1;\nlet third_line = 3;\n");
    assert_eq!(story.signals.of(again).n_unique, 1);
}

#[test]
fn what_was_asked_for_again_stays_longer() {
    let mut story = Story::default();
    let (_, first) = story.call("Read", r#"{"path": "a.rs"}"#, &file("alpha"));
    let (_, second) = story.call("Read", r#"{"path": "b.rs"}"#, &file("beta"));
    story.wait(20);
    assert!(story.leaves_before(first, second));
    story.call("Grep", r#"{"pattern": "compute_alpha"}"#, "");
    story.wait(3);
    assert!(story.leaves_before(second, first));
}

#[test]
fn what_is_spoken_of_stays_longer() {
    let mut story = Story::default();
    let (_, first) = story.call("Read", r#"{"path": "a.rs"}"#, &file("alpha"));
    let (_, second) = story.call("Read", r#"{"path": "b.rs"}"#, &file("beta"));
    story.wait(3);
    story.say(ItemKind::Assistant, "Now compute_alpha has to change, with alpha_1 and alpha_2.");
    story.wait(1);
    assert!(story.leaves_before(second, first));
}

#[test]
fn the_last_step_the_user_and_the_pinned_never_leave() {
    let mut story = Story::default();
    let user = story.say(ItemKind::User, &file("goal"));
    let pinned = story.push(NewItem { is_pinned: true, response: 1, ..part(ItemKind::Thinking, &file("plan")) });
    let open = story.push(NewItem { call_id: "open".into(), response: 2, ..part(ItemKind::Call, &file("open")) });
    story.wait(3);
    let (call, result) = story.call("Read", r#"{"path": "a.rs"}"#, &file("alpha"));
    let plan = story.plan(10);
    assert!([user, pinned, open, call, result].iter().all(|at| !plan.victims.contains(at)), "{plan:?}");
}

#[test]
fn a_prune_that_cannot_meet_the_budget_is_made_all_the_same() {
    let mut story = Story::default();
    story.say(ItemKind::User, &file("goal"));
    let (_, read) = story.call("Read", r#"{"path": "a.rs"}"#, &file("alpha"));
    story.wait(3);
    let plan = story.plan(10);
    assert_eq!(plan.victims, [read]);
    assert!(story.history.tokens() - u64::from(plan.freed_tokens) > 10);
}

#[test]
fn a_value_is_explained_by_its_factors() {
    let mut story = Story::default();
    for name in ["alpha", "beta", "gamma"] {
        story.call("Read", &format!(r#"{{"path": "{name}.rs"}}"#), &file(name));
    }
    story.wait(3);
    for policy in [Policy::Evidence, Policy::FiveFactor, Policy::Lru] {
        story.settings.policy = policy;
        for judged in story.plan(100).judged_items {
            let factor = |name| judged.factors.iter().find(|factor| factor.name == name).expect(name).value;
            let value = match policy {
                Policy::Evidence => {
                    let rest =
                        ["kind", "superseded", "unique", "size", "relevance"].map(factor).iter().product::<f64>();
                    rest * (factor("idle") + factor("heat") + factor("uses"))
                }
                _ => judged.factors.iter().map(|factor| factor.value).product(),
            };
            assert!((judged.value - value).abs() < 1e-12, "{judged:?}");
        }
    }
}

/// Formerly each of the next requests pruned the little that had come since.
#[test]
fn near_the_floor_a_prune_leaves_half_of_the_room_above_it() {
    let mut story = Story::default();
    story.say(ItemKind::User, &file("goal").repeat(200));
    for n in 0..20 {
        story.call("Bash", &format!(r#"{{"command": "make part_{n}"}}"#), &file(&format!("part_{n}")));
    }
    story.wait(5);
    let tokens = story.history.tokens() as u32;
    let budget = tokens - 1;
    let freeable = story.plan(tokens / 4).freed_tokens;
    let floor = tokens - freeable;
    assert!(floor > budget * 2 / 3, "the conversation is not near its floor");
    let left = tokens - story.plan(budget).freed_tokens;
    let half = (floor + budget) / 2;
    assert!(left <= half && left + tokens / 20 > half, "{left} of {floor} to {budget}");
}

#[test]
fn the_beginning_is_spared_where_that_pays() {
    let mut story = Story::default();
    // A small part without worth at the beginning, much that stays after it, and large parts of little worth at the
    // end.
    let (_, early) = story.answered("Bash", r#"{"command": "make"}"#, &file("early")[..400], true);
    story.say(ItemKind::User, &file("goal").repeat(40));
    for name in ["alpha", "beta", "gamma"] {
        story.answered("Bash", &format!(r#"{{"command": "{name}"}}"#), &file(name).repeat(6), false);
    }
    story.wait(5);
    let budget = story.history.tokens() as u32 - 1;
    let fate = |plan: &Plan| plan.judged_items.iter().find(|judged| judged.index == early).map(|judged| judged.fate);
    assert_eq!(fate(&story.plan(budget)), Some(Fate::Spared));
    // A cache that has expired is no reason to spare anything.
    let prune_context =
        PruneContext { now: 0, tokens: u64::from(budget) + 1, budget, is_cold: true, task: String::new() };
    let cold = plan(&story.history, &story.signals, &story.settings, &prune_context);
    assert_eq!(fate(&cold), Some(Fate::Pruned));
    assert!(cold.saving > story.plan(budget).saving);
}

#[test]
fn a_cold_cache_is_used_before_the_budget_demands_it() {
    let mut story = Story::default();
    for name in ["alpha", "beta", "gamma", "delta"] {
        story.call("Read", &format!(r#"{{"path": "{name}.rs"}}"#), &file(name));
    }
    story.wait(5);
    let tokens = story.history.tokens();
    let prune_context = |is_cold, budget| PruneContext { now: 0, tokens, budget, is_cold, task: String::new() };
    let n_victims = |prune_context| plan(&story.history, &story.signals, &story.settings, &prune_context).victims.len();
    let nearly = tokens as u32 * 11 / 10;
    assert_eq!(n_victims(prune_context(false, nearly)), 0);
    assert!(n_victims(prune_context(true, nearly)) > 0);
    assert_eq!(n_victims(prune_context(true, tokens as u32 * 2)), 0);
}

#[test]
fn thinking_that_can_only_be_dropped_leaves_with_its_whole_loop() {
    let mut story = Story::default();
    let think = |story: &mut Story, name: &str| {
        let response = story.history.items.len() as u32 + 1;
        story.push(NewItem { form: BodyForm::Drop, response, ..part(ItemKind::Thinking, &file(name)) })
    };
    let first = think(&mut story, "alpha");
    let second = think(&mut story, "beta");
    story.wait(3);
    assert_eq!(story.plan(10).victims, [0_u32; 0], "the loop is not over");
    story.say(ItemKind::User, "Go on.");
    story.wait(3);
    assert_eq!(story.plan(10).victims, [first, second]);
    let slightly = story.plan(story.history.tokens() as u32 - 1);
    assert_eq!(slightly.victims, [first, second]);
}

#[test]
fn keep_last_keeps_the_newest_results_alone() {
    let settings = Settings { policy: Policy::KeepLast, keep_last: 2, stub: StubKind::Bare, ..Settings::default() };
    let mut story = Story { settings, ..Story::default() };
    let results: Vec<u32> =
        ["a", "b", "c", "d"].map(|name| story.call("Read", &format!(r#"{{"path": "{name}"}}"#), &file(name)).1).into();
    story.wait(3);
    assert_eq!(story.plan(100).victims, results[..2]);
    story.settings.keep_last = 0;
    assert_eq!(story.plan(100).victims, results);
}

#[test]
fn five_factors_know_age_task_dependents_kind_and_relevance() {
    let settings = Settings { policy: Policy::FiveFactor, ..Settings::default() };
    let mut story = Story { settings, ..Story::default() };
    let text = file("alpha");
    let new = |story: &Story| NewItem { response: story.history.items.len() as u32 + 1, ..part(ItemKind::Code, &text) };
    let plain = story.push(new(&story));
    let irrelevant = story.push(NewItem { relevance: 0.5, ..new(&story) });
    let of_task = story.push(NewItem { task: "login".into(), ..new(&story) });
    let needed = story.push(new(&story));
    let needs = vec![story.history.items[needed as usize].id.text()];
    let user = NewItem { dependencies: needs, ..part(ItemKind::User, "It builds on that.") };
    story.push(user);
    story.wait(3);
    let prune_context = PruneContext {
        now: 3_600_000,
        tokens: story.history.tokens(),
        budget: 10,
        is_cold: false,
        task: "login".into(),
    };
    let plan = plan(&story.history, &story.signals, &story.settings, &prune_context);
    let value =
        |at| plan.judged_items.iter().find(|judged| judged.index == at).map(|judged| judged.value).expect("judged");
    let base = libm::exp(-1.0) * 0.7;
    for (at, factor) in [(plain, 1.0), (irrelevant, 0.5), (of_task, 2.0), (needed, 1.2)] {
        assert!((value(at) - base * factor).abs() < 1e-12);
    }
    assert_eq!(plan.judged_items[0].index, irrelevant);
}

#[test]
fn five_factors_count_results_and_later_calls_on_a_shown_file_as_dependents() {
    let settings = Settings { policy: Policy::FiveFactor, ..Settings::default() };
    let mut story = Story { settings, ..Story::default() };
    let (_, read) = story.call("Read", r#"{"path": "src/a.rs"}"#, &file("alpha"));
    let (_, other) = story.call("Read", r#"{"path": "src/b.rs"}"#, &file("beta"));
    let (edit, _) = story.call("Edit", r#"{"path": "src/a.rs", "old_string": "alpha", "new_string": "gamma"}"#, "ok");
    let n_dependents = |at: u32| story.signals.n_dependents(&story.history.items[at as usize]);
    assert_eq!([read, other, edit].map(n_dependents), [1, 0, 1]);
}

#[test]
fn five_factors_free_thirty_of_a_hundred_tokens() {
    let settings = Settings { policy: Policy::FiveFactor, ..Settings::default() };
    let mut story = Story { settings, ..Story::default() };
    for n in 0..40 {
        story.call("Read", &format!(r#"{{"path": "{n}"}}"#), &file(&format!("name_{n}")));
    }
    let tokens = story.history.tokens();
    let budget = (tokens - 1) as u32;
    let freed_share = f64::from(story.plan(budget).freed_tokens) / tokens as f64;
    assert!((0.3..0.33).contains(&freed_share), "{freed_share}");
}
