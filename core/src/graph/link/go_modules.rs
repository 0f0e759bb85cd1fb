//! Resolution of Go import paths through `go.mod` and `go.work`.
//!
//! The module with the longest path that is a prefix of the import path counts: the replacement in the importing file's
//! own manifests, otherwise the project's module with that path. A nested module is not part of the module around it.

use alloc::string::String;

use super::modules::folder_of;
use super::projects::{GO_MODULES, Named, Projects};
use super::specifiers::stated;
use crate::graph::manifest::{Kind, Statement};

/// The meaning of an import path.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Path {
    /// A folder of the project, with a trailing slash, or empty at the top level; it need not contain a package.
    Folder(String),
    /// Outside the project.
    Outside,
    /// Unknown: no manifest states it.
    Unstated,
}

/// The meaning of an import path in the file `from`, according to the manifests.
pub(super) fn path(projects: &Projects, from: &str, path: &str, record: &mut dyn FnMut(&str)) -> Path {
    record(GO_MODULES);
    let own = projects.above(from, &["go.mod"], record);
    let work = projects.above(from, &["go.work"], record);
    let ends = path.rmatch_indices('/').map(|(at, _)| at);
    for end in [path.len()].into_iter().chain(ends) {
        let (module, rest) = path.split_at(end);
        let mut stating = own.iter().chain(&work);
        if let Some(folder) = stating.find_map(|(manifest, statement)| replaced(statement, manifest, module)) {
            return folder.map_or(Path::Outside, |folder| below(projects, &with_slash(folder), rest, record));
        }
        match projects.named(Kind::GoModule, module, from, record) {
            Named::One(folder, _) => return below(projects, folder, rest, record),
            Named::Declined => return Path::Outside,
            Named::Unknown => {}
        }
    }
    let is_stated = own.is_some_and(|(_, statement)| statement.value(&["module"]).is_some());
    if is_stated { Path::Outside } else { Path::Unstated }
}

/// The folder that replaces a module in a manifest. The inner `None` is a folder outside the project, the outer one
/// no replacement.
fn replaced(statement: &Statement, manifest: &str, module: &str) -> Option<Option<String>> {
    let folder = statement.value(&["replace", module])?;
    Some(stated(folder_of(manifest), folder))
}

/// A folder below a module's root, unless it belongs to a nested module.
fn below(projects: &Projects, module: &str, rest: &str, record: &mut dyn FnMut(&str)) -> Path {
    let rest = rest.trim_start_matches('/');
    let folder = with_slash(format!("{module}{rest}"));
    let ends = folder[module.len()..].match_indices('/').map(|(at, _)| module.len() + at + 1);
    let mut inner = ends.map(|end| format!("{}go.mod", &folder[..end]));
    match inner.any(|manifest| projects.at(&manifest, record).is_some()) {
        true => Path::Outside,
        false => Path::Folder(folder),
    }
}

fn with_slash(folder: String) -> String {
    if folder.is_empty() || folder.ends_with('/') { folder } else { folder + "/" }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(manifests: &[(&str, &str)], from: &str, to: &str) -> Path {
        let mut projects = Projects::default();
        for (path, text) in manifests {
            projects.set(path, Some(Statement::read(Kind::of(path).unwrap(), text)));
        }
        path(&projects, from, to, &mut |_| {})
    }

    fn folder(path: &str) -> Path {
        Path::Folder(path.to_owned())
    }

    #[test]
    fn a_path_leads_below_the_module_that_is_its_prefix() {
        let manifests = [("go.mod", "module example.com/a"), ("tools/go.mod", "module example.com/a/x/tools")];
        let found = |to| found(&manifests, "cmd/main.go", to);
        assert_eq!(found("example.com/a"), folder(""));
        assert_eq!(found("example.com/a/b/c"), folder("b/c/"));
        assert_eq!(found("example.com/a/x/tools/t"), folder("tools/t/"));
        assert_eq!(found("example.com/ab"), Path::Outside);
        assert_eq!(found("example.com/a/tools/t"), Path::Outside);
    }

    #[test]
    fn a_replacement_comes_first_and_stays_in_the_project() {
        let manifest = "module example.com/a\nreplace example.com/b => ../b\nreplace example.com/b/c => ../../../c\n";
        let found =
            |to| found(&[("x/a/go.mod", manifest), ("go.work", "replace example.com/d => ./d")], "x/a/m.go", to);
        assert_eq!(found("example.com/b/in"), folder("x/b/in/"));
        assert_eq!(found("example.com/b/c"), Path::Outside);
        assert_eq!(found("example.com/d"), folder("d/"));
    }

    #[test]
    fn a_module_nested_in_a_replaced_one_comes_before_it() {
        let inner = "module example.com/a/b\nreplace example.com/a => ../\n";
        let found = |to| found(&[("go.mod", "module example.com/a"), ("b/go.mod", inner)], "b/m.go", to);
        assert_eq!(found("example.com/a/b/c"), folder("b/c/"));
        assert_eq!(found("example.com/a/c"), folder("c/"));
    }

    #[test]
    fn without_a_manifest_nothing_is_stated() {
        assert_eq!(found(&[], "m.go", "example.com/a"), Path::Unstated);
        assert_eq!(found(&[("b/go.mod", "module example.com/b")], "a/m.go", "example.com/a"), Path::Unstated);
        assert_eq!(found(&[("b/go.mod", "module example.com/b")], "a/m.go", "example.com/b/c"), folder("b/c/"));
        assert_eq!(found(&[("go.mod", "modul")], "m.go", "example.com/a"), Path::Unstated);
    }
}
