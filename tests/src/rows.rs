//! A store in a map, for engines that are driven directly.

use std::collections::BTreeMap;

use scrubjay_core::ask::{Answer, Ask, Reply, Request, Resumed, Row, RowPage};
use scrubjay_core::effects::Effects;

/// Rows and their generation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    /// Sorted by key.
    pub rows: BTreeMap<Vec<u8>, Vec<u8>>,
    /// The number of times they were written.
    pub generation: u64,
}

impl Rows {
    /// Commits a change. False, without any change, if it starts from another generation.
    pub fn commit(&mut self, effects: &Effects) -> bool {
        if effects.from_generation != self.generation {
            return false;
        }
        effects.deletes.iter().for_each(|key| drop(self.rows.remove(key)));
        self.rows.extend(effects.puts.iter().map(|row| (row.key.clone(), row.value.clone())));
        self.generation = effects.to_generation;
        true
    }

    /// Answers all requests of an ask; `lines` returns lines of files that are still as they were indexed.
    pub fn resume(&self, ask: Ask, lines: &dyn Fn(&str, u32, u32) -> Option<String>) -> Resumed {
        let answers = ask.requests.iter().map(|request| match request {
            Request::Keys(keys) => {
                let rows = keys.iter().filter_map(|key| self.rows.get_key_value(key)).map(row).collect();
                Answer::Rows(RowPage { rows, complete: true })
            }
            Request::Range(range) if range.start >= range.end => {
                Answer::Rows(RowPage { rows: Vec::new(), complete: true })
            }
            Request::Range(range) => self.page(&range.start, &range.end, range.max_bytes),
            Request::Span(span) => {
                lines(&span.path, span.first_line, span.last_line).map_or(Answer::Changed, Answer::Text)
            }
            Request::Model(_) => Answer::Changed,
        });
        Resumed { answers: answers.collect(), ticket: ask.ticket }
    }

    /// Repeats a question until it is answered; `None` if that takes more rounds than any question needs.
    ///
    /// # Errors
    /// Errors of the question.
    pub fn answer<T, E>(
        &self,
        lines: &dyn Fn(&str, u32, u32) -> Option<String>,
        mut question: impl FnMut(Option<Resumed>) -> Result<Reply<T>, E>,
    ) -> Result<Option<T>, E> {
        let mut resumed = None;
        for _ in 0..10_000 {
            match question(resumed.take())? {
                Reply::Done(done) => return Ok(Some(done)),
                Reply::Ask(ask) => resumed = Some(self.resume(ask, lines)),
            }
        }
        Ok(None)
    }

    fn page(&self, start: &[u8], end: &[u8], max_bytes: u32) -> Answer {
        let mut rows = Vec::new();
        let mut n_bytes = 0;
        for found in self.rows.range(start.to_vec()..end.to_vec()) {
            n_bytes += (found.0.len() + found.1.len()) as u64;
            if n_bytes > u64::from(max_bytes) && !rows.is_empty() {
                return Answer::Rows(RowPage { rows, complete: false });
            }
            rows.push(row(found));
        }
        Answer::Rows(RowPage { rows, complete: true })
    }
}

fn row((key, value): (&Vec<u8>, &Vec<u8>)) -> Row {
    Row { key: key.clone(), value: value.clone() }
}
