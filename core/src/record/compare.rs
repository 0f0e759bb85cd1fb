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
pub(super) fn check_same(known: &Record, told: &BatchEvent, project: &Project) -> Result<(), Error> {
    // The earlier content of an updated note is not stored. Another event id is a clash of hashes.
    match (known.updated.is_some() || is_same(known, told, project)) && known.event_id == told.event_id {
        true => Ok(()),
        false => Err(Error::invalid("event-id", "an event of this id was told before, and said something else")),
    }
}

/// Whether an event has all the content of a record.
pub(super) fn is_same(known: &Record, told: &BatchEvent, project: &Project) -> bool {
    let is_same_body = match (&known.body, &told.body) {
        (None, None) => true,
        (Some(known), Some(told)) => is_same_in_body(known, told, project),
        _ => false,
    };
    is_same_body
        && equal_when_masked(&known.text, &told.text)
        && equal_when_masked(&known.channel, &told.channel)
        && known.names().into_iter().zip(told.names()).all(|(known, told)| empty_or_equal(known, told))
        && has_all_members(&known.metadata, &told.metadata)
        && (known.parents.is_empty() || known.parents == told.parents)
        && (known.anchors.is_empty() || are_same_anchors(&known.anchors, &told.anchors, project))
}

fn is_same_in_body(known: &Body, told: &Body, project: &Project) -> bool {
    let values = || known.values().zip(told.values());
    let is_same_kind = known.kind() == told.kind();
    is_same_kind
        && match (known, told) {
            (Body::ToolCall(known), Body::ToolCall(told)) => {
                // How a call ended is stated by several fields together.
                let is_end = |field: &Field| matches!(field.name, "success" | "refused");
                values().all(|((field, known), (_, told))| is_end(field) || is_same_value(field, known, told))
                    && outcomes_agree(known, told)
            }
            (Body::FileTouch(known), Body::FileTouch(told)) => {
                let is_path = |field: &Field| matches!(field.shape, Shape::Path | Shape::Change);
                values().all(|((field, known), (_, told))| is_path(field) || is_same_value(field, known, told))
                    && are_same_paths(known, told, project)
            }
            (Body::Observation(known), Body::Observation(told)) => known == told,
            _ => values().all(|((field, known), (_, told))| is_same_value(field, known, told)),
        }
}

/// Whether a field of the event equals the record's, or is empty in the record and not required.
fn is_same_value(field: &Field, known: Value<'_>, told: Value<'_>) -> bool {
    match (known, told) {
        (Value::Text(known), Value::Text(told)) => match field.shape {
            Shape::Json(_) => known.is_empty() || canonical_and_masked(known) == canonical_and_masked(told),
            Shape::Id => RecordId::parse(known) == RecordId::parse(told),
            _ if field.is_required => equal_when_masked(known, told),
            _ => empty_or_equal(known, told),
        },
        (Value::Texts(known), Value::Texts(told)) => {
            known.is_empty()
                || known.len() == told.len() && known.iter().zip(told).all(|(one, two)| equal_when_masked(one, two))
        }
        (Value::Number(known), Value::Number(told)) => is_none_or_equal(known, told),
        (Value::Flag(known), Value::Flag(told)) => is_none_or_equal(known, told),
        (Value::Word(known), Value::Word(told)) => is_none_or_equal(known, told),
        _ => false,
    }
}

/// Whether two outcomes of a call agree; false only if one is a success and the other is not.
fn outcomes_agree(known: &ToolCall, told: &ToolCall) -> bool {
    let succeeded = |call: &ToolCall| if call.refused { Some(false) } else { call.success };
    // Up to format 2 a call was a success where nobody said how it ended, also with an error.
    let known = succeeded(known).filter(|success| !success || known.error.is_empty());
    known.is_none_or(|known| succeeded(told).is_none_or(|told| known == told))
}

/// Whether two touches have equal paths, once normalized, and equal changes; a record without a change agrees with any.
fn are_same_paths(known: &FileTouch, told: &FileTouch, project: &Project) -> bool {
    let is_same_path = |known: &str, told: &str| {
        equal_when_masked(known, told) || project.path(known).is_ok_and(|known| equal_when_masked(&known, told))
    };
    let is_same_change = empty_or_equal(&known.change, &told.change)
        || known.operation == FileOperation::Rename && is_same_path(&known.change, &told.change);
    is_same_path(&known.path, &told.path) && is_same_change
}

fn are_same_anchors(known: &[Anchor], told: &[Anchor], project: &Project) -> bool {
    let is_same = |(known, told): (&Anchor, &Anchor)| {
        let known = normalize_anchor(known.clone(), project).unwrap_or_else(|_| known.clone());
        equal_when_masked(&known.path, &told.path)
            && empty_or_equal(&known.symbol, &told.symbol)
            && (known.hash.is_empty() || known.hash == told.hash)
            && empty_or_equal(&known.commit, &told.commit)
    };
    known.len() == told.len() && known.iter().zip(told).all(is_same)
}

/// Whether two texts are equal once their secrets are masked.
fn equal_when_masked(one: &str, other: &str) -> bool {
    one == other || mask(one) == mask(other)
}

/// Whether two texts are equal once their secrets are masked, or the record's is empty.
fn empty_or_equal(known: &str, told: &str) -> bool {
    known.is_empty() || equal_when_masked(known, told)
}

fn is_none_or_equal<T: PartialEq>(known: Option<T>, told: Option<T>) -> bool {
    known.is_none() || known == told
}

/// Whether each member of the record's metadata is in the event's.
fn has_all_members(known: &str, told: &str) -> bool {
    let members =
        |text: &str| serde_json::from_str::<Map<String, Json>>(&canonical_and_masked(text)).unwrap_or_default();
    known.is_empty() || known == told || {
        let told = members(told);
        members(known).iter().all(|(name, value)| told.get(name) == Some(value))
    }
}

/// JSON in canonical form, with its secrets masked.
fn canonical_and_masked(json: &str) -> String {
    super::check::canonical_metadata(&Guard(SecretPolicy::Mask).masked_json(json))
}
