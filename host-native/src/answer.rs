//! The loop behind every question: the component requests rows and lines, and the host answers from one snapshot of the
//! store and from files, until the component is done.
//!
//! Not here: the individual questions.

use wasmtime::Store;

use crate::Error;
use crate::files::spans::Spans;
use crate::guest::bindings::Scrubjay;
use crate::guest::{Instance, Limits};
use crate::store::{Page, Snapshot, StoreError};
use crate::wit::types::{Answer, Ask, Effects, Error as Refusal, ModelRequest, Request, Resumed, Row, RowPage};

/// The most rounds of one question. Opening a large store takes the most: one round for each page of its rows.
const MAX_ROUNDS: usize = 10_000;
/// The most bytes of rows in one answer, whatever the component requests.
const MAX_BYTES: u32 = 64 << 20;

/// A reply of the component: an answer, or a request for more.
pub(crate) trait Reply {
    type Done;
    fn split(self) -> Result<Self::Done, Ask>;
}

/// Implements [`Reply`] for generated variants with the cases `Done` and `Ask`.
macro_rules! replies {
    ($($reply:path => $done:path,)*) => {$(
        impl $crate::answer::Reply for $reply {
            type Done = $done;
            fn split(self) -> Result<$done, $crate::wit::types::Ask> {
                match self {
                    Self::Done(done) => Ok(done),
                    Self::Ask(ask) => Err(ask),
                }
            }
        }
    )*};
}

pub(crate) use replies;

/// An answer with effects to commit.
pub(crate) trait Effective {
    fn effects(&self) -> &Effects;
}

/// Implements [`Effective`] for generated records with a field `effects`.
macro_rules! effects {
    ($($done:path,)*) => {$(
        impl $crate::answer::Effective for $done {
            fn effects(&self) -> &$crate::wit::types::Effects {
                &self.effects
            }
        }
    )*};
}

pub(crate) use effects;

/// Calls a question again with rows and lines until the component answers.
///
/// # Errors
/// [`Error::Refused`], [`Error::Guest`] (the instance is dead then), [`Error::Store`], [`Error::Unanswered`].
pub(crate) fn ask<R: Reply>(
    instance: &mut Instance,
    snapshot: &dyn Snapshot,
    spans: &mut Spans<'_>,
    call: &'static str,
    question: impl Fn(&Scrubjay, &mut Store<Limits>, Option<&Resumed>) -> wasmtime::Result<Result<R, Refusal>>,
) -> Result<R::Done, Error> {
    ask_with_model(instance, (snapshot, spans, &mut |_| None), call, question)
}

/// Asks the host's model and returns its answer; `None` if the host has no model.
pub(crate) type Model<'m> = &'m mut dyn FnMut(&ModelRequest) -> Option<Vec<u8>>;

/// The store, the files and the model from which requests are answered.
pub(crate) type Sources<'s, 'f> = (&'s dyn Snapshot, &'s mut Spans<'f>, Model<'s>);

/// As [`ask`], with sources that include a model.
pub(crate) fn ask_with_model<R: Reply>(
    instance: &mut Instance,
    (snapshot, spans, model): Sources<'_, '_>,
    call: &'static str,
    question: impl Fn(&Scrubjay, &mut Store<Limits>, Option<&Resumed>) -> wasmtime::Result<Result<R, Refusal>>,
) -> Result<R::Done, Error> {
    let mut resumed = None;
    for _ in 0..MAX_ROUNDS {
        let reply = instance.call(call, |exports, store| question(exports, store, resumed.as_ref()))?;
        match reply.map_err(|refusal| refused(refusal, resumed.is_some()))?.split() {
            Ok(done) => return Ok(done),
            Err(ask) => {
                let answers = ask.requests.iter().map(|request| answer(request, snapshot, spans, model));
                resumed = Some(Resumed { answers: answers.collect::<Result<_, _>>()?, ticket: ask.ticket });
            }
        }
    }
    Err(Error::Unanswered { call })
}

/// The error for a refusal. If the component refuses answers, the store is damaged: its pages contain the wrong rows.
fn refused(refusal: Refusal, is_answered: bool) -> Error {
    match refusal {
        Refusal::Invalid(invalid) if is_answered && invalid.argument == "answers" => {
            Error::Store(StoreError::Damaged(format!("it gives {}", invalid.why)))
        }
        refusal => Error::Refused(refusal),
    }
}

fn answer(
    request: &Request,
    snapshot: &dyn Snapshot,
    spans: &mut Spans<'_>,
    model: Model<'_>,
) -> Result<Answer, StoreError> {
    match request {
        Request::Keys(keys) => {
            let mut rows = Vec::new();
            for key in keys {
                rows.extend(snapshot.get(key)?.map(|value| Row { key: key.clone(), value }));
            }
            Ok(Answer::Rows(RowPage { rows, complete: true }))
        }
        Request::Range(range) => {
            let Page { rows, complete } = snapshot.range(&range.start, &range.end, range.max_bytes.min(MAX_BYTES))?;
            let rows = rows.into_iter().map(|(key, value)| Row { key, value }).collect();
            Ok(Answer::Rows(RowPage { rows, complete }))
        }
        Request::Span(span) => Ok(spans.lines(span).map_or(Answer::Changed, Answer::Text)),
        Request::Model(request) => Ok(model(request).map_or(Answer::Changed, Answer::Model)),
    }
}
