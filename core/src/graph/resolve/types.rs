//! What a type expression says its values are, and what containers hold.

use alloc::vec::Vec;

use super::value::{Found, Reading, Value, Values};
use super::{Linker, Place, Rules, places};
use crate::graph::code::FileCode;
use crate::graph::facts::{BindingKind, Container, Expr, ExprId, FUNCTION_TYPE, Item};
use crate::graph::kind::{Strategy, SymbolKind};

/// Python's generic types that stand for what they are given.
const TRANSPARENT: &[&str] =
    &["Optional", "Union", "Annotated", "Final", "ClassVar", "Required", "NotRequired", "ReadOnly", "InitVar"];
/// Python's generic types that stand for the type itself.
const META: &[&str] = &["Type", "type"];
/// Python's generic types that an await opens.
const AWAITED: &[&str] = &["Awaitable", "Coroutine", "Future", "Task"];
/// TypeScript's generic types that stand for what they are first given, as members go; an await sees no promise.
const ECMASCRIPT_TRANSPARENT: &[&str] =
    &["Awaited", "NonNullable", "Omit", "Partial", "Pick", "Promise", "PromiseLike", "Readonly", "Required"];
/// Rust's types whose members are those of what they hold.
const POINTERS: &[&str] = &[
    "Box",
    "Rc",
    "Arc",
    "Cow",
    "Pin",
    "Ref",
    "RefMut",
    "MutexGuard",
    "RwLockReadGuard",
    "RwLockWriteGuard",
    "ManuallyDrop",
    "LazyLock",
    "LazyCell",
    "OnceLock",
];

/// Rust's types that wrap a value and lend it by a method.
const CELLS: &[&str] = &["Cell", "Mutex", "OnceCell", "RefCell", "RwLock"];

impl Linker<'_> {
    /// What the values of a type expression are.
    pub(super) fn typed(&mut self, place: Place, expr: ExprId) -> Values {
        self.bounded(|linker| linker.typed_step(place, expr))
    }

    fn typed_step(&mut self, place: Place, expr: ExprId) -> Values {
        let Some(code) = self.file(place.file) else { return Values::default() };
        match code.expr(expr) {
            Expr::Unknown => Values::default(),
            Expr::Generic(head, arguments) | Expr::Call(head, arguments) => {
                self.typed_generic(place, code, expr, head, code.items(arguments))
            }
            Expr::Either(one, other) => {
                let mut values = self.typed(place, one);
                values.extend(self.typed(place, other));
                values
            }
            Expr::Items(..) => {
                Values::one(Value::Held(place.file, place.scope, expr, Reading::Type), Strategy::Annotated)
            }
            Expr::Opened(inner) => self.typed(place, inner),
            Expr::EnclosingType => match self.enclosing_type(place) {
                Some((file, def)) => Values::one(Value::Instance(file, def), Strategy::SelfMember),
                None => Values::default(),
            },
            _ => {
                let heads = self.eval(place, expr);
                self.instances(heads, place, code, expr)
            }
        }
    }

    /// Types as their instances.
    fn instances(&mut self, heads: Values, place: Place, code: &FileCode, expr: ExprId) -> Values {
        let mut values = Values::default();
        for head in heads.iter() {
            match head.value {
                Value::Def(file, def) if self.is_type(file, def) => {
                    values.push(Found { value: Value::Instance(file, def), strategy: Strategy::Annotated });
                }
                Value::External if last_name(self, code, expr) == Some("Self") => {
                    if let Some((file, def)) = self.enclosing_type(place) {
                        values.push(Found { value: Value::Instance(file, def), strategy: Strategy::SelfMember });
                    }
                }
                // An alias has been read already: what it holds is what it means.
                Value::Instance(..) | Value::Held(..) | Value::External => values.push(head),
                _ => {}
            }
        }
        values
    }

    fn is_type(&self, file: crate::graph::links::FileId, def: crate::graph::facts::DefId) -> bool {
        let kind = self.file(file).map(|code| code.definition(def).kind);
        matches!(kind, Some(SymbolKind::Class | SymbolKind::Interface | SymbolKind::Enum))
    }

    fn typed_generic(
        &mut self,
        place: Place,
        code: &FileCode,
        expr: ExprId,
        head: ExprId,
        arguments: &[Item],
    ) -> Values {
        let heads = self.eval(place, head);
        if heads.iter().any(|found| !matches!(found.value, Value::External)) {
            return self.instances(heads, place, code, head);
        }
        let name = last_name(self, code, head).unwrap_or_default();
        if self.rules(place.file) == Rules::Ecmascript && ECMASCRIPT_TRANSPARENT.contains(&name) {
            return arguments.first().map_or(Values::default(), |item| self.typed(place, item.value));
        }
        if self.rules(place.file) == Rules::Python {
            if TRANSPARENT.contains(&name) {
                let mut values = Values::default();
                arguments.iter().for_each(|item| values.extend(self.typed(place, item.value)));
                return values;
            }
            if META.contains(&name) {
                return arguments.first().map_or(Values::default(), |item| self.eval(place, item.value));
            }
            if AWAITED.contains(&name) {
                return arguments.last().map_or(Values::default(), |item| self.typed(place, item.value));
            }
        }
        Values::one(Value::Held(place.file, place.scope, expr, Reading::Type), Strategy::Annotated)
    }

    /// What a container gives for an index, or for any where the index is `u32::MAX`.
    pub(super) fn element(&mut self, of: Found, index: u32) -> Values {
        self.element_of(of, index).at_most(Strategy::Element)
    }

    /// The same, as sure as the container's type.
    pub(super) fn element_of(&mut self, of: Found, index: u32) -> Values {
        let (value, index) = match of.value {
            Value::HeldValues(file, scope, expr, reading) => (Value::Held(file, scope, expr, reading), u32::MAX),
            value => (value, index),
        };
        match value {
            Value::Held(file, scope, expr, reading) => {
                let Some(code) = self.file(file) else { return Values::default() };
                let items: Vec<ExprId> = match code.expr(expr) {
                    Expr::Slice(of, bounds) => {
                        let place = Place { file, scope };
                        return self.bounded(|linker| linker.slice_element(place, of, bounds, index));
                    }
                    Expr::Items(Container::Sequence, list) if list.len > 1 => at_index(code.items(list), index),
                    Expr::Items(Container::Tuple, list) => at_index(code.items(list), index),
                    Expr::Items(Container::Mapping, _) if index == KEYS => Vec::new(),
                    Expr::Items(_, list) => code.items(list).iter().map(|item| item.value).collect(),
                    Expr::Generic(_, list) | Expr::Call(_, list) => {
                        self.held_by_type(code, expr, code.items(list), index)
                    }
                    _ => Vec::new(),
                };
                let mut values = Values::default();
                for item in items {
                    values.extend(match reading {
                        Reading::Value => self.eval(Place { file, scope }, item),
                        Reading::Type => self.typed(Place { file, scope }, item),
                    });
                }
                values
            }
            Value::Yields(file, function) => self.results_of(file, function, BindingKind::Yielded),
            Value::External => Values::external(),
            _ => Values::default(),
        }
    }

    /// Which arguments of a generic type are what it holds.
    fn held_by_type(&self, code: &FileCode, expr: ExprId, arguments: &[Item], index: u32) -> Vec<ExprId> {
        let name = last_name(self, code, expr).unwrap_or_default();
        let values: Vec<ExprId> = arguments.iter().map(|item| item.value).collect();
        match (name, values.as_slice()) {
            (FUNCTION_TYPE, _) => Vec::new(),
            ("tuple" | "Tuple", _) => at_index(arguments, index),
            (_, [key, value]) if name.contains("ict") || name.ends_with("Map") || matches!(name, "Mapping" | "map") => {
                vec![if index == KEYS { *key } else { *value }]
            }
            (_, [first, ..]) => vec![*first],
            (_, []) => Vec::new(),
        }
    }
}

/// As an index: what iterating gives, which for maps are the keys.
pub(super) const KEYS: u32 = u32::MAX - 1;

/// What may stand at an index.
fn at_index(items: &[Item], index: u32) -> Vec<ExprId> {
    places::at(items, index).iter().map(|item| item.value).collect()
}

/// The last name of a type expression, as it is written.
pub(super) fn last_name<'a>(linker: &Linker<'a>, code: &FileCode, expr: ExprId) -> Option<&'a str> {
    let mut at = expr;
    loop {
        match code.expr(at) {
            Expr::Name(name, _) | Expr::Member(_, name) | Expr::Scoped(_, name) => {
                return Some(linker.text(code.name(name)));
            }
            Expr::Generic(head, _) | Expr::Call(head, _) | Expr::Element(head, _) | Expr::Indexed(head, _) => {
                at = head;
            }
            _ => return None,
        }
    }
}

/// Whether a Rust type wraps one value, to which its own methods give access.
pub(super) fn is_wrapper(linker: &Linker<'_>, code: &FileCode, expr: ExprId) -> bool {
    last_name(linker, code, expr).is_some_and(|name| POINTERS.contains(&name) || CELLS.contains(&name))
}

/// Whether a Rust type's members are those of what it holds.
pub(super) fn passes_through(linker: &Linker<'_>, code: &FileCode, expr: ExprId) -> bool {
    last_name(linker, code, expr).is_some_and(|name| POINTERS.contains(&name))
}
