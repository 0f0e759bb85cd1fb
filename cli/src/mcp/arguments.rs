//! Arguments of tools, and their schemas.
//!
//! Defaults and limits come from the component's interface, as those of the command line do. Not here: which tools there are,
//! and checking arguments, which the component does.

use scrubjay::wit::{Bounded, Word};
use serde_json::{Value, json};

use super::list::{NAME, PATH};

pub(super) struct Argument {
    pub(super) name: &'static str,
    pub(super) takes: ArgumentType,
    /// An explanation beyond the name; may be empty.
    pub(super) means: &'static str,
    pub(super) is_required: bool,
}

pub(super) enum ArgumentType {
    /// A text of at most this many bytes.
    Text(usize),
    Texts,
    BoundedNumber(Bounded<u32>),
    /// A number whose default depends on the question.
    Limit(Bounded<u32>),
    Share(Bounded<f64>),
    Flag,
    /// One of these words, which selects the command; `default` applies if none is given.
    Word {
        words: &'static [&'static str],
        default: Option<&'static str>,
    },
    /// Words of a list that the schema omits.
    UnlistedWords,
    /// Words of this list, which the schema contains.
    Words(fn() -> Vec<&'static str>),
}

pub(super) fn enum_words<W: Word>() -> Vec<&'static str> {
    W::WORDS.iter().map(|(word, _)| *word).collect()
}

impl Argument {
    /// The JSON Schema of the argument.
    pub(super) fn schema(&self) -> Value {
        let mut schema = match &self.takes {
            ArgumentType::Text(_) => json!({ "type": "string" }),
            ArgumentType::Texts | ArgumentType::UnlistedWords => {
                json!({ "type": "array", "items": { "type": "string" } })
            }
            ArgumentType::BoundedNumber(bounds) => {
                json!({ "type": "integer", "default": bounds.default, "minimum": bounds.min, "maximum": bounds.max })
            }
            ArgumentType::Limit(bounds) => json!({ "type": "integer", "minimum": bounds.min, "maximum": bounds.max }),
            ArgumentType::Share(bounds) => {
                json!({ "type": "number", "default": bounds.default, "minimum": bounds.min, "maximum": bounds.max })
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
}
