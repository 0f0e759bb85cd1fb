//! What Go resolves in its own way: packages are folders, and a name of a package may stand in any of its files.
//!
//! Where a module's manifest is known, a path leads where that says. Elsewhere it is held against the folders of the
//! project by its longest end that is one with Go files in it; what lies before that end is the path of a module, of which
//! no file tells, and the top of a module is known by its package's name.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::go_modules;
use super::modules::folder_of;
use super::types::{KEYS, last_name};
use super::value::{Found, Value, Values};
use super::{Linker, Place, Rules};
use crate::graph::code::{Bound, Entry, FileCode};
use crate::graph::facts::{Container, DefId, Expr, ExprId, ImportKind, Name};
use crate::graph::kind::{EdgeKind, Strategy, SymbolKind};
use crate::graph::lang::go::{is_standard, package_guess, underlying_name};
use crate::graph::links::{FileId, SymbolId};
use crate::graph::names::NameId;
use crate::order;

/// Who looks a package's name up.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum View {
    /// A file of the package.
    Inside,
    /// Another package, which sees neither its tests nor what is not exported.
    Outside,
}

impl Linker<'_> {
    /// The package that an import's path leads to, as its first file.
    pub(super) fn go_module(&mut self, from: FileId, parts: &[NameId]) -> Values {
        let parts: Vec<&str> = parts.iter().map(|&part| self.text(part)).collect();
        let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return Values::external() };
        if is_standard(first) {
            return Values::external();
        }
        let mut heard: Vec<String> = Vec::new();
        let path = &self.graph.file(from).path;
        let stated =
            go_modules::path(&self.roots.projects, path, &parts.join("/"), &mut |name| heard.push(name.to_owned()));
        heard.iter().for_each(|name| self.consult_text(name));
        let file = match stated {
            go_modules::Path::Outside => None,
            go_modules::Path::Folder(folder) => {
                self.consult_text(&folder);
                self.package_in(&folder, None)
            }
            go_modules::Path::Unstated => {
                self.consult_text(last);
                self.consult_text(package_guess(&parts));
                self.package_at(from, &parts)
            }
        };
        match file {
            Some(file) => Values::one(Value::Def(file, DefId(0)), Strategy::Imported),
            None => Values::external(),
        }
    }

    fn package_at(&self, from: FileId, parts: &[&str]) -> Option<FileId> {
        let path = &self.graph.file(from).path;
        // What is left of the path is a module's. The last of its parts may be the name of the folder that it lies in, but is
        // not enough by itself.
        let n_module = least_module(parts);
        let first = if n_module == 1 || parts.len() > n_module { n_module - 1 } else { parts.len() };
        for at in first..parts.len() {
            let end = parts[at..].join("/");
            let mut roots = self.roots.of(parts[at], path);
            // A module's folders lie in its own, which is above whatever else has a folder of that name in it.
            order::sort_by_key(&mut roots, |root| (!path.starts_with(root), root.len(), *root));
            for root in roots {
                let folder = format!("{root}{end}/");
                if let Some(file) = self.package_in(&folder, None) {
                    return Some(file);
                }
            }
        }
        self.package_above(path, parts)
    }

    /// The package at the top of the module that a file belongs to, where it is called as a path says.
    fn package_above(&self, from: &str, parts: &[&str]) -> Option<FileId> {
        if parts.len() < least_module(parts) {
            return None;
        }
        let name = self.graph.names.get(package_guess(parts))?;
        let mut folder = folder_of(from);
        loop {
            if let Some(file) = self.package_in(folder, Some(name)) {
                return Some(file);
            }
            folder = folder_of(folder.strip_suffix('/')?);
        }
    }

    /// The first file of a folder's package that others can import; of that name, where one is asked for.
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

    /// The name of a file's package.
    fn package_of(&self, file: FileId) -> Option<NameId> {
        let code = self.file(file)?;
        Some(code.name(code.definition(DefId(0)).name))
    }

    /// Whether two files are of one package.
    pub(super) fn share_package(&self, one: FileId, other: FileId) -> bool {
        self.rules(other) == Rules::Go
            && folder_of(&self.graph.file(one).path) == folder_of(&self.graph.file(other).path)
            && self.package_of(one) == self.package_of(other)
    }

    /// Edges from an import to the files of a package.
    pub(super) fn link_package(&mut self, source: SymbolId, first: FileId, line: u32) {
        let folder = folder_of(&self.graph.file(first).path);
        for file in self.graph.files_in(folder) {
            if self.share_package(first, file) && self.is_importable(file) {
                let target = self.symbol(file, DefId(0));
                self.edge(source, target, EdgeKind::Imports, Strategy::Imported, line);
            }
        }
    }

    /// What a name means at the top of a file: what the file binds, else another file of the package, else a package
    /// that is imported without saying that this is its name.
    pub(super) fn package_visible(&mut self, file: FileId, code: &FileCode, entries: &[Entry], name: NameId) -> Values {
        let is_binding = |entry: &Entry| matches!(entry.bound(), Bound::Binding(_));
        let mut values = self.bound_values(file, code, &code.near(entries, u32::MAX), |entry| !is_binding(entry));
        if values.is_empty() {
            values = self.package_name(file, name, View::Inside);
        }
        if values.is_empty() {
            values = self.imported_package(file, code, name);
        }
        values
    }

    /// A name that another package asks for.
    pub(super) fn package_member(&mut self, file: FileId, name: NameId) -> Values {
        match is_exported(self.text(name)) {
            true => self.package_name(file, name, View::Outside),
            false => Values::default(),
        }
    }

    /// What the files of a package define under a name.
    fn package_name(&mut self, file: FileId, name: NameId, view: View) -> Values {
        if let Some(&known) = self.packages.get(&(file, name, view)) {
            return known;
        }
        self.consult(name);
        let sees_tests = view == View::Inside && is_test(&self.graph.file(file).path);
        let mut definitions: Vec<(&str, u32, FileId)> = Vec::new();
        for symbol in self.graph.named(name) {
            let symbol = self.graph.symbol(symbol);
            let parent = self.graph.symbol(symbol.parent);
            let is_at_top = parent.kind == SymbolKind::File && symbol.kind != SymbolKind::File;
            if !is_at_top || matches!(symbol.kind, SymbolKind::Import | SymbolKind::Block) {
                continue;
            }
            let path = &self.graph.file(symbol.file).path;
            if (sees_tests || !is_test(path)) && self.share_package(file, symbol.file) {
                definitions.push((path, symbol.place, symbol.file));
            }
        }
        order::sort(&mut definitions);
        let mut values = Values::default();
        for (_, place, file) in definitions {
            values.push(Found { value: Value::Def(file, DefId(place)), strategy: Strategy::Lexical });
        }
        self.packages.insert((file, name, view), values);
        values
    }

    /// A package whose own name differs from what its path tells.
    fn imported_package(&mut self, file: FileId, code: &FileCode, name: NameId) -> Values {
        for (at, import) in code.facts.imports.iter().enumerate() {
            let parts: Vec<&str> =
                code.items(import.module).iter().map(|item| self.text(code.name(item.name))).collect();
            let is_guessed = import.alias != Name(0) && self.text(code.name(import.alias)) == package_guess(&parts);
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

    /// Whether what a block extends is a type: methods stand in the package of their type, at its top.
    pub(super) fn is_method_of(&self, block: FileId, file: FileId, def: DefId) -> bool {
        let is_at_top = self.file(file).is_some_and(|code| code.definition(def).parent == DefId(0));
        is_at_top && self.share_package(block, file)
    }

    /// What a step gives, taken on what a type is made of (`type Names []Name`).
    pub(super) fn through_underlying(
        &mut self,
        file: FileId,
        def: DefId,
        mut step: impl FnMut(&mut Self, Found) -> Values,
    ) -> Values {
        let Some(code) = self.file(file) else { return Values::default() };
        let name = underlying_name(self.text(code.name(code.definition(def).name)));
        self.consult_text(&name);
        let Some(name) = self.graph.names.get(&name) else { return Values::default() };
        let mut values = Values::default();
        for entry in code.bound(def, name) {
            let Bound::Binding(at) = entry.bound() else { continue };
            let binding = &code.facts.bindings[at as usize];
            for found in self.typed(Place { file, scope: binding.scope }, binding.annotation).iter() {
                values.extend(self.bounded(|linker| step(linker, found)));
            }
        }
        values
    }

    /// What the first name of a `range` gets: a map's keys, what a channel gives, of others a number.
    pub(super) fn go_key(&mut self, found: Found) -> Values {
        match found.value {
            Value::Instance(file, def) => self.through_underlying(file, def, |linker, found| linker.go_key(found)),
            Value::Held(file, _, expr, _)
                if self.file(file).is_some_and(|code| matches!(code.expr(expr), Expr::Items(..))) =>
            {
                Values::external()
            }
            _ => self.element(found, KEYS),
        }
    }

    /// Whether an expression is a type that is written out and holds others: a call of it makes one.
    pub(super) fn is_container_type(&self, code: &FileCode, expr: ExprId) -> bool {
        match code.expr(expr) {
            Expr::Items(container, _) => container != Container::Tuple,
            Expr::Generic(head, _) => matches!(last_name(self, code, head), Some("map" | "chan")),
            _ => false,
        }
    }
}

/// How many parts the path of a module has at least.
fn least_module(parts: &[&str]) -> usize {
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
