//! Evaluates expressions to the values that they can have.

use super::bounds::Question;
use super::containers::{RECEIVER_METHODS, SAME_CONTAINER_METHODS};
use super::keys::Key;
use super::types::ITERATED_INDEX;
use super::value::{ExternalKind, FoundValue, Namespace, Value, Values, weaker_strategy};
use super::{Linker, Rules, Site};
use crate::graph::facts::{Binding, BindingKind, DefId, Expr, ExprId, Flags, ListItem, Literal, Name, ReferenceKind};
use crate::graph::kind::{Strategy, SymbolKind};
use crate::graph::link::scope_index::{BoundItem, FileScopes};
use crate::graph::model::FileId;
use crate::graph::model::names::NameId;

/// The most declarations before a function that are searched for its overload signatures.
const MAX_OVERLOADS: usize = 256;
/// The most `return`s and `yield`s of a function that are considered.
const MAX_RESULTS: usize = 256;
/// The most calls by a function's name that are searched for the arguments of a parameter.
const MAX_CALLS: usize = 8;

impl Linker<'_> {
    /// The values of an expression; empty if nothing is known.
    pub(super) fn eval(&mut self, site: Site, expr: ExprId) -> Values {
        if expr == ExprId(0) {
            return Values::default();
        }
        let question = Question::Value(site.file, expr);
        if let Some(cached) = self.memo.get(site.file, expr) {
            self.reuse_answer(question);
            return cached;
        }
        // While it is being evaluated, an expression that depends on itself has no value.
        self.memo.set(site.file, expr, Values::default());
        let outer_is_cut = self.start_answer();
        let values = self.run_bounded(|linker| match linker.reaching_values(site, expr) {
            Some(values) => values,
            None => {
                let definitions = linker.named_values(site, expr);
                linker.read_all(definitions)
            }
        });
        self.memo.set(site.file, expr, values);
        self.finish_answer(question, outer_is_cut);
        values
    }

    /// The values of all definitions and variables in `definitions`.
    pub(super) fn read_all(&mut self, definitions: Values) -> Values {
        let (mut values, mut has_unknown) = (Values::default(), false);
        for found in definitions.iter() {
            let read_values = self.read_definition(found);
            has_unknown |= read_values.is_empty();
            values.extend(read_values);
        }
        values.with_others(has_unknown)
    }

    /// The definitions or variables that an expression names, instead of their values.
    pub(super) fn named_values(&mut self, site: Site, expr: ExprId) -> Values {
        let Some(scopes) = self.file(site.file) else { return Values::default() };
        match scopes.expr(expr) {
            Expr::Unknown => Values::default(),
            Expr::Name(name, at) => self.bare_name_values(site, scopes, name, at),
            Expr::Member(base, name) | Expr::Scoped(base, name) => {
                let name = scopes.name(name);
                self.members(site, base, name)
            }
            Expr::Call(callee, arguments) => self.call(site, scopes, callee, scopes.items(arguments)),
            Expr::Element(base, index) => self.values_at_index(site, base, index),
            Expr::Keyed(base, key) => self.values_at_key(site, base, Key::Text(scopes.name(key))),
            Expr::Indexed(base, index) => self.index_value(site, base, index),
            Expr::Slice(base, ..) => self.slice_value(site, base, expr),
            Expr::Pair(_, value) => self.eval(site, value),
            Expr::Awaited(inner) => self.eval(site, inner),
            Expr::Unwrapped(inner) => self.unwrapped_values(site, inner),
            Expr::EnclosingType => match self.enclosing_type(site) {
                Some((file, def)) => Values::one(Value::Def(file, def), Strategy::SelfMember),
                None => Values::default(),
            },
            Expr::Supertypes => match self.enclosing_type(site) {
                Some((file, def)) => Values::one(Value::Parents(file, def), Strategy::SuperMember),
                None => Values::default(),
            },
            Expr::Root(_) if self.rules(site.file) == Rules::Ecmascript => self.exports_object(site.file),
            Expr::Root(level) => self.rust_root(site.file, site.scope, level),
            // No method of null is called, so a value that is null here has another value elsewhere.
            Expr::Literal(Literal::Null) => Values::external_untyped(),
            Expr::Literal(_) | Expr::Text(_) | Expr::Number(_) => Values::external(ExternalKind::OfKnownType),
            Expr::Items(..) => {
                Values::one(Value::Container(site.file, site.scope, expr, Namespace::Value), Strategy::Constructed)
            }
            Expr::Either(one, other) => {
                let [one, other] = [self.eval(site, one), self.eval(site, other)];
                let mut values = one;
                values.extend(other);
                values.with_others(one.is_empty() || other.is_empty())
            }
            Expr::Generic(..) if self.is_signature(scopes, expr) => {
                Values::one(Value::Container(site.file, site.scope, expr, Namespace::Type), Strategy::Annotated)
            }
            Expr::Generic(head, _) => self.eval(site, head),
            Expr::Lambda(def) => Values::one(Value::Def(site.file, def), Strategy::Lexical),
        }
    }

    /// The values of a bare name. In Rust, a name that nothing binds may be a crate of the project.
    fn bare_name_values(
        &mut self,
        site: Site,
        scopes: &FileScopes,
        name: crate::graph::facts::Name,
        at: u32,
    ) -> Values {
        let values = self.resolve_name(site, name, at);
        if values.has_only_external() && self.rules(site.file) == Rules::Rust {
            let crate_values = self.rust_crate_named(site.file, scopes.name(name));
            // Names of crates are in lower case.
            let is_type = self.text(scopes.name(name)).starts_with(char::is_uppercase);
            return crate_values.with_others(is_type && values.may_be_any());
        }
        values
    }

    /// A member of every value of an expression.
    pub(super) fn members(&mut self, site: Site, base: ExprId, name: NameId) -> Values {
        self.for_each_value(site, base, |linker, found| linker.run_bounded(|linker| linker.member(found, name)))
    }

    pub(super) fn for_each_value(
        &mut self,
        site: Site,
        base: ExprId,
        mut step: impl FnMut(&mut Self, FoundValue) -> Values,
    ) -> Values {
        let mut values = Values::default();
        for found in self.eval(site, base).iter() {
            values.extend(step(self, found));
        }
        values
    }

    /// The result of calling the method `method` of a value.
    pub(super) fn method_results(&mut self, found: FoundValue, method: &str) -> Values {
        let Some(name) = self.special_name(method) else { return Values::default() };
        let mut values = Values::default();
        for method in self.run_bounded(|linker| linker.member(found, name)).iter() {
            values.extend(self.call_result(method));
        }
        values
    }

    fn call(&mut self, site: Site, scopes: &FileScopes, callee: ExprId, arguments: &[ListItem]) -> Values {
        if self.rules(site.file) == Rules::Go && self.is_container_type(scopes, callee) {
            return self.type_values(site, callee);
        }
        if let Expr::Member(base, name) = scopes.expr(callee) {
            let method = self.text(scopes.name(name));
            let receivers = self.eval(site, base);
            if receivers.iter().any(|found| matches!(found.value, Value::Container(..) | Value::UnorderedContainer(..)))
            {
                return self.container_method(receivers, method);
            }
            if self.rules(site.file) == Rules::Rust && RECEIVER_METHODS.contains(&method) {
                return self.method_or_receiver(site, callee, receivers);
            }
        } else if let Expr::Scoped(base, name) = scopes.expr(callee) {
            if let Some(constructed) = self.standard_constructor(site, scopes, base, name, arguments) {
                return constructed;
            }
        } else if let (Expr::Name(name, _), [only_argument]) = (scopes.expr(callee), arguments)
            && SAME_CONTAINER_METHODS.contains(&self.text(scopes.name(name)))
            && self.eval(site, callee).has_only_external()
        {
            // `list(x)`, `sorted(x)`: another container with the same elements.
            let containers = self.eval(site, only_argument.value);
            return self.same_containers(containers, self.text(scopes.name(name)));
        }
        let values = self.for_each_value(site, callee, |linker, found| linker.call_result(found));
        match self.is_construction(scopes, callee) {
            true if self.is_certainly_external(site, callee) => Values::external(ExternalKind::OfKnownType),
            _ => values,
        }
    }

    pub(super) fn is_certainly_external(&mut self, site: Site, expr: ExprId) -> bool {
        let values = self.eval(site, expr);
        values.has_only_external() && !values.may_be_any()
    }

    /// Whether a call of something external creates a value of the type in the callee: `Session()`, `new Map()`,
    /// `File::open()`. Spelling decides, because types of these languages are capitalised.
    fn is_construction(&self, scopes: &FileScopes, callee: ExprId) -> bool {
        let is_type = |name: Name| self.text(scopes.name(name)).trim_start_matches('_').starts_with(char::is_uppercase);
        match scopes.expr(callee) {
            // In Go the name of an exported function is capitalised too.
            _ if self.rules(self.home) == Rules::Go => false,
            Expr::Name(name, _) | Expr::Member(_, name) => is_type(name),
            Expr::Scoped(base, name) => {
                is_type(name)
                    || matches!(scopes.expr(base), Expr::Name(owner, _) | Expr::Scoped(_, owner) if is_type(owner))
            }
            Expr::Generic(head, _) => self.is_construction(scopes, head),
            _ => false,
        }
    }

    /// The result of calling a value.
    pub(super) fn call_result(&mut self, callee: FoundValue) -> Values {
        use SymbolKind::*;
        match callee.value {
            Value::Def(file, def) => {
                let Some(scopes) = self.file(file) else { return Values::default() };
                match scopes.definition(def).kind {
                    Class | Interface | Enum => {
                        Values::one(Value::Instance(file, def), Strategy::Constructed).limited_to(callee.strategy)
                    }
                    Constant if super::members::is_variant(scopes, def) => {
                        Values::one(Value::Instance(file, scopes.definition(def).parent), Strategy::Constructed)
                    }
                    Function | Method => {
                        let mut values = self.run_bounded(|linker| linker.function_results(file, def));
                        if self.makes_objects(file, def) {
                            values.push(FoundValue {
                                value: Value::Instance(file, def),
                                strategy: Strategy::Constructed,
                            });
                        }
                        values.limited_to(callee.strategy)
                    }
                    _ => Values::default(),
                }
            }
            // A variant with fields is already evaluated to an instance.
            Value::Instance(file, _) if self.rules(file) == Rules::Rust => Values::one(callee.value, callee.strategy),
            Value::Instance(..) => self.method_results(callee, "__call__"),
            Value::External(_) => Values::external_untyped(),
            Value::Container(..) => {
                self.run_bounded(|linker| linker.result_type(callee).unwrap_or_default()).limited_to(callee.strategy)
            }
            _ => Values::default(),
        }
    }

    /// The result of a function: its annotated type, otherwise what it yields if it is a generator, otherwise the
    /// values of its `return`s. If these are unknown or external, the annotated results of its overloads are added.
    pub(super) fn function_results(&mut self, file: FileId, def: DefId) -> Values {
        let Some(scopes) = self.file(file) else { return Values::default() };
        let definition = scopes.definition(def);
        let annotation = definition.returns;
        if annotation != ExprId(0) {
            return self.type_values(Site { file, scope: def }, annotation).limited_to(Strategy::Returned);
        }
        if scopes
            .results(def)
            .iter()
            .take(MAX_RESULTS)
            .any(|declaration| self.result_kind(scopes, declaration.item()) == Some(BindingKind::YieldValue))
        {
            return Values::one(Value::GeneratorValues(file, def), Strategy::Returned);
        }
        let mut values = self.results_of(file, def, BindingKind::ReturnValue);
        if values.is_empty() || values.has_only_external() {
            values.extend(self.overload_results(file, scopes, def));
        }
        values.limited_to(Strategy::Returned)
    }

    /// The annotated results of the overload signatures before a function's definition.
    fn overload_results(&mut self, file: FileId, scopes: &FileScopes, def: DefId) -> Values {
        let definition = scopes.definition(def);
        let mut values = Values::default();
        let declarations = scopes.declarations_of(definition.parent, scopes.name(definition.name));
        let earlier = &declarations
            [..declarations.partition_point(|declaration| declaration.effective_from <= definition.visible_range().0)];
        for declaration in &earlier[earlier.len().saturating_sub(MAX_OVERLOADS)..] {
            let BoundItem::Definition(overload_def) = declaration.item() else { continue };
            let overload = scopes.definition(overload_def);
            if overload_def < def && overload.flags.has(Flags::ABSTRACT) && overload.returns != ExprId(0) {
                values.extend(self.type_values(Site { file, scope: overload_def }, overload.returns));
            }
        }
        values
    }

    fn result_kind(&self, scopes: &FileScopes, item: BoundItem) -> Option<BindingKind> {
        match item {
            BoundItem::Binding(at) => Some(scopes.facts.bindings[at as usize].kind),
            _ => None,
        }
    }

    /// The values of a function's `return`s or `yield`s.
    pub(super) fn results_of(&mut self, file: FileId, function: DefId, kind: BindingKind) -> Values {
        let Some(scopes) = self.file(file) else { return Values::default() };
        let mut values = Values::default();
        for declaration in scopes.results(function).iter().take(MAX_RESULTS) {
            let BoundItem::Binding(at) = declaration.item() else { continue };
            let binding = &scopes.facts.bindings[at as usize];
            if binding.kind == kind {
                values.extend(self.eval(Site { file, scope: binding.scope }, binding.value));
            }
        }
        values
    }

    /// The values that a binding gives its name. An annotation decides them alone unless it is a function type, or the
    /// binding is an element of an iterated value.
    pub(super) fn binding_values(&mut self, file: FileId, at: u32) -> Values {
        let Some(scopes) = self.file(file) else { return Values::default() };
        let binding = &scopes.facts.bindings[at as usize];
        let site = Site { file, scope: binding.scope };
        if binding.annotation != ExprId(0) && binding.kind != BindingKind::Element {
            let typed_values = self.type_values(site, binding.annotation);
            if !self.has_only_signatures(typed_values) {
                return typed_values;
            }
            let mut values = self.unannotated_values(file, scopes, binding);
            values.extend(typed_values);
            return values;
        }
        self.unannotated_values(file, scopes, binding)
    }

    /// The values that a binding gives its name, regardless of its annotation.
    fn unannotated_values(&mut self, file: FileId, scopes: &FileScopes, binding: &Binding) -> Values {
        let site = Site { file, scope: binding.scope };
        let Binding { value, index, .. } = *binding;
        match binding.kind {
            BindingKind::Assigned
            | BindingKind::Reassigned
            | BindingKind::Field
            | BindingKind::StoredItem
            | BindingKind::ReplacedItem
            | BindingKind::ReturnValue
            | BindingKind::YieldValue => self.eval(site, value),
            BindingKind::Receiver => match self.enclosing_type(site) {
                Some((file, def)) => Values::one(Value::Instance(file, def), Strategy::SelfMember),
                None => Values::default(),
            },
            BindingKind::ClassReceiver => match self.enclosing_type(site) {
                Some((file, def)) => Values::one(Value::Def(file, def), Strategy::SelfMember),
                None => Values::default(),
            },
            BindingKind::Parameter => {
                let is_anonymous = scopes.definition(binding.owner).flags.has(Flags::ANONYMOUS);
                let find_arguments = if is_anonymous { Self::callback_values } else { Self::argument_values };
                let mut values = find_arguments(self, file, scopes, binding);
                values.extend(self.default_values(site, value));
                values
            }
            BindingKind::Variadic => Values::default(),
            BindingKind::Element => self.for_each_value(site, value, |linker, found| match found.value {
                _ if linker.rules(site.file) == Rules::Go => linker.go_key(found),
                Value::Instance(..) => linker.iterated_values(found),
                _ => linker.element(found, ITERATED_INDEX),
            }),
            BindingKind::ContextValue => self.for_each_value(site, value, |linker, found| {
                let entered_values = linker.method_results(found, "__enter__");
                if entered_values.is_empty() || entered_values.has_only_external() {
                    Values::one(found.value, found.strategy)
                } else {
                    entered_values
                }
            }),
            BindingKind::CaughtException => self.type_values(site, value),
            BindingKind::TupleItem => self.for_each_value(site, value, |linker, found| {
                let item_values = linker.element_of(found, u32::from(index));
                // A Go function's results are told apart by their index, so the index decides the type.
                let is_result = linker.rules(site.file) == Rules::Go;
                item_values.limited_to(if is_result {
                    found.strategy
                } else {
                    weaker_strategy(found.strategy, Strategy::Element)
                })
            }),
        }
    }

    /// The elements of an iterable instance: the values that its `__iter__` yields, or the result of its iterator's
    /// `__next__`; in Rust its `Item`.
    fn iterated_values(&mut self, found: FoundValue) -> Values {
        if let Value::Instance(file, _) = found.value
            && self.rules(file) == Rules::Rust
        {
            return self.items_of(found).limited_to(Strategy::Element);
        }
        let mut values = Values::default();
        for iterator in self.method_results(found, "__iter__").iter() {
            values.extend(match iterator.value {
                Value::Instance(..) => self.method_results(iterator, "__next__").limited_to(Strategy::Element),
                _ => self.element(iterator, ITERATED_INDEX),
            });
        }
        values
    }

    /// The arguments for a parameter in calls in the same file.
    fn argument_values(&mut self, file: FileId, scopes: &FileScopes, parameter: &Binding) -> Values {
        let function = parameter.owner;
        let definition = scopes.definition(function);
        let parent = scopes.definition(definition.parent);
        let is_constructor = Some(self.text(scopes.name(definition.name))) == self.rules(file).constructor();
        let name = scopes.name(if is_constructor { parent.name } else { definition.name });
        self.record_dependency_elsewhere(file, name);
        let callee = if is_constructor { definition.parent } else { function };
        let mut values = Values::default();
        for call in scopes.calls_named(name).take(MAX_CALLS) {
            let reference = &scopes.facts.references[call as usize];
            let Expr::Call(called_expr, arguments) = scopes.expr(reference.expr) else { continue };
            if reference.kind != ReferenceKind::Call {
                continue;
            }
            let site = Site { file, scope: reference.scope };
            let is_called = self.eval(site, called_expr).iter().any(|found| found.value == Value::Def(file, callee));
            if let (true, Some(value)) = (is_called, argument(scopes.items(arguments), parameter)) {
                values.extend(self.eval(site, value));
            }
        }
        // Other files may also call the function, with any argument.
        values.with_others(true).limited_to(Strategy::Flow)
    }

    /// The values of a parameter's default. Only definitions and instances count. A default such as null gives none:
    /// other arguments may have any type.
    fn default_values(&mut self, site: Site, default: ExprId) -> Values {
        let mut values = Values::default();
        for found in self.eval(site, default).iter() {
            if matches!(found.value, Value::Def(..) | Value::Instance(..)) {
                values.push(found);
            }
        }
        values.limited_to(Strategy::Flow)
    }
}

/// The argument for a parameter, by keyword or position.
fn argument(arguments: &[ListItem], parameter: &Binding) -> Option<ExprId> {
    let keyword = arguments.iter().find(|item| item.name == parameter.name && item.name.0 != 0);
    let positional = || arguments.get(parameter.index as usize).filter(|item| item.name.0 == 0);
    keyword.or_else(positional).map(|item| item.value)
}
