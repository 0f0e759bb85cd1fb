//! Upkeep: work in slices, for which no other call waits. It writes rows of older formats in the newest one and removes
//! rows that no newer format derives. It expires records, extends the index of words, and masks secrets that older
//! rules let through.
//!
//! The position of a slice is stored with its changes, so that the next one continues there, in any process. While rows
//! of older formats are left, every call that adds a new record does a small slice. Not here: when else slices are run.

use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::derived::{self, RecordRef};
use super::envelope::{FORMAT, Record};
use super::keyspace::{self, Keyspace};
use super::older_rules;
use super::rows::{Meta, Rows, Span};
use super::run::Call;
use super::space::RecordSpace;
use crate::ask::{Attempt, Resumed};
use crate::base::error::Error;
use crate::base::id::RecordId;
use crate::base::time::Timestamp;
use crate::effects::Effects;

/// The greatest budget of a slice.
const MAX_ROWS: u32 = 10_000;
/// The most bytes of rows that a slice rewrites in one range of keys.
const MAX_BYTES: u32 = 4 << 20;

/// The most rows of a slice beside an addition.
const MAX_BESIDE: usize = 100;
/// The most bytes of rows that a slice beside an addition rewrites in one range of keys.
const MAX_BYTES_BESIDE: u32 = 256 << 10;

/// The rows of one slice of upkeep, and counts of the records that it changed.
#[derive(Clone, Debug, PartialEq)]
pub struct UpkeepSlice {
    /// The rows to commit.
    pub effects: Effects,
    /// Records that were written in the newest format.
    pub n_rewritten: u32,
    /// Records that this slice removed, as their lifetime or the retention had ended.
    pub n_expired: u32,
    /// Older records of which a secret was masked or a private part removed.
    pub n_masked: u32,
    /// Whether nothing is left to do.
    pub is_done: bool,
}

/// The position at which the next slice begins.
#[derive(Clone, Debug, Encode, Decode)]
#[cbor(map)]
struct Position {
    #[n(0)]
    #[cbor(with = "minicbor::bytes")]
    next: Vec<u8>,
}

impl RecordSpace {
    /// Does one slice. While the store may have rows of older formats, the slice examines up to `budget` rows of all
    /// tenants, and rewrites those of older formats. Later slices expire, index and mask records of this tenant, about
    /// `budget` in each step. A step begins when the step before it has nothing left to do.
    pub(crate) fn upkeep(&self, now: i64, budget: u32, resumed: Option<Resumed>) -> Attempt<UpkeepSlice> {
        let time = Timestamp::checked("now", now)?;
        if !(1..=MAX_ROWS).contains(&budget) {
            return Err(Error::invalid("budget", "from 1 to 10,000").into());
        }
        let call = Call::of(self.generation, "upkeep", [&now.to_le_bytes()[..], &budget.to_le_bytes()]);
        let (slice, effects) = call.change(resumed, |rows| match rows.has_older() {
            true => {
                let n_rewritten = rewrite_some(rows, budget as usize, MAX_BYTES);
                Ok(UpkeepSlice { effects: Effects::default(), n_rewritten, n_expired: 0, n_masked: 0, is_done: false })
            }
            false => {
                let slice = self.expire(rows, time, budget);
                let tenant = &*self.owner.tenant;
                let is_indexed = slice.is_done && derived::words::catch_up(rows, tenant, Some(budget));
                let (n_masked, is_done) =
                    if is_indexed { older_rules::mask_slice(rows, tenant, self.guard(), budget) } else { (0, false) };
                Ok(UpkeepSlice { n_masked, is_done, ..slice })
            }
        })?;
        Ok(UpkeepSlice { effects, ..slice })
    }
}

/// Does a small slice beside an addition, if the store has rows of older formats.
pub(super) fn do_small_slice(rows: &mut Rows) {
    if rows.has_older() {
        rewrite_some(rows, MAX_BESIDE, MAX_BYTES_BESIDE);
    }
}

/// Examines up to `budget` rows that may have an older format, and rewrites or removes those that have one; returns how
/// many records were written.
fn rewrite_some(rows: &mut Rows, budget: usize, max_bytes: u32) -> u32 {
    let saved_key = rows.read(&position_key()).map_or_else(Vec::new, |position: Position| position.next);
    let (mut n_left, mut n_rewritten, mut next_key) = (budget, 0, None);
    for (range_start, end) in keyspace::older_format_ranges() {
        let start = saved_key.clone().max(range_start);
        if start >= end {
            continue;
        }
        if n_left == 0 {
            next_key = Some(start);
            break;
        }
        let (mut keys, is_all) = rows.page(&Span { start, end }, max_bytes);
        let is_all = is_all && keys.len() <= n_left;
        keys.truncate(n_left);
        n_left -= keys.len();
        n_rewritten += rewrite(rows, &keys);
        if let (Some(last), false) = (keys.last(), is_all) {
            next_key = Some([last.as_slice(), &[0]].concat());
            break;
        }
    }
    store_position(rows, next_key);
    n_rewritten
}

/// Writes the records with these keys that have an older format in the newest one; returns how many. Removes rows that
/// only formats up to 2 derived.
fn rewrite(rows: &mut Rows, keys: &[Vec<u8>]) -> u32 {
    let mut older_records: Vec<(&[u8], &str, RecordId, Record)> = Vec::new();
    for key in keys {
        match keyspace::parse(key) {
            Some((Keyspace::Record, tenant)) => {
                // A damaged row stays as it is: there is nothing that could be written in its place.
                let record = rows.value(key).and_then(|value| Record::open(key, value));
                let record = record.filter(|(_, format)| *format != FORMAT);
                older_records.extend(
                    record.and_then(|(record, _)| Some((key.as_slice(), tenant, keyspace::id_at_end(key)?, record))),
                );
            }
            Some((Keyspace::TaskEdit | Keyspace::Pair, _)) => rows.set(key.clone(), None),
            Some((Keyspace::Ranked, tenant)) if keyspace::is_rank_of_format_2(key, tenant) => {
                rows.set(key.clone(), None);
            }
            _ => {}
        }
    }
    let record_refs: Vec<RecordRef<'_>> =
        older_records.iter().map(|(_, tenant, id, record)| RecordRef { tenant, id: *id, record }).collect();
    derived::derive_for_older(rows, &record_refs);
    for (key, _, _, record) in &older_records {
        rows.set(key.to_vec(), Some(record.seal(key)));
    }
    older_records.len() as u32
}

fn position_key() -> Vec<u8> {
    vec![Keyspace::Upkeep as u8]
}

/// Stores the key at which the next slice begins; `None` notes that no row has an older format.
fn store_position(rows: &mut Rows, next_key: Option<Vec<u8>>) {
    match next_key {
        Some(next) => rows.put(position_key(), &Position { next }),
        None => {
            rows.put(keyspace::meta_key(), &Meta { newest: FORMAT, oldest: FORMAT });
            rows.set(position_key(), None);
        }
    }
}
