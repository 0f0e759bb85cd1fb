//! Which file a module's path leads to.
//!
//! The project's folders that modules are looked up from are not configured: a folder is a root of `a` where it holds
//! `a.py` or the folder `a`, and the nearest root above the importing file wins. A `src` folder counts as the folder that it is in,
//! so each project of a repository of several finds its own modules first.

use alloc::borrow::ToOwned;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use super::projects::Projects;
use crate::graph::lang::python::library::is_standard;
use crate::graph::links::{FileId, Graph};
use crate::graph::vendored::is_vendored_path;
use crate::order;

/// Where top-level modules are found: the folders that hold a module or package, by its name.
#[derive(Default)]
pub struct Roots {
    /// Name, folder (with a trailing slash, or empty), and how many files make it so.
    by_name: BTreeMap<String, BTreeMap<String, u32>>,
    /// Root files of Rust crates, by the name that code has for the crate's folder.
    crates: BTreeMap<String, BTreeSet<String>>,
    /// What manifests say.
    pub projects: Projects,
}

impl Roots {
    /// Counts a new file. Gives the names whose meaning as modules that changes.
    pub fn add(&mut self, path: &str) -> Vec<String> {
        let mut changed = own_names(path);
        if let Some(name) = crate_name(path) {
            self.crates.entry(name).or_default().insert(path.to_owned());
        }
        for (root, name) in steps(path) {
            let count = self.by_name.entry(name.to_owned()).or_default().entry(root.to_owned()).or_default();
            *count += 1;
            if *count == 1 {
                changed.push(name.to_owned());
            }
        }
        changed
    }

    /// Counts a file that is gone. Gives the names whose meaning as modules that changes.
    pub fn remove(&mut self, path: &str) -> Vec<String> {
        let mut changed = own_names(path);
        if let Some(name) = crate_name(path)
            && let Some(paths) = self.crates.get_mut(&name)
        {
            paths.remove(path);
        }
        for (root, name) in steps(path) {
            let Some(roots) = self.by_name.get_mut(name) else { continue };
            if let Some(count) = roots.get_mut(root) {
                *count -= 1;
                if *count == 0 {
                    roots.remove(root);
                    changed.push(name.to_owned());
                }
            }
        }
        changed
    }

    /// The folders that hold `name`, those above `path` first and the nearest of them before others, then the shallowest; copies
    /// of other people's code come last.
    pub(super) fn of(&self, name: &str, path: &str) -> Vec<&str> {
        let mut roots: Vec<&str> =
            self.by_name.get(name).into_iter().flat_map(|roots| roots.keys().map(String::as_str)).collect();
        order::sort_by_key(&mut roots, |root| {
            let project = project_of(root);
            let above = path.starts_with(root) || path.starts_with(project);
            let distance = if above { usize::MAX - project.len() } else { root.len() };
            (!above, !above && is_vendored_path(root), distance, *root)
        });
        roots
    }
}

/// The folder that a root's modules belong to: for a folder of sources the one that it is in.
fn project_of(root: &str) -> &str {
    match root.strip_suffix("src/") {
        Some(project) if project.is_empty() || project.ends_with('/') => project,
        _ => root,
    }
}

/// How long the folders are that two paths share at their beginning.
pub(super) fn n_shared(one: &str, other: &str) -> usize {
    let same = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    one.as_bytes()[..same].iter().rposition(|&byte| byte == b'/').map_or(0, |at| at + 1)
}

/// The names that a file gives a meaning by being there: its own, and its folder's where it stands for that.
fn own_names(path: &str) -> Vec<String> {
    let name = path.rsplit('/').next().unwrap_or_default();
    let stem = name.split('.').next().unwrap_or_default();
    let folder = folder_of(path).trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let stands_for_folder = matches!(stem, "__init__" | "mod" | "lib" | "main" | "index") || name.ends_with(".go");
    let folder = stands_for_folder.then(|| folder.to_owned());
    core::iter::once(stem.to_owned()).chain(folder).collect()
}

/// Every folder of a path with the name that it holds on the way to the file; the file's own name without its ending.
fn steps(path: &str) -> impl Iterator<Item = (&str, &str)> {
    let starts = core::iter::once(0).chain(path.match_indices('/').map(|(at, _)| at + 1));
    starts.map(move |at| {
        let part = path[at..].split('/').next().unwrap_or_default();
        (&path[..at], part.strip_suffix(".pyi").or_else(|| part.strip_suffix(".py")).unwrap_or(part))
    })
}

/// Where a module's path leads.
pub(super) enum Module {
    /// To a file.
    File(FileId),
    /// To a folder, with its trailing slash.
    Folder(String),
}

/// The Python module or package at `base` (a folder with its trailing slash) and `name`.
pub(super) fn python_child(graph: &Graph, base: &str, name: &str) -> Option<Module> {
    let mut path = [base, name].concat();
    let stem = path.len();
    for ending in ["/__init__.py", ".py", "/__init__.pyi", ".pyi"] {
        path.truncate(stem);
        path.push_str(ending);
        if let Some(file) = graph.file_of(&path) {
            return Some(Module::File(file));
        }
    }
    path.truncate(stem);
    path.push('/');
    let holds_any = graph.files_below(&path).next().is_some();
    holds_any.then_some(Module::Folder(path))
}

/// The Python module of an absolute path, from the best root. `consulted` hears every name that the answer depends on.
pub(super) fn python_absolute(
    graph: &Graph,
    roots: &Roots,
    from: &str,
    parts: &[&str],
    consulted: &mut impl FnMut(&str),
) -> Option<Module> {
    python_found(graph, roots, from, parts, consulted).map(|(_, module)| module)
}

/// The Python module that the first part of an absolute path means: the one from the root where the whole path leads somewhere.
pub(super) fn python_first(
    graph: &Graph,
    roots: &Roots,
    from: &str,
    parts: &[&str],
    consulted: &mut impl FnMut(&str),
) -> Option<Module> {
    let first = parts.first()?;
    match python_found(graph, roots, from, parts, consulted) {
        Some((root, _)) => python_child(graph, root, first),
        None => python_absolute(graph, roots, from, &parts[..1], consulted),
    }
}

/// The best root of an absolute path, and where the path leads from there: a file from any root goes before a folder.
fn python_found<'r>(
    graph: &Graph,
    roots: &'r Roots,
    from: &str,
    parts: &[&str],
    consulted: &mut impl FnMut(&str),
) -> Option<(&'r str, Module)> {
    let first = parts.first()?;
    parts.iter().for_each(|part| consulted(part));
    let mut folder = None;
    for root in roots.of(first, from) {
        if is_package(graph, root, consulted) && (!is_folder_of(root, from) || is_standard(first)) {
            continue;
        }
        match python_below(graph, root, parts) {
            // What has the importing module's own name lies elsewhere.
            Some(Module::File(file)) if *graph.file(file).path == *from => {}
            Some(Module::File(file)) => return Some((root, Module::File(file))),
            found => folder = folder.or(found.map(|module| (root, module))),
        }
    }
    folder
}

/// The Python module below a folder.
pub(super) fn python_below(graph: &Graph, base: &str, parts: &[&str]) -> Option<Module> {
    let (last, before) = parts.split_last()?;
    let mut folder = base.to_owned();
    for part in before {
        folder.push_str(part);
        folder.push('/');
    }
    python_child(graph, &folder, last)
}

/// A folder as a module: its `__init__`, where it has one.
pub(super) fn python_folder(graph: &Graph, folder: &str, consulted: &mut impl FnMut(&str)) -> Module {
    consulted("__init__");
    match graph.file_of(&[folder, "__init__.py"].concat()) {
        Some(file) => Module::File(file),
        None => Module::Folder(folder.to_owned()),
    }
}

/// A folder with an `__init__` is part of a package, and no place to import from, but for scripts that lie in it; what
/// they call like a module of the standard library is far more often that.
fn is_package(graph: &Graph, folder: &str, consulted: &mut impl FnMut(&str)) -> bool {
    if let Some(name) = folder.trim_end_matches('/').rsplit('/').next() {
        consulted(name);
    }
    !folder.is_empty() && graph.file_of(&[folder, "__init__.py"].concat()).is_some()
}

fn is_folder_of(folder: &str, path: &str) -> bool {
    folder_of(path) == folder
}

/// The folder of a path, with its trailing slash; empty at the top.
pub(crate) fn folder_of(path: &str) -> &str {
    &path[..path.rfind('/').map_or(0, |at| at + 1)]
}

/// The folder that a Python file's relative imports start from, `level` dots up.
pub(super) fn python_base(path: &str, level: u8) -> Option<&str> {
    (1..level).try_fold(folder_of(path), |folder, _| {
        let inner = folder.strip_suffix('/')?;
        Some(folder_of(inner))
    })
}

/// The folder in which a Rust file's child modules lie.
pub(super) fn rust_inner(path: &str) -> String {
    let (folder, name) = path.split_at(folder_of(path).len());
    match name {
        "mod.rs" | "lib.rs" | "main.rs" | "build.rs" => folder.to_owned(),
        _ => format!("{folder}{}/", name.trim_end_matches(".rs")),
    }
}

/// The file of a Rust module that lies in a folder.
pub(super) fn rust_child(graph: &Graph, folder: &str, name: &str) -> Option<FileId> {
    graph.file_of(&format!("{folder}{name}.rs")).or_else(|| graph.file_of(&format!("{folder}{name}/mod.rs")))
}

/// The file of the Rust module around a file; none for a crate's root.
pub(super) fn rust_parent(graph: &Graph, path: &str) -> Option<FileId> {
    let (folder, name) = path.split_at(folder_of(path).len());
    let around = match name {
        "lib.rs" | "main.rs" | "build.rs" => return None,
        "mod.rs" => folder_of(folder.strip_suffix('/')?),
        _ => folder,
    };
    let beside = around.strip_suffix('/').map(|inner| format!("{inner}.rs"));
    let inside = ["mod.rs", "lib.rs", "main.rs"].into_iter().map(|root| format!("{around}{root}"));
    inside.chain(beside).filter(|candidate| candidate != path).find_map(|candidate| graph.file_of(&candidate))
}

/// The root file of the crate that a Rust file belongs to: itself where nothing is around it.
pub(super) fn rust_crate(graph: &Graph, file: FileId) -> FileId {
    let mut at = file;
    while let Some(parent) = rust_parent(graph, &graph.file(at).path) {
        at = parent;
    }
    at
}

/// What code calls the crate whose root file this is: its folder's name.
fn crate_name(path: &str) -> Option<String> {
    let folder = path.strip_suffix("/src/lib.rs")?;
    let name = folder.rsplit('/').next().filter(|name| !name.is_empty())?;
    Some(name.replace('-', "_"))
}

/// The crate with this name among the project's: its folder is called so, or is the only one called like the name's end
/// (`core` for `scrubjay_core`). Of several that are called so, the one that shares most folders with the file that asks.
pub(super) fn rust_named(graph: &Graph, roots: &Roots, from: &str, name: &str) -> Option<FileId> {
    let file = |paths: &BTreeSet<String>| {
        // The first of equals: the last one of a turned round order.
        let nearest = paths.iter().rev().max_by_key(|path| (!is_vendored_path(path), n_shared(path, from)))?;
        graph.file_of(nearest)
    };
    if let Some(found) = roots.crates.get(name).and_then(file) {
        return Some(found);
    }
    let is_tail = |folder: &str| name.strip_suffix(folder).is_some_and(|before| before.ends_with('_'));
    let mut tails = roots.crates.iter().filter(|(folder, paths)| is_tail(folder) && !paths.is_empty());
    match (tails.next(), tails.next()) {
        (Some((_, paths)), None) => file(paths),
        _ => None,
    }
}
