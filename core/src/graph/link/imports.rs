//! Resolution of imports to modules and their members.

use alloc::vec::Vec;
use core::ptr;

use super::bounds::Question;
use super::modules::{self, Module};
use super::value::{ExternalKind, Value, Values};
use super::{Linker, Rules, record_dependency};
use crate::graph::facts::{DefId, Import, ImportKind, Name};
use crate::graph::kind::{Strategy, SymbolKind};
use crate::graph::link::scope_index::{BoundItem, FileScopes};
use crate::graph::model::FileId;
use crate::graph::model::names::NameId;

impl Linker<'_> {
    /// The values that an import binds.
    pub(super) fn import_values(&mut self, file: FileId, import: u32) -> Values {
        let question = Question::Import(file, import);
        if let Some(&cached) = self.imports.get(&(file, import)) {
            self.reuse_answer(question);
            return cached;
        }
        // While it is being resolved, a circular import binds nothing.
        self.imports.insert((file, import), Values::default());
        let (outer_is_cut, had_cycle) = (self.start_answer(), self.glob_imports.start_answer());
        let values = self.compute_import(file, import);
        self.imports.insert((file, import), values);
        self.glob_imports.finish_answer(question, had_cycle);
        self.finish_answer(question, outer_is_cut);
        values
    }

    fn compute_import(&mut self, file: FileId, import: u32) -> Values {
        let Some(scopes) = self.file(file) else { return Values::default() };
        let at = import;
        let import = &scopes.facts.imports[at as usize];
        let values = self.run_bounded(|linker| match import.kind {
            ImportKind::Module if import.alias == Name(0) => linker.first_module(file, at),
            ImportKind::Module => linker.import_module(file, at),
            ImportKind::All => Values::default(),
            ImportKind::Member => {
                let values = linker.import_member(file, at, import);
                // A module without a default export stands for itself.
                let is_default = linker.text(scopes.name(import.member)) == "default";
                match values.is_empty() && is_default && linker.rules(file) == Rules::Ecmascript {
                    true => linker.import_module(file, at),
                    false => values,
                }
            }
        });
        values.as_imported()
    }

    /// The member that an import names.
    pub(super) fn import_member(&mut self, file: FileId, at: u32, import: &Import) -> Values {
        let Some(scopes) = self.file(file) else { return Values::default() };
        let member = scopes.name(import.member);
        let mut values = Values::default();
        if self.is_single_segment(file, import) {
            return self.rust_first(file, import, member);
        }
        for module in self.import_module(file, at).iter() {
            values.extend(self.run_bounded(|linker| linker.member(module, member)));
        }
        values
    }

    /// Whether an import is Rust's `use name;` or `extern crate name;`, with a single segment.
    pub(super) fn is_single_segment(&self, file: FileId, import: &Import) -> bool {
        let is_bare = import.kind == ImportKind::Member && import.level == 0 && import.module.len == 0;
        is_bare && self.rules(file) == Rules::Rust
    }

    /// The module that an import names. Cached.
    pub(super) fn import_module(&mut self, file: FileId, import: u32) -> Values {
        let question = Question::Module(file, import);
        if let Some(&cached) = self.modules.get(&(file, import)) {
            self.reuse_answer(question);
            return cached;
        }
        // While it is being resolved, an import that depends on itself has no module.
        self.modules.insert((file, import), Values::default());
        let (outer_is_cut, had_cycle) = (self.start_answer(), self.glob_imports.start_answer());
        let values = self.run_bounded(|linker| match linker.file(file) {
            Some(scopes) => linker.compute_import_module(file, scopes, &scopes.facts.imports[import as usize]),
            None => Values::default(),
        });
        self.modules.insert((file, import), values);
        self.glob_imports.finish_answer(question, had_cycle);
        self.finish_answer(question, outer_is_cut);
        values
    }

    fn compute_import_module(&mut self, file: FileId, scopes: &FileScopes, import: &Import) -> Values {
        let parts: Vec<NameId> = scopes.items(import.module).iter().map(|item| scopes.name(item.name)).collect();
        match self.rules(file) {
            Rules::Python => self.python_module(file, import.level, parts),
            Rules::Rust if import.kind == ImportKind::Module && import.level == 0 => self.rust_mod(file, import),
            Rules::Rust => self.rust_path(file, import, &parts),
            Rules::Ecmascript => self.ecmascript_module(file, scopes, import),
            Rules::Go => self.go_module(file, &parts),
        }
    }

    /// Python's `import a.b.c` binds `a`; Rust's `mod a;` binds the module itself.
    fn first_module(&mut self, file: FileId, at: u32) -> Values {
        match (self.rules(file), self.file(file)) {
            (Rules::Python, Some(scopes)) => {
                let module = scopes.items(scopes.facts.imports[at as usize].module);
                let parts: Vec<&str> = module.iter().map(|item| self.text(scopes.name(item.name))).collect();
                let path = &self.graph.file(file).path;
                let record = &mut |name: &str| record_dependency(&mut self.trace, name);
                let module = modules::python_first(self.graph, self.roots, path, &parts, record);
                self.module_found(module, false)
            }
            _ => self.import_module(file, at),
        }
    }

    fn python_module(&mut self, file: FileId, level: u8, parts: Vec<NameId>) -> Values {
        let wanted_module = (file, level, parts);
        // Names imported by one statement follow each other.
        if let Some((last_wanted, values)) = &self.last_module
            && *last_wanted == wanted_module
        {
            return *values;
        }
        let path = &self.graph.file(file).path;
        let part_texts: Vec<&str> = wanted_module.2.iter().map(|&part| self.text(part)).collect();
        let record = &mut |name: &str| record_dependency(&mut self.trace, name);
        let found_module = if level == 0 {
            modules::python_absolute(self.graph, self.roots, path, &part_texts, record)
        } else {
            part_texts.iter().for_each(|text| record(text));
            let base = modules::python_base(path, level);
            base.and_then(|base| match part_texts.is_empty() {
                true => Some(modules::python_folder(self.graph, base, record)),
                false => modules::python_below(self.graph, base, &part_texts),
            })
        };
        let values = self.module_found(found_module, level > 0);
        self.last_module = Some((wanted_module, values));
        values
    }

    fn module_found(&self, module: Option<Module>, is_in_project: bool) -> Values {
        module.map_or_else(|| missing_module(is_in_project), |module| self.module_value(module))
    }

    fn module_value(&self, module: Module) -> Values {
        match module {
            Module::File(file) => Values::one(Value::Def(file, DefId(0)), Strategy::Imported),
            Module::Folder(folder) => match self.graph.names.get(&folder) {
                Some(name) => Values::one(Value::Folder(name), Strategy::Imported),
                None => Values::external_untyped(),
            },
        }
    }

    /// The module with this name in a Python package's folder that has no `__init__` file.
    pub(super) fn folder_member(&mut self, folder: NameId, name: NameId) -> Values {
        self.record_dependency(name);
        match modules::python_child(self.graph, self.text(folder), self.text(name)) {
            Some(module) => self.module_value(module),
            None => Values::default(),
        }
    }

    /// The module with this name in a Python package whose `__init__` does not bind the name.
    pub(super) fn submodule(&mut self, file: FileId, name: NameId) -> Values {
        let path = &self.graph.file(file).path;
        if !(path.ends_with("__init__.py") || path.ends_with("__init__.pyi")) {
            return Values::default();
        }
        self.record_dependency(name);
        match modules::python_child(self.graph, modules::folder_of(path), self.text(name)) {
            Some(module) => self.module_value(module),
            None => Values::default(),
        }
    }

    /// `mod a;`: the file that contains the module.
    fn rust_mod(&mut self, file: FileId, import: &Import) -> Values {
        let Some(scopes) = self.file(file) else { return Values::default() };
        let Some(first_item) = scopes.items(import.module).first() else { return Values::default() };
        let mut folder = modules::rust_inner(&self.graph.file(file).path);
        for scope in inline_modules(scopes, import.scope) {
            folder.push_str(self.text(scopes.name(scopes.definition(scope).name)));
            folder.push('/');
        }
        let name = scopes.name(first_item.name);
        self.record_dependency(name);
        match modules::rust_child(self.graph, &folder, self.text(name)) {
            Some(child) => Values::one(Value::Def(child, DefId(0)), Strategy::Imported),
            None => Values::default(),
        }
    }

    /// The values, mostly a module, to which the path before the last name of a `use` leads.
    fn rust_path(&mut self, file: FileId, import: &Import, parts: &[NameId]) -> Values {
        let (mut values, parts_left) = match (import.level, parts.split_first()) {
            (0, None) => (Values::default(), parts),
            (0, Some((&first_part, parts_left))) => (self.rust_first(file, import, first_part), parts_left),
            (level, _) => (self.rust_root(file, import.scope, level), parts),
        };
        for &part in parts_left {
            let mut members = Values::default();
            for found in values.iter() {
                members.extend(self.run_bounded(|linker| linker.member(found, part)));
            }
            values = members;
        }
        values
    }

    /// The first segment of a plain path: a name of the current module, otherwise a crate.
    fn rust_first(&mut self, file: FileId, import: &Import, first_part: NameId) -> Values {
        let Some(scopes) = self.file(file) else { return Values::default() };
        let module = enclosing_module(scopes, import.scope);
        let is_itself = |item: BoundItem| matches!(item, BoundItem::Import(at) if ptr::eq(&scopes.facts.imports[at as usize], import));
        let declarations = &scopes.candidates_at(scopes.declarations_of(module, first_part), import.offset);
        let local_values = self.bound_values(file, scopes, declarations, |declaration| !is_itself(declaration.item()));
        if local_values.is_empty() { self.rust_crate_named(file, first_part) } else { local_values }
    }

    /// The crate of the project with this name in code.
    pub(super) fn rust_crate_named(&mut self, importing_file: FileId, name: NameId) -> Values {
        self.record_dependency(name);
        self.record_dependency_text("lib");
        match modules::rust_named(self.graph, self.roots, &self.graph.file(importing_file).path, self.text(name)) {
            Some(file) => Values::one(Value::Def(file, DefId(0)), Strategy::Imported),
            None => Values::external(ExternalKind::ByName),
        }
    }

    /// The target of `crate`, `self`, `super`, … in a scope.
    pub(super) fn rust_root(&mut self, file: FileId, scope: DefId, level: u8) -> Values {
        let Some(scopes) = self.file(file) else { return Values::default() };
        let module = enclosing_module(scopes, scope);
        if let Some(&cached) = self.path_roots.get(&(file, module, level)) {
            return cached;
        }
        let values = self.compute_rust_root(file, module, level);
        self.path_roots.insert((file, module, level), values);
        values
    }

    fn compute_rust_root(&mut self, file: FileId, module: DefId, level: u8) -> Values {
        for stem in ["lib", "main", "mod"] {
            self.record_dependency_text(stem);
        }
        for folder in self.graph.file(file).path.split('/') {
            self.record_dependency_text(folder);
        }
        if level == 1 {
            let root = modules::rust_crate(self.graph, file);
            return Values::one(Value::Def(root, DefId(0)), Strategy::Qualified);
        }
        let (mut file, mut module) = (file, module);
        for _ in 2..level {
            if module != DefId(0) {
                let Some(scopes) = self.file(file) else { return Values::default() };
                module = enclosing_module(scopes, scopes.definition(module).parent);
                continue;
            }
            match modules::rust_parent(self.graph, &self.graph.file(file).path) {
                Some(parent) => file = parent,
                None => return Values::default(),
            }
        }
        Values::one(Value::Def(file, module), Strategy::Qualified)
    }
}

/// The value of an import without a file: unknown if the module would be the project's own, otherwise external.
pub(super) fn missing_module(is_in_project: bool) -> Values {
    Values::external(if is_in_project { ExternalKind::OfUnknownType } else { ExternalKind::ByName })
}

/// The innermost inline module that contains a scope, or the file.
pub(super) fn enclosing_module(scopes: &FileScopes, scope: DefId) -> DefId {
    let mut at = scope;
    while at != DefId(0) && scopes.definition(at).kind != SymbolKind::Module {
        at = scopes.definition(at).parent;
    }
    at
}

/// The inline modules that contain a scope, outermost first.
fn inline_modules(scopes: &FileScopes, scope: DefId) -> Vec<DefId> {
    let mut modules = Vec::new();
    let mut at = scope;
    while at != DefId(0) {
        if scopes.definition(at).kind == SymbolKind::Module {
            modules.push(at);
        }
        at = scopes.definition(at).parent;
    }
    modules.reverse();
    modules
}
