//! Methods that a statement calls implicitly: entering and leaving a context, and iterating.

use super::value::{FoundValue, Value};
use super::{Linker, Site};
use crate::graph::facts::{ExprId, Reference, ReferenceKind};
use crate::graph::model::SymbolId;

/// Methods that Python's `with` calls at its start and end; [`ENTER_ASYNC_METHODS`] has those of `async with`.
const ENTER_METHODS: [&str; 2] = ["__enter__", "__exit__"];
const ENTER_ASYNC_METHODS: [&str; 2] = ["__aenter__", "__aexit__"];
/// The methods that `for` calls on the value and then on its iterator; [`ITERATE_ASYNC_METHODS`] has those of `async
/// for`.
const ITERATE_METHODS: [&str; 2] = ["__iter__", "__next__"];
const ITERATE_ASYNC_METHODS: [&str; 2] = ["__aiter__", "__anext__"];

impl Linker<'_> {
    /// Adds edges to the methods that a `with` statement or an iteration calls on a value.
    pub(super) fn link_protocol(&mut self, site: Site, reference: &Reference, source: SymbolId) {
        let (methods, is_iteration) = match reference.kind {
            ReferenceKind::EnterContext => (ENTER_METHODS, false),
            ReferenceKind::EnterAsyncContext => (ENTER_ASYNC_METHODS, false),
            ReferenceKind::Iterate => (ITERATE_METHODS, true),
            ReferenceKind::IterateAsync => (ITERATE_ASYNC_METHODS, true),
            _ => return,
        };
        let [first_method, second_method] = methods;
        for found in self.instances_of(site, reference.expr) {
            self.link_method(found, first_method, reference.line, source);
            if !is_iteration {
                self.link_method(found, second_method, reference.line, source);
                continue;
            }
            for iterator in self.method_results(found, first_method).iter() {
                if matches!(iterator.value, Value::Instance(..)) {
                    self.link_method(iterator, second_method, reference.line, source);
                }
            }
        }
    }

    fn instances_of(&mut self, site: Site, value: ExprId) -> impl Iterator<Item = FoundValue> + use<> {
        self.eval(site, value).iter().filter(|found| matches!(found.value, Value::Instance(..)))
    }
}
