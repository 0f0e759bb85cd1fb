//! Random histories of an agent by seed: turns of steps, each with thoughts, texts, calls and results.
//!
//! Not here: how a format writes them (`render`).

use scrubjay_core::window::formats::MessageFormat;
use serde_json::{Value, json};

use super::render;
use super::spell::spelled;

/// Pseudo-random numbers (xorshift64).
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// Numbers that follow from a seed.
    pub fn new(seed: u64) -> Chance {
        // Near seeds begin far apart; zero would stay zero.
        let mut chance = Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        (0..4).for_each(|_| {
            chance.below(2);
        });
        chance
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % end.max(1) as u64) as usize
    }

    /// True once in `n`.
    pub fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn one_of<'t>(&mut self, options: &[&'t str]) -> &'t str {
        options[self.below(options.len())]
    }
}

/// A history, as the caller's list of messages.
pub struct History {
    /// Each message as JSON.
    pub messages: Vec<String>,
    /// All messages as a JSON list.
    pub text: String,
    /// Whether the last calls have no results yet.
    pub is_in_flight: bool,
}

/// A turn: the user's text, and the steps and the answer that followed.
pub struct Turn {
    pub(super) user_text: String,
    pub(super) has_image: bool,
    pub(super) steps: Vec<Step>,
    pub(super) answer: Option<String>,
}

/// A response of the model with calls, and their results.
pub(super) struct Step {
    pub(super) thoughts: Vec<Thought>,
    pub(super) text: Option<String>,
    pub(super) calls: Vec<Call>,
}

pub(super) struct Thought {
    pub(super) text: String,
    pub(super) is_redacted: bool,
}

pub(super) struct Call {
    pub(super) id: String,
    pub(super) tool: String,
    pub(super) input: Value,
    /// None: it is in flight.
    pub(super) result: Option<Answer>,
}

pub(super) struct Answer {
    pub(super) content: Content,
    pub(super) is_error: bool,
}

pub(super) enum Content {
    Text(String),
    Texts(Vec<String>),
    /// Texts with an image among them.
    Mixed(Vec<String>),
    Json(Value),
    /// An image, in base 64. If a format takes no image in a result, a message of the user has it.
    Image(String),
    Empty,
}

/// The choices of a history where a format allows several spellings.
pub(super) struct Manner {
    pub(super) is_older: bool,
    pub(super) dialect: usize,
    pub(super) has_system: bool,
    /// Whether thoughts are signed by their provider, or tied to the calls.
    pub(super) is_signed: bool,
}

/// The history of a seed.
pub fn history(format: MessageFormat, seed: u64) -> History {
    let mut chance = Chance::new(seed);
    let is_in_flight = chance.once_in(4);
    let n_turns = 1 + chance.below(4);
    let mut turns: Vec<Turn> = (0..n_turns).map(|at| turn(&mut chance, at)).collect();
    if is_in_flight && let Some(last_turn) = turns.last_mut() {
        last_turn.answer = None;
        if last_turn.steps.is_empty() {
            last_turn.steps.push(step(&mut chance, n_turns, 0));
        }
        let calls = last_turn.steps.last_mut().map(|step| &mut step.calls);
        calls.into_iter().flatten().for_each(|call| call.result = None);
    }
    let messages = messages_of(format, &turns, &mut chance);
    let comma = chance.one_of(&[",", " ,\n", ",\r\n  "]);
    let text = format!("[{}]", messages.join(comma));
    History { messages, text, is_in_flight }
}

/// Turns as the messages of a format, each as JSON.
pub(super) fn messages_of(format: MessageFormat, turns: &[Turn], chance: &mut Chance) -> Vec<String> {
    let manner = Manner {
        is_older: chance.once_in(3),
        dialect: chance.below(4),
        has_system: chance.once_in(2),
        is_signed: chance.once_in(2),
    };
    render::messages(format, turns, &manner).iter().map(|value| spelled(value, chance)).collect()
}

fn turn(chance: &mut Chance, at: usize) -> Turn {
    let n_steps = chance.below(5);
    let steps = (0..n_steps).map(|step_at| step(chance, at, step_at)).collect();
    // A user may speak before the model is done.
    let answer = (n_steps == 0 || !chance.once_in(5)).then(|| words(chance));
    Turn { user_text: words(chance), has_image: chance.once_in(5), steps, answer }
}

fn step(chance: &mut Chance, turn: usize, at: usize) -> Step {
    let n_thoughts = if chance.once_in(2) { 1 + chance.below(2) } else { 0 };
    let thoughts = (0..n_thoughts).map(|_| Thought { text: words(chance), is_redacted: chance.once_in(5) }).collect();
    let n_calls = 1 + if chance.once_in(3) { chance.below(4) } else { 0 };
    let calls = (0..n_calls).map(|call_at| call(chance, format!("call_{turn}_{at}_{call_at}"))).collect();
    Step { thoughts, text: chance.once_in(2).then(|| words(chance)), calls }
}

fn call(chance: &mut Chance, id: String) -> Call {
    let tool = chance.one_of(&["Read", "Bash", "Edit", "TodoWrite", "mcp__search"]).to_owned();
    let input = match chance.below(4) {
        0 => json!({}),
        1 => json!({ "path": words(chance) }),
        2 => json!({ "old": body(chance), "new": body(chance), "n": chance.below(1_000) }),
        _ => json!({ "nested": { "list": [1, null, true, words(chance)], "": {} }, "é\"\\": -1.5 }),
    };
    let content = match chance.below(8) {
        0 => Content::Empty,
        1 => Content::Texts((0..1 + chance.below(3)).map(|_| body(chance)).collect()),
        2 => Content::Mixed((0..chance.below(3)).map(|_| body(chance)).collect()),
        3 => Content::Json(json!({ "lines": [words(chance), chance.below(99)], "next": null })),
        _ => Content::Text(body(chance)),
    };
    Call { id, tool, input, result: Some(Answer { content, is_error: chance.once_in(6) }) }
}

/// One or more random words.
fn words(chance: &mut Chance) -> String {
    const WORDS: [&str; 16] = [
        "fix",
        "src/main.rs",
        "naïve",
        "日本語",
        "🦀",
        "\"quoted\"",
        "a\\b",
        "fn parse()",
        "</tag>",
        "\u{0}\u{1f}",
        "\u{2028}",
        "{\"a\":1}",
        "[pruned",
        "null",
        "e\u{301}",
        "the same",
    ];
    let n_words = 1 + chance.below(6);
    let words: Vec<_> = (0..n_words).map(|_| chance.one_of(&WORDS)).collect();
    words.join(" ")
}

/// The text of a tool's result: short, equal to another's, or huge.
fn body(chance: &mut Chance) -> String {
    match chance.below(12) {
        0 => "the very same result\n".repeat(3),
        1 => format!("{}\n", words(chance)).repeat(100 + chance.below(300)),
        _ => (0..1 + chance.below(5)).map(|_| words(chance) + "\n").collect(),
    }
}
