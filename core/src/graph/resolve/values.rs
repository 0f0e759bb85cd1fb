//! What expressions stand for.

use super::bounds::Question;
use super::containers::{ITSELF, KEEPING};
use super::keys::Key;
use super::types::KEYS;
use super::value::{Found, Reading, Value, Values, weaker};
use super::{Linker, Place, Rules};
use crate::graph::code::{Bound, FileCode};
use crate::graph::facts::{Binding, BindingKind, DefId, Expr, ExprId, Item, Marks, ReferenceKind};
use crate::graph::kind::{Strategy, SymbolKind};
use crate::graph::links::FileId;
use crate::graph::names::NameId;

/// The most signatures before a function's own that are looked at.
const MOST_OVERLOADS: usize = 256;
/// The most `return`s and `yield`s of a function that are looked at.
const MOST_RESULTS: usize = 256;
/// The most calls of a function that are looked at for what reaches a parameter.
const MOST_CALLS: usize = 8;

impl Linker<'_> {
    /// What an expression stands for; empty where nothing is known.
    pub(super) fn eval(&mut self, place: Place, expr: ExprId) -> Values {
        if expr == ExprId(0) {
            return Values::default();
        }
        let question = Question::Value(place.file, expr);
        if let Some(known) = self.memo.get(place.file, expr) {
            self.reuse(question);
            return known;
        }
        // While it is being found out, an expression that depends on itself stands for nothing.
        self.memo.set(place.file, expr, Values::default());
        let outer = self.open();
        let values = self.bounded(|linker| match linker.latest(place, expr) {
            Some(values) => values,
            None => {
                let named = linker.named(place, expr);
                linker.read_all(named)
            }
        });
        self.memo.set(place.file, expr, values);
        self.close(question, outer);
        values
    }

    /// What all that is named is worth.
    pub(super) fn read_all(&mut self, named: Values) -> Values {
        let mut values = Values::default();
        named.iter().for_each(|found| values.extend(self.read(found)));
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
            Expr::Keyed(of, key) => self.under(place, of, Key::Text(code.name(key))),
            Expr::Indexed(of, index) => self.indexed(place, of, index),
            Expr::Slice(of, ..) => self.sliced(place, of, expr),
            Expr::Pair(_, value) => self.eval(place, value),
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
            Expr::Literal(_) | Expr::Text(_) | Expr::Number(_) => Values::external(),
            Expr::Items(..) => {
                Values::one(Value::Held(place.file, place.scope, expr, Reading::Value), Strategy::Constructed)
            }
            Expr::Either(one, other) => {
                let mut values = self.eval(place, one);
                values.extend(self.eval(place, other));
                values
            }
            Expr::Generic(..) if self.is_signature(code, expr) => {
                Values::one(Value::Held(place.file, place.scope, expr, Reading::Type), Strategy::Annotated)
            }
            Expr::Generic(head, _) => self.eval(place, head),
            Expr::Lambda(def) => Values::one(Value::Def(place.file, def), Strategy::Lexical),
        }
    }

    /// A bare name; in Rust, where nothing binds it, a crate of the project.
    fn first_name(&mut self, place: Place, code: &FileCode, name: crate::graph::facts::Name, at: u32) -> Values {
        let values = self.lexical(place, name, at);
        if values.only_external() && self.rules(place.file) == Rules::Rust {
            return self.rust_crate_named(place.file, code.name(name));
        }
        values
    }

    /// A member of whatever an expression stands for.
    pub(super) fn members(&mut self, place: Place, of: ExprId, name: NameId) -> Values {
        self.each(place, of, |linker, found| linker.bounded(|linker| linker.member(found, name)))
    }

    pub(super) fn each(
        &mut self,
        place: Place,
        of: ExprId,
        mut step: impl FnMut(&mut Self, Found) -> Values,
    ) -> Values {
        let mut values = Values::default();
        for found in self.eval(place, of).iter() {
            values.extend(step(self, found));
        }
        values
    }

    /// What a method of this name returns.
    pub(super) fn through_method(&mut self, found: Found, method: &str) -> Values {
        let Some(name) = self.special(method) else { return Values::default() };
        let mut values = Values::default();
        for method in self.bounded(|linker| linker.member(found, name)).iter() {
            values.extend(self.called(method));
        }
        values
    }

    fn call(&mut self, place: Place, code: &FileCode, callee: ExprId, arguments: &[Item]) -> Values {
        if self.rules(place.file) == Rules::Go && self.is_container_type(code, callee) {
            return self.typed(place, callee);
        }
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
            let containers = self.eval(place, only.value);
            return self.kept(containers, self.text(code.name(name)));
        }
        self.each(place, callee, |linker, found| linker.called(found))
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
            Value::Held(..) => self.bounded(|linker| linker.given(callee).unwrap_or_default()).at_most(callee.strategy),
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
        if code
            .results(def)
            .iter()
            .take(MOST_RESULTS)
            .any(|entry| self.result_kind(code, entry.bound()) == Some(BindingKind::Yielded))
        {
            return Values::one(Value::Yields(file, def), Strategy::Returned);
        }
        let mut values = self.results_of(file, def, BindingKind::Returned);
        if values.is_empty() || values.only_external() {
            values.extend(self.told_by_overloads(file, code, def));
        }
        values.at_most(Strategy::Returned)
    }

    /// What the signatures that stand before a function's own say that it gives back.
    fn told_by_overloads(&mut self, file: FileId, code: &FileCode, def: DefId) -> Values {
        let definition = code.definition(def);
        let mut values = Values::default();
        let bound = code.bound(definition.parent, code.name(definition.name));
        let before = &bound[..bound.partition_point(|entry| entry.at <= definition.seen().0)];
        for entry in &before[before.len().saturating_sub(MOST_OVERLOADS)..] {
            let Bound::Definition(other) = entry.bound() else { continue };
            let overload = code.definition(other);
            if other < def && overload.marks.has(Marks::ABSTRACT) && overload.returns != ExprId(0) {
                values.extend(self.typed(Place { file, scope: other }, overload.returns));
            }
        }
        values
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
        for entry in code.results(function).iter().take(MOST_RESULTS) {
            let Bound::Binding(at) = entry.bound() else { continue };
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
            if !self.only_signatures(typed) {
                return typed;
            }
            let mut values = self.handed_values(file, code, binding);
            values.extend(typed);
            return values;
        }
        self.handed_values(file, code, binding)
    }

    /// The values that a binding gives its name, whatever its annotation says.
    fn handed_values(&mut self, file: FileId, code: &FileCode, binding: &Binding) -> Values {
        let place = Place { file, scope: binding.scope };
        let Binding { value, index, .. } = *binding;
        match binding.kind {
            BindingKind::Assigned
            | BindingKind::Reassigned
            | BindingKind::Field
            | BindingKind::Stored
            | BindingKind::Replaced
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
            BindingKind::Parameter => {
                let is_anonymous = code.definition(binding.owner).marks.has(Marks::ANONYMOUS);
                let given = if is_anonymous { Self::expected_of } else { Self::arguments_of };
                let mut values = given(self, file, code, binding);
                values.extend(self.default_of(place, value));
                values
            }
            BindingKind::Rest => Values::default(),
            BindingKind::Element => self.each(place, value, |linker, found| match found.value {
                _ if linker.rules(place.file) == Rules::Go => linker.go_key(found),
                Value::Instance(..) => linker.iterated(found),
                _ => linker.element(found, KEYS),
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
            BindingKind::Part => self.each(place, value, |linker, found| {
                let part = linker.element_of(found, u32::from(index));
                // A result's place says which it is, as its type does.
                let is_result = linker.rules(place.file) == Rules::Go;
                part.at_most(if is_result { found.strategy } else { weaker(found.strategy, Strategy::Element) })
            }),
        }
    }

    /// What iterating over an instance gives: what its `__iter__` yields, or the `__next__` of what that returns; in Rust
    /// its `Item`.
    fn iterated(&mut self, found: Found) -> Values {
        if let Value::Instance(file, _) = found.value
            && self.rules(file) == Rules::Rust
        {
            return self.items_of(found).at_most(Strategy::Element);
        }
        let mut values = Values::default();
        for iterator in self.through_method(found, "__iter__").iter() {
            values.extend(match iterator.value {
                Value::Instance(..) => self.through_method(iterator, "__next__").at_most(Strategy::Element),
                _ => self.element(iterator, KEYS),
            });
        }
        values
    }

    /// What calls in the same file pass to a parameter.
    fn arguments_of(&mut self, file: FileId, code: &FileCode, parameter: &Binding) -> Values {
        let function = parameter.owner;
        let definition = code.definition(function);
        let parent = code.definition(definition.parent);
        let is_constructor = Some(self.text(code.name(definition.name))) == self.rules(file).constructor();
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

    /// What a parameter is where nothing is passed. One that then is nothing, empty or of elsewhere tells nothing of what
    /// it is otherwise.
    fn default_of(&mut self, place: Place, default: ExprId) -> Values {
        let mut values = Values::default();
        for found in self.eval(place, default).iter() {
            if matches!(found.value, Value::Def(..) | Value::Instance(..)) {
                values.push(found);
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
