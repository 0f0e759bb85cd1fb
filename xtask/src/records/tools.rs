//! The tools that are offered to agents, read from `wit/tools.json`, for the server, Python and JavaScript.
//!
//! Reading checks that names are unique, that a number taken from a question has a default and a range there, and that
//! each enumeration is one of the interface. Not here: the forms that other languages give them (`rust`, `python`,
//! `schema`).

pub mod component;
pub mod python;
pub mod rust;
pub mod schema;

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, bail, ensure};
use serde_json::Value;

use super::lists::grouped_digits;
use super::names::{constant_name, snake_case, type_name};
use crate::wit::{self, Literal, Shape, Type, Wit};

/// The names, comments and values of the limits on arguments.
pub const LIMITS: [(&str, &str, usize); 4] = [
    ("NAME", "The most bytes of a name.", 1_000),
    ("PATH", "The most bytes of a path.", 1_024),
    ("LONG", "The most bytes of a task, of a note, or of a text in a list.", 64 << 10),
    ("MAX_TEXTS", "The most texts in a list.", 100),
];

/// The constant for one of [`LIMITS`].
fn limit_constant((name, docs, limit): (&str, &str, usize)) -> String {
    format!("/// {docs}\npub(super) const {name}: usize = {};\n", grouped_digits(limit as i64))
}

/// A tool that is offered to agents.
pub struct Tool {
    pub name: String,
    pub description: String,
    pub is_of_code: bool,
    pub effect: Effect,
    /// Whether it is offered by default.
    pub is_default: bool,
    pub arguments: Vec<Argument>,
}

/// The effect of a tool on what is stored.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    Reads,
    AddsRecords,
    Replaces,
}

/// An argument of a tool.
pub struct Argument {
    pub name: String,
    pub docs: String,
    pub takes: ArgumentType,
    pub is_required: bool,
}

/// The type of an argument.
pub enum ArgumentType {
    /// The name of a symbol, a file or a record.
    Name,
    Path,
    Text,
    Texts,
    Number(Number),
    Flag,
    /// One of these words; `default` applies if none is given.
    Word {
        words: Vec<String>,
        default: Option<String>,
    },
    /// Words of an enumeration in an interface; `is_listed`: the schema contains them.
    Words {
        interface: String,
        name: String,
        words: Vec<String>,
        is_listed: bool,
    },
}

/// A number with its default and range.
pub struct Number {
    /// The path of the library's constant; `None` if the range is the tool's own.
    pub constant: Option<String>,
    pub default: Literal,
    pub range: (f64, f64),
    /// Whether the default depends on the question that the tool asks.
    pub has_variable_default: bool,
}

/// Reads the tools from a file.
pub fn read(path: &Path, wit: &Wit) -> anyhow::Result<Vec<Tool>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    parse(&text, wit).with_context(|| path.display().to_string())
}

fn parse(text: &str, wit: &Wit) -> anyhow::Result<Vec<Tool>> {
    let document: Value = serde_json::from_str(text)?;
    let mut names = BTreeSet::new();
    let mut tools = Vec::new();
    for one in array(&document, "tools") {
        let name = text_of(one, "name")?;
        ensure!(names.insert(name.clone()), "there are two tools `{name}`");
        tools.push(tool(one, wit).with_context(|| format!("the tool `{name}`"))?);
    }
    ensure!(tools.iter().any(|tool| tool.is_default), "no tool is offered by default");
    Ok(tools)
}

fn tool(entry: &Value, wit: &Wit) -> anyhow::Result<Tool> {
    check_members(entry, &["name", "description", "about", "effect", "default", "arguments"])?;
    let mut names = BTreeSet::new();
    let mut arguments = Vec::new();
    for one in array(entry, "arguments") {
        let name = text_of(one, "name")?;
        ensure!(names.insert(name.clone()), "there are two arguments `{name}`");
        arguments.push(argument(one, wit).with_context(|| format!("the argument `{name}`"))?);
    }
    Ok(Tool {
        name: text_of(entry, "name")?,
        description: text_of(entry, "description")?,
        is_of_code: match text_of(entry, "about")?.as_str() {
            "code" => true,
            "records" => false,
            other => bail!("a tool is about code or records, not {other}"),
        },
        effect: match text_of(entry, "effect")?.as_str() {
            "reads" => Effect::Reads,
            "adds" => Effect::AddsRecords,
            "replaces" => Effect::Replaces,
            other => bail!("a tool reads, adds or replaces, and does not do `{other}`"),
        },
        is_default: flag(entry, "default", false),
        arguments,
    })
}

fn argument(entry: &Value, wit: &Wit) -> anyhow::Result<Argument> {
    check_members(
        entry,
        &["name", "type", "docs", "required", "of", "depends", "default", "min", "max", "words", "listed"],
    )?;
    let name = text_of(entry, "name")?;
    let takes = match text_of(entry, "type")?.as_str() {
        "name" => ArgumentType::Name,
        "path" => ArgumentType::Path,
        "text" => ArgumentType::Text,
        "texts" => ArgumentType::Texts,
        "flag" => ArgumentType::Flag,
        "number" => ArgumentType::Number(number(entry, wit)?),
        "word" => {
            let words: Vec<String> =
                array(entry, "words").iter().filter_map(Value::as_str).map(str::to_owned).collect();
            let default = entry.get("default").and_then(Value::as_str).map(str::to_owned);
            ensure!(default.as_ref().is_none_or(|word| words.contains(word)), "its default is none of its words");
            ArgumentType::Word { words, default }
        }
        "words" => {
            let enumeration = text_of(entry, "of")?;
            let types = wit.interfaces.iter().flat_map(|interface| &interface.types);
            let found = types.into_iter().find(|one| one.name == enumeration && matches!(one.shape, Shape::Enum(_)));
            let found = found.with_context(|| format!("wit/ has no enumeration `{enumeration}`"))?;
            let Shape::Enum(cases) = &found.shape else { bail!("`{enumeration}` is no enumeration") };
            ArgumentType::Words {
                interface: found.interface.clone(),
                name: type_name(&enumeration),
                words: cases.iter().map(|case| snake_case(&case.name)).collect(),
                is_listed: flag(entry, "listed", true),
            }
        }
        other => bail!("there is no type `{other}`"),
    };
    let is_required = match &takes {
        ArgumentType::Word { default, .. } => default.is_none(),
        _ => flag(entry, "required", false),
    };
    let docs = entry.get("docs").and_then(Value::as_str).unwrap_or_default().to_owned();
    Ok(Argument { name, docs, takes, is_required })
}

/// A number of the interface, such as `walk-question.limit`, or one with its own range.
fn number(entry: &Value, wit: &Wit) -> anyhow::Result<Number> {
    let has_variable_default = flag(entry, "depends", false);
    let Some(place) = entry.get("of").and_then(Value::as_str) else {
        let [default, min, max] = ["default", "min", "max"].map(|name| entry.get(name).and_then(Value::as_i64));
        let (Some(default), Some(min), Some(max)) = (default, min, max) else {
            bail!("a number has `of`, or `default`, `min` and `max`")
        };
        return Ok(Number {
            constant: None,
            default: Literal::Integer(default),
            range: (min as f64, max as f64),
            has_variable_default,
        });
    };
    let (owner, field) = place.split_once('.').context("`of` is a record or a function, a point, and an argument")?;
    let is_of = |one: &&wit::Question| match &one.record {
        Some(Type::Named { name, .. }) => name == owner || one.name == owner,
        _ => false,
    };
    // The name of a record means its first question; a question with other defaults is named itself.
    let question = wit.all_questions().find(is_of).with_context(|| format!("wit/ has no question `{owner}`"))?;
    let argument = question.arguments.iter().find(|one| one.name == field);
    let argument = argument.with_context(|| format!("`{owner}` has no argument `{field}`"))?;
    let (Some(default), Some(range)) = (&argument.default, argument.limits.range) else {
        bail!("`{place}` has no default or no range")
    };
    let constant = format!("limits::{}::{}", snake_case(owner), constant_name(field));
    Ok(Number { constant: Some(constant), default: default.clone(), range, has_variable_default })
}

impl ArgumentType {
    /// The name of the limit that applies to a text; `None` for another type.
    pub fn limit(&self) -> Option<&'static str> {
        match self {
            ArgumentType::Name => Some("NAME"),
            ArgumentType::Path => Some("PATH"),
            ArgumentType::Text => Some("LONG"),
            _ => None,
        }
    }
}

impl Number {
    /// Whether it may have a fraction.
    pub fn is_share(&self) -> bool {
        matches!(self.default, Literal::Float(_))
    }

    /// A number as a literal in JSON and Python.
    pub fn written(&self, number: f64) -> String {
        if self.is_share() { format!("{number:?}") } else { format!("{}", number as i64) }
    }

    /// The default as a literal in JSON and Python.
    pub fn default(&self) -> String {
        match self.default {
            Literal::Integer(number) => number.to_string(),
            Literal::Float(number) => format!("{number:?}"),
            _ => String::new(),
        }
    }
}

/// Fails for a member that is not known, because a misspelt one would be ignored.
fn check_members(object: &Value, members: &[&str]) -> anyhow::Result<()> {
    let object = object.as_object().context("what is listed is an object")?;
    let unknown = object.keys().find(|name| !members.contains(&name.as_str()));
    unknown.map_or(Ok(()), |name| bail!("there is no member `{name}`: there are {}", members.join(", ")))
}

fn text_of(object: &Value, member: &str) -> anyhow::Result<String> {
    Ok(object.get(member).and_then(Value::as_str).with_context(|| format!("`{member}` is missing"))?.to_owned())
}

fn array<'a>(object: &'a Value, member: &str) -> &'a [Value] {
    object.get(member).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn flag(object: &Value, member: &str, default: bool) -> bool {
    object.get(member).and_then(Value::as_bool).unwrap_or(default)
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::wit::tests::{WIT, wit_of_text};

    pub const TOOLS: &str = r#"{ "tools": [
        { "name": "look", "description": "Looks.", "about": "code", "effect": "reads", "default": true,
          "arguments": [
            { "name": "text", "type": "name", "required": true, "docs": "a \"name\"" },
            { "name": "way", "type": "words", "of": "way" },
            { "name": "path_prefix", "type": "path" },
            { "name": "limit", "type": "number", "of": "look-question.limit" },
            { "name": "all", "type": "flag" } ] },
        { "name": "work", "description": "Worked.", "about": "records", "effect": "replaces",
          "arguments": [
            { "name": "question", "type": "word", "words": ["file", "tasks"] },
            { "name": "of", "type": "path" },
            { "name": "limit", "type": "number", "of": "look-question.limit", "depends": true },
            { "name": "skip", "type": "number", "default": 0, "min": 0, "max": 9 } ] } ] }"#;

    pub fn tools() -> Vec<Tool> {
        parse(TOOLS, &wit_of_text(WIT).unwrap()).unwrap()
    }

    #[test]
    fn a_number_has_the_limits_of_the_interface_or_its_own() {
        let tools = tools();
        let ArgumentType::Number(limit) = &tools[0].arguments[3].takes else { panic!("no number") };
        assert_eq!((limit.constant.as_deref(), limit.range), (Some("limits::look_question::LIMIT"), (1.0, 1_000.0)));
        let ArgumentType::Number(skip) = &tools[1].arguments[3].takes else { panic!("no number") };
        assert_eq!((skip.constant.as_deref(), skip.range), (None, (0.0, 9.0)));
    }

    #[test]
    fn what_the_list_misspells_is_refused() {
        for (from, to) in [
            ("\"required\": true,", "\"requierd\": true,"),
            ("look-question.limit", "look-question.most"),
            ("\"of\": \"way\"", "\"of\": \"weigh\""),
            ("\"type\": \"flag\"", "\"type\": \"flog\""),
            ("\"name\": \"work\"", "\"name\": \"look\""),
            ("\"effect\": \"replaces\"", "\"effect\": \"erases\""),
        ] {
            assert!(TOOLS.contains(from), "{from}");
            assert!(parse(&TOOLS.replace(from, to), &wit_of_text(WIT).unwrap()).is_err(), "{to} is taken");
        }
    }
}
