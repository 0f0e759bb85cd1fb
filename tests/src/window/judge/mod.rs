//! Judges whether a provider would take a request, and whether an edited request kept what it must.
//!
//! Written from what the providers document and refuse: every call is answered once and where its format asks for it, nothing is
//! empty that may not be, what the provider signed comes back whole or not at all. Not here: how the core reads messages.

mod ai_sdk;
mod anthropic;
mod chat;
mod langchain;
mod responses;

use std::collections::BTreeMap;

use serde_json::Value;

use super::MessageFormat;

/// Whether the provider would take this list of messages; the error is the first reason against it.
pub fn judge(format: MessageFormat, messages: &Value) -> Result<(), String> {
    match examine(format, messages).violations.into_iter().next() {
        None => Ok(()),
        Some(violation) => Err(violation),
    }
}

/// Whether edited messages are as valid as before, and differ only in bodies of calls and results, in texts of thoughts, and in
/// thoughts of finished turns.
pub fn compare(format: MessageFormat, before: &Value, after: &Value) -> Result<(), String> {
    check_edited(format, before, after, false)
}

/// As [`compare`], for a list from which whole messages left. Where the user's words between two turns left, the turns are one,
/// and may have lost a part of their thoughts: of finished turns a provider reads none.
pub fn compare_left(format: MessageFormat, before: &Value, after: &Value) -> Result<(), String> {
    check_edited(format, before, after, true)
}

fn check_edited(format: MessageFormat, before: &Value, after: &Value, may_be_part: bool) -> Result<(), String> {
    let (before, after) = (examine(format, before), examine(format, after));
    if let Some(new_violation) = after.violations.iter().find(|violation| !before.violations.contains(violation)) {
        return Err(new_violation.clone());
    }
    let pairs = before.kept_values.iter().zip(&after.kept_values);
    if let Some((one, other)) = pairs.clone().find(|(one, other)| one != other) {
        return Err(format!("{one} became {other}"));
    }
    if before.kept_values.len() != after.kept_values.len() {
        return Err(format!("{} things became {}", before.kept_values.len(), after.kept_values.len()));
    }
    for (turn, thoughts) in &before.thoughts {
        let is_over = *turn < before.n_turns;
        match after.thoughts.get(turn) {
            Some(thoughts_left) if thoughts_left == thoughts => {}
            None if is_over => {}
            Some(thoughts_left)
                if is_over && may_be_part && thoughts_left.iter().all(|thought| thoughts.contains(thought)) => {}
            _ => return Err(format!("turn {turn}: what was thought is neither whole nor gone")),
        }
    }
    match after.thoughts.keys().all(|turn| before.thoughts.contains_key(turn)) {
        true => Ok(()),
        false => Err("something was thought that was not".into()),
    }
}

/// Whether roles alternate, in formats that have them; for a list that alternated before it was edited.
///
/// # Errors
/// The first two messages of one role in a row.
pub fn alternates(format: MessageFormat, messages: &Value) -> Result<(), String> {
    let list = messages.as_array().map_or(&[][..], Vec::as_slice);
    let role = |message: &Value| match format {
        MessageFormat::OpenaiResponses => None,
        MessageFormat::Langchain => Some(langchain::role(message)),
        _ => message["role"].as_str().map(str::to_owned),
    };
    for (at, pair) in list.windows(2).enumerate() {
        let (one_role, other_role) = (role(&pair[0]), role(&pair[1]));
        if one_role == other_role && matches!(one_role.as_deref(), Some("user" | "assistant" | "human" | "ai")) {
            return Err(format!("messages {at} and {} are of one role", at + 1));
        }
    }
    Ok(())
}

/// The result of examining a request.
#[derive(Debug, Default)]
struct Finding {
    violations: Vec<String>,
    /// The values that no edit may change, in their order.
    kept_values: Vec<String>,
    /// The thoughts of each turn, which come back whole or not at all.
    thoughts: BTreeMap<usize, Vec<Value>>,
    /// The number of turns so far; the last turn is not over.
    n_turns: usize,
    /// The ids of calls that have no result so far.
    open_calls: Vec<String>,
    /// The index of the examined message.
    at: usize,
}

fn examine(format: MessageFormat, messages: &Value) -> Finding {
    let mut finding = Finding::default();
    let list = messages.get("messages").or_else(|| messages.get("input")).unwrap_or(messages);
    let Some(list) = list.as_array() else {
        finding.violate("the messages are no list");
        return finding;
    };
    match format {
        MessageFormat::Anthropic => anthropic::examine(list, &mut finding),
        MessageFormat::OpenaiChat => chat::examine(list, &mut finding),
        MessageFormat::OpenaiResponses => responses::examine(list, &mut finding),
        MessageFormat::AiSdk => ai_sdk::examine(list, &mut finding),
        MessageFormat::Langchain => langchain::examine(list, &mut finding),
    }
    finding.settle();
    finding
}

impl Finding {
    fn violate(&mut self, why: &str) {
        self.violations.push(format!("message {}: {why}", self.at));
    }

    fn expect(&mut self, holds: bool, why: &str) {
        if !holds {
            self.violate(why);
        }
    }

    /// Notes a value that no edit may change, except for the members `except`.
    fn keep(&mut self, value: &Value, except: &[&str]) {
        let mut kept_value = value.clone();
        if let Some(members) = kept_value.as_object_mut() {
            except.iter().for_each(|name| {
                members.remove(*name);
            });
        }
        self.kept_values.push(format!("message {}: {kept_value}", self.at));
    }

    /// Notes blocks that no edit may change. An image or a file may leave if a text that names it takes its place.
    fn keep_blocks(&mut self, content: &Value) {
        const MEDIA: [&str; 8] =
            ["image", "image_url", "input_image", "image-data", "file", "input_file", "media", "document"];
        let Some(blocks) = content.as_array() else { return self.keep(content, &[]) };
        for block in blocks {
            let is_media = block["type"].as_str().is_some_and(|kind| MEDIA.contains(&kind));
            let stub =
                block["text"].as_str().filter(|text| text.starts_with("[pruned ") || text.starts_with("[recap "));
            if stub.is_some() {
                self.expect(block["type"].as_str().is_some_and(|kind| kind.ends_with("text")), "a stub is no text");
            } else if !is_media {
                self.keep(block, &[]);
            }
        }
    }

    fn think(&mut self, thought: &Value) {
        self.thoughts.entry(self.n_turns).or_default().push(thought.clone());
    }

    fn call(&mut self, id: Option<&Value>, name: Option<&Value>) {
        let Some(id) = text(id) else { return self.violate("a call has no id") };
        self.expect(text(name).is_some(), "a call has no name");
        self.expect(!self.open_calls.iter().any(|open| open == id), "two calls have one id");
        self.open_calls.push(id.to_owned());
    }

    fn answer(&mut self, id: Option<&Value>) {
        let Some(id) = text(id) else { return self.violate("a result names no call") };
        match self.open_calls.iter().position(|open| open == id) {
            Some(at) => {
                self.open_calls.remove(at);
            }
            None => self.violate(&format!("the result {id} answers no call that waits")),
        }
    }

    /// Reports the calls that are not answered yet.
    fn settle(&mut self) {
        for id in std::mem::take(&mut self.open_calls) {
            self.violations.push(format!("the call {id} is not answered"));
        }
    }

    /// Examines the content of a result: a text, or a list of blocks, of which those of `text_type` must have a text.
    fn body(&mut self, content: &Value, text_type: &str) {
        match content {
            Value::String(_) => {}
            Value::Array(blocks) => {
                for block in blocks {
                    match block["type"] == text_type {
                        true => {
                            self.expect(text(block.get("text")).is_some(), "a text of a result is empty");
                            // Members beside the text, such as the end of a prompt cache.
                            if block.as_object().is_some_and(|members| members.len() > 2) {
                                self.keep(block, &["text"]);
                            }
                        }
                        false => {
                            self.expect(block["type"].is_string(), "a block of a result has no type");
                            self.keep_blocks(&Value::Array(vec![block.clone()]));
                        }
                    }
                }
            }
            _ => self.violate("a result is neither a text nor a list"),
        }
    }

    /// Examines arguments, which must be a JSON object in a string.
    fn arguments(&mut self, arguments: &Value) {
        match arguments.as_str().map(serde_json::from_str::<Value>) {
            Some(Ok(Value::Object(_))) => {}
            Some(_) => self.violate("the arguments of a call are no object"),
            None => self.violate("the arguments of a call are no string"),
        }
    }
}

/// The text of a string; `None` if it is empty or no string.
fn text(value: Option<&Value>) -> Option<&str> {
    value.and_then(Value::as_str).filter(|text| !text.is_empty())
}
