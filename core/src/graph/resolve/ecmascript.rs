//! What JavaScript and TypeScript resolve in their own way: modules by path, names by block, members of objects.
//!
//! A path is looked for as it is written, then with each ending, then as a folder with an `index`. A name without dots
//! is a package: one of the project where a folder of packages holds a folder of that name, or where it has a scope and
//! a folder of its name has sources of its own, else outside. What a package's description says is not read.

use super::imports::enclosing_module;
use super::modules::{Roots, folder_of};
use super::value::{Found, Reading, Value, Values};
use super::{Linker, Place};
use crate::graph::code::{Entry, FileCode};
use crate::graph::facts::{Container, DefId, Expr, Import};
use crate::graph::kind::Strategy;
use crate::graph::links::{FileId, Graph};
use crate::graph::names::NameId;

/// Endings in the order in which they are tried.
const ENDINGS: &[&str] = &[".ts", ".tsx", ".d.ts", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"];
/// An ending that is written, and those of the sources that it can stand for.
const COMPILED: &[(&str, &[&str])] =
    &[(".js", &[".ts", ".tsx", ".d.ts"]), (".jsx", &[".tsx"]), (".mjs", &[".mts"]), (".cjs", &[".cts"])];
/// Folders that hold packages, in a repository of several.
const PACKAGE_FOLDERS: &[&str] = &["packages", "libs", "modules", "apps"];
/// Folders of a package that hold its sources.
const SOURCE_FOLDERS: &[&str] = &["src/", "lib/"];
/// The name of what stands for a whole module.
const WHOLE: &str = "export=";

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
        let Some(found) = module_file(self.graph, self.roots, path, specifier) else { return Values::external() };
        let mut values = self.whole_export(found);
        values.push(Found { value: Value::Def(found, DefId(0)), strategy: Strategy::Imported });
        values
    }

    /// What `module.exports = …` makes of a module.
    fn whole_export(&mut self, file: FileId) -> Values {
        let (Some(code), Some(name)) = (self.file(file), self.graph.names.get(WHOLE)) else { return Values::default() };
        self.consult(name);
        let mut values = Values::default();
        for found in self.bound_values(file, code, code.bound(DefId(0), name), |_| true).iter() {
            values.extend(self.bounded(|linker| linker.read(found)));
        }
        values
    }

    /// What a name of the innermost block that binds it means; else what is bound in the whole of the scope.
    pub(super) fn ecmascript_visible(&mut self, file: FileId, code: &FileCode, entries: &[Entry], at: u32) -> Values {
        let holds = |entry: &Entry| entry.at <= at && at < entry.until;
        match entries.iter().filter(|entry| holds(entry)).map(|entry| entry.until).min() {
            Some(until) => self.bound_values(file, code, entries, |entry| holds(entry) && entry.until == until),
            None => self.bound_values(file, code, entries, |entry| entry.until == u32::MAX),
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
                    Reading::Type => self.typed(place, item.value),
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

/// The package that a path outside the project belongs to; none for a path of the project.
pub(super) fn package(specifier: &str) -> &str {
    if specifier.starts_with('.') {
        return "";
    }
    let n_parts = if specifier.starts_with('@') { 2 } else { 1 };
    let end = specifier.match_indices('/').nth(n_parts - 1).map_or(specifier.len(), |(at, _)| at);
    &specifier[..end]
}

/// The file that a module's path leads to.
fn module_file(graph: &Graph, roots: &Roots, from: &str, specifier: &str) -> Option<FileId> {
    if specifier.starts_with('.') {
        return at_path(graph, &joined(folder_of(from), specifier)?);
    }
    let mut parts = specifier.split('/');
    let first = parts.next()?;
    let scoped = first.starts_with('@');
    let name = if scoped { parts.next()? } else { first };
    let rest: Vec<&str> = parts.collect();
    roots.of(name, from).into_iter().find_map(|root| {
        if holds_packages(root, scoped) {
            let package = format!("{root}{name}");
            in_package(graph, &package, "", &rest).or_else(|| in_sources(graph, &package, &rest))
        } else if scoped {
            in_sources(graph, &format!("{root}{name}"), &rest)
        } else if !rest.is_empty() && from.starts_with(root) {
            at_path(graph, &format!("{root}{specifier}"))
        } else {
            None
        }
    })
}

/// Whether the folders in a root are packages. Packages with a scope may lie deeper in a folder of packages.
fn holds_packages(root: &str, scoped: bool) -> bool {
    let folders = root.trim_end_matches('/').rsplit('/');
    let n_looked_at = if scoped { usize::MAX } else { 1 };
    folders.take(n_looked_at).any(|folder| PACKAGE_FOLDERS.contains(&folder))
}

/// A file in a package's folder of sources.
fn in_sources(graph: &Graph, package: &str, rest: &[&str]) -> Option<FileId> {
    SOURCE_FOLDERS.iter().find_map(|folder| in_package(graph, package, folder, rest))
}

fn in_package(graph: &Graph, package: &str, folder: &str, rest: &[&str]) -> Option<FileId> {
    let path = format!("{package}/{folder}{}", rest.join("/"));
    at_path(graph, path.trim_end_matches('/'))
}

/// The file of a path that may lack its ending, name what it is compiled to, or be a folder.
fn at_path(graph: &Graph, path: &str) -> Option<FileId> {
    let with = |ending: &str| graph.file_of(&format!("{path}{ending}"));
    let source = || {
        COMPILED.iter().find_map(|(ending, sources)| {
            let stem = path.strip_suffix(ending)?;
            sources.iter().find_map(|source| graph.file_of(&format!("{stem}{source}")))
        })
    };
    let inside = if path.is_empty() { "index".to_owned() } else { format!("{path}/index") };
    let index = || ENDINGS.iter().find_map(|ending| graph.file_of(&format!("{inside}{ending}")));
    with("").or_else(source).or_else(|| ENDINGS.iter().find_map(|ending| with(ending))).or_else(index)
}

/// A relative path from a folder, without its dots; none where it leads out of the project.
fn joined(folder: &str, relative: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in relative.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_paths_are_joined_and_stay_inside() {
        assert_eq!(joined("a/b/", "./c").as_deref(), Some("a/b/c"));
        assert_eq!(joined("a/b/", "../c.js").as_deref(), Some("a/c.js"));
        assert_eq!(joined("a/", "..").as_deref(), Some(""));
        assert_eq!(joined("a/", "../../c"), None);
        assert_eq!((package("@a/b/c"), package("a/b"), package("./a"), package("a")), ("@a/b", "a", "", "a"));
    }
}
