//! The text files of the checkout, in the order of their paths.

use std::path::Path;

use anyhow::Context;

/// Folders that hold nothing written by hand.
const LEFT_OUT: [&str; 7] = [".git", "target", "dist", ".scrubjay", "node_modules", ".venv", "__pycache__"];

/// A text file.
pub struct File {
    /// Relative to the root, with `/`.
    pub path: String,
    pub text: String,
}

/// All of them.
pub struct Tree {
    pub files: Vec<File>,
}

impl Tree {
    /// Reads every file that is UTF-8.
    pub fn read(root: &Path) -> anyhow::Result<Tree> {
        let (mut pending, mut files) = (vec![String::new()], Vec::new());
        while let Some(folder) = pending.pop() {
            let entries = std::fs::read_dir(root.join(&folder));
            for entry in entries.with_context(|| format!("cannot read {}", root.join(&folder).display()))? {
                let entry = entry?;
                let name = entry.file_name().to_string_lossy().into_owned();
                let path = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
                let kind = entry.file_type()?;
                // In a second work tree `.git` is a file, which names a folder of this machine.
                if LEFT_OUT.contains(&name.as_str()) {
                    continue;
                }
                if kind.is_dir() {
                    pending.push(path);
                } else if kind.is_file()
                    && let Ok(text) = std::fs::read_to_string(entry.path())
                {
                    files.push(File { path, text });
                }
            }
        }
        files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(Tree { files })
    }

    /// Rust sources below a folder; all for an empty one.
    pub fn rust(&self, below: &str) -> impl Iterator<Item = &File> {
        self.files.iter().filter(move |file| file.path.starts_with(below) && file.path.ends_with(".rs"))
    }

    /// The file at a path.
    pub fn file(&self, path: &str) -> Option<&File> {
        self.files.iter().find(|file| file.path == path)
    }

    /// Whether a file or folder of this name exists.
    pub fn has(&self, path: &str) -> bool {
        let path = path.trim_end_matches('/');
        self.files
            .iter()
            .any(|file| file.path.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
    }
}

impl File {
    /// Nothing of it is shipped: tests, and what only tests use (`testing.rs`).
    pub fn is_of_tests(&self) -> bool {
        let name = self.path.rsplit('/').next().unwrap_or(&self.path);
        self.path.starts_with("tests/") || self.path.contains("/tests/") || ["tests.rs", "testing.rs"].contains(&name)
    }

    /// The part before the unit tests, which stand at the end; empty for a file of tests.
    pub fn shipped(&self) -> &str {
        if self.is_of_tests() {
            return "";
        }
        self.text.split("\n#[cfg(test)]").next().unwrap_or_default()
    }

    /// The lines of a text that is part of this file, each with where it stands.
    pub fn places<'a>(&'a self, text: &'a str) -> impl Iterator<Item = (String, &'a str)> {
        text.lines().zip(1..).map(|(line, number)| (format!("{}:{number}", self.path), line))
    }
}
