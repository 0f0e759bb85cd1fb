//! Private keys: PEM blocks of base64 between two lines, also quoted, and PuTTY key files.
//!
//! Each line of a block may have a short prefix: a quotation, comment or diff mark, a line number, a file name. In
//! source code the lines may be strings. A block without an end line is masked as far as its base64 goes.

use super::Secret;

const BEGIN: &[u8] = b"BEGIN ";
const END: &[u8] = b"END ";
const PRIVATE_KEYS: [&[u8]; 2] = [b"PRIVATE KEY", b"PRIVATE KEY BLOCK"];
const DASHES: &[u8] = b"----";
/// The line of a PuTTY file before the private key.
const PUTTY_MARKER: &[u8] = b"Private-Lines: ";
/// Greatest length in bytes of a label such as `BEGIN ENCRYPTED PRIVATE KEY`.
const MAX_LABEL_BYTES: usize = 64;
/// Least length in bytes of base64 that makes a block a key, and not code that searches for one.
const MIN_BASE64_BYTES: usize = 40;
/// Greatest number of bytes that are no base64 between two lines of base64.
const MAX_GAP_BYTES: usize = 120;
/// Greatest number of bytes before the first line of base64, where headers may be.
const MAX_HEADERS_BYTES: usize = 400;
/// Least length in bytes of a key's last line of base64.
const MIN_LAST_LINE_BYTES: usize = 4;

/// The key whose first dash is at `start`. It ends with its end line or, without one, with its base64.
pub(super) fn private_key(bytes: &[u8], start: usize) -> Option<Secret> {
    let n_dashes = bytes[start..].iter().take(6).take_while(|byte| **byte == b'-').count();
    let after_dashes = start + n_dashes;
    let label = bytes[after_dashes..].strip_prefix(b" ").unwrap_or(&bytes[after_dashes..]).strip_prefix(BEGIN)?;
    if !(4..=5).contains(&n_dashes) {
        return None;
    }
    let label_at = bytes.len() - label.len();
    let label = &label[..label.len().min(MAX_LABEL_BYTES)];
    let n_label = label.windows(DASHES.len()).position(|window| window == DASHES)?;
    let name = label[..n_label].trim_ascii_end();
    if !PRIVATE_KEYS.iter().any(|end| name.ends_with(end)) {
        return None;
    }
    let end = block_end(bytes, label_at + n_label + n_dashes)?;
    Some(Secret { kind: "private-key", start, end })
}

/// The key in a PuTTY file, after the number of its lines.
pub(super) fn putty_key(bytes: &[u8], start: usize) -> Option<Secret> {
    let rest = bytes[start..].strip_prefix(PUTTY_MARKER)?;
    let key_start = start + PUTTY_MARKER.len() + rest.iter().take(4).take_while(|byte| byte.is_ascii_digit()).count();
    Some(Secret { kind: "private-key", start: key_start, end: block_end(bytes, key_start)? })
}

/// The byte offset at which the block that begins at `block_start` ends; `None` if it is no key.
fn block_end(bytes: &[u8], block_start: usize) -> Option<usize> {
    let (mut at, mut key_end, mut last_base64_end) = (block_start, None, block_start);
    loop {
        let limit = key_end.map_or(block_start + MAX_HEADERS_BYTES, |end: usize| end + MAX_GAP_BYTES);
        if at >= bytes.len() {
            // The last line of a key that was cut may be short.
            return key_end.map(|_| last_base64_end);
        }
        if at > limit {
            return key_end;
        }
        if let Some(end) = end_line(bytes, at) {
            return key_end.map(|_| end);
        }
        let n = bytes[at..].iter().position(|byte| !is_base64(*byte)).unwrap_or(bytes.len() - at);
        if n >= MIN_BASE64_BYTES || key_end.is_some() && n >= MIN_LAST_LINE_BYTES && is_base64_line(bytes, at, n) {
            key_end = Some(at + n);
        }
        if n > 0 {
            last_base64_end = at + n;
        }
        at += n.max(1);
    }
}

/// The byte offset after a key's `END` line, whose first dash is at `at`.
fn end_line(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = bytes[at..].strip_prefix(DASHES)?;
    let n_more = rest.iter().take(3).take_while(|byte| matches!(byte, b'-' | b' ')).count();
    let label = rest[n_more..].strip_prefix(END)?;
    let label_at = bytes.len() - label.len();
    let n_label = label.windows(DASHES.len()).take(MAX_LABEL_BYTES).position(|window| window == DASHES)?;
    let end = label_at + n_label;
    Some(end + bytes[end..].iter().take(5).take_while(|byte| **byte == b'-').count())
}

/// Whether `n` bytes of base64 at `at` are a whole line.
fn is_base64_line(bytes: &[u8], at: usize, n: usize) -> bool {
    let begins_line = bytes[..at].last().is_none_or(|byte| byte.is_ascii_whitespace() || b"\"'`".contains(byte));
    begins_line && bytes.get(at + n).is_none_or(|byte| matches!(byte, b'\n' | b'\r' | b'"' | b'\'' | b'`'))
}

fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')
}
