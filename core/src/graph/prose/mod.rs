//! Documents of a repository: its README and other Markdown.
//!
//! A document's lines are classified (`lines`) and its comments removed (`comments`); its headings split it into
//! sections (`sections`). Reading never fails and is linear in the length of the file. Markdown is not rendered: a
//! quotation has the text as written, without comments and fence marks. Not here: the terms of a section
//! (`stored::sections`), and the search for sections (`query::documents`).

mod comments;
mod lines;
mod sections;

use alloc::string::String;

use self::lines::Fence;
pub(crate) use sections::{Section, each_section};

/// The language name by which hosts mark a document. It has no node kinds, so no grammar is needed.
pub const LANGUAGE: &str = "prose";
/// File extensions of documents, without the dot.
pub const EXTENSIONS: &[&str] = &["markdown", "md"];
/// Greatest size of a document in bytes.
pub const MAX_BYTES: usize = 1 << 20;

/// Lines of a document as they are quoted. Comments are left out. Of a comment without an end, only the rest of its
/// first line is left out. Lines of fence marks are left out too, because a part of a section may have unpaired ones.
pub(crate) fn quotation(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len());
    for line in comments::without_comments(text).lines().filter(|line| Fence::opened_by(line).is_none()) {
        quoted.push_str(line.split_once(comments::COMMENT_START).map_or(line, |(before, _)| before));
        quoted.push('\n');
    }
    quoted
}

/// Names of documents whose extension is not one of [`EXTENSIONS`], in lower case.
const README_NAMES: &[&str] = &["readme", "readme.rst", "readme.txt"];

/// Whether the file at a path is a document, by its name.
pub fn is_prose(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path).to_lowercase();
    README_NAMES.contains(&name.as_str())
        || name.rsplit_once('.').is_some_and(|(_, ending)| EXTENSIONS.contains(&ending))
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
