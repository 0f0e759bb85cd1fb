//! A store in a map that may have one planted fault, because a test that never fails shows nothing.

use scrubjay_core::ask::{Answer, Ask, Reply, Request, Resumed, Row};
use scrubjay_core::effects::Effects;
use scrubjay_core::error::Error;

use crate::rows::Rows;
use crate::window::generate::Chance;

/// A fault of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Planted {
    /// A deleted row stays.
    DeleteDropped,
    /// A tombstone is not written.
    TombstoneDropped,
    /// A record is written without its entry in an order or scope.
    IndexApart,
    /// A range of one tenant returns rows of another, under the tenant's own keys.
    OtherTenant,
    /// An aggregate is not written.
    AggregateSkipped,
    /// A change that was computed before the last commit is committed.
    StaleAccepted,
    /// A range lacks its last row.
    LastRowMissing,
    /// A commit is acknowledged and lost.
    CommitLost,
    /// Known events are hidden, so that a batch told again is added twice.
    EventsUnknown,
    /// A record that was deleted is put back.
    RecordReturns,
    /// A row has the value of another key.
    OtherKey,
    /// An overwritten row keeps its old value.
    OldValue,
}

/// All faults.
pub const PLANTED: [Planted; 12] = [
    Planted::DeleteDropped,
    Planted::TombstoneDropped,
    Planted::IndexApart,
    Planted::OtherTenant,
    Planted::AggregateSkipped,
    Planted::StaleAccepted,
    Planted::LastRowMissing,
    Planted::CommitLost,
    Planted::EventsUnknown,
    Planted::RecordReturns,
    Planted::OtherKey,
    Planted::OldValue,
];

/// The keyspaces that faults are planted in, as the format of the store numbers them.
const RECORD: u8 = 0x81;
const EVENT: u8 = 0x82;
const TOMBSTONE: u8 = 0x83;
const ORDER: u8 = 0x84;
const SCOPED: u8 = 0x8b;
/// Totals, days of tools, files, pairs, tasks, tallies, counts of tasks.
const AGGREGATES: [u8; 7] = [0x85, 0x8c, 0x8d, 0x9e, 0x90, 0x91, 0x96];
/// Positions and quotas, which no question shows.
const UNSHOWN: [u8; 6] = [0x80, 0x86, 0x95, 0x97, 0x98, 0xa2];
/// A fault happens once in this many occasions.
const SELDOM: usize = 6;

/// A store in a map, with at most one planted fault.
pub struct Store {
    /// The current rows.
    pub rows: Rows,
    rows_before: Rows,
    pub(crate) planted: Option<Planted>,
    chance: Chance,
    /// How often the fault happened.
    pub n_faults: u32,
    is_change: bool,
    is_stale: bool,
}

impl Store {
    /// An empty store.
    pub fn new(planted: Option<Planted>, seed: u64) -> Store {
        let (rows, rows_before) = (Rows::default(), Rows::default());
        let chance = Chance::new(seed);
        Store { rows, rows_before, planted, chance, n_faults: 0, is_change: false, is_stale: false }
    }

    /// Begins a change. With the fault `StaleAccepted` it may see the rows from before the last commit.
    pub fn begin(&mut self) {
        self.is_change = true;
        self.is_stale = false;
        if self.planted == Some(Planted::StaleAccepted) && self.rows_before != self.rows && self.fault_happens() {
            self.is_stale = true;
        }
    }

    /// Repeats a call until it is done.
    ///
    /// # Errors
    /// Errors of the call; [`Error::Stale`] if it takes more than 10,000 rounds.
    pub fn answer<T>(&mut self, mut call: impl FnMut(Option<Resumed>) -> Result<Reply<T>, Error>) -> Result<T, Error> {
        let mut resumed = None;
        for _ in 0..10_000 {
            match call(resumed.take())? {
                Reply::Done(done) => return Ok(done),
                Reply::Ask(ask) => resumed = Some(self.resume(ask)),
            }
        }
        Err(Error::Stale)
    }

    /// Commits a change, with the planted fault; false if it starts from another generation.
    pub fn commit(&mut self, effects: &Effects) -> bool {
        self.is_change = false;
        let mut effects = effects.clone();
        if effects.from_generation != self.rows.generation {
            return false;
        }
        let rows_before = self.rows.clone();
        let is_change = effects.from_generation != effects.to_generation;
        let planted = self.planted;
        match planted {
            Some(Planted::DeleteDropped) => self.drop_one(&mut effects.deletes, |key| is_shown(key)),
            Some(Planted::TombstoneDropped) => self.drop_one(&mut effects.puts, |row| row.key[0] == TOMBSTONE),
            Some(Planted::IndexApart) => {
                self.drop_one(&mut effects.puts, |row| matches!(row.key[0], ORDER | SCOPED));
            }
            Some(Planted::AggregateSkipped) => {
                self.drop_one(&mut effects.puts, |row| AGGREGATES.contains(&row.key[0]));
            }
            Some(Planted::OldValue) => {
                let rows = &rows_before.rows;
                let has_other_value =
                    |row: &Row| is_shown(&row.key) && rows.get(&row.key).is_some_and(|old| *old != row.value);
                self.drop_one(&mut effects.puts, has_other_value);
            }
            Some(Planted::CommitLost) if is_change && self.fault_happens() => {
                (effects.puts, effects.deletes) = (Vec::new(), Vec::new());
            }
            Some(Planted::RecordReturns) => {
                let at = effects.deletes.iter().position(|key| key[0] == RECORD && rows_before.rows.contains_key(key));
                if let Some(at) = at.filter(|_| self.fault_happens()) {
                    effects.deletes.remove(at);
                }
            }
            _ => {}
        }
        let is_done = self.rows.commit(&effects);
        self.rows_before = rows_before;
        is_done
    }

    fn fault_happens(&mut self) -> bool {
        let fault_happens = self.chance.once_in(SELDOM);
        self.n_faults += u32::from(fault_happens);
        fault_happens
    }

    fn drop_one<T>(&mut self, list: &mut Vec<T>, is_meant: impl Fn(&T) -> bool) {
        let candidates: Vec<usize> =
            list.iter().enumerate().filter(|(_, one)| is_meant(one)).map(|(at, _)| at).collect();
        if !candidates.is_empty() && self.fault_happens() {
            list.remove(candidates[self.chance.below(candidates.len())]);
        }
    }

    fn resume(&mut self, ask: Ask) -> Resumed {
        let rows = if self.is_stale { &self.rows_before } else { &self.rows };
        let requests = ask.requests.clone();
        let mut resumed = rows.resume(ask, &|_, _, _| None);
        for (request, answer) in requests.iter().zip(&mut resumed.answers) {
            let Answer::Rows(page) = answer else { continue };
            self.spoil(request, &mut page.rows);
        }
        resumed
    }

    fn spoil(&mut self, request: &Request, rows: &mut Vec<Row>) {
        match (self.planted, request) {
            (Some(Planted::LastRowMissing), Request::Range(_)) if !rows.is_empty() && self.fault_happens() => {
                rows.pop();
            }
            (Some(Planted::EventsUnknown), Request::Keys(_))
                if self.is_change && rows.iter().any(|row| row.key[0] == EVENT) && self.fault_happens() =>
            {
                rows.retain(|row| row.key[0] != EVENT);
            }
            (Some(Planted::OtherKey), Request::Keys(_)) => {
                let records = |row: &&mut Row| row.key[0] == RECORD;
                let mut record_rows: Vec<&mut Row> = rows.iter_mut().filter(records).collect();
                let can_swap = record_rows.len() > 1 && record_rows[0].value != record_rows[1].value;
                if can_swap && self.chance.once_in(SELDOM) {
                    self.n_faults += 1;
                    record_rows[0].value = record_rows[1].value.clone();
                }
            }
            (Some(Planted::OtherTenant), Request::Range(range)) if !self.is_change => {
                let other_rows = self.rows_of_another(&range.start, &range.end);
                if !other_rows.is_empty() && self.fault_happens() {
                    *rows = other_rows;
                }
            }
            _ => {}
        }
    }

    /// Rows of other tenants at the same place, under the keys of the range's own tenant.
    fn rows_of_another(&self, start: &[u8], end: &[u8]) -> Vec<Row> {
        let tenant = |key: &[u8]| key.get(2..2 + usize::from(*key.get(1)?)).map(<[u8]>::to_vec);
        let Some(own_tenant) = tenant(start).filter(|_| matches!(start[0], ORDER | SCOPED | 0x8d)) else {
            return Vec::new();
        };
        let of_others =
            self.rows.rows.iter().filter(|(key, _)| key[0] == start[0] && tenant(key) != Some(own_tenant.clone()));
        let renamed = of_others.filter_map(|(key, value)| {
            let rest = &key[2 + tenant(key)?.len()..];
            let key = [&[start[0], own_tenant.len() as u8], own_tenant.as_slice(), rest].concat();
            (key.as_slice() >= start && key.as_slice() < end).then(|| Row { key, value: value.clone() })
        });
        let mut renamed: Vec<Row> = renamed.collect();
        renamed.sort_by(|one, other| one.key.cmp(&other.key));
        renamed.dedup_by(|one, other| one.key == other.key);
        renamed
    }
}

fn is_shown(key: &[u8]) -> bool {
    !UNSHOWN.contains(&key[0]) && key[0] != 0x9d
}
