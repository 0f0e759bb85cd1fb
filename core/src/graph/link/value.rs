//! The values that an expression can have, each with its strategy.

use crate::graph::facts::{DefId, ExprId};
use crate::graph::kind::Strategy;
use crate::graph::model::FileId;
use crate::graph::model::names::NameId;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Value {
    /// A definition itself: a function, a type, or a file or inline module as a namespace.
    Def(FileId, DefId),
    /// A local variable: an index into `Facts::bindings`.
    Local(FileId, u32),
    /// An instance of a type.
    Instance(FileId, DefId),
    /// A folder that contains modules but has no file of its own.
    Folder(NameId),
    /// The supertypes of a type, as `super` sees them.
    Parents(FileId, DefId),
    /// A container described by a container literal or a generic type, which is evaluated in a scope.
    Container(FileId, DefId, ExprId, Namespace),
    /// As [`Container`](Self::Container), without indexes and keys: the values of a mapping, a slice of a sequence.
    UnorderedContainer(FileId, DefId, ExprId, Namespace),
    /// The values that a generator function yields.
    GeneratorValues(FileId, DefId),
    /// Something outside the project, whose members are assumed to be outside as well.
    External(ExternalKind),
}

/// Kinds of external values, in ascending order. Of a value that may be of several kinds, the last kind counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum ExternalKind {
    /// A name outside the project: an imported name, a member of one, or a built-in.
    ByName,
    /// A value with an external type: a literal, an instance of an external class, an annotated value.
    OfKnownType,
    /// A result of something external or unknown. It may have any type, also one of the project: a registry returns the
    /// objects registered in it.
    OfUnknownType,
}

impl Value {
    pub(super) fn is_external(self) -> bool {
        matches!(self, Value::External(_))
    }

    /// The same value; a container becomes unordered.
    pub(super) fn unordered(self) -> Value {
        match self {
            Value::Container(file, scope, expr, namespace) => Value::UnorderedContainer(file, scope, expr, namespace),
            value => value,
        }
    }
}

/// Whether an expression is read as a value or as a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Namespace {
    Value,
    Type,
}

/// A value, and the weakest strategy that led to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FoundValue {
    pub(super) value: Value,
    pub(super) strategy: Strategy,
}

/// The most values that are followed for one expression.
const MAX_VALUES: usize = 4;

/// The values of an expression, at most [`MAX_VALUES`]; empty if nothing is known.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Values {
    slots: [Option<FoundValue>; MAX_VALUES],
}

impl Values {
    pub(super) fn one(value: Value, strategy: Strategy) -> Values {
        let mut values = Values::default();
        values.push(FoundValue { value, strategy });
        values
    }

    /// A single value of kind [`ExternalKind::OfUnknownType`].
    pub(super) fn external_untyped() -> Values {
        Values::external(ExternalKind::OfUnknownType)
    }

    pub(super) fn external(kind: ExternalKind) -> Values {
        Values::one(Value::External(kind), Strategy::Imported)
    }

    /// Adds a value if it is new and there is room; all external values count as one.
    pub(super) fn push(&mut self, added: FoundValue) {
        for slot in &mut self.slots {
            match slot {
                Some(FoundValue { value: Value::External(known), .. }) if added.value.is_external() => {
                    if let Value::External(kind) = added.value {
                        *known = kind.max(*known);
                    }
                    return;
                }
                Some(known) if known.value == added.value => return,
                Some(_) => {}
                None => {
                    *slot = Some(added);
                    return;
                }
            }
        }
    }

    pub(super) fn extend(&mut self, values: Values) {
        values.iter().for_each(|found| self.push(found));
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = FoundValue> + use<> {
        self.slots.into_iter().flatten()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.slots[0].is_none()
    }

    /// The same values, each with at most the confidence of `strategy`.
    pub(super) fn limited_to(mut self, strategy: Strategy) -> Values {
        for found in self.slots.iter_mut().flatten() {
            found.strategy = weaker_strategy(found.strategy, strategy);
        }
        self
    }

    /// The same values; definitions have at most the confidence of `strategy`.
    pub(super) fn definitions_limited_to(mut self, strategy: Strategy) -> Values {
        for found in self.slots.iter_mut().flatten() {
            if let Value::Def(..) = found.value {
                found.strategy = weaker_strategy(found.strategy, strategy);
            }
        }
        self
    }

    /// The same values, as reached by an import: members of the imported module get the import's confidence.
    pub(super) fn as_imported(mut self) -> Values {
        for found in self.slots.iter_mut().flatten() {
            found.strategy = match found.strategy {
                Strategy::Lexical | Strategy::Qualified => Strategy::Imported,
                weaker => weaker,
            };
        }
        self
    }

    /// The same values; containers become unordered.
    pub(super) fn unordered(mut self) -> Values {
        for found in self.slots.iter_mut().flatten() {
            found.value = found.value.unordered();
        }
        self
    }

    /// Whether there are values, and all of them are external.
    pub(super) fn has_only_external(&self) -> bool {
        !self.is_empty() && self.iter().all(|found| found.value.is_external())
    }

    /// Whether one of the values is external and of unknown type.
    pub(super) fn may_be_any(&self) -> bool {
        self.iter().any(|found| found.value == Value::External(ExternalKind::OfUnknownType))
    }

    /// The same values. If `has_others`, the expression may have further values, so an external value gets an unknown
    /// type.
    pub(super) fn with_others(mut self, has_others: bool) -> Values {
        self.slots.iter_mut().flatten().filter(|found| has_others && found.value.is_external()).for_each(|found| {
            found.value = Value::External(ExternalKind::OfUnknownType);
        });
        self
    }
}

/// The strategy with the lower confidence; the first if they are equal.
pub(super) fn weaker_strategy(one: Strategy, other: Strategy) -> Strategy {
    if other.confidence() < one.confidence() { other } else { one }
}
