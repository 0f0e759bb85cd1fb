//! The only way out: a read is done, or asks for rows and lines and is called again with the answers.

use alloc::string::String;
use alloc::vec::Vec;

/// One stored row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Room byte and path.
    pub key: Vec<u8>,
    /// Sealed bytes.
    pub value: Vec<u8>,
}

/// Keys from `start` (included) to `end` (not included).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyRange {
    /// Included.
    pub start: Vec<u8>,
    /// Not included.
    pub end: Vec<u8>,
    /// Where the host stops.
    pub most_bytes: u32,
}

/// A piece of a file as it was when it was indexed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileSpan {
    /// Relative to the root.
    pub path: String,
    /// SHA-256 of the whole file.
    pub hash: [u8; 32],
    /// 1-based.
    pub first_line: u32,
    /// 1-based, included.
    pub last_line: u32,
}

/// What the core needs before it can answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// The rows with these keys.
    Keys(Vec<Vec<u8>>),
    /// The rows of a range.
    Range(KeyRange),
    /// Lines of a file.
    Span(FileSpan),
}

/// A question that needs something of the host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ask {
    /// What it needs.
    pub requests: Vec<Request>,
    /// Handed back unchanged.
    pub ticket: Vec<u8>,
}

/// The answer to one request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Rows in key order; `complete` is false where the host stopped at `most_bytes`.
    Rows {
        /// The rows.
        rows: Vec<Row>,
        /// Whether they are all.
        complete: bool,
    },
    /// The lines asked for.
    Text(String),
    /// The file is gone or has another hash.
    Changed,
}

/// The way back into a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resumed {
    /// As it was given.
    pub ticket: Vec<u8>,
    /// One for each request, in their order.
    pub answers: Vec<Answer>,
}

/// An answer, or a question back.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply<T> {
    /// The answer.
    Done(T),
    /// Answer this and call again.
    Ask(Ask),
}
