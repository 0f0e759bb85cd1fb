//! Summaries of sessions by a model. Other questions about and changes of sessions' contexts are generated.
//!
//! A model is asked between two calls, with no lock held, and its answer is recorded before it is used.

use super::Records;
use crate::Error;
use crate::wit::session::{SummariseQuestion, SummaryDraft};
use crate::wit::types::{self, ModelRequest};

impl Records {
    /// Drafts the summary of a compaction in the words of a model. The model is asked at most once, with no lock held,
    /// and not at all if its answer for the same entries is recorded; its answer is recorded before this returns.
    ///
    /// # Errors
    /// [`Error::Model`] with the model's error message; those of [`Records::summary_or_request`].
    pub fn summarise_session_with(
        &mut self,
        question: &SummariseQuestion,
        model: &mut dyn FnMut(&ModelRequest) -> Result<Vec<u8>, String>,
    ) -> Result<SummaryDraft, Error> {
        let request = match self.summary_or_request(question, None)? {
            SummaryOrRequest::Summary(draft) => return Ok(draft),
            SummaryOrRequest::Request(request) => request,
        };
        let text = model(&request).map_err(Error::Model)?;
        match self.summary_or_request(question, Some(&Said { texts: request.texts, text }))? {
            SummaryOrRequest::Summary(draft) => Ok(draft),
            SummaryOrRequest::Request(_) => Err(Error::Refused(types::Error::Stale)),
        }
    }

    /// One step of [`Records::summarise_session_with`], for callers that ask the model between two calls. Returns the
    /// summary, which is then recorded, or the request for the model. `said` is the model's answer to the previous
    /// request.
    ///
    /// # Errors
    /// [`Error::Refused`] if an answer is not a summary, or as stale if the entries changed meanwhile; those of
    /// [`Records::forget`].
    pub fn summary_or_request(
        &mut self,
        question: &SummariseQuestion,
        said: Option<&Said>,
    ) -> Result<SummaryOrRequest, Error> {
        let settings = self.settings.clone();
        let question = SummariseQuestion { has_model: true, ..question.clone() };
        let mut open_request: Option<ModelRequest> = None;
        let draft = self.read(|live, snapshot| {
            // The read is repeated if another process wrote meanwhile: an earlier request does not count.
            open_request = None;
            let mut answer = |request: &ModelRequest| {
                let answer_text = said.filter(|said| said.texts == request.texts).map(|said| said.text.clone());
                if answer_text.is_none() {
                    open_request = Some(request.clone());
                }
                answer_text
            };
            live.ask_with_model(
                &settings,
                (snapshot, &mut answer),
                "session.summarise-session",
                |exports, store, resumed| {
                    exports.scrubjay_memory_session().call_summarise_session(store, &question, resumed)
                },
            )
        });
        match open_request {
            Some(request) if said.is_none() => return Ok(SummaryOrRequest::Request(request)),
            Some(_) => return Err(Error::Refused(types::Error::Stale)),
            None => {}
        }
        let draft = draft?;
        if !draft.to_record.is_empty() {
            self.record_lines(&draft.to_record)?;
        }
        Ok(SummaryOrRequest::Summary(draft))
    }
}

/// A model's answer, with the request's texts.
#[derive(Clone, Debug)]
pub struct Said {
    /// The texts of the answered request.
    pub texts: Vec<String>,
    /// The model's answer, which is checked.
    pub text: Vec<u8>,
}

/// The outcome of one step towards a summary by a model.
#[derive(Clone, Debug)]
pub enum SummaryOrRequest {
    /// The summary, which is recorded.
    Summary(SummaryDraft),
    /// The request for the caller's model, whose answer the next step takes.
    Request(ModelRequest),
}
