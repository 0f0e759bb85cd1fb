//! Work that nobody waits for, in slices: records of older formats are written in the newest one, values whose lifetime is over
//! go, and so does what is older than the settings keep it.
//!
//! Where a slice ended is stored with what it did, so that the next one goes on there, also in another process. Not here:
//! when it is run.

use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::envelope::{FORMAT, Record};
use super::gather::Gather;
use super::keyspace::{self, Keyspace};
use super::rows::{Call, Meta, Rows};
use super::space::RecordSpace;
use crate::ask::{Attempt, Resumed};
use crate::base::error::Error;
use crate::base::time::Timestamp;
use crate::effects::Effects;

/// The most rows of a slice.
const MOST_ROWS: u32 = 10_000;
/// The most bytes of a slice, whatever the number of its rows.
const MOST_BYTES: u32 = 4 << 20;

/// What a slice did.
#[derive(Clone, Debug, PartialEq)]
pub struct UpkeepSlice {
    /// To be committed.
    pub effects: Effects,
    /// Records that were written anew.
    pub n_rewritten: u32,
    /// Records that went because their time was over.
    pub n_expired: u32,
    /// Nothing is left to do.
    pub is_done: bool,
}

/// Where the last slice ended.
#[derive(Clone, Debug, Encode, Decode)]
#[cbor(map)]
struct Position {
    #[n(0)]
    #[cbor(with = "minicbor::bytes")]
    next: Vec<u8>,
}

impl RecordSpace {
    /// One slice over the rows of all tenants, of up to `budget` rows.
    pub(crate) fn upkeep(&self, now: i64, budget: u32, resumed: Option<Resumed>) -> Attempt<UpkeepSlice> {
        let time = Timestamp::checked("now", now)?;
        if !(1..=MOST_ROWS).contains(&budget) {
            return Err(Error::invalid("budget", "from 1 to 10,000").into());
        }
        let call = Call::of(self.generation, "upkeep", [&now.to_le_bytes()[..], &budget.to_le_bytes()]);
        let mut gather = Gather::new(call, resumed)?;
        let position = position();
        gather.keys([position.clone()].into())?;
        if gather.rows.meta().is_none_or(|meta| meta.oldest == FORMAT) {
            return self.expire(gather, time, budget);
        }
        let next = gather.rows.read(&position).map_or_else(Vec::new, |position: Position| position.next);
        let (first, end) = keyspace::all_records();
        let (mut keys, mut is_all) = gather.page(next.max(first), end, MOST_BYTES)?;
        is_all &= keys.len() <= budget as usize;
        keys.truncate(budget as usize);
        let n_rewritten = rewrite(&mut gather.rows, &keys, is_all);
        Ok(UpkeepSlice { effects: gather.effects()?, n_rewritten, n_expired: 0, is_done: false })
    }
}

/// The row with the position.
fn position() -> Vec<u8> {
    vec![Keyspace::Upkeep as u8]
}

/// Writes those of these records in the newest format that are of an older one; how many they were.
fn rewrite(rows: &mut Rows, keys: &[Vec<u8>], is_all: bool) -> u32 {
    let mut n_rewritten = 0;
    for key in keys {
        // A damaged row stays as it is: there is nothing that could be written in its place.
        let Some((record, format)) = rows.value(key).and_then(|value| Record::open(key, value)) else { continue };
        if format != FORMAT {
            let value = record.seal(key);
            rows.set(key.clone(), Some(value));
            n_rewritten += 1;
        }
    }
    match keys.last() {
        Some(last) if !is_all => rows.put(position(), &Position { next: [last.as_slice(), &[0]].concat() }),
        _ => {
            rows.put(keyspace::meta(), &Meta { newest: FORMAT, oldest: FORMAT });
            rows.set(position(), None);
        }
    }
    n_rewritten
}
