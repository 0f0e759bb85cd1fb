//! Notes, decisions and lessons about a file or a symbol, in one line beside an answer about it.
//!
//! The answer is given even if the memory cannot be read, and a project without a memory pays nothing. Untrusted
//! records are left out, because nobody asked for them.

use scrubjay::records::Records;
use scrubjay::wit::episodes::{EventKind, EventsQuestion, RecordedEvent};
use scrubjay::wit::records::{DecisionStatus, EventBody, Trust};
use scrubjay::wit::types::Anchor;

use crate::Context;
use crate::output::Output;
use crate::output::asker::NextStep;
use crate::output::text::{counted_noun, on_one_line, shown};

/// The most records that are counted.
const LIMIT: u32 = 100;
/// The most bytes shown of the newest record's text.
const MAX_TEXT: usize = 120;

/// A file, or a symbol in it.
pub(crate) struct CodeSubject<'p> {
    path: &'p str,
    /// The id of the symbol; empty for the file itself.
    symbol: &'p str,
}

impl<'p> CodeSubject<'p> {
    pub(crate) fn of_file(path: &'p str) -> CodeSubject<'p> {
        CodeSubject { path, symbol: "" }
    }

    pub(crate) fn of_symbol(path: &'p str, id: &'p str) -> CodeSubject<'p> {
        CodeSubject { path, symbol: if id == path { "" } else { id } }
    }

    /// Whether an anchor is here: in the file, on the symbol or a member of it, or on the symbol's whole file.
    fn has(&self, Anchor { path, symbol, .. }: &Anchor) -> bool {
        let is_member =
            || symbol.strip_prefix(self.symbol).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        path == self.path && (self.symbol.is_empty() || symbol.is_empty() || is_member())
    }
}

/// Prints the line beside an answer about code, from the project's memory.
pub(crate) fn tell_of_code(place: &CodeSubject<'_>, context: &mut Context, output: &Output) {
    if let Ok(records) = context.memory.records() {
        tell_records(records, place, output);
    }
}

/// Prints the line from open records.
pub(crate) fn tell_records(records: &mut Records, place: &CodeSubject<'_>, output: &Output) {
    if !records.on_disk().is_ok_and(|stands| stands.n_bytes > 0) {
        return;
    }
    let question = EventsQuestion {
        kinds: vec![EventKind::Note, EventKind::Decision, EventKind::Lesson],
        anchor: place.path.to_owned(),
        limit: LIMIT,
        ..EventsQuestion::default()
    };
    let Ok(page) = records.events(&question) else { return };
    let here = page.events.iter().filter(|one| holds(one) && one.event.anchors.iter().any(|anchor| place.has(anchor)));
    let here: Vec<&RecordedEvent> = here.collect();
    let Some(newest) = here.first() else { return };
    let more = if page.next.is_empty() { "" } else { "more than " };
    let speak = match here.len() {
        1 => "1 note speaks".to_owned(),
        n => format!("{more}{} speak", counted_noun(n as u64, "note", "notes")),
    };
    let next = NextStep::new("recall", &[place.path])
        .spelled_for(output.asker())
        .map_or_else(String::new, |next| format!(": {next}"));
    output.say(format_args!("{speak} of this{next}; the newest one: \"{}\"", shown(&beginning_of(newest))));
}

/// Whether a record is trusted, and is not a withdrawn decision.
fn holds(one: &RecordedEvent) -> bool {
    let is_given_up = match &one.event.body {
        EventBody::Decision(decision) => {
            matches!(decision.status, DecisionStatus::Deprecated | DecisionStatus::Superseded)
        }
        _ => false,
    };
    one.trust != Trust::Untrusted && !is_given_up
}

fn beginning_of(one: &RecordedEvent) -> String {
    let text = match &one.event.body {
        EventBody::Note(text) => text,
        EventBody::Decision(decision) => &decision.title,
        EventBody::Lesson(lesson) => &lesson.text,
        _ => "",
    };
    // It stands in quotes, which it must not end.
    let text = on_one_line(text).replace('"', "'");
    let end = text.floor_char_boundary(MAX_TEXT);
    format!("{}{}", &text[..end], if end < text.len() { " …" } else { "" })
}
