//! Prose: what a repository says about itself in words, its README and other Markdown.
//!
//! A document is cut into sections by its headings (`sections`), in lines that say what they are (`lines`); what its author
//! hid in comments is no prose (`comments`). Cutting is total and linear in the length of the file. It does not render
//! Markdown: what is found is quoted as it stands. Not here: the terms of a section (`stored::sections`), and how sections
//! are found (`query::documents`).

mod comments;
mod lines;
mod sections;

pub(crate) use comments::without_comments;
pub(crate) use sections::{Section, each_section};

/// The name of the language of prose for hosts. It has no node kinds, so no grammar is needed.
pub const LANGUAGE: &str = "prose";
/// The endings of prose, without the dot.
pub const EXTENSIONS: &[&str] = &["markdown", "md"];
/// The size of the largest document, in bytes.
pub const MAX_BYTES: usize = 1 << 20;

/// Names of documents without such an ending, in lower case.
const NAMES: &[&str] = &["readme", "readme.rst", "readme.txt"];

/// Whether the file at a path is prose.
pub fn is_prose(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path).to_lowercase();
    NAMES.contains(&name.as_str()) || name.rsplit_once('.').is_some_and(|(_, ending)| EXTENSIONS.contains(&ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_and_what_is_called_readme_is_prose() {
        for path in ["README", "a/readme.txt", "docs/a.md", "CHANGES.Markdown", "README.rst"] {
            assert!(is_prose(path), "{path}");
        }
        for path in ["readme.py", "a.mdx", "md", "README/a", "a.rst", "notes.txt", ""] {
            assert!(!is_prose(path), "{path}");
        }
    }
}
