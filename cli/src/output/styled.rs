//! Texts with marked parts, so that a terminal shows them in colours and cut to its width.
//!
//! In a pipe such a text is complete and without colours. Characters that move a cursor are escaped everywhere, so that
//! no file can add colours. Not here: which stream is a terminal, and whether colours are wanted (`output`).

use std::borrow::Cow;
use std::fmt::Write as _;
use std::ops::Range;

use anstyle::{AnsiColor, Style};
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

#[cfg(test)]
use scrubjay::shown::one_line;
use scrubjay::shown::several_lines;
use scrubjay::wit::tools::{LinePart, MarkedText};

/// The least number of columns that a signature keeps in a cut line.
const MIN_SIGNATURE: usize = 12;
/// The least number of columns that a path or an id keeps if its beginning is cut.
const MIN_PATH: usize = 10;
/// Marks where a text was cut.
const ELLIPSIS: char = '…';

fn style(part: LinePart) -> Style {
    match part {
        LinePart::Path => AnsiColor::Magenta.on_default(),
        LinePart::Line => AnsiColor::Green.on_default(),
        LinePart::Kind => AnsiColor::Cyan.on_default(),
        LinePart::Name => Style::new().bold(),
        LinePart::Signature => Style::new(),
        LinePart::Aside => Style::new().dimmed(),
    }
}

/// A text with marked parts. Lines without parts, such as source code, are never cut.
#[derive(Debug, Default)]
pub(crate) struct Styled {
    text: String,
    /// The marked ranges, in bytes, ordered; none crosses a line end.
    parts: Vec<(Range<usize>, LinePart)>,
}

impl From<String> for Styled {
    fn from(text: String) -> Styled {
        Styled { text, parts: Vec::new() }
    }
}

impl From<MarkedText> for Styled {
    fn from(MarkedText { text, parts }: MarkedText) -> Styled {
        let parts = parts.into_iter().map(|one| (one.start as usize..one.end as usize, one.part));
        Styled { parts: parts.collect(), text }
    }
}

impl Styled {
    /// The text without marks.
    pub(crate) fn plain(&self) -> &str {
        &self.text
    }

    /// The text for a terminal of this width in columns; `None`: lines are not cut.
    pub(crate) fn on_terminal(&self, width: Option<usize>, is_coloured: bool) -> String {
        let (mut out, mut begin) = (String::with_capacity(self.text.len()), 0);
        let mut parts = self.parts.as_slice();
        for line in self.text.split_inclusive('\n') {
            let end = begin + line.len();
            let (parts_of_line, later_parts) = parts.split_at(parts.partition_point(|(at, _)| at.start < end));
            parts = later_parts;
            if parts_of_line.is_empty() {
                out.push_str(&several_lines(line));
            } else {
                let mut pieces = pieces(&self.text, begin..begin + line.trim_end_matches('\n').len(), parts_of_line);
                width.into_iter().for_each(|width| cut(&mut pieces, width));
                paint(&mut out, &pieces, is_coloured);
                out.push_str(if line.ends_with('\n') { "\n" } else { "" });
            }
            begin = end;
        }
        out
    }
}

/// A piece of a line: its role if it is a part, and its text as shown.
type Piece<'a> = (Option<LinePart>, Cow<'a, str>);

fn pieces<'a>(text: &'a str, line: Range<usize>, parts: &[(Range<usize>, LinePart)]) -> Vec<Piece<'a>> {
    let (mut pieces, mut begin) = (Vec::new(), line.start);
    for (at, part) in parts {
        pieces.push((None, several_lines(&text[begin..at.start])));
        pieces.push((Some(*part), several_lines(&text[at.clone()])));
        begin = at.end;
    }
    pieces.push((None, several_lines(&text[begin..line.end])));
    pieces
}

/// Cuts a line to a width: first the signature, then the end. If that would cut the first name, the beginnings of the
/// path and of an id are cut first.
fn cut(pieces: &mut [Piece<'_>], width: usize) {
    shorten_part(pieces, columns(pieces).saturating_sub(width), LinePart::Signature, MIN_SIGNATURE, beginning_of);
    if let Some(at) = pieces.iter().position(|(part, _)| *part == Some(LinePart::Name)) {
        // A cut behind the name takes one column for the ellipsis.
        let n_ellipsis = usize::from(columns(pieces) > columns(&pieces[..=at]));
        let over = |pieces: &[Piece<'_>]| (columns(&pieces[..=at]) + n_ellipsis).saturating_sub(width);
        let n_over = over(pieces);
        shorten_part(&mut pieces[..at], n_over, LinePart::Path, MIN_PATH, end_of);
        if pieces[at].1.contains('#') {
            let n_over = over(pieces);
            shorten_part(pieces, n_over, LinePart::Name, MIN_PATH, end_of);
        }
    }
    let mut columns_left = width;
    for (_, text) in pieces {
        *text = beginning_of(text, columns_left).into();
        columns_left -= text.width();
    }
}

fn columns(pieces: &[Piece<'_>]) -> usize {
    pieces.iter().map(|(_, text)| text.width()).sum()
}

/// Removes up to `n_over` columns from the first part of a role, but leaves it `min` columns.
fn shorten_part(
    pieces: &mut [Piece<'_>],
    n_over: usize,
    part: LinePart,
    min: usize,
    shorten: fn(&str, usize) -> String,
) {
    let found_piece = pieces.iter_mut().find(|(own, _)| *own == Some(part)).filter(|_| n_over > 0);
    if let Some((_, text)) = found_piece {
        let width = text.width().saturating_sub(n_over).max(min);
        *text = shorten(text, width).into();
    }
}

/// The beginning of a text, at most this wide in columns, with an ellipsis if it is cut.
fn beginning_of(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut beginning: String = fitting(text.chars(), width);
    beginning.extend((width > 0).then_some(ELLIPSIS));
    beginning
}

/// The end of a text, at most this wide in columns, with an ellipsis if it is cut.
fn end_of(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut letters: Vec<char> = fitting(text.chars().rev(), width).chars().collect();
    letters.extend((width > 0).then_some(ELLIPSIS));
    letters.into_iter().rev().collect()
}

/// The first characters that fit into a width, with one column left for the ellipsis.
fn fitting(chars: impl Iterator<Item = char>, width: usize) -> String {
    let mut columns_left = width.saturating_sub(1);
    let fits = |char: &char| {
        let char_width = char.width().unwrap_or(0);
        let is_fitting = char_width <= columns_left;
        columns_left -= if is_fitting { char_width } else { 0 };
        is_fitting
    };
    chars.take_while(fits).collect()
}

fn paint(out: &mut String, pieces: &[Piece<'_>], is_coloured: bool) {
    for (part, text) in pieces {
        let style = part.filter(|_| is_coloured && !text.is_empty()).map(style).unwrap_or_default();
        // Writing to a String cannot fail.
        let _ = write!(out, "{style}{text}{style:#}");
    }
}

#[cfg(test)]
mod tests {
    use super::{LinePart, Styled, one_line};

    impl Styled {
        fn put(&mut self, text: &str) -> &mut Styled {
            self.text.push_str(text);
            self
        }

        fn part(&mut self, part: LinePart, text: &str) -> &mut Styled {
            let begin = self.text.len();
            self.put(&one_line(text));
            self.parts.push((begin..self.text.len(), part));
            self
        }

        fn place(&mut self, path: &str, line: u32) -> &mut Styled {
            self.part(LinePart::Path, path).put(":").part(LinePart::Line, &line.to_string())
        }
    }

    fn line() -> Styled {
        let mut line = Styled::default();
        line.place("a.py", 7).put("  ").part(LinePart::Kind, "method").put(" ").part(LinePart::Name, "get").put("  ");
        line.part(LinePart::Signature, "def get(self, 日本語, default=None, timeout=30)").put("  ");
        line.part(LinePart::Aside, "(calls)").put("\n");
        line
    }

    #[test]
    fn a_line_is_cut_in_its_signature_by_columns_and_only_where_it_is_too_long() {
        let line = line();
        assert_eq!(line.on_terminal(None, false), line.plain());
        assert_eq!(line.on_terminal(Some(200), false), line.plain());
        let cut = line.on_terminal(Some(50), false);
        assert_eq!(cut, "a.py:7  method get  def get(self, 日本語…  (calls)\n");
        // What is left of the signature is not cut further: the end of the line is.
        assert_eq!(line.on_terminal(Some(30), false), "a.py:7  method get  def get(s…\n");
        assert_eq!(line.on_terminal(Some(3), false), "a.…\n");
    }

    #[test]
    fn a_name_is_the_last_to_go() {
        let mut line = Styled::default();
        line.place("a/long/way/to/a_file.py", 70).put("  ").part(LinePart::Kind, "method").put(" ");
        line.part(LinePart::Name, "Shelf.add").put("  ").part(LinePart::Aside, "(calls, lexical 0.99)");
        assert_eq!(line.on_terminal(Some(40), false), "…/way/to/a_file.py:70  method Shelf.add…");
        assert_eq!(line.on_terminal(Some(34), false), "…o/a_file.py:70  method Shelf.add…");
        let mut line = Styled::default();
        line.place("a/long/way/to/a_file.py", 70).put("  ").part(LinePart::Name, "a/long/way/to/another.py#Shelf.add");
        assert_eq!(line.on_terminal(Some(32), false), "…a_file.py:70  …her.py#Shelf.add");
    }

    #[test]
    fn parts_have_colours_and_no_file_can_add_one() {
        let mut line = line();
        line.part(LinePart::Path, "b\u{1b}[1m.py").put("\n");
        let styled = line.on_terminal(None, true);
        assert!(styled.starts_with("\u{1b}[35ma.py\u{1b}[0m:\u{1b}[32m7\u{1b}[0m"), "{styled:?}");
        assert!(styled.contains("\u{1b}[35mb\\u{1b}[1m.py\u{1b}[0m\n"), "{styled:?}");
    }

    #[test]
    fn lines_without_parts_are_sources_and_stay_whole() {
        let source = "x".repeat(300) + "\n";
        assert_eq!(Styled::from(source.clone()).on_terminal(Some(80), true), source);
    }
}
