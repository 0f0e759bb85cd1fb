//! The methods that a statement calls without naming them: of what it enters and leaves, and of what it goes over.

use super::value::{Found, Value};
use super::{Linker, Place};
use crate::graph::facts::ExprId;
use crate::graph::links::SymbolId;

/// What Python's `with` calls, and after it what `async with` does.
const ENTERING: [[&str; 2]; 2] = [["__enter__", "__exit__"], ["__aenter__", "__aexit__"]];
/// What its `for` calls, and after it what `async for` does: the first of the value, the second of what that gives.
const ITERATING: [[&str; 2]; 2] = [["__iter__", "__next__"], ["__aiter__", "__anext__"]];

impl Linker<'_> {
    /// Edges to what entering a value and leaving it runs.
    pub(super) fn link_entered(&mut self, place: Place, value: ExprId, line: u32, source: SymbolId) {
        for found in self.instances_of(place, value) {
            for methods in ENTERING {
                methods.iter().for_each(|method| self.link_method(found, method, line, source));
            }
        }
    }

    /// Edges to what going over a value runs.
    pub(super) fn link_iterated(&mut self, place: Place, value: ExprId, line: u32, source: SymbolId) {
        for found in self.instances_of(place, value) {
            for [start, step] in ITERATING {
                self.link_method(found, start, line, source);
                for iterator in self.through_method(found, start).iter() {
                    if matches!(iterator.value, Value::Instance(..)) {
                        self.link_method(iterator, step, line, source);
                    }
                }
            }
        }
    }

    fn instances_of(&mut self, place: Place, value: ExprId) -> impl Iterator<Item = Found> + use<> {
        self.eval(place, value).iter().filter(|found| matches!(found.value, Value::Instance(..)))
    }
}
