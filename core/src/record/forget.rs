//! Forgetting: the record goes, and that it is forgotten stays, without anything that it said.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::batch::parse_id;
use super::envelope::Record;
use super::keyspace::{self, Kind};
use super::rows::{Call, Rows};
use super::space::RecordSpace;
use super::totals::Counts;
use crate::ask::{Attempt, Resumed};
use crate::base::error::Error;
use crate::base::id::RecordId;
use crate::base::time::Timestamp;
use crate::effects::Effects;

/// The most records that are forgotten in one call.
const MOST_IDS: usize = 1_000;

/// What forgetting did.
#[derive(Clone, Debug, PartialEq)]
pub struct Forgetting {
    /// To be committed.
    pub effects: Effects,
    /// One for each id, in their order.
    pub receipts: Vec<Receipt>,
}

/// What became of a record. It says nothing of what the record said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// As it was given.
    pub id: String,
    /// What became of it.
    pub fate: Fate,
}

/// What became of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It was there, and is no more.
    Forgotten,
    /// It was forgotten before.
    AlreadyForgotten,
    /// There never was such a record.
    Unknown,
}

/// The stored row of a record that was forgotten.
#[derive(Clone, Debug, Encode, Decode)]
#[cbor(map)]
struct Tombstone {
    #[n(0)]
    time: Timestamp,
    #[n(1)]
    #[cbor(default)]
    principal: String,
}

impl RecordSpace {
    /// Forgets records.
    pub(crate) fn forget(&self, ids: &[String], now: i64, resumed: Option<Resumed>) -> Attempt<Forgetting> {
        Error::check_limit("ids", ids.len(), MOST_IDS)?;
        let now = Timestamp::checked("now", now)?;
        let parsed: Vec<RecordId> = ids.iter().map(|id| parse_id("ids", id)).collect::<Result<_, _>>()?;
        let time = now.milliseconds().to_le_bytes();
        let parts = ids.iter().map(String::as_bytes).chain([time.as_slice()]);
        let call = Call::of(self.generation, "forget", parts);
        let mut rows = call.rows(self.keys_to_forget(&parsed), resumed)?;
        let receipt =
            |(id, text): (&RecordId, &String)| Receipt { id: text.clone(), fate: self.forget_one(&mut rows, *id, now) };
        let receipts = parsed.iter().zip(ids).map(receipt).collect();
        Ok(Forgetting { effects: rows.effects(call), receipts })
    }

    fn keys_to_forget(&self, ids: &[RecordId]) -> BTreeSet<Vec<u8>> {
        let tenant = &self.owner.tenant;
        let of = |id: &RecordId| [keyspace::record(tenant, *id), keyspace::tombstone(tenant, *id)];
        ids.iter().flat_map(of).chain([keyspace::totals(tenant)]).collect()
    }

    fn forget_one(&self, rows: &mut Rows, id: RecordId, now: Timestamp) -> Fate {
        let tenant = &self.owner.tenant;
        let (key, tombstone) = (keyspace::record(tenant, id), keyspace::tombstone(tenant, id));
        let Some(value) = rows.value(&key) else {
            return if rows.value(&tombstone).is_some() { Fate::AlreadyForgotten } else { Fate::Unknown };
        };
        // Of a damaged record the channel is not known; its place there leads nowhere and is passed over.
        let record = Record::open(&key, value).map(|(record, _)| record);
        let kind = record.as_ref().map_or(Kind::Note, |record| record.kind);
        for channel in [Some(String::new()), record.map(|record| record.channel)].into_iter().flatten() {
            rows.set(keyspace::order(tenant, kind, &channel, id), None);
        }
        rows.set(key, None);
        rows.put(tombstone, &Tombstone { time: now, principal: self.owner.principal.clone() });
        let totals = keyspace::totals(tenant);
        let counts: Counts = rows.read(&totals).unwrap_or_default();
        let n_notes = counts.n_notes.saturating_sub(u64::from(kind == Kind::Note));
        let n_forgotten = counts.n_forgotten + 1;
        rows.put(totals, &Counts { n_notes, n_forgotten });
        Fate::Forgotten
    }
}
