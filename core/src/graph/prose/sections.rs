//! Sections: the text below a heading, up to the next heading.
//!
//! A section's heading is the path of headings that contain it. A long section is split into parts, between paragraphs
//! where possible, else between lines. A heading without text before the next heading makes no section.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::comments::{COMMENT_END, COMMENT_START, without_comments};
use super::lines::{Fence, begins_paragraph, is_thematic_break, parse_heading, title_text, underline_level};

/// A part ends before the line that would make the part longer than this many bytes. A part is still longer if a single
/// line is, or if the paragraph carried over from the last part and the next line together are.
const MAX_PART_BYTES: usize = 2_000;
/// Greatest number of parts of one document; further parts are left out.
const MAX_PARTS: usize = 2_048;
/// The separator of two titles of a path.
const TITLE_SEPARATOR: &str = " > ";

/// A section of a document, or a part of a long one. Lines are 1-based.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Section<'t> {
    /// The titles of the headings that contain the section, outermost first and joined with ` > `. Empty before the
    /// first heading.
    pub(crate) heading: &'t str,
    /// The title of the innermost heading; empty before the first heading.
    pub(crate) title: &'t str,
    /// The line of the heading; equal to `text_line` without a heading and for a later part of a section.
    pub(crate) first_line: u32,
    /// The first line of the text.
    pub(crate) text_line: u32,
    /// The last line of the text.
    pub(crate) last_line: u32,
    /// The lines without comments and fence marks.
    pub(crate) text: &'t str,
}

/// Calls `take` with the sections of a document, in order. O(bytes).
pub(crate) fn each_section(text: &str, take: &mut impl FnMut(&Section<'_>)) {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let n_front_lines = n_lines_of_front_matter(text);
    let last_comment_end = text.rfind(COMMENT_END);
    let mut splitter = SectionSplitter { text_line: n_front_lines as u32 + 1, ..SectionSplitter::default() };
    let mut at = 0;
    for (number, line) in text.split('\n').enumerate() {
        if number >= n_front_lines {
            let comment_ends_later = last_comment_end.is_some_and(|comment_end| comment_end > at + line.len());
            splitter.add_line(line.strip_suffix('\r').unwrap_or(line), comment_ends_later, take);
        }
        at += line.len() + 1;
    }
    splitter.end_part(splitter.body.len(), take);
}

/// Number of lines of front matter at the start of a document, with its marks (`---` or `+++`); 0 if there is none.
fn n_lines_of_front_matter(text: &str) -> usize {
    let mut lines = text.split('\n').map(str::trim_end);
    let closing_marks: &[&str] = match lines.next() {
        Some("---") => &["---", "..."],
        Some("+++") => &["+++"],
        _ => return 0,
    };
    lines.position(|line| closing_marks.contains(&line)).map_or(0, |at| at + 2)
}

/// The state between two lines of a document that is split.
#[derive(Default)]
struct SectionSplitter {
    /// The headings that contain the current part, each with its level.
    titles: Vec<(usize, String)>,
    heading: String,
    /// The line of the current heading, until a part includes it.
    heading_line: Option<u32>,
    /// The lines since the heading or the last part, with line ends; hidden lines are empty.
    body: String,
    /// The number of the body's first line.
    text_line: u32,
    /// Offset in the body of an unfinished paragraph, which may turn out to be a heading.
    paragraph_start: Option<usize>,
    /// Whether the last line has text: then the next line does not begin a paragraph.
    is_after_text: bool,
    /// Offset in the body of the end of the last paragraph.
    paragraph_end: usize,
    fence: Option<Fence>,
    is_in_comment: bool,
    n_parts: usize,
}

impl SectionSplitter {
    /// Processes a line. `comment_ends_later`: whether `-->` follows in a later line.
    fn add_line(&mut self, line: &str, comment_ends_later: bool, take: &mut impl FnMut(&Section<'_>)) {
        match self.fence {
            Some(fence) if fence.is_closed_by(line) => {
                self.fence = None;
                self.add_body_line("", take);
            }
            Some(_) => self.add_body_line(line, take),
            None if self.is_in_comment => {
                // A part is a range of lines, so text behind the end of a comment is dropped with the comment's last
                // line.
                self.is_in_comment = !line.contains(COMMENT_END);
                self.add_body_line("", take);
            }
            None => self.add_visible_line(line, comment_ends_later, take),
        }
    }

    fn add_visible_line(&mut self, line: &str, comment_ends_later: bool, take: &mut impl FnMut(&Section<'_>)) {
        if let Some(fence) = Fence::opened_by(line) {
            self.add_body_line("", take);
            self.fence = Some(fence);
            return;
        }
        // In a line with code, comment marks are part of the text.
        let has_code = line.contains('`') && !line.trim_start().starts_with(COMMENT_START);
        let uncommented = if has_code { Cow::Borrowed(line) } else { without_comments(line) };
        let split_comment = uncommented.split_once(COMMENT_START).filter(|_| comment_ends_later && !has_code);
        let visible_line = split_comment.map_or(&*uncommented, |(before, _)| before.trim_end());
        self.is_in_comment = split_comment.is_some();
        if let Some((level, text)) = parse_heading(visible_line) {
            self.begin_section(level, text, self.body.len(), take);
        } else if let (Some(start), Some(level)) = (self.paragraph_start, underline_level(visible_line)) {
            let text = self.body[start..].split_whitespace().collect::<Vec<&str>>().join(" ");
            self.begin_section(level, &text, start, take);
        } else {
            self.add_body_line(if is_thematic_break(visible_line) { "" } else { visible_line }, take);
        }
    }

    /// Starts a section with this heading; `start` is the offset of the heading in the body.
    fn begin_section(&mut self, level: usize, text: &str, start: usize, take: &mut impl FnMut(&Section<'_>)) {
        self.end_part(start, take);
        self.heading_line = Some(self.text_line);
        self.text_line += n_line_ends(&self.body) + 1;
        self.body.clear();
        (self.paragraph_start, self.is_after_text, self.paragraph_end) = (None, false, 0);
        self.titles.retain(|(outer, _)| *outer < level);
        let title = title_text(text);
        if !title.is_empty() {
            self.titles.push((level, title));
        }
        self.heading = self.titles.iter().map(|(_, title)| title.as_str()).collect::<Vec<&str>>().join(TITLE_SEPARATOR);
    }

    /// Adds a line to the body, and ends a part first if the body would get too long.
    fn add_body_line(&mut self, line: &str, take: &mut impl FnMut(&Section<'_>)) {
        let is_blank = line.trim().is_empty();
        if !is_blank && self.body.len() + line.len() > MAX_PART_BYTES {
            self.end_part(if self.paragraph_end > 0 { self.paragraph_end } else { self.body.len() }, take);
        }
        self.paragraph_start = match self.paragraph_start {
            _ if is_blank || self.fence.is_some() || !begins_paragraph(line) => None,
            None if !self.is_after_text => Some(self.body.len()),
            start => start,
        };
        self.is_after_text = !is_blank;
        self.body.push_str(line);
        self.body.push('\n');
        if is_blank {
            self.paragraph_end = self.body.len();
        }
    }

    /// Ends a part at an offset of the body; the rest of the body begins the next part.
    fn end_part(&mut self, end: usize, take: &mut impl FnMut(&Section<'_>)) {
        let part = &self.body[..end];
        let text = part.trim();
        if !text.is_empty() && self.n_parts < MAX_PARTS {
            let text_line = self.text_line + n_line_ends(&part[..part.len() - part.trim_start().len()]);
            let last_line = self.text_line + n_line_ends(part.trim_end());
            let first_line = self.heading_line.take().unwrap_or(text_line);
            let title = self.titles.last().map_or("", |(_, title)| title);
            take(&Section { heading: &self.heading, title, first_line, text_line, last_line, text });
            self.n_parts += 1;
        }
        self.text_line += n_line_ends(part);
        self.body.drain(..end);
        self.paragraph_start = self.paragraph_start.and_then(|at| at.checked_sub(end));
        self.paragraph_end = self.paragraph_end.saturating_sub(end);
    }
}

fn n_line_ends(lines: &str) -> u32 {
    lines.matches('\n').count() as u32
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::*;

    /// Each section as `heading @ first..text..last: text`, with `/` between lines.
    fn section_texts(text: &str) -> Vec<String> {
        let mut texts = Vec::new();
        each_section(text, &mut |section| {
            let Section { heading, first_line, text_line, last_line, text, .. } = section;
            let text = text.replace('\n', "/");
            texts.push(format!("{heading} @ {first_line}..{text_line}..{last_line}: {text}"));
        });
        texts
    }

    #[test]
    fn a_document_is_cut_at_its_headings() {
        let cases: &[(&str, &str, &[&str])] = &[
            ("without a heading", "a\n\nb", &[" @ 1..1..3: a//b"]),
            ("empty", "", &[]),
            ("only blanks", " \n\t\n", &[]),
            ("before and after", "a\n# B\nc\n", &[" @ 1..1..1: a", "B @ 2..3..3: c"]),
            (
                "nested",
                "# A\n## B\nb\n### C\nc\n## D\nd",
                &["A > B @ 2..3..3: b", "A > B > C @ 4..5..5: c", "A > D @ 6..7..7: d"],
            ),
            ("a level left out", "# A\n#### B\nb\n## C\nc", &["A > B @ 2..3..3: b", "A > C @ 4..5..5: c"]),
            ("without a title", "# A\na\n##\nb\n# \nc", &["A @ 1..2..2: a", "A @ 3..4..4: b", " @ 5..6..6: c"]),
            ("underlined", "A\n===\na\n\nB\n-\nb", &["A @ 1..3..3: a", "A > B @ 5..7..7: b"]),
            ("underlined over two lines", "x\n\nA\nb\n---\nc", &[" @ 1..1..1: x", "A b @ 3..6..6: c"]),
            ("lines between parts", "a\n\n---\nb\n***\nc", &[" @ 1..1..6: a///b//c"]),
            ("a list is no heading", "- a\n---\nb", &[" @ 1..1..3: - a//b"]),
            ("nor is a table", "| a |\n---\nb", &[" @ 1..1..3: | a |//b"]),
            ("fenced", "# A\n```sh\n# no\n```\n# B\nb", &["A @ 1..3..3: # no", "B @ 5..6..6: b"]),
            ("fenced in a list", "- ~~~\n  # no\n  ~~~\n# B\nb", &[" @ 2..2..2: # no", "B @ 4..5..5: b"]),
            ("an unclosed fence", "# A\n```\n# no\nB\n===\n", &["A @ 1..3..5: # no/B/==="]),
            ("indented code", "# A\n\n    # no\n", &["A @ 1..3..3: # no"]),
            ("CRLF", "# A\r\na\r\n\r\nB\r\n---\r\nb\r\n", &["A @ 1..2..2: a", "A > B @ 4..6..6: b"]),
            ("a byte order mark", "\u{feff}# A\na", &["A @ 1..2..2: a"]),
            ("front matter", "---\ntitle: x\n---\n# A\na", &["A @ 4..5..5: a"]),
            ("front matter after a byte order mark", "\u{feff}+++\n# no\n+++\na", &[" @ 4..4..4: a"]),
            ("unclosed front matter", "---\n# A\na", &["A @ 2..3..3: a"]),
            ("front matter alone", "---\na: b\n---", &[]),
            ("a comment", "<!-- # no\n# no\n--> a\n# B <!-- c -->\nb", &["B @ 4..5..5: b"]),
            ("a comment behind text", "x <!-- no\n# no\n--> y\nz", &[" @ 1..1..4: x///z"]),
            ("a comment behind a heading", "# A <!-- no\n-->\na", &["A @ 1..3..3: a"]),
            ("a comment with code", "<!-- `no` -->\na <!-- no --> b", &[" @ 2..2..2: a  b"]),
            ("an unclosed comment", "--> a\n<!-- b\n# C\nc", &[" @ 1..1..2: --> a/<!-- b", "C @ 3..4..4: c"]),
            ("written about comments", "a `<!--` b\n# C\nc -->", &[" @ 1..1..1: a `<!--` b", "C @ 2..3..3: c -->"]),
            ("only headings", "# A\n## B\n## C\n", &[]),
        ];
        for (case_name, text, sections) in cases {
            assert_eq!(section_texts(text), *sections, "{case_name}");
        }
    }

    #[test]
    fn a_long_section_is_cut_between_paragraphs_and_else_between_lines() {
        let paragraph = "word ".repeat(180);
        let text = format!("# A\n{paragraph}\n\n{paragraph}\n\n{paragraph}\n");
        let mut parts = Vec::new();
        each_section(&text, &mut |part| parts.push((part.first_line, part.text_line, part.last_line)));
        assert_eq!(parts, [(1, 2, 4), (6, 6, 6)]);
        let lines = format!("{paragraph}\n").repeat(5);
        let mut parts = Vec::new();
        each_section(&lines, &mut |part| parts.push((part.first_line, part.last_line)));
        assert_eq!(parts, [(1, 2), (3, 4), (5, 5)]);
        let mut n_bytes = 0;
        each_section(&"x".repeat(1 << 20), &mut |part| n_bytes += part.text.len());
        assert_eq!(n_bytes, 1 << 20);
    }

    #[test]
    fn a_document_has_a_bounded_number_of_parts() {
        for text in ["#\n".repeat(100_000), "# a\n".repeat(100_000)] {
            assert_eq!(section_texts(&text), Vec::<String>::new());
        }
        assert_eq!(section_texts(&"# a\nb\n".repeat(100_000)).len(), MAX_PARTS);
    }

    /// For any text, parts are in order, do not overlap, and have only words of their own lines.
    #[test]
    fn any_text_is_cut_into_parts_in_order() {
        let pieces = [
            "# A", "## B", "text", "===", "---", "```", "~~~", "<!--", "-->", "- item", "> q", "", "\r", "\u{feff}",
            "\t", "ä`x`",
        ];
        let mut random = 7u64;
        for _ in 0..3_000 {
            let mut text = String::new();
            for _ in 0..random % 23 {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                text.push_str(pieces[(random >> 33) as usize % pieces.len()]);
                text.push_str(if random >> 61 == 0 { " " } else { "\n" });
            }
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let lines: Vec<&str> = text.split('\n').collect();
            let mut previous_line = 0;
            each_section(&text, &mut |part| {
                assert!(previous_line < part.first_line && part.first_line <= part.text_line, "{text:?}");
                assert!(part.text_line <= part.last_line && part.last_line as usize <= lines.len(), "{text:?}");
                let part_lines = lines[part.text_line as usize - 1..part.last_line as usize].concat();
                assert!(part.text.split_whitespace().all(|word| part_lines.contains(word)), "{text:?}");
                previous_line = part.last_line;
            });
        }
    }
}
