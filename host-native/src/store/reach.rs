//! How far up from a folder its project may reach: what is looked for above a folder, such as an index, is looked for in these alone.
//!
//! The first folder with an entry `.git` is the last one: a folder, or a file as worktrees and submodules have, because what lies above is
//! another project's. The user's home folder, what is above it, and the top of a disk are no projects, unless the search begins there.
//! In Node the same (`bindings-js/src/records/reach.ts`), held to the same table (`tests/reach.json`). Not here: what is looked for.

use std::path::{Path, PathBuf};

use crate::files::root::canonical;

/// The user's home folder, by its canonical path.
pub(crate) fn home() -> Option<PathBuf> {
    std::env::home_dir().filter(|home| home.is_absolute()).and_then(|home| canonical(&home).ok())
}

/// A folder and those above it, as far as its project may reach.
pub(crate) fn folders<'p>(from: &'p Path, home: Option<&Path>) -> Vec<&'p Path> {
    let mut reached = Vec::new();
    for folder in from.ancestors() {
        if folder != from && is_too_wide(folder, home) {
            break;
        }
        reached.push(folder);
        if has_git(folder) {
            break;
        }
    }
    reached
}

/// Whether a folder is the user's home folder, above it, or the top of a disk.
pub(crate) fn is_too_wide(folder: &Path, home: Option<&Path>) -> bool {
    folder.parent().is_none() || home.is_some_and(|home| home.starts_with(folder))
}

/// Whether a folder is the top of a repository, a worktree or a submodule.
pub(crate) fn has_git(folder: &Path) -> bool {
    folder.join(".git").symlink_metadata().is_ok()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde_json::Value;

    use super::*;

    const TABLE: &str = include_str!("../../../tests/reach.json");

    fn texts(of: &Value) -> Vec<&str> {
        of.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
    }

    /// A repository within an indexed folder was taken for a part of it.
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
            let reached = folders(&from, Some(&home)).into_iter().filter_map(|folder| folder.strip_prefix(&base).ok());
            let reached: Vec<String> = reached.map(|folder| folder.to_string_lossy().replace('\\', "/")).collect();
            assert_eq!(reached, texts(&case["reached"]), "{}", case["says"]);
            fs::remove_dir_all(&base).unwrap();
        }
    }
}
