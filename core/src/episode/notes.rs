//! Notes, newest first: texts that a memory was asked to keep.

use alloc::string::String;
use alloc::vec::Vec;

use super::events::{EventsQuestion, RecordedEvent};
use crate::ask::{Attempt, Resumed};
use crate::record::keyspace::{self, Kind};
use crate::record::totals::TenantCounts;
use crate::record::{Anchor, Event, EventBody, Origin, RecordSpace, Trust};

/// Filters of a list of notes; a note must pass all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NotesQuestion {
    /// Only notes of this channel; empty: of all.
    pub channel: String,
    /// Only notes of this time or later, in milliseconds since 1970; `None`: of any time.
    pub since: Option<i64>,
    /// Only notes from before this time, in milliseconds since 1970; `None`: of any time.
    pub until: Option<i64>,
    /// The most notes to return, 1 to 1,000.
    pub limit: u32,
    /// Only notes whose metadata has all of these members, each as `name=value`.
    pub metadata: Vec<String>,
    /// The `next` of the page before; empty: begin at the newest.
    pub after: String,
}

/// A note as it was recorded.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// The id of the record.
    pub id: String,
    /// The event's own id, as it was given when the note was recorded.
    pub event_id: String,
    /// The text to remember.
    pub text: String,
    /// When it happened, in milliseconds since 1970.
    pub time: i64,
    /// When it was recorded, in milliseconds since 1970.
    pub recorded: i64,
    /// The channel that the note belongs to; `_global` if it was recorded without a channel.
    pub channel: String,
    /// Who or what the note came from.
    pub origin: Origin,
    /// How far it may be relied on.
    pub trust: Trust,
    /// Who had the memory open when the note was recorded; empty if unknown.
    pub principal: String,
    /// The session in which it was recorded; empty: none.
    pub session: String,
    /// The ids of records that it was derived from.
    pub parents: Vec<String>,
    /// The places in the code that it is about.
    pub anchors: Vec<Anchor>,
    /// A JSON object; empty: none.
    pub metadata: String,
}

/// A page of notes. It may have fewer than the limit although more follow: if few match, or if they are large.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NotePage {
    /// The notes, newest first.
    pub notes: Vec<Note>,
    /// The number of the tenant's notes in all channels.
    pub n_notes: u64,
    /// The number of notes left out of this page because their rows are damaged or missing.
    pub n_damaged: u32,
    /// The id after which to go on; empty at the end.
    pub next: String,
}

impl RecordSpace {
    pub(crate) fn notes(&self, question: &NotesQuestion, resumed: Option<Resumed>) -> Attempt<NotePage> {
        let events_question = EventsQuestion {
            kinds: vec![Kind::Note],
            channel: question.channel.clone(),
            metadata: question.metadata.clone(),
            since: question.since,
            until: question.until,
            limit: question.limit,
            after: question.after.clone(),
            ..EventsQuestion::default()
        };
        let totals = keyspace::totals_key(&self.owner.tenant);
        let (counts, page) = self.page_call("notes", &events_question)?.answer(resumed, |rows| {
            let counts: TenantCounts = rows.read(&totals).unwrap_or_default();
            Ok((counts, self.page(rows, &events_question)?))
        })?;
        Ok(NotePage {
            notes: page.events.into_iter().filter_map(note).collect(),
            n_notes: counts.n_notes,
            n_damaged: page.n_damaged,
            next: page.next,
        })
    }
}

fn note(recorded: RecordedEvent) -> Option<Note> {
    let RecordedEvent { id, recorded, trust, principal, event, .. } = recorded;
    let Event { event_id, time, channel, origin, session, parents, anchors, metadata, body, .. } = event;
    let EventBody::Note(text) = body else { return None };
    Some(Note {
        id,
        event_id,
        text,
        time,
        recorded,
        channel,
        origin,
        trust,
        principal,
        session,
        parents,
        anchors,
        metadata,
    })
}
