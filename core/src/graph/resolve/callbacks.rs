//! Callbacks: what a function that is handed on is given, by the type of the parameter that takes it.
//!
//! A function's type is an [`Expr::Generic`] whose head is [`FUNCTION_TYPE`]: what it takes and, last, what it gives.
//! Such a type says how a function is called and not which one it is: what is handed over counts beside it.

use alloc::vec::Vec;

use super::value::{Found, Reading, Value, Values};
use super::{Linker, Place};
use crate::graph::code::FileCode;
use crate::graph::facts::{Binding, DefId, Expr, ExprId, FUNCTION_TYPE, Item};
use crate::graph::kind::SymbolKind;
use crate::graph::links::FileId;

impl Linker<'_> {
    /// What a parameter of a callback is given, by the functions that the callback is handed to.
    pub(super) fn expected_of(&mut self, file: FileId, code: &FileCode, parameter: &Binding) -> Values {
        let mut values = Values::default();
        for (call, argument) in code.handed(parameter.owner) {
            let reference = &code.facts.references[call as usize];
            let Expr::Call(callee, _) = code.expr(reference.expr) else { continue };
            let place = Place { file, scope: reference.scope };
            for callee in self.eval(place, callee).iter() {
                let expected = self.bounded(|linker| linker.expected_by(callee, argument, parameter.index));
                values.extend(expected.at_most(callee.strategy));
            }
        }
        values
    }

    /// What a function, or the constructor of a type, gives to the callback that is its argument at a place.
    fn expected_by(&mut self, callee: Found, argument: u16, index: u16) -> Values {
        let Value::Def(file, def) = callee.value else { return Values::default() };
        let Some(code) = self.file(file) else { return Values::default() };
        if code.definition(def).kind == SymbolKind::Class {
            return self.expected_by_constructor(file, def, argument, index);
        }
        let mut values = Values::default();
        for binding in code.parameters(def).filter(|binding| binding.index == argument) {
            for taker in self.typed(Place { file, scope: binding.scope }, binding.annotation).iter() {
                values.extend(self.taken(taker, index));
            }
        }
        values
    }

    fn expected_by_constructor(&mut self, file: FileId, def: DefId, argument: u16, index: u16) -> Values {
        let constructor = self.rules(file).constructor().and_then(|name| self.special(name));
        let Some(name) = constructor else { return Values::default() };
        let made = Found { value: Value::Instance(file, def), strategy: crate::graph::kind::Strategy::Constructed };
        let mut values = Values::default();
        for constructor in self.bounded(|linker| linker.member(made, name)).iter() {
            let is_function =
                |file, def| self.file(file).is_some_and(|code| code.definition(def).kind != SymbolKind::Class);
            if matches!(constructor.value, Value::Def(file, def) if is_function(file, def)) {
                values.extend(self.bounded(|linker| linker.expected_by(constructor, argument, index)));
            }
        }
        values
    }

    /// What a function of this type is given at a place.
    fn taken(&mut self, taker: Found, index: u16) -> Values {
        let Some((place, items)) = self.signature(taker) else { return Values::default() };
        let taken = items.split_last().and_then(|(_, parameters)| parameters.get(usize::from(index)).copied());
        taken.map_or(Values::default(), |item| self.typed(place, item.value))
    }

    /// What a function of this type gives; none where the value is of no function's type.
    pub(super) fn given(&mut self, function: Found) -> Option<Values> {
        let (place, items) = self.signature(function)?;
        Some(items.last().copied().map_or(Values::default(), |item| self.typed(place, item.value)))
    }

    /// Whether all that is known is the type of a function.
    pub(super) fn only_signatures(&self, values: Values) -> bool {
        values.iter().all(|found| self.signature(found).is_some())
    }

    fn signature(&self, found: Found) -> Option<(Place, Vec<Item>)> {
        let Value::Held(file, scope, expr, Reading::Type) = found.value else { return None };
        let code = self.file(file)?;
        match code.expr(expr) {
            Expr::Generic(_, list) if self.is_signature(code, expr) => {
                Some((Place { file, scope }, code.items(list).to_vec()))
            }
            _ => None,
        }
    }

    /// Whether a type expression is the type of a function.
    pub(super) fn is_signature(&self, code: &FileCode, expr: ExprId) -> bool {
        let Expr::Generic(head, _) = code.expr(expr) else { return false };
        matches!(code.expr(head), Expr::Name(name, _) if self.text(code.name(name)) == FUNCTION_TYPE)
    }
}
