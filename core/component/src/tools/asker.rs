//! The reader of an answer, and how arguments and the questions to ask next are spelled for that reader: at a shell as
//! options and commands, for an agent as calls of the offered tools.
//!
//! Not here: when something is advised (`hints`, `fault`).

use alloc::borrow::ToOwned as _;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::Value;

use crate::bindings::exports::scrubjay::memory::tools::{self, ToolOffer};
use crate::facade::NextQuestion;

/// The reader of the answer, who made the request.
#[derive(Clone, Copy)]
pub(super) enum Asker<'o> {
    /// Someone who types commands.
    Shell,
    /// An agent that calls tools of this offer.
    Agent(&'o ToolOffer),
}

impl<'o> Asker<'o> {
    pub(super) fn of(asker: &'o tools::Asker) -> Asker<'o> {
        match asker {
            tools::Asker::Shell => Asker::Shell,
            tools::Asker::Agent(offer) => Asker::Agent(offer),
        }
    }

    /// The spelling of an argument in messages.
    pub(super) fn argument(self, name: &str) -> String {
        match self {
            Asker::Shell => as_option(name),
            Asker::Agent(_) => format!("`{}`", as_argument(name)),
        }
    }

    /// The name under which a tool is offered to the agent; `None` at a shell or if it is not offered.
    pub(super) fn tool(self, name: &str) -> Option<String> {
        match self {
            Asker::Shell => None,
            Asker::Agent(offer) => offered_name(offer, name),
        }
    }

    pub(super) fn is_agent(self) -> bool {
        matches!(self, Asker::Agent(_))
    }
}

/// The name under which a tool is offered; `None` if it is not.
fn offered_name(offer: &ToolOffer, tool: &str) -> Option<String> {
    offer.names.iter().any(|name| name == tool).then(|| format!("{}{tool}", offer.prefix))
}

/// The name of a tool's argument for an option of the command line. Only `in` has another name: it is a keyword of
/// Python.
pub(super) fn as_argument(option: &str) -> &str {
    if option == "in" { "path_prefix" } else { option }
}

/// The option of the command line for an argument: `--min-confidence` for `min_confidence`.
fn as_option(name: &str) -> String {
    format!("--{}", name.replace('_', "-"))
}

/// A text as a JSON string.
pub(super) fn in_quotes(text: &str) -> String {
    Value::from(text).to_string()
}

/// A question to ask next, in the terms of the command line.
#[derive(Clone)]
pub(super) struct NextStep {
    command: &'static str,
    places: Vec<String>,
    /// Options by their names on the command line; a flag has no value.
    options: Vec<(&'static str, Option<String>)>,
}

impl NextStep {
    pub(super) fn new(command: &'static str, places: &[&str]) -> NextStep {
        NextStep { command, places: places.iter().map(|place| (*place).to_owned()).collect(), options: Vec::new() }
    }

    /// The question that a hint of the interface proposes; `None` if no command asks it, or if its arguments cannot be
    /// read. `asked_command` is the command that was given: for unresolved places it is proposed again if it can list
    /// them, else `callers` is.
    pub(super) fn of(question: &NextQuestion, asked_command: &'static str) -> Option<NextStep> {
        let mut step = NextStep::new(command_of(&question.question, asked_command)?, &[]);
        if question.question == "unresolved" {
            step = step.with_flag("unresolved");
        }
        for argument in &question.arguments {
            let value: Value = serde_json::from_str(&argument.value).ok()?;
            match option_of(&argument.name) {
                None => step.places.push(value.as_str()?.to_owned()),
                Some(option) => match value {
                    Value::Array(words) => {
                        step.options.extend(words.iter().map(|word| (option, word.as_str().map(str::to_owned))))
                    }
                    value => step = step.with(option, value),
                },
            }
        }
        Some(step)
    }

    /// The command that updates the index.
    pub(super) fn index() -> NextStep {
        NextStep::new("index", &[])
    }

    pub(super) fn with(mut self, option: &'static str, value: impl ToString) -> NextStep {
        self.options.push((option, Some(value.to_string())));
        self
    }

    pub(super) fn with_flag(mut self, option: &'static str) -> NextStep {
        self.options.push((option, None));
        self
    }

    /// The question as the asker types or calls it; `None` if an agent has no tool for it.
    pub(super) fn spelled_for(&self, asker: Asker<'_>) -> Option<String> {
        match asker {
            Asker::Shell => Some(self.shell_command()),
            Asker::Agent(offer) => self.tool_call(offer),
        }
    }

    /// The command line, its places and values quoted for a shell.
    fn shell_command(&self) -> String {
        let mut words = vec!["scrubjay".to_owned(), self.command.to_owned()];
        let places = self.places.iter().map(|place| shell_word(place));
        let is_option_like = self.places.iter().any(|place| place.starts_with('-'));
        if !is_option_like {
            words.extend(places.clone());
        }
        for (name, value) in &self.options {
            words.push(as_option(name));
            words.extend(value.as_ref().map(|value| shell_word(value)));
        }
        if is_option_like {
            words.push("--".to_owned());
            words.extend(places);
        }
        words.join(" ")
    }

    /// The call of a tool of the offer; `None` if the tool is not offered.
    fn tool_call(&self, offer: &ToolOffer) -> Option<String> {
        let (tool, place_names, more_argument): (_, &[&str], _) = match self.command {
            // A host updates its index by itself, and an agent has no tool for whole memories.
            "index" | "memory" => return None,
            "find" => ("find", &["text"], None),
            "refs" => ("references", &["name"], None),
            "callees" => ("callers", &["name"], Some("direction=\"callees\"".to_owned())),
            "path" => ("path", &["source", "target"], None),
            "prepare" => ("prepare", &["task"], None),
            "remember" => ("remember", &["text"], None),
            "recall" => ("recall", &["query"], None),
            "deps" => ("dependencies", &["path"], None),
            "dependents" => ("dependents", &["path"], None),
            other => (other, &["name"], None),
        };
        let tool = offered_name(offer, tool)?;
        let mut arguments: Vec<String> =
            place_names.iter().zip(&self.places).map(|(name, place)| format!("{name}={}", in_quotes(place))).collect();
        arguments.extend(more_argument);
        arguments.extend(
            self.options
                .iter()
                .map(|(name, value)| format!("{}={}", as_argument(name), argument_value(name, value.as_deref()))),
        );
        Some(format!("{tool}({})", arguments.join(", ")))
    }
}

/// The value of a tool's argument as JSON; a flag is `true`.
fn argument_value(name: &str, value: Option<&str>) -> String {
    let Some(value) = value else { return "true".to_owned() };
    match name {
        "kind" | "focus" => format!("[{}]", in_quotes(value)),
        _ if value.parse::<u64>().is_ok() => value.to_owned(),
        _ => in_quotes(value),
    }
}

/// The command for a question of the interface; `None` if there is none.
fn command_of(question: &str, asked_command: &'static str) -> Option<&'static str> {
    Some(match question {
        "find" => "find",
        "callers" => "callers",
        "references" => "refs",
        "impact" => "impact",
        "tests" => "tests",
        "path" => "path",
        "hierarchy" => "hierarchy",
        "export" => "export",
        "map" => "map",
        "source" | "outline" => "show",
        "unresolved" if matches!(asked_command, "refs" | "impact") => asked_command,
        "unresolved" => "callers",
        _ => return None,
    })
}

/// The option for an argument of the interface; `None` if the command takes it by position.
fn option_of(argument: &str) -> Option<&'static str> {
    match argument {
        "kinds" => Some("kind"),
        "depth" => Some("depth"),
        "budget" => Some("budget"),
        _ => None,
    }
}

/// A word of a command, quoted if a shell would read it otherwise; `cli/src/output/shell.rs` has the same rule.
pub(super) fn shell_word(word: &str) -> String {
    let is_plain = |char: char| char.is_alphanumeric() || "_-./:#@%+=,~".contains(char);
    // At the beginning of a word these signs mean something to a shell.
    match !word.is_empty() && word.chars().all(is_plain) && !word.starts_with(['#', '~', '=']) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}
