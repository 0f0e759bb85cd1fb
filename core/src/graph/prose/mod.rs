//! Prose: what a repository says about itself in words, its README and other Markdown.
//!
//! A document is cut into sections by its headings (`sections`), in lines that say what they are (`lines`); what its author
//! hid in comments is no prose (`comments`). Cutting is total and linear in the length of the file. It does not render
//! Markdown: what is found is quoted as it stands. Not here: the terms of a section (`stored::sections`), and how sections
//! are found (`query::documents`).

mod comments;
mod lines;
mod sections;

use alloc::string::String;

use self::lines::Fence;
pub(crate) use sections::{Section, each_section};

/// The name of the language of prose for hosts. It has no node kinds, so no grammar is needed.
pub const LANGUAGE: &str = "prose";
/// The endings of prose, without the dot.
pub const EXTENSIONS: &[&str] = &["markdown", "md"];
/// The size of the largest document, in bytes.
pub const MAX_BYTES: usize = 1 << 20;

/// Lines of a document as they are quoted: without comments, also where these end further down, and without the marks of
/// fences, of which a part of a section may have one alone.
pub(crate) fn quotation(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len());
    for line in comments::without_comments(text).lines().filter(|line| Fence::opened_by(line).is_none()) {
        quoted.push_str(line.split_once(comments::OPENING).map_or(line, |(before, _)| before));
        quoted.push('\n');
    }
    quoted
}

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
    fn a_quotation_has_no_comments_and_no_marks_of_fences() {
        assert_eq!(quotation("a <!-- b\n-->c\r\n```sh\n# d\n```\n~~~\ne `f`"), "a c\n# d\ne `f`\n");
        assert_eq!(quotation("a <!-- b\nc"), "a \nc\n");
    }

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
