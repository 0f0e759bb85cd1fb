//! Resolution of bare names: enclosing scopes from the inside out, then glob imports, then outside the project.

use super::value::{ExternalKind, FoundValue, Value, Values};
use super::{Linker, Rules, Site, reaching};
use crate::graph::facts::{DefId, Flags, Name};
use crate::graph::kind::{Strategy, SymbolKind};
use crate::graph::link::scope_index::{BoundItem, Declaration, FileScopes};
use crate::graph::model::FileId;
use crate::graph::model::names::NameId;
use xxhash_rust::xxh3::xxh3_64_with_seed;

impl Linker<'_> {
    /// The values of a name that is read at a byte offset.
    pub(super) fn resolve_name(&mut self, site: Site, name: Name, at: u32) -> Values {
        let Some(scopes) = self.file(site.file) else { return Values::default() };
        let name_id = scopes.name(name);
        self.record_dependency_elsewhere(site.file, name_id);
        let rules = self.rules(site.file);
        let mut scope = site.scope;
        // A class body runs as part of the surrounding code, so it sees the bindings up to that point.
        let mut runs_in_order = true;
        // A later binding in a class body, used only if no enclosing scope binds the name, as in deferred annotations.
        let mut later_values = Values::default();
        loop {
            let is_own_scope = scope == site.scope;
            if is_searched(scopes, scope, is_own_scope, rules) {
                let declarations = scopes.declarations_of(scope, name_id);
                let values = match rules {
                    Rules::Python => self.visible_in_python(site.file, scopes, declarations, at, runs_in_order),
                    Rules::Rust => self.visible_in_rust(site.file, scopes, declarations, at),
                    Rules::Ecmascript => self.visible_in_ecmascript(site.file, scopes, declarations, at),
                    Rules::Go if scope == DefId(0) => self.visible_in_package(site.file, scopes, declarations, name_id),
                    Rules::Go => self.visible_in_rust(site.file, scopes, declarations, at),
                };
                if rules == Rules::Python && !binds_before(scopes, scope, declarations, at) {
                    later_values = values;
                } else if !values.is_empty() {
                    return values;
                }
                let glob_values = self.glob_imported_values(site.file, scope, name_id);
                if !glob_values.is_empty() {
                    return glob_values;
                }
            }
            let is_module = matches!(scopes.definition(scope).kind, SymbolKind::Module);
            if scope == DefId(0) || (is_module && rules == Rules::Rust) {
                return if later_values.is_empty() { self.unbound_value(name_id) } else { later_values };
            }
            runs_in_order &= scopes.definition(scope).kind == SymbolKind::Class;
            scope = scopes.definition(scope).parent;
        }
    }

    /// The value of a name that nothing binds: external if it is the language's own, otherwise unknown.
    fn unbound_value(&self, name: NameId) -> Values {
        let is_language_name = (self.language().is_own_name)(self.text(name));
        Values::external(if is_language_name { ExternalKind::ByName } else { ExternalKind::OfUnknownType })
    }

    /// The bindings that a read at an offset sees.
    ///
    /// A binding with limited visibility (a comprehension's variable) shadows all others in its range and is
    /// invisible elsewhere. Otherwise, if the code runs in order, the bindings before the offset count, if there are
    /// any. From inside a function any binding may count.
    fn visible_in_python(
        &mut self,
        file: FileId,
        scopes: &FileScopes,
        declarations: &[Declaration],
        at: u32,
        runs_in_order: bool,
    ) -> Values {
        let is_bounded = |declaration: &Declaration| scopes.effective_until(declaration) != u32::MAX;
        let is_in_effect = |declaration: &Declaration| scopes.is_in_effect(declaration, at);
        let candidates = &scopes.candidates_at(declarations, at);
        if let Some(innermost) =
            candidates.iter().rfind(|declaration| is_bounded(declaration) && is_in_effect(declaration))
        {
            return self.bound_values(file, scopes, candidates, |declaration| {
                declaration.effective_from >= innermost.effective_from && is_in_effect(declaration)
            });
        }
        if runs_in_order && candidates.iter().any(is_in_effect) {
            return self.bound_values(
                file,
                scopes,
                &reaching::reaching_declarations(scopes, declarations, at),
                is_in_effect,
            );
        }
        self.bound_values(
            file,
            scopes,
            &reaching::reaching_declarations(scopes, declarations, u32::MAX),
            |declaration| !is_bounded(declaration),
        )
    }

    /// The latest binding in effect at the offset, otherwise all definitions and imports of the scope.
    fn visible_in_rust(&mut self, file: FileId, scopes: &FileScopes, declarations: &[Declaration], at: u32) -> Values {
        let declarations = &scopes.candidates_at(declarations, at);
        let is_binding = |declaration: &Declaration| matches!(declaration.item(), BoundItem::Binding(_));
        let is_in_effect = |declaration: &Declaration| scopes.is_in_effect(declaration, at);
        match declarations.iter().rfind(|declaration| is_binding(declaration) && is_in_effect(declaration)) {
            Some(latest) => self.bound_values(file, scopes, core::slice::from_ref(latest), |_| true),
            None => self.bound_values(file, scopes, declarations, |declaration| !is_binding(declaration)),
        }
    }

    /// The values of those declarations of a name that `is_kept` accepts.
    pub(super) fn bound_values(
        &mut self,
        file: FileId,
        scopes: &FileScopes,
        declarations: &[Declaration],
        is_kept: impl Fn(&Declaration) -> bool,
    ) -> Values {
        let kept_declarations = || declarations.iter().rev().filter(|declaration| is_kept(declaration));
        let has_definition =
            kept_declarations().any(|declaration| matches!(declaration.item(), BoundItem::Definition(_)));
        let mut values = Values::default();
        for declaration in kept_declarations() {
            match declaration.item() {
                BoundItem::Definition(definition) => {
                    values.push(FoundValue { value: Value::Def(file, definition), strategy: Strategy::Lexical });
                }
                BoundItem::Import(import) => values.extend(self.import_values(file, import)),
                // The definition stands for the variable.
                BoundItem::Binding(_) if has_definition => {}
                BoundItem::Binding(binding) => {
                    let is_older = !values.is_empty();
                    let strategy = if is_older { Strategy::Flow } else { Strategy::Lexical };
                    let is_same_value = is_older && scopes.facts.bindings[binding as usize].value.0 == 0;
                    if !is_same_value {
                        values.push(FoundValue { value: Value::Local(file, binding), strategy });
                    }
                }
            }
        }
        values
    }

    /// The values that the glob imports of a scope bring in under a name; empty also if they are outside the project.
    pub(super) fn glob_imported_values(&mut self, file: FileId, scope: DefId, name: NameId) -> Values {
        let Some(scopes) = self.file(file) else { return Values::default() };
        // The file being linked is linked again when it changes, so an absent name need not be recorded.
        if file == self.home && scopes.glob_imports_in(scope).next().is_none() {
            return Values::default();
        }
        let key = (file, scope, name);
        if let Some(cached) = self.glob_imports.cached_values(key) {
            return cached;
        }
        let visit = self.glob_imports.start_visit(key);
        let values = self.compute_glob_imported(scopes, file, scope, name);
        for question in self.glob_imports.end_visit(key, values, visit) {
            self.forget(question);
        }
        values
    }

    fn compute_glob_imported(&mut self, scopes: &FileScopes, file: FileId, scope: DefId, name: NameId) -> Values {
        if file != self.home {
            self.trace.insert(hash_glob_imports(&self.graph.file(file).path));
        }
        let mut values = Values::default();
        for import in scopes.glob_imports_in(scope).rev() {
            let modules = self.import_module(file, import);
            let mut members = Values::default();
            for module in modules.iter() {
                if self.is_glob_exported(module.value, name) {
                    members.extend(self.run_bounded(|linker| linker.member(module, name)));
                }
            }
            values.extend(members);
            // A result of a circular glob import kills nothing.
            let hides = scopes.facts.imports[import as usize].is_replacing && !members.is_empty();
            if hides && modules.iter().any(|module| self.certainly_binds(module, name)) {
                break;
            }
        }
        let mut project_values = Values::default();
        values.iter().filter(|found| !found.value.is_external()).for_each(|found| project_values.push(found));
        project_values.as_imported()
    }

    /// Whether a module binds a name unconditionally.
    fn certainly_binds(&self, module: FoundValue, name: NameId) -> bool {
        let Value::Def(file, def) = module.value else { return false };
        let Some(scopes) = self.file(file).filter(|_| self.is_glob_exported(module.value, name)) else { return false };
        scopes.declarations_of(def, name).iter().any(|declaration| reaching::is_replacing(scopes, declaration))
    }

    /// Whether a glob import brings in a name.
    ///
    /// Python: a name that the module lists or, without a list, any name without a leading underscore. JavaScript: a
    /// name that the module exports or does not bind itself, except `default`. Other languages: any name.
    fn is_glob_exported(&self, module: Value, name: NameId) -> bool {
        let Value::Def(file, def) = module else { return true };
        let Some(scopes) = self.file(file) else { return true };
        match (self.rules(file), scopes.facts.exports) {
            (Rules::Ecmascript, _) => {
                let declarations = scopes.declarations_of(def, name);
                self.text(name) != "default"
                    && (declarations.is_empty()
                        || declarations.iter().any(|declaration| is_exported(scopes, declaration)))
            }
            (Rules::Python, Some(list)) => scopes.items(list).iter().any(|item| scopes.name(item.name) == name),
            (Rules::Python, None) => !self.text(name).starts_with('_'),
            _ => true,
        }
    }
}

/// Whether a declaration in a JavaScript module is exported.
pub(super) fn is_exported(scopes: &FileScopes, declaration: &Declaration) -> bool {
    match declaration.item() {
        BoundItem::Definition(definition) => scopes.definition(definition).flags.has(Flags::PUBLIC),
        BoundItem::Import(import) => scopes.facts.imports[import as usize].is_reexported,
        BoundItem::Binding(_) => true,
    }
}

/// The hash in traces for the glob imports of a file.
pub(crate) fn hash_glob_imports(path: &str) -> u32 {
    xxh3_64_with_seed(path.as_bytes(), u64::from(b'*')) as u32
}

/// Whether a class body binds a name at or before an offset, other than as a variable; true for other scopes.
fn binds_before(scopes: &FileScopes, scope: DefId, declarations: &[Declaration], at: u32) -> bool {
    // A variable is bound by its assignments instead.
    let is_variable = |declaration: &Declaration| match declaration.item() {
        BoundItem::Definition(definition) => {
            matches!(
                scopes.definition(definition).kind,
                SymbolKind::Variable | SymbolKind::Constant | SymbolKind::Field
            )
        }
        _ => false,
    };
    scopes.definition(scope).kind != SymbolKind::Class
        || declarations
            .iter()
            .take_while(|declaration| declaration.effective_from <= at)
            .any(|declaration| !is_variable(declaration))
}

/// Whether bare names are looked up in a scope. The scope of a type is skipped, except by Python code directly in its
/// body.
fn is_searched(scopes: &FileScopes, scope: DefId, is_own_scope: bool, rules: Rules) -> bool {
    use SymbolKind::*;
    match scopes.definition(scope).kind {
        Class | Interface | Enum | Block => is_own_scope && rules == Rules::Python,
        // The methods of an object do not see its members as bare names.
        Variable | Constant | Field => false,
        _ => true,
    }
}
