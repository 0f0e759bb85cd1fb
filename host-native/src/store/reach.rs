//! How far up from a folder its project may extend: an index or a repository is searched only in these folders.
//!
//! The first folder with an entry `.git` is the last one, whether that is a folder or, as in worktrees and submodules,
//! a file: above it is another project. The user's home folder, the folders above it, the root of a disk and folders of
//! the system count only if the search begins there. The same in Node (`bindings-js/src/records/reach.ts`), tested with
//! the same tables (`tests/reach.json`, `tests/system_folders.json`). Not here: what is searched for.

use std::path::{Path, PathBuf};

use crate::files::root::canonical;

/// Folders of the system. Folders below them may be projects.
const SYSTEM_FOLDERS: [&str; 30] = [
    "/bin",
    "/boot",
    "/dev",
    "/etc",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/proc",
    "/run",
    "/sbin",
    "/sys",
    "/usr",
    "/usr/bin",
    "/usr/include",
    "/usr/lib",
    "/usr/lib64",
    "/usr/libexec",
    "/usr/local",
    "/usr/local/bin",
    "/usr/local/lib",
    "/usr/sbin",
    "/usr/share",
    "/var",
    "/var/lib",
    "/var/log",
    "/Applications",
    "/Library",
    "/System",
    "/private",
];
/// Folders of virtual file systems; no folder below them is a project.
const VIRTUAL_FOLDERS: [&str; 2] = ["/proc", "/sys"];
/// Environment variables that name system folders on Windows.
const SYSTEM_VARIABLES: [&str; 4] = ["SystemRoot", "ProgramData", "ProgramFiles", "ProgramFiles(x86)"];

/// The user's home folder, as a canonical path.
pub fn home() -> Option<PathBuf> {
    std::env::home_dir().filter(|home| home.is_absolute()).and_then(|home| canonical(&home).ok())
}

/// A folder and its ancestors, as far as its project may extend.
pub fn folders<'p>(from: &'p Path, home: Option<&Path>) -> Vec<&'p Path> {
    let mut folders_in_reach = Vec::new();
    for folder in from.ancestors() {
        if folder != from && is_too_wide(folder, home) {
            break;
        }
        folders_in_reach.push(folder);
        if has_git(folder) {
            break;
        }
    }
    folders_in_reach
}

/// Whether a folder is the user's home folder, contains it, or is one of the system's.
pub fn is_too_wide(folder: &Path, home: Option<&Path>) -> bool {
    is_systems_folder(folder) || home.is_some_and(|home| home.starts_with(folder))
}

/// Whether a folder is the root of a disk, or one of the system's, and so never a project.
pub fn is_systems_folder(folder: &Path) -> bool {
    let is_system_folder = || SYSTEM_FOLDERS.iter().any(|one| folder == Path::new(one));
    let is_below = || VIRTUAL_FOLDERS.iter().any(|one| folder.starts_with(one));
    let is_in_variable =
        || SYSTEM_VARIABLES.iter().filter_map(std::env::var_os).any(|one| is_same(Path::new(&one), folder));
    folder.parent().is_none() || is_system_folder() || is_below() || cfg!(windows) && is_in_variable()
}

fn is_same(one: &Path, other: &Path) -> bool {
    one.to_string_lossy().eq_ignore_ascii_case(&other.to_string_lossy())
}

/// Whether a folder has an entry `.git`: the root of a repository, a worktree or a submodule.
pub fn has_git(folder: &Path) -> bool {
    folder.join(".git").symlink_metadata().is_ok()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde_json::Value;

    use super::*;

    const TABLE: &str = include_str!("../../../tests/reach.json");

    fn texts(list: &Value) -> Vec<&str> {
        list.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
    }

    #[test]
    fn the_folders_of_a_system_are_no_projects() {
        let table: Value = serde_json::from_str(include_str!("../../../tests/system_folders.json")).unwrap();
        for (column, expected) in [("no_project", true), ("may_be_one", false)] {
            texts(&table[column])
                .iter()
                .for_each(|path| assert_eq!(is_systems_folder(Path::new(path)), expected, "{path}"));
        }
    }

    /// A repository within an indexed folder must not count as a part of it.
    #[test]
    fn a_search_upwards_ends_where_the_table_says() {
        let Value::Array(cases) = serde_json::from_str(TABLE).unwrap() else { panic!("a list") };
        assert!(cases.len() > 5);
        for case in cases {
            let base = tempfile::tempdir().unwrap();
            let base = canonical(base.path()).unwrap();
            let [home, from] = ["home", "from"].map(|name| base.join(case[name].as_str().unwrap()));
            fs::create_dir_all(&home).unwrap();
            fs::create_dir_all(&from).unwrap();
            texts(&case["git_folders"]).iter().for_each(|at| fs::create_dir_all(base.join(at).join(".git")).unwrap());
            texts(&case["git_files"]).iter().for_each(|at| fs::write(base.join(at).join(".git"), "gitdir: x").unwrap());
            // What is above the case's own folders depends on where tests keep theirs.
            let folders_in_reach =
                folders(&from, Some(&home)).into_iter().filter_map(|folder| folder.strip_prefix(&base).ok());
            let folders_in_reach: Vec<String> =
                folders_in_reach.map(|folder| folder.to_string_lossy().replace('\\', "/")).collect();
            assert_eq!(folders_in_reach, texts(&case["reached"]), "{}", case["says"]);
            fs::remove_dir_all(&base).unwrap();
        }
    }
}
