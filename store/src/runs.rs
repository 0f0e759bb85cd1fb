//! Writes rows in the order of keys; rows between two existing neighbours form a run.
//!
//! Inserting keys one by one in order leaves each page half empty, while a run fills pages, and its position is looked
//! up only once.

use std::collections::BTreeMap;
use std::ops::Bound;

use redb::{CursorError, Table};

use crate::fault::{Fault, fault};
use crate::value::encode_value;

/// The number of trailing bytes in which the keys of a run may differ: of an id, everything after the first part of its
/// time.
const VARYING_BYTES: usize = 14;

type Changes = BTreeMap<Vec<u8>, Option<Vec<u8>>>;

/// Puts rows, and deletes those without a value.
pub(crate) fn write_runs(rows: &mut Table<'_, &[u8], &[u8]>, changes: &Changes) -> Result<(), Fault> {
    let mut changes_left = changes.iter().peekable();
    while let Some((key, value)) = changes_left.next() {
        let Some(value) = value else {
            rows.remove(key.as_slice()).map_err(fault)?;
            continue;
        };
        rows.insert(key.as_slice(), encode_value(value).as_slice()).map_err(fault)?;
        let mut last_key = key;
        let follows =
            |last_key: &[u8], next: &(&Vec<u8>, &Option<Vec<u8>>)| next.1.is_some() && is_neighbour(last_key, next.0);
        if !changes_left.peek().is_some_and(|next| follows(last_key, next)) {
            continue;
        }
        let mut insert_cursor = rows.upper_bound_mut(Bound::Included(key.as_slice())).map_err(fault)?;
        while let Some((next, Some(value))) = changes_left.peek().copied().filter(|next| follows(last_key, next)) {
            match insert_cursor.insert_before(next.as_slice(), encode_value(value).as_slice()) {
                Ok(()) => (last_key, _) = (next, changes_left.next()),
                // The row exists already, or another row lies before it.
                Err(CursorError::UnorderedKey) => break,
                Err(error) => return Err(fault(error)),
            }
        }
        insert_cursor.close().map_err(fault)?;
    }
    Ok(())
}

/// Whether two keys differ only in their last bytes, so that hardly any row can be between them.
fn is_neighbour(one: &[u8], next: &[u8]) -> bool {
    let n_shared = one.len().saturating_sub(VARYING_BYTES);
    n_shared > 0 && one.len() == next.len() && one[..n_shared] == next[..n_shared]
}

#[cfg(test)]
mod tests {
    use redb::backends::InMemoryBackend;
    use redb::{Builder, Database, ReadableDatabase, ReadableTableMetadata};

    use super::*;
    use crate::commit::Commit;
    use crate::tables::{ROWS, View, commit, prepare};

    fn store() -> Database {
        let database = Builder::new().create_with_backend(InMemoryBackend::new()).unwrap();
        prepare(&database).unwrap();
        database
    }

    fn change(database: &Database, rows: Changes) {
        let from = View::of(database).unwrap().generation();
        commit(database, &Commit { from, to: from + 1, rows, ..Commit::default() }).unwrap();
    }

    fn rows(database: &Database) -> BTreeMap<Vec<u8>, Vec<u8>> {
        let page = View::of(database).unwrap().range(&[], &[0xff; 64], u32::MAX).unwrap();
        page.rows.into_iter().collect()
    }

    /// A key like those of records: a prefix, and an id that begins with a time.
    fn key(prefix: u8, n: u32) -> Vec<u8> {
        [[prefix; 6].as_slice(), &[0; 12], &n.to_be_bytes()].concat()
    }

    #[test]
    fn rows_are_written_whatever_lies_between_them_already() {
        let (database, mut model) = (store(), BTreeMap::new());
        let mut random = 7u32;
        for round in 0..40u8 {
            let mut changes = Changes::new();
            for n in 0..200u32 {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let value = (random >> 28 > 3).then(|| vec![round; (random >> 24) as usize]);
                changes.insert(key(round % 3, (random >> 16) % 900 + n), value);
            }
            for (key, value) in changes.clone() {
                match value {
                    Some(value) => model.insert(key, value),
                    None => model.remove(&key),
                };
            }
            change(&database, changes);
            assert_eq!(rows(&database), model, "{round}");
        }
    }

    /// Rows inserted in the order of their keys must not leave pages half empty.
    #[test]
    fn rows_in_the_order_of_their_keys_fill_pages() {
        let database = store();
        for first in (0..20_000).step_by(1_000) {
            change(&database, (first..first + 1_000).map(|n| (key(1, n), Some(vec![7; 50]))).collect());
        }
        let stats = database.begin_read().unwrap().open_table(ROWS).unwrap().stats().unwrap();
        assert!(stats.fragmented_bytes() * 10 < stats.stored_bytes(), "{stats:?}");
    }
}
