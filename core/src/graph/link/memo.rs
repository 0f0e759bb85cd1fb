//! A cache of the values of expressions.
//!
//! Nearly all look-ups are for the file being linked: these use an index, the others a hash map.

use alloc::vec::Vec;

use super::value::Values;
use super::{ExprId, FileId};
use crate::base::map::Map;
use crate::graph::link::scope_index::ScopeIndex;

/// Values by expression.
pub(super) struct Memo {
    home: FileId,
    /// For each expression of the file being linked: its index in `values` plus one; 0 if it never had a value.
    home_indexes: Vec<u32>,
    /// Cached values; `None` if removed. The slot stays that of its expression.
    values: Vec<Option<Values>>,
    other_files: Map<(FileId, ExprId), Values>,
}

impl Memo {
    /// An empty cache. `home` is the file being linked.
    pub(super) fn new(home: FileId, scopes: &ScopeIndex) -> Memo {
        let n_exprs = scopes.file(home).map_or(0, |scopes| scopes.facts.exprs.len());
        Memo {
            home,
            home_indexes: vec![0; n_exprs],
            values: Vec::with_capacity(n_exprs / 4),
            other_files: Map::default(),
        }
    }

    pub(super) fn get(&self, file: FileId, expr: ExprId) -> Option<Values> {
        if file != self.home {
            return self.other_files.get(&(file, expr)).copied();
        }
        let index = self.home_indexes[expr.0 as usize].checked_sub(1)?;
        self.values[index as usize]
    }

    pub(super) fn set(&mut self, file: FileId, expr: ExprId, values: Values) {
        if file != self.home {
            self.other_files.insert((file, expr), values);
            return;
        }
        let index = &mut self.home_indexes[expr.0 as usize];
        match index.checked_sub(1) {
            Some(index) => self.values[index as usize] = Some(values),
            None => {
                self.values.push(Some(values));
                *index = self.values.len() as u32;
            }
        }
    }

    pub(super) fn forget(&mut self, file: FileId, expr: ExprId) {
        if file != self.home {
            self.other_files.remove(&(file, expr));
        } else if let Some(index) = self.home_indexes[expr.0 as usize].checked_sub(1) {
            self.values[index as usize] = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A regression: each reference drops incomplete answers, and a file of long chains took new memory for them until
    /// none was left.
    #[test]
    fn forgotten_values_reuse_their_memory() {
        let (home, elsewhere) = (FileId(1), FileId(2));
        let mut memo = Memo { home, home_indexes: vec![0; 3], values: Vec::new(), other_files: Map::default() };
        for file in [home, elsewhere] {
            for _ in 0..100 {
                for expr in [ExprId(1), ExprId(2)] {
                    assert!(memo.get(file, expr).is_none());
                    memo.set(file, expr, Values::default());
                    memo.set(file, expr, Values::external_untyped());
                    assert!(memo.get(file, expr).is_some_and(|values| values.has_only_external()));
                    memo.forget(file, expr);
                }
            }
        }
        assert_eq!((memo.values.len(), memo.other_files.len()), (2, 0));
    }
}
