//! Git's settings for a folder: whether it is in a repository, which files contain rules, and whether case is ignored.
//!
//! Git itself is not run. Files of the repository are read as untrusted: only regular files, with a size limit. Not
//! here: the meaning of rules.

use std::env;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use super::root::canonical;
use crate::open;

/// The most bytes of a configuration file: a hundred times that of a repository with a thousand branches.
const MAX_SETTINGS_BYTES: u64 = 4 << 20;
/// The most bytes of a file that contains a folder's path: more than the longest path.
const MAX_PATH_FILE_BYTES: u64 = 16 << 10;

/// The nearest folder, from this one upwards, that is the top of a repository.
pub(crate) fn repository_top(folder: &Path) -> Option<&Path> {
    folder.ancestors().find(|folder| is_repository_top(folder))
}

/// Whether this folder is the top of a repository.
pub(super) fn is_repository_top(folder: &Path) -> bool {
    folder.join(".git").symlink_metadata().is_ok()
}

/// The git folder that the work trees of a repository share. `None` if `.git` is missing or a link, or names a folder
/// that does not name `top` in turn.
///
/// A git folder names its work tree by `gitdir` or by `core.worktree`, which submodules have.
/// `git init --separate-git-dir` writes neither, so the result is `None`. An archive may contain any `.git` file, which
/// must not redirect reads.
pub(crate) fn repository(top: &Path) -> Option<PathBuf> {
    project(top).map(|project| project.git)
}

/// A repository with its work tree.
pub(crate) struct Repository {
    /// The main work tree, which contains `.git`; of a bare repository, its git folder.
    pub(crate) root: PathBuf,
    /// The git folder that the work trees share.
    pub(crate) git: PathBuf,
    /// The git folder of this work tree alone, which contains its `HEAD`.
    pub(crate) git_of_tree: PathBuf,
}

/// The repository whose work tree has this top; `None` as for [`repository`].
pub(crate) fn project(top: &Path) -> Option<Repository> {
    let git = top.join(".git");
    let kind = git.symlink_metadata().ok()?.file_type();
    if kind.is_dir() {
        return Some(Repository { root: top.to_owned(), git_of_tree: git.clone(), git });
    }
    let path_in_file = text(open::to_read(&git), MAX_PATH_FILE_BYTES).ok()?;
    // Paths that name each other are compared with their links resolved.
    let top = &canonical(top).ok()?;
    let git = top.join(".git");
    let git_of_tree = canonical(&top.join(path_in_file.trim().strip_prefix("gitdir:")?.trim())).ok()?;
    match text(open::to_read(&git_of_tree.join("gitdir")), MAX_PATH_FILE_BYTES) {
        // The git folder of an additional work tree lies in `worktrees` of the shared one.
        Ok(back) if canonical(&git_of_tree.join(back.trim())).is_ok_and(|back| back == git) => {
            let shared = text(open::to_read(&git_of_tree.join("commondir")), MAX_PATH_FILE_BYTES).ok()?;
            let shared = canonical(&git_of_tree.join(shared.trim())).ok()?;
            let root = shared.parent().filter(|_| shared.ends_with(".git")).unwrap_or(&shared).to_owned();
            (git_of_tree.parent() == Some(&shared.join("worktrees"))).then_some(Repository {
                root,
                git: shared,
                git_of_tree,
            })
        }
        _ => is_its_work_tree(&git_of_tree, top).then(|| Repository {
            root: top.to_owned(),
            git: git_of_tree.clone(),
            git_of_tree,
        }),
    }
}

/// Whether a repository's configuration names this folder as its work tree.
fn is_its_work_tree(repository: &Path, top: &Path) -> bool {
    let settings = text(open::below(repository, "config"), MAX_SETTINGS_BYTES).unwrap_or_default();
    let named_tree =
        core_setting(&settings, "worktree").and_then(|named_tree| canonical(&repository.join(named_tree)).ok());
    named_tree.is_some_and(|named_tree| named_tree == top)
}

/// Whether the repository ignores case in file names; git records that when it creates one on a case-insensitive disk.
///
/// # Errors
/// Any error of reading its configuration.
pub(super) fn ignores_case(repository: &Path) -> io::Result<bool> {
    Ok(ignores_case_in(&text(open::below(repository, "config"), MAX_SETTINGS_BYTES)?))
}

/// The path of the user's ignore file for all repositories; `None` if the user's folder of settings is unknown.
pub(super) fn user_ignore_file() -> Option<PathBuf> {
    // A relative folder could be the repository's, and a variable that is set to the empty string counts as unset.
    let home = env::home_dir().filter(|home| home.is_absolute());
    let settings = env::var_os("XDG_CONFIG_HOME").map(PathBuf::from).filter(|folder| folder.is_absolute());
    let folder = settings.or_else(|| home.as_ref().map(|home| home.join(".config")))?.join("git");
    let named_in = |file: PathBuf| named_rules(&text(open::open_of_user(&file), MAX_SETTINGS_BYTES).ok()?);
    let named_file =
        home.as_ref().and_then(|home| named_in(home.join(".gitconfig"))).or_else(|| named_in(folder.join("config")));
    Some(match (named_file, home) {
        (None, _) => folder.join("ignore"),
        (Some(named_file), Some(home)) => {
            named_file.strip_prefix("~/").map_or_else(|| named_file.clone().into(), |rest| home.join(rest))
        }
        (Some(named_file), None) => named_file.into(),
    })
}

/// The path in `core.excludesFile` of a configuration.
fn named_rules(configuration: &str) -> Option<String> {
    configuration.lines().find_map(|line| {
        let (name, value) = line.split_once('=')?;
        let value = value.trim();
        let value = value.strip_prefix('"').unwrap_or(value).trim_end_matches('"');
        (name.trim().eq_ignore_ascii_case("excludesfile") && !value.is_empty()).then(|| value.to_owned())
    })
}

fn text(file: io::Result<File>, limit: u64) -> io::Result<String> {
    Ok(String::from_utf8_lossy(&open::read(&file?, limit)?).into_owned())
}

/// Whether `core.ignorecase` is true.
fn ignores_case_in(configuration: &str) -> bool {
    let setting = core_setting(configuration, "ignorecase").map(|value| value.to_ascii_lowercase());
    setting.is_some_and(|value| matches!(value.as_str(), "true" | "yes" | "on" | "1"))
}

/// The value of a key in the section `core`: of several lines the last one counts, and a key without a value is `true`.
fn core_setting(configuration: &str, wanted: &str) -> Option<String> {
    let (mut in_core, mut set) = (false, None);
    for line in configuration.lines().map(str::trim) {
        if line.starts_with('[') {
            in_core = line.to_ascii_lowercase().starts_with("[core]");
        }
        let line = line.split(['#', ';']).next().unwrap_or(line);
        let (name, value) = line.split_once('=').unwrap_or((line, "true"));
        if in_core && name.trim().eq_ignore_ascii_case(wanted) {
            set = Some(value.trim().trim_matches('"').to_owned());
        }
    }
    set
}

#[cfg(test)]
mod tests {
    use super::ignores_case_in;

    #[test]
    fn the_last_setting_in_the_core_section_counts() {
        assert!(ignores_case_in("[core]\n\tbare = false\n\tignorecase = true\n"));
        assert!(ignores_case_in("[CORE] # of all\nIgnoreCase=yes ; here\n[user]\n\tignorecase = false\n"));
        assert!(ignores_case_in("[core]\nignorecase\n"));
        assert!(!ignores_case_in("[core]\nignorecase = true\nignorecase = false\n"));
        assert!(!ignores_case_in("[corner]\nignorecase = true\n[core]\n# ignorecase = true\nignorecases = true\n"));
        assert!(!ignores_case_in(""));
    }
}
