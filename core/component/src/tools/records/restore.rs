//! `restore`: the content of a part that a window pruned.

use alloc::string::String;

use crate::bindings::exports::scrubjay::memory::tools::{ObjectMember, RestoreRequest};
use crate::tools::output::{ToolOutput, plain_object};
use crate::tools::replies::{Attempt, Replies};
use crate::tools::text::fenced_text;

/// The most characters of one answer: some 6,000 tokens, so that restoring does not fill the window.
const MAX_CHARACTERS: usize = 20_000;

pub(super) fn restore(request: RestoreRequest, replies: &mut Replies, output: &mut ToolOutput<'_>) -> Attempt<bool> {
    let part = replies.restore(request.id.clone())?;
    let skip = request.skip as usize;
    let end = skip.saturating_add(MAX_CHARACTERS);
    let text: String = part.text.chars().take(end).skip(skip).collect();
    let n_characters = part.text.chars().count();
    let n_left = n_characters.saturating_sub(end);
    let object = plain_object(replies.latest())
        .with("id", ObjectMember::Text(request.id))
        .with("text", ObjectMember::Text(text.clone()))
        .with("n_left", ObjectMember::Count(n_left as u32));
    output.answer(fenced_text("what the conversation held", &text).into(), object);
    let argument = output.argument("skip");
    if n_left > 0 {
        output.say(format_args!("{n_left} more characters: {argument} {end} goes on"));
    }
    if skip >= n_characters && skip > 0 {
        output.say(format_args!("it has {n_characters} characters, which {argument} passes over"));
    }
    if part.is_masked {
        output.say("it held secrets, which were masked before it was kept: these are not the bytes that were pushed");
    }
    Ok(true)
}
