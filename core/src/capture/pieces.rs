//! Splits a transcript into pieces that are read one at a time: a line, or a message of a document.
//!
//! A harness may keep a session as one JSON document with a list of messages, over many lines. Then each message is a
//! piece, so that a document of any length is read in slices; what precedes the list is one piece, with an empty list
//! in place of it. A document is recognised by its first line, which opens an object without closing it, or contains
//! the messages.

use alloc::borrow::Cow;
use alloc::format;

use minicbor::{Decode, Encode};
use serde_json::Deserializer;
use serde_json::value::RawValue;

use crate::text::json::Value;

/// The member of a document that holds its messages.
const MESSAGES_MEMBER: &str = "messages";

/// The kind of piece that comes next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode)]
#[cbor(index_only)]
pub(super) enum NextPiece {
    /// The first line.
    #[n(0)]
    #[default]
    Start,
    /// Another line.
    #[n(1)]
    Lines,
    /// A message of the document.
    #[n(2)]
    Messages,
    /// Nothing of interest.
    #[n(3)]
    End,
}

/// A piece of a transcript.
#[derive(Debug)]
pub(super) struct Piece<'a> {
    pub(super) text: Cow<'a, str>,
    /// The bytes it takes, with the separator after it.
    pub(super) n_bytes: usize,
    /// Whether its end was seen.
    pub(super) is_whole: bool,
    /// The kind of piece that comes next.
    pub(super) place: NextPiece,
}

/// The next piece. `None` if nothing is left, or if a document's head or message is incomplete; an incomplete line is
/// a piece that is not whole.
pub(super) fn next_piece(rest: &str, place: NextPiece) -> Option<Piece<'_>> {
    if rest.is_empty() {
        return None;
    }
    match place {
        NextPiece::Start => match document_head(rest) {
            Ok(head) => Some(head),
            Err(Missing::NotYet) => None,
            Err(Missing::Other) => Some(line_piece(rest, NextPiece::Lines)),
        },
        NextPiece::Lines => Some(line_piece(rest, NextPiece::Lines)),
        NextPiece::Messages => message_piece(rest),
        NextPiece::End => Some(blank_piece(rest.len(), NextPiece::End)),
    }
}

/// The next line without its end; it is not whole if no line end follows.
fn line_piece(rest: &str, place: NextPiece) -> Piece<'_> {
    let (text, n_bytes, is_whole) = match rest.find('\n') {
        Some(at) => (&rest[..at], at + 1, true),
        None => (rest, rest.len(), false),
    };
    Piece { text: Cow::Borrowed(text), n_bytes, is_whole, place }
}

/// An empty piece that skips bytes.
fn blank_piece(n_bytes: usize, place: NextPiece) -> Piece<'static> {
    Piece { text: Cow::Borrowed(""), n_bytes, is_whole: true, place }
}

/// The head of a document: everything before its messages.
fn document_head(rest: &str) -> Result<Piece<'_>, Missing> {
    let first = rest.lines().next().unwrap_or_default();
    let opens = first.trim() == "{" || Value::parse(first).is_ok_and(Value::is_object);
    let mut at = if opens { skip_past(rest, 0, '{')? } else { return Err(Missing::Other) };
    loop {
        let (name, end) = parse_value(rest, at)?;
        at = skip_past(rest, end, ':')?;
        if name.text().ok_or(Missing::Other)? == MESSAGES_MEMBER {
            break;
        }
        at = skip_past(rest, parse_value(rest, at)?.1, ',')?;
    }
    let n_bytes = skip_past(rest, at, '[')?;
    let text = Cow::Owned(format!("{}]}}", &rest[..n_bytes]));
    Ok(Piece { text, n_bytes, is_whole: true, place: NextPiece::Messages })
}

/// A message of a document.
fn message_piece(rest: &str) -> Option<Piece<'_>> {
    let at = rest.find(|letter: char| !letter.is_ascii_whitespace() && letter != ',')?;
    if rest[at..].starts_with(']') {
        return Some(blank_piece(rest.len(), NextPiece::End));
    }
    match parse_value(rest, at) {
        Ok((value, n_bytes)) => {
            let text = Cow::Borrowed(value.source());
            Some(Piece { text, n_bytes, is_whole: true, place: NextPiece::Messages })
        }
        Err(Missing::NotYet) => None,
        // Text that is no JSON is given line by line, until a JSON value follows.
        Err(Missing::Other) => Some(line_piece(rest, NextPiece::Messages)).filter(|line| line.is_whole),
    }
}

/// Why a piece is missing.
enum Missing {
    /// It is incomplete.
    NotYet,
    /// The text there is something else.
    Other,
}

/// The JSON value that begins at a byte offset, and where it ends.
fn parse_value(text: &str, at: usize) -> Result<(Value<'_>, usize), Missing> {
    let mut values = Deserializer::from_str(&text[at..]).into_iter::<&RawValue>();
    match values.next() {
        Some(Ok(raw)) => Ok((Value::parse(raw.get()).map_err(|_| Missing::Other)?, at + values.byte_offset())),
        Some(Err(error)) if !error.is_eof() => Err(Missing::Other),
        _ => Err(Missing::NotYet),
    }
}

/// The offset after `letter`, which must be the next character except white space.
fn skip_past(text: &str, at: usize, letter: char) -> Result<usize, Missing> {
    let rest = text[at..].trim_ascii_start();
    match rest.starts_with(letter) {
        true => Ok(text.len() - rest.len() + letter.len_utf8()),
        false if rest.is_empty() => Err(Missing::NotYet),
        false => Err(Missing::Other),
    }
}
