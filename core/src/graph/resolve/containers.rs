//! What containers, pointers and cells give: by index, and by the methods of their languages' libraries.
//!
//! Not here: what a generic type's arguments stand for (`types`), and what stands under a key (`keys`).

use super::keys::Key;
use super::types::is_wrapper;
use super::value::{Found, Value, Values};
use super::{Linker, Place, Rules};
use crate::graph::code::FileCode;
use crate::graph::facts::{ExprId, Item, Name, PLACE_OF_SLICE};

/// Methods of outside containers that give one of what they hold.
const OPENING: &[&str] = &[
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
/// Methods of outside maps that give their values.
const VALUES: &[&str] = &["values", "values_mut", "into_values"];
/// Methods of outside containers that give the same container, or one that holds the same.
pub(super) const KEEPING: &[&str] = &[
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

/// Those of them that leave items out or move them: what holds them then has no places that are known.
const MOVING: &[&str] = &["drain", "filter", "rev", "reverse", "reversed", "set", "skip", "slice", "sort", "sorted"];

/// Methods of Rust that give the very value, or access to it, where its type has no such method.
pub(super) const ITSELF: &[&str] = &[
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
/// Functions of Rust's wrapping types that wrap what they are given.
const WRAPPING: &[&str] = &["from", "new", "pin"];

impl Linker<'_> {
    /// `value?`, `*value`: what a container holds, else the value itself.
    pub(super) fn opened(&mut self, place: Place, inner: ExprId) -> Values {
        self.each(place, inner, |linker, found| match found.value {
            Value::Held(..) | Value::HeldValues(..) => linker.element(found, u32::MAX).at_most(found.strategy),
            _ => Values::one(found.value, found.strategy),
        })
    }

    /// `value[index]`.
    pub(super) fn at_place(&mut self, place: Place, of: ExprId, index: u32) -> Values {
        match index {
            PLACE_OF_SLICE => self.eval(place, of).without_places(),
            u32::MAX => self.under(place, of, Key::Any),
            _ => self.under(place, of, Key::Number(index)),
        }
    }

    /// `value[index]`: of a container what it holds, of an instance what its `__getitem__` returns, of a type the type.
    pub(super) fn subscript(&mut self, found: Found, index: u32) -> Values {
        match found.value {
            Value::Def(..) => Values::one(found.value, found.strategy),
            Value::Instance(file, def) if self.rules(file) == Rules::Go => {
                self.through_underlying(file, def, |linker, found| linker.element(found, index))
            }
            Value::Instance(..) => self.through_method(found, "__getitem__"),
            _ => self.element(found, index),
        }
    }

    /// What a method that may be a type's own gives: what that returns, else the receiver again.
    pub(super) fn itself(&mut self, place: Place, callee: ExprId, receivers: Values) -> Values {
        let called = self.each(place, callee, |linker, found| linker.called(found));
        if called.is_empty() || called.only_external() { receivers } else { called }
    }

    /// The items of an iterator of Rust, as its type's `Item` says.
    pub(super) fn items_of(&mut self, iterator: Found) -> Values {
        let Some(name) = self.special("Item") else { return Values::default() };
        let mut values = Values::default();
        for alias in self.bounded(|linker| linker.member(iterator, name)).iter() {
            for item in self.bounded(|linker| linker.read(alias)).iter() {
                let value = match item.value {
                    Value::Def(file, def) => Value::Instance(file, def),
                    value => value,
                };
                values.push(Found { value, ..item });
            }
        }
        values
    }

    /// `Type::default()` of a type that derives it, and `Arc::new(value)`, which holds the value.
    pub(super) fn made_by_name(
        &mut self,
        place: Place,
        code: &FileCode,
        of: ExprId,
        name: Name,
        arguments: &[Item],
    ) -> Option<Values> {
        let function = self.text(code.name(name));
        let types = self.eval(place, of);
        if function == "default" {
            let made = self.members(place, of, code.name(name));
            let has_own = made.iter().any(|found| matches!(found.value, Value::Def(..)));
            return (!has_own).then(|| self.each(place, of, |linker, found| linker.called(found)));
        }
        let [only] = arguments else { return None };
        let wraps = WRAPPING.contains(&function) && types.only_external() && is_wrapper(self, code, of);
        wraps.then(|| self.eval(place, only.value))
    }

    pub(super) fn container_method(&mut self, receivers: Values, method: &str) -> Values {
        let mut values = Values::default();
        receivers.iter().for_each(|found| values.extend(self.bounded(|linker| linker.held_method(found, method))));
        if values.is_empty() { Values::external() } else { values }
    }

    /// What a method of a container gives; a pointer's method is one of what it points to.
    fn held_method(&mut self, found: Found, method: &str) -> Values {
        if let Some(inner) = self.passed_through(found).filter(|_| method != "clone") {
            let mut values = Values::default();
            inner.iter().for_each(|inner| values.extend(self.bounded(|linker| linker.pointed_method(inner, method))));
            return values;
        }
        match found.value {
            Value::Held(..) | Value::HeldValues(..) if OPENING.contains(&method) => self.element(found, u32::MAX),
            Value::Held(file, scope, expr, reading) if VALUES.contains(&method) => {
                Values::one(Value::HeldValues(file, scope, expr, reading), found.strategy)
            }
            _ if KEEPING.contains(&method) => self.kept(Values::one(found.value, found.strategy), method),
            _ => self.through_method(found, method),
        }
    }

    /// The containers that a method or function of this name gives for others: the same, without places where it moves items.
    pub(super) fn kept(&mut self, containers: Values, method: &str) -> Values {
        if !MOVING.contains(&method) {
            return containers;
        }
        let mut values = Values::default();
        for found in containers.iter() {
            let value = if self.has_places(found) { found.value.without_places() } else { found.value };
            values.push(Found { value, ..found });
        }
        values
    }

    /// What a method gives, called on what a pointer points to: access to that, where it has no such method.
    fn pointed_method(&mut self, inner: Found, method: &str) -> Values {
        if let Value::Held(..) = inner.value {
            return self.held_method(inner, method);
        }
        let called = self.through_method(inner, method);
        let gives_access = OPENING.contains(&method) || KEEPING.contains(&method);
        match gives_access && (called.is_empty() || called.only_external()) {
            true => Values::one(inner.value, inner.strategy),
            false => called,
        }
    }
}
