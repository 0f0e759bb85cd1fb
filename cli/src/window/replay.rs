//! Replays a recorded conversation step by step: when it would have been pruned, and what that saves.
//!
//! A second window that never prunes is one message ahead. It shows where a response of the model begins, and so where
//! a request was sent, and the cost of the conversation without pruning. Not here: time between requests, in which a
//! cache may expire.

use std::fmt::Write as _;
use std::io::Read as _;
use std::path::Path;

use scrubjay::Error;
use scrubjay::open;
use scrubjay::window::{Pruned, Window};
use scrubjay::wit::types::{Error as Refusal, InvalidArgument, Limit};
use scrubjay::wit::window::{Edit, MessageFormat, Policy, WindowSettings};
use serde_json::{Value, json};

use super::args::Replay;
use super::{MAX_INPUT, format_of};
use crate::output::Output;
use crate::output::text::{count, counted_noun};
use crate::{Ending, Fault};

/// The totals over all requests of a replay, with and without pruning. Costs are in tokens, weighted by cache prices.
#[derive(Default)]
struct ReplayResult {
    n_requests: u64,
    tokens: u64,
    tokens_unpruned: u64,
    cost: f64,
    cost_unpruned: f64,
    prunes: Vec<PruneStep>,
}

/// A request at which something was pruned, or pruning failed.
struct PruneStep {
    request: u64,
    message: usize,
    outcome: Result<Pruned, Limit>,
    /// The number of tokens before the first change, which the prompt cache still holds.
    cached: u64,
}

pub(super) fn replay(given: &Replay, output: &Output) -> Result<Ending, Fault> {
    let (head, messages) = read(&given.file)?;
    let result = Replayer::begin(format_of(&given.format), given.settings.window_settings(), head)?.run(&messages)?;
    output.answer(|| in_words(&result), || in_json(&result));
    Ok(if result.n_requests == 0 { Ending::Nothing } else { Ending::Found })
}

struct Replayer {
    format: MessageFormat,
    settings: WindowSettings,
    /// The members of the request other than its messages.
    head: Value,
    window: Window,
    unpruned_window: Window,
    result: ReplayResult,
    /// The tokens of the last request, pruned and unpruned; the prompt cache holds them.
    last_tokens: (u64, u64),
}

impl Replayer {
    fn begin(format: MessageFormat, settings: WindowSettings, head: Value) -> Result<Replayer, Error> {
        let settings = WindowSettings { caller_keeps: true, ..settings };
        let (window, unpruned_window) = (Window::new(settings)?, unpruned()?);
        Ok(Replayer {
            format,
            settings,
            head,
            window,
            unpruned_window,
            result: ReplayResult::default(),
            last_tokens: (0, 0),
        })
    }

    fn run(mut self, messages: &[Value]) -> Result<ReplayResult, Error> {
        let (mut n_steps, mut was_model) = (0, false);
        for at in 0..messages.len() {
            let number = u32::try_from(at).unwrap_or(u32::MAX);
            let text = self.text(&messages[at..=at], at == 0);
            let tokens = if at == 0 { 0 } else { self.unpruned_window.status()?.tokens };
            self.unpruned_window.push_messages(self.format, &text, number)?;
            let steps = self.unpruned_window.status()?.n_steps;
            let is_model = steps > n_steps;
            n_steps = steps;
            if is_model && !was_model && at > 0 {
                self.request(&messages[..at], tokens)?;
            }
            was_model = is_model;
            self.window.set_clock(Some(i64::from(number)));
            self.window.push_messages(self.format, &text, number)?;
        }
        Ok(self.result)
    }

    /// Messages as a JSON list; with `is_first`, in an object with the request's other members.
    fn text(&self, messages: &[Value], is_first: bool) -> String {
        match (&self.head, is_first) {
            (Value::Object(head), true) => {
                let mut request = head.clone();
                request.insert("messages".to_owned(), json!(messages));
                Value::Object(request).to_string()
            }
            _ => json!(messages).to_string(),
        }
    }

    fn request(&mut self, messages: &[Value], tokens_unpruned: u64) -> Result<(), Error> {
        let (cached, cached_unpruned) = self.last_tokens;
        let (outcome, tokens) = match self.window.prune() {
            Ok(pruned) => {
                let tokens = pruned.tokens_after;
                (Ok(pruned), tokens)
            }
            Err(Error::Refused(Refusal::Floor(floor))) => (Err(floor), self.window.status()?.tokens),
            Err(error) => return Err(error),
        };
        let cached = match &outcome {
            Ok(Pruned { first_changed: Some(first), edits, .. }) => self.tokens_before(messages, *first, edits)?,
            _ => cached,
        };
        let request = self.result.n_requests + 1;
        if outcome.as_ref().is_ok_and(|pruned| pruned.n_pruned > 0) || outcome.is_err() {
            self.result.prunes.push(PruneStep { request, message: messages.len(), outcome, cached });
        }
        let cost = |cached: u64, tokens: u64| {
            let cached = cached.min(tokens);
            self.settings.cache_read * cached as f64 + self.settings.cache_write * (tokens - cached) as f64
        };
        self.result.cost += cost(cached, tokens);
        self.result.cost_unpruned += cost(cached_unpruned, tokens_unpruned);
        self.result.n_requests = request;
        self.result.tokens += tokens;
        self.result.tokens_unpruned += tokens_unpruned;
        self.last_tokens = (tokens, tokens_unpruned);
        Ok(())
    }

    /// The tokens of the edited messages before the message `first`.
    fn tokens_before(&mut self, messages: &[Value], first: u32, edits: &[Edit]) -> Result<u64, Error> {
        let edits: Vec<Edit> = edits.iter().filter(|edit| edit.message < first).cloned().collect();
        let text = self.text(&messages[..first as usize], true);
        let edited = self.window.edit_messages(&text, 0, &edits)?;
        Ok(unpruned()?.push_messages(self.format, &edited, 0)?.tokens)
    }
}

/// A window that never prunes.
fn unpruned() -> Result<Window, Error> {
    Window::new(WindowSettings { policy: Policy::Unbounded, ..WindowSettings::default() })
}

/// Reads a recorded request: the members other than its messages, and the messages.
fn read(file: &Path) -> Result<(Value, Vec<Value>), Fault> {
    let text = text_of(file)?;
    let (head, messages) = match serde_json::from_str::<Value>(&text) {
        Ok(Value::Array(messages)) => (Value::Null, messages),
        Ok(Value::Object(mut request)) => match ["messages", "input"].iter().find_map(|name| request.remove(*name)) {
            Some(Value::Array(messages)) => (Value::Object(request), messages),
            _ => return Err(unreadable_messages("it is neither a list nor a request with one".to_owned())),
        },
        _ => (Value::Null, lines(&text)?),
    };
    match messages.iter().position(|message| !message.is_object()) {
        Some(at) => Err(unreadable_messages(format!("message {at} is no object"))),
        None => Ok((head, messages)),
    }
}

fn text_of(file: &Path) -> Result<String, Fault> {
    if file.to_str() == Some("-") {
        return super::messages();
    }
    let mut text = String::new();
    let read_result = open::named(file).and_then(|read_result| read_result.take(MAX_INPUT).read_to_string(&mut text));
    read_result.map(|_| text).map_err(|error| Fault::UnreadableFile(file.to_owned(), error))
}

/// One message per line of JSON. If any line has a member `message`, only those members are the messages.
fn lines(text: &str) -> Result<Vec<Value>, Fault> {
    let mut values = Vec::new();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let value = serde_json::from_str::<Value>(line);
        values.push(value.map_err(|error| unreadable_messages(format!("line {number} is not JSON: {error}")))?);
    }
    if values.iter().any(|value| value["message"].is_object()) {
        values.retain(|value| value["message"].is_object());
        values.iter_mut().for_each(|value| *value = value["message"].take());
    }
    Ok(values)
}

fn unreadable_messages(why: String) -> Fault {
    Fault::Library(Error::Refused(Refusal::Invalid(InvalidArgument { argument: "messages".to_owned(), why })))
}

fn in_words(result: &ReplayResult) -> String {
    let mut words = String::new();
    for step in &result.prunes {
        let _ = write!(words, "request {}, before message {}: ", step.request, step.message);
        let _ = match &step.outcome {
            Ok(pruned) => writeln!(
                words,
                "{} pruned, {} tokens instead of {}, {} of them from the cache",
                counted_noun(pruned.n_pruned.into(), "part", "parts"),
                count(pruned.tokens_after),
                count(pruned.tokens_before),
                count(step.cached)
            ),
            Err(floor) => {
                writeln!(
                    words,
                    "{} tokens cannot be pruned, and {} are the most",
                    count(floor.actual),
                    count(floor.limit)
                )
            }
        };
    }
    let share = |part: f64, whole: f64| if whole > 0.0 { 100.0 * part / whole } else { 100.0 };
    let (tokens, unpruned) = (result.tokens, result.tokens_unpruned);
    let _ = writeln!(
        words,
        "{}, {}\ntokens {} of {} unpruned, {:.1} %\ncost {} of {} unpruned, {:.1} %",
        counted_noun(result.n_requests, "request", "requests"),
        counted_noun(result.prunes.iter().filter(|step| step.outcome.is_ok()).count() as u64, "prune", "prunes"),
        count(tokens),
        count(unpruned),
        share(tokens as f64, unpruned as f64),
        count(result.cost as u64),
        count(result.cost_unpruned as u64),
        share(result.cost, result.cost_unpruned)
    );
    words
}

fn in_json(result: &ReplayResult) -> Value {
    let step = |step: &PruneStep| {
        let mut json = json!({ "request": step.request, "message": step.message });
        match &step.outcome {
            Ok(pruned) => {
                json["n_pruned"] = json!(pruned.n_pruned);
                json["tokens_before"] = json!(pruned.tokens_before);
                json["tokens_after"] = json!(pruned.tokens_after);
                json["first_changed"] = json!(pruned.first_changed);
                json["tokens_cached"] = json!(step.cached);
            }
            Err(floor) => json["floor"] = json!(floor.actual),
        }
        json
    };
    json!({
        "n_requests": result.n_requests,
        "tokens": result.tokens,
        "tokens_unpruned": result.tokens_unpruned,
        "cost": result.cost,
        "cost_unpruned": result.cost_unpruned,
        "prunes": result.prunes.iter().map(step).collect::<Vec<Value>>(),
    })
}
