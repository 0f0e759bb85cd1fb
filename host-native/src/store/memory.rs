//! A store in memory, for tests and for hosts that store nothing.

use std::collections::BTreeMap;
use std::ops::Bound;
use std::sync::{Arc, Mutex, PoisonError};

use scrubjay_store::{folder_range, page};

use super::{Commit, Page, Snapshot, Store, StoreError};

/// Rows in memory, which are lost when the store is dropped.
#[derive(Debug, Default)]
pub struct MemoryStore(Mutex<Arc<Tables>>);

#[derive(Clone, Debug, Default)]
struct Tables {
    generation: u64,
    rows: BTreeMap<Vec<u8>, Vec<u8>>,
    scanned: BTreeMap<String, Vec<u8>>,
    meta: BTreeMap<String, Vec<u8>>,
}

impl Store for MemoryStore {
    fn snapshot(&self) -> Result<Box<dyn Snapshot>, StoreError> {
        Ok(Box::new(Arc::clone(&self.0.lock().unwrap_or_else(PoisonError::into_inner))))
    }

    fn is_at(&self, generation: u64) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).generation == generation
    }

    fn commit(&self, change: &Commit) -> Result<(), StoreError> {
        let mut tables = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if tables.generation != change.from {
            return Err(StoreError::Conflict { expected: change.from, found: tables.generation });
        }
        let tables = Arc::make_mut(&mut tables);
        tables.generation = change.to;
        put(&mut tables.rows, &change.rows);
        put(&mut tables.scanned, &change.scanned);
        tables.meta.extend(change.meta.clone());
        Ok(())
    }

    fn compact(&mut self) -> Result<(), StoreError> {
        Ok(())
    }

    fn reopen(&mut self) -> Result<(), StoreError> {
        Ok(())
    }

    fn close(self: Box<Self>) -> Result<(), StoreError> {
        Ok(())
    }
}

fn put<K: Ord + Clone>(table: &mut BTreeMap<K, Vec<u8>>, change: &BTreeMap<K, Option<Vec<u8>>>) {
    for (key, value) in change {
        match value {
            Some(value) => table.insert(key.clone(), value.clone()),
            None => table.remove(key),
        };
    }
}

impl Snapshot for Arc<Tables> {
    fn generation(&self) -> u64 {
        self.generation
    }

    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(self.rows.get(key).cloned())
    }

    fn range(&self, start: &[u8], end: &[u8], max_bytes: u32) -> Result<Page, StoreError> {
        if start >= end {
            return Ok(Page { rows: Vec::new(), complete: true });
        }
        let rows = self.rows.range::<[u8], _>((Bound::Included(start), Bound::Excluded(end)));
        page(rows.map(|(key, value)| Ok((key.clone(), value.clone()))), max_bytes)
    }

    fn scanned(&self, path: &str) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
        let (start, end) = folder_range(path);
        let end = end.map_or(Bound::Unbounded, Bound::Excluded);
        let own_entry = self.scanned.get_key_value(path).into_iter();
        let entries = own_entry.chain(self.scanned.range((Bound::Included(start), end)));
        Ok(entries.map(|(path, entry)| (path.clone(), entry.clone())).collect())
    }

    fn meta(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(self.meta.get(name).cloned())
    }
}
