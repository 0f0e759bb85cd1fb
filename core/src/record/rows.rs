//! The rows that a call has asked for, and what it writes over them: it reads nothing else.
//!
//! A call asks with one request for single rows, or with two for a range and for single rows; records in an order are asked for in
//! two rounds. Nothing leaves [`Rows`]
//! before the call is done. Not here: which rows a call needs.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use core::ops::Bound;

use minicbor::{Decode, Encode};
use xxhash_rust::xxh3::Xxh3;

use super::envelope::{self, FORMAT};
use super::keyspace;
use crate::ask::{Answer, Ask, KeyRange, Request, Resumed, Row, RowPage, Stop, Ticket, Wanted};
use crate::base::error::Error;
use crate::base::id::RecordId;
use crate::base::sort;
use crate::effects::Effects;

/// The formats in a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub(crate) struct Meta {
    /// No row is of a newer one.
    #[n(0)]
    pub(crate) newest: u8,
    /// No record is of an older one.
    #[n(1)]
    pub(crate) oldest: u8,
}

/// Rows as they were read, with what is written over them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rows {
    rows: BTreeMap<Vec<u8>, Cell>,
}

/// What a row holds.
#[derive(Clone, Debug, Default)]
struct Cell {
    value: Option<Vec<u8>>,
    is_written: bool,
}

/// One call: its arguments, which must be the same each time it is resumed, and the generation of its store.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call {
    generation: u64,
    /// A hash of its name and arguments.
    pub(crate) arguments: u64,
}

impl Call {
    /// A call of a function with arguments.
    pub(crate) fn of<'b>(generation: u64, name: &str, arguments: impl IntoIterator<Item = &'b [u8]>) -> Call {
        let mut hash = Xxh3::new();
        hash.update(name.as_bytes());
        for argument in arguments {
            hash.update(&(argument.len() as u64).to_le_bytes());
            hash.update(argument);
        }
        Call { generation, arguments: hash.digest() }
    }

    /// The request for something.
    pub(crate) fn ask(self, requests: Vec<Request>, wanted: Wanted) -> Stop {
        Stop::Ask(Ask { requests, ticket: Ticket { generation: self.generation, wanted }.encode() })
    }

    /// What this call asked for; refuses a ticket of another call or generation.
    pub(crate) fn asked(self, ticket: &[u8]) -> Result<Wanted, Error> {
        let Ticket { generation, wanted } = Ticket::decode(ticket)?;
        match &wanted {
            Wanted::Rows(arguments) | Wanted::Range(arguments) | Wanted::Records { arguments, .. }
                if *arguments == self.arguments => {}
            _ => return Err(Ticket::unknown()),
        }
        if generation == self.generation { Ok(wanted) } else { Err(Error::Stale) }
    }

    /// The rows of these keys and the row of formats.
    pub(crate) fn rows(self, mut keys: BTreeSet<Vec<u8>>, resumed: Option<Resumed>) -> Result<Rows, Stop> {
        keys.insert(keyspace::meta());
        let Some(Resumed { ticket, answers }) = resumed else {
            return Err(self.ask(vec![Request::Keys(keys.into_iter().collect())], Wanted::Rows(self.arguments)));
        };
        match (self.asked(&ticket)?, <[Answer; 1]>::try_from(answers)) {
            (Wanted::Rows(_), Ok([Answer::Rows(page)])) => Ok(Rows::of(keys, page.rows)?),
            (Wanted::Rows(_), _) => Err(unexpected().into()),
            _ => Err(Ticket::unknown().into()),
        }
    }

    /// The request for the rows of a range beside those of these keys and the row of formats.
    pub(crate) fn ask_range(self, range: KeyRange, mut keys: BTreeSet<Vec<u8>>) -> Stop {
        keys.insert(keyspace::meta());
        let requests = vec![Request::Range(range), Request::Keys(keys.into_iter().collect())];
        self.ask(requests, Wanted::Range(self.arguments))
    }

    /// The answer to it: the rows of the range, sorted, none twice and none outside it.
    pub(crate) fn range(
        self,
        range: &KeyRange,
        mut keys: BTreeSet<Vec<u8>>,
        answers: Vec<Answer>,
    ) -> Result<(RowPage, Rows), Error> {
        keys.insert(keyspace::meta());
        let Ok([Answer::Rows(page), Answer::Rows(single)]) = <[Answer; 2]>::try_from(answers) else {
            return Err(unexpected());
        };
        let is_inside = page.rows.iter().all(|row| range.start <= row.key && row.key < range.end);
        let is_sorted = page.rows.is_sorted_by(|one, next| one.key < next.key);
        if !is_inside || !is_sorted || (page.rows.is_empty() && !page.complete) {
            return Err(Error::invalid("answers", "rows outside the range asked for, or out of order"));
        }
        Ok((page, Rows::of(keys, single.rows)?))
    }

    /// The records that are chosen of a range of their order, whether others follow them, and their rows beside that of a key:
    /// asked for in two rounds, between which the ticket has the ids.
    pub(crate) fn records(
        self,
        range: KeyRange,
        (tenant, beside): (&str, Vec<u8>),
        chosen: impl FnOnce(&RowPage) -> (Vec<RecordId>, bool),
        resumed: Option<Resumed>,
    ) -> Result<(Vec<RecordId>, bool, Rows), Stop> {
        let Some(Resumed { ticket, answers }) = resumed else { return Err(self.ask_range(range, BTreeSet::new())) };
        let keys_of = |ids: &[RecordId]| sort::set(record_keys(tenant, ids).chain([beside, keyspace::meta()]));
        match self.asked(&ticket)? {
            Wanted::Range(_) => {
                let (ids, has_more) = chosen(&self.range(&range, BTreeSet::new(), answers)?.0);
                let keys = keys_of(&ids);
                let ids = ids.into_iter().map(RecordId::bytes).collect();
                let wanted = Wanted::Records { arguments: self.arguments, has_more, ids };
                Err(self.ask(vec![Request::Keys(keys.into_iter().collect())], wanted))
            }
            Wanted::Records { ids, has_more, .. } => {
                let ids: Vec<RecordId> = ids.into_iter().map(RecordId::from_bytes).collect();
                let Ok([Answer::Rows(page)]) = <[Answer; 1]>::try_from(answers) else {
                    return Err(unexpected().into());
                };
                let rows = Rows::of(keys_of(&ids), page.rows)?;
                Ok((ids, has_more, rows))
            }
            _ => Err(Ticket::unknown().into()),
        }
    }
}

/// The keys of records of a tenant.
pub(crate) fn record_keys(tenant: &str, ids: &[RecordId]) -> impl Iterator<Item = Vec<u8>> {
    ids.iter().map(move |id| keyspace::record(tenant, *id))
}

impl Rows {
    /// The rows of these keys; a key without a row has none.
    pub(crate) fn of(keys: BTreeSet<Vec<u8>>, given: Vec<Row>) -> Result<Rows, Error> {
        let mut rows = Rows::default();
        rows.load(keys, given)?;
        Ok(rows)
    }

    /// Takes in the rows of these keys. What is written over them already stays.
    pub(crate) fn load(&mut self, keys: BTreeSet<Vec<u8>>, given: Vec<Row>) -> Result<(), Error> {
        let mut rows = sort::map(keys.into_iter().map(|key| (key, Cell::default())));
        for Row { key, value } in given {
            match rows.get_mut(&key) {
                Some(row) => row.value = Some(value),
                None => return Err(Error::invalid("answers", "a row that was not asked for")),
            }
        }
        for (key, cell) in rows {
            self.rows.entry(key).or_insert(cell);
        }
        // A store that a newer release has written to is refused as a whole, whatever of it is read.
        match self.meta() {
            Some(Meta { newest, .. }) if newest > FORMAT => Err(Error::NewerFormat(u32::from(newest))),
            _ => Ok(()),
        }
    }

    /// Takes in rows of a range.
    pub(crate) fn load_all(&mut self, given: Vec<Row>) {
        for Row { key, value } in given {
            self.rows.entry(key).or_insert(Cell { value: Some(value), is_written: false });
        }
    }

    /// Whether it is known what a row holds, or that there is none.
    pub(crate) fn is_known(&self, key: &[u8]) -> bool {
        self.rows.contains_key(key)
    }

    /// The rows of a range that are known, with what is written over them.
    pub(crate) fn range<'r>(&'r self, start: &[u8], end: &[u8]) -> impl Iterator<Item = (&'r [u8], &'r [u8])> {
        let bounds = (Bound::Included(start), Bound::Excluded(end.max(start)));
        self.rows.range::<[u8], _>(bounds).filter_map(|(key, cell)| Some((key.as_slice(), cell.value.as_deref()?)))
    }

    /// The formats in the store; `None` for one that is empty.
    pub(crate) fn meta(&self) -> Option<Meta> {
        self.read(&keyspace::meta())
    }

    /// Whether rows of older formats may be left in the store.
    pub(crate) fn has_older(&self) -> bool {
        self.meta().is_some_and(|meta| meta.oldest < FORMAT)
    }

    /// The value of a row that was asked for.
    pub(crate) fn value(&self, key: &[u8]) -> Option<&[u8]> {
        self.rows.get(key)?.value.as_deref()
    }

    /// The payload of a row; `None` if there is none or it is damaged.
    pub(crate) fn read<'r, T: Decode<'r, ()>>(&'r self, key: &[u8]) -> Option<T> {
        envelope::read(key, self.value(key)?)
    }

    /// Writes a row.
    pub(crate) fn put(&mut self, key: Vec<u8>, payload: &impl Encode<()>) {
        let value = envelope::stored(&key, payload);
        self.set(key, Some(value));
    }

    /// Writes a row, or deletes it.
    pub(crate) fn set(&mut self, key: Vec<u8>, value: Option<Vec<u8>>) {
        self.rows.insert(key, Cell { value, is_written: true });
    }

    /// Deletes a row that is loaded, if there is one.
    pub(crate) fn remove(&mut self, key: Vec<u8>) {
        if self.value(&key).is_some() {
            self.set(key, None);
        }
    }

    /// The effects on a store at a generation: none if nothing was written.
    pub(crate) fn effects(mut self, call: Call) -> Effects {
        let generation = call.generation;
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

    /// Every row that is written has the newest format.
    fn note_formats(&mut self) {
        let known = self.meta();
        let formats = Meta { newest: FORMAT, oldest: known.map_or(FORMAT, |meta| meta.oldest) };
        if known != Some(formats) {
            self.put(keyspace::meta(), &formats);
        }
    }
}

fn unexpected() -> Error {
    Error::invalid("answers", "other answers were asked for")
}
