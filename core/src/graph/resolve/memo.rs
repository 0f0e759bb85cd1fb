//! What expressions were found to stand for.
//!
//! Nearly all that are asked for are of the file that is linked, so those are found by place; others by hash.

use super::value::Values;
use super::{ExprId, FileId};
use crate::graph::code::Code;
use crate::map::Map;

/// Values by expression.
pub(super) struct Memo {
    home: FileId,
    /// For each expression of the file that is linked, its place in `values` plus one; 0 where it is not known.
    places: Vec<u32>,
    values: Vec<Values>,
    elsewhere: Map<(FileId, ExprId), Values>,
}

impl Memo {
    /// Nothing is known yet. `home` is the file that is linked.
    pub(super) fn new(home: FileId, code: &Code) -> Memo {
        let n_exprs = code.file(home).map_or(0, |code| code.facts.exprs.len());
        Memo { home, places: vec![0; n_exprs], values: Vec::new(), elsewhere: Map::default() }
    }

    pub(super) fn get(&self, file: FileId, expr: ExprId) -> Option<Values> {
        if file != self.home {
            return self.elsewhere.get(&(file, expr)).copied();
        }
        let place = self.places[expr.0 as usize].checked_sub(1)?;
        Some(self.values[place as usize])
    }

    pub(super) fn set(&mut self, file: FileId, expr: ExprId, values: Values) {
        if file != self.home {
            self.elsewhere.insert((file, expr), values);
            return;
        }
        let place = &mut self.places[expr.0 as usize];
        match place.checked_sub(1) {
            Some(place) => self.values[place as usize] = values,
            None => {
                self.values.push(values);
                *place = self.values.len() as u32;
            }
        }
    }

    pub(super) fn forget(&mut self, file: FileId, expr: ExprId) {
        if file == self.home {
            self.places[expr.0 as usize] = 0;
        } else {
            self.elsewhere.remove(&(file, expr));
        }
    }
}
