//! Compares an event that is added again with its record, which an older release may have written.
//!
//! Both are compared in today's form: with secrets masked, paths normalized, and a call's outcome as its error shows
//! it. A field that the record lacks contradicts nothing, nor does an unstated outcome. The record stays as it is.

use alloc::string::String;

use serde_json::{Map, Value as Json};

use super::batch::BatchEvent;
use super::check::normalize_anchor;
use super::envelope::Record;
use super::fields::{Field, Shape, Value};
use super::guard::Guard;
use super::kinds::{Body, FileOperation, FileTouch, ToolCall};
use super::project::Project;
use super::settings::SecretPolicy;
use super::situation::Situated as _;
use crate::base::anchor::Anchor;
use crate::base::error::Error;
use crate::base::id::RecordId;
use crate::text::secrets::mask;

/// Refuses an event whose record has another event id or other content. The time, origin and principal may differ. If
/// the note was updated since, its content is not compared.
pub(super) fn check_same(record: &Record, event: &BatchEvent, project: &Project) -> Result<(), Error> {
    // The earlier content of an updated note is not stored. Another event id is a clash of hashes.
    match (record.updated.is_some() || is_same(record, event, project)) && record.event_id == event.event_id {
        true => Ok(()),
        false => Err(Error::invalid("event-id", "an event of this id was told before, and said something else")),
    }
}

/// Whether an event has all the content of a record.
pub(super) fn is_same(record: &Record, event: &BatchEvent, project: &Project) -> bool {
    let is_same_body = match (&record.body, &event.body) {
        (None, None) => true,
        (Some(record_body), Some(event_body)) => is_same_in_body(record_body, event_body, project),
        _ => false,
    };
    is_same_body
        && equal_when_masked(&record.text, &event.text)
        && equal_when_masked(&record.channel, &event.channel)
        && record
            .names()
            .into_iter()
            .zip(event.names())
            .all(|(record_name, event_name)| empty_or_equal(record_name, event_name))
        && has_all_members(&record.metadata, &event.metadata)
        && (record.parents.is_empty() || record.parents == event.parents)
        && (record.anchors.is_empty() || are_same_anchors(&record.anchors, &event.anchors, project))
}

fn is_same_in_body(record_body: &Body, event_body: &Body, project: &Project) -> bool {
    let values = || record_body.values().zip(event_body.values());
    let is_same_kind = record_body.kind() == event_body.kind();
    is_same_kind
        && match (record_body, event_body) {
            (Body::ToolCall(record_call), Body::ToolCall(event_call)) => {
                // How a call ended is stated by several fields together.
                let is_outcome = |field: &Field| matches!(field.name, "success" | "refused");
                values().all(|((field, record_value), (_, event_value))| {
                    is_outcome(field) || is_same_value(field, record_value, event_value)
                }) && outcomes_agree(record_call, event_call)
            }
            (Body::FileTouch(record_touch), Body::FileTouch(event_touch)) => {
                let is_path = |field: &Field| matches!(field.shape, Shape::Path | Shape::Change);
                values().all(|((field, record_value), (_, event_value))| {
                    is_path(field) || is_same_value(field, record_value, event_value)
                }) && are_same_paths(record_touch, event_touch, project)
            }
            (Body::Observation(of_record), Body::Observation(of_event)) => of_record == of_event,
            _ => values()
                .all(|((field, record_value), (_, event_value))| is_same_value(field, record_value, event_value)),
        }
}

/// Whether a field of the event equals the record's, or is empty in the record and not required.
fn is_same_value(field: &Field, record_value: Value<'_>, event_value: Value<'_>) -> bool {
    match (record_value, event_value) {
        (Value::Text(record_value), Value::Text(event_value)) => match field.shape {
            Shape::Json(_) => {
                record_value.is_empty() || canonical_and_masked(record_value) == canonical_and_masked(event_value)
            }
            Shape::Id => RecordId::parse(record_value) == RecordId::parse(event_value),
            _ if field.is_required => equal_when_masked(record_value, event_value),
            _ => empty_or_equal(record_value, event_value),
        },
        (Value::Texts(record_texts), Value::Texts(event_texts)) => {
            record_texts.is_empty()
                || record_texts.len() == event_texts.len()
                    && record_texts.iter().zip(event_texts).all(|(one, two)| equal_when_masked(one, two))
        }
        (Value::Number(record_value), Value::Number(event_value)) => is_none_or_equal(record_value, event_value),
        (Value::Flag(record_value), Value::Flag(event_value)) => is_none_or_equal(record_value, event_value),
        (Value::Word(record_value), Value::Word(event_value)) => is_none_or_equal(record_value, event_value),
        _ => false,
    }
}

/// Whether two outcomes of a call agree: false only if one is a success, and the other a failure or a refusal.
fn outcomes_agree(record_call: &ToolCall, event_call: &ToolCall) -> bool {
    let success_of = |call: &ToolCall| if call.refused { Some(false) } else { call.success };
    // Up to format 2 a call was a success where nobody said how it ended, also with an error.
    let record_success = success_of(record_call).filter(|success| !success || record_call.error.is_empty());
    record_success.is_none_or(|success| success_of(event_call).is_none_or(|event_success| success == event_success))
}

/// Whether two touches have equal paths, once normalized, and equal changes; a record without a change agrees with any.
fn are_same_paths(record_touch: &FileTouch, event_touch: &FileTouch, project: &Project) -> bool {
    let is_same_path = |record_path: &str, event_path: &str| {
        equal_when_masked(record_path, event_path)
            || project.path(record_path).is_ok_and(|record_path| equal_when_masked(&record_path, event_path))
    };
    let is_same_change = empty_or_equal(&record_touch.change, &event_touch.change)
        || record_touch.operation == FileOperation::Rename && is_same_path(&record_touch.change, &event_touch.change);
    is_same_path(&record_touch.path, &event_touch.path) && is_same_change
}

fn are_same_anchors(record_anchors: &[Anchor], event_anchors: &[Anchor], project: &Project) -> bool {
    let is_same = |(record_anchor, event_anchor): (&Anchor, &Anchor)| {
        let record_anchor = normalize_anchor(record_anchor.clone(), project).unwrap_or_else(|_| record_anchor.clone());
        equal_when_masked(&record_anchor.path, &event_anchor.path)
            && empty_or_equal(&record_anchor.symbol, &event_anchor.symbol)
            && (record_anchor.hash.is_empty() || record_anchor.hash == event_anchor.hash)
            && empty_or_equal(&record_anchor.commit, &event_anchor.commit)
    };
    record_anchors.len() == event_anchors.len() && record_anchors.iter().zip(event_anchors).all(is_same)
}

/// Whether two texts are equal once their secrets are masked.
fn equal_when_masked(one: &str, other: &str) -> bool {
    one == other || mask(one) == mask(other)
}

/// Whether two texts are equal once their secrets are masked, or the record's is empty.
fn empty_or_equal(record_text: &str, event_text: &str) -> bool {
    record_text.is_empty() || equal_when_masked(record_text, event_text)
}

fn is_none_or_equal<T: PartialEq>(record_value: Option<T>, event_value: Option<T>) -> bool {
    record_value.is_none() || record_value == event_value
}

/// Whether each member of the record's metadata is in the event's.
fn has_all_members(record_json: &str, event_json: &str) -> bool {
    let members =
        |text: &str| serde_json::from_str::<Map<String, Json>>(&canonical_and_masked(text)).unwrap_or_default();
    record_json.is_empty() || record_json == event_json || {
        let event_members = members(event_json);
        members(record_json).iter().all(|(name, value)| event_members.get(name) == Some(value))
    }
}

/// JSON in canonical form, with its secrets masked.
fn canonical_and_masked(json: &str) -> String {
    super::check::canonical_metadata(&Guard(SecretPolicy::Mask).masked_json(json))
}
