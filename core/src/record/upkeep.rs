//! UpkeepSlice: work that nobody waits for, in slices. So far it writes records of older formats in the newest one.
//!
//! Where a slice ended is stored with what it did, so that the next one goes on there, also in another process. Not here:
//! when it is run.

use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::envelope::{FORMAT, Record};
use super::keyspace::{self, Keyspace};
use super::rows::{Call, Meta, Rows};
use super::space::RecordSpace;
use crate::ask::{Attempt, KeyRange, Resumed, RowPage, Ticket, Wanted};
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
        Timestamp::checked("now", now)?;
        if !(1..=MOST_ROWS).contains(&budget) {
            return Err(Error::invalid("budget", "from 1 to 10,000").into());
        }
        let position = position();
        let call = Call::of(self.generation, "upkeep", [&now.to_le_bytes()[..], &budget.to_le_bytes()]);
        let wanted = resumed.as_ref().map(|resumed| call.asked(&resumed.ticket)).transpose()?;
        match (wanted, resumed) {
            (Some(Wanted::Range(_)), Some(Resumed { answers, .. })) => {
                // The position is among the answers, and the store has not changed since the range was asked for.
                let all = range(Vec::new());
                let (page, rows) = call.range(&all, [position].into(), answers)?;
                Ok(rewrite(call, &page, rows, budget))
            }
            (None | Some(Wanted::Rows(_)), resumed) => {
                let rows = call.rows([position.clone()].into(), resumed)?;
                if rows.meta().is_none_or(|meta| meta.oldest == FORMAT) {
                    return Ok(UpkeepSlice { effects: rows.effects(call), n_rewritten: 0, is_done: true });
                }
                let next = rows.read(&position).map_or_else(Vec::new, |position: Position| position.next);
                Err(call.ask_range(range(next), [position].into()))
            }
            _ => Err(Ticket::unknown().into()),
        }
    }
}

/// The row with the position.
fn position() -> Vec<u8> {
    vec![Keyspace::Upkeep as u8]
}

/// The rows of all records from a key on.
fn range(next: Vec<u8>) -> KeyRange {
    let (first, end) = keyspace::all_records();
    KeyRange { start: next.max(first), end, most_bytes: MOST_BYTES }
}

fn rewrite(call: Call, page: &RowPage, mut rows: Rows, budget: u32) -> UpkeepSlice {
    let mut n_rewritten = 0;
    let slice = &page.rows[..page.rows.len().min(budget as usize)];
    for row in slice {
        // A damaged row stays as it is: there is nothing that could be written in its place.
        let Some((record, format)) = Record::open(&row.key, &row.value) else { continue };
        if format != FORMAT {
            rows.set(row.key.clone(), Some(record.seal(&row.key)));
            n_rewritten += 1;
        }
    }
    let is_done = page.complete && slice.len() == page.rows.len();
    match slice.last() {
        Some(last) if !is_done => {
            let next = [last.key.as_slice(), &[0]].concat();
            rows.put(position(), &Position { next });
        }
        _ => {
            rows.put(keyspace::meta(), &Meta { newest: FORMAT, oldest: FORMAT });
            rows.set(position(), None);
        }
    }
    UpkeepSlice { effects: rows.effects(call), n_rewritten, is_done }
}
