//! The source text of a symbol, as it was indexed.
//!
//! The index stores no text: the host reads the lines, and reports whether the file has changed.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::Symbol;
use super::choice::MeaningFilter;
use crate::ask::{Answer, Attempt, FileSpan, Request, Resumed, Wanted};
use crate::base::error::Error;
use crate::graph::kind::SymbolKind;
use crate::graph::model::SymbolId;
use crate::graph::space::GraphSpace;
use crate::text::secrets::mask;

/// Greatest number of lines in an answer.
const MAX_LINES: u32 = 100_000;

/// The symbol whose source is asked for, and the greatest number of its lines.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct SourceQuestion {
    /// The name of the symbol, as typed.
    pub name: String,
    /// Greatest number of lines: 1 to 100,000.
    pub max_lines: u32,
    /// Restricts the meanings of the name to these kinds; all if empty.
    pub kinds: Vec<SymbolKind>,
    /// Restricts the meanings of the name to files whose path starts with this.
    pub path_prefix: String,
}

/// The answer to `source`.
#[derive(Clone, Debug, PartialEq)]
pub struct SourcePage {
    /// The symbol that the name resolved to.
    pub symbol: Symbol,
    /// The symbol's lines with their line ends; secrets are masked. Empty if the file has changed.
    pub text: String,
    /// The number in the file of the text's last line, 1-based.
    pub last_line: u32,
    /// Number of further lines of the symbol that are left out.
    pub n_lines_left_out: u32,
    /// Whether the file differs from the indexed one, so that there is no text.
    pub is_changed: bool,
}

impl GraphSpace {
    /// The source text of a symbol.
    pub(crate) fn source(&mut self, question: &SourceQuestion, resumed: Option<Resumed>) -> Attempt<SourcePage> {
        if !(1..=MAX_LINES).contains(&question.max_lines) {
            return Err(Error::invalid("max-lines", "1 to 100,000").into());
        }
        let answered_text = match self.take_texts(resumed)? {
            None => None,
            Some((hash, answers)) => match <[Answer; 1]>::try_from(answers) {
                Ok([answer]) => Some((hash, answer)),
                Err(_) => return Err(Error::invalid("answers", "one for each request").into()),
            },
        };
        self.need_files()?;
        let symbol = self.resolve_among(&question.name, MeaningFilter::of(&question.kinds, &question.path_prefix)?)?;
        self.need_details([self.graph.symbol(symbol).file].into_iter())?;
        let span = self.span_of(symbol, question.max_lines);
        let wanted_hash = hash_of([&span]);
        // Of a file without lines none can be read.
        let is_empty = self.graph.file(self.graph.symbol(symbol).file).n_lines == 0;
        let answer = match answered_text {
            None if is_empty => Answer::Text(String::new()),
            Some((hash, answer)) if hash == wanted_hash => answer,
            Some(_) => return Err(Error::invalid("ticket", "it belongs to another question").into()),
            None => {
                let requests = vec![Request::Span(span)];
                return Err(self.ask(requests, Wanted::Plan { hash: wanted_hash, has_details: false }).into());
            }
        };
        let (text, is_changed) = match answer {
            Answer::Text(text) => (mask(&text).into_owned(), false),
            Answer::Changed => (String::new(), true),
            Answer::Rows(_) | Answer::Model(_) => {
                return Err(Error::invalid("answers", "lines of a file were asked for").into());
            }
        };
        let n_lines_left_out = self.last_line_of(symbol) - span.last_line;
        Ok(SourcePage {
            symbol: self.shown_symbol(symbol),
            text,
            last_line: span.last_line,
            n_lines_left_out,
            is_changed,
        })
    }

    /// The hash of a request for lines, and the host's answers. `None` if the question starts, or if the answers are
    /// rows, which are loaded here.
    pub(super) fn take_texts(&mut self, resumed: Option<Resumed>) -> Result<Option<(u64, Vec<Answer>)>, Error> {
        if let Some(resumption) = &resumed
            && let Wanted::Plan { hash, has_details: false } = self.decode_ticket(&resumption.ticket)?
        {
            return Ok(Some((hash, resumed.map_or_else(Vec::new, |resumption| resumption.answers))));
        }
        self.begin(resumed)?;
        Ok(None)
    }

    fn span_of(&self, symbol: SymbolId, max_lines: u32) -> FileSpan {
        let at = self.graph.symbol(symbol);
        let file = self.graph.file(at.file);
        let first_line = at.first_line.max(1);
        let last_line = self.last_line_of(symbol).min(first_line.saturating_add(max_lines - 1));
        FileSpan { path: file.path.to_string(), hash: file.hash.to_vec(), first_line, last_line }
    }

    /// The symbol's last line; 1 for an empty file, which has no lines.
    fn last_line_of(&self, symbol: SymbolId) -> u32 {
        let at = self.graph.symbol(symbol);
        at.last_line.max(at.first_line).max(1)
    }
}

/// The hash of a request for lines.
pub(super) fn hash_of<'s>(spans: impl IntoIterator<Item = &'s FileSpan>) -> u64 {
    let mut bytes = Vec::new();
    for FileSpan { path, hash, first_line, last_line } in spans {
        bytes.extend_from_slice(hash);
        bytes.extend_from_slice(path.as_bytes());
        bytes.extend([first_line, last_line].iter().flat_map(|line| line.to_le_bytes()));
    }
    xxhash_rust::xxh3::xxh3_64(&bytes)
}
