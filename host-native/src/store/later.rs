//! A snapshot that is taken on first use; most questions never need it.
//!
//! Everything it returns is from the generation it was created for. Not here: whether the store is still at that
//! generation, which [`Store::is_at`] tells.

use std::cell::OnceCell;

use super::{Page, Snapshot, Store, StoreError};

/// A store at a generation, with a snapshot that is taken on first use.
pub(crate) struct LazySnapshot<'a> {
    store: &'a dyn Store,
    generation: u64,
    snapshot: OnceCell<Box<dyn Snapshot>>,
}

impl<'a> LazySnapshot<'a> {
    /// A lazy snapshot of a store that is at this generation.
    pub(crate) fn of(store: &'a dyn Store, generation: u64) -> LazySnapshot<'a> {
        LazySnapshot { store, generation, snapshot: OnceCell::new() }
    }

    /// Whether the snapshot was taken.
    pub(crate) fn is_taken(&self) -> bool {
        self.snapshot.get().is_some()
    }

    /// The snapshot; fails if the store was written meanwhile.
    fn snapshot(&self) -> Result<&dyn Snapshot, StoreError> {
        if let Some(snapshot) = self.snapshot.get() {
            return Ok(&**snapshot);
        }
        let snapshot = self.store.snapshot()?;
        match snapshot.generation() {
            found if found != self.generation => Err(StoreError::Conflict { expected: self.generation, found }),
            _ => Ok(&**self.snapshot.get_or_init(|| snapshot)),
        }
    }
}

impl Snapshot for LazySnapshot<'_> {
    fn generation(&self) -> u64 {
        self.generation
    }

    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        self.snapshot()?.get(key)
    }

    fn range(&self, start: &[u8], end: &[u8], max_bytes: u32) -> Result<Page, StoreError> {
        self.snapshot()?.range(start, end, max_bytes)
    }

    fn scanned(&self, path: &str) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
        self.snapshot()?.scanned(path)
    }

    fn meta(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        self.snapshot()?.meta(name)
    }
}
