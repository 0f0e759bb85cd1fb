//! Builds texts with marked parts.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use scrubjay_core::display::escaped_line;

use crate::bindings::exports::scrubjay::memory::tools::{LinePart, MarkedPart, MarkedText};

#[derive(Default)]
pub(super) struct Styled {
    text: String,
    parts: Vec<MarkedPart>,
}

impl From<String> for Styled {
    fn from(text: String) -> Styled {
        Styled { text, parts: Vec::new() }
    }
}

impl From<Styled> for MarkedText {
    fn from(Styled { text, parts }: Styled) -> MarkedText {
        MarkedText { text, parts }
    }
}

impl Styled {
    /// Adds text outside any part.
    pub(super) fn put(&mut self, text: &str) -> &mut Styled {
        self.text.push_str(text);
        self
    }

    /// Adds a part, with line ends escaped.
    pub(super) fn part(&mut self, part: LinePart, text: &str) -> &mut Styled {
        let start = self.text.len() as u32;
        self.text.push_str(&escaped_line(text));
        self.parts.push(MarkedPart { start, end: self.text.len() as u32, part });
        self
    }

    /// Adds a path and a line number in the form that editors recognise.
    pub(super) fn place(&mut self, path: &str, line: u32) -> &mut Styled {
        self.part(LinePart::Path, path).put(":").part(LinePart::Line, &line.to_string())
    }

    /// Appends another text with its parts.
    pub(super) fn append(&mut self, other: Styled) {
        let begin = self.text.len() as u32;
        self.text.push_str(&other.text);
        let moved = |MarkedPart { start, end, part }| MarkedPart { start: start + begin, end: end + begin, part };
        self.parts.extend(other.parts.into_iter().map(moved));
    }

    /// The text without marks.
    pub(super) fn plain(&self) -> &str {
        &self.text
    }
}
