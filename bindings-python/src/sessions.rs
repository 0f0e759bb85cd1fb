//! Summaries of sessions in the words of a model: arguments are read here, and what came of a step becomes Python's.
//!
//! A model is asked by the package, between two calls, so that neither the interpreter nor the memory is held meanwhile.

use pyo3::prelude::*;
use pyo3::types::{PyAny, PyTuple};
use scrubjay::Error;
use scrubjay::records::{Records, Said, SummaryOrRequest};
use scrubjay::wit::session::SummariseQuestion;

use crate::arguments::{Given, record};
use crate::convert::ToPython;

/// A question for a summary, and what the model said of which texts, once it was asked.
pub(crate) struct Summarising {
    question: SummariseQuestion,
    said: Option<Said>,
}

impl Summarising {
    /// Reads the arguments of the question, and the texts and the answer.
    pub(crate) fn read(given: &Bound<'_, PyTuple>, said: Option<(Vec<String>, String)>) -> PyResult<Summarising> {
        let mut given = Given::without_root(given);
        let question = record!(given => SummariseQuestion {
            id, max_entries, keep_entries, max_tokens, is_manual; has_model: true
        });
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
