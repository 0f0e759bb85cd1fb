//! Elements of containers, pointers and cells: by index, and by methods of the standard libraries.
//!
//! Not here: the arguments of generic types (`types`), and values under a key (`keys`).

use super::keys::Key;
use super::types::is_wrapper;
use super::value::{FoundValue, Value, Values};
use super::{Linker, Rules, Site};
use crate::graph::facts::{ExprId, INDEX_OF_SLICE, ListItem, Name};
use crate::graph::link::scope_index::FileScopes;

/// Methods of external containers that return an element.
const ELEMENT_METHODS: &[&str] = &[
    "get",
    "pop",
    "popleft",
    "find",
    "findLast",
    "shift",
    "at",
    "setdefault",
    "unwrap",
    "expect",
    "unwrap_or",
    "unwrap_or_default",
    "unwrap_or_else",
    "get_mut",
    "first",
    "last",
    "first_mut",
    "last_mut",
    "next",
    "next_back",
    "peek",
    "lock",
    "read",
    "write",
    "borrow",
    "borrow_mut",
    "as_deref",
    "get_or_insert_with",
    "recv",
    "pop_front",
    "pop_back",
    "remove",
];
/// Methods of external maps that return their values.
const VALUE_METHODS: &[&str] = &["values", "values_mut", "into_values"];
/// Methods of external containers that return the same container, or one with the same elements.
pub(super) const SAME_CONTAINER_METHODS: &[&str] = &[
    "copy",
    "iter",
    "iter_mut",
    "into_iter",
    "clone",
    "cloned",
    "copied",
    "as_ref",
    "as_mut",
    "take",
    "filter",
    "slice",
    "concat",
    "reverse",
    "sort",
    "then",
    "finally",
    "rev",
    "skip",
    "ok",
    "ok_or",
    "ok_or_else",
    "map_err",
    "drain",
    "collect",
    "to_vec",
    "chain",
    "peekable",
    "reversed",
    "sorted",
    "list",
    "set",
    "tuple",
    "context",
    "with_context",
    "borrow",
    "to_owned",
    "by_ref",
    "inspect",
];

/// Methods of external containers that drop or move items, so that their indexes are unknown afterwards.
const REORDERING_METHODS: &[&str] =
    &["drain", "filter", "rev", "reverse", "reversed", "set", "skip", "slice", "sort", "sorted"];

/// Rust methods that return the receiver or access to it, unless its type defines such a method.
pub(super) const RECEIVER_METHODS: &[&str] = &[
    "as_mut",
    "as_ref",
    "borrow",
    "borrow_mut",
    "by_ref",
    "clone",
    "expect",
    "lock",
    "to_owned",
    "unwrap",
    "unwrap_or_default",
];
/// Associated functions of Rust's wrapper types that wrap their argument.
const WRAPPER_FUNCTIONS: &[&str] = &["from", "new", "pin"];

impl Linker<'_> {
    /// `value?`, `*value`: the element of a container, otherwise the value itself.
    pub(super) fn unwrapped_values(&mut self, site: Site, inner: ExprId) -> Values {
        self.for_each_value(site, inner, |linker, found| match found.value {
            Value::Container(..) | Value::UnorderedContainer(..) => {
                linker.element(found, u32::MAX).limited_to(found.strategy)
            }
            _ => Values::one(found.value, found.strategy),
        })
    }

    /// `value[index]`.
    pub(super) fn values_at_index(&mut self, site: Site, base: ExprId, index: u32) -> Values {
        match index {
            INDEX_OF_SLICE => self.eval(site, base).unordered(),
            u32::MAX => self.values_at_key(site, base, Key::Any),
            _ => self.values_at_key(site, base, Key::Number(index)),
        }
    }

    /// `value[index]`: an element of a container, the result of an instance's `__getitem__`, or the type itself for a
    /// type. In Go an instance gives an element of its underlying type.
    pub(super) fn subscript_values(&mut self, found: FoundValue, index: u32) -> Values {
        match found.value {
            Value::Def(..) => Values::one(found.value, found.strategy),
            Value::Instance(file, def) if self.rules(file) == Rules::Go => {
                self.for_underlying_type(file, def, |linker, found| linker.element(found, index))
            }
            Value::Instance(..) => self.method_results(found, "__getitem__"),
            _ => self.element(found, index),
        }
    }

    /// The result of a method that the receiver's type may define, otherwise the receiver.
    pub(super) fn method_or_receiver(&mut self, site: Site, callee: ExprId, receivers: Values) -> Values {
        let results = self.for_each_value(site, callee, |linker, found| linker.call_result(found));
        if results.is_empty() || results.has_only_external() { receivers } else { results }
    }

    /// The items of a Rust iterator: the values of its type's `Item`.
    pub(super) fn items_of(&mut self, iterator: FoundValue) -> Values {
        let Some(name) = self.special_name("Item") else { return Values::default() };
        let mut values = Values::default();
        for alias in self.run_bounded(|linker| linker.member(iterator, name)).iter() {
            for item in self.run_bounded(|linker| linker.read_definition(alias)).iter() {
                let value = match item.value {
                    Value::Def(file, def) => Value::Instance(file, def),
                    value => value,
                };
                values.push(FoundValue { value, ..item });
            }
        }
        values
    }

    /// The result of `Type::default()` for a type that derives it, and of `Arc::new(value)`. `None` for other calls.
    pub(super) fn standard_constructor(
        &mut self,
        site: Site,
        scopes: &FileScopes,
        base: ExprId,
        name: Name,
        arguments: &[ListItem],
    ) -> Option<Values> {
        let function = self.text(scopes.name(name));
        let types = self.eval(site, base);
        if function == "default" {
            let members = self.members(site, base, scopes.name(name));
            let has_definition = members.iter().any(|found| matches!(found.value, Value::Def(..)));
            return (!has_definition)
                .then(|| self.for_each_value(site, base, |linker, found| linker.call_result(found)));
        }
        let [only_argument] = arguments else { return None };
        let is_wrapper_call =
            WRAPPER_FUNCTIONS.contains(&function) && types.has_only_external() && is_wrapper(self, scopes, base);
        is_wrapper_call.then(|| self.eval(site, only_argument.value))
    }

    pub(super) fn container_method(&mut self, receivers: Values, method: &str) -> Values {
        let mut values = Values::default();
        receivers
            .iter()
            .for_each(|found| values.extend(self.run_bounded(|linker| linker.container_method_result(found, method))));
        if values.is_empty() { Values::external_untyped() } else { values }
    }

    /// The result of a container's method; for a pointer, of its target's method.
    fn container_method_result(&mut self, found: FoundValue, method: &str) -> Values {
        if let Some(targets) = self.pointee(found).filter(|_| method != "clone") {
            let mut values = Values::default();
            targets
                .iter()
                .for_each(|target| values.extend(self.run_bounded(|linker| linker.pointee_method(target, method))));
            return values;
        }
        match found.value {
            Value::Container(..) | Value::UnorderedContainer(..) if ELEMENT_METHODS.contains(&method) => {
                self.element(found, u32::MAX)
            }
            Value::Container(file, scope, expr, namespace) if VALUE_METHODS.contains(&method) => {
                Values::one(Value::UnorderedContainer(file, scope, expr, namespace), found.strategy)
            }
            _ if SAME_CONTAINER_METHODS.contains(&method) => {
                self.same_containers(Values::one(found.value, found.strategy), method)
            }
            _ => self.method_results(found, method),
        }
    }

    /// The containers that a method or function returns for `containers`: the same ones, unordered if the method drops
    /// or moves items.
    pub(super) fn same_containers(&mut self, containers: Values, method: &str) -> Values {
        if !REORDERING_METHODS.contains(&method) {
            return containers;
        }
        let mut values = Values::default();
        for found in containers.iter() {
            let value = if self.has_indexes(found) { found.value.unordered() } else { found.value };
            values.push(FoundValue { value, ..found });
        }
        values
    }

    /// The result of a method of a pointer's target; the target itself for an access method that the target's type does
    /// not define.
    fn pointee_method(&mut self, target: FoundValue, method: &str) -> Values {
        if let Value::Container(..) = target.value {
            return self.container_method_result(target, method);
        }
        let results = self.method_results(target, method);
        let gives_access = ELEMENT_METHODS.contains(&method) || SAME_CONTAINER_METHODS.contains(&method);
        match gives_access && (results.is_empty() || results.has_only_external()) {
            true => Values::one(target.value, target.strategy),
            false => results,
        }
    }
}
