//! Reads the text files of the checkout, ordered by path.

use std::path::Path;

use anyhow::Context;

/// Folders without hand-written files, which are not read.
const LEFT_OUT: [&str; 7] = [".git", "target", "dist", ".scrubjay", "node_modules", ".venv", "__pycache__"];

pub struct File {
    /// The path relative to the root, with `/`.
    pub path: String,
    pub text: String,
}

/// The text files of a checkout.
pub struct Tree {
    pub files: Vec<File>,
}

impl Tree {
    /// Reads all files that are UTF-8.
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

    /// The Rust sources below a folder; an empty path means all.
    pub fn rust(&self, below: &str) -> impl Iterator<Item = &File> {
        self.files.iter().filter(move |file| file.path.starts_with(below) && file.path.ends_with(".rs"))
    }

    /// The file at a path; `None` if there is none.
    pub fn file(&self, path: &str) -> Option<&File> {
        self.files.iter().find(|file| file.path == path)
    }

    /// Whether a file or folder exists at a path.
    pub fn has(&self, path: &str) -> bool {
        let path = path.trim_end_matches('/');
        self.files
            .iter()
            .any(|file| file.path.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
    }
}

impl File {
    /// Whether nothing in the file is shipped: it has tests, or code for tests only (`testing.rs`).
    pub fn is_of_tests(&self) -> bool {
        let name = self.path.rsplit('/').next().unwrap_or(&self.path);
        self.path.starts_with("tests/") || self.path.contains("/tests/") || ["tests.rs", "testing.rs"].contains(&name)
    }

    /// The part before the unit tests at the end of the file; empty for a file of tests.
    pub fn shipped(&self) -> &str {
        if self.is_of_tests() {
            return "";
        }
        self.text.split("\n#[cfg(test)]").next().unwrap_or_default()
    }

    /// The lines of a part of this file's text, each with its place.
    pub fn places<'a>(&'a self, text: &'a str) -> impl Iterator<Item = (String, &'a str)> {
        text.lines().zip(1..).map(|(line, number)| (format!("{}:{number}", self.path), line))
    }
}
