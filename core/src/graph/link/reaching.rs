//! Reaching definitions: the latest values of a name, or of a container at a key, that are in effect at a read.
//! The facts state which bindings kill earlier ones in a statement list (`BindingKind::Reassigned`,
//! `BindingKind::ReplacedItem`). Values are returned only if all reaching values are known. Values from an earlier
//! iteration of a loop are not followed. Only names in Python code have reaching values. Not here: other bindings of a
//! name (`lexical`).

use alloc::borrow::Cow;

use super::keys::{Key, literal_key};
use super::value::Values;
use super::{Linker, Rules, Site};
use crate::graph::facts::{BindingKind, Container, Expr, ExprId, Flags, ImportKind, Name};
use crate::graph::link::scope_index::{BoundItem, Declaration, FileScopes};
use crate::graph::link::shadow_index::MAX_UNINDEXED;

impl<'a> Linker<'a> {
    /// The values of a name that reach a read of it; `None` if some of them are unknown.
    pub(super) fn reaching_values(&mut self, site: Site, expr: ExprId) -> Option<Values> {
        let (declarations, at) = self.declarations_since_kill(site, expr, None)?;
        let values = self.values_since_kill(site, declarations, at);
        are_certain(values).then_some(values)
    }

    /// The values at a key of a named container that reach a read; `None` if some of them are unknown.
    pub(super) fn reaching_values_at_key(&mut self, site: Site, base: ExprId, key: Key) -> Option<Values> {
        let (declarations, at) = self.declarations_since_kill(site, base, Some(key).filter(|&key| key != Key::Any))?;
        let mut values = Values::default();
        for container in self.values_since_kill(site, declarations, at).iter() {
            values.extend(self.keyed_value(container, key));
        }
        are_certain(values).then_some(values)
    }

    /// The declarations of a name from the latest one that kills the earlier ones, and the byte offset of the read;
    /// `None` if there is no such declaration.
    fn declarations_since_kill(
        &mut self,
        site: Site,
        expr: ExprId,
        key: Option<Key>,
    ) -> Option<(&'a [Declaration], u32)> {
        let scopes = self.file(site.file)?;
        let Expr::Name(name, at) = scopes.expr(expr) else { return None };
        if self.rules(site.file) != Rules::Python {
            return None;
        }
        let declarations = scopes.declarations_of(site.scope, scopes.name(name));
        if !is_in_order(scopes, declarations) {
            return None;
        }
        for (start, declaration) in
            declarations.iter().enumerate().rev().filter(|(_, declaration)| declaration.effective_from <= at)
        {
            let is_bounded = scopes.effective_until(declaration) != u32::MAX;
            if is_bounded && scopes.is_in_effect(declaration, at) || is_replacing(scopes, declaration) {
                return None;
            }
            if kills_all(scopes, declaration, at, key) {
                self.record_dependency_elsewhere(site.file, scopes.name(name));
                return Some((&declarations[start..], at));
            }
        }
        None
    }

    fn values_since_kill(&mut self, site: Site, declarations: &[Declaration], at: u32) -> Values {
        let Some(scopes) = self.file(site.file) else { return Values::default() };
        let is_in_effect = |declaration: &Declaration| scopes.is_in_effect(declaration, at);
        let values = self.bound_values(site.file, scopes, declarations, is_in_effect);
        self.read_all(values)
    }
}

/// The declarations of a name that reach an offset (`u32::MAX`: the end of the scope).
///
/// The first of them is the latest definition or import before the offset that kills the earlier ones, if there is one.
/// For a name with one or very many declarations, or one that another function binds, all that may be in effect are
/// returned.
pub(super) fn reaching_declarations<'a>(
    scopes: &FileScopes,
    declarations: &'a [Declaration],
    at: u32,
) -> Cow<'a, [Declaration]> {
    if !is_in_order(scopes, declarations) {
        return scopes.candidates_at(declarations, at);
    }
    let is_latest = |declaration: &Declaration| declaration.effective_from <= at && is_replacing(scopes, declaration);
    Cow::Borrowed(&declarations[declarations.iter().rposition(is_latest).unwrap_or(0)..])
}

/// Whether a name has two or more declarations, but not very many, and all take effect in source order.
fn is_in_order(scopes: &FileScopes, declarations: &[Declaration]) -> bool {
    (2..=MAX_UNINDEXED).contains(&declarations.len())
        && !declarations.iter().any(|declaration| is_bound_elsewhere(scopes, declaration))
}

/// Whether a declaration kills all earlier ones, wherever the name is read.
pub(super) fn is_replacing(scopes: &FileScopes, declaration: &Declaration) -> bool {
    match declaration.item() {
        BoundItem::Definition(definition) => scopes.definition(definition).flags.has(Flags::REPLACING),
        BoundItem::Import(import) => {
            let import = &scopes.facts.imports[import as usize];
            // `import a.b` and `import a.c` both bind `a`, and either may be meant.
            import.is_replacing && (import.alias != Name(0) || import.kind == ImportKind::Member)
        }
        BoundItem::Binding(_) => false,
    }
}

/// Whether all values are inside the project. An external value may hide an earlier value that is known.
fn are_certain(values: Values) -> bool {
    !values.is_empty() && values.iter().all(|found| !found.value.is_external())
}

/// Whether a declaration kills all earlier ones at an offset; with a key, the items at that key.
fn kills_all(scopes: &FileScopes, declaration: &Declaration, at: u32, key: Option<Key>) -> bool {
    scopes.binding(declaration).is_some_and(|binding| match binding.kind {
        BindingKind::Reassigned => at < binding.effective_until,
        BindingKind::ReplacedItem => {
            at < binding.effective_until && key.is_some_and(|key| has_key(scopes, binding.value, key))
        }
        _ => false,
    })
}

/// Whether another function binds the name (`global`, `nonlocal`, an attribute), at an unknown time.
fn is_bound_elsewhere(scopes: &FileScopes, declaration: &Declaration) -> bool {
    use BindingKind::*;
    scopes.binding(declaration).is_some_and(|binding| {
        binding.scope != binding.owner && !matches!(binding.kind, Parameter | Receiver | ClassReceiver | Variadic)
    })
}

/// Whether the container literal that represents a stored item has an item at a key or index.
fn has_key(scopes: &FileScopes, literal: ExprId, key: Key) -> bool {
    let Expr::Items(container, list) = scopes.expr(literal) else { return false };
    match (container, scopes.items(list)) {
        (Container::Mapping, items) => items.iter().any(|item| match scopes.expr(item.value) {
            _ if item.name.0 != 0 => key == Key::Text(scopes.name(item.name)),
            Expr::Pair(item_key, _) => literal_key(scopes, item_key) == Some(key),
            _ => false,
        }),
        (Container::Sequence, [items_before @ .., _, _any_number]) => key == Key::Number(items_before.len() as u32),
        _ => false,
    }
}
