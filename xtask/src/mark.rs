//! The mark of an index: a hash of everything that determines its rows.
//!
//! An index is remade if its mark is not that of the release. The mark covers the sources that determine the rows of a
//! file, and the versions of the libraries they use, including grammars. It is the same on every machine, whatever the
//! line endings of the checkout, and stays the same after any other change. Not here: the component, which has its own
//! hash.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use sha2::{Digest, Sha256};

use crate::component::write_if_changed;
use crate::workspace::Workspace;

/// Folders of the sources that determine the rows of a file.
const SOURCES: [&str; 5] = ["core/src/base", "core/src/text", "core/src/row", "core/src/graph", "parsing/src"];
/// The packages of these sources.
const PACKAGES: [&str; 2] = ["scrubjay-core", "scrubjay-parsing"];

/// A mark: SHA-256.
pub type Mark = [u8; 32];

/// Writes the mark into the folder of a component, from which the build of the native host reads it.
pub fn write(workspace: &Workspace, folder: &Path) -> anyhow::Result<Mark> {
    let mark = mark_of(workspace.root())?;
    write_if_changed(&folder.join("index.mark"), &mark)?;
    Ok(mark)
}

/// The mark of a checkout.
pub fn mark_of(root: &Path) -> anyhow::Result<Mark> {
    let mut paths = Vec::new();
    for folder in SOURCES {
        collect(&root.join(folder), &mut paths)?;
    }
    paths.sort();
    let mut hash = Sha256::new();
    for path in &paths {
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        let name = path.strip_prefix(root)?.to_string_lossy().replace('\\', "/");
        add(&mut hash, &name);
        add(&mut hash, &text.replace("\r\n", "\n"));
    }
    let lock = std::fs::read_to_string(root.join("Cargo.lock")).context("cannot read Cargo.lock")?;
    for release in releases(&lock.replace("\r\n", "\n"))? {
        add(&mut hash, &release);
    }
    Ok(hash.finalize().into())
}

/// Adds a text to a hash, with its length, so that it is distinct from the next text.
fn add(hash: &mut Sha256, text: &str) {
    hash.update((text.len() as u64).to_le_bytes());
    hash.update(text);
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    for entry in std::fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), paths)?;
        } else {
            paths.push(entry.path());
        }
    }
    Ok(())
}

/// The direct dependencies of [`PACKAGES`] outside of this project, each with its version.
fn releases(lock: &str) -> anyhow::Result<BTreeSet<String>> {
    let mut releases = BTreeSet::new();
    for package in PACKAGES {
        let entry = entry(lock, package, None).with_context(|| format!("Cargo.lock has no {package}"))?;
        let dependencies = entry.lines().filter_map(|line| line.strip_prefix(" \"")?.strip_suffix("\","));
        for dependency in dependencies.filter(|dependency| !dependency.starts_with("scrubjay-")) {
            let (name, version) = dependency.split_once(' ').map_or((dependency, None), |(n, v)| (n, Some(v)));
            let found = self::entry(lock, name, version).and_then(version_of);
            releases.insert(format!("{name} {}", found.with_context(|| format!("Cargo.lock has no {dependency}"))?));
        }
    }
    ensure!(!releases.is_empty(), "Cargo.lock names no library that the rows hang on");
    Ok(releases)
}

/// The entry of a package in a lock file; of several versions the given one.
fn entry<'a>(lock: &'a str, name: &str, version: Option<&str>) -> Option<&'a str> {
    let start = format!("\nname = \"{name}\"\n");
    let mut entries = lock.split("[[package]]").filter(|entry| entry.starts_with(&start));
    entries.find(|entry| version.is_none_or(|version| version_of(entry) == Some(version)))
}

fn version_of(entry: &str) -> Option<&str> {
    entry.lines().find_map(|line| line.strip_prefix("version = \"")?.strip_suffix('"'))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const LOCK: &str = "version = 4\n\n[[package]]\nname = \"libm\"\nversion = \"0.2.1\"\n\n[[package]]\nname = \"clap\"\nversion = \"4.0.0\"\n\n\
        [[package]]\nname = \"scrubjay-core\"\nversion = \"0.1.0\"\ndependencies = [\n \"libm\",\n]\n\n\
        [[package]]\nname = \"scrubjay-parsing\"\nversion = \"0.1.0\"\ndependencies = [\n \"libm\",\n]\n";

    /// A checkout with one file in each folder of [`SOURCES`] and in some folders beside them.
    fn checkout(name: &str) -> PathBuf {
        let root = std::env::temp_dir().join(format!("scrubjay-mark-{name}-{}", std::process::id()));
        for folder in SOURCES.into_iter().chain(["core/src/prepare", "cli/src", "docs", "wit"]) {
            fs::create_dir_all(root.join(folder)).unwrap();
            fs::write(root.join(folder).join("a.rs"), "fn a() {}\n").unwrap();
        }
        fs::write(root.join("Cargo.lock"), LOCK).unwrap();
        root
    }

    #[test]
    fn a_change_of_what_determines_the_rows_changes_the_mark() {
        let root = checkout("inside");
        let mut marks = BTreeSet::from([mark_of(&root).unwrap()]);
        for folder in SOURCES {
            fs::write(root.join(folder).join("a.rs"), "fn b() {}\n").unwrap();
            assert!(marks.insert(mark_of(&root).unwrap()), "{folder}");
        }
        fs::write(root.join("core/src/graph/new.rs"), "").unwrap();
        assert!(marks.insert(mark_of(&root).unwrap()), "a new file");
        fs::write(root.join("Cargo.lock"), LOCK.replace("0.2.1", "0.2.2")).unwrap();
        assert!(marks.insert(mark_of(&root).unwrap()), "another release of a library");
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn a_change_elsewhere_leaves_the_mark_as_it_is() {
        let root = checkout("outside");
        let mark_before = mark_of(&root).unwrap();
        for folder in ["core/src/prepare", "cli/src", "docs", "wit"] {
            fs::write(root.join(folder).join("a.rs"), "fn b() {}\n").unwrap();
        }
        fs::write(root.join("Cargo.lock"), LOCK.replace("4.0.0", "4.0.1")).unwrap();
        fs::write(root.join("core/src/graph/a.rs"), "fn a() {}\r\n").unwrap();
        assert_eq!(mark_of(&root).unwrap(), mark_before);
        fs::remove_dir_all(root).unwrap();
    }
}
