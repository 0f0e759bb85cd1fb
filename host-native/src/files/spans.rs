//! Reads lines of files from the folder as they were when they were indexed, because the store keeps no source text.
//!
//! A file whose hash has changed, or that cannot be read, has no lines. Not here: what is stored.

use super::hash::hash;
use super::parse::MAX_FILE_BYTES;
use super::root::Root;
use crate::wit::types::FileSpan;

/// Reads spans of lines, and caches the last file, because questions ask for several spans of one file in a row.
pub struct Spans<'a> {
    root: Option<&'a Root>,
    last: Option<File>,
}

struct File {
    path: String,
    hash: Vec<u8>,
    /// `None` if the file is missing, unreadable or changed.
    text: Option<String>,
}

impl<'a> Spans<'a> {
    /// Reads only below `root`.
    pub fn new(root: &'a Root) -> Spans<'a> {
        Spans { root: Some(root), last: None }
    }

    /// Reads no file: every file counts as missing.
    pub fn none() -> Spans<'a> {
        Spans { root: None, last: None }
    }

    /// The lines of a span, with their line ends; `None` if the file has changed, cannot be read, or ends before the
    /// first one. A span beyond the end is cut there.
    pub fn lines(&mut self, span: &FileSpan) -> Option<String> {
        let known = self.last.take().filter(|file| file.path == span.path && file.hash == span.hash);
        let root = self.root?;
        let file = self.last.insert(known.unwrap_or_else(|| read(root, span)));
        cut(file.text.as_deref()?, span.first_line, span.last_line).map(str::to_owned)
    }
}

fn read(root: &Root, span: &FileSpan) -> File {
    let bytes = root.read(&span.path, MAX_FILE_BYTES).ok().filter(|bytes| hash(bytes)[..] == span.hash);
    let text = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
    File { path: span.path.clone(), hash: span.hash.clone(), text }
}

/// Lines `first` to `last` of a text, 1-based, both inclusive; `None` if the text ends before `first`, or if `last` is
/// less than `first`.
fn cut(text: &str, first: u32, last: u32) -> Option<&str> {
    let n_before = first.checked_sub(1)? as usize;
    let n_lines = (last.checked_sub(first)? as usize).checked_add(1)?;
    let start: usize = text.split_inclusive('\n').take(n_before).map(str::len).sum();
    let rest = text.get(start..).filter(|rest| !rest.is_empty())?;
    let length: usize = rest.split_inclusive('\n').take(n_lines).map(str::len).sum();
    rest.get(..length)
}

#[cfg(test)]
mod tests {
    use super::cut;

    #[test]
    fn spans_include_both_ends() {
        assert_eq!(cut("a\nb\nc\n", 2, 3), Some("b\nc\n"));
        assert_eq!(cut("a\nb\nc", 1, 1), Some("a\n"));
        assert_eq!(cut("a\nb\nc", 3, 9), Some("c"));
    }

    #[test]
    fn a_span_past_the_end_or_reversed_has_no_lines() {
        assert_eq!(cut("a\n", 2, 2), None);
        assert_eq!(cut("a\nb\n", 2, 1), None);
        assert_eq!(cut("a\n", 0, 1), None);
        assert_eq!(cut("", 1, u32::MAX), None);
    }
}
