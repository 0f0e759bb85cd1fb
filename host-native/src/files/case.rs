//! Whether `A` is `a` to git in a folder, as git notes where it makes a repository on a disk that takes the one for the other.
//!
//! Only the repository's own configuration is read, and of it this one setting. Not here: the rules of `.gitignore` files.

use std::fs;
use std::path::{Path, PathBuf};

/// The repository that the folder lies in compares names without regard to case.
pub(super) fn is_ignored(folder: &Path) -> bool {
    let top = folder.ancestors().find(|folder| folder.join(".git").exists());
    top.and_then(configuration).is_some_and(|text| says_so(&text))
}

/// The configuration of the repository with this top.
fn configuration(top: &Path) -> Option<String> {
    let own = directory(top)?;
    // A second work tree has the configuration of the first.
    let shared = fs::read_to_string(own.join("commondir")).ok();
    fs::read_to_string(shared.map_or_else(|| own.clone(), |path| own.join(path.trim_end())).join("config")).ok()
}

/// Where a repository keeps what is its own: in `.git`, or where a file of this name says.
fn directory(top: &Path) -> Option<PathBuf> {
    let git = top.join(".git");
    if git.is_dir() {
        return Some(git);
    }
    let text = fs::read_to_string(git).ok()?;
    Some(top.join(text.strip_prefix("gitdir:")?.trim()))
}

/// `core.ignorecase` is set; of several lines the last counts.
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
    fn the_last_setting_of_the_core_counts() {
        assert!(says_so("[core]\n\tbare = false\n\tignorecase = true\n"));
        assert!(says_so("[CORE] # of all\nIgnoreCase=yes ; here\n[user]\n\tignorecase = false\n"));
        assert!(says_so("[core]\nignorecase\n"));
        assert!(!says_so("[core]\nignorecase = true\nignorecase = false\n"));
        assert!(!says_so("[corner]\nignorecase = true\n[core]\n# ignorecase = true\nignorecases = true\n"));
        assert!(!says_so(""));
    }
}
