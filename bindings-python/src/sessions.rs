//! Contexts of sessions, as both classes with records have them: arguments are read here, and what was done becomes Python's.
//!
//! A model is asked by the package, between two calls, so that neither the interpreter nor the memory is held meanwhile.

use pyo3::prelude::*;
use pyo3::types::{PyAny, PyTuple};
use scrubjay::Error;
use scrubjay::records::{Records, Said, SummaryOrRequest};
use scrubjay::wit::session::{CompactionSettings, SummariseQuestion};

use crate::arguments::Given;
use crate::convert::ToPython;

/// A change of the context with an id.
pub(crate) struct Change {
    id: String,
    expected: Option<u64>,
    what: What,
}

enum What {
    Save(String),
    Append(String),
    Delete,
    Recover(u64),
    Compact(CompactionSettings, Option<String>),
}

impl Change {
    /// Reads what is done, the id, the version that it is of, and what else belongs to it.
    pub(crate) fn read(given: &Bound<'_, PyTuple>) -> PyResult<Change> {
        let mut given = Given::without_root(given);
        let what: String = given.take("what")?;
        let (id, expected) = (given.take("id")?, given.take("expected")?);
        let what = match what.as_str() {
            "save" => What::Save(given.take("document")?),
            "append" => What::Append(given.take("entries")?),
            "recover" => What::Recover(given.take("version")?),
            "compact" => What::Compact(
                CompactionSettings {
                    max_entries: given.take("max_entries")?,
                    keep_entries: given.take("keep_entries")?,
                    max_tokens: given.take("max_tokens")?,
                    task_hours: given.take("task_hours")?,
                    is_manual: given.take("is_manual")?,
                },
                given.take("summary")?,
            ),
            _ => What::Delete,
        };
        Ok(Change { id, expected, what })
    }

    /// Makes the change.
    pub(crate) fn make(self, records: &mut Records) -> Result<Made, Error> {
        let Change { id, expected, what } = self;
        Ok(match what {
            What::Save(document) => Made::Version(records.save_session(&id, &document, expected)?),
            What::Append(entries) => Made::Version(records.append_to_session(&id, &entries, expected)?),
            What::Delete => Made::Deleted(records.delete_session(&id, expected)?),
            What::Recover(version) => Made::Version(records.recover_session(&id, version, expected)?),
            What::Compact(settings, summary) => {
                let summary = summary.as_deref().map(str::as_bytes);
                Made::Compacted(records.compact_session(&id, settings, summary, expected)?)
            }
        })
    }
}

/// What a change did.
pub(crate) enum Made {
    Version(u64),
    Deleted(bool),
    Compacted(scrubjay::wit::session::Compaction),
}

impl ToPython for Made {
    fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Made::Version(version) => version.to_python(py),
            Made::Deleted(is_known) => is_known.to_python(py),
            Made::Compacted(report) => report.to_python(py),
        }
    }
}

/// A question for a summary, and what the model said of which texts, once it was asked.
pub(crate) struct Summarising {
    question: SummariseQuestion,
    said: Option<Said>,
}

impl Summarising {
    /// Reads the arguments of the question, and the texts and the answer.
    pub(crate) fn read(given: &Bound<'_, PyTuple>, said: Option<(Vec<String>, String)>) -> PyResult<Summarising> {
        let mut given = Given::without_root(given);
        let question = SummariseQuestion {
            id: given.take("id")?,
            max_entries: given.take("max_entries")?,
            keep_entries: given.take("keep_entries")?,
            max_tokens: given.take("max_tokens")?,
            is_manual: given.take("is_manual")?,
            has_model: true,
        };
        Ok(Summarising { question, said: said.map(|(texts, text)| Said { texts, text: text.into_bytes() }) })
    }

    /// The draft, or what to ask the model first.
    pub(crate) fn ask(self, records: &mut Records) -> Result<SummaryOrRequest, Error> {
        records.summary_or_request(&self.question, self.said.as_ref())
    }
}

impl ToPython for SummaryOrRequest {
    fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self {
            SummaryOrRequest::Summary(draft) => draft.to_python(py),
            SummaryOrRequest::Request(request) => request.to_python(py),
        }
    }
}
