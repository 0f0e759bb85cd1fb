//! Resolution of module paths to files.
//!
//! The root folders of modules are not configured. A folder is a root of `a` if it contains `a.py` or the folder `a`,
//! and the nearest root above the importing file wins. A `src` folder counts as its parent folder: so each project
//! finds its own modules first, in a repository of several projects.

use alloc::borrow::ToOwned;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use super::projects::Projects;
use crate::base::sort;
use crate::graph::lang::python::library::is_standard;
use crate::graph::model::vendored::is_vendored_path;
use crate::graph::model::{FileId, Graph};

/// Where top-level modules are found: root folders, crates and the projects of manifests.
#[derive(Default)]
pub(crate) struct Roots {
    /// For each module name its root folders (with a trailing slash, or empty), each with the number of files that
    /// make it a root.
    folders_by_name: BTreeMap<String, BTreeMap<String, u32>>,
    /// Root files of Rust crates, by the crate's name in code.
    crates: BTreeMap<String, BTreeSet<String>>,
    /// The projects that manifests describe.
    pub projects: Projects,
}

impl Roots {
    /// Adds a file. Returns the module names whose resolution changes.
    pub(crate) fn add(&mut self, path: &str) -> Vec<String> {
        let mut changed_names = affected_names(path);
        if let Some(name) = crate_name(path) {
            self.crates.entry(name).or_default().insert(path.to_owned());
        }
        for (root, name) in path_steps(path) {
            let count = self.folders_by_name.entry(name.to_owned()).or_default().entry(root.to_owned()).or_default();
            *count += 1;
            if *count == 1 {
                changed_names.push(name.to_owned());
            }
        }
        changed_names
    }

    /// Removes a file. Returns the module names whose resolution changes.
    pub(crate) fn remove(&mut self, path: &str) -> Vec<String> {
        let mut changed_names = affected_names(path);
        if let Some(name) = crate_name(path)
            && let Some(paths) = self.crates.get_mut(&name)
        {
            paths.remove(path);
        }
        for (root, name) in path_steps(path) {
            let Some(roots) = self.folders_by_name.get_mut(name) else { continue };
            if let Some(count) = roots.get_mut(root) {
                *count -= 1;
                if *count == 0 {
                    roots.remove(root);
                    changed_names.push(name.to_owned());
                }
            }
        }
        changed_names
    }

    /// The root folders of `name` as seen from `path`. Folders above `path` come first, the nearest before the others;
    /// then all others, those with the shortest path first, and behind them those of vendored code.
    pub(super) fn roots_of(&self, name: &str, path: &str) -> Vec<&str> {
        let mut roots: Vec<&str> =
            self.folders_by_name.get(name).into_iter().flat_map(|roots| roots.keys().map(String::as_str)).collect();
        sort::sort_by_key(&mut roots, |root| {
            let project = project_of(root);
            let is_above = path.starts_with(root) || path.starts_with(project);
            let distance = if is_above { usize::MAX - project.len() } else { root.len() };
            (!is_above, !is_above && is_vendored_path(root), distance, *root)
        });
        roots
    }
}

/// The project folder of a root: the parent of a `src` folder, otherwise the root itself.
fn project_of(root: &str) -> &str {
    match root.strip_suffix("src/") {
        Some(project) if project.is_empty() || project.ends_with('/') => project,
        _ => root,
    }
}

/// Length in bytes of the common folders of two paths.
pub(super) fn common_folder_len(one: &str, other: &str) -> usize {
    let n_same = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    one.as_bytes()[..n_same].iter().rposition(|&byte| byte == b'/').map_or(0, |at| at + 1)
}

/// The module names that the presence of a file affects: its own and, if it represents its folder, the folder's.
fn affected_names(path: &str) -> Vec<String> {
    let name = path.rsplit('/').next().unwrap_or_default();
    let stem = name.split('.').next().unwrap_or_default();
    let folder = folder_of(path).trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let stands_for_folder = matches!(stem, "__init__" | "mod" | "lib" | "main" | "index") || name.ends_with(".go");
    let folder = stands_for_folder.then(|| folder.to_owned());
    core::iter::once(stem.to_owned()).chain(folder).collect()
}

/// Each folder of a path with the name below it that leads to the file; a file's name is without `.py` or `.pyi`.
fn path_steps(path: &str) -> impl Iterator<Item = (&str, &str)> {
    let starts = core::iter::once(0).chain(path.match_indices('/').map(|(at, _)| at + 1));
    starts.map(move |at| {
        let part = path[at..].split('/').next().unwrap_or_default();
        (&path[..at], part.strip_suffix(".pyi").or_else(|| part.strip_suffix(".py")).unwrap_or(part))
    })
}

/// The target of a Python module path.
pub(super) enum Module {
    File(FileId),
    /// A folder that has no module file of its own; the path ends with a slash.
    Folder(String),
}

/// The Python module or package `name` in the folder `base` (with a trailing slash).
pub(super) fn python_child(graph: &Graph, base: &str, name: &str) -> Option<Module> {
    let mut path = [base, name].concat();
    let stem_len = path.len();
    for ending in ["/__init__.py", ".py", "/__init__.pyi", ".pyi"] {
        path.truncate(stem_len);
        path.push_str(ending);
        if let Some(file) = graph.file_of(&path) {
            return Some(Module::File(file));
        }
    }
    path.truncate(stem_len);
    path.push('/');
    let has_files = graph.files_below(&path).next().is_some();
    has_files.then_some(Module::Folder(path))
}

/// The Python module at an absolute path, from the best root. Calls `record` with each name that the answer
/// depends on.
pub(super) fn python_absolute(
    graph: &Graph,
    roots: &Roots,
    importer: &str,
    parts: &[&str],
    record: &mut impl FnMut(&str),
) -> Option<Module> {
    python_found(graph, roots, importer, parts, record).map(|(_, module)| module)
}

/// The Python module at the first segment of an absolute path, from the root in which the whole path resolves.
pub(super) fn python_first(
    graph: &Graph,
    roots: &Roots,
    importer: &str,
    parts: &[&str],
    record: &mut impl FnMut(&str),
) -> Option<Module> {
    let first_part = parts.first()?;
    match python_found(graph, roots, importer, parts, record) {
        Some((root, _)) => python_child(graph, root, first_part),
        None => python_absolute(graph, roots, importer, &parts[..1], record),
    }
}

/// The best root for an absolute path, and the module in it. A file in any root is preferred to a folder.
fn python_found<'r>(
    graph: &Graph,
    roots: &'r Roots,
    importer: &str,
    parts: &[&str],
    record: &mut impl FnMut(&str),
) -> Option<(&'r str, Module)> {
    let first_part = parts.first()?;
    parts.iter().for_each(|part| record(part));
    let mut folder = None;
    for root in roots.roots_of(first_part, importer) {
        if is_package(graph, root, record) && (!is_folder_of(root, importer) || is_standard(first_part)) {
            continue;
        }
        match python_below(graph, root, parts) {
            // A module does not import itself by its own name.
            Some(Module::File(file)) if *graph.file(file).path == *importer => {}
            Some(Module::File(file)) => return Some((root, Module::File(file))),
            found => folder = folder.or(found.map(|module| (root, module))),
        }
    }
    folder
}

/// The Python module at a path below a folder.
pub(super) fn python_below(graph: &Graph, base: &str, parts: &[&str]) -> Option<Module> {
    let (last_part, folders) = parts.split_last()?;
    let mut folder = base.to_owned();
    for part in folders {
        folder.push_str(part);
        folder.push('/');
    }
    python_child(graph, &folder, last_part)
}

/// A folder as a module: its `__init__.py` or, if there is none, the folder itself.
pub(super) fn python_folder(graph: &Graph, folder: &str, record: &mut impl FnMut(&str)) -> Module {
    record("__init__");
    match graph.file_of(&[folder, "__init__.py"].concat()) {
        Some(file) => Module::File(file),
        None => Module::Folder(folder.to_owned()),
    }
}

/// Whether a folder is a Python package. As a root, a package serves only scripts directly in it, and never for a name
/// of the standard library, which far more often means that library.
fn is_package(graph: &Graph, folder: &str, record: &mut impl FnMut(&str)) -> bool {
    if let Some(name) = folder.trim_end_matches('/').rsplit('/').next() {
        record(name);
    }
    !folder.is_empty() && graph.file_of(&[folder, "__init__.py"].concat()).is_some()
}

fn is_folder_of(folder: &str, path: &str) -> bool {
    folder_of(path) == folder
}

/// The folder of a path, with a trailing slash; empty at the top level.
pub(crate) fn folder_of(path: &str) -> &str {
    &path[..path.rfind('/').map_or(0, |at| at + 1)]
}

/// The folder from which a relative import with `level` dots starts in a Python file; `None` above the project's root.
pub(super) fn python_base(path: &str, level: u8) -> Option<&str> {
    (1..level).try_fold(folder_of(path), |folder, _| {
        let inner = folder.strip_suffix('/')?;
        Some(folder_of(inner))
    })
}

/// The folder that contains the child modules of a Rust file.
pub(super) fn rust_inner(path: &str) -> String {
    let (folder, name) = path.split_at(folder_of(path).len());
    match name {
        "mod.rs" | "lib.rs" | "main.rs" | "build.rs" => folder.to_owned(),
        _ => format!("{folder}{}/", name.trim_end_matches(".rs")),
    }
}

/// The file of a Rust module in a folder.
pub(super) fn rust_child(graph: &Graph, folder: &str, name: &str) -> Option<FileId> {
    graph.file_of(&format!("{folder}{name}.rs")).or_else(|| graph.file_of(&format!("{folder}{name}/mod.rs")))
}

/// The file of the Rust module that contains a file; `None` for the root of a crate, and if no such file exists.
pub(super) fn rust_parent(graph: &Graph, path: &str) -> Option<FileId> {
    let (folder, name) = path.split_at(folder_of(path).len());
    let parent_folder = match name {
        "lib.rs" | "main.rs" | "build.rs" => return None,
        "mod.rs" => folder_of(folder.strip_suffix('/')?),
        _ => folder,
    };
    let folder_file = parent_folder.strip_suffix('/').map(|inner| format!("{inner}.rs"));
    let root_files = ["mod.rs", "lib.rs", "main.rs"].into_iter().map(|root| format!("{parent_folder}{root}"));
    root_files.chain(folder_file).filter(|candidate| candidate != path).find_map(|candidate| graph.file_of(&candidate))
}

/// The root file of the crate that contains a Rust file; the file itself if it has no parent module.
pub(super) fn rust_crate(graph: &Graph, file: FileId) -> FileId {
    let mut at = file;
    while let Some(parent) = rust_parent(graph, &graph.file(at).path) {
        at = parent;
    }
    at
}

/// The name that code uses for the crate with this root file: the name of its folder.
fn crate_name(path: &str) -> Option<String> {
    let folder = path.strip_suffix("/src/lib.rs")?;
    let name = folder.rsplit('/').next().filter(|name| !name.is_empty())?;
    Some(name.replace('-', "_"))
}

/// The crate of the project with this name: its folder has the name. Otherwise it is the only crate whose folder is the
/// end of the name, as `core` for `scrubjay_core`. Of several crates in folders of that name, the nearest to the
/// referring file counts.
pub(super) fn rust_named(graph: &Graph, roots: &Roots, importer: &str, name: &str) -> Option<FileId> {
    let nearest_file = |paths: &BTreeSet<String>| {
        // Reversed, because `max_by_key` returns the last of equal items.
        let nearest =
            paths.iter().rev().max_by_key(|path| (!is_vendored_path(path), common_folder_len(path, importer)))?;
        graph.file_of(nearest)
    };
    if let Some(file) = roots.crates.get(name).and_then(nearest_file) {
        return Some(file);
    }
    let is_tail = |folder: &str| name.strip_suffix(folder).is_some_and(|before| before.ends_with('_'));
    let mut tail_crates = roots.crates.iter().filter(|(folder, paths)| is_tail(folder) && !paths.is_empty());
    match (tail_crates.next(), tail_crates.next()) {
        (Some((_, paths)), None) => nearest_file(paths),
        _ => None,
    }
}
