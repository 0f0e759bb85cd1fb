//! Notes, decisions and lessons about a file or a symbol, in one line beside an answer about it.
//!
//! The answer is given even if the memory cannot be read, and a project without a memory pays nothing. Untrusted
//! records are left out, because nobody asked for them.

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use alloc::vec::Vec;

use super::beginning_of;
use crate::bindings::exports::scrubjay::memory::episodes::{EventKind, EventsQuestion, RecordedEvent};
use crate::bindings::exports::scrubjay::memory::records::{DecisionStatus, EventBody, Trust};
use crate::facade::Anchor;
use crate::tools::asker::NextStep;
use crate::tools::output::ToolOutput;
use crate::tools::replies::{Attempt, HostReply, Replies};
use crate::tools::text::{counted_noun, on_one_line, shown};

/// The most records that are counted.
const LIMIT: u32 = 100;
/// The most bytes shown of the newest record's text.
const MAX_TEXT: usize = 120;

/// A file, or a symbol in it.
pub(in crate::tools) struct CodeSubject<'p> {
    path: &'p str,
    /// The id of the symbol; empty for the file itself.
    symbol: &'p str,
}

impl<'p> CodeSubject<'p> {
    pub(in crate::tools) fn of_file(path: &'p str) -> CodeSubject<'p> {
        CodeSubject { path, symbol: "" }
    }

    pub(in crate::tools) fn of_symbol(path: &'p str, id: &'p str) -> CodeSubject<'p> {
        CodeSubject { path, symbol: if id == path { "" } else { id } }
    }

    /// Whether an anchor belongs to the subject. To a file belong all anchors in it; to a symbol those on it, on a
    /// member of it or on its whole file.
    fn includes(&self, Anchor { path, symbol, .. }: &Anchor) -> bool {
        let is_member =
            || symbol.strip_prefix(self.symbol).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        path == self.path && (self.symbol.is_empty() || symbol.is_empty() || is_member())
    }
}

/// Tells how many records are about a file or symbol, and quotes the newest.
pub(in crate::tools) fn report(
    subject: &CodeSubject<'_>,
    replies: &mut Replies,
    output: &mut ToolOutput<'_>,
) -> Attempt<()> {
    let HostReply::Given(page) = replies.events(question(subject))? else { return Ok(()) };
    let notes_here = page
        .events
        .iter()
        .filter(|one| is_current(one) && one.event.anchors.iter().any(|anchor| subject.includes(anchor)));
    let notes_here: Vec<&RecordedEvent> = notes_here.collect();
    let Some(newest) = notes_here.first() else { return Ok(()) };
    let more_than = if page.next.is_empty() { "" } else { "more than " };
    let notes_speak = match notes_here.len() {
        1 => "1 note speaks".to_owned(),
        n => format!("{more_than}{} speak", counted_noun(n as u64, "note", "notes")),
    };
    let recall_hint = NextStep::new("recall", &[subject.path])
        .spelled_for(output.asker())
        .map_or_else(String::new, |call| format!(": {call}"));
    output.say(format_args!("{notes_speak} of this{recall_hint}; the newest one: \"{}\"", shown(&excerpt(newest))));
    Ok(())
}

/// The question for notes, decisions and lessons with an anchor in the subject's file.
fn question(subject: &CodeSubject<'_>) -> EventsQuestion {
    EventsQuestion {
        kinds: vec![EventKind::Note, EventKind::Decision, EventKind::Lesson],
        anchor: subject.path.to_owned(),
        limit: LIMIT,
        channel: String::new(),
        session: String::new(),
        task: String::new(),
        conversation: String::new(),
        path: String::new(),
        tool: String::new(),
        branch: String::new(),
        commit: String::new(),
        parent: String::new(),
        metadata: Vec::new(),
        since: None,
        until: None,
        after: String::new(),
    }
}

/// Whether a record is not untrusted, and is no deprecated or superseded decision.
fn is_current(record: &RecordedEvent) -> bool {
    let is_given_up = match &record.event.body {
        EventBody::Decision(decision) => {
            matches!(decision.status, DecisionStatus::Deprecated | DecisionStatus::Superseded)
        }
        _ => false,
    };
    record.trust != Trust::Untrusted && !is_given_up
}

/// The beginning of a record's text, on one line.
fn excerpt(record: &RecordedEvent) -> String {
    let text = match &record.event.body {
        EventBody::Note(text) => text,
        EventBody::Decision(decision) => &decision.title,
        EventBody::Lesson(lesson) => &lesson.text,
        _ => "",
    };
    // The text is put between quotes, which it must not end.
    beginning_of(&on_one_line(text).replace('"', "'"), MAX_TEXT)
}
