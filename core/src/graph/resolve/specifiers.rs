//! Which file a specifier of JavaScript or TypeScript leads to: `./a`, `@/a`, `#a`, `@scope/pkg/a`.
//!
//! A path is looked for as it is written, then with each ending, then as a folder with an `index` or a package. Other
//! specifiers are looked for as TypeScript and Node do: by the paths of the nearest configuration (`configs`), by the
//! imports and the names of packages (`packages`). What no manifest knows is looked for by the names of folders, where
//! a folder of packages holds one of that name, or a folder of it has sources of its own; a folder whose manifest gives it
//! another name is not meant.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::modules::{Roots, folder_of};
use super::projects::{Named, Projects};
use crate::graph::links::{FileId, Graph};
use crate::graph::manifest::Kind;

/// Endings in the order in which they are tried.
const ENDINGS: &[&str] = &[".ts", ".tsx", ".d.ts", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"];
/// An ending that is written, and those of the sources that it can stand for.
const COMPILED: &[(&str, &[&str])] =
    &[(".js", &[".ts", ".tsx", ".d.ts"]), (".jsx", &[".tsx"]), (".mjs", &[".mts"]), (".cjs", &[".cts"])];
/// Folders that hold packages, in a repository of several.
const PACKAGE_FOLDERS: &[&str] = &["packages", "libs", "modules", "apps"];
/// Folders of a package that hold its sources.
const SOURCE_FOLDERS: &[&str] = &["src/", "lib/"];

/// The most targets of one name that are looked at.
pub(super) const MOST_TARGETS: usize = 64;

/// One look-up, from one file.
pub(super) struct Lookup<'a, 'h> {
    pub(super) graph: &'a Graph,
    pub(super) roots: &'a Roots,
    /// The path of the file that asks.
    pub(super) from: &'a str,
    /// Is told every name that the answer depends on.
    pub(super) hear: &'h mut dyn FnMut(&str),
}

impl<'a> Lookup<'a, '_> {
    /// The file that a specifier leads to.
    pub(super) fn file(&mut self, specifier: &str) -> Option<FileId> {
        if specifier.starts_with('.') {
            return self.at(&joined(folder_of(self.from), specifier)?);
        }
        if let Some(file) = self.by_config(specifier) {
            return Some(file);
        }
        if specifier.starts_with('#') {
            return self.by_imports(specifier);
        }
        let (name, rest) = name_of(specifier)?;
        match self.package(name) {
            Named::One(folder, statement) => self.entry(folder, statement, rest),
            Named::Declined => None,
            Named::Unknown => self.by_folder(specifier),
        }
    }

    /// The package of a name that the file means.
    pub(super) fn package(&mut self, name: &str) -> Named<'a> {
        self.projects().named(Kind::Package, name, self.from, self.hear)
    }

    pub(super) fn projects(&self) -> &'a Projects {
        &self.roots.projects
    }

    /// What lies at a path: a file, or a folder with an `index` or that is a package.
    pub(super) fn at(&mut self, path: &str) -> Option<FileId> {
        self.file_at(path).or_else(|| self.package_at(path))
    }

    /// The file of a path that may lack its ending, name what it is compiled to, or be a folder.
    pub(super) fn file_at(&mut self, path: &str) -> Option<FileId> {
        let last = path.rsplit('/').next().unwrap_or(path);
        let stem = last.split('.').next().unwrap_or(last);
        (self.hear)(if last.is_empty() { "index" } else { stem });
        if stem.len() < last.len() {
            (self.hear)(last);
        }
        at_path(self.graph, path)
    }

    /// What no manifest knows, by the names of folders.
    fn by_folder(&mut self, specifier: &str) -> Option<FileId> {
        let mut parts = specifier.split('/');
        let first = parts.next()?;
        let is_scoped = first.starts_with('@');
        let name = if is_scoped { parts.next()? } else { first };
        let rest: Vec<&str> = parts.collect();
        self.roots.of(name, self.from).into_iter().find_map(|root| {
            let is_packages = holds_packages(root, is_scoped);
            if !is_packages && !is_scoped {
                let is_path = !rest.is_empty() && self.from.starts_with(root);
                return is_path.then(|| self.file_at(&format!("{root}{specifier}"))).flatten();
            }
            let package = format!("{root}{name}/");
            // What states a name of its own has another one than this.
            let statement = self.projects().at(&format!("{package}package.json"), self.hear);
            if statement.and_then(|statement| statement.value(&["name"])).is_some_and(|name| !name.is_empty()) {
                return None;
            }
            let path = format!("{package}{}", rest.join("/"));
            let whole = if is_packages { self.file_at(path.trim_end_matches('/')) } else { None };
            whole.or_else(|| self.in_sources(&package, &rest.join("/")))
        })
    }

    /// A file in a package's folder of sources, by what stands behind the package's name.
    pub(super) fn in_sources(&mut self, package: &str, rest: &str) -> Option<FileId> {
        SOURCE_FOLDERS.iter().find_map(|folder| {
            let path = format!("{package}{folder}{rest}");
            self.file_at(path.trim_end_matches('/'))
        })
    }
}

/// The name of the package that a specifier begins with, and what stands behind it without the slash between.
pub(super) fn name_of(specifier: &str) -> Option<(&str, &str)> {
    let n_parts = if specifier.starts_with('@') { 2 } else { 1 };
    match specifier.match_indices('/').nth(n_parts - 1) {
        Some((at, _)) => Some((&specifier[..at], &specifier[at + 1..])),
        None if specifier.matches('/').count() + 1 == n_parts => Some((specifier, "")),
        None => None,
    }
}

/// Whether the folders in a root are packages. Packages with a scope may lie deeper in a folder of packages.
fn holds_packages(root: &str, scoped: bool) -> bool {
    let folders = root.trim_end_matches('/').rsplit('/');
    let n_looked_at = if scoped { usize::MAX } else { 1 };
    folders.take(n_looked_at).any(|folder| PACKAGE_FOLDERS.contains(&folder))
}

/// See [`Lookup::file_at`].
fn at_path(graph: &Graph, path: &str) -> Option<FileId> {
    let source = || {
        COMPILED.iter().find_map(|(ending, sources)| with_ending(graph, path.strip_suffix(ending)?.to_owned(), sources))
    };
    let index = || if path.is_empty() { "index".to_owned() } else { [path, "/index"].concat() };
    let file = graph.file_of(path).or_else(source);
    file.or_else(|| with_ending(graph, path.to_owned(), ENDINGS)).or_else(|| with_ending(graph, index(), ENDINGS))
}

/// The file of a path with the first ending that gives one.
fn with_ending(graph: &Graph, mut path: String, endings: &[&str]) -> Option<FileId> {
    let len = path.len();
    endings.iter().find_map(|ending| {
        path.truncate(len);
        path.push_str(ending);
        graph.file_of(&path)
    })
}

/// A relative path from a folder, without its dots; none where it leads out of the project.
pub(super) fn joined(folder: &str, relative: &str) -> Option<String> {
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

/// A path that a manifest states, from the folder it is read from; none for one that is no path of the project.
pub(super) fn stated(folder: &str, path: &str) -> Option<String> {
    if path.is_empty() || path.starts_with('/') || path.contains('\\') { None } else { joined(folder, path) }
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
        assert_eq!(stated("a/", "src/b"), joined("a/", "./src/b"));
        assert_eq!((stated("a/", "/b"), stated("a/", "..\\b"), stated("a/", "")), (None, None, None));
    }

    #[test]
    fn a_specifier_begins_with_a_package() {
        assert_eq!(name_of("@a/b/c/d"), Some(("@a/b", "c/d")));
        assert_eq!(name_of("a"), Some(("a", "")));
        assert_eq!(name_of("a/b"), Some(("a", "b")));
        assert_eq!(name_of("@a"), None);
    }
}
