//! What git's settings say of a folder: whether it is in a repository, which files hold rules, and whether case is ignored.
//!
//! Git itself is not run, and what a repository says is read as everything in it: only ordinary files, with a limit. Not here: the
//! meaning of rules.

use std::env;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use super::open;

/// The most bytes of a file of settings: a hundred times those of a repository with a thousand branches.
const MOST_SETTINGS: u64 = 4 << 20;
/// The most bytes of a file that names a folder: more than any path has.
const MOST_PATH: u64 = 16 << 10;

/// The nearest folder that is the top of a repository, from this one upwards.
pub(super) fn top(folder: &Path) -> Option<&Path> {
    folder.ancestors().find(|folder| is_top(folder))
}

/// Whether this folder is the top of a repository.
pub(super) fn is_top(folder: &Path) -> bool {
    folder.join(".git").symlink_metadata().is_ok()
}

/// The folder of the repository with this top that its work trees share.
pub(super) fn repository(root: &Path, top: &Path) -> PathBuf {
    let git = top.join(".git");
    let linked = text(open::at(root, &git), MOST_PATH).ok();
    let linked = linked.as_deref().and_then(|text| text.lines().find_map(|line| line.strip_prefix("gitdir:")));
    let Some(linked) = linked else { return git };
    let own = top.join(linked.trim());
    // Additional work trees share the configuration and the rules of the first.
    let shared = text(open::at(root, &own.join("commondir")), MOST_PATH);
    shared.map_or_else(|_| own.clone(), |shared| own.join(shared.trim_end()))
}

/// Whether the repository at this place ignores case in file names, as git records when it creates one on a case-insensitive disk.
///
/// # Errors
/// Any error of reading its configuration.
pub(super) fn ignores_case(root: &Path, repository: &Path) -> io::Result<bool> {
    Ok(says_so(&text(open::at(root, &repository.join("config")), MOST_SETTINGS)?))
}

/// The file of rules for all of a user's repositories.
pub(super) fn users_rules() -> Option<PathBuf> {
    let home = env::home_dir().filter(|home| !home.as_os_str().is_empty());
    // A variable that is set to the empty string counts as unset.
    let settings = env::var_os("XDG_CONFIG_HOME").filter(|folder| !folder.is_empty()).map(PathBuf::from);
    let folder = settings.or_else(|| home.as_ref().map(|home| home.join(".config")))?.join("git");
    let named = |file: PathBuf| named_rules(&text(open::of_user(&file), MOST_SETTINGS).ok()?);
    let named = home.as_ref().and_then(|home| named(home.join(".gitconfig"))).or_else(|| named(folder.join("config")));
    Some(match (named, home) {
        (None, _) => folder.join("ignore"),
        (Some(named), Some(home)) => {
            named.strip_prefix("~/").map_or_else(|| named.clone().into(), |rest| home.join(rest))
        }
        (Some(named), None) => named.into(),
    })
}

/// The file of rules that a configuration names.
fn named_rules(configuration: &str) -> Option<String> {
    configuration.lines().find_map(|line| {
        let (name, value) = line.split_once('=')?;
        let value = value.trim();
        let value = value.strip_prefix('"').unwrap_or(value).trim_end_matches('"');
        (name.trim().eq_ignore_ascii_case("excludesfile") && !value.is_empty()).then(|| value.to_owned())
    })
}

fn text(file: io::Result<File>, most: u64) -> io::Result<String> {
    Ok(String::from_utf8_lossy(&open::read(&file?, most)?).into_owned())
}

/// Whether `core.ignorecase` is set; the last of several lines counts.
fn says_so(configuration: &str) -> bool {
    let (mut in_core, mut set) = (false, false);
    for line in configuration.lines().map(str::trim) {
        if line.starts_with('[') {
            in_core = line.to_ascii_lowercase().starts_with("[core]");
        }
        let line = line.split(['#', ';']).next().unwrap_or(line);
        let (name, value) = line.split_once('=').unwrap_or((line, "true"));
        if in_core && name.trim().eq_ignore_ascii_case("ignorecase") {
            set = matches!(value.trim().to_ascii_lowercase().as_str(), "true" | "yes" | "on" | "1");
        }
    }
    set
}

#[cfg(test)]
mod tests {
    use super::says_so;

    #[test]
    fn the_last_setting_in_the_core_section_counts() {
        assert!(says_so("[core]\n\tbare = false\n\tignorecase = true\n"));
        assert!(says_so("[CORE] # of all\nIgnoreCase=yes ; here\n[user]\n\tignorecase = false\n"));
        assert!(says_so("[core]\nignorecase\n"));
        assert!(!says_so("[core]\nignorecase = true\nignorecase = false\n"));
        assert!(!says_so("[corner]\nignorecase = true\n[core]\n# ignorecase = true\nignorecases = true\n"));
        assert!(!says_so(""));
    }
}
