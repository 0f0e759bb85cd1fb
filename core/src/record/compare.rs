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
pub(super) fn check_same(known: &Record, event: &BatchEvent, project: &Project) -> Result<(), Error> {
    // The earlier content of an updated note is not stored. Another event id is a clash of hashes.
    match (known.updated.is_some() || is_same(known, event, project)) && known.event_id == event.event_id {
        true => Ok(()),
        false => Err(Error::invalid("event-id", "an event of this id was told before, and said something else")),
    }
}

/// Whether an event has all the content of a record.
pub(super) fn is_same(known: &Record, event: &BatchEvent, project: &Project) -> bool {
    let is_same_body = match (&known.body, &event.body) {
        (None, None) => true,
        (Some(known), Some(given)) => is_same_in_body(known, given, project),
        _ => false,
    };
    is_same_body
        && equal_when_masked(&known.text, &event.text)
        && equal_when_masked(&known.channel, &event.channel)
        && known.names().into_iter().zip(event.names()).all(|(known, given)| empty_or_equal(known, given))
        && has_all_members(&known.metadata, &event.metadata)
        && (known.parents.is_empty() || known.parents == event.parents)
        && (known.anchors.is_empty() || are_same_anchors(&known.anchors, &event.anchors, project))
}

fn is_same_in_body(known: &Body, given: &Body, project: &Project) -> bool {
    let values = || known.values().zip(given.values());
    let is_same_kind = known.kind() == given.kind();
    is_same_kind
        && match (known, given) {
            (Body::ToolCall(known), Body::ToolCall(given)) => {
                // How a call ended is stated by several fields together.
                let is_outcome = |field: &Field| matches!(field.name, "success" | "refused");
                values().all(|((field, known), (_, given))| is_outcome(field) || is_same_value(field, known, given))
                    && outcomes_agree(known, given)
            }
            (Body::FileTouch(known), Body::FileTouch(given)) => {
                let is_path = |field: &Field| matches!(field.shape, Shape::Path | Shape::Change);
                values().all(|((field, known), (_, given))| is_path(field) || is_same_value(field, known, given))
                    && are_same_paths(known, given, project)
            }
            (Body::Observation(known), Body::Observation(given)) => known == given,
            _ => values().all(|((field, known), (_, given))| is_same_value(field, known, given)),
        }
}

/// Whether a field of the event equals the record's, or is empty in the record and not required.
fn is_same_value(field: &Field, known: Value<'_>, given: Value<'_>) -> bool {
    match (known, given) {
        (Value::Text(known), Value::Text(given)) => match field.shape {
            Shape::Json(_) => known.is_empty() || canonical_and_masked(known) == canonical_and_masked(given),
            Shape::Id => RecordId::parse(known) == RecordId::parse(given),
            _ if field.is_required => equal_when_masked(known, given),
            _ => empty_or_equal(known, given),
        },
        (Value::Texts(known), Value::Texts(given)) => {
            known.is_empty()
                || known.len() == given.len() && known.iter().zip(given).all(|(one, two)| equal_when_masked(one, two))
        }
        (Value::Number(known), Value::Number(given)) => is_none_or_equal(known, given),
        (Value::Flag(known), Value::Flag(given)) => is_none_or_equal(known, given),
        (Value::Word(known), Value::Word(given)) => is_none_or_equal(known, given),
        _ => false,
    }
}

/// Whether two outcomes of a call agree: false only if one is a success, and the other a failure or a refusal.
fn outcomes_agree(known: &ToolCall, given: &ToolCall) -> bool {
    let success_of = |call: &ToolCall| if call.refused { Some(false) } else { call.success };
    // Up to format 2 a call was a success where nobody said how it ended, also with an error.
    let known = success_of(known).filter(|success| !success || known.error.is_empty());
    known.is_none_or(|known| success_of(given).is_none_or(|given| known == given))
}

/// Whether two touches have equal paths, once normalized, and equal changes; a record without a change agrees with any.
fn are_same_paths(known: &FileTouch, given: &FileTouch, project: &Project) -> bool {
    let is_same_path = |known: &str, given: &str| {
        equal_when_masked(known, given) || project.path(known).is_ok_and(|known| equal_when_masked(&known, given))
    };
    let is_same_change = empty_or_equal(&known.change, &given.change)
        || known.operation == FileOperation::Rename && is_same_path(&known.change, &given.change);
    is_same_path(&known.path, &given.path) && is_same_change
}

fn are_same_anchors(known: &[Anchor], given: &[Anchor], project: &Project) -> bool {
    let is_same = |(known, given): (&Anchor, &Anchor)| {
        let known = normalize_anchor(known.clone(), project).unwrap_or_else(|_| known.clone());
        equal_when_masked(&known.path, &given.path)
            && empty_or_equal(&known.symbol, &given.symbol)
            && (known.hash.is_empty() || known.hash == given.hash)
            && empty_or_equal(&known.commit, &given.commit)
    };
    known.len() == given.len() && known.iter().zip(given).all(is_same)
}

/// Whether two texts are equal once their secrets are masked.
fn equal_when_masked(one: &str, other: &str) -> bool {
    one == other || mask(one) == mask(other)
}

/// Whether two texts are equal once their secrets are masked, or the record's is empty.
fn empty_or_equal(known: &str, given: &str) -> bool {
    known.is_empty() || equal_when_masked(known, given)
}

fn is_none_or_equal<T: PartialEq>(known: Option<T>, given: Option<T>) -> bool {
    known.is_none() || known == given
}

/// Whether each member of the record's metadata is in the event's.
fn has_all_members(known: &str, given: &str) -> bool {
    let members =
        |text: &str| serde_json::from_str::<Map<String, Json>>(&canonical_and_masked(text)).unwrap_or_default();
    known.is_empty() || known == given || {
        let given = members(given);
        members(known).iter().all(|(name, value)| given.get(name) == Some(value))
    }
}

/// JSON in canonical form, with its secrets masked.
fn canonical_and_masked(json: &str) -> String {
    super::check::canonical_metadata(&Guard(SecretPolicy::Mask).masked_json(json))
}
