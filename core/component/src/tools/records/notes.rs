//! The tools about notes: they list, add, change and forget some.

use alloc::borrow::ToOwned as _;
use alloc::boxed::Box;
use alloc::string::String;
use core::fmt::Write as _;

use super::anchors::Anchors;
use super::{by_principal, indented_text, since, times};
use crate::bindings::exports::scrubjay::memory::records::{Fate, Note, NotePage, Trust};
use crate::bindings::exports::scrubjay::memory::tools::{
    ForgottenRecord, NewNote, NoteUpdate, NotesRequest, ObjectMember, Remembered,
};
use crate::bindings::exports::scrubjay::memory::types::{Error, InvalidArgument};
use crate::facade::mask_text;
use crate::tools::asker::Asker;
use crate::tools::fault::Fault;
use crate::tools::output::{ToolOutput, plain_object};
use crate::tools::replies::{Attempt, Replies, Stop};
use crate::tools::text::{counted_noun, shown};
use crate::tools::word::Word as _;

pub(super) fn notes(request: NotesRequest, replies: &mut Replies, output: &mut ToolOutput<'_>) -> Attempt<bool> {
    let NotesRequest { mut question, since: written } = request;
    question.since = since(&written, question.since, replies)?;
    let page = replies.notes(question)?;
    let reply = replies.latest();
    report_left_out(&page, output);
    let anchors = Anchors::of(page.notes.iter().map(|note| note.anchors.as_slice()), replies)?;
    let (mut text, mut n_anchors) = (String::new(), 0);
    for note in &page.notes {
        let places = anchors.in_words(n_anchors, &note.anchors);
        n_anchors += note.anchors.len();
        let time = times::with_offset(note.time, replies);
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{}  {time}  {}", indented_text(&note.id), note_description(note, &places));
        let _ = writeln!(text, "    {}", indented_text(&note.text));
    }
    output.answer(text.into(), plain_object(reply).with("notes", anchors.member()));
    Ok(!page.notes.is_empty())
}

/// Tells how many of all notes a page shows, and how to continue.
fn report_left_out(page: &NotePage, output: &mut ToolOutput<'_>) {
    if page.n_damaged > 0 {
        let notes = counted_noun(page.n_damaged, "note", "notes");
        output.warn(format_args!("{notes} cannot be read, because the rows are damaged"));
    }
    match (page.notes.len(), page.n_notes) {
        (0, 0) => {
            let remember_hint = match output.asker() {
                Asker::Shell => Some("scrubjay remember TEXT".to_owned()),
                agent => agent.tool("remember"),
            };
            let remember_hint =
                remember_hint.map(|remember_hint| format!(": try `{remember_hint}`")).unwrap_or_default();
            output.say(format_args!("nothing is remembered here yet{remember_hint}"));
        }
        (0, n) => output.say(format_args!("none of {} fits", counted_noun(n, "note", "notes"))),
        (n, n_all) => output.say(format_args!("{n} of {}", counted_noun(n_all, "note", "notes"))),
    }
    if !page.next.is_empty() {
        let after_option = output.argument("after");
        output.say(format_args!("older ones: {after_option} {}", page.next));
    }
}

/// The channel, the session, the principal and the places of a note, and its trust and origin unless the trust is
/// `Confirmed`.
fn note_description(note: &Note, places: &[String]) -> String {
    let mut text = indented_text(&note.channel);
    if note.trust != Trust::Confirmed {
        let _ = write!(text, ", {} ({})", note.trust.word(), note.origin.word());
    }
    if !note.session.is_empty() {
        let _ = write!(text, ", session {}", indented_text(&note.session));
    }
    text += &by_principal(&note.principal);
    for place in places {
        let _ = write!(text, ", at {place}");
    }
    text
}

pub(super) fn remember(mut note: NewNote, replies: &mut Replies, output: &mut ToolOutput<'_>) -> Attempt<bool> {
    for path in &mut note.at {
        *path = mask_text(path);
        replies.inside_path(path)?;
    }
    let Remembered { id, state, notes } = replies.remember(note)?;
    notes.iter().for_each(|line| output.warn(line));
    if matches!(state.as_str(), "known" | "adopted") {
        output.say("this event was known already: nothing was added");
    }
    output.answer(format!("{id}\n").into(), plain_object(replies.latest()));
    Ok(true)
}

pub(super) fn update(update: NoteUpdate, replies: &mut Replies, output: &mut ToolOutput<'_>) -> Attempt<bool> {
    let id = shown(&update.id).into_owned();
    let is_known = replies.update(update)?;
    let words = if is_known { "updated" } else { "is no note here" };
    let object = plain_object(replies.latest()).with("id", ObjectMember::Text(id.clone()));
    output.answer(format!("{id}  {words}\n").into(), object);
    Ok(is_known)
}

pub(super) fn forget(id: String, replies: &mut Replies, output: &mut ToolOutput<'_>) -> Attempt<bool> {
    let forgotten = replies.forget(id).map_err(|stop| match *stop {
        // Names the argument as the tool does.
        Stop::Fault(Fault::Refused(Error::Invalid(InvalidArgument { why, .. }))) => {
            Fault::WrongArgument(InvalidArgument { argument: "id".to_owned(), why }).into()
        }
        stop => Box::new(stop),
    });
    let ForgottenRecord { receipts, n_derived } = forgotten?;
    let mut text = String::new();
    for receipt in &receipts {
        let fate = match receipt.fate {
            Fate::Forgotten => "forgotten",
            Fate::AlreadyForgotten => "was forgotten before",
            Fate::Unknown => "is no record here",
        };
        let _ = writeln!(text, "{}  {fate}", shown(&receipt.id));
    }
    if n_derived > 0 {
        let derived_records = counted_noun(n_derived, "record that was", "records that were");
        let _ = writeln!(text, "{derived_records} derived from them  forgotten");
    }
    output.answer(text.into(), plain_object(replies.latest()));
    Ok(receipts.iter().any(|one| one.fate != Fate::Unknown))
}
