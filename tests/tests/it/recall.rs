//! Recall is the same on every host: random stores and questions, each answer that of the core, to the last bit of a score.
//!
//! The core's own tests compare its answers with a model; here hosts are compared with the core. `RECALL_STORES` sets the number of
//! stores (`cargo xtask nightly`: 1,000), and `HOSTS` the hosts beside the component.

use conformance::canonical::canonical;
use conformance::host::{Folder, is_unanswered};
use conformance::hosts;
use serde_json::{Value, json};

const N_STORES: u64 = 10;
const NOW: i64 = 1_700_000_000_000;

/// Numbers by a seed.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    fn one<'o>(&mut self, options: &[&'o str]) -> &'o str {
        options[self.roll(options.len())]
    }

    fn text(&mut self, max_words: usize) -> String {
        const WORDS: [&str; 14] = [
            "parser",
            "parsers",
            "login",
            "flaky",
            "the clock",
            "tokens",
            "stored",
            "yesterday",
            "why?",
            "src/net.py",
            "E0425",
            "retry_queue",
            "größe",
            "解析器",
        ];
        (0..=self.roll(max_words)).map(|_| self.one(&WORDS)).collect::<Vec<&str>>().join(" ")
    }

    fn event(&mut self, at: usize) -> Value {
        let mut event = json!({
            "event_id": at.to_string(), "time": NOW + 86_400_000 * self.roll(3) as i64 + at as i64,
            "channel": self.one(&["", "work"]), "session": self.one(&["", "s1", "s2"]), "branch": self.one(&["", "main"]),
            "origin": self.one(&["person", "agent", "tool"]),
        });
        let text = self.text(9);
        let body = match self.roll(6) {
            0 => json!({ "kind": "note", "text": text }),
            1 => json!({ "kind": "tool_call", "tool": "bash", "error": text, "success": false }),
            2 => json!({ "kind": "decision", "title": self.one(&["Store", "Parser"]), "choice": text }),
            _ => json!({
                "kind": "turn", "conversation": self.one(&["a", "b"]), "role": self.one(&["user", "assistant"]), "text": text,
                "speaker": self.one(&["", "", "Ada", "Ben"]),
            }),
        };
        if let (Some(event), Value::Object(body)) = (event.as_object_mut(), body) {
            event.extend(body);
        }
        event
    }

    fn question(&mut self) -> Value {
        let (limit, per_session) = ([1, 5, 100][self.roll(3)], [0, 1, 3][self.roll(3)]);
        json!({
            "query": self.text(5), "now": NOW + 400_000_000, "limit": limit, "weak": self.roll(2) == 0,
            "channel": self.one(&["", "", "work"]), "branch": self.one(&["", "", "main"]),
            "session": self.one(&["", "", "s1"]), "trust": self.one(&["untrusted", "unconfirmed"]),
            "weighting": self.one(&["auto", "people", "assistant", "work", "shares"]), "around": self.roll(2),
            "per_session": per_session, "outdated": self.roll(2) == 0,
        })
    }
}

#[test]
fn every_host_recalls_what_the_core_recalls() {
    let mut hosts = hosts::all().unwrap();
    let n_stores = std::env::var("RECALL_STORES").map_or(N_STORES, |n| n.parse().unwrap());
    let (mut n_hits, mut n_none) = (0, 0);
    for seed in 0..n_stores {
        let mut dice = Dice(seed);
        let n_groups = 1 + dice.roll(4);
        let mut at = 0;
        let mut event = |dice: &mut Dice| {
            at += 1;
            dice.event(at)
        };
        let mut steps: Vec<(&str, Value)> = Vec::new();
        for _ in 0..n_groups {
            let n_events = 1 + dice.roll(8);
            let events: Vec<Value> = (0..n_events).map(|_| event(&mut dice)).collect();
            steps.push(("records.record", json!({ "events": events })));
        }
        steps.extend((0..3).map(|_| ("recall.recall", dice.question())));
        let mut core_answers: Vec<Value> = Vec::new();
        for host in &mut hosts {
            host.begin().unwrap();
            let folder = Folder::new().unwrap();
            for (step, (verb, arguments)) in steps.iter().enumerate() {
                let answer = host.call(verb, arguments, &folder);
                assert!(!is_unanswered(&answer), "{}: seed {seed}: {verb} {arguments}: {answer}", host.name());
                match core_answers.get(step) {
                    None => core_answers.push(answer),
                    Some(core) => {
                        let (core, own_answer) = (canonical(core), canonical(&answer));
                        assert_eq!(core, own_answer, "{}: seed {seed}: {verb} {arguments}", host.name());
                    }
                }
            }
        }
        for answer in core_answers.iter().filter_map(|answer| answer["hits"].as_array()) {
            n_hits += answer.len();
            n_none += usize::from(answer.is_empty());
        }
    }
    let names: Vec<&str> = hosts.iter().map(|host| host.name()).collect();
    println!("{n_stores} stores on {}: {n_hits} hits, {n_none} questions that nothing fits", names.join(", "));
    // Stores in which nothing is found say nothing.
    assert!(n_hits as u64 > 3 * n_stores && names.len() > 1, "{n_hits} hits");
}
