//! Private keys: blocks of base64 between two lines, in any quotation, and the files of PuTTY.
//!
//! What stands before the lines of a block may be anything short: a sign of quoting, of a comment or a diff, a line's number, a
//! file's name. In a source the lines may be strings; of a block that was cut, what is there counts.

use super::Secret;

const BEGIN: &[u8] = b"BEGIN ";
const END: &[u8] = b"END ";
const PRIVATE_KEYS: [&[u8]; 2] = [b"PRIVATE KEY", b"PRIVATE KEY BLOCK"];
const DASHES: &[u8] = b"----";
/// How a file of PuTTY says that its key follows.
const PUTTY: &[u8] = b"Private-Lines: ";
/// The longest label of a key, as in `BEGIN ENCRYPTED PRIVATE KEY`.
const MAX_LABEL: usize = 64;
/// The least bytes in base64 that make a block a key, and not code that looks for one; as many are in a whole line or more.
const MIN_BASE64: usize = 40;
/// The most bytes without that between two lines, and between the beginning and the first, where headers may stand.
const MAX_BETWEEN: usize = 120;
const MAX_HEADERS: usize = 400;
/// The least bytes of a last line.
const MIN_LAST: usize = 4;

/// The key that begins with the first dash here, up to its end or to where it leaves off.
pub(super) fn private_key(bytes: &[u8], start: usize) -> Option<Secret> {
    let n_dashes = bytes[start..].iter().take(6).take_while(|byte| **byte == b'-').count();
    let begun = start + n_dashes;
    let label = bytes[begun..].strip_prefix(b" ").unwrap_or(&bytes[begun..]).strip_prefix(BEGIN)?;
    if !(4..=5).contains(&n_dashes) {
        return None;
    }
    let label_at = bytes.len() - label.len();
    let label = &label[..label.len().min(MAX_LABEL)];
    let n_label = label.windows(DASHES.len()).position(|window| window == DASHES)?;
    let name = label[..n_label].trim_ascii_end();
    if !PRIVATE_KEYS.iter().any(|end| name.ends_with(end)) {
        return None;
    }
    let end = block_end(bytes, label_at + n_label + n_dashes)?;
    Some(Secret { kind: "private-key", start, end })
}

/// The key of a file of PuTTY, behind the line that says of how many it is.
pub(super) fn of_putty(bytes: &[u8], start: usize) -> Option<Secret> {
    let rest = bytes[start..].strip_prefix(PUTTY)?;
    let begun = start + PUTTY.len() + rest.iter().take(4).take_while(|byte| byte.is_ascii_digit()).count();
    Some(Secret { kind: "private-key", start: begun, end: block_end(bytes, begun)? })
}

/// Where a block ends that begins here; none: it is no key.
fn block_end(bytes: &[u8], begun: usize) -> Option<usize> {
    let (mut at, mut key_end, mut last) = (begun, None, begun);
    loop {
        let limit = key_end.map_or(begun + MAX_HEADERS, |end: usize| end + MAX_BETWEEN);
        if at >= bytes.len() {
            // Of a key that was cut the last line may be short.
            return key_end.map(|_| last);
        }
        if at > limit {
            return key_end;
        }
        if let Some(end) = end_line(bytes, at) {
            return key_end.map(|_| end);
        }
        let n = bytes[at..].iter().position(|byte| !is_base64(*byte)).unwrap_or(bytes.len() - at);
        if n >= MIN_BASE64 || key_end.is_some() && n >= MIN_LAST && is_line(bytes, at, n) {
            key_end = Some(at + n);
        }
        if n > 0 {
            last = at + n;
        }
        at += n.max(1);
    }
}

/// Where the line ends that ends a key, at its first dash.
fn end_line(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = bytes[at..].strip_prefix(DASHES)?;
    let n_more = rest.iter().take(3).take_while(|byte| matches!(byte, b'-' | b' ')).count();
    let label = rest[n_more..].strip_prefix(END)?;
    let label_at = bytes.len() - label.len();
    let n_label = label.windows(DASHES.len()).take(MAX_LABEL).position(|window| window == DASHES)?;
    let end = label_at + n_label;
    Some(end + bytes[end..].iter().take(5).take_while(|byte| **byte == b'-').count())
}

/// Whether what is in base64 is the end of a line.
fn is_line(bytes: &[u8], at: usize, n: usize) -> bool {
    let begins = bytes[..at].last().is_none_or(|byte| byte.is_ascii_whitespace() || b"\"'`".contains(byte));
    begins && bytes.get(at + n).is_none_or(|byte| matches!(byte, b'\n' | b'\r' | b'"' | b'\'' | b'`'))
}

fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')
}
