//! Resolution of Go import paths through `go.mod` and `go.work`.
//!
//! The longest prefix of the import path that is the path of a known module counts. The manifests above the importing
//! file may replace that module by a folder; otherwise it is the project's module with that path. A nested module is
//! not part of the module around it.

use alloc::string::String;

use super::modules::folder_of;
use super::projects::{GO_MODULES, ProjectLookup, Projects};
use super::specifiers::manifest_path;
use crate::graph::manifest::{Kind, Statement};

/// The meaning of an import path.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum GoImportTarget {
    /// A folder of the project, with a trailing slash, or empty at the top level; it need not contain a package.
    Folder(String),
    /// Outside the project.
    Outside,
    /// Unknown: no manifest states it.
    Unstated,
}

/// The meaning of an import path in the file `from`, according to the manifests.
pub(super) fn import_target(
    projects: &Projects,
    from: &str,
    path: &str,
    record: &mut dyn FnMut(&str),
) -> GoImportTarget {
    record(GO_MODULES);
    let module_manifest = projects.nearest_above(from, &["go.mod"], record);
    let workspace_manifest = projects.nearest_above(from, &["go.work"], record);
    let prefix_ends = path.rmatch_indices('/').map(|(at, _)| at);
    for end in [path.len()].into_iter().chain(prefix_ends) {
        let (module, rest_of_path) = path.split_at(end);
        let mut manifests = module_manifest.iter().chain(&workspace_manifest);
        if let Some(folder) = manifests.find_map(|(manifest, statement)| replacement(statement, manifest, module)) {
            return folder.map_or(GoImportTarget::Outside, |folder| {
                module_folder(projects, &with_slash(folder), rest_of_path, record)
            });
        }
        match projects.project_named(Kind::GoModule, module, from, record) {
            ProjectLookup::Found(folder, _) => return module_folder(projects, folder, rest_of_path, record),
            ProjectLookup::Declined => return GoImportTarget::Outside,
            ProjectLookup::Unknown => {}
        }
    }
    let is_stated = module_manifest.is_some_and(|(_, statement)| statement.value(&["module"]).is_some());
    if is_stated { GoImportTarget::Outside } else { GoImportTarget::Unstated }
}

/// The folder that replaces a module in a manifest. The inner `None` is a folder outside the project, the outer one
/// no replacement.
fn replacement(statement: &Statement, manifest: &str, module: &str) -> Option<Option<String>> {
    let folder = statement.value(&["replace", module])?;
    Some(manifest_path(folder_of(manifest), folder))
}

/// The folder at `rest_of_path` below a module's root; [`GoImportTarget::Outside`] if it belongs to a nested module.
fn module_folder(
    projects: &Projects,
    module: &str,
    rest_of_path: &str,
    record: &mut dyn FnMut(&str),
) -> GoImportTarget {
    let rest_of_path = rest_of_path.trim_start_matches('/');
    let folder = with_slash(format!("{module}{rest_of_path}"));
    let folder_ends = folder[module.len()..].match_indices('/').map(|(at, _)| module.len() + at + 1);
    let mut inner_manifests = folder_ends.map(|end| format!("{}go.mod", &folder[..end]));
    match inner_manifests.any(|manifest| projects.manifest_at(&manifest, record).is_some()) {
        true => GoImportTarget::Outside,
        false => GoImportTarget::Folder(folder),
    }
}

fn with_slash(folder: String) -> String {
    if folder.is_empty() || folder.ends_with('/') { folder } else { folder + "/" }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target_of(manifests: &[(&str, &str)], from: &str, to: &str) -> GoImportTarget {
        let mut projects = Projects::default();
        for (path, text) in manifests {
            projects.set(path, Some(Statement::read(Kind::of(path).unwrap(), text)));
        }
        import_target(&projects, from, to, &mut |_| {})
    }

    fn folder(path: &str) -> GoImportTarget {
        GoImportTarget::Folder(path.to_owned())
    }

    #[test]
    fn a_path_leads_below_the_module_that_is_its_prefix() {
        let manifests = [("go.mod", "module example.com/a"), ("tools/go.mod", "module example.com/a/x/tools")];
        let target_of = |to| target_of(&manifests, "cmd/main.go", to);
        assert_eq!(target_of("example.com/a"), folder(""));
        assert_eq!(target_of("example.com/a/b/c"), folder("b/c/"));
        assert_eq!(target_of("example.com/a/x/tools/t"), folder("tools/t/"));
        assert_eq!(target_of("example.com/ab"), GoImportTarget::Outside);
        assert_eq!(target_of("example.com/a/tools/t"), GoImportTarget::Outside);
    }

    #[test]
    fn a_replacement_comes_first_and_stays_in_the_project() {
        let manifest = "module example.com/a\nreplace example.com/b => ../b\nreplace example.com/b/c => ../../../c\n";
        let target_of =
            |to| target_of(&[("x/a/go.mod", manifest), ("go.work", "replace example.com/d => ./d")], "x/a/m.go", to);
        assert_eq!(target_of("example.com/b/in"), folder("x/b/in/"));
        assert_eq!(target_of("example.com/b/c"), GoImportTarget::Outside);
        assert_eq!(target_of("example.com/d"), folder("d/"));
    }

    #[test]
    fn a_module_nested_in_a_replaced_one_comes_before_it() {
        let inner = "module example.com/a/b\nreplace example.com/a => ../\n";
        let target_of = |to| target_of(&[("go.mod", "module example.com/a"), ("b/go.mod", inner)], "b/m.go", to);
        assert_eq!(target_of("example.com/a/b/c"), folder("b/c/"));
        assert_eq!(target_of("example.com/a/c"), folder("c/"));
    }

    #[test]
    fn without_a_manifest_nothing_is_stated() {
        assert_eq!(target_of(&[], "m.go", "example.com/a"), GoImportTarget::Unstated);
        assert_eq!(
            target_of(&[("b/go.mod", "module example.com/b")], "a/m.go", "example.com/a"),
            GoImportTarget::Unstated
        );
        assert_eq!(target_of(&[("b/go.mod", "module example.com/b")], "a/m.go", "example.com/b/c"), folder("b/c/"));
        assert_eq!(target_of(&[("go.mod", "modul")], "m.go", "example.com/a"), GoImportTarget::Unstated);
    }
}
