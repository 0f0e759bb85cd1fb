//! Methods that a statement calls implicitly: entering and leaving a context, and iterating.

use super::value::{FoundValue, Value};
use super::{Linker, Site};
use crate::graph::facts::{ExprId, Reference, ReferenceKind};
use crate::graph::model::SymbolId;

/// Methods that Python's `with` calls at its start and end; [`ENTERING_ASYNC`] has those of `async with`.
const ENTERING: [&str; 2] = ["__enter__", "__exit__"];
const ENTERING_ASYNC: [&str; 2] = ["__aenter__", "__aexit__"];
/// The methods that `for` calls on the value and then on its iterator; [`ITERATING_ASYNC`] has those of `async for`.
const ITERATING: [&str; 2] = ["__iter__", "__next__"];
const ITERATING_ASYNC: [&str; 2] = ["__aiter__", "__anext__"];

impl Linker<'_> {
    /// Adds edges to the methods that a `with` statement or an iteration calls on a value.
    pub(super) fn link_protocol(&mut self, site: Site, reference: &Reference, source: SymbolId) {
        let (methods, is_iteration) = match reference.kind {
            ReferenceKind::EnterContext => (ENTERING, false),
            ReferenceKind::EnterAsyncContext => (ENTERING_ASYNC, false),
            ReferenceKind::Iterate => (ITERATING, true),
            ReferenceKind::IterateAsync => (ITERATING_ASYNC, true),
            _ => return,
        };
        let [first, second] = methods;
        for found in self.instances_of(site, reference.expr) {
            self.link_method(found, first, reference.line, source);
            if !is_iteration {
                self.link_method(found, second, reference.line, source);
                continue;
            }
            for iterator in self.method_results(found, first).iter() {
                if matches!(iterator.value, Value::Instance(..)) {
                    self.link_method(iterator, second, reference.line, source);
                }
            }
        }
    }

    fn instances_of(&mut self, site: Site, value: ExprId) -> impl Iterator<Item = FoundValue> + use<> {
        self.eval(site, value).iter().filter(|found| matches!(found.value, Value::Instance(..)))
    }
}
