//! Decodes escapes in a text: removes terminal escape sequences, and decodes backslash, percent and HTML escapes, also
//! nested ones. Maps decoded bytes back to the original text.
//!
//! So each secret is searched for in one spelling only. One pass, O(bytes); a text without escapes is not copied. Not
//! here: prefixes of quoted lines, which only multi-line secrets skip.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Range;

const ESCAPE: u8 = 0x1b;
const BELL: u8 = 0x07;
/// Greatest length in bytes of a terminal escape sequence that is removed.
const MAX_SEQUENCE_BYTES: usize = 2048;
/// Spellings of the ESC byte after a backslash in source code, shells and JSON.
const WRITTEN_ESCAPES: [&[u8]; 5] = [b"u001b", b"u{1b}", b"x1b", b"033", b"e"];
/// HTML entities and the bytes they stand for.
const ENTITIES: [(&[u8], u8); 10] = [
    (b"lt;", b'<'),
    (b"gt;", b'>'),
    (b"quot;", b'"'),
    (b"#34;", b'"'),
    (b"#x22;", b'"'),
    (b"apos;", b'\''),
    (b"#39;", b'\''),
    (b"#x27;", b'\''),
    (b"amp;", b'&'),
    (b"#x3d;", b'='),
];

/// An escape in the text, which stands for one decoded byte or for none.
struct EscapeSpan {
    /// Byte offset in the decoded text.
    offset: usize,
    n_decoded: usize,
    text: Range<usize>,
}

/// A text with its escapes decoded.
pub(crate) struct Unescaped<'t> {
    pub(crate) bytes: Cow<'t, [u8]>,
    escapes: Vec<EscapeSpan>,
    /// Offsets in the decoded text at which a terminal sequence was removed; a word may begin there.
    pub(crate) removed_at: Vec<usize>,
}

/// A decoded escape: the byte it stands for, if any, and its length in the text.
struct DecodedEscape {
    byte: Option<u8>,
    n_bytes: usize,
}

impl<'t> Unescaped<'t> {
    pub(crate) fn of(text: &'t [u8]) -> Unescaped<'t> {
        let (mut bytes, mut escapes, mut kept, mut at) = (Vec::new(), Vec::new(), 0, 0);
        let mut removed_at = Vec::new();
        while let Some(n) = text[at..].iter().position(|byte| MAY_BEGIN_ESCAPE[usize::from(*byte)]) {
            at += n;
            let Some(DecodedEscape { byte: decoded, n_bytes: n }) = decode_escape(text, at) else {
                at += 1;
                continue;
            };
            bytes.extend_from_slice(&text[kept..at]);
            if decoded.is_none() {
                removed_at.push(bytes.len());
            }
            escapes.push(EscapeSpan {
                offset: bytes.len(),
                n_decoded: usize::from(decoded.is_some()),
                text: at..at + n,
            });
            bytes.extend(decoded);
            at += n;
            kept = at;
        }
        if escapes.is_empty() {
            return Unescaped { bytes: Cow::Borrowed(text), escapes, removed_at };
        }
        bytes.extend_from_slice(&text[kept..]);
        Unescaped { bytes: Cow::Owned(bytes), escapes, removed_at }
    }

    /// The range in the original text of a range of the decoded one.
    pub(crate) fn source_range(&self, decoded: Range<usize>) -> Range<usize> {
        let start = self.source_range_of_byte(decoded.start).start;
        start
            ..decoded
                .end
                .checked_sub(1)
                .filter(|last| *last >= decoded.start)
                .map_or(start, |last| self.source_range_of_byte(last).end)
    }

    fn source_range_of_byte(&self, at: usize) -> Range<usize> {
        let n_before = self.escapes.partition_point(|escape| escape.offset <= at);
        match n_before.checked_sub(1).map(|last| &self.escapes[last]) {
            None => at..at + 1,
            Some(escape) if escape.n_decoded == 1 && escape.offset == at => escape.text.clone(),
            Some(escape) => {
                let start = escape.text.end + (at - escape.offset - escape.n_decoded);
                start..start + 1
            }
        }
    }
}

/// Whether a byte may begin an escape.
const MAY_BEGIN_ESCAPE: [bool; 256] = {
    let mut is = [false; 256];
    is[ESCAPE as usize] = true;
    is[b'\\' as usize] = true;
    is[b'%' as usize] = true;
    is[b'&' as usize] = true;
    is
};

fn decode_escape(text: &[u8], at: usize) -> Option<DecodedEscape> {
    let rest = &text[at..];
    match rest[0] {
        ESCAPE => Some(DecodedEscape { byte: None, n_bytes: 1 + terminal_sequence_len(&rest[1..])? }),
        b'\\' => backslash_escape(rest),
        b'%' => percent_escape(rest),
        _ => {
            let (name, decoded) = ENTITIES.iter().find(|(name, _)| rest[1..].starts_with(name))?;
            Some(DecodedEscape { byte: Some(*decoded), n_bytes: 1 + name.len() })
        }
    }
}

/// Length of a terminal escape sequence after its ESC byte (CSI, OSC or two-character), if there is one.
fn terminal_sequence_len(rest: &[u8]) -> Option<usize> {
    let examined = &rest[..rest.len().min(MAX_SEQUENCE_BYTES)];
    match examined.first()? {
        b'[' => {
            let n = examined[1..].iter().take(64).position(|byte| !(0x20..0x40).contains(byte))?;
            (0x40..0x7f).contains(&examined[1 + n]).then_some(n + 2)
        }
        // The address of a link is examined, so only the sequence around it is removed.
        b']' if examined.starts_with(b"]8;") => {
            let n = examined[3..].iter().take(64).position(|byte| *byte == b';')?;
            Some(3 + n + 1)
        }
        b']' => {
            let n = examined.iter().position(|byte| matches!(*byte, BELL | ESCAPE | b'\n'))?;
            Some(n + usize::from(examined[n] == BELL))
        }
        b'\\' | b'(' | b')' | b'=' | b'>' | b'7' | b'8' => Some(1),
        _ => None,
    }
}

/// Decodes a backslash escape, with any number of backslashes: each level of quoting doubles them.
fn backslash_escape(rest: &[u8]) -> Option<DecodedEscape> {
    let n = rest.iter().position(|byte| *byte != b'\\')?;
    let after = &rest[n..];
    if let Some(written) = WRITTEN_ESCAPES.iter().find(|written| starts_with(after, written)) {
        let begun = n + written.len();
        if let Some(n_more) = (rest.get(begun) == Some(&b'[')).then(|| terminal_sequence_len(&rest[begun..])).flatten()
        {
            return Some(DecodedEscape { byte: None, n_bytes: begun + n_more });
        }
    }
    let (decoded, n_after) = match after[0] {
        quote @ (b'"' | b'\'' | b'`' | b'/') => (quote, 1),
        // An escaped line end, after which the line goes on.
        b'\n' if n == 1 => (b' ', 1),
        b'n' if n.is_power_of_two() => (b'\n', 1),
        b'n' => (b' ', 1),
        b'r' if n.is_power_of_two() => (b'\r', 1),
        b't' if n.is_power_of_two() => (b'\t', 1),
        b'u' if starts_with(&after[1..], b"00") => (hex_byte(after.get(3..5)?)?, 5),
        b'x' => (hex_byte(after.get(1..3)?)?, 3),
        _ if n > 1 => (b'\\', 0),
        _ => return None,
    };
    Some(DecodedEscape { byte: Some(decoded), n_bytes: n + n_after })
}

/// Decodes a percent escape such as `%3D`, also one encoded several times.
fn percent_escape(rest: &[u8]) -> Option<DecodedEscape> {
    let mut n = 1;
    while rest[n..].starts_with(b"25") {
        n += 2;
    }
    Some(DecodedEscape { byte: Some(hex_byte(rest.get(n..n + 2)?)?), n_bytes: n + 2 })
}

/// The byte of two hexadecimal digits; `None` unless it is printable or white space.
fn hex_byte(digits: &[u8]) -> Option<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
    let byte = digit(digits[0])? << 4 | digit(digits[1])?;
    (byte.is_ascii_graphic() || matches!(byte, b' ' | b'\n' | b'\r' | b'\t')).then_some(byte)
}

fn starts_with(bytes: &[u8], letters: &[u8]) -> bool {
    bytes.get(..letters.len()).is_some_and(|begins| begins.eq_ignore_ascii_case(letters))
}
