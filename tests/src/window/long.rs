//! Plays long conversations: thousands of calls, or hundreds of turns without one. Each request must be within the
//! budget, and valid for the provider.
//!
//! Only messages that are still sent are written and judged at each request, so its cost does not grow with the conversation. Not
//! here: whether every part is restored byte by byte (`life`); some parts of each request are.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use scrubjay_core::ask::Reply;
use scrubjay_core::error::Error;
use scrubjay_core::window::formats::{apply, original_json, read};
use scrubjay_core::window::{Edit, ItemKind, NewItem, Pruned, Restored, Settings, Window};
use serde_json::{Value, json};

use super::MessageFormat;
use super::generate::{Answer, Call, Chance, Content, Step, Thought, Turn, messages_of};
use super::judge::{alternates, judge};
use super::life::removes_message;

/// The time of the first request, and the pause before each next one, in milliseconds.
const BEGIN_MS: i64 = 1_700_000_000_000;
const PAUSE_MS: i64 = 20_000;

/// The most bytes that a window stores of pruned parts; beyond, the oldest are given up.
const MAX_WINDOW_BYTES: u32 = 256 << 20;

/// The conversation to play.
#[derive(Clone, Copy, Debug)]
pub struct Plot {
    /// The format of its messages.
    pub format: MessageFormat,
    /// The most tokens of a request.
    pub max_tokens: u32,
    /// Calls of tools in all.
    pub n_calls: usize,
    /// Calls in each turn; 0: the user speaks only at the beginning.
    pub calls_per_turn: usize,
    /// Turns without a call.
    pub n_talks: usize,
    /// The results of the calls.
    pub gives: Gives,
    /// The seed of all random choices.
    pub seed: u64,
}

/// The results that calls have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gives {
    /// Texts, mostly of some hundred tokens.
    Texts,
    /// Texts of this many tokens.
    Huge(usize),
    /// Images of this many bytes, without a text.
    Screens(usize),
}

/// The counts of a played conversation.
#[derive(Clone, Debug, Default)]
pub struct LongReport {
    /// Requests that were made.
    pub n_requests: usize,
    /// Requests at which parts were pruned.
    pub n_prunes: usize,
    /// Requests at which whole messages left.
    pub n_recaps: usize,
    /// Parts that were restored by their ids.
    pub n_restored: usize,
    /// Messages in the last request.
    pub n_sent: usize,
    /// All messages of the conversation.
    pub n_messages: usize,
    /// The most tokens of a request.
    pub max_sent_tokens: u64,
    /// The most tokens of recaps in a request.
    pub max_recap_tokens: usize,
    /// The mean time that the window took for a request.
    pub mean_time: Duration,
    /// The longest time that the window took for a request.
    pub longest_time: Duration,
    /// The recaps of the last request.
    pub recaps: Vec<String>,
}

/// Plays a conversation.
///
/// # Errors
/// The first broken promise, with its request.
pub fn survive(plot: Plot) -> Result<LongReport, String> {
    let mut chance = Chance::new(plot.seed ^ 0x10_4e5);
    let turns = turns(&plot, &mut chance);
    let messages = messages_of(plot.format, &turns, &mut chance);
    let settings = Settings { max_tokens: plot.max_tokens, max_window_bytes: MAX_WINDOW_BYTES, ..Settings::default() };
    let window = Window::new(settings).map_err(|error| error.to_string())?;
    let mut life = Long {
        plot,
        window,
        sent: Sent::default(),
        now: BEGIN_MS,
        time_spent: Duration::ZERO,
        report: LongReport::default(),
    };
    for message in messages {
        life.push_next(message, &mut chance).map_err(|why| format!("request {}: {why}", life.report.n_requests))?;
    }
    life.restore_all()?;
    let mut report = life.report;
    report.mean_time = life.time_spent / report.n_requests.max(1) as u32;
    Ok(report)
}

struct Long {
    plot: Plot,
    window: Window,
    sent: Sent,
    now: i64,
    time_spent: Duration,
    report: LongReport,
}

/// The messages, and which of them may still be sent.
#[derive(Default)]
struct Sent {
    messages: Vec<String>,
    /// The numbers of messages that may still be sent: one that left whole never comes back.
    still_sent: Vec<usize>,
}

impl Long {
    fn push_next(&mut self, message: String, chance: &mut Chance) -> Result<(), String> {
        self.now += PAUSE_MS;
        let number = self.sent.messages.len();
        let started_at = Instant::now();
        let pushed = self.window.push_messages(self.plot.format, &format!("[{message}]"), number as u32, self.now);
        let pushed = pushed.map_err(|error| error.to_string())?;
        let mut time_taken = started_at.elapsed();
        if pushed.edited_from.is_some() {
            return Err("the message is taken for another".into());
        }
        let is_of_model = speaker(self.plot.format, &message) == Some("assistant");
        self.sent.messages.push(message);
        self.sent.still_sent.push(number);
        if is_of_model {
            // The next request is made when the user or a tool has spoken.
            return Ok(());
        }
        let started_at = Instant::now();
        let pruned = match self.window.prune(self.now, None) {
            Ok(Reply::Done(pruned)) => pruned,
            Ok(Reply::Ask(_)) => return Err("a window without a store asks".into()),
            Err(error) => return Err(error.to_string()),
        };
        time_taken += started_at.elapsed();
        self.time_spent += time_taken;
        self.report.longest_time = self.report.longest_time.max(time_taken);
        self.report.n_requests += 1;
        self.check_request(&pruned, chance)
    }

    fn check_request(&mut self, pruned: &Pruned, chance: &mut Chance) -> Result<(), String> {
        if pruned.tokens_after > u64::from(self.plot.max_tokens) {
            return Err(format!("{} tokens are sent", pruned.tokens_after));
        }
        self.report.max_sent_tokens = self.report.max_sent_tokens.max(pruned.tokens_after);
        self.report.n_prunes += usize::from(pruned.n_pruned > 0);
        let after = self.edited(&pruned.edits)?;
        self.report.n_messages = self.sent.messages.len();
        // Calls that wait for a result are of a message whose other results are still to come.
        match judge(self.plot.format, &after) {
            Err(why) if !why.contains("is not answered") => return Err(why),
            _ => {}
        }
        alternates(self.plot.format, &after)?;
        self.restore_some(&pruned.edits, chance)
    }

    /// The edited messages of a request; also counts recaps.
    fn edited(&mut self, edits: &[Edit]) -> Result<Value, String> {
        let mut edits_of_message: BTreeMap<usize, Vec<Edit>> = BTreeMap::new();
        let mut n_gone = 0;
        for edit in edits {
            if removes_message(edit) {
                n_gone += 1;
            } else {
                edits_of_message.entry(edit.message as usize).or_default().push(edit.clone());
            }
        }
        if n_gone != self.sent.messages.len() - self.sent.still_sent.len() {
            let gone_numbers: std::collections::BTreeSet<usize> =
                edits.iter().filter(|edit| removes_message(edit)).map(|edit| edit.message as usize).collect();
            let n_before = self.sent.still_sent.len();
            self.sent.still_sent.retain(|number| !gone_numbers.contains(number));
            self.report.n_recaps += usize::from(self.sent.still_sent.len() < n_before);
        }
        if n_gone != self.sent.messages.len() - self.sent.still_sent.len() {
            return Err("a message that left came back".into());
        }
        self.report.n_sent = self.sent.still_sent.len();
        let mut edited_messages = Vec::new();
        let mut n_recap_tokens = 0;
        self.report.recaps.clear();
        for &number in &self.sent.still_sent {
            let no_edits = Vec::new();
            let edits = edits_of_message.get(&number).unwrap_or(&no_edits);
            let text = format!("[{}]", self.sent.messages[number]);
            let edited = apply(&text, edits, number as u32).map_err(|error| error.to_string())?;
            if edited.contains("[recap ") {
                let recaps = read(self.plot.format, &edited, 0).map_err(|error| error.to_string())?;
                for item in recaps.iter().filter(|item| item.text.starts_with("[recap ")) {
                    n_recap_tokens += tokens(&item.text)?;
                    self.report.recaps.push(item.text.clone());
                }
            }
            let edited: Value = serde_json::from_str(&edited).map_err(|error| error.to_string())?;
            edited_messages.extend(edited.as_array().cloned().unwrap_or_default());
        }
        self.report.max_recap_tokens = self.report.max_recap_tokens.max(n_recap_tokens);
        Ok(Value::Array(edited_messages))
    }

    fn restore_some(&mut self, edits: &[Edit], chance: &mut Chance) -> Result<(), String> {
        (0..2.min(edits.len())).try_for_each(|_| self.restore(&edits[chance.below(edits.len())]))
    }

    /// Restores everything that is pruned at the end.
    fn restore_all(&mut self) -> Result<(), String> {
        self.window.edits().iter().try_for_each(|edit| self.restore(edit))
    }

    /// Restores a pruned part: equal byte by byte, or expired if more was pruned than is stored. Its stub costs no more
    /// than the part.
    fn restore(&mut self, edit: &Edit) -> Result<(), String> {
        let message = &self.sent.messages[edit.message as usize];
        let items = read(self.plot.format, &format!("[{message}]"), edit.message).map_err(|error| error.to_string())?;
        let is_restored_part = |restored: &Restored| {
            items.iter().any(|item| item.text == restored.text && original_json(item) == restored.original)
        };
        let item = items.iter().find(|item| item.pointer == edit.pointer && item.kind != ItemKind::Media);
        if let Some((item, stub)) = item.zip(edit.replacement.as_ref().filter(|stub| !stub.contains("[recap "))) {
            let (of_stub, of_part) = (tokens(stub)?, tokens(&original_json(item))?);
            if of_stub > of_part {
                return Err(format!("a stub of {of_stub} tokens stands for {of_part}: {stub}"));
            }
        }
        // Of a part its text is kept, and its JSON where that does not follow from the text.
        let n_bytes = 2 * self.sent.messages.iter().map(String::len).sum::<usize>();
        match self.window.restore(&edit.id, self.now, None) {
            Ok(Reply::Done(restored)) if is_restored_part(&restored) => self.report.n_restored += 1,
            Err(Error::Expired(_)) if n_bytes > MAX_WINDOW_BYTES as usize => {}
            other => return Err(format!("{} came back as {other:?}", edit.id)),
        }
        Ok(())
    }
}

/// The estimated tokens of a text.
fn tokens(text: &str) -> Result<usize, String> {
    let mut window = Window::new(Settings::default()).map_err(|error| error.to_string())?;
    let pushed = window.push(vec![NewItem::new(ItemKind::User, 0, text)]).map_err(|error| error.to_string())?;
    Ok(pushed.tokens as usize)
}

/// `assistant` for a message of the model; `None` for any other.
fn speaker(format: MessageFormat, message: &str) -> Option<&'static str> {
    use ItemKind::{Assistant, Call, Thinking};
    let items = read(format, &format!("[{message}]"), 0).ok()?;
    items.iter().any(|item| matches!(item.kind, Assistant | Call | Thinking)).then_some("assistant")
}

fn turns(plot: &Plot, chance: &mut Chance) -> Vec<Turn> {
    let mut turns = vec![turn("Mend the parser of the command line, and keep all tests green.")];
    for at in 0..plot.n_calls {
        if plot.calls_per_turn > 0 && at > 0 && at % plot.calls_per_turn == 0 {
            let number = at / plot.calls_per_turn;
            turns.push(turn(&format!(
                "Thanks. Now look at case {number}: `--flag-{number}` is refused, and should not be."
            )));
        }
        let last_turn = turns.len() - 1;
        turns[last_turn].steps.push(step(plot, at, chance));
    }
    for at in 0..plot.n_talks {
        let user_text = format!(
            "Question {at}: {}",
            "what would you say of it, and of what comes after? ".repeat(1 + chance.below(4))
        );
        let mut talk = turn(&user_text);
        talk.answer =
            Some(format!("Answer {at}: {}", "it is as it was, and there is more to it. ".repeat(1 + chance.below(12))));
        turns.push(talk);
    }
    turns
}

fn turn(user_text: &str) -> Turn {
    Turn { user_text: user_text.into(), has_image: false, steps: Vec::new(), answer: Some("It is done.".into()) }
}

/// A step of mostly some hundred tokens, and at times of a fifth of the budget.
fn step(plot: &Plot, at: usize, chance: &mut Chance) -> Step {
    const TOOLS: [&str; 4] = ["Read", "Bash", "Edit", "Grep"];
    let n_lines = match (plot.gives, chance.below(60)) {
        (Gives::Huge(tokens), _) => tokens / LINE_TOKENS,
        (_, 0) => plot.max_tokens as usize / 5 / LINE_TOKENS,
        (_, 1..=9) => 40 + chance.below(60),
        _ => 1 + chance.below(12),
    };
    let path = format!("src/part_{}/file_{}.rs", chance.below(12), chance.below(40));
    let line = |n: usize| format!("{n}: let value_{} = read_{}(input);\n", (at + n) % 97, at % 31);
    let body: String = (0..n_lines).map(line).collect();
    let tool = TOOLS[chance.below(4)];
    let input = match tool {
        "Bash" => json!({ "command": format!("cargo test case_{}", at % 200) }),
        "Edit" => json!({ "file_path": path, "old_string": line(at), "new_string": line(at + 1) }),
        "Grep" => json!({ "pattern": format!("value_{}", at % 97) }),
        _ => json!({ "file_path": path, "offset": at % 50 }),
    };
    let is_error = chance.once_in(12) && !matches!(plot.gives, Gives::Screens(_));
    let body = if is_error { format!("error[E0{}]: mismatched types\n{body}", 300 + at % 90) } else { body };
    let content = match plot.gives {
        Gives::Screens(n_bytes) => Content::Image(screen(at, n_bytes)),
        _ => Content::Text(body),
    };
    let result = Some(Answer { content, is_error });
    let thoughts = chance.once_in(3).then(|| Thought { text: format!("I think of step {at}."), is_redacted: false });
    let text = chance.once_in(5).then(|| format!("Step {at}: I will look at {path}, because the last one told me to."));
    let call = Call { id: format!("call_{at}"), tool: tool.into(), input, result };
    Step { thoughts: thoughts.into_iter().collect(), text, calls: vec![call] }
}

/// The screen at a step, in base 64.
fn screen(at: usize, n_bytes: usize) -> String {
    let line = format!("iVBORw0KGgo{at:013}");
    line.repeat((n_bytes * 4 / 3).div_ceil(line.len()))
}

/// The least tokens that a line of a body costs.
const LINE_TOKENS: usize = 18;
