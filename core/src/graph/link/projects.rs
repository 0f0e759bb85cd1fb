//! The manifests of all projects, by folder and by name.
//!
//! Of projects with the same name, the one that contains the referring file is chosen, then the nearest; none if
//! several are equally near. Every look-up calls `record` with the names under which a manifest can change its result.
//! Not here: the meaning of a package's entry points or of a configuration's paths.

use alloc::borrow::ToOwned;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use super::modules::{common_folder_len, folder_of};
use crate::graph::manifest::{Kind, Statement};
use crate::graph::model::vendored::is_vendored_path;

/// The one name in traces for all Go modules: they have few manifests, which seldom change.
pub(super) const GO_MODULES: &str = "go.mod";

#[derive(Default)]
pub(crate) struct Projects {
    /// Sorted by path. Manifests are added in that order, so insertion moves little.
    statements: Vec<(String, Statement)>,
    /// Paths of manifests, by the name of their project (see [`project_key`]).
    paths_by_name: BTreeMap<String, BTreeSet<String>>,
}

impl Projects {
    /// Sets or removes a manifest. Returns the module names whose meaning changes.
    pub(crate) fn set(&mut self, path: &str, statement: Option<Statement>) -> Vec<String> {
        let Some(kind) = Kind::of(path) else { return Vec::new() };
        let position = self.position(path);
        let old_statement = position.ok().map(|at| &self.statements[at].1);
        if old_statement == statement.as_ref() {
            return Vec::new();
        }
        let (old_name, new_name) = (
            old_statement.and_then(|old_statement| name_of(kind, old_statement)),
            statement.as_ref().and_then(|new| name_of(kind, new)),
        );
        let mut changed_names = vec![trace_name(kind, path)];
        changed_names.extend([&old_name, &new_name].into_iter().flatten().cloned());
        if let Some(paths) = old_name.and_then(|name| self.paths_by_name.get_mut(&project_key(kind, &name))) {
            paths.remove(path);
        }
        if let Some(name) = new_name {
            self.paths_by_name.entry(project_key(kind, &name)).or_default().insert(path.to_owned());
        }
        match (position, statement) {
            (Ok(at), Some(statement)) => self.statements[at].1 = statement,
            (Ok(at), None) => drop(self.statements.remove(at)),
            (Err(at), Some(statement)) => self.statements.insert(at, (path.to_owned(), statement)),
            (Err(_), None) => {}
        }
        changed_names
    }

    /// Whether there is a manifest at a path.
    pub(crate) fn has_manifest(&self, path: &str) -> bool {
        self.position(path).is_ok()
    }

    /// All manifests, sorted by path.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &Statement)> {
        self.statements.iter().map(|(path, statement)| (path.as_str(), statement))
    }

    fn position(&self, path: &str) -> Result<usize, usize> {
        self.statements.binary_search_by(|(known, _)| known.as_str().cmp(path))
    }

    fn get(&self, path: &str) -> Option<&Statement> {
        self.position(path).ok().map(|at| &self.statements[at].1)
    }

    /// The manifest at a path; records the look-up.
    pub(super) fn manifest_at(&self, path: &str, record: &mut dyn FnMut(&str)) -> Option<&Statement> {
        record(&trace_name(Kind::of(path)?, path));
        self.get(path)
    }

    /// The manifest with one of these names in the nearest folder above a file, as its path and content. In one folder,
    /// the first name counts.
    pub(super) fn nearest_above(
        &self,
        from: &str,
        names: &[&str],
        record: &mut dyn FnMut(&str),
    ) -> Option<(String, &Statement)> {
        let mut folder = folder_of(from);
        loop {
            for name in names {
                let path = format!("{folder}{name}");
                if let Some(statement) = self.manifest_at(&path, record) {
                    return Some((path, statement));
                }
            }
            folder = folder_of(folder.strip_suffix('/')?);
        }
    }

    /// The project that a file means by a name.
    pub(super) fn project_named(
        &self,
        kind: Kind,
        name: &str,
        from: &str,
        record: &mut dyn FnMut(&str),
    ) -> ProjectLookup<'_> {
        record(if kind == Kind::GoModule { GO_MODULES } else { name });
        let paths = self.paths_by_name.get(&project_key(kind, name)).filter(|paths| !paths.is_empty());
        let Some(paths) = paths else { return ProjectLookup::Unknown };
        let mut nearest_path: Option<(Nearness, &str)> = None;
        let mut n_best = 0;
        for path in paths.iter().filter(|path| is_visible(path, from)) {
            let nearness = Nearness::of(path, from);
            match &nearest_path {
                Some((nearest, _)) if nearness < *nearest => {}
                Some((nearest, _)) if nearness == *nearest => n_best += 1,
                _ => (nearest_path, n_best) = (Some((nearness, path.as_str())), 1),
            }
        }
        let only_nearest = nearest_path.filter(|_| n_best == 1);
        match only_nearest.and_then(|(_, path)| Some((folder_of(path), self.get(path)?))) {
            Some((folder, statement)) => ProjectLookup::Found(folder, statement),
            None => ProjectLookup::Declined,
        }
    }
}

/// The project that a name means.
pub(super) enum ProjectLookup<'p> {
    /// No project has the name.
    Unknown,
    /// Several projects have this name, and none is nearer than all others; or the file sees none of them.
    Declined,
    /// The project's folder (with a trailing slash, or empty) and its manifest.
    Found(&'p str, &'p Statement),
}

/// How near a project is to a file; the nearest is the greatest.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Nearness {
    /// A project above the file is nearer than any other.
    is_above: bool,
    /// A project that is not vendored is nearer than a vendored one.
    is_own: bool,
    /// Length in bytes of the folders that the manifest's path and the file's path share.
    shared_len: usize,
}

impl Nearness {
    fn of(manifest: &str, from: &str) -> Nearness {
        Nearness {
            is_above: from.starts_with(folder_of(manifest)),
            is_own: !is_vendored_path(manifest),
            shared_len: common_folder_len(manifest, from),
        }
    }
}

/// Whether a file sees a manifest: one among fixtures is visible only to files beside the fixtures.
fn is_visible(manifest: &str, from: &str) -> bool {
    let is_fixture = |part: &str| part == "testdata" || part.contains("fixture");
    let mut end = 0;
    for part in folder_of(manifest).split_inclusive('/') {
        if is_fixture(part.trim_end_matches('/')) {
            return from.starts_with(&manifest[..end]);
        }
        end += part.len();
    }
    true
}

/// The name that a manifest gives its project.
fn name_of(kind: Kind, statement: &Statement) -> Option<String> {
    let name = match kind {
        Kind::Package => statement.value(&["name"]),
        Kind::GoModule => statement.value(&["module"]),
        Kind::Config | Kind::GoWork => None,
    };
    name.filter(|name| !name.is_empty()).map(str::to_owned)
}

/// A project's kind and name as one key: a package and a Go module may have the same name.
fn project_key(kind: Kind, name: &str) -> String {
    format!("{} {name}", if kind == Kind::GoModule { "module" } else { "package" })
}

/// The name in traces for the manifest at a path.
fn trace_name(kind: Kind, path: &str) -> String {
    match kind {
        Kind::GoModule | Kind::GoWork => GO_MODULES.to_owned(),
        // `jsconfig.json` is looked up together with the `tsconfig.json` of the same folder.
        Kind::Config if path.ends_with("jsconfig.json") => format!("{}tsconfig.json", folder_of(path)),
        Kind::Config | Kind::Package => path.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn projects(manifests: &[(&str, &str)]) -> Projects {
        let mut projects = Projects::default();
        for (path, text) in manifests {
            projects.set(path, Some(Statement::read(Kind::of(path).unwrap(), text)));
        }
        projects
    }

    fn folder(projects: &Projects, from: &str) -> Option<String> {
        match projects.project_named(Kind::Package, "a", from, &mut |_| {}) {
            ProjectLookup::Found(folder, _) => Some(folder.to_owned()),
            ProjectLookup::Unknown | ProjectLookup::Declined => None,
        }
    }

    #[test]
    fn the_nearest_project_of_a_name_is_chosen_and_none_if_two_are_equally_near() {
        let a = r#"{"name": "a"}"#;
        let projects = projects(&[("x/one/package.json", a), ("x/two/package.json", a), ("y/package.json", a)]);
        assert_eq!(folder(&projects, "x/one/src/m.ts").as_deref(), Some("x/one/"));
        assert_eq!(folder(&projects, "y/m.ts").as_deref(), Some("y/"));
        assert_eq!(folder(&projects, "x/three/m.ts"), None);
        assert_eq!(folder(&projects, "m.ts"), None);
    }

    #[test]
    fn a_fixture_is_visible_to_files_next_to_it() {
        let a = r#"{"name": "a"}"#;
        let projects = projects(&[("test/fixtures/one/package.json", a)]);
        assert_eq!(folder(&projects, "test/run.ts").as_deref(), Some("test/fixtures/one/"));
        assert_eq!(folder(&projects, "src/run.ts"), None);
    }

    #[test]
    fn a_change_is_reported_by_the_path_of_the_manifest_and_by_its_names() {
        let mut projects = projects(&[("p/package.json", r#"{"name": "a"}"#)]);
        let read = |text| Some(Statement::read(Kind::Package, text));
        assert_eq!(projects.set("p/package.json", read(r#"{"name": "a", "version": "2"}"#)), [""; 0]);
        assert_eq!(projects.set("p/package.json", read(r#"{"name": "b"}"#)), ["p/package.json", "a", "b"]);
        assert_eq!(projects.set("p/package.json", None), ["p/package.json", "b"]);
        assert_eq!(projects.set("p/package.json", None), [""; 0]);
        assert_eq!(folder(&projects, "p/a.ts"), None);
    }
}
