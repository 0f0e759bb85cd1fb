//! Mended failures: read from observations, which derive from the failure, the records between, and the success.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use super::begin::PastError;
use crate::base::id::RecordId;
use crate::record::RecordSpace;
use crate::record::derived::Aim;
use crate::record::envelope::Record;
use crate::record::event::{Body, Observation, PatternKind, ToolCall};
use crate::record::keyspace::Kind;
use crate::record::rows::Rows;
use crate::record::stored::record_of;
use crate::text::chatter::{chatter_terms, terms_of};
use crate::text::error_line::first_error_line;
use crate::text::terms::Term;

/// The most observations that are considered, newest first.
const MAX_OBSERVATIONS: usize = 64;
/// The most mended failures in an answer.
const MAX_MENDED: usize = 3;

/// A failure, with the edits, commands or other call by which it was mended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MendedError {
    /// The error that was mended.
    pub error: PastError,
    /// The files that were edited before the success.
    pub files: Vec<String>,
    /// The commands before the success that may have changed something.
    pub commands: Vec<String>,
    /// The call that succeeded, if it differs from the failed one; else empty.
    pub succeeded_as: String,
}

/// A mended failure with the records that its observation derives from.
pub(crate) struct MendedFailure {
    /// The failed call.
    pub(crate) failed_record: (RecordId, Record),
    /// The observation of the mended error.
    pub(crate) observation: Observation,
    /// The commands before the success that may have changed something.
    pub(crate) commands: Vec<String>,
    /// The call that succeeded, if it differs from the failed one; else empty.
    pub(crate) succeeded_as: String,
    /// All records that the observation derives from.
    pub(crate) parents: Vec<(RecordId, Record)>,
}

impl MendedFailure {
    /// Reads an observation. `None` if its pattern is not `ErrorFix`, if at most one of the records that it derives
    /// from is left, or if the first that is left is no call.
    pub(crate) fn of(rows: &Rows, tenant: &str, id: RecordId) -> Option<MendedFailure> {
        let observation = record_of(rows, tenant, id)?;
        let parents = observation.parents.iter().map(|parent| (parent.id(), record_of(rows, tenant, parent.id())));
        let parents: Vec<(RecordId, Record)> = parents.filter_map(|(id, record)| Some((id, record?))).collect();
        let Some(Body::Observation(mended_observation)) = observation.body else { return None };
        let ([(failed_id, failed), later_parents @ ..], PatternKind::ErrorFix) =
            (parents.as_slice(), mended_observation.pattern)
        else {
            return None;
        };
        let call = call_of(failed)?;
        let (last_parent, later_parents) = later_parents.split_last()?;
        let commands =
            later_parents.iter().filter_map(|(_, record)| Some(Aim::command_or_file(call_of(record)?))).collect();
        let (failed_aim, succeeded_aim) =
            (Aim::command_or_file(call), call_of(&last_parent.1).map(Aim::command_or_file).unwrap_or_default());
        let succeeded_as = if failed_aim == succeeded_aim { String::new() } else { succeeded_aim };
        Some(MendedFailure {
            failed_record: (*failed_id, failed.clone()),
            observation: mended_observation,
            commands,
            succeeded_as,
            parents,
        })
    }

    /// The command or file of the failed call.
    fn failed_call(&self) -> String {
        call_of(&self.failed_record.1).map(Aim::command_or_file).unwrap_or_default()
    }

    /// The error of the failed call.
    fn error(&self) -> Option<PastError> {
        let (id, record) = &self.failed_record;
        let call = call_of(record)?;
        let output = if call.error.is_empty() { &call.output } else { &call.error };
        Some(PastError {
            id: id.text(),
            time: record.time.milliseconds(),
            session: record.session.clone(),
            tool: call.tool.clone(),
            error: first_error_line(output).to_string(),
        })
    }

    /// The ways in which the failure was mended, as labels and texts.
    pub(crate) fn labelled_lines(&self) -> Vec<(String, String)> {
        let ways = [
            ("mended by edits of", self.observation.files.join(", ")),
            ("mended by", self.commands.join("; ")),
            ("succeeded as", self.succeeded_as.clone()),
        ];
        let known_ways = ways.into_iter().filter(|(_, what)| !what.is_empty());
        known_ways.map(|(label, what)| (label.to_string(), what)).collect()
    }
}

fn call_of(record: &Record) -> Option<&ToolCall> {
    match &record.body {
        Some(Body::ToolCall(call)) => Some(call),
        _ => None,
    }
}

/// The topic of a message, to find errors about it.
pub(crate) struct MessageTopic {
    terms: BTreeSet<Term>,
    /// Whether the message states no request, so that every error matches.
    is_vague: bool,
}

impl MessageTopic {
    pub(crate) fn of(message: &str) -> MessageTopic {
        let (terms, chatter) = (terms_of(message), chatter_terms());
        MessageTopic { is_vague: terms.iter().all(|term| chatter.contains(term)), terms }
    }

    /// Whether a text shares a term with the message.
    fn shares_term(&self, text: &str) -> bool {
        terms_of(text).iter().any(|term| self.terms.contains(term))
    }

    /// Whether a failure matches the topic.
    pub(crate) fn concerns(&self, rows: &Rows, tenant: &str, error: &PastError) -> bool {
        self.is_vague || {
            let record = RecordId::parse(&error.id).and_then(|id| record_of(rows, tenant, id));
            let aim = record.as_ref().and_then(call_of).map(Aim::command_or_file).unwrap_or_default();
            self.shares_term(&format!("{} {aim} {}", error.tool, error.error))
        }
    }
}

impl RecordSpace {
    /// Mended failures that share a word with the message, newest first, each once.
    pub(crate) fn mended(&self, rows: &Rows, message: &str) -> Vec<(MendedFailure, MendedError)> {
        let topic = MessageTopic::of(message);
        if topic.terms.is_empty() {
            return Vec::new();
        }
        let tenant = self.owner.tenant.as_str();
        let mut known_errors = BTreeSet::new();
        let mended_error = |id: RecordId| {
            let mending = MendedFailure::of(rows, tenant, id)?;
            let error = mending.error()?;
            let fits = topic.shares_term(&format!("{} {} {}", error.tool, mending.failed_call(), error.error));
            let is_new =
                fits && !error.error.is_empty() && known_errors.insert((error.tool.clone(), error.error.clone()));
            let MendedFailure { observation, commands, succeeded_as, .. } = &mending;
            let (files, commands, succeeded_as) = (observation.files.clone(), commands.clone(), succeeded_as.clone());
            is_new.then_some((mending, MendedError { error, files, commands, succeeded_as }))
        };
        let observation_ids = self.newest_not_imported(rows, Kind::Observation, MAX_OBSERVATIONS, u64::MAX);
        observation_ids.into_iter().filter_map(mended_error).take(MAX_MENDED).collect()
    }
}
