//! What expressions stand for.

use super::types::{KEYS, is_wrapper};
use super::value::{Found, Reading, Value, Values};
use super::{Linker, Place, Rules};
use crate::graph::code::{Bound, FileCode};
use crate::graph::facts::{Binding, BindingKind, Container, DefId, Expr, ExprId, Item, Name, ReferenceKind};
use crate::graph::kind::{Strategy, SymbolKind};
use crate::graph::links::FileId;
use crate::graph::names::NameId;

/// The most calls of a function that are looked at for what reaches a parameter.
const MOST_CALLS: usize = 8;
/// Methods of outside containers that give one of what they hold.
const OPENING: &[&str] = &[
    "get",
    "pop",
    "popleft",
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
const KEEPING: &[&str] = &[
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
    "iter",
    "context",
    "with_context",
    "borrow",
    "to_owned",
    "by_ref",
    "inspect",
];

/// Methods of Rust that give the very value, or access to it, where its type has no such method.
const ITSELF: &[&str] = &[
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
    /// What an expression stands for; empty where nothing is known.
    pub(super) fn eval(&mut self, place: Place, expr: ExprId) -> Values {
        if expr == ExprId(0) {
            return Values::default();
        }
        if let Some(&known) = self.memo.get(&(place.file, expr)) {
            return known;
        }
        // While it is being found out, an expression that depends on itself stands for nothing.
        self.memo.insert((place.file, expr), Values::default());
        let values = self.bounded(|linker| {
            let mut values = Values::default();
            for found in linker.named(place, expr).iter() {
                values.extend(linker.read(found));
            }
            values
        });
        self.memo.insert((place.file, expr), values);
        values
    }

    /// What an expression names: a definition or variable itself rather than its value.
    pub(super) fn named(&mut self, place: Place, expr: ExprId) -> Values {
        let Some(code) = self.file(place.file) else { return Values::default() };
        match code.expr(expr) {
            Expr::Unknown => Values::default(),
            Expr::Name(name, at) => self.first_name(place, code, name, at),
            Expr::Member(of, name) | Expr::Scoped(of, name) => {
                let name = code.name(name);
                self.members(place, of, name)
            }
            Expr::Call(callee, arguments) => self.call(place, code, callee, code.items(arguments)),
            Expr::Element(of, index) => self.at_place(place, of, index),
            Expr::Keyed(of, key) => {
                let key = code.name(key);
                self.each(place, of, |linker, found| linker.keyed(place, found, key))
            }
            Expr::Awaited(inner) => self.eval(place, inner),
            Expr::Opened(inner) => self.opened(place, inner),
            Expr::EnclosingType => match self.enclosing_type(place) {
                Some((file, def)) => Values::one(Value::Def(file, def), Strategy::SelfMember),
                None => Values::default(),
            },
            Expr::Parents => match self.enclosing_type(place) {
                Some((file, def)) => Values::one(Value::Parents(file, def), Strategy::SuperMember),
                None => Values::default(),
            },
            Expr::Root(level) => self.rust_root(place.file, place.scope, level),
            Expr::Literal(_) => Values::external(),
            Expr::Items(..) => {
                Values::one(Value::Held(place.file, place.scope, expr, Reading::Value), Strategy::Constructed)
            }
            Expr::Either(one, other) => {
                let mut values = self.eval(place, one);
                values.extend(self.eval(place, other));
                values
            }
            Expr::Generic(head, _) => self.eval(place, head),
            Expr::Lambda(def) => Values::one(Value::Def(place.file, def), Strategy::Lexical),
        }
    }

    /// A bare name; in Rust, where nothing binds it, a crate of the project.
    fn first_name(&mut self, place: Place, code: &FileCode, name: crate::graph::facts::Name, at: u32) -> Values {
        let values = self.lexical(place, name, at);
        if values.only_external() && self.rules(place.file) == Rules::Rust {
            return self.rust_crate_named(code.name(name));
        }
        values
    }

    /// A member of whatever an expression stands for.
    fn members(&mut self, place: Place, of: ExprId, name: NameId) -> Values {
        self.each(place, of, |linker, found| linker.bounded(|linker| linker.member(found, name)))
    }

    fn each(&mut self, place: Place, of: ExprId, mut step: impl FnMut(&mut Self, Found) -> Values) -> Values {
        let mut values = Values::default();
        for found in self.eval(place, of).iter() {
            values.extend(step(self, found));
        }
        values
    }

    /// `value?`, `*value`: what a container holds, else the value itself.
    fn opened(&mut self, place: Place, inner: ExprId) -> Values {
        self.each(place, inner, |linker, found| match found.value {
            Value::Held(..) | Value::HeldValues(..) => linker.element(place, found, u32::MAX).at_most(found.strategy),
            _ => Values::one(found.value, found.strategy),
        })
    }

    /// `value[index]`. Where the value may be one of several containers, or has got items since, no place is certain.
    fn at_place(&mut self, place: Place, of: ExprId, index: u32) -> Values {
        let containers = self.eval(place, of);
        let is_held = |found: &Found| matches!(found.value, Value::Held(..));
        let index = if containers.iter().filter(is_held).count() > 1 { u32::MAX } else { index };
        let mut values = Values::default();
        containers.iter().for_each(|found| values.extend(self.subscript(place, found, index)));
        values
    }

    /// `value[index]`: of a container what it holds, of an instance what its `__getitem__` returns, of a type the type.
    fn subscript(&mut self, place: Place, found: Found, index: u32) -> Values {
        match found.value {
            Value::Def(..) => Values::one(found.value, found.strategy),
            Value::Instance(..) => self.through_method(found, "__getitem__"),
            _ => self.element(place, found, index),
        }
    }

    /// `value["key"]`: of a display what stands under the key, else like any index.
    fn keyed(&mut self, place: Place, found: Found, key: NameId) -> Values {
        if let Value::Held(file, scope, expr, Reading::Value) = found.value
            && let Some(code) = self.file(file)
            && let Expr::Items(Container::Mapping, list) = code.expr(expr)
        {
            let mut values = Values::default();
            for item in code.items(list).iter().filter(|item| item.name.0 == 0 || code.name(item.name) == key) {
                values.extend(self.eval(Place { file, scope }, item.value));
            }
            return values.at_most(Strategy::Element);
        }
        self.subscript(place, found, u32::MAX)
    }

    /// What a method of this name returns.
    fn through_method(&mut self, found: Found, method: &str) -> Values {
        let Some(name) = self.graph.names.get(method) else { return Values::default() };
        let mut values = Values::default();
        for method in self.bounded(|linker| linker.member(found, name)).iter() {
            values.extend(self.called(method));
        }
        values
    }

    fn call(&mut self, place: Place, code: &FileCode, callee: ExprId, arguments: &[Item]) -> Values {
        if let Expr::Member(of, name) = code.expr(callee) {
            let method = self.text(code.name(name));
            let receivers = self.eval(place, of);
            if receivers.iter().any(|found| matches!(found.value, Value::Held(..) | Value::HeldValues(..))) {
                return self.container_method(receivers, method);
            }
            if self.rules(place.file) == Rules::Rust && ITSELF.contains(&method) {
                return self.itself(place, callee, receivers);
            }
        } else if let Expr::Scoped(of, name) = code.expr(callee) {
            if let Some(made) = self.made_by_name(place, code, of, name, arguments) {
                return made;
            }
        } else if let (Expr::Name(name, _), [only]) = (code.expr(callee), arguments)
            && KEEPING.contains(&self.text(code.name(name)))
            && self.eval(place, callee).only_external()
        {
            // `list(x)`, `sorted(x)`: another container of the same.
            return self.eval(place, only.value);
        }
        self.each(place, callee, |linker, found| linker.called(found))
    }

    /// What a method that may be a type's own gives: what that returns, else the receiver again.
    fn itself(&mut self, place: Place, callee: ExprId, receivers: Values) -> Values {
        let called = self.each(place, callee, |linker, found| linker.called(found));
        if called.is_empty() || called.only_external() { receivers } else { called }
    }

    /// `Type::default()` of a type that derives it, and `Arc::new(value)`, which holds the value.
    fn made_by_name(
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

    fn container_method(&mut self, receivers: Values, method: &str) -> Values {
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
            Value::Held(file, scope, ..) | Value::HeldValues(file, scope, ..) if OPENING.contains(&method) => {
                self.element(Place { file, scope }, found, u32::MAX)
            }
            Value::Held(file, scope, expr, reading) if VALUES.contains(&method) => {
                Values::one(Value::HeldValues(file, scope, expr, reading), found.strategy)
            }
            _ if KEEPING.contains(&method) => Values::one(found.value, found.strategy),
            _ => self.through_method(found, method),
        }
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

    /// What calling it gives.
    pub(super) fn called(&mut self, callee: Found) -> Values {
        use SymbolKind::*;
        match callee.value {
            Value::Def(file, def) => {
                let Some(code) = self.file(file) else { return Values::default() };
                match code.definition(def).kind {
                    Class | Interface | Enum => {
                        Values::one(Value::Instance(file, def), Strategy::Constructed).at_most(callee.strategy)
                    }
                    Constant if super::members::is_variant(code, def) => {
                        Values::one(Value::Instance(file, code.definition(def).parent), Strategy::Constructed)
                    }
                    Function | Method => self.bounded(|linker| linker.returned(file, def)).at_most(callee.strategy),
                    _ => Values::default(),
                }
            }
            // A variant that carries something has been read as an instance already.
            Value::Instance(file, _) if self.rules(file) == Rules::Rust => Values::one(callee.value, callee.strategy),
            Value::Instance(..) => self.through_method(callee, "__call__"),
            Value::External => Values::external(),
            _ => Values::default(),
        }
    }

    /// What a function gives back: what it says, else what its `return`s show.
    pub(super) fn returned(&mut self, file: FileId, def: DefId) -> Values {
        let Some(code) = self.file(file) else { return Values::default() };
        let definition = code.definition(def);
        let says = definition.returns;
        if says != ExprId(0) {
            return self.typed(Place { file, scope: def }, says).at_most(Strategy::Returned);
        }
        if code.results(def).iter().any(|entry| self.result_kind(code, entry.bound) == Some(BindingKind::Yielded)) {
            return Values::one(Value::Yields(file, def), Strategy::Returned);
        }
        self.results_of(file, def, BindingKind::Returned).at_most(Strategy::Returned)
    }

    fn result_kind(&self, code: &FileCode, bound: Bound) -> Option<BindingKind> {
        match bound {
            Bound::Binding(at) => Some(code.facts.bindings[at as usize].kind),
            _ => None,
        }
    }

    /// The values of a function's `return`s or `yield`s.
    pub(super) fn results_of(&mut self, file: FileId, function: DefId, kind: BindingKind) -> Values {
        let Some(code) = self.file(file) else { return Values::default() };
        let mut values = Values::default();
        for entry in code.results(function) {
            let Bound::Binding(at) = entry.bound else { continue };
            let binding = &code.facts.bindings[at as usize];
            if binding.kind == kind {
                values.extend(self.eval(Place { file, scope: binding.scope }, binding.value));
            }
        }
        values
    }

    /// The values that a binding gives its name.
    pub(super) fn binding_values(&mut self, file: FileId, at: u32) -> Values {
        let Some(code) = self.file(file) else { return Values::default() };
        let binding = &code.facts.bindings[at as usize];
        let place = Place { file, scope: binding.scope };
        if binding.annotation != ExprId(0) && binding.kind != BindingKind::Element {
            let typed = self.typed(place, binding.annotation);
            if !typed.is_empty() {
                return typed;
            }
        }
        let Binding { value, index, .. } = *binding;
        match binding.kind {
            BindingKind::Assigned
            | BindingKind::Field
            | BindingKind::Stored
            | BindingKind::Returned
            | BindingKind::Yielded => self.eval(place, value),
            BindingKind::Receiver => match self.enclosing_type(place) {
                Some((file, def)) => Values::one(Value::Instance(file, def), Strategy::SelfMember),
                None => Values::default(),
            },
            BindingKind::ClassReceiver => match self.enclosing_type(place) {
                Some((file, def)) => Values::one(Value::Def(file, def), Strategy::SelfMember),
                None => Values::default(),
            },
            BindingKind::Parameter => self.arguments_of(file, code, binding),
            BindingKind::Rest => Values::default(),
            BindingKind::Element => self.each(place, value, |linker, found| match found.value {
                Value::Instance(..) => linker.iterated(place, found),
                _ => linker.element(place, found, KEYS),
            }),
            BindingKind::Entered => self.each(place, value, |linker, found| {
                let entered = linker.through_method(found, "__enter__");
                if entered.is_empty() || entered.only_external() {
                    Values::one(found.value, found.strategy)
                } else {
                    entered
                }
            }),
            BindingKind::Caught => self.typed(place, value),
            BindingKind::Part => {
                self.each(place, value, |linker, found| linker.element(place, found, u32::from(index)))
            }
        }
    }

    /// What iterating over an instance gives: what its `__iter__` yields or returns.
    fn iterated(&mut self, place: Place, found: Found) -> Values {
        let mut values = Values::default();
        for iterator in self.through_method(found, "__iter__").iter() {
            values.extend(self.element(place, iterator, KEYS));
        }
        values
    }

    /// What calls in the same file pass to a parameter.
    fn arguments_of(&mut self, file: FileId, code: &FileCode, parameter: &Binding) -> Values {
        let function = parameter.owner;
        let definition = code.definition(function);
        let parent = code.definition(definition.parent);
        let is_constructor = self.text(code.name(definition.name)) == "__init__";
        let name = code.name(if is_constructor { parent.name } else { definition.name });
        self.consult_elsewhere(file, name);
        let callee = if is_constructor { definition.parent } else { function };
        let mut values = Values::default();
        for call in code.calls_named(name).take(MOST_CALLS) {
            let reference = &code.facts.references[call as usize];
            let Expr::Call(called, arguments) = code.expr(reference.expr) else { continue };
            if reference.kind != ReferenceKind::Call {
                continue;
            }
            let place = Place { file, scope: reference.scope };
            let reaches = self.eval(place, called).iter().any(|found| found.value == Value::Def(file, callee));
            if let (true, Some(value)) = (reaches, argument(code.items(arguments), parameter)) {
                values.extend(self.eval(place, value));
            }
        }
        values.at_most(Strategy::Flow)
    }
}

/// The argument for a parameter, by keyword or place.
fn argument(arguments: &[Item], parameter: &Binding) -> Option<ExprId> {
    let keyword = arguments.iter().find(|item| item.name == parameter.name && item.name.0 != 0);
    let placed = || arguments.get(parameter.index as usize).filter(|item| item.name.0 == 0);
    keyword.or_else(placed).map(|item| item.value)
}
