//! The methods that a statement calls without naming them: of what it enters and leaves, and of what it goes over.

use super::value::{Found, Value};
use super::{Linker, Place};
use crate::graph::facts::{ExprId, Reference, ReferenceKind};
use crate::graph::links::SymbolId;

/// What Python's `with` calls, at its begin and at its end; and what `async with` does.
const ENTERING: [&str; 2] = ["__enter__", "__exit__"];
const ENTERING_ASYNC: [&str; 2] = ["__aenter__", "__aexit__"];
/// What its `for` calls, of the value and then of what that gives; and what `async for` does.
const ITERATING: [&str; 2] = ["__iter__", "__next__"];
const ITERATING_ASYNC: [&str; 2] = ["__aiter__", "__anext__"];

impl Linker<'_> {
    /// Edges to what entering a value and leaving it, or going over it, runs.
    pub(super) fn link_protocol(&mut self, place: Place, reference: &Reference, source: SymbolId) {
        let (methods, goes_over) = match reference.kind {
            ReferenceKind::Enter => (ENTERING, false),
            ReferenceKind::EnterAsync => (ENTERING_ASYNC, false),
            ReferenceKind::Iterate => (ITERATING, true),
            ReferenceKind::IterateAsync => (ITERATING_ASYNC, true),
            _ => return,
        };
        let [first, second] = methods;
        for found in self.instances_of(place, reference.expr) {
            self.link_method(found, first, reference.line, source);
            if !goes_over {
                self.link_method(found, second, reference.line, source);
                continue;
            }
            for iterator in self.through_method(found, first).iter() {
                if matches!(iterator.value, Value::Instance(..)) {
                    self.link_method(iterator, second, reference.line, source);
                }
            }
        }
    }

    fn instances_of(&mut self, place: Place, value: ExprId) -> impl Iterator<Item = Found> + use<> {
        self.eval(place, value).iter().filter(|found| matches!(found.value, Value::Instance(..)))
    }
}
