//! Checks the arguments of a call, which a model writes.
//!
//! Not here: which tools there are (`list`), and the calls that come of them (`read`).

use alloc::borrow::ToOwned as _;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use serde_json::{Map, Value};

use super::list::{LONG, MAX_TEXTS};
use super::word::{Bounded, Word};
use crate::facade::mask_text;

/// The most characters that a message quotes of a value, or of an unknown argument's name.
const MAX_QUOTED_CHARS: usize = 60;

pub(super) struct Tool {
    pub(super) name: &'static str,
    pub(super) arguments: &'static [Argument],
}

pub(super) struct Argument {
    pub(super) name: &'static str,
    pub(super) takes: ArgumentType,
    pub(super) is_required: bool,
}

pub(super) enum ArgumentType {
    /// A text of at most this many bytes.
    Text(usize),
    Texts,
    Number(Bounded<u32>),
    Share(Bounded<f64>),
    Flag,
    /// One of these words; the default applies if none is given.
    Word {
        words: &'static [&'static str],
        default: Option<&'static str>,
    },
    /// Some of these words, as a list.
    Words(fn() -> Vec<&'static str>),
}

pub(super) fn enum_words<W: Word>() -> Vec<&'static str> {
    W::WORDS.iter().map(|(word, _)| *word).collect()
}

/// The arguments of a call, each of the right type.
pub(super) struct Arguments {
    tool: &'static Tool,
    values: Map<String, Value>,
}

impl Arguments {
    /// Reads and checks the arguments. `null` counts as not given, and so does an empty text or list for an optional
    /// argument: models write both.
    ///
    /// # Errors
    /// The name of the wrong argument, empty if `json` is no object, and a sentence that says what is wrong.
    pub(super) fn read(tool: &'static Tool, json: &str) -> Result<Arguments, (String, String)> {
        let mut values = match serde_json::from_str(json) {
            Ok(Value::Object(values)) => values,
            Ok(_) => return Err((String::new(), "the arguments must be an object".to_owned())),
            Err(error) => return Err((String::new(), format!("the arguments are not valid JSON: {error}"))),
        };
        values.retain(|name, value| {
            let is_required = || tool.argument(name).is_some_and(|argument| argument.is_required);
            !value.is_null() && (is_required() || !is_empty(value))
        });
        if let Some(unknown_name) = values.keys().find(|name| tool.argument(name).is_none()) {
            let names: Vec<&str> = tool.arguments.iter().map(|argument| argument.name).collect();
            let unknown_name = shortened(mask_text(unknown_name));
            let why = format!("there is no argument `{unknown_name}`: there are {}", names.join(", "));
            return Err((unknown_name, why));
        }
        for argument in tool.arguments {
            let complaint = match values.get(argument.name) {
                Some(value) if argument.takes.fits(value) => continue,
                Some(value) => format!("must be {}, not {}", argument.takes.in_words(), quoted(value)),
                None if argument.is_required => format!("is missing: it must be {}", argument.takes.in_words()),
                None => continue,
            };
            return Err((argument.name.to_owned(), format!("`{}` {complaint}", argument.name)));
        }
        Ok(Arguments { tool, values })
    }

    /// A text; empty if it is not given.
    pub(super) fn text(&self, name: &str) -> String {
        self.values.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
    }

    pub(super) fn texts(&self, name: &str) -> Vec<String> {
        self.values.get(name).and_then(text_list).unwrap_or_default()
    }

    pub(super) fn number(&self, name: &str) -> u32 {
        self.values.get(name).and_then(whole_number).unwrap_or_else(|| match self.tool.argument(name) {
            Some(Argument { takes: ArgumentType::Number(bounds), .. }) => bounds.default,
            _ => 0,
        })
    }

    /// A number; if it is not given, the default of `bounds`.
    pub(super) fn number_or(&self, name: &str, bounds: Bounded<u32>) -> u32 {
        if self.has(name) { self.number(name) } else { bounds.default }
    }

    /// Whether an argument counts as given: see [`Arguments::read`].
    pub(super) fn has(&self, name: &str) -> bool {
        self.values.contains_key(name)
    }

    pub(super) fn share(&self, name: &str) -> f64 {
        self.values.get(name).and_then(Value::as_f64).unwrap_or_else(|| match self.tool.argument(name) {
            Some(Argument { takes: ArgumentType::Share(bounds), .. }) => bounds.default,
            _ => 0.0,
        })
    }

    pub(super) fn flag(&self, name: &str) -> bool {
        self.values.get(name).and_then(Value::as_bool).unwrap_or_default()
    }

    /// A word; if it is not given, the argument's default, or empty without one.
    pub(super) fn word(&self, name: &str) -> &str {
        self.values.get(name).and_then(Value::as_str).unwrap_or_else(|| match self.tool.argument(name) {
            Some(Argument { takes: ArgumentType::Word { default: Some(word), .. }, .. }) => word,
            _ => "",
        })
    }

    /// The cases of an enumeration by their words; empty if not given.
    pub(super) fn cases<W: Word>(&self, name: &str) -> Vec<W> {
        self.texts(name).iter().filter_map(|word| W::named(word)).collect()
    }
}

impl Tool {
    pub(super) fn argument(&self, name: &str) -> Option<&'static Argument> {
        self.arguments.iter().find(|argument| argument.name == name)
    }
}

impl ArgumentType {
    fn fits(&self, value: &Value) -> bool {
        match self {
            ArgumentType::Text(limit) => value.as_str().is_some_and(|text| is_text_within(text, *limit)),
            ArgumentType::Texts => {
                let is_valid_item = |text: &String| !text.trim().is_empty() && text.len() <= LONG;
                text_list(value).is_some_and(|all| all.iter().all(is_valid_item))
            }
            ArgumentType::Number(bounds) => {
                whole_number(value).is_some_and(|number| (bounds.min..=bounds.max).contains(&number))
            }
            ArgumentType::Share(bounds) => {
                value.as_f64().is_some_and(|number| (bounds.min..=bounds.max).contains(&number))
            }
            ArgumentType::Flag => value.is_boolean(),
            ArgumentType::Word { words, .. } => value.as_str().is_some_and(|word| words.contains(&word)),
            ArgumentType::Words(words) => {
                let known_words = words();
                text_list(value).is_some_and(|some| some.iter().all(|word| known_words.contains(&word.as_str())))
            }
        }
    }

    /// The valid values, for messages.
    fn in_words(&self) -> String {
        match self {
            ArgumentType::Text(limit) => format!("a text of 1 to {limit} bytes without control characters"),
            ArgumentType::Texts => format!("a list of at most {MAX_TEXTS} texts of 1 to {LONG} bytes"),
            ArgumentType::Number(bounds) => format!("a whole number from {} to {}", bounds.min, bounds.max),
            ArgumentType::Share(bounds) => format!("a number from {} to {}", bounds.min, bounds.max),
            ArgumentType::Flag => "true or false".to_owned(),
            ArgumentType::Word { words, .. } => format!("one of {}", words.join(", ")),
            ArgumentType::Words(words) => format!("a list of some of {}", words().join(", ")),
        }
    }
}

fn is_empty(value: &Value) -> bool {
    value.as_str().is_some_and(str::is_empty) || value.as_array().is_some_and(Vec::is_empty)
}

/// Whether a text says something, is within the limit, and has no control character but white space.
fn is_text_within(text: &str, limit: usize) -> bool {
    let is_shown = |char: char| !char.is_control() || matches!(char, '\n' | '\t' | '\r');
    !text.trim().is_empty() && text.len() <= limit && text.chars().all(is_shown)
}

/// A list of texts; a single text counts as a list of one, because models often write that. `None` for any other value,
/// and for a list of more than [`MAX_TEXTS`].
fn text_list(value: &Value) -> Option<Vec<String>> {
    if let Some(text) = value.as_str() {
        return Some(vec![text.to_owned()]);
    }
    let texts = value.as_array().filter(|texts| texts.len() <= MAX_TEXTS)?;
    texts.iter().map(|text| text.as_str().map(str::to_owned)).collect()
}

/// A whole number, also one that was written with a fraction of zero; `None` if it does not fit, or is none.
fn whole_number(value: &Value) -> Option<u32> {
    if let Some(number) = value.as_u64() {
        return u32::try_from(number).ok();
    }
    let number = value.as_f64()?;
    let is_whole = (0.0..=f64::from(u32::MAX)).contains(&number) && number % 1.0 == 0.0;
    is_whole.then_some(number as u32)
}

/// The beginning of a value as JSON, for a message.
fn quoted(value: &Value) -> String {
    // Secrets are masked before the text is cut: the form of a secret may need its end.
    shortened(mask_text(&value.to_string()))
}

pub(super) fn shortened(text: String) -> String {
    match text.char_indices().nth(MAX_QUOTED_CHARS) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}
