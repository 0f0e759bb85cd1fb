//! The values of type expressions, and the elements of containers.

use alloc::vec::Vec;

use super::value::{ExternalKind, FoundValue, Namespace, Value, Values};
use super::{Linker, Rules, Site, positions};
use crate::graph::facts::{BindingKind, Container, Expr, ExprId, FUNCTION_TYPE, ListItem};
use crate::graph::kind::{Strategy, SymbolKind};
use crate::graph::link::scope_index::FileScopes;

/// Python's generic types that stand for their arguments, such as `Optional`.
const TRANSPARENT_TYPES: &[&str] =
    &["Optional", "Union", "Annotated", "Final", "ClassVar", "Required", "NotRequired", "ReadOnly", "InitVar"];
/// Python's generic types whose argument is meant as a type instead of an instance.
const TYPE_WRAPPERS: &[&str] = &["Type", "type"];
/// Python's generic types whose last argument is the result of awaiting them.
const AWAITABLE_TYPES: &[&str] = &["Awaitable", "Coroutine", "Future", "Task"];
/// TypeScript's generic types that have the members of their first argument. Promises are among them, because `await`
/// is ignored.
const ECMASCRIPT_TRANSPARENT_TYPES: &[&str] =
    &["Awaited", "NonNullable", "Omit", "Partial", "Pick", "Promise", "PromiseLike", "Readonly", "Required"];
/// Rust's types that have the members of their argument.
const POINTER_TYPES: &[&str] = &[
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

/// Rust's types that wrap a value and give access to it through methods.
const CELL_TYPES: &[&str] = &["Cell", "Mutex", "OnceCell", "RefCell", "RwLock"];

impl Linker<'_> {
    /// The values that a type expression describes.
    pub(super) fn type_values(&mut self, site: Site, expr: ExprId) -> Values {
        self.run_bounded(|linker| linker.compute_type_values(site, expr))
    }

    fn compute_type_values(&mut self, site: Site, expr: ExprId) -> Values {
        let Some(scopes) = self.file(site.file) else { return Values::default() };
        match scopes.expr(expr) {
            Expr::Unknown => Values::default(),
            Expr::Generic(head, arguments) | Expr::Call(head, arguments) => {
                self.generic_values(site, scopes, expr, head, scopes.items(arguments))
            }
            Expr::Either(one, other) => {
                let mut values = self.type_values(site, one);
                values.extend(self.type_values(site, other));
                values
            }
            Expr::Items(..) => {
                Values::one(Value::Container(site.file, site.scope, expr, Namespace::Type), Strategy::Annotated)
            }
            Expr::Unwrapped(inner) => self.type_values(site, inner),
            Expr::EnclosingType => match self.enclosing_type(site) {
                Some((file, def)) => Values::one(Value::Instance(file, def), Strategy::SelfMember),
                None => Values::default(),
            },
            _ => {
                let types = self.eval(site, expr);
                self.instances(types, site, scopes, expr)
            }
        }
    }

    /// Replaces types by their instances; `expr` is the type expression.
    fn instances(&mut self, types: Values, site: Site, scopes: &FileScopes, expr: ExprId) -> Values {
        let mut values = Values::default();
        for found in types.iter() {
            match found.value {
                Value::Def(file, def) if self.is_type(file, def) || self.is_object(file, def) => {
                    values.push(FoundValue { value: Value::Instance(file, def), strategy: Strategy::Annotated });
                }
                Value::External(_) if last_name(self, scopes, expr) == Some("Self") => {
                    if let Some((file, def)) = self.enclosing_type(site) {
                        values.push(FoundValue { value: Value::Instance(file, def), strategy: Strategy::SelfMember });
                    }
                }
                // An alias has been resolved already: its value is the type meant.
                Value::Instance(..) | Value::Container(..) => values.push(found),
                Value::External(kind) => {
                    let kind = if kind == ExternalKind::ByName { ExternalKind::OfKnownType } else { kind };
                    values.push(FoundValue { value: Value::External(kind), ..found });
                }
                _ => {}
            }
        }
        values
    }

    fn is_type(&self, file: crate::graph::model::FileId, def: crate::graph::facts::DefId) -> bool {
        let kind = self.file(file).map(|scopes| scopes.definition(def).kind);
        matches!(kind, Some(SymbolKind::Class | SymbolKind::Interface | SymbolKind::Enum))
    }

    fn generic_values(
        &mut self,
        site: Site,
        scopes: &FileScopes,
        expr: ExprId,
        head: ExprId,
        arguments: &[ListItem],
    ) -> Values {
        let head_values = self.eval(site, head);
        if head_values.iter().any(|found| !found.value.is_external()) {
            return self.instances(head_values, site, scopes, head);
        }
        let name = last_name(self, scopes, head).unwrap_or_default();
        if self.rules(site.file) == Rules::Ecmascript && ECMASCRIPT_TRANSPARENT_TYPES.contains(&name) {
            return arguments.first().map_or(Values::default(), |item| self.type_values(site, item.value));
        }
        if self.rules(site.file) == Rules::Python {
            if TRANSPARENT_TYPES.contains(&name) {
                let mut values = Values::default();
                arguments.iter().for_each(|item| values.extend(self.type_values(site, item.value)));
                return values;
            }
            if TYPE_WRAPPERS.contains(&name) {
                return arguments.first().map_or(Values::default(), |item| self.eval(site, item.value));
            }
            if AWAITABLE_TYPES.contains(&name) {
                return arguments.last().map_or(Values::default(), |item| self.type_values(site, item.value));
            }
        }
        Values::one(Value::Container(site.file, site.scope, expr, Namespace::Type), Strategy::Annotated)
    }

    /// The elements of a container at an index, with at most the confidence of [`Strategy::Element`]. For `u32::MAX`,
    /// the elements at any index.
    pub(super) fn element(&mut self, container: FoundValue, index: u32) -> Values {
        self.element_of(container, index).limited_to(Strategy::Element)
    }

    /// The elements of a container, with at most the confidence of the container.
    pub(super) fn element_of(&mut self, container: FoundValue, index: u32) -> Values {
        let (value, index) = match container.value {
            Value::UnorderedContainer(file, scope, expr, namespace) => {
                (Value::Container(file, scope, expr, namespace), u32::MAX)
            }
            value => (value, index),
        };
        match value {
            Value::Container(file, scope, expr, namespace) => {
                let Some(scopes) = self.file(file) else { return Values::default() };
                let items: Vec<ExprId> = match scopes.expr(expr) {
                    Expr::Slice(sliced, bounds) => {
                        let site = Site { file, scope };
                        return self.run_bounded(|linker| linker.slice_element(site, sliced, bounds, index));
                    }
                    Expr::Items(Container::Sequence, list) if list.len > 1 => items_at_index(scopes.items(list), index),
                    Expr::Items(Container::Tuple, list) => items_at_index(scopes.items(list), index),
                    Expr::Items(Container::Mapping, _) if index == ITERATED_INDEX => Vec::new(),
                    Expr::Items(_, list) => scopes.items(list).iter().map(|item| item.value).collect(),
                    Expr::Generic(_, list) | Expr::Call(_, list) => {
                        self.element_types(scopes, expr, scopes.items(list), index)
                    }
                    _ => Vec::new(),
                };
                let mut values = Values::default();
                for item in items {
                    values.extend(match namespace {
                        Namespace::Value => self.eval(Site { file, scope }, item),
                        Namespace::Type => self.type_values(Site { file, scope }, item),
                    });
                }
                values
            }
            Value::GeneratorValues(file, function) => self.results_of(file, function, BindingKind::YieldValue),
            Value::External(_) => Values::external_untyped(),
            _ => Values::default(),
        }
    }

    /// Those arguments of a generic type that are the types of its elements.
    fn element_types(&self, scopes: &FileScopes, expr: ExprId, arguments: &[ListItem], index: u32) -> Vec<ExprId> {
        let name = last_name(self, scopes, expr).unwrap_or_default();
        let values: Vec<ExprId> = arguments.iter().map(|item| item.value).collect();
        match (name, values.as_slice()) {
            (FUNCTION_TYPE, _) => Vec::new(),
            ("tuple" | "Tuple", _) => items_at_index(arguments, index),
            (_, [key, value]) if name.contains("ict") || name.ends_with("Map") || matches!(name, "Mapping" | "map") => {
                vec![if index == ITERATED_INDEX { *key } else { *value }]
            }
            (_, [first, ..]) => vec![*first],
            (_, []) => Vec::new(),
        }
    }
}

/// Pseudo-index of the values that an iteration gives; of a map these are the keys.
pub(super) const ITERATED_INDEX: u32 = u32::MAX - 1;

/// The items that may be at an index.
fn items_at_index(items: &[ListItem], index: u32) -> Vec<ExprId> {
    positions::items_at(items, index).iter().map(|item| item.value).collect()
}

/// The last name of a type expression, as written.
pub(super) fn last_name<'a>(linker: &Linker<'a>, scopes: &FileScopes, expr: ExprId) -> Option<&'a str> {
    let mut at = expr;
    loop {
        match scopes.expr(at) {
            Expr::Name(name, _) | Expr::Member(_, name) | Expr::Scoped(_, name) => {
                return Some(linker.text(scopes.name(name)));
            }
            Expr::Generic(head, _) | Expr::Call(head, _) | Expr::Element(head, _) | Expr::Indexed(head, _) => {
                at = head;
            }
            _ => return None,
        }
    }
}

/// Whether a Rust type wraps a value that its methods give access to.
pub(super) fn is_wrapper(linker: &Linker<'_>, scopes: &FileScopes, expr: ExprId) -> bool {
    last_name(linker, scopes, expr).is_some_and(|name| POINTER_TYPES.contains(&name) || CELL_TYPES.contains(&name))
}

/// Whether a Rust type has the members of its argument, as `Box` does.
pub(super) fn is_pointer(linker: &Linker<'_>, scopes: &FileScopes, expr: ExprId) -> bool {
    last_name(linker, scopes, expr).is_some_and(|name| POINTER_TYPES.contains(&name))
}
