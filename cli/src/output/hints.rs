//! The program's own reasons for an empty or outdated answer, as text and JSON.
//!
//! Not here: the hints of tools, which the component words.

use scrubjay::wit::tools::{AnswerHint, IndexNote};
use serde_json::{Value, json};

use super::Output;

/// A reason for an empty or outdated answer.
#[derive(Debug)]
pub(crate) struct Hint {
    /// The stable name of the reason.
    pub(crate) kind: String,
    pub(crate) why: String,
    /// The command to type next.
    pub(crate) command: Option<String>,
}

impl Hint {
    fn in_words(&self) -> String {
        match &self.command {
            Some(command) => format!("{}; try: {command}", self.why),
            None => self.why.clone(),
        }
    }

    /// The hint as JSON. `next` is null: no question of the interface corresponds to the command.
    fn json(&self) -> Value {
        json!({ "kind": self.kind, "why": self.why, "next": null, "try": self.command })
    }
}

impl From<&IndexNote> for Hint {
    fn from(note: &IndexNote) -> Hint {
        let command = note.is_mended_by_index.then(|| "scrubjay index".to_owned());
        Hint { kind: note.kind.clone(), why: note.why.clone(), command }
    }
}

impl From<AnswerHint> for Hint {
    fn from(hint: AnswerHint) -> Hint {
        Hint { kind: hint.kind, why: hint.why, command: hint.spelled }
    }
}

/// Prints that nothing was found, and why.
pub(crate) fn say_nothing_found(hints: &[Hint], output: &Output) {
    output.say_lines("nothing found", &hints.iter().map(Hint::in_words).collect::<Vec<_>>());
}

pub(crate) fn json(hints: &[Hint]) -> Value {
    hints.iter().map(Hint::json).collect()
}
