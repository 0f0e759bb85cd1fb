//! Completion: a call that a hook recorded as it failed gets what only the transcript's line of the same call states.
//!
//! A hook does not know what was checked out when a call ran, how long it took or what its model had read. So a known
//! call takes these from a transcript, and a known touch of its files what was checked out, each where it is missing.
//! What a record has stays, and so do its id, time, trust and attribution. Since the time is part of the id, an earlier
//! start is noted in the metadata. Not here: which events are known (`known`).

use alloc::collections::BTreeMap;
use alloc::string::String;

use serde_json::{Map, Value as Json};

use super::batch::BatchEvent;
use super::check::canonical_json;
use super::envelope::Record;
use super::event::Body;
use super::situation::Situated as _;
use crate::base::id::RecordId;

/// The member of the metadata with the time at which a call began, where its record has a later time.
const STARTED: &str = "started";

/// Completed records, by tenant and id.
pub(super) type CompletedRecords = BTreeMap<(String, RecordId), Record>;

/// The record with what it lacks and the event states; `None` if it lacks nothing of that.
pub(super) fn completed(record: &Record, event: &BatchEvent) -> Option<Record> {
    let mut after = record.clone();
    match (&mut after.body, &event.body) {
        (Some(Body::ToolCall(call)), Some(Body::ToolCall(stated))) => {
            if call.duration.is_none() && stated.duration.is_some() && event.time < record.time {
                note_start(&mut after.metadata, event.time.milliseconds());
            }
            call.duration = call.duration.or(stated.duration);
            call.context_tokens = call.context_tokens.or(stated.context_tokens);
        }
        (Some(Body::FileTouch(_)), Some(Body::FileTouch(_))) => {}
        _ => return None,
    }
    // A fork repeats calls of another session, which keeps them.
    if record.session != event.session {
        return None;
    }
    for ((member, value), stated) in after.situation_mut().zip(event.names()) {
        if member.git_key.is_some() && value.is_empty() {
            value.clone_from(stated);
        }
    }
    (after != *record).then_some(after)
}

/// The record without what completes records and the event does not state, as an export from before the completion
/// has it.
pub(super) fn before_completion(record: &Record, event: &BatchEvent) -> Record {
    let mut before = record.clone();
    match (&mut before.body, &event.body) {
        (Some(Body::ToolCall(call)), Some(Body::ToolCall(stated))) => {
            call.duration = call.duration.filter(|_| stated.duration.is_some());
            call.context_tokens = call.context_tokens.filter(|_| stated.context_tokens.is_some());
            forget_start(&mut before.metadata);
        }
        (Some(Body::FileTouch(_)), Some(Body::FileTouch(_))) => {}
        _ => return before,
    }
    for ((member, value), stated) in before.situation_mut().zip(event.names()) {
        if member.git_key.is_some() && stated.is_empty() {
            value.clear();
        }
    }
    before
}

/// Removes the start of a call from its metadata.
fn forget_start(metadata: &mut String) {
    let mut members: Map<String, Json> = serde_json::from_str(metadata).unwrap_or_default();
    if members.remove(STARTED).is_some() {
        *metadata = canonical_json(Json::Object(members));
    }
}

/// Adds the start of a call to its metadata, which is a JSON object or empty.
fn note_start(metadata: &mut String, start: i64) {
    let mut members: Map<String, Json> = serde_json::from_str(metadata).unwrap_or_default();
    members.entry(STARTED).or_insert_with(|| start.into());
    *metadata = canonical_json(Json::Object(members));
}
