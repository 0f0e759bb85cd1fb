//! What JavaScript and TypeScript resolve in their own way: what a module is as a whole, names by block, members of objects.
//!
//! Not here: which file a module's path leads to (`specifiers`).

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::imports::enclosing_module;
use super::modules::folder_of;
use super::specifiers::Lookup;
use super::value::{Found, Reading, Value, Values};
use super::{Linker, Place};
use crate::graph::code::{Bound, Entry, FileCode};
use crate::graph::facts::{Container, DefId, Expr, Import};
use crate::graph::kind::{Strategy, SymbolKind};
use crate::graph::lang::ecmascript::WHOLE;
use crate::graph::links::FileId;
use crate::graph::names::NameId;

impl Linker<'_> {
    /// What an import's module is: a file, and what it exports as a whole.
    pub(super) fn ecmascript_module(&mut self, file: FileId, code: &FileCode, import: &Import) -> Values {
        let Some(first) = code.items(import.module).first() else {
            return Values::one(Value::Def(file, enclosing_module(code, import.scope)), Strategy::Lexical);
        };
        let specifier = self.text(code.name(first.name));
        let path = &self.graph.file(file).path;
        let last = specifier.rsplit('/').next().unwrap_or_default();
        let folder = folder_of(path).trim_end_matches('/').rsplit('/').next().unwrap_or_default();
        let stem = if matches!(last, "." | ".." | "") { folder } else { last.split('.').next().unwrap_or(last) };
        self.consult_text(stem);
        let parts = specifier.split('/').filter(|part| !part.starts_with('.'));
        parts.for_each(|part| self.consult_text(part));
        let mut heard: Vec<String> = Vec::new();
        let hear = &mut |name: &str| heard.push(name.to_owned());
        let found = Lookup { graph: self.graph, roots: self.roots, from: path, hear }.file(specifier);
        heard.iter().for_each(|name| self.consult_text(name));
        let Some(found) = found else { return Values::external() };
        let mut values = self.whole_export(found);
        values.push(Found { value: Value::Def(found, DefId(0)), strategy: Strategy::Imported });
        values
    }

    /// What `module.exports = …` makes of a module.
    fn whole_export(&mut self, file: FileId) -> Values {
        let (Some(code), Some(name)) = (self.file(file), self.special(WHOLE)) else { return Values::default() };
        let mut values = Values::default();
        for found in self.bound_values(file, code, &code.near(code.bound(DefId(0), name), u32::MAX), |_| true).iter() {
            values.extend(self.bounded(|linker| linker.read(found)));
        }
        values
    }

    /// What a name of the innermost block that binds it means; else what is bound in the whole of the scope.
    pub(super) fn ecmascript_visible(&mut self, file: FileId, code: &FileCode, entries: &[Entry], at: u32) -> Values {
        let entries = &code.near(entries, at);
        let holds = |entry: &Entry| code.holds(entry, at);
        let innermost =
            |of: &dyn Fn(&Entry) -> bool| entries.iter().filter(|entry| of(entry)).map(|entry| code.until(entry)).min();
        if let Some(until) = innermost(&holds) {
            return self.bound_values(file, code, entries, |entry| holds(entry) && code.until(entry) == until);
        }
        let lasting = self.bound_values(file, code, entries, |entry| code.until(entry) == u32::MAX);
        // A function is there from the beginning of its block on.
        let comes = |entry: &Entry| entry.at > at && is_function(code, entry);
        match innermost(&comes) {
            Some(until) if lasting.is_empty() => {
                self.bound_values(file, code, entries, |entry| comes(entry) && code.until(entry) == until)
            }
            _ => lasting,
        }
    }

    /// A member of an object that is written out, or of its type.
    pub(super) fn object_member(&mut self, of: Found, name: NameId) -> Option<Values> {
        let Value::Held(file, scope, expr, reading) = of.value else { return None };
        let code = self.file(file)?;
        let Expr::Items(Container::Mapping, list) = code.expr(expr) else { return None };
        let place = Place { file, scope };
        let mut values = Values::default();
        for item in code.items(list) {
            if item.name.0 != 0 && code.name(item.name) == name {
                values = match reading {
                    Reading::Value => self.eval(place, item.value),
                    Reading::Type => match code.expr(item.value) {
                        Expr::Lambda(method) => Values::one(Value::Def(file, method), Strategy::Qualified),
                        _ => self.typed(place, item.value),
                    },
                };
            } else if item.name.0 == 0 {
                for spread in self.eval(place, item.value).iter() {
                    values.extend(self.bounded(|linker| linker.member(spread, name)));
                }
            }
        }
        Some(if values.is_empty() { Values::external() } else { values.at_most(of.strategy) })
    }
}

fn is_function(code: &FileCode, entry: &Entry) -> bool {
    matches!(entry.bound(), Bound::Definition(definition) if code.definition(definition).kind == SymbolKind::Function)
}

/// The package that a path outside the project belongs to; none for a path of the project.
pub(super) fn package(specifier: &str) -> &str {
    if specifier.starts_with('.') {
        return "";
    }
    let n_parts = if specifier.starts_with('@') { 2 } else { 1 };
    let end = specifier.match_indices('/').nth(n_parts - 1).map_or(specifier.len(), |(at, _)| at);
    &specifier[..end]
}

#[cfg(test)]
mod tests {
    use super::package;

    #[test]
    fn a_path_from_outside_belongs_to_a_package() {
        assert_eq!((package("@a/b/c"), package("a/b"), package("./a"), package("a")), ("@a/b", "a", "", "a"));
    }
}
