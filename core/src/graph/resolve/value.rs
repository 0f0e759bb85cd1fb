//! What an expression can stand for, and how surely.

use crate::graph::facts::{DefId, ExprId};
use crate::graph::kind::Strategy;
use crate::graph::links::FileId;
use crate::graph::names::NameId;

/// What an expression can stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Value {
    /// The thing itself: a function, a type, or a file or inline module as a namespace.
    Def(FileId, DefId),
    /// A variable of a function: a place in `Facts::bindings`.
    Local(FileId, u32),
    /// An instance of a type.
    Instance(FileId, DefId),
    /// A folder of modules without a file of its own.
    Folder(NameId),
    /// The parents of a type, as `super` sees them.
    Parents(FileId, DefId),
    /// What a display or a generic type, read in a scope, holds.
    Held(FileId, DefId, ExprId, Reading),
    /// The same without places and keys: the values of a mapping, a slice of a sequence.
    HeldValues(FileId, DefId, ExprId, Reading),
    /// What a generator function yields.
    Yields(FileId, DefId),
    /// Something outside the project: nothing of the project is a member of it.
    External,
}

impl Value {
    /// The same value; of a container, what it holds without any order.
    pub(super) fn without_places(self) -> Value {
        match self {
            Value::Held(file, scope, expr, reading) => Value::HeldValues(file, scope, expr, reading),
            value => value,
        }
    }
}

/// Whether an expression is read as a value or as a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reading {
    Value,
    Type,
}

/// A value, and the weakest step on the way to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Found {
    pub(super) value: Value,
    pub(super) strategy: Strategy,
}

/// The most values that are followed for one expression.
const MOST_VALUES: usize = 4;

/// The few values that an expression can stand for; empty where nothing is known.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Values {
    found: [Option<Found>; MOST_VALUES],
}

impl Values {
    pub(super) fn one(value: Value, strategy: Strategy) -> Values {
        let mut values = Values::default();
        values.push(Found { value, strategy });
        values
    }

    pub(super) fn external() -> Values {
        Values::one(Value::External, Strategy::Imported)
    }

    /// Adds a value unless it is there or there is no room.
    pub(super) fn push(&mut self, new: Found) {
        for place in &mut self.found {
            match place {
                Some(old) if old.value == new.value => return,
                Some(_) => {}
                None => {
                    *place = Some(new);
                    return;
                }
            }
        }
    }

    pub(super) fn extend(&mut self, other: Values) {
        other.iter().for_each(|found| self.push(found));
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Found> + use<> {
        self.found.into_iter().flatten()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.found[0].is_none()
    }

    /// The same values, none surer than `strategy` allows.
    pub(super) fn at_most(mut self, strategy: Strategy) -> Values {
        for found in self.found.iter_mut().flatten() {
            found.strategy = weaker(found.strategy, strategy);
        }
        self
    }

    /// The same values; those that are definitions themselves are none surer than `strategy` allows.
    pub(super) fn definitions_at_most(mut self, strategy: Strategy) -> Values {
        for found in self.found.iter_mut().flatten() {
            if let Value::Def(..) = found.value {
                found.strategy = weaker(found.strategy, strategy);
            }
        }
        self
    }

    /// The same values, reached by an import: a member of a module that an import names is as sure as the import.
    pub(super) fn by_import(mut self) -> Values {
        for found in self.found.iter_mut().flatten() {
            found.strategy = match found.strategy {
                Strategy::Lexical | Strategy::Qualified => Strategy::Imported,
                weaker => weaker,
            };
        }
        self
    }

    /// The same values; of containers, what they hold without any order.
    pub(super) fn without_places(mut self) -> Values {
        for found in self.found.iter_mut().flatten() {
            found.value = found.value.without_places();
        }
        self
    }

    /// Whether everything that is known lies outside.
    pub(super) fn only_external(&self) -> bool {
        !self.is_empty() && self.iter().all(|found| found.value == Value::External)
    }
}

/// The less sure of two strategies; the first where they are alike.
pub(super) fn weaker(one: Strategy, other: Strategy) -> Strategy {
    if other.confidence() < one.confidence() { other } else { one }
}
