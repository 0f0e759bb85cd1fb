//! Restores a pruned part, from a named window or from the one that has it.

use scrubjay::records::Place;
use scrubjay::window::Window as Conversation;
use scrubjay::wit::types::{Error as Refusal, UnknownName};
use scrubjay::wit::window::{MessageFormat, Restored};
use scrubjay::{Error, shown};
use serde_json::json;

use super::{format_of, last_used, messages, open_existing};
use crate::Fault;
use crate::output::Output;

/// The content of a part; for a range of ids, the list of its parts. With a format, pushes the conversation from the
/// standard input into the window first.
pub(super) fn from_window(window: &mut Conversation, id: &str, format: Option<&str>) -> Result<Restored, Fault> {
    if let Some(format) = format {
        window.push_messages(format_of(format), &messages()?, 0)?;
    }
    Ok(window.restore(id)?)
}

/// The conversation on the standard input, if a format is given.
pub(super) fn conversation(format: Option<&str>) -> Result<Option<(MessageFormat, String)>, Fault> {
    format.map(|format| Ok((format_of(format), messages()?))).transpose()
}

/// As [`from_window`], from the most recently used window that has the part.
pub(super) fn from_any_window(
    place: &Place,
    id: &str,
    conversation: Option<&(MessageFormat, String)>,
) -> Result<Restored, Error> {
    for name in last_used(place.clone())? {
        let mut window = open_existing(place.clone(), &name)?;
        if let Some((format, messages)) = conversation {
            window.push_messages(*format, messages, 0)?;
        }
        match window.restore(id) {
            Err(Error::Refused(Refusal::Unknown(_))) => {}
            other => return other,
        }
    }
    let unknown = UnknownName {
        name: shown::one_line(id).into_owned(),
        suggestions: Vec::new(),
        imported: None,
        named_in: Vec::new(),
    };
    Err(Error::Refused(Refusal::Unknown(unknown)))
}

/// Prints a part's content, or a range of its characters, and says how many follow.
pub(super) fn print_part(
    id: &str,
    restored: &Restored,
    (original, skip, limit): (bool, u32, Option<u32>),
    output: &Output,
) {
    let end = limit.map_or(usize::MAX, |limit| (skip as usize).saturating_add(limit as usize));
    let text: String = restored.text.chars().take(end).skip(skip as usize).collect();
    let n_characters = restored.text.chars().count();
    let n_left = n_characters.saturating_sub(end);
    let in_words = || match original {
        true => restored.original.clone(),
        false => text.clone(),
    };
    let in_json = || {
        let (original, is_masked) = (limit.is_none().then_some(&restored.original), restored.is_masked);
        json!({ "id": id, "text": text, "original": original, "is_masked": is_masked, "n_left": n_left })
    };
    output.data(in_words, in_json);
    if n_left > 0 {
        output.say(format_args!("{n_left} more characters: {} {end} goes on", output.argument("skip")));
    }
    if skip as usize > n_characters {
        output.say(format_args!("it has {n_characters} characters, which {} passes over", output.argument("skip")));
    }
    if restored.is_masked {
        output.say("it held secrets, which were masked before it was kept: these are not the bytes that were pushed");
    }
}
