//! Items of containers at an index or key that is a literal, or a name with a single literal value.
//!
//! A key is known only without alternatives: a literal, or a name that is bound once, to a literal, possibly in
//! another module. Any other key is unknown and may select any item.

use super::value::{FoundValue, Namespace, Value, Values};
use super::{Linker, Rules, Site, positions};
use crate::graph::facts::slice_bounds::SliceBounds;
use crate::graph::facts::{BindingKind, Container, Expr, ExprId, List, ListItem};
use crate::graph::kind::Strategy;
use crate::graph::link::scope_index::{BoundItem, FileScopes};
use crate::graph::model::FileId;
use crate::graph::model::names::NameId;

/// An index or a key; `Any` if it is unknown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Key {
    /// Unknown: may be any key.
    Any,
    Text(NameId),
    /// A whole number, encoded like the index of an `Expr::Element`.
    Number(u32),
}

/// The items of a container literal, or of a slice of one, and the scope in which they are evaluated.
type LiteralItems<'a> = (Site, &'a [ListItem]);

impl<'a> Linker<'a> {
    /// `value[index]`, with the value of the index if it is known.
    pub(super) fn index_value(&mut self, site: Site, base: ExprId, index: ExprId) -> Values {
        match self.key(site, index) {
            Key::Text(name) if self.rules(site.file) == Rules::Ecmascript => self.members(site, base, name),
            key => self.values_at_key(site, base, key),
        }
    }

    /// The values at a key in all values of an expression.
    pub(super) fn values_at_key(&mut self, site: Site, base: ExprId, key: Key) -> Values {
        match self.reaching_values_at_key(site, base, key) {
            Some(values) => values,
            None => self.for_each_value(site, base, |linker, found| linker.keyed_value(found, key)),
        }
    }

    /// The only value of an expression, as a key. It is [`Key::Any`] if there are several values or the value is not a
    /// literal.
    fn key(&mut self, site: Site, expr: ExprId) -> Key {
        let Some(scopes) = self.file(site.file) else { return Key::Any };
        match scopes.expr(expr) {
            // An instance's attribute may be overridden in a subtype.
            Expr::Member(base, _)
                if !self.eval(site, base).iter().all(|found| matches!(found.value, Value::Def(..))) =>
            {
                Key::Any
            }
            Expr::Name(..) | Expr::Member(..) => {
                let mut values = self.named_values(site, expr).iter();
                let only_value = values.next().filter(|_| values.next().is_none());
                only_value.and_then(|found| self.key_of(found.value)).unwrap_or(Key::Any)
            }
            _ => literal_key(scopes, expr).unwrap_or(Key::Any),
        }
    }

    /// The literal that is the only value of a variable, as a key.
    fn key_of(&self, variable: Value) -> Option<Key> {
        let (file, at) = self.only_binding(variable)?;
        let scopes = self.file(file)?;
        let binding = &scopes.facts.bindings[at as usize];
        literal_key(scopes, binding.value).filter(|_| binding.kind == BindingKind::Assigned)
    }

    /// The file and index of the only binding of a variable; `None` if the variable has several bindings or none.
    fn only_binding(&self, variable: Value) -> Option<(FileId, u32)> {
        let (file, def) = match variable {
            Value::Local(file, binding) => return Some((file, binding)),
            Value::Def(file, def) => (file, def),
            _ => return None,
        };
        let scopes = self.file(file)?;
        let definition = scopes.definition(def);
        let mut bindings =
            scopes.declarations_of(definition.parent, scopes.name(definition.name)).iter().filter_map(|declaration| {
                match declaration.item() {
                    BoundItem::Binding(binding) => Some(binding),
                    _ => None,
                }
            });
        match (bindings.next(), bindings.next()) {
            (Some(only), None) => Some((file, only)),
            _ => None,
        }
    }

    /// `value["key"]`: the value at the key in a container literal; in other containers, any element.
    pub(super) fn keyed_value(&mut self, found: FoundValue, key: Key) -> Values {
        let index = if let Key::Number(index) = key { index } else { u32::MAX };
        let Value::Container(file, scope, expr, Namespace::Value) = found.value else {
            return self.subscript_values(found, index);
        };
        let Some(scopes) = self.file(file) else { return Values::default() };
        let Expr::Items(Container::Mapping, list) = scopes.expr(expr) else {
            return self.subscript_values(found, index);
        };
        let site = Site { file, scope };
        // Only Python distinguishes a number from a text with the same spelling.
        let matches_any = matches!(key, Key::Number(_)) && self.rules(file) != Rules::Python;
        let mut values = Values::default();
        for item in scopes.items(list) {
            let item_key = match scopes.expr(item.value) {
                _ if item.name.0 != 0 => Key::Text(scopes.name(item.name)),
                Expr::Pair(key, _) => self.key(site, key),
                _ => Key::Any,
            };
            if matches_any || item_key == key || item_key == Key::Any || key == Key::Any {
                values.extend(self.eval(site, item.value));
            }
        }
        values.limited_to(Strategy::Element)
    }

    /// `value[from:to]`: keeps the order of a container literal's items; other containers become unordered.
    pub(super) fn slice_value(&mut self, site: Site, base: ExprId, slice: ExprId) -> Values {
        let mut values = Values::default();
        for found in self.eval(site, base).iter() {
            let value = match self.literal_items(found) {
                Some(_) => Value::Container(site.file, site.scope, slice, Namespace::Value),
                None => found.value.unordered(),
            };
            values.push(FoundValue { value, strategy: found.strategy });
        }
        values
    }

    /// The values at an index of a slice of container literals.
    pub(super) fn slice_element(&mut self, site: Site, base: ExprId, bounds: SliceBounds, index: u32) -> Values {
        let mut values = Values::default();
        for found in self.eval(site, base).iter() {
            let Some((site, items)) = self.literal_items(found) else { continue };
            let sliced_items = positions::slice_items(items, bounds);
            for item in sliced_items.map_or(items, |sliced_items| positions::items_at(sliced_items, index)) {
                values.extend(self.eval(site, item.value));
            }
        }
        values
    }

    /// Whether a value is a container literal, or a slice of one, whose items have known indexes.
    pub(super) fn has_indexes(&mut self, found: FoundValue) -> bool {
        self.literal_items(found).is_some()
    }

    /// The items of a container literal with indexes, or of a slice of a single such literal; `None` for other values.
    fn literal_items(&mut self, found: FoundValue) -> Option<LiteralItems<'a>> {
        let Value::Container(file, scope, expr, Namespace::Value) = found.value else { return None };
        let (site, scopes) = (Site { file, scope }, self.file(file)?);
        match scopes.expr(expr) {
            Expr::Items(Container::Sequence, List { len: 1, .. }) => None,
            Expr::Items(Container::Sequence | Container::Tuple, list) => Some((site, scopes.items(list))),
            Expr::Slice(base, bounds) => self.run_bounded(|linker| {
                let mut containers = linker.eval(site, base).iter();
                let (Some(only_container), None) = (containers.next(), containers.next()) else { return None };
                let (site, items) = linker.literal_items(only_container)?;
                Some((site, positions::slice_items(items, bounds)?))
            }),
            _ => None,
        }
    }
}

/// The key that a literal is; `None` for other expressions and for literals whose content is not kept.
pub(super) fn literal_key(scopes: &FileScopes, expr: ExprId) -> Option<Key> {
    match scopes.expr(expr) {
        Expr::Text(name) => Some(Key::Text(scopes.name(name))),
        Expr::Number(index) => Some(Key::Number(index)),
        _ => None,
    }
}
