//! Compacts: copies live data to another file, into full pages.

use std::ops::Bound;

use redb::{Database, Key, ReadTransaction, ReadableDatabase, ReadableTable, TableDefinition, Value, WriteTransaction};

use crate::fault::{Fault, fault};
use crate::tables::{META, ROWS, SCAN_ENTRIES, begin};

/// Copies all tables to a new file in one commit.
///
/// # Errors
///
/// A [`Fault`] of either file.
pub fn copy(from: &impl ReadableDatabase, to: &Database) -> Result<(), Fault> {
    let source = from.begin_read().map_err(fault)?;
    let target = begin(to)?;
    copy_table(&source, &target, META)?;
    copy_table(&source, &target, SCAN_ENTRIES)?;
    copy_table(&source, &target, ROWS)?;
    target.commit().map_err(fault)
}

fn copy_table<K: Key, V: Value>(
    from: &ReadTransaction,
    to: &WriteTransaction,
    table: TableDefinition<'_, K, V>,
) -> Result<(), Fault> {
    let source = from.open_table(table).map_err(fault)?;
    let mut target = to.open_table(table).map_err(fault)?;
    // As one run, rows fill pages; inserted one by one in order, they would leave each page half empty.
    let mut end = target.upper_bound_mut(Bound::<K::SelfType<'_>>::Unbounded).map_err(fault)?;
    for row in source.iter().map_err(fault)? {
        let (key, value) = row.map_err(fault)?;
        end.insert_before(key.value(), value.value()).map_err(fault)?;
    }
    end.close().map_err(fault)
}
