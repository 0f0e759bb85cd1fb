//! Go's rules of resolution: packages are folders, and a name of a package may be defined in any of its files.
//!
//! Where the module's manifest is known, it decides what an import path refers to. Elsewhere the longest suffix of the
//! path that is a folder with Go files counts. The part before it is the path of a module that no manifest describes,
//! and the root package of a module is found by the package's name.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::go_modules;
use super::modules::folder_of;
use super::types::{ITERATED_INDEX, last_name};
use super::value::{ExternalKind, FoundValue, Value, Values};
use super::{Linker, Rules, Site};
use crate::base::sort;
use crate::graph::facts::{Container, DefId, Expr, ExprId, ImportKind, Name};
use crate::graph::kind::{EdgeKind, Strategy, SymbolKind};
use crate::graph::lang::go::{is_standard, package_guess, underlying_name};
use crate::graph::link::scope_index::{BoundItem, Declaration, FileScopes};
use crate::graph::model::names::NameId;
use crate::graph::model::{FileId, SymbolId};

/// The place from which a name of a package is looked up.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum PackageView {
    /// A file of the package; only test files see names that tests define.
    Inside,
    /// Another package: it sees neither tests nor names that are not exported.
    Outside,
}

impl Linker<'_> {
    /// The package that an import path refers to, represented by its first file.
    pub(super) fn go_module(&mut self, importing_file: FileId, parts: &[NameId]) -> Values {
        let parts: Vec<&str> = parts.iter().map(|&part| self.text(part)).collect();
        let (Some(first_part), Some(last_part)) = (parts.first(), parts.last()) else {
            return Values::external_untyped();
        };
        if is_standard(first_part) {
            return Values::external(ExternalKind::ByName);
        }
        let mut recorded: Vec<String> = Vec::new();
        let path = &self.graph.file(importing_file).path;
        let stated_target = go_modules::import_target(&self.roots.projects, path, &parts.join("/"), &mut |name| {
            recorded.push(name.to_owned())
        });
        recorded.iter().for_each(|name| self.record_dependency_text(name));
        let file = match stated_target {
            go_modules::GoImportTarget::Outside => None,
            go_modules::GoImportTarget::Folder(folder) => {
                self.record_dependency_text(&folder);
                self.package_in(&folder, None)
            }
            go_modules::GoImportTarget::Unstated => {
                self.record_dependency_text(last_part);
                self.record_dependency_text(package_guess(&parts));
                self.package_at(importing_file, &parts)
            }
        };
        match file {
            Some(file) => Values::one(Value::Def(file, DefId(0)), Strategy::Imported),
            None => Values::external(ExternalKind::ByName),
        }
    }

    fn package_at(&self, importing_file: FileId, parts: &[&str]) -> Option<FileId> {
        let path = &self.graph.file(importing_file).path;
        // The part before the suffix is the module's path. The suffix may begin with the last segment of that path,
        // which may be the name of the project's folder. If the path begins with a host, that segment alone is no
        // suffix.
        let n_module = min_module_segments(parts);
        let first_start = if n_module == 1 || parts.len() > n_module { n_module - 1 } else { parts.len() };
        for at in first_start..parts.len() {
            let suffix = parts[at..].join("/");
            let mut roots = self.roots.roots_of(parts[at], path);
            // Roots above the importing file come first, and of these the shortest: the module's root is above other
            // folders that contain a folder of the same name.
            sort::sort_by_key(&mut roots, |root| (!path.starts_with(root), root.len(), *root));
            for root in roots {
                let folder = format!("{root}{suffix}/");
                if let Some(file) = self.package_in(&folder, None) {
                    return Some(file);
                }
            }
        }
        self.package_above(path, parts)
    }

    /// The root package of the module that contains a file, if it has the name that an import path implies.
    fn package_above(&self, path: &str, parts: &[&str]) -> Option<FileId> {
        if parts.len() < min_module_segments(parts) {
            return None;
        }
        let name = self.graph.names.get(package_guess(parts))?;
        let mut folder = folder_of(path);
        loop {
            if let Some(file) = self.package_in(folder, Some(name)) {
                return Some(file);
            }
            folder = folder_of(folder.strip_suffix('/')?);
        }
    }

    /// The first file in a folder with an importable package, and with this package name if one is given.
    fn package_in(&self, folder: &str, name: Option<NameId>) -> Option<FileId> {
        self.graph.files_in(folder).find(|&file| {
            let package = self.package_of(file);
            self.is_importable(file) && name.is_none_or(|name| package == Some(name))
        })
    }

    fn is_importable(&self, file: FileId) -> bool {
        let package = self.package_of(file).map_or("", |package| self.text(package));
        self.rules(file) == Rules::Go && !is_test(&self.graph.file(file).path) && !matches!(package, "" | "main")
    }

    /// The package name that a Go file declares.
    fn package_of(&self, file: FileId) -> Option<NameId> {
        let scopes = self.file(file)?;
        Some(scopes.name(scopes.definition(DefId(0)).name))
    }

    /// Whether two files have the same folder and the same package name.
    pub(super) fn share_package(&self, one: FileId, other: FileId) -> bool {
        self.rules(other) == Rules::Go
            && folder_of(&self.graph.file(one).path) == folder_of(&self.graph.file(other).path)
            && self.package_of(one) == self.package_of(other)
    }

    /// Adds edges from an import to the files of a package.
    pub(super) fn link_package(&mut self, source: SymbolId, first_file: FileId, line: u32) {
        let folder = folder_of(&self.graph.file(first_file).path);
        for file in self.graph.files_in(folder) {
            if self.share_package(first_file, file) && self.is_importable(file) {
                let target = self.symbol(file, DefId(0));
                self.push_edge(source, target, EdgeKind::Imports, Strategy::Imported, line);
            }
        }
    }

    /// Resolves a name in the file scope: definitions and imports of the file come first, then definitions in the files
    /// of the package. Last comes an imported package whose name differs from what its path implies.
    pub(super) fn visible_in_package(
        &mut self,
        file: FileId,
        scopes: &FileScopes,
        declarations: &[Declaration],
        name: NameId,
    ) -> Values {
        let is_binding = |declaration: &Declaration| matches!(declaration.item(), BoundItem::Binding(_));
        let mut values =
            self.bound_values(file, scopes, &scopes.candidates_at(declarations, u32::MAX), |declaration| {
                !is_binding(declaration)
            });
        if values.is_empty() {
            values = self.package_definitions(file, name, PackageView::Inside);
        }
        if values.is_empty() {
            values = self.imported_package(file, scopes, name);
        }
        values
    }

    /// Resolves a name that another package reads; empty unless the name is exported.
    pub(super) fn package_member(&mut self, file: FileId, name: NameId) -> Values {
        match is_exported(self.text(name)) {
            true => self.package_definitions(file, name, PackageView::Outside),
            false => Values::default(),
        }
    }

    /// The definitions of a name in the files of a package.
    fn package_definitions(&mut self, file: FileId, name: NameId, view: PackageView) -> Values {
        if let Some(&cached) = self.packages.get(&(file, name, view)) {
            return cached;
        }
        self.record_dependency(name);
        let sees_tests = view == PackageView::Inside && is_test(&self.graph.file(file).path);
        let mut definitions: Vec<(&str, u32, FileId)> = Vec::new();
        for symbol in self.graph.symbols_named(name) {
            let symbol = self.graph.symbol(symbol);
            let parent = self.graph.symbol(symbol.parent);
            let is_at_top = parent.kind == SymbolKind::File && symbol.kind != SymbolKind::File;
            if !is_at_top || matches!(symbol.kind, SymbolKind::Import | SymbolKind::Block) {
                continue;
            }
            let path = &self.graph.file(symbol.file).path;
            if (sees_tests || !is_test(path)) && self.share_package(file, symbol.file) {
                definitions.push((path, symbol.index, symbol.file));
            }
        }
        sort::sort(&mut definitions);
        let mut values = Values::default();
        for (_, index, file) in definitions {
            values.push(FoundValue { value: Value::Def(file, DefId(index)), strategy: Strategy::Lexical });
        }
        self.packages.insert((file, name, view), values);
        values
    }

    /// The imported package whose package clause has this name, where the import's path implies another name.
    fn imported_package(&mut self, file: FileId, scopes: &FileScopes, name: NameId) -> Values {
        for (at, import) in scopes.facts.imports.iter().enumerate() {
            let parts: Vec<&str> =
                scopes.items(import.module).iter().map(|item| self.text(scopes.name(item.name))).collect();
            let is_guessed = import.alias != Name(0) && self.text(scopes.name(import.alias)) == package_guess(&parts);
            if import.kind != ImportKind::Module || !is_guessed {
                continue;
            }
            let module = self.import_module(file, at as u32);
            if module
                .iter()
                .any(|found| matches!(found.value, Value::Def(file, _) if self.package_of(file) == Some(name)))
            {
                return module;
            }
        }
        Values::default()
    }

    /// Whether a block extends a type: methods are at the top level of their type's package.
    pub(super) fn is_method_of(&self, block: FileId, file: FileId, def: DefId) -> bool {
        let is_at_top = self.file(file).is_some_and(|scopes| scopes.definition(def).parent == DefId(0));
        is_at_top && self.share_package(block, file)
    }

    /// Applies a step to the underlying type of a type (`type Names []Name`).
    pub(super) fn for_underlying_type(
        &mut self,
        file: FileId,
        def: DefId,
        mut step: impl FnMut(&mut Self, FoundValue) -> Values,
    ) -> Values {
        let Some(scopes) = self.file(file) else { return Values::default() };
        let name = underlying_name(self.text(scopes.name(scopes.definition(def).name)));
        self.record_dependency_text(&name);
        let Some(name) = self.graph.names.get(&name) else { return Values::default() };
        let mut values = Values::default();
        for declaration in scopes.declarations_of(def, name) {
            let BoundItem::Binding(at) = declaration.item() else { continue };
            let binding = &scopes.facts.bindings[at as usize];
            for found in self.type_values(Site { file, scope: binding.scope }, binding.annotation).iter() {
                values.extend(self.run_bounded(|linker| step(linker, found)));
            }
        }
        values
    }

    /// The first variable of a `range`: a map's keys or a channel's elements, otherwise a number.
    pub(super) fn go_key(&mut self, found: FoundValue) -> Values {
        match found.value {
            Value::Instance(file, def) => self.for_underlying_type(file, def, |linker, found| linker.go_key(found)),
            Value::Container(file, _, expr, _)
                if self.file(file).is_some_and(|scopes| matches!(scopes.expr(expr), Expr::Items(..))) =>
            {
                Values::external(ExternalKind::OfKnownType)
            }
            _ => self.element(found, ITERATED_INDEX),
        }
    }

    /// Whether an expression is a literal container type, so that a call of it creates a container.
    pub(super) fn is_container_type(&self, scopes: &FileScopes, expr: ExprId) -> bool {
        match scopes.expr(expr) {
            Expr::Items(container, _) => container != Container::Tuple,
            Expr::Generic(head, _) => matches!(last_name(self, scopes, head), Some("map" | "chan")),
            _ => false,
        }
    }
}

/// The least number of segments in the path of a module.
fn min_module_segments(parts: &[&str]) -> usize {
    match parts[0] {
        "github.com" | "gitlab.com" | "bitbucket.org" => 3,
        host if host.contains('.') => 2,
        _ => 1,
    }
}

/// Whether other packages see a name.
pub(super) fn is_exported(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}

fn is_test(path: &str) -> bool {
    path.ends_with("_test.go")
}
