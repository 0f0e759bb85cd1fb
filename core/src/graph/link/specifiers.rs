//! Resolves JavaScript and TypeScript module specifiers to files: `./a`, `@/a`, `#a`, `@scope/pkg/a`.
//!
//! A path is tried as written, then with each extension, then as a folder with an `index` or a package. Other
//! specifiers are resolved as TypeScript and Node do: by the paths of the nearest configuration (`configs`), then by
//! imports and names of packages (`packages`). Specifiers that no manifest covers are resolved by folder names. The
//! folder has the specifier's name and is in a folder of packages, or has its own sources. A folder whose manifest
//! gives it another name is skipped.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::modules::{Roots, folder_of};
use super::projects::{ProjectLookup, Projects};
use crate::graph::manifest::Kind;
use crate::graph::model::{FileId, Graph};

/// Extensions, in the order in which they are tried.
const EXTENSIONS: &[&str] = &[".ts", ".tsx", ".d.ts", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"];
/// For each extension as written, the extensions of sources that it can stand for.
const SOURCE_EXTENSIONS: &[(&str, &[&str])] =
    &[(".js", &[".ts", ".tsx", ".d.ts"]), (".jsx", &[".tsx"]), (".mjs", &[".mts"]), (".cjs", &[".cts"])];
/// Folders of packages in a repository of several.
const PACKAGE_FOLDERS: &[&str] = &["packages", "libs", "modules", "apps"];
/// Folders in a package that contain its sources.
const SOURCE_FOLDERS: &[&str] = &["src/", "lib/"];

/// The most targets of one name that are tried.
pub(super) const MAX_TARGETS: usize = 64;

/// A look-up of specifiers in one importing file.
pub(super) struct Lookup<'a, 'h> {
    pub(super) graph: &'a Graph,
    pub(super) roots: &'a Roots,
    /// The path of the importing file.
    pub(super) importer_path: &'a str,
    /// Called with each name that the answer depends on.
    pub(super) record: &'h mut dyn FnMut(&str),
}

impl<'a> Lookup<'a, '_> {
    /// The file that a specifier refers to.
    pub(super) fn file(&mut self, specifier: &str) -> Option<FileId> {
        if specifier.starts_with('.') {
            return self.path_target(&join_path(folder_of(self.importer_path), specifier)?);
        }
        if let Some(file) = self.file_by_config(specifier) {
            return Some(file);
        }
        if specifier.starts_with('#') {
            return self.file_by_imports(specifier);
        }
        let (name, subpath) = split_package_name(specifier)?;
        match self.package(name) {
            ProjectLookup::Found(folder, statement) => self.entry_point(folder, statement, subpath),
            ProjectLookup::Declined => None,
            ProjectLookup::Unknown => self.file_by_folder(specifier),
        }
    }

    /// The project's package with this name, as the importing file sees it.
    pub(super) fn package(&mut self, name: &str) -> ProjectLookup<'a> {
        self.projects().project_named(Kind::Package, name, self.importer_path, self.record)
    }

    pub(super) fn projects(&self) -> &'a Projects {
        &self.roots.projects
    }

    /// The file for a path: a file, or a folder with an `index` or a package manifest.
    pub(super) fn path_target(&mut self, path: &str) -> Option<FileId> {
        self.file_at(path).or_else(|| self.package_at(path))
    }

    /// The file for a path, which may lack its extension, have the extension of the compiled file, or be a folder.
    pub(super) fn file_at(&mut self, path: &str) -> Option<FileId> {
        let last_part = path.rsplit('/').next().unwrap_or(path);
        let stem = last_part.split('.').next().unwrap_or(last_part);
        (self.record)(if last_part.is_empty() { "index" } else { stem });
        if stem.len() < last_part.len() {
            (self.record)(last_part);
        }
        existing_file(self.graph, path)
    }

    /// The file that folder names give for a specifier that no manifest covers.
    fn file_by_folder(&mut self, specifier: &str) -> Option<FileId> {
        let mut parts = specifier.split('/');
        let first_part = parts.next()?;
        let is_scoped = first_part.starts_with('@');
        let name = if is_scoped { parts.next()? } else { first_part };
        let subpath_parts: Vec<&str> = parts.collect();
        self.roots.roots_of(name, self.importer_path).into_iter().find_map(|root| {
            let has_packages = holds_packages(root, is_scoped);
            if !has_packages && !is_scoped {
                let is_path = !subpath_parts.is_empty() && self.importer_path.starts_with(root);
                return is_path.then(|| self.file_at(&format!("{root}{specifier}"))).flatten();
            }
            let package = format!("{root}{name}/");
            // The package has the name that its manifest states, and not the folder's name.
            let statement = self.projects().manifest_at(&format!("{package}package.json"), self.record);
            if statement.and_then(|statement| statement.value(&["name"])).is_some_and(|name| !name.is_empty()) {
                return None;
            }
            let path = format!("{package}{}", subpath_parts.join("/"));
            let package_file = if has_packages { self.file_at(path.trim_end_matches('/')) } else { None };
            package_file.or_else(|| self.file_in_sources(&package, &subpath_parts.join("/")))
        })
    }

    /// The file in a package's source folder for the path after the package's name.
    pub(super) fn file_in_sources(&mut self, package: &str, subpath: &str) -> Option<FileId> {
        SOURCE_FOLDERS.iter().find_map(|folder| {
            let path = format!("{package}{folder}{subpath}");
            self.file_at(path.trim_end_matches('/'))
        })
    }
}

/// The package name at the start of a specifier, and the path after it without the slash between them. `None` if a
/// scope has no name.
pub(super) fn split_package_name(specifier: &str) -> Option<(&str, &str)> {
    let n_parts = if specifier.starts_with('@') { 2 } else { 1 };
    match specifier.match_indices('/').nth(n_parts - 1) {
        Some((at, _)) => Some((&specifier[..at], &specifier[at + 1..])),
        None if specifier.matches('/').count() + 1 == n_parts => Some((specifier, "")),
        None => None,
    }
}

/// Whether the folders in a root are packages. Scoped packages may be deeper in a folder of packages.
fn holds_packages(root: &str, is_scoped: bool) -> bool {
    let folders = root.trim_end_matches('/').rsplit('/');
    let n_looked_at = if is_scoped { usize::MAX } else { 1 };
    folders.take(n_looked_at).any(|folder| PACKAGE_FOLDERS.contains(&folder))
}

/// As [`Lookup::file_at`], without recording the look-up.
fn existing_file(graph: &Graph, path: &str) -> Option<FileId> {
    let source = || {
        SOURCE_EXTENSIONS
            .iter()
            .find_map(|(ending, sources)| with_extension(graph, path.strip_suffix(ending)?.to_owned(), sources))
    };
    let index = || if path.is_empty() { "index".to_owned() } else { [path, "/index"].concat() };
    let file = graph.file_of(path).or_else(source);
    file.or_else(|| with_extension(graph, path.to_owned(), EXTENSIONS))
        .or_else(|| with_extension(graph, index(), EXTENSIONS))
}

/// The file at `path` with one of these extensions appended; the first extension that gives a file counts.
fn with_extension(graph: &Graph, mut path: String, endings: &[&str]) -> Option<FileId> {
    let len = path.len();
    endings.iter().find_map(|ending| {
        path.truncate(len);
        path.push_str(ending);
        graph.file_of(&path)
    })
}

/// A relative path joined to a folder, without dot segments; `None` if it leaves the project.
pub(super) fn join_path(folder: &str, relative: &str) -> Option<String> {
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

/// A path in a manifest, resolved against the manifest's folder; `None` if it is not in the project.
pub(super) fn manifest_path(folder: &str, path: &str) -> Option<String> {
    if path.is_empty() || path.starts_with('/') || path.contains('\\') { None } else { join_path(folder, path) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_paths_are_joined_and_stay_in_the_project() {
        assert_eq!(join_path("a/b/", "./c").as_deref(), Some("a/b/c"));
        assert_eq!(join_path("a/b/", "../c.js").as_deref(), Some("a/c.js"));
        assert_eq!(join_path("a/", "..").as_deref(), Some(""));
        assert_eq!(join_path("a/", "../../c"), None);
        assert_eq!(manifest_path("a/", "src/b"), join_path("a/", "./src/b"));
        assert_eq!(
            (manifest_path("a/", "/b"), manifest_path("a/", "..\\b"), manifest_path("a/", "")),
            (None, None, None)
        );
    }

    #[test]
    fn a_specifier_begins_with_a_package() {
        assert_eq!(split_package_name("@a/b/c/d"), Some(("@a/b", "c/d")));
        assert_eq!(split_package_name("a"), Some(("a", "")));
        assert_eq!(split_package_name("a/b"), Some(("a", "b")));
        assert_eq!(split_package_name("@a"), None);
    }
}
