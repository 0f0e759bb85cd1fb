//! Context for a task beside a conversation: fits the conversation, and prepares code and records without the pieces
//! that are still in it.
//!
//! Not here: what a task needs (`scrubjay::Memory::context_in`).

use std::path::PathBuf;

use scrubjay::Memory;
use scrubjay::records::Records;
use scrubjay::window::Window as Conversation;
use scrubjay::wit::prepare::PrepareQuestion;

use super::args::Prepare;
use super::{format_of, json_of, messages, with_messages};
use crate::index::fresh;
use crate::memory::place::project_folder;
use crate::output::Output;
use crate::output::json::Json as _;
use crate::output::text::counted_noun;
use crate::{Ending, Fault};

pub(super) fn prepare(given: Prepare, root: Option<PathBuf>, output: &Output) -> Result<Ending, Fault> {
    let place = given.place.place_to_change(root.clone(), output)?;
    let mut memory = Memory::reading(&project_folder(root)?)?;
    fresh::freshen(&mut memory)?.tell(output);
    let settings = memory.records()?.settings().clone();
    memory.use_records(Records::open(place.clone(), settings)?);
    let mut window = Conversation::open(place, given.window.as_str().into(), given.settings.window_settings())?;
    let question = PrepareQuestion { budget: given.budget, ..PrepareQuestion::new(given.task.join(" ")) };
    let format = format_of(&given.format);
    let (edited, pruned, prepared) = memory.context_in(&mut window, format, &messages()?, &question)?;
    output.say(super::text::prune_text(&pruned, Some(&given.window)));
    let tokens = prepared.tokens;
    let pieces = counted_noun((prepared.pieces.len() + prepared.beside.len()) as u64, "piece", "pieces");
    output.say(format_args!("{pieces} in {tokens} of {} tokens, without what the conversation shows", given.budget));
    if output.is_json() {
        let mut object = json_of(&pruned);
        object["context"] = prepared.json();
        output.export(&with_messages(&edited, output.with_staleness(object)));
    } else {
        output.write(&prepared.text);
    }
    Ok(if prepared.text.is_empty() { Ending::Nothing } else { Ending::Found })
}
