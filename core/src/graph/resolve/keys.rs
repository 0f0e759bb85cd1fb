//! What stands at an index or under a key that is written, or that a name has as its one value.
//!
//! A key is known where the source leaves no other: a literal, or a name that is bound once and to a literal, here or
//! where an import leads. What else a name may be, its key is not known, and any item may be meant.

use super::value::{Found, Reading, Value, Values};
use super::{Linker, Place, Rules, places};
use crate::graph::code::{Bound, FileCode};
use crate::graph::facts::{BindingKind, Container, Expr, ExprId, Item, List};
use crate::graph::kind::Strategy;
use crate::graph::links::FileId;
use crate::graph::names::NameId;
use crate::graph::slice_bounds::SliceBounds;

/// An index or a key, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Key {
    /// Not known: any.
    Any,
    /// A text.
    Text(NameId),
    /// A whole number, as the place that it is as an index.
    Number(u32),
}

/// The items of a display, or of a slice of one, and where their values are read.
type Shown<'a> = (Place, &'a [Item]);

impl<'a> Linker<'a> {
    /// `value[index]` of an index that may be known.
    pub(super) fn indexed(&mut self, place: Place, of: ExprId, index: ExprId) -> Values {
        match self.key(place, index) {
            Key::Text(name) if self.rules(place.file) == Rules::Ecmascript => self.members(place, of, name),
            key => self.under(place, of, key),
        }
    }

    /// What stands under a key of whatever an expression stands for.
    pub(super) fn under(&mut self, place: Place, of: ExprId, key: Key) -> Values {
        match self.latest_under(place, of, key) {
            Some(values) => values,
            None => self.each(place, of, |linker, found| linker.keyed(found, key)),
        }
    }

    /// The one value that an expression has as a key.
    fn key(&mut self, place: Place, expr: ExprId) -> Key {
        let Some(code) = self.file(place.file) else { return Key::Any };
        match code.expr(expr) {
            // What an instance has may be another's, of a type below its own.
            Expr::Member(of, _) if !self.eval(place, of).iter().all(|found| matches!(found.value, Value::Def(..))) => {
                Key::Any
            }
            Expr::Name(..) | Expr::Member(..) => {
                let mut named = self.named(place, expr).iter();
                let only = named.next().filter(|_| named.next().is_none());
                only.and_then(|found| self.key_of(found.value)).unwrap_or(Key::Any)
            }
            _ => literal(code, expr).unwrap_or(Key::Any),
        }
    }

    /// The literal that a variable is bound to.
    fn key_of(&self, variable: Value) -> Option<Key> {
        let (file, at) = self.only_binding(variable)?;
        let code = self.file(file)?;
        let binding = &code.facts.bindings[at as usize];
        literal(code, binding.value).filter(|_| binding.kind == BindingKind::Assigned)
    }

    /// The binding of a variable that has no other.
    fn only_binding(&self, variable: Value) -> Option<(FileId, u32)> {
        let (file, def) = match variable {
            Value::Local(file, binding) => return Some((file, binding)),
            Value::Def(file, def) => (file, def),
            _ => return None,
        };
        let code = self.file(file)?;
        let definition = code.definition(def);
        let mut bindings =
            code.bound(definition.parent, code.name(definition.name)).iter().filter_map(|entry| match entry.bound() {
                Bound::Binding(binding) => Some(binding),
                _ => None,
            });
        match (bindings.next(), bindings.next()) {
            (Some(only), None) => Some((file, only)),
            _ => None,
        }
    }

    /// `value["key"]`: of a display what stands under the key, else like any index.
    pub(super) fn keyed(&mut self, found: Found, key: Key) -> Values {
        let index = if let Key::Number(place) = key { place } else { u32::MAX };
        let Value::Held(file, scope, expr, Reading::Value) = found.value else { return self.subscript(found, index) };
        let Some(code) = self.file(file) else { return Values::default() };
        let Expr::Items(Container::Mapping, list) = code.expr(expr) else { return self.subscript(found, index) };
        let place = Place { file, scope };
        // Only Python tells a number from the text that is written alike.
        let is_any = matches!(key, Key::Number(_)) && self.rules(file) != Rules::Python;
        let mut values = Values::default();
        for item in code.items(list) {
            let own = match code.expr(item.value) {
                _ if item.name.0 != 0 => Key::Text(code.name(item.name)),
                Expr::Pair(key, _) => self.key(place, key),
                _ => Key::Any,
            };
            if is_any || own == key || own == Key::Any || key == Key::Any {
                values.extend(self.eval(place, item.value));
            }
        }
        values.at_most(Strategy::Element)
    }

    /// `value[from:to]`: a display's items keep their order; of another container no place is known.
    pub(super) fn sliced(&mut self, place: Place, of: ExprId, slice: ExprId) -> Values {
        let mut values = Values::default();
        for found in self.eval(place, of).iter() {
            let value = match self.shown(found) {
                Some(_) => Value::Held(place.file, place.scope, slice, Reading::Value),
                None => found.value.without_places(),
            };
            values.push(Found { value, strategy: found.strategy });
        }
        values
    }

    /// What a slice has at an index, of the displays that it is taken of.
    pub(super) fn slice_element(&mut self, place: Place, of: ExprId, bounds: SliceBounds, index: u32) -> Values {
        let mut values = Values::default();
        for found in self.eval(place, of).iter() {
            let Some((place, items)) = self.shown(found) else { continue };
            let kept = places::cut(items, bounds);
            for item in kept.map_or(items, |kept| places::at(kept, index)) {
                values.extend(self.eval(place, item.value));
            }
        }
        values
    }

    /// Whether it is a display, or a slice of one, whose items have places.
    pub(super) fn has_places(&mut self, found: Found) -> bool {
        self.shown(found).is_some()
    }

    /// The items of a display with places, or of a slice of one alone; none of anything else.
    fn shown(&mut self, found: Found) -> Option<Shown<'a>> {
        let Value::Held(file, scope, expr, Reading::Value) = found.value else { return None };
        let (place, code) = (Place { file, scope }, self.file(file)?);
        match code.expr(expr) {
            Expr::Items(Container::Sequence, List { len: 1, .. }) => None,
            Expr::Items(Container::Sequence | Container::Tuple, list) => Some((place, code.items(list))),
            Expr::Slice(of, bounds) => self.bounded(|linker| {
                let mut containers = linker.eval(place, of).iter();
                let (Some(only), None) = (containers.next(), containers.next()) else { return None };
                let (place, items) = linker.shown(only)?;
                Some((place, places::cut(items, bounds)?))
            }),
            _ => None,
        }
    }
}

/// A literal as a key.
pub(super) fn literal(code: &FileCode, expr: ExprId) -> Option<Key> {
    match code.expr(expr) {
        Expr::Text(name) => Some(Key::Text(code.name(name))),
        Expr::Number(place) => Some(Key::Number(place)),
        _ => None,
    }
}
