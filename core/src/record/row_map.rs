//! Rows in a map, where no host keeps them.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::ask::{Answer, Ask, Attempt, KeyRange, Request, Resumed, Row, RowPage, Stop};
use crate::base::error::Error;
use crate::effects::Effects;

/// Rows by their keys. Calls about records are answered from it as from a host's store.
#[derive(Clone, Debug, Default)]
pub(crate) struct RowMap(pub(crate) BTreeMap<Vec<u8>, Vec<u8>>);

impl RowMap {
    /// Makes a call until it is complete, answering its requests.
    pub(crate) fn complete<T>(&self, mut call: impl FnMut(Option<Resumed>) -> Attempt<T>) -> Result<T, Error> {
        let mut resumed = None;
        loop {
            match call(resumed.take()) {
                Ok(result) => return Ok(result),
                Err(Stop::Refused(error)) => return Err(error),
                Err(Stop::Ask(Ask { requests, ticket })) => {
                    let answers = requests.iter().map(|request| self.answer(request)).collect();
                    resumed = Some(Resumed { ticket, answers });
                }
            }
        }
    }

    /// Answers a request; there are neither files nor a model.
    fn answer(&self, request: &Request) -> Answer {
        let row = |(key, value): (&Vec<u8>, &Vec<u8>)| Row { key: key.clone(), value: value.clone() };
        match request {
            Request::Keys(keys) => {
                let rows = keys.iter().filter_map(|key| self.0.get_key_value(key)).map(row).collect();
                Answer::Rows(RowPage { rows, complete: true })
            }
            Request::Range(range) => Answer::Rows(self.page(range)),
            Request::Span(_) | Request::Model(_) => Answer::Changed,
        }
    }

    /// The first rows of a range, up to its limit of bytes.
    fn page(&self, KeyRange { start, end, max_bytes }: &KeyRange) -> RowPage {
        let (mut rows, mut bytes_left) = (Vec::new(), *max_bytes as usize);
        for (key, value) in self.0.range::<Vec<u8>, _>(start..end) {
            let n_bytes = key.len() + value.len();
            if n_bytes > bytes_left && !rows.is_empty() {
                return RowPage { rows, complete: false };
            }
            bytes_left = bytes_left.saturating_sub(n_bytes);
            rows.push(Row { key: key.clone(), value: value.clone() });
        }
        RowPage { rows, complete: true }
    }

    /// Writes and deletes the rows of a change.
    pub(crate) fn apply(&mut self, effects: Effects) {
        for key in &effects.deletes {
            self.0.remove(key);
        }
        self.0.extend(effects.puts.into_iter().map(|row| (row.key, row.value)));
    }
}
