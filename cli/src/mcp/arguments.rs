//! Arguments of tools: their schemas, their checks, and their translation to the command line.
//!
//! Defaults and limits come from the component's interface, as those of the command line do. Not here: which tools there are.

use scrubjay::shown::without_secrets;
use scrubjay::wit::{Bounded, Word};
use serde_json::{Map, Value, json};

use super::list::{MAX_TEXTS, NAME, PATH};
use crate::output::asker::as_option;

/// An argument of a tool.
pub(super) struct Argument {
    pub(super) name: &'static str,
    pub(super) takes: ArgumentType,
    pub(super) becomes: CommandForm,
    /// An explanation beyond the name; may be empty.
    pub(super) means: &'static str,
    pub(super) is_required: bool,
}

/// The type of an argument.
pub(super) enum ArgumentType {
    /// A text of at most this many bytes.
    Text(usize),
    Texts,
    BoundedNumber(Bounded<u32>),
    /// A number whose default depends on the question.
    Limit(Bounded<u32>),
    Share(Bounded<f64>),
    /// Yes or no.
    Flag,
    /// One of these words, which selects the command; `default` applies if none is given.
    Word {
        words: &'static [&'static str],
        default: Option<&'static str>,
    },
    /// Words of this list, which the schema omits.
    UnlistedWords(fn() -> Vec<&'static str>),
    /// Words of this list, which the schema contains.
    Words(fn() -> Vec<&'static str>),
}

/// The form of an argument on the command line.
pub(super) enum CommandForm {
    /// As an option of this name.
    Option(&'static str),
    /// As a positional argument, in the order of the tool's arguments.
    Positional,
    /// As the word that selects the command.
    Command,
}

/// The accepted words of an enum of the interface.
pub(super) fn enum_words<W: Word>() -> Vec<&'static str> {
    W::WORDS.iter().map(|(word, _)| *word).collect()
}

impl Argument {
    /// The JSON Schema of the argument.
    pub(super) fn schema(&self) -> Value {
        let mut schema = match &self.takes {
            ArgumentType::Text(_) => json!({ "type": "string" }),
            ArgumentType::Texts | ArgumentType::UnlistedWords(_) => {
                json!({ "type": "array", "items": { "type": "string" } })
            }
            ArgumentType::BoundedNumber(of) => {
                json!({ "type": "integer", "default": of.default, "minimum": of.min, "maximum": of.max })
            }
            ArgumentType::Limit(of) => json!({ "type": "integer", "minimum": of.min, "maximum": of.max }),
            ArgumentType::Share(of) => {
                json!({ "type": "number", "default": of.default, "minimum": of.min, "maximum": of.max })
            }
            ArgumentType::Flag => json!({ "type": "boolean" }),
            ArgumentType::Word { words, default: None } => json!({ "type": "string", "enum": words }),
            ArgumentType::Word { words, default } => json!({ "type": "string", "enum": words, "default": default }),
            ArgumentType::Words(words) => json!({ "type": "array", "items": { "type": "string", "enum": words() } }),
        };
        if !self.means.is_empty() {
            schema["description"] = json!(self.means);
        }
        schema
    }

    /// Whether its texts are names or paths, as opposed to free text.
    pub(super) fn names_places(&self) -> bool {
        matches!(self.takes, ArgumentType::Text(NAME | PATH) | ArgumentType::Texts)
    }

    /// The word of the command that the argument selects; `None` if it selects none.
    pub(super) fn chosen(&self, given: &Map<String, Value>) -> Option<&'static str> {
        let ArgumentType::Word { words, default } = self.takes else { return None };
        let word = given.get(self.name).and_then(Value::as_str);
        words.iter().copied().find(|known| Some(*known) == word).or(default)
    }

    /// The values as command-line arguments.
    fn command_values(&self, value: &Value) -> Result<Vec<String>, String> {
        let typed = match &self.takes {
            ArgumentType::Text(limit) => {
                value.as_str().filter(|text| fits(text, *limit)).map(|text| vec![text.to_owned()])
            }
            ArgumentType::Texts => string_list(value).filter(|texts| texts.iter().all(|text| fits(text, PATH))),
            ArgumentType::BoundedNumber(of) | ArgumentType::Limit(of) => {
                let number = value.as_u64().or_else(|| whole(value.as_f64()?));
                let within = number.filter(|number| (u64::from(of.min)..=u64::from(of.max)).contains(number));
                within.map(|number| vec![number.to_string()])
            }
            ArgumentType::Share(of) => {
                let within = value.as_f64().filter(|number| (of.min..=of.max).contains(number));
                within.map(|number| vec![number.to_string()])
            }
            ArgumentType::Flag => value.as_bool().map(|is_set| vec![is_set.to_string()]),
            ArgumentType::Word { words, .. } => {
                value.as_str().filter(|word| words.contains(word)).map(|word| vec![word.to_owned()])
            }
            ArgumentType::Words(words) | ArgumentType::UnlistedWords(words) => {
                let known = words();
                string_list(value).filter(|some| some.iter().all(|word| known.contains(&word.as_str())))
            }
        };
        typed.ok_or_else(|| format!("`{}` must be {}, not {}", self.name, self.expected_form(), excerpt(value)))
    }

    fn expected_form(&self) -> String {
        match &self.takes {
            ArgumentType::Text(limit) => {
                format!("a text of 1 to {limit} bytes without control characters, and not `-`")
            }
            ArgumentType::Texts => format!("a list of at most {MAX_TEXTS} texts"),
            ArgumentType::BoundedNumber(of) | ArgumentType::Limit(of) => {
                format!("a whole number from {} to {}", of.min, of.max)
            }
            ArgumentType::Share(of) => format!("a number from {} to {}", of.min, of.max),
            ArgumentType::Flag => "true or false".to_owned(),
            ArgumentType::Word { words, .. } => format!("one of {}", words.join(", ")),
            ArgumentType::Words(words) | ArgumentType::UnlistedWords(words) => {
                format!("a list of some of {}", words().join(", "))
            }
        }
    }
}

/// Converts the arguments of a call to command-line arguments, to follow the words of the command.
///
/// # Errors
/// A message with the wrong argument and its valid values.
pub(super) fn command_line(takes: &[Argument], given: &Map<String, Value>) -> Result<Vec<String>, String> {
    if let Some(unknown) = given.keys().find(|name| takes.iter().all(|argument| argument.name != name.as_str())) {
        let names: Vec<&str> = takes.iter().map(|argument| argument.name).collect();
        return Err(format!("there is no argument `{unknown}`: there are {}", names.join(", ")));
    }
    let (mut options, mut places) = (Vec::new(), Vec::new());
    for argument in takes {
        let Some(value) = given.get(argument.name).filter(|value| !value.is_null()) else {
            if argument.is_required {
                return Err(format!("`{}` is missing: it must be {}", argument.name, argument.expected_form()));
            }
            continue;
        };
        for text in argument.command_values(value)? {
            match argument.becomes {
                CommandForm::Option(name) if matches!(argument.takes, ArgumentType::Flag) => {
                    options.extend((text == "true").then(|| as_option(name)));
                }
                CommandForm::Option(name) => options.push(format!("{}={text}", as_option(name))),
                CommandForm::Positional => places.push(text),
                CommandForm::Command => {}
            }
        }
    }
    if !places.is_empty() {
        options.push("--".to_owned());
        options.append(&mut places);
    }
    Ok(options)
}

/// Whether a text is within the limit, and is not `-`: the command would read its standard input, which carries the
/// protocol.
fn fits(text: &str, limit: usize) -> bool {
    let is_plain = |char: char| !char.is_control() || matches!(char, '\n' | '\t' | '\r');
    !text.trim().is_empty() && text != "-" && text.len() <= limit && text.chars().all(is_plain)
}

fn string_list(value: &Value) -> Option<Vec<String>> {
    // Models often give one text where a list of one is meant.
    if let Some(text) = value.as_str() {
        return Some(vec![text.to_owned()]);
    }
    let texts = value.as_array().filter(|texts| texts.len() <= MAX_TEXTS)?;
    texts.iter().map(|text| text.as_str().map(str::to_owned)).collect()
}

/// A whole number that was written with a fraction of zero; `None` for other numbers.
fn whole(number: f64) -> Option<u64> {
    (number.fract().abs() < f64::EPSILON && (0.0..=f64::from(u32::MAX)).contains(&number)).then_some(number as u64)
}

/// The beginning of a value as JSON, for a message.
fn excerpt(value: &Value) -> String {
    const MAX_CHARS: usize = 60;
    // Before it is cut: the form of what is secret may need its end.
    let text = without_secrets(&value.to_string());
    match text.char_indices().nth(MAX_CHARS) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}
