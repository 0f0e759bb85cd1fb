//! Learns from the order of a session's events: how errors are fixed, and which edits follow a rename.
//!
//! An observation is a record derived from the events that show it, so that it is forgotten with any of them. Not here:
//! patterns, which count observations (`patterns`).

use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::{Aim, RecordRef};
use crate::base::id::RecordId;
use crate::base::time::Timestamp;
use crate::record::envelope::{Parent, Record};
use crate::record::event::{Body, FileOperation, FileTouch, Observation, PatternKind, ToolCall};
use crate::record::keyspace::{self, Keyspace, Kind, hash_name};
use crate::record::rows::Rows;
use crate::record::situation::{Situated as _, unsituated};
use crate::record::trust::Origin;
use crate::text::error_line::{first_error_line, without_place};
use crate::text::exact::is_hash;

/// How long a failure or rename stays open, in milliseconds: an hour. A success after that is not taken for a fix.
const OPEN_MILLISECONDS: i64 = 3_600_000;
/// The most open failures, and the most open renames, of a session.
const MAX_OPEN: usize = 8;
/// The most edited files that an open failure or rename remembers.
const MAX_EDITS: usize = 8;
/// The most commands that an open failure remembers.
const MAX_RUNS: usize = 4;
/// The most bytes of the signature of an error.
const MAX_SIGNATURE_BYTES: usize = 160;

/// The open failures and renames of a session.
#[derive(Clone, Debug, Default, PartialEq, Encode, Decode)]
#[cbor(map)]
struct Pending {
    #[n(0)]
    failures: Vec<OpenEvent>,
    #[n(1)]
    renames: Vec<OpenEvent>,
}

/// A tool call that failed and did not succeed since, or a rename.
#[derive(Clone, Debug, PartialEq, Encode, Decode)]
#[cbor(map)]
struct OpenEvent {
    /// The subject of the call's aim; for a rename the folder.
    #[n(0)]
    subject: String,
    /// The signature of the error; for a rename the new path.
    #[n(1)]
    signature: String,
    #[n(2)]
    event: Parent,
    #[n(3)]
    time: Timestamp,
    /// The files that were edited since, each with the event that did it.
    #[n(4)]
    edits: Vec<(String, Parent)>,
    /// The file that the call worked on; empty: none.
    #[n(5)]
    #[cbor(default)]
    about: String,
    /// The calls after the failure whose commands may have changed something, the newest last.
    #[n(6)]
    #[cbor(default)]
    runs: Vec<Parent>,
    /// The hash of the call's parameters, as they were written.
    #[n(7)]
    #[cbor(default)]
    parameters_hash: u64,
}

pub(crate) fn pending_key(tenant: &str, session: &str) -> Vec<u8> {
    keyspace::row_key(Keyspace::Pending, tenant, [hash_name(session).as_slice()])
}

/// The observations that an event completes, each with its id. Also notes a failure or rename that the event begins.
pub(crate) fn learn(rows: &mut Rows, record_ref: RecordRef<'_>) -> Vec<(RecordId, Record)> {
    let RecordRef { tenant, record, .. } = record_ref;
    let is_watched = match &record.body {
        Some(Body::ToolCall(_)) => true,
        Some(Body::FileTouch(touch)) => {
            touch.success && (touch.operation.changes() || touch.operation == FileOperation::Rename)
        }
        _ => false,
    };
    if record.session.is_empty() || !is_watched {
        return Vec::new();
    }
    let key = pending_key(tenant, &record.session);
    let before: Pending = rows.read(&key).unwrap_or_default();
    let mut pending = before.clone();
    let is_open = |open: &OpenEvent| {
        let age = record.time.milliseconds() - open.time.milliseconds();
        (-OPEN_MILLISECONDS..=OPEN_MILLISECONDS).contains(&age)
    };
    pending.failures.retain(is_open);
    pending.renames.retain(is_open);
    let observations = match &record.body {
        Some(Body::ToolCall(call)) => pending.note_call(record_ref, call),
        Some(Body::FileTouch(touch)) => pending.note_touch(record_ref, touch),
        _ => Vec::new(),
    };
    if pending != before {
        match pending.failures.is_empty() && pending.renames.is_empty() {
            true => rows.set(key, None),
            false => rows.put(key, &pending),
        }
    }
    observations
}

/// Removes a record from the open failures and renames of its session, as the record leaves the store.
pub(crate) fn unlearn(rows: &mut Rows, record_ref: RecordRef<'_>) {
    let key = pending_key(record_ref.tenant, &record_ref.record.session);
    let Some(mut pending) = rows.read::<Pending>(&key) else { return };
    let this_record = Parent::of(record_ref.id);
    for open_events in [&mut pending.failures, &mut pending.renames] {
        open_events.retain(|open_event| open_event.event != this_record);
        open_events.iter_mut().for_each(|open_event| {
            open_event.edits.retain(|(_, edit)| *edit != this_record);
            open_event.runs.retain(|run| *run != this_record);
        });
    }
    match pending.failures.is_empty() && pending.renames.is_empty() {
        true => rows.set(key, None),
        false => rows.put(key, &pending),
    }
}

impl Pending {
    fn note_call(&mut self, record_ref: RecordRef<'_>, call: &ToolCall) -> Vec<(RecordId, Record)> {
        // A refused call and a call of unknown outcome show nothing.
        let Some(success) = call.success.filter(|_| !call.refused) else { return Vec::new() };
        if success { self.note_success(record_ref, call) } else { self.note_failure(record_ref, call) }
    }

    fn note_failure(&mut self, record_ref: RecordRef<'_>, call: &ToolCall) -> Vec<(RecordId, Record)> {
        let Aim { subject, about } = Aim::of(call);
        let at = self.failures.iter().position(|open_event| open_event.subject == subject && open_event.about == about);
        // The first failure stays open while further failures with the same aim follow.
        let open_event = at.map(|at| self.failures.remove(at)).unwrap_or_else(|| OpenEvent {
            subject,
            about,
            signature: signature(&call.error),
            event: Parent::of(record_ref.id),
            time: record_ref.record.time,
            edits: Vec::new(),
            runs: Vec::new(),
            parameters_hash: parameters_hash(call),
        });
        push_bounded(&mut self.failures, open_event);
        Vec::new()
    }

    /// The fixes that a success shows. A fix counts only if something explains it: files edited or commands run since
    /// the failure, or other parameters of the call.
    fn note_success(&mut self, record_ref: RecordRef<'_>, call: &ToolCall) -> Vec<(RecordId, Record)> {
        let achieved = Aim::achieved_aims(call);
        let is_mended = |open_event: &OpenEvent| {
            achieved.iter().any(|aim| open_event.subject == aim.subject && open_event.about == aim.about)
        };
        let (mended, still_open) = core::mem::take(&mut self.failures).into_iter().partition(is_mended);
        self.failures = still_open;
        if Aim::may_change(call) {
            for open_event in &mut self.failures {
                if open_event.runs.len() == MAX_RUNS {
                    open_event.runs.remove(0);
                }
                open_event.runs.push(Parent::of(record_ref.id));
            }
        }
        let mended: Vec<OpenEvent> = mended;
        let is_explained = |open_event: &OpenEvent| {
            !open_event.edits.is_empty()
                || !open_event.runs.is_empty()
                || open_event.parameters_hash != parameters_hash(call)
        };
        let explained = mended.into_iter().filter(is_explained).enumerate();
        explained
            .map(|(at, open_event)| {
                let (files, edits): (Vec<String>, Vec<Parent>) = open_event.edits.into_iter().unzip();
                let fix_steps = edits.into_iter().chain(open_event.runs);
                let parents =
                    [open_event.event].into_iter().chain(fix_steps).chain([Parent::of(record_ref.id)]).collect();
                let OpenEvent { subject, signature, .. } = open_event;
                let observation = Observation { pattern: PatternKind::ErrorFix, subject, signature, files };
                let suffix = if at == 0 { String::from("fix") } else { alloc::format!("fix-{at}") };
                observation_record(record_ref, &suffix, observation, parents)
            })
            .collect()
    }

    fn note_touch(&mut self, record_ref: RecordRef<'_>, touch: &FileTouch) -> Vec<(RecordId, Record)> {
        let this_record = Parent::of(record_ref.id);
        if touch.operation == FileOperation::Rename {
            let folder = touch.path.rsplit_once('/').map_or("", |(folder, _)| folder);
            let subject = String::from(if folder.is_empty() { "." } else { folder });
            let open_event = OpenEvent {
                subject,
                about: String::new(),
                signature: touch.path.clone(),
                event: this_record,
                time: record_ref.record.time,
                edits: Vec::new(),
                runs: Vec::new(),
                parameters_hash: 0,
            };
            push_bounded(&mut self.renames, open_event);
            return Vec::new();
        }
        let mut observations = Vec::new();
        for open_event in self.failures.iter_mut().chain(&mut self.renames) {
            let is_left_out =
                open_event.edits.iter().any(|(path, _)| *path == touch.path) || open_event.edits.len() == MAX_EDITS;
            if !is_left_out {
                open_event.edits.push((touch.path.clone(), this_record));
            }
        }
        for (at, open_event) in self.renames.iter().enumerate() {
            let is_new_file = open_event.edits.last().is_some_and(|(_, edit)| *edit == this_record);
            if is_new_file && open_event.signature != touch.path {
                let (subject, files) = (open_event.subject.clone(), vec![touch.path.clone()]);
                let observation =
                    Observation { pattern: PatternKind::Refactor, subject, signature: String::new(), files };
                observations.push(observation_record(
                    record_ref,
                    &alloc::format!("rename-{at}"),
                    observation,
                    vec![open_event.event, this_record],
                ));
            }
        }
        observations
    }
}

/// The hash of a call's parameters, as they were written.
fn parameters_hash(call: &ToolCall) -> u64 {
    xxhash_rust::xxh3::xxh3_64(call.parameters.as_bytes())
}

fn push_bounded(open_events: &mut Vec<OpenEvent>, open_event: OpenEvent) {
    if open_events.len() == MAX_OPEN {
        open_events.remove(0);
    }
    open_events.push(open_event);
}

/// The record of an observation; its event's id contains the id of the record that completes it.
fn observation_record(
    record_ref: RecordRef<'_>,
    suffix: &str,
    observation: Observation,
    parents: Vec<Parent>,
) -> (RecordId, Record) {
    let event_id = alloc::format!("observed:{suffix}:{}", record_ref.id.text());
    let record = unsituated!(Record {
        kind: Kind::Observation,
        time: record_ref.record.time,
        recorded: record_ref.record.recorded,
        origin: Origin::Tool,
        event_id: event_id.clone(),
        channel: record_ref.record.channel.clone(),
        principal: record_ref.record.principal.clone(),
        text: String::new(),
        trust: None,
        parents,
        anchors: Vec::new(),
        learning: None,
        metadata: String::new(),
        body: Some(Body::Observation(observation)),
        intent: None,
        updated: None,
        own_trust: None,
        adopted: None,
    })
    .situated(record_ref.record.copy_situation());
    (RecordId::of_event(record_ref.record.time, record_ref.tenant, &event_id), record)
}

/// The signature of an error: that of the line that tells it.
pub(crate) fn signature(error: &str) -> String {
    line_signature(first_error_line(error))
}

/// A line without the place in which it was printed, with `#` for each number and each hash, and nothing between double
/// quotes or backquotes, so that equal mistakes have equal signatures.
pub(crate) fn line_signature(line: &str) -> String {
    let mut signature = String::new();
    let mut quote = None;
    let mut rest = without_place(line);
    while let Some(character) = rest.chars().next() {
        let word_end = rest.find(|char: char| !char.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let word = &rest[..word_end];
        let n_bytes = if is_hash(word) { word.len() } else { character.len_utf8() };
        rest = &rest[n_bytes..];
        match (quote, character) {
            (Some(open), _) if open == character => quote = None,
            (Some(_), _) => {}
            (None, '"' | '`') => quote = Some(character),
            (None, _) if is_hash(word) || character.is_ascii_digit() => {
                if !signature.ends_with('#') {
                    signature.push('#');
                }
            }
            _ => signature.push(character),
        }
    }
    signature.truncate(signature.floor_char_boundary(MAX_SIGNATURE_BYTES));
    signature
}
