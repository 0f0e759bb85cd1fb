//! Shapes that every interface shares, between the WIT and the core.

use alloc::borrow::ToOwned;
use alloc::string::ToString;
use alloc::vec::Vec;

use scrubjay_core as core;
use scrubjay_core::error::Error as CoreError;

use crate::bindings::exports::scrubjay::memory::types::{self, Answer, Ask, Request, Resumed, Row};

pub(crate) fn error(error: CoreError) -> types::Error {
    match error {
        CoreError::Invalid { argument, why } => {
            types::Error::Invalid(types::InvalidArgument { argument: argument.to_owned(), why })
        }
        CoreError::TooLarge(at) => types::Error::TooLarge(limit(at)),
        CoreError::Full(at) => types::Error::Full(limit(at)),
        CoreError::Unknown { name, suggestions } => types::Error::Unknown(types::UnknownName { name, suggestions }),
        CoreError::Ambiguous { name, candidates, n_candidates } => {
            let candidates = candidates.into_iter().map(|at| types::Candidate {
                id: at.id,
                path: at.path,
                first_line: at.first_line,
            });
            types::Error::Ambiguous(types::Ambiguity { name, candidates: candidates.collect(), n_candidates })
        }
        CoreError::Stale => types::Error::Stale,
        CoreError::ReadOnly => types::Error::ReadOnly,
        CoreError::NewerFormat(format) => types::Error::NewerFormat(format),
        // The core's errors may grow before the WIT does; none of today's comes here.
        other => types::Error::Invalid(types::InvalidArgument { argument: "call".to_owned(), why: other.to_string() }),
    }
}

fn limit(limit: core::error::Limit) -> types::Limit {
    types::Limit { what: limit.what.to_owned(), actual: limit.actual, most: limit.most }
}

pub(crate) fn row(row: core::ask::Row) -> Row {
    Row { key: row.key, value: row.value }
}

pub(crate) fn ask(ask: core::ask::Ask) -> Ask {
    let requests = ask.requests.into_iter().map(|request| match request {
        core::ask::Request::Keys(keys) => Request::Keys(keys),
        core::ask::Request::Range(core::ask::KeyRange { start, end, most_bytes }) => {
            Request::Range(types::KeyRange { start, end, most_bytes })
        }
        core::ask::Request::Span(core::ask::FileSpan { path, hash, first_line, last_line }) => {
            Request::Span(types::FileSpan { path, hash: hash.to_vec(), first_line, last_line })
        }
    });
    Ask { requests: requests.collect(), ticket: ask.ticket }
}

pub(crate) fn resumed(resumed: Option<Resumed>) -> Option<core::ask::Resumed> {
    let answer = |answer| match answer {
        Answer::Rows(page) => {
            let rows = page.rows.into_iter().map(|Row { key, value }| core::ask::Row { key, value }).collect();
            core::ask::Answer::Rows { rows, complete: page.complete }
        }
        Answer::Text(text) => core::ask::Answer::Text(text),
        Answer::Changed => core::ask::Answer::Changed,
    };
    resumed.map(|Resumed { ticket, answers }| core::ask::Resumed {
        ticket,
        answers: answers.into_iter().map(answer).collect(),
    })
}

pub(crate) fn damaged(damaged: Vec<core::memory::DamagedRow>) -> Vec<types::DamagedRow> {
    damaged.into_iter().map(|row| types::DamagedRow { key: row.key, path: row.path }).collect()
}

pub(crate) fn effects(effects: core::memory::Effects) -> types::Effects {
    let refusal = |refusal: core::memory::Refusal| types::Refusal { path: refusal.path, error: error(refusal.error) };
    types::Effects {
        from_generation: effects.from_generation,
        to_generation: effects.to_generation,
        puts: effects.puts.into_iter().map(row).collect(),
        deletes: effects.deletes,
        refused: effects.refused.into_iter().map(refusal).collect(),
    }
}

pub(crate) fn factors(factors: Vec<core::graph::query::Factor>) -> Vec<types::Factor> {
    factors.into_iter().map(|factor| types::Factor { name: factor.name.to_string(), value: factor.value }).collect()
}
