//! What a name, or a container under a key, was given last, as the statements before the place of reading stand.
//!
//! Facts say so of statements that stand one after the other (`BindingKind::Reassigned`, `BindingKind::Replaced`), and
//! it is told only where all of what was given last is known. What a later turn of a loop brings back is not followed.
//! Not here: all else that a name may be (`lexical`).

use alloc::borrow::Cow;

use super::keys::{Key, literal};
use super::value::{Value, Values};
use super::{Linker, Place, Rules};
use crate::graph::code::{Bound, Entry, FileCode};
use crate::graph::crowds::MANY;
use crate::graph::facts::{BindingKind, Container, Expr, ExprId, ImportKind, Marks, Name};

impl<'a> Linker<'a> {
    /// What a name has been assigned anew before a place, and since.
    pub(super) fn latest(&mut self, place: Place, expr: ExprId) -> Option<Values> {
        let (entries, at) = self.since(place, expr, None)?;
        let values = self.bound_since(place, entries, at);
        is_known(values).then_some(values)
    }

    /// What a named container has been given anew under a key before a place, and since.
    pub(super) fn latest_under(&mut self, place: Place, of: ExprId, key: Key) -> Option<Values> {
        let (entries, at) = self.since(place, of, Some(key).filter(|&key| key != Key::Any))?;
        let mut values = Values::default();
        for container in self.bound_since(place, entries, at).iter() {
            values.extend(self.keyed(container, key));
        }
        is_known(values).then_some(values)
    }

    /// What a scope binds to a name, from the latest binding that leaves nothing of those before it; and the place where
    /// the name is read.
    fn since(&mut self, place: Place, expr: ExprId, key: Option<Key>) -> Option<(&'a [Entry], u32)> {
        let code = self.file(place.file)?;
        let Expr::Name(name, at) = code.expr(expr) else { return None };
        if self.rules(place.file) != Rules::Python {
            return None;
        }
        let entries = code.bound(place.scope, code.name(name));
        if !is_in_order(code, entries) {
            return None;
        }
        for (from, entry) in entries.iter().enumerate().rev().filter(|(_, entry)| entry.at <= at) {
            let is_bounded = code.until(entry) != u32::MAX;
            if is_bounded && code.holds(entry, at) || is_replacing(code, entry) {
                return None;
            }
            if leaves_nothing(code, entry, at, key) {
                self.consult_elsewhere(place.file, code.name(name));
                return Some((&entries[from..], at));
            }
        }
        None
    }

    fn bound_since(&mut self, place: Place, entries: &[Entry], at: u32) -> Values {
        let Some(code) = self.file(place.file) else { return Values::default() };
        let holds = |entry: &Entry| code.holds(entry, at);
        let named = self.bound_values(place.file, code, entries, holds);
        self.read_all(named)
    }
}

/// What is left at a place of all that a scope binds to a name, or at the end of the scope for `u32::MAX`: the latest
/// definition or import that takes the place of what was there, and what comes after it. Of a name that is bound very often,
/// all that may matter there.
pub(super) fn left<'a>(code: &FileCode, entries: &'a [Entry], at: u32) -> Cow<'a, [Entry]> {
    if !is_in_order(code, entries) {
        return code.near(entries, at);
    }
    let is_latest = |entry: &Entry| entry.at <= at && is_replacing(code, entry);
    Cow::Borrowed(&entries[entries.iter().rposition(is_latest).unwrap_or(0)..])
}

/// Whether one may follow another, all in the order of the text.
fn is_in_order(code: &FileCode, entries: &[Entry]) -> bool {
    (2..=MANY).contains(&entries.len()) && !entries.iter().any(|entry| is_from_elsewhere(code, entry))
}

/// Whether nothing is left of what was there before, wherever the name is read.
pub(super) fn is_replacing(code: &FileCode, entry: &Entry) -> bool {
    match entry.bound() {
        Bound::Definition(definition) => code.definition(definition).marks.has(Marks::REPLACING),
        Bound::Import(import) => {
            let import = &code.facts.imports[import as usize];
            // `import a.b` binds `a`, as `import a.c` does, and both may be meant.
            import.replacing && (import.alias != Name(0) || import.kind == ImportKind::Member)
        }
        Bound::Binding(_) => false,
    }
}

/// A value from outside may be a copy of what was there, or the same in another shape.
fn is_known(values: Values) -> bool {
    !values.is_empty() && values.iter().all(|found| found.value != Value::External)
}

/// Whether nothing that was bound before is left at a place, or with a key nothing under that.
fn leaves_nothing(code: &FileCode, entry: &Entry, at: u32, key: Option<Key>) -> bool {
    code.binding(entry).is_some_and(|binding| match binding.kind {
        BindingKind::Reassigned => at < binding.until,
        BindingKind::Replaced => at < binding.until && key.is_some_and(|key| has_key(code, binding.value, key)),
        _ => false,
    })
}

/// Whether another function binds it (`global`, `nonlocal`, an attribute), nobody knows when.
fn is_from_elsewhere(code: &FileCode, entry: &Entry) -> bool {
    use BindingKind::*;
    code.binding(entry).is_some_and(|binding| {
        binding.scope != binding.owner && !matches!(binding.kind, Parameter | Receiver | ClassReceiver | Rest)
    })
}

/// Whether a display that was made to store items has one under a key, or at a place.
fn has_key(code: &FileCode, display: ExprId, key: Key) -> bool {
    let Expr::Items(container, list) = code.expr(display) else { return false };
    match (container, code.items(list)) {
        (Container::Mapping, items) => items.iter().any(|item| match code.expr(item.value) {
            _ if item.name.0 != 0 => key == Key::Text(code.name(item.name)),
            Expr::Pair(own, _) => literal(code, own) == Some(key),
            _ => false,
        }),
        (Container::Sequence, [before @ .., _, _any_number]) => key == Key::Number(before.len() as u32),
        _ => false,
    }
}
