//! Whether git ignores case in a folder, as it records when it creates a repository on a case-insensitive disk.
//!
//! Only this setting in the repository's own configuration is read. Not here: the rules of `.gitignore` files.

use std::fs;
use std::path::{Path, PathBuf};

/// Whether the repository that contains the folder ignores case.
pub(super) fn is_ignored(folder: &Path) -> bool {
    let top = folder.ancestors().find(|folder| folder.join(".git").exists());
    top.and_then(configuration).is_some_and(|text| says_so(&text))
}

/// The configuration of the repository with this root.
fn configuration(top: &Path) -> Option<String> {
    let own = directory(top)?;
    // Additional work trees share the configuration of the first.
    let shared = fs::read_to_string(own.join("commondir")).ok();
    fs::read_to_string(shared.map_or_else(|| own.clone(), |path| own.join(path.trim_end())).join("config")).ok()
}

/// The private folder of a repository: `.git`, or the one that a file of this name refers to.
fn directory(top: &Path) -> Option<PathBuf> {
    let git = top.join(".git");
    if git.is_dir() {
        return Some(git);
    }
    let text = fs::read_to_string(git).ok()?;
    Some(top.join(text.strip_prefix("gitdir:")?.trim()))
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
