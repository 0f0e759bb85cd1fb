//! Summaries of sessions by a model: reads arguments, and converts the outcome.
//!
//! The package asks the model, between two calls, so that neither the interpreter nor the memory is held meanwhile.

use pyo3::prelude::*;
use pyo3::types::{PyAny, PyTuple};
use scrubjay::Error;
use scrubjay::records::{Records, Said, SummaryOrRequest};
use scrubjay::wit::session::SummariseQuestion;

use crate::arguments::{ArgumentReader, record};
use crate::convert::ToPython;

/// The arguments of a call that drafts a summary.
pub(crate) struct Summarising {
    question: SummariseQuestion,
    /// The model's answer, and the texts that it is about; `None` before the model was asked.
    said: Option<Said>,
}

impl Summarising {
    /// Reads the arguments of the question. `said` are the texts and the model's answer, if it was asked.
    pub(crate) fn read(values: &Bound<'_, PyTuple>, said: Option<(Vec<String>, String)>) -> PyResult<Summarising> {
        let mut arguments = ArgumentReader::without_root(values);
        let question = record!(arguments => SummariseQuestion {
            id, max_entries, keep_entries, max_tokens, is_manual; has_model: true
        });
        Ok(Summarising { question, said: said.map(|(texts, text)| Said { texts, text: text.into_bytes() }) })
    }

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
