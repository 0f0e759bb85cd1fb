//! Access to a text by lines.

use alloc::vec::Vec;

/// A text and the byte offsets of its lines.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SourceText<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> SourceText<'t> {
    /// O(bytes).
    pub(crate) fn new(text: &'t str) -> SourceText<'t> {
        let ends = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        SourceText { text, starts: core::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect() }
    }

    /// All lines, with their line endings.
    pub(crate) fn lines(&self) -> impl Iterator<Item = &'t str> {
        self.text.split_inclusive('\n')
    }

    /// The text of a range of lines, both 1-based and inclusive; lines beyond the end are left out.
    pub(crate) fn span(&self, first_line: u32, last_line: u32) -> &'t str {
        let start_of = |line: usize| self.starts.get(line).copied().unwrap_or(self.text.len());
        let start = start_of((first_line as usize).saturating_sub(1));
        &self.text[start..start_of(last_line as usize).max(start)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_whole_lines_and_end_with_the_text() {
        let source = SourceText::new("a\nbü\n\nc");
        assert_eq!(source.span(1, 1), "a\n");
        assert_eq!(source.span(2, 3), "bü\n\n");
        assert_eq!(source.span(4, 9), "c");
        assert_eq!(source.span(5, 9), "");
        assert_eq!(source.span(3, 2), "");
        assert_eq!(SourceText::new("").span(1, 1), "");
        assert_eq!(source.lines().count(), 4);
    }
}
