//! Terms of a text: its identifiers, path tails and lines, as hashes.
//!
//! A line counts without the line number that a tool added, so that the old text of an edit is found in a read file.
//! Not here: the meaning of a call's arguments (`arguments`).

use alloc::vec::Vec;

use crate::text::identity::text_hash;

/// The shortest line that counts, in characters; shorter ones (`}`, `return nil`) are everywhere.
const MIN_LINE_CHARS: usize = 12;
/// The shortest identifier that counts, in bytes; shorter ones are mostly plain words or keywords.
const MIN_NAME_BYTES: usize = 6;
/// The most bytes of a text that are read; the rest is ignored.
const MAX_BYTES: usize = 1 << 18;

/// The terms of a text; after [`Terms::sort_dedup`] ascending, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Terms {
    /// Hashes of identifiers and path tails.
    pub(crate) names: Vec<u64>,
    pub(crate) line_hashes: Vec<u64>,
}

impl Terms {
    /// All terms of a text.
    pub(crate) fn of(text: &str) -> Terms {
        let mut terms = Terms::default();
        terms.add_names(text);
        terms.add_lines(text);
        terms.sort_dedup();
        terms
    }

    /// Adds the identifiers and path tails of a text.
    pub(crate) fn add_names(&mut self, text: &str) {
        let text = read_part(text);
        self.names.extend(names(text).map(text_hash));
        each_tail(text, |tail| self.names.push(text_hash(tail)));
    }

    pub(crate) fn add_lines(&mut self, text: &str) {
        self.line_hashes.extend(lines(read_part(text)).map(line_identity));
    }

    pub(crate) fn sort_dedup(&mut self) {
        for terms in [&mut self.names, &mut self.line_hashes] {
            terms.sort_unstable();
            terms.dedup();
        }
    }
}

/// The hash of a line, different from that of a name with the same text.
fn line_identity(line: &str) -> u64 {
    !text_hash(line)
}

/// The part of a text that is read.
fn read_part(text: &str) -> &str {
    text.get(..MAX_BYTES).unwrap_or_else(|| &text[..text.floor_char_boundary(MAX_BYTES)])
}

/// Identifiers that are likely names of code: with an inner underscore, or camel case.
pub(crate) fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split(|char: char| !char.is_ascii_alphanumeric() && char != '_')
        .map(|run| run.trim_start_matches(|char: char| char.is_ascii_digit()))
        .filter(|name| name.len() >= MIN_NAME_BYTES && is_name(name))
}

fn is_name(word: &str) -> bool {
    let is_camel = |two: &[u8]| two[0].is_ascii_lowercase() && two[1].is_ascii_uppercase();
    word.trim_matches('_').contains('_') || word.as_bytes().windows(2).any(is_camel)
}

/// Calls `call` with the last two segments of each path whose last segment has a dot.
pub(crate) fn each_tail<'t>(text: &'t str, mut call: impl FnMut(&'t str)) {
    let is_inside = |char: char| char.is_alphanumeric() || matches!(char, '_' | '.' | '-' | '/');
    for run in text.split(|char| !is_inside(char)).filter(|run| run.contains('/')) {
        let (mut at, mut segment_before, mut last_segment) = (0, None, None);
        for segment in run.split('/').chain([""]) {
            if segment.is_empty() {
                if let (Some((start, _)), Some((last_start, end))) = (segment_before, last_segment)
                    && run[last_start..end].contains('.')
                {
                    call(&run[start..end]);
                }
                (segment_before, last_segment) = (None, None);
            } else {
                (segment_before, last_segment) = (last_segment, Some((at, at + segment.len())));
            }
            at += segment.len() + 1;
        }
    }
}

/// The lines long enough to count, trimmed and without line numbers.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n')
        .map(|line| without_number(line).trim())
        .filter(|line| line.chars().nth(MIN_LINE_CHARS - 1).is_some())
}

/// A line without the number that a tool added: `12→`, `12:`, or `12` and a tab.
fn without_number(line: &str) -> &str {
    let trimmed_line = line.trim_start();
    let after_digits = trimmed_line.trim_start_matches(|char: char| char.is_ascii_digit());
    if after_digits.len() == trimmed_line.len() {
        return line;
    }
    ['→', '\t', ':'].iter().find_map(|mark| after_digits.strip_prefix(*mark)).unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tails(text: &str) -> Vec<&str> {
        let mut found = Vec::new();
        each_tail(text, |tail| found.push(tail));
        found
    }

    #[test]
    fn names_of_code_are_told_from_words() {
        let text = "the parser calls parse_line and readLine2, not __init__ or Configuration, 12max_size";
        assert_eq!(names(text).collect::<Vec<_>>(), ["parse_line", "readLine2", "max_size"]);
    }

    #[test]
    fn paths_count_by_their_last_two_segments() {
        assert_eq!(tails("see /home/me/src/app/main.go:12 and src/lib"), ["app/main.go"]);
        assert_eq!(tails("a//b/c.rs, https://example.org/x/y.html. d.rs"), ["b/c.rs", "x/y.html."]);
        assert_eq!(tails("c.rs /c.rs"), [""; 0]);
    }

    #[test]
    fn a_line_is_the_same_with_and_without_the_number_of_a_tool() {
        let plain = Terms::of("    let total = sum(items);\n}\n");
        for numbered in
            ["  12→    let total = sum(items);", "12:let total = sum(items);", "12\tlet total = sum(items);  "]
        {
            assert_eq!(Terms::of(numbered).line_hashes, plain.line_hashes, "{numbered}");
        }
        assert_eq!(plain.line_hashes.len(), 1);
    }
}
