//! Counts of records, updated as records are added and removed: never computed by a pass over them.

use minicbor::{Decode, Encode};

use super::envelope::FORMAT;
use super::keyspace;
use super::run::Call;
use super::space::RecordSpace;
use crate::ask::{Attempt, Resumed};

/// How many records a tenant has, and in which formats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecordTotals {
    /// Notes that are not forgotten.
    pub n_notes: u64,
    /// The number of records of every kind, notes included, except learnings of windows.
    pub n_records: u64,
    /// Records that were forgotten and have a tombstone, also those that were forgotten with their parents.
    pub n_forgotten: u64,
    /// No record in the store has an older format; 0 for an empty store.
    pub oldest_format: u32,
    /// No row in the store has a newer format; 0 for an empty store.
    pub stored_format: u32,
    /// The format that this release writes.
    pub newest_format: u32,
}

/// The stored counts of a tenant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub(crate) struct TenantCounts {
    #[n(0)]
    pub(crate) n_notes: u64,
    #[n(1)]
    pub(crate) n_forgotten: u64,
    /// The number of records of every kind except learnings.
    #[n(2)]
    #[cbor(default)]
    pub(crate) n_records: u64,
    /// How many records a salvage found missing when it made this store, kept so that they are reported only once.
    #[n(3)]
    #[cbor(default)]
    pub(crate) n_missing: u64,
    /// The number of records that expired, except learnings; they leave no tombstone.
    #[n(4)]
    #[cbor(default)]
    pub(crate) n_expired: u64,
}

impl TenantCounts {
    /// A measure of when these counts were written: it grows with every record that is added, forgotten or expired.
    pub(crate) fn age(&self) -> (u64, u64) {
        let n_removed = self.n_forgotten.saturating_add(self.n_expired);
        (self.n_records.saturating_add(n_removed), n_removed)
    }
}

impl RecordSpace {
    /// The counts and formats of the tenant's records.
    pub(crate) fn totals(&self, resumed: Option<Resumed>) -> Attempt<RecordTotals> {
        let key = keyspace::totals_key(&self.owner.tenant);
        Call::of(self.generation, "totals", []).answer(resumed, |rows| {
            let TenantCounts { n_notes, n_forgotten, n_records, .. } = rows.read(&key).unwrap_or_default();
            let (oldest, stored) = rows.meta().map_or((0, 0), |meta| (meta.oldest, meta.newest));
            let (oldest_format, stored_format) = (u32::from(oldest), u32::from(stored));
            let newest_format = u32::from(FORMAT);
            Ok(RecordTotals { n_notes, n_records, n_forgotten, oldest_format, stored_format, newest_format })
        })
    }
}
