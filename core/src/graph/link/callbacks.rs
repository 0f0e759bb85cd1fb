//! Callbacks: the values of a callback's parameters, from the declared type of the parameter that takes the callback.
//!
//! A function type is an [`Expr::Generic`] whose head is [`FUNCTION_TYPE`]: its parameters and, last, its result. Such
//! a type says how a function is called, but not which function it is. So functions passed as arguments count too.

use alloc::vec::Vec;

use super::value::{FoundValue, Namespace, Value, Values};
use super::{Linker, Site};
use crate::graph::facts::{Binding, DefId, Expr, ExprId, FUNCTION_TYPE, ListItem};
use crate::graph::kind::SymbolKind;
use crate::graph::link::scope_index::FileScopes;
use crate::graph::model::FileId;

impl Linker<'_> {
    /// The values of a callback's parameter, from the functions to which the callback is passed.
    pub(super) fn callback_values(&mut self, file: FileId, scopes: &FileScopes, parameter: &Binding) -> Values {
        let mut values = Values::default();
        for (call, argument) in scopes.calls_passing(parameter.owner) {
            let reference = &scopes.facts.references[call as usize];
            let Expr::Call(callee, _) = scopes.expr(reference.expr) else { continue };
            let site = Site { file, scope: reference.scope };
            for callee in self.eval(site, callee).iter() {
                let passed_values =
                    self.run_bounded(|linker| linker.values_passed_by(callee, argument, parameter.index));
                values.extend(passed_values.limited_to(callee.strategy));
            }
        }
        values
    }

    /// The values that a function or constructor passes to a callback's parameter: `argument` is the callback's index
    /// among the arguments of the call, `index` the index of the callback's parameter.
    fn values_passed_by(&mut self, callee: FoundValue, argument: u16, index: u16) -> Values {
        let Value::Def(file, def) = callee.value else { return Values::default() };
        let Some(scopes) = self.file(file) else { return Values::default() };
        if scopes.definition(def).kind == SymbolKind::Class {
            return self.values_passed_by_constructor(file, def, argument, index);
        }
        let mut values = Values::default();
        for binding in scopes.parameters(def).filter(|binding| binding.index == argument) {
            for function_type in self.type_values(Site { file, scope: binding.scope }, binding.annotation).iter() {
                values.extend(self.parameter_type(function_type, index));
            }
        }
        values
    }

    fn values_passed_by_constructor(&mut self, file: FileId, def: DefId, argument: u16, index: u16) -> Values {
        let constructor = self.rules(file).constructor().and_then(|name| self.special_name(name));
        let Some(name) = constructor else { return Values::default() };
        let instance =
            FoundValue { value: Value::Instance(file, def), strategy: crate::graph::kind::Strategy::Constructed };
        let mut values = Values::default();
        for constructor in self.run_bounded(|linker| linker.member(instance, name)).iter() {
            let is_no_class =
                |file, def| self.file(file).is_some_and(|scopes| scopes.definition(def).kind != SymbolKind::Class);
            if matches!(constructor.value, Value::Def(file, def) if is_no_class(file, def)) {
                values.extend(self.run_bounded(|linker| linker.values_passed_by(constructor, argument, index)));
            }
        }
        values
    }

    /// The type of a function type's parameter at `index`.
    fn parameter_type(&mut self, function_type: FoundValue, index: u16) -> Values {
        let Some((site, items)) = self.signature(function_type) else { return Values::default() };
        let parameter = items.split_last().and_then(|(_, parameters)| parameters.get(usize::from(index)).copied());
        parameter.map_or(Values::default(), |item| self.type_values(site, item.value))
    }

    /// The result of a function type; `None` if the value is of no function type.
    pub(super) fn result_type(&mut self, function: FoundValue) -> Option<Values> {
        let (site, items) = self.signature(function)?;
        Some(items.last().copied().map_or(Values::default(), |item| self.type_values(site, item.value)))
    }

    /// Whether all values are function types; true if there are none.
    pub(super) fn has_only_signatures(&self, values: Values) -> bool {
        values.iter().all(|found| self.signature(found).is_some())
    }

    fn signature(&self, found: FoundValue) -> Option<(Site, Vec<ListItem>)> {
        let Value::Container(file, scope, expr, Namespace::Type) = found.value else { return None };
        let scopes = self.file(file)?;
        match scopes.expr(expr) {
            Expr::Generic(_, list) if self.is_signature(scopes, expr) => {
                Some((Site { file, scope }, scopes.items(list).to_vec()))
            }
            _ => None,
        }
    }

    /// Whether a type expression is a function type.
    pub(super) fn is_signature(&self, scopes: &FileScopes, expr: ExprId) -> bool {
        let Expr::Generic(head, _) = scopes.expr(expr) else { return false };
        matches!(scopes.expr(head), Expr::Name(name, _) if self.text(scopes.name(name)) == FUNCTION_TYPE)
    }
}
