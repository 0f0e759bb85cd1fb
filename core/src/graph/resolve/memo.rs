//! What expressions were found to stand for.
//!
//! Nearly all that are asked for are of the file that is linked, so those are found by place; others by hash.

use alloc::vec::Vec;

use super::value::Values;
use super::{ExprId, FileId};
use crate::graph::code::Code;
use crate::map::Map;

/// Values by expression.
pub(super) struct Memo {
    home: FileId,
    /// For each expression of the file that is linked, its place in `values` plus one; 0 where it was never known.
    places: Vec<u32>,
    /// None where it was forgotten: its place waits for it.
    values: Vec<Option<Values>>,
    elsewhere: Map<(FileId, ExprId), Values>,
}

impl Memo {
    /// Nothing is known yet. `home` is the file that is linked.
    pub(super) fn new(home: FileId, code: &Code) -> Memo {
        let n_exprs = code.file(home).map_or(0, |code| code.facts.exprs.len());
        Memo { home, places: vec![0; n_exprs], values: Vec::with_capacity(n_exprs / 4), elsewhere: Map::default() }
    }

    pub(super) fn get(&self, file: FileId, expr: ExprId) -> Option<Values> {
        if file != self.home {
            return self.elsewhere.get(&(file, expr)).copied();
        }
        let place = self.places[expr.0 as usize].checked_sub(1)?;
        self.values[place as usize]
    }

    pub(super) fn set(&mut self, file: FileId, expr: ExprId, values: Values) {
        if file != self.home {
            self.elsewhere.insert((file, expr), values);
            return;
        }
        let place = &mut self.places[expr.0 as usize];
        match place.checked_sub(1) {
            Some(place) => self.values[place as usize] = Some(values),
            None => {
                self.values.push(Some(values));
                *place = self.values.len() as u32;
            }
        }
    }

    pub(super) fn forget(&mut self, file: FileId, expr: ExprId) {
        if file != self.home {
            self.elsewhere.remove(&(file, expr));
        } else if let Some(place) = self.places[expr.0 as usize].checked_sub(1) {
            self.values[place as usize] = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each reference forgets what was cut for it. A file of long chains took room for all of that until none was left.
    #[test]
    fn what_is_found_and_forgotten_again_takes_room_once() {
        let (home, elsewhere) = (FileId(1), FileId(2));
        let mut memo = Memo { home, places: vec![0; 3], values: Vec::new(), elsewhere: Map::default() };
        for file in [home, elsewhere] {
            for _ in 0..100 {
                for expr in [ExprId(1), ExprId(2)] {
                    assert!(memo.get(file, expr).is_none());
                    memo.set(file, expr, Values::default());
                    memo.set(file, expr, Values::external());
                    assert!(memo.get(file, expr).is_some_and(|values| values.only_external()));
                    memo.forget(file, expr);
                }
            }
        }
        assert_eq!((memo.values.len(), memo.elsewhere.len()), (2, 0));
    }
}
