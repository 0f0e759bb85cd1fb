//! A tool that is offered to an agent, and its description in the protocol.
//!
//! Not here: which tools there are (`list`, which is written from `wit/tools.json`), and answering a call (`worker`).

use std::sync::Arc;

use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::{Map, Value, json};

use super::arguments::Argument;
use super::list::ALL;
use crate::output::asker::ToolOffer;

pub(super) struct ToolSpec {
    pub(super) name: &'static str,
    pub(super) description: &'static str,
    /// Whether the tool asks about code, so that the index is updated first.
    pub(super) is_of_code: bool,
    pub(super) effect: Effect,
    /// Whether the tool is offered by default.
    pub(super) is_default: bool,
    pub(super) arguments: &'static [Argument],
}

/// The effect of a tool on what is stored.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    Reads,
    AddsRecords,
    Replaces,
}

impl ToolSpec {
    /// The texts of a call that name files or symbols; a path among them tells which project is meant. Free text, such
    /// as that of a note, is not among them.
    pub(super) fn named_places<'g>(&self, passed_arguments: &'g Map<String, Value>) -> Vec<&'g str> {
        let place_arguments = self.arguments.iter().filter(|argument| argument.names_places());
        let values = place_arguments.filter_map(|argument| passed_arguments.get(argument.name));
        let texts = values.flat_map(|value| value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice));
        texts.filter_map(Value::as_str).collect()
    }

    /// The tool's description in the protocol, under the name by which it is offered.
    pub(super) fn describe(&self, name: String) -> Tool {
        let properties: Map<String, Value> =
            self.arguments.iter().map(|argument| (argument.name.to_owned(), argument.schema())).collect();
        let required: Vec<&str> =
            self.arguments.iter().filter(|argument| argument.is_required).map(|argument| argument.name).collect();
        let mut schema = JsonObject::new();
        schema.insert("type".to_owned(), json!("object"));
        schema.insert("properties".to_owned(), Value::Object(properties));
        schema.insert("required".to_owned(), json!(required));
        let annotations = ToolAnnotations::new().read_only(self.effect == Effect::Reads).open_world(false);
        let annotations = match self.effect {
            // For a tool that only reads, the protocol has no further hints.
            Effect::Reads => annotations,
            // The same words twice are two notes.
            Effect::AddsRecords => annotations.destructive(false).idempotent(false),
            Effect::Replaces => annotations.destructive(true).idempotent(true),
        };
        Tool::new(name, self.description, Arc::new(schema)).with_annotations(annotations)
    }
}

/// The offered tools, with the prefix of their names.
pub(super) struct Toolset {
    tools: Vec<&'static ToolSpec>,
    offer: Arc<ToolOffer>,
}

impl Toolset {
    /// The tools that these words select: each is `default`, `all` or the name of a tool. They have the order of
    /// [`ALL`].
    pub(super) fn of(words: &[String], prefix: String) -> Toolset {
        let is_wanted = |tool: &&ToolSpec| words.iter().any(|word| tool.is_selected_by(word));
        let tools: Vec<&ToolSpec> = ALL.iter().filter(is_wanted).collect();
        let names = tools.iter().map(|tool| tool.name.to_owned()).collect();
        Toolset { tools, offer: Arc::new(ToolOffer { prefix, names }) }
    }

    /// The offered tools by name, for answers that mention them.
    pub(super) fn offer(&self) -> &Arc<ToolOffer> {
        &self.offer
    }

    /// The tool that is offered under this name.
    pub(super) fn find_offered(&self, name: &str) -> Option<&'static ToolSpec> {
        let bare_name = name.strip_prefix(self.offer.prefix.as_str())?;
        self.tools.iter().copied().find(|tool| tool.name == bare_name)
    }

    /// The names under which the tools are offered.
    pub(super) fn names(&self) -> Vec<String> {
        self.tools.iter().map(|tool| self.name(tool)).collect()
    }

    /// The tools' descriptions in the protocol.
    pub(super) fn describe(&self) -> Vec<Tool> {
        self.tools.iter().map(|tool| tool.describe(self.name(tool))).collect()
    }

    fn name(&self, tool: &ToolSpec) -> String {
        format!("{}{}", self.offer.prefix, tool.name)
    }
}

/// Checks a word that selects tools.
///
/// # Errors
/// A message with the valid words.
pub(crate) fn parse_toolset_word(word: &str) -> Result<String, String> {
    if ALL.iter().any(|tool| tool.is_selected_by(word)) {
        return Ok(word.to_owned());
    }
    let names: Vec<&str> = ["default", "all"].into_iter().chain(ALL.iter().map(|tool| tool.name)).collect();
    Err(format!("write a word of these, or several with commas between: {}", names.join(", ")))
}

/// Checks the prefix of tools' names: providers allow names of 64 letters, digits, `_` and `-`.
///
/// # Errors
/// A message with the valid prefixes.
pub(crate) fn parse_prefix(text: &str) -> Result<String, String> {
    let is_fit = text.len() <= 32 && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte));
    is_fit.then(|| text.to_owned()).ok_or_else(|| "letters, digits, `_` and `-`, 32 at most".to_owned())
}

impl ToolSpec {
    /// Whether a word of `--toolset` selects this tool.
    fn is_selected_by(&self, word: &str) -> bool {
        match word {
            "default" => self.is_default,
            "all" => true,
            name => self.name == name,
        }
    }
}
