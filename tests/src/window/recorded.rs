//! A recorded conversation as turns, so that it can be written in any format.

use std::collections::BTreeMap;

use serde_json::Value;

use super::generate::{Answer, Call, Content, Step, Thought, Turn};

/// An entry of a recording; `response` numbers the model's responses.
pub enum Heard {
    /// A text of the user.
    User(String),
    /// A thought of the model.
    Thought {
        /// The number of the response.
        response: u32,
        /// The text.
        text: String,
    },
    /// A text of the model.
    Said {
        /// The number of the response.
        response: u32,
        /// The text.
        text: String,
    },
    /// A call by the model.
    Called {
        /// The number of the response.
        response: u32,
        /// The id that its result names.
        id: String,
        /// The name of the tool.
        tool: String,
        /// The arguments, a JSON object.
        input: Value,
    },
    /// The result of a call.
    Answered {
        /// The id of the call.
        id: String,
        /// The text.
        text: String,
        /// Whether the call failed.
        is_error: bool,
    },
}

/// The turns of a recording. Leaves out calls without a result, and responses with only thoughts: no request would be valid.
pub fn turns(heard: impl IntoIterator<Item = Heard>) -> Vec<Turn> {
    let mut turns: Vec<Turn> = Vec::new();
    let mut responses: Vec<u32> = Vec::new();
    let mut places: BTreeMap<String, (usize, usize, usize)> = BTreeMap::new();
    for one in heard {
        let response = match &one {
            Heard::User(text) => {
                turns.push(turn(text));
                responses.clear();
                continue;
            }
            Heard::Answered { id, text, is_error } => {
                if let Some((turn, step, call)) = places.remove(id) {
                    turns[turn].steps[step].calls[call].result = Some(answer(text, *is_error));
                }
                continue;
            }
            Heard::Thought { response, .. } | Heard::Said { response, .. } | Heard::Called { response, .. } => {
                *response
            }
        };
        if turns.is_empty() {
            turns.push(turn("Go on."));
        }
        let at = turns.len() - 1;
        if responses.last() != Some(&response) {
            responses.push(response);
            turns[at].steps.push(Step { thoughts: Vec::new(), text: None, calls: Vec::new() });
        }
        let place = turns[at].steps.len() - 1;
        let step = &mut turns[at].steps[place];
        match one {
            Heard::Thought { text, .. } if !text.is_empty() => {
                step.thoughts.push(Thought { text, is_redacted: false });
            }
            Heard::Said { text, .. } if !text.is_empty() => step.text.get_or_insert_default().push_str(&text),
            Heard::Called { id, tool, input, .. } => {
                places.insert(id.clone(), (at, place, step.calls.len()));
                // A recording may have one id twice.
                let id = format!("{id}_{at}_{place}_{}", step.calls.len());
                step.calls.push(Call { id, tool, input, result: None });
            }
            _ => {}
        }
    }
    for turn in &mut turns {
        turn.steps.iter_mut().for_each(|step| step.calls.retain(|call| call.result.is_some()));
        turn.steps.retain(|step| !step.calls.is_empty());
    }
    turns
}

fn turn(user_text: &str) -> Turn {
    let user_text = if user_text.trim().is_empty() { "Go on." } else { user_text };
    // The last response of a turn is its answer; a recording does not say which that is.
    Turn { user_text: user_text.to_owned(), has_image: false, steps: Vec::new(), answer: Some("Done.".to_owned()) }
}

fn answer(text: &str, is_error: bool) -> Answer {
    let content = if text.is_empty() { Content::Empty } else { Content::Text(text.to_owned()) };
    Answer { content, is_error }
}
