//! A one-line summary of a memory after past sessions were captured: the number of sessions, the time of the first, the
//! number of new events, and the last open task or, if there is none, the last request.

use std::path::Path;

use scrubjay::wit::capture::Harness;
use scrubjay::wit::episodes::{EventKind, EventsQuestion, TasksQuestion};
use scrubjay::wit::records::{EventBody, Role, TaskStatus};
use scrubjay::wit::session::SessionsQuestion;
use serde_json::{Value, json};

use super::{Capture, capture_quietly, coverage};
use crate::Fault;
use crate::memory::place::{MemoryLocation, SizeLimit};
use crate::output::Output;
use crate::output::text::{count, counted_noun};
use crate::output::times::time_with_offset;

/// The most sessions that are counted.
const MAX_SESSIONS: u32 = 1_000;
/// The newest turns that are searched for the last request.
const MAX_TURNS: u32 = 50;
/// The most bytes shown of the last task or request, not counting the ellipsis after a cut text.
const MAX_REQUEST_BYTES: usize = 100;

#[derive(Debug, Default)]
pub(crate) struct MemorySummary {
    n_events: u64,
    n_sessions: u64,
    has_more: bool,
    /// Milliseconds since 1970.
    since: Option<i64>,
    open_task: String,
    last_request: String,
    /// The harnesses whose sessions were captured.
    harnesses: Vec<Harness>,
}

/// Captures the new transcripts of a project, or of all projects, and with `history` also the prompts whose transcripts
/// are gone; returns a summary of the project's memory.
pub(crate) fn capture_and_summarise(
    root: &Path,
    all: bool,
    history: bool,
    output: &Output,
) -> Result<MemorySummary, Fault> {
    let place = || MemoryLocation { memory: None };
    let capture = Capture {
        paths: Vec::new(),
        all,
        harness: None,
        history,
        dry_run: false,
        room: SizeLimit::AS_CONFIGURED,
        place: place(),
    };
    let tally = capture_quietly(&capture, root, output)?;
    let mut found = place().open(Some(root.to_owned()), output)?;
    let records = &mut found.records;
    let page = records.sessions(&SessionsQuestion { limit: MAX_SESSIONS, ..SessionsQuestion::default() })?;
    let since = page.sessions.iter().filter_map(|session| session.started).min();
    let tasks = TasksQuestion { statuses: vec![TaskStatus::Active], limit: 1 };
    let open_task = records.tasks(&tasks)?.tasks.into_iter().next().map(|task| task.description).unwrap_or_default();
    let turns = EventsQuestion { kinds: vec![EventKind::Turn], limit: MAX_TURNS, ..EventsQuestion::default() };
    let last_request = records.events(&turns)?.events.into_iter().find_map(|one| match one.event.body {
        EventBody::Turn(turn) if turn.role == Role::User => Some(turn.text),
        _ => None,
    });
    Ok(MemorySummary {
        n_events: tally.all.n_added,
        harnesses: tally.harnesses,
        n_sessions: page.sessions.len() as u64,
        has_more: !page.next.is_empty(),
        since,
        open_task,
        last_request: last_request.unwrap_or_default(),
    })
}

impl MemorySummary {
    pub(crate) fn in_words(&self) -> String {
        if self.n_sessions == 0 {
            return "it knows no session yet: the hooks, or scrubjay capture, take them in\n".to_owned();
        }
        let or_more = if self.has_more { " or more" } else { "" };
        let since = self.since.map_or_else(String::new, |time| {
            format!(" since {}", time_with_offset(time).split('T').next().unwrap_or_default())
        });
        let mut words = format!("it knows {}{or_more}{since}", counted_noun(self.n_sessions, "session", "sessions"));
        if self.n_events > 0 {
            words.push_str(&format!(", {} new", count(self.n_events)));
        }
        for (label, text) in [("last open task", &self.open_task), ("asked last", &self.last_request)] {
            if !text.is_empty() {
                words.push_str(&format!("; {label}: {}", beginning(text)));
                break;
            }
        }
        words + "\n" + &coverage::in_words(&self.harnesses)
    }

    pub(crate) fn in_json(&self) -> Value {
        let MemorySummary { n_events, n_sessions, has_more, since, open_task, last_request, harnesses } = self;
        json!({
            "n_events": n_events, "n_sessions": n_sessions, "has_more": has_more, "since": since, "open_task": open_task,
            "asked_last": last_request, "gives": coverage::in_json(harnesses),
        })
    }
}

/// The first line of a text; beyond [`MAX_REQUEST_BYTES`], an ellipsis replaces the rest.
fn beginning(text: &str) -> String {
    let line = text.trim().lines().next().unwrap_or_default();
    match line.len() > MAX_REQUEST_BYTES {
        true => format!("{}…", &line[..line.floor_char_boundary(MAX_REQUEST_BYTES)]),
        false => line.to_owned(),
    }
}
