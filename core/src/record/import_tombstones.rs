//! Imports tombstones from another store of the same memory. A backup that replaces a memory lacks what was recorded
//! and forgotten after the backup was made; without these rows such events could be recorded again.
//!
//! Not here: forgetting records of the open store (`forget`).

use alloc::vec::Vec;

use super::add::EventRow;
use super::keyspace::{self, Keyspace};
use super::rows::Rows;
use super::run::Call;
use super::space::RecordSpace;
use super::totals::TenantCounts;
use crate::ask::{Attempt, Resumed, Row};
use crate::base::error::Error;
use crate::base::id::RecordId;
use crate::effects::Effects;
use crate::record::envelope;
use crate::row::seal;

/// The most rows of one call.
const MAX_ROWS: usize = 100_000;
/// The most bytes of all rows of one call together.
const MAX_BYTES: usize = 32 << 20;

/// The rows of one call that imports tombstones; the host still has to commit them.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportedTombstones {
    /// The rows to commit.
    pub effects: Effects,
    /// Rows that were taken in; those that this store already had are not counted.
    pub n_imported: u32,
}

/// A row that matters here, with its tenant and the id of the record that was forgotten or that an event became.
enum ParsedRow<'r> {
    Tombstone(&'r str, RecordId),
    Event(&'r str, RecordId),
}

impl RecordSpace {
    /// Takes in tombstones of records that this store lacks, and rows of events whose record has a tombstone in this
    /// store. A caller passes all rows twice, as a tombstone may come after its event.
    pub(crate) fn import_tombstones(
        &self,
        copied_rows: &[Row],
        resumed: Option<Resumed>,
    ) -> Attempt<ImportedTombstones> {
        Error::check_limit("rows", copied_rows.len(), MAX_ROWS)?;
        let n_bytes = copied_rows.iter().map(|row| row.key.len() + row.value.len()).sum();
        Error::check_limit("bytes of rows", n_bytes, MAX_BYTES)?;
        let parts = copied_rows.iter().flat_map(|row| [row.key.as_slice(), &row.value]);
        let call = Call::of(self.generation, "import-tombstones", parts);
        let parsed: Vec<(&Row, ParsedRow<'_>)> =
            copied_rows.iter().filter_map(|row| Some((row, parse_row(row)?))).collect();
        let (n_imported, effects) = call.change(resumed, |rows| Ok(take(rows, &parsed)))?;
        Ok(ImportedTombstones { effects, n_imported })
    }
}

/// Takes in rows that this store lacks and whose record it lacks too, rows of events only if their record is forgotten
/// here; returns how many.
fn take(rows: &mut Rows, parsed: &[(&Row, ParsedRow<'_>)]) -> u32 {
    let mut n_imported = 0;
    for (row, parsed) in parsed {
        let (ParsedRow::Tombstone(tenant, id) | ParsedRow::Event(tenant, id)) = parsed;
        let has_row = |key: &[u8]| rows.value(key).is_some();
        let is_known = [row.key.clone(), keyspace::record_key(tenant, *id)].map(|key| has_row(&key)).contains(&true);
        let is_forgotten = has_row(&keyspace::tombstone_key(tenant, *id));
        if is_known || matches!(parsed, ParsedRow::Event(..)) && !is_forgotten {
            continue;
        }
        rows.set(row.key.clone(), Some(row.value.clone()));
        n_imported += 1;
        if let ParsedRow::Tombstone(..) = parsed {
            let key = keyspace::totals_key(tenant);
            let counts: TenantCounts = rows.read(&key).unwrap_or_default();
            rows.put(key, &TenantCounts { n_forgotten: counts.n_forgotten + 1, ..counts });
        }
    }
    n_imported
}

/// The content of a row; `None` if it is damaged or of another keyspace.
fn parse_row(row: &Row) -> Option<ParsedRow<'_>> {
    let (keyspace, tenant) = keyspace::parse(&row.key)?;
    match keyspace {
        Keyspace::Tombstone => {
            seal::unseal(&row.key, &row.value)?;
            Some(ParsedRow::Tombstone(tenant, keyspace::id_at_end(&row.key)?))
        }
        Keyspace::Event => {
            let EventRow { record } = envelope::read(&row.key, &row.value)?;
            Some(ParsedRow::Event(tenant, record.id()))
        }
        _ => None,
    }
}
