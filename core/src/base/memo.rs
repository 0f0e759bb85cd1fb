//! A cache of the latest results of costly steps, for a call that starts again with each answer of the host.
//!
//! A key is a hash of all inputs of the result. The cache is no state: without it the same step gives the same
//! result.

use alloc::collections::VecDeque;
use alloc::sync::Arc;
use core::any::Any;
use core::cell::RefCell;
use core::hash::Hash;

use xxhash_rust::xxh3::Xxh3;

/// Greatest number of cached results: a question about past work needs its matches and the ranks of each kind.
const MAX_RESULTS: usize = 4;

/// Keys and results, the newest first.
#[derive(Debug, Default)]
pub(crate) struct Memo(RefCell<VecDeque<(u128, Arc<dyn Any + Send + Sync>)>>);

/// A hash of everything that a result depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct MemoKey(u128);

impl MemoKey {
    pub(crate) fn of(inputs: impl Hash) -> MemoKey {
        let mut hash = Xxh3::new();
        inputs.hash(&mut hash);
        MemoKey(hash.digest128())
    }
}

impl Memo {
    /// `None` if the result is not among the latest, or of another type.
    pub(crate) fn get<T: Send + Sync + 'static>(&self, MemoKey(key): MemoKey) -> Option<Arc<T>> {
        let results = self.0.borrow();
        let (_, result) = results.iter().find(|(cached, _)| *cached == key)?;
        result.clone().downcast().ok()
    }

    /// Caches a result, and drops the oldest one if there are too many.
    pub(crate) fn put<T: Send + Sync + 'static>(&self, MemoKey(key): MemoKey, result: &Arc<T>) {
        let mut results = self.0.borrow_mut();
        results.truncate(MAX_RESULTS - 1);
        results.push_front((key, result.clone()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_results_are_known_by_all_that_they_follow_from_and_by_their_type() {
        let memo = Memo::default();
        let key = |n: u32| MemoKey::of(("squares", n));
        for n in 0..=MAX_RESULTS as u32 {
            memo.put(key(n), &Arc::new(n * n));
        }
        assert_eq!(memo.get::<u32>(key(0)), None, "the oldest one is gone");
        assert_eq!(memo.get::<u32>(key(3)).as_deref(), Some(&9));
        assert_eq!(memo.get::<u64>(key(3)), None, "another type");
        assert_eq!(memo.get::<u32>(MemoKey::of(("cubes", 3_u32))), None);
    }
}
