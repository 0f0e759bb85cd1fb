//! The rows that a call was given, with the rows that it writes over them. A call reads no others.
//!
//! Reading a row that was not given is a miss. The row counts as absent for the rest of the run, so that the run finds
//! as many misses as it can; the result of such a run is thrown away. A row that was given as absent is no miss.
//! Nothing leaves [`Rows`] before the call is done. Not here: how missed rows are requested (`run`).

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use core::cell::RefCell;
use core::ops::Bound;

use minicbor::{Decode, Encode};

use super::envelope::{self, FORMAT};
use super::keyspace;
use super::run::{hash_of, unexpected_answers};
use crate::ask::{Answer, ModelRequest, Row, RowPage};
use crate::base::error::Error;
use crate::effects::Effects;

/// The stored range of formats in a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub(crate) struct Meta {
    /// No row has a newer format.
    #[n(0)]
    pub(crate) newest: u8,
    /// No record has an older format.
    #[n(1)]
    pub(crate) oldest: u8,
}

/// The rows that were given to a run, with its writes over them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rows {
    rows: BTreeMap<Vec<u8>, Cell>,
    /// For each requested span of keys the rows that were given of it, all or the first ones, by the first key of the
    /// span.
    spans: BTreeMap<Vec<u8>, Vec<SpanRows>>,
    /// The model's answer, with the hash of the request that it answers.
    model: Option<(u64, Answer)>,
    misses: RefCell<Misses>,
}

/// A row as it was given or written; its value is `None` if there is no such row.
#[derive(Clone, Debug, Default)]
struct Cell {
    value: Option<Vec<u8>>,
    is_written: bool,
}

/// Keys from `start` (included) to `end` (not included).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Span {
    pub(crate) start: Vec<u8>,
    pub(crate) end: Vec<u8>,
}

/// The rows that were given for a span of keys.
#[derive(Clone, Debug)]
struct SpanRows {
    end: Vec<u8>,
    /// The keys of the rows that were given, sorted.
    keys: Vec<Vec<u8>>,
    is_all: bool,
    /// The limit on bytes in the request that was answered.
    max_bytes: u32,
}

/// The reads of a run for which it was given no rows, or no answer of the model.
#[derive(Clone, Debug, Default)]
pub(super) struct Misses {
    pub(super) keys: BTreeSet<Vec<u8>>,
    /// Spans of keys, each with the limit on bytes to request it with.
    pub(super) spans: BTreeMap<Span, u32>,
    pub(super) model: Option<ModelRequest>,
    /// Keys of rows whose content the instance caches, so that they are not requested again.
    pub(super) cached: BTreeSet<Vec<u8>>,
}

/// The span of all keys with a prefix.
impl From<Vec<u8>> for Span {
    fn from(prefix: Vec<u8>) -> Span {
        Span { end: keyspace::end_of(prefix.clone()), start: prefix }
    }
}

/// The limit on bytes of the first request for all rows of a span.
const SPAN_BYTES: u32 = 4 << 20;
/// The factor by which the limit grows if the rows of a span exceeded it.
const GROWTH: u32 = 4;
/// The greatest limit on bytes of a request for a span.
const MAX_SPAN_BYTES: u32 = 1 << 30;

impl Rows {
    /// Takes in the rows with these keys; a key without a row is known to be absent. Refuses rows of a store in which a
    /// newer release wrote.
    pub(super) fn load(
        &mut self,
        keys: impl IntoIterator<Item = Vec<u8>>,
        answered_rows: Vec<Row>,
    ) -> Result<(), Error> {
        for key in keys {
            self.rows.insert(key, Cell::default());
        }
        for Row { key, value } in answered_rows {
            match self.rows.get_mut(&key) {
                Some(row) => row.value = Some(value),
                None => return Err(Error::invalid("answers", "a row that was not asked for")),
            }
        }
        // A store that a newer release has written to is refused as a whole, whatever of it is read.
        match self.meta() {
            Some(Meta { newest, .. }) if newest > FORMAT => Err(Error::NewerFormat(u32::from(newest))),
            _ => Ok(()),
        }
    }

    /// Takes in rows of a span. Rows that are known already stay as they are.
    fn load_all(&mut self, loaded_rows: Vec<Row>) {
        for Row { key, value } in loaded_rows {
            self.rows.entry(key).or_insert(Cell { value: Some(value), is_written: false });
        }
    }

    /// Takes in the first rows of a span; an error unless they are sorted, distinct and within the span.
    pub(super) fn load_span(&mut self, span: Span, max_bytes: u32, page: RowPage) -> Result<(), Error> {
        let is_inside = page.rows.iter().all(|row| span.start <= row.key && row.key < span.end);
        let is_sorted = page.rows.is_sorted_by(|one, next| one.key < next.key);
        if !is_inside || !is_sorted || (page.rows.is_empty() && !page.complete) {
            return Err(Error::invalid("answers", "rows outside the range asked for, or out of order"));
        }
        let keys = page.rows.iter().map(|row| row.key.clone()).collect();
        self.load_all(page.rows);
        let answered_span = SpanRows { end: span.end, keys, is_all: page.complete, max_bytes };
        self.spans.entry(span.start).or_default().push(answered_span);
        Ok(())
    }

    /// Takes in a model's answer to the request with this hash.
    pub(super) fn load_model(&mut self, hash: u64, answer: Answer) -> Result<(), Error> {
        if !matches!(answer, Answer::Model(_) | Answer::Changed) {
            return Err(unexpected_answers());
        }
        self.model = Some((hash, answer));
        Ok(())
    }

    /// Takes out the misses so far; `None` if nothing was missed.
    pub(super) fn take_misses(&self) -> Option<Misses> {
        let misses = self.misses.take();
        (!misses.keys.is_empty() || !misses.spans.is_empty() || misses.model.is_some()).then_some(misses)
    }

    /// An error if something was missed. It ends a run, whose result is thrown away anyway, before an expensive step.
    pub(crate) fn check_complete(&self) -> Result<(), Error> {
        let misses = self.misses.borrow();
        match misses.keys.is_empty() && misses.spans.is_empty() && misses.model.is_none() {
            true => Ok(()),
            false => Err(unexpected_answers()),
        }
    }

    /// All known rows of a span, with the run's writes over them; a miss unless the whole span was given.
    pub(crate) fn all(&self, span: &Span) -> impl Iterator<Item = (&[u8], &[u8])> {
        match self.answered_span(span) {
            _ if span.start >= span.end => {}
            Some(SpanRows { is_all: true, .. }) => {}
            Some(SpanRows { max_bytes, .. }) => self.miss_span(span, max_bytes.saturating_mul(GROWTH)),
            None => self.miss_span(span, SPAN_BYTES),
        }
        self.range(&span.start, &span.end)
    }

    /// The keys of the first rows of a span as they were given, about as many as fit into `max_bytes`; and whether the
    /// span has no more. Rows that the run has written are not among them.
    pub(crate) fn page(&self, span: &Span, max_bytes: u32) -> (Vec<Vec<u8>>, bool) {
        match self.answered_span(span) {
            _ if span.start >= span.end => (Vec::new(), true),
            Some(SpanRows { keys, is_all, .. }) => (keys.clone(), *is_all),
            None => {
                self.miss_span(span, max_bytes);
                (Vec::new(), true)
            }
        }
    }

    /// The first rows of a span: at least `n_rows`, if the span has that many; `row_bytes` estimates the size of a row.
    pub(crate) fn first(&self, span: &Span, n_rows: usize, row_bytes: usize) -> impl Iterator<Item = (&[u8], &[u8])> {
        let (span_rows, wanted_bytes) = (self.answered_span(span), (n_rows * row_bytes) as u32);
        let last_key = span_rows.filter(|span_rows| !span_rows.is_all).and_then(|span_rows| span_rows.keys.last());
        let end = last_key.map_or_else(|| span.end.clone(), |last_key| [last_key.as_slice(), &[0]].concat());
        // Includes the run's writes, which may have removed more rows than they added.
        let rows: Vec<(&[u8], &[u8])> = self.range(&span.start, &end).collect();
        match span_rows {
            None => self.miss_span(span, wanted_bytes),
            Some(SpanRows { is_all: false, max_bytes, .. }) if rows.len() < n_rows => {
                self.miss_span(span, max_bytes.saturating_mul(GROWTH).max(wanted_bytes));
            }
            Some(_) => {}
        }
        rows.into_iter()
    }

    /// The model's answer to a request; `None` if the host has no model, or while rows are missing that may change the
    /// request.
    pub(crate) fn model(&self, request: ModelRequest) -> Option<&[u8]> {
        let mut misses = self.misses.borrow_mut();
        match &self.model {
            _ if !misses.keys.is_empty() || !misses.spans.is_empty() => None,
            Some((hash, answer)) if *hash == hash_of(&request) => match answer {
                Answer::Model(text) => Some(text),
                _ => None,
            },
            _ => {
                misses.model = Some(request);
                None
            }
        }
    }

    /// The rows that were given for exactly this span.
    fn answered_span(&self, span: &Span) -> Option<&SpanRows> {
        self.spans.get(&span.start)?.iter().find(|answered_span| answered_span.end == span.end)
    }

    /// Whether a given span shows whether there is a row with this key. Of the spans that begin at or before the key, only
    /// those with the greatest start are examined.
    fn is_covered(&self, key: &[u8]) -> bool {
        let bounds = (Bound::Unbounded, Bound::Included(key));
        let nearest_spans = self.spans.range::<[u8], _>(bounds).next_back();
        nearest_spans.into_iter().flat_map(|(_, span_rows)| span_rows).any(|SpanRows { end, keys, is_all, .. }| {
            key < end.as_slice() && (*is_all || keys.last().is_some_and(|last| key <= last.as_slice()))
        })
    }

    /// Notes a miss of a span, to be requested with a limit on bytes.
    fn miss_span(&self, span: &Span, max_bytes: u32) {
        self.misses.borrow_mut().spans.insert(span.clone(), max_bytes.min(MAX_SPAN_BYTES));
    }

    /// Notes that the instance caches the content of a row.
    pub(crate) fn note_cached(&self, key: Vec<u8>) {
        self.misses.borrow_mut().cached.insert(key);
    }

    /// Whether a row was given or written, or its key was requested alone and found absent.
    pub(crate) fn is_known(&self, key: &[u8]) -> bool {
        self.rows.contains_key(key)
    }

    /// The known rows of a range of keys, with the run's writes over them.
    fn range<'r>(&'r self, start: &[u8], end: &[u8]) -> impl Iterator<Item = (&'r [u8], &'r [u8])> {
        let bounds = (Bound::Included(start), Bound::Excluded(end.max(start)));
        self.rows.range::<[u8], _>(bounds).filter_map(|(key, cell)| Some((key.as_slice(), cell.value.as_deref()?)))
    }

    /// The range of formats in the store; `None` for an empty store.
    pub(crate) fn meta(&self) -> Option<Meta> {
        self.read(&keyspace::meta_key())
    }

    /// Whether the store may still have rows of older formats.
    pub(crate) fn has_older(&self) -> bool {
        self.meta().is_some_and(|meta| meta.oldest < FORMAT)
    }

    /// The value of a row; `None` if there is none or it was missed.
    pub(crate) fn value(&self, key: &[u8]) -> Option<&[u8]> {
        let Some(cell) = self.rows.get(key) else {
            if self.spans.is_empty() || !self.is_covered(key) {
                self.misses.borrow_mut().keys.insert(key.to_vec());
            }
            return None;
        };
        cell.value.as_deref()
    }

    /// The decoded payload of a row; `None` if there is none, it was missed or it is damaged.
    pub(crate) fn read<'r, T: Decode<'r, ()>>(&'r self, key: &[u8]) -> Option<T> {
        envelope::read(key, self.value(key)?)
    }

    /// Writes a row with this payload, in the newest format.
    pub(crate) fn put(&mut self, key: Vec<u8>, payload: &impl Encode<()>) {
        let value = envelope::encode_value(&key, payload);
        self.set(key, Some(value));
    }

    /// Writes the value of a row; `None` deletes the row.
    pub(crate) fn set(&mut self, key: Vec<u8>, value: Option<Vec<u8>>) {
        self.rows.insert(key, Cell { value, is_written: true });
    }

    /// Deletes a row, if there is one.
    pub(crate) fn remove(&mut self, key: Vec<u8>) {
        if self.value(&key).is_some() {
            self.set(key, None);
        }
    }

    /// The effects of the run's writes on a store at this generation; without writes they are empty.
    pub(crate) fn effects(mut self, generation: u64) -> Effects {
        let mut effects = Effects { from_generation: generation, to_generation: generation, ..Effects::default() };
        if !self.rows.values().any(|row| row.is_written) {
            return effects;
        }
        self.note_formats();
        for (key, row) in self.rows.into_iter().filter(|(_, row)| row.is_written) {
            match row.value {
                Some(value) => effects.puts.push(Row { key, value }),
                None => effects.deletes.push(key),
            }
        }
        effects.to_generation += 1;
        effects
    }

    /// Updates the stored range of formats: every row that is written has the newest format.
    fn note_formats(&mut self) {
        let stored_formats = self.meta();
        let formats = Meta { newest: FORMAT, oldest: stored_formats.map_or(FORMAT, |meta| meta.oldest) };
        if stored_formats != Some(formats) {
            self.put(keyspace::meta_key(), &formats);
        }
    }
}
