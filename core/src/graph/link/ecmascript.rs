//! Resolution rules of JavaScript and TypeScript: the whole export of a module, block scopes, members of objects.
//!
//! Not here: the file that a module specifier refers to (`specifiers`).

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::imports::{enclosing_module, missing_module};
use super::modules::folder_of;
use super::specifiers::Lookup;
use super::value::{FoundValue, Namespace, Value, Values};
use super::{Linker, Site};
use crate::graph::facts::{Container, DefId, Expr, Import};
use crate::graph::kind::{Strategy, SymbolKind};
use crate::graph::lang::ecmascript::WHOLE_EXPORT;
use crate::graph::link::scope_index::{BoundItem, Declaration, FileScopes};
use crate::graph::model::FileId;
use crate::graph::model::names::NameId;

impl Linker<'_> {
    /// The values of an import's module: its whole export, and the file itself.
    pub(super) fn ecmascript_module(&mut self, file: FileId, scopes: &FileScopes, import: &Import) -> Values {
        let Some(first_item) = scopes.items(import.module).first() else {
            return Values::one(Value::Def(file, enclosing_module(scopes, import.scope)), Strategy::Lexical);
        };
        let specifier = self.text(scopes.name(first_item.name));
        let path = &self.graph.file(file).path;
        let last_part = specifier.rsplit('/').next().unwrap_or_default();
        let folder = folder_of(path).trim_end_matches('/').rsplit('/').next().unwrap_or_default();
        let stem = if matches!(last_part, "." | ".." | "") {
            folder
        } else {
            last_part.split('.').next().unwrap_or(last_part)
        };
        self.record_dependency_text(stem);
        let parts = specifier.split('/').filter(|part| !part.starts_with('.'));
        parts.for_each(|part| self.record_dependency_text(part));
        let mut recorded: Vec<String> = Vec::new();
        let record = &mut |name: &str| recorded.push(name.to_owned());
        let module_file = Lookup { graph: self.graph, roots: self.roots, importer_path: path, record }.file(specifier);
        recorded.iter().for_each(|name| self.record_dependency_text(name));
        let Some(module_file) = module_file else { return missing_module(specifier.starts_with('.')) };
        let mut values = self.whole_export(module_file);
        values.push(FoundValue { value: Value::Def(module_file, DefId(0)), strategy: Strategy::Imported });
        values
    }

    /// The exports of a module, as the module itself sees them: `exports`.
    pub(super) fn exports_object(&mut self, file: FileId) -> Values {
        let mut values = self.run_bounded(|linker| linker.whole_export(file));
        values.push(FoundValue { value: Value::Def(file, DefId(0)), strategy: Strategy::Lexical });
        values
    }

    /// The value of `module.exports = …` in a module.
    fn whole_export(&mut self, file: FileId) -> Values {
        let (Some(scopes), Some(name)) = (self.file(file), self.special_name(WHOLE_EXPORT)) else {
            return Values::default();
        };
        let mut values = Values::default();
        for found in self
            .bound_values(file, scopes, &scopes.candidates_at(scopes.declarations_of(DefId(0), name), u32::MAX), |_| {
                true
            })
            .iter()
        {
            values.extend(self.run_bounded(|linker| linker.read_definition(found)));
        }
        values
    }

    /// Resolves a name in the innermost block that binds it, otherwise in the whole scope.
    pub(super) fn visible_in_ecmascript(
        &mut self,
        file: FileId,
        scopes: &FileScopes,
        declarations: &[Declaration],
        at: u32,
    ) -> Values {
        let declarations = &scopes.candidates_at(declarations, at);
        let is_in_effect = |declaration: &Declaration| scopes.is_in_effect(declaration, at);
        let innermost_end = |is_meant: &dyn Fn(&Declaration) -> bool| {
            declarations
                .iter()
                .filter(|declaration| is_meant(declaration))
                .map(|declaration| scopes.effective_until(declaration))
                .min()
        };
        if let Some(until) = innermost_end(&is_in_effect) {
            return self.bound_values(file, scopes, declarations, |declaration| {
                is_in_effect(declaration) && scopes.effective_until(declaration) == until
            });
        }
        let lasting_values = self
            .bound_values(file, scopes, declarations, |declaration| scopes.effective_until(declaration) == u32::MAX);
        // A function declaration is hoisted to the start of its block.
        let is_hoisted =
            |declaration: &Declaration| declaration.effective_from > at && is_function(scopes, declaration);
        match innermost_end(&is_hoisted) {
            Some(until) if lasting_values.is_empty() => self.bound_values(file, scopes, declarations, |declaration| {
                is_hoisted(declaration) && scopes.effective_until(declaration) == until
            }),
            _ => lasting_values,
        }
    }

    /// A member of an object literal or of an object type; `None` if the value is neither.
    pub(super) fn object_member(&mut self, object: FoundValue, name: NameId) -> Option<Values> {
        let Value::Container(file, scope, expr, namespace) = object.value else { return None };
        let scopes = self.file(file)?;
        let Expr::Items(Container::Mapping, list) = scopes.expr(expr) else { return None };
        let site = Site { file, scope };
        let mut values = Values::default();
        for item in scopes.items(list) {
            if item.name.0 != 0 && scopes.name(item.name) == name {
                values = match namespace {
                    Namespace::Value => self.eval(site, item.value),
                    Namespace::Type => match scopes.expr(item.value) {
                        Expr::Lambda(method) => Values::one(Value::Def(file, method), Strategy::Qualified),
                        _ => self.type_values(site, item.value),
                    },
                };
            } else if item.name.0 == 0 {
                for spread in self.eval(site, item.value).iter() {
                    values.extend(self.run_bounded(|linker| linker.member(spread, name)));
                }
            }
        }
        Some(if values.is_empty() { Values::external_untyped() } else { values.limited_to(object.strategy) })
    }
}

fn is_function(scopes: &FileScopes, declaration: &Declaration) -> bool {
    matches!(declaration.item(), BoundItem::Definition(definition) if scopes.definition(definition).kind == SymbolKind::Function)
}

/// The package of a specifier outside the project; empty for a relative path.
pub(super) fn package_name_of(specifier: &str) -> &str {
    if specifier.starts_with('.') {
        return "";
    }
    let n_parts = if specifier.starts_with('@') { 2 } else { 1 };
    let end = specifier.match_indices('/').nth(n_parts - 1).map_or(specifier.len(), |(at, _)| at);
    &specifier[..end]
}

#[cfg(test)]
mod tests {
    use super::package_name_of;

    #[test]
    fn an_external_specifier_belongs_to_a_package() {
        assert_eq!(
            (package_name_of("@a/b/c"), package_name_of("a/b"), package_name_of("./a"), package_name_of("a")),
            ("@a/b", "a", "", "a")
        );
    }
}
